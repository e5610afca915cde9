"""The page about patterns names every one, has an example of each that loads, and its conversations pass."""

from pathlib import Path

from frontdesk.desk.house import open_house
from frontdesk.flows.proving.begun import OF_THE_DESK
from tests.commands.conftest import Run
from tests.docs.pages import lay_out, page

PAGE = "patterns.md"


def test_every_pattern_is_in_the_table() -> None:
    rows = [line.split("`")[1] for line in page(PAGE).split("##", maxsplit=1)[0].splitlines() if line.startswith("| `")]
    assert sorted(rows) == sorted(OF_THE_DESK)


def test_every_pattern_is_shown_and_takes_the_place_of_the_built_in_one(run: Run, tmp_path: Path) -> None:
    home = tmp_path / "salon"
    assert run("new", home).exit_code == 0
    before = open_house(home).flows.newest
    lay_out(PAGE, home)
    after = open_house(home).flows.newest
    assert before.keys() == after.keys()
    assert {name for name in before if before[name].fingerprint != after[name].fingerprint} == OF_THE_DESK


def test_the_conversations_shown_pass(run: Run, tmp_path: Path) -> None:
    home = tmp_path / "salon"
    assert run("new", home).exit_code == 0
    lay_out(PAGE, home)
    for path in (home / "conversations").iterdir():
        if path.name != "patterns":
            for each in path.rglob("*.yaml"):
                each.unlink()  # those are about the built-in ones
    ended = run("test", home)
    assert ended.exit_code == 0, ended.output
