"""A person takes a conversation over: from then on the desk says nothing, loses nothing, and goes on where it was."""

import asyncio
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from frontdesk.desk import outside
from frontdesk.desk.desk import Desk
from frontdesk.desk.hearing import Basis, Ears, Heard
from frontdesk.desk.house import open_house
from frontdesk.desk.log import Log
from frontdesk.desk.records.masking import masked
from frontdesk.desk.records.recording import Record, read_record, written
from frontdesk.desk.scene import Arrival
from frontdesk.desk.taking_over import (
    Changed,
    Done,
    Gone,
    HeldBy,
    NotHeld,
    Reply,
    TakenOver,
    answer,
    hand_back,
    take_over,
)
from frontdesk.dialogue.conversation import WithStaff
from frontdesk.storage.rows import Account, Role, Side
from frontdesk.storage.unit import Unit
from tests.desk.shops import shop
from tests.desk.test_business_actions_outside import SELLS, desk_of, held_up, is_called, let_go, outcomes, selling
from tests.faults.desks import NOW, WANTED, booked, desk_on, med_spa, said, talk
from tests.faults.test_replayed import assert_replays, recorded

EMILY = "emily"


async def accounts(desk: Desk) -> None:
    """Let two people work here."""
    for login, name in ((EMILY, "Emily"), ("bob", "Bob")):
        person = Account(desk.house.business.id, login, name, Role.STAFF, "hash", NOW)
        await desk.store.run(partial(add_account, person))


def add_account(person: Account, unit: Unit) -> None:
    unit.accounts.add(person)


async def lines(desk: Desk, conversation: str = "c1") -> list[tuple[Side, str]]:
    return [(each.side, each.text) for each in await said(desk, conversation)]


async def newest(desk: Desk) -> int:
    return await desk.store.run(lambda unit: unit.messages.newest())


async def holder(desk: Desk, conversation: str = "c1") -> str | None:
    stands = await desk.store.run(lambda unit: unit.conversations.by_id(conversation))
    assert stands is not None
    return stands.position.by if isinstance(stands.position, WithStaff) else None


def assert_keeps_and_replays(kept: Record, tmp_path: Path) -> None:
    """See that a record replays, masked too, and when it was read from its file."""
    assert_replays(kept)
    assert_replays(masked(kept, None, med_spa().business))
    file = tmp_path / "record.yaml"
    file.write_text(written(kept), encoding="utf-8")
    assert read_record(file) == kept


def test_a_person_takes_over_answers_and_hands_back(tmp_path: Path, database_url: str) -> None:
    async def converse() -> Record:
        async with desk_on(database_url) as desk:
            await accounts(desk)
            asked = await talk(desk, "c1", "book a hydrafacial")
            assert await take_over(desk, "c1", EMILY) == Done()
            silent = await talk(desk, "c1", "is it good for dry skin?", "tomorrow at 10 please")
            assert (silent["reply"], silent["position"], silent["did"]) == ("", "with_staff", [])
            assert await answer(desk, "c1", EMILY, Reply("It is.", await newest(desk))) == Done()
            assert await hand_back(desk, "c1", EMILY) == Done()
            kept = await lines(desk)
            assert kept[1:] == [
                (Side.DESK, asked["reply"]),
                (Side.NOTE, "Emily from our team has joined"),
                (Side.GUEST, "is it good for dry skin?"),
                (Side.GUEST, "tomorrow at 10 please"),
                (Side.STAFF, "It is."),
                (Side.NOTE, "Emily has left the chat"),
                kept[-1],
            ]
            assert kept[-1][0] is Side.DESK  # what was asked is asked again
            by = [(each.by, each.channel) for each in await said(desk, "c1") if each.side in {Side.STAFF, Side.NOTE}]
            assert by == [(EMILY, "web")] * 3
            after = await talk(desk, "c1", WANTED, "yes")
            assert len(await booked(desk)) == 1
            assert after["position"] == "idle"
            audit = await desk.store.run(lambda unit: unit.audit.page(desk.house.business.id))
            assert [(each.by, each.what, each.about) for each in reversed(audit)] == [
                (EMILY, "conversation_taken_over", "1"),  # the guest: the conversation has a name from outside
                (EMILY, "conversation_answered", "1"),
                (EMILY, "conversation_handed_back", "1"),
            ]
            return await desk.store.run(lambda unit: recorded(unit, "c1"))

    kept = asyncio.run(converse())
    assert [turn.staff for turn in kept.turns] == [None, EMILY, None, None, EMILY, EMILY, None, None]
    assert_keeps_and_replays(kept, tmp_path)
    assert EMILY not in written(masked(kept, None, med_spa().business))


