"""Tells how a guest stands to a thing they name: wanted, excluded ("not Botox"), past, or asked about."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache

from frontdesk.language.words import listed, phrase_pattern

_NAME = "catalogue"
_CLAUSE = re.compile(r"[.!?;\n,]|\s[-–—]\s")  # noqa: RUF001 - guests type dashes
_SENTENCE = re.compile(r"[.!?\n]")
_NEAR = 60  # characters around a mention that can say something about it


class Stance(StrEnum):
    """How the guest stands to what they mention."""

    WANTED = "wanted"
    EXCLUDED = "excluded"
    PAST = "past"
    ASKED = "asked"


def stance_of(text: str, start: int, end: int, language: str) -> Stance:
    """Tell how the words around `text[start:end]` speak of it."""
    before = _CLAUSE.split(text[max(0, start - _NEAR) : start])[-1]
    after = _CLAUSE.split(text[end : end + _NEAR])[0]
    if _excluding(language).search(before) or _leads(language, "excluded_after").match(after):
        return Stance.EXCLUDED
    if _was(before, after, language):
        return Stance.PAST
    if _is_asked(text, start, end, language):
        return Stance.ASKED
    return Stance.WANTED


@cache
def _between(language: str) -> str:
    words = "|".join(re.escape(word) for word in sorted(listed(language, _NAME, "between"), key=len, reverse=True))
    return rf"\s+(?:(?:{words})\s+){{0,4}}"


@cache
def _excluding(language: str) -> re.Pattern[str]:
    """Match an exclusion right before the mention, with little words between."""
    cues = phrase_pattern(language, _NAME, "exclusion").pattern
    return re.compile(rf"{cues}{_between(language)}$", re.IGNORECASE)


@cache
def _leads(language: str, key: str) -> re.Pattern[str]:
    return re.compile(rf"\s*{phrase_pattern(language, _NAME, key).pattern}", re.IGNORECASE)


@cache
def _had(language: str) -> re.Pattern[str]:
    cues = phrase_pattern(language, _NAME, "past").pattern
    return re.compile(rf"{cues}{_between(language)}$", re.IGNORECASE)


def is_past(text: str, start: int, end: int, language: str) -> bool:
    """Tell whether the words around `text[start:end]` speak of what was: "I had Botox"."""
    before = _CLAUSE.split(text[max(0, start - _NEAR) : start])[-1]
    return _was(before, _CLAUSE.split(text[end : end + _NEAR])[0], language)


def _was(before: str, after: str, language: str) -> bool:
    if phrase_pattern(language, _NAME, "planned").search(f"{before} {after}"):
        return False
    if _had(language).search(before):
        return True
    return phrase_pattern(language, _NAME, "past_after").search(after) is not None and _mentions_past(before, language)


def _mentions_past(before: str, language: str) -> bool:
    return phrase_pattern(language, _NAME, "past").search(before) is not None


def _is_asked(text: str, start: int, end: int, language: str) -> bool:
    """Tell a question about the thing from a wish for it that is worded as a question."""
    before = _SENTENCE.split(text[max(0, start - 2 * _NEAR) : start])[-1]
    after = _SENTENCE.split(text[end : end + 2 * _NEAR])[0]
    if phrase_pattern(language, _NAME, "wishes").search(f"{before} {after}"):
        return False
    return phrase_pattern(language, _NAME, "asked").search(before) is not None
