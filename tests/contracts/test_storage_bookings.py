"""Bookings are made, moved and ended together with their time, under a reference of their own, all of it on record."""

from dataclasses import replace
from itertools import chain, repeat

import pytest

from frontdesk.scheduling.booking import Claim, Status
from frontdesk.scheduling.spans import Span
from frontdesk.storage import Store, Unit
from frontdesk.storage.references import ALPHABET, fresh_reference
from frontdesk.storage.rows import BookingRow, Facts, Holder, Move, Refused
from tests.contracts.storage_examples import HOUR, NOW, booking, day, time_of


def book(unit: Unit, row: BookingRow, *resources: str) -> BookingRow:
    made = unit.bookings.add(row, time_of(row, *resources), "guest")
    assert isinstance(made, BookingRow)
    return made


def move(hours: float, provider: str = "emily") -> Move:
    start = NOW + hours * HOUR
    return Move(provider, start, start + HOUR, (Claim(provider, start, start + HOUR),), "guest")


def busy(unit: Unit, resource: str = "emily") -> list[Span]:
    return unit.claims.busy(day(resource), NOW)[resource].spans()


def span(start: float, end: float) -> Span:
    return Span(NOW + start * HOUR, NOW + end * HOUR)


def test_a_booking_comes_back_as_it_was_made(store: Store) -> None:
    guest = store.run_sync(lambda unit: unit.guests.add("spa", Facts("Pat Lee"), NOW))
    row = replace(booking(guest_id=guest.id), details='{"title":"x"}')
    made = store.run_sync(lambda unit: book(unit, row))
    assert made == replace(row, id=made.id, reference=made.reference)
    assert set(made.reference) <= set(ALPHABET)
    assert store.run_sync(lambda unit: unit.bookings.by_id(made.id)) == made
    assert store.run_sync(lambda unit: unit.bookings.by_reference("spa", made.reference)) == made
    assert store.run_sync(lambda unit: unit.bookings.by_reference("hotel", made.reference)) is None
    assert store.run_sync(lambda unit: unit.bookings.of_guest(guest.id)) == (made,)
    assert store.run_sync(lambda unit: unit.bookings.of_conversation("c1")) == (made,)
    assert store.run_sync(lambda unit: unit.bookings.claimed(made.id)) == time_of(row)


def test_a_taken_time_leaves_no_booking_behind(store: Store) -> None:
    store.run_sync(lambda unit: book(unit, booking(1)))
    second = booking(1.5, conversation_id="c2")
    assert (
        store.run_sync(lambda unit: unit.bookings.add(second, time_of(second, "room", "emily"), "guest"))
        is Refused.TAKEN
    )
    assert store.run_sync(lambda unit: unit.bookings.of_conversation("c2")) == ()
    assert store.run_sync(lambda unit: busy(unit, "room")) == []


def test_a_reference_in_use_is_drawn_again(store: Store) -> None:
    first = store.run_sync(lambda unit: unit.bookings.add(booking(1), (), "guest", iter(["AAAA"]).__next__))
    draws = chain(repeat("AAAA", 3), ["CCCC"])
    second = store.run_sync(lambda unit: unit.bookings.add(booking(2), (), "guest", draws.__next__))
    assert isinstance(first, BookingRow)
    assert isinstance(second, BookingRow)
    assert (first.reference, second.reference) == ("AAAA", "CCCC")


def test_references_are_long_enough_not_to_be_guessed() -> None:
    drawn = {fresh_reference("SPA-") for _ in range(2000)}
    assert len(drawn) == 2000
    assert all(reference.startswith("SPA-") for reference in drawn)
    assert len(ALPHABET) ** (len(min(drawn)) - len("SPA-")) > 10**11


def test_a_moved_booking_is_the_same_booking_with_other_time(store: Store) -> None:
    made = store.run_sync(lambda unit: book(unit, booking(1)))
    moved = store.run_sync(lambda unit: unit.bookings.move(made.id, move(1.5), NOW))
    assert moved == replace(made, starts_at=NOW + 1.5 * HOUR, ends_at=NOW + 2.5 * HOUR)
    assert store.run_sync(busy) == [span(1.5, 2.5)]
    away = store.run_sync(lambda unit: unit.bookings.move(made.id, move(1.5, "tom"), NOW))
    assert isinstance(away, BookingRow)
    assert away.provider == "tom"
    assert store.run_sync(busy) == []


def test_a_booking_can_be_moved_to_another_service(store: Store) -> None:
    made = store.run_sync(lambda unit: book(unit, booking(1)))
    other = replace(move(1), service="peel")
    moved = store.run_sync(lambda unit: unit.bookings.move(made.id, other, NOW))
    assert isinstance(moved, BookingRow)
    assert (moved.service, moved.reference) == ("peel", made.reference)
    stayed = store.run_sync(lambda unit: unit.bookings.move(made.id, move(2), NOW))
    assert isinstance(stayed, BookingRow)
    assert stayed.service == "peel"


