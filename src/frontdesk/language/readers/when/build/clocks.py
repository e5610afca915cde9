"""Makes clock times, parts of the day and ranges of hours."""

from __future__ import annotations

from dataclasses import replace

from frontdesk.language.readers.when import pieces as ask
from frontdesk.language.readers.when.pieces import Pieces
from frontdesk.language.readers.when.specs import Clock, Half, Hours, Part, Unit

LAST_HOUR = 12
HOUR_MINUTES = 60
HALF_HOUR = 30
QUARTER = 15
# "10 to 4" runs from ten to four; "15 to 4" can only be minutes, and "15 to 20" only hours.
LAST_MINUTES_TO = 19
LAST_OF_DAY = 23
# "Twenty twenty-six" is a year.
CENTURY, YEARS = 20, range(20, 30)


def clock(pieces: Pieces) -> Clock | None:
    """Read "3 pm", "3:30", "3.30 pm", "4 25", "3 o'clock"."""
    half, written = _half(pieces), ask.digits(pieces, "clock_number", "dotted")
    if not written:
        hour, *minutes = ask.numbers(pieces, *ask.MINUTES)
        if half and hour > LAST_HOUR and minutes and minutes[0] <= LAST_HOUR:
            return None  # "Saturday 22 11am": the day of the month, and eleven
        return Clock(hour, minutes[0] if minutes else 0, half=half, sure=_is_sure(str(hour)))
    if len(written[1]) == 1:
        return None  # 7.5 is no time
    hour, minute, *second = (int(run) for run in written)
    sure = _is_sure(written[0]) and not ask.has(pieces, "dotted")
    return Clock(hour, minute, second[0] if second else 0, half=half, sure=sure)


def _is_sure(hour: str) -> bool:
    """Tell whether an hour, as written, leaves no doubt about the half of the day: 0, 09 and 15 do not, 9 does."""
    return hour.startswith("0") or int(hour) > LAST_HOUR


def clock_words(pieces: Pieces) -> Clock | None:
    """Read "nine thirty", "eleven oh five"; in digits that would be two numbers."""
    if not all(piece.spoken for piece in pieces if isinstance(piece.meaning, int)):
        return None
    hour, minute = ask.numbers(pieces, *ask.MINUTES)
    if hour == CENTURY and minute in YEARS:
        return None
    return Clock(hour, minute, sure=hour > LAST_HOUR) if hour <= LAST_OF_DAY else None


def clock_past(pieces: Pieces) -> Clock | None:
    """Read "half past three", "a quarter past 8", "20 minutes past 3"."""
    base, minutes = ask.as_clock(pieces[-1]), _minutes(pieces)
    fits = minutes < HOUR_MINUTES and ask.unit(pieces) in {None, Unit.MINUTE}
    halfway = ask.has(pieces, "half") and not ask.has(pieces, "past", "noon")
    return replace(base, minute=minutes, halfway=halfway) if base and fits else None


def clock_to(pieces: Pieces) -> Clock | None:
    """Read "a quarter to five", "3 minutes to eight"."""
    base, minutes = ask.as_clock(pieces[-1]), _minutes(pieces)
    if base is None or not 0 < minutes < HOUR_MINUTES or ask.unit(pieces) not in {None, Unit.MINUTE}:
        return None
    hour = (base.hour - 1) % (2 * LAST_HOUR if base.sure else LAST_HOUR)
    return replace(base, hour=hour if hour or base.sure else LAST_HOUR, minute=HOUR_MINUTES - minutes)


def clock_to_bare(pieces: Pieces) -> Clock | None:
    """Read "15 to 7", where only minutes make sense."""
    minutes, base = _minutes(pieces), ask.as_clock(pieces[-1])
    makes_sense = base and minutes % 5 == 0 and minutes > LAST_HOUR and base.hour <= LAST_MINUTES_TO
    return clock_to(pieces) if makes_sense else None


def clock_hours(pieces: Pieces) -> Clock | None:
    """Read "at 16h", "at 16 hours", "0930 hours"; a smaller number is a length, unless the letter is written to it."""
    hour, unit = pieces[-2:]
    known = ask.as_clock(hour)
    if ask.unit(pieces) is not Unit.HOUR or known is None:
        return None
    sure = known.hour > LAST_HOUR or hour.kind == "military" or hour.end == unit.start
    return known if sure else None


def clock_hours_written(pieces: Pieces) -> Clock | None:
    """Read "15h" by itself; "15 hours" and "8h" are lengths."""
    hour, unit = pieces
    return clock_hours(pieces) if hour.end == unit.start and (ask.number(pieces, "teen") or 0) > LAST_HOUR else None


