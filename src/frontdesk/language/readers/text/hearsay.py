"""Tells what is only recounted from what is wanted: what others have, what was before, and on what day that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime

from frontdesk.dialogue.meanings import Problem
from frontdesk.dialogue.values import Item, Moments
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given, Stance

_HAVING, _THAT_DAY, _WANTING = "clauses.others_having", "clauses.on_that_day", "clauses.wanting_it"
_CUES = frozenset({_HAVING, _THAT_DAY})
_ELSEWHERE = frozenset({Stance.EXCLUDED, Stance.ELSEWHERE})
_SERVICE = "service"
_DATED = frozenset({"day", "moment"})
_NEAR = 1  # words between what was done and when: "my peel from last month"


def recounted_apart(message: Message, givens: tuple[Given, ...]) -> tuple[Given, ...]:
    """Return the values of a message with those set apart that only say what others have, or what was before."""
    past = [given for given in givens if given.stance is Stance.PAST]
    if not past and not message.has(_CUES):
        return givens
    givens = _of_others(message, givens)
    if past:
        givens = tuple(_with_its_day(message, given, past) for given in givens)
        givens = _wanted_again(message, givens)
    return _on_that_day(message, givens)


def _of_others(message: Message, givens: tuple[Given, ...]) -> tuple[Given, ...]:
    """Set apart the HydraFacial of "my friend loves her HydraFacial, I want a peel"."""
    clauses = [message.clause_at(cue.start) for cue in message.found(_HAVING)]
    theirs = [given for given in givens if any(clause.holds(given.start) for clause in clauses)]
    wanted = [given for given in givens if given not in theirs and given.stance is Stance.WANTED]
    if not any(given.kind == _SERVICE for given in wanted):
        return givens
    named = [given for given in theirs if isinstance(given.value, Item) and given.stance is Stance.WANTED]
    return tuple(replace(given, stance=Stance.PAST) if given in named else given for given in givens)


def _with_its_day(message: Message, given: Given, past: Sequence[Given]) -> Given:
    """Set apart the day of what was done: "after my peel last month"."""
    if given.problem is not Problem.PAST or given.stance is not Stance.WANTED:
        return given
    first = message.place_at(given.start)
    done = any(0 <= first - message.place_at(each.end - 1) - 1 <= _NEAR for each in past)
    return replace(given, stance=Stance.PAST) if done else given


def _wanted_again(message: Message, givens: tuple[Given, ...]) -> tuple[Given, ...]:
    """Let "it" be what was had before: "I used to get Botox elsewhere, now I want it here"."""
    if any(given.kind == _SERVICE and given.stance is Stance.WANTED for given in givens):
        return givens
    meant = [
        given
        for given in givens
        if given.kind == _SERVICE and any(given.end <= cue.start for cue in message.found(_WANTING))
    ]
    return tuple(replace(given, stance=Stance.WANTED) if given in meant[-1:] else given for given in givens)


def _on_that_day(message: Message, givens: tuple[Given, ...]) -> tuple[Given, ...]:
    """Let "that day" be the one of what was told before: "I fly out Friday at 6, so Botox at 2 that day"."""
    cue = next(iter(message.found(_THAT_DAY)), None)
    if cue is None:
        return givens
    # By itself "at 2 the same day" would be today.
    pointing = [given for given in givens if given.start < cue.end and cue.start < given.end]
    rest = [given for given in givens if given not in pointing or given.kind not in _DATED]
    if any(given.kind == "day" and given.stance is Stance.WANTED for given in rest):
        return givens
    told = [given for given in givens if given.stance in _ELSEWHERE and given.end <= cue.start]
    days = [day for given in told if (day := _day(given)) is not None]
    if not days:
        return givens
    meant = Given("day", days[-1], message.text[cue.start : cue.end], cue.start, cue.end)
    return tuple(sorted((*rest, meant), key=lambda given: (given.start, given.end)))


def _day(given: Given) -> date | None:
    value = given.value.start if isinstance(given.value, Moments) else given.value
    return value.date() if isinstance(value, datetime) else value if isinstance(value, date) else None
