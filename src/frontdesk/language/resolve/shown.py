"""What a reply says again of what was shown: "Wednesday at 3, perfect" says no more than "that, perfect"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.values import Item, Times, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.values.every_value import same
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.words import word_set

_THAT = {"en": "that"}
_MOST_BETWEEN = 2  # words between two values that are said in one breath: "from Boston to Denver"
_MENTIONED = frozenset({Stance.PAST, Stance.ELSEWHERE})
_KEPT = frozenset({Stance.WANTED, Stance.BOOKED})


def without_shown(heard: Heard) -> str:
    """Return a reply with "that" in place of every value that it only says again."""
    text, word = heard.message.text, _THAT.get(heard.context.language)
    shown = [given for given in heard.givens if is_shown(given, _known(heard))]
    spans = [] if word is None else list(_joined(text, shown, word_set(heard.context.language, "common", "plain_no")))
    for start, end in reversed(spans):
        text = f"{text[:start]}{word}{text[end:]}"
    return text


def without_mentioned(heard: Heard) -> str:
    """Return a reply without the values that are not said of what is shown: "I take the Friday train"."""
    text = heard.message.text
    for given in sorted(heard.givens, key=lambda one: one.start, reverse=True):
        if given.stance in _MENTIONED:
            text = f"{text[: given.start]}{text[given.end :]}"
    return text


def shown_values(heard: Heard) -> list[Value]:
    """Return what is known, each of several by itself, and what the desk's own words name of any other kind."""
    known = _known(heard)
    if not heard.givens or not heard.context.said:
        return known
    slots = heard.asked.slots
    kinds = {slots[name].kind for name in heard.asked.known if name in slots}
    said = heard.ear.hear(heard.context.said, Asked(), replace(heard.context, said=None))
    return [*known, *(each.value for each in said.givens if each.value is not None and each.kind not in kinds)]


def shown_items(heard: Heard) -> list[Item]:
    """Return the services and other things that are known, without who does them."""
    return [value for value in _known(heard) if isinstance(value, Item) and value.kind != "provider"]


def _known(heard: Heard) -> list[Value]:
    values = heard.asked.known.values()
    return [item for value in values for item in (value if isinstance(value, tuple) else (value,))]


def is_shown(given: Given, values: list[Value]) -> bool:
    """Say whether a value is one of those that were shown."""
    if given.problem is not None or given.stance not in _KEPT:
        return False
    return any(is_said_again(given.value, value) for value in values) or _is_moment(given.value, values)


def is_said_again(given: Value | None, shown: Value) -> bool:
    """Say whether a value is one that was shown, or the part of the day that its time lies in."""
    if isinstance(given, Times) and isinstance(shown, time):
        return (given.start is None or given.start <= shown) and (given.end is None or shown < given.end)
    if isinstance(given, int) or isinstance(shown, int):
        return False  # a bare number may count anything
    return same(shown, given)


def _is_moment(given: Value | None, shown: list[Value]) -> bool:
    """Tell "the 19th at 3", read in one, whose day and time are shown apart."""
    if not isinstance(given, datetime):
        return False
    days = {value for value in shown if isinstance(value, date) and not isinstance(value, datetime)}
    return given.date() in days and given.time() in {value for value in shown if isinstance(value, time)}


def _joined(text: str, givens: list[Given], noes: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Return where values stand, those that are said in one breath together."""
    start = end = -1
    for given in sorted(givens, key=lambda one: one.start):
        if start < 0:
            start, end = given.start, given.end
        elif not _parts(text[end : given.start], noes):
            end = max(end, given.end)
        else:
            yield start, end
            start, end = given.start, given.end
    if start >= 0:
        yield start, end


def _parts(between: str, noes: frozenset[str]) -> bool:
    """Say whether two values are said apart: many words, a no, or the end of a sentence stand between them."""
    words = between.lower().split()
    return len(words) > _MOST_BETWEEN or not noes.isdisjoint(words) or any(sign in between for sign in ".!?;\n")
