"""Whoever asks for references that are not theirs is counted, told so, and has to wait; nobody else has to."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import uuid4

import pytest

from frontdesk.desk.actions.looking_up import MOST_GUESSES, WITHIN
from frontdesk.desk.desk import Desk
from frontdesk.desk.scene import Arrival
from frontdesk.desk.tools import BadCall
from tests.faults.desks import NOW, Answer, booked, desk_on, outcomes, talk

OWNER = "+12125550142"
BOOK = "book a hydrafacial tomorrow at 10am, my name is Ann Miller"


@dataclass(slots=True)
class Caller:
    """Somebody at one place of the network who begins a new conversation whenever they like."""

    desk: Desk
    address: str | None
    at: datetime = NOW
    conversation: str = field(default_factory=lambda: uuid4().hex)
    told: list[str] = field(default_factory=list)

    async def asks(self, reference: str, phone: str) -> Answer:
        answer: Answer = {}
        for line in ("start over", "when is my appointment", reference, phone):
            arrival = Arrival(line, "web", uuid4().hex, self.at, conversation=self.conversation, address=self.address)
            answer = await self.desk.receive(arrival)
            self.told.append(str(answer["reply"]))
        return answer

    def begins_anew(self) -> None:
        self.conversation = uuid4().hex


async def with_a_booking(url: str, use: Callable[[Desk, str], object]) -> None:
    async with desk_on(url) as desk:
        done = await talk(desk, "owner", BOOK, "skip", "yes", guest=OWNER)
        assert await booked(desk)
        await use(desk, done["bookings"][0]["reference"])  # type: ignore[misc]  # every use is a coroutine


def test_many_wrong_pairs_from_one_address_end_with_staff(database_url: str) -> None:
    async def guess(desk: Desk, reference: str) -> None:
        guesser = Caller(desk, "203.0.113.9")
        for number in range(MOST_GUESSES):
            guesser.begins_anew()  # another guest each time, as far as anybody can tell
            wrong = await guesser.asks(f"XX34XX{number + 10}", "212 555 0142")
            assert outcomes(wrong) == [("get_appointment_details", "none")]
        guesser.begins_anew()
        right = await guesser.asks(reference, "212 555 0142")
        assert outcomes(right) == []
        assert reference not in right["reply"]
        assert "too many" in right["reply"]
        assert desk.log.counters["guessing_stopped"] == 1
        left = await desk.store.run(lambda unit: unit.requests.open(desk.house.business.id))
        assert [each.reason for each in left] == ["guessing"]
        elsewhere = await Caller(desk, "203.0.113.10").asks(reference, "212 555 0142")
        assert outcomes(elsewhere) == [("get_appointment_details", "found")]
        guesser.begins_anew()
        guesser.at = NOW + WITHIN + timedelta(minutes=1)
        later = await guesser.asks(reference, "212 555 0142")
        assert outcomes(later) == [("get_appointment_details", "found")]

    asyncio.run(with_a_booking(database_url, guess))


def test_many_wrong_pairs_of_one_guest_end_with_staff_wherever_they_come_from(database_url: str) -> None:
    async def guess(desk: Desk, reference: str) -> None:
        guesser = Caller(desk, None)
        for number in range(MOST_GUESSES):
            guesser.address = f"203.0.113.{number}"
            await guesser.asks(reference, f"212 555 02{number:02}")
        assert not any("too many" in reply for reply in guesser.told)
        guesser.address = None
        await guesser.asks(reference, "212 555 0142")
        assert any("too many" in reply for reply in guesser.told)
        assert not any("November 19" in reply for reply in guesser.told)

    asyncio.run(with_a_booking(database_url, guess))


async def outcome_of(desk: Desk, tool: str, reference: str, address: str | None) -> str:
    """Call a tool for the first booking, and return what it came to."""
    booking = {} if tool == "get_appointment_details" else {"booking": "1"}
    try:
        answer = await desk.call(tool, {**booking, "reference": reference, "phone": OWNER}, address=address)
    except BadCall as refused:
        return "wait" if "too many" in str(refused) else str(refused)
    return str(answer["outcome"])


@pytest.mark.parametrize("tool", ["get_appointment_details", "cancel_appointment"])
@pytest.mark.parametrize("address", [None, "203.0.113.9"])
def test_many_wrong_pairs_of_a_program_that_calls_tools_end(database_url: str, tool: str, address: str | None) -> None:
    async def guess(desk: Desk, reference: str) -> None:
        for number in range(MOST_GUESSES):
            assert await outcome_of(desk, tool, f"XX34XX{number + 10}", address) in {"none", "refused"}
        assert await outcome_of(desk, tool, reference, address) == "wait"
        assert await outcome_of(desk, "get_appointment_details", reference, "203.0.113.10") == "found"

    asyncio.run(with_a_booking(database_url, guess))


def test_no_address_is_kept_as_it_is(database_url: str) -> None:
    async def guess(desk: Desk, reference: str) -> None:
        await Caller(desk, "203.0.113.9").asks(reference, "212 555 0199")
        kept = await desk.store.run(
            lambda unit: unit.guesses.since(desk.house.business.id, "address 203.0.113.9", NOW - WITHIN)
        )
        assert kept == 0

    asyncio.run(with_a_booking(database_url, guess))
