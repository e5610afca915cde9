"""Reads what is a day only as the answer to "Which day?": "14" is the fourteenth, "ok sat" is Saturday."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from frontdesk.dialogue.asked import Wanted
from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.words import listed, phrases_in, table, word_set

_NUMBER = re.compile(r"\s*(\d{1,2})[\s.!]*", re.ASCII)


def numbered_day(message: Message, context: Context, wanted: Wanted) -> Iterator[Given]:
    """Give the day of the month that is all of the answer to a question for a day."""
    bare = _NUMBER.fullmatch(message.text) if wanted is Wanted.SLOT else None
    if bare is None or not _is_asked(context):
        return
    for found in when.read(listed(context.language, "answers", "on_day")[0].format(number=int(bare[1])), context):
        if found.value is None or isinstance(found.value, date):
            yield Given("day", found.value, bare[1], *bare.span(1), found.problem)


def short_day(message: Message, context: Context, wanted: Wanted) -> Iterator[Given]:
    """Give the day of "ok sat": a short name that is a word as well, with nothing but small words beside it."""
    short = table(context.language, "common", "short_days")
    named = [piece for piece in message.pieces if piece.plain in short]
    if len(named) != 1 or wanted is not Wanted.SLOT or not _is_asked(context):
        return
    small = {*word_set(context.language, "common", "light"), *word_set(context.language, "common", "around_choice")}
    if all(word in small or word in short or not word[0].isalnum() for word in message.bare):
        (piece,) = named
        for found in when.read(short[piece.plain], context):
            yield Given("day", found.value, piece.text, piece.start, piece.end, found.problem)


def _is_asked(context: Context) -> bool:
    return any(phrases_in(context.said or "", context.language, "answers", "asking_day"))
