"""A yes books, so whatever has more in it than agreement is not taken for one."""

from __future__ import annotations

from datetime import date, datetime, time
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from frontdesk.desk.house import House, open_house
from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.flow import Confirm
from frontdesk.dialogue.heard import sort
from frontdesk.dialogue.values import Item, Value

NOW = datetime(2025, 11, 18, 10, tzinfo=ZoneInfo("America/New_York"))
SAID = (
    "So that is Botox on Wednesday, November 19 at 3 PM with Dr. Sarah Smith, for Eva Brandt, phone (212) 555-0120. "
    "Shall I book it?"
)


@cache
def house() -> House:
    return open_house(Path(__file__).parents[2] / "examples" / "medspa")


def books(text: str) -> bool:
    """Say whether a reply to the confirm would book."""
    flow = house().flows.newest["book"]
    confirm = flow.steps["confirm"]
    assert isinstance(confirm, Confirm)
    known: dict[str, Value] = {
        "service": (Item("service", "botox"),),
        "day": date(2025, 11, 19),
        "time": time(15),
        "name": "Eva Brandt",
        "phone": "+12125550120",
    }
    asked = Asked(Wanted.CONFIRMATION, "book", slots=flow.slots, known=known, shows=confirm.shows)
    heard = sort(read.meaning for read in house().understanding.understand(text, asked, NOW, SAID))
    return heard.yes and not (heard.informs or heard.picks or heard.excludes or heard.problems or heard.skips)


@pytest.mark.parametrize(
    "text",
    [
        "i don't want to book",
        "book nothing",
        "sure no",
        "cool cool no",
        "yes, NOT",
        "ok let me ask my wife",
        "yes but i need to ask my husband first",
        "ok give me a minute",
        "book it after i get paid",
        "yes assuming it costs less than 100",
        "yes once my doctor approves",
        "yes maybe",
        "yes in theory",
        "yes just kidding",
        "yes but earlier",
        "yes the week after",
        "yes with someone else",
        "yes for two people",
        "yes Tom Brown",
        "yes but at your other location",
        "ok thanks bye",
        "good grief",
        "only the name is right",
        "ok i have a question",
        "I'd love to but I can't",
        "ok let me think about it",
        "good question",
        "is that the cheapest?",
        "yes but first tell me how much it is",
    ],
)
def test_more_than_agreement_books_nothing(text: str) -> None:
    assert not books(text)


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "yep thats fine",
        "ok great, book it please",
        "sounds good",
        "that's right, thank you",
        "go ahead",
        "perfect, wednesday at 3 works",
        "yes, and is there parking?",
        "no problem",
        "looks good to me",
        "lovely, please confirm",
        "👍",
    ],
)
def test_a_plain_yes_is_one(text: str) -> None:
    assert books(text)
