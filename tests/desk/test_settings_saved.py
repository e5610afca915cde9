"""A change of settings is checked, kept, written and served at once, or nothing happens at all."""

import asyncio
import stat
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from frontdesk.desk.desk import Desk
from frontdesk.desk.editing.edits import (
    AddExample,
    AddQuestion,
    Edit,
    ExampleKind,
    RemovePerson,
    RemoveService,
    SetHours,
    SetService,
)
from frontdesk.desk.editing.examples import add_example
from frontdesk.desk.editing.following import catch_up, following
from frontdesk.desk.editing.history import history_of
from frontdesk.desk.editing.outcomes import ChangedMeanwhile, NotPossible, Outcome, Proposed, Saved, Unchanged
from frontdesk.desk.editing.saving import Editing
from frontdesk.desk.editing.settings import NotShown, Settings
from frontdesk.desk.hosting import DeskHost
from frontdesk.scheduling.business import Price, Shift, Topic
from frontdesk.storage.rows import AuditRow, BusinessVersion
from tests.desk.settings import NOW, TUESDAY, at_desk, business_text, made, make, med_spa, salon, span, tuesday
from tests.prepared import run_program


async def versions(editing: Editing) -> tuple[BusinessVersion, ...]:
    return await editing.desk.store.run(lambda unit: unit.versions.page(editing.desk.house.business.id))


async def audited(editing: Editing) -> tuple[AuditRow, ...]:
    return await editing.desk.store.run(lambda unit: unit.audit.page(editing.desk.house.business.id))


def test_what_was_is_kept_with_who_changed_what(tmp_path: Path, database_url: str) -> None:
    folder = salon(tmp_path / "salon")
    before = business_text(folder)

    async def work(editing: Editing) -> None:
        saved = await made(editing, tuesday)
        (version,) = await versions(editing)
        assert version == BusinessVersion(
            saved.version,
            "salon",
            NOW,
            "emily",
            "Hours of Tuesday: 9:00-18:00 became 10:00-20:00",
            {"business.yaml": before},
        )
        (row,) = await audited(editing)
        assert (row.by, row.what, row.about) == ("emily", "settings_changed", "business.yaml")
        assert row.details == {"edit": "set_hours", "version": saved.version}

    at_desk(folder, database_url, work)
    assert business_text(folder) == before.replace("  tue-fri: 9-18\n", "  tue: 10-20\n  wed-fri: 9-18\n")


def test_guests_meet_the_new_hours_prices_and_answers_at_once(tmp_path: Path, sqlite_database: str) -> None:
    folder = salon(tmp_path / "salon")

    async def work(editing: Editing) -> None:
        desk = editing.desk
        at_seven = "a haircut tomorrow at 19:00 with Maria, I am Ann Lee, phone +1 212 555 0199"
        before = await desk.say(at_seven, conversation="c1")
        assert before["position"] != "confirming"
        await made(editing, tuesday)
        after = await desk.say(at_seven, conversation="c2")
        assert after["position"] == "confirming"
        booked = await desk.say("yes", conversation="c2")
        assert [each["action"] for each in booked["did"]] == ["book_appointment"]  # type: ignore[attr-defined]  # a list of what was done
        assert DeskHost(desk, folder).business.hours.week[TUESDAY] == span(10, 20)
        desk.clock = lambda: NOW + timedelta(days=1)
        assert "8 pm" in str(DeskHost(desk, folder).profile()["hours"]).lower()
        await made(editing, lambda settings: priced(settings, 61))
        assert "61" in str((await desk.say("how much is a haircut?", conversation="c3"))["reply"])
        await made(editing, lambda _: AddQuestion(Topic("", ("do you have wifi",), "The wifi is free.")))
        assert "wifi is free" in str((await desk.say("do you have wifi?", conversation="c4"))["reply"])

    at_desk(folder, sqlite_database, work)


def priced(settings: Settings, price: int) -> SetService:
    was = settings.business.services["haircut"]
    return SetService(replace(was, price=Price(Decimal(price), Decimal(price))), frozenset({"maria", "tom"}))


