"""Loads all of the desk and copies itself for each program that a test wants; run as a program by `tests.prepared`.

Argument: the number of the socket on which orders come, each with the streams of the copy and a pipe to report on: the
number of the process, and at last how it ended.
"""

import asyncio
import gc
import json
import os
import runpy
import signal
import socket
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from select import select
from typing import Any

import psycopg
import uvicorn

import frontdesk.channels.web.app
import frontdesk.console.app
from frontdesk.cli import main as frontdesk_main
from tests.faults.desks import WANTED, desk_on, talk
from tests.prepared import OURS

COPIES = get_context("fork")
LARGEST = 200_000  # bytes of an order
LOADED = (psycopg, uvicorn, frontdesk.channels.web.app, frontdesk.console.app)


async def warm_up() -> None:
    """Book once, so that everything that is made once is made: the business, the model, the statements."""
    async with desk_on("sqlite://") as desk:
        await talk(desk, "c1", "hello", WANTED, "yes")


def copy_for(orders: socket.socket) -> None:
    """Copy this program for each order, until nobody can order any more."""
    running: dict[int, tuple[BaseProcess, int]] = {}
    while True:
        ready, _, _ = select([orders.fileno(), *running], [], [])
        for each in ready:
            if each in running:
                report_end(*running.pop(each))
                continue
            order, files, _, _ = socket.recv_fds(orders, LARGEST, 4)
            if not order:
                return
            told = (json.loads(order), files, orders, [*running.values()])
            process = COPIES.Process(target=be, args=told, daemon=True)  # none is left when this one goes
            process.start()
            os.write(files[-1], f"{process.pid}\n".encode())
            running[process.sentinel] = process, files.pop()
            for stream in files:
                os.close(stream)


def report_end(process: BaseProcess, report: int) -> None:
    """Report how a copy ended, unless nobody wants to know any more."""
    process.join()
    with suppress(BrokenPipeError):
        os.write(report, f"{process.exitcode}\n".encode())
    os.close(report)
    process.close()


def be(
    order: Mapping[str, Any], files: Sequence[int], orders: socket.socket, others: Sequence[tuple[BaseProcess, int]]
) -> None:
    """Be the program that was ordered, in a copy that lets go of what belongs to others."""
    orders.close()
    *streams, own = files
    for report in (own, *(report for _, report in others)):
        os.close(report)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout = os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    run(**order)


def run(words: list[str], around: Mapping[str, str], folder: str) -> None:
    """Be the program that was ordered."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(around)
    time.tzset()
    os.chdir(folder)
    sys.argv = words
    if words[0] == OURS:
        frontdesk_main()
    else:
        runpy.run_path(words[0], run_name="__main__")


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it goes when the tests do
    asyncio.run(warm_up())
    assert threading.active_count() == 1, threading.enumerate()  # a copy has one thread, whatever the others held
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as orders:
        copy_for(orders)


if __name__ == "__main__":
    main()
