"""Who is let in: logging in with a password and a code, sessions that end, and a wait for those who keep guessing."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from frontdesk.console.access.passwords import is_password
from frontdesk.console.access.second_factor import takes_code
from frontdesk.desk.desk import Desk
from frontdesk.storage.rows import Account, Role, Session
from frontdesk.storage.unit import Unit

IDLE = timedelta(hours=12)  # after which a session that nobody uses is over
LONGEST = timedelta(days=7)  # after which everybody logs in anew
WITHIN = timedelta(minutes=15)  # in which wrong tries are counted together
# Wrong tries: of a login from one address, of a login from anywhere, from one address for any login.
MOST_OF_BOTH, MOST_OF_LOGIN, MOST_OF_ADDRESS = 5, 50, 30
_NOTED_AFTER = timedelta(minutes=1)  # that a session is used is written down this often
LONGEST_LOGIN = 100


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is logged in."""

    account: int
    login: str
    name: str
    role: Role
    csrf: str
    session: str  # its digest

    @property
    def is_owner(self) -> bool:
        """Whether they may change the business and who works there."""
        return self.role is Role.OWNER


@dataclass(frozen=True, slots=True)
class Try:
    """Somebody who wants in, and from where."""

    login: str
    password: str
    code: str
    address: str


class NotLetIn(Exception):  # noqa: N818 - what is the case
    """The login failed; the text is shown to whoever tried, and tells them nothing about accounts."""


class NeedsCode(NotLetIn):
    """The password is right; now a code is wanted."""


class Locked(NotLetIn):
    """There were too many wrong tries."""


WRONG = "This login and password do not belong together."
WRONG_CODE = "This code is wrong, or it was used before. Wait for the next one."
LOCKED = f"Too many wrong tries. Wait {WITHIN // timedelta(minutes=1)} minutes, then try again."


def digest(token: str) -> str:
    """Return what is kept of what a browser holds."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


async def log_in(desk: Desk, given: Try) -> str:
    """Begin a session; returns what the browser is to hold. Raises `NotLetIn`."""
    business = desk.house.business.id
    guessers = dict(_guessers(given))
    account = await desk.store.run(lambda unit: _account(unit, business, given, guessers, desk.clock()))
    right = await is_password(given.password, account.password if account else None)
    if account is None or not right:
        await desk.store.run(lambda unit: _count(unit, business, guessers, desk.clock()))
        raise NotLetIn(WRONG)
    if account.totp_secret is not None and not given.code.strip():
        raise NeedsCode("Now the code that your phone shows, or one from your list.")
    token = secrets.token_urlsafe(32)
    # What is counted must stay when the door stays shut, so the answer is returned and not raised.
    if not await desk.store.run(lambda unit: _begin(unit, account, given, guessers, (token, desk.clock()))):
        raise NeedsCode(WRONG_CODE)
    return token


def _account(unit: Unit, business: str, given: Try, guessers: dict[str, int], now: datetime) -> Account | None:
    before = now - WITHIN
    if any(unit.guesses.since(business, each, before) >= most for each, most in guessers.items()):
        raise Locked(LOCKED)
    account = unit.accounts.by_login(business, given.login)
    return account if account is not None and account.removed_at is None else None


def _count(unit: Unit, business: str, guessers: dict[str, int], now: datetime) -> None:
    for each in guessers:
        unit.guesses.add(business, each, now, now - WITHIN)


def _begin(unit: Unit, account: Account, given: Try, guessers: dict[str, int], new: tuple[str, datetime]) -> bool:
    token, now = new
    if not takes_code(unit, account, given.code, now):
        _count(unit, account.business, guessers, now)
        return False
    unit.accounts.end_old(now - IDLE)
    unit.accounts.begin(Session(digest(token), account.id, secrets.token_urlsafe(24), now, now))
    unit.audit.add(account.business, now, account.login, "logged_in", account.login)
    for each in guessers:
        unit.guesses.clear(account.business, each)
    return True


def _guessers(given: Try) -> Iterator[tuple[str, int]]:
    """Give what wrong tries are counted by, as digests, and how many there may be."""
    login, address = given.login[:LONGEST_LOGIN], given.address
    yield digest(f"login {len(login)} {login} from {address}"), MOST_OF_BOTH
    yield digest(f"login {login}"), MOST_OF_LOGIN
    yield digest(f"logins from {address}"), MOST_OF_ADDRESS


async def person_of(desk: Desk, token: str) -> Person | None:
    """Return who uses a session of this business; None if it is over, or of another."""
    now, business, session = desk.clock(), desk.house.business.id, digest(token)

    def use(unit: Unit) -> Person | None:
        found = _open_session(unit, business, session, now)
        if found is not None and now - found[0].seen_at > _NOTED_AFTER:
            unit.accounts.seen(session, now)
        return _person(found)

    return await desk.store.run(use)


async def holder_of(desk: Desk, session: str) -> Person | None:
    """Return who holds a session, by its digest, and do not count that as use: a page that follows uses nothing."""
    now, business = desk.clock(), desk.house.business.id
    return await desk.store.look(lambda unit: _person(_open_session(unit, business, session, now)))


def _open_session(unit: Unit, business: str, session: str, now: datetime) -> tuple[Session, Account] | None:
    found = unit.accounts.session(session)
    if found is None:
        return None
    kept, account = found
    if account.business != business or account.removed_at is not None:
        return None
    if now - kept.seen_at > IDLE or now - kept.began_at > LONGEST:
        return None
    return found


def _person(found: tuple[Session, Account] | None) -> Person | None:
    if found is None:
        return None
    kept, account = found
    return Person(account.id, account.login, account.name, account.role, kept.csrf, kept.digest)


async def log_out(desk: Desk, person: Person) -> None:
    """End a session."""
    business, now = desk.house.business.id, desk.clock()

    def end(unit: Unit) -> None:
        unit.accounts.end(person.session)
        unit.audit.add(business, now, person.login, "logged_out", person.login)

    await desk.store.run(end)
