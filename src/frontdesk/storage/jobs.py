"""Work of the background, as rows of the outbox: put with a turn, held by one worker at a time, taken over if it dies.

Every taking has a number of its own, `attempts`. Whatever a worker writes names that number, so a worker that was
slow, and whose job somebody else has meanwhile, changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, bindparam, func, null, or_, select, update

from frontdesk.storage.columns import Moment
from frontdesk.storage.schema import outbox
from frontdesk.storage.sql import Row, Sql, Statement, given, insert_once, is_listed

JOB = tuple(outbox.c[name] for name in ("kind", "key", "payload", "id", "attempts", "failures"))
_now = bindparam("now", type_=Moment())
_held = {
    "due_at": bindparam("until", type_=Moment()),
    "held_until": bindparam("until", type_=Moment()),
    "attempts": outbox.c.attempts + 1,
}

# Keeps a job; returns no row if its key is known.
PUT = Statement(
    insert_once(outbox, "kind", "key", "payload", "conversation_id", "due_at", "attempts").returning(outbox.c.id)
)

_waiting = outbox.alias("waiting")
# As a scalar it is looked for once; as a list PostgreSQL may look again for each row, and lock another each time.
_longest_due = (
    select(_waiting.c.id)
    .where(_waiting.c.delivered_at.is_(None), _waiting.c.due_at <= _now, is_listed(_waiting.c.kind, "kinds"))
    .order_by(_waiting.c.due_at)
    .limit(1)
    .with_for_update(skip_locked=True)
    .scalar_subquery()
)

# Takes the job of some kinds that is the longest due; on PostgreSQL what another worker is just taking is passed over.
TAKE = Statement(update(outbox).where(outbox.c.id == _longest_due).values(_held).returning(*JOB))

# Takes one job before it is due, unless somebody is at it.
TAKE_NAMED = Statement(
    update(outbox)
    .where(
        outbox.c.key == bindparam("which"),
        outbox.c.delivered_at.is_(None),
        or_(outbox.c.held_until.is_(None), outbox.c.held_until <= _now),
    )
    .values(_held)
    .returning(*JOB)
)


def _ours() -> ColumnElement[bool]:
    """Say that a job is still the one that was taken."""
    return (
        (outbox.c.id == bindparam("job"))
        & (outbox.c.attempts == bindparam("taking"))
        & outbox.c.delivered_at.is_(None)
        & outbox.c.held_until.is_not(None)
    )


# Makes sure of a job until the end of the transaction: whoever else wants it waits, and then finds it changed or not.
HOLD = Statement(update(outbox).where(_ours()).values({"held_until": outbox.c.held_until}))

# Ticks a job off.
FINISH = Statement(update(outbox).where(_ours()).values({**given("delivered_at"), "held_until": null()}))

# Leaves a job for another time.
LEAVE = Statement(update(outbox).where(_ours()).values({**given("due_at", "failures"), "held_until": null()}))

# Says when the next job of some kinds is due.
NEXT = Statement(
    select(func.min(outbox.c.due_at, type_=Moment())).where(
        outbox.c.delivered_at.is_(None), is_listed(outbox.c.kind, "kinds")
    )
)

# Says until when somebody is at a job.
HELD_UNTIL = Statement(
    select(outbox.c.held_until).where(outbox.c.key == bindparam("which"), outbox.c.delivered_at.is_(None))
)


# Says how a job stands.
STANDING = Statement(
    select(outbox.c.delivered_at, outbox.c.failures, outbox.c.due_at).where(outbox.c.key == bindparam("which"))
)


@dataclass(frozen=True, slots=True)
class JobStanding:
    """How a job stands: done or not, how often it failed in a row, and when it is tried again."""

    is_done: bool
    failures: int
    due_at: datetime


@dataclass(frozen=True, slots=True)
class TakenJob:
    """A job as it was taken: `attempts` is the number of this taking."""

    kind: str
    key: str
    payload: str
    id: int
    attempts: int
    failures: int  # since it last succeeded


class Jobs:
    """What is done in the background."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def put(self, kind: str, key: str, payload: str, due_at: datetime, conversation_id: str | None = None) -> bool:
        """Keep a job; False if its key is known: it is there once. It is forgotten with its conversation."""
        columns: dict[str, object] = {"kind": kind, "key": key, "payload": payload, "due_at": due_at, "attempts": 0}
        columns |= {"conversation_id": conversation_id}
        return self.sql.one(PUT, columns) is not None

    def take(self, kinds: Sequence[str], now: datetime, lease: timedelta) -> TakenJob | None:
        """Take the job that is the longest due; nobody else gets it for the length of the lease."""
        return _taken(self.sql.one(TAKE, {"kinds": json.dumps(list(kinds)), "now": now, "until": now + lease}))

    def take_named(self, key: str, now: datetime, lease: timedelta) -> TakenJob | None:
        """Take a job, due or not; None if there is none, it is done, or somebody is at it."""
        return _taken(self.sql.one(TAKE_NAMED, {"which": key, "now": now, "until": now + lease}))

    def hold(self, job: TakenJob) -> bool:
        """Make sure of a job until the transaction ends; False if somebody else has taken it."""
        return self.sql.run(HOLD, {"job": job.id, "taking": job.attempts}) == 1

    def finish(self, job: TakenJob, at: datetime) -> bool:
        """Tick a job off; False if somebody else has taken it."""
        return self.sql.run(FINISH, {"job": job.id, "taking": job.attempts, "delivered_at": at}) == 1

    def leave(self, job: TakenJob, due_at: datetime, failures: int) -> bool:
        """Leave a job for another time; False if somebody else has taken it."""
        columns = {"job": job.id, "taking": job.attempts, "due_at": due_at, "failures": failures}
        return self.sql.run(LEAVE, columns) == 1

    def next_due(self, kinds: Sequence[str]) -> datetime | None:
        """Say when the next job of these kinds is due, or its lease ends; None when there is none."""
        due: datetime | None = self.sql.sure(NEXT, {"kinds": json.dumps(list(kinds))})[0]
        return due

    def standing(self, key: str) -> JobStanding | None:
        """Say how a job stands; None if there is none, or it is done and was pruned."""
        row = self.sql.one(STANDING, {"which": key})
        return None if row is None else JobStanding(row[0] is not None, row[1] or 0, row[2])

    def is_held(self, key: str, now: datetime) -> bool:
        """Say whether somebody is at a job."""
        row = self.sql.one(HELD_UNTIL, {"which": key})
        return row is not None and row[0] is not None and row[0] > now


def _taken(row: Row | None) -> TakenJob | None:
    if row is None:
        return None
    kind, key, payload, number, attempts, failures = row
    return TakenJob(kind, key, payload, number, attempts, failures or 0)
