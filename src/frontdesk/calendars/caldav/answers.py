"""Reads what a CalDAV server answers: lists of meetings, single ones, series with their exceptions, whole days.

Nothing of it is trusted: what cannot be read is left out where others can be, and is never taken for an empty
calendar.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from urllib.parse import unquote
from xml.etree import ElementTree as ET
from zoneinfo import ZoneInfo

from dateutil.rrule import rrule, rruleset, rrulestr
from icalendar import Calendar, Event

from frontdesk.calendars.caldav.protocol import Seen
from frontdesk.calendars.caldav.writing import KEY
from frontdesk.scheduling.hours import at_wall
from frontdesk.scheduling.meetings import Entry, Meeting, all_of
from frontdesk.scheduling.spans import Span, overlaps

MOST_SPANS = 2000  # occurrences of one series in what is looked at
_DAV, _CAL = "{DAV:}", "{urn:ietf:params:xml:ns:caldav}"
_DAY = timedelta(days=1)
_BROKEN = (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError)  # of a text that is no iCalendar


class UnreadableAnswer(Exception):  # noqa: N818 - what is the case with the answer
    """An answer is not what a CalDAV server answers; the text says why, for the log."""


def read_listing(body: bytes, span: Span, zone: ZoneInfo) -> tuple[Entry, ...]:
    """Return the meetings of a listing that take place in a span; raises `UnreadableAnswer`."""
    if b"<!DOCTYPE" in body[:1000] or b"<!ENTITY" in body:
        raise UnreadableAnswer("it declares entities, or is a page")
    try:
        root = ET.fromstring(body)  # noqa: S314 - what may unpack to more was refused above
    except ET.ParseError:
        raise UnreadableAnswer("it is not XML") from None
    if root.tag != f"{_DAV}multistatus":
        raise UnreadableAnswer("it is not a listing")
    found = (entry for each in root.iter(f"{_DAV}response") for entry in _listed(each, span, zone))
    return tuple(sorted(found, key=lambda entry: (entry.spans[0].start, entry.id)))


def _listed(response: ET.Element, span: Span, zone: ZoneInfo) -> Iterator[Entry]:
    href, text = response.findtext(f"{_DAV}href") or "", response.findtext(f".//{_CAL}calendar-data")
    if not text:
        return  # it stands in the list and is none of what was asked for
    version = response.findtext(f".//{_DAV}getetag") or ""
    entry = _entry(unquote(href).rpartition("/")[2], text.encode(), version, zone, span)
    if entry.spans:
        yield entry


def read_meeting(name: str, text: bytes, version: str, zone: ZoneInfo) -> Seen:
    """Return one meeting; raises `UnreadableAnswer`."""
    entry = _entry(name, text, version, zone, None)
    return Seen(entry, text, str(_master(_events(text)).get(KEY, "")))


def _entry(name: str, text: bytes, version: str, zone: ZoneInfo, span: Span | None) -> Entry:
    try:
        events = _events(text)
        master = _master(events)
        meeting = _meeting(master, zone)
        spans = tuple(_spans(meeting, events, zone, span)) if span else (Span(meeting.start, meeting.end),)
        uid = str(master.get("UID", name))
    except _BROKEN as broken:
        raise UnreadableAnswer(f"a meeting of it cannot be read ({type(broken).__name__})") from None
    counts = str(master.get("TRANSP", "OPAQUE")).upper() != "TRANSPARENT"
    gone = str(master.get("STATUS", "")).upper() == "CANCELLED"
    return Entry(name, meeting, () if gone else spans, uid.partition("@")[0][:8].upper(), version, counts)


def _events(text: bytes) -> Sequence[Event]:
    events = [each for each in Calendar.from_ical(text).walk("VEVENT") if isinstance(each, Event)]
    if not events:
        raise UnreadableAnswer("there is no meeting in it")
    return events


def _master(events: Sequence[Event]) -> Event:
    """Return what the others are exceptions of; a server may also list an exception alone."""
    return next((each for each in events if "RECURRENCE-ID" not in each), events[0])


def _meeting(event: Event, zone: ZoneInfo) -> Meeting:
    start, end = event.start, event.end
    all_day = not isinstance(start, datetime)
    own = _zone_of(start, zone)
    if all_day:
        whole = all_of(start, max(end, start + _DAY), zone)
        begins, ends = whole.start, whole.end
    else:
        begins, ends = _moment(start, zone), _moment(end, zone)
    rule = event.get("RRULE")
    return Meeting(
        title=str(event.get("SUMMARY", "")),
        start=begins.astimezone(own),
        end=max(begins, ends).astimezone(own),
        zone=own,
        attendees=tuple(_attendees(event)),
        all_day=all_day,
        rule=None if rule is None else rule.to_ical().decode(),
    )


def _zone_of(start: datetime | date, zone: ZoneInfo) -> ZoneInfo:
    """Return the zone whose wall clock a meeting goes by; one that we do not know the name of is as good as UTC."""
    if not isinstance(start, datetime) or start.tzinfo is None:
        return zone  # a time without a zone is that of whoever looks
    return start.tzinfo if isinstance(start.tzinfo, ZoneInfo) else ZoneInfo("UTC")


def _moment(value: datetime | date, zone: ZoneInfo) -> datetime:
    if not isinstance(value, datetime):
        return all_of(value, value + _DAY, zone).start
    return at_wall(value.date(), value.time(), zone) if value.tzinfo is None else value.astimezone(UTC)


def _attendees(event: Event) -> Iterator[str]:
    written = event.get("ATTENDEE", [])
    for each in written if isinstance(written, list) else [written]:
        address = str(each)
        yield address[7:] if address.lower().startswith("mailto:") else address


def _spans(meeting: Meeting, events: Sequence[Event], zone: ZoneInfo, span: Span) -> Iterator[Span]:
    """Give when it takes place in a span: by its rule, without what was taken out, and with what was moved."""
    moved = [each for each in events if "RECURRENCE-ID" in each]
    instead = {_moment(each.decoded("RECURRENCE-ID"), zone) for each in moved}
    usual = [each for each in _by_rule(meeting, _master(events), zone, span) if each.start not in instead]
    others = [_meeting(each, zone) for each in moved if str(each.get("STATUS", "")).upper() != "CANCELLED"]
    found = [*usual, *(Span(each.start, each.end) for each in others)]
    yield from sorted((each for each in found if overlaps(each, span)), key=lambda each: each.start)[:MOST_SPANS]


def _by_rule(meeting: Meeting, event: Event, zone: ZoneInfo, span: Span) -> Iterator[Span]:
    if meeting.rule is None and "RDATE" not in event:
        yield Span(meeting.start, meeting.end)
        return
    walls = _walls(meeting, event, zone)
    reach = meeting.length + _DAY
    first, last = ((span.start - reach), (span.end + reach))
    days = max(1, round(meeting.length / _DAY))
    for wall in walls.between(_wall(first, meeting.zone), _wall(last, meeting.zone), inc=True):
        if meeting.all_day:
            yield all_of(wall.date(), wall.date() + days * _DAY, zone)
        else:
            start = at_wall(wall.date(), wall.time(), meeting.zone)
            yield Span(start, start + meeting.length)


def _walls(meeting: Meeting, event: Event, zone: ZoneInfo) -> rruleset:
    """Return the days and times of a series on the clock on the wall of its own zone."""
    walls, start = rruleset(), _wall(meeting.start, meeting.zone)
    if meeting.rule is None:
        walls.rdate(start)
    else:
        rule = rrulestr(_until_on_the_wall(meeting), dtstart=start)
        if isinstance(rule, rrule):
            walls.rrule(rule)
    for name, keep in (("RDATE", walls.rdate), ("EXDATE", walls.exdate)):
        written = event.get(name, [])
        for several in written if isinstance(written, list) else [written]:
            for each in several.dts:
                value = each.dt[0] if isinstance(each.dt, tuple) else each.dt  # an RDATE may be a period
                keep(_wall(_moment(value, zone), meeting.zone))
    return walls


def _until_on_the_wall(meeting: Meeting) -> str:
    """Return the rule with its end on the same clock as its start: `dateutil` compares nothing else."""
    parts = dict(part.partition("=")[::2] for part in (meeting.rule or "").split(";"))
    until = parts.get("UNTIL")
    if until is not None and until.endswith("Z"):
        end = datetime.strptime(until, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        parts["UNTIL"] = f"{_wall(end, meeting.zone):%Y%m%dT%H%M%S}"
    elif until is not None and "T" not in until:
        parts["UNTIL"] = f"{until}T235959"
    return ";".join(f"{key}={value}" for key, value in parts.items())


def _wall(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None)
