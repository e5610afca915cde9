"""Reads what is a day only as the answer to "Which day?": "14" is the fourteenth, "ok sat" is Saturday."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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


def short_day(message: Message, whens: Sequence[Given], context: Context, wanted: Wanted) -> Iterator[Given]:
    """Give the day of "ok sat" and "make it wed": a short name that is a word as well, beside small words and times.

    Only where a day is asked for or was talked of; elsewhere it is rather the other word.
    """
    short = table(context.language, "common", "short_days")
    named = [piece for piece in message.pieces if piece.plain in short]
    talked_of = context.beside is not None and wanted is not Wanted.NOTHING
    if len(named) != 1 or not (talked_of or (wanted is Wanted.SLOT and _is_asked(context))):
        return
    small = {*word_set(context.language, "common", "light"), *word_set(context.language, "common", "around_choice")}
    rest = [piece for piece in message.pieces if not any(given.start <= piece.start < given.end for given in whens)]
    if all(piece.plain in small or piece.plain in short or not piece.text[0].isalnum() for piece in rest):
        (piece,) = named
        for found in when.read(short[piece.plain], context):
            yield Given("day", found.value, piece.text, piece.start, piece.end, found.problem)


def _is_asked(context: Context) -> bool:
    return any(phrases_in(context.said or "", context.language, "answers", "asking_day"))
