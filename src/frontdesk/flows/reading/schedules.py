"""Reads when something is open or somebody is there: by weekday, on days that differ, in weeks that differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta

from frontdesk.flows.findings import Report
from frontdesk.flows.reading import business_fields as keys
from frontdesk.flows.reading.schema import At, Record
from frontdesk.scheduling.business import AlternateWeeks, Hours, Shift

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_DAY = timedelta(days=1)


def read_hours(record: Record, usual: Mapping[int, tuple[Shift, ...]], report: Report) -> Hours:
    """Return the hours that a record declares; `usual` is the week of one that names none."""
    declared = record.of(keys.WEEK)
    closed = {day: placed.line for placed in record.of(keys.CLOSED_DAYS) or () for day in _days_of(placed.value)}
    special = record.of(keys.SPECIAL_DAYS) or {}
    for twice in sorted(special.keys() & closed.keys()):
        report.add(closed[twice], "day_twice", f"{twice} is both a closed day and a special day.")
    exceptions: dict[date, tuple[Shift, ...]] = dict.fromkeys(closed, ())
    exceptions |= {day: _joined(shifts) for day, shifts in special.items()}
    week = usual if declared is None else _week(declared, report)
    return Hours(week, exceptions, record.of(keys.BREAKS) or (), _alternate(record.of(keys.ALTERNATE_WEEKS), report))


def own_hours(record: Record, house: Hours, report: Report) -> Hours | None:
    """Return the hours of a part of the business; None where it has none of its own.

    What is closed for all is closed for it too, unless it says otherwise of that day.
    """
    if not has_own_hours(record):
        return None
    own = read_hours(record, house.week, report)
    alternate = own.alternate or (house.alternate if record.of(keys.WEEK) is None else None)
    return replace(
        own, exceptions={**house.exceptions, **own.exceptions}, breaks=own.breaks or house.breaks, alternate=alternate
    )


def has_own_hours(record: Record) -> bool:
    """Say whether a record declares anything about its hours."""
    return any(field.name in record.lines for field in keys.SCHEDULE)


def _week(
    declared: Mapping[tuple[int, ...], At[tuple[tuple[Shift, ...], ...]]], report: Report
) -> dict[int, tuple[Shift, ...]]:
    week: dict[int, tuple[Shift, ...]] = {}
    for days, placed in declared.items():
        for day in days:
            if day in week:
                report.add(placed.line, "day_twice", f"{_DAYS[day]} is already given in these hours.")
            week[day] = _joined(placed.value)
    return week


def _alternate(record: Record | None, report: Report) -> AlternateWeeks | None:
    if record is None or not record.whole:
        return None
    week = _week(record.need(keys.ALTERNATE_HOURS), report)
    return AlternateWeeks(record.need(keys.ALTERNATE_FROM), week, record.of(keys.ALTERNATE_EVERY) or 2)


def _days_of(span: tuple[date, date]) -> Iterator[date]:
    return (span[0] + distance * _DAY for distance in range((span[1] - span[0]).days + 1))


def _joined(shifts: Iterable[tuple[Shift, ...]]) -> tuple[Shift, ...]:
    return tuple(shift for part in shifts for shift in part)
