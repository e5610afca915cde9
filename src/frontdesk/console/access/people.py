"""Who works here: an owner lets people in, gives them a role, and lets them in no more."""

from __future__ import annotations

from fastapi import APIRouter, Response

from frontdesk.console.access.accounts import NotDone, add_account, new_password, remove_account, set_role
from frontdesk.console.access.guard import At, Owner, TurnedAway
from frontdesk.console.access.passwords import PoorPassword
from frontdesk.console.pages import Flash, go, page
from frontdesk.storage.rows import Role

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)


@router.get("/people")
async def people(at: Owner) -> Response:
    """Show who works here."""
    return await people_page(at)


@router.post("/people")
async def add(at: Owner) -> Response:
    """Let somebody in from now on."""
    try:
        made = await add_account(at, at.text("login"), at.text("name"), at.text("role"), at.as_typed("password"))
    except (NotDone, PoorPassword) as no:
        return await people_page(at, said=str(no), status=400)
    return go(at, at.path("people"), Flash(f"{made.name} can log in as {made.login}."))


@router.post("/people/{account}/{what}")
async def change(at: Owner, account: int, what: str) -> Response:
    """Change what somebody may do."""
    try:
        match what:
            case "owner" | "staff":
                said = await set_role(at, account, Role(what))
            case "password":
                said = await new_password(at, account, at.as_typed("password"))
            case "no-second-factor":
                said = await new_password(at, account, None)
            case "remove":
                said = await remove_account(at, account)
            case _:
                raise TurnedAway(404, "missing", at.room, at.person)
    except (NotDone, PoorPassword) as no:
        return await people_page(at, said=str(no), status=409)
    return go(at, at.path("people"), Flash(said))


async def people_page(at: At, *, said: str = "", status: int = 200) -> Response:
    """Return the page of who works here."""
    found = await at.desk.store.run(lambda unit: unit.accounts.all(at.business.id))
    typed = {name: at.text(name) for name in ("login", "name", "role")}
    return page(at, "people.html", status=status, here="people", accounts=found, said=said, typed=typed)