REFUSED: list[tuple[Callable[[Settings], Edit], str | None, str]] = [
    (lambda _: SetHours(None, {}), "hours", "No day is open"),
    (lambda _: SetHours("tom", {0: span(9, 12)}), "hours", "never there while the business is open"),
    (
        lambda settings: SetService(
            replace(settings.business.services["coloring"], duration=timedelta(hours=11)), frozenset({"maria"})
        ),
        "minutes",
        "takes longer than",
    ),
    (
        lambda settings: SetService(replace(settings.business.services["coloring"], name="Trim"), frozenset({"maria"})),
        "name",
        "a guest could mean either",
    ),
    (
        lambda settings: SetService(settings.business.services["coloring"], frozenset()),
        "performers",
        "needs a provider",
    ),
    (lambda _: RemovePerson("maria"), None, "coloring needs a provider"),
    (lambda _: RemoveService("nails"), None, "not there any more"),
    (lambda _: AddQuestion(Topic("", ("wifi",), "")), "answer", 'has no "answer"'),
    (lambda _: AddQuestion(Topic("", ("wifi",), "It is {free}.")), "answer", "guests would see the brace"),
    (lambda _: AddQuestion(Topic("", ("wifi",), "One moment please, let me check.")), "answer", ""),
    (lambda _: AddExample(ExampleKind.FLOW, "book", "thanks"), "sentence", ""),
    (lambda _: AddExample(ExampleKind.FLOW, "nothing", "buy a yacht"), "name", "no flow nothing"),
    (lambda _: AddExample(ExampleKind.TOPIC, "parking", "Is there parking"), "sentence", "there already"),
]


@pytest.mark.parametrize(("edit", "field", "words"), REFUSED)
def test_what_may_not_be_is_refused_at_its_field_and_nothing_is_written(
    tmp_path: Path, edit: Callable[[Settings], Edit], field: str | None, words: str
) -> None:
    folder = salon(tmp_path / "salon")
    before = {path: path.read_bytes() for path in folder.rglob("*.yaml")}

    async def work(editing: Editing) -> Outcome:
        house = editing.desk.house
        outcome = await make(editing, edit)
        assert id(editing.desk.house) == id(house)  # a house is too long to be printed
        assert await versions(editing) == ()
        assert await audited(editing) == ()
        return outcome

    outcome = at_desk(folder, "sqlite://", work)
    assert isinstance(outcome, NotPossible)
    assert (outcome.mistakes[0].field, words in outcome.mistakes[0].sentence) == (field, True), outcome.mistakes
    assert {path: path.read_bytes() for path in folder.rglob("*.yaml")} == before
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


def test_an_example_of_a_flow_goes_into_the_file_of_the_flow(tmp_path: Path) -> None:
    folder = salon(tmp_path / "salon")
    file = folder / "flows" / "book.yaml"
    before = file.read_text()

    class Somebody:
        login = "emily"

    async def work(editing: Editing) -> None:
        shown = await editing.shown()
        outcome = await add_example(
            editing.desk, folder, Somebody(), "flow", "book", "make me   pretty", shown.fingerprint
        )
        assert isinstance(outcome, Saved)
        assert outcome.note.endswith('"make me pretty" was added')
        assert (await versions(editing))[0].files == {"flows/book.yaml": before}
        asked = await editing.desk.say("make me pretty", conversation="c1")
        assert asked["reply"] == "What would you like to have done?"
        await editing.undo(outcome.version, (await editing.shown()).fingerprint, "tom")

    at_desk(folder, "sqlite://", work)
    assert file.read_text() == before


