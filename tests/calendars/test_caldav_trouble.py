"""A CalDAV server that is down, slow or wrong: never an empty calendar, never a meeting that may not be there."""

import asyncio
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from frontdesk.calendars.caldav import (
    Absent,
    CalDav,
    CalDavOutcome,
    Listed,
    NotAnswered,
    NotLetIn,
    Outdated,
    Seen,
    Stored,
    Unclear,
)
from frontdesk.calendars.patience import Breaker, Budget, Patience, Restraint
from frontdesk.scheduling.meetings import Entry, Meeting
from frontdesk.scheduling.spans import Span
from tests.calendars.hostile_erp import Behaviour, Request, answer, hostile_erp, replies

LONDON = ZoneInfo("Europe/London")
NOW = datetime(2025, 11, 27, 9, tzinfo=LONDON)
MEETING = Meeting("Budget", NOW + timedelta(hours=5), NOW + timedelta(hours=6), LONDON)
SPAN = Span(NOW, NOW + timedelta(days=1))
QUICK = Patience(deadline=5, attempt=2, tries=3, first_pause=0.001, longest_pause=0.002, largest=100_000)
HASTY = Patience(deadline=0.3, attempt=0.1, tries=2, first_pause=0.001, longest_pause=0.002, largest=100_000)
TEXT = (
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:x\nDTSTART:20251127T100000Z\nDTEND:20251127T110000Z\nEND:VEVENT\nEND:VCALENDAR"
)
SEEN = Seen(Entry("x.ics", MEETING, (), version='"1"'), TEXT.encode(), "")
PAGE = b"<!DOCTYPE html><html><body>Sign in to the hotel network</body></html>"
BOMB = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "b">]><multistatus xmlns="DAV:">&b;</multistatus>'


def listing(text: str) -> bytes:
    """Return a list with one meeting, as a server writes it."""
    data = f"<C:calendar-data>{text}</C:calendar-data>"
    prop = f'<propstat><prop><getetag>"1"</getetag>{data}</prop></propstat>'
    space = 'xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"'
    return f"<multistatus {space}><response><href>/a/x.ics</href>{prop}</response></multistatus>".encode()


async def wait_for_ever(_: Request, __: asyncio.StreamWriter) -> None:
    await asyncio.sleep(3600)


async def hang_up(_: Request, writer: asyncio.StreamWriter) -> None:
    writer.close()


def asked(behave: Behaviour, what: str, patience: Patience = QUICK) -> tuple[CalDavOutcome, list[Request]]:
    """Ask a server that behaves like this for one thing; return what came of it, and what it was asked."""

    async def ask() -> tuple[CalDavOutcome, list[Request]]:
        async with hostile_erp(behave) as server:
            restraint = Restraint(Budget(), Breaker(threshold=100))
            calendar = CalDav(server.url, LONDON, "alex", "secret", patience, restraint)
            return await call(calendar, what), server.requests

    return asyncio.run(ask())


async def call(calendar: CalDav, what: str) -> CalDavOutcome:
    match what:
        case "between":
            return await calendar.between(SPAN)
        case "see":
            return await calendar.see("x.ics")
        case "add":
            return await calendar.add(MEETING, "key", NOW)
        case "change":
            return await calendar.change(SEEN, MEETING, "key", NOW)
        case _:
            return await calendar.remove(SEEN)


READS, WRITES = ("between", "see"), ("add", "change", "remove")


@pytest.mark.parametrize("what", READS)
@pytest.mark.parametrize(
    "body",
    [
        PAGE,
        b"",
        b"{}",
        b"\xff\xfe\x00",
        BOMB,
        b"<multistatus/>",
        listing("BEGIN:VCALENDAR\nEND:VCALENDAR"),
        listing("what?"),
    ],
)
def test_an_answer_that_is_no_calendar_is_never_an_empty_one(what: str, body: bytes) -> None:
    status = 207 if what == "between" else 200
    assert isinstance(asked(replies(answer(body, status)), what)[0], NotAnswered)


