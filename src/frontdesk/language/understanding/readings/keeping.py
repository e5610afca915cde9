"""Tells a guest who keeps what the desk would take away: "see you Thursday" is no yes to "shall I cancel?"."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from frontdesk.language.readers.text.clauses import Clause, Message
from frontdesk.language.readers.text.cues import Cue, Phrases
from frontdesk.language.resolve.answering import asks
from frontdesk.language.words import listed, word_set

_NAME = "assent"
_GIVEN_UP = ("clauses.unable", "clauses.needless")
_LISTS = ("having", "having_alone", "parting", "giving_up")


class Having(StrEnum):
    """How a guest speaks of having what would be taken away."""

    KEPT = "kept"  # "I'll be there"
    UNSETTLED = "unsettled"  # "yes, Thursday is fine"


def having(message: Message) -> Having | None:
    """Return how a reply to an offer to undo something speaks of having it; none where it may be a yes to that."""
    found = _phrases(message.language).find(message.pieces, message.bare)
    if _gives_up(message, found):
        return None
    stated = [clause for clause in message.clauses if not asks(clause)]
    if any(_is_had(message, clause, found) for clause in stated):
        return Having.KEPT
    if any(_fits(message, clause) for clause in stated):
        return Having.UNSETTLED if message.found("moves.yes") and _opens_with_yes(message) else Having.KEPT
    return Having.UNSETTLED if any(cue.label == "parting" for cue in found) else None


def lets_go(message: Message) -> bool:
    """Say whether a yes may be one to undoing something: a plain one or an order; "sold" and "deal" take a thing."""
    lists = (("common", "plain_yes"), (_NAME, "outright"), (_NAME, "weakly_said"), (_NAME, "letting_go"))
    plain = frozenset[str]().union(*(word_set(message.language, *each) for each in lists))
    found = _phrases(message.language).find(message.pieces, message.bare)
    return not plain.isdisjoint(message.bare) or _gives_up(message, found)


@cache
def _phrases(language: str) -> Phrases:
    return Phrases({label: listed(language, _NAME, label) for label in _LISTS})


def _gives_up(message: Message, found: tuple[Cue, ...]) -> bool:
    """Tell words for doing away with it, or why: "cancel it, I'll come another time", "I can't come"."""
    undoing = word_set(message.language, "yesno", "undoing") | word_set(message.language, "yesno", "undoing_too")
    if not undoing.isdisjoint(message.bare) or any(message.found(label) for label in _GIVEN_UP):
        return True
    return any(cue.label == "giving_up" for cue in found)


def _is_had(message: Message, clause: Clause, found: tuple[Cue, ...]) -> bool:
    """Tell "I'm coming" and "book it" from "I'm not coming"."""
    inside = [cue for cue in found if clause.first <= cue.first and cue.after <= clause.after]
    held = [
        cue for cue in inside if cue.label == "having" or (cue.label == "having_alone" and _ends(message, clause, cue))
    ]
    denied = [
        cue
        for cue in message.within("clauses.negations", clause)
        if not any(other.first <= cue.first < other.after for other in held)
    ]
    return bool(held) and not denied


def _ends(message: Message, clause: Clause, cue: Cue) -> bool:
    """Tell "I'm in" from "I'm in Paris then"."""
    return all(not word[0].isalnum() for word in message.bare[cue.after : clause.after])


def _fits(message: Message, clause: Clause) -> bool:
    """Tell "Thursday works" and "the time is fine", which are said of what there is, from "that works"."""
    words = message.bare[clause.first : clause.after]
    if word_set(message.language, _NAME, "suiting").isdisjoint(words) or message.within("clauses.negations", clause):
        return False
    things = word_set(message.language, _NAME, "kinds_booked") | word_set(message.language, _NAME, "things_had")
    named = things | word_set(message.language, "yesno", "calendar")
    return any(word in named or word[0].isdigit() for word in words)


def _opens_with_yes(message: Message) -> bool:
    return message.bare[0] in word_set(message.language, "common", "plain_yes")
