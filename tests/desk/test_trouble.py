"""What was not understood is kept with its turn, as the engine knows it; what went well, and silence, is not."""

import asyncio

import pytest

from frontdesk.desk.desk import Desk
from frontdesk.desk.records.recording import record
from frontdesk.desk.records.replaying import replay
from tests.faults.desks import MED_SPA, WANTED, desk_on

NONSENSE = "purple monkey dishwasher"


async def troubles(desk: Desk, *lines: str) -> list[str | None]:
    """Say these lines in a conversation and return the trouble of each turn; an empty line is silence."""
    for line in lines:
        await (desk.say(line, conversation="one") if line else desk.hear_nothing(conversation="one"))
    return [turn.trouble for turn in await desk.store.run(lambda unit: unit.messages.turns("one"))]


def kept(url: str, *lines: str) -> list[str | None]:
    async def talk() -> list[str | None]:
        async with desk_on(url) as desk:
            return await troubles(desk, *lines)

    return asyncio.run(talk())


def test_a_booking_without_a_hitch_leaves_no_trouble(database_url: str) -> None:
    assert kept(database_url, WANTED, "yes") == [None, None]


def test_a_question_that_is_put_again_is_kept_with_what_it_asks(sqlite_database: str) -> None:
    assert kept(sqlite_database, "botox tomorrow at 3pm", "12 34", "Ann Miller") == [
        None,
        "asked_again:name",
        None,
    ]


def test_what_says_nothing_to_the_desk_is_kept(sqlite_database: str) -> None:
    assert kept(sqlite_database, "hello", NONSENSE, "book a hydrafacial") == [None, "asked_again", None]


def test_giving_up_is_kept_where_help_is_offered(sqlite_database: str) -> None:
    *asked, gave_up = kept(sqlite_database, "book a hydrafacial", *["asdf qwer"] * 3)
    assert gave_up == "gave_up:day"
    assert asked == [None, "asked_again:day", "asked_again:day"]


def test_giving_up_is_kept_where_the_flow_has_a_way_out_of_its_own(sqlite_database: str) -> None:
    asked = kept(sqlite_database, "how much is it", "asdf", "asdf", "asdf")
    assert asked == [None, "asked_again:service", "gave_up:service", "asked_again"]


def test_an_answer_on_the_last_try_is_no_giving_up(sqlite_database: str) -> None:
    assert kept(sqlite_database, "how much is it", "asdf", "botox") == [None, "asked_again:service", None]


def test_a_question_that_is_passed_on_is_kept_with_its_reason(sqlite_database: str) -> None:
    assert kept(sqlite_database, "which bank do you use?") == ["passed_on:question"]


def test_a_wish_for_a_person_is_passed_on(sqlite_database: str) -> None:
    assert kept(sqlite_database, "I want to speak to a person") == ["passed_on:person"]


def test_silence_is_no_trouble(sqlite_database: str) -> None:
    assert kept(sqlite_database, "botox tomorrow at 3pm", "", "") == [None, None, None]


@pytest.mark.parametrize("lines", [(WANTED, "yes"), ("book a hydrafacial", NONSENSE, NONSENSE, NONSENSE)])
def test_records_replay_as_before(sqlite_database: str, lines: tuple[str, ...]) -> None:
    async def recorded() -> None:
        async with desk_on(sqlite_database) as desk:
            await troubles(desk, *lines)
            found = await desk.store.run(lambda unit: record(unit, "one"))
            assert found is not None
            assert replay(MED_SPA, found) is None

    asyncio.run(recorded())
