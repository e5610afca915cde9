"""The command that lets the first owner into the console."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from frontdesk.cli.place import Place, business_argument, fail, placed


@click.command()
@business_argument
@click.option("--login", required=True, metavar="NAME", help="What they log in with: a short name or an address.")
@click.option("--name", metavar="TEXT", help="What guests see when they answer. Default: the login.")
@click.option("--password-stdin", is_flag=True, help="Read the password from standard input, for scripts.")
@placed
def owner(place: Place, login: str, name: str | None, *, password_stdin: bool) -> None:
    """Let an owner into the staff console: the first one, or one who lost their password or phone.

    Whoever is let in again gets the new password, and no second factor. What they did stays in the log.
    """
    from frontdesk.console.access.accounts import NotDone, make_owner, new_owner
    from frontdesk.console.access.passwords import PoorPassword

    with place.open() as desk:
        password = (
            sys.stdin.readline().rstrip("\r\n")
            if password_stdin
            else click.prompt("Password", hide_input=True, confirmation_prompt="The same again", err=True)
        )
        try:
            account = new_owner(desk.business.id, login, name or login, password, desk.now())
        except (NotDone, PoorPassword) as no:
            fail(str(no))
        desk.work(lambda unit: make_owner(unit, desk.business.id, account, desk.now()))
    click.echo(f"{account.name} is an owner of {desk.business.name} and logs in as {account.login}.")
    click.echo(f"`frontdesk serve {Path(place.home())}` serves the console at /staff/{desk.business.id}.")
