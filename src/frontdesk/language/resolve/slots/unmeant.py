"""Rules out days and times that a message lets go of: "forget today, Saturday", "1 would be perfect but I can't"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given, Stance

_NAMED = frozenset({"day", "time", "moment", "number"})  # "10 sounds great"
_DROPPING, _DREAMT = "clauses.dropping", "clauses.would_suit"
_TAKEN = "clauses.taken_then"
_FAILING = ("clauses.negations", "clauses.failing")
_CUES = frozenset({_DROPPING, _DREAMT, _TAKEN})


def without_unmeant(message: Message, givens: tuple[Given, ...]) -> tuple[Given, ...]:
    """Rule out the days and times that are named only to be let go of."""
    if not message.has(_CUES):
        return givens
    whens = [given for given in givens if given.kind in _NAMED and given.stance is Stance.WANTED]
    gone = [given for given in whens if _is_dreamt(message, given, givens)]
    spans = {(given.start, given.end) for given in gone}
    return tuple(
        replace(given, stance=Stance.EXCLUDED) if given in whens and (given.start, given.end) in spans else given
        for given in givens
    )


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
