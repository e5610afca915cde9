"""No two claims on a resource overlap, whoever tries, and what is busy is found."""

import asyncio
import random
from datetime import timedelta
from functools import partial
from itertools import pairwise

import pytest
from sqlalchemy import insert, select, update

from frontdesk.scheduling.booking import Claim, Status
from frontdesk.scheduling.spans import Span
from frontdesk.storage import Store, Unit, open_store
from frontdesk.storage.rows import BookingRow, Holder, Refused, Window
from frontdesk.storage.schema import claims
from tests.contracts.storage_examples import HOUR, NOW, booking, day, time_of

ME = Holder("spa", "c1", 1)
OTHER = Holder("spa", "c2", 1)
SOON = NOW + timedelta(minutes=10)
LENGTHS = (0.25, 0.5, 1, 2)


def at(start: float, end: float, resource: str = "emily") -> Claim:
    return Claim(resource, NOW + start * HOUR, NOW + end * HOUR)


def span(start: float, end: float) -> Span:
    return Span(NOW + start * HOUR, NOW + end * HOUR)


def busy(store: Store, *resources: str) -> dict[str, list[Span]]:
    found = store.run_sync(lambda unit: unit.claims.busy(day(*resources), NOW))
    return {name: each.spans() for name, each in found.items()}


@pytest.mark.parametrize(
    ("start", "end", "outcome"),
    [
        (0, 1, "free"),
        (3, 4, "free"),
        (0, 1.5, "taken"),
        (2.5, 4, "taken"),
        (1.2, 1.4, "taken"),
        (0, 4, "taken"),
        (1, 3, "taken"),
    ],
)
def test_a_claim_is_refused_if_any_of_its_time_is_taken(store: Store, start: float, end: float, outcome: str) -> None:
    assert store.run_sync(lambda unit: unit.claims.hold(OTHER, [at(1, 3)], SOON, NOW)) is not None
    held = store.run_sync(lambda unit: unit.claims.hold(ME, [at(start, end)], SOON, NOW))
    assert (held is not None) == (outcome == "free")
    assert len(busy(store)["emily"]) == (2 if outcome == "free" else 1)


def test_all_of_several_claims_are_taken_or_none(store: Store) -> None:
    store.run_sync(lambda unit: unit.claims.hold(OTHER, [at(1, 2, "room")], SOON, NOW))
    both = [at(1, 2, "emily"), at(1, 2, "room")]
    assert store.run_sync(lambda unit: unit.claims.hold(ME, both, SOON, NOW)) is None
    assert busy(store, "emily", "room") == {"emily": [], "room": [span(1, 2)]}
    later = [at(2, 3, "emily"), at(2, 3, "room")]
    held = store.run_sync(lambda unit: unit.claims.hold(ME, later, SOON, NOW))
    assert held is not None
    assert len(held) == 2


def test_a_refused_claim_leaves_the_holds_the_conversation_had(store: Store) -> None:
    store.run_sync(lambda unit: unit.claims.hold(ME, [at(1, 2)], SOON, NOW))
    store.run_sync(lambda unit: unit.claims.hold(OTHER, [at(2, 3)], SOON, NOW))
    assert store.run_sync(lambda unit: unit.claims.hold(ME, [at(1.5, 2.5)], SOON, NOW)) is None
    assert busy(store)["emily"] == [span(1, 2), span(2, 3)]


def test_an_expired_hold_stands_in_nobodys_way(store: Store) -> None:
    store.run_sync(lambda unit: unit.claims.hold(OTHER, [at(1, 2)], SOON, NOW))
    assert store.run_sync(lambda unit: unit.claims.busy(day(), SOON))["emily"].spans() == []
    assert store.run_sync(lambda unit: unit.claims.hold(ME, [at(1.5, 2.5)], SOON + HOUR, SOON)) is not None
    assert store.run_sync(lambda unit: unit.claims.busy(day(), SOON))["emily"].spans() == [span(1.5, 2.5)]


