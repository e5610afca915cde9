"""A number beside the name of what it counts changes that, wherever it is said; a yes beside it is no yes to it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from frontdesk.desk.testing import Rehearsal, rehearse

BUSINESS = "id: boats\nname: Boats\nzone: UTC\nhours: {daily: 0-24}\n"
FLOW = """\
flows:
  hire:
    description: hire boats
    trigger: [hire boats]
    slots:
      boats: {type: number, ask: How many do you want?}
      life_vests: {type: number, ask: How many vests?}
      name: {type: person_name, ask: What is your name?}
    steps:
      - {step: ask_boats, type: collect, slot: boats}
      - {step: ask_vests, type: collect, slot: life_vests}
      - {step: ask_name, type: collect, slot: name}
      - {step: sure, type: confirm, message: "{boats} boats and {life_vests} vests for {name}?"}
      - {step: done, type: say, message: "{boats} and {life_vests}.", next: end}
"""


@pytest.fixture(scope="module")
def boats(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("boats")
    (folder / "flows").mkdir()
    (folder / "business.yaml").write_text(BUSINESS, encoding="utf-8")
    (folder / "flows" / "hire.yaml").write_text(FLOW, encoding="utf-8")
    return folder


@pytest.fixture
def desk(boats: Path) -> Iterator[Rehearsal]:
    with rehearse(boats, datetime(2026, 3, 3, 10, tzinfo=UTC)) as rehearsal:
        yield rehearsal


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("make it 4 boats", (4, 3)),
        ("5 boats", (5, 3)),
        ("yes for 4 boats", (4, 3)),
        ("no, one boat", (1, 3)),
        ("yes but with 6 life vests", (2, 6)),
        ("7 oars", (2, 3)),
    ],
)
def test_a_number_changes_what_it_names(desk: Rehearsal, text: str, counts: tuple[int, int]) -> None:
    for line in ("hire boats", "2", "3", "Ann Bell"):
        desk.say(line)
    told = desk.say(text)
    known = told["known"]
    assert isinstance(known, dict)
    assert (known["boats"], known["life_vests"]) == counts
    assert told["position"] in {"confirming", "changing"}


@pytest.mark.parametrize("text", ["no, 7 oars", "7"])
def test_a_number_that_names_neither_of_two_counts_drops_nothing(desk: Rehearsal, text: str) -> None:
    for line in ("hire boats", "2", "3", "Ann Bell", "no"):
        desk.say(line)
    assert desk.say(text)["position"] == "changing"


@pytest.mark.parametrize(("text", "counts"), [("4 instead of 3", (2, 4)), ("not 2, 1", (1, 3)), ("9", (2, 3))])
def test_of_two_counts_the_one_that_was_is_named(desk: Rehearsal, text: str, counts: tuple[int, int]) -> None:
    for line in ("hire boats", "2", "3", "Ann Bell"):
        desk.say(line)
    known = desk.say(text)["known"]
    assert isinstance(known, dict)
    assert (known["boats"], known["life_vests"]) == counts


def test_a_no_to_anything_else_is_not_asked_the_same_again(desk: Rehearsal) -> None:
    first = desk.say("hello")["reply"]
    assert str(first).endswith("?")
    closed = str(desk.say("nope")["reply"])
    assert not closed.endswith("?")
