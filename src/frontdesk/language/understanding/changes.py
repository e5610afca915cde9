"""Reads what a guest wants to change without saying to what: "change the date", "the name is wrong"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Change, Exclude, Inform
from frontdesk.language.understanding.clauses import Clause
from frontdesk.language.understanding.cues import Cue
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.results import Read


def changes(heard: Heard, values: Sequence[Read]) -> list[Read]:
    """Return the slots that are to change and have no new value in the message."""
    given = {read.meaning.slot for read in values if isinstance(read.meaning, Inform | Exclude)}
    found: dict[str, Read] = {}
    wants = False
    for clause in heard.message.clauses:
        changing = bool(heard.message.within("clauses.changing", clause))
        wants = wants or bool(heard.message.within("clauses.change_something", clause))
        if changing or heard.asked.wanted is Wanted.CHANGE:
            for slot, cue in _named(heard, clause):
                words = heard.message.text[cue.start : cue.end]
                found.setdefault(slot.name, Read(Change(slot.name, words), why="change: the slot is named"))
    named = [read for slot, read in found.items() if slot not in given]
    if not named and not given and wants:
        return [Read(Change(None, heard.text), why="change: of something not named")]
    return [] if given else named


def _named(heard: Heard, clause: Clause) -> Iterator[tuple[Slot, Cue]]:
    """Give the slots that a clause calls by name; a general word counts only for the one slot of its kind."""
    slots = heard.ear.sheet(None, heard.asked, heard.context).slots.values()
    exact = [(slot, cue) for slot in slots for cue in heard.message.within(f"name:{slot.name}", clause)]
    if exact:
        yield from exact
        return
    for kind in dict.fromkeys(slot.kind for slot in slots):
        alike = [slot for slot in slots if slot.kind == kind]
        for cue in heard.message.within(f"clauses.slot_words.{kind}", clause):
            yield from ((slot, cue) for slot in alike if len(alike) == 1)
