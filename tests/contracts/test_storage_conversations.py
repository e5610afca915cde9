"""What is received and said is kept once, in order, and a conversation only over the version it was loaded from."""

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from frontdesk.dialogue.conversation import Conversation, Idle, Position, WithStaff
from frontdesk.storage import Store
from frontdesk.storage.rows import Action, FlowVersion, Fresh, Message, Repeat, ShownOffer, Side, Turn
from tests.contracts.storage_examples import HOUR, NOW, conversation, delivery, inbound, intent, request


def test_a_repeated_message_is_told_apart_and_gets_the_same_answer(store: Store) -> None:
    first = store.run_sync(lambda unit: unit.inbox.accept(inbound()))
    assert isinstance(first, Fresh)
    assert store.run_sync(lambda unit: unit.inbox.accept(inbound())) == Repeat(first.id, None)
    store.run_sync(lambda unit: unit.inbox.answered(first.id, "c1", '{"reply":"Which day?"}'))
    again = store.run_sync(lambda unit: unit.inbox.accept(inbound(text="another text")))
    assert again == Repeat(first.id, '{"reply":"Which day?"}')


def test_the_same_provider_id_elsewhere_is_another_message(store: Store) -> None:
    message = inbound()
    others = [replace(message, business="hotel"), replace(message, channel="email"), replace(message, provider_id="m2")]
    accepted = store.run_sync(lambda unit: [unit.inbox.accept(each) for each in [message, *others]])
    assert all(isinstance(each, Fresh) for each in accepted)
    assert len({each.id for each in accepted}) == 4


def test_a_conversation_comes_back_with_the_next_version(store: Store) -> None:
    before = conversation()
    assert store.run_sync(lambda unit: unit.conversations.save(before, NOW))
    assert store.run_sync(lambda unit: unit.conversations.by_id("c1")) == replace(before, version=1)
    assert store.run_sync(lambda unit: unit.conversations.by_id("c2")) is None


def test_a_stale_conversation_is_not_saved(store: Store) -> None:
    store.run_sync(lambda unit: unit.conversations.save(conversation(), NOW))
    one = store.run_sync(lambda unit: unit.conversations.by_id("c1"))
    assert one is not None
    assert store.run_sync(lambda unit: unit.conversations.save(replace(one, runs=5), NOW))
    assert not store.run_sync(lambda unit: unit.conversations.save(replace(one, runs=9), NOW))
    assert not store.run_sync(lambda unit: unit.conversations.save(conversation(), NOW))
    kept = store.run_sync(lambda unit: unit.conversations.by_id("c1"))
    assert kept == replace(one, runs=5, version=2)


def test_the_latest_conversation_of_a_guest_is_found(store: Store) -> None:
    saves = [("c1", 7, NOW + HOUR), ("c2", 7, NOW), ("c3", 8, NOW + 2 * HOUR)]
    store.run_sync(lambda unit: [unit.conversations.save(conversation(name), at, guest) for name, guest, at in saves])
    latest = store.run_sync(lambda unit: unit.conversations.latest("spa", 7))
    assert latest is not None
    assert latest.id == "c1"
    assert store.run_sync(lambda unit: unit.conversations.latest("hotel", 7)) is None


def test_a_guest_once_known_stays_known(store: Store) -> None:
    store.run_sync(lambda unit: unit.conversations.save(conversation(), NOW))
    found = store.run_sync(lambda unit: unit.conversations.with_guest("c1"))
    assert found is not None
    assert found.guest_id is None
    store.run_sync(lambda unit: unit.conversations.save(replace(conversation(), version=1), NOW, guest_id=7))
    store.run_sync(lambda unit: unit.conversations.save(replace(conversation(), version=2), NOW))
    found = store.run_sync(lambda unit: unit.conversations.with_guest("c1"))
    assert found is not None
    assert (found.conversation.id, found.guest_id) == ("c1", 7)


