"""Reads an address or a number that is left right after a booking as one for that booking: "my e-mail is ..."."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.meanings import Inform, StartFlow
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_LEFT = frozenset({"phone", "email"})
_CONTACTS = _LEFT | {"person_name"}
_FEW = 3  # words beside the address that want nothing else: "you can send it to"


def left_afterwards(heard: Heard, begun: Sequence[Read]) -> list[Read]:
    """Return the change of what was just booked by a contact that is left after it; nothing where more is wanted."""
    contacts = [given for given in heard.givens if given.kind in _LEFT and given.stance is Stance.WANTED]
    if not heard.asked.settled or not contacts or _wants_more(heard, begun, contacts):
        return []
    for about in heard.asked.settled:
        slots = {slot.kind: slot.name for slot in about.slots.values() if slot.kind in _LEFT and not slot.remember}
        told = [given for given in contacts if given.kind in slots]
        if told and about.flow is not None:
            start = Read(StartFlow(about.flow, heard.text), why="booked: how to be reached")
            informs = [Inform(slots[given.kind], given.value, given.words, given.problem) for given in told]
            return [start, *_which(heard, about), *(Read(inform, why="booked: left after it") for inform in informs)]
    return []


def _which(heard: Heard, about: Asked) -> list[Read]:
    return [Read(Inform(slot, value, heard.text), why="booked: just now") for slot, value in about.booked.items()]


def _wants_more(heard: Heard, begun: Sequence[Read], contacts: Sequence[Given]) -> bool:
    """Tell whether a message asks something, gives other values, or starts what is no mere word about oneself."""
    message = heard.message
    begun_flows = {read.meaning.flow for read in begun if isinstance(read.meaning, StartFlow)}
    flows = [heard.ear.triggers.flows[name] for name in begun_flows - {about.flow for about in heard.asked.settled}]
    if any(slot.kind not in _CONTACTS for flow in flows for slot in flow.slots.values()):
        return True
    if any(flow.acts for flow in flows):
        return True  # a flow of its own keeps what is left
    others = [given for given in heard.givens if given.kind not in _CONTACTS]
    if any(not any(map(given.overlaps, contacts)) for given in others):
        return True
    if any(clause.mood is Mood.ASK for clause in message.clauses):
        return True
    taken = [given for given in heard.givens if given.kind in _CONTACTS]
    cues = [cue for kind in _CONTACTS for cue in message.found(f"clauses.slot_words.{kind}")]
    places = {place for cue in cues for place in range(cue.first, cue.after)}
    places |= {
        place for given in taken for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
    }
    light = word_set(message.language, "common", "light") | word_set(message.language, "clauses", "around_answer")
    rest = [word for place, word in enumerate(message.bare) if place not in places and word[0].isalnum()]
    return sum(word not in light for word in rest) > _FEW
