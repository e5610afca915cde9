"""Flows may change under a conversation: it goes on as it began, or moves where that is declared and safe."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import sqlalchemy

from frontdesk.desk.desk import Desk
from frontdesk.desk.house import BusinessRefused, open_house
from frontdesk.desk.live_flows import Age, misnamed, move_all, overview, unknown_versions
from frontdesk.storage import open_store
from tests.desk.shop_child import NOW
from tests.desk.shops import FLOW, SELLS, shop

Answer: TypeAlias = dict[str, Any]
Say: TypeAlias = Callable[[str], Awaitable[Answer]]


@asynccontextmanager
async def guest_at(folder: Path, url: str, conversation: str = "c1") -> AsyncIterator[Say]:
    async with Desk.open(folder, url, lambda: NOW) as desk:

        async def say(text: str) -> Answer:
            return await desk.say(text, conversation=conversation)

        yield say


def talk(folder: Path, url: str, *lines: str, conversation: str = "c1") -> list[Answer]:
    """Say these lines at a desk that is opened for them and closed again."""

    async def run() -> list[Answer]:
        async with guest_at(folder, url, conversation) as say:
            return [await say(line) for line in lines]

    return asyncio.run(run())


def versions(folder: Path, url: str) -> list[tuple[str, int, str]]:
    """Return the versions that conversations are on, without the patterns that every business has."""

    async def run() -> list[tuple[str, int, str]]:
        async with Desk.open(folder, url, lambda: NOW) as desk:
            found = await desk.store.run(lambda unit: overview(unit, desk.house))
            return [(one.flow, one.conversations, one.age.name) for one in found.versions if one.conversations]

    return asyncio.run(run())


def requests(folder: Path, url: str) -> list[tuple[str, str]]:
    """Return what is left to staff: the reason, and what they are told."""
    with open_store(url) as store:
        found = store.run_sync(lambda unit: unit.requests.open(folder.name))
    return [(request.reason, request.known) for request in found]


# The second version: names that are better, words that are new, and how those who wait go on.
BETTER = (
    FLOW.replace("show: {type: show, ask:", "play: {type: show, ask:")
    .replace("for the {show}", "for the {play}")
    .replace("step: ask_show, type: collect, slot: show", "step: ask_play, type: collect, slot: play")
    .replace(
        'step: agree, type: confirm, message: "A ticket for {show}?"',
        'step: sure, type: confirm, message: "{play}, really?"',
    )
    .replace("call: sell_ticket\n", "call: sell_ticket\n        with: {show: play}\n")
)
MIGRATE = """    migrate:
      - from: any
        steps: {ask_show: ask_play, agree: sure}
        slots: {show: play}
