"""Answers a search in full: what is free, or why nothing is and what comes nearest."""

from __future__ import annotations

from datetime import date, datetime, time
from itertools import islice

from frontdesk.scheduling.business import Business
from frontdesk.scheduling.busy import BusyAround, PlacesTaken, no_places_taken, nothing_taken
from frontdesk.scheduling.findings import (
    ClosedDay,
    ClosedThen,
    ExactlyFree,
    Finding,
    Free,
    Full,
    NobodyDoes,
    NobodyIn,
    NoneInPart,
    OffGrid,
    Taken,
    TooFar,
    TooMany,
    TooSoon,
    UnknownService,
)
from frontdesk.scheduling.hours import DAY, at_wall, is_open, locally
from frontdesk.scheduling.inquiry import Asked
from frontdesk.scheduling.instead import instead_of
from frontdesk.scheduling.openings import has_some, on_day
from frontdesk.scheduling.roster import Known, Roster, able
from frontdesk.scheduling.search import Opening, Search, Times
from frontdesk.scheduling.spans import in_utc

NEAREST = 2
NEAREST_WITHIN = 60  # days looked at, either way, for a day that is open


def find(
    business: Business, search: Search, busy: BusyAround, now: datetime, taken: PlacesTaken = no_places_taken
) -> Finding:
    """Return the openings that answer the search, or the reason there are none and what there is instead."""
    known = Known()
    refusal = _refusal(business, search, known)
    if refusal is not None:
        return refusal
    asked = Asked(business, search, busy, now, known, taken)
    found = asked.enough()
    if not found:
        return _explain(asked)
    # Whoever asks for a time that comes twice means the first; the second is shown as what it is.
    if search.at is None or search.first != search.last or found[0].start.fold != search.at.fold:
        return Free(found)
    others = (each for each in asked.at_any_time().openings() if each.start != found[0].start)
    return ExactlyFree(found[0], tuple(others))


def _refusal(business: Business, search: Search, known: Known) -> UnknownService | NobodyDoes | TooMany | None:
    """Return why no day and no time could help."""
    unknown = next((each for each in search.services if each not in business.services), None)
    if unknown is not None:
        return UnknownService(unknown)
    roster = Roster(business, search, nothing_taken, None, known, location=search.location)
    if not roster.places():
        return NobodyDoes(search.services[0], search.provider, ())  # no one place has all of it
    for service in roster.services():
        most = roster.most_people(service) if search.party is not None else None
        if most is not None and roster.party > most:
            return TooMany(service.id, most)
        for kind in service.needs:
            if not roster.choices(service, kind) and not roster.pairs(service, kind):
                who = tuple(each.id for each in able(business, service, kind))
                return NobodyDoes(service.id, search.provider, who)
    return None


def _explain(asked: Asked) -> Finding:
    """Say why nothing is free: first what no booking has to do with, last that all is taken. Days are cut to size."""
    search = asked.search
    if search.first > asked.last_day:
        return TooFar(asked.last_day)
    if search.last < asked.today or _is_past(asked):
        return TooSoon(_earliest(asked))
    return _explain_days(asked.on(max(search.first, asked.today), min(search.last, asked.last_day)))


def _explain_days(asked: Asked) -> Finding:
    """Say why nothing is free on days that can be booked."""
    search = asked.search
    if not _possible_days(asked.at_any_time().if_empty_at_any_moment(), asked):
        return _nobody_there(asked)
    if search.at is not None:
        return _explain_time(asked, search.at)
    others = asked.at_any_time().enough()
    if others:
        return NoneInPart(search.times, others, _later(asked), instead_of(asked))
    return Full(search.first, search.last, _later(asked), _most_left(asked), instead_of(asked))


def _most_left(asked: Asked) -> int | None:
    """Return the most places that a start of these days has left; None where nothing is counted."""
    roster, empty = asked.roster(), asked.if_empty()
    (service, *others) = roster.services()
    if service.capacity is None or others:
        return None
    starts = (start for day in asked.days() for start in empty.grid(service, day) if empty.wished(start))
    return max((roster.places_left(service, start) or 0 for start in starts), default=0)


def _is_past(asked: Asked) -> bool:
    """Say whether it is only the clock that stands against the wish: the day had such a time, and no longer has."""
    days = list(asked.days())
    if asked.search.at is not None and len(days) == 1:
        notice = asked.business.services[asked.search.services[0]].notice
        return at_wall(days[0], asked.search.at, asked.business.zone) < in_utc(asked.now) + notice
    possible = _possible_days(asked.if_empty_at_any_moment(), asked)
    return bool(possible) and not _possible_days(asked.if_empty(), asked)


