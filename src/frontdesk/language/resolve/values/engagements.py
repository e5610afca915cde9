"""Rules out when the guest is engaged elsewhere: "I have a meeting Friday at 5", "I finish work at 4", "yoga at 3"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.values import Item, Times
from frontdesk.language.readers.text.clauses import Message, Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.words import word_set

_ENGAGED, _HAVING = "clauses.affairs", "clauses.affairs_named"
_UNTIL, _FROM = "clauses.affairs_until", "clauses.affairs_from"
_LABELS = frozenset({_ENGAGED, _HAVING, _UNTIL, _FROM})
_WHEN = frozenset({"day", "time", "moment"})
_GAP = 5  # words between "I have a" and when it is: "meeting with my boss on"
_MINUTE = timedelta(minutes=1)  # how long it takes is not said: only what begins then is known not to suit


def engaged(message: Message, givens: tuple[Given, ...]) -> tuple[Given, ...]:
    """Return values with those ruled out at which the guest has something else to do."""
    if not message.has(_LABELS):
        return givens
    cues = [cue for label in _LABELS for cue in message.found(label)]
    for cue in cues:
        when = _when(message, cue, givens)
        if message.clause_at(cue.start).mood is not Mood.ASK and _is_something(message, cue, when):
            givens = _ruled_out(message, cue, when, givens)
    return givens


def _when(message: Message, cue: Cue, givens: Sequence[Given]) -> Given | None:
    """Return the first day or time after a phrase that says what somebody does then."""
    clause = message.clause_at(cue.start)
    after = [given for given in givens if given.start >= cue.end and clause.holds(given.start)]
    first = next((given for given in after if given.kind in _WHEN or isinstance(given.value, Item)), None)
    near = first is not None and message.place_at(first.start) - cue.after <= _GAP
    return first if first is not None and near and first.kind in _WHEN else None


def _is_something(message: Message, cue: Cue, when: Given | None) -> bool:
    """Tell "I have a meeting", which takes time, from "I have a question" and "I have a sitter"."""
    if cue.label != _HAVING:
        return True
    after = message.place_at(when.start) if when is not None else message.clause_at(cue.start).after
    words = [word for word in message.bare[cue.after : after] if word[0].isalnum()]
    return bool(words) and word_set(message.language, "clauses", "no_affairs").isdisjoint(words)


def _ruled_out(message: Message, cue: Cue, when: Given | None, givens: tuple[Given, ...]) -> tuple[Given, ...]:
    if when is not None and _ends(message, cue, when):
        return givens  # who has to leave by 2 is free until then
    if when is not None and cue.label == _UNTIL and any(_is_from_then_on(given, when) for given in givens):
        return givens  # "I get off work at 4, so something after that" says what is wanted
    led = _led(message, cue, givens)
    inside = [given for given in givens if given.kind in _WHEN and when and given.overlaps(when)] or led
    # The 5 of "Friday I have a meeting at 5" has its day; "after work at 4" means 4, whenever work ends elsewhere.
    left = [given for given in givens if (given not in led or given in inside) and not _is_named_by(given, cue, inside)]
    dated = any(given.kind == "day" for given in inside)
    return tuple(_busy(given, cue.label, dated=dated) if given in inside else given for given in left)


def _ends(message: Message, cue: Cue, when: Given) -> bool:
    """Tell "I have to be there by 2" and "I must leave before noon" from "I leave at 2" and "I work before noon"."""
    key = {_FROM: "up_to", _ENGAGED: "in_time_for"}.get(cue.label)
    return key is not None and message.bare[message.place_at(when.start)] in word_set(message.language, "clauses", key)


def _is_named_by(given: Given, cue: Cue, inside: Sequence[Given]) -> bool:
    """Tell whether an hour is no more than what is done then, of which the hour itself is named."""
    exact = any(other.kind == "time" for other in inside)
    return exact and given.kind == "time" and given not in inside and given.start < cue.end and cue.start < given.end


def _is_from_then_on(given: Given, when: Given) -> bool:
    hours = given.value
    return given.overlaps(when) and isinstance(hours, Times) and hours.start is not None and hours.end is None


def _led(message: Message, cue: Cue, givens: Sequence[Given]) -> list[Given]:
    """Return the day or the time that opens a clause, right before what is done then: "at 3 I have yoga"."""
    clause = message.clause_at(cue.start)
    small = word_set(message.language, "clauses", "before_values")
    return [
        given
        for given in givens
        if given.kind in _WHEN
        and clause.holds(given.start)
        and message.place_at(given.end - 1) + 1 == cue.first
        and small.issuperset(message.bare[clause.first : message.place_at(given.start)])
    ]


def _busy(given: Given, label: str, *, dated: bool) -> Given:
    """Rule a value out: an hour from then on, or all before or after it."""
    value = given.value
    if given.kind == "time" and isinstance(value, time):
        if label == _UNTIL:
            value = Times(None, value)
        elif label == _FROM:
            value = Times(value, None)
        elif dated:
            value = Times(value, (datetime.combine(date.min, value) + _MINUTE).time())
    return replace(given, value=value, stance=Stance.EXCLUDED)
