"""How the forms about clock times and parts of the day make their meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from frontdesk.language.when.pieces import find, integer, integers, length_of, spec_of, text_of
from frontdesk.language.when.specs import (
    CalendarDay,
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
from frontdesk.language.when.tokens import Meaning, Piece

Pieces: TypeAlias = Sequence[Piece]

HOURS = ("zero", "one", "small", "padded", "teen")
NUMBERS = ("zero", "zeros", "one", "small", "padded", "teen", "later", "minutes")
PARTS = ("part", "night_part", "night")
TODAY = Shifted(Length(((0.0, Unit.DAY),)))
TOMORROW = Shifted(Length(((1.0, Unit.DAY),)))


def clock(pieces: Pieces) -> Meaning | None:
    """Read "3 pm", "3:30", "3.30 pm", "4 25", "3 o'clock"."""
    half = _half(pieces)
    written = find(pieces, "clock_number", "dotted")
    if written and isinstance(written.meaning, tuple):
        numbers = [int(part) for part in written.meaning]
        if written.kind == "dotted":
            if len(str(written.meaning[1])) != 2:  # noqa: PLR2004 - 7.5 is no time
                return None
            return Clock(*numbers, half=half)
        return Clock(*numbers[:3], half=half, sure=bool(numbers[3]))
    hour, *rest = integers(pieces, *NUMBERS)
    return Clock(hour, rest[0] if rest else 0, half=half, sure=_is_sure(hour))


def clock_words(pieces: Pieces) -> Meaning | None:
    """Read "nine thirty", "eleven oh five"; in digits that would be two numbers."""
    if not all(piece.spoken for piece in pieces if isinstance(piece.meaning, int)):
        return None
    hour, minute = integers(pieces, *NUMBERS)
    return Clock(hour, minute) if hour <= 12 else None  # noqa: PLR2004 - hours of a clock face


def clock_past(pieces: Pieces) -> Meaning | None:
    """Read "half past three", "a quarter past 8", "20 minutes past 3"."""
    base = _hour(pieces[-1])
    return replace(base, minute=_minutes(pieces)) if _minutes(pieces) < 60 else None  # noqa: PLR2004 - minutes of an hour


def clock_to(pieces: Pieces) -> Meaning | None:
    """Read "a quarter to five", "3 minutes to eight"."""
    base, minutes = _hour(pieces[-1]), _minutes(pieces)
    if not 0 < minutes < 60:  # noqa: PLR2004 - minutes of an hour
        return None
    wraps = 24 if base.sure else 12
    hour = (base.hour - 1) % wraps
    return replace(base, hour=hour or (0 if base.sure else 12), minute=60 - minutes)


def clock_to_bare(pieces: Pieces) -> Meaning | None:
    """Read "15 to 7", where only minutes make sense; "10 to 4" runs from ten to four."""
    minutes, hour = integer(pieces[0]), _hour(pieces[-1]).hour
    return clock_to(pieces) if minutes % 5 == 0 and minutes > 12 and hour < 20 else None  # noqa: PLR2004 - hours of a clock face


def clock_to_part(pieces: Pieces) -> Meaning | None:
    """Read "10 to 4 in the afternoon"."""
    return clock_to(pieces) if integer(pieces[0]) in {5, 10} else None


def noon(pieces: Pieces) -> Meaning | None:
    """Read "noon", "12 midnight", "1 o'clock midnight"."""
    named, number = _hour(pieces[-1]), find(pieces, *HOURS)
    return replace(_hour(number), half=Half.AFTERNOON if named.hour else Half.MORNING) if number else named


def military(pieces: Pieces) -> Meaning | None:
    """Read 1030 and 0730 as clock times."""
    value = integer(pieces[0])
    hour, minute = divmod(value, 100)
    sure = hour > 12 or value < 1000  # noqa: PLR2004 - 0730 says morning, 1030 does not
    return Clock(hour, minute, sure=sure) if hour < 24 and minute < 60 else None  # noqa: PLR2004 - hours and minutes


def clock_hour(pieces: Pieces) -> Meaning | None:
    """Take a bare number for an hour, where the forms around it say so."""
    return pieces[0].meaning if isinstance(pieces[0].meaning, Clock) else _hour(pieces[0])


def with_part(pieces: Pieces) -> Meaning | None:
    """Read "10 in the morning", "evening 6:30"."""
    half, part = _half(pieces), find(pieces, *PARTS)
    known = find(pieces, "clock", *HOURS)
    if known is None:
        return None
    base = _hour(known)
    if half:
        return replace(base, half=half)
    return replace(base, part=text_of(part)) if part and base.half is None else base


def part(pieces: Pieces) -> Meaning | None:
    """Read "morning", "in the afternoon"."""
    name = find(pieces, *PARTS)
    return Part(text_of(name)) if name else None


def tonight(pieces: Pieces) -> Meaning | None:
    """Read "tonight", "this morning", "next evening"."""
    name = find(pieces, "tonight", *PARTS)
    return DayHours(TOMORROW if find(pieces, "next") else TODAY, Part(text_of(name))) if name else None


def after_hours(pieces: Pieces) -> Meaning | None:
    """Read "after work"."""
    return Hours(_hour(pieces[0]), None)


def clock_range(pieces: Pieces) -> Meaning | None:
    """Read "from 2 to 4", "between 8am and 2pm"."""
    ends = [piece for piece in pieces if piece.kind in {"clock", "military", *HOURS}]
    return Hours(_hour(ends[0]), _hour(ends[-1])) if len(ends) > 1 else None


def hours_for(pieces: Pieces) -> Meaning | None:
    """Read "from 9:30 for 7 hours"."""
    start = find(pieces, "clock")
    return Hours(_hour(start), length_of(pieces)) if start else None


def after(pieces: Pieces) -> Meaning | None:
    """Read "after 3", "3 or later"."""
    bound = find(pieces, "clock", "daypart", *HOURS)
    return Hours(_bound(bound), None) if bound else None


def before(pieces: Pieces) -> Meaning | None:
    """Read "before noon", "by 5"."""
    bound = find(pieces, "clock", "daypart", *HOURS)
    return Hours(None, _bound(bound)) if bound else None


def day_clock(pieces: Pieces) -> Meaning | None:
    """Read "Tuesday at 3", "eight tonight"."""
    day, known, section = find(pieces, "day", "tonight"), find(pieces, "clock", *HOURS), find(pieces, "daypart")
    if day is None or known is None:
        return None
    base, name = _hour(known), section.meaning if section else None
    if isinstance(day.meaning, DayHours):
        name = name or day.meaning.hours
    return Moment(_day(day), _said_in(base, name) if isinstance(name, Part) else base)


def clock_on_number(pieces: Pieces) -> Meaning | None:
    """Read "8pm on 15"."""
    number = integer(pieces[-1])
    return Moment(CalendarDay(day=number), _hour(pieces[0]))


def day_hours(pieces: Pieces) -> Meaning | None:
    """Read "Tuesday from 2 to 4", "tomorrow evening between 6 and 8"."""
    day, hours = find(pieces, "day", "tonight"), find(pieces, "hours")
    return DayHours(_day(day), _within_part(pieces, spec_of(hours, Hours))) if day and hours else None


def part_hours(pieces: Pieces) -> Meaning | None:
    """Read "in the afternoon, between 1 and 3"."""
    hours = find(pieces, "hours")
    return _within_part(pieces, spec_of(hours, Hours)) if hours else None


def _within_part(pieces: Pieces, hours: Hours) -> Hours:
    named = next((piece.meaning for piece in pieces if piece.kind in {"daypart", "tonight"}), None)
    name = named.hours if isinstance(named, DayHours) else named
    if not isinstance(name, Part):
        return hours
    ends = (_said_in(end, name) if isinstance(end, Clock) else end for end in (hours.start, hours.end))
    return Hours(*ends)


def _said_in(clock: Clock, part: Part) -> Clock:
    return clock if clock.half or clock.part else replace(clock, part=part.name)


def day_part(pieces: Pieces) -> Meaning | None:
    """Read "tomorrow afternoon", "Friday night"."""
    day, section = find(pieces, "day"), find(pieces, "daypart", *PARTS)
    if day is None:
        return pieces[0].meaning
    return DayHours(_day(day), Part(section.meaning.name if isinstance(section.meaning, Part) else text_of(section))) if section else None


def moment_range(pieces: Pieces) -> Meaning | None:
    """Read "from 2pm until tomorrow at 4:30pm"."""
    ends = [piece for piece in pieces if piece.kind in {"moment", "clock"}]
    return MomentRange(_moment(ends[0]), _moment(ends[-1])) if len(ends) > 1 else None


def moments_after(pieces: Pieces) -> Meaning | None:
    """Read "after Tuesday at 3"."""
    bound = find(pieces, "moment")
    return MomentRange(_moment(bound), None) if bound else None


def moments_before(pieces: Pieces) -> Meaning | None:
    """Read "before Tuesday at 3"."""
    bound = find(pieces, "moment")
    return MomentRange(None, _moment(bound)) if bound else None


def _half(pieces: Pieces) -> Half | None:
    piece = find(pieces, "meridiem", "letter_am", "letter_pm")
    return Half(text_of(piece)) if piece else None


def _minutes(pieces: Pieces) -> int:
    counts = integers(pieces[:-1], *NUMBERS)
    if find(pieces, "half"):
        return 30
    if find(pieces, "quarter"):
        return 15 * (counts[0] if counts else 1)
    return counts[0]


def _hour(piece: Piece) -> Clock:
    """Return the clock time of a clock, an hour, or a name such as noon."""
    match piece.meaning:
        case Clock() as known:
            return known
        case int(number) if piece.kind == "military":
            return Clock(number // 100, number % 100, sure=True)
        case int(number):
            return Clock(number, sure=_is_sure(number))
        case _:
            hour, minute = text_of(piece).split(":")
            return Clock(int(hour), int(minute), sure=True)


def _bound(piece: Piece) -> Clock | Part:
    return piece.meaning if isinstance(piece.meaning, Part) else _hour(piece)


def _day(piece: Piece) -> Day:
    known = piece.meaning.day if isinstance(piece.meaning, DayHours) else spec_of(piece, Day)
    return known  # type: ignore[no-any-return] - spec_of has checked it


def _moment(piece: Piece) -> Moment | Clock | FromNow:
    return spec_of(piece, Moment, Clock, FromNow)  # type: ignore[no-any-return] - spec_of has checked it


def _is_sure(hour: int) -> bool:
    return hour > 12 or hour == 0  # noqa: PLR2004 - hours of a clock face


CLOCK_BUILDERS: dict[str, Callable[[Pieces], Meaning | None]] = {
    builder.__name__: builder
    for builder in (
        clock, clock_words, clock_past, clock_to, clock_to_bare, clock_to_part, noon, military, clock_hour, with_part, part,
        tonight, after_hours, clock_range, hours_for, after, before, day_clock, clock_on_number, day_hours, part_hours, day_part,
        moment_range, moments_after, moments_before,
    )
}  # fmt: skip
