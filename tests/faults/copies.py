"""Runs work in copies of a program that has loaded all of it: to start Python anew for each kill takes a second.

The program calls `serve`; a test talks to it over `copying`.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from tests.prepared import program as running

Told: TypeAlias = list[Any]
Work: TypeAlias = Callable[..., tuple[Told, bool]]


def serve(work: Callable[..., object]) -> None:
    """Work in a copy of this program for each line of arguments; print what it told, and how it ended."""
    for line in sys.stdin:
        print(json.dumps(in_a_copy(partial(work, *json.loads(line)))), flush=True)  # noqa: T201 - the parent reads it


def in_a_copy(work: Callable[[], object]) -> tuple[Told, int]:
    """Work in a copy of this process; return the lines of JSON that it printed, and how it ended."""
    told, tells = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.dup2(tells, sys.stdout.fileno())
            work()
        except BaseException:  # noqa: BLE001 - a copy of this program must not go on as if it were the first
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    os.close(tells)
    with os.fdopen(told) as pipe:
        printed = [json.loads(line) for line in pipe]
    return printed, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def tell(value: object) -> None:
    """Print something for the test."""
    print(json.dumps(value), flush=True)  # noqa: T201 - this is how the parent learns it


@contextmanager
def copying(program: Path) -> Iterator[Work]:
    """Start a program; give a way to have it work, which says what was told and whether the copy was killed."""
    with running(program) as child:

        def work(*arguments: str | int) -> tuple[Told, bool]:
            child.stdin.write(json.dumps(arguments) + "\n")
            child.stdin.flush()
            told, ended = json.loads(child.stdout.readline())
            assert ended in {0, -9}
            return told, ended == -9

        yield work
