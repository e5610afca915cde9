"""Many at once: one opening is booked once, one message is answered once, and nobody is left without an answer."""

import asyncio
from contextlib import AsyncExitStack
from itertools import cycle

import pytest

from frontdesk.desk.desk import Desk
from frontdesk.storage.rows import Side
from frontdesk.storage.schema import actions, bookings, claims, inbox, messages, requests, turns
from tests.faults.desks import WANTED, Answer, booked, desk_on, outcomes, row_counts, said, talk

GUESTS = 64
REPEATS = 1_000
AT_ONCE = 50


async def desks_on(stack: AsyncExitStack, url: str, count: int) -> list[Desk]:
    """Open several desks on one database, like several workers."""
    return [await stack.enter_async_context(desk_on(url)) for _ in range(count)]


async def all_say_yes(url: str, workers: int) -> tuple[list[Answer], int]:
    """Bring each guest to the confirm of the same opening, let all say yes, and count what stands then."""
    async with AsyncExitStack() as stack:
        desks = await desks_on(stack, url, workers)
        for number in range(GUESTS):
            wanted = WANTED.replace("0142", f"{100 + number:04}")
            asked = await talk(desks[number % workers], f"guest-{number}", wanted)
            assert asked["position"] == "confirming"
        answers = await asyncio.gather(
            *(desk.say("yes", conversation=f"guest-{n}") for n, desk in zip(range(GUESTS), cycle(desks), strict=False))
        )
        return list(answers), len(await booked(desks[0]))


@pytest.mark.parametrize("workers", [1, 2])
def test_of_64_guests_who_confirm_one_opening_one_has_it_and_63_are_told(database_url: str, workers: int) -> None:
    answers, standing = asyncio.run(all_say_yes(database_url, workers))
    won = [answer for answer in answers if ("book_appointment", "booked") in outcomes(answer)]
    lost = [answer for answer in answers if ("book_appointment", "taken") in outcomes(answer)]
    assert (len(won), len(lost), standing) == (1, GUESTS - 1, 1)
    gone = won[0]["bookings"][0]["start"]
    for answer in lost:
        assert answer["bookings"] == []
        assert answer["offered"]
        assert gone not in [option["start"] for option in answer["offered"]]
    counts = row_counts(database_url, (bookings, claims, requests, inbox))
    assert counts == {"bookings": 1, "claims": 1, "requests": 0, "inbox": 2 * GUESTS}


async def deliver_again_and_again(url: str, workers: int) -> list[Answer]:
    async with AsyncExitStack() as stack:
        desks = await desks_on(stack, url, workers)
        await talk(desks[0], "c1", WANTED)
        answers: list[Answer] = []
        for _ in range(REPEATS // AT_ONCE):
            turns_taken = (desks[n % workers].say("yes", conversation="c1", message_id="m2") for n in range(AT_ONCE))
            answers += await asyncio.gather(*turns_taken)
        return answers


@pytest.mark.parametrize("workers", [1, 2])
def test_a_message_delivered_1000_times_books_once_and_gets_one_answer(database_url: str, workers: int) -> None:
    answers = asyncio.run(deliver_again_and_again(database_url, workers))
    assert len(answers) == REPEATS
    assert ("book_appointment", "booked") in outcomes(answers[0])
    assert [answer for answer in answers if answer != answers[0]] == []
    counts = row_counts(database_url, (bookings, inbox, messages, turns))
    assert counts == {"bookings": 1, "inbox": 2, "messages": 4, "turns": 2}


async def everyone_types_yes_in_one_conversation(url: str) -> tuple[list[Answer], list[str]]:
    async with AsyncExitStack() as stack:
        desks = await desks_on(stack, url, 2)
        await talk(desks[0], "c1", WANTED)
        answers = await asyncio.gather(
            *(desks[n % 2].say("yes", conversation="c1", message_id=f"yes-{n}") for n in range(GUESTS))
        )
        kept = [message.text for message in await said(desks[0], "c1") if message.side is Side.GUEST]
        return list(answers), kept


def test_64_different_yeses_at_once_in_one_conversation_book_once_and_lose_no_message(database_url: str) -> None:
    answers, kept = asyncio.run(everyone_types_yes_in_one_conversation(database_url))
    assert sum(("book_appointment", "booked") in outcomes(answer) for answer in answers) == 1
    assert all(answer["reply"] for answer in answers)
    assert sorted(answer["turn"] for answer in answers) == list(range(2, GUESTS + 2))
    assert kept == [WANTED] + ["yes"] * GUESTS
    assert row_counts(database_url, (bookings, requests)) == {"bookings": 1, "requests": 0}
    assert row_counts(database_url, (actions,))["actions"] >= 2


async def all_begin_at_once(url: str) -> list[Answer]:
    async with AsyncExitStack() as stack:
        desks = await desks_on(stack, url, 2)
        hellos = (desks[n % 2].say("hello", guest="+12125550142", channel="sms") for n in range(AT_ONCE))
        return list(await asyncio.gather(*hellos))


def test_first_messages_of_one_guest_that_arrive_together_are_one_conversation(database_url: str) -> None:
    answers = asyncio.run(all_begin_at_once(database_url))
    assert len({answer["conversation"] for answer in answers}) == 1
    assert sorted(answer["turn"] for answer in answers) == list(range(1, AT_ONCE + 1))
