"""`frontdesk record` and `frontdesk replay`: a conversation as a file, and back."""

import json
from pathlib import Path

import pytest

from tests.commands.conftest import NOW, SPA, Run

TALK = "book botox tomorrow at 3pm with dr smith\nAnn Bell\nann.bell@example.org\nyes\nwhat time is my appointment?\n"

MOVE = "move my appointment to friday at 11am\nyes\n"


def talk(run: Run, said: str = TALK, guest: str = "212 555 0123") -> str:
    """Have a conversation and return its id."""
    ended = run("chat", SPA, "--now", NOW, "--json", "--guest", guest, said=said)
    assert ended.exit_code == 0
    told = json.loads(ended.stdout.splitlines()[-1])
    return str(told["conversation"])


def test_a_record_replays_to_the_same_positions_and_texts(run: Run) -> None:
    name = talk(run)
    assert run("record", name, "--business", SPA, "--output", "talk.yaml").exit_code == 0
    ended = run("replay", "talk.yaml", "--business", SPA)
    assert ended.exit_code == 0, ended.output
    assert "5 turns, all as recorded" in ended.stdout


def test_a_record_replays_whatever_the_diary_has_become(run: Run) -> None:
    talk(run)
    run("block", "emily_johnson", "2025-11-19", "2025-11-19", "--business", SPA, "--now", NOW)
    second = talk(run, "book botox tomorrow at 3pm\n", guest="212 555 0124")
    run("record", second, "--business", SPA, "--output", "talk.yaml")
    assert run("replay", "talk.yaml", "--business", SPA).exit_code == 0
    text = Path("talk.yaml").read_text(encoding="utf-8")
    assert "outcome: openings" in text
    Path("talk.yaml").write_text(text.replace("outcome: openings", "outcome: none"), encoding="utf-8")
    assert run("replay", "talk.yaml", "--business", SPA).exit_code == 1


def test_what_is_understood_otherwise_now_is_shown_and_changes_nothing(run: Run) -> None:
    run("record", talk(run), "--business", SPA, "--output", "talk.yaml")
    same = run("replay", "talk.yaml", "--business", SPA, "--understand")
    assert same.exit_code == 0
    assert "understood" not in same.stdout
    text = Path("talk.yaml").read_text(encoding="utf-8")
    Path("talk.yaml").write_text(text.replace("guest: 'yes'", "guest: 'no'"), encoding="utf-8")
    ended = run("replay", "talk.yaml", "--business", SPA, "--understand")
    assert ended.exit_code == 0, ended.output
    assert "turn 4: understood" in ended.stdout
    assert "all as recorded" in ended.stdout


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        ("position: confirming", "position: choosing", "turn 3: position"),
        ("You're booked", "You were booked", "turn 4: reply"),
        ("book_appointment: booked", "book_appointment: taken", "turn 4: did"),
    ],
)
def test_the_first_difference_is_named(run: Run, before: str, after: str, what: str) -> None:
    run("record", talk(run), "--business", SPA, "--output", "talk.yaml")
    text = Path("talk.yaml").read_text(encoding="utf-8")
    assert before in text
    Path("talk.yaml").write_text(text.replace(before, after, 1), encoding="utf-8")
    ended = run("replay", "talk.yaml", "--business", SPA)
    assert ended.exit_code == 1
    assert what in ended.stderr


def test_a_masked_record_names_nobody_and_still_replays(run: Run) -> None:
    name = talk(run)
    plain = run("record", name, "--business", SPA).stdout
    masked = run("record", name, "--business", SPA, "--mask").stdout
    for personal in ("Ann", "Bell", "2125550123", "555-0123", "ann.bell@example.org"):
        assert personal in plain
    for personal in ("Ann", "Bell", "2125550123", "(212) 555-0123", "ann.bell"):
        assert personal not in masked
    Path("talk.yaml").write_text(masked, encoding="utf-8")
    ended = run("replay", "talk.yaml", "--business", SPA)
    assert ended.exit_code == 0, ended.output


