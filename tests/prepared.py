"""Programs of ours that begin at once: copies of one that has loaded all of it, which takes a second or two.

Whoever is copied does no more than copy itself: each copy is a process of its own, with streams, surroundings and a
folder of its own, and ends as any program does. What is to be seen from the very start
of Python is started without this.
"""

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from select import select
from subprocess import CompletedProcess, TimeoutExpired
from typing import IO, TextIO, TypeAlias

SOURCE = Path(__file__).with_name("prepared_child.py")
STANDARD_ERROR = 2
Words: TypeAlias = tuple[str | Path | int, ...]  # of a command line: a file of Python, or OURS, and what follows it
OURS = "frontdesk"  # the name of our command, in place of a file


@dataclass(slots=True)
class Copy:
    """A program that runs."""

    arguments: list[str]
    pid: int
    report: TextIO
    returncode: int | None = field(default=None, init=False)

    def poll(self) -> int | None:
        """Return how it ended, or None while it runs."""
        if self.returncode is None and select([self.report], [], [], 0)[0]:
            self.returncode = int(self.report.readline())
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return how it ended, once it has."""
        if self.returncode is None and not select([self.report], [], [], timeout)[0]:
            raise TimeoutExpired(self.arguments, timeout or 0)
        ended = self.poll()
        assert ended is not None
        return ended

    def send_signal(self, number: signal.Signals) -> None:
        """Signal it, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def close(self) -> None:
        """Kill it if it still runs, and close all that leads to it."""
        self.kill()
        self.wait()
        self.report.close()


@dataclass(slots=True)
class Program(Copy):
    """A program that runs, and the pipes to talk to it."""

    stdin: IO[str]
    stdout: IO[str]


@contextmanager
def program(
    *arguments: str | Path | int,
    around: Mapping[str, str] | None = None,
    folder: Path | None = None,
    errors: IO[str] | None = None,
) -> Iterator[Program]:
    """Run a program, talking to it through pipes; kill it in the end."""
    inside, written = os.pipe()
    read, outside = os.pipe()
    stdin, stdout = os.fdopen(written, "w", encoding="utf-8"), os.fdopen(read, encoding="utf-8")
    try:
        started = _start(arguments, (inside, outside, errors.fileno() if errors else STANDARD_ERROR), around, folder)
    finally:
        os.close(inside)
        os.close(outside)
    running = Program(*started, stdin, stdout)
    try:
        yield running
    finally:
        running.close()
        stdout.close()
        with suppress(BrokenPipeError):  # what it did not read before it ended
            stdin.close()


def start(*arguments: str | Path | int) -> Copy:
    """Start a program that has nothing to read, and whose words nobody reads."""
    with Path(os.devnull).open("r+b") as nothing:
        return Copy(*_start(arguments, (nothing.fileno(), nothing.fileno(), STANDARD_ERROR), None, None))


def run_program(
    *arguments: str | Path | int, around: Mapping[str, str] | None = None, folder: Path | None = None
) -> CompletedProcess[str]:
    """Run a program with nothing to read, and return all that it wrote once it has ended."""
    with (
        Path(os.devnull).open(encoding="utf-8") as nothing,
        tempfile.TemporaryFile("w+", encoding="utf-8") as out,
        tempfile.TemporaryFile("w+", encoding="utf-8") as errors,
    ):
        running = Copy(*_start(arguments, (nothing.fileno(), out.fileno(), errors.fileno()), around, folder))
        try:
            running.wait()
        finally:
            running.close()
        out.seek(0)
        errors.seek(0)
        return CompletedProcess(running.arguments, running.wait(), out.read(), errors.read())


def _start(
    arguments: Words,
    streams: tuple[int, int, int],
    around: Mapping[str, str] | None,
    folder: Path | None,
) -> tuple[list[str], int, TextIO]:
    words = [str(each) for each in arguments]
    order = {"words": words, "around": dict(around or os.environ), "folder": str(folder or Path.cwd())}
    report, reports = os.pipe()
    try:
        socket.send_fds(_prepared(), [json.dumps(order).encode()], [*streams, reports])
    finally:
        os.close(reports)
    lines = os.fdopen(report, encoding="utf-8", buffering=1)
    return words, int(lines.readline()), lines


@cache
def _prepared() -> socket.socket:
    """Start the program that is copied; it ends when nobody can order copies any more."""
    orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    paths = os.pathsep.join(path for path in sys.path if path)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, str(SOURCE), str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            env={**os.environ, "PYTHONPATH": paths},
        )
    atexit.register(process.wait)
    atexit.register(orders.close)
    return orders
