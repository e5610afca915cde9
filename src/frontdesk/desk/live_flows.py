"""The versions of flows that conversations are on: the newest of each, and older ones that are still under way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import partial

from frontdesk.desk.house import House
from frontdesk.desk.pinning import brought_up, runs_of, with_pinned
from frontdesk.desk.versions import MARK
from frontdesk.dialogue.conversation import Conversation
from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.migrating import Misfit, declared_for, migrate, misfits
from frontdesk.flows.findings import nearest
from frontdesk.storage.unit import Unit

HEADINGS = ("flow", "version", "conversations", "")
PAGE = 200  # conversations that are read at a time


class Age(StrEnum):
    """How a version stands to what the folder of the business says today."""

    NEWEST = "newest"
    OLDER = "older"
    MOVES = "older: moves to the newest"  # a migration is declared for it
    LOST = "lost: staff take these over"  # it was never kept, so nobody can go on with it


@dataclass(frozen=True, slots=True)
class Live:
    """A version of a flow, and how many conversations are in it: where the guest stands, or while something waits."""

    flow: str
    fingerprint: str
    conversations: int
    age: Age


@dataclass(frozen=True, slots=True)
class Overview:
    """The conversations that are in a flow, and the versions that they are on."""

    conversations: int
    versions: tuple[Live, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """What became of conversations for which a migration is declared."""

    conversations: int = 0
    stays: Counter[str] = field(default_factory=Counter)  # why a run stays on its version, and how many do
    last: str | None = ""  # the conversation that was looked at last; None when all were


def overview(unit: Unit, house: House) -> Overview:
    """Return the newest version of every flow, each followed by older ones that conversations are on."""
    counts: Counter[tuple[str, str]] = Counter()
    conversations = 0
    for conversation, _ in _under_way(unit, house):
        conversations += 1
        counts.update({(run.flow, run.fingerprint) for run in runs_of(conversation)})
    newest = [(name, flow.fingerprint) for name, flow in house.flows.newest.items()]
    new = [Live(*version, counts.pop(version, 0), Age.NEWEST) for version in newest]
    old = [Live(*version, count, _age(unit, house, *version)) for version, count in sorted(counts.items())]
    order = {name: place for place, (name, _) in enumerate(newest)}
    # A flow that is no longer declared comes last; sorting keeps the newest before the older ones.
    versions = sorted((*new, *old), key=lambda live: order.get(live.flow, len(order)))
    return Overview(conversations, tuple(versions))


def _under_way(unit: Unit, house: House) -> Iterator[tuple[Conversation, datetime]]:
    """Give the conversations that are in a flow, and when each was last taken part in."""
    after = ""
    while page := unit.conversations.under_way(house.business.id, after, PAGE):
        yield from page
        after = page[-1][0].id


def _age(unit: Unit, house: House, name: str, fingerprint: str) -> Age:
    if unit.flows.find(house.business.id, fingerprint) is None:
        return Age.LOST
    return Age.MOVES if declared_for(name, fingerprint, house.flows) else Age.OLDER


def move_all(work: Callable[[Callable[[Unit], Moved]], Moved], house: House, at: datetime) -> Moved:
    """Move every conversation that can be moved now, a page in each transaction that `work` opens."""
    moved = Moved()
    while moved.last is not None:
        page = work(partial(_move_page, house, at, moved.last))
        moved = Moved(moved.conversations + page.conversations, moved.stays + page.stays, page.last)
    return moved


def _move_page(house: House, at: datetime, after: str, unit: Unit) -> Moved:
    """Move a page of conversations. One that has gone on meanwhile is left to its next turn, which moves it."""
    page = unit.conversations.under_way(house.business.id, after, PAGE)
    stays: Counter[str] = Counter()
    moved = 0
    for conversation, last in page:
        stays.update(migrate(conversation, with_pinned(house, unit, conversation).flows, at).stays)
        _, changed = brought_up(house, unit, conversation, at)
        # It keeps its place among the guest's conversations: nobody has said anything.
        moved += changed is not conversation and unit.conversations.save(changed, last)
    return Moved(moved, stays, page[-1][0].id if page else None)


def misnamed(unit: Unit, house: House) -> tuple[str, ...]:
    """Say what migrations name that the versions they are for do not have."""
    found: dict[str, None] = {}
    for live in overview(unit, house).versions:
        declared = declared_for(live.flow, live.fingerprint, house.flows)
        kept = unit.flows.find(house.business.id, live.fingerprint)
        if declared is not None and kept is not None:
            old = house.with_version(kept.source).flows.pinned[live.fingerprint]
            found |= dict.fromkeys(_told(declared[0].name, misfit, old) for misfit in misfits(old, *declared))
    return tuple(found)


def unknown_versions(unit: Unit, house: House) -> tuple[str, ...]:
    """Say which versions migrations are for that there never were; where none were kept, nobody can tell."""
    kept = unit.flows.fingerprints(house.business.id)
    return tuple(
        f'{flow.name}: no conversation ever began on a version "{version}".{_meant(version[:MARK], kept)}'
        for flow in house.flows.newest.values()
        for migration in flow.migrations
        for version in migration.versions
        if kept and not any(one.startswith(version) for one in kept)
    )


def _told(flow: str, misfit: Misfit, old: Flow) -> str:
    return f"{flow}: version {old.fingerprint[:MARK]}: {misfit}.{_meant(misfit.name, misfit.there)}"


def _meant(name: str, there: Iterable[str]) -> str:
    meant = nearest(name, [one[:MARK] if len(one) > MARK * 2 else one for one in there]) if name else None
    return f" Did you mean {meant}?" if meant else ""


def title(found: Overview) -> str:
    """Sum up."""
    return f"{_counted(found.conversations)} under way"


def told(moved: Moved) -> list[str]:
    """Say what a migration came to."""
    lines = [f"{_counted(moved.conversations)} moved to the newest version."]
    return lines + [f"{_counted(count)} not moved: {why}." for why, count in sorted(moved.stays.items())]


def _counted(count: int) -> str:
    return "1 conversation" if count == 1 else f"{count} conversations"


def row(live: Live) -> tuple[str, ...]:
    """Return a version as a row of a table."""
    return live.flow, live.fingerprint[:MARK], str(live.conversations), live.age
