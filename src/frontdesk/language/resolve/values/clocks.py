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
from frontdesk.language.resolve.values.bare_hours import hour
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.words import listed, table, word_set

_CLOCK = re.compile(r"(?<![\w:.,/$#+-])([01]?\d|2[0-3])[. ]?([0-5]\d)(?![\w:/%-]|[.,]\d)")
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
    if not known:
        yield from _halves(message, context)


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
            yield from hour(each, context)


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
