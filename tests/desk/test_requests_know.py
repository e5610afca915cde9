"""A request for staff holds what is known of the guest and of what they were about."""

import asyncio
import json
from pathlib import Path

from tests.faults.desks import desk_on


def test_a_booking_under_way_is_told_to_staff(tmp_path: Path) -> None:
    async def converse() -> dict[str, object]:
        async with desk_on(f"sqlite:///{tmp_path}/spa.db") as desk:
            await desk.say("book botox tomorrow at 3, I'm Jo Ray", conversation="c1")
            answer = await desk.say("I want to talk to a human", conversation="c1")
            identity = str(answer["conversation"])
            [request] = await desk.store.run(lambda unit: unit.requests.of(identity))
            known: dict[str, object] = json.loads(request.known)
            return known

    known = asyncio.run(converse())
    assert known["service"] == "botox"
    assert (known["time"], known["name"], known["said"]) == ("15:00", "Jo Ray", "I want to talk to a human")
