"""After `forget`, nothing of a guest is found: in no byte of the files of SQLite, in no text of PostgreSQL."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, make_url, text

from frontdesk.channels.web.host import Change
from frontdesk.cli import main
from frontdesk.desk import managing, passes, taking_over
from frontdesk.desk.desk import Desk
from frontdesk.desk.house import open_house
from frontdesk.storage.store import Store
from frontdesk.storage.unit import Unit
from tests.desk.shops import shop
from tests.faults.desks import MED_SPA, NOW, WANTED, desk_on, outcomes, said, talk

PHONE = "+12125550142"
NAME = "Wilhelmina Featherstone"
EMAIL = "wilhelmina@featherstone.example"
ID = f"{PHONE} wilhelmina-7"  # some providers build their ids of such things
SPOKEN = ("hullaballoo", "balderdash")
# The last four alone would be found by chance in a random id.
PERSONAL = ("2125550142", "555-0142", " 0142", "*0142", "Wilhelmina", "Featherstone", *SPOKEN)
LINES = (
    f"book a hydrafacial tomorrow at 10am, my name is {NAME}",
    f"my email is {EMAIL}, {SPOKEN[0]}",
    "yes",
    f"do you validate parking for {SPOKEN[1]} people?",
    "I want to speak to a person",
)


async def converse(desk: Desk, guest: str | None, conversation: str | None) -> str:
    """Have a whole conversation with real ids, and return the name it has in the end."""
    answer: dict[str, object] = {}
    for number, line in enumerate(LINES):
        spoken = line if guest else line.replace(NAME, f"{NAME}, my phone is 212 555 0142")
        answer = await desk.say(
            spoken, guest=guest, conversation=conversation, channel="sms", message_id=f"{ID} {number}"
        )
    return str(answer["conversation"])


async def forget(desk: Desk) -> int:
    """Forget everybody, and return how many that were."""
    return sum(await desk.store.run(lambda unit: [unit.forget(guest, NOW) for guest in range(1, 10)]))


def files_of(url: str) -> Iterator[Path]:
    """Give the files of a SQLite database."""
    file = Path(make_url(url).database or "")
    return (each for each in file.parent.glob(f"{file.name}*") if each.is_file())


def found_in(url: str) -> list[str]:
    """Return what of the guest is anywhere in the database."""
    if url.startswith("sqlite"):
        kept = b"".join(file.read_bytes() for file in files_of(url)).decode("utf-8", "replace")
    else:
        kept = "".join(texts_of(url))
    return [word for word in PERSONAL if word.casefold() in kept.casefold()]


def texts_of(url: str) -> Iterator[str]:
    """Give every text of every column of every table, whatever tables there are."""
    engine = create_engine(url)
    with engine.connect() as connection:
        columns = connection.execute(
            text("SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'")
        ).all()
        for table, column in columns:
            rows = connection.execute(text(f'SELECT CAST("{column}" AS text) FROM "{table}"'))  # noqa: S608 - names of ours
            yield from (str(value) for value in rows.scalars())
    engine.dispose()


@pytest.mark.parametrize(
    ("guest", "conversation"),
    [(PHONE, None), (PHONE, f"chat of {NAME}"), (None, f"{EMAIL} {PHONE}"), (None, None)],
    ids=["vouched", "vouched, named", "named by an address", "nobody"],
)
def test_no_byte_of_a_forgotten_guest_is_left(database_url: str, guest: str | None, conversation: str | None) -> None:
    async def live_and_forget() -> None:
        async with desk_on(database_url) as desk:
            await converse(desk, guest, conversation)
            assert set(found_in(database_url)) >= {"Wilhelmina", *SPOKEN}
            assert await forget(desk)
            assert await desk.store.has_forgotten()
            assert found_in(database_url) == []

    asyncio.run(live_and_forget())
    assert found_in(database_url) == []  # nor when the file is closed


def test_no_byte_is_left_of_a_guest_who_turned_out_to_be_the_forgotten_one(database_url: str) -> None:
    async def live_merge_and_forget() -> None:
        async with desk_on(database_url) as desk:
            business = desk.house.business.id
            await converse(desk, PHONE, f"chat of {NAME}")
            await desk.say("hello", guest="+12125550177", conversation="other", channel="sms")
            (merged,) = await desk.store.run(lambda unit: unit.guests.by_phone(business, PHONE))
            (kept,) = await desk.store.run(lambda unit: unit.guests.by_phone(business, "+12125550177"))
            assert await desk.store.run(lambda unit: unit.merge(kept.id, merged.id)) is None
            # Whoever writes from the merged one's phone is the kept one now.
            await desk.say(f"it is {NAME} again, {SPOKEN[0]}", guest=PHONE, channel="sms", message_id=f"{ID} 9")
            assert set(found_in(database_url)) >= {"Wilhelmina", *SPOKEN}
            assert await desk.store.run(lambda unit: unit.forget(kept.id, NOW))
            assert await desk.store.has_forgotten()
            assert found_in(database_url) == []

    asyncio.run(live_merge_and_forget())
    assert found_in(database_url) == []


def test_no_byte_is_left_of_a_guest_whom_staff_have_answered_and_whose_booking_a_link_has_moved(
    database_url: str,
) -> None:
    name = f"chat of {NAME}"

    def moved_twice(unit: Unit, desk: Desk) -> None:
        (row,) = unit.bookings.of_conversation(name)
        for number, opening in enumerate(("", "")):
            here = managing.behind(desk.house, unit, passes.link_to(unit, row), NOW)
            assert here is not None
            change = Change(link="", key=f"{NAME} {number}", version=number, opening=opening)
            managing.move(here, change, desk.log)

    async def live_and_forget() -> None:
        async with desk_on(database_url) as desk:
            await converse(desk, PHONE, name)
            assert await taking_over.take_over(desk, name, "emily") == taking_over.Done()
            said_by_staff = taking_over.Reply(f"Hello {NAME}", None)
            assert await taking_over.answer(desk, name, "emily", said_by_staff) == taking_over.Done()
            assert await taking_over.hand_back(desk, name, "emily") == taking_over.Done()
            await desk.store.run(lambda unit: moved_twice(unit, desk))
            assert await forget(desk)
            assert await desk.store.has_forgotten()
            assert found_in(database_url) == []

    asyncio.run(live_and_forget())


WAITS = """
@action(guarded=True, timeout=timedelta(seconds=60))
async def sell_ticket(away: Away, show: Show) -> Sold | Taken:
    (away.folder / "called").touch()
    while not (away.folder / "let_go").exists():
        await asyncio.sleep(0.01)
    return Sold("Wilhelmina-1")
