"""Lists for the people behind the desk: pages, what narrows them, searches, and what needs somebody now."""

from dataclasses import replace
from datetime import timedelta

import pytest

from frontdesk.dialogue.conversation import Conversation, Idle, WithStaff
from frontdesk.scheduling.booking import Status
from frontdesk.storage import Store, Unit
from frontdesk.storage.guest_overview import PAGE, WhichGuests
from frontdesk.storage.overview_rows import ConversationLine, Only, WantedConversations
from frontdesk.storage.rows import Facts, Message, RequestKind, Side, StaffRequest, Turn
from tests.contracts.storage_examples import HOUR, NOW, booking, time_of

MINUTE = timedelta(minutes=1)


def talk(unit: Unit, name: str, minutes: int, *said: tuple[Side, str], guest: int | None = None) -> None:
    """Keep a conversation that last moved some minutes after `NOW`."""
    at = NOW + minutes * MINUTE
    unit.conversations.save(Conversation(name, "spa", position=Idle()), at, guest)
    for side, text in said:
        unit.messages.add(Message(name, 1, side, "sms" if name == "texted" else "web", text, at))


def held(unit: Unit, name: str, minutes: int, side: Side) -> None:
    at = NOW + minutes * MINUTE
    unit.conversations.save(Conversation(name, "spa", position=WithStaff("sue", Idle())), at)
    unit.messages.add(Message(name, 1, side, "web", "are you there?", at))


def asked(name: str, guest: int | None = None) -> StaffRequest:
    return StaffRequest("spa", name, guest, RequestKind.HANDOFF, "question", "{}", NOW)


def names(store: Store, wanted: WantedConversations, limit: int = 10) -> list[str]:
    return [line.id for line in store.run_sync(lambda unit: unit.overview.conversations(wanted, limit))]


