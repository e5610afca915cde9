"""Reads a name, a number or an address left right after a booking as one for that booking: "my e-mail is ..."."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.flow import Role
from frontdesk.dialogue.meanings import Inform, StartFlow
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

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
    return _kept(heard, contacts) if heard.asked.just_booked is not None and _is_alone(heard, contacts) else []


def _kept(heard: Heard, contacts: Sequence[Given]) -> list[Read]:
    """Begin the flow that takes such a contact anew, and says no more of what was booked."""
    for flow in heard.ear.triggers.flows.values():
        slots = {slot.kind: slot.name for slot in flow.slots.values() if slot.guest and Role.NEW in slot.roles}
        told = [(slots[given.kind], given) for given in contacts if given.kind in slots]
        if told:
            informs = [Inform(slot, given.value, given.words, given.problem) for slot, given in told]
            start = Read(StartFlow(flow.name, heard.text), why="booked: a contact alone")
            return [start, *(Read(inform, why="booked: a contact alone") for inform in informs)]
    return []


def _is_alone(heard: Heard, contacts: Sequence[Given]) -> bool:
    """Tell a mere "312 555 0188", of which nobody can tell what is wanted but by where it is said."""
    light = word_set(heard.context.language, "common", "light")
    spoken = [piece for piece in heard.message.pieces if piece.text[0].isalnum()]
    beside = [piece for piece in spoken if not any(each.start <= piece.start < each.end for each in contacts)]
    return all(piece.plain in light for piece in beside)


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
