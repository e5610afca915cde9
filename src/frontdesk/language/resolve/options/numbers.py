"""Reads a pick by its number: "2", "the second one", "not the first"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, time

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.meanings import AtTime, ByValue, Choose, Exclude, Number
from frontdesk.language.readers import number
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Clause, Message, Mood
from frontdesk.language.resolve.options.fields import days_of, is_at_hour, ones
from frontdesk.language.resolve.options.picking import Picking
from frontdesk.language.resolve.slots.filling import is_taken_back
from frontdesk.language.resolve.values.given import Given, Stance, apart
from frontdesk.language.resolve.values.stances import with_stances
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_OF_LIST = "clauses.of_the_list"  # "the third on your list", "the first of the two"
_NOON = 12
_LARGEST = 999  # beyond that it is no number of an option


def by_number(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    """Pick by the number or the ordinal of an option."""
    ordinals = ordinals_of(message, context)
    numbers = [given for given in givens if given.kind == "number" and _can_be_position(given, givens)]
    numbers = [given for given in numbers if not _is_party(message, given) and not _counts_list(message, given)]
    bare = [given for given in numbers if _is_named(message, given) or not is_pronoun(message, given)]
    chosen = [given for given in ordinals if _is_ordinal_pick(message, given, givens, ordinals, asked)]
    only = _is_only_choice(message, bare)
    chosen = chosen or [given for given in bare if only or _is_named(message, given) or _is_ruled_out(message, given)]
    if chosen and not only and all(given.stance is Stance.EXCLUDED for given in chosen):  # "can't do 1, 2 is good"
        chosen += [given for given in bare if given not in chosen and _is_only_choice(message, [given])]
    refused = [given for given in chosen if given.stance is Stance.EXCLUDED]
    wanted = [given for given in chosen if given.stance is Stance.WANTED]
    while len(wanted) > 1 and is_taken_back(message, wanted[-2], wanted[-1]):
        wanted = wanted[-1:]
    reads = [read for given in wanted for read in numbered(given, asked, named=_is_named(message, given))]
    if not reads:  # "not 1, 2" picks the second
        reads = [read for given in refused for read in _refused(given, asked)] or _other_places(refused, asked)
    replaced = [given for given in givens if given.kind == "time" and wanted and given.end <= wanted[-1].start]
    replaced = [given for given in replaced if is_taken_back(message, given, wanted[-1])]
    free = set(apart(givens, [*chosen, *replaced])) if reads else set(givens)
    return Picking(tuple(reads), tuple(given for given in givens if given not in free))


def ordinals_of(message: Message, context: Context) -> tuple[Given, ...]:
    """Return the ordinals of a message, each with how it is meant."""
    found = number.read_ordinal(message.text, context)
    return with_stances(message, [Given("ordinal", each.value, each.words, each.start, each.end) for each in found])


def _refused(given: Given, asked: Asked) -> Iterator[Read]:
    """Read "not the first one" as ruling out its time."""
    option = _of_position(given, asked)
    yield from ruled_out(option, given.words, asked) if option else ()


def ruled_out(option: Option, words: str, asked: Asked) -> Iterator[Read]:
    """Give the time of an option that is turned down."""
    slot = next((slot for slot in asked.slots.values() if slot.kind == "time"), None)
    start = option.fields.get("start")
    if slot is not None and isinstance(start, datetime):
        yield Read(Exclude(slot.name, start.time(), words), why="excluded: that option")


def _other_places(refused: Sequence[Given], asked: Asked) -> list[Read]:
    gone = [option for given in refused if (option := _of_position(given, asked))]
    return list(others(gone, refused[-1].words, asked)) if gone else []


def others(gone: Sequence[Option], words: str, asked: Asked) -> Iterator[Read]:
    """Read "not the first one" as one of the others, or as a question which of them."""
    for option in asked.options:
        if option not in gone:
            yield Read(Choose(ByValue(IDENTITY, option.id), words), why="excluded: one of the others")


def _of_position(given: Given, asked: Asked) -> Option | None:
    position = given.value if isinstance(given.value, int) else 0
    hours = [option for option in asked.options if given.kind == "number" and is_at_hour(option, position)]
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
    if after < len(message.bare) and message.bare[after] in ones(message):
        return True
    over = [given for given in givens if given.overlaps(found) and given.kind != "number"]
    if any(given.end > found.end or given.kind != "day" for given in over):
        return False
    if over and isinstance(found.value, int) and found.value > len(asked.options):
        return False  # "the one on the 25th"
    left = [each for each in ordinals if each.stance is not Stance.EXCLUDED]  # "the first is no good, second"
    return found.stance is Stance.EXCLUDED or _is_only_choice(message, left)


def _is_only_choice(message: Message, positions: Sequence[Given]) -> bool:
    """Tell whether the clauses that name positions say nothing else, but for a "but" before and a name after."""
    around = word_set(message.language, "common", "around_choice")
    turns = {cue.first for cue in message.found("clauses.breaks")}
    turns |= {place for cue in message.found(_OF_LIST) for place in range(cue.first, cue.after)}
    taken = {
        place
        for given in positions
        for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
    }
    clauses = {message.clause_at(given.start) for given in positions}
    return all(
        place in taken or place in turns or message.bare[place] in around or not message.bare[place][0].isalnum()
        for clause in clauses
        for place in range(clause.first, _end_of_choice(message, clause, max(taken)))
    )


def _end_of_choice(message: Message, clause: Clause, last: int) -> int:
    """Return where a clause goes on to the guest: "two please and my name is Ann"."""
    own = word_set(message.language, "clauses", "of_oneself")
    joins = (cue.first for cue in message.within("clauses.joins", clause) if cue.first > last)
    return next((place for place in joins if not own.isdisjoint(message.bare[place + 1 : place + 2])), clause.after)


def _is_ruled_out(message: Message, given: Given) -> bool:
    """Tell "3 doesn't work" from "3 friends can't come"."""
    first, after = message.place_at(given.start), message.place_at(given.end - 1) + 1
    return given.stance is Stance.EXCLUDED and (
        any(cue.first == after for cue in message.found("clauses.excluding_after"))
        or any(cue.after == first for cue in message.found("clauses.excluding_before"))
    )


def _counts_list(message: Message, given: Given) -> bool:
    """Tell the "two" of "the first of the two"."""
    return any(cue.start < given.start < cue.end for cue in message.found(_OF_LIST))


def _is_party(message: Message, given: Given) -> bool:
    """Tell "for two" and "two of us" from "I'll go for two"."""
    place, after = message.place_at(given.start), message.place_at(given.end - 1) + 1
    of_us = [word_set(message.language, "party", key) for key in ("of", "of_us")]
    if len(message.bare) > after + 1 and all(map(_contains, of_us, message.bare[after : after + 2])):
        return True
    words = message.bare[max(0, place - 2) : place]
    picks = word_set(message.language, "common", "goes_for")
    return bool(words) and words[-1] in word_set(message.language, "party", "for") and words[0] not in picks


def _contains(words: frozenset[str], word: str) -> bool:
    return word in words


def _can_be_position(given: Given, givens: Sequence[Given]) -> bool:
    """Tell "2" from "at 2", "for 2 people" and "2 weeks"."""
    if not isinstance(given.value, int) or not 0 <= given.value <= _LARGEST or given.stance is Stance.ASKED:
        return False
    return not any(other.overlaps(given) for other in givens if other.kind not in {"number", "vague"})


def is_pronoun(message: Message, given: Given) -> bool:
    """Tell the "one" of "that one" from the number."""
    first = message.place_at(given.start)
    opens = first == message.clause_at(given.start).first
    return not opens and message.bare[first] in word_set(message.language, "common", "one_word")


def _is_named(message: Message, given: Given) -> bool:
    first = message.place_at(given.start)
    refusals = {cue.first for cue in message.found("moves.no")}  # the "no" of "9:30, no 10" numbers nothing
    return any(cue.after == first and cue.first not in refusals for cue in message.found("clauses.options"))


def numbered(given: Given, asked: Asked, *, named: bool) -> Iterator[Read]:
    """Give the option of that number, and the option at that hour when both fit and differ."""
    position = given.value if isinstance(given.value, int) else 0
    if given.kind == "ordinal":
        yield Read(Choose(Number(position), given.words), why="ordinal: of the options shown")
        return
    apart = len(set(days_of(asked.options))) > 1  # bookings are not called by their hour
    hours = (
        []
        if named or apart
        else [index for index, option in enumerate(asked.options, 1) if is_at_hour(option, position)]
    )
    fits = 1 <= position <= len(asked.options)
    free = [] if fits or hours or named or apart else _free_at(position, asked)
    for at in free:  # no option has that number
        yield Read(Choose(AtTime(at), given.words), why="number: an hour that was not shown")
    if free:
        return
    if fits or not hours:
        yield Read(Choose(Number(position), given.words), why="number: of the options shown")
    for index in hours:
        start = asked.options[index - 1].fields.get("start")
        if isinstance(start, datetime) and not (fits and index == position):
            yield Read(Choose(AtTime(start.time()), given.words), why="number: an hour among the options shown")


def _free_at(hour: int, asked: Asked) -> list[time]:
    """Return the hours that were not shown and may be meant: those that are free, or that of the half day shown."""
    free = {option.fields.get("start") for option in asked.further if is_at_hour(option, hour)}
    clocks = {start.time() for start in free if isinstance(start, datetime)}
    shown = {start.hour >= _NOON for option in asked.options if isinstance(start := option.value("start"), datetime)}
    if not clocks and len(shown) == 1 and 1 <= hour <= _NOON:
        return [time(hour % _NOON + _NOON * shown.pop())]
    return sorted(clocks)
