"""A booking as a calendar file: the same entry through every change, at the same moment in every zone."""

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar, Event

from frontdesk.channels.web.calendar_file import calendar_file
from frontdesk.channels.web.host import CalendarEntry
from tests.faults.desks import NOW
from tests.web.visits import SERVER, visiting

URL = "https://desk.example/b/medspa/manage/abc"
MADE = datetime(2025, 11, 1, 9, tzinfo=UTC)
ENTRY = CalendarEntry(
    uid="1f0c@frontdesk",
    sequence=0,
    cancelled=False,
    start=datetime(2025, 11, 19, 21, tzinfo=UTC),
    end=datetime(2025, 11, 19, 21, 30, tzinfo=UTC),
    zone="America/New_York",
    made_at=MADE,
    changed_at=MADE,
    stamp=MADE,
    summary="Botox, Radiance Med Spa",
    description="Reference: M4D6WCM4",
    location="418 Madison Avenue, New York",
    organizer="Radiance Med Spa",
    organizer_email="hello@radiance.example",
)


def read(entry: CalendarEntry) -> tuple[Calendar, Event]:
    calendar = Calendar.from_ical(calendar_file(entry, URL))
    assert isinstance(calendar, Calendar)
    (event,) = calendar.walk("VEVENT")
    assert isinstance(event, Event)
    return calendar, event


def test_it_says_what_when_and_where() -> None:
    calendar, event = read(ENTRY)
    assert calendar["METHOD"] == "PUBLISH"
    assert event["UID"] == ENTRY.uid
    assert event["SEQUENCE"] == 0
    assert event["STATUS"] == "CONFIRMED"
    assert event["SUMMARY"] == ENTRY.summary
    assert event["LOCATION"] == ENTRY.location
    assert event["DESCRIPTION"] == f"Reference: M4D6WCM4\n{URL}"
    assert event["ORGANIZER"] == "mailto:hello@radiance.example"
    assert event.decoded("DTSTAMP") == MADE
    assert (event.start, event.end) == (ENTRY.start, ENTRY.end)


def test_it_carries_the_zone_of_the_business() -> None:
    text = calendar_file(ENTRY, URL).decode()
    assert "DTSTART;TZID=America/New_York:20251119T160000" in text
    assert "BEGIN:VTIMEZONE\r\nTZID:America/New_York" in text


@pytest.mark.parametrize("zone", ["UTC", "Etc/UTC", "Etc/GMT+5"])
def test_without_rules_it_is_in_utc(zone: str) -> None:
    text = calendar_file(replace(ENTRY, zone=zone), URL).decode()
    assert "DTSTART:20251119T210000Z" in text
    assert "VTIMEZONE" not in text


@pytest.mark.parametrize(
    ("zone", "start", "wall"),
    [
        ("America/New_York", datetime(2026, 3, 8, 6, 30, tzinfo=UTC), "20260308T013000"),  # before it goes forward
        ("America/New_York", datetime(2026, 3, 8, 7, 30, tzinfo=UTC), "20260308T033000"),
        ("America/New_York", datetime(2025, 11, 2, 4, 30, tzinfo=UTC), "20251102T003000"),
        ("America/New_York", datetime(2025, 11, 2, 7, 30, tzinfo=UTC), "20251102T023000"),  # after it goes back
        ("Europe/Madrid", datetime(2026, 3, 29, 1, 30, tzinfo=UTC), "20260329T033000"),
        ("Australia/Lord_Howe", datetime(2026, 4, 4, 16, 0, tzinfo=UTC), "20260405T023000"),
    ],
)
def test_both_clock_changes_keep_the_moment(zone: str, start: datetime, wall: str) -> None:
    entry = replace(ENTRY, zone=zone, start=start, end=start + timedelta(hours=1))
    assert f"DTSTART;TZID={zone}:{wall}" in calendar_file(entry, URL).decode()
    _, event = read(entry)
    assert event.start == start


