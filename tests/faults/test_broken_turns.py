"""A turn that breaks is apologised for and left to staff; the conversation stands where it was and goes on."""

import asyncio
import json
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from frontdesk.desk.actions import ACTIONS
from frontdesk.desk.actions.calls import Call, Ended
from frontdesk.desk.house import House
from frontdesk.storage.rows import RequestKind, Side, StaffRequest
from frontdesk.storage.schema import bookings, claims, inbox, messages, requests, turns
from tests.faults.desks import WANTED, Answer, booked, desk_on, med_spa, outcomes, row_counts, said, talk

AT_ONCE = 40


def raises(call: Call) -> Ended:
    raise ValueError(f"cannot book for {call.text('name')}")


def books_and_raises(call: Call) -> Ended:
    ACTIONS["book_appointment"].run(call)
    raise ZeroDivisionError


def asks_the_database_nonsense(call: Call) -> Ended:
    call.unit.sql.cursor.execute("SELECT nothing FROM nowhere")
    return Ended("booked")


def house_whose_booking(breaks: Callable[[Call], Ended]) -> House:
    """Return the med spa with one action that breaks."""
    broken = replace(ACTIONS["book_appointment"], run=breaks)
    return replace(med_spa(), actions={**ACTIONS, "book_appointment": broken})


def house_without_booking() -> House:
    """Return the med spa with a flow that calls an action which is not there."""
    return replace(med_spa(), actions={name: each for name, each in ACTIONS.items() if name != "book_appointment"})


HOUSES: dict[str, Callable[[], House]] = {
    "the action raises": lambda: house_whose_booking(raises),
    "the action raises after it booked": lambda: house_whose_booking(books_and_raises),
    "the database refuses a statement": lambda: house_whose_booking(asks_the_database_nonsense),
}


async def break_and_mend(url: str, house: House) -> tuple[list[Answer], tuple[StaffRequest, ...]]:
    """Confirm twice with a broken desk (the same message), then once with a sound one; check what stood between."""
    async with desk_on(url, house) as desk:
        asked = await talk(desk, "c1", WANTED)
        broken = [await desk.say("yes", conversation="c1", message_id="m2") for _ in range(2)]
        assert await booked(desk) == ()
        assert desk.log.counters["turn_broke"] == 1
        kept = await said(desk, "c1")
        assert [message.text for message in kept if message.side is Side.GUEST] == [WANTED, "yes"]
        left = await desk.store.run(lambda unit: unit.requests.open(desk.house.business.id))
        desk.house = med_spa()
        mended = await talk(desk, "c1", "yes")
        return [asked, *broken, mended], left


@pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES.keys())
def test_a_broken_turn_is_apologised_for_and_the_next_message_works(
    database_url: str, house: Callable[[], House]
) -> None:
    answers, left = asyncio.run(break_and_mend(database_url, house()))
    asked, broken, repeated, mended = answers
    assert broken == repeated
    assert broken["reply"]
    assert broken["did"] == []
    assert (broken["position"], broken["step"]) == (asked["position"], asked["step"])
    assert [(each.kind, each.reason) for each in left] == [(RequestKind.CALLBACK, "error")]
    assert json.loads(left[0].known)["phone"] == "+12125550142"
    assert outcomes(mended) == [("book_appointment", "booked")]
    assert row_counts(database_url, (bookings, claims)) == {"bookings": 1, "claims": 1}


def test_an_action_that_is_gone_is_left_to_staff_with_all_that_is_known(database_url: str) -> None:
    async def ask() -> tuple[Answer, tuple[StaffRequest, ...]]:
        async with desk_on(database_url, house_without_booking()) as desk:
            await talk(desk, "c1", WANTED)
            answer = await desk.say("yes", conversation="c1")
            assert await booked(desk) == ()
            assert desk.log.counters["turn_broke"] == 0
            return answer, await desk.store.run(lambda unit: unit.requests.open(desk.house.business.id))

    answer, left = asyncio.run(ask())
    assert (answer["position"], answer["did"]) == ("idle", [])
    assert [each.reason for each in left] == ["action_gone"]
    assert json.loads(left[0].known)["phone"] == "+12125550142"


async def break_all_at_once(url: str, message_ids: list[str]) -> list[Answer]:
    """Say yes to two broken desks on one database, in one conversation."""
    async with AsyncExitStack() as stack:
        house = house_whose_booking(raises)
        desks = [await stack.enter_async_context(desk_on(url, house)) for _ in range(2)]
        await talk(desks[0], "c1", WANTED)
        yeses = (
            desks[n % 2].say("yes", conversation="c1", message_id=message) for n, message in enumerate(message_ids)
        )
        return list(await asyncio.gather(*yeses))


def test_a_broken_message_that_is_delivered_many_times_at_once_is_apologised_for_once(database_url: str) -> None:
    answers = asyncio.run(break_all_at_once(database_url, ["m2"] * AT_ONCE))
    assert [answer for answer in answers if answer != answers[0]] == []
    counts = row_counts(database_url, (requests, inbox, messages, turns))
    assert counts == {"requests": 1, "inbox": 2, "messages": 4, "turns": 2}


def test_many_turns_of_a_conversation_that_break_at_once_are_all_apologised_for(database_url: str) -> None:
    answers = asyncio.run(break_all_at_once(database_url, [f"yes-{n}" for n in range(AT_ONCE)]))
    assert all(answer["reply"] for answer in answers)
    assert sorted(answer["turn"] for answer in answers) == list(range(2, AT_ONCE + 2))
    counts = row_counts(database_url, (requests, inbox, turns))
    assert counts == {"requests": AT_ONCE, "inbox": AT_ONCE + 1, "turns": AT_ONCE + 1}