def test_who_comes_second_is_told_who_was_first_and_what_they_did(tmp_path: Path, database_url: str) -> None:
    folder = salon(tmp_path / "salon")

    async def work(editing: Editing) -> None:
        shown = await editing.shown()
        edits = [
            editing.save(tuesday(shown.settings), shown.fingerprint, "emily"),
            editing.save(priced(shown.settings, 61), shown.fingerprint, "tom"),
        ]
        outcomes = await asyncio.gather(*edits)
        (saved,) = [each for each in outcomes if isinstance(each, Saved)]
        (refused,) = [each for each in outcomes if isinstance(each, ChangedMeanwhile)]
        assert refused.by == (await versions(editing))[0].by
        assert refused.note == saved.note
        assert refused.sentence.startswith(f"Changed meanwhile by {refused.by}: ")
        # Made again from what there is now, it can be made.
        late = tuesday(shown.settings) if refused.by == "tom" else priced(shown.settings, 61)
        assert isinstance(await editing.save(late, refused.fingerprint, "ann"), Saved)
        assert editing.desk.house.business.hours.week[TUESDAY] == span(10, 20)
        assert editing.desk.house.business.services["haircut"].price == Price(Decimal(61), Decimal(61))

    at_desk(folder, database_url, work)


def test_a_crowd_of_editors_loses_nothing(tmp_path: Path, sqlite_database: str) -> None:
    """Desks of two processes would meet the same lock: it is that of the folder."""
    folder = salon(tmp_path / "salon")

    async def insist(editing: Editing, number: int) -> None:
        while True:
            edit = AddQuestion(Topic("", (f"question {number}",), f"Answer {number}."))
            if isinstance(await editing.save(edit, (await editing.shown()).fingerprint, f"p{number}"), Saved):
                return

    async def run() -> None:
        async with (
            Desk.open(folder, sqlite_database, lambda: NOW) as one,
            Desk.open(folder, sqlite_database, lambda: NOW) as other,
        ):
            await asyncio.gather(*(insist(Editing((one, other)[each % 2], folder), each) for each in range(6)))
            settings = (await Editing(one, folder).shown()).settings
            assert {topic.answer for topic in settings.business.topics.values()} >= {f"Answer {n}." for n in range(6)}
            assert len(await versions(Editing(one, folder))) == 6

    asyncio.run(run())


def test_somebody_with_an_editor_is_not_written_over(tmp_path: Path) -> None:
    folder = salon(tmp_path / "salon")
    file = folder / "business.yaml"

    async def work(editing: Editing) -> None:
        shown = await editing.shown()
        file.write_text(business_text(folder).replace("price: 55", "price: 57"))
        outcome = await editing.save(tuesday(shown.settings), shown.fingerprint, "emily")
        assert isinstance(outcome, ChangedMeanwhile)
        assert outcome.by is None
        assert "price: 57" in business_text(folder)
        assert editing.desk.house.business.services["haircut"].price == Price(Decimal(55), Decimal(55))
        # Made again, it brings what the editor wrote into force too: that is what the file says.
        assert isinstance(await editing.save(tuesday(shown.settings), outcome.fingerprint, "emily"), Saved)
        assert editing.desk.house.business.services["haircut"].price == Price(Decimal(57), Decimal(57))

    at_desk(folder, "sqlite://", work)


def test_a_file_that_was_broken_with_an_editor_is_said_to_be(tmp_path: Path) -> None:
    folder = salon(tmp_path / "salon")

    async def work(editing: Editing) -> None:
        shown = await editing.shown()
        (folder / "business.yaml").write_text(business_text(folder).replace("price: 55", "prise: 55"))
        with pytest.raises(NotShown, match="prise"):
            await editing.shown()
        outcome = await editing.save(tuesday(shown.settings), shown.fingerprint, "emily")
        assert isinstance(outcome, ChangedMeanwhile)
        again = await editing.save(tuesday(shown.settings), outcome.fingerprint, "emily")
        assert isinstance(again, NotPossible)
        assert "prise" in again.mistakes[0].sentence

    at_desk(folder, "sqlite://", work)


