"""Runs a throw-away PostgreSQL as the tests do, but with every commit on the disk before it is answered.

Like the launcher of the tests, this file is also the program that keeps the server: it ends when the
standard input closes, however its parent ended.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests import postgres

# What the tests switch off for speed, back to what a business would run.
DURABLE = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on", "autovacuum": "on"}


@contextlib.contextmanager
def running_durable_postgres() -> Iterator[str]:
    """Run a server for the length of the block and give its address, to which `/database` is appended."""
    with subprocess.Popen(
        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as keeper:
        if keeper.stdin is None or keeper.stdout is None:
            raise postgres.PostgresDidNotStart("the keeper has no pipes")
        port = keeper.stdout.readline().strip()
        if not port:
            raise postgres.PostgresDidNotStart("the keeper ended early; its reason is on standard error")
        try:
            yield f"postgresql://postgres@127.0.0.1:{port}"
        finally:
            keeper.stdin.close()


if __name__ == "__main__":
    postgres.SETTINGS.update(DURABLE)
    postgres.keep(postgres.installed_binaries())
