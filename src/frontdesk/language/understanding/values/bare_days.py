"""Reads the bare number that answers "Which day?": "14" is the fourteenth."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from frontdesk.dialogue.asked import Wanted
from frontdesk.language import when
from frontdesk.language.reading import Context
from frontdesk.language.understanding.message.clauses import Message
from frontdesk.language.understanding.values.given import Given
from frontdesk.language.words import listed, phrases_in

_NUMBER = re.compile(r"\s*(\d{1,2})[\s.!]*", re.ASCII)


def numbered_day(message: Message, context: Context, wanted: Wanted) -> Iterator[Given]:
    """Give the day of the month that is all of the answer to a question for a day."""
    bare = _NUMBER.fullmatch(message.text) if wanted is Wanted.SLOT else None
    if bare is None or not any(phrases_in(context.said or "", context.language, "answers", "asking_day")):
        return
    for found in when.read(listed(context.language, "answers", "on_day")[0].format(number=int(bare[1])), context):
        if found.value is None or isinstance(found.value, date):
            yield Given("day", found.value, bare[1], *bare.span(1), found.problem)
