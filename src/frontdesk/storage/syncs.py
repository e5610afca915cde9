"""Every try to bring the inventory of an ERP up to date: when, how it ended, and why in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import bindparam, delete, insert, select

from frontdesk.storage.columns import Moment
from frontdesk.storage.schema import syncs
from frontdesk.storage.sql import Row, Sql, Statement, given

SYNC = tuple(
    syncs.c[name]
    for name in (
        "business",
        "started_at",
        "ended_at",
        "outcome",
        "records",
        "first_night",
        "last_night",
        "generated_at",
        "error",
        "id",
    )
)

# Writes down a sync.
ADD = Statement(
    insert(syncs)
    .values(
        given(
            "business",
            "started_at",
            "ended_at",
            "outcome",
            "records",
            "first_night",
            "last_night",
            "generated_at",
            "error",
        )
    )
    .returning(syncs.c.id)
)

# Finds the last sync that succeeded.
LAST_SUCCESS = Statement(
    select(*SYNC)
    .where(syncs.c.business == bindparam("of"), syncs.c.outcome == "success")
    .order_by(syncs.c.ended_at.desc())
    .limit(1)
)

# Lists the syncs of a business before one of them, the latest first.
PAGE = Statement(
    select(*SYNC)
    .where(syncs.c.business == bindparam("of"), syncs.c.id < bindparam("below"))
    .order_by(syncs.c.id.desc())
    .limit(bindparam("limit"))
)

# Drops what failed before a moment.
PRUNE = Statement(
    delete(syncs).where(
        syncs.c.business == bindparam("of"),
        syncs.c.ended_at < bindparam("before", type_=Moment()),
        syncs.c.outcome != "success",
    )
)

LATEST = 2**62  # above every row


class SyncOutcome(StrEnum):
    """How a sync ended."""

    SUCCESS = "success"  # the nights of the range are those of the ERP
    PARTIAL = "partial"  # the ERP answered, and not with a whole inventory; nothing was changed
    FAILED = "failed"  # there was no answer to read; nothing was changed


@dataclass(frozen=True, slots=True)
class Sync:
    """One sync: the nights it was about, first and last included, and how it ended."""

    business: str
    started_at: datetime
    ended_at: datetime
    outcome: SyncOutcome
    records: int
    first_night: date
    last_night: date
    generated_at: datetime | None = None
    error: str | None = None
    id: int = 0  # given when it is stored


class Syncs:
    """The history of syncs."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def add(self, sync: Sync) -> int:
        """Write down a sync and return its number."""
        columns = {
            "business": sync.business,
            "started_at": sync.started_at,
            "ended_at": sync.ended_at,
            "outcome": sync.outcome.value,
            "records": sync.records,
            "first_night": sync.first_night.isoformat(),
            "last_night": sync.last_night.isoformat(),
            "generated_at": sync.generated_at,
            "error": sync.error,
        }
        return int(self.sql.sure(ADD, columns)[0])

    def last_success(self, business: str) -> Sync | None:
        """Return the last sync that succeeded: what freshness is counted from."""
        row = self.sql.one(LAST_SUCCESS, {"of": business})
        return None if row is None else _sync(row)

    def page(self, business: str, *, below: int = LATEST, limit: int = 50) -> tuple[Sync, ...]:
        """Return the syncs before one of them, the latest first."""
        return tuple(_sync(row) for row in self.sql.all(PAGE, {"of": business, "below": below, "limit": limit}))

    def prune(self, business: str, before: datetime) -> int:
        """Drop what failed before a moment; what succeeded stays, for nights point to it. Return how many."""
        return self.sql.run(PRUNE, {"of": business, "before": before})


def _sync(row: Row) -> Sync:
    business, started, ended, outcome, records, first, last, generated, error, number = row
    nights = (date.fromisoformat(first), date.fromisoformat(last))
    return Sync(business, started, ended, SyncOutcome(outcome), records, *nights, generated, error, number)
