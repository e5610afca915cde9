"""A form and the chat are one conversation: what is filled in counts as said, and sending it is the same yes."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from frontdesk.desk.desk import Desk
from frontdesk.desk.house import House, open_house
from frontdesk.desk.plans.filling import FormRefused, Refusal
from frontdesk.desk.plans.planning import plan_by_id
from frontdesk.desk.records.replaying import understood_otherwise
from frontdesk.desk.scene import Filling
from frontdesk.dialogue.conversation import Collecting, Conversation
from frontdesk.dialogue.flow import FormUse
from frontdesk.storage.unit import Unit
from tests.desk.offices import NOW, desk_at, office
from tests.faults.desks import NOW as SPA_NOW
from tests.faults.desks import desk_on
from tests.faults.test_replayed import assert_replays, recorded

Answer: TypeAlias = dict[str, Any]
Story: TypeAlias = Callable[[Desk], Coroutine[None, None, None]]
ALL = {
    "meeting_title": ("Standup",),
    "start_time": ("2025-11-28T14:00",),
    "length": ("60",),
    "attendee_email": ("jane@example.com", "joe@example.com"),
}
PARTY = {"day": ("2025-12-02",), "people": ("4",), "floor": ("roof",)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return office(tmp_path_factory.mktemp("offices") / "office")


@pytest.fixture(scope="module")
def house(folder: Path) -> House:
    return open_house(folder)


def play(url: str, house: House, story: Story) -> None:
    async def played() -> None:
        async with desk_at(url, house) as desk:
            await story(desk)

    asyncio.run(played())


async def say(desk: Desk, text: str) -> Answer:
    return await desk.say(text, conversation="c1")


async def fill(desk: Desk, key: str | None = None, /, run: str = "c1.1", **values: str) -> Answer:
    filling = Filling(run, {name: (text,) for name, text in values.items()})
    return await desk.fill(filling, conversation="c1", message_id=key)


async def send(
    desk: Desk,
    values: Mapping[str, tuple[str, ...]],
    turn: int | None = None,
    key: str | None = None,
    run: str = "c1.1",
) -> Answer:
    return await desk.fill(Filling(run, values, sent=True, turn=turn), conversation="c1", message_id=key)


async def refusal(answer: Coroutine[None, None, Answer]) -> FormRefused:
    with pytest.raises(FormRefused) as refused:
        await answer
    return refused.value


async def stands(desk: Desk) -> Conversation:
    found = await desk.store.run(lambda unit: unit.conversations.by_id("c1"))
    assert found is not None
    return found


def fields(answer: Answer) -> dict[str, Any]:
    return {field["placeholder"]: field for field in answer["form"]["fields"]}


def statuses(answer: Answer) -> dict[str, str]:
    return {step["id"]: step["status"] for step in answer["run"]["toolExecutionPlan"]}


def did(answer: Answer) -> list[str]:
    return [each["outcome"] for each in answer["did"]]


def test_the_form_is_there_from_the_first_turn(sqlite_database: str, house: House) -> None:
    async def story(desk: Desk) -> None:
        answer = await say(desk, "set a meeting")
        assert answer["reply"] == "What is it called?"
        assert answer["form"]["arguments"]["attendees"] == ["{{PLACEHOLDER_attendee_email}}"]
        kinds = {name: field["type"] for name, field in fields(answer).items()}
        assert list(kinds.values()) == ["text", "datetime", "duration", "email", "textarea"]
        title, length = fields(answer)["meeting_title"], fields(answer)["length"]
        assert (title["label"], title["hint"], title["required"]) == ("Title", "What it is about", True)
        assert (length["label"], length["hint"]) == ("Length", "In minutes")
        assert answer["run"]["status"] == "pending"

    play(sqlite_database, house, story)


def test_a_field_is_a_turn_that_says_nothing_more_than_it_must(sqlite_database: str, house: House) -> None:
    async def story(desk: Desk) -> None:
        await say(desk, "set a meeting")
        answer = await fill(desk, start_time="2025-11-28T14:00")
        assert (answer["reply"], answer["asking"], answer["turn"]) == ("", "title", 2)
        assert answer["known"]["start_time"] == "2025-11-28T14:00:00+00:00"
        said = await desk.store.run(lambda unit: unit.messages.of("c1"))
        assert said[-1].text.startswith("\N{LOWER RIGHT PENCIL} Start: ")
        assert (await fill(desk, meeting_title="Standup"))["asking"] == "length"
        assert (await say(desk, "one hour, jane@example.com"))["asking"] == "notes"
        last = await fill(desk, notes="bring cake")
        assert last["position"] == "confirming"
        assert "Standup" in last["reply"]
        assert did(await say(desk, "yes")) == ["created"]

    play(sqlite_database, house, story)


@pytest.mark.parametrize(
    ("placeholder", "text", "error", "suggestion"),
    [
        ("attendee_email", "jane", "e-mail address", None),
        ("attendee_email", "jane at example.com", "e-mail address", "jane@example.com"),
        ("start_time", "2025-11-26T14:00", "past", None),
        ("start_time", "2025-11-28", "a day and a time", None),
        ("start_time", "2026-03-29T01:30", "no such day or time", None),
        ("start_time", "tomorrow at 2pm", "a day and a time", "2025-11-28T14:00"),
        ("length", "-5", "at least one minute", None),
        ("length", "2 hours", "at least one minute", "120"),
        ("length", "600", "can't use", None),
        ("meeting_title", "x" * 5000, "too long", None),
    ],
)
def test_a_bad_value_is_said_in_its_field_and_changes_nothing(
    sqlite_database: str, house: House, placeholder: str, text: str, error: str, suggestion: str | None
) -> None:
    async def story(desk: Desk) -> None:
        await say(desk, "set a meeting")
        before = await stands(desk)
        refused = await refusal(fill(desk, None, **{placeholder: text}))
        assert refused.kind is Refusal.BAD_VALUE
        assert error in refused.errors[placeholder]
        assert refused.form is not None
        assert fields({"form": refused.form})[placeholder]["suggestion"] == suggestion
        assert await stands(desk) == before

    play(sqlite_database, house, story)


def test_what_is_left_open_is_never_executed(sqlite_database: str, house: House) -> None:
    async def story(desk: Desk) -> None:
        await say(desk, "set a meeting")
        missing = await refusal(send(desk, {"meeting_title": ("Standup",)}))
        assert missing.kind is Refusal.LEFTOVER
        assert set(missing.errors) == {"start_time", "length", "attendee_email"}
        unknown = await refusal(send(desk, {**ALL, "color": ("red",)}))
        assert unknown.kind is Refusal.UNKNOWN_PLACEHOLDER
        marked = await refusal(send(desk, {**ALL, "attendee_email": ("{{PLACEHOLDER_attendee_email}}",)}))
        assert marked.kind is Refusal.BAD_VALUE
        for run in ("c1.2", "c2.1", "c1.x", "c1", ""):
            assert (await refusal(send(desk, ALL, run=run))).kind is Refusal.NO_RUN
        assert isinstance((await stands(desk)).position, Collecting)
        desk.house = replace(
            house, actions={name: each for name, each in house.actions.items() if name != "create_event"}
        )
        assert (await refusal(send(desk, ALL))).kind is Refusal.UNKNOWN_TOOL

    play(sqlite_database, house, story)


def test_a_form_that_shows_all_there_is_to_agree_to_is_a_yes(database_url: str, house: House) -> None:
    async def story(desk: Desk) -> None:
        await say(desk, "set a meeting")
        answer = await send(desk, ALL, key="press")
        assert did(answer) == ["created"]
        assert (answer["form"], answer["run"]["status"], statuses(answer)) == (
            None,
            "completed",
            {"create": "completed"},
        )
        (meeting,) = answer["bookings"]
        assert (meeting["title"], meeting["start"]) == ("Standup", "2025-11-28T14:00:00+00:00")
        assert meeting["attendees"] == "jane@example.com, joe@example.com"
        assert await send(desk, ALL, key="press") == answer
        assert (await refusal(send(desk, ALL))).kind is Refusal.RUN_OVER

    play(database_url, house, story)


def test_pressed_everywhere_at_once_it_happens_once(database_url: str, house: House) -> None:
    async def story(desk: Desk) -> None:
        await say(desk, "set a meeting")
        async with desk_at(database_url, house) as other:
            keys = ("one", "one", "two", "three")
            pressed = [send(each, ALL, 1, key) for key in keys for each in (desk, other)]
            ends = await asyncio.gather(*pressed, return_exceptions=True)
        done = [each for each in ends if isinstance(each, dict)]
        assert {each["conversation"] for each in done} == {"c1"}
        assert all(isinstance(each, FormRefused) for each in ends if not isinstance(each, dict))
        rows = await desk.store.run(lambda unit: unit.bookings.of_conversation("c1"))
        assert len(rows) == 1

    play(database_url, house, story)


def test_what_the_guest_has_not_seen_is_asked_first(sqlite_database: str, house: House) -> None:
    async def story(desk: Desk) -> None:
        begun = await say(desk, "give a party")
        assert begun["form"]["arguments"]["hall"] == "{{find.result.hall}}"
        found = await send(desk, PARTY, begun["turn"])
        assert (did(found), found["position"]) == (["hall_found"], "confirming")
        unseen = await send(desk, PARTY, begun["turn"])
        assert (did(unseen), unseen["position"]) == ([], "confirming")
        other_day = await send(desk, {"day": ("2025-12-03",)}, (await stands(desk)).version)
        assert did(other_day) == ["hall_found", "created"]  # the same hall at the same price, as it was shown

    play(sqlite_database, house, story)


def test_another_price_than_was_shown_is_asked_first(sqlite_database: str, house: House) -> None:
    async def story(desk: Desk) -> None:
        await say(desk, "give a party")
        found = await send(desk, PARTY)
        more = await send(desk, {"people": ("5",)}, found["turn"])
        assert (did(more), more["position"]) == (["hall_found"], "confirming")
        assert "$50" in more["reply"]

    play(sqlite_database, house, story)


def test_a_plan_that_another_tab_has_changed_is_not_executed(sqlite_database: str, house: House) -> None:
    async def story(desk: Desk) -> None:
        seen = await say(desk, "set a meeting")
        await fill(desk, meeting_title="Retro")
        refused = await refusal(send(desk, ALL, seen["turn"]))
        assert (refused.kind, list(refused.errors)) == (Refusal.PLAN_CHANGED, ["meeting_title"])
        assert refused.form is not None
        assert fields({"form": refused.form})["meeting_title"]["value"] == "Retro"
        same = {**ALL, "meeting_title": ("Retro",)}
        assert did(await send(desk, same, seen["turn"])) == ["created"]

    play(sqlite_database, house, story)


def test_a_failed_step_blocks_what_rests_on_it_until_it_is_mended(sqlite_database: str, house: House) -> None:
    async def story(desk: Desk) -> None:
        begun = await say(desk, "give a party")
        assert statuses(begun) == {"find": "pending", "reserve": "pending", "invite": "pending"}
        full = await send(desk, {**PARTY, "day": ("2025-12-01",)})
        assert statuses(full) == {"find": "failed", "reserve": "blocked", "invite": "blocked"}
        blocked = full["run"]["toolExecutionPlan"][1]
        assert (blocked["dependsOn"], blocked["error"]) == (["find"], "It waits for find, which did not go well.")
        found = await send(desk, {"day": ("2025-12-02",)})
        assert statuses(found) == {"find": "completed", "reserve": "ready", "invite": "pending"}
        assert found["run"]["toolExecutionPlan"][0]["result"]["hall"] == "Hall 4"
        reserved = await send(desk, {}, found["turn"])
        invite = reserved["run"]["toolExecutionPlan"][2]
        assert invite["arguments"] == {
            "email": "{{PLACEHOLDER_invited_email}}",
            "code": reserved["bookings"][0]["reference"],
        }
        assert (reserved["form"]["action"], list(fields(reserved))) == ("send_invitation", ["invited_email"])
        asked = await fill(desk, invited_email="broken@example.com")
        failed = await send(desk, {}, asked["turn"])
        assert statuses(failed) == {"find": "completed", "reserve": "completed", "invite": "failed"}
        kept = await desk.store.run(lambda unit: plan_by_id(desk.house, unit, _known(unit), "c1.1", NOW))
        assert kept == failed["run"]

    def _known(unit: Unit) -> Conversation:
        found = unit.conversations.by_id("c1")
        assert isinstance(found, Conversation)
        return found

    play(sqlite_database, house, story)


def test_a_form_waits_while_something_else_is_under_way(sqlite_database: str, house: House) -> None:
    async def story(desk: Desk) -> None:
        await say(desk, "set a meeting")
        await fill(desk, meeting_title="Standup")
        await say(desk, "give a party")
        assert (await refusal(send(desk, ALL))).kind is Refusal.NOT_NOW
        back = await say(desk, "cancel")
        assert back["form"]["run"] == "c1.1"
        await say(desk, "cancel")
        assert (await refusal(fill(desk, meeting_title="Standup"))).kind is Refusal.RUN_OVER

    play(sqlite_database, house, story)


@asynccontextmanager
async def spa_with_forms(url: str) -> AsyncIterator[Desk]:
    """Open the med spa as one that shows a form for every booking."""
    async with desk_on(url) as desk:
        flows = desk.house.flows
        shown = replace(flows.newest["book"], form=FormUse.ALWAYS)
        desk.house = replace(desk.house, flows=replace(flows, newest={**flows.newest, "book": shown}))
        yield desk


def test_what_a_guest_had_before_is_suggested(sqlite_database: str) -> None:
    async def story() -> None:
        async with spa_with_forms(sqlite_database) as desk:
            answer: Answer = {}
            for line in ("book botox tomorrow at 10am", "Ann Miller", "no email", "yes"):
                answer = await desk.say(line, guest="+12125550142")
            assert len(answer["bookings"]) == 1
            again: Answer = await desk.say("book an appointment", guest="+12125550142")
            service = fields(again)["service"]
            assert (service["type"], service["value"], service["suggested"]) == ("multi", ["botox"], True)
            assert fields(again)["phone"]["suggested"]
            assert again["form"]["arguments"]["opening"] == "{{find.result.id}}"

    asyncio.run(story())


def test_a_time_is_chosen_in_the_form_and_an_old_one_is_looked_for_again(sqlite_database: str) -> None:
    async def story() -> None:
        async with spa_with_forms(sqlite_database) as desk:
            offered = await say(desk, "book a hydrafacial tomorrow")
            second = fields(offered)["opening"]["choices"][1]
            chosen = await fill(desk, None, opening=second["value"])
            assert (chosen["asking"], chosen["known"]["time"]) == ("name", offered["offered"][1]["start"][11:16])
            contact = {"name": ("Ann Miller",), "phone": ("212 555 0142",)}
            shown = await send(desk, contact, chosen["turn"])
            assert (shown["position"], did(shown)) == ("confirming", [])  # the provider was not in the form
            later = SPA_NOW + timedelta(minutes=40)
            desk.clock = lambda: later
            again = await send(desk, {"name": ("Anna Miller",)}, shown["turn"])
            assert "booked" not in did(again)

    asyncio.run(story())


def test_the_form_comes_when_a_question_was_put_too_often(sqlite_database: str, tmp_path: Path) -> None:
    async def story(desk: Desk) -> None:
        answer = await say(desk, "give a party")
        for _ in range(2):
            assert answer["form"] is None
            answer = await say(desk, "mumble mumble")
        stuck = await say(desk, "mumble mumble")
        assert (stuck["asking"], list(fields(stuck))) == ("day", ["day", "people", "floor"])
        assert "form" in stuck["reply"]
        assert did(await send(desk, PARTY)) == ["hall_found"]

    play(sqlite_database, open_house(office(tmp_path / "office", "when_stuck")), story)


def test_what_was_filled_in_replays_to_the_letter(sqlite_database: str, house: House, folder: Path) -> None:
    async def story(desk: Desk) -> None:
        await say(desk, "give a party")
        await fill(desk, floor="roof")
        found = await send(desk, {"day": ("2025-12-02",), "people": ("4",)})
        reserved = await send(desk, {}, found["turn"])
        assert did(reserved) == ["created"]
        await fill(desk, invited_email="ann@example.com")
        assert did(await send(desk, {}, (await stands(desk)).version)) == ["invited"]
        kept = await desk.store.run(lambda unit: recorded(unit, "c1"))
        assert_replays(kept, house)
        assert understood_otherwise(folder, kept) == ()

    play(sqlite_database, house, story)
