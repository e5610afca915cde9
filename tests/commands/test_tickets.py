"""`frontdesk tickets`: what guests wait for, approved and rejected at a terminal, once."""

import asyncio
import json

from tests.commands.conftest import Run
from tests.desk.lotus import HOTEL, lotus_on, made

NOW = "2026-01-31T09:40:00"


def test_tickets_are_listed_approved_and_rejected_at_a_terminal(run: Run, sqlite_database: str) -> None:
    async def asked() -> list[str]:
        async with lotus_on(sqlite_database) as desk:
            return [await made(desk, room_type=room) for room in ("suite", "deluxe")]

    suite, deluxe = asyncio.run(asked())
    here = (str(HOTEL), "--database", sqlite_database, "--now", NOW)

    def listed(*options: str) -> list[tuple[str, bool]]:
        lines = run("tickets", *here, "--json", *options).stdout.splitlines()
        return [(each["reference"], each["overdue"]) for each in map(json.loads, lines)]

    assert listed() == [(suite, True), (deluxe, True)]
    assert listed("--find", deluxe.lower()) == [(deluxe, True)]
    assert "40 min, overdue" in run("tickets", *here).stdout
    done = run("tickets", "approve", suite, "--business", *here, "--by", "eve")
    assert (done.exit_code, done.stdout) == (0, f"Ticket {suite} is approved.\n")
    again = run("tickets", "reject", suite, "No", "rooms.", "--business", *here)
    assert (again.exit_code, "it is approved, by eve" in again.stderr) == (1, True)
    assert run("tickets", "reject", deluxe, "--business", *here).exit_code == 2
    assert run("tickets", "reject", deluxe, "We", "are", "closed.", "--business", *here).exit_code == 0
    assert run("tickets", "approve", "LOTUS-9999", "--business", *here).exit_code == 1
    assert (listed(), listed("--status", "rejected")) == ([], [(deluxe, False)])
    elsewhere = run("cancel", suite, "--business", *here, "--yes", "--late")
    assert (elsewhere.exit_code, "frontdesk tickets" in elsewhere.stderr) == (1, True)  # the guest would not be told
    assert run("tickets", "cancel", suite, "As", "you", "wished.", "--business", *here).exit_code == 0
    assert run("tickets", "cancel", suite, "--business", *here).exit_code == 1
    assert listed("--status", "cancelled") == [(suite, False)]
