"""Two guests who turn out to be one: all is the kept one's, and both are forgotten together."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import make_url

from frontdesk.dialogue.conversation import Conversation
from frontdesk.storage import Store, Unit, open_store
from frontdesk.storage.merging import NotMerged
from frontdesk.storage.rows import Facts, Guest, Message, Side
from tests.contracts.storage_examples import HOUR, NOW, booking, conversation, request, time_of
from tests.contracts.test_storage_guests import PERSONAL, PHONE, everything, live

OTHER = replace(PHONE, address="+19995550100")


def two(unit: Unit) -> tuple[int, int]:
    """Make two guests, each with something of every kind."""
    made = []
    for number, address in enumerate((PHONE, OTHER)):
        guest = unit.guests.upsert(address, Facts(("Pat", "Patricia Lee")[number], phone=address.address), NOW)
        unit.conversations.save(conversation(f"c{number}"), NOW + number * HOUR, guest.id)
        row = booking(1 + number, guest.id, f"c{number}")
        unit.bookings.add(row, time_of(row), "guest")
        unit.requests.add(request(f"c{number}", guest.id))
        made.append(guest.id)
    unit.guests.learn(made[1], Facts(email="pat@example.com", notes="left side"))
    return made[0], made[1]


def test_all_that_was_the_ones_is_the_others(store: Store) -> None:
    kept, merged = store.run_sync(two)
    assert store.run_sync(lambda unit: unit.merge(kept, merged)) is None
    history = store.run_sync(lambda unit: unit.guest_overview.history("spa", kept))
    assert history is not None
    assert [line.id for line in history.conversations] == ["c1", "c0"]
    assert (len(history.bookings), len(history.requests), history.merged) == (2, 2, (merged,))
    assert history.guest.facts == Facts("Pat", PHONE.address, "pat@example.com", "left side")
    addresses = store.run_sync(lambda unit: unit.guests.addresses(kept))
    assert {each.address for each in addresses} == {PHONE.address, OTHER.address}
    by_other = store.run_sync(lambda unit: unit.guests.by_address(OTHER))
    assert by_other is not None
    assert by_other.id == kept
    assert store.run_sync(lambda unit: unit.guest_overview.kept("spa", merged)) == kept
    assert [line.id for line in store.run_sync(lambda unit: unit.guest_overview.page("spa", NOW))] == [kept]


def test_a_turn_under_way_finds_the_kept_one_the_next_time(store: Store) -> None:
    kept, merged = store.run_sync(two)
    loaded = store.run_sync(lambda unit: unit.conversations.by_id("c1"))
    assert loaded is not None
    store.run_sync(lambda unit: unit.merge(kept, merged))
    store.run_sync(lambda unit: unit.conversations.save(loaded, NOW, merged))
    whose = store.run_sync(lambda unit: unit.conversations.with_guest("c1"))
    assert whose is not None
    assert whose.guest_id == kept


def test_what_cannot_be_one_is_refused_and_left_as_it_was(store: Store) -> None:
    kept, merged = store.run_sync(two)
    elsewhere = store.run_sync(lambda unit: unit.guests.add("hotel", Facts("Pat"), NOW)).id
    third = store.run_sync(lambda unit: unit.guests.add("spa", Facts("Pat"), NOW)).id
    gone = store.run_sync(lambda unit: unit.guests.add("spa", Facts("Pat"), NOW)).id
    store.run_sync(lambda unit: unit.forget(gone, NOW))
    assert store.run_sync(lambda unit: unit.merge(kept, merged)) is None
    for one, other, why in (
        (kept, kept, NotMerged.SAME),
        (kept, elsewhere, NotMerged.UNKNOWN),
        (kept, 999, NotMerged.UNKNOWN),
        (kept, gone, NotMerged.FORGOTTEN),
        (gone, kept, NotMerged.FORGOTTEN),
        (kept, merged, NotMerged.MERGED),
        (merged, third, NotMerged.MERGED),
    ):
        assert store.run_sync(partial(Unit.merge, kept=one, merged=other)) is why
    assert len(store.run_sync(lambda unit: unit.bookings.of_guest(kept))) == 2


def test_who_was_merged_follows_when_the_kept_one_is_merged(store: Store) -> None:
    kept, merged = store.run_sync(two)
    third = store.run_sync(lambda unit: unit.guests.add("spa", Facts("Pat"), NOW)).id
    store.run_sync(lambda unit: unit.merge(kept, merged))
    store.run_sync(lambda unit: unit.merge(third, kept))
    history = store.run_sync(lambda unit: unit.guest_overview.history("spa", third))
    assert history is not None
    assert (history.merged, len(history.bookings)) == ((kept, merged), 2)


def guest_of(guest: int, unit: Unit) -> Guest | None:
    return unit.guests.by_id(guest)


def merged_lives(unit: Unit) -> tuple[int, int]:
    """Leave traces of one guest everywhere, then let them turn out to be another, with something said since."""
    merged = live(unit)
    kept = unit.guests.upsert(OTHER, Facts("Lou"), NOW).id
    assert unit.merge(kept, merged) is None
    # What a turn wrote that was under way meanwhile.
    unit.guests.learn(merged, Facts("Pat Lee", notes="secretword"))
    unit.conversations.save(Conversation("late", "spa"), NOW, merged)
    unit.messages.add(Message("late", 1, Side.GUEST, "sms", "secretword", NOW))
    return kept, merged


@pytest.mark.parametrize("which", [0, 1], ids=["by the kept one", "by the merged one"])
def test_both_are_forgotten_together(database_url: str, which: int) -> None:
    with open_store(database_url) as store:
        both = store.run_sync(merged_lives)
        assert store.run_sync(lambda unit: unit.forget(both[which], NOW + HOUR))
        assert not store.run_sync(lambda unit: unit.forget(both[1 - which], NOW + HOUR))
        for guest in both:
            found = store.run_sync(partial(guest_of, guest))
            assert found is not None
            assert (found.facts, found.forgotten_at) == (Facts(), NOW + HOUR)
    kept_text = everything(database_url)
    assert [word for word in (*PERSONAL, "Lou", OTHER.address) if word in kept_text] == []


def test_no_byte_of_a_merged_guest_is_left_in_the_file(sqlite_database: str) -> None:
    file = Path(make_url(sqlite_database).database or "")
    parts = [file, file.with_name(file.name + "-wal")]
    with open_store(sqlite_database) as store:
        kept, _ = store.run_sync(merged_lives)
        assert any(b"secretword" in part.read_bytes() for part in parts)
        store.run_sync(lambda unit: unit.forget(kept, NOW))
        left = b"".join(part.read_bytes() for part in parts)
    assert [word for word in PERSONAL if word.encode() in left] == []
