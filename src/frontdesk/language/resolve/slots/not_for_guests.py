"""Keeps what guests say out of the slots that a flow fills by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Change, Exclude, Inform, StartFlow
from frontdesk.language.results import Read


def not_for_guests(slots: Mapping[str, Slot]) -> frozenset[str]:
    """Return the slots that nothing a guest says may fill."""
    return frozenset([slot.name for slot in slots.values() if not slot.guest])


def without_slots(
    reads: Sequence[Read], running: frozenset[str], of_flows: Mapping[str, frozenset[str]]
) -> tuple[Read, ...]:
    """Leave out what is said for such slots: of the flow that a message begins, or of the one that runs."""
    begun = [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]
    kept_out = of_flows.get(begun[0], frozenset()) if begun else running
    if not kept_out:
        return tuple(reads)
    return tuple(
        read
        for read in reads
        if not (isinstance(read.meaning, Inform | Exclude | Change) and read.meaning.slot in kept_out)
    )
