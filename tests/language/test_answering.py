"""Yes and no, by the model and the veto: nothing that is none is taken for a yes, and few are misread."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, datetime, time
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import yaml

from frontdesk.desk.house import House, open_house
from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.flow import Confirm
from frontdesk.dialogue.heard import sort
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.readers.reading import Context
from frontdesk.language.resolve.answering import judge
from frontdesk.language.tagger.opinions import SHIPPED, Tagger

ROOT = Path(__file__).parents[2]
NOW = datetime(2025, 11, 18, 10, tzinfo=ZoneInfo("America/New_York"))
REPLIES = ROOT / "training" / "corpus" / "made" / "replies_of_tests.jsonl"
BAR = 0.93

Reply = tuple[str, str, str]  # what the desk said, what the guest replied, what that means


def answer(said: str, text: str, tagger: Tagger | None = None) -> str:
    return judge(text, Context(NOW, said=said, tagger=tagger or Tagger(SHIPPED))).value


@cache
def rows() -> Sequence[Reply]:
    """Return the replies that tests have sorted into yes, no and neither over time."""
    every = [json.loads(line) for line in REPLIES.read_text(encoding="utf-8").splitlines()]
    return tuple((one["p"], one["u"], one["y"]) for one in every)


@cache
def heard() -> Sequence[tuple[Reply, str]]:
    return tuple((row, answer(row[0], row[1])) for row in rows())


def is_right(taken: str, meant: str) -> bool:
    return taken != "yes" if meant == "not_yes" else taken == meant


def test_nothing_that_is_none_is_taken_for_a_yes() -> None:
    # Praise at a cancellation, another phone number and what trails off are told apart with the conversation at hand.
    elsewhere = {"fine...", "yes, the phone is 212 555 0199", "👍 thanks"}
    booking = [(row, taken) for row, taken in heard() if "cancel" not in row[0] and row[1] not in elsewhere]
    assert not [row for row, taken in booking if taken == "yes" != row[2]]


def test_few_replies_are_misread() -> None:
    wrong = [(*row, taken) for row, taken in heard() if not is_right(taken, row[2])]
    assert len(wrong) <= (1 - BAR) * len(rows()), wrong


@pytest.mark.parametrize(
    "text", ["yes", "Yes.", "y", "yep", "ok", "sure", "👍", "yes please", "no", "nope", "no thanks"]
)
def test_a_bare_answer_needs_no_model(text: str) -> None:
    class Silent(Tagger):
        def answer(self, place: str, desk: str, text: str) -> dict[str, float]:
            raise AssertionError(f"asked about {place}: {desk} {text}")

    said = "Botox tomorrow at 3 PM. Shall I book it?"
    assert answer(said, text, Silent(SHIPPED)) == ("no" if text.startswith("no") else "yes")


def test_without_a_model_only_plain_words_count() -> None:
    context = Context(NOW, said="Botox tomorrow at 3 PM. Shall I book it?")
    assert [judge(text, context).value for text in ("yes", "no", "be there or be square")] == ["yes", "no", "unclear"]


@cache
def house() -> House:
    return open_house(ROOT / "examples" / "medspa")


def books(said: str, text: str, known: dict[str, Value]) -> bool:
    """Say whether the desk would book upon a reply to what it said."""
    flow = house().flows.newest["book"]
    confirm = flow.steps["confirm"]
    assert isinstance(confirm, Confirm)
    asked = Asked(Wanted.CONFIRMATION, "book", slots=flow.slots, known=known, shows=confirm.shows)
    taken = sort(read.meaning for read in house().understanding.understand(text, asked, NOW, said))
    return taken.yes and not (taken.informs or taken.picks or taken.excludes or taken.problems or taken.skips)


PEEL: dict[str, Value] = {
    "service": (Item("service", "chemical_peel"),),
    "provider": Item("provider", "emily_johnson"),
    "day": date(2025, 11, 20),
    "time": time(11),
    "name": "Tom Berg",
    "phone": "+12125550133",
}


def test_the_desk_books_upon_nothing_that_the_reader_does_not_call_a_yes() -> None:
    file = Path(__file__).with_name("fresh_yesno_later.yaml")
    groups = [group for group in yaml.safe_load(file.read_text(encoding="utf-8")) if "Chemical peel" in group["said"]]
    assert groups
    refused = [(group["said"], str(text)) for group in groups for key in ("refused", "neither") for text in group[key]]
    assert not [text for said, text in refused if books(said, text, PEEL)]