def test_a_record_has_the_diary_as_it_was_before_others_moved_and_staff_unblocked(run: Run) -> None:
    other = "212 555 0125"
    talk(run, guest=other)
    run("block", "emily_johnson", "2025-11-19", "2025-11-19", "--business", SPA, "--now", NOW)
    name = talk(run, "is there anything for botox tomorrow at 3pm?\n")
    moved = run("chat", SPA, "--now", "2025-11-18T12:00", "--json", "--guest", other, said=MOVE)
    assert "2025-11-21" in json.loads(moved.stdout.splitlines()[-1])["bookings"][0]["start"]
    assert run("unblock", "1", "--business", SPA, "--now", "2025-11-18T12:30").exit_code == 0
    assert run("record", name, "--business", SPA, "--output", "talk.yaml").exit_code == 0
    ended = run("replay", "talk.yaml", "--business", SPA)
    assert ended.exit_code == 0, ended.output


BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nbusiness: *b\nconversation: c\nturns: []\n"
TURN = (
    "business: medspa\nconversation: c\nturns:\n- {{at: '{at}', channel: web, phone: null, guest: hi, position: idle,"
    " reply: hi, did: [7], parts: [{part}]}}\n"
)
AT = "2025-11-18T10:00Z"


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        "[" * 100_000,
        "business: x\nconversation: c\nturns: 7\n",
        TURN.format(at="2025-11-18T10:00", part=f"{{version: 1, at: '{AT}'}}"),
        TURN.format(at="9999-12-31T23:00+00:00", part=f"{{version: 1, at: '{AT}'}}"),
        TURN.format(at="soon", part=f"{{version: 1, at: '{AT}'}}"),
        TURN.format(at=AT, part=""),
        TURN.format(at=AT, part="7"),
        TURN.format(at=AT, part=f"{{version: one, at: '{AT}'}}"),
        TURN.format(at=AT, part="{version: 1, at: '0001-01-01T00:00Z'}"),
    ],
    ids=[
        "bomb",
        "deep",
        "no list",
        "no offset",
        "far away",
        "no moment",
        "no part",
        "a number",
        "no number",
        "long ago",
    ],
)
def test_a_file_that_cannot_be_a_record_is_refused(run: Run, text: str) -> None:
    Path("talk.yaml").write_text(text, encoding="utf-8")
    ended = run("replay", "talk.yaml", "--business", SPA)
    assert ended.exit_code == 1
    assert ended.stderr.count("\n") < 8


def test_a_record_without_an_end_is_refused(run: Run) -> None:
    ended = run("replay", "/dev/zero", "--business", SPA)
    assert ended.exit_code == 1
    assert "too large" in ended.stderr


def test_a_record_is_refused_in_a_sentence(run: Run) -> None:
    Path("text.yaml").write_text("just a text", encoding="utf-8")
    Path("turns.yaml").write_text("business: medspa\nconversation: c\nturns: [{guest: hi}]", encoding="utf-8")
    for file, told in (("nowhere.yaml", "cannot be read"), ("text.yaml", "not a record"), ("turns.yaml", "missing")):
        ended = run("replay", file, "--business", SPA)
        assert ended.exit_code == 1
        assert told in ended.stderr


def test_an_unknown_conversation_is_said_to_be_unknown(run: Run) -> None:
    ended = run("record", "nobody", "--business", SPA)
    assert ended.exit_code == 1
    assert "no conversation nobody" in ended.stderr


def test_what_happened_in_the_diary_afterwards_is_no_part_of_the_record(run: Run) -> None:
    other = talk(run, guest="212 555 0125")
    assert other
    name = talk(run, "book botox tomorrow at 3pm with dr smith\n")
    run("block", "sarah_smith", "2025-11-19", "2025-11-19", "--business", SPA, "--now", "2025-11-18T12:00")
    later = ["cancel my appointment", "yes"]
    run("chat", SPA, "--now", "2025-11-18T12:30", "--guest", "212 555 0125", said="\n".join(later))
    assert run("record", name, "--business", SPA, "--output", "talk.yaml").exit_code == 0
    ended = run("replay", "talk.yaml", "--business", SPA)
    assert ended.exit_code == 0, ended.output
