"""What is told of meetings: as values that flows show, and as options to choose from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from frontdesk.desk.actions.calls import Ended, standing_time
from frontdesk.desk.actions.meetings.wishes import Asked, NotPossible, text_of
from frontdesk.dialogue.conversation import Offer, Option
from frontdesk.dialogue.values import Days, Record, Times, Value
from frontdesk.scheduling.hours import DAY, locally, whole_day
from frontdesk.scheduling.meetings import Clash, Entry, Meeting
from frontdesk.scheduling.spans import Span

FIRST_LOOK = timedelta(days=14)  # ahead, where no day is named
FAR_LOOK = timedelta(days=366)  # ahead, for one that is to be changed
_BETWEEN = " "  # an id of a meeting and the moment of its occurrence


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One time that a meeting takes place."""

    entry: Entry
    span: Span

    @property
    def id(self) -> str:
        """What a choice of it is kept as."""
        return f"{self.entry.id}{_BETWEEN}{self.span.start.isoformat()}"


def named_occurrence(chosen: str) -> tuple[str, datetime | None]:
    """Return the id of a meeting and the occurrence that a choice names; None where it names just the meeting."""
    name, _, at = chosen.partition(_BETWEEN)
    try:
        start = datetime.fromisoformat(at) if at else None
    except ValueError:
        return "", None
    return name, start if start is not None and start.tzinfo is not None else None


def not_possible(why: NotPossible) -> Ended:
    """Say in one word what is wrong with what was asked for."""
    return Ended("invalid", {"finding": why.finding})


def taken(asked: Asked, clash: Clash | None) -> Ended:
    """Say what is in the way, if that may be told: to guests, what others have planned is time that is taken."""
    if clash is None or not (asked.visitor.owner or clash.over.is_theirs):
        return Ended("taken")
    told = _record(clash.over.meeting, _shown_start(asked, clash.over.meeting, clash.over.spans[0]))
    return Ended("taken", {"clash": told, "clash_day": clash.span.start.astimezone(asked.business.zone).date()})


def stored(asked: Asked, outcome: str, meeting: Meeting, reference: str) -> Ended:
    """Say that a meeting stands as it was asked for."""
    start, end = (locally(each, asked.business.zone) for each in (meeting.start, meeting.end))
    fields: dict[str, Value] = {"starts": start, "ends": end}
    return Ended(outcome, fields | ({"reference": reference} if reference else {}))


def window_of(asked: Asked, far: timedelta) -> Span:
    """Return the time that is looked at: the day or days named, or from now on."""
    day, zone = asked.arguments.get("date"), asked.business.zone
    now = asked.now
    if isinstance(day, Days):
        first = day.start or now.date()
        last = day.end or first + far
        return Span(whole_day(first, zone).start, max(whole_day(last, zone).start, whole_day(first, zone).end))
    if isinstance(day, date):
        return whole_day(day, zone)
    return Span(now, now + far)


def listed(asked: Asked, entries: Iterable[Entry], window: Span) -> tuple[Occurrence, ...]:
    """Return the occurrences in a window that fit what was said of them, in the order of the day."""
    several = [each for each in _there(entries, window) if _is_about(asked, each.entry.meeting)]
    begun = [each for each in several if _begins_then(asked, each)]
    fitting = begun or [each for each in several if _is_on(asked, each)]
    return tuple(sorted(fitting, key=lambda each: (each.span.start, each.entry.id)))


def _there(entries: Iterable[Entry], window: Span) -> Iterator[Occurrence]:
    return (Occurrence(each, span) for each in entries for span in each.spans if _reaches(span, window))


def looked_at(asked: Asked) -> Span:
    """Return the time in which meetings are looked for that a guest describes."""
    if text_of(asked, "about") is not None:
        return Span(asked.now, asked.now + FAR_LOOK)  # what is called by its name may be on any day
    is_described = any(asked.arguments.get(name) is not None for name in ("time", "attendee", "title"))
    return window_of(asked, FAR_LOOK if is_described else FIRST_LOOK)


def described(asked: Asked, entries: Sequence[Entry]) -> tuple[Occurrence, ...]:
    """Return the meetings that a guest describes; a name in the words counts for more than a day or a time."""
    is_described = any(asked.arguments.get(name) is not None for name in ("time", "attendee", "title"))
    window = window_of(asked, FAR_LOOK if is_described else FIRST_LOOK)
    called = _called(entries, text_of(asked, "about") or "")
    if not called:
        return listed(asked, entries, window)
    there = window_of(asked, FAR_LOOK)
    next_of_each = (Occurrence(each, min(each.spans, key=lambda span: span.start)) for each in called if each.spans)
    return listed(asked, called, there) or tuple(sorted(next_of_each, key=lambda each: each.span.start))


