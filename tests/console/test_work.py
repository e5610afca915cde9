"""Working with guests in the console: what pages show, what is refused and why, without a browser's scripts."""

import asyncio
import json
from datetime import timedelta
from uuid import uuid4

from frontdesk.console.work.presence import HERE, TYPING, Presence
from frontdesk.desk.taking_over import Done, take_over
from frontdesk.storage.rows import Side
from tests.console.consoles import Backroom, Worker, backroom_on
from tests.faults.desks import talk

WISH = "I want to talk to a person about my invoice"


async def begun(room: Backroom, *lines: str) -> str:
    """Let a guest say something; return the id of the conversation."""
    conversation = uuid4().hex
    await talk(room.desk, conversation, *lines)
    return conversation


async def newest(room: Backroom) -> str:
    return str(await room.desk.store.run(lambda unit: unit.messages.newest()))


async def audit(room: Backroom) -> list[tuple[str, str, str]]:
    rows = await room.desk.store.run(lambda unit: unit.audit.page("medspa"))
    return [(each.by, each.what, each.about) for each in reversed(rows) if each.what != "logged_in"]


async def said_instead(worker: Worker, page: str, act: str, **fields: str) -> str:
    """Post a change that is refused; return what the page that it leads to says."""
    refused = await worker.post(f"{page}/{act}", **fields)
    assert (refused.status_code, refused.headers["location"]) == (303, worker.at(page))
    shown = (await worker.get(page)).text
    return shown.partition('class="flash warn" role="alert">')[2].partition("<p>")[2].partition("</p>")[0]


def test_a_conversation_is_taken_over_answered_and_handed_back_with_forms_alone() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            conversation = await begun(room, "book a hydrafacial", "my name is Ann Miller")
            stella = await room.worker("stella")
            shown = (await stella.get(f"conversations/{conversation}")).text
            assert "Ann Miller" in shown
            assert "Wants book" in shown  # what the desk did and why
            taken = await stella.post(f"conversations/{conversation}/take")
            assert taken.status_code == 303
            sent = await stella.post(f"conversations/{conversation}/answer", text="Hello.", seen=await newest(room))
            assert sent.status_code == 303
            back = await stella.post(f"conversations/{conversation}/back")
            assert back.status_code == 303
            assert await audit(room) == [
                ("stella", "conversation_taken_over", conversation),
                ("stella", "conversation_answered", conversation),
                ("stella", "conversation_handed_back", conversation),
            ]

    asyncio.run(work())


def test_an_answer_is_refused_in_words_and_what_was_typed_stays() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            conversation = await begun(room, "hello")
            stella, owen = await room.worker("stella"), await room.worker("owen")
            to = f"conversations/{conversation}/answer"
            nobody = await stella.post(to, text="Dear <b>guest</b>", seen=await newest(room))
            assert (nobody.status_code, "nobody has this conversation" in nobody.text) == (409, True)
            assert await take_over(room.desk, conversation, "owen") == Done()
            theirs = await stella.post(to, text="Dear <b>guest</b>", seen=await newest(room))
            assert (theirs.status_code, "Owen has this conversation now" in theirs.text) == (409, True)
            assert "Dear &lt;b&gt;guest&lt;/b&gt;" in theirs.text
            assert await said_instead(stella, f"conversations/{conversation}", "back") == (
                "Not done: Owen has this conversation now."
            )
            seen = await newest(room)
            await talk(room.desk, conversation, "are you there?")
            late = await owen.post(to, text="Hello.", seen=seen)
            assert (late.status_code, "Send anyway" in late.text) == (409, True)
            for text in ("", "x" * 10_001):
                assert (await owen.post(to, text=text, seen=await newest(room))).status_code == 400
            for seen in ("", "-1", "x", "9" * 30):
                assert (await owen.post(to, text="Hello.", seen=seen)).status_code == 409

    asyncio.run(work())


