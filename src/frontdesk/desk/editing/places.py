"""Where the entries of a YAML text stand: the lines of each, so that all others can be left as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import yaml

Path: TypeAlias = tuple[str, ...]  # keys from the outermost inwards
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BLOCK_STYLES = ("|", ">")
_BREAKS = "\n\r\x85\u2028\u2029"
_LINE = re.compile(f"[^{_BREAKS}]*(?:\r\n|[{_BREAKS}])|[^{_BREAKS}]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """A key and its value: `lines[first:end]`, without comments and empty lines that follow."""

    path: Path
    first: int
    end: int
    indent: int
    stands_alone: bool  # on lines of its own: neither within braces nor behind a dash
    opens: bool  # its value is a mapping with its own keys on lines of their own


def entries_of(text: str) -> dict[Path, Entry]:
    """Return every entry of a text that can be read, the outer ones before those within."""
    root = yaml.compose("".join(lines_of(text)), Loader=_LOADER)
    return {entry.path: entry for entry in _entries(root, (), alone=True)} if root is not None else {}


def _entries(node: yaml.Node, path: Path, *, alone: bool) -> Iterator[Entry]:
    if not isinstance(node, yaml.MappingNode):
        return
    alone = alone and not node.flow_style
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            continue
        inner = (*path, key.value)
        mark = key.start_mark
        opens = alone and isinstance(value, yaml.MappingNode) and not value.flow_style
        yield Entry(inner, mark.line, _last_line(value) + 1, mark.column, alone, opens)
        yield from _entries(value, inner, alone=alone)


def _last_line(node: yaml.Node) -> int:
    """Return the last line that a node has something on. What is not in brackets ends with its last part."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _last_line(last[1] if isinstance(last, tuple) else last)
    end = node.end_mark
    if isinstance(node, yaml.ScalarNode) and node.style in _BLOCK_STYLES:
        return int(end.line - 1)  # it ends where the next line begins
    return int(end.line)


def children_of(entries: Mapping[Path, Entry], path: Path) -> list[Entry]:
    """Return the entries right within another, in the order of the text."""
    return [entry for each, entry in entries.items() if each[:-1] == path]


def place_of_line(text: str, line: int) -> Path:
    """Return the innermost entry that has a line, counted from 1."""
    found: Path = ()
    for path, entry in entries_of(text).items():
        if entry.first < line <= entry.end and len(path) > len(found):
            found = path
    return found


def lines_of(text: str) -> list[str]:
    """Return the lines of a text as YAML counts them, each with its end; the last has one too."""
    lines = _LINE.findall(text)
    if lines and lines[-1][-1] not in _BREAKS:
        lines[-1] += "\n"
    return lines
