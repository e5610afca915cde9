"""Reads which of several bookings is meant, before or after they were shown: "both", "the later one"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from frontdesk.dialogue.meanings import Choose, Extreme, Number, Pick
from frontdesk.language.readers.text.clauses import Message, Mood
from frontdesk.language.resolve.options.picking import Picking
from frontdesk.language.results import Read

_EVERY = "booked.every"
ORDERS: Mapping[str, Pick] = {
    "booked.first_one": Extreme.EARLIEST,
    "booked.second_one": Number(2),
    "booked.third_one": Number(3),
    "booked.last_one": Extreme.LATEST,
}


def which(message: Message) -> list[Read]:
    """Return the pick of a message that begins to speak of bookings."""
    picks = every(message)
    for label, pick in ORDERS.items():
        picks += [Read(Choose(pick, words), why="order: of what is booked") for words in _said(message, label)]
    return picks[:1]


def every(message: Message) -> list[Read]:
    """Return "both" and "all of them"; thanks for everything is no pick."""
    return [Read(Choose(Extreme.ALL, words), why="all: of what is booked") for words in _said(message, _EVERY)][:1]


def of_bookings(message: Message, found: Picking) -> Picking:
    """Return what is picked of bookings shown: "both" is all of them, "the first and the third" all that were named."""
    reads = every(message)
    if reads:
        return found._replace(reads=tuple(reads))
    several = len({read.meaning for read in found.reads}) > 1 and not message.found("clauses.alternatives")
    joined = Read(Choose(Extreme.ALL, message.text.strip()), why="all: that were named")
    return found._replace(reads=(*found.reads, joined)) if several else found


def _said(message: Message, label: str) -> Iterator[str]:
    for cue in message.found(label):
        clause = message.clause_at(cue.start)
        denied = any(other.after <= cue.first for other in message.within("clauses.negations", clause))
        if not denied and clause.mood is not Mood.ASK and not message.within("moves.thank", clause):
            yield message.text[cue.start : cue.end]
