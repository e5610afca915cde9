"""Sees a name against the one that is known: "with a K" corrects it, "my last name is Smythe" replaces half of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import name
from frontdesk.language.resolve.values.given import Stance
from frontdesk.language.results import Read
from frontdesk.language.words import phrases_in, telling, tokens, word_set

_NAME, _AFTER = "name", ("family_after", "given_after")
_SAYING_SO = (  # which name it shall be
    *("clauses.slot_words.person_name", "clauses.under_name", "clauses.corrections", "clauses.remaking"),
    *("clauses.replacing", "clauses.their_name"),
)
_MOST_CUES = 3  # of one kind in a message: all that stands before each of them is read
_MOST = 4  # pieces of a message that is a name in full: "Jo Ann Ray."
_SHORTEST = 3  # letters of a name that is one word: shorter ones are rather short for something


def with_known(heard: Heard, reads: Sequence[Read]) -> list[Read]:
    """Return what was read, with the name completed by what is known of it."""
    slot = next((slot for slot in heard.asked.slots.values() if slot.kind == "person_name"), None)
    known = heard.asked.known.get(slot.name) if slot else None
    if slot is None or not isinstance(known, str):
        return list(reads)
    swapped = name.swap(known, heard.text, heard.context.language)
    if swapped is not None:
        return [Read(Inform(slot.name, swapped, heard.text), why="name: one word of it corrected")]
    amended = [_amended(heard, read, slot, known) for read in reads]
    amended = [read for read in amended if _may_replace(heard, read, slot, known)]
    if any(isinstance(read.meaning, Inform) and read.meaning.slot == slot.name for read in reads):
        return amended
    added = _respelled(heard, slot, known) or _named_after(heard, slot, known)
    return [*amended, *(added or (_said_anew(heard, slot, known) if not reads else []))]


def _may_replace(heard: Heard, read: Read, slot: Slot, known: str) -> bool:
    """Tell the name that a booking shall be under from one said in passing: "212 555 0111, that's mine, Rita"."""
    told = read.meaning
    if not isinstance(told, Inform) or told.slot != slot.name or not isinstance(told.value, str):
        return True
    half = not set(known.lower().split()).isdisjoint(told.value.lower().split())
    if heard.asked.slot == slot or half or any(map(heard.message.found, _SAYING_SO)):
        return True
    ruled_out = any(given.kind == slot.kind and given.stance is Stance.EXCLUDED for given in heard.givens)
    announced = any(each.words == told.words for each in name.read(heard.message.text, heard.context))
    return (
        ruled_out
        or (" " in told.value and (announced or heard.asked.wanted is not Wanted.SLOT))
        or not (" " in known or heard.asked.wanted is Wanted.SLOT)
    )


def _named_after(heard: Heard, slot: Slot, known: str) -> list[Read]:
    """Complete the name by "Quinn is my last name"."""
    text, language = heard.message.text, heard.context.language
    for key in _AFTER if not telling(language, _NAME, *_AFTER).isdisjoint(heard.message.bare) else ():
        for cue in islice(phrases_in(text, language, _NAME, key), _MOST_CUES):
            found = name.answer(text[: cue.start()].strip(), heard.context, heard.ear.scope.not_names)
            value = name.amend(known, found[0].value, cue.group(), language) if len(found) == 1 else None
            if value is not None and value != found[0].value:
                return [Read(Inform(slot.name, value, text[: cue.end()].strip()), why="name: the other half of it")]
    return []


def given_early(heard: Heard) -> Read | None:
    """Return the name of a guest who answers another question with it: "Jo Ray" or "Rita", where times are shown."""
    slot = next((slot for slot in heard.asked.slots.values() if slot.kind == "person_name"), None)
    if slot is None or slot.name in heard.asked.known or len(heard.message.pieces) > _MOST:
        return None
    found = name.answer(heard.message.text, heard.context, heard.ear.scope.not_names)
    pieces = heard.message.pieces
    if len(found) != 1 or found[0].words != heard.message.text.rstrip(".!"):
        return None
    if " " not in found[0].value and not _stands_alone(found[0].value, heard):
        return None
    if not found[0].words.istitle() or any(name.is_ordinary(piece, heard.context.language) for piece in pieces):
        return None
    return Read(Inform(slot.name, found[0].value, found[0].words), why="name: the whole message")


def _stands_alone(word: str, heard: Heard) -> bool:
    """Tell "Rita", where one of several things is to be chosen, from "Umm"."""
    sounds = word_set(heard.context.language, "noise", "fillers")
    return heard.asked.wanted is Wanted.CHOICE and len(word) >= _SHORTEST and word.lower() not in sounds


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
    """Correct the name, or the one word of it that the guest says again: "Ann with an e"."""
    said = {piece.plain: piece.text for piece in heard.message.pieces}
    again = [word for word in known.split() if word.lower() in said]
    old = again[0] if len(again) == 1 else known
    text = heard.text.replace(said[old.lower()], "", 1) if old.lower() in said else heard.text
    new = name.respell(old, text, heard.context.language) if name.is_spelling(text, heard.context.language) else None
    value = known.replace(old, new, 1) if new else None
    return [Read(Inform(slot.name, value, heard.text), why="name: its spelling corrected")] if value else []


def _said_anew(heard: Heard, slot: Slot, known: str) -> list[Read]:
    """Return the whole name of a guest who gave half of it before, "Al Green", or another: "no wait, Anna Ray"."""
    taken_back = max((cue.end for cue in heard.message.found("clauses.corrections") if cue.first == 0), default=0)
    found = name.answer(heard.message.text[taken_back:], heard.context, heard.ear.scope.not_names)
    if len(found) != 1 or " " not in found[0].value:
        return []
    said = tokens(found[0].value)
    whole = {word.lower() for word in known.split()} < {piece.plain for piece in said}
    sure = heard.asked.wanted is Wanted.SLOT or found[0].words.istitle()
    ordinary = any(name.is_ordinary(piece, heard.context.language) for piece in said)
    shares = not {word.lower() for word in known.split()}.isdisjoint(piece.plain for piece in said)
    if not whole and not ((taken_back or shares) and sure and not ordinary):
        return []
    return [Read(Inform(slot.name, found[0].value, found[0].words), why="name: said anew")]
