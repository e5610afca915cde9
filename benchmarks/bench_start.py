"""Starting: `import frontdesk`, and the first answer of `frontdesk chat`, against a Python that does nothing."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from conversation import SPA
from measuring import RUNS, show, show_ratio, title, under

CHAT = "from frontdesk.cli import main; main()"


def finish(code: str) -> float:
    """Return the seconds that a Python takes to run `code` and end."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def first_answer(database: Path) -> float:
    """Return the seconds from the start of `frontdesk chat` until it has answered one message."""
    command = [sys.executable, "-c", CHAT, "chat", str(SPA), "--json", "--database", f"sqlite:///{database}"]
    start = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as chat:
        if chat.stdin is None or chat.stdout is None:
            raise BrokenPipeError("the chat has no pipes")
        chat.stdin.write("hi there\n")
        chat.stdin.flush()
        if not chat.stdout.readline():
            raise BrokenPipeError("the chat ended without an answer")
        taken = time.perf_counter() - start
        chat.stdin.close()
    return taken


def main() -> None:
    title("Starting: wall clock, a new process each time, a new database for the chat's first run")
    finish("import frontdesk.cli")  # so that every module is compiled
    bare, imports, first, again = [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        for run in range(2 * RUNS):
            database = Path(folder) / f"chat{run}.db"
            bare.append(finish("pass"))
            imports.append(finish("import frontdesk"))
            first.append(first_answer(database))
            again.append(first_answer(database))
    show("python -c pass", bare, "s")
    show("import frontdesk", imports, "s", under(0.3))
    show_ratio("import frontdesk to python -c pass", imports, bare)
    show("frontdesk chat, first answer, database made anew", first, "s", under(1.5))
    show("frontdesk chat, first answer, database there", again, "s", under(1.5))
    show_ratio("frontdesk chat, database there, to python -c pass", again, bare)


if __name__ == "__main__":
    main()
