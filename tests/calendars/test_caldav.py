"""The CalDAV client against a real Radicale: what is written is read back, and nothing of others is lost."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import httpx
import pytest

from frontdesk.calendars.caldav import (
    Absent,
    CalDav,
    Listed,
    NotAnswered,
    NotLetIn,
    Outdated,
    Removed,
    Seen,
    Stored,
)
from frontdesk.calendars.caldav.client import QUERY, name_for
from frontdesk.scheduling.meetings import Entry, Meeting, all_of
from frontdesk.scheduling.spans import Span
from tests.calendars.radicale_server import SECRET, USER, in_a_loop, new_calendar, put, radicale, text_of

LONDON = ZoneInfo("Europe/London")
NOW = datetime(2025, 11, 27, 9, tzinfo=LONDON)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
WEEK = Span(NOW, NOW + 7 * DAY)

OTHERS = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Somebody else//EN
BEGIN:VTIMEZONE
TZID:Europe/London
BEGIN:STANDARD
DTSTART:19701025T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0000
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:standup
DTSTAMP:20251101T000000Z
SUMMARY:Stand-up
DTSTART;TZID=Europe/London:20251003T090000
DTEND;TZID=Europe/London:20251003T091500
RRULE:FREQ=DAILY
EXDATE;TZID=Europe/London:20251129T090000
X-ROOM:Blue
END:VEVENT
BEGIN:VEVENT
UID:standup
DTSTAMP:20251101T000000Z
RECURRENCE-ID;TZID=Europe/London:20251130T090000
SUMMARY:Stand-up
DTSTART;TZID=Europe/London:20251130T110000
DTEND;TZID=Europe/London:20251130T111500
END:VEVENT
END:VCALENDAR
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One Radicale for all tests of this file."""
    folder: Path = tmp_path_factory.mktemp("radicale")
    with radicale(folder) as url:
        yield url


@pytest.fixture
def calendar(server: str) -> CalDav:
    """An empty calendar on it."""
    return CalDav(new_calendar(server), LONDON, USER, SECRET)


def meeting(start: datetime, length: timedelta = HOUR, **more: object) -> Meeting:
    """Return a meeting."""
    plain = Meeting("Budget", start, start + length, LONDON)
    return replace(plain, **more)  # type: ignore[arg-type]  # fields of a meeting


async def entries(calendar: CalDav, span: Span = WEEK) -> tuple[Entry, ...]:
    """Return what the server lists."""
    listed = await calendar.between(span)
    assert isinstance(listed, Listed)
    return listed.entries


async def seen(calendar: CalDav, name: str) -> Seen:
    """Return a meeting that is there."""
    found = await calendar.see(name)
    assert isinstance(found, Seen)
    return found


@in_a_loop
async def test_what_is_added_is_listed_with_everything_it_has(calendar: CalDav) -> None:
    """Title, time, zone and attendees come back as they were written."""
    wanted = meeting(NOW + 5 * HOUR, attendees=("jane@example.com", "bob@example.org"))
    assert await calendar.add(wanted, "key 1", NOW) == Stored()
    (entry,) = await entries(calendar)
    assert entry.meeting == wanted
    assert entry.spans == (Span(NOW + 5 * HOUR, NOW + 6 * HOUR),)
    assert entry.id == name_for("key 1")


@in_a_loop
async def test_one_key_adds_one_meeting(calendar: CalDav) -> None:
    """A call that is repeated after its answer was lost changes nothing."""
    for _ in range(2):
        assert await calendar.add(meeting(NOW + HOUR), "again", NOW) == Stored()
    assert len(await entries(calendar)) == 1


@in_a_loop
async def test_a_series_stays_at_its_hour_across_the_change_of_the_clock(calendar: CalDav) -> None:
    """Nine is nine before and after the clocks go forward."""
    start = datetime(2026, 3, 23, 9, tzinfo=LONDON)
    await calendar.add(meeting(start, rule="FREQ=WEEKLY;UNTIL=20260406T235959"), "series", NOW)
    (entry,) = await entries(calendar, Span(start - DAY, start + 60 * DAY))
    assert [each.start.astimezone(LONDON).hour for each in entry.spans] == [9, 9, 9]
    assert [each.start.hour for each in entry.spans] == [9, 8, 8]


@in_a_loop
async def test_whole_days_are_days_in_the_zone_of_the_calendar(calendar: CalDav) -> None:
    """An all-day meeting has a date and no hours, whatever the offset."""
    day = all_of(date(2025, 11, 28), date(2025, 11, 29), LONDON)
    whole = Meeting("Focus", day.start, day.end, LONDON, all_day=True)
    await calendar.add(whole, "whole", NOW)
    (entry,) = await entries(calendar)
    assert (entry.meeting.all_day, entry.spans) == (True, (day,))
    assert "DTSTART;VALUE=DATE:20251128" in text_of(calendar.url, name_for("whole"))


