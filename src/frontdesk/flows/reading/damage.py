"""Says how far a mistake in a flow reaches, so that all else in the flow can be proved all the same."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from frontdesk.flows.findings import Finding
from frontdesk.flows.reading.document import Entries, Items, Node, Text

# Mistakes that leave the graph of a flow as it is meant.
_ASIDE = frozenset(
    {
        "depends_in_circle",
        "may_be_empty",
        "missing_argument",
        "never_next",
        "never_said",
        "text",
        "unsafe_retry",
        "vain_retry",
        "vain_timeout",
        "wrong_kind",
    }
)
# Mistakes that only leave a way out: what can be shown on the others is so all the same.
_WAYS_LOST = frozenset({"unknown_step", "unknown_outcome"})
_HARMLESS = frozenset({"examples", "read_back", "reason", "sensitive", "tries", "why"})  # keys that lead nowhere
_SPARED = frozenset({"answers", "description", "interruptible", "migrate", "trigger"})  # those of a flow that do not


@dataclass(frozen=True, slots=True)
class Damage:
    """What of a flow is not as it is meant: steps of which nobody knows where they lead, and slots."""

    steps: frozenset[str] = frozenset()
    slots: frozenset[str] = frozenset()


NONE = Damage()


def is_aside(finding: Finding) -> bool:
    """Say whether a flow can be proved as if a mistake were not there."""
    return finding.rule in _ASIDE


def damage(node: Node, found: Iterable[Finding]) -> Damage | None:
    """Return what these mistakes leave in doubt; None where that is the whole flow."""
    parts: dict[int, list[_Part]] = {}
    for part in _parts(node):
        parts.setdefault(part.line, []).append(part)
    lines = sorted(parts)
    touched: set[_Part] = set()
    for finding in found:
        if finding.rule in _WAYS_LOST or (finding.rule == "unknown_key" and finding.suggestion in _HARMLESS):
            continue
        place = bisect_right(lines, finding.line)
        here = parts[lines[place - 1]] if place else []
        if not here or any(part.is_all(finding) for part in here):
            return None
        touched.update(here)
    steps, slots = ({part.name for part in touched if part.key == key} for key in ("steps", "slots"))
    return Damage(frozenset(steps), frozenset(slots))


def following(node: Node) -> dict[str, str]:
    """Return the step that comes after each in the file, also one that cannot be read; nothing after the last."""
    names = [part.name for part in _parts(node) if part.key == "steps"]
    after: dict[str, str] = {}
    for one, other in pairwise(names):
        after.setdefault(one, other)
    return after


@dataclass(frozen=True, slots=True)
class _Part:
    """A step, a slot or another key of a flow, and the line where it begins."""

    key: str
    name: str
    line: int

    def is_all(self, finding: Finding) -> bool:
        """Say whether a mistake in this part leaves the whole flow in doubt."""
        if self.key in ("steps", "slots"):
            return False
        meant = finding.suggestion if finding.rule == "unknown_key" else self.key
        return meant is not None and meant not in _SPARED


def _parts(node: Node) -> Iterator[_Part]:
    for key, child in node.pairs if isinstance(node, Entries) else ():
        if key.value == "steps":
            nodes = child.nodes if isinstance(child, Items) else (child,)
            yield from (_Part("steps", _name(one), one.line) for one in nodes)
        elif key.value == "slots" and isinstance(child, Entries):
            yield from (_Part("slots", slot.value, slot.line) for slot, _ in child.pairs)
        else:
            yield _Part(key.value, "", key.line)


def _name(step: Node) -> str:
    """Return the name of a step; what has none is called like no other."""
    pairs = step.pairs if isinstance(step, Entries) else ()
    return next((name.value for key, name in pairs if key.value == "step" and isinstance(name, Text)), "")
