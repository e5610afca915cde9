"""Reads a pick from what was shown: by number, by time, by what sets an option apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.meanings import AtTime, ByValue, Choose, Extreme, Inform, More, Number
from frontdesk.dialogue.values import Item, Soonest, Times, Value
from frontdesk.language import number
from frontdesk.language.reading import Context, Found
from frontdesk.language.understanding.clauses import Message, Mood
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.slots import is_taken_back
from frontdesk.language.understanding.values import Given, Stance
from frontdesk.language.words import word_set

_EXTREMES = {
    "clauses.earliest": Extreme.EARLIEST,
    "clauses.latest": Extreme.LATEST,
    "clauses.cheapest": Extreme.CHEAPEST,
    "clauses.dearest": Extreme.DEAREST,
    "clauses.other": Extreme.OTHER,
}
_LARGEST = 999  # beyond that it is no number of an option


@dataclass(frozen=True, slots=True)
class Picking:
    """What was picked, and which values of the message it used up."""

    reads: tuple[Read, ...]
    used: tuple[Given, ...] = ()


def pick(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    """Return what a message picks from the options shown."""
    if not asked.options:
        return Picking(())
    numbered = _by_number(message, givens, asked, context)
    if numbered.reads:
        return numbered
    for way in (_by_time, _by_item, _by_day):
        picking = way(message, givens, asked)
        if picking.reads:
            return picking
    return Picking(tuple(_by_extreme(message, givens, asked)))


def _by_number(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    ordinals = [each for each in number.read_ordinal(message.text, context) if _is_ordinal_pick(message, each, givens)]
    if ordinals:
        last = ordinals[-1]
        used = tuple(given for given in givens if given.start < last.end and last.start < given.end)
        return Picking((Read(Choose(Number(last.value), last.words), why="ordinal: of the options shown"),), used)
    numbers = [given for given in givens if given.kind == "number" and _is_bare_pick(message, given, givens, context)]
    if not numbers:
        return Picking(())
    given = numbers[-1]
    return Picking(tuple(_numbered(given, asked, named=_is_named(message, given))), (given,))


def _is_ordinal_pick(message: Message, found: Found[int], givens: Sequence[Given]) -> bool:
    """Tell "the second one" from "the second of March", "on the 2nd" and "do you have a second"."""
    if message.clause_at(found.start).mood is Mood.ASK:
        return False
    first, after = message.place_at(found.start), message.place_at(found.end - 1) + 1
    if after < len(message.bare) and message.bare[after] in _ones(message):
        return not any(given.stance is Stance.EXCLUDED and given.start <= found.start < given.end for given in givens)
    over = [given for given in givens if given.start < found.end and found.start < given.end and given.kind != "number"]
    if any(given.end > found.end or given.kind != "day" for given in over):
        return False
    return _is_only_choice(message, first, after)


def _ones(message: Message) -> frozenset[str]:
    return frozenset(message.bare[cue.first] for cue in message.found("clauses.one"))


def _is_only_choice(message: Message, first: int, after: int) -> bool:
    clause = message.clause_at(message.pieces[first].start)
    around = word_set(message.language, "common", "around_choice")
    return all(
        message.bare[place] in around or not message.bare[place][0].isalnum()
        for place in range(clause.first, clause.after)
        if not first <= place < after
    )


def _is_bare_pick(message: Message, given: Given, givens: Sequence[Given], context: Context) -> bool:
    """Tell "2" and "option 2" from "20 units", "for 2 people" and "at 4"."""
    if not isinstance(given.value, int) or not 0 <= given.value <= _LARGEST or given.stance is not Stance.WANTED:
        return False
    if any(other.overlaps(given) for other in givens if other.kind not in {"number", "vague"}):
        return False
    if _is_named(message, given):
        return True
    first, after = message.place_at(given.start), message.place_at(given.end - 1) + 1
    del context
    return _is_only_choice(message, first, after)


def _is_named(message: Message, given: Given) -> bool:
    first = message.place_at(given.start)
    return any(cue.after == first for cue in message.found("clauses.options"))


def _numbered(given: Given, asked: Asked, *, named: bool) -> Iterator[Read]:
    """Give the option of that number, and the option at that hour when both fit and differ."""
    position = given.value if isinstance(given.value, int) else 0
    hours = [] if named else [index for index, option in enumerate(asked.options, 1) if _is_at_hour(option, position)]
    fits = 1 <= position <= len(asked.options)
    if fits or not hours:
        yield Read(Choose(Number(position), given.words), why="number: of the options shown")
    for index in hours:
        start = asked.options[index - 1].fields.get("start")
        if isinstance(start, datetime) and not (fits and index == position):
            yield Read(Choose(AtTime(start.time()), given.words), why="number: an hour among the options shown")


def _is_at_hour(option: Option, hour: int) -> bool:
    start = option.fields.get("start")
    return isinstance(start, datetime) and start.minute == 0 and 1 <= hour <= 12 and start.hour % 12 == hour % 12


def _by_time(message: Message, givens: Sequence[Given], asked: Asked) -> Picking:
    times = [given for given in givens if given.kind == "time" and given.stance is Stance.WANTED]
    named = times = [given for given in times if isinstance(given.value, time) or _is_followed_by_one(message, given)]
    while len(times) > 1 and is_taken_back(message, times[-2], times[-1]):
        times = times[-1:]
    kept = [given for given in times if isinstance(given.value, time | Times)]
    days = [given for given in givens if given.kind == "day" and given.stance is Stance.WANTED]
    if not kept or not _are_shown(days, asked):
        return Picking(())
    if days:
        return _on_day(kept, days, asked)
    reads = [
        Read(Choose(AtTime(given.value), given.words), why="time: of an option")
        for given in kept
        if isinstance(given.value, time | Times)
    ]
    return Picking(tuple(reads), tuple(named))


def _is_followed_by_one(message: Message, given: Given) -> bool:
    after = message.place_at(given.end - 1) + 1
    return isinstance(given.value, Times) and after < len(message.bare) and message.bare[after] in _ones(message)


def _are_shown(days: Sequence[Given], asked: Asked) -> bool:
    """Tell whether all days named are days of the options shown; another day asks for new options."""
    shown = _dates(asked)
    return all(given.value in shown for given in days if not isinstance(given.value, Soonest))


def _dates(asked: Asked) -> list[date]:
    starts = (option.fields.get("start") for option in asked.options)
    return [start.date() for start in starts if isinstance(start, datetime)]


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
    if not reads and len(set(_dates(asked))) == 1:
        reads = [
            Read(Choose(AtTime(given.value), given.words), why="time: on the day shown")
            for given in times
            if isinstance(given.value, time)
        ]
    return Picking(tuple(reads), (*times, *days)) if reads else Picking(())


def _by_item(message: Message, givens: Sequence[Given], asked: Asked) -> Picking:
    """Pick by a catalogue value that sets options apart: "the one with Emily", "the deluxe"."""
    del message
    reads: list[Read] = []
    used: list[Given] = []
    for given in givens:
        field = _field_apart(given, asked)
        if given.stance is Stance.WANTED and field is not None and isinstance(given.value, Item):
            reads.append(Read(Choose(ByValue(field, given.value), given.words), why=f"{field}: sets an option apart"))
            used.append(given)
    return Picking(tuple(reads), tuple(used))


def _field_apart(given: Given, asked: Asked) -> str | None:
    if not isinstance(given.value, Item):
        return None
    for field in dict.fromkeys(name for option in asked.options for name in option.fields):
        held = [option.fields.get(field) for option in asked.options]
        if len({repr(value) for value in held}) > 1 and any(_holds(value, given.value) for value in held):
            return field
    return None


def _holds(value: Value | None, item: Item) -> bool:
    return value == item or (isinstance(value, tuple) and item in value)


def _by_day(message: Message, givens: Sequence[Given], asked: Asked) -> Picking:
    """Pick by the day where the options are on several days."""
    del message
    dates = _dates(asked)
    days = [given for given in givens if given.kind == "day" and given.stance is Stance.WANTED and given.value in dates]
    timed = any(given.kind == "time" and given.stance is Stance.WANTED for given in givens)
    if not days or len(set(dates)) < 2 or timed or len(dates) != len(asked.options):
        return Picking(())
    fitting = [index for index, day in enumerate(dates, 1) if any(day == given.value for given in days)]
    return Picking(
        tuple(Read(Choose(Number(index), days[-1].words), why="day: of an option") for index in fitting), tuple(days)
    )


def _by_extreme(message: Message, givens: Sequence[Given], asked: Asked) -> Iterator[Read]:
    found = [(cue, extreme) for label, extreme in _EXTREMES.items() for cue in message.found(label)]
    found = [(cue, extreme) for cue, extreme in found if message.clause_at(cue.start).mood is not Mood.ASK]
    if found:
        cue, extreme = max(found, key=lambda pair: (pair[0].end, pair[0].after - pair[0].first))
        yield Read(Choose(extreme, message.text[cue.start : cue.end]), why="extreme: of the options shown")
        return
    soonest = [given for given in givens if isinstance(given.value, Soonest) and given.stance is Stance.WANTED]
    if soonest and len(asked.options) > 1:
        yield Read(Choose(Extreme.EARLIEST, soonest[0].words), why="extreme: the first of the options shown")
    for cue in message.found("clauses.any_option"):
        yield Read(Choose(Number(1), message.text[cue.start : cue.end]), why="any: the first will do")
        return


def later_or_earlier(message: Message, asked: Asked) -> Read | None:
    """Read "something later" as times after those shown."""
    starts = [start for option in asked.options if isinstance(start := option.fields.get("start"), datetime)]
    slot = next((slot for slot in asked.slots.values() if slot.kind == "time"), None)
    if not starts or slot is None or len({start.date() for start in starts}) > 1:
        return None
    for label in ("clauses.later", "clauses.earlier"):
        for cue in message.found(label):
            last = max(starts)
            later = Times((last + timedelta(minutes=1)).time(), None)
            value = later if label == "clauses.later" else Times(None, min(starts).time())
            return Read(
                Inform(slot.name, value, message.text[cue.start : cue.end]), why="range: beside the times shown"
            )
    return None


def more(message: Message) -> Read | None:
    """Read "show me more", "anything else?"."""
    found = message.found("moves.more")
    if not found:
        return None
    longest = max(found, key=lambda cue: cue.after - cue.first)
    return Read(More(message.text[longest.start : longest.end]), why="more: other options are wanted")
