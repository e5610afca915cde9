"""Standard input and output may be closed, full, gone or without letters: no command ends in a traceback for it."""

import fcntl
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from tests.commands.conftest import NOW, SPA, Run

STYLE = re.compile(r"\x1b\[[012]?m")  # bold, dim and plain: no colours
CHAT = ("chat", str(SPA), "--now", NOW)


def shell(folder: Path, line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in a folder; `frontdesk` in it is ours."""
    paths = os.pathsep.join(path for path in sys.path if path)
    ours = f"{shlex.quote(sys.executable)} -m frontdesk"
    line = line.replace("frontdesk", ours)
    return subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("frontdesk {chat} <&-", 0),
        ("echo hi | frontdesk {chat} >&-", 0),
        ("frontdesk check /nowhere <&- >&- 2>&-", 1),
        ("echo hi | frontdesk {chat} >/dev/full", 1),
        ("frontdesk --help >/dev/full", 1),
        ("frontdesk schema flows >/dev/full", 1),
        ("frontdesk read when <&-", 0),
    ],
)
def test_streams_that_are_closed_or_full_end_no_command_in_a_traceback(tmp_path: Path, line: str, code: int) -> None:
    ended = shell(tmp_path, line.format(chat=shlex.join(CHAT)))
    assert ended.returncode == code, ended.stderr
    assert "Traceback" not in ended.stderr
    assert "Exception ignored" not in ended.stderr
    assert ("No space left" in ended.stderr) is ("/dev/full" in line)


def test_whoever_stops_reading_ends_a_command_quietly(tmp_path: Path) -> None:
    ended = shell(tmp_path, f"(echo hi; echo hi; sleep 1; echo hi) | frontdesk {shlex.join(CHAT)} --json | head -1")
    assert ended.stderr == ""
    assert ended.stdout.startswith("{")


def test_a_terminal_without_letters_gets_what_it_can_show(tmp_path: Path) -> None:
    ended = shell(tmp_path, "frontdesk check \u65e5\u672c", PYTHONIOENCODING="latin-1:strict", PYTHONUTF8="1")
    assert ended.returncode == 1
    assert "\\u65e5\\u672c: " in ended.stdout
    assert ended.stderr == ""


def in_terminal(folder: Path, columns: int, *arguments: str) -> str:
    """Run a command in a terminal of so many columns and return what it showed."""
    keyboard, screen = pty.openpty()
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    command = [sys.executable, "-m", "frontdesk", *arguments]
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "PYTHONPATH": paths, "TERM": "xterm", "NO_COLOR": "1"}
    environment.pop("COLUMNS", None)
    with subprocess.Popen(command, stdin=screen, stdout=screen, stderr=screen, cwd=folder, env=environment):
        os.close(screen)
        shown = b"".join(iter(lambda: _read(keyboard), b""))
    os.close(keyboard)
    return STYLE.sub("", shown.decode())


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # nobody is left at the other end
        return b""


@pytest.mark.parametrize("columns", [20, 80])
def test_no_word_of_a_request_is_cut_however_narrow_the_terminal(run: Run, tmp_path: Path, columns: int) -> None:
    wish = "somebody should telephone me regarding complications afterwards"
    assert run(*CHAT, said=f"a person please: {wish}\n").exit_code == 0
    shown = in_terminal(tmp_path, columns, "requests", str(SPA), "--now", NOW)
    assert set(wish.split()) <= set(shown.split())
    assert max(map(len, shown.splitlines())) <= columns
    assert "\x1b" not in shown
