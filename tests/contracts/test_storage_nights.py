"""The shadow of an ERP's inventory: a range is replaced whole or not at all, and every sync is written down."""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from functools import partial

import pytest

from frontdesk.storage import Store, Unit
from frontdesk.storage.nights import KnownNights, NightRow, prepared
from frontdesk.storage.syncs import Sync, SyncOutcome
from tests.contracts.storage_examples import HOUR, NOW

FIRST = date(2026, 3, 2)
DAY = timedelta(days=1)


def night(room_type: str, days: int, rooms: int = 3, rate: str = "189.10") -> NightRow:
    return NightRow(room_type, FIRST + days * DAY, rooms, Decimal(rate), "USD")


def sync(outcome: SyncOutcome = SyncOutcome.SUCCESS, hours: float = 0, business: str = "hotel") -> Sync:
    at = NOW + hours * HOUR
    error = None if outcome is SyncOutcome.SUCCESS else "The ERP was away."
    return Sync(business, at, at, outcome, 4, FIRST, FIRST + DAY, at, error)


def swap(unit: Unit, days: int, rows: Sequence[NightRow], hours: float = 0) -> int:
    number = unit.syncs.add(sync(hours=hours))
    unit.nights.replace("hotel", FIRST, FIRST + days * DAY, prepared(rows), number)
    return number


def known(unit: Unit, days: int = 30) -> list[NightRow]:
    return list(unit.nights.between("hotel", FIRST - 30 * DAY, FIRST + days * DAY).nights)


def test_a_sync_replaces_the_nights_of_its_range_and_no_others(store: Store) -> None:
    before = [night(name, day) for name in ("deluxe", "suite") for day in range(3)]
    store.run_sync(lambda unit: swap(unit, 3, before))
    after = [night(name, day, rooms=1, rate="201.00") for name in ("deluxe", "suite") for day in range(2)]
    store.run_sync(lambda unit: swap(unit, 2, after))
    assert store.run_sync(known) == sorted([*after, before[2], before[5]], key=lambda row: (row.room_type, row.night))


def test_what_is_read_back_is_exact(store: Store) -> None:
    row = NightRow("deluxe", FIRST, 0, Decimal("1234567.8901"), "EUR", 3)
    store.run_sync(lambda unit: swap(unit, 1, [row], hours=1))
    found = store.run_sync(lambda unit: unit.nights.between("hotel", FIRST, FIRST + DAY))
    assert (found.nights, found.oldest_sync) == ((row,), NOW + HOUR)
    store.run_sync(lambda unit: swap(unit, 1, [NightRow("deluxe", FIRST, 1, Decimal("1E+3"), "EUR")]))
    assert [str(each.rate) for each in store.run_sync(known)] == ["1000"]


def test_a_range_has_its_first_day_and_not_its_last(store: Store) -> None:
    store.run_sync(lambda unit: swap(unit, 3, [night("deluxe", day) for day in range(3)]))
    found = store.run_sync(lambda unit: unit.nights.between("hotel", FIRST, FIRST + 2 * DAY))
    assert [each.night for each in found.nights] == [FIRST, FIRST + DAY]
    assert store.run_sync(lambda unit: unit.nights.last("hotel")) == FIRST + 2 * DAY
    assert store.run_sync(lambda unit: unit.nights.last("another")) is None
    assert store.run_sync(lambda unit: unit.nights.between("another", FIRST, FIRST + 9 * DAY)) == KnownNights((), None)


def test_what_is_read_is_as_old_as_the_oldest_sync_that_brought_any_of_it(store: Store) -> None:
    store.run_sync(lambda unit: swap(unit, 3, [night("deluxe", day) for day in range(3)]))
    store.run_sync(lambda unit: swap(unit, 2, [night("deluxe", day) for day in range(2)], hours=5))
    for days, hours in ((2, 5), (3, 0)):
        end = FIRST + days * DAY
        found = store.run_sync(partial(lambda unit, end: unit.nights.between("hotel", FIRST, end), end=end))
        assert found.oldest_sync == NOW + hours * HOUR


def test_a_swap_that_breaks_changes_nothing(store: Store) -> None:
    before = [night("deluxe", day) for day in range(3)]
    store.run_sync(lambda unit: swap(unit, 3, before))

    def breaks(unit: Unit) -> None:
        swap(unit, 3, [night("deluxe", 0, rooms=0)])
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        store.run_sync(breaks)
    assert store.run_sync(known) == before
    assert len(store.run_sync(lambda unit: unit.syncs.page("hotel"))) == 1


def test_a_night_outside_of_the_range_is_our_mistake(store: Store) -> None:
    with pytest.raises(ValueError, match="outside"):
        store.run_sync(lambda unit: swap(unit, 2, [night("deluxe", 2)]))
    assert store.run_sync(known) == []


def test_nights_that_are_over_can_be_dropped(store: Store) -> None:
    store.run_sync(lambda unit: swap(unit, 3, [night("deluxe", day) for day in range(3)]))
    assert store.run_sync(lambda unit: unit.nights.drop_before("hotel", FIRST + 2 * DAY)) == 2
    assert [each.night for each in store.run_sync(known)] == [FIRST + 2 * DAY]


def test_the_last_success_is_not_outdone_by_what_failed_since(store: Store) -> None:
    assert store.run_sync(lambda unit: unit.syncs.last_success("hotel")) is None
    for each in (sync(), sync(hours=1), sync(SyncOutcome.PARTIAL, 2), sync(SyncOutcome.FAILED, 3), sync(business="x")):
        store.run_sync(partial(lambda unit, row: unit.syncs.add(row), row=each))
    last = store.run_sync(lambda unit: unit.syncs.last_success("hotel"))
    assert last is not None
    assert last.ended_at == NOW + HOUR
    history = store.run_sync(lambda unit: unit.syncs.page("hotel", limit=3))
    assert [each.outcome for each in history] == [SyncOutcome.FAILED, SyncOutcome.PARTIAL, SyncOutcome.SUCCESS]
    assert history[0].error == "The ERP was away."
    older = store.run_sync(lambda unit: unit.syncs.page("hotel", below=history[-1].id))
    assert [each.started_at for each in older] == [NOW]


def test_old_failures_can_be_dropped_and_successes_stay(store: Store) -> None:
    for each in (sync(), sync(SyncOutcome.FAILED), sync(SyncOutcome.FAILED, 5)):
        store.run_sync(partial(lambda unit, row: unit.syncs.add(row), row=each))
    assert store.run_sync(lambda unit: unit.syncs.prune("hotel", NOW + HOUR)) == 1
    assert len(store.run_sync(lambda unit: unit.syncs.page("hotel"))) == 2