def test_conversations_are_counted_by_the_version_of_their_flow(store: Store) -> None:
    talks = [conversation(name, fingerprint) for name, fingerprint in [("c1", "old"), ("c2", "new"), ("c3", "new")]]
    store.run_sync(lambda unit: [unit.conversations.save(talk, NOW) for talk in talks])
    store.run_sync(lambda unit: unit.conversations.save(Conversation("c4", "spa"), NOW))

    def under_way(after: str = "", limit: int = 9) -> list[tuple[str, str | None, datetime]]:
        found = store.run_sync(lambda unit: unit.conversations.under_way("spa", after, limit))
        return [(talk.id, talk.run.fingerprint if talk.run else None, at) for talk, at in found]

    assert under_way() == [("c1", "old", NOW), ("c2", "new", NOW), ("c3", "new", NOW)]
    assert under_way("c1", 1) == [("c2", "new", NOW)]
    ended = Conversation("c1", "spa", version=1)
    store.run_sync(lambda unit: unit.conversations.save(ended, NOW))
    assert under_way() == [("c2", "new", NOW), ("c3", "new", NOW)]


def test_conversations_are_listed_by_page_and_position(store: Store) -> None:
    positions: list[Position] = [Idle(), WithStaff("sue", Idle()), conversation().position]
    talks = [replace(conversation(f"c{number}"), position=each) for number, each in enumerate(positions, 1)]
    store.run_sync(lambda unit: [unit.conversations.save(talk, NOW + HOUR * int(talk.id[1:])) for talk in talks])
    page = store.run_sync(lambda unit: unit.conversations.recent("spa", NOW + 9 * HOUR, 2))
    assert [(each.id, each.position) for each in page] == [("c3", "collecting"), ("c2", "with_staff")]
    rest = store.run_sync(lambda unit: unit.conversations.recent("spa", page[-1].updated_at, 2))
    assert [(each.id, each.position, each.flow) for each in rest] == [("c1", "idle", "book")]


def test_an_exchange_is_what_the_guest_said_and_then_what_the_desk_did(store: Store) -> None:
    heard = Message("c1", 2, Side.GUEST, "web", "hi", NOW)
    store.run_sync(lambda unit: unit.messages.add_exchange(heard, "Hello."))
    reply = replace(heard, side=Side.DESK, text="Hello.")
    assert store.run_sync(lambda unit: unit.messages.of("c1")) == (heard, reply)


def test_messages_turns_and_offers_come_back_in_order(store: Store) -> None:
    said = [Message("c1", 1, Side.GUEST, "sms", "héllo 😀", NOW), Message("c1", 1, Side.DESK, "sms", "Hi!", NOW)]
    later = Message("c1", 2, Side.STAFF, "sms", "Sue here", NOW + HOUR)
    turns = [Turn("c1", number, NOW, '{"text":"x"}', "[]", "{}") for number in (1, 2)]
    offer = ShownOffer("c1", "search", "[1]", NOW, NOW + HOUR)
    store.run_sync(lambda unit: unit.messages.add(*said))
    store.run_sync(lambda unit: unit.messages.add(later))
    store.run_sync(lambda unit: unit.messages.add_turn(turns[1]))
    store.run_sync(lambda unit: unit.messages.add_turn(turns[0]))
    store.run_sync(lambda unit: unit.messages.add_offer(offer))
    assert store.run_sync(lambda unit: unit.messages.of("c1")) == (*said, later)
    assert store.run_sync(lambda unit: unit.messages.turns("c1")) == tuple(turns)
    assert store.run_sync(lambda unit: unit.messages.offers("c1")) == (offer,)
    assert store.run_sync(lambda unit: unit.messages.of("c2")) == ()


def test_any_zone_is_kept_as_the_same_moment_to_the_microsecond(store: Store) -> None:
    at = datetime(2026, 11, 1, 1, 30, 0, 123457, tzinfo=ZoneInfo("America/New_York"), fold=1)
    store.run_sync(lambda unit: unit.messages.add(Message("c1", 1, Side.GUEST, "sms", "", at)))
    (kept,) = store.run_sync(lambda unit: unit.messages.of("c1"))
    assert kept.at == datetime(2026, 11, 1, 6, 30, 0, 123457, tzinfo=UTC)
    assert kept.at.tzinfo is UTC


