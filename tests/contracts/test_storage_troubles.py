"""What was not understood is listed until somebody has seen to it, and that can be taken back."""

from frontdesk.dialogue.conversation import Conversation
from frontdesk.storage import Store, Unit
from frontdesk.storage.rows import Facts, Message, Side, Turn
from tests.contracts.storage_examples import HOUR, NOW


def said(unit: Unit, name: str, text: str, trouble: str | None, business: str = "spa") -> None:
    guest = unit.guests.add(business, Facts("Pat"), NOW)
    unit.conversations.save(Conversation(name, business), NOW, guest.id)
    unit.messages.add(Message(name, 1, Side.GUEST, "web", text, NOW), Message(name, 1, Side.DESK, "web", "?", NOW))
    unit.messages.add_turn(Turn(name, 1, NOW, "{}", "[]", "{}", trouble))


def live(unit: Unit) -> None:
    said(unit, "a", "flurb", "asked_again:day")
    said(unit, "b", "do you sell kites?", "passed_on:question")
    said(unit, "c", "a person please", "passed_on:person")
    said(unit, "d", "book botox", None)
    said(unit, "e", "flurb", "gave_up", "hotel")


def listed(store: Store, business: str = "spa") -> list[tuple[str, str]]:
    found = store.run_sync(lambda unit: unit.troubles.unseen(business, NOW))
    return [(each.text, each.trouble) for each in found]


def test_only_what_was_not_understood_is_listed(store: Store) -> None:
    store.run_sync(live)
    assert sorted(listed(store)) == [("do you sell kites?", "passed_on:question"), ("flurb", "asked_again:day")]
    assert listed(store, "hotel") == [("flurb", "gave_up")]
    assert store.run_sync(lambda unit: unit.troubles.unseen("spa", NOW + HOUR)) == ()


def test_what_somebody_has_seen_to_leaves_and_can_come_back(store: Store) -> None:
    store.run_sync(live)
    found = store.run_sync(lambda unit: unit.troubles.unseen("spa", NOW))
    assert store.run_sync(lambda unit: unit.troubles.see(found, NOW + HOUR)) == 2
    assert store.run_sync(lambda unit: unit.troubles.see(found, NOW + 2 * HOUR)) == 0
    assert listed(store) == []
    assert store.run_sync(lambda unit: unit.troubles.unsee("hotel", NOW + HOUR)) == 0
    assert store.run_sync(lambda unit: unit.troubles.unsee("spa", NOW + HOUR)) == 2
    assert len(listed(store)) == 2


def test_what_a_forgotten_guest_said_is_not_listed(store: Store) -> None:
    store.run_sync(live)
    store.run_sync(lambda unit: [unit.forget(guest, NOW) for guest in range(1, 6)])
    assert listed(store) == []
