"""Makes lengths of time, and what lies some length from now or from a day."""

from __future__ import annotations

from dataclasses import replace

from frontdesk.language.readers.when import pieces as ask
from frontdesk.language.readers.when.pieces import Pieces
from frontdesk.language.readers.when.specs import (
    Ahead,
    Day,
    FromNow,
    Length,
    MomentRange,
    NthIn,
    Period,
    Shifted,
    Stay,
    Unit,
    Weekday,
    WeekOf,
)

SUB_DAY = {Unit.SECOND, Unit.MINUTE, Unit.HOUR}
WEEKS = {Unit.WEEK, Unit.FORTNIGHT}
LONG = {Unit.WEEK, Unit.MONTH, Unit.YEAR}
NOW = FromNow(Length(()))
ONE_WEEK = Length(((7.0, Unit.DAY),))
SATURDAY = 5

_YEARS_AHEAD = 2  # no day further ahead is named by how far it is


def length(pieces: Pieces) -> Length | None:
    """Read "3 hours 30 minutes", "a few days", "another week"."""
    found = _amounts(pieces)
    one = ask.unit(pieces)
    return Length(found) if found else Length(((1.0, one),)) if one else None


def _amounts(pieces: Pieces) -> tuple[tuple[float, Unit], ...]:
    """Return each number with the unit that follows it."""
    found: list[tuple[float, Unit]] = []
    number: float | None = None
    for piece in pieces:
        match piece.meaning:
            case str(name) if piece.kind in ask.UNITS and number is not None:
                found.append((number, Unit(name)))
                number = None
            case str() if piece.kind == "a":
                number = 1.0
            case tuple() as digits if piece.kind == "dotted":
                number = float(".".join(digits))
            case int(whole):
                number = float(whole)
            case _:
                pass  # joins amounts
    # "Two nights, three days" are two nights.
    nights = any(unit is Unit.NIGHT for _, unit in found)
    return tuple(each for each in found if not (nights and each[1] is Unit.DAY))


def length_in_parts(pieces: Pieces) -> Length | None:
    """Read lengths with halves and quarters: "an hour and a half", "3/4 of an hour"."""
    unit = ask.unit(pieces)
    if unit is None:
        return None
    whole = float(ask.number(pieces, *ask.COUNTS) or 0)
    slash, sixtieths = ask.digits(pieces, "slash"), ask.number(pieces, "fraction")
    if slash:
        return Length(((whole + int(slash[0]) / (int(slash[1]) or 1), unit),))
    if sixtieths:
        return Length(((whole + sixtieths / 60, unit),))
    if ask.has(pieces, "quarter") and not ask.has(pieces, "and"):
        return Length(((0.25 * (whole or 1), unit),))
    part = 0.25 if ask.has(pieces, "quarter") else 0.5
    return Length(((part + (whole or ask.has(pieces, "and")), unit),))


def ahead(pieces: Pieces) -> Ahead | MomentRange | None:
    """Read "the next two days", "two upcoming days"; but "3 next week" is no three weeks."""
    count, unit = ask.number(pieces, *ask.COUNTS, "few"), ask.unit(pieces)
    if count is None or unit is None:
        return None
    number_first = isinstance(pieces[-2].meaning, str)
    if number_first and unit in LONG:
        return None
    return _ahead_by(Length(((float(count), unit),)), skips_today=True)


def within(pieces: Pieces) -> Ahead | MomentRange | None:
    """Read "within five days", "within 2 weeks after tomorrow"."""
    distance, base = ask.length(pieces), ask.day(pieces)
    if distance is None:
        return None
    return Ahead(distance, skips_today=False, base=base) if base else _ahead_by(distance, skips_today=False)


def _ahead_by(distance: Length, *, skips_today: bool) -> Ahead | MomentRange:
    if has_parts_of_a_day(distance):
        return MomentRange(NOW, FromNow(distance))
    return Ahead(distance, skips_today)


def shifted(pieces: Pieces) -> Shifted | None:
    """Read "three weeks from tomorrow", "3 days after January 12th"; nights from a day are a stay."""
    distance, base = ask.length(pieces), ask.day(pieces)
    if distance is None or base is None or has_parts_of_a_day(distance):
        return None
    return None if Unit.NIGHT in units(distance) else Shifted(distance, base)


def shifted_back(pieces: Pieces) -> Shifted | None:
    """Read "two weeks before Christmas"."""
    forward = shifted(pieces)
    return replace(forward, length=_backwards(forward.length)) if forward else None


def hanging_back(pieces: Pieces) -> Shifted | None:
    """Read "two weeks before", of a day said beside it."""
    distance = ask.length(pieces)
    if distance is None or has_parts_of_a_day(distance):
        return None
    return Shifted(_backwards(distance), unclear=True)