def test_a_change_is_undone_and_the_undoing_too(tmp_path: Path, database_url: str) -> None:
    folder = salon(tmp_path / "salon")
    first = business_text(folder)

    async def work(editing: Editing) -> None:
        saved = await made(editing, tuesday)
        second = business_text(folder)
        proposed = await editing.propose_undo(saved.version, (await editing.shown()).fingerprint)
        assert isinstance(proposed, Proposed)
        assert business_text(folder) == second
        undone = await editing.undo(saved.version, (await editing.shown()).fingerprint, "tom")
        assert isinstance(undone, Saved)
        assert undone.note == "Put back: Hours of Tuesday: 10:00-20:00 became 9:00-18:00"
        assert business_text(folder) == first
        assert editing.desk.house.business.hours.week[TUESDAY] == span(9, 18)
        again = await editing.undo(undone.version, (await editing.shown()).fingerprint, "ann")
        assert isinstance(again, Saved)
        assert business_text(folder) == second
        happened = await history_of(editing)
        assert [each.by for each in happened] == ["ann", "tom", "emily"]
        assert [each.was_carried_out for each in happened] == [True, True, True]
        assert [each.can_be_undone for each in happened] == [True, False, True]
        assert [row.what for row in await audited(editing)] == [
            "settings_undone",
            "settings_undone",
            "settings_changed",
        ]

    at_desk(folder, database_url, work)


def test_a_version_that_no_longer_fits_is_not_put_back_and_the_reason_is_told(tmp_path: Path) -> None:
    folder = salon(tmp_path / "salon")

    async def work(editing: Editing) -> None:
        saved = await made(editing, lambda _: RemoveService("blow_dry"))
        logo = "look: {logo: logo.svg}\nrules:\n"
        (folder / "business.yaml").write_text(business_text(folder).replace("rules:\n", logo))
        broken = business_text(folder)
        undone = await editing.undo(saved.version, (await editing.shown()).fingerprint, "tom")
        assert isinstance(undone, Saved)  # the version does not know of the logo
        back = await editing.undo(undone.version, (await editing.shown()).fingerprint, "tom")
        assert isinstance(back, NotPossible)
        assert "There is no file logo.svg" in back.mistakes[0].sentence
        assert business_text(folder) != broken

    at_desk(folder, "sqlite://", work)


def test_nobody_puts_back_what_another_business_was(tmp_path: Path, sqlite_database: str) -> None:
    one, other = salon(tmp_path / "one"), salon(tmp_path / "other")
    saved = at_desk(one, sqlite_database, lambda editing: made(editing, tuesday))
    before = business_text(other)

    async def work(editing: Editing) -> None:
        outcome = await editing.undo(saved.version, (await editing.shown()).fingerprint, "emily")
        assert isinstance(outcome, NotPossible)
        assert await history_of(editing) == ()
        assert (await made(editing, tuesday)).version != saved.version

    at_desk(other, sqlite_database, work)
    assert business_text(other) == before.replace("  tue-fri: 9-18\n", "  tue: 10-20\n  wed-fri: 9-18\n")
    assert "id: one\n" in business_text(one)


def test_a_change_that_changes_nothing_leaves_no_version(tmp_path: Path) -> None:
    async def work(editing: Editing) -> None:
        assert isinstance(await make(editing, lambda settings: tuesday(settings, 9, 18)), Unchanged)
        assert await versions(editing) == ()

    at_desk(salon(tmp_path / "salon"), "sqlite://", work)


def test_a_conversation_under_way_goes_on_as_it_began(tmp_path: Path, sqlite_database: str) -> None:
    folder = salon(tmp_path / "salon")

    async def work(editing: Editing) -> None:
        desk = editing.desk
        asked = await desk.say("a haircut tomorrow at 11 with Maria, I am Ann Lee, +1 212 555 0199", conversation="c1")
        assert asked["position"] == "confirming"
        await made(editing, lambda _: AddExample(ExampleKind.FLOW, "book", "make me pretty"))
        booked = await desk.say("yes", conversation="c1")
        assert [each["action"] for each in booked["did"]] == ["book_appointment"]  # type: ignore[attr-defined]  # a list of what was done

    at_desk(folder, sqlite_database, work)


def test_a_turn_under_way_ends_in_the_house_it_began_in(tmp_path: Path, sqlite_database: str) -> None:
    folder = med_spa(tmp_path / "spa")

    async def work(editing: Editing) -> None:
        shown = await editing.shown()
        says = [editing.desk.say("what are your hours?", conversation=f"c{each}") for each in range(20)]
        saving = editing.save(
            SetHours(None, {**shown.settings.business.hours.week, 6: span(10, 14)}), shown.fingerprint, "e"
        )
        *answers, saved = await asyncio.gather(*says, saving)
        assert isinstance(saved, Saved)
        assert all(isinstance(answer, dict) and answer["reply"] for answer in answers)

    at_desk(folder, sqlite_database, work)


