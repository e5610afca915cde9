"""Reads a name, a number or an address left right after a booking as one for that booking: "my e-mail is ..."."""

from __future__ import annotations

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.meanings import Inform, StartFlow
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read

_CONTACTS = frozenset({"phone", "email", "person_name"})
_LIKELY = 0.2  # of the flow that takes it, where it is the likeliest of all


def left_afterwards(heard: Heard) -> list[Read]:
    """Return the change of what was just booked by a contact that is left after it; nothing where more is wanted."""
    contacts = [given for given in heard.givens if given.kind in _CONTACTS and given.stance is Stance.WANTED]
    others = [given for given in heard.givens if given.kind not in _CONTACTS]
    if not contacts or any(not any(map(given.overlaps, contacts)) for given in others):
        return []
    for about in heard.asked.settled:
        slots = {slot.kind: slot.name for slot in about.slots.values() if slot.kind in _CONTACTS and not slot.remember}
        told = {slots[given.kind]: given for given in contacts if given.kind in slots}
        if told and about.flow is not None and _is_likeliest(heard, about.flow):
            return _changed(heard, about, told)
    return []


def _changed(heard: Heard, about: Asked, told: dict[str, Given]) -> list[Read]:
    which = [Inform(slot, value, heard.text) for slot, value in about.booked.items()]
    left = [Inform(slot, given.value, given.words, given.problem) for slot, given in told.items()]
    start = Read(StartFlow(about.flow or "", heard.text), why="booked: how to be reached")
    return [start, *(Read(inform, why="booked: just now, left after it") for inform in (*which, *left))]


def _is_likeliest(heard: Heard, flow: str) -> bool:
    """Say whether the model believes in no other flow more, or nobody asks it."""
    opinion = believed_of(heard)
    if opinion is None:
        return True
    chance = opinion.flows.get(flow, 0.0)
    return chance >= _LIKELY and chance == max(opinion.flows.values())
