"""What is counted: places in a session, rooms in a night. One statement sees to it that none is sold twice."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import ColumnElement, Integer, and_, bindparam, delete, func, insert, or_, select, update

from frontdesk.scheduling.booking import Share
from frontdesk.storage.claims import Claimant, Taken
from frontdesk.storage.columns import Moment
from frontdesk.storage.rows import Holder
from frontdesk.storage.schema import counted_claims, pools
from frontdesk.storage.sql import Row, Sql, Statement, given, insert_once, is_listed

Key: TypeAlias = tuple[str, str]  # the pool, and the moment or night

_units = bindparam("units", type_=Integer())
_given_back = bindparam("given_back", type_=Integer())
_total = bindparam("total", type_=Integer())
_there = and_(
    pools.c.business == bindparam("business"), pools.c.pool == bindparam("pool"), pools.c.at == bindparam("at")
)
_left_after = pools.c.taken - _given_back + _units
_has_no_say: ColumnElement[bool] = and_(
    counted_claims.c.kind == "hold",
    or_(
        counted_claims.c.expires_at <= bindparam("now", type_=Moment()),
        counted_claims.c.conversation_id == bindparam("conversation"),
    ),
)
_given_back_of = (counted_claims.c.business, counted_claims.c.pool, counted_claims.c.at, counted_claims.c.units)

# Begins to count.
OPEN = Statement(insert_once(pools, "business", "pool", "at", "total", "taken"))

# Takes units and gives others back at once; returns no row if there are not so many.
TAKE = Statement(
    update(pools)
    .where(_there, _left_after <= _total)
    .values({"taken": _left_after, "total": _total})
    .returning(pools.c.taken)
)

# Gives units back.
GIVE_BACK = Statement(update(pools).where(_there).values({"taken": pools.c.taken - _units}))

# Keeps who has taken units.
CLAIM = Statement(
    insert(counted_claims).values(
        given(
            *("business", "pool", "at", "units", "kind"),
            *("booking_id", "conversation_id", "run", "expires_at"),
        )
    )
)

# Removes the holds of a moment or night that have expired or are the conversation's own.
CLEAR = Statement(
    delete(counted_claims)
    .where(
        counted_claims.c.business == bindparam("business"),
        counted_claims.c.pool == bindparam("pool"),
        counted_claims.c.at == bindparam("at"),
        _has_no_say,
    )
    .returning(*_given_back_of)
)

# Removes what a conversation holds for one run.
RELEASE_RUN = Statement(
    delete(counted_claims)
    .where(
        counted_claims.c.conversation_id == bindparam("conversation"),
        counted_claims.c.kind == "hold",
        counted_claims.c.run == bindparam("run"),
    )
    .returning(*_given_back_of)
)

# Removes what a booking has.
FREE_BOOKING = Statement(
    delete(counted_claims).where(counted_claims.c.booking_id == bindparam("booking")).returning(*_given_back_of)
)

# Removes the holds of a business that have expired.
EXPIRE = Statement(
    delete(counted_claims)
    .where(counted_claims.c.business == bindparam("business"), counted_claims.c.expires_at <= bindparam("now"))
    .returning(*_given_back_of)
)

# Lists what a booking has.
OF_BOOKING = Statement(
    select(counted_claims.c.pool, counted_claims.c.at, counted_claims.c.units, pools.c.total)
    .select_from(counted_claims.join(pools))
    .where(counted_claims.c.booking_id == bindparam("booking"))
    .order_by(counted_claims.c.pool, counted_claims.c.at)
)

_uncounted = (
    select(func.sum(counted_claims.c.units))
    .where(
        counted_claims.c.business == pools.c.business,
        counted_claims.c.pool == pools.c.pool,
        counted_claims.c.at == pools.c.at,
        or_(_has_no_say, counted_claims.c.booking_id == bindparam("except_booking")),
    )
    .correlate(pools)
    .scalar_subquery()
)

# Lists how much is taken, but for expired holds, the asker's own, and the booking that is moved.
TAKEN = Statement(
    select(pools.c.pool, pools.c.at, (pools.c.taken - func.coalesce(_uncounted, 0)).label("taken")).where(
        pools.c.business == bindparam("business"),
        is_listed(pools.c.pool, "names"),
        pools.c.at >= bindparam("first"),
        pools.c.at <= bindparam("last"),
    )
)


@dataclass(frozen=True, slots=True)
class PoolWindow:
    """Which pools of a business, from which moment or night to which, both included."""

    business: str
    pools: tuple[str, ...]
    first: str
    last: str


class Pools:
    """What is counted, and who has taken how much of it."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def hold(self, holder: Holder, wanted: Sequence[Share], expires_at: datetime, now: datetime) -> bool:
        """Hold all of `wanted` for a run of a conversation, or none of it: False if there is not enough."""
        claimant = Claimant(
            business=holder.business,
            kind="hold",
            conversation_id=holder.conversation_id,
            run=holder.run,
            expires_at=expires_at,
        )
        try:
            with self.sql.savepoint():
                self.take(claimant, wanted, now)
        except Taken:
            return False
        return True

    def take(self, claimant: Claimant, wanted: Iterable[Share], now: datetime) -> None:
        """Take all of `wanted`, or raise `Taken`: to be called inside a savepoint.

        Holds that have expired, and the conversation's own, do not stand in the way.
        """
        # Always in one order, so that two who want the same nights wait and do not deadlock.
        for share in sorted(wanted, key=_key):
            self._take_one(claimant, share, 0, now)

    def exchange(self, claimant: Claimant, wanted: Iterable[Share], now: datetime) -> None:
        """Let a booking have `wanted` in place of what it has, or raise `Taken`: to be called inside a savepoint."""
        rows = self.sql.all(FREE_BOOKING, {"booking": claimant.booking_id})
        before, shares = _sums(rows), {_key(share): share for share in wanted}
        for key in sorted(before.keys() | shares.keys()):
            if key in shares:
                self._take_one(claimant, shares[key], before.get(key, 0), now)
            else:
                self._give_back(claimant.business, key, before[key])

    def release(self, conversation_id: str, run: int) -> None:
        """Give back what a run of a conversation holds."""
        self._give_all_back(self.sql.all(RELEASE_RUN, {"conversation": conversation_id, "run": run}))

    def free_booking(self, booking_id: int) -> None:
        """Give back what a booking has."""
        self._give_all_back(self.sql.all(FREE_BOOKING, {"booking": booking_id}))

    def expire(self, business: str, now: datetime) -> int:
        """Give back the holds of a business that have expired; return how many there were."""
        rows = self.sql.all(EXPIRE, {"business": business, "now": now})
        self._give_all_back(rows)
        return len(rows)

    def of_booking(self, booking_id: int) -> tuple[Share, ...]:
        """Return what a booking has."""
        return tuple(Share(*row) for row in self.sql.all(OF_BOOKING, {"booking": booking_id}))

    def taken(
        self, window: PoolWindow, now: datetime, except_booking: int = 0, except_conversation: str = ""
    ) -> dict[Key, int]:
        """Return how much is taken, by pool and moment or night, where anything ever was.

        A booking or a conversation's holds may be left out.
        """
        rows = self.sql.all(
            TAKEN,
            {
                "business": window.business,
                "names": json.dumps(window.pools),
                "first": window.first,
                "last": window.last,
                "now": now,
                "conversation": except_conversation,
                "except_booking": except_booking,
            },
        )
        return {(pool, at): taken for pool, at, taken in rows}

    def _take_one(self, claimant: Claimant, share: Share, given_back: int, now: datetime) -> None:
        where = {"business": claimant.business, "pool": share.pool, "at": share.at}
        self.sql.later(OPEN, {**where, "total": share.total, "taken": 0})
        cleared = self.sql.all(CLEAR, {**where, "now": now, "conversation": claimant.conversation_id or ""})
        freed = given_back + sum(row[3] for row in cleared)
        taken = self.sql.one(TAKE, {**where, "units": share.units, "given_back": freed, "total": share.total})
        if taken is None:
            raise Taken
        claim = {
            "units": share.units,
            "kind": claimant.kind,
            "booking_id": claimant.booking_id,
            "conversation_id": claimant.conversation_id,
            "run": claimant.run,
            "expires_at": claimant.expires_at,
        }
        self.sql.later(CLAIM, {**where, **claim})

    def _give_all_back(self, rows: Sequence[Row]) -> None:
        for business in sorted({row[0] for row in rows}):
            sums = _sums([row for row in rows if row[0] == business])
            for key in sorted(sums):
                self._give_back(business, key, sums[key])

    def _give_back(self, business: str, key: Key, units: int) -> None:
        self.sql.later(GIVE_BACK, {"business": business, "pool": key[0], "at": key[1], "units": units})


def _key(share: Share) -> Key:
    return share.pool, share.at


def _sums(rows: Iterable[Row]) -> Mapping[Key, int]:
    """Add up the units of each moment or night."""
    sums: dict[Key, int] = {}
    for _, pool, at, units in rows:
        sums[pool, at] = sums.get((pool, at), 0) + units
    return sums
