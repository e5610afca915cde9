"""Reads a name or a number, left where it is offered that somebody calls: it agrees to the call."""

from __future__ import annotations

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.meanings import Affirm, Deny, Inform, StartFlow
from frontdesk.dialogue.starting import PERSON, STUCK
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import name
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.answering import assent, chances
from frontdesk.language.resolve.slots.filling import fill
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_NAME = "person_name"
_NO_ANSWER = 0.8
_CONTACTS = frozenset({_NAME, "phone", "email"})
_SMALL = (("common", "light"), ("clauses", "around_answer"), ("booked", "then_also"))


def left_contact(heard: Heard) -> list[Read]:
    """Return the yes of a guest who says how to be reached, with that; nothing where more is said."""
    flow = heard.ear.triggers.flows.get(heard.asked.flow or "")
    if flow is None or not (flow.answers or flow.name in (PERSON, STUCK)):
        return []
    message, said = heard.message, assent(heard.message, heard.context)
    denies = said is not None and isinstance(said.meaning, Deny)
    if denies or any(clause.mood is not Mood.SAY for clause in message.clauses):
        return []
    if heard.givens and not _is_all_contact(heard):
        return []
    contacts = [given for given in heard.givens if given.kind in _CONTACTS]
    told = [*fill(message, contacts, heard.running), *([] if contacts else _bare_name(heard))]
    agreed = said or Read(Affirm(heard.text), why="yes: says how to be reached")
    return [agreed, *(read for read in told if _slot(read) in heard.asked.slots)] if told else []


def contact_besides(heard: Heard) -> list[Read]:
    """Return the flow that keeps a contact which the one agreed to does not take: "yes, and my number is ..."."""
    message, taken = heard.message, {slot.kind for slot in heard.asked.slots.values()}
    left = [given for given in heard.givens if given.kind in _CONTACTS - taken and given.problem is None]
    if not left:
        return []
    clause, joins = message.clause_at(left[0].start), word_set(message.language, "booked", "then_also")
    before = range(message.place_at(left[0].start) - 1, clause.first - 1, -1)
    first = next((place + 1 for place in before if message.bare[place] in joins), clause.first)
    words = message.text[message.pieces[first].start : clause.end]
    alone = heard.ear.hear(words, Asked(topics=heard.asked.topics), heard.context)
    begun = heard.ear.triggers.introduced(alone.message, alone.givens)
    flow = begun[0].meaning.flow if begun and isinstance(begun[0].meaning, StartFlow) else None
    if flow is None:
        return []
    sheet = alone.ear.sheet(heard.ear.triggers.flows[flow], alone.asked, alone.context)
    return [*begun, *fill(alone.message, alone.givens, sheet)]


def _slot(read: Read) -> str | None:
    return read.meaning.slot if isinstance(read.meaning, Inform) else None


def _bare_name(heard: Heard) -> list[Read]:
    """Return the name that is all of a message, perhaps after a yes: "yes, dana webb"."""
    found = name.answer(heard.text, heard.context, heard.ear.scope.not_names)
    slot = next((slot.name for slot in heard.asked.slots.values() if slot.kind == _NAME), _NAME)
    pieces = [piece for piece in heard.message.pieces if found and piece.text in found[0].words.split()]
    if len(found) != 1 or " " not in found[0].value:
        return []
    if any(name.is_ordinary(piece, heard.context.language) for piece in pieces):
        return []
    if chances(heard.message, heard.context).get("unclear", 0.0) >= _NO_ANSWER:
        return []  # "blah blah" has the shape of a name
    return [Read(Inform(slot, found[0].value, found[0].words), why="name: left to be reached")]


def _is_all_contact(heard: Heard) -> bool:
    """Tell whether nothing is said beside contacts, a yes and small words."""
    message = heard.message
    contacts = [given for given in heard.givens if given.kind in _CONTACTS]
    others = [given for given in heard.givens if given not in contacts and not any(map(given.overlaps, contacts))]
    cues = [cue for kind in _CONTACTS for cue in message.found(f"clauses.slot_words.{kind}")]
    cues += [cue for label in ("clauses.own_name", "moves.call_me", "moves.yes") for cue in message.found(label)]
    taken = {
        place
        for given in contacts
        for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
    } | {place for cue in cues for place in range(cue.first, cue.after)}
    small = frozenset[str]().union(*(word_set(message.language, *key) for key in _SMALL))
    rest = [word for place, word in enumerate(message.bare) if place not in taken and word[0].isalnum()]
    return not others and small.issuperset(rest)
