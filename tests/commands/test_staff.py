"""What staff do from the command line: the diary, requests, blocks, and letting a guest be forgotten."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands.conftest import NOW, SPA, Run

AT = ("--now", NOW)
HERE = ("--business", SPA, *AT)
BOOK = "book botox tomorrow at 3pm with dr smith\nAnn Bell\nskip\nyes\n"


def book(run: Run) -> str:
    """Book an appointment and return its reference."""
    ended = run("chat", SPA, *AT, "--json", "--guest", "212 555 0123", said=BOOK)
    (booking,) = json.loads(ended.stdout.splitlines()[-1])["bookings"]
    return str(booking["reference"])


def entries(run: Run, *arguments: str) -> list[dict[str, Any]]:
    ended = run("diary", SPA, *AT, "--json", *arguments)
    assert ended.exit_code == 0, ended.output
    return [json.loads(line) for line in ended.stdout.splitlines()]


def times(found: list[dict[str, Any]], kind: str) -> list[tuple[str, str]]:
    return [(each["start"][11:16], each["end"][11:16]) for each in found if each["kind"] == kind]


def test_the_diary_shows_bookings_and_what_is_free(run: Run) -> None:
    reference = book(run)
    sarah = entries(run, "--day", "2025-11-19", "--provider", "Dr. Sarah Smith")
    assert times(sarah, "booking") == [("15:00", "15:30")]
    assert times(sarah, "free") == [("09:00", "15:00"), ("15:30", "19:00")]
    plain = run("diary", SPA, *AT, "--day", "2025-11-19").stdout
    assert reference in plain
    assert "Ann Bell" in plain
    assert "Lisa Lee, Wednesday 2025-11-19" in plain


def test_a_week_has_its_open_days(run: Run) -> None:
    found = entries(run, "--week", "2025-11-17", "--provider", "lisa_lee")
    assert [each["start"][:10] for each in found] == [f"2025-11-{day}" for day in range(17, 23)]


def test_the_diary_is_of_today_unless_a_day_is_named(run: Run) -> None:
    assert {each["start"][:10] for each in entries(run)} == {"2025-11-18"}


def test_a_block_keeps_time_free_and_names_what_stands_in_it(run: Run) -> None:
    reference = book(run)
    made = run("block", "sarah", "2025-11-19T14:00", "16:00", *HERE, "--by", "Eve")
    assert made.exit_code == 0, made.output
    assert reference in made.stdout
    sarah = entries(run, "--day", "2025-11-19", "--provider", "sarah_smith")
    assert times(sarah, "block") == [("14:00", "16:00")]
    assert times(sarah, "free") == [("09:00", "14:00"), ("16:00", "19:00")]
    number = next(each["id"] for each in sarah if each["kind"] == "block")
    assert run("unblock", number, *HERE).exit_code == 0
    freed = entries(run, "--day", "2025-11-19", "--provider", "sarah_smith")
    assert times(freed, "free") == [("09:00", "15:00"), ("15:30", "19:00")]
    assert run("unblock", number, *HERE).exit_code == 1


def test_the_business_may_stand_first_or_be_the_current_folder(
    run: Run, spa: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("block", spa, "lisa", "2025-11-20", "2025-11-21", *AT).exit_code == 0
    assert "to 2025-11-22 00:00" in run("block", "lisa", "2025-11-20", "2025-11-21", "--business", spa, *AT).stdout
    assert run("diary", *AT).exit_code == 2
    monkeypatch.chdir(spa)
    assert run("block", "lisa", "2025-11-20", "2025-11-21", *AT).exit_code == 0
    assert run("unblock", spa, "1", *AT, "--database", "sqlite:///../here/frontdesk.db").exit_code == 0


def test_a_moment_with_an_offset_is_that_moment(run: Run) -> None:
    made = run("block", "lisa", "2025-11-19T14:00+00:00", "2025-11-19T16:00+00:00", *HERE)
    assert "from 2025-11-19 09:00 to 2025-11-19 11:00" in made.stdout


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("bob", "2025-11-19", "2025-11-19"), 1, "no provider 'bob'"),
        (("sarah", "2025-11-19", "2025-11-18"), 1, "ends before it begins"),
        (("sarah", "tomorrow", "2025-11-19"), 1, "not a day or moment"),
        (("sarah", "2025-11-19"), 2, "needs TO: "),
        ((), 2, "needs PROVIDER: "),
        (("sarah", "2025-11-17", "2025-11-17"), 1, "it is 2025-11-18 10:00 already"),
        (("sarah", "2025-11-18T08:00", "10:00"), 1, "already"),
        (("sarah", "2025-11-19T16:00", "14:00"), 1, "ends before it begins"),
    ],
)
def test_a_block_is_refused_in_a_sentence(run: Run, words: tuple[str, ...], code: int, told: str) -> None:
    ended = run("block", *words, *HERE)
    assert ended.exit_code == code
    assert told in ended.stderr


def test_the_same_block_twice_is_one_and_overlapping_ones_are_two(run: Run) -> None:
    first = run("block", "lisa", "2025-11-19T14:00", "16:00", *HERE)
    again = run("block", "lisa_lee", "2025-11-19T14:00", "2025-11-19T16:00", *HERE, "--by", "Eve")
    assert (first.exit_code, again.exit_code) == (0, 0)
    assert "Block 1:" in first.stdout
    assert "Block 1 was there before:" in again.stdout
    assert "Block 2:" in run("block", "lisa", "2025-11-19T15:00", "17:00", *HERE).stdout
    lisa = entries(run, "--day", "2025-11-19", "--provider", "lisa")
    assert times(lisa, "block") == [("14:00", "16:00"), ("15:00", "17:00")]
    assert times(lisa, "free") == [("09:00", "14:00"), ("17:00", "19:00")]
    run("unblock", "1", *HERE)
    assert "Block 3:" in run("block", "lisa", "2025-11-19T14:00", "16:00", *HERE).stdout


def test_a_block_that_has_begun_can_be_made(run: Run) -> None:
    assert run("block", "lisa", "2025-11-18T08:00", "11:00", *HERE).exit_code == 0


def test_a_day_and_a_week_are_not_shown_together(run: Run) -> None:
    ended = run("diary", SPA, *AT, "--day", "2025-11-19", "--week", "2025-11-17")
    assert ended.exit_code == 2
    assert "not both" in ended.stderr


def listed(run: Run, *arguments: str) -> list[dict[str, Any]]:
    ended = run("requests", SPA, "--json", *arguments, *AT)
    assert ended.exit_code == 0, ended.output
    return [json.loads(line) for line in ended.stdout.splitlines()]


@pytest.mark.parametrize("text", [(), ("",), ("  ", "\t"), ("\n",)])
def test_an_empty_answer_is_none(run: Run, text: tuple[str, ...]) -> None:
    run("chat", SPA, *AT, "--guest", "212 555 0123", said="I'd like to talk to somebody\n")
    assert run("requests", SPA, "answer", "1", *text, *AT).exit_code == 2
    assert listed(run)[0]["answer"] is None


def test_who_answers_again_must_say_so(run: Run) -> None:
    run("chat", SPA, *AT, "--guest", "212 555 0123", said="I'd like to talk to somebody\n")
    assert run("requests", SPA, "answer", "1", "Call us.", "--by", "Eve", *AT).exit_code == 0
    refused = run("requests", SPA, "answer", "1", "Come by.", "--by", "Tom", *AT)
    assert refused.exit_code == 1
    assert "answered by Eve" in refused.stderr
    assert "--again" in refused.stderr
    assert listed(run)[0]["answer"] == "Call us."
    assert run("requests", SPA, "answer", "1", "Come by.", "--again", "--by", "Tom", *AT).exit_code == 0
    assert (listed(run)[0]["answer"], listed(run)[0]["answered_by"]) == ("Come by.", "Tom")


def test_a_closed_request_is_answered_only_by_opening_it_again(run: Run) -> None:
    run("chat", SPA, *AT, "--guest", "212 555 0123", said="I'd like to talk to somebody\n")
    run("requests", SPA, "close", "1", "--by", "Eve", *AT)
    refused = run("requests", SPA, "answer", "1", "Come by.", *AT)
    assert refused.exit_code == 1
    assert "closed by Eve" in refused.stderr
    assert listed(run) == []
    assert run("requests", SPA, "answer", "1", "Come by.", "--again", *AT).exit_code == 0
    assert listed(run)[0]["closed_at"] is None
    assert run("requests", SPA, "answer", "7", "Come by.", "--again", *AT).exit_code == 1


def test_staff_see_a_question_whole_and_how_the_guest_can_be_reached(run: Run) -> None:
    asked = "Hello! I am pregnant, in the fifth month. Can I have botox? And is the peel safe with blood thinners"
    run("chat", SPA, *AT, said=f"{asked}\nyes please\n(212) 555-0123\n")
    (waiting,) = listed(run)
    assert waiting["known"]["question"] == asked
    assert waiting["known"]["phone"] == "+12125550123"
    assert asked in run("requests", SPA, *AT).stdout


def test_what_a_guest_wrote_cannot_command_the_terminal_of_staff(run: Run) -> None:
    run("chat", SPA, *AT, "--guest", "212 555 0123", said="a person please \x1b[2J\x07\x9b31m \u202eoops\n")
    shown = run("requests", SPA, *AT).stdout
    assert "a person please" in shown
    assert "oops" in shown
    assert not any(character in shown for character in "\x1b\x07\x9b\u202e")


def test_requests_are_listed_answered_and_closed(run: Run) -> None:
    run("chat", SPA, *AT, "--guest", "212 555 0123", said="can I talk to a person please\n")
    (waiting,) = [json.loads(line) for line in run("requests", SPA, "--json", *AT).stdout.splitlines()]
    assert waiting["known"]["phone"] == "+12125550123"
    number = str(waiting["id"])
    assert run("requests", SPA, "answer", number, "We", "call", "you", "--by", "Eve", *AT).exit_code == 0
    assert run("requests", "close", number, "--by", "Eve", *HERE).exit_code == 0
    assert run("requests", SPA, "--json", *AT).stdout == ""
    (closed,) = [json.loads(line) for line in run("requests", SPA, "--all", "--json", *AT).stdout.splitlines()]
    assert (closed["answer"], closed["answered_by"], closed["closed_by"]) == ("We call you", "Eve", "Eve")
    assert run("requests", SPA, "close", number, *AT).exit_code == 1
    assert run("requests", SPA, "answer", "99", "hi", *AT).exit_code == 1
    assert run("requests", SPA, "dance", *AT).exit_code == 2
    assert "We call you" in run("requests", SPA, "--all", *AT).stdout


def test_a_forgotten_guest_leaves_times_and_counts(run: Run) -> None:
    book(run)
    refused = run("forget", "212 555 0123", *HERE, said="n\n")
    assert refused.exit_code == 1
    assert "1 booking, 1 conversation," in refused.stdout
    assert "Ann Bell" in run("diary", SPA, *AT, "--day", "2025-11-19").stdout
    assert run("forget", "212 555 0123", *HERE, "--yes").exit_code == 0
    sarah = entries(run, "--day", "2025-11-19", "--provider", "sarah_smith")
    assert times(sarah, "booking") == [("15:00", "15:30")]
    assert b"Ann Bell" not in Path("frontdesk.db").read_bytes()
    assert run("forget", "212 555 0123", *HERE, "--yes").exit_code == 1
    assert run("forget", "not a number", *HERE, "--yes").exit_code == 2


def test_who_is_forgotten_with_an_appointment_ahead_is_said_so(run: Run) -> None:
    reference = book(run)
    told = run("forget", "212 555 0123", *HERE, said="n\n").stdout
    assert f"still to come, and stays in the diary without a name: {reference} 2025-11-19 15:00 botox" in told
    past = ("--business", SPA, "--now", "2025-11-20T10:00")
    assert "still to come" not in run("forget", "212 555 0123", *past, said="n\n").stdout


def test_a_guest_can_be_forgotten_by_id(run: Run) -> None:
    book(run)
    ended = run("forget", "1", *HERE, "--yes")
    assert ended.exit_code == 0
    assert "Ann Bell" in ended.stdout
    assert run("forget", SPA, "7", *AT, "--yes").exit_code == 1
    assert run("forget", *HERE).exit_code == 2
