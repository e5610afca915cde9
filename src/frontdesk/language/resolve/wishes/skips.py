"""Reads what a guest will not or cannot give: "skip" for what was asked, "no e-mail" for what is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Skip
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.results import Read

_GIVEN = frozenset({"email", "phone", "person_name", "notes"})  # what belongs to the guest; a day cannot be lacking
_PROVIDER = "provider"
_LACKING = "clauses.lacking"
_AROUND, _AFTER = "clauses.dropping_around", "clauses.dropping_after"  # "leave my e-mail out"
_ANYBODY = "clauses.any_person"
_CUES = frozenset({_LACKING, _AROUND, _ANYBODY})
_BETWEEN = 1  # words between "no" and what is lacking


def with_named_skips(heard: Heard, acts: Sequence[Read], slots: Mapping[str, Slot]) -> list[Read]:
    """Return the moves of a message with each skip under the slot that it names."""
    if not heard.message.has(_CUES):
        return list(acts)
    named = [read for slot in slots.values() if slot.kind in _GIVEN for read in _skips(heard, slot)]
    named += _of_anybody(heard, slots)
    kept = [read for read in acts if not (named and isinstance(read.meaning, Skip))]
    return [*kept, *named]


def _of_anybody(heard: Heard, slots: Mapping[str, Slot]) -> list[Read]:
    """Read "with whoever is free" as no wish for anybody in particular."""
    slot = next((slot for slot in slots.values() if slot.kind == _PROVIDER and not slot.required), None)
    cue = next(iter(heard.message.found(_ANYBODY)), None)
    if slot is None or cue is None or any(given.kind == _PROVIDER for given in heard.givens):
        return []
    return [Read(Skip(heard.message.text[cue.start : cue.end], slot.name), why="skip: whoever it is")]


def _skips(heard: Heard, slot: Slot) -> list[Read]:
    if any(given.kind == slot.kind for given in heard.givens):
        return []
    labels = (f"name:{slot.name}", f"clauses.slot_words.{slot.kind}")
    for cue in (cue for label in labels for cue in heard.message.found(label)):
        lack = _lack_before(heard, cue)
        if lack is not None:
            asked = heard.asked.slot is not None and heard.asked.slot.name == slot.name
            words = heard.message.text[min(lack.start, cue.start) : max(lack.end, cue.end)]
            return [Read(Skip(words, None if asked and slot.required else slot.name), why="skip: named as lacking")]
    return []


def _lack_before(heard: Heard, cue: Cue) -> Cue | None:
    lacking = [*heard.message.found(_LACKING)]
    if any(other.first == cue.after for other in heard.message.found(_AFTER)):
        lacking += heard.message.found(_AROUND)
    return next((lack for lack in lacking if 0 <= cue.first - lack.after <= _BETWEEN), None)
