"""Reads the first and the last of all there is, whatever was shown: "the latest you have", "as late as possible"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.values import Soonest, Times
from frontdesk.language.readers.text.clauses import Message, Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.options.picking import is_turned_down
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.words import table, word_set

_LAST, _FIRST = "clauses.last_of_all", "clauses.first_of_all"
_LATE, _EARLY = "clauses.late_that_day", "clauses.early_that_day"
_LASTS = (_LAST, "clauses.leaves_last", "clauses.late_one", _LATE)
_FIRSTS = (_FIRST, "clauses.leaves_first", "clauses.early_one", _EARLY)
_WISHES = frozenset((*_LASTS, *_FIRSTS))


def with_last(message: Message, givens: tuple[Given, ...], asked: Asked) -> tuple[Given, ...]:
    """Return the values of a message with the wish for the last time of a day, where nothing was offered yet."""
    givens = (*givens, *_last_ruled_out(message, givens, asked))
    cue = _wished_of_day(message, _LASTS, givens, asked)
    if cue is None or (asked.wanted is Wanted.CHOICE and not _narrowed(givens)):
        return givens
    others = tuple(given for given in givens if not (cue.start <= given.start and given.end <= cue.end))
    ranges = [given for given in others if given.kind == "time" and given.stance is Stance.WANTED]
    if any(not isinstance(given.value, Times) for given in ranges):
        return givens  # a time that is named needs no last one
    if ranges:
        return tuple(
            replace(given, value=replace(given.value, latest=True))
            if given in ranges and isinstance(given.value, Times)
            else given
            for given in others
        )
    wish = Given("time", Times(None, None, latest=True), message.text[cue.start : cue.end], cue.start, cue.end)
    return tuple(sorted((*others, wish), key=lambda given: (given.start, given.end)))


def _last_ruled_out(message: Message, givens: Sequence[Given], asked: Asked) -> Iterator[Given]:
    """Give the last of all there is, of what was not shown yet, where it is ruled out: "but not the last one"."""
    days = any(given.kind == "day" and given.stance is Stance.WANTED for given in givens)
    if asked.wanted is Wanted.CHOICE or not days:
        return
    for place, word in enumerate(message.bare):
        if word in table(message.language, "number", "from_the_end") and is_turned_down(message, place):
            piece = message.pieces[place]
            last = Times(None, None, latest=True)
            yield Given("time", last, piece.text, piece.start, piece.end, stance=Stance.EXCLUDED)


def with_first(message: Message, givens: tuple[Given, ...], asked: Asked) -> tuple[Given, ...]:
    """Return the values of a message with the wish for the first day there is, or for the first time of a day."""
    if any(given.kind == "day" and isinstance(given.value, date) for given in givens):
        return _with_first_time(message, givens, asked)
    cue = _wished(message, _FIRST, givens) if asked.wanted is not Wanted.CHOICE else None
    if cue is None or any(given.kind == "day" for given in givens):
        return givens
    wish = Given("day", Soonest(), message.text[cue.start : cue.end], cue.start, cue.end)
    return tuple(sorted((*givens, wish), key=lambda given: (given.start, given.end)))


def _with_first_time(message: Message, givens: tuple[Given, ...], asked: Asked) -> tuple[Given, ...]:
    """Return the values of a message that names a day with the wish for the first time of it: "as early as you can"."""
    cue = _wished_of_day(message, _FIRSTS, givens, asked) if asked.wanted is not Wanted.CHOICE else None
    days = [given for given in givens if given.kind == "day" and isinstance(given.value, date)]
    others = [day for day in days if day.value != days[0].value]  # "the first one Monday, and back Tuesday evening"
    times = [given for given in givens if given.kind == "time" and not any(map(given.overlaps, others))]
    if cue is None or times or any(isinstance(given.value, Soonest) for given in givens):
        return givens
    wish = Given("time", Soonest(), message.text[cue.start : cue.end], cue.start, cue.end)
    return tuple(sorted((*givens, wish), key=lambda given: (given.start, given.end)))


def _wished_of_day(message: Message, labels: Sequence[str], givens: Sequence[Given], asked: Asked) -> Cue | None:
    """Return a wish for one end of a day: "the last plane", "the early flight", and beside a day a mere "early"."""
    if not message.has(_WISHES):
        return None
    everywhere, beside = labels[:1], labels[-1]
    for label in labels if asked.wanted is not Wanted.CHOICE else everywhere:
        cue = _wished(message, label, givens)
        if cue is not None and not _is_told(message, cue) and (label != beside or _is_beside_day(message, cue, givens)):
            return cue
    return None


def _is_told(message: Message, cue: Cue) -> bool:
    """Tell "it is my first flight", which wishes for none."""
    before = message.bare[cue.first - 1] if cue.first else ""
    return before in word_set(message.language, "triggers", "owners") or before in word_set(
        message.language, "triggers", "one"
    )


def _is_beside_day(message: Message, cue: Cue, givens: Sequence[Given]) -> bool:
    """Tell "Friday early" and "late on Friday" from "I am late", and from the "late afternoon" that is an hour."""
    days = [given for given in givens if given.kind == "day" and given.stance is Stance.WANTED]
    whens = [given for given in givens if given.kind in {"day", "time", "moment"}]
    if any(given.start <= cue.start and cue.end <= given.end for given in whens):
        return False
    small = word_set(message.language, "common", "leading")
    after = cue.after + (message.bare[cue.after : cue.after + 1] != () and message.bare[cue.after] in small)
    before = cue.first
    while before and not message.bare[before - 1][0].isalnum():
        before -= 1  # "Friday, early"
    ends = {message.place_at(day.end - 1) + 1 for day in days}
    return before in ends or any(message.place_at(day.start) in {cue.after, after} for day in days)


def _wished(message: Message, label: str, givens: Sequence[Given]) -> Cue | None:
    """Return the longest phrase of a list that is a wish: neither turned down nor merely asked about."""
    said = message.found(label)
    if not said:
        return None
    shown = message.found("clauses.latest")  # "the latest you showed"
    found = [cue for cue in said if not any(other.first <= cue.first < other.after for other in shown)]
    found = [cue for cue in found if not is_turned_down(message, cue.first)]
    found = [cue for cue in found if message.clause_at(cue.start).mood in {Mood.SAY, Mood.REQUEST}]
    found = [cue for cue in found if not message.within("clauses.past", message.clause_at(cue.start))]
    # "5 at the latest" bounds, and wishes for no last one.
    found = [cue for cue in found if not any(given.start < cue.start and cue.end <= given.end for given in givens)]
    return max(found, key=lambda cue: cue.after - cue.first, default=None)


def _narrowed(givens: Sequence[Given]) -> bool:
    """Tell "the latest on Friday", which asks for another search, from "the latest"."""
    return any(
        given.kind in {"day", "time"} and given.stance is Stance.WANTED and not isinstance(given.value, Soonest)
        for given in givens
    )