def test_conversations_come_in_pages_the_latest_first(store: Store) -> None:
    def live(unit: Unit) -> None:
        for number in range(7):
            talk(unit, f"c{number}", number // 2)  # two each at the same moment

    store.run_sync(live)

    def in_pages(unit: Unit) -> list[str]:
        seen: list[ConversationLine] = []
        while page := unit.overview.conversations(WantedConversations("spa"), 2, seen[-1].place if seen else None):
            seen += page
        return [line.id for line in seen]

    assert store.run_sync(in_pages) == ["c6", "c5", "c4", "c3", "c2", "c1", "c0"]
    assert names(store, WantedConversations("hotel")) == []


def test_a_line_says_whose_it_is_what_was_said_last_and_what_came_of_it(store: Store) -> None:
    def live(unit: Unit) -> None:
        guest = unit.guests.add("spa", Facts("Pat Lee", "+12125550120"), NOW)
        talk(unit, "c1", 5, (Side.GUEST, "hello"), (Side.DESK, "hi there"), guest=guest.id)
        unit.requests.add(asked("c1", guest.id))
        unit.bookings.add(booking(), time_of(booking()), "guest")
        unit.messages.add_turn(Turn("c1", 1, NOW, "{}", "[]", "{}", "asked_again:day"))
        unit.messages.add_turn(Turn("c1", 2, NOW, "{}", "[]", "{}"))
        held(unit, "c2", 9, Side.GUEST)

    store.run_sync(live)
    second, first = store.run_sync(lambda unit: unit.overview.conversations(WantedConversations("spa"), 10))
    assert (first.facts.name, first.channel, first.position, first.held_by) == ("Pat Lee", "web", "idle", None)
    assert first.last is not None
    assert (first.last.side, first.last.text, first.last.at) == (Side.DESK, "hi there", NOW + 5 * MINUTE)
    assert (first.open_requests, first.bookings, first.troubles) == (1, 1, 1)
    assert (second.held_by, second.is_guests_move, first.is_guests_move) == ("sue", False, True)
    assert store.run_sync(lambda unit: unit.overview.conversation("spa", "c1")) == first
    assert store.run_sync(lambda unit: unit.overview.conversation("hotel", "c1")) is None


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (WantedConversations("spa", frozenset({Only.WITH_STAFF})), ["held"]),
        (WantedConversations("spa", frozenset({Only.WAITING})), ["waiting"]),
        (WantedConversations("spa", frozenset({Only.BOOKED})), ["c1"]),
        (WantedConversations("spa", frozenset({Only.NOT_UNDERSTOOD})), ["puzzling"]),
        (WantedConversations("spa", frozenset({Only.NOT_UNDERSTOOD, Only.BOOKED})), []),
        (WantedConversations("spa", channel="sms"), ["texted"]),
        (WantedConversations("spa", since=NOW + 6 * MINUTE), ["texted"]),
        (WantedConversations("spa", until=NOW + 2 * MINUTE), ["c1"]),
        (WantedConversations("spa", since=NOW + 2 * MINUTE, until=NOW + 4 * MINUTE), ["waiting", "held"]),
    ],
)
def test_a_list_is_narrowed(store: Store, wanted: WantedConversations, expected: list[str]) -> None:
    def live(unit: Unit) -> None:
        talk(unit, "c1", 1)
        unit.bookings.add(booking(), time_of(booking()), "guest")
        held(unit, "held", 2, Side.STAFF)
        talk(unit, "waiting", 3)
        unit.requests.add(asked("waiting"))
        talk(unit, "answered", 4)
        unit.requests.close(unit.requests.add(asked("answered")).id, "sue", NOW)
        talk(unit, "puzzling", 5)
        unit.messages.add_turn(Turn("puzzling", 1, NOW, "{}", "[]", "{}", "gave_up"))
        talk(unit, "texted", 6, (Side.GUEST, "hi"))

    store.run_sync(live)
    assert names(store, wanted) == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("PARKING", ["said"]),
        ("pat l", ["named"]),
        ("(212) 555-0120", ["named"]),
        ("100%", ["wild"]),
        ("a_b", []),
        ("%", ["wild"]),
        ("it's", []),
        ("/", []),
    ],
)
def test_a_search_looks_for_just_what_was_typed(store: Store, typed: str, expected: list[str]) -> None:
    def live(unit: Unit) -> None:
        guest = unit.guests.add("spa", Facts("Pat Lee", "+12125550120"), NOW)
        talk(unit, "named", 1, (Side.GUEST, "axb"), guest=guest.id)
        talk(unit, "said", 2, (Side.GUEST, "is there Parking nearby?"))
        talk(unit, "wild", 3, (Side.GUEST, "are you 100% sure?"))

    store.run_sync(live)
    assert names(store, WantedConversations("spa", search=typed)) == expected
    assert names(store, WantedConversations("hotel", search=typed)) == []


def test_a_conversation_is_found_by_the_reference_of_what_it_booked(store: Store) -> None:
    def live(unit: Unit) -> str:
        talk(unit, "c1", 1)
        stored = unit.bookings.add(booking(), time_of(booking()), "guest")
        return getattr(stored, "reference", "")

    reference = store.run_sync(live)
    assert names(store, WantedConversations("spa", search=reference[:5].lower())) == ["c1"]
    found = store.run_sync(lambda unit: unit.guest_overview.find("spa", reference.lower(), NOW))
    assert [row.reference for row in found.bookings] == [reference]
    assert [line.id for line in found.conversations] == ["c1"]
    assert store.run_sync(lambda unit: unit.guest_overview.find("hotel", reference, NOW)).bookings == ()
    assert store.run_sync(lambda unit: unit.guest_overview.find("spa", " ", NOW)).bookings == ()