def test_nothing_is_said_needlessly_when_there_was_nothing_to_ask(database_url: str) -> None:
    async def converse() -> Record:
        async with desk_on(database_url) as desk:
            await talk(desk, "c1", "hello", guest="212 555 0142")
            later = NOW + timedelta(days=1)
            (row,) = await desk.store.run(lambda unit: unit.conversations.recent(desk.house.business.id, later, 9))
            assert await take_over(desk, row.id, EMILY) == Done()
            assert await hand_back(desk, row.id, EMILY) == Done()
            kept = await lines(desk, row.id)
            assert [side for side, _ in kept] == [Side.GUEST, Side.DESK, Side.NOTE, Side.NOTE]
            return await desk.store.run(lambda unit: recorded(unit, row.id))

    assert_replays(asyncio.run(converse()))


class GatedEars(Ears):
    """Ears that hear one message only once they are let, and tell when they have begun."""

    def __init__(self, gated: str) -> None:
        super().__init__()
        self.gated, self.begun, self.let = gated, asyncio.Event(), asyncio.Event()

    async def hear(self, basis: Basis, arrival: Arrival, log: Log) -> Heard:
        if arrival.text == self.gated:
            self.begun.set()
            await self.let.wait()
        return await super().hear(basis, arrival, log)


class BrokenEars(Ears):
    """Ears that hear nothing."""

    async def hear(self, _basis: Basis, _arrival: Arrival, _log: Log) -> Heard:
        raise ValueError


def test_a_turn_that_is_running_while_it_is_taken_over_says_nothing(database_url: str) -> None:
    async def converse() -> Record:
        async with desk_on(database_url) as desk:
            desk.ears = ears = GatedEars(WANTED)
            await talk(desk, "c1", "hello")
            running = asyncio.create_task(desk.say(WANTED, conversation="c1", message_id="m1"))
            await ears.begun.wait()
            assert await take_over(desk, "c1", EMILY) == Done()
            ears.let.set()
            silent = await running
            assert (silent["reply"], silent["position"]) == ("", "with_staff")
            assert await desk.say(WANTED, conversation="c1", message_id="m1") == silent  # delivered again
            assert [side for side, _ in await lines(desk)] == [Side.GUEST, Side.DESK, Side.NOTE, Side.GUEST]
            assert await booked(desk) == ()
            return await desk.store.run(lambda unit: recorded(unit, "c1"))

    assert_replays(asyncio.run(converse()))


@pytest.mark.parametrize("back_first", [False, True])
def test_an_action_under_way_counts_and_is_told_when_the_person_has_left(
    tmp_path: Path, database_url: str, *, back_first: bool
) -> None:
    folder = shop(tmp_path / "shop", held_up())

    async def converse() -> Record:
        async with desk_of(folder, database_url) as desk:
            await desk.say("buy a ticket for the opera", conversation="c1")
            buying = asyncio.create_task(desk.say("yes", conversation="c1", message_id="m1"))
            await is_called(folder)
            assert await take_over(desk, "c1", EMILY) == Done()
            if back_first:
                assert await hand_back(desk, "c1", EMILY) == Done()
                assert (await lines(desk))[-1][0] is Side.NOTE  # nothing is known yet, so nothing is said
            let_go(folder)
            bought = await buying
            assert outcomes(bought) == ["sold"]
            assert bought["reply"] == ("Your ticket is T1." if back_first else "")
            assert await desk.say("yes", conversation="c1", message_id="m1") == bought
            if not back_first:
                assert "T1" not in str(await lines(desk))
                assert await answer(desk, "c1", EMILY, Reply("One moment.", None)) == Done()
                assert await hand_back(desk, "c1", EMILY) == Done()
            assert (await lines(desk))[-1] == (Side.DESK, "Your ticket is T1.")
            again = await desk.say("hello", conversation="c1")
            assert "T1" not in str(again["reply"])
            return await desk.store.run(lambda unit: recorded(unit, "c1"))

    assert_replays(asyncio.run(converse()), open_house(folder))