def _possible_days(roster: Roster, asked: Asked) -> tuple[date, ...]:
    """Return the first day of the search on which `roster` has something, if there is one."""
    return tuple(islice((day for day in asked.days() if has_some(roster, day)), 1))


def _earliest(asked: Asked) -> Opening | None:
    """Return the first opening from now on, at whatever time of day."""
    return next(asked.at_any_time().on(asked.today, asked.last_day).openings(), None)


def _later(asked: Asked) -> tuple[Opening, ...]:
    """Return the openings of the next day that has some: at the times asked for, or else at any."""
    after = asked.after()
    return (after.first_day() or after.at_any_time().first_day()) if after else ()


def _nobody_there(asked: Asked) -> ClosedDay | NobodyIn:
    first, last = asked.search.first, asked.search.last
    nearest, later = _nearest_days(asked), _later(asked)
    houses = [place.house(service) for place in asked.if_empty().places() for service in place.services()]
    if any(is_open(house, day) for day in asked.days() for house in houses):
        return NobodyIn(first, last, asked.search.provider, nearest, later, instead_of(asked))
    return ClosedDay(first, last, nearest, later, instead_of(asked))


def _nearest_days(asked: Asked) -> tuple[date, ...]:
    """Return the days around the search on which there could be something, full or not."""
    roster = asked.at_any_time().if_empty()
    found: list[date] = []
    for distance in range(1, NEAREST_WITHIN):
        for day in (asked.search.first - distance * DAY, asked.search.last + distance * DAY):
            if len(found) < NEAREST and has_some(roster, day):
                found.append(day)
    return tuple(sorted(found))


def _explain_time(asked: Asked, clock: time) -> Finding:
    """Say why one exact time cannot be had."""
    possible = _possible_days(asked.if_empty(), asked)
    if possible:
        return _taken(asked, possible[0], clock)
    roster = asked.at_any_time().if_empty_at_any_moment()
    day = _possible_days(roster, asked)[0]
    moment = _at(asked, day, clock)
    if _only_misses_the_grid(roster, moment, clock):
        return OffGrid(moment, roster.services()[0].grid, _nearest(asked, day, clock))
    starts = on_day(roster, day)
    return ClosedThen(moment, starts[0].start, starts[-1].start, _of_day(asked, day))


def _taken(asked: Asked, day: date, clock: time) -> Taken | NoneInPart:
    """Name what is near a time that is taken; of several days at which it is, whatever else they have."""
    several_days = asked.search.first != asked.search.last
    others = asked.at_any_time().enough() if several_days else ()
    if not others:
        moment = _at(asked, day, clock)
        left = asked.roster().places_left(asked.business.services[asked.search.services[0]], moment)
        return Taken(moment, _nearest(asked, day, clock), left, instead_of(asked))
    return NoneInPart(Times(clock, clock), others, _later(asked), instead_of(asked))


def _only_misses_the_grid(roster: Roster, moment: datetime, clock: time) -> bool:
    """Say whether the service could be had then, were it a start; a time that the clock skips is never one."""
    service, start, day = roster.services()[0], in_utc(moment), moment.date()
    if moment.time() == clock and start in roster.grid(service, day):
        return False
    everyone = all(roster.anyone_free(service, kind, start, day) for kind in service.needs)
    return everyone and roster.in_hours(service, start, day)


def _at(asked: Asked, day: date, clock: time) -> datetime:
    return locally(at_wall(day, clock, asked.business.zone), asked.business.zone)


def _of_day(asked: Asked, day: date) -> tuple[Opening, ...]:
    return tuple(asked.at_any_time().on(day, day).openings())


def _nearest(asked: Asked, day: date, clock: time) -> tuple[Opening, ...]:
    """Return the two openings around the time asked for: one on each side if the day has both, else from later days."""
    moment = _at(asked, day, clock)
    same = sorted(_of_day(asked, day), key=lambda each: abs(each.start - moment))
    before = [each for each in same if each.start < moment]
    after = [each for each in same if each.start >= moment]
    around = [*before[:1], *after[:1]]
    rest = [each for each in same if each not in around]
    later = _later_near(asked, clock) if len(same) < NEAREST else []
    return tuple(sorted([*around, *rest, *later][:NEAREST], key=lambda each: each.start))


def _later_near(asked: Asked, clock: time) -> list[Opening]:
    """Return the openings of the next day that has some, the nearest to that time of day first."""
    wanted = datetime.combine(date.min, clock)
    return sorted(_later(asked), key=lambda each: abs(datetime.combine(date.min, each.start.time()) - wanted))
