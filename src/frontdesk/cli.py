"""The command line: each command reads its arguments, imports what it needs, and hands over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, tzinfo
from pathlib import Path
from typing import NoReturn

import click

CHANNELS = ("web", "sms", "email", "voice", "terminal")
EXIT_CODES = """\b
Exit codes: 0 done; 1 the business, the database or a test has a problem; 2 the command was not understood."""

business_argument = click.argument("business", type=click.Path(path_type=Path))
now_option = click.option("--now", "moment", type=str, metavar="ISO", help="Freeze the clock at this moment.")
database_option = click.option("--database", metavar="URL", help="Default: DATABASE_URL, then frontdesk.db here.")


@click.group(epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="frontdesk")
def main() -> None:
    """Frontdesk: a desk that talks with guests and books real openings."""


@contextmanager
def explained(folder: Path) -> Iterator[None]:
    """Say in a sentence what the world has wrong; never show a traceback for it."""
    from frontdesk.desk.house import BusinessRefused
    from frontdesk.storage.unusable import DatabaseUnusable

    try:
        yield
    except BusinessRefused as error:
        fail("\n".join(f"{folder}/{finding}" for finding in error.refused.findings))
    except DatabaseUnusable as error:
        fail(str(error))


def fail(text: str) -> NoReturn:
    """Leave with a problem that is not the command's."""
    click.echo(text, err=True)
    raise SystemExit(1)


def moment_of(text: str, zone: tzinfo) -> datetime:
    """Read `--now`: without an offset it is the wall clock of the business."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a moment such as 2026-03-02T09:00.", param_hint="--now") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def phone_of(text: str, region: str) -> str:
    """Read `--guest` as a phone number of the region."""
    from datetime import UTC

    from frontdesk.language import phone
    from frontdesk.language.reading import Context

    found = phone.read(text, Context(datetime.now(UTC), region))
    if len(found) != 1 or found[0].problem is not None or found[0].words.strip() != text.strip():
        raise click.BadParameter(f"{text!r} is not a phone number that can be called from {region}.", param_hint="--guest")
    return found[0].value


@main.command()
@business_argument
@now_option
@click.option("--channel", type=click.Choice(CHANNELS), default="web", show_default=True)
@click.option("--guest", metavar="PHONE", help="A guest whom the channel vouches for, as by caller id.")
@database_option
@click.option("--json", "in_json", is_flag=True, help="Print one object a turn.")
def chat(
    business: Path, moment: str | None, channel: str, guest: str | None, database: str | None, *, in_json: bool
) -> None:
    """Talk with the desk of BUSINESS; piped, every line of standard input is one turn."""
    from frontdesk.channels import terminal
    from frontdesk.desk.blocking import frozen, open_desk

    with explained(business), open_desk(business, database) as opened:
        of = opened.desk.house.business
        if moment is not None:
            opened.desk.clock = frozen(moment_of(moment, of.zone))
        talk = opened.visit(channel, phone_of(guest, of.region) if guest is not None else None)
        if in_json:
            terminal.talk_in_json(talk)
        elif terminal.is_person():
            terminal.talk_with_person(talk, of.desk, of.name)
        else:
            terminal.talk_in_lines(talk)
