"""Replays a recorded conversation on an empty desk, and says where it goes another way."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import uuid4

from frontdesk.desk.blocking import BlockingDesk, frozen, open_desk
from frontdesk.desk.records.recording import Busy, Record, Recorded, did_of, references_of
from frontdesk.storage.unit import Unit

STAFF = "replay"


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first thing that was not as recorded."""

    turn: int
    what: str
    recorded: str
    replayed: str


def replay(folder: Path, record: Record) -> Divergence | None:
    """Run a record again on a fresh database; None if every position, action and text is the same."""
    place = tempfile.TemporaryDirectory(prefix="frontdesk-")
    with place as name, open_desk(folder, f"sqlite:///{name}/replay.db") as opened:
        return _replay(opened, record)


def _replay(opened: BlockingDesk, record: Record) -> Divergence | None:
    conversation = uuid4().hex
    waiting = sorted(record.busy, key=lambda each: each.since)
    taken: list[tuple[int, Busy]] = []
    recorded_references: list[str] = []
    new_references: list[str] = []
    for number, turn in enumerate(record.turns, start=1):
        due = [each for each in waiting if each.since <= turn.at]
        waiting = waiting[len(due) :]
        taken += _take(opened, due, turn.at)
        taken = _give_back(opened, taken, turn.at)
        opened.desk.clock = frozen(turn.at)
        answer = _said(opened, turn, conversation)
        _learn(recorded_references, turn.references)
        _learn(new_references, references_of(answer))
        told = _told(turn, recorded_references)
        replayed = (str(answer["position"]), ", ".join(did_of(answer)), _named(str(answer["reply"]), new_references))
        for what, before, after in zip(("position", "did", "reply"), told, replayed, strict=True):
            if before != after:
                return Divergence(number, what, before, after)
    return None


def _said(opened: BlockingDesk, turn: Recorded, conversation: str) -> dict[str, object]:
    if turn.guest is None:
        return opened.hear_nothing(turn.channel, turn.phone, conversation)
    return opened.say(turn.guest, turn.channel, turn.phone, conversation)


def _take(opened: BlockingDesk, due: Sequence[Busy], at: datetime) -> list[tuple[int, Busy]]:
    """Take from the diary what others had taken by then; return the blocks that stand for it."""
    business = opened.desk.house.business.id

    def take(unit: Unit) -> list[tuple[int, Busy]]:
        return [(unit.blocks.add(business, each.claim, STAFF, at).id, each) for each in due]

    return opened.work(take)


def _give_back(opened: BlockingDesk, taken: Sequence[tuple[int, Busy]], at: datetime) -> list[tuple[int, Busy]]:
    """Open again what others had let go by then; return what they still have."""
    over = [number for number, each in taken if each.until is not None and each.until <= at]

    def give_back(unit: Unit) -> None:
        for number in over:
            unit.blocks.remove(number, at)

    opened.work(give_back)
    return [(number, each) for number, each in taken if number not in over]


def _told(turn: Recorded, references: Sequence[str]) -> tuple[str, str, str]:
    return turn.position, ", ".join(turn.did), _named(turn.reply, references)


def _learn(known: list[str], seen: Iterable[str]) -> None:
    known += [each for each in seen if each not in known]


def _named(reply: str, references: Sequence[str]) -> str:
    """Put a number in the place of each reference: they are drawn at random, and only their order can be the same."""
    for number, reference in enumerate(references, start=1):
        reply = reply.replace(reference, f"(reference {number})")
    return reply
