"""Puts a name together that is given in parts, "Smith, first name Ann", or taken back, "Katherine, no, Catherine"."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from functools import cache

from rapidfuzz.distance import Levenshtein

from frontdesk.language.readers.reading import Found
from frontdesk.language.words import any_of, listed, phrases_in, telling, words_in

_NAME = "name"
_PARTS = ("given_after", "family_after", "given", "family")
_MOST_CORRECTIONS = 6  # of one name: the last ones count
_ALIKE = 0.5
_SOMEWHAT_ALIKE = 0.3
_AROUND = " ,.;:!-–—\t\n"  # noqa: RUF001 - guests type dashes

Reader = Callable[[str], tuple[Found[str], ...]]


def in_parts(text: str, language: str, read: Reader) -> Found[str] | None:
    """Join "Smith, first name Ann" and "Ann is my first name, Lee my last"; `read` reads one part."""
    if telling(language, _NAME, *_PARTS).isdisjoint(words_in(text)):
        return None
    for given, family in (("given_after", "family_after"), ("family_after", "given_after")):
        first = next(phrases_in(text, language, _NAME, given), None)
        second = next(phrases_in(text, language, _NAME, family), None)
        if first is not None and second is not None and first.end() <= second.start():
            parts = [_part(text, 0, first.start(), read), _part(text, first.end(), second.start(), read)]
            return _joined(text, parts if given == "given_after" else parts[::-1])
    for key in ("given", "family"):
        cue = next(phrases_in(text, language, _NAME, key), None)
        if cue is None or not text[: cue.start()].strip(_AROUND):
            continue
        parts = [_part(text, 0, cue.start(), read), _part(text, cue.end(), len(text), read)]
        return _joined(text, parts if key == "family" else parts[::-1])
    return None


def taken_back(text: str, language: str, read: Reader) -> Found[str] | None:
    """Return the name that takes the place of one said right before it: "Katherine, sorry, Catherine"."""
    for cue in reversed(deque(_corrections(language).finditer(text), _MOST_CORRECTIONS)):
        before, after = _part(text, 0, cue.start(), read), _part(text, cue.end(), len(text), read)
        if before is None or after is None or not _may_replace(before, after):
            continue
        value = _in_place_of(before.value, after.value)
        return Found(value, text[before.start : after.end], before.start, after.end)
    return None


@cache
def _corrections(language: str) -> re.Pattern[str]:
    """Match what takes a name back, also several times over: "no, wait, sorry"."""
    phrases = any_of(listed(language, _NAME, "taking_back")).pattern
    return re.compile(rf"{phrases}(?:[\s,.!-]+{phrases})*", re.IGNORECASE)


def _may_replace(before: Found[str], after: Found[str]) -> bool:
    """Tell "no, Catherine" and "no catherine" from "no middle name"."""
    alike = max(_alike(old, new) for old in before.value.split() for new in after.value.split())
    return alike >= _ALIKE or (before.words.istitle() and after.words.istitle())


def _alike(old: str, new: str) -> float:
    return Levenshtein.normalized_similarity(old.lower(), new.lower())


def _in_place_of(old: str, new: str) -> str:
    """Return `new`, or `old` with the one word corrected that `new` is somewhat like: "Ann Lee, sorry, Leigh"."""
    words = old.split()
    best = max(range(len(words)), key=lambda place: _alike(words[place], new))
    if len(words) == 1 or " " in new or _alike(words[best], new) < _SOMEWHAT_ALIKE:
        return new
    return " ".join([*words[:best], new, *words[best + 1 :]])


def _part(text: str, start: int, end: int, read: Reader) -> Found[str] | None:
    """Read the one name in `text[start:end]`, with its place in the whole."""
    stretch = text[start:end]
    offset = start + len(stretch) - len(stretch.lstrip(_AROUND))
    found = read(stretch.strip(_AROUND))
    if len(found) != 1:
        return None
    each = found[0]
    return Found(each.value, each.words, offset + each.start, offset + each.end)


def _joined(text: str, parts: list[Found[str] | None]) -> Found[str] | None:
    """Return the first and the last name as one."""
    if len(parts) != 2 or parts[0] is None or parts[1] is None:
        return None
    start, end = min(parts[0].start, parts[1].start), max(parts[0].end, parts[1].end)
    return Found(f"{parts[0].value} {parts[1].value}", text[start:end], start, end)
