"""What options have in them, seen as a guest names it: a day, an hour, a person."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given


def ones(message: Message) -> frozenset[str]:
    """Return the words of a message that stand for an option: the "one" of "the later one"."""
    return frozenset(message.bare[cue.first] for cue in message.found("clauses.one"))


def is_at_hour(option: Option, hour: int) -> bool:
    """Tell whether an option starts at that full hour, in either half of the day."""
    start = option.fields.get("start")
    return isinstance(start, datetime) and start.minute == 0 and 1 <= hour <= 12 and start.hour % 12 == hour % 12


def days_of(options: Sequence[Option]) -> list[date]:
    """Return the days on which options start."""
    starts = (option.fields.get("start") for option in options)
    return [start.date() for start in starts if isinstance(start, datetime)]


def field_apart(given: Given, asked: Asked) -> str | None:
    """Return the field by which something named sets options apart."""
    if not isinstance(given.value, Item):
        return None
    for field in dict.fromkeys(name for option in asked.options for name in option.fields):
        held = [option.fields.get(field) for option in asked.options]
        if len({repr(value) for value in held}) > 1 and any(holds(value, given.value) for value in held):
            return field
    return None


def holds(value: Value | None, item: Value | None) -> bool:
    """Tell whether a field holds an item, alone or among others."""
    return value == item or (isinstance(value, tuple) and item in value)
