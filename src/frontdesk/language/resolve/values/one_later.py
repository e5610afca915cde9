"""Reads "or the one after" beside a day of the week as that day a week later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.values.given import Given

_ONE_LATER = "clauses.one_later"
_WEEK = timedelta(days=7)


def with_one_later(message: Message, whens: Sequence[Given]) -> list[Given]:
    """Return days with the one that "next Wednesday or the one after" names without a name of its own."""
    for cue in message.found(_ONE_LATER):
        day = next((given for given in whens if _is_right_before(message, given, cue)), None)
        if day is None or not isinstance(day.value, date) or _goes_on(message, cue):
            continue
        start = message.pieces[cue.first + 1].start  # without the "or", which says that one of them is wanted
        later = replace(day, value=day.value + _WEEK, words=message.text[start : cue.end], start=start, end=cue.end)
        whens = [*(given for given in whens if given.end <= cue.start or given.start >= cue.end), later]
    return list(whens)


def _is_right_before(message: Message, given: Given, cue: Cue) -> bool:
    between = message.bare[message.place_at(given.end - 1) + 1 : cue.first]
    return given.kind == "day" and given.end <= cue.start and not any(word[0].isalnum() for word in between)


def _goes_on(message: Message, cue: Cue) -> bool:
    """Tell "or next week", which is no day, from "or next"."""
    clause = message.clause_at(cue.start)
    alone = cue.after - cue.first > 2
    return not alone and any(word[0].isalnum() for word in message.bare[cue.after : clause.after])
