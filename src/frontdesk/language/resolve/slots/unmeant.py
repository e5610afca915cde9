"""Rules out days and times that a message lets go of: "forget today, Saturday", "1 would be perfect but I can't"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given, Stance

_NAMED = frozenset({"day", "time", "moment", "number"})  # "10 sounds great"
_DROPPING, _CALLING_OFF, _DREAMT = "clauses.dropping", "clauses.calling_off", "clauses.would_suit"
_TAKEN = "clauses.taken_then"
_FAILING = ("clauses.negations", "clauses.failing")
_CUES = frozenset({_DROPPING, _DREAMT, _TAKEN})
_LITTLE = 1  # words between what lets go and the day


def without_unmeant(message: Message, givens: tuple[Given, ...]) -> tuple[Given, ...]:
    """Rule out the days and times that are named only to be let go of."""
    if not message.has(_CUES):
        return givens
    whens = [given for given in givens if given.kind in _NAMED and given.stance is Stance.WANTED]
    gone = [
        given
        for given in whens
        if _is_forgotten(message, given, whens)
        or _is_dreamt(message, given, givens)
        or _is_taken(message, given, whens)
    ]
    spans = {(given.start, given.end) for given in gone}
    return tuple(
        replace(given, stance=Stance.EXCLUDED) if given in whens and (given.start, given.end) in spans else given
        for given in givens
    )


def _is_forgotten(message: Message, given: Given, whens: Sequence[Given]) -> bool:
    """Tell "forget today, Saturday at noon"; "cancel Friday" may be about what is booked then."""
    first, clause = message.place_at(given.start), message.clause_at(given.start)
    booked = {cue.first for cue in message.found(_CALLING_OFF)}
    led = any(
        clause.first <= cue.first and 0 <= first - cue.after <= _LITTLE and cue.first not in booked
        for cue in message.found(_DROPPING)
    )
    return led and any(other.kind == given.kind and other.start >= given.end for other in whens)


def _is_taken(message: Message, given: Given, whens: Sequence[Given]) -> bool:
    """Tell "Thursday I have a thing. Friday?": what the guest does then is something else."""
    after = message.place_at(given.end - 1) + 1
    taken = any(cue.first == after for cue in message.found(_TAKEN))
    return taken and any(other.kind == given.kind and other.start >= given.end for other in whens)


def _is_dreamt(message: Message, given: Given, givens: Sequence[Given]) -> bool:
    """Tell "1pm would be perfect but my boss won't let me": what would suit, and cannot be."""
    after, clause = message.place_at(given.end - 1) + 1, message.clause_at(given.start)
    if not any(cue.first == after for cue in message.found(_DREAMT)):
        return False
    following = [other for other in message.clauses if other.first >= clause.after][:1]
    turned = any(clause.first <= cue.first <= clause.after for cue in message.found("clauses.breaks"))
    fails = any(message.within(label, other) for label in _FAILING for other in following)
    # "Saturday would be nice but not before 10" keeps the day.
    return turned and fails and not any(other.holds(each.start) for other in following for each in givens)
