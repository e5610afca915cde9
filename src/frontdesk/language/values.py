"""Compares the days, times and counts that two texts name, by their written forms."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from frontdesk.language.words import phrase_pattern, plain, table, word_set

_NAME = "yesno"
_PIECE = re.compile(r"\d+(?:[:.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)?")


@dataclass(frozen=True, slots=True)
class Values:
    """The days, times and counts that a text names, as they are written."""

    days: frozenset[str]
    times: frozenset[str]
    counts: frozenset[str]


def values_in(text: str, language: str) -> Values:
    """Collect the values named in `text`."""
    words = _PIECE.findall(plain(text))
    months, names = word_set(language, _NAME, "months"), word_set(language, _NAME, "days")
    clock = word_set(language, _NAME, "clock") | word_set(language, _NAME, "clock_words")
    days: set[str] = set()
    times: set[str] = set()
    counts: set[str] = set()
    for place, word in enumerate(words):
        number = _number(word, language)
        before = words[place - 1] if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        if word in names:
            days.add(word)
        elif number is None or (not word[0].isdigit() and _points(before, after, language)):
            continue
        elif ":" in number or after in clock or before in clock:
            times.add(number.removesuffix(":00"))
        elif before in months or after in months or after in word_set(language, "number", "ordinal_endings"):
            days.add(number)
        elif len(number) <= 2:
            counts.add(number)
    return Values(frozenset(days), frozenset(times), frozenset(counts))


def _points(before: str, after: str, language: str) -> bool:
    """Tell "this one", which counts nothing, from "the one person"."""
    return before in word_set(language, _NAME, "this") and after not in word_set(language, _NAME, "counted")


def _number(word: str, language: str) -> str | None:
    if word[0].isdigit():
        return word
    return _numbers(language).get(word)


@cache
def _numbers(language: str) -> dict[str, str]:
    return {**table(language, "numbers", "ones"), **table(language, "numbers", "ordinals")}


def gives_other_values(reply: str, said: str, language: str) -> bool:
    """Tell whether `reply` names a day, time or count other than those in `said`, where `said` names one."""
    theirs = values_in(reply, language)
    ours = values_in(said, language)
    known = ours.days | ours.times | ours.counts
    return (
        bool(ours.days and theirs.days - known)
        or bool(ours.times and theirs.times - known)
        or bool(known and theirs.counts - known and (ours.counts or ours.days) and _counts_something(reply, language))
    )


def _counts_something(reply: str, language: str) -> bool:
    return phrase_pattern(language, _NAME, "counted").search(reply) is not None or len(reply.split()) <= 6
