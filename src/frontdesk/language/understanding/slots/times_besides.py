"""Reads times that come beside those wanted before: "mornings are fine too" widens what is looked for."""

from __future__ import annotations

from dataclasses import replace
from datetime import time

from frontdesk.dialogue.meanings import Inform
from frontdesk.dialogue.values import Times, Value
from frontdesk.language.understanding.message.clauses import Message
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.slots.several import adds
from frontdesk.language.understanding.slots.sheets import Sheet


def with_more_times(message: Message, read: Read, target: Sheet) -> Read:
    """Let hours that a message adds stand beside those that hold already, where openings are looked for."""
    meaning = read.meaning
    if not isinstance(meaning, Inform) or meaning.problem is not None or not isinstance(meaning.value, Times):
        return read
    if target.searched is None or meaning.slot not in target.searched.slots or not adds(message):
        return read
    held = _hours(target.known.get(meaning.slot))
    if not held or meaning.value in held:
        return read
    return replace(read, meaning=replace(meaning, value=(*held, meaning.value)), why=f"{read.why}, added")


def _hours(value: Value | None) -> tuple[Value, ...]:
    every = value if isinstance(value, tuple) else (value,)
    return tuple(each for each in every if isinstance(each, time | Times))
