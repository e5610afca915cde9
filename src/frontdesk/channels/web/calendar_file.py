"""Writes a booking as an iCalendar file that phones and computers add to their own calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, Timezone, vCalAddress

from frontdesk.channels.web.host import CalendarEntry

MEDIA_TYPE = "text/calendar; charset=utf-8; method=PUBLISH"
PRODUCT = "-//Frontdesk//Bookings//EN"
_NO_PLACE = "Etc/"  # zones that are a bare distance from UTC: nothing to tell a calendar of


def calendar_file(entry: CalendarEntry, manage_url: str) -> bytes:
    """Return the file. Each change has the same UID and a higher SEQUENCE, so calendars replace what they have."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    zone = ZoneInfo(entry.zone)
    start, end = entry.start.astimezone(zone), entry.end.astimezone(zone)
    if has_rules(zone):
        calendar.add_component(_zone(zone.key, start.year, end.year))
    else:
        start, end = start.astimezone(UTC), end.astimezone(UTC)
    calendar.add_component(_event(entry, start, end, manage_url))
    return bytes(calendar.to_ical())


def has_rules(zone: ZoneInfo) -> bool:
    """Say whether a zone is that of a place, with rules of its own that may change."""
    return "/" in zone.key and not zone.key.startswith(_NO_PLACE)


@lru_cache(maxsize=64)
def _zone(key: str, first_year: int, last_year: int) -> Timezone:
    """Return what a calendar must know of a zone in these years; reckoning it takes a while."""
    first, last = date(first_year - 1, 1, 1), date(last_year + 2, 1, 1)
    return Timezone.from_tzinfo(ZoneInfo(key), key, first, last)


def _event(entry: CalendarEntry, start: datetime, end: datetime, manage_url: str) -> Event:
    event = Event()
    event.add("uid", _line(entry.uid))
    event.add("sequence", entry.sequence)
    event.add("dtstamp", entry.stamp.astimezone(UTC))
    event.add("created", entry.made_at.astimezone(UTC))
    event.add("last-modified", entry.changed_at.astimezone(UTC))
    event.add("dtstart", start)
    event.add("dtend", end)
    event.add("summary", _line(entry.summary))
    event.add("description", "\n".join(filter(None, (_lines(entry.description), _line(manage_url)))))
    event.add("status", "CANCELLED" if entry.cancelled else "CONFIRMED")
    event.add("transp", "TRANSPARENT" if entry.cancelled else "OPAQUE")
    event.add("url", _line(manage_url))
    if entry.location:
        event.add("location", _line(entry.location))
    if entry.organizer_email:
        organizer = vCalAddress(f"mailto:{_line(entry.organizer_email)}")
        organizer.params["cn"] = _line(entry.organizer).replace('"', "'")
        event.add("organizer", organizer)
    return event


def _line(text: str) -> str:
    """Return a text on one line and without control characters, so that nobody's name can begin a line of its own."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


def _lines(text: str) -> str:
    return "\n".join(filter(None, map(_line, text.splitlines())))
