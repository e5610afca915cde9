"""Times that a clock shows twice: said so that nobody confuses them, and read as the one that is meant."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from frontdesk.dialogue.effects import Say
from frontdesk.dialogue.shifts import later
from frontdesk.dialogue.wording import ANY, Wording
from frontdesk.language.readers.reading import Context, Problem, Style
from frontdesk.language.readers.when import read
from frontdesk.language.replies.marks import Clock, scan
from frontdesk.language.replies.phrase import Phrases
from frontdesk.language.replies.saying import say
from frontdesk.scheduling.hours import locally
from tests.language.phrase_business import BUSINESS, CONTEXT
from tests.scheduling.clock_changes import Change, every_change

ZONE = ZoneInfo("America/New_York")
AUTUMN, NEXT = date(2026, 11, 1), date(2026, 11, 2)
FIRST = datetime(2026, 11, 1, 5, 30, tzinfo=UTC)  # 1:30 AM, and an hour later again
HOUR = timedelta(hours=1)
HERE = replace(BUSINESS, zone=ZONE)
MOVED = "Moved from {old_day} at {old_time} to {day} at {time}."


def pair(change: Change) -> tuple[datetime, datetime]:
    """Return the two moments at which the clock shows the time that comes again a quarter of an hour later."""
    second, zone = change.at + timedelta(minutes=15), ZoneInfo(change.zone)
    return locally(second - (change.before - change.after), zone), locally(second, zone)


TURNED_BACK = tuple(each for each in every_change() if each.after < each.before)


@pytest.mark.parametrize("change", TURNED_BACK, ids=lambda each: each.zone)
def test_two_times_of_one_name_never_read_the_same(change: Change) -> None:
    business = replace(BUSINESS, zone=ZoneInfo(change.zone))
    first, second = pair(change)
    assert first.time() == second.time()
    texts = [say(each, CONTEXT, business, Style.RICH) for each in (first, second)]
    assert texts[0] != texts[1]
    # A zone must not look like a reference or a price to those who check what leaves.
    assert all(isinstance(mark, Clock) for text in texts for mark in scan(text.partition(" at ")[2], "en"))


def told(template: str, **values: date | time) -> str:
    phrases = Phrases.of("en", {"moved": Wording(({ANY: template},))})
    return phrases.text(Say("moved", values), CONTEXT, HERE, Style.RICH)


def test_a_time_is_of_the_day_that_stands_beside_it() -> None:
    at, again = time(1, 30), time(1, 30, fold=1)
    text = told(MOVED, old_day=AUTUMN, old_time=at, day=NEXT, time=at)
    assert text == "Moved from Sunday, November 1 at 1:30 AM EDT to Monday, November 2 at 1:30 AM."
    text = told(MOVED, old_day=NEXT, old_time=again, day=AUTUMN, time=again)
    assert text == "Moved from Monday, November 2 at 1:30 AM to Sunday, November 1 at 1:30 AM EST."
    assert told("{time} on {day} is taken.", day=AUTUMN, time=at) == "1:30 AM EDT on Sunday, November 1 is taken."
    assert told("{time} it is.", time=again) == "1:30 AM it is."


@pytest.mark.parametrize(
    ("now", "text", "meant", "problem"),
    [
        (FIRST - HOUR, "today at 1:30 am", FIRST, None),
        (FIRST + HOUR / 2, "today at 1:30 am", FIRST + HOUR, None),
        (FIRST + 2 * HOUR, "today at 1:30 am", FIRST, Problem.PAST),
        (FIRST - HOUR, "in two hours", FIRST + HOUR, None),
        (FIRST + HOUR / 4, "in 30 minutes", FIRST + 3 * HOUR / 4, None),
    ],
)
def test_a_time_is_the_one_to_come(now: datetime, text: str, meant: datetime, problem: Problem | None) -> None:
    (found,) = read(text, Context(now.astimezone(ZONE)))
    assert isinstance(found.value, datetime)
    assert (found.value.astimezone(UTC), found.problem) == (meant, problem)


def test_an_hour_later_is_an_hour_later() -> None:
    moved = later(FIRST.astimezone(ZONE), HOUR)
    assert isinstance(moved, datetime)
    assert moved.astimezone(UTC) == FIRST + HOUR
    assert later(FIRST.astimezone(ZONE), timedelta(days=1)) == datetime(2026, 11, 2, 1, 30, tzinfo=ZONE)
