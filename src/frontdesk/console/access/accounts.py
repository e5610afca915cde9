"""Making and changing accounts, each change with its line in the log, in one transaction."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from frontdesk.console.access.doors import Person
from frontdesk.console.access.guard import At
from frontdesk.console.access.passwords import good_password, hashed, hashed_apart, is_password
from frontdesk.console.rooms import Room
from frontdesk.desk.taking_over import hand_back
from frontdesk.storage.overview import MOST
from frontdesk.storage.overview_rows import Only, PageEnd, WantedConversations
from frontdesk.storage.rows import Account, Role
from frontdesk.storage.unit import Unit

LOGIN = re.compile(r"[a-z0-9][a-z0-9._@+-]{0,98}[a-z0-9]|[a-z0-9]")
BY_COMMAND = "command line"
LONGEST_NAME = 100


class NotDone(ValueError):  # noqa: N818 - what is the case with the wish
    """A change of an account that is not made; the text says why."""


def good_login(text: str) -> str:
    """Return a login as it is kept."""
    login = text.strip().casefold()
    if not LOGIN.fullmatch(login):
        raise NotDone("A login is a short name or an e-mail address: letters a to z, digits, and . _ - + @ inside.")
    return login


def good_name(text: str) -> str:
    """Return a name as guests see it."""
    name = " ".join(text.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise NotDone(f"The name is what guests see, {LONGEST_NAME} characters at most.")
    return name


def make_owner(unit: Unit, business: str, account: Account, now: datetime) -> Account:
    """Keep the first owner, or let an owner back in: a new password, and no second factor."""
    known = unit.accounts.by_login(business, account.login)
    if known is None:
        made = unit.accounts.add(account)
        unit.audit.add(business, now, BY_COMMAND, "account_added", account.login, {"role": "owner"})
        return made
    changed = replace(
        account, id=known.id, created_at=known.created_at, totp_secret=None, totp_step=None, recovery=None
    )
    unit.accounts.change(changed)
    unit.accounts.end_others(known.id)
    unit.audit.add(business, now, BY_COMMAND, "account_restored", account.login, {"role": "owner"})
    return changed


def new_owner(business: str, login: str, name: str, password: str, now: datetime) -> Account:
    """Return an owner's account that is not kept yet."""
    login, name = good_login(login), good_name(name)
    return Account(business, login, name, Role.OWNER, hashed(good_password(password, login, business)), now)


async def add_account(at: At, login: str, name: str, role: str, password: str) -> Account:
    """Let somebody else log in."""
    login, name = good_login(login), good_name(name)
    if role not in ("owner", "staff"):
        raise NotDone("Choose owner or staff.")
    kept = await hashed_apart(good_password(password, login, at.business.id))
    new = Account(at.business.id, login, name, Role(role), kept, at.now())

    def add(unit: Unit) -> Account:
        known = unit.accounts.by_login(at.business.id, login)
        if known is not None and known.removed_at is None:
            raise NotDone(f"There is somebody who logs in as {login}.")
        if known is not None:
            made = replace(new, id=known.id, created_at=known.created_at)
            unit.accounts.change(made)
        else:
            made = unit.accounts.add(new)
        unit.audit.add(at.business.id, at.now(), at.person.login, "account_added", login, {"role": role})
        return made

    return await at.desk.store.run(add)


def change_own(unit: Unit, person: Person, **changes: Any) -> None:  # noqa: ANN401 - fields of an account
    """Change one's own account as it is now: an owner may have changed it while a password was looked at."""
    account = unit.accounts.by_id(person.account)
    if account is None or account.removed_at is not None:
        raise NotDone("There is no such account any more.")
    unit.accounts.change(replace(account, **changes))


async def change_password(room: Room, person: Person, old: str, new: str, again: str) -> None:
    """Change one's own password; other sessions of this person end."""
    account = await room.desk.store.run(lambda unit: unit.accounts.by_id(person.account))
    if account is None or not await is_password(old, account.password):
        raise NotDone("The old password is not right.")
    if new != again:
        raise NotDone("The new password was not typed the same twice.")
    kept = await hashed_apart(good_password(new, account.login, account.business))

    def change(unit: Unit) -> None:
        change_own(unit, person, password=kept)
        unit.accounts.end_others(account.id, but=person.session)
        unit.audit.add(account.business, room.desk.clock(), person.login, "password_changed", account.login)

    await room.desk.store.run(change)


async def set_role(at: At, account: int, role: Role) -> str:
    """Make somebody an owner or not."""

    def change(unit: Unit, known: Account) -> str:
        if role is not Role.OWNER:
            _keep_an_owner(unit, at, known)
        unit.accounts.change(replace(known, role=role))
        unit.audit.add(at.business.id, at.now(), at.person.login, "role_changed", known.login, {"role": role.value})
        return f"{known.name} is {'an owner' if role is Role.OWNER else 'staff'} now."

    return await _changed(at, account, change)


async def new_password(at: At, account: int, password: str | None) -> str:
    """Give somebody a new password, or take the second factor of a lost phone away; their sessions end."""
    kept = None if password is None else await hashed_apart(good_password(password, at.business.id))

    def change(unit: Unit, known: Account) -> str:
        if kept is None:
            unit.accounts.change(replace(known, totp_secret=None, totp_step=None, recovery=None))
            unit.audit.add(at.business.id, at.now(), at.person.login, "second_factor_off", known.login)
            return f"{known.name} logs in without a second factor now."
        unit.accounts.change(replace(known, password=kept))
        unit.accounts.end_others(known.id, but=at.person.session)
        unit.audit.add(at.business.id, at.now(), at.person.login, "password_changed", known.login)
        return f"{known.name} has a new password."

    return await _changed(at, account, change)


async def remove_account(at: At, account: int) -> str:
    """Let somebody in no more, and let the desk answer again where they had taken over. The log keeps what they did."""
    removed = ""

    def change(unit: Unit, known: Account) -> str:
        nonlocal removed
        removed = known.login
        _keep_an_owner(unit, at, known)
        unit.accounts.change(replace(known, removed_at=at.now()))
        unit.accounts.end_others(known.id)
        unit.audit.add(at.business.id, at.now(), at.person.login, "account_removed", known.login)
        return f"{known.name} can log in no more."

    said = await _changed(at, account, change)
    # Only now: whoever could still log in might take one over meanwhile.
    for conversation in await at.desk.store.look(lambda unit: _held_by(unit, at.business.id, removed)):
        await hand_back(at.desk, conversation, at.person.login, instead_of=removed)
        await at.room.tell_of(conversation)
    return said


def _held_by(unit: Unit, business: str, login: str) -> tuple[str, ...]:
    """Return the conversations that somebody has taken over."""
    wanted = WantedConversations(business, frozenset({Only.WITH_STAFF}))
    held: list[str] = []
    after: PageEnd | None = None
    while rows := unit.overview.conversations(wanted, MOST, after):
        held += (each.id for each in rows if each.held_by == login)
        after = rows[-1].place
    return tuple(held)


async def _changed(at: At, account: int, change: Callable[[Unit, Account], str]) -> str:
    def work(unit: Unit) -> str:
        known = unit.accounts.by_id(account)
        if known is None or known.business != at.business.id or known.removed_at is not None:
            raise NotDone("There is no such account any more.")
        return change(unit, known)

    return await at.desk.store.run(work)


def _keep_an_owner(unit: Unit, at: At, account: Account) -> None:
    if account.role is Role.OWNER and unit.accounts.owners(at.business.id) == 1:
        raise NotDone("This is the only owner: make somebody else an owner first.")
