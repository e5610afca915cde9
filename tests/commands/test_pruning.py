"""`frontdesk prune`: what is settled and long past goes; whatever may still be delivered again is answered once."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from frontdesk.desk.desk import Desk
from frontdesk.desk.pruning import TOGETHER, Pruned, prune
from frontdesk.storage import open_store
from frontdesk.storage.rows import Delivery, Inbound
from frontdesk.storage.unit import Unit
from tests.commands.conftest import SPA, Run

START = datetime(2026, 3, 2, 15, tzinfo=UTC)
DAY = timedelta(days=1)
DATABASE = "sqlite:///frontdesk.db"


def message(number: int, business: str = "spa", at: datetime = START) -> Inbound:
    return Inbound(business, "sms", f"m{number}", "+12125550123", "hello", at)


def receive(unit: Unit, *messages: Inbound) -> None:
    for each in messages:
        unit.inbox.answered(unit.inbox.accept(each).id, "c1", '{"reply": "hi"}')


def replies(unit: Unit, *messages: Inbound) -> list[str | None]:
    """Return what each message gets as a repeat; None if it counts as new, or was not answered."""
    return [getattr(unit.inbox.accept(each), "reply", None) for each in messages]


def test_messages_answered_before_the_moment_go_and_all_others_stay(database_url: str) -> None:
    old, edge, unanswered, other = message(1), message(2, at=START + DAY), message(3), message(4, "hotel")
    with open_store(database_url) as store:
        store.run_sync(lambda unit: receive(unit, old, edge, other))
        store.run_sync(lambda unit: unit.inbox.accept(unanswered))
        assert prune(store.run_sync, "spa", START + DAY) == Pruned(messages=1, deliveries=0)
        assert prune(store.run_sync, "spa", START + DAY) == Pruned(messages=0, deliveries=0)
        found = store.run_sync(lambda unit: replies(unit, old, edge, unanswered, other))
    assert found == [None, '{"reply": "hi"}', None, '{"reply": "hi"}']


def test_deliveries_made_before_the_moment_go_and_those_that_wait_stay(database_url: str) -> None:
    def put(unit: Unit) -> None:
        for key in ("done", "waits"):
            assert unit.outbox.put(Delivery("sms", key, "{}", START))
        unit.outbox.delivered(unit.outbox.take_due(START, 1, DAY)[0].id, START)

    with open_store(database_url) as store:
        store.run_sync(put)
        assert prune(store.run_sync, "spa", START) == Pruned(0, 0)
        assert prune(store.run_sync, "spa", START + 900 * DAY) == Pruned(0, 1)
        assert store.run_sync(lambda unit: unit.outbox.waiting()) == 1


def test_more_than_one_transaction_holds_goes_all_the_same(database_url: str) -> None:
    with open_store(database_url) as store:
        store.run_sync(lambda unit: receive(unit, *map(message, range(TOGETHER + 3))))
        assert prune(store.run_sync, "spa", START + DAY).messages == TOGETHER + 3


def delivered(at: datetime) -> dict[str, object]:
    """Deliver one and the same message, and return what it is answered."""

    async def deliver() -> dict[str, object]:
        async with Desk.open(SPA, DATABASE, lambda: at) as desk:
            return await desk.say("hello", guest="+12125550123", channel="sms", message_id="m1")

    return asyncio.run(deliver())


@pytest.mark.parametrize(("days", "once"), [(29, True), (31, False)])
def test_a_message_is_answered_once_for_thirty_days(run: Run, *, days: int, once: bool) -> None:
    later = START + timedelta(days=days)
    first = delivered(START)
    ended = run("prune", SPA, "--now", later.isoformat())
    assert ended.exit_code == 0, ended.output
    assert ("Dropped: 0 messages" in ended.stdout) is once
    assert (delivered(later) == first) is once


def test_nobody_prunes_what_may_still_be_delivered_again(run: Run) -> None:
    assert run("prune", SPA, "--days", "6").exit_code == 2
    assert not Path("frontdesk.db").exists()
