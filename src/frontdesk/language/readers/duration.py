"""Reads lengths of time ("90 min", "an hour and a half"), also those that are lengths only where one was asked for."""

from __future__ import annotations

import re
from datetime import timedelta

from frontdesk.language.readers import number, when
from frontdesk.language.readers.reading import Context, Found
from frontdesk.language.words import phrase_pattern, table, tokens

_CLOCK = re.compile(r"(?<![\w:])(\d{1,2})\s?(?::|h)\s?([0-5]\d)(?![\w:])", re.ASCII | re.IGNORECASE)
_MOST_MINUTES = 100 * 366 * 24 * 60  # a hundred years: whatever is more is no length of a stay
_PLAIN_MINUTES = 10  # from here on a bare number can only be minutes: nobody stays ten hours without saying hours


def read(text: str, context: Context) -> tuple[Found[timedelta], ...]:
    """Find every length of time that names its unit."""
    return tuple(
        Found(each.value, each.words, each.start, each.end)
        for each in when.read(text, context)
        if isinstance(each.value, timedelta)
    )


def answer(text: str, context: Context) -> tuple[Found[timedelta], ...]:
    """Read a reply to "How long?", where "1h30", "1:30" and a bare number are lengths too."""
    found = read(text, context)
    if found:
        return found
    clocks = [
        Found(timedelta(hours=int(match[1]), minutes=int(match[2])), match[0], *match.span())
        for match in _CLOCK.finditer(text)
    ]
    return tuple(clocks) or _bare(text, context)


def _is_taken_back(text: str, start: int, end: int, language: str) -> bool:
    """Tell the 7 of "7, no hold on, 8", which does not count."""
    return phrase_pattern(language, "name", "taking_back").search(text, start, end) is not None


def _bare(text: str, context: Context) -> tuple[Found[timedelta], ...]:
    """Read a number as so many of what the question named; without that, a large one as minutes."""
    numbers = [each for each in number.read(text, context) if each.value > 0]
    if not numbers:
        return ()
    *before, only = numbers
    if not all(_is_taken_back(text, each.end, only.start, context.language) for each in before):
        return ()
    units = table(context.language, "answers", "units")
    named = [units[token.plain] for token in tokens(context.said or "") if token.plain in units]
    if not named and only.value < _PLAIN_MINUTES:
        return ()
    minutes = float(only.value) * int(named[-1] if named else 1)
    if minutes > _MOST_MINUTES:
        return ()
    return (Found(timedelta(minutes=minutes), only.words, only.start, only.end),)
