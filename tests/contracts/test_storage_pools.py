"""What is counted is never taken beyond what there is, and comes back exactly once; on both kinds of database."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import bindparam, func, select

from frontdesk.scheduling.booking import Share, Status, moment_key
from frontdesk.storage import Store, Unit, open_store
from frontdesk.storage.pools import PoolWindow
from frontdesk.storage.rows import BookingRow, Holder, Move, Refused
from frontdesk.storage.schema import counted_claims, pools
from frontdesk.storage.sql import Statement
from frontdesk.storage.unusable import StatementRefused
from tests.contracts.storage_examples import HOUR, NOW, booking

ME = Holder("spa", "c1", 1)
OTHER = Holder("spa", "c2", 1)
SOON = NOW + timedelta(minutes=10)
TOUR = "session:tour"


def places(units: int, hours: float = 1, total: int = 4) -> Share:
    return Share(TOUR, moment_key(NOW + hours * HOUR), units, total)


def window(business: str = "spa") -> PoolWindow:
    return PoolWindow(business, (TOUR,), moment_key(NOW), moment_key(NOW + 100 * HOUR))


def taken(store: Store, now: datetime = NOW, **left_out: int | str) -> dict[str, int]:
    found = store.run_sync(lambda unit: unit.pools.taken(window(), now, **left_out))  # type: ignore[arg-type]  # by name
    return {at: units for (_, at), units in found.items() if units}


def hold(store: Store, holder: Holder, *wanted: Share, now: datetime = NOW) -> bool:
    return store.run_sync(lambda unit: unit.pools.hold(holder, wanted, now + timedelta(minutes=10), now))


def book(store: Store, *wanted: Share, row: BookingRow | None = None) -> BookingRow | Refused:
    party = replace(row or booking(), party=sum(share.units for share in wanted))
    return store.run_sync(lambda unit: unit.bookings.add(party, (), "desk", shares=wanted))


def booked(store: Store, *wanted: Share) -> BookingRow:
    row = book(store, *wanted)
    assert isinstance(row, BookingRow)
    return row


def test_places_are_taken_until_there_are_none(store: Store) -> None:
    assert hold(store, ME, places(3))
    assert not hold(store, OTHER, places(2))
    assert hold(store, OTHER, places(1))
    assert taken(store) == {places(1).at: 4}
    assert book(store, places(1), row=booking(conversation_id="c3")) is Refused.TAKEN


def test_more_than_there_is_in_all_is_refused_and_leaves_no_trace_of_a_booking(store: Store) -> None:
    assert book(store, places(5)) is Refused.TAKEN
    assert taken(store) == {}
    assert store.run_sync(lambda unit: unit.bookings.count("spa")) == {}


def test_all_nights_of_a_stay_are_taken_or_none(store: Store) -> None:
    assert hold(store, OTHER, places(1, 2, total=1))
    assert not hold(store, ME, places(1, 1, total=1), places(1, 2, total=1), places(1, 3, total=1))
    assert taken(store) == {places(1, 2).at: 1}


def test_a_hold_becomes_a_booking_of_the_same_places(store: Store) -> None:
    assert hold(store, ME, places(4))
    assert taken(store, except_conversation="c1") == {}
    row = booked(store, places(4))
    assert taken(store) == {places(1).at: 4}
    assert store.run_sync(lambda unit: unit.pools.of_booking(row.id)) == (places(4),)
    store.run_sync(lambda unit: unit.pools.release("c1", 1))
    assert taken(store) == {places(1).at: 4}


def test_what_expired_stands_in_nobodys_way_and_is_given_back(store: Store) -> None:
    assert hold(store, OTHER, places(4))
    assert taken(store, SOON) == {}
    assert hold(store, ME, places(2), now=SOON)
    assert taken(store, SOON) == {places(1).at: 2}
    assert store.run_sync(lambda unit: unit.pools.expire("spa", SOON + HOUR)) == 1
    assert store.run_sync(lambda unit: unit.pools.expire("spa", SOON + HOUR)) == 0
    assert sums(store) == {}


def test_a_run_gives_back_what_it_holds_and_nothing_else(store: Store) -> None:
    assert hold(store, ME, places(1))
    assert hold(store, Holder("spa", "c1", 2), places(1, 2))
    store.run_sync(lambda unit: unit.pools.release("c1", 1))
    store.run_sync(lambda unit: unit.pools.release("c1", 1))
    assert taken(store) == {places(1, 2).at: 1}


def test_a_cancelled_booking_gives_its_places_back_once(store: Store) -> None:
    row, other = booked(store, places(3)), booked(store, places(1))
    for answer in (BookingRow, Refused):
        settled = store.run_sync(lambda unit: unit.bookings.settle(row.id, Status.CANCELLED, "desk", NOW))
        assert isinstance(settled, answer)
    assert taken(store) == {places(1).at: 1}
    assert taken(store, except_booking=other.id) == {}


def test_whatever_was_booked_and_cancelled_before_a_cancelled_booking_gives_its_places_back(store: Store) -> None:
    store.run_sync(lambda unit: unit.bookings.add(booking(), (), "desk"))  # so that bookings and claims number apart
    for _ in range(3):
        row = booked(store, places(4))
        assert taken(store) == {places(4).at: 4}
        assert isinstance(
            store.run_sync(lambda unit, row=row: unit.bookings.settle(row.id, Status.CANCELLED, "guest", NOW)),  # type: ignore[misc]  # a default
            BookingRow,
        )
        assert taken(store) == {}


def test_a_ticket_takes_what_it_waits_for_until_it_is_rejected(store: Store) -> None:
    row = book(store, places(3), row=replace(booking(), status=Status.PENDING))
    assert isinstance(row, BookingRow)
    assert not hold(store, OTHER, places(2))
    assert isinstance(
        store.run_sync(lambda unit: unit.bookings.settle(row.id, Status.REJECTED, "eve", NOW)), BookingRow
    )
    assert taken(store) == {}
    kept = book(store, places(3), row=replace(booking(), status=Status.PENDING))
    assert isinstance(kept, BookingRow)
    store.run_sync(lambda unit: unit.bookings.settle(kept.id, Status.APPROVED, "eve", NOW))
    assert taken(store) == {places(1).at: 3}


def moved(store: Store, row: BookingRow, *wanted: Share, party: int | None = None) -> BookingRow | Refused:
    move = Move(None, row.starts_at + HOUR, row.ends_at + HOUR, (), "desk", party=party, shares=wanted)
    return store.run_sync(lambda unit: unit.bookings.move(row.id, move, NOW))


def test_a_moved_booking_has_its_new_places_and_not_the_old_ones(store: Store) -> None:
    row = booked(store, places(3))
    after = moved(store, row, places(3, 2))
    assert isinstance(after, BookingRow)
    assert (after.party, taken(store)) == (3, {places(1, 2).at: 3})


def test_a_booking_that_grows_within_its_session_does_not_stand_in_its_own_way(store: Store) -> None:
    row = booked(store, places(3))
    grown = moved(store, row, places(4), party=4)
    assert isinstance(grown, BookingRow)
    assert (grown.party, taken(store)) == (4, {places(1).at: 4})


def test_a_move_to_a_full_session_leaves_all_as_it_was(store: Store) -> None:
    row = booked(store, places(3))
    booked(store, places(2, 2))
    assert moved(store, row, places(3, 2)) is Refused.TAKEN
    assert taken(store) == {places(1).at: 3, places(1, 2).at: 2}


def test_a_capacity_that_shrank_below_what_is_booked_lets_nobody_in_and_throws_nobody_out(store: Store) -> None:
    row = booked(store, places(3, total=4))
    assert not hold(store, OTHER, places(1, total=2))
    assert taken(store) == {places(1).at: 3}
    store.run_sync(lambda unit: unit.bookings.settle(row.id, Status.CANCELLED, "desk", NOW))
    assert hold(store, OTHER, places(2, total=2))


def test_two_businesses_count_apart(store: Store) -> None:
    assert hold(store, ME, places(4))
    assert hold(store, Holder("club", "c9", 1), places(4))


@pytest.mark.parametrize("units", [0, -1])
def test_the_database_refuses_a_claim_of_nothing(store: Store, units: int) -> None:
    with pytest.raises(StatementRefused):
        hold(store, ME, places(units))


# Lists of each pool what its claims come to, what it says is taken, and what there was in all.
SUMS = Statement(
    select(
        pools.c.pool,
        pools.c.at,
        select(func.coalesce(func.sum(counted_claims.c.units), 0))
        .where(
            counted_claims.c.business == pools.c.business,
            counted_claims.c.pool == pools.c.pool,
            counted_claims.c.at == pools.c.at,
        )
        .scalar_subquery(),
        pools.c.taken,
        pools.c.total,
    ).where(pools.c.business == bindparam("business"))
)


def sums(store: Store, business: str = "spa") -> dict[tuple[str, str], tuple[int, int, int]]:
    """Return of each pool with something taken what its claims come to, what it says, and what there was in all."""
    rows = store.run_sync(lambda unit: unit.sql.all(SUMS, {"business": business}))
    return {(row[0], row[1]): (row[2], row[3], row[4]) for row in rows if row[2] or row[3]}


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["hold", "book", "move", "cancel", "release", "expire", "wait"]),
        st.integers(1, 4),  # who: a conversation, or one of the bookings so far
        st.integers(1, 3),  # when
        st.integers(1, 3),  # how many
        st.integers(2, 5),  # of how many, by today's file
    ),
    max_size=20,
)


@dataclass
class Day:
    """A day of one business, step by step."""

    store: Store
    business: str
    now: datetime = NOW
    rows: list[BookingRow] = field(default_factory=list)

    def take(self, kind: str, who: int, share: Share) -> None:
        match kind:
            case "hold":
                holder = Holder(self.business, f"{self.business} c{who}", 1)
                until = self.now + timedelta(minutes=10)
                self.store.run_sync(lambda unit: unit.pools.hold(holder, (share,), until, self.now))
            case "book":
                new = replace(booking(conversation_id=f"{self.business} c{who}"), business=self.business)
                row = self.store.run_sync(lambda unit: unit.bookings.add(new, (), "desk", shares=(share,)))
                self.rows += [row] if isinstance(row, BookingRow) else []
            case "release":
                self.store.run_sync(lambda unit: unit.pools.release(f"{self.business} c{who}", 1))
            case "expire":
                self.store.run_sync(lambda unit: unit.pools.expire(self.business, self.now))
            case "wait":
                self.now += timedelta(minutes=6)
            case _ if not self.rows:
                pass  # there is nothing to change yet
            case _:
                self.store.run_sync(lambda unit: self.change(unit, kind, self.rows[who % len(self.rows)], share))

    def change(self, unit: Unit, kind: str, row: BookingRow, share: Share) -> object:
        if kind == "cancel":
            return unit.bookings.settle(row.id, Status.CANCELLED, "desk", self.now)
        move = Move(None, row.starts_at, row.ends_at, (), "desk", shares=(share,))
        return unit.bookings.move(row.id, move, self.now)


NUMBERS = count()


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(steps=STEPS)
def test_the_claims_add_up_to_what_is_taken_and_to_no_more_than_there_is(
    store: Store, steps: list[tuple[str, int, int, int, int]]
) -> None:
    day = Day(store, f"spa{next(NUMBERS)}")
    for kind, who, hours, units, total in steps:
        day.take(kind, who, places(units, hours, total))
        for claimed, counted, whole in sums(store, day.business).values():
            assert claimed == counted <= whole


@contextmanager
def stores(url: str, count: int) -> Iterator[list[Store]]:
    opened = [open_store(url) for _ in range(count)]
    try:
        yield opened
    finally:
        for each in opened:
            each.close()


async def all_take(opened: list[Store], guests: int, share: Share) -> list[bool]:
    def work(unit: Unit, number: int) -> bool:
        new = booking(conversation_id=f"c{number}")
        return isinstance(unit.bookings.add(new, (), "desk", shares=(share,)), BookingRow)

    return list(
        await asyncio.gather(
            *(opened[n % len(opened)].run(lambda unit, n=n: work(unit, n)) for n in range(guests))  # type: ignore[misc]  # bound now
        )
    )


def test_the_last_place_is_sold_once_with_64_at_once(database_url: str) -> None:
    with stores(database_url, 2) as opened:
        assert hold(opened[0], Holder("spa", "early", 1), places(3))
        won = asyncio.run(all_take(opened, 64, places(1)))
        assert sum(won) == 1
        assert sums(opened[0]) == {(TOUR, places(1).at): (4, 4, 4)}


def test_64_at_once_who_swap_two_sessions_all_end_up_in_one(database_url: str) -> None:
    """Half move one way and half the other: whoever waits for whom, the places add up in the end."""

    async def swap(opened: list[Store], rows: list[BookingRow]) -> None:
        def work(unit: Unit, number: int, row: BookingRow) -> object:
            share = places(1, 2 - number % 2, total=64)
            return unit.bookings.move(row.id, Move(None, row.starts_at, row.ends_at, (), "desk", shares=(share,)), NOW)

        await asyncio.gather(
            *(opened[n % 2].run(lambda unit, n=n, row=row: work(unit, n, row)) for n, row in enumerate(rows))  # type: ignore[misc]  # bound now
        )

    with stores(database_url, 2) as opened:
        rows = [booked(opened[0], places(1, 1 + n % 2, total=64)) for n in range(64)]
        asyncio.run(swap(opened, rows))
        assert sums(opened[0]) == {(TOUR, places(1, at).at): (32, 32, 64) for at in (1, 2)}
