"""Reads the bare hour that takes the place of a time already known: "Jo Park, make it 4", "4 is better", "not 3, 4"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, time

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.values import Item
from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.words import listed, word_set

_COUNTS = frozenset({"party", "number"})
_SPELLED_OUT = frozenset({"phone", "reference", "email"})  # "0111, sorry, 2" may correct a digit of these
_LAST_HOUR = 12
_BEFORE_HOURS = (
    *("clauses.remaking", "clauses.corrections", "clauses.later", "clauses.earlier"),
    "clauses.proposing",  # "can we do 4?"
)
_LIKED = ("clauses.preferring_after", "clauses.suiting_after")
_PAUSE = ","  # "no, 4"
_BESIDE = 3  # words from one hour to the other: "not 3, but 4"


def corrected_hours(
    message: Message, found: Sequence[Given], asked: Asked, kinds: frozenset[str], context: Context
) -> Iterator[Given]:
    """Give the hours that replace the time the guest chose before; `kinds` are those of all slots of the business."""
    whens = [given for given in found if given.kind not in {"number", "vague"}]
    numbers = [given for given in found if _can_be_hour(given) and not any(given.overlaps(each) for each in whens)]
    numbers = [given for given in numbers if not _is_pronoun(message, given)]
    opening = asked.wanted is Wanted.NOTHING
    known = (_said(found) if opening and not asked.standing else _known(asked)) if numbers else None
    if known is None:
        return
    refused = [given for given in (*numbers, *whens) if _is_refused(message, given, known)]
    for given in numbers:
        replaced = any(_is_beside(message, given, other) for other in refused)
        counted = opening and not kinds.isdisjoint(_COUNTS)
        followed = any(_follows(given, other) for other in whens)
        liked = not counted and (
            _is_corrected(message, given, asked, followed=followed) or _is_preferred(message, given)
        )
        if given not in refused and (replaced or liked):
            yield from _hour(given, context)


def _follows(given: Given, other: Given) -> bool:
    """Tell the "tomorrow" of "at 3, no 4 tomorrow", but not the "Oslo" of "no, two Oslo"."""
    return given.end < other.start <= given.end + 1 and not isinstance(other.value, Item)


def _said(found: Sequence[Given]) -> time | None:
    """Return the time that the message itself names first: "Friday at 3. Sorry, 4 not 3"."""
    return next((given.value for given in found if given.kind == "time" and isinstance(given.value, time)), None)


def _known(asked: Asked) -> time | None:
    """Return the time that could be replaced; None where a bare number may count something else."""
    kinds = {slot.kind for slot in asked.slots.values()}
    nothing = asked.wanted is Wanted.NOTHING and not asked.standing
    if nothing or asked.wanted in {Wanted.CHOICE, Wanted.FLOW} or not kinds.isdisjoint(_COUNTS):
        return None
    if asked.slot is not None and asked.slot.kind == "time":
        return None
    whens = [slot.name for slot in asked.slots.values() if slot.kind in {"time", "moment"}]
    held = [(asked.standing or asked.known).get(name) for name in whens]
    clocks = (value.time() if isinstance(value, datetime) else value for value in held)
    return next((value for value in clocks if isinstance(value, time)), None)


def _can_be_hour(given: Given) -> bool:
    if given.kind != "number" or not isinstance(given.value, int):
        return False
    return 1 <= given.value <= _LAST_HOUR and not given.words.startswith("0")


def _is_pronoun(message: Message, given: Given) -> bool:
    """Tell the "one" of "the earlier one" from that of "a bit later, like one"."""
    if given.words.lower() not in word_set(message.language, "common", "one_word"):
        return False
    place = message.place_at(given.start)
    return any(cue.after == place for label in ("clauses.later", "clauses.earlier") for cue in message.found(label))


def _is_corrected(message: Message, given: Given, asked: Asked, *, followed: bool) -> bool:
    """Tell "actually make it 4" and "a bit later, like 4?" from "sorry, 4 of my friends"."""
    spelled = asked.slot is not None and asked.slot.kind in _SPELLED_OUT
    labels = ("clauses.remaking", "clauses.making") if spelled else _BEFORE_HOURS
    ends = {cue.after for label in (*labels, "clauses.slot_words.time") for cue in message.found(label)}
    place = message.place_at(given.start)
    before = {place}
    skipped = {*word_set(message.language, "common", "to_value"), *(() if spelled else _loose(message.language))}
    while place and message.bare[place - 1] in skipped:
        place -= 1
        before.add(place)
    return not ends.isdisjoint(before) and (followed or _stands_alone(message, given))


def _loose(language: str) -> frozenset[str]:
    return word_set(language, "common", "about_value") | {_PAUSE}


def _is_preferred(message: Message, given: Given) -> bool:
    """Tell "4 is better" and "but 4 please"."""
    first, after = message.place_at(given.start), message.place_at(given.end - 1) + 1
    if any(cue.first == after for label in _LIKED for cue in message.found(label)):
        return not _is_numbered(message, first)
    turned = any(cue.after == first for cue in message.found("clauses.breaks"))
    return turned and _stands_alone(message, given)


def _is_numbered(message: Message, place: int) -> bool:
    """Tell the "4" of "room 4 is better": the word before it says what it numbers."""
    if place == message.clause_at(message.pieces[place].start).first:
        return False
    word = message.bare[place - 1]
    light = word_set(message.language, "common", "light") | word_set(message.language, "common", "around_choice")
    joins = {cue.after for label in ("clauses.joins", "clauses.corrections") for cue in message.found(label)}
    return word.isalpha() and word not in light and place not in joins


def _is_refused(message: Message, given: Given, known: time) -> bool:
    """Tell the "3" of "not 3, 4", where the time is 3 so far."""
    place = message.place_at(given.start)
    ruled_out = any(cue.after == place for cue in message.found("clauses.excluding_before"))
    hour = given.value if given.kind == "number" and isinstance(given.value, int) else None
    return ruled_out and (given.value == known or (hour is not None and hour % _LAST_HOUR == known.hour % _LAST_HOUR))


def _is_beside(message: Message, given: Given, other: Given) -> bool:
    return abs(message.place_at(given.start) - message.place_at(other.start)) <= _BESIDE


def _stands_alone(message: Message, given: Given) -> bool:
    """Tell an hour from a count: "make it 4", "make it 4 please", but not "make it 4 sessions"."""
    after = message.place_at(given.end - 1) + 1
    if after >= len(message.bare) or not message.bare[after][0].isalnum():
        return True
    turns = {cue.first for label in ("clauses.corrections", "clauses.negations") for cue in message.found(label)}
    return after in turns or message.bare[after] in word_set(message.language, "common", "light")


def _hour(given: Given, context: Context) -> Iterator[Given]:
    template = listed(context.language, "common", "at_hour")[0]
    for read in when.read(template.format(number=given.value), context):
        if isinstance(read.value, time):
            yield Given("time", read.value, given.words, given.start, given.end)
