"""The command line: each command reads its arguments, imports what it needs, and hands over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
        fail(found_in(folder, error.refused.findings))
    except DatabaseUnusable as error:
        fail(str(error))


def found_in(folder: Path, findings: Iterable[object]) -> str:
    """Write findings so that an editor can go there."""
    return "\n".join(f"{folder}/{finding}" for finding in findings)


def fail(text: str) -> NoReturn:
    """Leave with a problem that is not the command's."""
    click.echo(text, err=True)
    raise SystemExit(1)


def moment_of(text: str, zone: tzinfo | None) -> datetime:
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


@main.command()
@business_argument
@now_option
def understand(business: Path, moment: str | None) -> None:
    """Say how messages are understood, and why.

    \b
    In, one JSON object a line:  {"text", "asked"?, "offered"?}
      asked    the slot that was asked for ("day", or "book.day"), "choice", "confirmation" or null
      offered  the options that were shown, as `chat --json` prints them
    Out, one a line:  {"text", "meanings": [{"kind", "slot"?, "value"?, "words", "why"}], "confirmation_value"}
      kind     start_flow, inform, exclude, choose, more, affirm, deny, change, ask, cancel, start_over, go_back,
               skip, repeat, help, want_person, greet, thank, goodbye or unclear
    """
    from frontdesk.channels.terminal import lines_in, out_json
    from frontdesk.desk.explaining import explain
    from frontdesk.desk.house import open_house

    with explained(business):
        house = open_house(business)
        zone = house.business.zone
        frozen = moment_of(moment, zone) if moment is not None else None
        for line in lines_in():
            out_json(explain(house, line, frozen or datetime.now(zone)))


@main.command()
@click.argument("kind", type=click.Choice(["when", "email", "phone", "name", "number", "yesno"]))
@now_option
@click.option("--region", default="US", show_default=True, help="Country of phone numbers and of 12/5.")
def read(kind: str, moment: str | None, region: str) -> None:
    """Try one reader alone: lines of text in, or objects {"text", "now"?, "said"?}; JSON lines out."""
    from frontdesk.channels.terminal import lines_in, out_json
    from frontdesk.desk.readers import Line, read_line

    now = moment_of(moment, None) if moment is not None else datetime.now().astimezone()
    usual = Line("", now, region=region)
    for line in lines_in():
        out_json(read_line(kind, line, usual))


@main.command()
@business_argument
def check(business: Path) -> None:
    """Check BUSINESS: its files, the proofs of its flows, its conversations. Exit 1 with every mistake."""
    from frontdesk.desk.conversation_files import read_conversations
    from frontdesk.desk.house import open_house

    with explained(business):
        house = open_house(business)
        of = house.business
    files = read_conversations(business, house)
    if files.findings:
        fail(found_in(business, files.findings))
    topics = f"{len(of.topics)} topics" if of.topics else "no topics"
    click.echo(f"{of.name}: {len(of.services)} services, {len(of.resources)} resources, {topics}.")
    click.echo(f"  {len(files.scripts)} conversations")
    for name, flow in house.flows.newest.items():
        click.echo(f"  {name}: {len(flow.steps)} steps, {len(flow.slots)} slots; a turn takes at most {flow.bound} moves.")


@main.command()
@business_argument
@click.option("--junit", "report", type=click.Path(path_type=Path), help="Also write the results as JUnit XML.")
def test(business: Path, report: Path | None) -> None:
    """Run the conversations of BUSINESS. Exit 1 if one fails, 2 if a file is broken."""
    from frontdesk.desk import results
    from frontdesk.desk.conversation_files import read_conversations
    from frontdesk.desk.house import open_house
    from frontdesk.desk.rehearsing import rehearse

    with explained(business):
        house = open_house(business)
    files = read_conversations(business, house)
    broken = list(files.findings)
    done = []
    for result in rehearse(house, files.scripts, broken):
        done.append(result)
        click.echo("\n".join(results.lines_of(result)))
    click.echo(results.totals(done))
    if report is not None:
        report.write_bytes(results.junit(done, house.business.id))
    if broken:
        click.echo(found_in(business, broken), err=True)
        raise SystemExit(2)
    if any(result.failure is not None for result in done):
        raise SystemExit(1)
