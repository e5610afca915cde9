"""Nobody gets another guest's answer: who sent a message, and what it is called, never run into each other."""

import asyncio
from dataclasses import dataclass
from itertools import product
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from frontdesk.desk.desk import Desk
from frontdesk.desk.scene import Arrival, storable_id
from frontdesk.storage.store import Store
from frontdesk.storage.unit import Unit
from tests.faults.desks import NOW, WANTED, booked, desk_on, med_spa, outcomes, talk

GUEST = "+12125550142"
PIECES = (*"ab /:|\t\n\0\ud800\ufffd", "  ", "phone", "conversation", GUEST)

names = st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join)
long_names = st.tuples(names, st.sampled_from([1, 300])).map(lambda pair: pair[0] * pair[1])


@dataclass(frozen=True)
class Sent:
    """Who says that they sent a message, and what it is called."""

    phone: str | None
    conversation: str
    provider_id: str

    @property
    def identity(self) -> tuple[str | None, str | None, str]:
        """Whom the message counts for: the phone that the channel vouches for, else the conversation."""
        return (self.phone, None if self.phone is not None else self.conversation, self.provider_id)


senders = st.builds(Sent, st.none() | names, long_names, long_names)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sent=st.lists(senders, min_size=2, max_size=6, unique_by=lambda each: each.identity))
def test_no_two_that_differ_ever_meet(database_url: str, sent: list[Sent]) -> None:
    channel = uuid4().hex  # nothing of the other examples counts in this one

    def arrival(each: Sent) -> Arrival:
        return Arrival("", channel, each.provider_id, NOW, each.phone, each.conversation)

    async def receive_all() -> None:
        async with desk_on(database_url) as desk:
            told = [await desk.receive(arrival(each)) for each in sent]
            assert desk.log.counters["message_repeated"] == 0
            again = [await desk.receive(arrival(each)) for each in sent]
            assert desk.log.counters["turn_broke"] == 0
            guests: set[object] = set()
            for each, first, second in zip(sent, told, again, strict=True):
                # Who named a conversation that is not theirs is nobody, and somebody else each time; it may be the
                # conversation of another example.
                is_theirs = each.phone is not None or first["conversation"] == storable_id(each.conversation)
                assert (first == second) is is_theirs, each
                guests.add((each.phone, each.phone or each.conversation) if is_theirs else each)
            assert len({answer["conversation"] for answer in told}) == len(guests)

    asyncio.run(receive_all())


def test_ids_that_differ_in_a_space_at_the_end_are_two(database_url: str) -> None:
    async def both() -> None:
        async with desk_on(database_url) as desk:
            one = await desk.say("hello", conversation="c1", message_id="m1")
            two = await desk.say("book botox", conversation="c1", message_id="m1 ")
            assert (one["turn"], two["turn"]) == (1, 2)

    asyncio.run(both())


async def with_a_vouched_booking(url: str) -> tuple[Desk, dict[str, object]]:
    store = await Store.open(url)
    desk = Desk(med_spa(), store, lambda: NOW)
    answer: dict[str, object] = {}
    for number, line in enumerate((WANTED, "yes")):
        answer = await desk.say(line, guest=GUEST, conversation="vouched", channel="sms", message_id=f"m{number}")
    assert outcomes(answer) == [("book_appointment", "booked")]
    return desk, answer


CLAIMED = [
    *(
        (conversation, message)
        for conversation, message in product((GUEST, f"phone {GUEST}", "phone"), ("m1", f"{GUEST} m1"))
    ),
    (None, f"{GUEST} m1"),
    (None, "m1"),
    ("", f"{GUEST} m1"),
]


@pytest.mark.parametrize(("conversation", "message"), CLAIMED)
def test_a_stranger_with_a_made_up_name_or_id_gets_nothing(
    database_url: str, conversation: str | None, message: str
) -> None:
    async def pretend() -> None:
        desk, answer = await with_a_vouched_booking(database_url)
        told = await desk.say("yes", conversation=conversation, channel="sms", message_id=message)
        assert told["bookings"] == []
        assert told["conversation"] != answer["conversation"]
        assert desk.log.counters["message_repeated"] == 0
        desk.store.close()

    asyncio.run(pretend())


def test_a_vouched_guests_conversation_is_not_continued_by_somebody_who_knows_its_name(database_url: str) -> None:
    async def pretend() -> None:
        desk, answer = await with_a_vouched_booking(database_url)
        name = str(answer["conversation"])
        for line in ("when is my appointment", "cancel my appointment", "yes", "yes"):
            told = await desk.say(line, conversation=name, channel="web")
            assert told["conversation"] != name
            assert told["bookings"] == []
            assert "November 19" not in str(told["reply"])
        assert len(await booked(desk)) == 1
        holder = Arrival("when is my appointment", "web", "w1", NOW, conversation=name, holds_token=True)
        seen = await desk.receive(holder)
        assert seen["conversation"] == name
        desk.store.close()

    asyncio.run(pretend())


def test_a_stranger_does_not_get_the_answer_to_a_message_that_the_holder_of_the_token_sent(database_url: str) -> None:
    async def pretend() -> None:
        desk, answer = await with_a_vouched_booking(database_url)
        name = str(answer["conversation"])
        sent = Arrival("when is my appointment", "web", "w1", NOW, conversation=name, holds_token=True)
        holder = await desk.receive(sent)
        stranger = await desk.say("when is my appointment", conversation=name, channel="web", message_id="w1")
        assert stranger["conversation"] != name
        assert stranger["bookings"] == []
        assert "November 19" not in str(stranger["reply"])
        assert await desk.receive(sent) == holder
        desk.store.close()

    asyncio.run(pretend())


def test_a_stranger_who_names_a_conversation_that_cannot_be_read_gets_nothing_of_it(database_url: str) -> None:
    async def pretend() -> None:
        desk, answer = await with_a_vouched_booking(database_url)
        await desk.store.run(lambda unit: unit.sql.cursor.execute("UPDATE conversations SET body = 'Ann Miller'"))
        stranger = await desk.say("hello", conversation=str(answer["conversation"]), channel="web")
        assert stranger["conversation"] != answer["conversation"]
        assert stranger["reply"]
        desk.store.close()

    asyncio.run(pretend())


def merge_and_save_as_before(unit: Unit) -> None:
    """Make the guest of a chat and a vouched one the same; the chat is saved by a turn that was under way meanwhile."""
    (vouched,) = unit.guests.by_phone(med_spa().business.id, GUEST)
    chat = unit.conversations.with_guest("c1")
    assert chat is not None
    assert chat.guest_id is not None
    assert unit.merge(vouched.id, chat.guest_id) is None
    assert unit.conversations.save(chat.conversation, NOW, chat.guest_id)


def test_a_conversation_kept_for_a_guest_who_turned_out_to_be_vouched_for_is_no_strangers(database_url: str) -> None:
    async def pretend() -> None:
        async with desk_on(database_url) as desk:
            await desk.say("hello", conversation="c1")
            await desk.say("hello", guest=GUEST, channel="sms")
            await desk.store.run(merge_and_save_as_before)
            assert (await desk.say("hello", conversation="c1"))["conversation"] != "c1"

    asyncio.run(pretend())


def test_who_is_nobody_is_somebody_else_each_time(database_url: str) -> None:
    async def come() -> None:
        async with desk_on(database_url) as desk:
            told = [await desk.say(WANTED, message_id="1") for _ in range(2)]
            assert told[0]["conversation"] != told[1]["conversation"]
            assert await talk(desk, str(told[0]["conversation"]), "yes")

    asyncio.run(come())
