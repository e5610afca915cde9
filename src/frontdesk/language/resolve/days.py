"""Resolves several days that a message names for one slot: those gone by are mentioned, and not meant."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

from frontdesk.dialogue.meanings import Inform, Problem
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.results import Part, Read


def days_meant(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Return what was read, with the one day that is to come of several: "sold it yesterday, so not Friday"."""
    return tuple(_meant(read, heard) for read in reads)


def _meant(read: Read, heard: Heard) -> Read:
    meaning = read.meaning
    if not isinstance(meaning, Inform) or meaning.problem is not Problem.AMBIGUOUS:
        return read
    days = [each for each in meaning.candidates if isinstance(each, date) and not isinstance(each, datetime)]
    coming = [day for day in days if day >= heard.context.now.date()]
    if len(days) < len(meaning.candidates) or len(coming) != 1:
        return read
    told = Inform(meaning.slot, coming[0], meaning.words)
    return replace(read, meaning=told, why="day: the only one to come", by=Part.RESOLVE)
