"""Drops what is settled and long past: messages that were answered, deliveries that were made. Never in a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from frontdesk.storage.unit import Unit

# Rows a transaction drops: guests wait no longer than that takes.
TOGETHER = 500

Drop: TypeAlias = Callable[[Unit], int]
Work: TypeAlias = Callable[[Drop], int]


@dataclass(frozen=True, slots=True)
class Pruned:
    """How much was dropped."""

    messages: int
    deliveries: int


def prune(work: Work, business: str, before: datetime) -> Pruned:
    """Drop what was settled before a moment, a little at a time."""
    return Pruned(
        messages=sum(_all(work, lambda unit: unit.inbox.prune(business, before, TOGETHER))),
        deliveries=sum(_all(work, lambda unit: unit.outbox.prune(business, before, TOGETHER))),
    )


def _all(work: Work, drop: Drop) -> Iterator[int]:
    """Drop until there is nothing more; what comes in meanwhile is too young to be dropped."""
    while dropped := work(drop):
        yield dropped
