"""Numbers, what was not understood, the log and the search: what they show, to whom, and what they say of nothing."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from frontdesk.console.reading.numbers import shade_of
from frontdesk.storage.rows import Message, Side, Turn
from frontdesk.storage.unit import Unit
from frontdesk.storage.unusable import DatabaseUnusable, Reason
from tests.console.consoles import Backroom, Worker, backroom_on
from tests.console.reading import ANN, audited, live, text_of
from tests.faults.desks import NOW

Visit = Callable[[Backroom, Worker], Awaitable[None]]
PAGES = ("guests", "numbers", "not-understood", "log", "search?q=ann")
FIELD = re.compile(r'name="(words|about|until|days|kind|fingerprint)" value="([^"]*)"')


def visit(scene: Visit, login: str = "owen", *, empty: bool = False) -> None:
    async def go() -> None:
        async with backroom_on("sqlite://") as room:
            if not empty:
                await live(room.desk)
            await scene(room, await room.worker(login))

    asyncio.run(go())


def fields_of(page: str, words: str) -> dict[str, str]:
    """Return what the form of a message holds."""
    form = next(each for each in page.split("<li class=") if words in each.casefold())
    return dict(FIELD.findall(form))


def test_numbers_count_the_conversations_of_the_period() -> None:
    async def scene(_: Backroom, owen: Worker) -> None:
        said = text_of((await owen.get("numbers")).text)
        for part in ("Conversations 4", "25%", "Messages per booking 2.0", "Left to the team 1", "Booked: 1, 25%"):
            assert part in said, part
        assert "Most on Tuesday from 10:00 to 11:00" in said
        assert "Asked again" in said
        assert "A question the desk cannot answer" in said
        for days in (7, 90, 365):
            assert (await owen.get(f"numbers?days={days}")).status_code == 200

    visit(scene, "stella")


def test_every_chart_is_a_picture_with_a_name_and_its_table_behind_it() -> None:
    async def scene(_: Backroom, owen: Worker) -> None:
        page = (await owen.get("numbers")).text
        charts = page.split('<figure class="chart">')[1:]
        assert len(charts) == 5
        for chart in charts:
            assert re.search(r'role="img" aria-labelledby="\S+-title \S+-desc"', chart)
            assert "<title" in chart
            assert "<table" in chart
        assert "style=" not in page.partition("<body")[2]

    visit(scene)


def test_an_hour_in_which_somebody_wrote_is_never_shown_as_empty() -> None:
    assert [shade_of(count, 100) for count in (0, 1, 50, 100)] == [0, 1, 3, 5]
    assert shade_of(1, 1) == 3


@pytest.mark.parametrize("page", PAGES)
def test_a_page_without_anything_says_what_will_be_there(page: str) -> None:
    async def scene(_: Backroom, owen: Worker) -> None:
        answer = await owen.get(page)
        assert answer.status_code == 200
        if page != "log":  # somebody has logged in
            assert 'class="state"' in answer.text

    visit(scene, empty=True)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_sorry_where_the_database_does_not_answer(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(room: Backroom, owen: Worker) -> None:
        async def unusable(_: object) -> object:
            raise DatabaseUnusable(Reason.UNREACHABLE, "It does not answer.")

        monkeypatch.setattr(type(room.desk.store), "run", lambda _, work: unusable(work))
        answer = await owen.get(page)
        assert answer.status_code == 503
        assert "Try again" in text_of(answer.text)
        assert f'href="/staff/medspa/{page}"' in answer.text
        part = await owen.get(page, **{"x-fragment": "1"})
        assert part.headers["content-type"] == "application/problem+json"
        monkeypatch.undo()

    visit(scene)


def test_the_log_is_for_owners() -> None:
    async def scene(_: Backroom, stella: Worker) -> None:
        refused = await stella.get("log")
        assert refused.status_code == 403
        assert "Only an owner" in text_of(refused.text)
        assert '/staff/medspa/log"' not in (await stella.get("numbers")).text

    visit(scene, "stella")


def test_the_log_is_narrowed_by_person_and_kind_and_comes_in_pages() -> None:
    async def scene(room: Backroom, owen: Worker) -> None:
        def many(unit: Unit) -> None:
            for number in range(150):
                unit.audit.add("medspa", NOW, "owen" if number % 2 else "sue", "guests_merged", str(number))

        await room.desk.store.run(many)
        first = (await owen.get("log?by=sue")).text
        assert text_of(first).count("Guests merged") == 75 + 1  # and once among the kinds
        older = (await owen.get("log")).text.partition('rel="next" href="/staff/medspa/')[2].partition('"')[0]
        assert "That is all" in text_of((await owen.get(older.replace("&amp;", "&"))).text)
        assert "Nothing was changed" in text_of((await owen.get("log?by=sue&what=logged_in")).text)

    visit(scene)


def test_alike_messages_are_one_and_lead_to_the_conversation() -> None:
    async def scene(_: Backroom, stella: Worker) -> None:
        page = (await stella.get("not-understood")).text
        said = text_of(page)
        assert said.casefold().count("flurb the whatsit") == 1
        assert "2\N{MULTIPLICATION SIGN}" in said
        assert "The desk had asked: Day" in said
        assert "/staff/medspa/conversations/puzzles" in page
        assert "which bank do you use?" in said
        assert "Add as an example" not in said
        assert "bank do you" not in text_of((await stella.get("not-understood?kind=asked_again")).text)

    visit(scene, "stella")


def test_what_is_seen_leaves_and_can_be_taken_back() -> None:
    async def scene(room: Backroom, stella: Worker) -> None:
        fields = fields_of((await stella.get("not-understood")).text, "flurb")
        await stella.post("not-understood/seen", **fields)
        page = (await stella.get("not-understood")).text
        assert "flurb" not in text_of(page).casefold().partition("messages are marked")[2]
        undo = re.search(r'action="/staff/medspa/(not-understood/unseen/\d+)"', page)
        assert undo is not None
        await stella.post(undo.group(1))
        assert "flurb" in text_of((await stella.get("not-understood")).text).casefold()
        assert [each[1] for each in await audited(room.desk)] == ["trouble_seen", "seen_taken_back"]
        for nothing in ("0", "x", "99999999999999999"):
            assert (await stella.post(f"not-understood/unseen/{nothing}")).status_code == 404

    visit(scene, "stella")


def test_what_came_in_after_the_page_was_shown_is_not_marked() -> None:
    async def scene(room: Backroom, stella: Worker) -> None:
        fields = fields_of((await stella.get("not-understood")).text, "flurb")

        def later(unit: Unit) -> None:
            at = NOW.replace(hour=11)
            unit.messages.add(Message("puzzles", 90, Side.GUEST, "web", "flurb the whatsit", at))
            unit.messages.add_turn(Turn("puzzles", 90, at, "{}", "[]", "{}", "asked_again:day"))

        await room.desk.store.run(later)
        await stella.post("not-understood/seen", **fields)
        left = text_of((await stella.get("not-understood")).text.partition("<main")[2])
        assert "flurb the whatsit" in left.casefold()
        assert "2\N{MULTIPLICATION SIGN}" not in left

    visit(scene, "stella")


def test_the_search_finds_guests_references_and_words() -> None:
    async def scene(room: Backroom, stella: Worker) -> None:
        rows = await room.desk.store.run(lambda unit: unit.guest_overview.find("medspa", "Ann", NOW))
        booked = await room.desk.store.run(lambda unit: unit.bookings.of_guest(rows.guests[0].id))
        reference = booked[0].reference
        assert reference in text_of((await stella.get(f"search?q={reference[:6].lower()}")).text)
        assert "Guests " + ANN in text_of((await stella.get("search?q=ann+miller")).text)
        assert "Conversations" in text_of((await stella.get("search?q=bank")).text.partition('id="found"')[2])
        assert "Nothing fits" in text_of((await stella.get("search?q=%25zzz")).text)
        evil = (await stella.get("search?q=<img src=x onerror=alert(1)>")).text
        assert "<img src=x" not in evil

    visit(scene, "stella")


def test_no_address_of_these_pages_breaks_them() -> None:
    async def scene(_: Backroom, owen: Worker) -> None:
        for page in ("guests", "numbers", "not-understood", "log", "search"):
            for odd in ("?days=x&kind=%00&from=-3&before=9e9&below=&show=nobody&with=0", f"?q={'a' * 5000}", "?q=%ff"):
                assert (await owen.get(page + odd)).status_code == 200, (page, odd)

    visit(scene)


def test_the_files_of_these_pages_are_small() -> None:
    static = Path(__file__).parents[2] / "src/frontdesk/console/static"
    assert sum((static / name).stat().st_size for name in ("reading.css", "reading.js")) < 20_000