def test_sending_anyway_holds_for_the_lines_that_the_warning_showed() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            conversation = await begun(room, "hello")
            owen = await room.worker("owen")
            to = f"conversations/{conversation}/answer"
            await take_over(room.desk, conversation, "owen")
            seen = await newest(room)
            await talk(room.desk, conversation, "are you there?")
            warned = await owen.post(to, text="Hello.", seen=seen)
            shown = warned.text.partition('name="seen" value="')[2].partition('"')[0]
            assert shown == await newest(room)
            await talk(room.desk, conversation, "never mind")
            again = await owen.post(to, text="Hello.", seen=shown, anyway="1")
            assert again.status_code == 409
            warning = again.text.partition('id="warning"')[2].partition("</ol>")[0]
            assert ("never mind" in warning, "are you there?" in warning) == (True, False)
            shown = again.text.partition('name="seen" value="')[2].partition('"')[0]
            assert (await owen.post(to, text="Hello.", seen=shown, anyway="1")).status_code == 303

    asyncio.run(work())


def test_a_conversation_is_taken_from_the_holder_that_was_seen_and_from_nobody_else() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            conversation = await begun(room, "hello")
            stella, page = await room.worker("stella"), f"conversations/{conversation}"
            assert '<input type="hidden" name="holder" value="">' in (await stella.get(page)).text
            await take_over(room.desk, conversation, "owen")
            for seen in ("", "tom"):
                said = await said_instead(stella, page, "take", holder=seen)
                assert said == "Owen has this conversation already."
            shown = (await stella.get(page)).text
            assert '<input type="hidden" name="holder" value="owen">' in shown
            assert 'data-ask="Owen has this conversation.' in shown
            assert (await stella.post(f"{page}/take", holder="owen")).status_code == 303
            assert "You have it." in (await stella.get(page)).text

    asyncio.run(work())


def test_the_address_of_a_change_leads_a_browser_to_its_page() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            conversation = await begun(room, WISH)
            stella = await room.worker("stella")
            pages = {f"conversations/{conversation}": ("take", "answer", "back")}
            pages[await request_of(stella)] = ("assign", "answer", "close")
            for page, acts in pages.items():
                for act in acts:
                    led = await stella.get(f"{page}/{act}")
                    assert (led.status_code, led.headers["location"]) == (303, stella.at(page)), act
            assert (await room.stranger().get(f"conversations/{conversation}/take")).status_code == 401

    asyncio.run(work())


def test_who_is_let_in_no_more_leaves_their_conversations_to_the_desk() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            theirs, others = await begun(room, "hello"), await begun(room, "hello")
            await take_over(room.desk, theirs, "stella")
            await take_over(room.desk, others, "owen")
            owen = await room.worker("owen")
            accounts = await room.desk.store.run(lambda unit: unit.accounts.all("medspa"))
            stella = next(each.id for each in accounts if each.login == "stella")
            assert (await owen.post(f"people/{stella}/remove")).status_code == 303
            assert "is answering." in (await owen.get(f"conversations/{theirs}")).text
            assert "You have it." in (await owen.get(f"conversations/{others}")).text
            assert (await audit(room))[-2:] == [
                ("owen", "account_removed", "stella"),
                ("owen", "conversation_handed_back", theirs),
            ]
            lines = await room.desk.store.run(lambda unit: unit.messages.of(theirs))
            await talk(room.desk, theirs, "book a hydrafacial")
            answered = await room.desk.store.run(lambda unit: unit.messages.of(theirs))
            assert answered[len(lines) + 1].side is Side.DESK

    asyncio.run(work())


def test_conversations_of_another_business_are_not_there() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            await talk(room.site.twin, "theirs", "words of another place")
            stella = await room.worker("stella")
            assert (await stella.get("conversations/theirs")).status_code == 404
            for act in ("take", "answer", "back"):
                assert (await stella.post(f"conversations/theirs/{act}", text="x")).status_code == 404
            for address in ("requests/1", "requests/999999"):
                assert (await stella.get(address)).status_code == 404
            assert "words of another place" not in (await stella.get("conversations")).text

    asyncio.run(work())


