"""What guests call those who work behind the desk: by the names of their accounts."""

from __future__ import annotations

from collections.abc import Iterable

from frontdesk.storage.unit import Unit


def name_of(unit: Unit, business: str, login: str) -> str:
    """Return the name of whoever has a login; the login itself where nobody has, as on the command line."""
    account = unit.accounts.by_login(business, login)
    return login if account is None else account.name


def names_of(unit: Unit, business: str, logins: Iterable[str | None]) -> dict[str, str]:
    """Return the names of several by login; who is no one has none."""
    return {login: name_of(unit, business, login) for login in {each for each in logins if each is not None}}
