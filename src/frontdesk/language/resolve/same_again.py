"""Takes over from what was just booked what the next one shall have the same: "another room, same dates"."""

from __future__ import annotations

from frontdesk.dialogue.meanings import Inform, StartFlow
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.results import Part, Read
from frontdesk.language.tagger.labels import slot_labels

_WHEN = frozenset({"day", "time", "moment"})
_SAME = "same"  # how words may be related to what was talked about
_SURELY, _LIKELY = 0.9, 0.5


def same_again(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Return what was read, with when the one that was just booked is, where one more is wanted for the same time."""
    just, begun = heard.asked.just_booked, [read.meaning for read in reads if isinstance(read.meaning, StartFlow)]
    if just is None or heard.asked.flow is not None or [each.flow for each in begun] != [just.flow]:
        return reads
    told = {read.meaning.slot for read in reads if isinstance(read.meaning, Inform)}
    left = {name: slot for name, slot in just.slots.items() if slot.kind in _WHEN and name in just.values.keys() - told}
    belief = believed_of(heard, slot_labels(left)) if left else None
    words = belief.words if belief is not None else None
    if words is None:
        return reads
    spans = [(piece.start, piece.end) for piece in heard.message.pieces]
    same = [span for span in spans if words.related(*span).get(_SAME, 0.0) >= _SURELY]
    chances = [words.slots(*span) for span in same]
    kinds = {slot.kind for name, slot in left.items() if any(each.get(name, 0.0) >= _LIKELY for each in chances)}
    taken = [Inform(name, just.values[name], heard.text) for name, slot in left.items() if slot.kind in kinds]
    return (*reads, *(Read(each, why="same again: as what was just booked", by=Part.RESOLVE) for each in taken))
