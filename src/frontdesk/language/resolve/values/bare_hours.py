"""Reads a bare number as an hour where the model takes it for a time: "make it 4", "I have yoga at 3, so 4"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import time

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.flow import Slot
from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message, Mood
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.resolve.values.ringing import without_ringing
from frontdesk.language.tagger.spans import SpanBeliefs
from frontdesk.language.words import listed, word_set

_LAST_HOUR = 12
_WHEN = frozenset({"day", "time", "moment"})
_TIMED = frozenset({"time", "moment"})
_COUNTED = frozenset({"party", "number", "money", "duration"})
_BEFORE_ONE = ("clauses.around_hour", "clauses.remaking", "clauses.making")
_RATHER = 0.1  # likewise, where the words before it or the times shown say so
_LIKELY = 0.38  # how surely a number must be a time
_BESIDE = ("clauses.later", "clauses.earlier")
_ROUGHLY = frozenset({"clauses.around_hour", *_BESIDE})


def bare_hours(
    message: Message,
    found: Sequence[Given],
    asked: Asked,
    context: Context,
    slots: Mapping[str, Slot],
    believe: Callable[[], SpanBeliefs | None],
) -> Iterator[Given]:
    """Give the times that are said as mere numbers, in a message that says more than a number."""
    if asked.slot is not None and asked.slot.kind == "time":
        return  # there, a number answers
    if any(slots[name].kind == "number" for name in asked.known if name in slots):
        return  # "make it 4" is another count
    whens = [given for given in found if given.kind not in {"number", "vague"}]
    numbers = [given for given in found if _can_be_hour(given) and not any(map(given.overlaps, whens))]
    numbers = [given for given in without_ringing(message, numbers) if not _is_pronoun(message, given)]
    numbers = [given for given in numbers if not (_counts(message, given, found) or _leads_to_hour(given, whens))]
    if asked.wanted is Wanted.CHOICE:
        beside = [given for given in whens if given.kind in _WHEN]
        numbers = [given for given in numbers if _is_no_place(message, given, beside, asked)]
    counted = [given for given in found if given.kind == "number"]
    spoken = [piece for piece in message.pieces if piece.text[0].isalnum()]
    says_more = any(not any(each.start <= piece.start < each.end for each in counted) for piece in spoken)
    beliefs = believe() if numbers and says_more else None
    if beliefs is None:
        return
    for given in numbers:
        shown = asked.wanted is Wanted.CHOICE
        floor = _RATHER if shown or _is_made(message, given) else _LIKELY
        roughly = shown and message.has(_ROUGHLY)  # "a bit later, like one"
        if roughly or _is_time(beliefs.slots(given.start, given.end), slots, floor):
            yield from hour(given, context)


def _is_time(chances: Mapping[str, float], slots: Mapping[str, Slot], floor: float) -> bool:
    timed, counted = (
        max((chances.get(name, 0.0) for name, slot in slots.items() if slot.kind in kinds), default=0.0)
        for kinds in (_TIMED, _COUNTED)
    )
    return timed >= max(floor, counted)


def _is_made(message: Message, given: Given) -> bool:
    """Tell the "12" of "make it 12 instead" and of "around 12"."""
    place = message.place_at(given.start)
    return any(cue.after == place for label in _BEFORE_ONE for cue in message.found(label))


def hour(given: Given, context: Context) -> Iterator[Given]:
    """Give the hour that a number is: the 4 of "at 4"."""
    template = listed(context.language, "common", "at_hour")[0]
    for read in when.read(template.format(number=given.value), context):
        if isinstance(read.value, time):
            yield Given("time", read.value, given.words, given.start, given.end)


def _can_be_hour(given: Given) -> bool:
    if given.kind != "number" or not isinstance(given.value, int):
        return False
    return 1 <= given.value <= _LAST_HOUR and not given.words.startswith("0")


def _is_pronoun(message: Message, given: Given) -> bool:
    """Tell the "one" of "the late one" from that of "make it one" and of "something later, say one"."""
    if given.words.lower() not in word_set(message.language, "common", "one_word"):
        return False
    place = message.place_at(given.start)
    if any(cue.after == place for label in _BESIDE for cue in message.found(label)):
        return True
    return not (_is_made(message, given) or message.has(_ROUGHLY))


def _counts(message: Message, given: Given, found: Sequence[Given]) -> bool:
    """Tell the "two" of "make it two seats" and "for two of us" from that of "make it two instead"."""
    place = message.place_at(given.start) + 1
    if place >= len(message.bare) or not message.bare[place][0].isalpha():
        return False
    if not word_set(message.language, "party", "of_us").isdisjoint(message.bare[place : place + 2]):
        return True
    small = word_set(message.language, "common", "light")
    said = any(cue.first == place for cues in message.cues.values() for cue in cues)
    begins = message.pieces[place].start
    told = any(other.start <= begins < other.end for other in found if other != given)
    return message.bare[place] not in small and not said and not told


def _leads_to_hour(number: Given, whens: Sequence[Given]) -> bool:
    """Tell the slip of "move it two tomorrow at 10am": right before a day with its hour stands no other hour."""
    timed = [given for given in whens if given.kind in _TIMED and given.start == number.end + 1]
    return any(not given.words[:1].isdecimal() for given in timed)


def _is_no_place(message: Message, given: Given, beside: Sequence[Given], asked: Asked) -> bool:
    """Tell "10 on Friday", "around one" and "is 4 free?" from "3", which may be the third of what is shown."""
    if any(cue.after == message.place_at(given.start) for cue in message.found("clauses.options")):
        return False  # "option 9", where there are five
    beyond = isinstance(given.value, int) and given.value > len(asked.options)
    asks = message.clause_at(given.start).mood in {Mood.ASK, Mood.REQUEST}
    return beyond or asks or bool(beside) or message.has(_ROUGHLY)
