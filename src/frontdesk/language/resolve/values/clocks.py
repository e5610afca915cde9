"""Reads times in forms that count only where a time is expected: "1630", "9.30", "10 30", "pm"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import time

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.values import Times
from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.words import listed, table, word_set

_CLOCK = re.compile(r"(?<![\w:.,/$#+-])([01]?\d|2[0-3])[. ]?([0-5]\d)(?![\w:/%-]|[.,]\d)")

_LAST_HOUR = 12
_WITH_ONE = 2  # words: "pm one"


def short_times(message: Message, found: Sequence[Given], asked: Asked, context: Context) -> Iterator[Given]:
    """Give the times that are no times elsewhere."""
    if asked.wanted is not Wanted.CHOICE and (asked.slot is None or asked.slot.kind != "time"):
        return
    known = [given for given in found if given.kind != "number"]
    clocks = [given for match in _CLOCK.finditer(message.text) if (given := _clock(match, context))]
    clocks = [given for given in clocks if not any(given.overlaps(other) for other in known)]
    yield from clocks
    yield from _alternatives(message, found, clocks, context)
    yield from _hours(message, found, context)
    if not known:
        yield from _halves(message, context)


def hours_after_for(
    message: Message, found: Sequence[Given], kinds: frozenset[str], context: Context
) -> Iterator[Given]:
    """Read the 3 of "Botox for 3 on Friday" as an hour, where nobody is counted: one is booked for one."""
    told = {given.kind for given in found}
    if "party" in kinds or "time" not in kinds or "time" in told or not {"service", "day"} <= told:
        return
    leading = word_set(context.language, "party", "for")
    days = [given for given in found if given.kind == "day"]
    small = word_set(context.language, "common", "leading")
    for each in (given for given in found if given.kind == "number" and given.words.isdecimal()):
        place = message.place_at(each.start)
        after = place + 1 + (place + 1 < len(message.bare) and message.bare[place + 1] in small)
        beside = any(message.place_at(day.start) == after for day in days)
        if place and message.bare[place - 1] in leading and beside and _is_clock_hour(each):
            yield from _hour(each, context)


def _is_clock_hour(each: Given) -> bool:
    return isinstance(each.value, int) and 1 <= each.value <= _LAST_HOUR


def _clock(match: re.Match[str], context: Context) -> Given | None:
    template = listed(context.language, "common", "at_hour")[0]
    for read in when.read(template.format(number=f"{match[1]}:{match[2]}"), context):
        if isinstance(read.value, time):
            return Given("time", read.value, match.group(), match.start(), match.end())
    return None


def _alternatives(
    message: Message, found: Sequence[Given], clocks: Sequence[Given], context: Context
) -> Iterator[Given]:
    """Read the number of "9 or 9 30" as an hour: neither of the two is chosen."""
    joints = {cue.first for cue in message.found("clauses.alternatives")}
    before = {message.place_at(given.start) - 2 for given in clocks if message.place_at(given.start) - 1 in joints}
    after = {message.place_at(given.end - 1) + 2 for given in clocks if message.place_at(given.end - 1) + 1 in joints}
    for each in (given for given in found if given.kind == "number" and given.words.isdecimal()):
        if message.place_at(each.start) in before | after and not any(each.overlaps(given) for given in clocks):
            yield from _hour(each, context)


def _hours(message: Message, found: Sequence[Given], context: Context) -> Iterator[Given]:
    """Read the number beside a day as an hour: "10 on Friday", "Friday 2"."""
    days = [given for given in found if given.kind == "day"]
    if any(given.kind == "time" for given in found):
        return
    leading = word_set(context.language, "common", "leading")
    for each in (given for given in found if given.kind == "number" and given.words.isdecimal()):
        after = message.place_at(each.end - 1) + 1
        after += after < len(message.bare) and message.bare[after] in leading
        any(message.place_at(day.end - 1) + 1 == message.place_at(each.start) for day in days)
        if any(message.place_at(day.start) == after for day in days):
            yield from _hour(each, context)


def _hour(each: Given, context: Context) -> Iterator[Given]:
    template = listed(context.language, "common", "at_hour")[0]
    for read in when.read(template.format(number=each.value), context):
        if isinstance(read.value, time):
            yield Given("time", read.value, each.words, each.start, each.end)


def _halves(message: Message, context: Context) -> Iterator[Given]:
    """Read "pm" and "the pm one" as the half of the day, where nothing but small words stands beside it."""
    halves = table(context.language, "common", "half_days")
    light = word_set(context.language, "common", "light")
    words = [piece for piece in message.pieces if piece.text[0].isalnum() and piece.plain not in light]
    ones = {cue.start for cue in message.found("clauses.one")} if len(words) == _WITH_ONE else ()
    words = words[:1] if ones and words[1].start in ones else words
    if len(words) != 1 or words[0].plain not in halves:
        return
    for read in when.read(halves[words[0].plain], context):
        if isinstance(read.value, Times):
            yield Given("time", read.value, words[0].text, words[0].start, words[0].end)
