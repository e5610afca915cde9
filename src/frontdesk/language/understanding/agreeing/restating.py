"""Tells whether the numbers, times and places in a row that stand beside a yes are the desk's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from datetime import time

from frontdesk.dialogue.values import Times
from frontdesk.language import when
from frontdesk.language.reading import Context
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
    told = [place for place in sorted(places) if _may_tell(message, place)]
    if not told:
        return True
    if difference(message.text, context).differs:
        return False
    return all(_is_said(message, place, context) for place in told)


def _may_tell(message: Message, place: int) -> bool:
    word = message.bare[place]
    if word in word_set(message.language, "assent", "fitting"):
        return not _is_all(message, place)
    if not word[0].isdigit():
        return False
    following = message.bare[place + 1] if place + 1 < len(message.bare) else ""
    if is_a_word(word, following, message.language):
        return False
    return not _is_all(message, place)


def _is_all(message: Message, place: int) -> bool:
    """Tell the "100%" and the "hundred percent" that agree from a price."""
    found = phrases(message.language, "reply").find(message.pieces, message.bare)
    assents = [cue for cue in found if cue.label in _ASSENTS and cue.first <= place < cue.after]
    whole = place == 0 or any(cue.after - cue.first > 1 for cue in assents)
    return bool(assents) and (whole or message.bare[place + 1 : place + 2] == (_PERCENT,))


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


def _clock_digits(context: Context) -> set[str]:
    """Return the desk's times as they are typed in a hurry: "630"."""
    clocks = list(_clocks(context))
    hours = [(each.hour, each.minute) for each in clocks] + [((each.hour - 1) % 12 + 1, each.minute) for each in clocks]
    return {f"{hour}{minute:02}" for hour, minute in hours}


def _numbers(said: str) -> set[int]:
    """Return the numbers the desk said; an hour may be called by the other clock."""
    numbers = {int(number) for number in _NUMBER.findall(said)}
    hours = {number for number in numbers if number <= 2 * _HALF_DAY}
    return numbers | {hour + _HALF_DAY for hour in hours} | {hour - _HALF_DAY for hour in hours} | {0}


def _fits_time(message: Message, place: int, context: Context) -> bool:
    """Tell whether a part of the day is, or holds, a time that the desk said: "Friday afternoon" for 3 PM."""
    piece, clocks = message.pieces[place], list(_clocks(context))
    named = [each for each in when.read(message.text, context) if each.start <= piece.start < each.end]
    told = [when.parts(each)[1] for each in named]
    return any(each == clock or (isinstance(each, Times) and _holds(each, clock)) for each in told for clock in clocks)


def _clocks(context: Context) -> Iterator[time]:
    for each in when.read(context.said or "", context):
        clock = when.parts(each)[1]
        if isinstance(clock, time):
            yield clock


def _holds(span: Times, clock: time) -> bool:
    return (span.start is None or span.start <= clock) and (span.end is None or clock < span.end)
