"""A small declarative schema: shapes read nodes into typed values and report every mistake they meet.

The tables of fields written with these shapes are the one description of the files: reading, docs and a JSON
Schema all come from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, Protocol, TypeVar, cast

from frontdesk.flows.findings import Report, nearest, with_article
from frontdesk.flows.reading.document import Entries, Items, Node, Text
from frontdesk.flows.reading.kinds import Kind, Wrong

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
K = TypeVar("K")
V_co = TypeVar("V_co", covariant=True)


class Shape(Protocol[T_co]):
    """Anything that reads a node. None means that it could not, and has said so in the report."""

    def read(self, node: Node, report: Report) -> T_co | None:
        """Return the typed value of `node`."""
        ...


@dataclass(frozen=True, slots=True)
class Scalar(Generic[T_co]):
    """A text of some kind."""

    kind: Kind[T_co]

    def read(self, node: Node, report: Report) -> T_co | None:
        """Return the scalar as its kind reads it."""
        if not isinstance(node, Text):
            report.add(node.line, "wrong_shape", f"Here {self.kind.form} is due, not {_named(node)}.")
            return None
        value = self.kind.read(node.value.strip())
        if isinstance(value, Wrong):
            why = value.why or f'"{_short(node.value)}" is not {self.kind.form}.'
            report.add(node.line, f"bad_{self.kind.name}", why, value.suggestion)
            return None
        return value


@dataclass(frozen=True, slots=True)
class At(Generic[T_co]):
    """A value and the line it stands on."""

    value: T_co
    line: int


@dataclass(frozen=True, slots=True)
class Placed(Generic[T_co]):
    """A shape whose line is needed later, to check it against the rest of the file."""

    shape: Shape[T_co]

    def read(self, node: Node, report: Report) -> At[T_co] | None:
        """Return the value with its line."""
        value = self.shape.read(node, report)
        return None if value is None else At(value, node.line)


@dataclass(frozen=True, slots=True)
class Several(Generic[T_co]):
    """A list; a single item may stand without its brackets."""

    shape: Shape[T_co]

    def read(self, node: Node, report: Report) -> tuple[T_co, ...] | None:
        """Return the items that can be read."""
        nodes = node.nodes if isinstance(node, Items) else (node,)
        values = [self.shape.read(item, report) for item in nodes]
        return tuple(value for value in values if value is not None)


@dataclass(frozen=True, slots=True)
class Table(Generic[K, V_co]):
    """A mapping whose keys are data."""

    key: Kind[K]
    shape: Shape[V_co]

    def read(self, node: Node, report: Report) -> Mapping[K, V_co] | None:
        """Return the entries that can be read."""
        if not isinstance(node, Entries):
            report.add(node.line, "wrong_shape", f"Here a mapping is due, not {_named(node)}.")
            return None
        entries: dict[K, V_co] = {}
        for key, child in node.pairs:
            name = Scalar(self.key).read(key, report)
            value = self.shape.read(under(key, child), report)
            if name is not None and value is not None:
                entries[name] = value
        return entries


@dataclass(frozen=True, slots=True)
class Field(Generic[T_co]):
    """A key of an object: its shape, and what it is for."""

    name: str
    shape: Shape[T_co]
    about: str
    required: bool = False
    advice: str = ""  # what to do where it is required and not there


@dataclass(frozen=True, slots=True)
class Record:
    """An object as it was read: ask it for a field."""

    line: int
    values: Mapping[str, object]
    lines: Mapping[str, int]
    whole: bool  # every required field is there and readable

    def of(self, wanted: Field[T]) -> T | None:
        """Return the value of an optional field."""
        return cast("T | None", self.values.get(wanted.name))

    def need(self, wanted: Field[T]) -> T:
        """Return the value of a required field; the record must be whole."""
        return cast("T", self.values[wanted.name])

    def line_of(self, wanted: Field[T]) -> int:
        """Return the line of a field, or of the object where it is left out."""
        return self.lines.get(wanted.name, self.line)


@dataclass(frozen=True, slots=True)
class Object:
    """A mapping whose keys are fields."""

    name: str
    fields: tuple[Field[object], ...]
    _by_name: Mapping[str, Field[object]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the fields once."""
        object.__setattr__(self, "_by_name", {one.name: one for one in self.fields})

    def advising(self, wanted: Field[T], advice: str) -> Object:
        """Return the same object, which says what to do where a field is not there."""
        fields = (replace(one, advice=advice) if one.name == wanted.name else one for one in self.fields)
        return Object(self.name, tuple(fields))

    def read(self, node: Node, report: Report) -> Record | None:
        """Return the fields that can be read."""
        if not isinstance(node, Entries):
            _miss_keys(self.name, node, report)
            return None
        values: dict[str, object] = {}
        for key, child in node.pairs:
            value = self._read_field(key, child, report)
            if value is not None:
                values[key.value] = value
        lines = {key.value: key.line for key, _ in node.pairs}
        misspelt = {nearest(key, self._by_name) for key in lines if key not in self._by_name}
        for one in self.fields:
            if one.required and one.name not in lines and one.name not in misspelt:
                advice = f" {one.advice}" if one.advice else ""
                report.add(node.line, "missing_key", f'This {self.name} has no "{one.name}".{advice}')
        whole = all(one.name in values for one in self.fields if one.required)
        return Record(node.line, values, lines, whole)

    def _read_field(self, key: Text, child: Node, report: Report) -> object | None:
        known = self._by_name.get(key.value)
        if known is None:
            message = f'{with_article(self.name).capitalize()} has no key "{_short(key.value)}".'
            if " " in key.value:  # a comma ended the text before it
                message += " If it is part of a text, put the whole text in quotation marks."
            report.add(key.line, "unknown_key", message, nearest(key.value, self._by_name))
            return None
        if isinstance(child, Text) and not child.value.strip():
            message = f'"{key.value}" has no value; leave the key out or fill it in.'
            meant = known.shape.kind.when_empty if isinstance(known.shape, Scalar) else None
            report.add(key.line, "empty_value", message, meant)
            return None
        return known.shape.read(under(key, child), report)


