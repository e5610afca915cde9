"""Whatever the statement at which a desk is killed, the conversation goes on after a restart as if nothing had been."""

import asyncio
import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from frontdesk.storage.rows import Side
from frontdesk.storage.unit import Unit
from tests.faults.desks import Answer, booked, desk_on, said

CHILD = Path(__file__).with_name("desk_child.py")
KILLS = 25


def conversations_with_kills(url: str) -> list[Answer]:
    """Run the child and return what it tells of each conversation."""
    paths = os.pathsep.join(path for path in sys.path if path)
    ended = subprocess.run(
        [sys.executable, str(CHILD), url, str(KILLS)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert ended.returncode == 0, ended.stderr
    return [json.loads(line) for line in ended.stdout.splitlines()]


def shape(unit: Unit, conversation: str) -> list[tuple[str, str | None, list[str]]]:
    """Return where each turn of a conversation led, and how its actions ended."""
    answers = [json.loads(turn.reply) for turn in unit.messages.turns(conversation)]
    return [(each["position"], each["asking"], [done["outcome"] for done in each["did"]]) for each in answers]


async def check(url: str, told: list[Answer]) -> None:
    async with desk_on(url) as desk:
        shapes = [await desk.store.run(partial(shape, conversation=each["conversation"])) for each in told]
        assert shapes[0][-2] == ("idle", None, ["booked"])
        assert [each for each in shapes if each != shapes[0]] == []
        for each in told:
            kept = await said(desk, each["conversation"])
            assert [message.text for message in kept if message.side is Side.GUEST] == each["lines"]
            assert [message.side for message in kept] == [Side.GUEST, Side.DESK] * len(each["lines"])
        having = [row.conversation_id for row in await booked(desk)]
        assert sorted(map(str, having)) == sorted(each["conversation"] for each in told)


@pytest.mark.timeout(180)  # sixty processes, on a machine that may be busy
def test_a_desk_killed_at_any_statement_loses_nothing_and_books_once(database_url: str) -> None:
    told = conversations_with_kills(database_url)
    assert len(told) == KILLS + 1
    killed = [each for each in told if each["killed"]]
    assert len(killed) >= KILLS - 2
    # The kills are spread over the whole conversation, so every line has been interrupted or followed by one.
    assert {each["answered"] for each in killed} >= set(range(1, len(told[0]["lines"]) - 1))
    asyncio.run(check(database_url, told))
