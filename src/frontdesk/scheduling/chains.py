"""Several services on one day: back to back in any order, or else as close together as the day allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import permutations
from typing import TypeAlias

from frontdesk.scheduling.business import Service
from frontdesk.scheduling.hours import locally
from frontdesk.scheduling.roster import Roster
from frontdesk.scheduling.search import Opening, Part
from frontdesk.scheduling.spans import Span, overlaps

MOST_PERMUTED = 3  # more services than this keep the given order


@dataclass(frozen=True, slots=True)
class Placed:
    """A service with its start, resources not yet chosen."""

    service: Service
    start: datetime

    @property
    def end(self) -> datetime:
        """When the guest is done."""
        return self.start + self.service.duration

    @property
    def claim(self) -> Span:
        """The time its resources are taken, buffers included."""
        return Span(self.start - self.service.before, self.end + self.service.after)


Plan: TypeAlias = tuple[Placed, ...]


def chained(roster: Roster, day: date) -> tuple[Opening, ...]:
    """Return the openings of the day for all services together, one per start, earliest first.

    Back to back means that nothing but buffers lies between. Where the day has no such opening, those with the
    smallest gap are given.
    """
    found: dict[datetime, Opening] = {}
    for first in _firsts(roster, day):
        if first[0].start not in found:
            opening = next(filter(None, (_staffed(roster, plan, day) for plan in _tight(roster, first, day))), None)
            if opening is not None:
                found[first[0].start] = opening
    return tuple(found[start] for start in sorted(found)) or _closest(roster, day)


def _firsts(roster: Roster, day: date) -> Iterator[tuple[Placed, tuple[Service, ...]]]:
    """Walk every order of the services, the given one first, and in each the starts of its first service."""
    for order in _orders(roster.services()):
        for start in roster.grid(order[0], day):
            first = Placed(order[0], start)
            if roster.wished(start) and _possible(roster, first, day):
                yield first, order[1:]


def _orders(services: tuple[Service, ...]) -> tuple[tuple[Service, ...], ...]:
    if len(services) > MOST_PERMUTED:
        return (services,)
    by_id = {each.id: each for each in services}
    orders = dict.fromkeys(permutations(each.id for each in services))
    return tuple(tuple(by_id[each] for each in order) for order in orders)


def _tight(roster: Roster, first: tuple[Placed, tuple[Service, ...]], day: date) -> list[Plan]:
    """Return the back-to-back plans from this start, the shortest first."""
    plans: list[Plan] = [(first[0],)]
    for service in first[1]:
        longer = [(*plan, Placed(service, start)) for plan in plans for start in _right_after(plan[-1], service)]
        plans = [plan for plan in longer if _possible(roster, plan[-1], day)]
    return sorted(plans, key=_length)


def _right_after(placed: Placed, service: Service) -> tuple[datetime, ...]:
    """Return when the next service can follow at once: by another resource, and by the same one, after its buffers."""
    buffers = placed.service.after + service.before
    return (placed.end, placed.end + buffers) if buffers else (placed.end,)


def _closest(roster: Roster, day: date) -> tuple[Opening, ...]:
    """Return the openings with the smallest gap: what does not follow at once starts on its own grid."""
    grids = {each.id: roster.grid(each, day) for each in roster.services()}
    best: dict[datetime, Opening] = {}
    shortest: timedelta | None = None
    for first, others in _firsts(roster, day):
        for plan in _spread(roster, (first,), others, grids):
            length = _length(plan)
            if shortest is not None and (length > shortest or (length == shortest and first.start in best)):
                break  # plans from one start come shortest first
            opening = _staffed(roster, plan, day)
            if opening is not None:
                best = {**best, first.start: opening} if length == shortest else {first.start: opening}
                shortest = length
    return tuple(best[start] for start in sorted(best))


def _spread(
    roster: Roster, plan: Plan, others: tuple[Service, ...], grids: Mapping[str, Sequence[datetime]]
) -> list[Plan]:
    """Return every way to place the other services later that day, the shortest first."""
    day = locally(plan[0].start, roster.business.zone).date()
    plans = [plan]
    for service in others:
        longer = [
            (*each, Placed(service, start))
            for each in plans
            for start in sorted({*_right_after(each[-1], service), *grids[service.id]})
            if start >= each[-1].end and locally(start, roster.business.zone).date() == day
        ]
        plans = [each for each in longer if _possible(roster, each[-1], day)]
    return sorted(plans, key=_length)


def _length(plan: Plan) -> timedelta:
    return plan[-1].end - plan[0].start


def _possible(roster: Roster, placed: Placed, day: date) -> bool:
    """Say whether someone of each kind is free, leaving aside what else the guest books."""
    service, start = placed.service, placed.start
    if not roster.in_time(service, start) or not roster.in_hours(service, start, day):
        return False
    if not roster.may_begin(service, start, day):
        return False
    return all(roster.anyone_free(service, kind, start, day) for kind in service.needs)


def _staffed(roster: Roster, plan: Plan, day: date) -> Opening | None:
    """Choose the resources of every part, kind by kind, so that no one is needed twice at once."""
    kinds = dict.fromkeys(kind for placed in plan for kind in placed.service.needs)
    chosen: dict[str, tuple[str | None, ...]] = {}
    for kind in kinds:
        choice = _choose(roster, plan, kind, day)
        if choice is None:
            return None
        chosen[kind] = choice
    zone = roster.business.zone
    parts = []
    for index, placed in enumerate(plan):
        taken = (chosen[kind][index] for kind in placed.service.needs)
        resources = tuple(each for each in taken if each is not None)
        places = roster.places_left(placed.service, placed.start)
        shown = locally(placed.start, zone), locally(placed.end, zone)
        parts.append(Part(placed.service.id, *shown, resources, places))
    return Opening(tuple(parts))


def _choose(
    roster: Roster, plan: Plan, kind: str, day: date, so_far: tuple[str | None, ...] = ()
) -> tuple[str | None, ...] | None:
    """Choose one of a kind for each part that needs it, in the order of the file; None if there is no way."""
    if len(so_far) == len(plan):
        return so_far
    placed = plan[len(so_far)]
    if kind not in placed.service.needs:
        return _choose(roster, plan, kind, day, (*so_far, None))
    # Only neighbours can clash, so at most a few of these tries fail: this does not grow with the staff.
    clashing = {who for who, other in zip(so_far, plan, strict=False) if overlaps(other.claim, placed.claim)}
    for who in roster.free(placed.service, kind, placed.start, day):
        if who not in clashing:
            choice = _choose(roster, plan, kind, day, (*so_far, who))
            if choice is not None:
                return choice
    return None
