"""The versions of flows that conversations are on: the newest of each, and older ones that are still under way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from frontdesk.desk.house import House
from frontdesk.desk.versions import MARK
from frontdesk.storage.unit import Unit

HEADINGS = ("flow", "version", "conversations", "")


class Age(StrEnum):
    """How a version stands to what the folder of the business says today."""

    NEWEST = "newest"
    OLDER = "older"
    LOST = "lost: staff take these over"  # it was never kept, so nobody can go on with it


@dataclass(frozen=True, slots=True)
class Live:
    """A version of a flow, and how many conversations are on it."""

    flow: str
    fingerprint: str
    conversations: int
    age: Age


def live_versions(unit: Unit, house: House) -> tuple[Live, ...]:
    """Return the newest version of every flow, each followed by older ones that conversations are on."""
    counts = unit.conversations.live(house.business.id)
    newest = {flow.fingerprint: name for name, flow in house.flows.newest.items()}
    new = (Live(name, mark, counts.get(mark, 0), Age.NEWEST) for mark, name in newest.items())
    old = _older(unit, house, {mark: count for mark, count in counts.items() if mark not in newest})
    order = {name: place for place, name in enumerate(newest.values())}
    # A flow that is no longer declared comes last; sorting keeps the newest before the older ones.
    return tuple(sorted((*new, *old), key=lambda live: order.get(live.flow, len(order))))


def _older(unit: Unit, house: House, counts: dict[str, int]) -> Iterator[Live]:
    for mark, count in sorted(counts.items()):
        kept = unit.flows.find(house.business.id, mark)
        yield Live(kept.name if kept else "?", mark, count, Age.OLDER if kept else Age.LOST)


def title(found: Iterable[Live]) -> str:
    """Sum up."""
    return f"{sum(one.conversations for one in found)} conversations under way"


def row(live: Live) -> tuple[str, ...]:
    """Return a version as a row of a table."""
    return live.flow, live.fingerprint[:MARK], str(live.conversations), live.age
