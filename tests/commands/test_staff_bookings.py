"""Staff book, move and cancel at a terminal by the rules that hold for guests, and read what was said."""

import json
from pathlib import Path

import pytest

from frontdesk.scheduling.booking import Status
from frontdesk.storage import open_store
from frontdesk.storage.rows import BookingChange
from tests.commands.conftest import NOW, SPA, Run

AT = ("--now", NOW)  # a Tuesday, 10:00
WHO = ("--name", "Ann Bell", "--phone", "212 555 0123")


def booked(run: Run, *more: str) -> str:
    """Book Botox for tomorrow at 3 with Sarah, and return the reference."""
    ended = run("book", SPA, "botox", "tomorrow at 3pm", *WHO, "--provider", "sarah", *AT, *more)
    assert ended.exit_code == 0, ended.output
    assert ended.stdout.startswith("Booked: ")
    return ended.stdout.split()[1]


def changes(reference: str) -> tuple[BookingChange, ...]:
    """Return what the audit log has of a booking."""
    with open_store("sqlite:///frontdesk.db") as store:
        row = store.run_sync(lambda unit: unit.bookings.by_reference("medspa", reference))
        assert row is not None
        return store.run_sync(lambda unit: unit.bookings.changes(row.id))


def diary(run: Run, day: str) -> list[tuple[str, str]]:
    ended = run("diary", SPA, "--day", day, "--json", *AT)
    entries = [json.loads(line) for line in ended.stdout.splitlines()]
    return [(each["start"][11:16], each["id"]) for each in entries if each["kind"] == "booking"]


def test_staff_book_and_the_log_says_who(run: Run) -> None:
    reference = booked(run, "--email", "ann@example.com", "--notes", "first visit", "--by", "Eve")
    assert diary(run, "2025-11-19") == [("15:00", reference)]
    assert [(change.by, change.status) for change in changes(reference)] == [("Eve", Status.BOOKED)]


def test_a_guest_finds_what_staff_booked_for_them(run: Run) -> None:
    booked(run)
    said = run("chat", SPA, "--guest", "212 555 0123", *AT, said="when is my appointment?\n").stdout
    assert "Botox on Wednesday, November 19 at 3 PM" in said


@pytest.mark.parametrize("when", ["2025-11-19T15:00", "2025-11-19 15:00", "2025-11-19T20:00+00:00", "tomorrow at 3pm"])
def test_a_time_is_written_as_it_comes(run: Run, when: str) -> None:
    assert run("book", SPA, "Botox", *when.split(), *WHO, *AT).exit_code == 0
    assert [at for at, _ in diary(run, "2025-11-19")] == ["15:00"]


def test_what_is_taken_is_refused_with_what_is_free_nearby(run: Run) -> None:
    booked(run)
    ended = run("book", SPA, "botox", "tomorrow at 3pm", *WHO, "--provider", "sarah", *AT)
    assert ended.exit_code == 1
    assert ended.stderr.startswith("Wednesday 2025-11-19 15:00 with Dr. Sarah Smith is taken.\nNearest free times:\n")
    assert "2025-11-19 14:30" in ended.stderr
    assert len(diary(run, "2025-11-19")) == 1


