"""What nobody waits for is done all the same: in order, before the commit, and what goes wrong with it is told."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as some

from frontdesk.scheduling.booking import Claim
from frontdesk.scheduling.spans import Span
from frontdesk.storage import Store, Unit, open_store
from frontdesk.storage.encoded import encode
from frontdesk.storage.rows import Accepted, Facts, Fresh, Holder, Message, Repeat, Side, Turn, Window
from frontdesk.storage.unusable import StatementRefused
from frontdesk.storage.wire import Came, Queued, Wire
from tests.contracts.storage_examples import HOUR, NOW, conversation, delivery, inbound

MORE_THAN_ARE_QUEUED = 450


class MovedOn(Exception):  # noqa: N818 - it says what happened
    """What a stale turn raises here."""


def said(number: int, text: str = "hi") -> Message:
    return Message("c1", number, Side.GUEST, "sms", text, NOW)


def turn(number: int) -> Turn:
    return Turn("c1", number, NOW, "{}", "[]", "{}")


def test_what_was_written_is_read_in_the_same_transaction(store: Store) -> None:
    def work(unit: Unit) -> int:
        unit.messages.add(said(1))
        unit.messages.add_turn(turn(1))
        return len(unit.messages.of("c1")) + len(unit.messages.turns("c1"))

    assert store.run_sync(work) == 2


def test_much_that_nobody_waits_for_is_all_there_and_in_order(store: Store) -> None:
    def work(unit: Unit) -> None:
        for number in range(MORE_THAN_ARE_QUEUED):
            unit.messages.add(said(number, "x" * 2_000))

    store.run_sync(work)
    assert [each.turn for each in store.run_sync(lambda unit: unit.messages.of("c1"))] == [*range(MORE_THAN_ARE_QUEUED)]


def test_an_answer_of_many_rows_comes_with_what_was_queued_before_it(store: Store) -> None:
    many = [said(number, "y" * 20_000) for number in range(200)]
    store.run_sync(lambda unit: unit.messages.add(*many))

    def work(unit: Unit) -> tuple[Message, ...]:
        unit.messages.add(*(said(number, "z" * 20_000) for number in range(200, 350)))
        return unit.messages.of("c1")

    assert [len(each.text) for each in store.run_sync(work)] == [20_000] * 350


@pytest.mark.parametrize("looks", [False, True])
def test_a_stale_turn_is_told_before_it_counts(store: Store, *, looks: bool) -> None:
    store.run_sync(lambda unit: unit.conversations.save(conversation(), NOW))

    def stale(unit: Unit) -> None:
        unit.conversations.must_save(conversation(), NOW, 1, MovedOn())
        unit.outbox.put(delivery()) if looks else unit.messages.add(said(1))
        unit.messages.add_turn(turn(1))

    with pytest.raises(MovedOn):
        store.run_sync(stale)
    assert store.run_sync(lambda unit: (unit.messages.of("c1"), unit.messages.turns("c1"))) == ((), ())
    assert store.run_sync(lambda unit: unit.outbox.waiting()) == 0


def test_of_two_turns_from_one_version_only_the_first_counts(store: Store) -> None:
    store.run_sync(lambda unit: unit.conversations.must_save(conversation(), NOW, 1, MovedOn()))
    loaded = store.run_sync(lambda unit: unit.conversations.by_id("c1"))
    assert loaded is not None
    store.run_sync(lambda unit: unit.conversations.must_save(loaded, NOW, 1, MovedOn()))
    with pytest.raises(MovedOn):
        store.run_sync(lambda unit: unit.conversations.must_save(loaded, NOW, 1, MovedOn()))
    kept = store.run_sync(lambda unit: unit.conversations.by_id("c1"))
    assert kept is not None
    assert kept.version == 2


def test_a_refused_statement_that_nobody_waited_for_undoes_the_work_and_no_other(store: Store) -> None:
    def twice(unit: Unit) -> None:
        unit.outbox.put(delivery())
        unit.messages.add_turn(turn(1))
        unit.messages.add_turn(turn(1))

    for _ in range(3):  # the same connection may be had again
        with pytest.raises(StatementRefused):
            store.run_sync(twice)
    assert store.run_sync(lambda unit: unit.outbox.waiting()) == 0
    store.run_sync(lambda unit: unit.messages.add_turn(turn(1)))
    assert len(store.run_sync(lambda unit: unit.messages.turns("c1"))) == 1


def test_work_that_passes_over_an_error_is_not_said_to_be_done(postgresql_database: str) -> None:
    def careless(unit: Unit) -> None:
        unit.messages.add(said(1))
        with suppress(psycopg.Error):
            unit.sql.cursor.execute("SELECT nothing FROM nowhere")

    with open_store(postgresql_database) as store:
        with pytest.raises(StatementRefused):
            store.run_sync(careless)
        assert store.run_sync(lambda unit: unit.messages.of("c1")) == ()


def test_a_savepoint_undoes_what_nobody_waited_for_in_it_and_nothing_before_it(store: Store) -> None:
    def work(unit: Unit) -> None:
        unit.messages.add(said(1))
        try:
            with unit.sql.savepoint():
                unit.messages.add(said(2))
                raise MovedOn  # noqa: TRY301 - that is the point
        except MovedOn:
            unit.messages.add(said(3))

    store.run_sync(work)
    assert [each.turn for each in store.run_sync(lambda unit: unit.messages.of("c1"))] == [1, 3]


def test_a_text_that_postgresql_would_cut_off_is_refused(postgresql_database: str) -> None:
    with open_store(postgresql_database) as store:
        with pytest.raises(StatementRefused):
            store.run_sync(lambda unit: unit.messages.add(said(1, "one\0two")))
        store.run_sync(lambda unit: unit.messages.add(said(1, "Žižek 🙂 'quoted' %s $1 \\n")))
        (kept,) = store.run_sync(lambda unit: unit.messages.of("c1"))
        assert kept.text == "Žižek 🙂 'quoted' %s $1 \\n"


@given(
    some.datetimes(
        timezones=some.sampled_from([ZoneInfo(zone) for zone in ("UTC", "Asia/Kolkata", "Europe/Amsterdam")])
    ),
)
def test_a_moment_is_written_so_that_it_reads_back_as_the_same(moment: datetime) -> None:
    written = encode(moment)
    assert written is not None
    read = datetime.fromisoformat(written.decode())
    assert (read.replace(tzinfo=None), read.utcoffset()) == (moment.replace(tzinfo=None), moment.utcoffset())


def test_a_parameter_is_written_as_what_it_is_a_kind_of() -> None:
    assert [encode(each) for each in (Side.GUEST, True, 0, None, "é")] == [b"guest", b"1", b"0", None, "é".encode()]


def test_what_has_no_column_is_no_parameter() -> None:
    with pytest.raises(TypeError, match="float"):
        encode(1.5)
    with pytest.raises(ValueError, match="time zone"):
        encode(datetime(2026, 3, 2))  # noqa: DTZ001 - that is the point


def test_moments_long_ago_far_ahead_and_between_come_back_to_the_microsecond(store: Store) -> None:
    moments = [
        datetime(1969, 7, 20, 20, 17, 40, 1, NOW.tzinfo),
        NOW,
        datetime(2093, 1, 1, 0, 0, 0, 999_999, NOW.tzinfo),
    ]
    store.run_sync(lambda unit: unit.messages.add(*(Message("c1", 1, Side.DESK, "sms", "", each) for each in moments)))
    assert [each.at for each in store.run_sync(lambda unit: unit.messages.of("c1"))] == moments


def test_busy_time_far_ahead_is_exact_to_the_microsecond(store: Store) -> None:
    start = datetime(2093, 1, 1, 0, 0, 0, 123_457, NOW.tzinfo)
    end = start + timedelta(microseconds=1)
    wanted = Claim("emily", start, end)
    assert store.run_sync(lambda unit: unit.claims.hold(Holder("spa", "c9", 1), [wanted], end, NOW)) is not None
    window = Window("spa", ("emily",), start - HOUR, start + HOUR)
    busy = store.run_sync(lambda unit: unit.claims.busy(window, NOW))
    assert list(busy["emily"].spans()) == [Span(start, end)]


def test_a_guest_who_was_told_of_in_passing_is_known(store: Store) -> None:
    guest = store.run_sync(lambda unit: unit.guests.add("spa", Facts(), NOW))
    store.run_sync(lambda unit: unit.guests.learn(guest.id, Facts(name="Ada")))
    store.run_sync(lambda unit: unit.guests.learn(guest.id, Facts(email="ada@example.com")))
    found = store.run_sync(lambda unit: unit.guests.by_id(guest.id))
    assert found is not None
    assert found.facts == Facts(name="Ada", email="ada@example.com")


PLANS = "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE 'SELECT messages.%'"


def test_a_statement_is_planned_once_for_all_values(postgresql_database: str) -> None:
    def look(unit: Unit) -> list[tuple[bytes, ...]]:
        for number in range(20):
            unit.messages.of(f"c{number}")
        unit.sql.cursor.execute(PLANS)
        return unit.sql.cursor.fetchall()

    with open_store(postgresql_database) as store:
        ((generic, custom),) = store.run_sync(look)
    assert (int.from_bytes(generic, "big"), int.from_bytes(custom, "big")) == (20, 0)


def waits(store: Store, work: Callable[[Unit], object]) -> int:
    """Count how often a piece of work waits for the server."""
    pauses = 0

    class Counting(Wire):
        def _talk(self, sent: Sequence[Queued]) -> Came:
            nonlocal pauses
            pauses += 1
            return super()._talk(sent)

    def count(unit: Unit) -> None:
        unit.sql.cursor.__class__ = Counting
        work(unit)

    store.run_sync(count)
    return pauses


def test_what_nobody_waits_for_costs_no_wait(postgresql_database: str) -> None:
    def read(unit: Unit) -> None:
        unit.messages.of("c1")

    def write_and_read(unit: Unit) -> None:
        unit.messages.add(said(1))
        unit.conversations.must_save(conversation(), NOW, 1, MovedOn())
        unit.messages.add_turn(turn(1))
        unit.messages.of("c1")
        unit.guests.learn(1, Facts(name="Ada"))
        unit.inbox.answered(1, "c1", "{}")

    with open_store(postgresql_database) as store:
        assert waits(store, read) == waits(store, write_and_read) == 2


def test_a_conversation_that_was_expected_comes_with_the_statement_before_it(store: Store) -> None:
    store.run_sync(lambda unit: unit.conversations.must_save(conversation(), NOW, 7, MovedOn()))

    def work(unit: Unit) -> tuple[object, ...]:
        unit.messages.add_turn(turn(1))
        unit.conversations.expect("c1")
        accepted = unit.inbox.accept(inbound("m1"))
        found = unit.conversations.with_guest("c1")
        return (
            accepted,
            found is not None and found.guest_id,
            unit.conversations.with_guest("c2"),
            unit.messages.of("c1"),
        )

    assert store.run_sync(work) == (Fresh(1), 7, None, ())


def test_what_was_changed_after_it_was_expected_is_read_as_it_is_now(store: Store) -> None:
    def work(unit: Unit) -> tuple[object, object]:
        unit.conversations.expect("c1")
        unit.inbox.accept(inbound("m1"))
        unit.conversations.must_save(conversation(), NOW, 7, MovedOn())
        found = unit.conversations.with_guest("c1")
        return found and found.guest_id, unit.conversations.with_guest("c1") and True

    assert store.run_sync(work) == (7, True)


def test_what_was_expected_and_not_asked_for_stands_in_for_nothing_else(store: Store) -> None:
    def expecting(unit: Unit) -> Accepted:
        unit.conversations.expect("c1")
        return unit.inbox.accept(inbound("m1"))

    assert store.run_sync(expecting) == Fresh(1)
    store.run_sync(lambda unit: unit.conversations.must_save(conversation(), NOW, 7, MovedOn()))
    found = store.run_sync(lambda unit: unit.conversations.with_guest("c1"))
    assert found is not None
    assert store.run_sync(expecting) == Repeat(1, None)


def test_a_conversation_that_was_expected_costs_no_wait(postgresql_database: str) -> None:
    def expecting(unit: Unit) -> None:
        unit.conversations.expect("c1")
        unit.inbox.accept(inbound("m1"))
        unit.conversations.with_guest("c1")

    def otherwise(unit: Unit) -> None:
        unit.inbox.accept(inbound("m2"))
        unit.conversations.with_guest("c1")

    with open_store(postgresql_database) as store:
        assert (waits(store, expecting), waits(store, otherwise)) == (2, 3)
