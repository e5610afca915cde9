"""A sync swaps one generation in whole or changes nothing, and never makes old data look fresh."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import date, timedelta
from decimal import Decimal

import pytest

from frontdesk.desk.background import AtItAlready, wall
from frontdesk.desk.shadow import FreshData, NeverSynced, NotKnown, OldData
from frontdesk.desk.sync_report import sync_sentence, sync_status
from frontdesk.desk.syncing import KIND, LONGEST, NAME, NoErp
from frontdesk.storage import Store, Unit, open_store
from frontdesk.storage.jobs import TakenJob
from frontdesk.storage.nights import NightRow
from frontdesk.storage.syncs import Sync, SyncOutcome
from tests.calendars.hostile_erp import (
    DAYS,
    FIRST,
    NOW,
    Row,
    answer,
    document,
    hostile_erp,
    replies,
    row,
    rows,
)
from tests.desk.hotels import Front, hotel

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DOWN = answer(b"", 404)


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    with open_store(database_url) as opened:
        yield opened


def generation(minutes: int, nights: list[Row] | None = None) -> bytes:
    """Return an answer that the ERP made so many minutes after the first."""
    made = (NOW - MINUTE + minutes * MINUTE).isoformat()
    return answer(document(nights, generated_at=made))


def talking(store: Store, *answers: bytes) -> Callable[[Callable[[Front], Awaitable[None]]], None]:
    """Give a way to run a test with a hotel whose ERP gives these answers in turn."""

    def run(test: Callable[[Front], Awaitable[None]]) -> None:
        async def main() -> None:
            async with hostile_erp(replies(*answers)) as server:
                await test(Front(store, hotel(server.url)))

        asyncio.run(main())

    return run


async def synced(front: Front) -> Sync:
    end = await front.sync()
    assert isinstance(end, Sync), end
    return end


def test_a_sync_brings_every_night_with_its_rate(store: Store) -> None:
    @talking(store, generation(0, [*rows()[:-1], row("suite", DAYS - 1, rooms=1, rate="299.50", min_stay=2)]))
    async def _(front: Front) -> None:
        sync = await synced(front)
        assert (sync.outcome, sync.records, sync.error) == (SyncOutcome.SUCCESS, 9, None)
        assert (sync.first_night, sync.last_night) == (FIRST, date(2026, 2, 2))
        shadow = front.shadow()
        assert shadow.freshness == FreshData(NOW)
        assert shadow.room_types == ("deluxe", "standard", "suite")
        last = date(2026, 2, 2)
        assert shadow.night("suite", last) == NightRow("suite", last, 1, Decimal("299.50"), "USD", 2)


def test_what_was_never_synced_is_unknown_and_not_full(store: Store) -> None:
    @talking(store, DOWN)
    async def _(front: Front) -> None:
        assert front.shadow().freshness == NeverSynced()
        assert front.shadow().night("deluxe", FIRST) is NotKnown.NEVER_SYNCED
        assert (await synced(front)).outcome is SyncOutcome.FAILED
        assert front.shadow().freshness == NeverSynced()


def test_beyond_the_horizon_is_unknown_and_not_full(store: Store) -> None:
    @talking(store, generation(0))
    async def _(front: Front) -> None:
        await synced(front)
        shadow = front.shadow(days=90)
        assert shadow.night("deluxe", FIRST + timedelta(DAYS)) is NotKnown.BEYOND_HORIZON
        assert shadow.night("penthouse", FIRST) is NotKnown.NOT_IN_INVENTORY


@pytest.mark.parametrize(
    ("bad", "outcome"),
    [
        (answer(document([])), SyncOutcome.PARTIAL),
        (answer(document(rows()[:4])), SyncOutcome.PARTIAL),
        (answer(document([*rows(), row("suite", 0, rooms=0)])), SyncOutcome.PARTIAL),
        (generation(-60), SyncOutcome.PARTIAL),
        (generation(60_000), SyncOutcome.PARTIAL),
        (answer(document([{**each, "rate": "NaN"} for each in rows()])), SyncOutcome.PARTIAL),
        (answer(b"<html>maintenance</html>"), SyncOutcome.FAILED),
        (answer(b"", 401), SyncOutcome.FAILED),
        (DOWN, SyncOutcome.FAILED),
    ],
    ids=["empty", "half", "duplicate", "older", "future", "nan", "html", "secret", "gone"],
)
def test_what_cannot_be_used_is_refused_logged_and_old_data_kept_as_old(
    store: Store, bad: bytes, outcome: SyncOutcome
) -> None:
    @talking(store, generation(0), bad)
    async def _(front: Front) -> None:
        await synced(front)
        before = front.shadow()
        front.later(hours=3)
        refused = await synced(front)
        assert refused.outcome is outcome
        assert refused.error
        assert refused.records == 0
        after = front.shadow()
        assert after.nights == before.nights
        assert after.freshness == OldData(NOW, 3 * HOUR)
        status = store.run_sync(lambda unit: sync_status(unit, front.business, front.now))
        assert [each.outcome for each in status.history] == [outcome, SyncOutcome.SUCCESS]
        assert status.last_success is not None
        assert status.last_success.ended_at == NOW
        assert (status.freshness, status.is_running) == (OldData(NOW, 3 * HOUR), False)


def test_data_is_fresh_for_two_hours_from_the_last_success(store: Store) -> None:
    @talking(store, generation(0))
    async def _(front: Front) -> None:
        await synced(front)
        front.later(hours=2)
        assert isinstance(front.shadow().freshness, FreshData)
        front.later(hours=0.01)
        assert isinstance(front.shadow().freshness, OldData)


def test_fewer_days_leave_the_rest_which_is_as_old_as_it_is(store: Store) -> None:
    @talking(store, generation(0), generation(180, [row(day=0, rooms=1), row(day=1, rooms=1)]))
    async def _(front: Front) -> None:
        await synced(front)
        front.later(hours=3)
        front.asks_for(days=2)
        assert (await synced(front)).records == 2
        shadow = front.shadow()
        rooms = [shadow.night("deluxe", FIRST + timedelta(day)) for day in range(3)]
        assert [each.rooms for each in rooms if isinstance(each, NightRow)] == [1, 1, 4]
        # A type that the new answer does not have is gone from its range, and stays outside of it.
        assert shadow.night("suite", FIRST) is NotKnown.NOT_IN_INVENTORY
        assert isinstance(shadow.night("suite", FIRST + timedelta(2)), NightRow)
        assert shadow.freshness == OldData(NOW, 3 * HOUR)
        assert front.shadow(days=2).freshness == FreshData(NOW + 3 * HOUR)


def test_the_same_generation_again_is_a_success(store: Store) -> None:
    @talking(store, generation(0))
    async def _(front: Front) -> None:
        await synced(front)
        front.later(hours=1)
        assert (await synced(front)).outcome is SyncOutcome.SUCCESS
        assert front.shadow().freshness == FreshData(NOW + HOUR)


def test_a_sync_is_due_an_hour_after_a_success_and_sooner_after_a_failure(store: Store) -> None:
    @talking(store, DOWN, DOWN, DOWN, generation(0))
    async def _(front: Front) -> None:
        waits = []
        for _ in range(4):
            await synced(front)
            due = store.run_sync(lambda unit: unit.jobs.next_due([f"{KIND}/lotus"]))
            assert due is not None
            waits.append((due - wall()) / MINUTE)
        for failures, wait in enumerate(waits[:-1]):
            assert 2**failures / 2 - 0.5 < wait <= 2**failures
        assert 59 < waits[-1] <= 60


def test_while_one_syncs_another_does_not(store: Store) -> None:
    @talking(store, generation(0))
    async def _(front: Front) -> None:
        def take(unit: Unit) -> TakenJob | None:
            front.background.put(unit, KIND, NAME)
            return unit.jobs.take_named(f"{KIND}/lotus/{NAME}", wall(), LONGEST)

        assert store.run_sync(take) is not None
        assert await front.sync() == AtItAlready()
        status = store.run_sync(lambda unit: sync_status(unit, front.business, front.now))
        assert status.is_running
        assert status.history == ()


def test_a_sync_that_was_taken_over_keeps_nothing(store: Store) -> None:
    async def main() -> None:
        async def take_over_and_answer(_: object, writer: asyncio.StreamWriter) -> None:
            far = wall() + 2 * LONGEST
            job = await store.run(lambda unit: unit.jobs.take([f"{KIND}/lotus"], far, LONGEST))
            assert job is not None
            writer.write(generation(0))

        async with hostile_erp(take_over_and_answer) as server:
            front = Front(store, hotel(server.url))
            assert await front.sync() == AtItAlready()
            assert front.shadow().freshness == NeverSynced()
            assert store.run_sync(lambda unit: unit.syncs.page("lotus")) == ()

    asyncio.run(main())


def test_a_secret_that_is_not_in_the_environment_is_named_and_nothing_is_sent(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with hostile_erp(replies(generation(0))) as server:
            front = Front(store, hotel(server.url, secret="LOTUS_ERP"))
            for wrong in (None, "", "two\nlines", "größe"):
                if wrong is not None:
                    monkeypatch.setenv("LOTUS_ERP", wrong)
                sync = await synced(front)
                assert sync.outcome is SyncOutcome.FAILED
                assert "LOTUS_ERP" in (sync.error or "")
            assert server.requests == []
            monkeypatch.setenv("LOTUS_ERP", "s3cret-token")
            assert (await synced(front)).outcome is SyncOutcome.SUCCESS
            assert "Bearer s3cret-token" in server.requests[0].head

    asyncio.run(main())


def test_another_address_in_the_file_is_asked_from_then_on(store: Store) -> None:
    async def main() -> None:
        async with hostile_erp(replies(DOWN)) as old, hostile_erp(replies(generation(0))) as new:
            front = Front(store, hotel(old.url))
            await synced(front)
            front.business = hotel(new.url)
            assert (await synced(front)).outcome is SyncOutcome.SUCCESS
            assert (len(old.requests), len(new.requests)) == (1, 1)

    asyncio.run(main())


def test_nights_that_are_over_go_with_a_later_sync(store: Store) -> None:
    later = [row(day=day) for day in range(7, 10)]

    @talking(store, generation(0), generation(7 * 24 * 60, later))
    async def _(front: Front) -> None:
        await synced(front)
        front.later(hours=7 * 24)
        assert (await synced(front)).records == 3
        assert front.shadow(days=7).nights == {}


def test_how_a_sync_ended_is_said_in_a_sentence(store: Store) -> None:
    @talking(store, generation(0), answer(document([])), DOWN)
    async def _(front: Front) -> None:
        said = [sync_sentence(await front.sync()) for _ in range(3)]
        assert said[0] == "9 nights from 2026-01-31 to 2026-02-02 in 0.0 seconds."
        assert "refused" in said[1]
        assert "404" in said[2]
        assert all("what was known is kept" in each for each in said[1:])

    for end in (AtItAlready(), NoErp()):
        assert sync_sentence(end).endswith(".")
