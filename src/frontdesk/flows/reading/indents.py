"""Tells a line of YAML that is indented wrongly, and the line above that it should be in line with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_LEADING = re.compile(r"(?P<dashes>(?: *- +)*) *")
_OPENS = re.compile(r"(?:^|[\s-])[^#]*:\s*(?:#.*)?$|-\s*(?:#.*)?$|[|>][+-]?\s*(?:#.*)?$")


@dataclass(frozen=True, slots=True)
class _Level:
    """A column in which a key or an item begins, and the line where it does."""

    column: int
    line: int


def misplaced(lines: Sequence[str], line: int) -> str | None:
    """Say in which column line `line` begins and which one above it begins in another; None if that is not wrong."""
    if not 1 <= line <= len(lines):
        return None
    levels = _levels(lines[: line - 1])
    column = _column(lines[line - 1])
    if not levels or any(level.column == column for level in levels):
        return None
    above = levels[-1]
    if column > above.column:
        if _OPENS.search(lines[above.line - 1]):
            return None  # whatever is wrong there, it may be so deep
        reason = f"and line {above.line} above it, by {_spaces(above.column)}, has its value already"
        hint = "If it goes on with that text, put the text in quotation marks."
        return f"This line is indented by {_spaces(column)}, {reason}. {hint}"
    outer = [level for level in levels if level.column < column][-1:]
    inner = [level for level in levels if level.column > column][:1]
    beside = " and ".join(f"line {each.line} above it by {_spaces(each.column)}" for each in (*outer, *inner))
    return f"This line is indented by {_spaces(column)}, {beside}. What belongs together begins in the same column."


def _levels(lines: Sequence[str]) -> list[_Level]:
    """Return the columns that are open after these lines, the outermost first."""
    levels: list[_Level] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        column = _column(line)
        levels = [level for level in levels if level.column < column]
        levels.append(_Level(column, number))
        dashes = _LEADING.match(line)
        inner = dashes.end() if dashes and dashes["dashes"] else column
        if inner > column:  # the keys of an item stand behind its dash
            levels.append(_Level(inner, number))
    return levels


def _column(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _spaces(count: int) -> str:
    return {0: "no space", 1: "1 space"}.get(count, f"{count} spaces")
