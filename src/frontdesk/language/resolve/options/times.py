"""Reads a pick by its time: "the 10am one", "3pm with Emily", "something later"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.meanings import AtTime, Choose, Inform, Number
from frontdesk.dialogue.values import Item, Soonest, Times, Value
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.options.fields import days_of, field_apart, ones
from frontdesk.language.resolve.options.picking import Picking
from frontdesk.language.resolve.places import allows, is_at
from frontdesk.language.resolve.slots.filling import is_taken_back
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read
from frontdesk.language.words import table, tokens, word_set

_NOON, _EVENING = time(12), time(17)
_BARE_CLOCK = re.compile(r"\D*(?:[1-9]|1[0-2])(?:[:.]\d\d)?")
_A_BIT = 2  # hours
_FULL = 5  # minutes: what guests name is a multiple of so many
_ONES = ("clauses.earliest", "clauses.latest")
_BESIDE = frozenset({"clauses.later", "clauses.earlier"})
_AFTERWARDS = ("moves.maybe_later", "clauses.done_later")
_LATEST = Times(None, None, latest=True)
_ENDS: Mapping[str, Value] = {
    "clauses.first_one": Soonest(),
    "clauses.early_one": Soonest(),
    "clauses.last_one": _LATEST,
    "clauses.late_one": _LATEST,
}


def _has_time(option: Option) -> bool:
    return any(isinstance(value, datetime | time) for value in option.fields.values())


def by_time(message: Message, givens: Sequence[Given], asked: Asked) -> Picking:
    """Pick by the time at which an option starts."""
    if not any(map(_has_time, (*asked.options, *asked.further))):
        return Picking(())  # "thing 230" names one of them, and no hour
    times = [given for given in givens if given.kind == "time" and given.stance is Stance.WANTED]
    times = [each for given in times if not _is_pronoun(message, given) for each in _in_doubt(given, asked)]
    named = times = [given for given in times if isinstance(given.value, time) or is_followed_by_one(message, given)]
    times = [_in_half_shown(given, asked, message.language) for given in times]
    while len(times) > 1 and is_taken_back(message, times[-2], times[-1]):
        times = times[-1:]
    kept = [given for given in times if isinstance(given.value, time | Times)]
    days = [given for given in givens if given.kind == "day" and given.stance is Stance.WANTED]
    if not kept or not _are_shown(days, asked):
        return Picking(())
    if days:
        return _on_day(kept, days, asked)
    both = _with_item(kept, givens, asked)
    if both is not None:
        return both
    reads = [
        Read(Choose(_only_of_half(given.value, asked) or AtTime(given.value), given.words), why="time: of an option")
        for given in kept
        if isinstance(given.value, time | Times)
    ]
    return Picking(tuple(reads), tuple(named))


def _is_pronoun(message: Message, given: Given) -> bool:
    """Tell the "one" of "is the late one free?" from that of "is one free?"."""
    return any(cue.start < given.start < cue.end for label in _ONES for cue in message.found(label))


def _in_doubt(given: Given, asked: Asked) -> list[Given]:
    """Return both readings of "at 8" where both may be meant, or else the one that is shown."""
    clocks = [value for value in given.candidates if isinstance(value, time)]
    shown = [at for at in clocks if at in starts(asked.options)]
    return [replace(given, value=at, problem=None, candidates=()) for at in (shown or clocks)] if clocks else [given]


def _is_spelled(given: Given, language: str) -> bool:
    """Tell "six forty" and "twenty to seven", which name no half of the day."""
    counting = {*table(language, "numbers", "ones"), *table(language, "numbers", "tens")}
    counting |= word_set(language, "common", "around_hours")
    return counting.issuperset(token.plain for token in tokens(given.words))


def _in_half_shown(given: Given, asked: Asked, language: str) -> Given:
    """Read the "6:40" of a guest who is shown 6:40 AM as that, where no half of the day was named."""
    if not isinstance(given.value, time) or not (_BARE_CLOCK.fullmatch(given.words) or _is_spelled(given, language)):
        return given
    shown = starts((*asked.options, *asked.further))
    other = given.value.replace(hour=(given.value.hour + 12) % 24)
    return replace(given, value=other) if given.value not in shown and other in shown else given


def starts(options: Sequence[Option]) -> set[time]:
    """Return the times of day at which options start."""
    return {start.time() for option in options if isinstance(start := option.fields.get("start"), datetime)}


def _only_of_half(value: time | Times, asked: Asked) -> Number | None:
    """Find the one option before noon that "the morning one" must mean, though it starts before mornings do."""
    starts = [
        start.time() if isinstance(start := option.fields.get("start"), datetime) else None for option in asked.options
    ]
    if not isinstance(value, Times) or any(start and is_at(start, value) for start in starts):
        return None
    if value.end is not None and value.end <= _NOON:
        fitting = [index for index, start in enumerate(starts, 1) if start and start < _NOON]
    elif value.start is not None and value.start >= _EVENING:
        fitting = [index for index, start in enumerate(starts, 1) if start and start >= _EVENING]
    else:
        return None
    return Number(fitting[0]) if len(fitting) == 1 else None


def _with_item(times: Sequence[Given], givens: Sequence[Given], asked: Asked) -> Picking | None:
    """Pick the one option that has both the time and the person named: "3pm with Emily"."""
    items = [given for given in givens if given.stance is Stance.WANTED and field_apart(given, asked) is not None]
    fitting = [
        index
        for index, option in enumerate(asked.options, 1)
        if isinstance(start := option.fields.get("start"), datetime)
        and any(given.value == start.time() for given in times)
        and any(isinstance(given.value, Item) and allows(given.value, option) for given in items)
    ]
    if len(fitting) != 1:
        return None
    return Picking(
        (Read(Choose(Number(fitting[0]), times[-1].words), why="time and item: of an option"),), (*times, *items)
    )


def is_followed_by_one(message: Message, given: Given) -> bool:
    """Tell "the morning one", which is one of those shown."""
    after = message.place_at(given.end - 1) + 1
    return isinstance(given.value, Times) and after < len(message.bare) and message.bare[after] in ones(message)


def _are_shown(days: Sequence[Given], asked: Asked) -> bool:
    """Tell whether all days named are days of the options shown; another day asks for new options."""
    shown = days_of(asked.options)
    return all(given.value in shown for given in days if not isinstance(given.value, Soonest))


def _on_day(times: Sequence[Given], days: Sequence[Given], asked: Asked) -> Picking:
    wanted = {given.value for given in days}
    reads = [
        Read(Choose(Number(index), given.words), why="day and time: of an option")
        for given in times
        for index, option in enumerate(asked.options, 1)
        if isinstance(start := option.fields.get("start"), datetime)
        and start.date() in wanted
        and start.time() == given.value
    ]
    if not reads and len(set(days_of(asked.options))) == 1:
        reads = [
            Read(Choose(AtTime(given.value), given.words), why="time: on the day shown")
            for given in times
            if isinstance(given.value, time)
        ]
    return Picking(tuple(reads), (*times, *days)) if reads else Picking(())


def later_or_earlier(message: Message, asked: Asked) -> Read | None:
    """Read "something later" as times after those shown, or after the one chosen."""
    if not message.has(_BESIDE):
        return None
    slot = asked.slot_of("time")
    starts = [start for option in asked.options if isinstance(start := option.fields.get("start"), datetime)]
    wanted = (asked.standing or asked.known).get(slot.name) if slot else None
    known = wanted if isinstance(wanted, time) else _put_forward(asked)
    if not asked.options and known is not None:
        starts = [datetime.combine(date.min, known)]
    if not starts or slot is None or len({start.date() for start in starts}) > 1:
        return None
    put_off = [cue for label in _AFTERWARDS for cue in message.found(label)]
    for label in ("clauses.later", "clauses.earlier"):
        for cue in message.found(label):
            if any(other.first <= cue.first < other.after for other in put_off):
                continue  # "maybe later" and "can I pay later?" ask for no later time
            last = max(starts)
            later = Times((last + timedelta(minutes=1)).time(), None)
            value = later if label == "clauses.later" else _before(message, cue, min(starts))
            value = _within_hours(value, wanted if isinstance(wanted, Times) else asked.hours)
            return Read(
                Inform(slot.name, value, message.text[cue.start : cue.end]), why="range: beside the times shown"
            )
    return None


def _within_hours(beside: Times, hours: Times | None) -> Times:
    """Return the part of some times that lies in the hours wanted before: "after 4", and then "an earlier one"."""
    if hours is None or (hours.start and hours.end and hours.end <= hours.start):
        return beside
    # Nobody says "after 6:41": that is how "something later" than 6:40 was kept, and "earlier" goes back behind it.
    said = hours.start if hours.start is not None and hours.start.minute % _FULL != 1 else None
    start = max((each for each in (beside.start, said) if each is not None), default=None)
    end = min((each for each in (beside.end, hours.end) if each is not None), default=None)
    return Times(start, end) if start is None or end is None or start < end else beside


def first_or_last(message: Message, asked: Asked) -> Read | None:
    """Read "when is the first one?", where one time is put forward: the first is shown then, and nothing is taken."""
    slot = asked.slot_of("time") if any(map(message.found, _ENDS)) else None
    if slot is None or asked.chosen_from or _put_forward(asked) is None:
        return None
    for label, value in _ENDS.items():
        for cue in message.found(label):
            return Read(Inform(slot.name, value, message.text[cue.start : cue.end]), why="extreme: of that day")
    return None


def _put_forward(asked: Asked) -> time | None:
    """Return the one time that is shown at a confirm, where the guest has named none."""
    shown = [value for name in asked.shows if isinstance(value := asked.known.get(name), time)]
    return shown[0] if len(shown) == 1 else None


def _before(message: Message, cue: Cue, start: datetime) -> Times:
    """Return the times before `start`; of "a bit earlier" only those near it, as a day is shown from its morning."""
    near = bool(message.within("clauses.slightly", message.clause_at(cue.start))) and start.hour >= _A_BIT
    return Times(start.replace(hour=start.hour - _A_BIT).time() if near else None, start.time())