def test_a_moment_without_a_zone_is_refused(store: Store) -> None:
    naive = datetime(2026, 1, 1)  # noqa: DTZ001 - this is what is refused
    with pytest.raises(ValueError, match="zone"):
        store.run_sync(lambda unit: unit.messages.add(Message("c1", 1, Side.GUEST, "sms", "", naive)))


def test_an_action_is_intended_once_and_ends_once(store: Store) -> None:
    assert store.run_sync(lambda unit: unit.actions.intend(intent())) is None
    again = store.run_sync(lambda unit: unit.actions.intend(intent()))
    assert again == Action(intent(), None, None, None)
    assert store.run_sync(lambda unit: unit.actions.done("c1/book/1", "booked", '{"id":1}', NOW + HOUR))
    assert not store.run_sync(lambda unit: unit.actions.done("c1/book/1", "taken", "{}", NOW + 2 * HOUR))
    ended = Action(intent(), "booked", '{"id":1}', NOW + HOUR)
    assert store.run_sync(lambda unit: unit.actions.intend(intent())) == ended
    assert store.run_sync(lambda unit: unit.actions.by_key("c1/book/1")) == ended
    assert not store.run_sync(lambda unit: unit.actions.done("never", "booked", "{}", NOW))


def test_an_inside_action_is_recorded_with_its_outcome_once(store: Store) -> None:
    first = Action(intent(), "booked", "{}", NOW)
    store.run_sync(lambda unit: unit.actions.record(first))
    store.run_sync(lambda unit: unit.actions.record(replace(first, outcome="taken")))
    assert store.run_sync(lambda unit: unit.actions.of("c1")) == (first,)


def test_actions_without_an_end_are_found_after_a_crash(store: Store) -> None:
    intents = [replace(intent(f"k{number}"), at=NOW + number * HOUR) for number in range(3)]
    store.run_sync(lambda unit: [unit.actions.intend(each) for each in intents])
    store.run_sync(lambda unit: unit.actions.done("k0", "booked", "{}", NOW))
    open_ones = store.run_sync(lambda unit: unit.actions.unfinished(NOW + 2 * HOUR, 10))
    assert [each.intent.key for each in open_ones] == ["k1"]


def test_a_request_is_answered_once_unless_somebody_means_it(store: Store) -> None:
    made = store.run_sync(lambda unit: unit.requests.add(request()))
    assert store.run_sync(lambda unit: unit.requests.answer(made.id, "Called back.", "sue", NOW + HOUR))
    assert not store.run_sync(lambda unit: unit.requests.answer(made.id, "Me too.", "tom", NOW + HOUR))
    store.run_sync(lambda unit: unit.requests.close(made.id, "sue", NOW + HOUR))
    assert store.run_sync(lambda unit: unit.requests.answer_again(made.id, "Me too.", "tom", NOW + HOUR))
    (again,) = store.run_sync(lambda unit: unit.requests.open("spa"))
    assert (again.answer, again.answered_by, again.closed_by) == ("Me too.", "tom", None)
    assert not store.run_sync(lambda unit: unit.requests.answer_again(99, "Hello?", "tom", NOW + HOUR))


def test_requests_are_answered_and_closed_by_somebody(store: Store) -> None:
    made = store.run_sync(lambda unit: unit.requests.add(request()))
    assert store.run_sync(lambda unit: unit.requests.open("spa")) == (made,)
    assert store.run_sync(lambda unit: unit.requests.answer(made.id, "Called back.", "sue", NOW + HOUR))
    assert store.run_sync(lambda unit: unit.requests.close(made.id, "sue", NOW + 2 * HOUR))
    assert not store.run_sync(lambda unit: unit.requests.close(made.id, "tom", NOW + 3 * HOUR))
    assert not store.run_sync(lambda unit: unit.requests.answer(made.id, "Too late.", "tom", NOW + 3 * HOUR))
    ended = store.run_sync(lambda unit: unit.requests.by_id(made.id))
    assert ended is not None
    assert (ended.answer, ended.answered_by, ended.closed_by) == ("Called back.", "sue", "sue")
    assert store.run_sync(lambda unit: unit.requests.open("spa")) == ()
    assert store.run_sync(lambda unit: unit.requests.all("spa", NOW + HOUR, 5)) == (ended,)
    assert store.run_sync(lambda unit: unit.requests.of("c1")) == (ended,)
    assert store.run_sync(lambda unit: unit.requests.open("hotel")) == ()


