"""Reads a pick by what stands beside it: "not 9, the other", "not the first, the one after", "the one after 9:30"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import time

from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.meanings import Choose, Extreme, Number
from frontdesk.dialogue.values import Times
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.options.fields import holds
from frontdesk.language.resolve.options.picking import Picking, Said, of_options
from frontdesk.language.resolve.options.positions import positions
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read

_OTHER = "clauses.other"
_STEPS = {"clauses.one_after": 1, "clauses.one_before": -1}
_CUES = frozenset({_OTHER, *_STEPS})
_NEAR = 1  # words between "the one after" and what it comes after
_HALF_DAY, _TWO = 12, 2


def by_neighbour(said: Said) -> Picking:
    """Pick what is left when another is ruled out, or what comes right before or after another."""
    if not said.message.has(_CUES):
        return Picking(())
    named: list[tuple[Given, Sequence[Option]]] = [(each.given, each.options) for each in positions(said)]
    named += [(given, _having(given, said)) for given in said.givens if given.kind != "number"]
    named = [(given, options) for given, options in named if options]
    for cue in said.message.found(_OTHER):
        reads = _other(said, cue, [pair for pair in named if pair[0].end <= cue.start])
        if reads:
            return Picking(reads, tuple(given for given, _ in named), said.message.clause_at(cue.start))
    for label, step in _STEPS.items():
        for cue in said.message.found(label):
            anchors = _anchors(said, cue, named)
            place = said.asked.options.index(anchors[0]) + step if len(anchors) == 1 else -1
            if 0 <= place < len(said.asked.options) and said.message.clause_at(cue.start).mood is not Mood.ASK:
                read = Read(Choose(Number(place + 1), _words(said, cue)), why="beside: the one next to it")
                return Picking((read,), tuple(given for given, _ in named), said.message.clause_at(cue.start))
    return Picking(())


def _other(said: Said, cue: Cue, before: Sequence[tuple[Given, Sequence[Option]]]) -> tuple[Read, ...]:
    """Return the one that is left: what was ruled out before is not meant, nor what was chosen."""
    chosen = said.asked.known.values()
    gone = [option for given, options in before if given.stance is Stance.EXCLUDED for option in options]
    gone = gone or [option for option in said.asked.options if option.id in chosen]
    left = [option for option in said.asked.options if option not in gone]
    if gone and len(left) == 1:
        return of_options(left, _words(said, cue), why="other: the one that is left")
    asks = said.message.clause_at(cue.start).mood is Mood.ASK
    if gone or len(left) != _TWO or asks:
        return ()  # "the other" of five says nothing
    return (Read(Choose(Extreme.OTHER, _words(said, cue)), why="other: of the two"),)


def _anchors(said: Said, cue: Cue, named: Sequence[tuple[Given, Sequence[Option]]]) -> Sequence[Option]:
    """Return what is named right after "the one after", or was ruled out before it, or else what was chosen."""
    after = [pair for pair in named if pair[0].start >= cue.start and pair[0].end > cue.end]
    after = [pair for pair in after if said.message.place_at(pair[0].start) - cue.after <= _NEAR]
    refused = [pair for pair in named if pair[0].stance is Stance.EXCLUDED and pair[0].end <= cue.start]
    for _, options in (*after, *reversed(refused)):
        return options
    return [option for option in said.asked.options if option.id in said.asked.known.values()]


def _having(given: Given, said: Said) -> tuple[Option, ...]:
    """Return the options that have a value; of an hour, either half of the day may be meant."""
    match given.value:
        case time() as at:
            return tuple(_at(at, said))
        case Times(start=time() as at, end=None) | Times(start=None, end=time() as at):
            return tuple(_at(at, said))
        case value:
            every = said.asked.options
            return tuple(option for option in every if any(holds(held, value) for held in option.fields.values()))


def _at(at: time, said: Said) -> list[Option]:
    clocks = {option.id: option.value("time") for option in said.asked.options}
    meant = at if at in clocks.values() else at.replace(hour=(at.hour + _HALF_DAY) % (2 * _HALF_DAY))
    return [option for option in said.asked.options if clocks[option.id] == meant]


def _words(said: Said, cue: Cue) -> str:
    return said.message.text[cue.start : cue.end]
