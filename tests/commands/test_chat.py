"""`frontdesk chat`: as a program sees it, line by line."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from frontdesk.desk.scene import KEPT_OF_TOO_LONG
from tests.commands.conftest import NOW, SPA, Run
from tests.prepared import OURS, program

# In a session of its own, whose terminal turns a key into a signal as a real one does.
START_IN_TERMINAL = (
    sys.executable,
    "-c",
    "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); from frontdesk.cli import main; main()",
)
SOURCE = str(Path(__file__).parents[2] / "src")


def turns(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def test_every_line_is_answered_at_once(tmp_path: Path) -> None:
    environment = {**os.environ, "DATABASE_URL": "sqlite:///frontdesk.db"}
    with program(OURS, "chat", SPA, "--json", "--now", NOW, around=environment, folder=tmp_path) as desk:
        # Standard input stays open: an answer that waited for its end would never come.
        desk.stdin.write("book me botox tomorrow\n")
        desk.stdin.flush()
        first = json.loads(desk.stdout.readline())
        desk.stdin.write(f"{first['offered'][1]['option']}\n")
        desk.stdin.flush()
        second = json.loads(desk.stdout.readline())
        desk.stdin.close()
        assert desk.wait(timeout=20) == 0
    assert first["position"] == "choosing"
    assert second["known"]["time"] == "09:30"
    assert second["turn"] == 2
    assert (tmp_path / "frontdesk.db").is_file()


def test_any_bytes_are_a_turn(run: Run) -> None:
    lines = {
        b"hi\x00there": "hi\ufffdthere",
        b"": "",
        b"\xff\xfe": "\ufffd\ufffd",
        b"a" * 1_000_000: "a" * KEPT_OF_TOO_LONG,  # nobody reads all of it, so nobody keeps it
        "山田\u2028太郎".encode(): "山田\u2028太郎",
        b"no end of line": "no end of line",
    }
    ended = run("chat", SPA, "--json", "--now", NOW, said=b"\n".join(lines))
    told = turns(ended.stdout)
    assert ended.exit_code == 0
    assert [turn["guest"] for turn in told] == list(lines.values())
    assert all(turn["reply"] for turn in told)


def test_without_json_the_reply_is_printed(run: Run) -> None:
    plain = run("chat", SPA, "--now", NOW, said="where are you?\n")
    as_data = run("chat", SPA, "--now", NOW, "--json", said="where are you?\n")
    assert plain.stdout.strip() == turns(as_data.stdout)[0]["reply"]


def test_now_without_an_offset_is_by_the_clock_of_the_business(run: Run) -> None:
    late = run("chat", SPA, "--now", "2025-11-18T23:30", "--json", said="book botox tomorrow\n")
    as_utc = run("chat", SPA, "--now", "2025-11-19T04:30+00:00", "--json", said="book botox tomorrow\n")
    assert turns(late.stdout)[0]["known"]["day"] == "2025-11-19"
    assert turns(as_utc.stdout)[0]["known"]["day"] == "2025-11-19"


def test_each_run_is_a_new_guest_unless_the_channel_vouches(run: Run) -> None:
    said = "book botox tomorrow at 3pm\nAnn Bell\n"
    for _ in range(2):
        assert turns(run("chat", SPA, "--now", NOW, "--json", said=said).stdout)[0]["turn"] == 1
    vouched = ("chat", SPA, "--now", NOW, "--json", "--guest", "(212) 555-0123")
    first = turns(run(*vouched, said=said).stdout)
    again = turns(run(*vouched, said="skip\n").stdout)
    assert first[-1]["known"]["phone"] == "+12125550123"
    assert again[0]["turn"] == 3
    assert again[0]["known"]["name"] == "Ann Bell"


def test_the_database_of_the_environment_is_used(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/elsewhere.db")
    assert run("chat", SPA, "--now", NOW, said="hi\n").exit_code == 0
    assert (tmp_path / "elsewhere.db").is_file()
    assert not Path("frontdesk.db").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ((SPA, "--guest", "12345"), 2, "not a phone number"),
        ((SPA, "--guest", "2125550123 or 2125550124"), 2, "not a phone number"),
        ((SPA, "--now", "tomorrow"), 2, "not a moment"),
        ((SPA, "--channel", "pigeon"), 2, "pigeon"),
        (("nowhere",), 1, "nowhere: There is no such folder."),
        ((SPA, "--database", "sqlite:////no/such/folder/desk.db"), 1, "no folder /no/such/folder"),
        ((SPA, "--database", "oracle://somewhere"), 1, "SQLite or PostgreSQL"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(run: Run, arguments: tuple[str, ...], code: int, told: str) -> None:
    ended = run("chat", *arguments, said="hi\n")
    assert ended.exit_code == code
    assert told in ended.stderr
    assert "Traceback" not in ended.output
    assert ended.stdout == ""


# A shell starts what it puts into the background with interrupts ignored, and so are they in what that starts.
IGNORING = ("sh", "-c", "trap '' INT; exec \"$@\"", "sh")


@pytest.mark.parametrize(
    ("key", "started_by"),
    [(b"\x04", ()), (b"\x03", ()), (b"\x03", IGNORING)],
    ids=["ctrl_d", "ctrl_c", "ctrl_c_where_it_was_ignored"],
)
def test_a_person_talks_and_leaves_with_a_key(tmp_path: Path, key: bytes, started_by: tuple[str, ...]) -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": SOURCE, "TERM": "xterm", "COLUMNS": "100"}
    place = ["--now", NOW, "--database", f"sqlite:///{tmp_path}/desk.db"]
    command = [*started_by, *START_IN_TERMINAL, "chat", str(SPA), *place]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    ) as desk:
        os.close(theirs)
        try:
            seen = read_until(ours, b"you")
            os.write(ours, b"book botox tomorrow\n")
            seen += read_until(ours, b"more", b"you")
            assert press_until_it_ends(ours, key, desk) == 0
        finally:
            desk.kill()
            os.close(ours)
    assert b"Radiance Med Spa" in seen
    assert b"9:00 AM" in seen
    assert b"Traceback" not in seen


def press_until_it_ends(terminal: int, key: bytes, desk: subprocess.Popen[bytes]) -> int:
    """Press a key, and again as a person would: a key that comes while the prompt is being set up may be lost."""
    for _ in range(10):
        os.write(terminal, key)
        try:
            return desk.wait(timeout=4)
        except subprocess.TimeoutExpired:
            continue
    return desk.wait(timeout=1)


def read_until(terminal: int, *marks: bytes) -> bytes:
    """Read from a terminal until every mark has come, in this order."""
    seen, place = b"", 0
    for mark in marks:
        while (found := seen.find(mark, place)) < 0:
            seen += os.read(terminal, 4096)
        place = found + len(mark)
    return seen
