"""Tells what days, times and nights mean for the slots of a flow: a range, a stay, a moment, a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from frontdesk.dialogue.meanings import Problem
from frontdesk.dialogue.values import Anytime, Days, Soonest, Times, Value
from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context, Found
from frontdesk.language.resolve.slots.first_times import puts_one_forward
from frontdesk.language.resolve.slots.sheets import OLD, Sheet
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.words import tokens, word_set

SATURDAY = 5
NIGHTS = "nights"  # the kind of a last day that a number of nights was counted to
_DAY, _WEEKEND, _WEEK = timedelta(days=1), timedelta(days=2), timedelta(days=7)


def for_kind(kind: str, givens: Sequence[Given], target: Sheet) -> list[Given]:
    """Return what is given for the slots of one kind, as these slots need it."""
    if kind == "moment":
        return _moments(givens, target)
    if kind == "day" and not any(map(target.of_kind, ("time", "moment"))):
        givens = [_without_hour(given, target.context) for given in givens]
    if kind == "day" and len(target.of_kind("day")) > 1:
        return list(_stays(givens, target))
    if kind == "time" and len(target.of_kind("time")) > 1:
        givens = [each for given in givens for each in _shift(given, target)]
        return [given for given in givens if given.kind in {"time", "arrival", "departure"}]
    if kind == "day" and target.of_kind("time"):
        givens = _with_any_day(givens, target)
    return [
        given for given in (_open(given, givens, target) for given in givens if given.kind == kind) if given is not None
    ]


def _with_any_day(givens: Sequence[Given], target: Sheet) -> Sequence[Given]:
    """Add any day to hours of any, where days are looked through: "any morning but Monday"."""
    days = [given for given in givens if given.kind == "day" and given.stance is not Stance.EXCLUDED]
    held = any(slot.name in target.known for slot in target.of_kind("day"))
    taken = target.searched.slots if target.searched is not None else frozenset[str]()
    looked_through = all(slot.name in taken for slot in target.of_kind("day"))
    hours = [given for given in givens if given.kind == "time" and given.stance is Stance.WANTED]
    several = [given for given in hours if _says(given.words, "whichever", target)]
    if days or held or not looked_through or not several:
        return givens
    return [*givens, replace(several[0], kind="day", value=Soonest(), problem=None)]


def _without_hour(given: Given, context: Context) -> Given:
    """Return a day that is not over, though the hour that was heard in its words is: nothing is booked by the hour."""
    is_over = given.kind != "day" or not isinstance(given.value, date) or given.value < context.now.date()
    return given if is_over or given.problem is not Problem.PAST else replace(given, problem=None)


def _open(given: Given, givens: Sequence[Given], target: Sheet) -> Given | None:
    """Say what "the earliest" and "any time" mean for a day and for a time; None where they say nothing."""
    asked = target.asked.kind if target.asked else None
    match given.kind, given.value:
        case "day", Days() as span:
            found: Found[when.When | None] = Found(span, given.words, given.start, given.end, given.problem)
            whole = when.including_last(found, target.context)
            settled = target.searched is not None and target.searched.settles(
                span, target.of_kind("day"), any_day=_leaves_day_open(givens, target)
            )
            settled = settled or _only_names_booking(target)
            doubt = None if settled and given.problem is Problem.AMBIGUOUS else given.problem
            return replace(given, value=whole, problem=doubt)
        case "day", date() as day if target.among and not any(map(str.isdigit, given.words)):
            return replace(given, value=_of_doubt(day, target))
        case "day", Soonest() | Anytime():
            days = [other for other in givens if other.kind == "day" and isinstance(other.value, date | Days)]
            named = any(other.stance is not Stance.EXCLUDED for other in days)
            others = any(other.kind == "day" and other.stance is Stance.EXCLUDED for other in givens)
            open_days = others or _leaves_day_open([given], target)  # "any time but Monday" is on any other day
            asks = asked == "day" or isinstance(given.value, Soonest) or open_days
            known = any(slot.name in target.known for slot in target.of_kind("day"))
            # Of a day that was named it is the first hour, while something else is asked for.
            timed = bool(target.of_kind("time")) and asked is not None and asked != "day"
            return replace(given, value=Soonest()) if asks and not named and not (known and timed) else None
        case "time", Soonest() if not any(each.kind == "day" and each.value == given.value for each in givens):
            return given  # the first of a day
        case "time", Soonest():
            if puts_one_forward(target.slots):
                return given  # "asap" is the first flight of the first day
            return replace(given, value=Anytime()) if asked == "time" else None
        case "time", Anytime():
            clear = [other for other in givens if other.kind == "time" and isinstance(other.value, time | Times)]
            return None if any(other.stance is Stance.WANTED for other in clear) else given
        case _:
            return given


def _of_doubt(day: date, target: Sheet) -> date:
    """Return the Saturday that is in doubt, where "the Saturday" answers which of two days is meant."""
    alike = [each for each in target.among if isinstance(each, date) and each.weekday() == day.weekday()]
    return alike[0] if len(alike) == 1 and day not in target.among else day


def _only_names_booking(target: Sheet) -> bool:
    """Tell whether days say no more than which bookings are meant: "everything this week"."""
    days = target.of_kind("day")
    return bool(target.of_kind("booking")) and len(days) == 1 and days[0].ask is None


def _leaves_day_open(givens: Sequence[Given], target: Sheet) -> bool:
    """Tell "any day", "any evening" and "the earliest" from "any time"."""
    wishes = [given for given in givens if given.stance is Stance.WANTED and given.kind in {"day", "time"}]
    return any(_is_any_day(given, target) for given in wishes)


def _is_any_day(given: Given, target: Sheet) -> bool:
    match given.kind, given.value:
        case "day", Soonest():
            return True
        case "day", Anytime():
            return _says(given.words, "whole_days", target)
        case "time", Times():
            return _says(given.words, "whichever", target)
        case _:
            return False


def _moments(givens: Sequence[Given], target: Sheet) -> list[Given]:
    """Return moments; a day or a time alone is put together with what is known of the other."""
    moments = [given for given in givens if given.kind == "moment"]
    parts = [
        given
        for given in givens
        if given.kind in {"day", "time"} and not any(given.overlaps(other) for other in moments)
    ]
    if moments or not parts:
        return [*moments, *(part for part in parts if part.kind == "day" and part.stance is Stance.EXCLUDED)]
    known = [target.known.get(slot.name) for slot in target.of_kind("moment")] + list(target.among)
    if any(type(part.value) is date for part in parts):  # hours of a day are no second one
        parts = [part for part in parts if not isinstance(part.value, Times) or part.stance is Stance.EXCLUDED]
    if any(isinstance(given.value, timedelta) and given.value >= timedelta(days=1) for given in givens):
        known = [time.min]  # "all day tomorrow" begins with the day
    return [_completed(part, known, target.context) for part in parts]


def _completed(part: Given, known: Sequence[Value | None], context: Context) -> Given:
    """Make a moment of a day or time and the known rest; without one it stays in doubt."""
    for other in known:
        match part.value, other:
            case time() as clock, datetime() as moment:
                return replace(part, kind="moment", value=datetime.combine(moment.date(), clock, moment.tzinfo))
            case time() as clock, date() as day:
                return replace(part, kind="moment", value=datetime.combine(day, clock, context.now.tzinfo))
            case date() as day, datetime() as moment:
                return replace(part, kind="moment", value=datetime.combine(day, moment.time(), moment.tzinfo))
            case date() as day, time() as clock:
                return replace(part, kind="moment", value=datetime.combine(day, clock, context.now.tzinfo))
            case _:
                continue
    return replace(part, kind="moment", problem=part.problem or Problem.AMBIGUOUS)


def _stays(givens: Sequence[Given], target: Sheet) -> Iterator[Given]:
    """Give the days of a stay: a range is its first and its last day, a number of nights counts from the first."""
    taken = target.searched.slots if target.searched is not None else frozenset()
    looked_through = all(slot.name in taken for slot in target.of_kind("day")) and _leaves_day_open(givens, target)
    for given in givens:
        match given.kind, given.value:
            case "day", Days() if looked_through and given.problem is Problem.AMBIGUOUS:
                yield replace(given, problem=None)  # "to any evening next week"
            case "day", Days() as span if last := _end_of_weekend(span, _arrival(givens, target)):
                yield replace(given, kind="departure", value=last, problem=None)
            case "day", Days(start=date() as first, end=date() as end) if given.problem in {None, Problem.AMBIGUOUS}:
                yield from _range(given, first, end, target)
            case "day", _:
                yield given
            case "duration", timedelta() as length if length >= timedelta(days=1):
                arrival = _known_departure(given, target) or _arrival(givens, target)
                if arrival is not None:
                    yield replace(given, kind=NIGHTS, value=arrival + length)
            case _:
                continue


def _end_of_weekend(span: Days, arrival: date | None) -> date | None:
    """Return the Sunday of "arriving Friday for the weekend"; None where the weekend is looked through, or another."""
    if arrival is None or span.start is None or span.end is None or span.end - span.start != _WEEKEND:
        return None
    last = arrival + (SATURDAY + 1 - arrival.weekday()) * _DAY
    return last if span.start - _WEEKEND <= arrival and last - arrival in {_DAY, _WEEKEND, _DAY + _WEEKEND} else None


def _known_departure(given: Given, target: Sheet) -> date | None:
    """Return the day from which "one more night" counts: the last of a stay that is known."""
    known = target.known.get(target.of_kind("day")[-1].name)
    return known if isinstance(known, date) and _says(given.words, "fresh", target) else None


def _range(given: Given, first: date, end: date, target: Sheet) -> Iterator[Given]:
    parts_it = any(_says(given.words, key, target) for key in ("nights", "ranges"))
    if not parts_it and not _names_both(given.words, first, end, target):
        # "Next week" is not a stay of seven nights, but a stay that was named may be moved into it.
        moved = _moved_stay(first, end, target)
        yield from [replace(given, kind=kind, value=day, problem=None) for kind, day in moved] or [given]
        return
    yield replace(given, kind="arrival", value=first, problem=None)
    yield replace(given, kind="departure", value=_moved_to(given, target) or end, problem=None)


def _moved_stay(first: date, end: date, target: Sheet) -> tuple[tuple[str, date], ...]:
    """Return the days of the stay that is known, by as many weeks on as "the weekend after" is; none where none fits.

    A week takes any stay; a weekend takes one that had the night of a Saturday in it.
    """
    slots = target.of_kind("day")
    arrives, leaves = target.known.get(slots[0].name), target.known.get(slots[-1].name)
    if target.of_kind("booking") or not isinstance(arrives, date) or not isinstance(leaves, date):
        return ()
    saturday = arrives + timedelta(days=(SATURDAY - arrives.weekday()) % 7)
    named = saturday if end - first == _WEEKEND else arrives - timedelta(days=arrives.weekday())
    if end - first not in {_WEEKEND, _WEEK} or (named == saturday and not saturday < leaves):
        return ()
    on = first - named
    fits = on % _WEEK == timedelta() and on != timedelta()
    return (("arrival", arrives + on), ("departure", leaves + on)) if fits else ()


def _names_both(words: str, first: date, end: date, target: Sheet) -> bool:
    """Tell whether the words name the day of arrival and then that of departure: "check in the 9th, out the 12th"."""
    for token in tokens(words)[1:]:
        before, after = (when.read(part, target.context) for part in (words[: token.start], words[token.start :]))
        if len(before) == 1 and len(after) == 1 and before[0].value == first:
            day = after[0].value
            if isinstance(day, date) and (day.month, day.day) == (end.month, end.day):
                return True
    return False


def _shift(given: Given, target: Sheet) -> Iterator[Given]:
    """Give the two times of "from 2pm to 4pm", where a booking moves."""
    match given.kind, given.value:
        case "time", Times() if _says(given.words, "between", target):
            yield given
        case "time", Times(start=time() as old, end=time() as new) if _says(given.words, "ranges", target):
            yield replace(given, kind="arrival", value=old)
            yield replace(given, kind="departure", value=new)
        case "time", _:
            yield given
        case _:
            return


def _moved_to(given: Given, target: Sheet) -> date | None:
    """Return the day after "to" in "from Monday to Friday" where a booking moves: it need not come later."""
    if not any(OLD in target.cues.get(slot.name, ()) for slot in target.of_kind("day")):
        return None
    between = word_set(target.context.language, "clauses", "ranges")
    ends = [token.end for token in tokens(given.words) if token.plain in between]
    found = when.read(given.words[ends[-1] :], target.context) if ends else ()
    return found[0].value if found and isinstance(found[0].value, date) else None


def _says(words: str, key: str, target: Sheet) -> bool:
    return not word_set(target.context.language, "clauses", key).isdisjoint(token.plain for token in tokens(words))


def _arrival(givens: Sequence[Given], target: Sheet) -> date | None:
    said = [given.value for given in givens if given.kind == "day" and isinstance(given.value, date)]
    known = target.known.get(target.of_kind("day")[0].name)
    return said[-1] if said else known if isinstance(known, date) else None
