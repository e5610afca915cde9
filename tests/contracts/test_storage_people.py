"""Accounts and sessions of staff, and a log of changes that nobody can edit."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import Delete, Update, delete, update

from frontdesk.storage import Store, Unit
from frontdesk.storage.rows import Account, Role, Session
from frontdesk.storage.schema import audit_log
from frontdesk.storage.sql import Statement
from frontdesk.storage.unusable import StatementRefused
from tests.contracts.storage_examples import HOUR, NOW

EMILY = Account("spa", "emily", "Emily Reed", Role.OWNER, "a hash", NOW)


def added(store: Store, account: Account = EMILY) -> Account:
    return store.run_sync(lambda unit: unit.accounts.add(account))


def take_step(account: int, step: int, unit: Unit) -> bool:
    return unit.accounts.take_step(account, step)


def begin(session: Session, unit: Unit) -> None:
    unit.accounts.begin(session)


def note(by: str, what: str, number: int, unit: Unit) -> None:
    unit.audit.add("spa", NOW, by, what, f"REF{number}", {"from": NOW})


def test_an_account_is_found_by_its_login_in_its_business_only(store: Store) -> None:
    emily = added(store)
    other = added(store, replace(EMILY, business="hotel", role=Role.STAFF))
    assert store.run_sync(lambda unit: unit.accounts.by_login("spa", "emily")) == emily
    assert store.run_sync(lambda unit: unit.accounts.by_login("hotel", "emily")) == other
    assert store.run_sync(lambda unit: unit.accounts.by_login("spa", "Emily")) is None
    assert store.run_sync(lambda unit: unit.accounts.owners("spa")) == 1
    assert store.run_sync(lambda unit: unit.accounts.owners("hotel")) == 0


def test_a_login_is_given_once(store: Store) -> None:
    added(store)
    with pytest.raises(StatementRefused):
        added(store)


def test_an_account_is_kept_as_it_was_changed(store: Store) -> None:
    changed = replace(
        added(store), name="Em", role=Role.STAFF, password="x", totp_secret="S", recovery="[]", removed_at=NOW
    )
    store.run_sync(lambda unit: unit.accounts.change(changed))
    assert store.run_sync(lambda unit: unit.accounts.by_id(changed.id)) == changed
    assert store.run_sync(lambda unit: unit.accounts.all("spa")) == (changed,)


def test_a_code_and_a_recovery_code_are_taken_once(store: Store) -> None:
    emily = added(store)
    taken = [store.run_sync(partial(take_step, emily.id, step)) for step in (5, 5, 4, 6)]
    assert taken == [True, False, False, True]
    store.run_sync(lambda unit: unit.accounts.change(replace(emily, recovery="[1, 2]")))
    assert store.run_sync(lambda unit: unit.accounts.take_recovery(emily.id, "[1, 2]", "[2]"))
    assert not store.run_sync(lambda unit: unit.accounts.take_recovery(emily.id, "[1, 2]", "[1]"))


def test_sessions_begin_are_used_and_end(store: Store) -> None:
    emily = added(store)
    for name in ("one", "two", "three"):
        store.run_sync(partial(begin, Session(name, emily.id, "c", NOW, NOW)))
    later = NOW + HOUR
    store.run_sync(lambda unit: unit.accounts.seen("one", later))
    assert store.run_sync(lambda unit: unit.accounts.session("one")) == (
        Session("one", emily.id, "c", NOW, later),
        emily,
    )
    store.run_sync(lambda unit: unit.accounts.end("two"))
    assert store.run_sync(lambda unit: unit.accounts.session("two")) is None
    store.run_sync(lambda unit: unit.accounts.end_old(NOW + timedelta(minutes=1)))
    assert store.run_sync(lambda unit: unit.accounts.session("three")) is None
    assert store.run_sync(lambda unit: unit.accounts.end_others(emily.id, but="one")) == 0
    assert store.run_sync(lambda unit: unit.accounts.end_others(emily.id)) == 1


def test_changes_are_listed_latest_first_by_person_and_kind(store: Store) -> None:
    for number in range(5):
        by, what = ("emily", "booking_moved") if number % 2 else ("tom", "booking_made")
        store.run_sync(partial(note, by, what, number))
    store.run_sync(lambda unit: unit.audit.add("hotel", NOW, "emily", "x", "y"))
    everything = store.run_sync(lambda unit: unit.audit.page("spa"))
    assert [row.about for row in everything] == ["REF4", "REF3", "REF2", "REF1", "REF0"]
    assert everything[0].details == {"from": str(NOW)}
    hers = store.run_sync(lambda unit: unit.audit.page("spa", by="emily", below=everything[1].id))
    assert [row.about for row in hers] == ["REF1"]
    made = store.run_sync(lambda unit: unit.audit.page("spa", what="booking_made", limit=2))
    assert [row.about for row in made] == ["REF4", "REF2"]
    assert store.run_sync(lambda unit: unit.audit.newest("spa")) == everything[0].id


@pytest.mark.parametrize(
    "edit", [update(audit_log).values({"about": "x"}), delete(audit_log)], ids=["update", "delete"]
)
def test_the_log_of_changes_cannot_be_edited(store: Store, edit: Update | Delete) -> None:
    store.run_sync(lambda unit: unit.audit.add("spa", NOW, "emily", "booking_moved", "REF"))
    with pytest.raises(StatementRefused):
        store.run_sync(lambda unit: unit.sql.run(Statement(edit), {}))
    assert [row.about for row in store.run_sync(lambda unit: unit.audit.page("spa"))] == ["REF"]