def test_a_meeting_that_cannot_be_read_makes_the_whole_list_unknown() -> None:
    """Leaving it out would make its time look free."""
    broken = TEXT.replace("DTSTART:20251127T100000Z", "DTSTART:soon")
    assert isinstance(asked(replies(answer(listing(broken), 207)), "between")[0], NotAnswered)
    assert isinstance(asked(replies(answer(listing(TEXT), 207)), "between")[0], Listed)


@pytest.mark.parametrize("what", [*READS, *WRITES])
def test_who_is_not_let_in_is_told_so_and_does_not_insist(what: str) -> None:
    outcome, requests = asked(replies(answer(b"", 401)), what)
    assert isinstance(outcome, NotLetIn)
    assert len(requests) == 1
    assert "Authorization: Basic" in requests[0].head


@pytest.mark.parametrize("what", READS)
@pytest.mark.parametrize("behave", [replies(answer(b"", 500)), hang_up], ids=["error", "hangs up"])
def test_a_server_in_trouble_is_asked_again_and_then_says_nothing(what: str, behave: Behaviour) -> None:
    outcome, requests = asked(behave, what)
    assert isinstance(outcome, NotAnswered)
    assert len(requests) == 3


def test_a_server_that_recovers_is_heard() -> None:
    outcome, _ = asked(replies(answer(b"", 503), answer(listing(TEXT), 207)), "between")
    assert isinstance(outcome, Listed)
    assert [entry.id for entry in outcome.entries] == ["x.ics"]


@pytest.mark.parametrize("what", WRITES)
@pytest.mark.parametrize("behave", [replies(answer(b"", 500)), hang_up, replies(answer(PAGE, 502))])
def test_a_write_without_an_answer_is_unclear(what: str, behave: Behaviour) -> None:
    assert isinstance(asked(behave, what)[0], Unclear)


@pytest.mark.parametrize("what", WRITES)
def test_a_write_that_takes_too_long_is_unclear(what: str) -> None:
    assert isinstance(asked(wait_for_ever, what, HASTY)[0], Unclear)


@pytest.mark.parametrize("what", READS)
def test_a_look_that_takes_too_long_says_nothing(what: str) -> None:
    assert isinstance(asked(wait_for_ever, what, HASTY)[0], NotAnswered)


@pytest.mark.parametrize("what", [*READS, *WRITES])
def test_where_nobody_listens_nothing_was_done(what: str) -> None:
    calendar = CalDav("http://127.0.0.1:1", LONDON, patience=QUICK)
    assert isinstance(asyncio.run(call(calendar, what)), NotAnswered)


def test_after_a_lost_try_a_name_that_is_there_is_ours() -> None:
    lost_then_there = replies(answer(b"", 500), answer(b"", 412))
    assert asked(lost_then_there, "add")[0] == Stored()


def test_a_change_by_somebody_else_stands() -> None:
    changed = replies(answer(b"", 412), answer(TEXT.encode(), 200))
    assert asked(changed, "change")[0] == Outdated()
    assert asked(replies(answer(b"", 412), answer(b"", 404)), "change")[0] == Absent()


def test_too_much_is_not_read() -> None:
    assert isinstance(asked(replies(answer(b"x" * 200_000, 207)), "between")[0], NotAnswered)


def test_a_server_that_fails_often_is_left_alone() -> None:
    async def ask() -> int:
        async with hostile_erp(replies(answer(b"", 500))) as server:
            restraint = Restraint(Budget(), Breaker(threshold=3))
            calendar = CalDav(server.url, LONDON, patience=QUICK, restraint=restraint)
            for _ in range(4):
                assert isinstance(await calendar.between(SPAN), NotAnswered)
            return len(server.requests)

    assert asyncio.run(ask()) == 3
