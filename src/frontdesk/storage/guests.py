"""Guests, what is known of them, and the addresses that channels vouch for."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Text, bindparam, func, insert, select, update

from frontdesk.storage.rows import Address, Facts, Guest
from frontdesk.storage.schema import guests, identities
from frontdesk.storage.sql import Row, Sql, Statement, given, insert_once

GUEST = (
    guests.c.id,
    guests.c.business,
    guests.c.name,
    guests.c.phone,
    guests.c.email,
    guests.c.notes,
    guests.c.created_at,
    guests.c.forgotten_at,
)

# Finds a guest by id.
BY_ID = Statement(select(*GUEST).where(guests.c.id == bindparam("guest")))

# Finds the guest behind an address that a channel vouches for.
BY_ADDRESS = Statement(
    select(*GUEST)
    .select_from(guests.join(identities, identities.c.guest_id == guests.c.id))
    .where(
        identities.c.business == bindparam("business"),
        identities.c.channel == bindparam("channel"),
        identities.c.address == bindparam("address"),
    )
)

# Finds the guests who gave a phone number, the latest first.
BY_PHONE = Statement(
    select(*GUEST)
    .where(guests.c.business == bindparam("business"), guests.c.phone == bindparam("phone"))
    .order_by(guests.c.id.desc())
)

# Finds the guests who gave an e-mail address, the latest first.
BY_EMAIL = Statement(
    select(*GUEST)
    .where(guests.c.business == bindparam("business"), guests.c.email == bindparam("email"))
    .order_by(guests.c.id.desc())
)

# Lists the addresses that channels vouch for as a guest's.
ADDRESSES = Statement(
    select(identities.c.business, identities.c.channel, identities.c.address)
    .where(identities.c.guest_id == bindparam("guest"))
    .order_by(identities.c.channel, identities.c.address)
)

# Makes a guest.
ADD = Statement(
    insert(guests).values(given("business", "name", "phone", "email", "notes", "created_at")).returning(guests.c.id)
)

# Says that an address is a guest's; returns no row if it is somebody's already.
VOUCH = Statement(
    insert_once(identities, "business", "channel", "address", "guest_id").returning(identities.c.guest_id)
)

# Removes a guest that turned out to be known.
REMOVE = Statement(guests.delete().where(guests.c.id == bindparam("guest")))

_learnt = (
    update(guests)
    .where(guests.c.id == bindparam("guest"), guests.c.forgotten_at.is_(None))
    .values(
        {
            name: func.coalesce(bindparam(f"new_{name}", type_=Text()), guests.c[name])
            for name in ("name", "phone", "email", "notes")
        }
    )
)

# Adds what was learnt of a guest; None leaves what is there.
LEARN = Statement(_learnt)

# Does the same, and says what is known then.
LEARN_AND_TELL = Statement(_learnt.returning(*GUEST))


class Guests:
    """The guests."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def by_id(self, guest_id: int) -> Guest | None:
        """Return a guest, or None."""
        return _one(self.sql.one(BY_ID, {"guest": guest_id}))

    def by_address(self, address: Address) -> Guest | None:
        """Return the guest whom a channel vouches for at this address, or None."""
        return _one(self.sql.one(BY_ADDRESS, _columns(address)))

    def by_phone(self, business: str, phone: str) -> tuple[Guest, ...]:
        """Return those who gave this phone number; having given it proves nothing."""
        return tuple(map(_guest, self.sql.all(BY_PHONE, {"business": business, "phone": phone})))

    def by_email(self, business: str, email: str) -> tuple[Guest, ...]:
        """Return those who gave this e-mail address; having given it proves nothing."""
        return tuple(map(_guest, self.sql.all(BY_EMAIL, {"business": business, "email": email})))

    def addresses(self, guest_id: int) -> tuple[Address, ...]:
        """Return the addresses that channels vouch for as this guest's."""
        return tuple(Address(*row) for row in self.sql.all(ADDRESSES, {"guest": guest_id}))

    def add(self, business: str, facts: Facts, at: datetime) -> Guest:
        """Make a guest whom no channel vouches for."""
        row = self.sql.sure(ADD, {"business": business, "created_at": at, **_facts(facts)})
        return Guest(row[0], business, facts, at, None)

    def upsert(self, address: Address, facts: Facts, at: datetime) -> Guest:
        """Return the guest at an address that a channel vouches for, made if new, with `facts` learnt."""
        known = self.by_address(address)
        if known is None:
            made = self.add(address.business, facts, at)
            if self.vouch(made.id, address):
                return made
            # Another worker made the same guest a moment ago: theirs counts.
            self.sql.run(REMOVE, {"guest": made.id})
            known = _guest(self.sql.sure(BY_ADDRESS, _columns(address)))
        return known if facts == Facts() else _one(self.sql.one(LEARN_AND_TELL, _news(known.id, facts))) or known

    def vouch(self, guest_id: int, address: Address) -> bool:
        """Say that an address is this guest's; False if it is somebody's already."""
        return self.sql.one(VOUCH, {**_columns(address), "guest_id": guest_id}) is not None

    def learn(self, guest_id: int, facts: Facts) -> None:
        """Add what was learnt; None in `facts` leaves what is known. A guest who was forgotten stays forgotten."""
        self.sql.later(LEARN, _news(guest_id, facts))


def _columns(address: Address) -> dict[str, str]:
    return {"business": address.business, "channel": address.channel, "address": address.address}


def _facts(facts: Facts) -> dict[str, str | None]:
    return {"name": facts.name, "phone": facts.phone, "email": facts.email, "notes": facts.notes}


def _news(guest_id: int, facts: Facts) -> dict[str, object]:
    return {"guest": guest_id, **{f"new_{name}": value for name, value in _facts(facts).items()}}


def _one(row: Row | None) -> Guest | None:
    return None if row is None else _guest(row)


def _guest(row: Row) -> Guest:
    return Guest(row[0], row[1], Facts(*row[2:6]), row[6], row[7])