def test_lists_take_whatever_the_address_bar_has() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            await begun(room, "hello")
            stella = await room.worker("stella")
            for query in (
                "only=with_staff,booked,nothing",
                "days=7&q=%25_%00x",
                "days=no&after=never",
                "after=2025-11-18T10:00:00%2B00:00+c1",
                "q=" + "x" * 500,
            ):
                assert (await stella.get(f"conversations?{query}")).status_code == 200, query
            for query in ("view=mine", "view=closed", "view=nothing"):
                assert (await stella.get(f"requests?{query}")).status_code == 200, query
            assert "Nothing fits" in (await stella.get("conversations?q=nothing+like+it")).text

    asyncio.run(work())


async def request_of(worker: Worker) -> str:
    """Return the address of the only request."""
    shown = (await worker.get("requests")).text
    return "requests/" + shown.partition('id="request-')[2].partition('"')[0]


def test_a_request_is_given_answered_and_closed_once() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            conversation = await begun(room, WISH)
            stella, owen = await room.worker("stella"), await room.worker("owen")
            at = await request_of(stella)
            assert "about my invoice" in (await stella.get("today")).text
            assert (await stella.post(f"{at}/assign", to="stella", seen="")).status_code == 303
            assert await said_instead(owen, at, "assign", to="owen", seen="") == "Stella sees to this by now."
            unknown = await said_instead(owen, at, "assign", to="nobody here", seen="stella")
            assert unknown == "Nobody of that login works here."
            assert (await stella.post(f"{at}/answer", text="It was sent.")).status_code == 303
            late = await owen.post(f"{at}/answer", text="I have it <here>")
            assert (late.status_code, "Stella has answered this meanwhile: It was sent." in late.text) == (409, True)
            assert "I have it &lt;here&gt;" in late.text
            assert "about my invoice" not in (await stella.get("today")).text  # done things leave
            assert (await owen.post(f"{at}/close")).status_code == 303
            assert await said_instead(stella, at, "close") == "Owen has closed this meanwhile."
            said = await room.desk.store.run(lambda unit: unit.messages.of(conversation))
            assert [(each.text, each.by, each.channel) for each in said if each.by] == [
                ("It was sent.", "stella", said[0].channel)
            ]
            assert [what for _, what, _ in await audit(room)] == [
                "request_assigned",
                "request_answered",
                "request_closed",
            ]

    asyncio.run(work())


def test_a_request_that_goes_from_one_to_another_is_told_to_those_who_listen() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            await begun(room, WISH)
            stella = await room.worker("stella")
            at = await request_of(stella)
            await stella.post(f"{at}/assign", to="stella", seen="")
            live = room.site.app.state.console.rooms["medspa"].live
            events = live.listen("somebody")
            before = (await stella.get("today")).text  # while nobody listens
            ready = await anext(events)
            assert f'name="mark" content="{live.mark}"' in before
            assert f'name="mark" content="{live.mark}"' in (await stella.get("today")).text
            assert live.mark in ready
            await stella.post(f"{at}/assign", to="owen", seen="stella")
            live.poke()
            told = await asyncio.wait_for(anext(events), 5)
            assert '"requests": true' in told
            assert live.mark in told
            assert live.mark not in ready
            await events.aclose()

    asyncio.run(work())


def test_who_waits_is_counted_for_each_person() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            await begun(room, WISH)
            stella, owen = await room.worker("stella"), await room.worker("owen")
            at = await request_of(stella)
            await stella.post(f"{at}/assign", to="stella", seen="")
            counts = [json.loads((await each.get("waiting")).text)["count"] for each in (stella, owen)]
            assert counts == [1, 0]
            conversation = await begun(room, "hello")
            await take_over(room.desk, conversation, "owen")
            await talk(room.desk, conversation, "are you there?")
            assert json.loads((await owen.get("waiting")).text)["count"] == 1
            assert "are you there?" in (await owen.get("today")).text

    asyncio.run(work())


