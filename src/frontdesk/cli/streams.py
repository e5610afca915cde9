"""Standard input and output as they are found: closed, full, gone, or of an encoding that lacks what is said."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import click

from frontdesk.cli.place import fail


def mend() -> None:
    """Let every stream be there and take every character: where one is closed, nothing comes and nothing is heard."""
    sys.stdin = _mended(sys.stdin, "r", "replace")
    sys.stdout = _mended(sys.stdout, "w", "backslashreplace")
    sys.stderr = _mended(sys.stderr, "w", "backslashreplace")


def hear_interrupts() -> None:
    """Let Ctrl-C end the program, also where it was started with that ignored: in the background of a script, say."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _mended(stream: TextIO | None, mode: str, errors: str) -> TextIO:
    if stream is None:
        # Kept open on purpose: the number it takes must not become that of a database.
        return io.TextIOWrapper(io.FileIO(os.devnull, mode), encoding="utf-8", errors=errors)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=errors)
    return stream


class Commands(click.Group):
    """The commands, on streams that may fail."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was given; help is printed here."""
        with said_plainly():
            mend()
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command that was given."""
        with said_plainly():
            return super().invoke(ctx)


@contextmanager
def said_plainly() -> Iterator[None]:
    """Say in a sentence what the world has wrong beside the business and the database."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise  # whoever read has gone; Click leaves quietly
        _let_go()
        fail(f"{error.filename or 'The output'} cannot be used: {error.strerror}.")


def _let_go() -> None:
    """Write nothing more at the end of the program: what could not be written now cannot be written then."""
    sys.stdout = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