def test_links_stay_links_and_modes_stay(tmp_path: Path) -> None:
    folder = salon(tmp_path / "salon")
    real = tmp_path / "elsewhere" / "salon.yaml"
    real.parent.mkdir()
    (folder / "business.yaml").rename(real)
    real.chmod(0o640)
    (folder / "business.yaml").symlink_to(real)
    at_desk(folder, "sqlite://", lambda editing: made(editing, tuesday))
    assert (folder / "business.yaml").is_symlink()
    assert "tue: 10-20" in real.read_text()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert [path.name for path in real.parent.iterdir()] == ["salon.yaml"]


def test_the_actions_of_the_desk_are_not_run_again(tmp_path: Path) -> None:
    folder = salon(tmp_path / "salon")
    actions = folder / "actions.py"
    marks = tmp_path / "marks"
    actions.write_text(
        f"{actions.read_text()}\nfrom pathlib import Path\nPath({str(marks)!r}).write_text(Path(__file__).name)\n"
    )

    async def work(editing: Editing) -> None:
        before = editing.desk.house.actions
        marks.unlink()
        await made(editing, tuesday)
        assert editing.desk.house.actions == before

    at_desk(folder, "sqlite://", work)
    assert not marks.exists()


def test_a_desk_of_another_process_follows(tmp_path: Path, database_url: str) -> None:
    folder = salon(tmp_path / "salon")

    async def until(desk: Desk, hours: tuple[Shift, ...]) -> None:
        async with asyncio.timeout(30):
            while desk.house.business.hours.week[TUESDAY] != hours:  # noqa: ASYNC110 - a desk tells nobody that it moved
                await asyncio.sleep(0.02)

    async def run() -> None:
        async with (
            Desk.open(folder, database_url, lambda: NOW) as one,
            Desk.open(folder, database_url, lambda: NOW) as other,
            following(other, folder, 0.02),
        ):
            house = other.house
            saved = await made(Editing(one, folder), tuesday)
            await until(other, span(10, 20))
            assert other.house.actions == house.actions
            assert not await catch_up(other, folder)
            await Editing(one, folder).undo(saved.version, (await Editing(one, folder).shown()).fingerprint, "tom")
            await until(other, span(9, 18))
            # What is broken by hand is not followed, and keeps nothing from going on.
            kept = other.house
            await made(Editing(one, folder), tuesday)
            (folder / "business.yaml").write_text("name: broken")
            other.edition -= 1
            await catch_up(other, folder)
            assert other.house.business.id == kept.business.id

    asyncio.run(run())


WITHOUT_RIGHTS = """
import asyncio, os, sys
from pathlib import Path
from frontdesk.desk.desk import Desk
from frontdesk.desk.editing.replacing import Unwritable
from frontdesk.desk.editing.saving import Editing
from tests.desk.settings import made, tuesday

async def change(folder):
    async with Desk.open(folder, "sqlite://") as desk:
        editing = Editing(desk, folder)
        shown = await editing.shown()
        await editing.propose(tuesday(shown.settings), shown.fingerprint)  # loads all that is needed
        if os.geteuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        try:
            await made(editing, tuesday)
        except Unwritable as refused:
            kept = await desk.store.run(lambda unit: unit.versions.newest("salon"))
            print(kept, refused)

asyncio.run(change(Path(sys.argv[1])))
"""


def test_a_folder_that_may_not_be_written_is_said_to_be(tmp_path: Path) -> None:
    program = tmp_path / "changes.py"
    program.write_text(WITHOUT_RIGHTS, encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        folder = salon(Path(name, "salon"))
        folder.chmod(0o555)
        ended = run_program(program, folder)
        folder.chmod(0o755)
        assert ended.stdout.startswith(f"0 {folder} cannot be written"), ended.stderr
        assert "tue-fri: 9-18" in business_text(folder)
