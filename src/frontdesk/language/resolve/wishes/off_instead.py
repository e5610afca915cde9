"""Reads "cancel it", said while something booked is being moved: that is called off, and not only the move."""

from __future__ import annotations

from frontdesk.dialogue.meanings import Inform, StartFlow
from frontdesk.dialogue.settled import named_by
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.results import Found, Read

_FIELDS = ("service", "day", "time")  # of a booking, by which it is found again
_LIKELY, _SURELY = 0.6, 0.9
_CALLING_OFF, _PRONOUNS = "clauses.calling_off", "booked.pronouns"


def off_instead(heard: Heard) -> list[Read]:
    """Return the flow that cancels the booking which is being moved, with which one that is."""
    triggers, cancels = heard.ear.triggers, heard.ear.triggers.that_does("cancel")
    if heard.asked.flow is None or cancels is None or heard.asked.flow != triggers.that_does("move"):
        return []
    if not (_says_so(heard) or _is_meant(heard, cancels)):
        return []
    known = heard.asked.known
    held = {field: known[slot] for slot, field in named_by(triggers.flows[heard.asked.flow]).items() if slot in known}
    slots = named_by(triggers.flows[cancels])
    told = [(slot, held[field]) for slot, field in slots.items() if field in _FIELDS and field in held]
    if "service" not in held:
        return []  # which one shall be moved is not known yet
    start = Read(
        StartFlow(cancels, heard.text), why="trigger: what is being moved is called off", found=Found.BY_TRIGGER
    )
    many = {slot.name for slot in triggers.flows[cancels].slots.values() if slot.many}
    values = [(slot, (value,) if slot in many and not isinstance(value, tuple) else value) for slot, value in told]
    return [
        start,
        *(Read(Inform(slot, value, heard.text), why="booked: what is being moved") for slot, value in values),
    ]


def _says_so(heard: Heard) -> bool:
    """Tell "cancel it", which is no question and is not denied."""
    message = heard.message
    moved = {cue.first for cue in message.found(_PRONOUNS) if message.bare[cue.first : cue.after] != ("that",)}
    cues = [cue for cue in message.found(_CALLING_OFF) if cue.after in moved]
    if not cues or message.clause_at(cues[0].start).mood is Mood.ASK:
        return False
    return not message.within("clauses.negations", message.clause_at(cues[0].start))


def _is_meant(heard: Heard, cancels: str) -> bool:
    """Say whether the model believes that something is undone, and what is booked rather than the move of it."""
    belief, tagger = believed_of(heard), heard.context.tagger
    if belief is None or tagger is None or belief.acts["undo"] < _LIKELY:
        return False
    # Would the same words, said to nobody's question, be a wish to cancel something booked?
    return tagger.opinion("idle", "", heard.text, heard.ear.labels).flows.get(cancels, 0.0) >= _SURELY
