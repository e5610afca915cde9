"""One's own account: logging out, the password, the second factor."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Response
from markupsafe import Markup
from starlette.responses import RedirectResponse

from frontdesk.console.access import second_factor
from frontdesk.console.access.accounts import NotDone, change_own, change_password
from frontdesk.console.access.doors import log_out
from frontdesk.console.access.guard import COOKIE, At, Staff, TurnedAway
from frontdesk.console.access.passwords import PoorPassword, is_password
from frontdesk.console.pages import NO_STORE, Flash, go, page
from frontdesk.storage.rows import Account
from frontdesk.storage.unit import Unit

PENDING = "totp_pending"  # the field that carries a secret until its first code shows that the phone has it

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)


@router.post("/logout")
async def leave(at: Staff) -> Response:
    """End the session."""
    await log_out(at.desk, at.person)
    at.room.live.hang_up(at.person.session)
    answer = RedirectResponse(at.path("login"), 303, NO_STORE)
    answer.delete_cookie(COOKIE, path=f"/staff/{at.business.id}")
    return answer


@router.get("/account")
async def own(at: Staff) -> Response:
    """Show one's own account."""
    return await own_page(at)


@router.post("/account/password")
async def own_password(at: Staff) -> Response:
    """Change one's own password."""
    try:
        await change_password(at.room, at.person, at.as_typed("old"), at.as_typed("new"), at.as_typed("again"))
    except (NotDone, PoorPassword) as no:
        return await own_page(at, password_said=str(no), status=400)
    return go(at, at.path("account"), Flash("Your password is changed. Everywhere else you are logged out."))


@router.post("/account/second-factor")
async def begin_factor(at: Staff) -> Response:
    """Show the square for the phone, and switch the second factor on with its first code."""
    account = await account_of(at)
    if account.totp_secret is not None:
        return await own_page(at, factor_said="The second factor is on already.", status=409)
    pending = at.text(PENDING)
    secret = pending if second_factor.is_secret(pending) else second_factor.new_secret()
    step = second_factor.step_of(secret, at.text("code"), at.now()) if at.text("code") else None
    if step is None:
        said = "This code does not fit. Wait for the next one and try again." if at.text("code") else ""
        return await own_page(at, secret=secret, factor_said=said, status=400 if said else 200)
    codes = second_factor.new_codes()

    def switch_on(unit: Unit) -> None:
        kept = second_factor.kept_codes(codes)
        change_own(unit, at.person, totp_secret=secret, totp_step=step, recovery=kept)
        unit.audit.add(at.business.id, at.now(), at.person.login, "second_factor_on", at.person.login)

    await changed_by(at, switch_on)
    return await own_page(at, codes=codes)


@router.post("/account/second-factor/off")
async def end_factor(at: Staff) -> Response:
    """Switch the second factor off."""
    account = await account_of(at)
    if not await is_password(at.as_typed("password"), account.password):
        return await own_page(at, factor_said="This is not your password.", status=400)

    def switch_off(unit: Unit) -> None:
        change_own(unit, at.person, totp_secret=None, totp_step=None, recovery=None)
        unit.audit.add(at.business.id, at.now(), at.person.login, "second_factor_off", at.person.login)

    await changed_by(at, switch_off)
    return go(at, at.path("account"), Flash("The second factor is off."))


async def changed_by(at: At, change: Callable[[Unit], None]) -> None:
    """Change one's own account; whoever was removed meanwhile is let in no more."""
    try:
        await at.desk.store.run(change)
    except NotDone:
        raise TurnedAway(401, "login", at.room) from None


async def account_of(at: At) -> Account:
    """Return the account of whoever asks."""
    account = await at.desk.store.run(lambda unit: unit.accounts.by_id(at.person.account))
    if account is None:
        raise TurnedAway(401, "login", at.room)
    return account


async def own_page(
    at: At,
    *,
    secret: str = "",
    codes: tuple[str, ...] = (),
    factor_said: str = "",
    password_said: str = "",
    status: int = 200,
) -> Response:
    """Return the page of one's own account."""
    account = await account_of(at)
    square = second_factor.square(secret, account.login, at.business.name) if secret else ""
    return page(
        at,
        "account.html",
        status=status,
        here="account",
        factor_on=account.totp_secret is not None,
        secret=secret,
        square=Markup(square),  # noqa: S704 - made by us from a secret of ours
        codes=codes,
        factor_said=factor_said,
        password_said=password_said,
    )
