"""Lets all who write to one SQLite file do so in the order in which they asked, whatever process they are in.

SQLite has one write lock and no order among those who wait for it: whoever asks at the right moment has it. So those
who want it line up first, at a file beside the database. Each takes the next number and locks the byte of that number;
it is their turn when no lower byte is locked. The kernel drops the locks of whoever is killed, so nobody waits for the
dead. The file holds two numbers, the next to take and the last whose turn came. Without it only the order is lost:
SQLite's own lock still keeps two from writing at once.
"""

from __future__ import annotations

import fcntl
import os
import struct
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Protocol

SUFFIX = "-turnstile"
LOOK = 0.001  # seconds between two looks at those ahead
MODE = 0o644  # what SQLite gives a new database
# The kernel's `struct flock`: kind, whence, start, length, process, and what aligns it.
LOCK = struct.Struct("@hhqqi0q")
NUMBERS = struct.Struct("<QQ")
NUMBER = struct.Struct("<Q")
TAKING = 0  # the byte that is locked while somebody takes a number
FIRST = 2  # so that there always is a byte between these two: no length means "to the end"
HIGHEST = 2**62  # a file that names a higher number is not as we left it


class NoTurn(Exception):  # noqa: N818 - it says what happened, like all our names
    """Nobody ahead had their turn for as long as we were ready to wait."""


class Turnstile(Protocol):
    """Where those who want to write line up."""

    def enter(self, patience: float) -> float:
        """Wait for our turn; return for how many seconds the line has not moved.

        Raises `NoTurn` once that is more than `patience`.
        """

    def passed(self) -> None:
        """Tell those behind that the line moves: the database could be had."""

    def leave(self) -> None:
        """Let the next one in."""

    def close(self) -> None:
        """Line up no more."""

    def remove(self) -> None:
        """Close, and leave nothing behind that was not there before."""


class OpenTurnstile:
    """Keeps nobody waiting: for a database that no one else can reach, or where no file can be made."""

    def enter(self, patience: float) -> float:  # noqa: ARG002 - there is nobody to wait for
        """Go on at once."""
        return 0.0

    def passed(self) -> None:
        """Do nothing."""

    def leave(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""

    def remove(self) -> None:
        """Do nothing."""


class FileTurnstile:
    """One place in the line at a file; whoever has the database open twice has two."""

    def __init__(self, path: Path, descriptor: int, *, made: bool) -> None:
        """Line up at `path`, which is open for reading and writing; `made` says that it was not there before."""
        self.path = path
        self.descriptor = descriptor
        self.made = made
        self.number = 0  # the one we took last

    def enter(self, patience: float) -> float:
        """Take a number and wait until it is the lowest."""
        try:
            return self.wait(self.ask(patience), patience)
        except OSError:  # a disk that knows no such locks, say: then there is only SQLite's own
            self.leave()
            return 0.0

    def ask(self, patience: float) -> int:
        """Take a number; return whose turn had come last."""
        until = monotonic() + patience
        while not self._locked(TAKING):
            if monotonic() > until:
                raise NoTurn
            sleep(LOOK)
        self.number, passed = self._numbers()
        if not self._locked(self.number):
            raise OSError("a number was given twice")
        os.pwrite(self.descriptor, NUMBER.pack(self.number + 1), 0)
        self._unlock(TAKING, 1)
        return passed

    def wait(self, passed: int, patience: float) -> float:
        """Wait until no lower number is taken; the patience begins anew whenever the line moves."""
        since = monotonic()
        while self._is_behind():
            sleep(LOOK)
            now, (_, last) = monotonic(), self._numbers()
            if last != passed:
                passed, since = last, now
            elif now - since > patience:
                self.leave()
                raise NoTurn
        return monotonic() - since

    def passed(self) -> None:
        """Write down that our turn came."""
        with suppress(OSError):  # a full disk, say; then those behind give up sooner
            os.pwrite(self.descriptor, NUMBER.pack(self.number), NUMBER.size)

    def leave(self) -> None:
        """Give our number back."""
        with suppress(OSError):  # where locks are unknown there is none
            self._unlock(0, 0)

    def close(self) -> None:
        """Close the file. It stays: others may be in the line, and a new file would be another line."""
        os.close(self.descriptor)

    def remove(self) -> None:
        """Remove the file too, if we made it."""
        self.close()
        if self.made:
            self.path.unlink(missing_ok=True)

    def _numbers(self) -> tuple[int, int]:
        """Return the next number, and the last whose turn came."""
        written = os.pread(self.descriptor, NUMBERS.size, 0)
        number, passed = NUMBERS.unpack(written.ljust(NUMBERS.size, b"\0"))
        return (number if FIRST <= number < HIGHEST else FIRST), passed

    def _is_behind(self) -> bool:
        """Say whether a lower number is taken."""
        lower = LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, TAKING + 1, self.number - TAKING - 1, 0)
        kind, *_ = LOCK.unpack(fcntl.fcntl(self.descriptor, fcntl.F_OFD_GETLK, lower))
        return bool(kind != fcntl.F_UNLCK)

    def _locked(self, byte: int) -> bool:
        """Lock a byte; False if somebody else has."""
        try:
            # Not `lockf`, whose locks belong to the process: one that has the database open twice needs two places.
            fcntl.fcntl(self.descriptor, fcntl.F_OFD_SETLK, LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, byte, 1, 0))
        except (BlockingIOError, PermissionError):  # systems differ in which of the two
            return False
        return True

    def _unlock(self, first: int, count: int) -> None:
        """Unlock bytes; a count of zero means all to the end."""
        fcntl.fcntl(self.descriptor, fcntl.F_OFD_SETLK, LOCK.pack(fcntl.F_UNLCK, os.SEEK_SET, first, count, 0))


def turnstile_beside(database: Path) -> Turnstile:
    """Return the turnstile of a database file, made if it is missing and can be."""
    real = database.resolve()  # as SQLite does: a link and what it points to are one database
    path = real.with_name(real.name + SUFFIX)
    flags = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        try:
            descriptor = os.open(path, flags | os.O_CREAT | os.O_EXCL, MODE)
        except FileExistsError:
            return FileTurnstile(path, os.open(path, flags), made=False)
    except OSError:
        return OpenTurnstile()
    _give_to_owner(real, descriptor)
    return FileTurnstile(path, descriptor, made=True)


def _give_to_owner(database: Path, descriptor: int) -> None:
    """Let whoever may write the database line up too, as SQLite does with its own files."""
    try:
        of_database = database.stat()
    except FileNotFoundError:
        return  # both are new, and made by the same account
    os.fchmod(descriptor, of_database.st_mode & 0o777)
    if os.geteuid() == 0:
        os.fchown(descriptor, of_database.st_uid, of_database.st_gid)
