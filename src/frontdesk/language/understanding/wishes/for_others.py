"""Reads that a booking is for somebody else than the guest: "for my mom", "book Tom Reed a peel"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform
from frontdesk.language import name, party
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.message.clauses import Mood
from frontdesk.language.understanding.message.cues import Cue
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.values.given import Stance
from frontdesk.language.words import word_set

FOR_WHOM = "for_whom"  # the slot that keeps for whom else a booking is
_NAME = "person_name"
_WISHING = "clauses.kin_wishing"
_CUES = frozenset({"clauses.for_somebody", "clauses.booking_for", "clauses.is_for", _WISHING})
_TWO = 2  # words of a name that nobody announced
_BETWEEN = 2  # words between somebody and what is booked for them: "in for"


def for_others(heard: Heard, slots: Mapping[str, Slot]) -> list[Read]:
    """Return for whom a booking is, with the name if it is told, where a flow has a slot for that."""
    if FOR_WHOM not in slots or not (heard.message.has(_CUES) or heard.givens):
        return []
    slot = next((slot for slot in slots.values() if slot.kind == _NAME), None)
    named = next(chain(_booked_by_name(heard), named_after_slip(heard)), None) if slot is not None else None
    words = named or next(_relatives(heard), None)
    if words is None or any(each.value > 1 for each in party.read(heard.text, heard.context)):
        return []
    if slot is not None and named:
        told = Read(Inform(slot.name, named, named), why="for another: by name")
        return [Read(Inform(FOR_WHOM, named, named), why="for another: by name"), told]
    return [Read(Inform(FOR_WHOM, words, words), why="for another: not for the guest")]


def _relatives(heard: Heard) -> Iterator[str]:
    """Give "my mom" where something is for her, or where she is to be booked in."""
    message = heard.message
    for cue in message.found("clauses.for_somebody"):
        if message.clause_at(cue.start).mood is not Mood.ASK or message.found("clauses.requests"):
            yield message.text[cue.start : cue.end]
    yield from _wishing(heard)
    mine = word_set(heard.context.language, "party", "mine")
    relatives = word_set(heard.context.language, "party", "relative")
    for cue in _leads(heard):
        whose, who = (*message.bare[cue.after : cue.after + 2], "", "")[:2]
        if whose in mine and who in relatives:
            yield message.text[message.pieces[cue.after].start : message.pieces[cue.after + 1].end]


def _wishing(heard: Heard) -> Iterator[str]:
    """Give "my sister" where she wants something, and nothing is wanted before her; she may want "me to" do it."""
    message = heard.message
    guest = word_set(heard.context.language, "party", "self") | word_set(heard.context.language, "party", "of_us")
    for cue in message.found(_WISHING):
        before = any(given.kind == "service" and given.start < cue.start for given in heard.givens)
        asks = message.clause_at(cue.start).mood is Mood.ASK
        if not before and not asks and guest.isdisjoint(message.bare[cue.after : cue.after + 1]):
            yield message.text[cue.start : message.pieces[cue.first + 1].end]


def _leads(heard: Heard) -> tuple[Cue, ...]:
    """Return the words after which stands for whom it is."""
    asking = {clause.first for clause in heard.message.clauses if clause.mood is Mood.ASK}
    second = [given.start for given in heard.givens if given.stance is Stance.LATER]
    later = min(second, default=len(heard.message.text))
    cues = (*heard.message.found("clauses.booking_for"), *heard.message.found("clauses.is_for"))
    return tuple(cue for cue in cues if cue.start < later and heard.message.clause_at(cue.start).first not in asking)


def _booked_by_name(heard: Heard) -> Iterator[str]:
    """Give the name in "book Tom Reed a peel"; what the business knows is no name."""
    message, language = heard.message, heard.context.language
    wanted = [given for given in heard.givens if given.stance is Stance.WANTED and given.kind != _NAME]
    for cue in message.found("clauses.booking_for"):
        pieces = message.pieces[cue.after : cue.after + _TWO]
        taken = any(given.start < piece.end and piece.start < given.end for given in wanted for piece in pieces)
        if len(pieces) < _TWO or taken or not all(piece.text.isalpha() for piece in pieces):
            continue
        if not (all(piece.text.istitle() for piece in pieces) or _is_given_something(heard, cue.after + _TWO)):
            continue
        if not any(name.is_ordinary(piece, language) or piece.plain in heard.ear.words for piece in pieces):
            yield " ".join(piece.text for piece in pieces)


def named_after_slip(heard: Heard) -> Iterator[str]:
    """Give the name in "bok Tom Reed a peel": one word that is none, somebody, and what is booked for them."""
    message, language = heard.message, heard.context.language
    for given in heard.givens:
        if given.kind != "service" or given.stance is not Stance.WANTED:
            continue
        verb = message.clause_at(given.start).first
        words = message.pieces[verb : message.place_at(given.start)]
        if not 1 + _TWO < len(words) <= 1 + _TWO + _BETWEEN or not _is_given_something(heard, verb + 1 + _TWO):
            continue
        known = any(name.is_ordinary(piece, language) or piece.plain in heard.ear.words for piece in words[: 1 + _TWO])
        if not known and words[0].text.islower() and all(piece.text.isalpha() for piece in words[: 1 + _TWO]):
            yield " ".join(piece.text for piece in words[1 : 1 + _TWO])


def _is_given_something(heard: Heard, place: int) -> bool:
    """Tell "book tom reed a peel", which needs no capitals: what is booked for them follows at once."""
    small = word_set(heard.context.language, "triggers", "articles") | word_set(heard.context.language, "party", "for")
    after = heard.message.bare[place : place + 1 + _BETWEEN]
    if after and after[0] in word_set(heard.context.language, "triggers", "after_somebody"):
        place, after = place + 1, after[1:]
    services = {heard.message.place_at(given.start) for given in heard.givens if given.kind == "service"}
    return bool(after) and after[0] in small and not services.isdisjoint({place + 1, place + 2})
