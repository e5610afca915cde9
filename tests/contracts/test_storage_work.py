"""A piece of work counts whole or not at all, and waiting for others costs nobody their result."""

import asyncio
import threading
import warnings
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from frontdesk.storage import DatabaseUnusable, Reason, Store, Unit, open_store
from frontdesk.storage.rows import Action, Facts, Fresh, Message, Repeat, Side, Turn
from frontdesk.storage.unusable import StatementRefused
from tests.contracts.storage_examples import HOUR, NOW, booking, conversation, delivery, inbound, intent, time_of


class Unwell(Exception):  # noqa: N818 - it says what is the case
    """What a piece of work raises here."""


def take_turn(unit: Unit, name: str, number: int) -> None:
    accepted = unit.inbox.accept(inbound(f"{name}-{number}"))
    before = unit.conversations.by_id(name) or conversation(name)
    unit.messages.add(
        Message(name, number, Side.GUEST, "sms", "hi", NOW), Message(name, number, Side.DESK, "sms", "?", NOW)
    )
    unit.messages.add_turn(Turn(name, number, NOW, "{}", "[]", "{}"))
    unit.actions.record(Action(intent(f"{name}/{number}", name), "openings", "{}", NOW))
    assert unit.conversations.save(before, NOW)
    unit.inbox.answered(accepted.id, name, "{}")


def test_work_that_raises_leaves_nothing(store: Store) -> None:
    def fall_ill(unit: Unit) -> None:
        take_turn(unit, "c1", 1)
        unit.bookings.add(booking(), time_of(booking()), "guest")
        unit.outbox.put(delivery())
        raise Unwell

    with pytest.raises(Unwell):
        store.run_sync(fall_ill)
    assert store.run_sync(lambda unit: unit.conversations.by_id("c1")) is None
    assert store.run_sync(lambda unit: unit.bookings.count("spa")) == {}
    assert store.run_sync(lambda unit: unit.outbox.waiting()) == 0
    assert isinstance(store.run_sync(lambda unit: unit.inbox.accept(inbound("c1-1"))), Fresh)


def test_work_is_there_for_others_when_it_returns(database_url: str) -> None:
    with open_store(database_url) as one, open_store(database_url) as other:
        one.run_sync(lambda unit: take_turn(unit, "c1", 1))
        seen = other.run_sync(lambda unit: unit.conversations.by_id("c1"))
    assert seen == replace(conversation(), version=1)


def test_of_many_pieces_that_wait_together_only_those_that_raise_are_undone(store: Store) -> None:
    gate = threading.Event()

    def piece(unit: Unit, number: int) -> int:
        unit.messages.add(Message("c1", number, Side.GUEST, "sms", "hi", NOW))
        if number % 3 == 0:
            raise Unwell(number)
        return number

    first = store.workers.submit(lambda _: gate.wait(20))
    waiting: list[Future[int]] = [store.workers.submit(partial(piece, number=number)) for number in range(100)]
    gate.set()
    assert first.result()
    for number, future in enumerate(waiting):
        if number % 3 == 0:
            assert isinstance(future.exception(), Unwell)
        else:
            assert future.result() == number
    kept = {message.turn for message in store.run_sync(lambda unit: unit.messages.of("c1"))}
    assert kept == {number for number in range(100) if number % 3}


def test_whoever_came_first_is_not_kept_waiting_for_all_who_came_after(tmp_path: Path) -> None:
    gate = threading.Event()
    with open_store(f"sqlite:///{tmp_path}/desk.db") as store:
        store.workers.submit(lambda _: gate.wait(10))
        first = store.workers.submit(lambda _: None)
        others = [store.workers.submit(lambda _: first.done()) for _ in range(40)]
        gate.set()
        answered = [each.result() for each in others]
    assert answered[-1]
    assert not answered[0]  # yet some share a commit


def test_a_statement_that_the_database_refuses_undoes_its_own_work_only(store: Store) -> None:
    def twice(unit: Unit) -> None:
        for _ in range(2):
            unit.messages.add_turn(Turn("c1", 1, NOW, '"my secret"', "[]", "{}"))

    async def together() -> list[object]:
        works: list[Callable[[Unit], None]] = [twice, lambda unit: take_turn(unit, "c2", 1), twice]
        return await asyncio.gather(*(store.run(work) for work in works), return_exceptions=True)

    outcomes = asyncio.run(together())
    assert [type(outcome) for outcome in outcomes] == [StatementRefused, type(None), StatementRefused]
    assert "secret" not in repr(outcomes)
    assert store.run_sync(lambda unit: unit.messages.turns("c1")) == ()
    assert len(store.run_sync(lambda unit: unit.messages.turns("c2"))) == 1


