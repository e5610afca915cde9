"""Reads the questions of a message, and tells which of them are to be answered beside what else it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from frontdesk.dialogue.meanings import Ask, Inform, Skip
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.questions.topics import HOURS, UNKNOWN
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.wishes.starts import OWN_BOOKING
from frontdesk.language.understanding.wishes.triggers import ASKED


def asked_of(heard: Heard) -> list[Read]:
    """Return the questions of a message; "are you open now?" asks for today."""
    asks = heard.ear.topics.asks(heard.message, heard.givens, heard.asked)
    return [_of_today(heard, read) for read in asks] if heard.message.found("clauses.at_present") else list(asks)


def _of_today(heard: Heard, read: Read) -> Read:
    meaning = read.meaning
    if not isinstance(meaning, Ask) or meaning.topic != HOURS or "day" in dict(meaning.about):
        return read
    return replace(read, meaning=replace(meaning, about=(*meaning.about, ("day", heard.context.now.date()))))


def without_lacking(asks: Sequence[Read], acts: Sequence[Read]) -> list[Read]:
    """Leave out the question in "I don't have a phone": it says what is lacking."""
    skipped = [read.meaning.words for read in acts if isinstance(read.meaning, Skip)]
    return [read for read in asks if not any(words in read.meaning.words for words in skipped)]


def besides(asks: Sequence[Read], begun: Sequence[Read]) -> list[Read]:
    """Return the questions of a message that the flow it starts does not answer itself."""
    return [] if any(read.why.startswith((ASKED, OWN_BOOKING)) for read in begun) else without_unknown(asks)


def without_unknown(asks: Sequence[Read]) -> list[Read]:
    """Leave out the questions that nobody here can place."""
    return [read for read in asks if not (isinstance(read.meaning, Ask) and read.meaning.topic == UNKNOWN)]


def apart_from(others: Sequence[Read], asks: Sequence[Read]) -> list[Read]:
    """Return the questions whose words nothing else was read in: "what do I do before, and can it be 2:30?"."""
    taken = [read.meaning.words for read in others if isinstance(read.meaning, Inform)]
    return [read for read in without_unknown(asks) if taken and not any(word in read.meaning.words for word in taken)]
