"""What guests say and who they are never reaches a log line, standard output or standard error."""

import asyncio
import logging
from dataclasses import replace

import pytest

from frontdesk.desk.actions import ACTIONS
from frontdesk.desk.actions.calls import Call, Ended, Run
from frontdesk.desk.desk import Desk
from frontdesk.desk.house import House
from tests.faults.desks import booked, desk_on, med_spa, said

GUEST = "+12125550173"
PLANTED = (
    "Xanthippe",
    "Quillfeather",
    "5550173",
    "555-0173",
    "555 0173",
    "5550184",
    "555-0184",
    "555 0184",
    "zzyzx",
    "borborygmus",
    "verschlimmbessern",
    "gobbledegook",
    "hullaballoo",
)
LINES = (
    "hello, it is me, hullaballoo",
    "'; SELECT verschlimmbessern; --",
    "verschlimmbessern \0 \ud83d",
    "book a hydrafacial tomorrow at 10am",
    "note that borborygmus runs in my family",
    "my name is Xanthippe Quillfeather",
    "212 555 0184",
    "zzyzx@gobbledegook.example",
    "yes",
    "i want to talk to a person about my borborygmus",
)


def breaks(call: Call) -> Ended:
    raise ValueError(f"cannot book {call.text('name')} {call.text('phone')} {call.text('email')}")


def quotes_to_the_database(call: Call) -> Ended:
    name = (call.text("name") or "").replace("'", "")
    call.unit.sql.cursor.execute(f"SELECT '{name}' FROM \"{name}\"")  # noqa: S608 - a mistake made on purpose
    return Ended("booked")


def house_that(run: Run) -> House:
    """Return the med spa with a booking that breaks."""
    return replace(med_spa(), actions={**ACTIONS, "book_appointment": replace(ACTIONS["book_appointment"], run=run)})


async def say_all(desk: Desk, guest: str | None) -> None:
    """Say every line, with a desk that breaks twice at the booking before it works."""
    for line in LINES:
        if line == "yes":
            for broken in (breaks, quotes_to_the_database):
                desk.house = house_that(broken)
                await desk.say("yes", conversation="c1", guest=guest)
            desk.house = med_spa()
        await desk.say(line, conversation="c1", guest=guest)


async def converse(url: str, guest: str | None) -> tuple[int, int, str]:
    async with desk_on(url) as desk:
        await say_all(desk, guest)
        await asyncio.gather(*(desk.say("yes hullaballoo", guest=GUEST, message_id="twice") for _ in range(5)))
        (conversation,) = {row.conversation_id for row in await booked(desk)}
        kept = " ".join(message.text for message in await said(desk, conversation or ""))
        return len(await booked(desk)), desk.log.counters["turn_broke"], kept


@pytest.mark.parametrize("guest", [None, GUEST], ids=["unknown", "vouched for"])
def test_nothing_that_a_guest_said_is_in_the_logs(
    database_url: str, guest: str | None, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    made, broke, kept = asyncio.run(converse(database_url, guest))
    assert (made, broke) == (1, 2)
    assert all(word in kept for word in ("Xanthippe", "borborygmus", "gobbledegook"))  # so they were there to leak
    names = {record.getMessage().partition(" ")[0] for record in caplog.records if record.name == "frontdesk"}
    assert names >= {"turn_broke", "action_ended", "value_read", "staff_called", "message_repeated"}
    written = capfd.readouterr()
    # Not the whole record: a moment or the id of a thread may hold any digits.
    records = (repr((record.name, record.msg, record.args, record.exc_info)) for record in caplog.records)
    everything = "\n".join((caplog.text, written.out, written.err, *records)).casefold()
    assert [word for word in PLANTED if word.casefold() in everything] == []
