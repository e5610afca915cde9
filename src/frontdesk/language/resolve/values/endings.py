"""Reads until when it must be over, "finished by 4", as until when it may begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.values import Item, Times
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.words import word_set
from frontdesk.scheduling.business import Business

_SERVICE = "service"
_MINUTE = timedelta(minutes=1)


def over_by(message: Message, givens: Sequence[Given], asked: Asked, business: Business) -> tuple[Given, ...]:
    """Return values in which the hour of an end leaves room for what is booked."""
    ended = word_set(message.language, "clauses", "ended")
    if ended.isdisjoint(message.bare):
        return tuple(givens)
    length = _length(givens, asked, business)
    return tuple(_begun_by(given, length) if _ends(message, given, ended) else given for given in givens)


def _ends(message: Message, given: Given, ended: frozenset[str]) -> bool:
    place = message.place_at(given.start)
    wanted = given.kind == "time" and given.stance is not Stance.EXCLUDED
    return wanted and place > 0 and message.bare[place - 1] in ended


def _begun_by(given: Given, length: timedelta) -> Given:
    """Return the hours at which it may begin; who says when it must be over asks nothing by it."""
    match given.value:
        case Times(start=start, end=time() as end):
            last = datetime.combine(date.max, end) - length
            value = Times(start, (last + _MINUTE * bool(length)).time()) if last.date() == date.max else given.value
            return replace(given, value=value, stance=Stance.WANTED)
        case _:
            return given


def _length(givens: Sequence[Given], asked: Asked, business: Business) -> timedelta:
    """Return how long it takes: as long as was said, or as long as the services that are named or known take."""
    said = [given.value for given in givens if given.kind == "duration" and given.stance is Stance.WANTED]
    if len(said) == 1 and isinstance(said[0], timedelta):
        return said[0]
    named = [given.value for given in givens if given.kind == _SERVICE and given.stance is Stance.WANTED]
    known = [each for value in asked.known.values() for each in (value if isinstance(value, tuple) else (value,))]
    items = {item.id for item in (named or known) if isinstance(item, Item) and item.kind == _SERVICE}
    return sum((business.services[item].duration for item in items if item in business.services), timedelta())
