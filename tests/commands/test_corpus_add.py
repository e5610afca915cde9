"""`frontdesk corpus add`: a misread message becomes a row by the rules of authors, or an example of the business."""

import json
from pathlib import Path

import pytest

from frontdesk.desk.house import open_house
from tests.commands.conftest import NOW, Run
from training.check_rows import problems_of
from training.rows import read_file

MEANT = '{"acts": ["start", "inform"], "flow": "book"}'
TALK = """\
book botox tomorrow at 3pm
my name is Rosa Diaz
can you text me at 212 555 0187 instead of mailing rosa@diaz.example
"""


def rows(path: str) -> list[dict[str, object]]:
    file = read_file(Path(path))
    assert problems_of(file) == []
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


def talk(run: Run, spa: Path) -> str:
    ended = run("chat", spa, "--now", NOW, "--json", said=TALK)
    return str(json.loads(ended.stdout.splitlines()[-1])["conversation"])


def test_a_typed_message_becomes_a_row_that_authors_could_have_written(run: Run, spa: Path) -> None:
    said = "could [Emily|provider] squeeze me in [Friday|day], nothing [early|time|ruled_out]"
    ended = run("corpus", "add", spa, said, "--to", "misread.jsonl", "--row", MEANT)
    assert ended.exit_code == 0, ended.output
    header, business, row = rows("misread.jsonl")
    assert header == {"author": "misread"}
    assert business["id"] == "medspa"
    assert row == {"business": "medspa", "at": "idle", "text": said, "acts": ["start", "inform"], "flow": "book"}
    again = run("corpus", "add", spa, "a peel [tomorrow|day] maybe", "--to", "misread.jsonl", "--row", MEANT)
    assert again.exit_code == 0, again.output
    assert len(rows("misread.jsonl")) == 4


def test_a_stored_message_becomes_a_row_with_what_was_asked_and_without_persons(run: Run, spa: Path) -> None:
    name = talk(run, spa)
    given = ("--conversation", name, "--message", "3", "--to", "misread.jsonl", "--row", '{"acts": ["inform", "ask"]}')
    ended = run("corpus", "add", spa, *given, "--value", "212 555 0187|phone")
    assert ended.exit_code == 0, ended.output
    row = rows("misread.jsonl")[-1]
    assert row["at"] == "slot"
    assert row["asked"] in {"phone", "email"}
    kept = Path("misread.jsonl").read_text(encoding="utf-8") + ended.output
    for personal in ("Rosa", "Diaz", "0187", "diaz.example"):
        assert personal not in kept
    assert "|phone]" in str(row["text"])


def test_persons_are_written_down_only_where_that_is_said(run: Run, spa: Path) -> None:
    given = ("my name is Rosa Diaz, 212 555 0187", "--to", "misread.jsonl", "--row", '{"acts": ["inform"]}')
    assert run("corpus", "add", spa, *given).exit_code == 0
    assert run("corpus", "add", spa, *given, "--unmasked").exit_code == 0
    _, _, masked, as_it_stands = rows("misread.jsonl")
    assert "Rosa" not in str(masked["text"])
    assert as_it_stands["text"] == given[0]


def test_names_of_staff_stay(run: Run, spa: Path) -> None:
    said = "is this [Emily Johnson|provider] or my name is [Rosa Diaz|name]"
    run("corpus", "add", spa, said, "--to", "misread.jsonl", "--row", '{"acts": ["ask"]}')
    assert "Emily Johnson" in str(rows("misread.jsonl")[-1]["text"])
    assert "Rosa" not in str(rows("misread.jsonl")[-1]["text"])


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("hello [you", "--row", '{"acts": []}'), "bracket"),
        (("hello there", "--row", '{"acts": ["dance"]}'), "dance"),
        (("hello there", "--row", '{"acts": ["start"], "flow": "fly"}'), "fly"),
        (("fine by me", "--row", '{"acts": ["affirm"], "at": "confirm", "desk": "Book it?"}'), "answer"),
        (("see you friday", "--row", '{"acts": []}', "--value", "monday|day"), "monday"),
        (("see you friday", "--row", '{"acts": []}', "--value", "friday"), "WORDS|SLOT"),
        (("see you friday", "--row", '{"acts": [], "colour": "red"}'), "colour"),
    ],
)
def test_a_row_that_breaks_a_rule_is_refused_and_nothing_is_written(
    run: Run, spa: Path, arguments: tuple[str, ...], problem: str
) -> None:
    ended = run("corpus", "add", spa, *arguments, "--to", "misread.jsonl")
    assert ended.exit_code == 1
    assert problem in ended.stderr
    assert not Path("misread.jsonl").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("hello", "--conversation", "x", "--message", "1", "--to", "a.jsonl"),
        ("hello",),
        ("hello", "--to", "a.jsonl", "--row", "[]"),
        ("hello", "--to", "a.jsonl", "--row", "{"),
        ("hello there you", "--example", "slot", "day"),
    ],
)
def test_what_is_not_said_is_asked_for(run: Run, spa: Path, arguments: tuple[str, ...]) -> None:
    assert run("corpus", "add", spa, *arguments).exit_code == 2


def test_a_file_that_holds_no_rows_is_left_alone(run: Run, spa: Path) -> None:
    Path("notes.txt").write_text("buy milk\n", encoding="utf-8")
    ended = run("corpus", "add", spa, "hello there", "--to", "notes.txt", "--row", '{"acts": ["greet"]}')
    assert ended.exit_code == 1
    assert Path("notes.txt").read_text(encoding="utf-8") == "buy milk\n"


def test_a_message_that_is_not_there_is_said_to_be_missing(run: Run, spa: Path) -> None:
    name = talk(run, spa)
    for wanted in (("--conversation", name, "--message", "9"), ("--conversation", "nobody", "--message", "1")):
        ended = run("corpus", "add", spa, *wanted, "--to", "a.jsonl", "--row", '{"acts": []}')
        assert ended.exit_code == 1
        assert "no message" in ended.stderr


@pytest.mark.parametrize(("kind", "name"), [("flow", "book"), ("topic", "parking")])
def test_an_example_counts_from_the_next_load_on(run: Run, spa: Path, kind: str, name: str) -> None:
    said = "the mirror and I are not friends any more"
    ended = run("corpus", "add", spa, said, "--example", kind, name)
    assert ended.exit_code == 0, ended.output
    house = open_house(spa)
    examples = house.flows.newest[name].examples if kind == "flow" else house.business.topics[name].examples
    assert examples[-1] == said
    (told,) = [json.loads(line) for line in run("understand", spa, said=json.dumps({"text": said})).stdout.splitlines()]
    assert told["meanings"][0]["kind"] == {"flow": "start_flow", "topic": "ask"}[kind]
    second = run("corpus", "add", spa, "the mirror has started to laugh at me", "--example", kind, name)
    assert second.exit_code == 0, second.output


def test_an_example_may_be_understood_otherwise_today_but_never_belong_to_another(run: Run, spa: Path) -> None:
    said = "I want to book botox"
    assert run("corpus", "add", spa, said, "--example", "topic", "parking").exit_code == 0
    refused = run("corpus", "add", spa, said, "--example", "flow", "cancel")
    assert refused.exit_code == 1
    assert "already" in refused.stderr


def test_an_example_names_nobody(run: Run, spa: Path) -> None:
    before = open_house(spa).flows.newest["book"].examples
    ended = run("corpus", "add", spa, "call 212 555 0187 about my brows", "--example", "flow", "book")
    assert ended.exit_code == 1
    assert "0187" not in ended.output
    assert open_house(spa).flows.newest["book"].examples == before
