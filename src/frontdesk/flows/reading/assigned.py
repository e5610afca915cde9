"""Reads what a set step puts into a slot: a value as written, or `{from: slot}`."""

from __future__ import annotations

from dataclasses import dataclass

from frontdesk.flows.findings import Report
from frontdesk.flows.reading.document import Entries, Node
from frontdesk.flows.reading.kinds import NAME, TEXT
from frontdesk.flows.reading.schema import Field, Object, Placed, Scalar

_FROM = Field("from", Scalar(NAME), "the slot whose value is taken", required=True)
_COPY = Object("copied value", (_FROM,))


@dataclass(frozen=True, slots=True)
class Assigned:
    """What goes into a slot: exactly one of a literal, still as text, and the slot that it is copied from."""

    line: int
    literal: str | None = None
    source: str | None = None


class AssignedShape:
    """A text, or a mapping with `from`."""

    def read(self, node: Node, report: Report) -> Assigned | None:
        """Return what goes into the slot, or None after reporting why that cannot be told."""
        if isinstance(node, Entries):
            record = _COPY.read(node, report)
            return Assigned(node.line, source=record.need(_FROM)) if record and record.whole else None
        text = Placed(Scalar(TEXT)).read(node, report)
        return Assigned(text.line, literal=text.value) if text else None
