"""Whatever the statement at which a person's act is killed, it was done whole or not at all, and is done once."""

import asyncio
import json
from pathlib import Path

from frontdesk.storage.rows import Side
from tests.faults.desks import desk_on, said
from tests.faults.takeover_child import ACTS, EMILY
from tests.faults.test_replayed import assert_replays, recorded
from tests.prepared import run_program

CHILD = Path(__file__).with_name("takeover_child.py")
WHOLE = [Side.GUEST, Side.DESK, Side.NOTE, Side.STAFF, Side.NOTE, Side.DESK]


async def check(url: str, conversations: list[str]) -> None:
    async with desk_on(url) as desk:
        for each in conversations:
            assert [line.side for line in await said(desk, each)] == WHOLE, each
            kept = await desk.store.run(lambda unit, each=each: recorded(unit, each))  # type: ignore[misc]  # a default
            assert [turn.staff for turn in kept.turns] == [None, EMILY, EMILY, EMILY]
            assert_replays(kept)
        audit = await desk.store.run(lambda unit: unit.audit.page(desk.house.business.id, limit=1000))
        assert len(audit) == len(ACTS) * len(conversations)


def test_an_act_of_staff_that_is_killed_is_done_whole_or_not_at_all(database_url: str) -> None:
    ended = run_program(CHILD, database_url)
    assert ended.returncode == 0, ended.stderr
    told = [json.loads(line) for line in ended.stdout.splitlines()]
    for number in range(len(ACTS)):
        kills = [each["killed"] for each in told if each["act"] == number]
        assert len(kills) > 3
        assert kills == [True] * (len(kills) - 1) + [False]
    asyncio.run(check(database_url, [each["conversation"] for each in told]))