@pytest.mark.parametrize(
    ("when", "told"),
    [
        ("tomorrow at 3am", "outside the hours"),
        ("2025-11-23T10:00", "closed"),
        ("2025-11-17T10:00", "past"),
        ("2030-11-20T10:00", "further ahead"),
    ],
)
def test_the_rules_for_guests_hold_for_staff(run: Run, when: str, told: str) -> None:
    ended = run("book", SPA, "botox", when, *WHO, *AT)
    assert ended.exit_code == 1
    assert told in ended.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("book", SPA), "frontdesk book needs SERVICE: "),
        (("book", SPA, "botox"), "frontdesk book needs WHEN: a day and a time"),
        (("book", SPA, "botox", "tomorrow at 3pm"), "frontdesk book needs --name: "),
        (("book", SPA, "botox", "tomorrow at 3pm", "--name", "Ann"), "frontdesk book needs --phone: "),
        (("move", SPA), "frontdesk move needs REFERENCE: "),
        (("move", SPA, "KD7RM4QX"), "frontdesk move needs WHEN: "),
        (("cancel", SPA), "frontdesk cancel needs REFERENCE: "),
        (("block", SPA), "frontdesk block needs PROVIDER: "),
        (("block", SPA, "lisa"), "frontdesk block needs FROM: "),
        (("block", SPA, "lisa", "2025-11-20"), "frontdesk block needs TO: "),
        (("unblock", SPA), "frontdesk unblock needs ID: "),
        (("unblock", "1"), "Name the folder of the business"),
        (("forget", SPA), "frontdesk forget needs GUEST: "),
        (("record", SPA), "frontdesk record needs CONVERSATION: "),
        (("requests", SPA, "answer"), "frontdesk requests answer needs ID: "),
        (("requests", SPA, "answer", "1"), "frontdesk requests answer needs TEXT: "),
        (("requests", SPA, "close"), "frontdesk requests close needs ID: "),
        (("book", SPA, "botox", "tomorrow at 3pm", *WHO, "--email", "ann"), "not an e-mail address"),
    ],
)
def test_what_is_missing_is_named(run: Run, arguments: tuple[str | Path, ...], told: str) -> None:
    ended = run(*arguments)
    assert ended.exit_code == 2
    assert told in ended.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("book", SPA, "unicorn", "tomorrow at 3pm", *WHO), "no service 'unicorn'"),
        (("book", SPA, "botox", "tomorrow", *WHO), "does not say when it is to begin"),
        (("book", SPA, "botox", "at 3 or 4 tomorrow", *WHO), "does not say when it is to begin"),
        (("move", SPA, "KD7RM4QX", "tomorrow at 3pm"), "no booking KD7RM4QX"),
        (("cancel", SPA, "KD7RM4QX", "--yes"), "no booking KD7RM4QX"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(run: Run, arguments: tuple[str | Path, ...], told: str) -> None:
    ended = run(*arguments, *AT)
    assert ended.exit_code == 1
    assert told in ended.stderr


def test_a_booking_is_moved_with_the_same_provider(run: Run) -> None:
    reference = booked(run)
    ended = run("move", SPA, reference.lower(), "friday at 4pm", "--by", "Eve", *AT)
    assert ended.exit_code == 0, ended.output
    assert "2025-11-21 16:00" in ended.stdout
    assert "with sarah_smith" in ended.stdout
    assert [change.by for change in changes(reference)][-1] == "Eve"
    assert diary(run, "2025-11-19") == []


def test_what_comes_late_needs_a_word_more_and_the_fee_is_told(run: Run) -> None:
    reference = booked(run)
    late = ("--now", "2025-11-19T09:00")
    for command in (("move", SPA, reference, "friday at 4pm"), ("cancel", SPA, reference, "--yes")):
        refused = run(*command, *late)
        assert refused.exit_code == 1
        assert "less than the 24 hours of notice" in refused.stderr
        assert "a fee of $150 to $300 is due" in refused.stderr
        assert "--late" in refused.stderr
    assert diary(run, "2025-11-19") == [("15:00", reference)]
    done = run("cancel", SPA, reference, "--yes", "--late", *late)
    assert done.exit_code == 0, done.output
    assert "fee" in done.stdout
    assert diary(run, "2025-11-19") == []


def test_what_has_begun_stays_as_it_is(run: Run) -> None:
    reference = booked(run)
    ended = run("cancel", SPA, reference, "--yes", "--late", "--now", "2025-11-19T15:10")
    assert ended.exit_code == 1
    assert "began on 2025-11-19 15:00" in ended.stderr


def test_nothing_is_cancelled_without_a_yes_and_only_once(run: Run) -> None:
    reference = booked(run)
    assert run("cancel", SPA, reference, *AT, said="n\n").exit_code == 1
    assert diary(run, "2025-11-19") == [("15:00", reference)]
    assert run("cancel", SPA, reference, *AT, said="y\n").exit_code == 0
    again = run("cancel", SPA, reference, "--yes", *AT)
    assert again.exit_code == 1
    assert f"Booking {reference} is cancelled." in again.stderr


def test_conversations_are_listed_and_one_is_shown(run: Run) -> None:
    run("chat", SPA, "--guest", "212 555 0123", *AT, said="hello\nwhen are you open?\n")
    run("chat", SPA, *AT, said="where are you?\n")
    listed = run("conversations", SPA, "--json", *AT)
    assert len(listed.stdout.splitlines()) == 2
    (theirs,) = run("conversations", SPA, "--guest", "(212) 555-0123", "--json", *AT).stdout.splitlines()
    identity = json.loads(theirs)["id"]
    assert identity in run("conversations", SPA, *AT).stdout
    for named in (identity, identity[:10]):
        shown = run("conversations", SPA, named, *AT).stdout
        assert "guest: when are you open?" in shown
        assert "Ava: " in shown
    assert run("conversations", SPA, "nobody", *AT).exit_code == 1


def test_a_block_says_which_days_it_takes(run: Run) -> None:
    made = run("block", "lisa", "2025-11-20", "2025-11-21", "--business", SPA, *AT)
    assert "(Thursday 2025-11-20, Friday 2025-11-21)" in made.stdout
    long = run("block", "lisa", "2025-12-01", "2025-12-31", "--business", SPA, *AT)
    assert "Sunday 2025-12-07 and 24 days more)" in long.stdout


def test_the_business_may_be_the_current_folder(run: Run, spa: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(spa)
    assert run("book", "botox", "tomorrow", "at", "3pm", *WHO, *AT).exit_code == 0
