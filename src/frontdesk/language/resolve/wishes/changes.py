"""Reads what a guest wants to change without saying to what: "change the date", "the name is wrong"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Change, Exclude, Inform
from frontdesk.dialogue.values import Item
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import name
from frontdesk.language.readers.text.clauses import Clause
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.values.given import Stance
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_TEXT = "text"
_SIGNS = " ,;:.!\"'"
_NO_WORDS = ("clauses.change_something", "clauses.negations", "moves.yes", "moves.no")


def changes(heard: Heard, values: Sequence[Read]) -> list[Read]:
    """Return the slots that are to change and have no new value in the message."""
    given = {read.meaning.slot for read in values if isinstance(read.meaning, Inform | Exclude)}
    found: dict[str, Read] = {}
    wants = False
    for clause in heard.message.clauses:
        if heard.message.within("clauses.done_later", clause):
            continue  # "can I change it later?" changes nothing now
        changing = bool(heard.message.within("clauses.changing", clause))
        wants = wants or bool(heard.message.within("clauses.change_something", clause))
        if changing or heard.asked.wanted is Wanted.CHANGE:
            for slot, cue in _named(heard, clause):
                found.setdefault(slot.name, _edit(heard, slot, heard.message.text[cue.start : cue.end]))
    named = [read for slot, read in found.items() if slot not in given]
    if not named and not given and wants:
        return [Read(Change(None, heard.text), why="change: of something not named")]
    return [] if given else named


def slot_spoken_of(heard: Heard) -> str | None:
    """Name the one slot that a reply speaks of, by what it is called or what it holds: "I'm not sure about Friday"."""
    called = {slot.name for clause in heard.message.clauses for slot, _ in _named(heard, clause) if slot.ask}
    asked = [given.value for given in heard.givens if given.stance is Stance.ASKED]
    held = {name for name, value in heard.asked.known.items() if value in asked and heard.asked.slots[name].ask}
    spoken = (called | held) & heard.asked.known.keys()
    return spoken.pop() if len(spoken) == 1 else None


def _edit(heard: Heard, slot: Slot, words: str) -> Read:
    """Return the change of a slot; "another provider" rules out the one shown, as nobody is asked for a provider."""
    known = heard.asked.known.get(slot.name)
    if slot.ask is None and isinstance(known, Item) and heard.asked.wanted in {Wanted.CONFIRMATION, Wanted.CHANGE}:
        return Read(Exclude(slot.name, known, words), why="change: anything but what was shown")
    return Read(Change(slot.name, words), why="change: the slot is named")


def _named(heard: Heard, clause: Clause) -> Iterator[tuple[Slot, Cue]]:
    """Give the slots that a clause calls by name; a general word counts only for the one slot of its kind."""
    slots = heard.running.slots.values()
    exact = [(slot, cue) for slot in slots for cue in heard.message.within(f"name:{slot.name}", clause)]
    yield from exact
    taken = {place for _, cue in exact for place in range(cue.first, cue.after)}
    for kind in dict.fromkeys(slot.kind for slot in slots):
        alike = [slot for slot in slots if slot.kind == kind and slot.guest]
        for cue in heard.message.within(f"clauses.slot_words.{kind}", clause):
            if len(alike) == 1 and taken.isdisjoint(range(cue.first, cue.after)):
                yield alike[0], cue


def renamed(heard: Heard, edit: Read) -> Read:
    """Read the name that follows "change the name to"; other edits stay what they are."""
    slot = heard.asked.slots.get(edit.meaning.slot or "") if isinstance(edit.meaning, Change) else None
    if slot is None or slot.kind != "person_name":
        return edit
    after = heard.message.place_at(heard.message.text.find(edit.meaning.words)) + 1
    return _name_from(heard, slot, after) or edit


def retitled(heard: Heard) -> list[Read]:
    """Return the new words for a text that is shown, where it is called by its name: "the title is Audit call"."""
    to, found = _to(heard), []
    for clause in heard.message.clauses:
        for slot, cue in _named(heard, clause):
            told = heard.message.bare[cue.after : clause.after]
            small = next((count for count, word in enumerate(told) if word not in to), len(told))
            said = [each for label in _NO_WORDS for each in heard.message.within(label, clause)]
            wrong = clause.marked or any(each.first >= cue.after for each in said)
            if slot.kind != _TEXT or slot.name not in heard.asked.known or not 0 < small < len(told) or wrong:
                continue  # "the title is wrong" says no other
            words = heard.message.text[heard.message.pieces[cue.after + small].start : clause.end].strip(_SIGNS)
            found += [Read(Inform(slot.name, words, words), why="change: to these words")] if words else []
    return found[:1]


def named_anew(heard: Heard, slot: Slot) -> Read | None:
    """Read the name in "change the name to Mia Berg" and "the name is wrong, it should be Mia Berg"."""
    cues = heard.message.found("clauses.slot_words.person_name")
    places = [cue.after for cue in cues] + [clause.first for clause in heard.message.clauses[1:]] if cues else []
    return next((read for place in places if (read := _name_from(heard, slot, place))), None)


def _name_from(heard: Heard, slot: Slot, after: int) -> Read | None:
    """Read what follows "to" or "should be" as a name."""
    between = word_set(heard.context.language, "common", "to_value")
    while after < len(heard.message.pieces) and heard.message.pieces[after].plain in between:
        after += 1
    tail = heard.message.text[heard.message.pieces[after].start :] if after < len(heard.message.pieces) else ""
    found = name.answer(tail, heard.context, heard.ear.scope.not_names) if tail else ()
    return Read(Inform(slot.name, found[0].value, found[0].words), why="change: to this name") if found else None


def _to(heard: Heard) -> frozenset[str]:
    return word_set(heard.context.language, "common", "to_value")
