"""Which of two values comes first: numbers, sums of money, days, times and moments, and ranges of those."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import TypeAlias

from frontdesk.dialogue.values import Days, Moments, Money, Times, Value

_ONE_DAY = timedelta(days=1)

Point: TypeAlias = int | Decimal | date | time | datetime | timedelta


@dataclass(frozen=True, slots=True)
class _Extent:
    """How far a value reaches, where that is said: from its first point to its last, or to just before `end`."""

    unit: str  # only what is counted in the same unit can be compared: hours, days, dollars
    first: Point | None
    last: Point | None = None
    end: Point | None = None


def is_before(one: Value, other: Value) -> bool:
    """Say whether all of `one` comes before all of `other`; what has no order, or an open side, does not."""
    return _reaches(one, other, touching=False)


def is_not_after(one: Value, other: Value) -> bool:
    """Say whether no part of `one` comes after any part of `other`."""
    return _reaches(one, other, touching=True)


def _reaches(one: Value, other: Value, *, touching: bool) -> bool:
    left, right = _extents(one, other)
    if left is None or right is None or left.unit != right.unit or right.first is None:
        return False
    if left.end is not None:
        return _less(left.end, right.first) or left.end == right.first
    if left.last is None:
        return False
    return _less(left.last, right.first) or (touching and left.last == right.first)


def _less(one: Point, other: Point) -> bool:
    return one < other  # type: ignore[operator]  # values of one unit have an order


def _extents(one: Value, other: Value) -> tuple[_Extent | None, _Extent | None]:
    """Return both values as extents; a moment is held against a day by its own day."""
    left, right = _extent(one), _extent(other)
    if left and right and {left.unit, right.unit} == {"day", "moment"}:
        return _in_days(left), _in_days(right)
    return left, right


def _extent(value: Value) -> _Extent | None:
    match value:
        case bool():
            return None
        case int() | Decimal():
            return _Extent("number", value, value)
        case Money(amount, currency):
            return _Extent(currency, amount, amount)
        case timedelta():
            return _Extent("duration", value, value)
        case datetime():
            return _Extent("moment", value, value)
        case date():
            return _Extent("day", value, value)
        case time():
            return _Extent("time", value, value)
        case Days(first, after):
            return _Extent("day", first, after - _ONE_DAY if after else None)
        case Times(begin, until):
            return _Extent("time", begin, end=until)
        case Moments(start, end):
            return _Extent("moment", start, end=end)
        case _:
            return None


def _in_days(extent: _Extent) -> _Extent:
    last = extent.last if extent.end is None else extent.end
    return _Extent("day", _day(extent.first), _day(last))


def _day(point: Point | None) -> Point | None:
    return point.date() if isinstance(point, datetime) else point