def test_a_thousand_runs_leave_no_connection_behind(database_url: str) -> None:
    store = open_store(database_url)
    pool = store.workers.engine.pool
    held = pool.checkedout()  # type: ignore[attr-defined]  # a QueuePool has it

    async def many() -> None:
        for hundred in range(10):
            names = [f"c{hundred}-{number}" for number in range(100)]
            await asyncio.gather(*(store.run(partial(take_turn, name=name, number=1)) for name in names))

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        asyncio.run(many())
        assert pool.checkedout() == held  # type: ignore[attr-defined]  # as above
        store.close()
    assert pool.checkedout() == 0  # type: ignore[attr-defined]  # as above


def test_two_who_save_the_same_conversation_do_not_both_succeed(store: Store) -> None:
    store.run_sync(lambda unit: unit.conversations.save(conversation(), NOW))

    def answer(unit: Unit, number: int) -> bool:
        before = unit.conversations.by_id("c1")
        assert before is not None
        return unit.conversations.save(replace(before, runs=number), NOW)

    async def all_at_once() -> list[bool]:
        return await asyncio.gather(*(store.run(partial(answer, number=number)) for number in range(20)))

    saved = asyncio.run(all_at_once())
    last = store.run_sync(lambda unit: unit.conversations.by_id("c1"))
    assert last is not None
    assert last.version == 1 + sum(saved)


def test_one_message_delivered_many_times_at_once_is_fresh_once(store: Store) -> None:
    async def all_at_once() -> list[Fresh | Repeat]:
        return await asyncio.gather(*(store.run(lambda unit: unit.inbox.accept(inbound())) for _ in range(30)))

    accepted = asyncio.run(all_at_once())
    assert sum(isinstance(each, Fresh) for each in accepted) == 1


def test_an_action_intended_by_many_at_once_is_theirs_once(store: Store) -> None:
    async def all_at_once() -> list[Action | None]:
        return await asyncio.gather(*(store.run(lambda unit: unit.actions.intend(intent())) for _ in range(30)))

    assert asyncio.run(all_at_once()).count(None) == 1


def test_many_takers_of_the_outbox_get_each_thing_once(store: Store) -> None:
    store.run_sync(lambda unit: [unit.outbox.put(delivery(f"d{number}")) for number in range(60)])

    async def take() -> list[str]:
        taken = await asyncio.gather(
            *(store.run(lambda unit: unit.outbox.take_due(NOW, 7, timedelta(hours=1))) for _ in range(20))
        )
        return [each.key for some in taken for each in some]

    keys = asyncio.run(take())
    assert sorted(keys) == sorted(set(keys))
    rest = store.run_sync(lambda unit: unit.outbox.take_due(NOW, 100, HOUR))
    assert len(keys) + len(rest) == 60


def test_two_who_claim_in_opposite_order_both_end(store: Store) -> None:
    def two_bookings(unit: Unit, order: tuple[str, str], hour: int) -> int:
        made = 0
        for resource in order:
            row = booking(hour, conversation_id=None)
            made += not isinstance(unit.bookings.add(row, time_of(row, resource), "guest"), str)
        return made

    async def crossing() -> list[int]:
        orders: list[tuple[str, str]] = [("emily", "tom"), ("tom", "emily")]
        works = [store.run(partial(two_bookings, order=order, hour=hour)) for hour in range(3) for order in orders]
        return await asyncio.gather(*works)

    assert sum(asyncio.run(crossing())) == 6


def test_work_that_waits_for_other_work_is_refused_rather_than_hung(store: Store) -> None:
    with pytest.raises(RuntimeError, match="wait"):
        store.run_sync(lambda _: store.run_sync(lambda unit: unit.outbox.waiting()))


def test_work_given_up_while_it_waits_is_not_done(store: Store) -> None:
    gate = threading.Event()

    async def give_up() -> None:
        blockers = [asyncio.ensure_future(store.run(lambda _: gate.wait(20))) for _ in range(16)]
        await asyncio.sleep(0.05)
        waiting = asyncio.ensure_future(store.run(lambda unit: unit.outbox.put(delivery())))
        await asyncio.sleep(0.05)
        waiting.cancel()
        await asyncio.sleep(0.05)
        gate.set()
        await asyncio.gather(*blockers)

    asyncio.run(give_up())
    assert store.run_sync(lambda unit: unit.outbox.waiting()) == 0


def test_closing_finishes_what_is_queued_and_refuses_more(store: Store) -> None:
    def put(unit: Unit, number: int) -> bool:
        return unit.outbox.put(delivery(f"d{number}"))

    futures = [store.workers.submit(partial(put, number=number)) for number in range(50)]
    store.close()
    assert all(future.result() for future in futures)
    with pytest.raises(DatabaseUnusable) as closed:
        store.run_sync(lambda unit: unit.outbox.waiting())
    assert closed.value.reason is Reason.CLOSED
    store.close()


def test_a_store_opens_and_works_inside_an_event_loop(database_url: str) -> None:
    async def work() -> int:
        store = await Store.open(database_url)
        guest = await store.run(lambda unit: unit.guests.add("spa", Facts("Pat"), NOW))
        store.close()
        return guest.id

    assert asyncio.run(work()) == 1