def test_a_hold_becomes_a_booking_of_the_same_conversation_only(store: Store) -> None:
    store.run_sync(lambda unit: unit.claims.hold(ME, [at(1, 2)], SOON, NOW))
    theirs = booking(1, conversation_id="c2")
    assert store.run_sync(lambda unit: unit.bookings.add(theirs, time_of(theirs), "guest")) is Refused.TAKEN
    mine = booking(1, conversation_id="c1")
    assert isinstance(store.run_sync(lambda unit: unit.bookings.add(mine, time_of(mine), "guest")), BookingRow)
    assert busy(store)["emily"] == [span(1, 2)]


def test_holds_of_one_run_are_given_back(store: Store) -> None:
    store.run_sync(lambda unit: unit.claims.hold(ME, [at(1, 2)], SOON, NOW))
    store.run_sync(lambda unit: unit.claims.hold(Holder("spa", "c1", 2), [at(3, 4)], SOON, NOW))
    store.run_sync(lambda unit: unit.claims.hold(OTHER, [at(5, 6)], SOON, NOW))
    store.run_sync(lambda unit: unit.claims.release("c1", 1))
    assert busy(store)["emily"] == [span(3, 4), span(5, 6)]


def test_busy_leaves_out_what_the_asker_has(store: Store) -> None:
    row = store.run_sync(lambda unit: unit.bookings.add(booking(1), time_of(booking(1)), "guest"))
    assert isinstance(row, BookingRow)
    store.run_sync(lambda unit: unit.claims.hold(ME, [at(3, 4)], SOON, NOW))
    own = store.run_sync(lambda unit: unit.claims.busy(day(), NOW, except_booking=row.id, except_conversation="c1"))
    assert own["emily"].spans() == []
    other = store.run_sync(lambda unit: unit.claims.busy(day(), NOW, except_conversation="c2"))
    assert other["emily"].spans() == [span(1, 2), span(3, 4)]


def test_busy_holds_what_reaches_into_the_window_and_nothing_beside_it(store: Store) -> None:
    taken = [at(0, 1), at(1, 3), at(4, 5), at(5, 9), at(9, 10)]
    store.run_sync(lambda unit: unit.claims.hold(ME, taken, SOON, NOW))
    window = Window("spa", ("emily",), NOW + 2 * HOUR, NOW + 6 * HOUR)
    found = store.run_sync(lambda unit: unit.claims.busy(window, NOW))
    assert found["emily"].spans() == [span(1, 3), span(4, 5), span(5, 9)]


def test_businesses_do_not_share_resources(store: Store) -> None:
    hotel = Holder("hotel", "c1", 1)
    assert store.run_sync(lambda unit: unit.claims.hold(ME, [at(1, 2)], SOON, NOW)) is not None
    assert store.run_sync(lambda unit: unit.claims.hold(hotel, [at(1, 2)], SOON, NOW)) is not None
    assert busy(store)["emily"] == [span(1, 2)]


def test_of_64_guests_who_want_one_opening_one_gets_it(store: Store) -> None:
    def book(unit: Unit, guest: int) -> BookingRow | Refused:
        wanted = booking(1 + guest % 3 / 4, conversation_id=f"c{guest}")
        return unit.bookings.add(wanted, time_of(wanted, "emily", "room"), "guest")

    async def all_at_once() -> list[BookingRow | Refused]:
        return await asyncio.gather(*(store.run(partial(book, guest=guest)) for guest in range(64)))

    outcomes = asyncio.run(all_at_once())
    assert sum(isinstance(outcome, BookingRow) for outcome in outcomes) == 1
    assert outcomes.count(Refused.TAKEN) == 63
    assert store.run_sync(lambda unit: unit.bookings.count("spa")) == {Status.BOOKED: 1}
    assert len(busy(store, "emily", "room")["room"]) == 1


