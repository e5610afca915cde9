"""Reads a pick by what stands beside it: "not 9, the other", "not the first, the one after", "the one after 9:30"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.meanings import ByValue, Choose, Number
from frontdesk.dialogue.values import Times
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message, Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.options.fields import holds, is_at_hour
from frontdesk.language.resolve.options.numbers import is_pronoun
from frontdesk.language.resolve.options.picking import Picking
from frontdesk.language.resolve.options.preferred import positions
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read

_OTHER = "clauses.other"
_STEPS = {"clauses.one_after": 1, "clauses.one_before": -1}
_CUES = frozenset({_OTHER, *_STEPS})
_NEAR = 1  # words between "the one after" and what it comes after


def by_neighbour(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    """Pick what is left when another is ruled out, or what comes right before or after another."""
    if not message.has(_CUES):
        return Picking(())
    hours = [given for given in givens if given.kind == "time"]  # the numbers of "nine thirty" are one of these
    places = [given for given in positions(message, givens, asked, context) if not is_pronoun(message, given)]
    places = [given for given in places if given.kind != "number" or not any(map(given.overlaps, hours))]
    named = [*places, *(given for given in givens if given.kind != "number")]
    for cue in message.found(_OTHER):
        left = _left(cue, named, asked)
        if len(left) == 1:
            read = Read(Choose(ByValue(IDENTITY, left[0].id), _words(message, cue)), why="other: the one that is left")
            return _picking(message, cue, read, named)
    for label, step in _STEPS.items():
        for cue in message.found(label):
            place = _place(_beside(message, cue, named), asked)
            if place and 1 <= place + step <= len(asked.options) and message.clause_at(cue.start).mood is not Mood.ASK:
                read = Read(Choose(Number(place + step), _words(message, cue)), why="beside: the one next to it")
                return _picking(message, cue, read, named)
    return Picking(())


def _picking(message: Message, cue: Cue, read: Read, named: Sequence[Given]) -> Picking:
    return Picking((read,), tuple(named), message.clause_at(cue.start))


def _words(message: Message, cue: Cue) -> str:
    return message.text[cue.start : cue.end]


def _left(cue: Cue, named: Sequence[Given], asked: Asked) -> list[Option]:
    """Return the options that nothing said before "the other" rules out, where it rules out some."""
    refused = [given for given in named if given.stance is Stance.EXCLUDED and given.end <= cue.start]
    gone = [option for option in asked.options if any(_is_of(given, option, asked) for given in refused)]
    return [option for option in asked.options if option not in gone] if gone else []


def _is_of(given: Given, option: Option, asked: Asked) -> bool:
    place = _place(given, asked)
    if place:
        return asked.options[place - 1] is option
    return any(holds(value, given.value) for value in option.fields.values())


def _beside(message: Message, cue: Cue, named: Sequence[Given]) -> Given | None:
    """Return what is named right after "the one after", or was ruled out before it."""
    following = [given for given in named if given.start >= cue.start and given.end > cue.end]
    following = [given for given in following if message.place_at(given.start) - cue.after <= _NEAR]
    refused = [given for given in named if given.stance is Stance.EXCLUDED and given.end <= cue.start]
    return next(iter((*following, *reversed(refused))), None)


def _place(given: Given | None, asked: Asked) -> int:
    """Return the place of the option that a number, an ordinal or a time stands for; 0 where there is none."""
    many = len(asked.options)
    match given.value if given is not None else None:
        case bool():
            return 0
        case int() as number if number < 0:
            return many + 1 + number
        case int() as number if number <= many:
            return number
        case int() as number:
            fitting = [place for place, option in enumerate(asked.options, 1) if is_at_hour(option, number)]
        case time() as at:
            fitting = _at(at, asked)
        case Times(start=time() as at, end=None) | Times(start=None, end=time() as at):
            fitting = _at(at, asked)
        case _:
            return 0
    return fitting[0] if len(fitting) == 1 else 0


def _at(at: time, asked: Asked) -> list[int]:
    """Return the places of the options at a time, or else at that of the other half of the day: "after nine thirty"."""
    starts = [option.fields.get("start") for option in asked.options]
    clocks = [start.time() if isinstance(start, datetime) else None for start in starts]
    other = at.replace(hour=(at.hour + 12) % 24)
    meant = at if at in clocks else other
    return [place for place, clock in enumerate(clocks, 1) if clock == meant]