"""


def migrating(flow: str = BETTER, migrate: str = MIGRATE) -> str:
    return flow.replace("    slots:\n", f"{migrate}    slots:\n", 1)


def test_without_a_migration_a_conversation_goes_on_as_it_began(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "shop", SELLS)
    talk(folder, database_url, "buy a ticket")
    shop(folder, SELLS, BETTER)
    (asked,) = talk(folder, database_url, "the opera")
    assert asked["reply"] == "A ticket for Opera?"
    assert versions(folder, database_url) == [("buy", 1, "OLDER")]
    (sold,) = talk(folder, database_url, "yes")
    assert sold["bookings"][0]["status"] == "booked"
    (other,) = talk(folder, database_url, "buy a ticket for the opera", conversation="c2")
    assert other["reply"] == "Opera, really?"


def test_a_declared_migration_moves_one_who_is_asked_something(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "shop", SELLS)
    talk(folder, database_url, "buy a ticket")
    shop(folder, SELLS, migrating())
    assert versions(folder, database_url) == [("buy", 1, "MOVES")]
    (asked,) = talk(folder, database_url, "the opera")
    assert (asked["reply"], asked["known"]["play"]) == ("Opera, really?", "opera")
    assert versions(folder, database_url) == [("buy", 1, "NEWEST")]


def test_a_yes_to_the_older_version_is_asked_for_again_and_sells_once(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "shop", SELLS)
    talk(folder, database_url, "buy a ticket for the opera")
    shop(folder, SELLS, migrating())
    again, sold = talk(folder, database_url, "yes", "yes")
    assert (again["reply"], again["position"], again["did"]) == ("Opera, really?", "confirming", [])
    assert [did["action"] for did in sold["did"]] == ["sell_ticket"]
    assert len(sold["bookings"]) == 1


SEATED = BETTER.replace(
    "      - {step: sure", "      - {step: ask_seats, type: collect, slot: seats}\n      - {step: sure"
).replace("    steps:\n", '      seats: {type: party, ask: "How many seats?"}\n    steps:\n')
SEATED = SEATED.replace('"{play}, really?"', '"{seats} for {play}, really?"')


def test_what_the_newest_version_has_to_know_is_asked_for(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "shop", SELLS)
    talk(folder, database_url, "buy a ticket for the opera")
    shop(folder, SELLS, migrating(SEATED))
    asked, sure = talk(folder, database_url, "hello?", "2")
    assert asked["asking"] == "seats"
    assert "How many seats?" in asked["reply"]
    assert sure["reply"] == "2 for Opera, really?"


def test_a_flow_may_be_moved_to_another_name(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "shop", SELLS)
    talk(folder, database_url, "buy a ticket")

    async def fingerprint() -> str:
        async with Desk.open(folder, database_url, lambda: NOW) as desk:
            return desk.house.flows.newest["buy"].fingerprint

    named = MIGRATE.replace("any", asyncio.run(fingerprint())[:12])
    shop(folder, SELLS, migrating(BETTER, named).replace("  buy:", "  purchase:"))
    (asked,) = talk(folder, database_url, "the opera")
    assert asked["reply"] == "Opera, really?"
    assert versions(folder, database_url) == [("purchase", 1, "NEWEST")]


def test_all_are_moved_at_once_and_keep_their_order(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "shop", SELLS)
    for number in range(3):
        talk(folder, database_url, "buy a ticket", conversation=f"c{number}")
    shop(folder, SELLS, migrating())

    async def move() -> tuple[int, dict[str, int]]:
        async with Desk.open(folder, database_url, lambda: NOW) as desk:
            before = await desk.store.run(lambda unit: unit.conversations.recent("shop", NOW.replace(year=2031), 9))
            with open_store(database_url) as store:
                moved = move_all(store.run_sync, desk.house, NOW)
            after = await desk.store.run(lambda unit: unit.conversations.recent("shop", NOW.replace(year=2031), 9))
            assert [(one.id, one.updated_at) for one in after] == [(one.id, one.updated_at) for one in before]
            return moved.conversations, dict(moved.stays)

    assert asyncio.run(move()) == (3, {})
    assert versions(folder, database_url) == [("buy", 3, "NEWEST")]
    assert asyncio.run(move()) == (0, {})


def test_a_name_that_the_older_version_does_not_have_is_told(tmp_path: Path, sqlite_database: str) -> None:
    folder = shop(tmp_path / "shop", SELLS)
    talk(folder, sqlite_database, "buy a ticket")
    shop(folder, SELLS, migrating(migrate=MIGRATE.replace("ask_show", "ask_shwo").replace("show: play", "shou: play")))

    async def wrong() -> tuple[str, ...]:
        async with Desk.open(folder, sqlite_database, lambda: NOW) as desk:
            return await desk.store.run(lambda unit: misnamed(unit, desk.house))

    step, slot = asyncio.run(wrong())
    assert 'has no step "ask_shwo". Did you mean ask_show?' in step
    assert 'has no slot "shou". Did you mean show?' in slot


def test_a_slot_of_another_kind_is_told(tmp_path: Path, sqlite_database: str) -> None:
    folder = shop(tmp_path / "shop", SELLS, FLOW.replace("    steps:", "      seats: {type: number}\n    steps:"))
    talk(folder, sqlite_database, "buy a ticket")
    noted = "      remarks: {type: notes}\n    steps:"
    moves = "    migrate: {from: any, slots: {seats: remarks}}\n    slots:"
    shop(folder, SELLS, FLOW.replace("    steps:", noted).replace("    slots:", moves))

    async def wrong() -> tuple[str, ...]:
        async with Desk.open(folder, sqlite_database, lambda: NOW) as desk:
            return await desk.store.run(lambda unit: misnamed(unit, desk.house))

    (kind,) = asyncio.run(wrong())
    assert "seats was of the kind number and remarks is of the kind notes" in kind


def problems(folder: Path, url: str) -> tuple[str, ...]:
    """Return what `frontdesk flows` says is wrong with the migrations."""

    async def run() -> tuple[str, ...]:
        async with Desk.open(folder, url, lambda: NOW) as desk:
            return await desk.store.run(lambda unit: (*unknown_versions(unit, desk.house), *misnamed(unit, desk.house)))

    return asyncio.run(run())


@pytest.mark.parametrize(
    "wrong",
    [
        MIGRATE.replace("ask_show:", "ask_shwo:"),
        MIGRATE.replace("{show: play}", "{shou: play}"),
        MIGRATE + "        drop: [seets]\n",
    ],
)
def test_a_wrong_migration_leaves_a_conversation_as_it_began(tmp_path: Path, sqlite_database: str, wrong: str) -> None:
    folder = shop(tmp_path / "shop", SELLS)
    talk(folder, sqlite_database, "buy a ticket")
    shop(folder, SELLS, migrating(migrate=wrong))
    (asked,) = talk(folder, sqlite_database, "the opera")
    assert asked["reply"] == "A ticket for Opera?"
    assert [age for _, _, age in versions(folder, sqlite_database)] == ["MOVES"]
    assert len(problems(folder, sqlite_database)) == 1


def test_a_version_that_never_was_is_told(tmp_path: Path, sqlite_database: str) -> None:
    folder = shop(tmp_path / "shop", SELLS)
    talk(folder, sqlite_database, "buy a ticket")

    async def fingerprint() -> str:
        async with Desk.open(folder, sqlite_database, lambda: NOW) as desk:
            return desk.house.flows.newest["buy"].fingerprint

    right = asyncio.run(fingerprint())[:12]
    shop(folder, SELLS, migrating(migrate=MIGRATE.replace("any", right)))
    assert problems(folder, sqlite_database) == ()
    slip = right[:-1] + ("0" if right[-1] != "0" else "1")
    shop(folder, SELLS, migrating(migrate=MIGRATE.replace("any", slip)))
    (told,) = problems(folder, sqlite_database)
    assert f'a version "{slip}"' in told
    assert f"Did you mean {right}?" in told


def test_a_version_is_not_moved_to_itself(tmp_path: Path) -> None:
    folder = shop(tmp_path / "shop", SELLS)
    newest = open_house(folder).flows.newest["buy"].fingerprint[:12]
    shop(folder, SELLS, FLOW.replace("    slots:", f"    migrate: {{from: {newest}}}\n    slots:"))
    with pytest.raises(BusinessRefused) as refused:
        open_house(folder)
    (finding,) = refused.value.refused.findings
    assert (finding.file, finding.line, finding.rule) == ("flows/buy.yaml", 5, "newest_version")


WITH_SEATS = FLOW.replace(
    "      - {step: agree", "      - {step: ask_seats, type: collect, slot: seats}\n      - {step: agree"
).replace("    steps:\n", '      seats: {type: party, ask: "How many seats?"}\n    steps:\n')


def test_one_whose_question_was_dropped_is_asked_the_next_one_once(tmp_path: Path, sqlite_database: str) -> None:
    folder = shop(tmp_path / "shop", SELLS, WITH_SEATS)
    talk(folder, sqlite_database, "buy a ticket", "the opera")
    shop(folder, SELLS, migrating(FLOW, "    migrate: {from: any, drop: [seats]}\n"))
    asked, sold = talk(folder, sqlite_database, "2", "yes")
    assert asked["reply"] == "A ticket for Opera?"
    assert [did["action"] for did in sold["did"]] == ["sell_ticket"]


def test_what_was_dropped_and_is_still_needed_is_asked_for_without_a_reproach(
    tmp_path: Path, sqlite_database: str
) -> None:
    folder = shop(tmp_path / "shop", SELLS, WITH_SEATS)
    talk(folder, sqlite_database, "buy a ticket", "the opera", "2")
    changed = WITH_SEATS.replace("How many seats?", "How many tickets?")
    shop(folder, SELLS, migrating(changed, "    migrate: {from: any, drop: [seats]}\n"))
    asked, sure, sold = talk(folder, sqlite_database, "yes", "3", "yes")
    assert asked["reply"] == "How many tickets?"
    assert sure["position"] == "confirming"
    assert len(sold["bookings"]) == 1


# A flow that calls another one, so that what the caller counts on can change beneath it.
CALLING = FLOW.replace(
    "      - {step: agree",
    "      - {step: who, type: call, flow: contact, outputs: {name: name}}\n      - {step: agree",
).replace('"A ticket for {show}?"', '"A ticket for {show}, {name}?"')
CALLING = CALLING.replace("    steps:\n", "      name: {type: person_name}\n    steps:\n", 1)
CONTACT = """\
  contact:
    description: leave your name
    outputs: [name]
    slots:
      seats: {type: party, default: 1}
      name: {type: person_name, ask: "Your name?"}
    steps:
      - {step: hello, type: say, message: "{seats?} seat it is."}
      - {step: ask_name, type: collect, slot: name}