def test_an_action_whose_desk_was_killed_is_settled_while_a_person_answers(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside, "GRACE", timedelta(milliseconds=100))
    hangs = SELLS.replace("await asyncio.sleep(0)", "await asyncio.sleep(0 if (away.folder / 'go').exists() else 9)")
    folder = shop(tmp_path / "shop", selling(hangs, ", look_up=find_sale"))

    async def converse() -> Record:
        async with desk_of(folder, database_url) as desk:
            await desk.say("buy a ticket for the opera", conversation="c1")
            buying = asyncio.create_task(desk.say("yes", conversation="c1"))
            await is_called(folder)
            buying.cancel()  # as if its program had been killed
            assert await take_over(desk, "c1", EMILY) == Done()
            silent = await desk.say("are you there?", conversation="c1")
            assert (silent["reply"], silent["position"]) == ("", "with_staff")
            let_go(folder)
            await asyncio.sleep(1)
            assert await desk.settle() == 1
            assert "T1" not in str(await lines(desk))
            assert await hand_back(desk, "c1", EMILY) == Done()
            assert (await lines(desk))[-1] == (Side.DESK, "Your ticket is T1.")
            return await desk.store.run(lambda unit: recorded(unit, "c1"))

    assert_replays(asyncio.run(converse()), open_house(folder))


def test_of_many_who_take_over_at_once_one_has_it(database_url: str) -> None:
    people = [f"p{number}" for number in range(6)]

    async def race() -> None:
        async with desk_on(database_url) as one, desk_on(database_url) as two:
            await talk(one, "c1", "hello")
            tries = [take_over((one, two)[number % 2], "c1", each) for number, each in enumerate(people)]
            results: list[TakenOver] = await asyncio.gather(*tries)
            has = await holder(one)
            won = [each for each, result in zip(people, results, strict=True) if result == Done()]
            assert won == [has]
            assert [result for result in results if result != Done()] == [HeldBy(str(has), str(has))] * 5
            assert [side for side, _ in await lines(one)].count(Side.NOTE) == 1

    asyncio.run(race())


def test_what_somebody_has_is_taken_from_them_only_by_name(database_url: str) -> None:
    async def converse() -> Record:
        async with desk_on(database_url) as desk:
            await accounts(desk)
            await talk(desk, "c1", WANTED)
            assert await take_over(desk, "c1", EMILY) == Done()
            assert await take_over(desk, "c1", EMILY) == Done()  # pressed twice
            assert await take_over(desk, "c1", "bob") == HeldBy(EMILY, "Emily")
            assert await take_over(desk, "c1", "bob", even_from="carl") == HeldBy(EMILY, "Emily")
            assert await answer(desk, "c1", "bob", Reply("Hi.", None)) == HeldBy(EMILY, "Emily")
            assert await hand_back(desk, "c1", "bob") == HeldBy(EMILY, "Emily")
            assert await take_over(desk, "c1", "bob", even_from=EMILY) == Done()
            assert await answer(desk, "c1", EMILY, Reply("Hi.", None)) == HeldBy("bob", "Bob")
            assert await hand_back(desk, "c1", "bob") == Done()
            assert await hand_back(desk, "c1", "bob") == NotHeld()
            assert await answer(desk, "c1", "bob", Reply("Hi.", None)) == NotHeld()
            return await desk.store.run(lambda unit: recorded(unit, "c1"))

    kept = asyncio.run(converse())
    assert [turn.position for turn in kept.turns] == ["confirming", "with_staff", "with_staff", "confirming"]
    assert_replays(kept)


