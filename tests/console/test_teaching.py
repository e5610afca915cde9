"""A sentence that was not understood is made an example, and the desk knows it from then on."""

import asyncio
import re
import shutil
from collections.abc import Awaitable, Callable
from html import unescape
from pathlib import Path

from tests.console.consoles import Backroom, Worker, backroom_on
from tests.console.reading import live, text_of
from tests.console.test_reading import fields_of
from tests.faults.desks import MED_SPA, talk

BANK = "which bank do you use?"
Visit = Callable[[Backroom, Worker, Path], Awaitable[None]]


def visit(scene: Visit, folder: Path) -> None:
    async def go() -> None:
        shutil.copytree(MED_SPA, folder, ignore=shutil.ignore_patterns("*.db*"))
        async with backroom_on("sqlite://") as room:
            room.site.app.state.console.rooms["medspa"].folder = folder
            await live(room.desk)
            await scene(room, await room.worker("owen"), folder)

    asyncio.run(go())


def proposed(page: str, words: str) -> str:
    form = next(each for each in page.split("<li class=") if words in unescape(each))
    chosen = re.search(r'<option value="([^"]+)" selected>', form)
    return chosen.group(1) if chosen else ""


def test_the_desk_answers_what_it_was_taught(tmp_path: Path) -> None:
    async def scene(room: Backroom, owen: Worker, folder: Path) -> None:
        page = (await owen.get("not-understood")).text
        fields = {name: unescape(value) for name, value in fields_of(page, "bank").items()}
        taught = await owen.post("not-understood/example", sentence=BANK, meant="topic/parking", **fields)
        assert taught.status_code == 303, text_of(taught.text)
        assert "which bank" in (folder / "business.yaml").read_text()
        answer = await talk(room.desk, "later", BANK)
        assert "garage" in str(answer["reply"])
        assert BANK not in text_of((await owen.get("not-understood")).text)
        kinds = [row.what for row in await room.desk.store.run(lambda unit: unit.audit.page("medspa"))]
        assert "trouble_seen" in kinds
        assert any(kind.startswith("settings") for kind in kinds)

    visit(scene, tmp_path / "medspa")


def test_what_it_likely_means_is_proposed(tmp_path: Path) -> None:
    async def scene(room: Backroom, owen: Worker, _: Path) -> None:
        await talk(room.desk, "parks", "is the ceiling of the public garage blue?")
        page = (await owen.get("not-understood")).text
        assert proposed(page, "ceiling of the public garage") == "topic/parking"

    visit(scene, tmp_path / "medspa")


def test_what_cannot_be_taught_changes_nothing_and_says_why(tmp_path: Path) -> None:
    async def scene(_: Backroom, owen: Worker, folder: Path) -> None:
        before = (folder / "business.yaml").read_text()
        page = (await owen.get("not-understood")).text
        fields = {name: unescape(value) for name, value in fields_of(page, "bank").items()}
        for meant, extra in (
            ("", {}),
            ("topic/nothing", {}),
            ("dance/parking", {}),
            ("topic/parking", {"fingerprint": "old"}),
            ("topic/parking", {"sentence": ""}),
        ):
            given = {"sentence": BANK, "meant": meant, **fields, **extra}
            answer = await owen.post("not-understood/example", **given)
            assert answer.status_code in (400, 409), meant
            assert 'role="alert"' in answer.text
        assert (folder / "business.yaml").read_text() == before
        assert BANK in text_of((await owen.get("not-understood")).text)

    visit(scene, tmp_path / "medspa")


def test_a_sentence_that_means_something_already_is_not_taught(tmp_path: Path) -> None:
    async def scene(room: Backroom, owen: Worker, folder: Path) -> None:
        before = (folder / "business.yaml").read_text()
        page = (await owen.get("not-understood")).text
        fields = {name: unescape(value) for name, value in fields_of(page, "bank").items()}
        for sentence, meant, words in (
            ("Where can I park?", "topic/last_visit", 'belongs to the question "Parking"'),
            ("where could I park please", "topic/last_visit", 'as the question "Parking"'),
            ("where can i park", "flow/book", 'belongs to the question "Parking"'),
            ("cancel my appointment", "topic/parking", "belongs to what guests say to"),
            ("i want to cancel my appointment", "topic/parking", "is understood already"),
            ("what are your hours", "topic/parking", 'as the question "Hours"'),
            ("yes", "topic/parking", "answer to some question"),
            ("five", "topic/parking", "answer to some question"),
            ("thanks", "topic/parking", "said to any desk"),
            ("talk to an agent", "topic/parking", "said to any desk"),
            ("?!.", "topic/parking", "A sentence needs words"),
        ):
            answer = await owen.post("not-understood/example", **{**fields, "sentence": sentence, "meant": meant})
            assert answer.status_code == 409, sentence
            assert words in unescape(text_of(answer.text)), sentence
        assert (folder / "business.yaml").read_text() == before
        assert "garage" in str((await talk(room.desk, "parks", "where can i park"))["reply"])

    visit(scene, tmp_path / "medspa")


def test_files_that_cannot_be_read_leave_the_page_as_it_is(tmp_path: Path) -> None:
    async def scene(_: Backroom, owen: Worker, folder: Path) -> None:
        (folder / "business.yaml").write_text("id: [")
        page = await owen.get("not-understood")
        assert page.status_code == 200
        assert "Add as an example" not in page.text

    visit(scene, tmp_path / "medspa")