"""


def test_a_called_flow_knows_its_defaults(tmp_path: Path, sqlite_database: str) -> None:
    folder = shop(tmp_path / "shop", SELLS, CALLING + CONTACT)
    (asked,) = talk(folder, sqlite_database, "buy a ticket for the opera")
    assert asked["reply"].startswith("1 seat it is.")


def test_one_who_waits_for_a_called_flow_is_on_both_versions(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "shop", SELLS, CALLING + CONTACT)
    talk(folder, database_url, "buy a ticket for the opera")
    assert versions(folder, database_url) == [("buy", 1, "NEWEST"), ("contact", 1, "NEWEST")]
    shop(folder, SELLS, CALLING.replace("Which show?", "Which one?") + CONTACT.replace("Your name?", "Who are you?"))
    assert versions(folder, database_url) == [("buy", 1, "OLDER"), ("contact", 1, "OLDER")]
    (asked,) = talk(folder, database_url, "Ann Miller")
    assert asked["reply"] == "A ticket for Opera, Ann Miller?"


@pytest.mark.parametrize("change", ["words", "name", "outputs"])
def test_a_call_enters_the_version_that_was_there_when_the_caller_began(
    tmp_path: Path, database_url: str, change: str
) -> None:
    folder = shop(tmp_path / "shop", SELLS, CALLING + CONTACT)
    talk(folder, database_url, "buy a ticket")
    alone = CONTACT.replace("    slots:", "    trigger: [leave my details]\n    slots:")
    changed = {
        "words": CALLING + CONTACT.replace("Your name?", "Who are you?"),
        "name": FLOW + alone.replace("  contact:", "  person_details:"),
        "outputs": FLOW + alone.replace("    outputs: [name]\n", ""),
    }
    shop(folder, SELLS, changed[change])
    asked, sure, sold = talk(folder, database_url, "the opera", "Ann Miller", "yes")
    assert "Your name?" in asked["reply"]
    assert sure["reply"] == "A ticket for Opera, Ann Miller?"
    assert sold["bookings"][0]["status"] == "booked"


def forget_versions(url: str, name: str) -> None:
    """Lose the stored versions of a flow, as a database does that was brought back from an older copy."""
    engine = sqlalchemy.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text("DELETE FROM flow_versions WHERE name = :name"), {"name": name})
    engine.dispose()


def test_a_call_whose_version_is_lost_goes_to_staff(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "shop", SELLS, CALLING + CONTACT)
    talk(folder, database_url, "buy a ticket")
    shop(folder, SELLS, FLOW)
    forget_versions(database_url, "contact")
    (told,) = talk(folder, database_url, "the opera")
    assert told["position"] == "idle"
    ((reason, known),) = requests(folder, database_url)
    assert (reason, '"show": "opera"' in known) == ("flow_gone", True)


def test_a_caller_whose_version_is_lost_goes_to_staff_with_all_that_is_known(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "shop", SELLS, CALLING + CONTACT)
    talk(folder, database_url, "buy a ticket for the opera")
    shop(folder, SELLS, FLOW)
    forget_versions(database_url, "buy")
    assert Age.LOST.name in {age for _, _, age in versions(folder, database_url)}
    (told,) = talk(folder, database_url, "Ann Miller")
    assert told["position"] == "idle"
    ((reason, known),) = requests(folder, database_url)
    assert (reason, '"show": "opera"' in known, "Ann Miller" in known) == ("flow_gone", True, True)