def test_what_needs_a_person_is_what_waits_for_one(store: Store) -> None:
    def live(unit: Unit) -> None:
        held(unit, "later", 9, Side.GUEST)
        held(unit, "sooner", 3, Side.GUEST)
        held(unit, "answered", 4, Side.STAFF)
        talk(unit, "with the desk", 5, (Side.GUEST, "hi"))
        unit.requests.add(asked("with the desk"))
        unit.requests.close(unit.requests.add(asked("sooner")).id, "sue", NOW)

    store.run_sync(live)
    needs = store.run_sync(lambda unit: unit.overview.needs("spa"))
    assert [line.id for line in needs.conversations] == ["sooner", "later"]
    assert [request.conversation_id for request in needs.requests] == ["with the desk"]
    assert store.run_sync(lambda unit: unit.overview.count_open_requests("spa")) == 1
    assert store.run_sync(lambda unit: unit.overview.count_open_requests("hotel")) == 0
    assert store.run_sync(lambda unit: unit.overview.channels("spa")) == ("web",)


def test_guests_come_in_pages_the_newest_first(store: Store) -> None:
    def live(unit: Unit) -> None:
        for number in range(PAGE + 3):
            unit.guests.add("spa", Facts(f"Guest {number}"), NOW)
        unit.guests.add("spa", Facts(), NOW)  # who said nothing of themselves
        unit.guests.add("hotel", Facts("Elsewhere"), NOW)

    store.run_sync(live)
    first = store.run_sync(lambda unit: unit.guest_overview.page("spa", NOW))
    rest = store.run_sync(lambda unit: unit.guest_overview.page("spa", NOW, before=first[-1].id))
    assert [line.facts.name for line in (*first, *rest)] == [f"Guest {n}" for n in reversed(range(PAGE + 3))]
    everybody = store.run_sync(lambda unit: unit.guest_overview.page("spa", NOW, WhichGuests.ALL))
    assert everybody[0].facts == Facts()


def test_a_guest_is_found_by_name_phone_and_e_mail(store: Store) -> None:
    def live(unit: Unit) -> tuple[int, int]:
        one = unit.guests.add("spa", Facts("Pat Lee", "+12125550120", "pat@example.com"), NOW)
        two = unit.guests.add("spa", Facts("Lou Pattern"), NOW)
        return one.id, two.id

    one, two = store.run_sync(live)

    def found(typed: str) -> list[int]:
        return [line.id for line in store.run_sync(lambda unit: unit.guest_overview.page("spa", NOW, search=typed))]

    assert found("pat") == [two, one]
    assert found("212 555") == found("PAT@") == [one]
    assert found("nobody") == []


def test_a_guest_has_a_history(store: Store) -> None:
    def live(unit: Unit) -> int:
        guest = unit.guests.add("spa", Facts("Pat Lee"), NOW)
        talk(unit, "c1", 1, (Side.GUEST, "hi"), guest=guest.id)
        talk(unit, "other", 2)
        unit.requests.add(asked("c1", guest.id))
        for hours in (1, 5):
            row = booking(hours, guest_id=guest.id)
            unit.bookings.add(row, time_of(row), "guest")
        cancelled = unit.bookings.add(replace(booking(9), guest_id=guest.id), (), "guest")
        unit.bookings.settle(getattr(cancelled, "id", 0), Status.CANCELLED, "guest", NOW)
        return guest.id

    guest = store.run_sync(live)
    history = store.run_sync(lambda unit: unit.guest_overview.history("spa", guest))
    assert history is not None
    assert [line.id for line in history.conversations] == ["c1"]
    assert (len(history.bookings), len(history.requests), history.merged) == (3, 1, ())
    assert store.run_sync(lambda unit: unit.guest_overview.history("hotel", guest)) is None
    line = store.run_sync(lambda unit: unit.guest_overview.line("spa", guest, NOW + 2 * HOUR))
    assert line is not None
    assert (line.bookings, line.next_at, line.last_at) == (2, NOW + 5 * HOUR, NOW + MINUTE)
    coming = store.run_sync(lambda unit: unit.guest_overview.page("spa", NOW + 6 * HOUR, WhichGuests.COMING))
    assert coming == ()
