"""Finds the places of the list that a message names: "2", "the second one", "third from the end", "the middle one"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time
from itertools import chain, islice

from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.meanings import AtTime, ByValue, Number, Pick
from frontdesk.language.readers import number, party
from frontdesk.language.readers.text.clauses import Message, Mood
from frontdesk.language.resolve.options.ends import ORDERS
from frontdesk.language.resolve.options.fields import days_of, is_at_hour, ones
from frontdesk.language.resolve.options.picking import Said, places_of, says_only
from frontdesk.language.resolve.values.given import Given, Stance, apart
from frontdesk.language.resolve.values.stances import with_stances
from frontdesk.language.words import word_set

_OF_LIST = "clauses.of_the_list"  # "the third on your list", "the first of the two"
_BESIDE = (_OF_LIST, "clauses.breaks", "clauses.than", "clauses.preferring_after")
_FROM_TOP, _FROM_BOTTOM = "clauses.from_top", "clauses.from_bottom"
_NOON = 12
_LARGEST = 999  # beyond that it is no number of an option
_COUPLE = 2
_MOST = 20  # nobody names more places at once


@dataclass(frozen=True, slots=True)
class Position:
    """Words that name places of the list, the options that stand there, and what they pick."""

    given: Given
    options: tuple[Option, ...]
    picks: tuple[Pick, ...]
    sure: bool  # it names a place whatever else is said


def positions(said: Said) -> list[Position]:
    """Return the places that a message names, in order, however they are meant; of what overlaps, the longest."""
    each_way = (_phrases(said), _ordinals(said), _numbers(said))
    found = list(islice(chain(*each_way), _MOST))
    found = [each for each in found if not any(_is_part(each.given, other.given) for other in found)]
    found.sort(key=lambda each: each.given.start)
    stances = with_stances(said.message, [each.given for each in found], said.beliefs)
    return [replace(each, given=given) for each, given in zip(found, stances, strict=True)]


def _is_part(given: Given, other: Given) -> bool:
    return given.overlaps(other) and given.end - given.start < other.end - other.start


def stand_alone(said: Said, named: Sequence[Position]) -> bool:
    """Tell whether the clauses that name places say nothing else, but for what is joined to them."""
    message = said.message
    taken = {place for each in named for place in places_of(message, each.given)}
    taken |= {place for label in _BESIDE for cue in message.found(label) for place in range(cue.first, cue.after)}
    for clause in {message.clause_at(each.given.start) for each in named}:
        joins = (cue.first for cue in message.within("clauses.joins", clause) if cue.first > max(taken))
        if not says_only(message, range(clause.first, next(joins, clause.after)), taken):
            return False
    return True


def is_pronoun(message: Message, given: Given) -> bool:
    """Tell the "one" of "that one" from the number."""
    first = message.place_at(given.start)
    of_them = not word_set(message.language, "party", "of").isdisjoint(message.bare[first + 1 : first + 2])
    opens = first == message.clause_at(given.start).first and not of_them
    return not opens and message.bare[first] in word_set(message.language, "common", "one_word")


def _ordinals(said: Said) -> Iterator[Position]:
    """Give "the second one", counted from the top or from the bottom, but no "second cheapest"."""
    message, many = said.message, len(said.asked.options)
    for each in number.read_ordinal(message.text, said.context):
        given = Given("ordinal", each.value, each.words, each.start, each.end)
        if not _is_of_list(said, given):
            continue
        top, bottom = (_counted_from(said, given, label) for label in (_FROM_TOP, _FROM_BOTTOM))
        place = many + 1 - each.value if bottom and each.value > 0 else each.value
        end = bottom or top or each.end
        given = Given("ordinal", place, message.text[each.start : end], each.start, end)
        after = after_of(message, given)
        sure = end > each.end or (after < len(message.bare) and message.bare[after] in ones(message))
        options = said.asked.options[place - 1 : place] if place > 0 else said.asked.options[-1:]
        several = _several_from(said, given)
        if several is not None:
            yield several
        else:
            yield Position(given, options, (Number(place),), sure)


def _several_from(said: Said, given: Given) -> Position | None:
    """Return a few at one end of the list: "the first two"."""
    counted = [each for each in said.givens if each.kind == "number" and 0 <= each.start - given.end <= 1]
    count = counted[0].value if counted else None
    if not isinstance(count, int) or not 1 < count <= len(said.asked.options) or given.value not in (1, -1):
        return None
    words = said.message.text[given.start : counted[0].end]
    options = said.asked.options[:count] if given.value == 1 else said.asked.options[-count:]
    picks = tuple(ByValue(IDENTITY, option.id) for option in options)
    return Position(replace(given, words=words, end=counted[0].end), options, picks, sure=False)


def _counted_from(said: Said, given: Given, label: str) -> int | None:
    """Return where the end is named that an ordinal is counted from: "third from the end", "second last"."""
    message, after = said.message, after_of(said.message, given)
    after += after < len(message.bare) and message.bare[after] in ones(message)
    ends = [cue.end for cue in message.found(label) if cue.first == after]
    ordinals = number.read_ordinal(message.text, said.context) if label == _FROM_BOTTOM else ()
    ends += [each.end for each in ordinals if each.value == -1 and message.place_at(each.start) == after]
    return max(ends, default=None)


def after_of(message: Message, given: Given) -> int:
    """Return the place after the words of a value."""
    return message.place_at(given.end - 1) + 1


def _is_of_list(said: Said, given: Given) -> bool:
    """Tell "the second" from "the second of March", "on the 25th", and "like last time"."""
    message, after = said.message, after_of(said.message, given)
    if message.clause_at(given.start).mood is Mood.ASK:
        return False
    if any(cue.first < after <= cue.after for cue in message.found("clauses.not_positions")):
        return False
    if any(cue.first == after for label in ORDERS for cue in message.found(label)):
        return False
    over = [other for other in said.givens if other.overlaps(given) and other.kind != "number"]
    beyond = isinstance(given.value, int) and given.value > len(said.asked.options)
    return not any(other.kind != "day" or other.end > given.end or beyond for other in over)


def _phrases(said: Said) -> Iterator[Position]:
    """Give "the middle one" of three or five, "the last but one", "the top one", and of two "the former"."""
    message, many = said.message, len(said.asked.options)
    places = {"middle": (many + 1) // 2 if many % 2 else 0, "last_but_one": many - 1, "topmost": 1, "bottommost": many}
    places |= {"former": 1, "latter": 2} if many == _COUPLE else {}
    for name, place in places.items():
        for cue in message.found(f"clauses.{name}"):
            if place > 0 and message.clause_at(cue.start).mood is not Mood.ASK:
                given = Given("place", place, message.text[cue.start : cue.end], cue.start, cue.end)
                yield Position(given, said.asked.options[place - 1 : place], (Number(place),), sure=True)


def _numbers(said: Said) -> Iterator[Position]:
    message = said.message
    counts = party.read(message.text, said.context)
    values = [given for given in said.givens if given.kind not in {"number", "vague"}]
    numbers = [given for given in said.givens if given.kind == "number" and given.stance is not Stance.ASKED]
    for given in apart(numbers, values):
        if not isinstance(given.value, int) or not 0 <= given.value <= _LARGEST:
            continue
        led = message.bare[message.place_at(given.start) - 1 : message.place_at(given.start)]
        counted = not word_set(message.language, "party", "for").isdisjoint(led) and not said.chooses()
        counted = counted or any(each.start < given.end and given.start < each.end for each in counts)
        listed = any(cue.start < given.start < cue.end for cue in message.found(_OF_LIST))
        named = _is_named(message, given)
        if not (counted or listed) and (named or not is_pronoun(message, given)):
            picks = tuple(_of_number(said, given.value, named=named))
            yield Position(
                given, _standing_for(said, given.value, named=named), picks, named or _is_judged(said, given)
            )


def _is_named(message: Message, given: Given) -> bool:
    first = message.place_at(given.start)
    refusals = {cue.first for cue in message.found("moves.no")}  # the "no" of "9:30, no 10" numbers nothing
    return any(cue.after == first and cue.first not in refusals for cue in message.found("clauses.options"))


def _is_judged(said: Said, given: Given) -> bool:
    """Tell "3 doesn't work" and "3 would be better" from "3 friends can't come"."""
    message = said.message
    if message.clause_at(given.start).marked:
        return False
    first, after = message.place_at(given.start), after_of(message, given)
    beside = [cue.after == first for cue in message.found("clauses.excluding_before")]
    ends = ("clauses.excluding_after", "clauses.preferring_after", "clauses.than")
    return any(beside) or any(cue.first == after for label in ends for cue in message.found(label))


def _standing_for(said: Said, position: int, *, named: bool) -> tuple[Option, ...]:
    shown = said.asked.options[position - 1 : position] if position else ()
    hours = () if named else tuple(option for option in said.asked.options if is_at_hour(option, position))
    return (*shown, *(option for option in hours if option not in shown))


def _of_number(said: Said, position: int, *, named: bool) -> Iterator[Pick]:
    """Give the option of that number, and the option at that hour when both fit and differ."""
    options = said.asked.options
    apart = len(set(days_of(options))) > 1  # bookings are not called by their hour
    hours = () if named or apart else tuple(option for option in options if is_at_hour(option, position))
    fits = 1 <= position <= len(options)
    free = [] if fits or hours or named or apart else _free_at(said, position)
    if free:  # no option has that number
        yield from map(AtTime, free)
        return
    if fits or not hours:
        yield Number(position)
    for option in hours:
        start = option.value("start")
        if isinstance(start, datetime) and not (fits and options[position - 1] is option):
            yield AtTime(start.time())


def _free_at(said: Said, hour: int) -> list[time]:
    """Return the hours that were not shown and may be meant: those that are free, or that of the half day shown."""
    free = {option.value("start") for option in said.asked.further if is_at_hour(option, hour)}
    clocks = sorted(start.time() for start in free if isinstance(start, datetime))
    shown = {
        start.hour >= _NOON for option in said.asked.options if isinstance(start := option.value("start"), datetime)
    }
    if not clocks and len(shown) == 1 and 1 <= hour <= _NOON:
        return [time(hour % _NOON + _NOON * shown.pop())]
    return clocks
