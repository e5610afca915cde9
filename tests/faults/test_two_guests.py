"""Two guests of one business who number their messages alike are told nothing of each other, and lose nothing."""

import asyncio

import pytest

from tests.faults.desks import WANTED, booked, desk_on, outcomes

OTHERS = "hydrafacial friday at 3pm, Al Bo, 212 555 0161, no email"


@pytest.mark.parametrize("other", ["+12125550161", None])
def test_a_message_id_counts_for_its_sender(database_url: str, other: str | None) -> None:
    async def converse() -> None:
        async with desk_on(database_url) as desk:
            await desk.say(WANTED, guest="+12125550160", channel="sms", message_id="1")
            made = await desk.say("yes", guest="+12125550160", channel="sms", message_id="2")
            heard = await desk.say(OTHERS, guest=other, channel="sms", message_id="2")
            assert heard["bookings"] == []
            assert heard["conversation"] != made["conversation"]
            assert "HydraFacial" in str(heard["reply"])
            again = await desk.say("yes", guest="+12125550160", channel="sms", message_id="2")
            assert again["reply"] == made["reply"]
            assert outcomes(made) == [("book_appointment", "booked")]
            assert len(await booked(desk)) == 1

    asyncio.run(converse())