def test_random_claims_moves_and_cancellations_never_overlap(store: Store) -> None:
    chance = random.Random(20260302)  # noqa: S311 - chance here makes load, not secrets

    def step(unit: Unit, start: float, length: float, which: int) -> None:
        wanted = booking(start, conversation_id=None)
        ends = wanted.starts_at + length * HOUR
        resources = ("emily", "room") if which % 2 else ("room",)
        unit.bookings.add(wanted, [Claim(each, wanted.starts_at, ends) for each in resources], "guest")
        if which % 3 == 0:
            unit.bookings.settle(which // 3 + 1, Status.CANCELLED, "guest", NOW)

    async def many() -> None:
        await asyncio.gather(
            *(
                store.run(partial(step, start=chance.randrange(40) / 4, length=chance.choice(LENGTHS), which=number))
                for number in range(150)
            )
        )

    asyncio.run(many())
    for spans in busy(store, "emily", "room").values():
        assert len(spans) > 1  # how many find room depends on who comes first
        assert all(one.end <= other.start for one, other in pairwise(spans))


def test_the_database_itself_refuses_an_overlap(store: Store) -> None:
    store.run_sync(lambda unit: unit.claims.hold(OTHER, [at(1, 3)], SOON, NOW))
    store.close()
    row = {"resource": 1, "kind": "hold", "conversation_id": "x", "run": 1, "expires_at": SOON}
    engine = store.workers.engine
    with engine.connect() as connection:
        try:
            inside = insert(claims).values({**row, "starts_at": NOW + 2 * HOUR, "ends_at": NOW + 2.5 * HOUR})
            connection.execute(inside)
            connection.commit()
        except Exception as refused:  # noqa: BLE001 - PostgreSQL raises, SQLite ignores: what counts is the table
            assert "claims_do_not_overlap" in str(refused)  # noqa: PT017 - as above
            connection.rollback()
        assert len(connection.execute(select(claims.c.id)).all()) == 1
    engine.dispose()


def test_a_claim_cannot_be_moved_over_another(store: Store) -> None:
    store.run_sync(lambda unit: unit.claims.hold(OTHER, [at(1, 3)], SOON, NOW))
    store.run_sync(lambda unit: unit.claims.hold(ME, [at(5, 6)], SOON, NOW))
    store.close()
    engine = store.workers.engine
    with engine.connect() as connection:
        with pytest.raises(Exception, match=r"claims_do_not_overlap|not moved"):
            connection.execute(update(claims).where(claims.c.id == 2).values({"starts_at": NOW + 2 * HOUR}))
        connection.rollback()
    engine.dispose()


def test_looking_for_busy_time_reads_the_index_and_not_the_table(sqlite_database: str) -> None:
    # SQLite counts the steps a statement takes: they must grow with the answer, not with what is booked elsewhere.
    few, many = (steps_to_look(sqlite_database + str(size), size) for size in (50, 5000))
    assert many < few * 1.5


def steps_to_look(url: str, size: int) -> int:
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    with open_store(url) as store:
        store.run_sync(lambda unit: [unit.claims.hold(ME, [at(n, n + 1)], SOON, NOW) for n in range(-size, size)])
        store.run_sync(lambda unit: unit.claims.busy(day(), NOW))
        driver = store.workers.driver  # type: ignore[attr-defined]  # this one is SQLite's
        driver.set_progress_handler(count, 1)
        found = store.run_sync(lambda unit: unit.claims.busy(day(), NOW))
        driver.set_progress_handler(None, 1)
    assert len(found["emily"].starts) == 24
    return steps


def test_busy_is_exact_to_the_microsecond(store: Store) -> None:
    odd = timedelta(microseconds=1)
    claimed = [at(0, 1), Claim("emily", NOW + HOUR + odd, NOW + 2 * HOUR - odd), at(2, 3)]
    store.run_sync(lambda unit: unit.claims.hold(ME, claimed, SOON, NOW))
    assert busy(store)["emily"] == [Span(each.start, each.end) for each in claimed]