def test_contact_data_are_corrected_while_a_booking_stands(store: Store) -> None:
    made = store.run_sync(lambda unit: book(unit, replace(booking(1), name="Pat Lee", phone="+12125550101")))
    facts = Facts(email="pat@lee.example", phone="+16465550102")
    corrected = store.run_sync(lambda unit: unit.bookings.correct(made.id, facts, "guest", NOW))
    assert corrected == replace(made, phone="+16465550102", email="pat@lee.example")
    store.run_sync(lambda unit: unit.bookings.settle(made.id, Status.CANCELLED, "guest", NOW))
    assert store.run_sync(lambda unit: unit.bookings.correct(made.id, facts, "guest", NOW)) is Refused.GONE


def test_a_move_to_a_taken_time_changes_nothing(store: Store) -> None:
    made = store.run_sync(lambda unit: book(unit, booking(1)))
    store.run_sync(lambda unit: book(unit, booking(3)))
    assert store.run_sync(lambda unit: unit.bookings.move(made.id, move(2.5), NOW)) is Refused.TAKEN
    assert store.run_sync(lambda unit: unit.bookings.by_id(made.id)) == made
    assert store.run_sync(busy) == [span(1, 2), span(3, 4)]
    assert len(store.run_sync(lambda unit: unit.bookings.changes(made.id))) == 1


def test_a_cancelled_booking_frees_its_time_and_stays_cancelled(store: Store) -> None:
    made = store.run_sync(lambda unit: book(unit, booking(1), "emily", "room"))
    ended = store.run_sync(lambda unit: unit.bookings.settle(made.id, Status.CANCELLED, "guest", NOW))
    assert ended == replace(made, status=Status.CANCELLED)
    assert store.run_sync(busy) == []
    assert store.run_sync(lambda unit: unit.bookings.settle(made.id, Status.CANCELLED, "guest", NOW)) is Refused.GONE
    assert store.run_sync(lambda unit: unit.bookings.move(made.id, move(3), NOW)) is Refused.GONE
    assert store.run_sync(lambda unit: unit.bookings.settle(99, Status.CANCELLED, "guest", NOW)) is Refused.GONE


@pytest.mark.parametrize(
    ("path", "outcome"),
    [
        ([Status.APPROVED, Status.CANCELLED], "allowed"),
        ([Status.REJECTED], "allowed"),
        ([Status.EXPIRED], "allowed"),
        ([Status.CANCELLED], "allowed"),
        ([Status.REJECTED, Status.APPROVED], "refused"),
        ([Status.EXPIRED, Status.CANCELLED], "refused"),
        ([Status.APPROVED, Status.REJECTED], "refused"),
    ],
)
def test_a_ticket_goes_only_where_it_may(store: Store, path: list[Status], outcome: str) -> None:
    ticket = store.run_sync(lambda unit: book(unit, replace(booking(1), status=Status.PENDING)))
    settled = store.run_sync(lambda unit: [unit.bookings.settle(ticket.id, each, "sue", NOW) for each in path])
    assert (settled[-1] is not Refused.GONE) == (outcome == "allowed")
    kept = store.run_sync(lambda unit: unit.bookings.by_id(ticket.id))
    assert kept is not None
    assert store.run_sync(busy) == ([span(1, 2)] if kept.status.claims_time else [])


def test_every_change_is_on_record(store: Store) -> None:
    made = store.run_sync(lambda unit: book(unit, booking(1)))
    store.run_sync(lambda unit: unit.bookings.move(made.id, move(5), NOW + HOUR))
    store.run_sync(lambda unit: unit.bookings.settle(made.id, Status.CANCELLED, "sue", NOW + 2 * HOUR))
    changes = store.run_sync(lambda unit: unit.bookings.changes(made.id))
    assert [each.claims for each in changes] == [(block(1, 2),), (block(5, 6),), ()]
    assert [(each.at, each.by, each.status, each.starts_at) for each in changes] == [
        (NOW, "guest", Status.BOOKED, NOW + HOUR),
        (NOW + HOUR, "guest", Status.BOOKED, NOW + 5 * HOUR),
        (NOW + 2 * HOUR, "sue", Status.CANCELLED, NOW + 5 * HOUR),
    ]


