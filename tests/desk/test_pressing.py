"""A button means exactly what it says, counts once, and only where it was shown last."""

import asyncio
from uuid import uuid4

import pytest

from frontdesk.desk.desk import Desk
from frontdesk.desk.scene import Arrival, Button, Pressed
from tests.faults.desks import NOW, WANTED, Answer, booked, desk_on, outcomes, talk

OFFERS = "book a hydrafacial tomorrow"


async def press(desk: Desk, text: str, pressed: Pressed) -> Answer:
    return await desk.receive(Arrival(text, "web", uuid4().hex, NOW, conversation="c1", pressed=pressed))


async def second_option(desk: Desk) -> str:
    conversation = await desk.store.run(lambda unit: unit.conversations.by_id("c1"))
    assert conversation is not None
    assert conversation.run is not None
    (offer,) = conversation.run.offers.values()
    return offer.visible()[1].id


def test_an_option_is_taken_whatever_its_text_reads_like(sqlite_database: str) -> None:
    async def choose() -> None:
        async with desk_on(sqlite_database) as desk:
            asked = await talk(desk, "c1", OFFERS)
            chosen = await second_option(desk)
            answer = await press(desk, "never mind", Pressed(Button.OPTION, asked["turn"], chosen))
            assert answer["asking"] == "name"
            assert answer["known"]["time"] == asked["offered"][1]["start"][11:16]

    asyncio.run(choose())


@pytest.mark.parametrize(
    "pressed",
    [Pressed(Button.OPTION, 0, "x"), Pressed(Button.OPTION, 1, "x"), Pressed(Button.YES, 1), Pressed(Button.YES, 0)],
    ids=["an older turn", "no option that was shown", "a yes to a list", "an old yes"],
)
def test_what_is_not_there_to_press_changes_nothing(sqlite_database: str, pressed: Pressed) -> None:
    async def choose() -> None:
        async with desk_on(sqlite_database) as desk:
            asked = await talk(desk, "c1", OFFERS)
            answer = await press(desk, "Book it", pressed)
            assert (answer["position"], answer["reply"]) == (asked["position"], asked["reply"])
            assert await booked(desk) == ()

    asyncio.run(choose())


def test_a_name_that_is_tapped_is_taken_whatever_its_text_reads_like(sqlite_database: str) -> None:
    async def name() -> None:
        async with desk_on(sqlite_database) as desk:
            asked = await talk(desk, "c1", "book an appointment")
            strange = await press(desk, "Botox", Pressed(Button.OPTION, asked["turn"], "lobotomy"))
            assert (strange["asking"], strange["known"]) == ("service", {})
            answer = await press(desk, "never mind", Pressed(Button.OPTION, strange["turn"], "botox"))
            assert (answer["asking"], answer["known"]) == ("day", {"service": "botox"})
            again = await press(desk, "HydraFacial", Pressed(Button.OPTION, asked["turn"], "hydrafacial"))
            assert (again["asking"], again["known"]) == ("day", {"service": "botox"})

    asyncio.run(name())


def test_yes_books_once_and_an_old_yes_does_nothing(sqlite_database: str) -> None:
    async def confirm() -> None:
        async with desk_on(sqlite_database) as desk:
            asked = await talk(desk, "c1", WANTED)
            yes = Pressed(Button.YES, asked["turn"])
            assert outcomes(await press(desk, "Book it", yes)) == [("book_appointment", "booked")]
            assert outcomes(await press(desk, "Book it", yes)) == []
            assert len(await booked(desk)) == 1

    asyncio.run(confirm())


@pytest.mark.parametrize("words", ["no", "Not yet", "no, don't", "hello"])
def test_a_yes_that_came_with_other_words_is_what_they_say(sqlite_database: str, words: str) -> None:
    async def confirm() -> None:
        async with desk_on(sqlite_database) as desk:
            asked = await talk(desk, "c1", WANTED)
            answer = await press(desk, words, Pressed(Button.YES, asked["turn"]))
            assert outcomes(answer) == []
            assert await booked(desk) == ()

    asyncio.run(confirm())


def test_no_and_change_are_what_they_say(sqlite_database: str) -> None:
    async def confirm() -> None:
        async with desk_on(sqlite_database) as desk:
            asked = await talk(desk, "c1", WANTED)
            answer = await press(desk, "Change: Name", Pressed(Button.CHANGE, asked["turn"], "name"))
            assert answer["asking"] == "name"
            again = await talk(desk, "c1", "Bo Reed")
            assert again["asking"] == "confirmation"
            refused = await press(desk, "Not yet", Pressed(Button.NO, again["turn"]))
            assert refused["asking"] == "choice"
            assert await booked(desk) == ()

    asyncio.run(confirm())
