"""Meetings that are kept here: bookings of one person, each occurrence a claim on that person's time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from frontdesk.desk.actions.calls import Call, Ended
from frontdesk.desk.actions.meetings.free import Room, free_times
from frontdesk.desk.actions.meetings.moving import places_for, wanted_move
from frontdesk.desk.actions.meetings.notes import REMINDER, Note
from frontdesk.desk.actions.meetings.told import (
    FIRST_LOOK,
    days_in,
    found,
    looked_at,
    named_occurrence,
    not_possible,
    stored,
    taken,
    window_of,
)
from frontdesk.desk.actions.meetings.wishes import (
    NotPossible,
    Planned,
    ahead_of,
    attendees_of,
    changed_meeting,
    new_meeting,
    settings_of,
)
from frontdesk.desk.actions.references import readable_references
from frontdesk.scheduling.booking import Claim, Status
from frontdesk.scheduling.meetings import KIND, Entry, Meeting, first_clash, free_spans
from frontdesk.scheduling.spans import Span
from frontdesk.storage import codec
from frontdesk.storage.rows import BookingRow, Move, Refused, Window

LONGEST_ID = 18  # digits that every database takes for a number


def create_calendar_event(call: Call) -> Ended:
    """Put a meeting into the calendar: every occurrence of it, or nothing."""
    if (no := turned_away(call)) is not None:
        return no
    wanted = new_meeting(call)
    if isinstance(wanted, NotPossible):
        return not_possible(wanted)
    clash = first_clash(wanted.spans, _entries(call, _around(wanted.spans)))
    if clash is not None:
        return taken(call, clash)
    row = replace(_row(call, wanted.meeting), guest_id=call.visitor.guest, conversation_id=call.conversation or None)
    kept = call.unit.bookings.add(
        row, _claims(call, wanted.spans), call.by, readable_references(call.business, call.now)
    )
    return taken(call, None) if isinstance(kept, Refused) else stored(call, "booked", wanted.meeting, kept.reference)


def check_calendar_event(call: Call) -> Ended:
    """Say whether a meeting could be put into the calendar as it is wanted, and what is in the way."""
    if (no := turned_away(call)) is not None:
        return no
    wanted = new_meeting(call)
    if isinstance(wanted, NotPossible):
        return not_possible(wanted)
    clash = first_clash(wanted.spans, _entries(call, _around(wanted.spans)))
    return taken(call, clash) if clash is not None else Ended("free")


def update_calendar_event(call: Call) -> Ended:
    """Move or rename a meeting, or add people to it; a series as a whole."""
    row, at = _named(call)
    if (no := turned_away(call)) is not None or row is None:
        return no or Ended("refused")
    wanted = changed_meeting(call, meeting_of(row, call.business.zone), at or row.starts_at)
    if isinstance(wanted, NotPossible):
        return not_possible(wanted)
    clash = first_clash(wanted.spans, _entries(call, _around(wanted.spans)), besides=str(row.id))
    return taken(call, clash) if clash is not None else _kept(call, row, wanted)


def _kept(call: Call, row: BookingRow, wanted: Planned) -> Ended:
    new = _row(call, wanted.meeting)
    claims = _claims(call, wanted.spans)
    move = Move(new.provider, new.starts_at, new.ends_at, claims, call.by, details=new.details)
    match call.unit.bookings.move(row.id, move, call.now):
        case BookingRow() as moved:
            return stored(call, "updated", wanted.meeting, moved.reference)
        case Refused.TAKEN:
            return taken(call, None)
        case Refused.GONE:
            return Ended("refused")


def cancel_calendar_event(call: Call) -> Ended:
    """Take a meeting out of the calendar; a series as a whole."""
    row, _ = _named(call)
    if (no := turned_away(call)) is not None or row is None:
        return no or Ended("refused")
    settled = call.unit.bookings.settle(row.id, Status.CANCELLED, call.by, call.now)
    return Ended("cancelled") if isinstance(settled, BookingRow) else Ended("refused")


def fetch_calendar_events(call: Call) -> Ended:
    """Find the meetings of a day, or those that fit what was said of them."""
    if (no := turned_away(call)) is not None:
        return no
    own = [each for each in _entries(call, looked_at(call)) if each.is_theirs]
    return found(call, own)


def find_free_time(call: Call) -> Ended:
    """Find times at which nothing is in the calendar and somebody works."""
    if (no := turned_away(call)) is not None:
        return no
    length, people = call.of("duration", timedelta) or settings_of(call).length, attendees_of(call)
    if isinstance(people, NotPossible):
        return not_possible(people)
    window = window_of(call, FIRST_LOOK)
    if window.end <= call.now or length <= timedelta():
        return not_possible(NotPossible("past" if window.end <= call.now else "bad_length"))
    seen = Window(call.business.id, (settings_of(call).resource,), window.start, window.end)
    busy = call.unit.claims.busy(seen, call.now, except_conversation=call.conversation)
    free = free_spans(
        call.business.hours, days_in(window, call), call.business.zone, busy[settings_of(call).resource].spans()
    )
    return free_times(call, Room(free, length, max(window.start, call.now)), people)


def find_new_time(call: Call) -> Ended:
    """Find to where a meeting can be moved."""
    row, at = _named(call)
    if (no := turned_away(call)) is not None or row is None:
        return no or Ended("refused")
    move = wanted_move(call, meeting_of(row, call.business.zone), at or row.starts_at)
    if isinstance(move, NotPossible):
        return not_possible(move)
    return places_for(move, _entries(call, move.window), own=str(row.id))


def set_reminder(call: Call) -> Ended:
    """Have the desk say a meeting so long before it, in the conversation in which that was asked for."""
    if (no := turned_away(call)) is not None:
        return no
    reference, start, ahead = call.text("reference"), call.of("start_time", datetime), ahead_of(call)
    if reference is None or start is None or isinstance(ahead, NotPossible):
        return not_possible(ahead if isinstance(ahead, NotPossible) else NotPossible("no_time"))
    if start - ahead <= call.now:
        return not_possible(NotPossible("past"))
    due = (start - ahead).astimezone(call.business.zone)
    note = Note(call.conversation, reference.upper(), call.text("title") or KIND, start, ahead)
    kind = f"{REMINDER}/{call.business.id}"
    call.unit.jobs.put(kind, f"{kind}/{note.name}", codec.encode(note), due)
    return Ended("reminded", {"at": due})


def turned_away(call: Call) -> Ended | None:
    """Say why nothing is done: no calendar is kept or can be reached, or it is somebody else's."""
    if call.business.calendar is None or call.calendar_down:
        return Ended("unavailable")
    return Ended("refused") if call.business.owner and not call.visitor.owner else None