def _called(entries: Iterable[Entry], about: str) -> list[Entry]:
    """Return the meetings with most of these words in their title, or in an address of somebody who comes."""
    words = set(about.casefold().split())
    shared = [(each, len(words & _names_of(each.meeting))) for each in entries] if words else []
    most = max((count for _, count in shared), default=0)
    return [each for each, count in shared if count == most > 0]


def _names_of(meeting: Meeting) -> set[str]:
    told = (meeting.title, *(address.partition("@")[0] for address in meeting.attendees))
    return set(re.findall(r"\w+", " ".join(told).casefold()))


def _reaches(span: Span, window: Span) -> bool:
    return span.start < window.end and window.start < span.end


def _begins_then(asked: Asked, one: Occurrence) -> bool:
    clock, start = asked.arguments.get("time"), one.span.start.astimezone(asked.business.zone).time()
    return isinstance(clock, time) and not one.entry.meeting.all_day and start.replace(fold=0) == clock.replace(fold=0)


def _is_on(asked: Asked, one: Occurrence) -> bool:
    """Say whether a meeting takes place at the time that was named, or at some of those hours, not only begins then."""
    clock, zone = asked.arguments.get("time"), asked.business.zone
    begins, ends = one.span.start.astimezone(zone), one.span.end.astimezone(zone)
    first, last = begins.time(), ends.time() if ends.date() == begins.date() else time.max
    match clock:
        case time():
            return first <= clock < last
        case Times(start, end):
            return (end is None or first < end) and (start is None or start < last)
        case _:
            return True


def _is_about(asked: Asked, meeting: Meeting) -> bool:
    """Say whether the words for a meeting are in it: in its title, or in the address of somebody who comes."""
    title = meeting.title.casefold()
    told = {"title": title, "attendee": " ".join((title, *meeting.attendees)).casefold()}
    return all(
        word in where for name, where in told.items() for word in (text_of(asked, name) or "").casefold().split()
    )


def found(asked: Asked, entries: Sequence[Entry]) -> Ended:
    """Offer the meetings described to choose from; the only one is what was meant, and none leaves those besides it."""
    several = described(asked, entries)
    if not several:
        others = _records(asked, _besides_hours(asked, entries))
        return Ended("none", {"besides": others} if others is not None else {})
    fields: dict[str, Value] = {"found": _records(asked, several) or (), "count": len(several)}
    exact = several[0].id if len(several) == 1 else None
    return Ended("found", fields, offer(asked, [_option(asked, each) for each in several], exact))


def _besides_hours(asked: Asked, entries: Iterable[Entry]) -> Sequence[Occurrence]:
    """Return what is there at other hours of the days that were named with some."""
    window, days = window_of(asked, FAR_LOOK), asked.arguments.get("date")
    if days is None or asked.arguments.get("time") is None:
        return ()
    return sorted(_there(entries, window), key=lambda each: each.span.start)


def _records(asked: Asked, several: Sequence[Occurrence]) -> Value | None:
    """Return meetings as they are said in a sentence."""
    records = tuple(_record(each.entry.meeting, _shown_start(asked, each.entry.meeting, each.span)) for each in several)
    return records[0] if len(records) == 1 else records or None


def _option(asked: Asked, one: Occurrence) -> Option:
    meeting, zone = one.entry.meeting, asked.business.zone
    start, end = locally(one.span.start, zone), locally(one.span.end, zone)
    fields: dict[str, Value] = {
        "kind": "booking",
        "title": meeting.title,
        "start": _shown_start(asked, meeting, one.span),
        "end": end,
        "day": start.date(),
        "length": one.span.end - one.span.start,
        "found": _record(meeting, _shown_start(asked, meeting, one.span)),
    }
    if not meeting.all_day:
        fields["time"] = start.time()
    if meeting.attendees:
        fields["attendees"] = meeting.attendees
    if meeting.rule is not None:
        fields["series"] = True
    if one.entry.reference:
        fields["reference"] = one.entry.reference
    return Option(one.id, fields)


def offer(asked: Asked, options: Sequence[Option], exact: str | None) -> Offer:
    """Return options as they are offered; `exact` is the one that was meant, where that is known."""
    made_at, expires = standing_time(asked.business, asked.now)
    return Offer(tuple(options), made_at, expires, size=asked.visitor.page(asked.business.offer_size), exact=exact)


def _shown_start(asked: Asked, meeting: Meeting, span: Span) -> datetime | date:
    start = locally(span.start, asked.business.zone)
    return start.date() if meeting.all_day else start


def _record(meeting: Meeting, start: datetime | date) -> Record:
    """Return a meeting as it is said in a sentence: its title, and when it is."""
    return Record("booking", (("title", meeting.title), ("start", start)))


def days_in(window: Span, asked: Asked) -> Iterable[date]:
    """Give the days that a window touches."""
    zone = asked.business.zone
    first, last = window.start.astimezone(zone).date(), (window.end - timedelta(microseconds=1)).astimezone(zone).date()
    return (first + offset * DAY for offset in range((last - first).days + 1))
