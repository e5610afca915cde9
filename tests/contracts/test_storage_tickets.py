"""Tickets have numbers of their own, are approved by what is counted then, and give back all that they took."""

import asyncio
from dataclasses import replace
from datetime import timedelta

from frontdesk.scheduling.booking import Share, Status
from frontdesk.storage import Store, Unit
from frontdesk.storage.pools import PoolWindow
from frontdesk.storage.rows import BookingRow, Facts, Refused
from frontdesk.storage.tickets import KIND, WantedTickets, WantedWaiting
from tests.contracts.storage_examples import NOW, booking

ALL = WantedTickets("spa")
NIGHTS = ("2026-03-07", "2026-03-08", "2026-03-09")


def nights(total: int = 3) -> tuple[Share, ...]:
    return tuple(Share("room:suite", night, 1, total) for night in NIGHTS)


def ticket(store: Store, name: str = "Pat Lee", guest_id: int | None = None, total: int = 3) -> BookingRow:
    new = replace(booking(guest_id=guest_id), kind=KIND, status=Status.PENDING, name=name, party=2)

    def work(unit: Unit) -> BookingRow | Refused:
        return unit.bookings.add(new, (), "desk", lambda: f"L-{unit.tickets.next_number('spa')}", nights(total))

    made = store.run_sync(work)
    assert isinstance(made, BookingRow)
    return made


def taken(store: Store) -> set[int]:
    window = PoolWindow("spa", ("room:suite",), NIGHTS[0], NIGHTS[-1])
    return set(store.run_sync(lambda unit: unit.pools.taken(window, NOW)).values())


def test_numbers_are_given_once_each_and_by_business(store: Store) -> None:
    async def draw() -> list[int]:
        return list(await asyncio.gather(*(store.run(lambda unit: unit.tickets.next_number("spa")) for _ in range(50))))

    assert sorted(asyncio.run(draw())) == list(range(1, 51))
    assert store.run_sync(lambda unit: unit.tickets.next_number("inn")) == 1


def test_a_number_is_given_back_with_a_transaction_that_is_undone(store: Store) -> None:
    for _ in range(3):
        ticket(store)
    full = replace(booking(), kind=KIND, status=Status.PENDING)
    refused = store.run_sync(
        lambda unit: unit.bookings.add(full, (), "desk", lambda: f"L-{unit.tickets.next_number('spa')}", nights())
    )
    assert refused is Refused.TAKEN
    assert store.run_sync(lambda unit: unit.tickets.next_number("spa")) == 4


def test_whatever_ends_gives_back_all_nights_of_its_own_and_of_no_other(store: Store) -> None:
    """Each has three claims, so that no number of a claim is that of its booking."""
    rows = [ticket(store) for _ in range(3)]
    for left, (row, status) in enumerate(zip(rows, (Status.REJECTED, Status.EXPIRED, Status.CANCELLED), strict=True)):
        assert taken(store) == {3 - left}
        settled = store.run_sync(lambda unit, row=row, status=status: unit.bookings.settle(row.id, status, "ana", NOW))  # type: ignore[misc]  # bound now
        assert isinstance(settled, BookingRow)
    assert taken(store) == {0}


def test_approving_takes_the_nights_as_they_are_counted_now_or_changes_nothing(store: Store) -> None:
    row = ticket(store)

    def approve(shares: tuple[Share, ...]) -> BookingRow | Refused:
        return store.run_sync(lambda unit: unit.bookings.approve(row.id, shares, "ana", NOW))

    assert approve(nights(total=0)) is Refused.TAKEN
    assert store.run_sync(lambda unit: unit.bookings.by_id(row.id)) == row
    assert taken(store) == {1}
    assert approve(nights(total=1)) == replace(row, status=Status.APPROVED)
    assert taken(store) == {1}
    assert approve(nights()) is Refused.GONE
    entries = store.run_sync(lambda unit: unit.bookings.changes(row.id))
    assert [(entry.by, entry.status) for entry in entries] == [("desk", Status.PENDING), ("ana", Status.APPROVED)]


def test_a_note_is_kept_with_a_change_and_forgotten_with_the_guest(store: Store) -> None:
    guest = store.run_sync(lambda unit: unit.guests.add("spa", Facts("Pat Lee"), NOW))
    row = ticket(store, guest_id=guest.id)
    store.run_sync(lambda unit: unit.bookings.settle(row.id, Status.REJECTED, "ana", NOW, "Pat was rude."))

    def noted() -> list[str | None]:
        return [each.note for each in store.run_sync(lambda unit: unit.bookings.changes(row.id))]

    assert noted() == [None, "Pat was rude."]
    store.run_sync(lambda unit: unit.forget(guest.id, NOW))
    assert noted() == [None, None]


def test_lists_hold_tickets_of_one_business_only(store: Store) -> None:
    row = ticket(store, name="100% Ann")
    store.run_sync(lambda unit: unit.bookings.add(booking(), (), "desk"))  # no ticket

    def page(wanted: WantedTickets) -> tuple[BookingRow, ...]:
        return store.run_sync(lambda unit: unit.tickets.page(wanted))

    for fits in ({}, {"search": "100% a"}, {"status": Status.PENDING}):
        assert page(replace(ALL, **fits)) == (row,)
    for misses in ({"search": "1_0"}, {"status": Status.APPROVED}, {"below": row.id}, {"business": "inn"}):
        assert page(replace(ALL, **misses)) == ()
    assert store.run_sync(lambda unit: unit.tickets.counts("spa")) == {Status.PENDING: 1}
    assert store.run_sync(lambda unit: unit.tickets.overdue("spa", NOW)) == 1
    assert store.run_sync(lambda unit: unit.tickets.overdue("spa", NOW - timedelta(minutes=1))) == 0


def test_those_that_wait_are_listed_the_longest_waiting_first_page_by_page(store: Store) -> None:
    first, second, decided = ticket(store, "Ann Bell"), ticket(store, "Ann Fox"), ticket(store, "Ann Moss")
    store.run_sync(lambda unit: unit.bookings.settle(decided.id, Status.REJECTED, "ana", NOW))
    made_by = first.created_at

    def waiting(**wanted: object) -> list[int]:
        found = WantedWaiting("spa", **{"made_by": made_by, **wanted})  # type: ignore[arg-type]  # as the test has them
        return [row.id for row in store.run_sync(lambda unit: unit.tickets.waiting(found))]

    assert waiting() == [first.id, second.id]
    assert waiting(limit=1) == [first.id]
    assert waiting(above=first.id) == [second.id]
    assert waiting(search="fox") == [second.id]
    assert waiting(made_by=made_by - timedelta(seconds=1)) == []
    assert store.run_sync(lambda unit: unit.tickets.overdue("spa", made_by)) == 2
    assert store.run_sync(lambda unit: unit.tickets.overdue("spa", made_by, "bell")) == 1
    assert store.run_sync(lambda unit: unit.tickets.waiting(WantedWaiting("inn", made_by))) == ()
