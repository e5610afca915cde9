"""Writes meetings as iCalendar (RFC 5545): new ones whole, changed ones in place, so that nothing of others is lost."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from icalendar import (
    Alarm,
    Calendar,
    Component,
    Event,
    Timezone,
    TimezoneDaylight,
    TimezoneStandard,
    vCalAddress,
    vRecur,
)

from frontdesk.scheduling.meetings import Meeting
from frontdesk.scheduling.recurrence import FURTHEST

KEY = "X-FRONTDESK-KEY"  # of the change of ours that made it what it is
_PRODUCT = "-//Frontdesk//Meetings//EN"


def new_text(meeting: Meeting, digest: str, at: datetime) -> bytes:
    """Return a meeting as it is written for the first time, under a UID made of its key."""
    calendar, event = Calendar(), Event()
    calendar.add("prodid", _PRODUCT)
    calendar.add("version", "2.0")
    event.add("uid", f"{digest}@frontdesk")
    event.add("created", at)
    _fill(event, meeting, digest, at)
    calendar.add_component(event)
    return _with_zones(calendar, meeting)


def changed_text(text: bytes, meeting: Meeting, digest: str, at: datetime) -> bytes:
    """Return the text of a meeting with what has changed, and everything else as it was."""
    calendar = Calendar.from_ical(text)
    events = (each for each in calendar.walk("VEVENT") if isinstance(each, Event))
    event = next(each for each in events if "RECURRENCE-ID" not in each)
    for name in ("DTSTART", "DTEND", "DURATION", "RRULE", "SUMMARY", "DTSTAMP", "LAST-MODIFIED", KEY):
        event.pop(name, None)
    event["SEQUENCE"] = int(event.get("SEQUENCE", 0)) + 1
    known = _addresses(event)
    _fill(event, meeting, digest, at, known)
    return _with_zones(calendar, meeting)


def _fill(event: Event, meeting: Meeting, digest: str, at: datetime, known: frozenset[str] = frozenset()) -> None:
    event.add("dtstamp", at)
    event.add("last-modified", at)
    event.add("summary", meeting.title)
    event.add("dtstart", _written(meeting.start, meeting))
    event.add("dtend", _written(meeting.end, meeting))
    event.add(KEY, digest)
    if meeting.rule is not None:
        event.add("rrule", _rule(meeting))
    for address in meeting.attendees:
        if address.lower() not in known:
            event.add("attendee", vCalAddress(f"mailto:{address}"))
    if meeting.reminders:
        event.subcomponents = [each for each in event.subcomponents if each.name != "VALARM"]
    for ahead in meeting.reminders:
        event.add_component(_alarm(meeting, -ahead))


def _alarm(meeting: Meeting, trigger: object) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", meeting.title)
    alarm.add("trigger", trigger)
    return alarm


def _addresses(event: Event) -> frozenset[str]:
    written = event.get("ATTENDEE", ())
    several = written if isinstance(written, list) else [written]
    return frozenset(str(each).lower().removeprefix("mailto:") for each in several)


def _written(moment: datetime, meeting: Meeting) -> datetime | date:
    """Return a time as it is written: with its zone, so that a series stays at its hour; of whole days only the day."""
    local = moment.astimezone(meeting.zone)
    return local.date() if meeting.all_day else local


def _rule(meeting: Meeting) -> vRecur:
    """Return the rule as it is written: its end in UTC, or as a day where the days are whole."""
    rule: vRecur = vRecur.from_ical(meeting.rule or "")
    end = next(iter(rule.get("UNTIL", [])), None)
    if isinstance(end, datetime):
        local = end if end.tzinfo is not None else end.replace(tzinfo=meeting.zone)
        rule["UNTIL"] = [local.date() if meeting.all_day else local.astimezone(UTC)]
    return rule


def _with_zones(calendar: Calendar, meeting: Meeting) -> bytes:
    """Return the text with the rules of its zone; those of another program that say how it goes on forever stay."""
    name = meeting.zone.key
    if name != "UTC" and not meeting.all_day and not any(map(_is_lasting, _zones(calendar, name))):
        calendar.subcomponents = [each for each in calendar.subcomponents if each not in _zones(calendar, name)]
        calendar.subcomponents.insert(0, _zone(meeting))
    text: bytes = calendar.to_ical()
    return text


def _zones(calendar: Calendar, name: str) -> list[Component]:
    return [each for each in calendar.walk("VTIMEZONE") if str(each.get("TZID")) == name]


def _is_lasting(zone: Component) -> bool:
    return any("RRULE" in each for each in zone.subcomponents)


def _zone(meeting: Meeting) -> Timezone:
    """Write down every change of the clock from a year before the meeting until well after the longest series.

    Each is a part of its own: some servers read only the first of several dates, and think it summer ever after.
    """
    first = meeting.start.date() - timedelta(days=366)
    zone = Timezone.from_tzinfo(meeting.zone, meeting.zone.key, first, first + 2 * FURTHEST)
    changes: list[TimezoneStandard | TimezoneDaylight] = []
    for part in zone.subcomponents:
        dates = part.get("RDATE", [])
        listed = [each.dt for several in (dates if isinstance(dates, list) else [dates]) for each in several.dts]
        for start in (part.decoded("DTSTART"), *listed):
            change = type(part)()
            for key in ("TZNAME", "TZOFFSETFROM", "TZOFFSETTO"):
                change[key] = part[key]
            change.add("dtstart", start)
            changes.append(change)
    zone.subcomponents = changes
    return zone
