"""How a desk does: from the first message to a booking, what was not understood, what staff were left, busy hours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from frontdesk.scheduling.business import Business
from frontdesk.scheduling.hours import at_wall
from frontdesk.storage.counting import QUARTER, CountedSpan
from frontdesk.storage.rows import TroubleKind
from frontdesk.storage.unit import Unit

DAYS = (7, 30, 90, 365)  # how long a period may be
HOURS, WEEKDAYS = 24, 7


class FunnelStage(StrEnum):
    """How far a conversation came. Who came further came by all that is before."""

    BEGUN = "begun"
    WANTED = "wanted"  # something: a flow began
    OFFERED = "offered"  # times or other options
    ASKED = "asked"  # to confirm
    BOOKED = "booked"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, and what it was in the period before."""

    now: float
    before: float

    @property
    def share(self) -> float | None:
        """By which part of itself it changed; None where there was nothing before."""
        return None if not self.before else (self.now - self.before) / self.before


@dataclass(frozen=True, slots=True)
class NumbersPeriod:
    """The last days up to now, and as many before them up to the same time of day."""

    days: int
    now: CountedSpan
    before: CountedSpan


@dataclass(frozen=True, slots=True)
class Numbers:
    """What is counted of a period, each beside the period before."""

    period: NumbersPeriod
    stages: Mapping[FunnelStage, Figure]
    bookings: Figure
    messages_per_booking: Figure
    troubles: Mapping[TroubleKind, Figure]
    asked_about: Mapping[str, Figure]  # questions that were put again or given up, by what they ask
    reasons: Mapping[str, Figure]  # why staff were called
    hours: tuple[tuple[int, ...], ...]  # what guests wrote, by weekday from Monday and hour, where the business is
    messages: Figure


def period_of(business: Business, now: datetime, days: int) -> NumbersPeriod:
    """Return the last `days` days where the business is, today included, and the same stretch before them."""
    local = now.astimezone(business.zone)
    first, length = local.date() - timedelta(days=days - 1), timedelta(days=days)

    def span(day: date, end: datetime) -> CountedSpan:
        return CountedSpan(business.id, at_wall(day, time.min, business.zone), end)

    return NumbersPeriod(
        days,
        now=span(first, local),
        before=span(first - length, at_wall(local.date() - length, local.time(), business.zone)),
    )


def numbers_of(unit: Unit, business: Business, period: NumbersPeriod) -> Numbers:
    """Count a period and the one before it."""
    counts, spans = unit.counts, (period.now, period.before)
    made = [counts.bookings(span) for span in spans]
    written = [counts.messages_of_booked(span) for span in spans]
    quarters = [counts.quarters(span) for span in spans]
    troubles = [counts.troubles(span) for span in spans]
    return Numbers(
        period=period,
        stages=_stages(*(counts.stages(span) for span in spans)),
        bookings=Figure(*made),
        messages_per_booking=Figure(*(all_of / one if one else 0 for all_of, one in zip(written, made, strict=True))),
        troubles={kind: _changes(*map(_by_kind, troubles)).get(kind, Figure(0, 0)) for kind in TroubleKind},
        asked_about=_changes(*map(_by_question, troubles)),
        reasons=_changes(*(counts.reasons(span) for span in spans)),
        hours=hours_of(quarters[0], business.zone),
        messages=Figure(*(sum(each.values()) for each in quarters)),
    )


def _stages(now: Mapping[int, int], before: Mapping[int, int]) -> dict[FunnelStage, Figure]:
    """Add up how far conversations came: each counts for all that it came by."""

    def reached(counted: Mapping[int, int], number: int) -> int:
        return sum(count for stage, count in counted.items() if stage >= number)

    return {stage: Figure(reached(now, n), reached(before, n)) for n, stage in enumerate(FunnelStage)}


def _changes(now: Mapping[str, int], before: Mapping[str, int]) -> dict[str, Figure]:
    """Put two counts beside each other, what is more frequent now first."""
    names = sorted(now.keys() | before.keys(), key=lambda name: (-now.get(name, 0), -before.get(name, 0), name))
    return {name: Figure(now.get(name, 0), before.get(name, 0)) for name in names}


def _by_kind(troubles: Mapping[str, int]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for trouble, count in troubles.items():
        counted[kind_of(trouble)] += count
    return counted


def _by_question(troubles: Mapping[str, int]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for trouble, count in troubles.items():
        if kind_of(trouble) != TroubleKind.PASSED_ON:
            counted[about_of(trouble)] += count
    return counted


def kind_of(trouble: str) -> str:
    """Return the kind of a trouble as it is kept."""
    return trouble.partition(":")[0]


def about_of(trouble: str) -> str:
    """Return what a trouble was about: a slot, a choice, a reason; nothing where no question was open."""
    return trouble.partition(":")[2]


def hours_of(quarters: Mapping[int, int], zone: ZoneInfo) -> tuple[tuple[int, ...], ...]:
    """Add quarters of an hour up by weekday and hour where the business is, whatever its clocks were set to then."""
    table = [[0] * HOURS for _ in range(WEEKDAYS)]
    for quarter, count in quarters.items():
        local = datetime.fromtimestamp(quarter * QUARTER, zone)
        table[local.weekday()][local.hour] += count
    return tuple(map(tuple, table))
