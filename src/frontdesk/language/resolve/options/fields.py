"""What options have in them, seen as a guest names it: a day, an hour, a person."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time

from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.readers.text.clauses import Message


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


def starts(options: Sequence[Option]) -> set[time]:
    """Return the times of day at which options start."""
    return {start.time() for option in options if isinstance(start := option.fields.get("start"), datetime)}


def field_apart(item: Item, options: Sequence[Option]) -> str | None:
    """Return the field by which something named sets options apart."""
    for field in dict.fromkeys(name for option in options for name in option.fields):
        held = [option.fields.get(field) for option in options]
        if len(set(map(repr, held))) > 1 and any(holds(value, item) for value in held):
            return field
    return None


def holds(value: Value | None, item: Value | None) -> bool:
    """Tell whether a field holds an item, alone or among others."""
    return value == item or (isinstance(value, tuple) and item in value)
