"""Reads that a guest cannot say yes or no yet: "not sure about the time", "I have to ask my husband first"."""

from __future__ import annotations

from frontdesk.dialogue.meanings import Change, Wait
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_DOUBT = "clauses.wavering"
_LABELS = (_DOUBT, "clauses.pondering", "clauses.consulting")
_CUES = frozenset(_LABELS)
_ABOUT = "clauses.slot_words."
_FEW = 3  # words beside the doubt that still say no more


def wavering(heard: Heard) -> list[Read]:
    """Return that time is wanted to decide; of one thing that is shown and doubted, that it is to change."""
    message = heard.message
    if not message.has(_CUES) or any(clause.mood is not Mood.SAY for clause in message.clauses):
        return []
    shown = {slot.name: slot for slot in heard.asked.slots.values() if slot.name in heard.asked.shows}
    held = [item for value in heard.asked.known.values() for item in (value if isinstance(value, tuple) else (value,))]
    named = [given for given in heard.givens if given.kind != "number"]
    kinds = {given.kind for given in named if given.value in held}
    if any(given.kind not in kinds for given in named):
        return []
    cues = [cue for label in _LABELS for cue in message.found(label)]
    said = {place for cue in cues for place in range(cue.first, cue.after)}
    light = word_set(message.language, "common", "light")
    rest = [word for place, word in enumerate(message.bare) if place not in said and word[0].isalnum()]
    doubted = [
        slot.name
        for slot in shown.values()
        if slot.kind in kinds or any(map(message.found, (f"{_ABOUT}{slot.name}", f"{_ABOUT}{slot.kind}")))
    ]
    if doubted and message.found(_DOUBT):
        return [Read(Change(doubted[0], heard.text), why="change: one thing is doubted")]
    if message.found(_DOUBT) or sum(word not in light for word in rest) > _FEW:
        return []  # a mere doubt is asked about again, in other words
    return [Read(Wait(heard.text), why="wait: to be thought about")]