def test_who_answers_has_seen_everything_or_says_that_they_need_not(database_url: str) -> None:
    async def converse() -> None:
        async with desk_on(database_url) as desk:
            await talk(desk, "c1", "hello")
            await take_over(desk, "c1", EMILY)
            seen = await newest(desk)
            await talk(desk, "c1", "are you there?")
            late = await answer(desk, "c1", EMILY, Reply("Hello.", seen))
            assert isinstance(late, Changed)
            assert [(each.side, each.text) for each in late.lines] == [(Side.GUEST, "are you there?")]
            assert Side.STAFF not in [side for side, _ in await lines(desk)]
            assert await answer(desk, "c1", EMILY, Reply("Hello.", None)) == Done()
            # The same once more, as after a lost answer: its own line is new to whoever sent it.
            again = await answer(desk, "c1", EMILY, Reply("Hello.", seen + 1))
            assert isinstance(again, Changed)

    asyncio.run(converse())


def test_guests_and_staff_who_write_at_once_lose_nothing(database_url: str) -> None:
    async def write() -> Record:
        async with desk_on(database_url) as one, desk_on(database_url) as two:
            await talk(one, "c1", "hello")
            await take_over(one, "c1", EMILY)
            guest = [one.say(f"guest {number}", conversation="c1", message_id=f"m{number}") for number in range(5)]
            staff = [answer(two, "c1", EMILY, Reply(f"staff {number}", None)) for number in range(5)]
            await asyncio.gather(*guest, *staff)
            kept = await lines(one)
            for side in (Side.GUEST, Side.STAFF):
                written_by = sorted(text for each, text in kept if each is side and text != "hello")
                assert written_by == [f"{side} {number}" for number in range(5)]
            await hand_back(one, "c1", EMILY)
            return await one.store.run(lambda unit: recorded(unit, "c1"))

    assert_replays(asyncio.run(write()))


def test_a_message_that_is_cut_is_said_to_be_and_an_apology_is_left_to_the_person(database_url: str) -> None:
    async def converse() -> Record:
        async with desk_on(database_url) as desk:
            await talk(desk, "c1", "hello")
            await take_over(desk, "c1", EMILY)
            cut = await desk.say("x" * 20_000, conversation="c1")
            assert "longer than I can read" in str(cut["reply"])
            hears, desk.ears = desk.ears, BrokenEars()
            sorry = await desk.say("hello?", conversation="c1")
            desk.ears = hears
            assert (sorry["reply"], sorry["position"], desk.log.counters["turn_broke"]) == ("", "with_staff", 1)
            await hand_back(desk, "c1", EMILY)
            assert "sorry" not in str((await lines(desk))[-1]).lower()
            return await desk.store.run(lambda unit: recorded(unit, "c1"))

    assert_replays(asyncio.run(converse()))


def test_there_is_nobody_to_answer_where_a_guest_was_forgotten(database_url: str) -> None:
    async def converse() -> None:
        async with desk_on(database_url) as desk:
            await talk(desk, "c1", "hello")
            guest = await desk.store.run(lambda unit: unit.conversations.guest_of("c1"))
            assert guest is not None
            await desk.store.run(lambda unit: unit.forget(guest, NOW))
            for each in ("c1", "c2"):
                assert await take_over(desk, each, EMILY) == Gone()
                assert await answer(desk, each, EMILY, Reply("Hi.", None)) == Gone()
                assert await hand_back(desk, each, EMILY) == Gone()

    asyncio.run(converse())


def test_what_staff_said_is_forgotten_with_the_guest(database_url: str) -> None:
    async def converse() -> None:
        async with desk_on(database_url) as desk:
            await talk(desk, "c1", "hello")
            await take_over(desk, "c1", EMILY)
            await answer(desk, "c1", EMILY, Reply("Dear Ann Miller", None))
            guest = await desk.store.run(lambda unit: unit.conversations.guest_of("c1"))
            assert guest is not None
            await desk.store.run(lambda unit: unit.forget(guest, NOW))
            later, of = NOW + timedelta(days=1), desk.house.business.id
            (row,) = await desk.store.run(lambda unit: unit.conversations.recent(of, later, 9))
            kept = await desk.store.run(
                lambda unit: (unit.messages.of(row.id), unit.messages.turns(row.id), unit.audit.page(of))
            )
            assert all(kept)
            assert "Ann" not in str(kept)

    asyncio.run(converse())
