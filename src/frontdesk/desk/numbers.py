"""How a desk does: from the first message to a booking, what was not understood, what staff were left, busy hours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from functools import partial
from zoneinfo import ZoneInfo

from frontdesk.scheduling.business import Business
from frontdesk.scheduling.hours import at_wall
from frontdesk.storage.counting import QUARTER, CountedSpan, Piece
from frontdesk.storage.rows import TroubleKind
from frontdesk.storage.store import Store
from frontdesk.storage.unit import Unit

DAYS = (7, 30, 90, 365)  # how long a period may be
HOURS, WEEKDAYS = 24, 7
AT_ONCE = timedelta(days=3)  # of which the conversations are counted in one transaction


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
        now=span(first, local + timedelta(microseconds=1)),  # what happens just now counts
        before=span(first - length, at_wall(local.date() - length, local.time(), business.zone)),
    )


@dataclass(slots=True)
class Tally:
    """What was counted of a span so far."""

    stages: Counter[int] = field(default_factory=Counter)
    bookings: int = 0
    written: int = 0  # by guests who booked
    quarters: Counter[int] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add what was counted of another piece."""
        self.stages.update(other.stages)
        self.bookings += other.bookings
        self.written += other.written
        self.quarters.update(other.quarters)

    @property
    def messages_per_booking(self) -> float:
        """How much guests wrote for a booking."""
        return self.written / self.bookings if self.bookings else 0


async def numbers_of(store: Store, business: Business, period: NumbersPeriod) -> Numbers:
    """Count a period and the one before it, a few days at a time: guests are served in between."""
    spans = (period.now, period.before)
    tallies = [await _tally(store, span, period.now.end) for span in spans]
    troubles = [await store.look(partial(_troubles, span)) for span in spans]
    reasons = [await store.look(partial(_reasons, span)) for span in spans]
    kinds = _figures(*map(_by_kind, troubles))
    return Numbers(
        period=period,
        stages=_stages(*(tally.stages for tally in tallies)),
        bookings=Figure(*(tally.bookings for tally in tallies)),
        messages_per_booking=Figure(*(tally.messages_per_booking for tally in tallies)),
        troubles={kind: kinds.get(kind, Figure(0, 0)) for kind in TroubleKind},
        asked_about=_figures(*map(_by_question, troubles)),
        reasons=_figures(*reasons),
        hours=hours_of(tallies[0].quarters, business.zone),
        messages=Figure(*(tally.quarters.total() for tally in tallies)),
    )


async def _tally(store: Store, span: CountedSpan, now: datetime) -> Tally:
    tally, moved_from = Tally(), span.start
    while moved_from <= now:
        tally.add(await store.look(partial(_counted, Piece(span, moved_from, moved_from + AT_ONCE))))
        moved_from += AT_ONCE
    return tally


def _counted(piece: Piece, unit: Unit) -> Tally:
    counts = unit.counts
    return Tally(
        Counter(counts.stages(piece)),
        counts.bookings(piece),
        counts.messages_of_booked(piece),
        Counter(counts.quarters(piece)),
    )


def _troubles(span: CountedSpan, unit: Unit) -> dict[str, int]:
    return unit.counts.troubles(span)


def _reasons(span: CountedSpan, unit: Unit) -> dict[str, int]:
    return unit.counts.reasons(span)


def _stages(now: Mapping[int, int], before: Mapping[int, int]) -> dict[FunnelStage, Figure]:
    """Add up how far conversations came: each counts for all that it came by."""

    def reached(counted: Mapping[int, int], number: int) -> int:
        return sum(count for stage, count in counted.items() if stage >= number)

    return {stage: Figure(reached(now, n), reached(before, n)) for n, stage in enumerate(FunnelStage)}


def _figures(now: Mapping[str, int], before: Mapping[str, int]) -> dict[str, Figure]:
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