def test_the_outbox_gives_one_thing_of_a_kind_for_one_business(store: Store) -> None:
    talks = [replace(conversation(name), business=business) for name, business in (("c1", "spa"), ("c2", "hotel"))]
    rows = [replace(delivery(f"d{talk.id}"), conversation_id=talk.id, kind="call") for talk in talks]
    store.run_sync(lambda unit: [unit.conversations.save(talk, NOW) for talk in talks])
    store.run_sync(lambda unit: [unit.outbox.put(row) for row in (*rows, delivery("another kind"))])

    def taken(business: str) -> str | None:
        found = store.run_sync(lambda unit: unit.outbox.take_one("call", business, NOW, HOUR))
        return found.key if found else None

    assert [taken("spa"), taken("spa"), taken("hotel"), taken("inn")] == ["dc1", None, "dc2", None]


def test_the_outbox_gives_each_thing_to_one_taker_until_its_lease_ends(store: Store) -> None:
    assert store.run_sync(lambda unit: unit.outbox.put(delivery("d1")))
    assert not store.run_sync(lambda unit: unit.outbox.put(delivery("d1")))
    store.run_sync(lambda unit: unit.outbox.put(delivery("d2", hours=5)))
    (taken,) = store.run_sync(lambda unit: unit.outbox.take_due(NOW, 10, HOUR))
    assert (taken.key, taken.attempts, taken.payload) == ("d1", 1, delivery().payload)
    assert store.run_sync(lambda unit: unit.outbox.take_due(NOW, 10, HOUR)) == ()
    (again,) = store.run_sync(lambda unit: unit.outbox.take_due(NOW + HOUR, 10, HOUR))
    assert (again.id, again.attempts) == (taken.id, 2)
    assert store.run_sync(lambda unit: unit.outbox.failed(taken.id, NOW + 3 * HOUR))
    assert store.run_sync(lambda unit: unit.outbox.next_due()) == NOW + 3 * HOUR
    assert store.run_sync(lambda unit: unit.outbox.delivered(taken.id, NOW + 2 * HOUR))
    assert not store.run_sync(lambda unit: unit.outbox.delivered(taken.id, NOW + 2 * HOUR))
    assert not store.run_sync(lambda unit: unit.outbox.failed(taken.id, NOW + 9 * HOUR))
    assert store.run_sync(lambda unit: unit.outbox.waiting()) == 1
    assert [each.key for each in store.run_sync(lambda unit: unit.outbox.take_due(NOW + 9 * HOUR, 9, HOUR))] == ["d2"]


def test_the_outbox_gives_no_more_than_asked_and_the_longest_due_first(store: Store) -> None:
    store.run_sync(lambda unit: [unit.outbox.put(delivery(f"d{hours}", hours)) for hours in (3, 1, 2)])
    taken = store.run_sync(lambda unit: unit.outbox.take_due(NOW + 9 * HOUR, 2, HOUR))
    assert {each.key for each in taken} == {"d1", "d2"}


def test_a_version_of_a_flow_is_kept_once_and_found(store: Store) -> None:
    version = FlowVersion("spa", "f1", "book", "steps: []")
    store.run_sync(lambda unit: unit.flows.keep(version, NOW))
    store.run_sync(lambda unit: unit.flows.keep(replace(version, source="other"), NOW))
    assert store.run_sync(lambda unit: unit.flows.find("spa", "f1")) == version
    assert store.run_sync(lambda unit: unit.flows.find("hotel", "f1")) is None
