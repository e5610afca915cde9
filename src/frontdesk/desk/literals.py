"""Checks what the texts of a business say by themselves: no promises, and no time or price that is not its own data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from frontdesk.language.guard import Facts, announcements, unsupported
from frontdesk.language.marks import Ahead, Code, Mark, Weekday, scan
from frontdesk.language.reading import Context
from frontdesk.scheduling.business import Business

# Blanks, and what stands in quotation marks: words that a guest could say.
_NOT_SAID = re.compile(r"\{\{|\}\}|\{[^{}]*\}|\"[^\"\n]*\"|\u201c[^\u201d\n]*\u201d")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_REFERENCE = re.compile(r"#?(?=.*\d)(?=.*[^\W\d])[\w-]+")
# A text is true or not whatever the clock says, so it is held against a day that means nothing.
_NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)


def text_problems(text: str, business: Business | None) -> list[str]:
    """Say what a literal text of a flow or a reply must not say."""
    language = business.language if business else "en"
    problems = [f'It promises later work: "{words}".' for words in announcements(text, language, ("callback",))]
    if business is not None:
        problems += [
            f'It says "{words}", and business.yaml does not: show a slot, or let the business say so there.'
            for words in dict.fromkeys(_invented(text, business))
        ]
    return problems


def _invented(text: str, business: Business) -> Iterator[str]:
    """Give the times, days, sums and references of a text that the data of the business do not hold."""
    context = Context(_NO_TIME, business.region, business.language)
    for sentence in _SENTENCE.split(_NOT_SAID.sub(" ", text)):
        stated = {mark.words for mark in scan(sentence, business.language) if _is_stated(mark, sentence)}
        if stated:
            yield from (words for words in unsupported(sentence, Facts((), (), business), context) if words in stated)


def _is_stated(mark: Mark, sentence: str) -> bool:
    """Say whether a mark is a fact that could be wrong: a question may name days, and an address is no fact."""
    match mark:
        case Ahead() | Weekday():
            return not sentence.rstrip().endswith("?")
        case Code(words=words):
            return _REFERENCE.fullmatch(words) is not None
        case _:
            return True
