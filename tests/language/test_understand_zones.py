"""Times of other zones are read as the time it then is at the business; a zone in doubt is none."""

from __future__ import annotations

from datetime import date, datetime, time
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from frontdesk.desk.house import House, open_house
from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import Inform, Problem
from frontdesk.dialogue.values import Times, Value

NEW_YORK = ZoneInfo("America/New_York")
WINTER = datetime(2025, 11, 18, 10, tzinfo=NEW_YORK)
# America has turned its clocks by then, and Europe has not.
MARCH = datetime(2026, 3, 16, 10, tzinfo=NEW_YORK)


@cache
def spa() -> House:
    return open_house(Path(__file__).parents[2] / "examples" / "medspa")


def informed(text: str, now: datetime = WINTER, asked: Asked | None = None) -> dict[str, Inform]:
    reads = spa().understanding.understand(text, asked or Asked(), now)
    return {read.meaning.slot: read.meaning for read in reads if isinstance(read.meaning, Inform)}


@pytest.mark.parametrize(
    ("text", "day", "at", "there"),
    [
        ("botox tomorrow at 3pm pacific", date(2025, 11, 19), time(18), "3 PM pacific"),
        ("botox tomorrow at noon mountain time", date(2025, 11, 19), time(14), "noon mountain time"),
        ("botox on friday, 9:30 am CST", date(2025, 11, 21), time(10, 30), "9:30 AM CST"),
        ("a peel thursday at 4pm UTC", date(2025, 11, 20), time(11), "4 PM UTC"),
        ("botox friday at 3am Sydney time", date(2025, 11, 20), time(11), "3 AM Sydney time"),
    ],
)
def test_a_time_of_another_zone_is_turned(text: str, day: date, at: time, there: str) -> None:
    given = informed(text)
    assert (given["day"].value, given["time"].value, given["time_there"].value) == (day, at, there)


@pytest.mark.parametrize(("now", "at"), [(WINTER, time(10)), (MARCH, time(11))])
def test_the_clocks_of_that_day_count(now: datetime, at: time) -> None:
    assert informed("botox tomorrow at 3pm London time", now)["time"].value == at


def test_the_day_that_is_known_counts() -> None:
    flow = spa().flows.newest["book"]
    known: dict[str, Value] = {"day": date(2026, 3, 17)}
    asked = Asked(Wanted.SLOT, "book", slots=flow.slots, slot=flow.slots["name"], known=known)
    assert informed("3pm London time please", datetime(2026, 3, 2, 10, tzinfo=NEW_YORK), asked)["time"].value == time(
        11
    )


def test_a_range_is_turned_at_both_ends() -> None:
    assert informed("botox tomorrow between 9am and 11am pacific")["time"].value == Times(time(12), time(14))


@pytest.mark.parametrize("name", ["ET", "eastern time", "your time", "local time", "New York time"])
def test_our_own_zone_changes_nothing(name: str) -> None:
    given = informed(f"botox tomorrow at 3pm {name}")
    assert given["time"].value == time(15)
    assert "time_there" not in given


@pytest.mark.parametrize("name", ["IST", "my time", "Zorg time", "XQT"])
def test_a_zone_in_doubt_is_asked_about(name: str) -> None:
    given = informed(f"botox tomorrow at 3pm {name}")
    assert (given["time"].value, given["time"].problem) == (None, Problem.ZONE)
    assert "time_there" not in given


@pytest.mark.parametrize(
    "text", ["botox tomorrow at 3pm this time", "botox tomorrow at 3pm please", "BOTOX AT 3PM, WHAT"]
)
def test_other_words_after_a_time_are_no_zone(text: str) -> None:
    assert informed(text)["time"].value == time(15)
