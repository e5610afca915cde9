"""Two businesses on one database know nothing of each other: not guests, conversations, bookings or messages."""

import asyncio
import shutil
from pathlib import Path

import pytest

from frontdesk.desk.house import House, open_house
from tests.faults.desks import MED_SPA, WANTED, booked, desk_on, outcomes, talk

GUEST = "+12125550142"


@pytest.fixture
def other_spa(tmp_path: Path) -> House:
    """Open a copy of the med spa under another id."""
    folder = Path(shutil.copytree(MED_SPA, tmp_path / "otherspa", ignore=shutil.ignore_patterns("*.db*")))
    file = folder / "business.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("id: medspa\n", "id: otherspa\n"), encoding="utf-8")
    return open_house(folder)


def test_a_conversation_id_of_one_business_opens_nothing_at_another(database_url: str, other_spa: House) -> None:
    async def converse() -> None:
        async with desk_on(database_url) as first, desk_on(database_url, other_spa) as second:
            made = await talk(first, "c1", WANTED, "yes")
            asked = await talk(second, "c1", "when is my appointment")
            assert asked["bookings"] == []
            assert ("get_appointment_details", "unverified") in outcomes(asked)
            assert asked["known"] == {}
            assert asked["conversation"] != "c1"
            pair = made["bookings"][0]["reference"], "212 555 0142"
            tried = await talk(second, asked["conversation"], *pair)
            assert ("get_appointment_details", "none") in outcomes(tried)
            assert len(await booked(first)) == 1
            # The first conversation has not noticed anything.
            again = await talk(first, "c1", "when is my appointment")
            assert [row["reference"] for row in again["bookings"]] == [made["bookings"][0]["reference"]]

    asyncio.run(converse())


def test_the_same_guest_and_message_id_are_others_at_another_business(database_url: str, other_spa: House) -> None:
    async def converse() -> None:
        async with desk_on(database_url) as first, desk_on(database_url, other_spa) as second:
            for desk in (first, second):
                await desk.say(WANTED, guest=GUEST, channel="sms", message_id="m1")
                answer = await desk.say("yes", guest=GUEST, channel="sms", message_id="m2")
                assert outcomes(answer) == [("book_appointment", "booked")]
                assert len(await booked(desk)) == 1

    asyncio.run(converse())
