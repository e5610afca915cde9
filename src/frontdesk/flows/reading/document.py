"""Reads YAML as text: a tree of texts, lists and mappings that know their lines. Nothing is typed here.

Anchors, aliases and tags are refused, so that a file means what it looks like and cannot grow when it is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import yaml

from frontdesk.flows.findings import Report
from frontdesk.flows.reading.indents import misplaced

LARGEST = 1_000_000  # bytes
DEEPEST = 40
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar, as it is written."""

    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    nodes: tuple[Node, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Entries:
    """A mapping, in the order of the file."""

    pairs: tuple[tuple[Text, Node], ...]
    line: int


Node: TypeAlias = "Text | Items | Entries"


@dataclass(slots=True)
class _Open:
    """A list or mapping that has begun and not ended."""

    line: int
    mapping: bool
    children: list[Node]


class _DocumentError(Exception):
    """The text cannot be read any further."""

    def __init__(self, line: int, rule: str, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.rule = rule
        self.message = message


def child_of(node: Node | None, key: str) -> Node | None:
    """Return what stands under a key of a mapping, if it is there."""
    pairs = node.pairs if isinstance(node, Entries) else ()
    return next((child for name, child in pairs if name.value == key), None)


def nodes_of(node: Node | None) -> tuple[Node, ...]:
    """Return the items of a list; what stands there alone is one."""
    if isinstance(node, Items):
        return node.nodes
    return () if node is None else (node,)


def read_file(path: Path, report: Report) -> Node | None:
    """Return what the file says, or None after reporting why it cannot be read."""
    try:
        size = path.stat().st_size
        raw = path.read_bytes() if size <= LARGEST else b""
    except FileNotFoundError:
        report.add(1, "missing_file", "This file is not there.")
        return None
    except OSError as error:
        report.add(1, "unreadable_file", f"This file cannot be read: {error.strerror}.")
        return None
    if size > LARGEST:
        report.add(1, "huge_file", f"This file has {size} bytes; at most {LARGEST} are read.")
        return None
    return read_bytes(raw, report)


def read_bytes(raw: bytes, report: Report) -> Node | None:
    """Return what the bytes say, or None after reporting why they cannot be read."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        report.add(raw.count(b"\n", 0, error.start) + 1, "not_utf8", "This line is not UTF-8 text.")
        return None
    try:
        return _build(text, report)
    except _DocumentError as error:
        report.add(error.line, error.rule, error.message)
        return None


def _build(text: str, report: Report) -> Node:
    roots: list[Node] = []
    stack = [_Open(1, mapping=False, children=roots)]
    for event in _events(text):
        line = _line(event)
        match event:
            case yaml.ScalarEvent():
                _refuse_extras(event, line)
                stack[-1].children.append(Text(event.value, line))
            case yaml.CollectionStartEvent():
                _refuse_extras(event, line)
                if len(stack) > DEEPEST:
                    raise _DocumentError(line, "too_deep", f"This is nested more than {DEEPEST} deep.")
                stack.append(_Open(line, isinstance(event, yaml.MappingStartEvent), []))
            case yaml.CollectionEndEvent():
                closed = stack.pop()
                stack[-1].children.append(_close(closed, report))
            case yaml.AliasEvent():
                raise _DocumentError(line, "alias", "Aliases (*) are not used here; write the value out.")
            case yaml.DocumentStartEvent() if roots:
                raise _DocumentError(line, "second_document", "A second document begins here; a file holds one.")
            case _:
                pass
    if not roots or (isinstance(roots[0], Text) and not roots[0].value):
        raise _DocumentError(1, "empty_file", "This file is empty.")
    return roots[0]


def _events(text: str) -> Iterator[yaml.Event]:
    try:
        yield from yaml.parse(text, Loader=_LOADER)
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise _DocumentError(line, "bad_character", "This line has a character that YAML does not allow.") from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        wrong = None if _is_inline(error) else misplaced(text.splitlines(), line)
        if wrong is not None:
            raise _DocumentError(line, "indent", wrong) from error
        raise _DocumentError(line, "yaml", _plainly(text, line, error)) from error
    except yaml.YAMLError as error:
        raise _DocumentError(1, "yaml", "This is not YAML.") from error


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _plainly(text: str, line: int, error: yaml.MarkedYAMLError) -> str:
    lines = text.splitlines()
    if line <= len(lines) and "\t" in lines[line - 1]:
        return "This line has a tab; YAML is indented with spaces."
    context = f" {error.context}" if error.context else ""
    hint = " Put a text with a colon, a comma, brackets or braces in quotation marks." if _may_be_a_text(error) else ""
    return f"This is not YAML: {error.problem}{context}.{hint}"


def _is_inline(error: yaml.MarkedYAMLError) -> bool:
    """Say whether it happened inside brackets or braces, or has a tab, where columns say nothing."""
    return "flow" in (error.context or "") or "token" in (error.problem or "") or "scalar" in (error.context or "")


def _may_be_a_text(error: yaml.MarkedYAMLError) -> bool:
    """Say whether a text without quotation marks may have been taken for something else."""
    return "flow" in (error.context or "") or "mapping values" in (error.problem or "")


def _refuse_extras(event: yaml.ScalarEvent | yaml.CollectionStartEvent, line: int) -> None:
    if event.anchor:
        raise _DocumentError(line, "anchor", f"Anchors (&{event.anchor}) are not used here.")
    if event.tag and event.tag != "!":
        raise _DocumentError(line, "tag", f"Tags ({event.tag}) are not used here; the schema knows the types.")


def _close(closed: _Open, report: Report) -> Node:
    if not closed.mapping:
        return Items(tuple(closed.children), closed.line)
    pairs: dict[str, tuple[Text, Node]] = {}
    for key, value in zip(closed.children[::2], closed.children[1::2], strict=True):
        if not isinstance(key, Text):
            report.add(key.line, "key_not_text", "A key must be a text, not a list or a mapping.")
        elif key.value in pairs:
            first = pairs[key.value][0].line
            report.add(key.line, "duplicate_key", f'"{key.value}" is already given on line {first}.')
        else:
            pairs[key.value] = (key, value)
    return Entries(tuple(pairs.values()), closed.line)


def plain(node: Node) -> object:
    """Return the tree as texts, lists and dicts, without lines: the same for every layout of the same file."""
    match node:
        case Text(value):
            return value
        case Items(nodes):
            return [plain(item) for item in nodes]
        case Entries(pairs):
            return {key.value: plain(value) for key, value in pairs}


def node_of(value: object) -> Node:
    """Return the tree of what `plain` made, without lines."""
    match value:
        case dict():
            return Entries(tuple((Text(str(key), 1), node_of(child)) for key, child in value.items()), 1)
        case list():
            return Items(tuple(node_of(item) for item in value), 1)
        case _:
            return Text(str(value), 1)
