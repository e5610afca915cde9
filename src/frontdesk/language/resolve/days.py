"""Resolves several days that a message names for one slot: those gone by are not meant, and either of two is sought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import pairwise

from frontdesk.dialogue.meanings import Exclude, Inform, Problem, Skip, StartFlow
from frontdesk.dialogue.ranges import looks_through
from frontdesk.dialogue.values import Days, Soonest
from frontdesk.language.hearing import Heard
from frontdesk.language.results import Part, Read

_FARTHEST = 14  # days from the first to the last that are looked through at once


def days_meant(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Return what was read, with the one day that is to come of several: "sold it yesterday, so not Friday".

    "Tuesday or Thursday" is no doubt where openings are looked for: either will do, and both are looked through.
    """
    meant = [_meant(_any_day(read, heard), heard) for read in reads]
    return tuple(each for read in meant for each in (_either(read, heard, meant) or (read,)))


def _any_day(read: Read, heard: Heard) -> Read:
    """Take any day for whoever passes over the question for one that is needed: "it doesn't matter to me"."""
    slot, searched = heard.asked.slot, heard.running.searched
    if not isinstance(read.meaning, Skip) or slot is None or slot.kind != "day" or not slot.required:
        return read
    if searched is None or slot.name not in searched.slots:
        return read
    return Read(Inform(slot.name, Soonest(), heard.text), why="day: any, since none is named", by=Part.RESOLVE)


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


def _either(read: Read, heard: Heard, reads: Sequence[Read]) -> tuple[Read, ...]:
    """Return the days from the first to the last of those that are named as alternatives, without those between."""
    meaning = read.meaning
    if not isinstance(meaning, Inform) or meaning.problem is not Problem.AMBIGUOUS or not _are_offered(heard, meaning):
        return ()
    days = sorted({each for each in meaning.candidates if isinstance(each, date) and not isinstance(each, datetime)})
    begun = next((each.meaning.flow for each in reads if isinstance(each.meaning, StartFlow)), heard.asked.flow)
    flow = heard.ear.triggers.flows.get(begun or "")
    apart = (days[-1] - days[0]).days + 1 if days else 0
    if (
        flow is None
        or not days
        or len(days) < len(meaning.candidates)
        or apart > _FARTHEST
        or not looks_through(flow, meaning.slot)
    ):
        return ()
    between = [day for day in (days[0] + timedelta(days=step) for step in range(apart)) if day not in days]
    whole = replace(meaning, value=Days(days[0], days[-1] + timedelta(days=1)), problem=None, candidates=())
    found = [Read(whole, why="day: either will do", by=Part.RESOLVE)]
    found += [
        Read(Exclude(meaning.slot, day, meaning.words), why="day: not one of those named", by=Part.RESOLVE)
        for day in between
    ]
    return tuple(found)


def _are_offered(heard: Heard, meaning: Inform) -> bool:
    """Say whether an "or" stands between the days, or nothing does: "the 19th, 20th"."""
    text, start = heard.message.text, heard.message.text.find(meaning.words)
    after = start + len(meaning.words)
    if any(start <= cue.start < after for cue in heard.message.found("clauses.alternatives")):
        return True
    days = [given for given in heard.givens if given.kind == "day" and start <= given.start < after]
    return not any(map(str.isalnum, "".join(text[one.end : other.start] for one, other in pairwise(days))))
