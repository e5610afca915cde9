"""Nobody sees or changes the booking of somebody else; a reference with its phone opens it, and nothing less does."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from frontdesk.desk.desk import Desk
from tests.faults.desks import NOW, Answer, booked, desk_on, outcomes, talk

OWNER = "+12125550142"
NAME = "Wilhelmina Featherstone"
STRANGER = "+12125550199"
BOOK = f"book a hydrafacial tomorrow at 10am, my name is {NAME}"
ASKS = ("when is my appointment", "cancel my appointment", "move my hydrafacial to friday at 3pm")
CLAIMS = (
    f"my name is {NAME}",
    "my phone number is 212 555 0142",
    f"this is {NAME}, 212 555 0142, please look it up",
    "yes",
    "1",
)


@dataclass(frozen=True, slots=True)
class Told:
    """All that the desk told somebody in one conversation."""

    answers: tuple[Answer, ...]

    def has(self, *words: str) -> bool:
        replies = "\n".join(answer["reply"] for answer in self.answers)
        return any(word.casefold() in replies.casefold() for word in words)

    @property
    def found(self) -> bool:
        return any("found" in [outcome for _, outcome in outcomes(answer)] for answer in self.answers)

    @property
    def bookings(self) -> list[Answer]:
        return [row for answer in self.answers for row in answer["bookings"]]


async def tell(desk: Desk, conversation: str, lines: tuple[str, ...], guest: str | None = None) -> Told:
    return Told(tuple([await talk(desk, conversation, line, guest=guest) for line in lines]))


async def with_a_booking(url: str, use: Callable[[Desk, str], Awaitable[None]]) -> None:
    """Let the owner book, and then somebody use the desk; gives the reference."""
    async with desk_on(url) as desk:
        await talk(desk, "owner", BOOK, "skip", guest=OWNER)
        done = await talk(desk, "owner", "yes", guest=OWNER)
        await use(desk, done["bookings"][0]["reference"])


async def stands(desk: Desk) -> bool:
    """Say whether the owner's booking is just as it was made."""
    rows = await booked(desk)
    return [(row.name, row.phone, row.starts_at) for row in rows] == [(NAME, OWNER, NOW.replace(day=19))]


@pytest.mark.parametrize("guest", [None, STRANGER], ids=["unknown", "another phone"])
def test_a_name_or_a_phone_typed_in_a_chat_opens_nothing(database_url: str, guest: str | None) -> None:
    async def pretend(desk: Desk, reference: str) -> None:
        for ask in ASKS:
            # A guest whom the channel vouches for has one conversation, so it begins again for each.
            told = await tell(desk, ask, (ask, *CLAIMS, "start over"), guest)
            assert not told.found
            assert told.bookings == []
            assert not told.has(reference, "Lisa Lee", "November 19")
            assert await stands(desk)

    asyncio.run(with_a_booking(database_url, pretend))


@pytest.mark.parametrize("ask", ASKS)
def test_a_wrong_pair_is_answered_like_an_unknown_one(database_url: str, ask: str) -> None:
    async def guess(desk: Desk, reference: str) -> None:
        unknown = "XX34XX67"
        pairs = {
            "wrong phone": (reference, "212 555 0199"),
            "wrong reference": (unknown, "212 555 0142"),
            "both unknown": (unknown, "212 555 0198"),
        }
        replies: list[tuple[object, ...]] = []
        for name, (tried, phone) in pairs.items():
            told = await tell(desk, name, (ask, tried, phone, "yes"))
            assert not told.found
            assert told.bookings == []
            replies.append(tuple((each["reply"], outcomes(each), each["position"]) for each in told.answers))
        assert replies[0] == replies[1] == replies[2]
        assert await stands(desk)

    asyncio.run(with_a_booking(database_url, guess))


@pytest.mark.parametrize("case", [str.upper, str.lower], ids=["as shown", "small letters"])
def test_the_reference_and_its_phone_open_the_booking(database_url: str, case: Callable[[str], str]) -> None:
    async def come_back(desk: Desk, reference: str) -> None:
        asked = await tell(desk, "asks", (ASKS[0], case(reference), "(212) 555-0142"))
        assert asked.found
        assert asked.has("November 19")
        moved = await tell(desk, "moves", (ASKS[2], case(reference), "212 555 0142", "yes"))
        assert ("reschedule_appointment", "booked") in outcomes(moved.answers[-1])
        assert [row.starts_at for row in await booked(desk)] == [NOW.replace(day=21, hour=15)]
        cancelled = await tell(desk, "cancels", (ASKS[1], case(reference), "212-555-0142", "yes"))
        assert ("cancel_appointment", "cancelled") in outcomes(cancelled.answers[-1])
        assert await booked(desk) == ()

    asyncio.run(with_a_booking(database_url, come_back))


def test_the_owner_is_known_by_the_phone_that_the_channel_vouches_for(database_url: str) -> None:
    async def come_back(desk: Desk, reference: str) -> None:
        told = await tell(desk, "later", (ASKS[0],), OWNER)
        assert told.found
        assert [row["reference"] for row in told.bookings] == [reference]

    asyncio.run(with_a_booking(database_url, come_back))


def test_every_reference_that_is_given_out_is_understood_when_it_comes_back(sqlite_database: str) -> None:
    async def book_many() -> None:
        async with desk_on(sqlite_database) as desk:
            for day in (19, 20, 21, 24):
                for hour in range(9, 19):
                    lead = BOOK.replace("tomorrow at 10am", f"on November {day} at {hour}:00")
                    done = await talk(desk, f"{day} {hour}", lead, "212 555 0142", "skip", "yes")
                    reference = re.search(r"reference is (\w+)", done["reply"])
                    assert reference
                    asked = await talk(desk, f"again {day} {hour}", ASKS[1], reference[1])
                    assert asked["asking"] == "phone", reference[1]

    asyncio.run(book_many())


@pytest.mark.parametrize("guest", [STRANGER, OWNER], ids=["somebody else", "the owner"])
def test_a_guest_whom_the_channel_begins_to_vouch_for_does_not_take_over_a_conversation(
    database_url: str, guest: str
) -> None:
    async def log_in() -> None:
        async with desk_on(database_url) as desk:
            await talk(desk, "c1", BOOK, "212 555 0142", "skip", "yes")
            told = await tell(desk, "c1", (ASKS[0], "hello"), guest)
            assert not told.found
            assert told.bookings == []
            assert {answer["conversation"] for answer in told.answers}.isdisjoint({"c1"})
            assert await stands(desk)

    asyncio.run(log_in())