def test_the_zone_of_the_file_itself_has_both_clock_changes() -> None:
    """Calendars reckon by the file's own rules: those of its year must be in it."""
    calendar, _ = read(ENTRY)
    zone = calendar.timezones[0].to_tz(lookup_tzid=False)
    for wall in ((2025, 11, 19, 16), (2025, 7, 1, 16), (2026, 3, 9, 12)):
        there, known = datetime(*wall, tzinfo=zone), datetime(*wall, tzinfo=ZoneInfo(ENTRY.zone))
        assert there.utcoffset() == known.utcoffset()


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Kolkata", "Europe/London", "Pacific/Chatham", "UTC"])
def test_across_zones_it_is_the_same_moment(zone: str) -> None:
    _, event = read(replace(ENTRY, zone=zone))
    assert (event.start, event.end) == (ENTRY.start, ENTRY.end)


def test_cancelled_it_says_so_under_the_same_name() -> None:
    _, event = read(replace(ENTRY, cancelled=True, sequence=2))
    assert event["STATUS"] == "CANCELLED"
    assert event["UID"] == ENTRY.uid
    assert event["SEQUENCE"] == 2


def test_without_an_address_there_is_no_organizer() -> None:
    _, event = read(replace(ENTRY, organizer_email=""))
    assert "ORGANIZER" not in event


HOSTILE = st.text(
    st.one_of(st.characters(codec="utf-8"), st.sampled_from('\r\n\t\x0b\x0c\x85\u2028;,:\\"')), max_size=200
)


@given(text=HOSTILE, name=HOSTILE)
def test_no_text_can_begin_a_line_of_its_own(text: str, name: str) -> None:
    hostile = f"x\r\nATTENDEE:mailto:evil@example.com\n{text}"
    entry = replace(ENTRY, summary=hostile, location=hostile, description=hostile, organizer=f"{hostile}{name}")
    written = calendar_file(entry, URL)
    for line in written.split(b"\r\n"):
        assert len(line) <= 75
        assert not line.startswith(b"ATTENDEE")
        assert b"\n" not in line
        assert b"\r" not in line
    calendar, event = read(entry)
    assert "ATTENDEE" not in event
    assert len(calendar.walk("VEVENT")) == 1


def test_long_lines_are_folded_and_read_back_whole() -> None:
    long = "Ein sehr langer Name für eine Behandlung " * 10
    _, event = read(replace(ENTRY, summary=long))
    assert event["SUMMARY"] == long.strip()


def test_it_stays_one_entry_through_two_moves_and_a_cancellation(sqlite_database: str) -> None:
    async def story() -> None:
        async with visiting(sqlite_database) as visit:
            seen = [await visit.event()]
            for day, text in ((date(2025, 11, 20), "2 PM"), (date(2025, 11, 21), "10 AM")):
                assert (await visit.move(day, text)).status_code == 303
                seen.append(await visit.event())
            await visit.cancel()
            seen.append(await visit.event())
            assert [int(str(each["SEQUENCE"])) for each in seen] == [0, 1, 2, 3]
            assert len({str(each["UID"]) for each in seen}) == 1
            assert [str(each["STATUS"]) for each in seen] == ["CONFIRMED"] * 3 + ["CANCELLED"]
            assert seen[2].start == datetime(2025, 11, 21, 10, tzinfo=NOW.tzinfo)
            assert f"{SERVER}{visit.address}" in str(seen[0]["DESCRIPTION"])
            assert (await visit.row()).reference in str(seen[0]["DESCRIPTION"])
            assert seen[0]["LOCATION"] == visit.desk.house.business.address

    asyncio.run(story())


def test_it_comes_as_a_file_that_is_kept_by_nobody(sqlite_database: str) -> None:
    async def story() -> None:
        async with visiting(sqlite_database) as visit:
            answer = await visit.browser.get(f"{visit.address}/calendar.ics")
            assert answer.headers["content-type"] == "text/calendar; charset=utf-8; method=PUBLISH"
            assert answer.headers["cache-control"] == "no-store"

    asyncio.run(story())
