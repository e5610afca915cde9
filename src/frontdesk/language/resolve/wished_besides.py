"""Takes what is wished for something booked as a note: "please add a cot to my request" says all of it."""

from __future__ import annotations

from frontdesk.dialogue.flow import Collect
from frontdesk.dialogue.meanings import Inform, StartFlow
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.wishes.takers import asks_for_booking
from frontdesk.language.results import Part, Read

_NOTES = "notes"
_SURELY = 0.9


def wished_for_booked(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Return what was read, with the words as the note that the flow would ask for, where they tell something."""
    begun = [read.meaning for read in reads if isinstance(read.meaning, StartFlow)]
    flow = heard.ear.triggers.flows[begun[0].flow] if len(begun) == 1 else None
    if flow is None or not asks_for_booking(flow) or any(isinstance(read.meaning, Inform) for read in reads):
        return reads
    asked = [step.slot for step in flow.steps.values() if isinstance(step, Collect)]
    slot = next((name for name in asked if flow.slots[name].kind == _NOTES), None)
    belief = believed_of(heard) if slot else None
    if slot is None or belief is None or belief.acts["inform"] < _SURELY:
        return reads
    return (*reads, Read(Inform(slot, heard.text.strip(), heard.text), why="note: as it was said", by=Part.RESOLVE))