@in_a_loop
async def test_a_series_of_others_is_read_with_its_exceptions(calendar: CalDav) -> None:
    """One taken out is not there, one moved is where it was moved to, and an endless one ends with what is asked."""
    put(calendar.url, "standup.ics", OTHERS)
    (entry,) = await entries(calendar, Span(datetime(2025, 11, 28, tzinfo=UTC), datetime(2025, 12, 2, tzinfo=UTC)))
    assert [f"{each.start:%d %H:%M}" for each in entry.spans] == ["28 09:00", "30 11:00", "01 09:00"]
    assert entry.meeting.attendees == ()


@in_a_loop
async def test_a_meeting_in_another_zone_is_where_it_is(calendar: CalDav) -> None:
    """Three in New York is eight in London, and stays written in its own zone."""
    york = ZoneInfo("America/New_York")
    start = datetime(2025, 11, 28, 15, tzinfo=york)
    await calendar.add(replace(meeting(start), zone=york), "york", NOW)
    (entry,) = await entries(calendar)
    assert entry.spans[0].start.astimezone(LONDON).hour == 20
    assert entry.meeting.zone == york


@in_a_loop
async def test_the_server_itself_knows_at_which_hour_it_is(calendar: CalDav) -> None:
    """Other programs ask the server for an hour, and it must find there what we wrote."""
    await calendar.add(meeting(datetime(2025, 11, 28, 14, tzinfo=LONDON)), "winter", NOW)
    await calendar.add(meeting(datetime(2026, 7, 28, 14, tzinfo=LONDON)), "summer", NOW)
    assert name_for("winter") in asked_raw(calendar, "20251128T144000Z", "20251128T145000Z")
    assert name_for("winter") not in asked_raw(calendar, "20251128T133000Z", "20251128T135000Z")
    assert name_for("summer") in asked_raw(calendar, "20260728T134000Z", "20260728T135000Z")
    assert name_for("summer") not in asked_raw(calendar, "20260728T144000Z", "20260728T145000Z")


def asked_raw(calendar: CalDav, start: str, end: str) -> str:
    """Ask the server for a span as it is, without the margin that we ask for."""
    body = QUERY.format(start=start, end=end)
    headers = {"Depth": "1", "Content-Type": "application/xml"}
    return httpx.request("REPORT", f"{calendar.url}/", content=body, auth=(USER, SECRET), headers=headers).text


@in_a_loop
async def test_what_is_changed_keeps_what_others_wrote(calendar: CalDav) -> None:
    """Only what was asked for changes in the text of another program."""
    put(calendar.url, "standup.ics", OTHERS)
    was = await seen(calendar, "standup.ics")
    renamed = replace(was.entry.meeting, title="Huddle", attendees=("jane@example.com",))
    assert await calendar.change(was, renamed, "rename", NOW) == Stored()
    text = text_of(calendar.url, "standup.ics")
    assert "X-ROOM:Blue" in text
    assert "SUMMARY:Huddle" in text
    assert "RECURRENCE-ID" in text
    assert "mailto:jane@example.com" in text


@in_a_loop
async def test_what_somebody_changed_meanwhile_is_not_overwritten(calendar: CalDav) -> None:
    """The etag of what was seen is the condition of every change and every removal."""
    await calendar.add(meeting(NOW + HOUR), "mine", NOW)
    was = await seen(calendar, name_for("mine"))
    theirs = replace(was.entry.meeting, title="Theirs")
    assert await calendar.change(was, theirs, "their change", NOW) == Stored()
    assert await calendar.change(was, replace(theirs, title="Mine"), "my change", NOW) == Outdated()
    assert await calendar.remove(was) == Outdated()
    assert (await seen(calendar, name_for("mine"))).entry.meeting.title == "Theirs"


@in_a_loop
async def test_a_change_that_got_through_before_its_answer_was_lost_counts(calendar: CalDav) -> None:
    """The second try of one change meets its own etag, and finds its own key."""
    await calendar.add(meeting(NOW + HOUR), "mine", NOW)
    was = await seen(calendar, name_for("mine"))
    moved = meeting(NOW + 3 * HOUR)
    for _ in range(2):
        assert await calendar.change(was, moved, "move", NOW) == Stored()


@in_a_loop
async def test_what_is_removed_is_gone_and_stays_so(calendar: CalDav) -> None:
    """Removing twice is removing once."""
    await calendar.add(meeting(NOW + HOUR), "mine", NOW)
    was = await seen(calendar, name_for("mine"))
    for _ in range(2):
        assert await calendar.remove(was) == Removed()
    assert await calendar.see(name_for("mine")) == Absent()
    assert await entries(calendar) == ()


@in_a_loop
async def test_a_wrong_password_and_a_wrong_address_are_told_apart_from_an_empty_calendar(calendar: CalDav) -> None:
    """Nobody is told that nothing is planned because nobody was let in."""
    assert isinstance(await replace(calendar, secret="wrong").between(WEEK), NotLetIn)
    assert isinstance(await replace(calendar, secret="wrong").add(meeting(NOW), "k", NOW), NotLetIn)
    assert isinstance(await replace(calendar, url=f"{calendar.url}-not").between(WEEK), NotLetIn | NotAnswered)


@in_a_loop
async def test_a_name_that_is_none_is_never_asked_for(calendar: CalDav) -> None:
    """What a caller gives as a name cannot lead to another address."""
    assert await calendar.see("../other/x.ics") == Absent()
