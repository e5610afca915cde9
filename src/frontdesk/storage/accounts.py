"""Those who work behind the desk, and their sessions."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import bindparam, delete, func, insert, select, update

from frontdesk.storage.columns import Moment
from frontdesk.storage.rows import Account, Role, Session
from frontdesk.storage.schema import staff_accounts, staff_sessions
from frontdesk.storage.sql import Row, Sql, Statement, given

_ACCOUNT = tuple(
    staff_accounts.c[name]
    for name in (
        *("business", "login", "name", "role", "password", "created_at"),
        *("totp_secret", "totp_step", "recovery", "removed_at", "id"),
    )
)
_which = staff_accounts.c.id == bindparam("account")

# Keeps an account.
ADD = Statement(
    insert(staff_accounts)
    .values(given("business", "login", "name", "role", "password", "created_at"))
    .returning(staff_accounts.c.id)
)

# Finds an account by who logs in.
BY_LOGIN = Statement(
    select(*_ACCOUNT).where(staff_accounts.c.business == bindparam("of"), staff_accounts.c.login == bindparam("called"))
)

# Finds an account by id.
BY_ID = Statement(select(*_ACCOUNT).where(_which))

# Lists the accounts of a business, those that were removed last.
ALL = Statement(
    select(*_ACCOUNT)
    .where(staff_accounts.c.business == bindparam("of"))
    .order_by(staff_accounts.c.removed_at.isnot(None), staff_accounts.c.login)
)

# Counts the owners that a business has now.
OWNERS = Statement(
    select(func.count()).where(
        staff_accounts.c.business == bindparam("of"),
        staff_accounts.c.role == "owner",
        staff_accounts.c.removed_at.is_(None),
    )
)

# Changes an account.
CHANGE = Statement(
    update(staff_accounts)
    .where(_which)
    .values(given("name", "role", "password", "totp_secret", "totp_step", "recovery", "removed_at"))
)

# Takes the code of a step, unless that or a later one was taken.
TAKE_STEP = Statement(
    update(staff_accounts)
    .where(_which, func.coalesce(staff_accounts.c.totp_step, -1) < bindparam("step"))
    .values({"totp_step": bindparam("step")})
)

# Takes a recovery code: the others stay. Nothing happens if somebody has just taken one.
TAKE_RECOVERY = Statement(
    update(staff_accounts)
    .where(_which, staff_accounts.c.recovery == bindparam("before"))
    .values({"recovery": bindparam("after")})
)

# Begins a session.
BEGIN = Statement(insert(staff_sessions).values(given("digest", "account_id", "csrf", "began_at", "seen_at")))

# Finds a session and whose it is.
SESSION = Statement(
    select(
        staff_sessions.c.digest,
        staff_sessions.c.account_id,
        staff_sessions.c.csrf,
        staff_sessions.c.began_at,
        staff_sessions.c.seen_at,
        *_ACCOUNT,
    )
    .select_from(staff_sessions.join(staff_accounts, staff_accounts.c.id == staff_sessions.c.account_id))
    .where(staff_sessions.c.digest == bindparam("which"))
)

# Notes that a session was used.
SEEN = Statement(
    update(staff_sessions)
    .where(staff_sessions.c.digest == bindparam("which"))
    .values({"seen_at": bindparam("now", type_=Moment())})
)

# Ends a session.
END = Statement(delete(staff_sessions).where(staff_sessions.c.digest == bindparam("which")))

# Ends the sessions of an account but one.
END_OTHERS = Statement(
    delete(staff_sessions).where(
        staff_sessions.c.account_id == bindparam("account"), staff_sessions.c.digest != bindparam("but")
    )
)

# Ends the sessions that nobody has used since a moment.
END_OLD = Statement(delete(staff_sessions).where(staff_sessions.c.seen_at < bindparam("before", type_=Moment())))


class Accounts:
    """Accounts and sessions of staff."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def add(self, account: Account) -> Account:
        """Keep a new account; the login must be free."""
        row = self.sql.sure(
            ADD,
            {
                "business": account.business,
                "login": account.login,
                "name": account.name,
                "role": account.role.value,
                "password": account.password,
                "created_at": account.created_at,
            },
        )
        return replace(account, id=row[0])

    def by_login(self, business: str, login: str) -> Account | None:
        """Return the account of a login, also one that was removed; None if there never was one."""
        row = self.sql.one(BY_LOGIN, {"of": business, "called": login})
        return None if row is None else _account(row)

    def by_id(self, account: int) -> Account | None:
        """Return an account, or None."""
        row = self.sql.one(BY_ID, {"account": account})
        return None if row is None else _account(row)

    def all(self, business: str) -> tuple[Account, ...]:
        """Return the accounts of a business, also those that were removed."""
        return tuple(map(_account, self.sql.all(ALL, {"of": business})))

    def owners(self, business: str) -> int:
        """Count the owners of a business."""
        return int(self.sql.sure(OWNERS, {"of": business})[0])

    def change(self, account: Account) -> None:
        """Keep an account as it is now; its login and business stay."""
        self.sql.run(
            CHANGE,
            {
                "account": account.id,
                "name": account.name,
                "role": account.role.value,
                "password": account.password,
                "totp_secret": account.totp_secret,
                "totp_step": account.totp_step,
                "recovery": account.recovery,
                "removed_at": account.removed_at,
            },
        )

    def take_step(self, account: int, step: int) -> bool:
        """Take the code of a step of time; False if that or a later one was taken."""
        return self.sql.run(TAKE_STEP, {"account": account, "step": step}) == 1

    def take_recovery(self, account: int, before: str, after: str) -> bool:
        """Keep the recovery codes that are left; False if they are not those of before any more."""
        return self.sql.run(TAKE_RECOVERY, {"account": account, "before": before, "after": after}) == 1

    def begin(self, session: Session) -> None:
        """Begin a session."""
        self.sql.run(
            BEGIN,
            {
                "digest": session.digest,
                "account_id": session.account_id,
                "csrf": session.csrf,
                "began_at": session.began_at,
                "seen_at": session.seen_at,
            },
        )

    def session(self, digest: str) -> tuple[Session, Account] | None:
        """Return a session and whose it is; None if there is none."""
        row = self.sql.one(SESSION, {"which": digest})
        return None if row is None else (Session(*row[:5]), _account(row[5:]))

    def seen(self, digest: str, at: datetime) -> None:
        """Note that a session was used."""
        self.sql.run(SEEN, {"which": digest, "now": at})

    def end(self, digest: str) -> None:
        """End a session."""
        self.sql.run(END, {"which": digest})

    def end_others(self, account: int, but: str = "") -> int:
        """End all sessions of an account but one; return how many."""
        return self.sql.run(END_OTHERS, {"account": account, "but": but})

    def end_old(self, before: datetime) -> None:
        """End the sessions that nobody has used since a moment."""
        self.sql.run(END_OLD, {"before": before})


def _account(row: Row) -> Account:
    business, login, name, role, *rest = row
    return Account(business, login, name, Role(role), *rest)
