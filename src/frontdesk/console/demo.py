"""What the demo has behind the desk: a login that is no secret, and a day of conversations to look at."""

from __future__ import annotations

from frontdesk.console.accounts import new_owner
from frontdesk.desk.desk import Desk
from frontdesk.desk.serving import seed_diary
from frontdesk.storage.unit import Unit

LOGIN, PASSWORD = "demo", "front desk for show"
LINES = (f"Log in as {LOGIN} with the password: {PASSWORD}",)


async def fill(desk: Desk) -> None:
    """Fill the diary of an example, and let the demo's owner in."""
    await seed_diary(desk)
    await desk.store.run(lambda unit: _let_in(unit, desk))


def _let_in(unit: Unit, desk: Desk) -> None:
    business = desk.house.business.id
    if unit.accounts.by_login(business, LOGIN) is None:
        unit.accounts.add(new_owner(business, LOGIN, "Robin Vale", PASSWORD, desk.clock()))
