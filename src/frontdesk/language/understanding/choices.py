"""Reads a pick from what was shown: by number, by time, by what sets an option apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.meanings import AtTime, ByValue, Choose, Exclude, Extreme, Inform, More, Number
from frontdesk.dialogue.values import Item, Soonest, Times, Value
from frontdesk.language import number
from frontdesk.language.reading import Context
from frontdesk.language.understanding.clauses import Message, Mood
from frontdesk.language.understanding.cues import Cue
from frontdesk.language.understanding.described import by_description
from frontdesk.language.understanding.extremes import of_all
from frontdesk.language.understanding.given import Given, Stance, apart
from frontdesk.language.understanding.picking import Picking
from frontdesk.language.understanding.prices import are_priced, by_price
from frontdesk.language.understanding.ranks import by_rank
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.slots import is_taken_back
from frontdesk.language.understanding.values import with_stances
from frontdesk.language.understanding.which import of_bookings
from frontdesk.language.words import table, tokens, word_set

_EXTREMES = {
    "clauses.earliest": Extreme.EARLIEST,
    "clauses.latest": Extreme.LATEST,
    "clauses.cheapest": Extreme.CHEAPEST,
    "clauses.dearest": Extreme.DEAREST,
    "clauses.other": Extreme.OTHER,
}
_BY_PRICE = frozenset({Extreme.CHEAPEST, Extreme.DEAREST})
_BOOKING = "booking"  # the kind of an option that is booked already
_TWO = 2
_NOON, _EVENING = time(12), time(17)
_BARE_CLOCK = re.compile(r"\D*(?:[1-9]|1[0-2])(?:[:.]\d\d)?")
_A_BIT = 2  # hours
_LARGEST = 999  # beyond that it is no number of an option


def pick(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    """Return what a message picks from the options shown."""
    if not asked.options:
        return Picking(())
    ways: tuple[Callable[[], Picking], ...] = (
        lambda: of_all(message, givens),
        lambda: by_rank(message, givens, asked, context),
        lambda: _by_place(message, givens, asked),
        lambda: by_price(message, givens, asked, context),
        lambda: _by_number(message, givens, asked, context),
        lambda: _by_time(message, givens, asked),
        lambda: _by_item(givens, asked),
        lambda: _by_day(givens, asked),
        lambda: _by_extreme(message, givens, asked, context),
        lambda: by_description(message, asked),
        lambda: _any(message),
    )
    # "Not the earliest" picks nothing, and rules out no day either.
    soonest = tuple(given for given in givens if isinstance(given.value, Soonest))
    found = next((picking for way in ways if (picking := way()).reads), Picking((), soonest))
    return of_bookings(message, found) if asked.options[0].fields.get("kind") == _BOOKING else found


def _by_number(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    ordinals = _ordinals(message, context)
    numbers = [given for given in givens if given.kind == "number" and _can_be_position(given, givens)]
    numbers = [given for given in numbers if not _is_party(message, given)]
    bare = [given for given in numbers if _is_named(message, given) or not _is_pronoun(message, given)]
    chosen = [given for given in ordinals if _is_ordinal_pick(message, given, givens, ordinals, asked)]
    only = _is_only_choice(message, bare)
    chosen = chosen or [given for given in bare if only or _is_named(message, given) or _is_ruled_out(message, given)]
    refused = [given for given in chosen if given.stance is Stance.EXCLUDED]
    wanted = [given for given in chosen if given.stance is Stance.WANTED]
    while len(wanted) > 1 and is_taken_back(message, wanted[-2], wanted[-1]):
        wanted = wanted[-1:]
    reads = [read for given in wanted for read in _numbered(given, asked, named=_is_named(message, given))]
    if not reads:  # "not 1, 2" picks the second
        reads = [read for given in refused for read in _refused(given, asked)] or _others(refused, asked)
    free = set(apart(givens, chosen)) if reads else set(givens)
    return Picking(tuple(reads), tuple(given for given in givens if given not in free))


def _ordinals(message: Message, context: Context) -> tuple[Given, ...]:
    found = number.read_ordinal(message.text, context)
    return with_stances(message, [Given("ordinal", each.value, each.words, each.start, each.end) for each in found])


def _refused(given: Given, asked: Asked) -> Iterator[Read]:
    """Read "not the first one" as ruling out its time."""
    slot = next((slot for slot in asked.slots.values() if slot.kind == "time"), None)
    option = _of_position(given, asked)
    start = option.fields.get("start") if option else None
    if slot is not None and isinstance(start, datetime):
        yield Read(Exclude(slot.name, start.time(), given.words), why="excluded: the option of that number")


def _others(refused: Sequence[Given], asked: Asked) -> list[Read]:
    """Read "not the first one" as one of the others, or as a question which of them."""
    gone = [_of_position(given, asked) for given in refused]
    left = [option for option in asked.options if option not in gone] if any(gone) else []
    return [
        Read(Choose(ByValue(IDENTITY, option.id), refused[-1].words), why="excluded: one of the others")
        for option in left
    ]


def _of_position(given: Given, asked: Asked) -> Option | None:
    position = given.value if isinstance(given.value, int) else 0
    hours = [option for option in asked.options if given.kind == "number" and _is_at_hour(option, position)]
    shown = asked.options[position - 1 : position] if position > 0 else asked.options[-1:]
    return next(iter((*shown, *hours)), None)


def _is_ordinal_pick(
    message: Message, found: Given, givens: Sequence[Given], ordinals: Sequence[Given], asked: Asked
) -> bool:
    """Tell "the second one" from "the second of March", "on the 2nd" and "do you have a second"."""
    if message.clause_at(found.start).mood is Mood.ASK:
        return False
    after = message.place_at(found.end - 1) + 1
    if any(cue.first < after <= cue.after for cue in message.found("clauses.not_positions")):
        return False  # "same time as last time"
    if after < len(message.bare) and message.bare[after] in _ones(message):
        return True
    over = [given for given in givens if given.overlaps(found) and given.kind != "number"]
    if any(given.end > found.end or given.kind != "day" for given in over):
        return False
    if over and isinstance(found.value, int) and found.value > len(asked.options):
        return False  # "the one on the 25th"
    return found.stance is Stance.EXCLUDED or _is_only_choice(message, ordinals)


def _ones(message: Message) -> frozenset[str]:
    return frozenset(message.bare[cue.first] for cue in message.found("clauses.one"))


def _is_only_choice(message: Message, positions: Sequence[Given]) -> bool:
    """Tell whether the clauses that name positions say nothing else."""
    around = word_set(message.language, "common", "around_choice")
    taken = {
        place
        for given in positions
        for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
    }
    clauses = {message.clause_at(given.start) for given in positions}
    return all(
        place in taken or message.bare[place] in around or not message.bare[place][0].isalnum()
        for clause in clauses
        for place in range(clause.first, clause.after)
    )


def _is_ruled_out(message: Message, given: Given) -> bool:
    """Tell "3 doesn't work" from "3 friends can't come"."""
    first, after = message.place_at(given.start), message.place_at(given.end - 1) + 1
    return given.stance is Stance.EXCLUDED and (
        any(cue.first == after for cue in message.found("clauses.excluding_after"))
        or any(cue.after == first for cue in message.found("clauses.excluding_before"))
    )


def _is_party(message: Message, given: Given) -> bool:
    """Tell "for two" from "I'll go for two"."""
    place = message.place_at(given.start)
    words = message.bare[max(0, place - 2) : place]
    picks = word_set(message.language, "common", "goes_for")
    return bool(words) and words[-1] in word_set(message.language, "party", "for") and words[0] not in picks


def _can_be_position(given: Given, givens: Sequence[Given]) -> bool:
    """Tell "2" from "at 2", "for 2 people" and "2 weeks"."""
    if not isinstance(given.value, int) or not 0 <= given.value <= _LARGEST or given.stance is Stance.ASKED:
        return False
    return not any(other.overlaps(given) for other in givens if other.kind not in {"number", "vague"})


def _is_pronoun(message: Message, given: Given) -> bool:
    """Tell the "one" of "that one" from the number."""
    first = message.place_at(given.start)
    opens = first == message.clause_at(given.start).first
    return not opens and message.bare[first] in word_set(message.language, "common", "one_word")


def _is_named(message: Message, given: Given) -> bool:
    first = message.place_at(given.start)
    return any(cue.after == first for cue in message.found("clauses.options"))


def _numbered(given: Given, asked: Asked, *, named: bool) -> Iterator[Read]:
    """Give the option of that number, and the option at that hour when both fit and differ."""
    position = given.value if isinstance(given.value, int) else 0
    if given.kind == "ordinal":
        yield Read(Choose(Number(position), given.words), why="ordinal: of the options shown")
        return
    apart = len(set(_dates(asked))) > 1  # bookings are not called by their hour
    hours = (
        []
        if named or apart
        else [index for index, option in enumerate(asked.options, 1) if _is_at_hour(option, position)]
    )
    fits = 1 <= position <= len(asked.options)
    at = None if fits or hours or named or apart else _free_at(position, asked)
    if at is not None:  # no option has that number
        yield Read(Choose(AtTime(at), given.words), why="number: an hour that is free")
    elif fits or not hours:
        yield Read(Choose(Number(position), given.words), why="number: of the options shown")
    for index in hours:
        start = asked.options[index - 1].fields.get("start")
        if isinstance(start, datetime) and not (fits and index == position):
            yield Read(Choose(AtTime(start.time()), given.words), why="number: an hour among the options shown")


def _free_at(hour: int, asked: Asked) -> time | None:
    """Return the free hour that was not shown, where that is only one: "12"."""
    free = {option.fields.get("start") for option in asked.further if _is_at_hour(option, hour)}
    clocks = {start.time() for start in free if isinstance(start, datetime)}
    return clocks.pop() if len(clocks) == 1 else None


def _is_at_hour(option: Option, hour: int) -> bool:
    start = option.fields.get("start")
    return isinstance(start, datetime) and start.minute == 0 and 1 <= hour <= 12 and start.hour % 12 == hour % 12


def _has_time(option: Option) -> bool:
    return any(isinstance(value, datetime | time) for value in option.fields.values())


def _by_time(message: Message, givens: Sequence[Given], asked: Asked) -> Picking:
    if not any(map(_has_time, (*asked.options, *asked.further))):
        return Picking(())  # "thing 230" names one of them, and no hour
    times = [given for given in givens if given.kind == "time" and given.stance is Stance.WANTED]
    named = times = [given for given in times if isinstance(given.value, time) or _is_followed_by_one(message, given)]
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


def _is_spelled(given: Given, language: str) -> bool:
    """Tell "six forty", which is nothing but numbers."""
    counting = {*table(language, "numbers", "ones"), *table(language, "numbers", "tens")}
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
    if not isinstance(value, Times) or any(start and _is_within(start, value) for start in starts):
        return None
    if value.end is not None and value.end <= _NOON:
        fitting = [index for index, start in enumerate(starts, 1) if start and start < _NOON]
    elif value.start is not None and value.start >= _EVENING:
        fitting = [index for index, start in enumerate(starts, 1) if start and start >= _EVENING]
    else:
        return None
    return Number(fitting[0]) if len(fitting) == 1 else None


def _is_within(start: time, value: Times) -> bool:
    return (value.start is None or value.start <= start) and (value.end is None or start < value.end)


def _with_item(times: Sequence[Given], givens: Sequence[Given], asked: Asked) -> Picking | None:
    """Pick the one option that has both the time and the person named: "3pm with Emily"."""
    items = [given for given in givens if given.stance is Stance.WANTED and _field_apart(given, asked) is not None]
    fitting = [
        index
        for index, option in enumerate(asked.options, 1)
        if isinstance(start := option.fields.get("start"), datetime)
        and any(given.value == start.time() for given in times)
        and any(_holds(value, given.value) for value in option.fields.values() for given in items)
    ]
    if len(fitting) != 1:
        return None
    return Picking(
        (Read(Choose(Number(fitting[0]), times[-1].words), why="time and item: of an option"),), (*times, *items)
    )


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


def _by_item(givens: Sequence[Given], asked: Asked) -> Picking:
    """Pick by a catalogue value that sets options apart: "the one with Emily", "the deluxe"."""
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


def _holds(value: Value | None, item: Value | None) -> bool:
    return value == item or (isinstance(value, tuple) and item in value)


def _by_day(givens: Sequence[Given], asked: Asked) -> Picking:
    """Pick by the day where the options are on several days."""
    dates = _dates(asked)
    days = [given for given in givens if given.kind == "day" and given.stance is Stance.WANTED and given.value in dates]
    timed = any(given.kind == "time" and given.stance is Stance.WANTED for given in givens)
    if not days or len(set(dates)) < 2 or timed or len(dates) != len(asked.options):
        return Picking(())
    fitting = [index for index, day in enumerate(dates, 1) if any(day == given.value for given in days)]
    return Picking(
        tuple(Read(Choose(Number(index), days[-1].words), why="day: of an option") for index in fitting), tuple(days)
    )


def _by_place(message: Message, givens: Sequence[Given], asked: Asked) -> Picking:
    """Pick "the middle one" of three or five, "the last but one", "the top one" and "the bottom one"."""
    many = len(asked.options)
    places = {"middle": (many + 1) // 2 if many % 2 else 0, "last_but_one": many - 1, "topmost": 1, "bottommost": many}
    for label, place in ((f"clauses.{name}", place) for name, place in places.items()):
        for cue in message.found(label):
            if place > 0 and message.clause_at(cue.start).mood is not Mood.ASK:
                words = message.text[cue.start : cue.end]
                used = tuple(given for given in givens if cue.start <= given.start < cue.end)
                return Picking((Read(Choose(Number(place), words), why="place: among the options shown"),), used)
    return Picking(())


def _by_extreme(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    """Pick what is first or last in an order: "the cheapest", "the later one"."""
    soonest = tuple(given for given in givens if isinstance(given.value, Soonest))
    found = [(cue, extreme) for label, extreme in _EXTREMES.items() for cue in message.found(label)]
    found = [(cue, extreme) for cue, extreme in found if message.clause_at(cue.start).mood is not Mood.ASK]
    found = [(cue, extreme) for cue, extreme in found if not _is_turned_down(message, cue, context)]
    if any(extreme in _BY_PRICE for _, extreme in found) and not are_priced(asked, context):
        found = [(cue, extreme) for cue, extreme in found if extreme not in _BY_PRICE]
    if len(asked.options) != _TWO:  # "the other" of five says nothing
        found = [(cue, extreme) for cue, extreme in found if extreme is not Extreme.OTHER]
    if found:
        cue, extreme = max(found, key=lambda pair: (pair[0].end, pair[0].after - pair[0].first))
        words = message.text[cue.start : cue.end]
        return Picking((Read(Choose(extreme, words), why="extreme: of the options shown"),), soonest)
    wanted = [given for given in soonest if given.stance is Stance.WANTED]
    if not wanted or len(asked.options) == 1:
        return Picking(())
    first = Read(Choose(Extreme.EARLIEST, wanted[0].words), why="extreme: the first of the options shown")
    return Picking((first,), soonest)


def _any(message: Message) -> Picking:
    """Take the first for a guest who does not mind: "any of them", or a mere "whatever"."""
    alone = [cue for cue in message.found("clauses.any_alone") if _is_all_said(message, cue)]
    for cue in (*message.found("clauses.any_option"), *alone):
        clause = message.clause_at(cue.start)
        denied = any(not cue.first <= no.first < cue.after for no in message.within("clauses.negations", clause))
        if clause.mood is Mood.ASK or denied:
            break  # "I can't do any of those", "do any of these take longer?"
        words = message.text[cue.start : cue.end]
        return Picking((Read(Choose(Number(1), words), why="any: the first will do"),))
    return Picking(())


def _is_all_said(message: Message, cue: Cue) -> bool:
    around = word_set(message.language, "common", "around_choice")
    return all(
        cue.first <= place < cue.after or word in around or not word[0].isalnum()
        for place, word in enumerate(message.bare)
    )


def _is_turned_down(message: Message, cue: Cue, context: Context) -> bool:
    """Tell "not the cheapest" and "the second cheapest" from "the cheapest"."""
    nothing = word_set(message.language, "common", "nothing")
    refusals = [
        other for other in message.found("clauses.excluding_before") if message.bare[other.first] not in nothing
    ]
    ordinals = number.read_ordinal(message.text[: cue.start], context)
    follows = bool(ordinals) and message.place_at(ordinals[-1].end - 1) + 1 == cue.first
    return follows or any(abs(cue.first - other.after) <= 1 and other.first < cue.first for other in refusals)


def later_or_earlier(message: Message, asked: Asked) -> Read | None:
    """Read "something later" as times after those shown, or after the one chosen."""
    slot = asked.slot_of("time")
    starts = [start for option in asked.options if isinstance(start := option.fields.get("start"), datetime)]
    known = (asked.standing or asked.known).get(slot.name) if slot else None
    if not asked.options and isinstance(known, time):
        starts = [datetime.combine(date.min, known)]
    if not starts or slot is None or len({start.date() for start in starts}) > 1:
        return None
    put_off = message.found("moves.maybe_later")
    for label in ("clauses.later", "clauses.earlier"):
        for cue in message.found(label):
            if any(other.first <= cue.first < other.after for other in put_off):
                continue  # "maybe later" asks for no later time
            last = max(starts)
            later = Times((last + timedelta(minutes=1)).time(), None)
            value = later if label == "clauses.later" else _before(message, cue, min(starts))
            return Read(
                Inform(slot.name, value, message.text[cue.start : cue.end]), why="range: beside the times shown"
            )
    return None


def _before(message: Message, cue: Cue, start: datetime) -> Times:
    """Return the times before `start`; of "a bit earlier" only those near it, as a day is shown from its morning."""
    near = bool(message.within("clauses.slightly", message.clause_at(cue.start))) and start.hour >= _A_BIT
    return Times(start.replace(hour=start.hour - _A_BIT).time() if near else None, start.time())


def more(message: Message) -> Read | None:
    """Read "show me more", "anything else?"."""
    found = message.found("moves.more")
    if not found:
        return None
    longest = max(found, key=lambda cue: cue.after - cue.first)
    return Read(More(message.text[longest.start : longest.end]), why="more: other options are wanted")
