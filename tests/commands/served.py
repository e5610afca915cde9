"""Starts the program as a server, in a process of its own, and asks it over HTTP."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic, sleep
from typing import IO, Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from tests.postgres import free_port
from tests.prepared import OURS, Program, Words, program

PATIENCE = 100  # seconds for a server to come up on a busy machine


@contextmanager
def served(command: str, *folders: Path, cwd: Path) -> Iterator[str]:
    """Serve, and give the address."""
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    words: Words = (OURS, command, *folders, "--port", port)
    with (
        TemporaryFile("w+", encoding="utf-8") as errors,
        program(*words, around=environment, folder=cwd, errors=errors) as server,
    ):
        _wait_for(server, f"http://127.0.0.1:{port}", errors)
        yield f"http://127.0.0.1:{port}"
        server.terminate()
        server.wait(PATIENCE)


@contextmanager
def served_by(other: str, command: str, *folders: Path, cwd: Path) -> Iterator[str]:
    """Serve with a program that is installed elsewhere, and give the address."""
    port = str(free_port())
    environment = {**os.environ, "PYTHONPATH": ""}
    environment.pop("DATABASE_URL", None)
    arguments = [other, command, *map(str, folders), "--port", port]
    with (
        TemporaryFile("w+", encoding="utf-8") as errors,
        subprocess.Popen(arguments, cwd=cwd, env=environment, stderr=errors) as server,
    ):
        try:
            _wait_for(server, f"http://127.0.0.1:{port}", errors)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(PATIENCE)


def _wait_for(server: Program | subprocess.Popen[bytes], address: str, errors: IO[str]) -> None:
    until = monotonic() + PATIENCE
    while True:
        try:
            ask(address, "/readyz")
        except (URLError, HTTPException, ConnectionError):
            assert server.poll() is None, (errors.seek(0), errors.read())
            assert monotonic() < until, "the server does not come up"
            sleep(0.1)
        else:
            return


def ask(address: str, path: str, body: object = None, token: str = "") -> Any:  # noqa: ANN401 - whatever JSON it answers
    """Ask the server: what it answers, as data if it is JSON. With a body, post that."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    wanted = Request(address + path, data, headers)  # noqa: S310 - the address is one that a test has just opened
    with urlopen(wanted, timeout=PATIENCE) as answer:  # noqa: S310 - see above
        text = answer.read().decode()
    return json.loads(text) if "json" in answer.headers.get("Content-Type", "") else text


def say(address: str, business: str, text: str) -> str:
    """Begin a conversation, say something, and return the reply."""
    begun = ask(address, f"/b/{business}/conversations", {})
    said = ask(address, f"/b/{business}/conversations/{begun['id']}/messages", {"content": text}, begun["token"])
    return str(said["reply"])
