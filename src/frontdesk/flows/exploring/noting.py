"""Notes which parts of a flow a step of the walk reads: what it does not read cannot change what it does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import TypeVar

from frontdesk.dialogue.flow import Flow, Slot, Step

Part = tuple[str, str]  # a step or slot of the flow, and one of its fields; or an edge that may empty something
Noted = set[Part]
_Declared = TypeVar("_Declared", bound=Step | Slot | Flow)
FLOW = ""  # the flow itself, where a part is a field of it


class _Edges(Mapping[tuple[str, str], frozenset[str]]):
    """What edges empty, noting which edge is looked up."""

    def __init__(self, cleared: Mapping[tuple[str, str], frozenset[str]], noted: Noted) -> None:
        """Keep what edges empty, and where to note it."""
        self._cleared, self._noted = cleared, noted

    def __getitem__(self, edge: tuple[str, str]) -> frozenset[str]:
        """Note an edge, and look it up."""
        self._noted.add(edge)
        return self._cleared[edge]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Give the edges that empty something."""
        return iter(self._cleared)

    def __len__(self) -> int:
        """Count them."""
        return len(self._cleared)


def noting(flow: Flow, noted: Noted) -> Flow:
    """Return the same flow, which puts into `noted` every part of it that is read."""
    steps = {name: _noting(step, name, noted) for name, step in flow.steps.items()}
    slots = {name: _noting(slot, name, noted) for name, slot in flow.slots.items()}
    return _noting(replace(flow, steps=steps, slots=slots, clears=_Edges(flow.clears, noted)), FLOW, noted)


def _noting(declared: _Declared, name: str, noted: Noted) -> _Declared:
    """Return something of the same type whose every field, when read, is noted and then taken from `declared`."""
    kind = type(declared)

    def told(field: str) -> property:
        part = (name, field)

        def read(_: object) -> object:
            noted.add(part)
            return getattr(declared, field)

        return property(read)

    named = {field.name: told(field.name) for field in fields(kind)}
    watched = type(kind.__name__, (kind,), {"__slots__": (), **named})
    return object.__new__(watched)


def differing(one: Flow, other: Flow) -> frozenset[Part]:
    """Name the parts of a flow that another version of it has otherwise, or not at all."""
    found: Noted = set()
    for mine, theirs in ((one.steps, other.steps), (one.slots, other.slots)):
        for name, declared in mine.items():
            changed = theirs.get(name)
            found |= {(name, field.name) for field in fields(declared) if _otherwise(declared, changed, field.name)}
    edges = one.clears.keys() | other.clears.keys()
    found |= {edge for edge in edges if one.clears.get(edge) != other.clears.get(edge)}
    return frozenset(found | ({(FLOW, "first")} if one.first != other.first else set()))


def _otherwise(declared: Step | Slot, changed: Step | Slot | None, field: str) -> bool:
    return changed is None or getattr(declared, field) != getattr(changed, field)