"""


def test_a_turn_that_waits_while_its_guest_is_forgotten_brings_nothing_back(database_url: str, tmp_path: Path) -> None:
    folder = shop(tmp_path / "shop", WAITS)

    async def live_and_forget() -> None:
        async with desk_on(database_url, open_house(folder)) as desk:
            await desk.say("buy a ticket for the opera", guest=PHONE, message_id=f"{ID} 1")
            waiting = asyncio.create_task(desk.say("yes", guest=PHONE, message_id=f"{ID} 2"))
            while not (folder / "called").exists():
                assert not waiting.done()
                await asyncio.sleep(0.01)
            assert await forget(desk) == 1
            assert found_in(database_url) == []
            (folder / "let_go").touch()
            answer = await waiting
            assert answer["reply"]
            # The message has come in once more, of somebody new, who can be forgotten like anybody else.
            assert await forget(desk) == 1
            assert await desk.store.has_forgotten()
            assert found_in(database_url) == []

    asyncio.run(live_and_forget())


def test_those_who_were_not_forgotten_are_all_there(database_url: str) -> None:
    async def live_and_forget() -> None:
        async with desk_on(database_url) as desk:
            await desk.say("hello, I am Oberon", guest="+12125550177", conversation="o", channel="sms")
            await converse(desk, PHONE, None)
            first = await desk.store.run(lambda unit: unit.guests.by_phone(desk.house.business.id, PHONE))
            await desk.store.run(lambda unit: unit.forget(first[0].id, NOW))
            assert next(message.text for message in await said(desk, "o")) == "hello, I am Oberon"

    asyncio.run(live_and_forget())
    assert found_in(database_url) == []


@pytest.mark.parametrize(("guest", "conversation"), [(PHONE, None), (None, "c1")], ids=["vouched", "named"])
def test_a_message_that_comes_again_after_forgetting_is_answered_as_a_new_one(
    database_url: str, guest: str | None, conversation: str | None
) -> None:
    async def live_and_forget() -> None:
        async with desk_on(database_url) as desk:
            before = await converse(desk, guest, conversation)
            await forget(desk)
            again = await desk.say("yes", guest=guest, conversation=conversation, channel="sms", message_id=f"{ID} 2")
            assert again["reply"]
            assert again["did"] == []
            assert again["bookings"] == []
            assert guest is None or again["conversation"] != before
            booked = await desk.say(LINES[0], guest=guest, conversation=conversation, channel="sms")
            assert booked["position"] != "idle"

    asyncio.run(live_and_forget())


def test_while_somebody_reads_the_old_file_it_is_not_done_and_is_finished_later(sqlite_database: str) -> None:
    file = make_url(sqlite_database).database or ""

    async def live_and_forget() -> None:
        async with desk_on(sqlite_database) as desk:
            await converse(desk, PHONE, None)
            reader = sqlite3.connect(file)
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM messages").fetchall()
            assert await forget(desk)
            assert not await desk.store.has_forgotten()
            assert found_in(sqlite_database)
            reader.close()
            assert await desk.store.has_forgotten()
            assert found_in(sqlite_database) == []

    asyncio.run(live_and_forget())


def test_what_another_program_could_not_finish_is_finished_by_a_desk_that_was_open_all_along(
    sqlite_database: str,
) -> None:
    async def live_and_forget() -> None:
        async with desk_on(sqlite_database) as server:
            await converse(server, PHONE, None)
            reader = sqlite3.connect(make_url(sqlite_database).database or "")
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM messages").fetchall()
            async with desk_on(sqlite_database) as command:
                assert await forget(command)
                assert not await command.store.has_forgotten()
            reader.close()
            assert found_in(sqlite_database)
            await server.say("hello", conversation="c2")
            assert found_in(sqlite_database) == []

    asyncio.run(live_and_forget())


def test_the_command_says_that_it_is_not_done_yet_and_whoever_opens_next_finishes(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("frontdesk.cli.staff.PATIENCE", 0.1)
    place = ["--business", str(MED_SPA), "--database", sqlite_database, "--now", NOW.isoformat()]

    async def live() -> None:
        async with desk_on(sqlite_database) as desk:
            await converse(desk, PHONE, None)

    asyncio.run(live())
    reader = sqlite3.connect(make_url(sqlite_database).database or "")
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM messages").fetchall()
    ended = CliRunner().invoke(main, ["forget", "212 555 0142", *place, "--yes"])
    assert ended.exit_code == 75
    assert "not done yet" in ended.stderr
    assert "are gone" not in ended.stdout
    reader.close()
    asyncio.run(opened_and_written(sqlite_database))
    assert found_in(sqlite_database) == []


def test_the_command_names_those_in_whose_bookings_a_number_still_is(sqlite_database: str) -> None:
    place = ["--business", str(MED_SPA), "--database", sqlite_database, "--now", NOW.isoformat()]

    async def live() -> None:
        async with desk_on(sqlite_database) as desk:
            await talk(desk, "c1", WANTED, "yes")
            again = WANTED.replace("10am", "2pm").replace("0142", "0177")
            assert outcomes(await talk(desk, "c1", again, "yes")) == [("book_appointment", "booked")]

    asyncio.run(live())
    refused = CliRunner().invoke(main, ["forget", "212 555 0142", *place, "--yes"])
    assert refused.exit_code == 1
    assert "in bookings of guest 1" in refused.stderr
    assert "2125550142" in found_in(sqlite_database)
    done = CliRunner().invoke(main, ["forget", "1", *place, "--yes"])
    assert (done.exit_code, done.stderr) == (0, "")
    assert found_in(sqlite_database) == []


async def opened_and_written(url: str) -> None:
    """Open the database as any desk does, and do a piece of work."""
    store = await Store.open(url)
    await store.run(lambda _: None)
    store.close()
