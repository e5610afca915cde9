"""Guests are who a channel says they are, learn bit by bit, and can be forgotten everywhere."""

import asyncio
from dataclasses import replace
from pathlib import Path

from sqlalchemy import create_engine, make_url, select

from frontdesk.dialogue.conversation import Filled, Source
from frontdesk.scheduling.booking import Status
from frontdesk.storage import Store, Unit, open_store
from frontdesk.storage.rows import Action, Address, Facts, Guest, Message, ShownOffer, Side, Turn
from frontdesk.storage.schema import metadata
from tests.contracts.storage_examples import (
    HOUR,
    NOW,
    booking,
    conversation,
    delivery,
    inbound,
    intent,
    request,
    time_of,
)

PHONE = Address("spa", "phone", "+12125550120")
PERSONAL = ("secretword", "Pat Lee", "+12125550120", "pat@example.com", "left side")


def test_a_guest_is_made_once_per_address(store: Store) -> None:
    first = store.run_sync(lambda unit: unit.guests.upsert(PHONE, Facts(name="Pat"), NOW))
    again = store.run_sync(lambda unit: unit.guests.upsert(PHONE, Facts(email="pat@example.com"), NOW + HOUR))
    assert again == replace(first, facts=Facts(name="Pat", email="pat@example.com"))
    assert store.run_sync(lambda unit: unit.guests.by_address(PHONE)) == again
    assert store.run_sync(lambda unit: unit.guests.by_id(first.id)) == again
    elsewhere = store.run_sync(lambda unit: unit.guests.upsert(replace(PHONE, business="hotel"), Facts(), NOW))
    assert elsewhere.id != first.id


def test_many_workers_make_one_guest_of_one_address(store: Store) -> None:
    async def all_at_once() -> list[Guest]:
        return await asyncio.gather(
            *(store.run(lambda unit: unit.guests.upsert(PHONE, Facts(), NOW)) for _ in range(32))
        )

    assert len({guest.id for guest in asyncio.run(all_at_once())}) == 1


def test_what_was_typed_finds_guests_and_proves_nothing(store: Store) -> None:
    facts = Facts(name="Pat", phone="+12125550120", email="pat@example.com")
    one = store.run_sync(lambda unit: unit.guests.add("spa", facts, NOW))
    two = store.run_sync(lambda unit: unit.guests.add("spa", facts, NOW))
    assert store.run_sync(lambda unit: unit.guests.by_phone("spa", "+12125550120")) == (two, one)
    assert store.run_sync(lambda unit: unit.guests.by_email("spa", "pat@example.com")) == (two, one)
    assert store.run_sync(lambda unit: unit.guests.by_phone("hotel", "+12125550120")) == ()
    assert store.run_sync(lambda unit: unit.guests.by_address(PHONE)) is None


def test_an_address_is_vouched_for_one_guest(store: Store) -> None:
    one = store.run_sync(lambda unit: unit.guests.add("spa", Facts(), NOW))
    two = store.run_sync(lambda unit: unit.guests.add("spa", Facts(), NOW))
    assert store.run_sync(lambda unit: unit.guests.vouch(one.id, PHONE))
    assert not store.run_sync(lambda unit: unit.guests.vouch(two.id, PHONE))
    assert store.run_sync(lambda unit: unit.guests.addresses(one.id)) == (PHONE,)
    assert store.run_sync(lambda unit: unit.guests.addresses(two.id)) == ()


def live(unit: Unit) -> int:
    """Leave traces of one guest in every table that has any, and return the guest's id."""
    guest = unit.guests.upsert(PHONE, Facts("Pat Lee", "+12125550120", "pat@example.com", "left side"), NOW)
    talk = replace(conversation(), memory={"name": Filled("Pat Lee", Source.GUEST, "secretword")})
    unit.conversations.save(talk, NOW, guest.id)
    accepted = unit.inbox.accept(inbound(text="secretword"))
    unit.inbox.answered(accepted.id, "c1", '"secretword"')
    unit.inbox.accept(inbound("m2", text="secretword"))  # never answered
    unit.messages.add(Message("c1", 1, Side.GUEST, "sms", "secretword", NOW))
    unit.messages.add_turn(Turn("c1", 1, NOW, '"secretword"', '"secretword"', '"secretword"'))
    unit.messages.add_offer(ShownOffer("c1", "search", '"secretword"', NOW, NOW))
    arguments = replace(intent(), arguments='{"name":"Pat Lee"}')
    unit.actions.record(Action(arguments, "booked", '"secretword"', NOW))
    asked = unit.requests.add(replace(request(guest_id=guest.id), reason="secretword", known='"secretword"'))
    unit.requests.answer(asked.id, "secretword", "sue", NOW)
    unit.bookings.add(replace(booking(guest_id=guest.id), details='"secretword"'), time_of(booking()), "guest")
    unit.outbox.put(delivery())
    return guest.id


def everything(url: str) -> str:
    engine = create_engine(url)
    with engine.connect() as connection:
        rows = [connection.execute(select(table)).all() for table in metadata.sorted_tables]
    engine.dispose()
    return repr(rows)


def test_a_forgotten_guest_is_nowhere_and_still_counts(database_url: str) -> None:
    with open_store(database_url) as store:
        guest = store.run_sync(live)
        store.run_sync(lambda unit: unit.guests.upsert(replace(PHONE, address="+19995550100"), Facts("Lou"), NOW))
        assert store.run_sync(lambda unit: unit.forget(guest, NOW + HOUR))
        assert not store.run_sync(lambda unit: unit.forget(guest, NOW + HOUR))
        assert not store.run_sync(lambda unit: unit.forget(999, NOW + HOUR))
        (kept,) = store.run_sync(lambda unit: unit.bookings.of_guest(guest))
        assert (kept.status, kept.starts_at, kept.name) == (Status.BOOKED, NOW + HOUR, None)
        assert store.run_sync(lambda unit: unit.guests.by_address(PHONE)) is None
        store.run_sync(lambda unit: unit.guests.learn(guest, Facts("Pat Lee")))
        forgotten = store.run_sync(lambda unit: unit.guests.by_id(guest))
        assert forgotten is not None
        assert (forgotten.facts, forgotten.forgotten_at) == (Facts(), NOW + HOUR)
    kept_text = everything(database_url)
    assert [word for word in PERSONAL if word in kept_text] == []
    assert "Lou" in kept_text


def test_a_turn_under_way_does_not_write_back_what_was_forgotten(store: Store) -> None:
    guest = store.run_sync(live)
    loaded = store.run_sync(lambda unit: unit.conversations.by_id("c1"))
    assert loaded is not None
    store.run_sync(lambda unit: unit.forget(guest, NOW))
    assert not store.run_sync(lambda unit: unit.conversations.save(loaded, NOW))


def test_nothing_of_a_forgotten_guest_is_left_in_the_file(sqlite_database: str) -> None:
    with open_store(sqlite_database) as store:
        guest = store.run_sync(live)
        file = Path(make_url(sqlite_database).database or "")
        parts = [file, file.with_name(file.name + "-wal")]
        assert any(b"secretword" in part.read_bytes() for part in parts)
        store.run_sync(lambda unit: unit.forget(guest, NOW))
        left = b"".join(part.read_bytes() for part in parts)
    assert [word for word in PERSONAL if word.encode() in left] == []
