"""Jobs of the background: each is there once, one worker has it at a time, and a slow one changes nothing."""

from frontdesk.storage import Store
from frontdesk.storage.jobs import JobStanding, TakenJob
from tests.contracts.storage_examples import HOUR, NOW, delivery

KINDS = ("sync/hotel", "write/hotel")


def put(store: Store, key: str, kind: str = KINDS[0], hours: float = 0) -> bool:
    return store.run_sync(lambda unit: unit.jobs.put(kind, key, "{}", NOW + hours * HOUR))


def take(store: Store, hours: float = 0) -> TakenJob | None:
    return store.run_sync(lambda unit: unit.jobs.take(KINDS, NOW + hours * HOUR, HOUR))


def taken(store: Store, hours: float = 0) -> TakenJob:
    job = take(store, hours)
    assert job is not None
    return job


def test_a_job_is_there_once(store: Store) -> None:
    assert put(store, "sync")
    assert not put(store, "sync")
    assert taken(store).key == "sync"
    assert take(store) is None


def test_only_the_kinds_that_a_worker_knows_are_taken_and_the_longest_due_first(store: Store) -> None:
    put(store, "later", hours=2)
    put(store, "sooner", KINDS[1], hours=1)
    put(store, "of another business", "sync/another")
    store.run_sync(lambda unit: unit.outbox.put(delivery("no job")))
    assert take(store) is None
    assert [taken(store, 3).key, taken(store, 3).key, take(store, 3)] == ["sooner", "later", None]


def test_a_job_is_taken_over_when_its_lease_ends_and_the_first_taker_changes_nothing_then(store: Store) -> None:
    put(store, "sync")
    slow = taken(store)
    assert take(store, 0.9) is None
    quick = taken(store, 1)
    assert quick.attempts == slow.attempts + 1
    for work in (
        lambda unit: unit.jobs.hold(slow),
        lambda unit: unit.jobs.finish(slow, NOW),
        lambda unit: unit.jobs.leave(slow, NOW, 1),
    ):
        assert not store.run_sync(work)
    assert store.run_sync(lambda unit: unit.jobs.hold(quick))
    assert store.run_sync(lambda unit: unit.jobs.finish(quick, NOW))
    assert not store.run_sync(lambda unit: unit.jobs.finish(quick, NOW))
    assert take(store, 99) is None
    assert not put(store, "sync")  # done once


def test_a_job_left_for_later_is_due_then_and_keeps_count_of_its_failures(store: Store) -> None:
    put(store, "sync")
    job = taken(store)
    assert store.run_sync(lambda unit: unit.jobs.leave(job, NOW + 5 * HOUR, 2))
    assert not store.run_sync(lambda unit: unit.jobs.hold(job))  # it was given back
    assert store.run_sync(lambda unit: unit.jobs.next_due(KINDS)) == NOW + 5 * HOUR
    assert take(store, 4) is None
    assert taken(store, 5).failures == 2


def test_a_job_can_be_taken_by_name_before_it_is_due_unless_somebody_is_at_it(store: Store) -> None:
    assert store.run_sync(lambda unit: unit.jobs.take_named("sync", NOW, HOUR)) is None
    put(store, "sync", hours=9)
    assert not store.run_sync(lambda unit: unit.jobs.is_held("sync", NOW))
    job = store.run_sync(lambda unit: unit.jobs.take_named("sync", NOW, HOUR))
    assert job is not None
    assert store.run_sync(lambda unit: unit.jobs.is_held("sync", NOW))
    assert store.run_sync(lambda unit: unit.jobs.take_named("sync", NOW, HOUR)) is None
    assert store.run_sync(lambda unit: unit.jobs.take_named("sync", NOW + HOUR, HOUR)) is not None


def test_nothing_is_due_where_there_are_no_jobs(store: Store) -> None:
    assert store.run_sync(lambda unit: unit.jobs.next_due(KINDS)) is None


def test_how_a_job_stands_is_told_until_it_is_done(store: Store) -> None:
    def standing() -> JobStanding | None:
        return store.run_sync(lambda unit: unit.jobs.standing("sync"))

    assert standing() is None
    put(store, "sync")
    assert standing() == JobStanding(is_done=False, failures=0, due_at=NOW)
    job = taken(store)
    store.run_sync(lambda unit: unit.jobs.leave(job, NOW + HOUR, 2))
    assert standing() == JobStanding(is_done=False, failures=2, due_at=NOW + HOUR)
    again = taken(store, 1)
    store.run_sync(lambda unit: unit.jobs.finish(again, NOW + HOUR))
    found = standing()
    assert found is not None
    assert found.is_done
