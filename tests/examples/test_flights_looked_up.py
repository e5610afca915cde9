"""A booking of a guest whom nobody vouches for is found on another day by its reference and its phone number only."""

import asyncio
from pathlib import Path

import pytest

from tests.examples.test_flights import Answer, desk_on, talk

PHONE = "617 555 0142"
ASKS = "what's the status of my booking {}"
UNKNOWN = "ZZZ999ZZ"


async def looked_up(url: str, left: str | None, given: str, *, known: bool) -> Answer:
    """Book in one conversation, leave a phone number there, and ask in another."""
    async with desk_on(url) as desk:
        booked = await talk(desk, "first", "book a flight from Boston to Miami on Friday", "yes")
        if left is not None:
            await talk(desk, "first", left)
        reference = booked["bookings"][0]["reference"] if known else UNKNOWN
        return await talk(desk, "second", ASKS.format(reference), given)


@pytest.mark.parametrize("left", [PHONE, f"my number is {PHONE}", f"ok, it's {PHONE}"])
def test_the_phone_that_was_left_finds_it(tmp_path: Path, left: str) -> None:
    answer = asyncio.run(looked_up(f"sqlite:///{tmp_path}/flights.db", left, PHONE, known=True))
    assert [done["outcome"] for done in answer["did"]] == ["booking_found"]
    assert "Miami" in answer["reply"]


@pytest.mark.parametrize("left", [PHONE, None])
def test_another_phone_gets_the_answer_of_an_unknown_reference(tmp_path: Path, left: str | None) -> None:
    other = "617 555 0199"
    wrong = asyncio.run(looked_up(f"sqlite:///{tmp_path}/wrong.db", left, other, known=True))
    unknown = asyncio.run(looked_up(f"sqlite:///{tmp_path}/unknown.db", left, other, known=False))
    assert (wrong["reply"], wrong["position"]) == (unknown["reply"], "idle")
    assert [done["outcome"] for done in wrong["did"]] == ["none"]
