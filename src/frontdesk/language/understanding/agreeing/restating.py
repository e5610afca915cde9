"""Tells whether the numbers, times and places in a row that stand beside a yes are the desk's own."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from datetime import time
from functools import lru_cache

from frontdesk.dialogue.values import Times
from frontdesk.language import when
from frontdesk.language.reading import Context, Found
from frontdesk.language.understanding.message.clauses import Message
from frontdesk.language.words import tokens, word_set
from frontdesk.language.yesno.differences import difference, is_a_word
from frontdesk.language.yesno.wording import phrases

_NUMBER = re.compile(r"\d+")
_HALF_DAY = 12  # hours
_WHOLE_NUMBER = 7  # digits that a phone number has at least
_PERCENT = "%"
_COUNTING = frozenset("#$€£")
_ASSENTS = frozenset(("yes", "assents"))


def restates(message: Message, places: AbstractSet[int], context: Context) -> bool:
    """Say whether the words at `places` hold no value but what the desk said."""
    values = [place for place in sorted(places) if _may_tell(message, place)]
    agreeing = _agreeing(message) if values else frozenset[int]()
    told = [place for place in values if place not in agreeing]
    if not told:
        return True
    if difference(message.text, context).differs:
        return False
    return all(_is_said(message, place, context) for place in told)


def _may_tell(message: Message, place: int) -> bool:
    word = message.bare[place]
    if word in word_set(message.language, "assent", "fitting"):
        return True
    if not word[0].isdigit():
        return False
    following = message.bare[place + 1] if place + 1 < len(message.bare) else ""
    return not is_a_word(word, following, message.language)


def _agreeing(message: Message) -> frozenset[int]:
    """Return the places of the "100%" and the "hundred percent" that agree, and are no price."""
    found = phrases(message.language, "reply").find(message.pieces, message.bare)
    return frozenset(
        place
        for cue in found
        if cue.label in _ASSENTS
        for place in range(cue.first, cue.after)
        if not place or cue.after - cue.first > 1 or message.bare[place + 1 : place + 2] == (_PERCENT,)
    )


def _is_said(message: Message, place: int, context: Context) -> bool:
    said, word = context.said or "", message.bare[place]
    if word in word_set(context.language, "assent", "pairs"):
        several = word_set(context.language, "assent", "several")
        return 2 in _numbers(said) or not (several | {word}).isdisjoint(token.plain for token in tokens(said))
    if not word[0].isdigit():
        return word in {token.plain for token in tokens(said)} or _fits_time(message, place, context)
    sign = message.bare[place - 1] if place else ""
    if sign in _COUNTING and sign + word not in said:
        return False  # "yes, at $3" is not "at 3"
    if sign in word_set(context.language, "assent", "numbering"):
        return False
    if len(word) >= _WHOLE_NUMBER:
        return word in "".join(_NUMBER.findall(said))
    return word in _clock_digits(context) or all(int(number) in _numbers(said) for number in _NUMBER.findall(word))


@lru_cache(maxsize=4)  # every number of a reply is looked for in it
def _clock_digits(context: Context) -> frozenset[str]:
    """Return the desk's times as they are typed in a hurry: "630"."""
    clocks = _clocks(context)
    hours = [(each.hour, each.minute) for each in clocks] + [((each.hour - 1) % 12 + 1, each.minute) for each in clocks]
    return frozenset(f"{hour}{minute:02}" for hour, minute in hours)


@lru_cache(maxsize=4)
def _numbers(said: str) -> frozenset[int]:
    """Return the numbers the desk said; an hour may be called by the other clock."""
    numbers = frozenset(int(number) for number in _NUMBER.findall(said))
    hours = {number for number in numbers if number <= 2 * _HALF_DAY}
    return numbers | {hour + _HALF_DAY for hour in hours} | {hour - _HALF_DAY for hour in hours} | {0}


def _fits_time(message: Message, place: int, context: Context) -> bool:
    """Tell whether a part of the day is, or holds, a time that the desk said: "Friday afternoon" for 3 PM."""
    piece, clocks = message.pieces[place], _clocks(context)
    named = [each for each in _whens(message.text, context) if each.start <= piece.start < each.end]
    told = [when.parts(each)[1] for each in named]
    return any(each == clock or (isinstance(each, Times) and _holds(each, clock)) for each in told for clock in clocks)


@lru_cache(maxsize=4)
def _whens(text: str, context: Context) -> tuple[Found[when.When | None], ...]:
    return when.read(text, context)


def _clocks(context: Context) -> list[time]:
    told = (when.parts(each)[1] for each in _whens(context.said or "", context))
    return [clock for clock in told if isinstance(clock, time)]


def _holds(span: Times, clock: time) -> bool:
    return (span.start is None or span.start <= clock) and (span.end is None or clock < span.end)