def _minutes(pieces: Pieces) -> int:
    counts = ask.numbers(pieces[:-1], *ask.MINUTES)
    if ask.has(pieces, "half"):
        return HALF_HOUR
    if ask.has(pieces, "quarter"):
        return QUARTER * (counts[0] if counts else 1)
    if ask.has(pieces, "and"):
        return sum(counts)  # "five and twenty past"
    return counts[0] if counts else HOUR_MINUTES


def noon(pieces: Pieces) -> Clock | None:
    """Read "noon", "12 midnight", "1 o'clock midnight"."""
    known = ask.clocks(pieces)
    if len(known) == 1:
        return known[0]
    return replace(known[0], half=Half.AFTERNOON if known[-1].hour else Half.MORNING)


def military(pieces: Pieces) -> Clock | None:
    """Read 1030 and 0730 as clock times."""
    value = ask.number(pieces, "military", "year") or 0
    hour, minute = divmod(value, 100)
    # 0730 says morning; 1030 leaves it open.
    return Clock(hour, minute, sure=hour > LAST_HOUR or value < 1000) if minute < HOUR_MINUTES else None


def clock_run(pieces: Pieces) -> Clock | None:
    """Read 330, and 3 30 beside a day; other minutes than quarters of an hour are rather numbers of something."""
    runs = ask.numbers(pieces, *ask.COUNTS, "zeros", "military")
    hour, minute = divmod(runs[0], 100) if len(runs) == 1 else runs
    last = LAST_OF_DAY if ask.has(pieces, "military") else LAST_HOUR  # "Friday 1500", but no "Friday 15 00"
    fits = 0 < hour <= last and minute % QUARTER == 0 and minute < HOUR_MINUTES
    return Clock(hour, minute, sure=hour > LAST_HOUR) if fits else None


def clock_hour(pieces: Pieces) -> Clock | None:
    """Take a bare number for an hour, where the forms around it say so."""
    return ask.as_clock(pieces[0])


def with_part(pieces: Pieces) -> Clock | None:
    """Read "10 in the morning", "evening 6:30", "half past three pm"."""
    known = ask.clocks(pieces)
    if not known:
        return None
    half = _half(pieces)
    return replace(known[0], half=half) if half else said_in(known[0], ask.part(pieces))


def said_in(clock_time: Clock, part: Part | None) -> Clock:
    """Return a clock time with the part of the day that was said with it, unless it is already clear."""
    if part is None or clock_time.half or clock_time.part:
        return clock_time
    return replace(clock_time, part=part.name)


def part_of_day(pieces: Pieces) -> Part | None:
    """Read "morning", "in the afternoon"."""
    return ask.part(pieces)


def after_hours(pieces: Pieces) -> Hours | None:
    """Read "after work"."""
    return Hours(ask.as_clock(pieces[0]), None)


def before_hours(pieces: Pieces) -> Hours | None:
    """Read "not too late"."""
    return Hours(None, ask.as_clock(pieces[0]))


def clock_range(pieces: Pieces) -> Hours | None:
    """Read "from 2 to 4", "between 8am and 2pm"."""
    ends = ask.clocks(pieces)
    return Hours(ends[0], ends[-1]) if len(ends) > 1 else None


def hours_for(pieces: Pieces) -> Hours | None:
    """Read "from 9:30 for 7 hours"."""
    start, distance = ask.clocks(pieces), ask.length(pieces)
    return Hours(start[0], distance) if start and distance else None


def after(pieces: Pieces) -> Hours | None:
    """Read "after 3", "3 or later", "after lunchtime"."""
    bound = _bound(pieces)
    return Hours(bound, None) if bound else None


def before(pieces: Pieces) -> Hours | None:
    """Read "before noon", "by 5"."""
    bound = _bound(pieces)
    return Hours(None, bound) if bound else None


def _bound(pieces: Pieces) -> Clock | Part | None:
    known = ask.clocks(pieces)
    return known[0] if known else ask.part(pieces)


def part_hours(pieces: Pieces) -> Hours | None:
    """Read "in the afternoon, between 1 and 3"."""
    known = ask.hours(pieces)
    return hours_in(known, ask.part(pieces)) if known else None


def hours_in(hours: Hours, part: Part | None) -> Hours:
    """Return hours whose clock times lie in the part of the day that was said with them."""
    start = said_in(hours.start, part) if isinstance(hours.start, Clock) else hours.start
    end = said_in(hours.end, part) if isinstance(hours.end, Clock) else hours.end
    # "Tomorrow evening before 7" does not begin in the morning.
    return Hours(start, end, since=part if start is None else None)


def _half(pieces: Pieces) -> Half | None:
    name = ask.name(pieces, "meridiem", "letter_am", "letter_pm")
    return Half(name) if name else None