def in_days(pieces: Pieces) -> Shifted | None:
    """Read "in two weeks", "a week from now"."""
    distance = ask.length(pieces)
    return Shifted(distance) if distance and not has_parts_of_a_day(distance) and not _is_age(distance) else None


def _is_age(distance: Length) -> bool:
    """Tell "I haven't driven in eleven years", which nobody looks ahead."""
    return any(unit is Unit.YEAR and amount > _YEARS_AHEAD for amount, unit in distance.amounts)


def later(pieces: Pieces) -> FromNow | None:
    """Read "in two hours"."""
    distance = ask.length(pieces)
    return FromNow(distance) if distance and not _is_age(distance) else None


def days_ago(pieces: Pieces) -> Shifted | None:
    """Read "three days ago"."""
    forward = in_days(pieces)
    return replace(forward, length=_backwards(forward.length)) if forward else None


def ago(pieces: Pieces) -> FromNow | None:
    """Read "two hours ago"."""
    distance = ask.length(pieces)
    return FromNow(_backwards(distance)) if distance else None


def weeks_after(pieces: Pieces) -> Shifted | None:
    """Read "Friday week", a week after the coming Friday."""
    unit, base = ask.unit(pieces), ask.day(pieces)
    if unit not in WEEKS or not isinstance(base, Weekday | Shifted):
        return None
    return Shifted(Length(((1.0, unit),)), base)


def beside(pieces: Pieces) -> Shifted | None:
    """Read "the day after Christmas": what hung on a day said before now has its day."""
    first, *_, base = ask.edges(pieces)
    if not isinstance(first, Shifted) or not first.unclear or not isinstance(base, Day):
        return None
    return Shifted(first.length, base)


def weekday_beside(pieces: Pieces) -> NthIn | None:
    """Read "the Friday before Christmas": the one such day in the week next to it."""
    first, base = ask.edges(pieces)
    if not isinstance(first, Weekday) or first.week is not None or not isinstance(base, Day):
        return None
    return next_to(first.weekday, base, after=ask.has(pieces, "after"))


def weekend_beside(pieces: Pieces) -> WeekOf | None:
    """Read "the weekend after the 20th"; "the weekend after" alone hangs on a day said before."""
    first, base = ask.span(pieces), ask.day(pieces)
    if first != Period(Unit.WEEKEND):
        return None
    if base is None:
        distance = ONE_WEEK if ask.has(pieces, "after") else _backwards(ONE_WEEK)
        return WeekOf(Shifted(distance, unclear=True), Unit.WEEKEND)
    return WeekOf(next_to(SATURDAY, base, after=ask.has(pieces, "after")), Unit.WEEKEND)


def next_to(weekday: int, base: Day, *, after: bool) -> NthIn:
    """Return the weekday next to another day, after or before it."""
    if after:
        return NthIn(1, weekday, Ahead(ONE_WEEK, skips_today=True, base=base))
    return NthIn(1, weekday, Ahead(ONE_WEEK, skips_today=False, base=Shifted(_backwards(ONE_WEEK), base)))


def weekday_hanging(pieces: Pieces) -> Weekday | None:
    """Read "the Thursday before" and "the Sunday after that", of a day that was named or talked of earlier."""
    said = ask.day(pieces)
    hangs = 1 if ask.has(pieces, "after") else -1
    return replace(said, hangs=hangs) if isinstance(said, Weekday) and said.week is None else None


def week_beside(pieces: Pieces) -> WeekOf | None:
    """Read "the week before Christmas"; "the week before" alone hangs on a day said before."""
    if ask.unit(pieces) is not Unit.WEEK:
        return None
    base = ask.day(pieces)
    distance = ONE_WEEK if ask.has(pieces, "after") else _backwards(ONE_WEEK)
    return WeekOf(Shifted(distance, base, unclear=base is None))


def stay(pieces: Pieces) -> Stay | None:
    """Read "three nights from Friday": a stay that ends on the day of leaving."""
    distance, start = ask.length(pieces), ask.day(pieces)
    return Stay(start, distance) if start and distance and not has_parts_of_a_day(distance) else None


def nights_of(pieces: Pieces) -> Stay | None:
    """Read "the 28th for 3 nights"."""
    known = stay(pieces)
    return known if known and Unit.NIGHT in units(known.length) else None


def units(distance: Length) -> set[Unit]:
    """Return the units that a length is counted in."""
    return {unit for _, unit in distance.amounts}


def has_parts_of_a_day(distance: Length) -> bool:
    """Tell whether a length counts hours or less."""
    return not units(distance).isdisjoint(SUB_DAY)


def _backwards(forward: Length) -> Length:
    return Length(tuple((-amount, unit) for amount, unit in forward.amounts))
