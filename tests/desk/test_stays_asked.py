"""Stays as guests ask for them: what cannot be is refused with its reason, and nothing is made of it."""

import asyncio

import pytest

from tests.desk.lotus import Answer, lotus_on


@pytest.mark.parametrize("stay", ["from yesterday to tomorrow", "from 2026-01-20 to 2026-02-02", "starting yesterday"])
def test_a_stay_that_began_in_the_past_is_refused_with_the_reason(sqlite_database: str, stay: str) -> None:
    async def main() -> Answer:
        async with lotus_on(sqlite_database) as desk:
            return await desk.say(f"a room for 2 guests {stay}", conversation="c1")

    answer = asyncio.run(main())
    assert "past" in answer["reply"]
    assert answer["known"] == {"guests": 2}
