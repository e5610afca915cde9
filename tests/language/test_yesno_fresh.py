"""Replies written before the reader was looked at: few are misread, and none is taken for a yes that is none."""

from __future__ import annotations

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
from frontdesk.language.reading import Context
from frontdesk.language.understanding.agreeing.judging import judge

NOW = datetime(2025, 11, 18, 10, tzinfo=ZoneInfo("America/New_York"))
FILES = ("fresh_yesno.yaml", "fresh_yesno_later.yaml")
ANSWERS = {"agreed": "yes", "refused": "no", "neither": "unclear"}
BAR = 0.95


def rows(file: str) -> list[tuple[str, str, str]]:
    """Return what the desk said, what the guest replied, and what it means."""
    groups = yaml.safe_load(Path(__file__).with_name(file).read_text(encoding="utf-8"))
    keyed = [(group["said"], key, group.get(key, ())) for group in groups for key in ANSWERS]
    return [(said, str(text), ANSWERS[key]) for said, key, texts in keyed for text in texts]


def answer(said: str, text: str) -> str:
    return judge(text, Context(NOW, said=said)).value


@pytest.mark.parametrize("file", FILES)
def test_at_least_19_in_20_are_right(file: str) -> None:
    wrong = [(text, meant, heard) for said, text, meant in rows(file) if (heard := answer(said, text)) != meant]
    assert len(wrong) <= (1 - BAR) * len(rows(file)), wrong


SHOWN = "The 9:40 to Leeds on May 4 is 18 pounds. Shall I book it?"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Yes please! I'll also need the platform and the price.", "yes"),
        ("Yes. And I'd like a receipt too.", "yes"),
        ("Yes. Make it the 10:40.", "no"),
        ("Yes, and I'd like the one on May 5.", "no"),
    ],
)
def test_a_yes_by_itself_stays_one_beside_a_wish_for_more(text: str, meant: str) -> None:
    assert answer(SHOWN, text) == meant


@pytest.mark.parametrize("file", FILES)
def test_nothing_is_taken_for_a_yes_that_is_none(file: str) -> None:
    assert not [text for said, text, meant in rows(file) if meant != "yes" and answer(said, text) == "yes"]


@cache
def house() -> House:
    return open_house(Path(__file__).parents[2] / "examples" / "medspa")


def books(said: str, text: str, known: dict[str, Value]) -> bool:
    """Say whether the desk would book upon a reply to what it said."""
    flow = house().flows.newest["book"]
    confirm = flow.steps["confirm"]
    assert isinstance(confirm, Confirm)
    asked = Asked(Wanted.CONFIRMATION, "book", slots=flow.slots, known=known, shows=confirm.shows)
    heard = sort(read.meaning for read in house().understanding.understand(text, asked, NOW, said))
    return heard.yes and not (heard.informs or heard.picks or heard.excludes or heard.problems or heard.skips)


KNOWN: dict[str, dict[str, Value]] = {
    "Botox": {
        "service": (Item("service", "botox"),),
        "provider": Item("provider", "sarah_smith"),
        "day": date(2025, 11, 21),
        "time": time(15),
    },
    "Chemical peel": {
        "service": (Item("service", "chemical_peel"),),
        "provider": Item("provider", "emily_johnson"),
        "day": date(2025, 11, 20),
        "time": time(11),
        "name": "Tom Berg",
        "phone": "+12125550133",
    },
}


@pytest.mark.parametrize(("service", "file"), list(zip(KNOWN, FILES, strict=True)))
def test_the_desk_books_upon_what_the_reader_calls_a_yes(service: str, file: str) -> None:
    replies = [(said, text) for said, text, _ in rows(file) if service in said and "book it?" in said]
    assert replies
    differing = [text for said, text in replies if books(said, text, KNOWN[service]) != (answer(said, text) == "yes")]
    assert not differing
