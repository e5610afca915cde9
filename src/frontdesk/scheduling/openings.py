"""Finds what can be offered: hours minus what is taken, on the grid, day by day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from frontdesk.scheduling.business import Business, Service
from frontdesk.scheduling.busy import BusyAround
from frontdesk.scheduling.chains import chained
from frontdesk.scheduling.hours import locally
from frontdesk.scheduling.roster import Roster
from frontdesk.scheduling.search import Opening, Part, Search
from frontdesk.scheduling.spans import elapsed, in_utc

__all__ = ["Opening", "Part", "Search", "has_some", "on_day", "openings", "stands"]


def openings(business: Business, search: Search, busy: BusyAround, now: datetime) -> Iterator[Opening]:
    """Walk the openings that answer the search, earliest first, one per start; a day is computed when it is reached.

    Every service and provider of the search is one of the business.
    """
    roster = Roster(business, search, busy, now)
    for day in roster.days():
        yield from on_day(roster, day)


def stands(business: Business, opening: Opening, busy: BusyAround, now: datetime) -> bool:
    """Say whether an opening found earlier could still be booked as it is: by today's hours, and by what is taken."""
    if not all(part.service in business.services for part in opening.parts):
        return False
    day = opening.start.astimezone(business.zone).date()
    search = Search(tuple(part.service for part in opening.parts), day, day)
    roster = Roster(business, search, busy, now)
    return all(_still_free(roster, part) for part in opening.parts)


def _still_free(roster: Roster, part: Part) -> bool:
    service, start = roster.business.services[part.service], in_utc(part.start)
    day = start.astimezone(roster.business.zone).date()
    kinds = [each.kind for each in map(roster.business.resources.get, part.resources) if each is not None]
    return (
        kinds == list(service.needs)
        and elapsed(part.start, part.end) == service.duration
        and roster.in_time(service, start)
        and roster.in_hours(service, start, day)
        and all(who in roster.free(service, kind, start, day) for kind, who in zip(kinds, part.resources, strict=True))
    )


def on_day(roster: Roster, day: date) -> tuple[Opening, ...]:
    """Return the openings that start on `day`."""
    return tuple(_of_day(roster, day))


def has_some(roster: Roster, day: date) -> bool:
    """Say whether any opening starts on `day`."""
    match roster.services():
        case (service,):
            starts = (each for each in roster.grid(service, day) if roster.wished(each))
            return any(_is_open(roster, service, start, day) for start in starts)
        case _:
            return next(_of_day(roster, day), None) is not None


def _is_open(roster: Roster, service: Service, start: datetime, day: date) -> bool:
    return all(roster.first_free(service, kind, (start,), day) for kind in service.needs)


def _of_day(roster: Roster, day: date) -> Iterator[Opening]:
    match roster.services():
        case (service,):
            return _single(roster, service, day)
        case _:
            return iter(chained(roster, day))


def _single(roster: Roster, service: Service, day: date) -> Iterator[Opening]:
    starts = roster.grid(service, day)
    if not roster.search.at_any_time:
        starts = tuple([each for each in starts if roster.wished(each)])
    if not starts:
        return
    by_kind = [roster.first_free(service, kind, starts, day) for kind in service.needs]
    for start in starts:
        resources = tuple([chosen[start] for chosen in by_kind if start in chosen])
        if len(resources) == len(service.needs):
            shown = locally(start, roster.business.zone)
            end = locally(start + service.duration, roster.business.zone)
            yield Opening((Part(service.id, shown, end, resources),))
