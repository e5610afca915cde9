"""Puts a file in the place of another at once: whoever reads meanwhile, or after a crash, finds one or the other."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_ENDING = ".frontdesk-new"  # no reader of a folder takes such a file for one of the business
_READ_ONLY = {errno.EACCES, errno.EPERM, errno.EROFS}


class Unwritable(Exception):  # noqa: N818 - what is the case with the folder
    """A file of the business cannot be written; the text says why, and what to do."""


@contextmanager
def only_one_changes(folder: Path) -> Iterator[None]:
    """Keep others, in this process or another, from changing the files of a folder meanwhile."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)  # which lets the next one go on


def is_writable(file: Path) -> bool:
    """Say whether a file can probably be replaced."""
    return os.access(file.resolve().parent, os.W_OK)


class Replacement:
    """A new text that lies beside a file, safely on the disk, and has yet to take its place."""

    def __init__(self, file: Path, text: str) -> None:
        """Write the text beside the file. A link stays a link: what it leads to is replaced."""
        self.file = file.resolve()
        try:
            self._sweep()
            descriptor, name = tempfile.mkstemp(_ENDING, f".{self.file.name}.", self.file.parent)
            self.new = Path(name)
            with os.fdopen(descriptor, "wb") as written:
                written.write(text.encode())
                written.flush()
                _keep_owner_and_mode(written.fileno(), self.file)
                os.fsync(written.fileno())
        except OSError as error:
            self.drop()
            raise Unwritable(_why(self.file, error)) from error

    def take_place(self) -> None:
        """Put the new file in the place of the old one."""
        try:
            self.new.replace(self.file)
            _sync_folder(self.file.parent)
        except OSError as error:
            self.drop()
            raise Unwritable(_why(self.file, error)) from error

    def drop(self) -> None:
        """Throw the new file away."""
        with suppress(OSError, AttributeError):
            self.new.unlink()

    def _sweep(self) -> None:
        """Remove what a desk that was killed has left here: nobody else is at it now."""
        for left in self.file.parent.glob(f".{self.file.name}.*{_ENDING}"):
            left.unlink()


def _keep_owner_and_mode(descriptor: int, file: Path) -> None:
    with suppress(FileNotFoundError):
        was = file.stat()
        os.fchmod(descriptor, stat.S_IMODE(was.st_mode))
        with suppress(PermissionError):  # only root gives files away; the one who may write it is as good
            os.fchown(descriptor, was.st_uid, was.st_gid)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _why(file: Path, error: OSError) -> str:
    if error.errno in _READ_ONLY:
        return (
            f"{file.parent} cannot be written by this program, so settings cannot be changed from here. "
            f"Change {file.name} where it is kept and start the desk again, or let this program write there."
        )
    return f"{file.name} could not be written: {error.strerror}. Nothing has been changed."
