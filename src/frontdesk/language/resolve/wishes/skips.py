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
_NONE, _LEFT_OUT = "clauses.none_of_it", "clauses.left_out"
_CUES = frozenset({_LACKING, _AROUND, _ANYBODY, _NONE, _LEFT_OUT})
_BETWEEN = 1  # words between "no" and what is lacking


def with_named_skips(heard: Heard, acts: Sequence[Read], slots: Mapping[str, Slot]) -> list[Read]:
    """Return the moves of a message with each skip under the slot that it names."""
    if not heard.message.has(_CUES):
        return list(acts)
    named = [read for slot in slots.values() if slot.kind in _GIVEN for read in _skips(heard, slot)]
    named += _of_anybody(heard, slots) or (_at_the_end(heard, slots) if not named else [])
    kept = [read for read in acts if not (named and isinstance(read.meaning, Skip))]
    return [*kept, *named]


def _of_anybody(heard: Heard, slots: Mapping[str, Slot]) -> list[Read]:
    """Read "with whoever is free" as no wish for anybody in particular."""
    slot = next((slot for slot in slots.values() if slot.kind == _PROVIDER and not slot.required), None)
    cue = next(iter(heard.message.found(_ANYBODY)), None)
    if slot is None or cue is None or any(given.kind == _PROVIDER for given in heard.givens):
        return []
    return [Read(Skip(heard.message.text[cue.start : cue.end], slot.name), why="skip: whoever it is")]


def _at_the_end(heard: Heard, slots: Mapping[str, Slot]) -> list[Read]:
    """Read the "skip" after all that was given as the one thing of the guest's own that may be lacking."""
    open_slots = [slot for slot in slots.values() if slot.kind in _GIVEN and not slot.required and slot.ask is not None]
    kinds = {given.kind for given in heard.givens}
    asked = heard.asked.slot
    if len(open_slots) != 1 or open_slots[0].kind in kinds or (asked is not None and asked.kind not in kinds):
        return []
    spoken = [place for place, word in enumerate(heard.message.bare) if word[0].isalnum()]
    cue = next(
        (cue for cue in heard.message.found(_LEFT_OUT) if spoken[0] < cue.first and cue.after > spoken[-1]), None
    )
    if cue is None:
        return []
    return [Read(Skip(heard.message.text[cue.start : cue.end], open_slots[0].name), why="skip: after what was given")]


def _skips(heard: Heard, slot: Slot) -> list[Read]:
    if any(given.kind == slot.kind for given in heard.givens):
        return []
    labels = (f"name:{slot.name}", f"clauses.slot_words.{slot.kind}")
    for cue in (cue for label in labels for cue in heard.message.found(label)):
        lack = _lack_before(heard, cue) or _none_after(heard, cue)
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


def _none_after(heard: Heard, cue: Cue) -> Cue | None:
    """Find the "none" of "Mail: none"."""
    after = cue.after + (cue.after < len(heard.message.bare) and not heard.message.bare[cue.after][0].isalnum())
    return next((none for none in heard.message.found(_NONE) if none.first == after > cue.after), None)
