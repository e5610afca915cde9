"""Guests who order a cake leave its words out, count its eaters anew, and want to see no more cakes."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from frontdesk.desk.testing import Rehearsal, rehearse

BUSINESS = "id: oven\nname: Oven\nzone: UTC\nhours: {daily: 0-24}\n"
FLOW = """\
flows:
  cake:
    description: order a cake
    trigger: [order a cake]
    slots:
      cake: {type: option}
      size: {type: number, ask: "For how many people?"}
      day: {type: day, ask: "For which day?"}
      note: {type: text, required: no, ask: "Any words on it?"}
    steps:
      - {step: find, type: action, call: list_cakes}
      - {step: pick, type: choose, slot: cake, from: find, ask: "These we have:"}
      - {step: ask_size, type: collect, slot: size}
      - {step: ask_day, type: collect, slot: day}
      - {step: ask_note, type: collect, slot: note}
      - {step: sure, type: confirm, unshown: [cake], message: "A cake for {size} on {day}[ with {note?}]?"}
      - {step: done, type: say, message: "For {size} on {day}.", next: end}
"""
ACTIONS = '''\
"""What the oven does."""

from dataclasses import dataclass

from frontdesk.desk.kit import action


@dataclass(frozen=True)
class Cake:
    id: str
    name: str


@dataclass(frozen=True)
class Cakes:
    cakes: tuple[Cake, ...]


@action
def list_cakes() -> Cakes:
    """List the cakes."""
    names = ("Carrot cake", "Lemon cake", "Walnut roll", "Plain sponge", "Cheesecake", "Linzer", "Strudel")
    return Cakes(tuple(Cake(name.lower().replace(" ", "_"), name) for name in names))
'''


@pytest.fixture(scope="module")
def oven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("oven")
    (folder / "flows").mkdir()
    (folder / "business.yaml").write_text(BUSINESS, encoding="utf-8")
    (folder / "actions.py").write_text(ACTIONS, encoding="utf-8")
    (folder / "flows" / "cake.yaml").write_text(FLOW, encoding="utf-8")
    return folder


@pytest.fixture
def desk(oven: Path) -> Iterator[Rehearsal]:
    with rehearse(oven, datetime(2026, 3, 3, 10, tzinfo=UTC)) as rehearsal:
        rehearsal.say("order a cake")
        yield rehearsal


@pytest.mark.parametrize(
    "said", ["no more", "no more thanks", "I need no more options", "don't show me any others", "nothing more"]
)
def test_who_wants_no_more_stays_at_the_page(desk: Rehearsal, said: str) -> None:
    reply = str(desk.say(said)["reply"])
    assert "Carrot cake" in reply
    assert "Strudel" not in reply


@pytest.mark.parametrize("said", ["more", "no, more please", "are there no more?", "no"])
def test_who_wants_more_or_none_of_these_sees_the_next_page(desk: Rehearsal, said: str) -> None:
    assert "Strudel" in str(desk.say(said)["reply"])


def known_after(desk: Rehearsal, *lines: str) -> dict[str, object]:
    """Return what the desk knows once a guest has picked a cake and said these."""
    for line in ("lemon", "10", "tomorrow", *lines[:-1]):
        desk.say(line)
    known = desk.say(lines[-1])["known"]
    assert isinstance(known, dict)
    return known


@pytest.mark.parametrize(
    "said", ["no words", "no text please", "nothing on it", "I don't want any words", "don't write anything", "no note"]
)
def test_words_that_are_not_wanted_are_left_out(desk: Rehearsal, said: str) -> None:
    assert "note" not in known_after(desk, said)


@pytest.mark.parametrize(
    "said", ["no nuts", "nothing but love", "the words no regrets", "never give up", "say no to it"]
)
def test_words_that_say_something_are_kept(desk: Rehearsal, said: str) -> None:
    assert known_after(desk, said)["note"] == said


@pytest.mark.parametrize(
    ("said", "size", "day"),
    [
        ("make it 12 people and saturday", 12, "2026-03-07"),
        ("actually 20 people", 20, "2026-03-04"),
        ("make it for 6 people", 6, "2026-03-04"),
        ("saturday, and for 8 guests", 8, "2026-03-07"),
        ("two more people", 12, "2026-03-04"),
        ("actually 2 cakes", 10, "2026-03-04"),
        ("10 people, right?", 10, "2026-03-04"),
    ],
)
def test_for_so_many_counts_people(desk: Rehearsal, said: str, size: int, day: str) -> None:
    known = known_after(desk, "none", said)
    assert (known["size"], known["day"]) == (size, day)


def test_a_yes_that_says_the_count_again_is_a_yes(desk: Rehearsal) -> None:
    for line in ("lemon", "10", "tomorrow", "none"):
        desk.say(line)
    assert "For 10 on" in str(desk.say("yes for 10 people")["reply"])
