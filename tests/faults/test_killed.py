"""Whatever the statement at which a desk is killed, the conversation goes on after a restart as if nothing had been."""

import asyncio
import json
from functools import partial
from pathlib import Path

from frontdesk.storage.rows import Side
from frontdesk.storage.unit import Unit
from tests.faults.desk_child import BOOKING, lines
from tests.faults.desks import Answer, booked, desk_on, said
from tests.prepared import run_program

CHILD = Path(__file__).with_name("desk_child.py")
BEGINS = {"BEGIN", "BEGIN IMMEDIATE"}


def told_by_child(url: str) -> tuple[Answer, list[Answer]]:
    """Run the child; return what turns run when nothing disturbs them, and what it tells of each kill."""
    ended = run_program(CHILD, url)
    assert ended.returncode == 0, ended.stderr
    undisturbed, *kills = [json.loads(line) for line in ended.stdout.splitlines()]
    return undisturbed, kills


def shape(unit: Unit, conversation: str) -> list[tuple[str, str | None, list[str]]]:
    """Return where each turn of a conversation led, and how its actions ended."""
    answers = [json.loads(turn.reply) for turn in unit.messages.turns(conversation)]
    return [(each["position"], each["asking"], [done["outcome"] for done in each["did"]]) for each in answers]


async def check(url: str, conversations: list[str]) -> None:
    """See that all conversations went the same way: nothing said or answered twice or not at all, one booking each."""
    async with desk_on(url) as desk:
        shapes = [await desk.store.run(partial(shape, conversation=each)) for each in conversations]
        assert shapes[0][BOOKING] == ("idle", None, ["booked"])
        assert [each for each in shapes if each != shapes[0]] == []
        for each in conversations:
            kept = await said(desk, each)
            spoken = list(lines(int(each.removeprefix("c"))))
            assert [message.text for message in kept if message.side is Side.GUEST] == spoken
            assert [message.side for message in kept] == [Side.GUEST, Side.DESK] * len(spoken)
        assert sorted(str(row.conversation_id) for row in await booked(desk)) == sorted(conversations)


def test_a_desk_killed_at_any_statement_of_a_turn_loses_nothing_and_books_once(database_url: str) -> None:
    undisturbed, kills = told_by_child(database_url)
    turns = undisturbed["turns"]
    assert len(turns) == len(lines(0))
    assert all(turn[0] in BEGINS and "COMMIT" in turn and len(turn) > 7 for turn in turns)
    booking = turns[BOOKING]
    assert len(booking) > 20
    assert "INSERT INTO bookings" in booking
    # Every kill was inside its turn, at its statement: the lines before were answered, and this one was not.
    assert [each for each in kills if not each["killed"] or each["died_at"] != each["statement"]] == []
    assert [each for each in kills if each["answered"] != each["line"]] == []
    assert [each["step"] for each in kills if each["line"] == BOOKING] == list(range(1, len(booking) + 1))
    for line, turn in enumerate(turns):
        died = [each["died_at"] for each in kills if each["line"] == line]
        assert {turn[0], "COMMIT", turn[-1]} <= set(died)
    asyncio.run(check(database_url, undisturbed["conversations"] + [each["conversation"] for each in kills]))
