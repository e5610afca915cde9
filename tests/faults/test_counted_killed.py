"""Whatever the statement at which a turn is killed that takes places or gives them back, as many are taken as sold."""

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import create_engine, func, select

from frontdesk.storage.schema import bookings, counted_claims
from tests.faults.counted_child import BOOKS, CANCELS
from tests.faults.test_last_place import counted, desks_on
from tests.prepared import run_program

CHILD = Path(__file__).with_name("counted_child.py")
FEWEST = 3  # kills in each turn, or it was not killed all along


def kills_told_by_child(url: str) -> list[tuple[int, bool]]:
    """Run the child; return the line of each conversation, and whether it was killed there."""
    ended = run_program(CHILD, url)
    assert ended.returncode == 0, ended.stderr
    return [(each["line"], each["killed"]) for each in map(json.loads, ended.stdout.splitlines())]


def kept(url: str) -> tuple[dict[str, int], list[tuple[str, int]]]:
    """Return how many bookings there are by status, and how many places are claimed by kind of claim."""
    engine = create_engine(url)
    with engine.connect() as connection:
        by_status = connection.execute(select(bookings.c.status, func.count()).group_by(bookings.c.status)).all()
        claims = select(counted_claims.c.kind, func.sum(counted_claims.c.units)).group_by(counted_claims.c.kind)
        by_kind = connection.execute(claims).all()
    engine.dispose()
    return {str(status): count for status, count in by_status}, [(kind, int(units)) for kind, units in by_kind]


async def places_taken(url: str) -> int:
    async with AsyncExitStack() as stack:
        (desk,) = await desks_on(stack, url, 1)
        return sum(await counted(desk))


@pytest.mark.timeout(300)  # some fifty processes, on a machine that may be busy
def test_places_of_turns_that_are_killed_are_taken_once_and_given_back_once(database_url: str) -> None:
    told = kills_told_by_child(database_url)
    for line in (BOOKS, CANCELS):
        killed = [was_killed for each, was_killed in told if each == line]
        assert len(killed) > FEWEST
        assert killed == [True] * (len(killed) - 1) + [False]
    sold = sum(line == BOOKS for line, _ in told)
    statuses, claims = kept(database_url)
    assert statuses == {"booked": sold, "cancelled": len(told) - sold}
    assert claims == [("booking", sold)]
    assert asyncio.run(places_taken(database_url)) == sold