@dataclass(frozen=True, slots=True)
class Tagged:
    """One of several objects; the key `tag` says which."""

    name: str
    tag: str
    objects: Mapping[str, Object]

    def read(self, node: Node, report: Report) -> Record | None:
        """Return the fields of the object that the tag names."""
        if not isinstance(node, Entries):
            _miss_keys(self.name, node, report)
            return None
        tag = next((child for key, child in node.pairs if key.value == self.tag), None)
        slip = None if tag else self._misspelt(node)
        if slip is not None:
            message = f'{with_article(self.name).capitalize()} has no key "{slip.value}".'
            report.add(slip.line, "unknown_key", message, self.tag)
            return None
        if tag is None:
            report.add(node.line, "missing_key", f'This {self.name} has no "{self.tag}".')
            return None
        chosen = self.objects.get(tag.value) if isinstance(tag, Text) else None
        if chosen is None:
            word = tag.value if isinstance(tag, Text) else ""
            message = f'There is no {self.name} of the {self.tag} "{_short(word)}".'
            report.add(tag.line, f"unknown_{self.tag}", message, nearest(word, self.objects))
            return None
        return chosen.read(node, report)

    def _misspelt(self, node: Entries) -> Text | None:
        """Return the key that was probably meant to be the tag."""
        known = {self.tag, *(one.name for each in self.objects.values() for one in each.fields)}
        return next(
            (key for key, _ in node.pairs if key.value not in known and nearest(key.value, known) == self.tag), None
        )


def _miss_keys(name: str, node: Node, report: Report) -> None:
    report.add(node.line, "wrong_shape", f"Here the keys of {with_article(name)} are due, not {_named(node)}.")


def under(key: Text, node: Node) -> Node:
    """Let a mapping begin on the line of its key, where a reader looks for what it lacks."""
    return replace(node, line=key.line) if isinstance(node, Entries) else node


def _named(node: Node) -> str:
    match node:
        case Text():
            return "a text"
        case Items():
            return "a list"
        case Entries():
            return "a mapping"


def _short(text: str) -> str:
    longest = 60
    line = " ".join(text.split())
    return line if len(line) <= longest else line[:longest] + "..."
