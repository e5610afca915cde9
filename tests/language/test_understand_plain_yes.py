"""A yes books, so whatever has more in it than agreement is not taken for one."""

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
from frontdesk.dialogue.heard import Heard, sort
from frontdesk.dialogue.values import Item, Value

_UNHEARD = 0.06  # of plain yeses may be asked once more
REPLIES = Path(__file__).with_name("plain_yes.yaml")
NOW = datetime(2025, 11, 18, 10, tzinfo=ZoneInfo("America/New_York"))
SAID = (
    "So that is Botox on Wednesday, November 19 at 3 PM with Dr. Sarah Smith, for Eva Brandt, phone (212) 555-0120. "
    "Shall I book it?"
)
SAID_OF_CANCELLING = "You want to cancel Botox on Wednesday, November 19 at 3 PM. Shall I cancel it?"


@cache
def house() -> House:
    return open_house(Path(__file__).parents[2] / "examples" / "medspa")


def heard_at_confirm(text: str) -> Heard:
    """Return what is heard in a reply to the confirm of a booking."""
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
    return sort(read.meaning for read in house().understanding.understand(text, asked, NOW, SAID))


def books(text: str) -> bool:
    """Say whether a reply to the confirm would book."""
    heard = heard_at_confirm(text)
    return heard.yes and not (heard.informs or heard.picks or heard.excludes or heard.problems or heard.skips)


def denies(text: str) -> bool:
    """Say whether a reply to the confirm of a booking would be a no."""
    return heard_at_confirm(text).no


def cancels(text: str) -> bool:
    """Say whether a reply to the confirm of a cancellation would cancel."""
    flow = house().flows.newest["cancel"]
    known: dict[str, Value] = {"service": (Item("service", "botox"),), "day": date(2025, 11, 19), "time": time(15)}
    asked = Asked(Wanted.CONFIRMATION, "cancel", slots=flow.slots, known=known)
    return sort(read.meaning for read in house().understanding.understand(text, asked, NOW, SAID_OF_CANCELLING)).yes


def replies(kind: str) -> list[str]:
    """Return the replies that are listed as this kind."""
    return [str(text) for text in yaml.safe_load(REPLIES.read_text(encoding="utf-8"))[kind]]


def test_more_than_agreement_books_nothing() -> None:
    assert [text for text in replies("books_nothing") if books(text)] == []


def test_plain_yeses_are_heard_all_but_a_few() -> None:
    """Each by itself is the model's to weigh: what it is not sure of is asked once more, and that must be rare."""
    unheard = [text for text in replies("books") if not books(text)]
    assert len(unheard) <= _UNHEARD * len(replies("books")), unheard


@pytest.mark.parametrize("text", replies("books"))
def test_a_plain_yes_is_never_a_no(text: str) -> None:
    assert not denies(text)


@pytest.mark.parametrize("text", replies("cancels_nothing"))
def test_a_remark_cancels_nothing(text: str) -> None:
    assert not cancels(text)


@pytest.mark.parametrize("text", replies("cancels"))
def test_a_plain_yes_cancels(text: str) -> None:
    assert cancels(text)
