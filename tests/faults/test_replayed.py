"""A record replays to the letter: after races, with clocks that stand or go back, and whatever broke on the way."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from frontdesk.desk.actions import ACTIONS
from frontdesk.desk.actions.calls import Call, Ended
from frontdesk.desk.desk import Desk
from frontdesk.desk.house import House
from frontdesk.desk.records.masking import masked
from frontdesk.desk.records.recording import Record, record
from frontdesk.desk.records.replaying import replay_at
from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.meanings import Unclear
from frontdesk.language.understand import Read
from frontdesk.storage import Store, Unit, open_store
from tests.faults.crowd_child import RACING_PROGRAMS
from tests.faults.desks import NOW, WANTED, desk_on, med_spa, outcomes, talk
from tests.faults.test_crowds import PROGRAMS, complaints

RACERS = 40
GUEST = "212 555 0142"


def recorded(unit: Unit, conversation: str) -> Record:
    kept = record(unit, conversation)
    assert kept is not None
    return kept


def all_records(unit: Unit) -> list[Record]:
    """Return every conversation of the database as a record."""
    rows = unit.conversations.recent(med_spa().business.id, NOW + timedelta(days=900), 1000)
    return [recorded(unit, row.id) for row in rows]


@dataclass(frozen=True)
class Deaf:
    """Understands nothing, whatever is said."""

    def understand(self, text: str, _asked: Asked, _now: datetime, _said: str | None = None) -> tuple[Read, ...]:
        return (Read(Unclear(text), why="deaf"),)

    def named(self, _text: str) -> tuple[()]:
        return ()


def deaf(house: House) -> House:
    understands_nothing: Any = Deaf()
    return replace(house, understanding=understands_nothing)


def assert_replays(kept: Record, house: House | None = None) -> None:
    """See that a record replays to the letter, and that nothing in it is understood again for that."""
    for each in (house or med_spa(), deaf(house or med_spa())):
        assert replay_at(each, kept) is None, kept.conversation


def test_40_guests_who_race_for_few_openings_from_four_programs_all_replay(database_url: str) -> None:
    assert PROGRAMS == RACING_PROGRAMS
    assert complaints("race_for_few", database_url, RACERS) == []
    with open_store(database_url) as store:
        kept = store.run_sync(all_records)
    assert len(kept) == RACERS
    did = Counter(each for one in kept for turn in one.turns for each in turn.did)
    assert did["book_appointment: booked"]
    assert did["book_appointment: taken"]  # or nobody was in anybody's way
    for each in kept:
        assert_replays(each)


async def talk_by(clock: Callable[[], datetime], url: str, *lines: str, guest: str | None = None) -> Record:
    """Say these lines at a desk with a clock of its own, and return the record."""
    store = await Store.open(url)
    answer = await talk(Desk(med_spa(), store, clock), "c1", *lines, guest=guest)
    try:
        return await store.run(lambda unit: recorded(unit, str(answer["conversation"])))
    finally:
        store.close()


CLOCKS = {
    "stands": lambda _: NOW,
    "goes back": lambda turn: NOW - timedelta(hours=5 * turn),
    "jumps": lambda turn: NOW + timedelta(days=(3, -2, 1, 0)[turn % 4]),
    "goes back over a clock change": lambda turn: NOW - timedelta(days=8 * turn),
}
LINES = (WANTED, "yes", "when is my appointment?", "how much is botox?", "book me tomorrow at 4pm", "yes", "cancel it")


@pytest.mark.parametrize("guest", [None, GUEST])
@pytest.mark.parametrize("clock", CLOCKS.values(), ids=CLOCKS.keys())
def test_whatever_the_clock_does_between_turns_they_replay(
    database_url: str, clock: Callable[[int], datetime], guest: str | None
) -> None:
    turns = iter(range(100))
    kept = asyncio.run(talk_by(lambda: clock(next(turns)), database_url, *LINES, guest=guest))
    assert [turn.at for turn in kept.turns] == [clock(turn) for turn in range(len(LINES))]
    assert_replays(kept)


def test_what_the_desk_named_by_itself_counts_in_a_replay_too(database_url: str) -> None:
    lines = ("what is good for dry skin?", "how much is botox?", "ok, book it tomorrow", "start over", "hello")
    assert_replays(asyncio.run(talk_by(lambda: NOW, database_url, *lines)))


def raises(_: Call) -> Ended:
    raise ValueError


def test_apologies_refusals_and_silence_replay_also_masked(database_url: str) -> None:
    async def converse() -> Record:
        broken = replace(ACTIONS["book_appointment"], run=raises)
        async with desk_on(database_url, replace(med_spa(), actions={**ACTIONS, "book_appointment": broken})) as desk:
            await talk(desk, "c1", "hello", WANTED, guest=GUEST)
            sorry = await desk.say("yes", guest=GUEST)
            assert desk.log.counters["turn_broke"] == 1
            too_long = await desk.say("yes " * 5_000, guest=GUEST)
            assert "longer than I can read" in str(too_long["reply"])
            await desk.hear_nothing(guest=GUEST)
            desk.house = med_spa()
            done = await desk.say("yes", guest=GUEST)
            assert outcomes(done) == [("book_appointment", "booked")]
            return await desk.store.run(lambda unit: recorded(unit, str(sorry["conversation"])))

    kept = asyncio.run(converse())
    assert [turn.guest is None for turn in kept.turns] == [False] * 4 + [True, False]
    assert_replays(kept)
    assert_replays(masked(kept, None, med_spa().business))


DAMAGE = "UPDATE conversations SET body = '[]'"


def test_a_conversation_that_began_anew_because_it_could_not_be_read_replays(database_url: str) -> None:
    async def converse() -> Record:
        async with desk_on(database_url) as desk:
            await talk(desk, "c1", WANTED)
            await desk.store.run(lambda unit: unit.sql.cursor.execute(DAMAGE))
            await talk(desk, "c1", "yes", WANTED, "yes", "thanks")
            assert desk.log.counters["turn_broke"] == 1
            return await desk.store.run(lambda unit: recorded(unit, "c1"))

    kept = asyncio.run(converse())
    assert [turn.did for turn in kept.turns][3] == ("book_appointment: booked",)
    assert_replays(kept)
