"""Times that are free, as options to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from frontdesk.desk.actions.calls import Ended
from frontdesk.desk.actions.meetings.told import offer
from frontdesk.desk.actions.meetings.wishes import Asked
from frontdesk.desk.actions.opening_pages import in_pages
from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.values import Days, Times, Value
from frontdesk.scheduling import search
from frontdesk.scheduling.hours import at_wall, locally
from frontdesk.scheduling.meetings import every_start, has_room, starts_in
from frontdesk.scheduling.spans import Span, in_utc

NONE_IN_PART = "none_in_part"  # it is free, but not at the times wanted
MOST_FREE = 24  # openings of an offer; more than anybody reads


@dataclass(frozen=True, slots=True)
class Room:
    """The time that is free, and how long it is wanted for, from when on."""

    free: tuple[Span, ...]
    length: timedelta
    not_before: datetime


def free_times(asked: Asked, room: Room, people: Sequence[str]) -> Ended:
    """Offer times at which there is room here, and name those of `people` whose own calendars nobody can see."""
    zone, length = asked.business.zone, room.length
    every = [locally(start, zone) for start in starts_in(room.free, length, room.not_before)]
    as_wished = [start for start in every if _is_wished(start.time(), asked.arguments.get("time"))]
    as_wished = as_wished or _besides(asked, room)
    every = every or as_wished
    if not every:
        return Ended("none")
    local = _over_days(asked, as_wished or every)
    ends = [locally(start.astimezone(UTC) + length, zone) for start in local]
    options = [
        Option(start.isoformat(), {"start": start, "end": end, "day": start.date(), "time": start.time()})
        for start, end in zip(local, ends, strict=True)
    ]
    fields: dict[str, Value] = {"first": min(as_wished or every), **({} if as_wished else {"finding": NONE_IN_PART})}
    unseen = tuple(each for each in people if each.lower() != (asked.business.email or "").lower())
    fields |= {"unseen": unseen} if unseen else {}
    return Ended("openings", fields, offer(asked, options, options[0].id if len(options) == 1 else None))


def _besides(asked: Asked, room: Room) -> list[datetime]:
    """Return the starts as wished that are not among those proposed one after the other; they do not overlap."""
    zone, wished = asked.business.zone, asked.arguments.get("time")
    starts = [*every_start(room.free, room.length, room.not_before), *_exactly(asked, room)]
    found: list[datetime] = []
    for start in sorted(locally(start, zone) for start in starts):
        if _is_wished(start.time(), wished) and (not found or start - found[-1] >= room.length):
            found.append(start)
    return found


def _exactly(asked: Asked, room: Room) -> Iterator[datetime]:
    """Give the starts at the very minute that was named, on each of the days."""
    zone, wished = asked.business.zone, asked.arguments.get("time")
    clocks = [clock for clock in (wished if isinstance(wished, tuple) else (wished,)) if isinstance(clock, time)]
    for day in dict.fromkeys(locally(span.start, zone).date() for span in room.free):
        for start in (in_utc(at_wall(day, clock, zone)) for clock in clocks):
            if start >= in_utc(room.not_before) and has_room(room.free, Span(start, start + room.length)):
                yield start


def _over_days(asked: Asked, starts: Sequence[datetime]) -> Sequence[datetime]:
    """Return some of the starts; of several days named, some of each day."""
    wanted, size = asked.arguments.get("time"), asked.visitor.page(asked.business.offer_size)
    hours = search.Times(wanted.start, wanted.end) if isinstance(wanted, Times) else search.Times()
    if isinstance(asked.arguments.get("date"), Days):
        return in_pages(starts, size, lambda start: start, hours)[:MOST_FREE]
    return starts[:MOST_FREE]


def _is_wished(clock: time, wanted: Value | None) -> bool:
    match wanted:
        case time():
            return clock == wanted
        case Times(start, end):
            return clock in search.Times(start, end)
        case tuple():
            return any(_is_wished(clock, each) for each in wanted)
        case _:
            return True