def test_a_long_conversation_is_shown_from_its_end() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            conversation = await begun(room, "the very first words", *(["hello"] * 70))
            stella = await room.worker("stella")
            shown = (await stella.get(f"conversations/{conversation}")).text
            assert "the very first words" not in shown
            earlier = shown.partition("?before=")[2].partition('"')[0]
            assert "the very first words" in (await stella.get(f"conversations/{conversation}?before={earlier}")).text
            assert (await stella.get(f"conversations/{conversation}?before={'9' * 40}")).status_code == 200

    asyncio.run(work())


def test_a_guest_who_was_forgotten_is_nobody_to_answer() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            conversation = await begun(room, WISH)
            guest = await room.desk.store.run(lambda unit: unit.conversations.guest_of(conversation))
            assert guest is not None
            await room.desk.store.run(lambda unit: unit.forget(guest, room.desk.clock()))
            stella = await room.worker("stella")
            shown = (await stella.get(f"conversations/{conversation}")).text
            assert "This guest was forgotten" in shown
            assert "invoice" not in shown
            assert (await stella.post(f"conversations/{conversation}/take")).status_code == 404
            assert (await stella.get(await request_of(stella))).status_code == 200

    asyncio.run(work())


def test_presence_is_for_seconds() -> None:
    now = [0.0]
    presence = Presence(lambda: now[0])
    assert presence.note("c1", "sven", "Sven", typing=False)
    assert not presence.note("c1", "sven", "Sven", typing=False)
    assert presence.note("c1", "sven", "Sven", typing=True)
    assert [each.typing for each in presence.of("c1")] == [True]
    now[0] += TYPING
    assert [each.typing for each in presence.of("c1")] == [False]
    now[0] += HERE
    assert presence.of("c1") == ()
    assert presence.note("c2", "stella", "Stella", typing=False)
    assert list(presence.signs) == ["c2"]
    assert presence.leave("c2", "stella")
    assert not presence.leave("c2", "stella")
    assert presence.signs == {}


def test_a_sign_of_life_says_who_else_is_there_and_whether_the_guest_is() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            conversation = await begun(room, "hello")
            stella, owen = await room.worker("stella"), await room.worker("owen")
            to = f"conversations/{conversation}/presence"
            await stella.post(to)
            seen = json.loads((await owen.post(to, typing="1")).text)
            assert seen["guest"] is False
            assert {(each["name"], each["typing"]) for each in seen["people"]} == {("Stella", False), ("Owen", True)}
            left = json.loads((await owen.post(to, leave="1")).text)
            assert [each["login"] for each in left["people"]] == ["stella"]

    asyncio.run(work())


def test_waiting_is_measured_from_what_the_guest_said_last() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            conversation = await begun(room, "hello")
            await take_over(room.desk, conversation, "owen")
            clock = room.desk.clock
            room.desk.clock = lambda: clock() - timedelta(minutes=42)
            await talk(room.desk, conversation, "are you there?")
            room.desk.clock = clock
            await take_over(room.desk, conversation, "stella", even_from="owen")  # joining answers nobody
            stella = await room.worker("stella")
            assert "42 min" in (await stella.get("today")).text

    asyncio.run(work())


def test_what_is_said_once_is_said_on_the_next_page_and_not_to_a_part_that_follows() -> None:
    async def work() -> None:
        async with backroom_on("sqlite://") as room:
            await begun(room, WISH)
            stella = await room.worker("stella")
            at = await request_of(stella)
            assert (await stella.post(f"{at}/assign", to="stella", seen="")).status_code == 303
            assert "You see to this." not in (await stella.get(at, **{"x-fragment": "1"})).text
            assert "You see to this." in (await stella.get(at)).text
            assert "You see to this." not in (await stella.get(at)).text

    asyncio.run(work())
