"""Tells with which kinds a form can begin, so that it is tried only where one of them stands."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LOOKS = ("(?<=", "(?<!", "(?=", "(?!")  # what these hold takes no place
_GROUP = "(?:"
_REPEATED = re.compile(r"[?*+]|\{(\d+)(?:,\d*)?\}")


@dataclass(frozen=True, slots=True)
class Beginnings:
    """The letters that a piece of a pattern can begin with, whether it can be empty, and the place after it."""

    letters: frozenset[str]
    is_empty: bool
    after: int


def beginnings(pattern: str) -> Beginnings:
    """Return what the pattern of a form can begin with."""
    return _alternatives(pattern, 0)


def guarded(pattern: str, begins: Beginnings) -> str:
    """Return the pattern of a form as a group that fails at once where the form cannot begin."""
    return f"({pattern})" if begins.is_empty else f"(?={_any_of(begins.letters)})({pattern})"


def guard(begun: list[Beginnings]) -> str:
    """Return what matches, and takes no letter, wherever one of some forms can begin."""
    if any(one.is_empty for one in begun):
        return ""
    return f"(?={_any_of(frozenset().union(*(one.letters for one in begun)))})"


def _any_of(letters: frozenset[str]) -> str:
    return f"[{''.join(sorted(letters))}]"


def _alternatives(pattern: str, place: int) -> Beginnings:
    """Read alternatives up to a closing bracket or the end."""
    letters: frozenset[str] = frozenset()
    is_empty, is_open = False, True  # `is_open`: all of this alternative so far can be empty
    while place < len(pattern) and pattern[place] != ")":
        if pattern[place] == "|":
            is_empty, is_open = is_empty or is_open, True
            place += 1
            continue
        part = _repeated(pattern, _part(pattern, place))
        letters |= part.letters if is_open else frozenset()
        is_open = is_open and part.is_empty
        place = part.after
    return Beginnings(letters, is_empty or is_open, place)


def _part(pattern: str, place: int) -> Beginnings:
    """Read one letter, set, anchor or bracket."""
    match pattern[place]:
        case "^" | "$":
            return Beginnings(frozenset(), is_empty=True, after=place + 1)
        case "[":
            end = pattern.index("]", place)
            return Beginnings(frozenset(pattern[place + 1 : end]), is_empty=False, after=end + 1)
        case "(":
            opening = next(sign for sign in (*_LOOKS, _GROUP, "(") if pattern.startswith(sign, place))
            inside = _alternatives(pattern, place + len(opening))
            if opening in _LOOKS:
                return Beginnings(frozenset(), is_empty=True, after=inside.after + 1)
            return Beginnings(inside.letters, inside.is_empty, inside.after + 1)
        case letter:
            return Beginnings(frozenset(letter), is_empty=False, after=place + 1)


def _repeated(pattern: str, part: Beginnings) -> Beginnings:
    """Take in how often a part may come: one that may be left out can be empty."""
    repetition = _REPEATED.match(pattern, part.after)
    if repetition is None:
        return part
    may_miss = repetition.group() in {"?", "*"} or repetition.group(1) == "0"
    return Beginnings(part.letters, part.is_empty or may_miss, repetition.end())