def test_the_diary_has_what_claims_time_and_the_list_has_all(store: Store) -> None:
    first = store.run_sync(lambda unit: book(unit, booking(1), "emily", "room"))
    second = store.run_sync(lambda unit: book(unit, booking(2), "tom"))
    gone = store.run_sync(lambda unit: book(unit, booking(4)))
    store.run_sync(lambda unit: unit.bookings.settle(gone.id, Status.CANCELLED, "guest", NOW))
    assert store.run_sync(lambda unit: unit.bookings.diary(day("emily"))) == (first,)
    assert store.run_sync(lambda unit: unit.bookings.diary(day("emily", "tom", "room"))) == (first, second)
    listed = store.run_sync(lambda unit: unit.bookings.starting("spa", NOW + 2 * HOUR, NOW + 9 * HOUR))
    assert [each.id for each in listed] == [second.id, gone.id]
    assert store.run_sync(lambda unit: unit.bookings.count("spa")) == {Status.BOOKED: 2, Status.CANCELLED: 1}


def test_a_block_takes_what_is_free_and_names_the_bookings_in_it(store: Store) -> None:
    made = store.run_sync(lambda unit: book(unit, booking(1)))
    blocked = store.run_sync(lambda unit: unit.blocks.add("spa", block(0, 4), "sue", NOW))
    assert blocked.touches == (made,)
    assert store.run_sync(busy) == [span(0, 1), span(1, 2), span(2, 4)]
    (kept,) = store.run_sync(lambda unit: unit.blocks.after("spa", NOW))
    assert (kept.id, kept.resource, kept.starts_at, kept.ends_at, kept.by) == (
        blocked.id,
        "emily",
        NOW,
        NOW + 4 * HOUR,
        "sue",
    )
    assert store.run_sync(lambda unit: unit.blocks.remove(blocked.id, NOW))
    assert not store.run_sync(lambda unit: unit.blocks.remove(blocked.id, NOW))
    assert store.run_sync(busy) == [span(1, 2)]
    assert store.run_sync(lambda unit: unit.blocks.after("spa", NOW)) == ()
    (gone,) = store.run_sync(lambda unit: unit.blocks.ever("spa", NOW))
    assert (gone.id, gone.removed_at) == (blocked.id, NOW)


def block(start: float, end: float) -> Claim:
    return Claim("emily", NOW + start * HOUR, NOW + end * HOUR)


def test_time_that_is_given_back_under_a_block_stays_blocked(store: Store) -> None:
    made = store.run_sync(lambda unit: book(unit, booking(1)))
    holder = Holder("spa", "c2", 1)
    store.run_sync(lambda unit: unit.claims.hold(holder, [block(2, 3)], NOW + 9 * HOUR, NOW))
    store.run_sync(lambda unit: unit.blocks.add("spa", block(0, 4), "sue", NOW))
    store.run_sync(lambda unit: unit.bookings.settle(made.id, Status.CANCELLED, "guest", NOW))
    store.run_sync(lambda unit: unit.claims.release("c2", 1))
    assert store.run_sync(busy) == [span(0, 1), span(1, 2), span(2, 3), span(3, 4)]
    again = booking(1, conversation_id="c9")
    assert store.run_sync(lambda unit: unit.bookings.add(again, time_of(again), "guest")) is Refused.TAKEN


def test_time_of_a_hold_that_expires_under_a_block_is_not_to_be_had(store: Store) -> None:
    store.run_sync(lambda unit: unit.claims.hold(Holder("spa", "c2", 1), [block(1, 2)], NOW + HOUR, NOW))
    store.run_sync(lambda unit: unit.blocks.add("spa", block(0, 4), "sue", NOW))
    late = replace(booking(1, conversation_id="c9"), created_at=NOW + 2 * HOUR)
    assert store.run_sync(lambda unit: unit.bookings.add(late, time_of(late), "guest")) is Refused.TAKEN


def test_a_guest_with_a_hold_still_gets_it_after_a_block(store: Store) -> None:
    store.run_sync(lambda unit: unit.claims.hold(Holder("spa", "c1", 1), [block(1, 2)], NOW + HOUR, NOW))
    store.run_sync(lambda unit: unit.blocks.add("spa", block(0, 4), "sue", NOW))
    assert isinstance(store.run_sync(lambda unit: book(unit, booking(1))), BookingRow)


def test_blocks_may_lie_over_each_other(store: Store) -> None:
    one = store.run_sync(lambda unit: unit.blocks.add("spa", block(0, 2), "sue", NOW))
    two = store.run_sync(lambda unit: unit.blocks.add("spa", block(1, 3), "tom", NOW))
    store.run_sync(lambda unit: unit.blocks.remove(one.id, NOW))
    assert store.run_sync(busy) == [span(1, 2), span(2, 3)]
    store.run_sync(lambda unit: unit.blocks.remove(two.id, NOW))
    assert store.run_sync(busy) == []
