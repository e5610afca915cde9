"""Finds what can be offered: hours minus what is taken, on the grid, day by day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from frontdesk.scheduling.business import Business, Service
from frontdesk.scheduling.busy import BusyAround, PlacesTaken, no_places_taken
from frontdesk.scheduling.chains import chained
from frontdesk.scheduling.hours import locally
from frontdesk.scheduling.roster import Roster
from frontdesk.scheduling.search import Opening, Part, Search, location_of
from frontdesk.scheduling.spans import elapsed, in_utc

__all__ = ["Opening", "Part", "Search", "has_some", "is_still_free", "on_day", "openings", "search_for", "stands"]


def openings(
    business: Business, search: Search, busy: BusyAround, now: datetime, taken: PlacesTaken = no_places_taken
) -> Iterator[Opening]:
    """Walk the openings that answer the search, earliest first, one per start; a day is computed when it is reached.

    Every service and provider of the search is one of the business.
    """
    roster = Roster(business, search, busy, now, taken=taken)
    for day in roster.days():
        yield from on_day(roster, day)


def stands(business: Business, opening: Opening, busy: BusyAround, now: datetime) -> bool:
    """Say whether an opening found earlier could still be booked as it is: by today's hours, and by what is taken."""
    search = search_for(business, opening)
    return search is not None and is_still_free(Roster(business, search, busy, now, location=search.location), opening)


def is_still_free(roster: Roster, opening: Opening) -> bool:
    """Say the same by the roster of the search that an opening answers: it knows for how many people, too."""
    return all(_still_free(roster, part) for part in opening.parts)


def search_for(business: Business, opening: Opening, party: int | None = None) -> Search | None:
    """Return the search that an opening answers; None where the business no longer has what it is of."""
    services = tuple(part.service for part in opening.parts)
    if not all(each in business.services for each in services):
        return None
    day = opening.start.astimezone(business.zone).date()
    places = (location_of(business, part) for part in opening.parts)
    return Search(services, day, day, party=party, location=next(filter(None, places), None))


def _still_free(roster: Roster, part: Part) -> bool:
    service, start = roster.business.services[part.service], in_utc(part.start)
    day = start.astimezone(roster.business.zone).date()
    known = [each for each in map(roster.business.resources.get, part.resources) if each is not None]
    by_kind = [(kind, tuple(each.id for each in known if each.kind == kind)) for kind in service.needs]
    return (
        sum(len(names) for _, names in by_kind) == len(part.resources)
        and all(names for _, names in by_kind)
        and elapsed(part.start, part.end) == service.duration
        and roster.in_time(service, start)
        and roster.in_hours(service, start, day)
        and roster.may_begin(service, start, day)
        and all(roster.would_take(service, kind, names, start, day) for kind, names in by_kind)
    )


def on_day(roster: Roster, day: date) -> tuple[Opening, ...]:
    """Return the openings that start on `day`."""
    return tuple(_of_day(roster, day))


def has_some(roster: Roster, day: date) -> bool:
    """Say whether any opening starts on `day`."""
    return any(_has_some_there(each, day) for each in roster.places())


def _has_some_there(roster: Roster, day: date) -> bool:
    match roster.services():
        case (service,):
            starts = (each for each in roster.grid(service, day) if roster.wished(each))
            return any(_is_open(roster, service, start, day) for start in starts)
        case _:
            return next(_of_day_there(roster, day), None) is not None


def _is_open(roster: Roster, service: Service, start: datetime, day: date) -> bool:
    return all(_first_free(roster, service, kind, (start,), day) for kind in service.needs)


def _of_day(roster: Roster, day: date) -> Iterator[Opening]:
    """Walk the openings of a day by start; of several places that have one, the first in the file is given."""
    places = roster.places()
    if len(places) == 1:
        return _of_day_there(places[0], day)
    found: dict[datetime, Opening] = {}
    for place in places:
        for opening in _of_day_there(place, day):
            found.setdefault(in_utc(opening.start), opening)
    return iter([found[start] for start in sorted(found)])


def _of_day_there(roster: Roster, day: date) -> Iterator[Opening]:
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
    by_kind = [_first_free(roster, service, kind, starts, day) for kind in service.needs]
    for start in starts:
        if all(start in chosen for chosen in by_kind):
            resources = tuple([each for chosen in by_kind for each in chosen[start]])
            shown = locally(start, roster.business.zone)
            end = locally(start + service.duration, roster.business.zone)
            yield Opening((Part(service.id, shown, end, resources, roster.places_left(service, start)),))


def _first_free(
    roster: Roster, service: Service, kind: str, starts: Sequence[datetime], day: date
) -> dict[datetime, tuple[str, ...]]:
    """Return, for each start at which there is one of a kind, the first that is free; or two, put together."""
    alone = roster.first_free(service, kind, starts, day)
    found: dict[datetime, tuple[str, ...]] = {start: (who,) for start, who in alone.items()}
    if len(found) < len(starts) and roster.pairs(service, kind):
        found |= roster.first_pair(service, kind, [each for each in starts if each not in found], day)
    return found
