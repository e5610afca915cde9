"""Starting: `import frontdesk`, and the first answer of `frontdesk chat`, against a Python that does nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from conversation import SPA
from measuring import RUNS, show, show_ratio, title, under

CHAT = "from frontdesk.cli import main; main()"


def compiled(folder: Path) -> dict[str, str]:
    """Return the surroundings of a Python that keeps what it compiles, as an installed one does."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def finish(code: str, around: dict[str, str]) -> float:
    """Return the seconds that a Python takes to run `code` and end."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=around)
    return time.perf_counter() - start


def first_answer(database: Path, around: dict[str, str]) -> float:
    """Return the seconds from the start of `frontdesk chat` until it has answered one message."""
    command = [sys.executable, "-c", CHAT, "chat", str(SPA), "--json", "--database", f"sqlite:///{database}"]
    start = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=around) as chat:
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
    bare, imports, first, again = [], [], [], []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        around = compiled(folder)
        first_answer(folder / "before.db", around)  # so that every module is compiled
        for run in range(2 * RUNS):
            database = folder / f"chat{run}.db"
            bare.append(finish("pass", around))
            imports.append(finish("import frontdesk", around))
            first.append(first_answer(database, around))
            again.append(first_answer(database, around))
    show("python -c pass", bare, "s")
    show("import frontdesk", imports, "s", under(0.3))
    show_ratio("import frontdesk to python -c pass", imports, bare)
    show("frontdesk chat, first answer, database made anew", first, "s", under(1.5))
    show("frontdesk chat, first answer, database there", again, "s", under(1.5))
    show_ratio("frontdesk chat, database there, to python -c pass", again, bare)


if __name__ == "__main__":
    main()
