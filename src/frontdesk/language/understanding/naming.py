"""Sees a name against the one that is known: "with a K" corrects it, "my last name is Smythe" replaces half of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform
from frontdesk.language import name
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.results import Read


def with_known_name(heard: Heard, reads: Sequence[Read]) -> list[Read]:
    """Return what was read, with names completed by what is known of them."""
    slot = next((slot for slot in heard.asked.slots.values() if slot.kind == "person_name"), None)
    known = heard.asked.known.get(slot.name) if slot else None
    if slot is None or not isinstance(known, str):
        return list(reads)
    swapped = name.swap(known, heard.text, heard.context.language)
    if swapped is not None:
        return [Read(Inform(slot.name, swapped, heard.text), why="name: one word of it corrected")]
    amended = [_amended(heard, read, slot, known) for read in reads]
    if any(isinstance(read.meaning, Inform) and read.meaning.slot == slot.name for read in reads):
        return amended
    return [*amended, *_respelled(heard, slot, known)]


def _amended(heard: Heard, read: Read, slot: Slot, known: str) -> Read:
    meaning = read.meaning
    if not isinstance(meaning, Inform) or meaning.slot != slot.name or not isinstance(meaning.value, str):
        return read
    lead = heard.message.text[: max(0, heard.message.text.find(meaning.words))]
    value = name.amend(known, meaning.value, lead, heard.context.language)
    if value == meaning.value:
        return read
    return replace(read, meaning=replace(meaning, value=value), why=f"{read.why}, put into the name that is known")


def _respelled(heard: Heard, slot: Slot, known: str) -> list[Read]:
    if not name.is_spelling(heard.text, heard.context.language):
        return []
    value = name.respell(known, heard.text, heard.context.language)
    return [Read(Inform(slot.name, value, heard.text), why="name: its spelling corrected")] if value else []
