"""Free times for the diary: where a booking could go, and what is near a time that cannot be had."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from frontdesk.console.diary.axis import axis_of
from frontdesk.console.diary.place import Looking
from frontdesk.console.diary.sheet import people_of
from frontdesk.desk.cards import OpeningShown, openings_in_month
from frontdesk.desk.staff_bookings import Hand, Wish
from frontdesk.scheduling.business import Resource
from frontdesk.scheduling.hours import locally, whole_day
from frontdesk.storage.rows import BookingRow

NEAR = 6  # free times that are named where another was wanted
LOOKED_AT = 14  # days, when the day itself has none


@dataclass(frozen=True, slots=True)
class Target:
    """Where a booking could be moved to, on a page of the diary."""

    column: str
    low: int
    high: int
    start: datetime
    resource: Resource


def targets(hand: Hand, row: BookingRow, looking: Looking) -> Iterator[Target]:
    """Give all starts on a page at which a booking could be instead."""
    business = hand.business
    axis = axis_of(business.zone, looking.days)
    for resource in _columns(hand, row, looking):
        found = times(hand, Wish(row.service, row.starts_at, resource.id, row), looking.days)
        for each in found:
            if each.start == row.starts_at and resource.id == row.provider:
                continue
            day = each.start.date()
            end = min(each.end, locally(whole_day(day, business.zone).end, business.zone))  # drawn on its day only
            low, high = axis.place(each.start, day), axis.place(end, day)
            yield Target(f"{resource.id}@{day.isoformat()}", low, high, each.start, resource)


def _columns(hand: Hand, row: BookingRow, looking: Looking) -> Sequence[Resource]:
    if looking.who is not None:
        return (looking.who,)
    if row.provider is None:
        return tuple(each for each in people_of(hand.business) if each.kind != "provider")
    return people_of(hand.business)


def times(hand: Hand, wish: Wish, days: Sequence[date]) -> list[OpeningShown]:
    """Return the free times of some days in a row, with one person or with anybody."""
    found = openings_in_month(
        hand.house,
        hand.unit,
        (wish.service,),
        wish.provider,
        days[0],
        days[-1],
        hand.now,
        wish.moving.id if wish.moving else 0,
    )
    return [each for day in (found or {}).values() for each in day]


def near_times(hand: Hand, wish: Wish) -> list[OpeningShown]:
    """Return the free times nearest to a wish: of its day, or else of the next that has some."""
    same = times(hand, wish, (wish.start.date(),))
    if not same:
        first = max(wish.start.date(), hand.now.date())
        same = times(hand, wish, (first, first + timedelta(days=LOOKED_AT)))
        day = same[0].start.date() if same else None
        same = [each for each in same if each.start.date() == day]
    nearest = sorted(same, key=lambda each: abs(each.start - wish.start))[:NEAR]
    return sorted(nearest, key=lambda each: each.start)