def meeting_of(row: BookingRow, zone: ZoneInfo) -> Meeting:
    """Return a booking as the meeting that it is."""
    kept = json.loads(row.details)
    own = ZoneInfo(kept["zone"]) if "zone" in kept else zone
    return Meeting(
        title=kept.get("title", row.service),
        start=row.starts_at.astimezone(own),
        end=row.ends_at.astimezone(own),
        zone=own,
        attendees=tuple(kept.get("attendees", ())),
        all_day=bool(kept.get("all_day")),
        rule=kept.get("recurrence"),
    )


def _row(call: Call, meeting: Meeting) -> BookingRow:
    details: dict[str, object] = {"title": meeting.title, "attendees": list(meeting.attendees)}
    details |= {"all_day": True} if meeting.all_day else {}
    details |= {"recurrence": meeting.rule} if meeting.rule is not None else {}
    details |= {"zone": meeting.zone.key} if meeting.zone != call.business.zone else {}
    return BookingRow(
        business=call.business.id,
        kind=KIND,
        status=Status.BOOKED,
        service=KIND,
        provider=settings_of(call).person,
        starts_at=meeting.start,
        ends_at=meeting.end,
        created_at=call.now,
        details=json.dumps(details, ensure_ascii=False),
    )


def _claims(call: Call, spans: Sequence[Span]) -> tuple[Claim, ...]:
    return tuple(Claim(settings_of(call).resource, each.start, each.end) for each in spans)


def _around(spans: Sequence[Span]) -> Span:
    return Span(min(each.start for each in spans), max(each.end for each in spans))


def _entries(call: Call, window: Span) -> tuple[Entry, ...]:
    """Return what is in the calendar then; what is another guest's is there without its reference."""
    seen = Window(call.business.id, (settings_of(call).resource,), window.start, window.end)
    return tuple(_entry(call, row, window) for row in call.unit.bookings.diary(seen))


def _entry(call: Call, row: BookingRow, window: Span) -> Entry:
    meeting = meeting_of(row, call.business.zone)
    spans: tuple[Span, ...] = (Span(row.starts_at, row.ends_at),)
    if meeting.rule is not None:
        claimed = (Span(each.start, each.end) for each in call.unit.bookings.claimed(row.id))
        spans = tuple(each for each in claimed if each.start < window.end and window.start < each.end)
    is_own = row.kind == KIND and (call.visitor.owner or row.guest_id == call.visitor.guest)
    return Entry(str(row.id), meeting, spans, row.reference if is_own else "", is_theirs=is_own)


def _named(call: Call) -> tuple[BookingRow | None, datetime | None]:
    """Return the meeting that was chosen, and which of its occurrences; None if it is not this guest's, or is off."""
    name, at = named_occurrence(call.text("booking") or "")
    row = (
        call.unit.bookings.by_id(int(name)) if name.isdecimal() and name.isascii() and len(name) < LONGEST_ID else None
    )
    return _theirs(call, row), at


def _theirs(call: Call, row: BookingRow | None) -> BookingRow | None:
    """Return a booking if it is a meeting that stands and that this guest may change."""
    if row is None or row.kind != KIND or row.business != call.business.id or row.status is not Status.BOOKED:
        return None
    return row if call.visitor.owner or row.guest_id == call.visitor.guest else None
