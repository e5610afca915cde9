"""Makes moments: a day together with a time, and ranges of them."""

from __future__ import annotations

from frontdesk.language.readers.when import pieces as ask
from frontdesk.language.readers.when.build.clocks import hours_in, said_in
from frontdesk.language.readers.when.pieces import Pieces
from frontdesk.language.readers.when.specs import (
    Clock,
    Day,
    DayHours,
    FromNow,
    Half,
    Hours,
    Length,
    Moment,
    MomentRange,
    Part,
    Shifted,
    Unit,
)

TODAY = Shifted(Length(((0.0, Unit.DAY),)))
TOMORROW = Shifted(Length(((1.0, Unit.DAY),)))
MIDNIGHT = Clock(0, sure=True)
NOON = Clock(12, sure=True)
LAST_MINUTE = Clock(23, 59, sure=True)
HALVED = frozenset({"morning", "afternoon", "evening"})  # parts of the day that have an early and a late part


def tonight(pieces: Pieces) -> DayHours | None:
    """Read "tonight", "this morning", "next evening"."""
    name = ask.name(pieces, "tonight", *ask.PARTS)
    return DayHours(TOMORROW if ask.has(pieces, "next") else TODAY, Part(name)) if name else None


def day_clock(pieces: Pieces) -> Moment | None:
    """Read "Tuesday at 3", "eight tonight"."""
    day, clocks = _day(pieces), ask.clocks(pieces)
    if clocks and clocks[0] == MIDNIGHT and _tonight(pieces):
        day = TOMORROW  # tonight's midnight ends the day
    return Moment(day, said_in(clocks[0], _part(pieces))) if day and clocks else None


def day_hours(pieces: Pieces) -> DayHours | None:
    """Read "Tuesday from 2 to 4", "tomorrow evening between 6 and 8"."""
    day, hours = _day(pieces), ask.hours(pieces)
    return DayHours(day, hours_in(hours, _part(pieces))) if day and hours else None


def day_part(pieces: Pieces) -> DayHours | None:
    """Read "tomorrow afternoon", "Friday night", "tonight"."""
    day, part = _day(pieces), _part(pieces)
    if part and part.name in HALVED and ask.has(pieces, "early", "late"):  # "late Friday afternoon"
        part = Part(f"{'early' if ask.has(pieces, 'early') else 'late'}_{part.name}")
    return DayHours(day, part) if day and part else None


def day_half(pieces: Pieces) -> DayHours | None:
    """Read "Friday pm": from noon on, or before it."""
    day, half = _day(pieces), ask.name(pieces, "meridiem")
    if day is None or half is None:
        return None
    return DayHours(day, Hours(NOON, LAST_MINUTE) if half == Half.AFTERNOON else Hours(MIDNIGHT, NOON))


def moment_range(pieces: Pieces) -> MomentRange | None:
    """Read "from 2pm until tomorrow at 4:30pm"."""
    ends = _moments(pieces)
    return MomentRange(ends[0], ends[-1]) if len(ends) > 1 else None


def moments_after(pieces: Pieces) -> MomentRange | None:
    """Read "after Tuesday at 3"."""
    bounds = _moments(pieces)
    return MomentRange(bounds[0], None) if bounds else None


def moments_before(pieces: Pieces) -> MomentRange | None:
    """Read "before Tuesday at 3"."""
    bounds = _moments(pieces)
    return MomentRange(None, bounds[0]) if bounds else None


def _moments(pieces: Pieces) -> list[Moment | FromNow | Clock]:
    return [piece.meaning for piece in pieces if isinstance(piece.meaning, Moment | FromNow | Clock)]


def _tonight(pieces: Pieces) -> DayHours | None:
    return next((piece.meaning for piece in pieces if isinstance(piece.meaning, DayHours)), None)


def _day(pieces: Pieces) -> Day | None:
    known = _tonight(pieces)
    return known.day if known else ask.day(pieces)


def _part(pieces: Pieces) -> Part | None:
    known = _tonight(pieces)
    return known.hours if known and isinstance(known.hours, Part) else ask.part(pieces)
