"""The command line: each command reads its arguments, imports what it needs, and hands over."""

from __future__ import annotations

import click

from frontdesk import __version__
from frontdesk.cli import bookings, erp, making, people, serving, staff, talking, teaching, tickets, translating, trying
from frontdesk.cli.streams import Commands

EXIT_CODES = """\b
Exit codes: 0 done; 1 the business, the database, a test or a wish has a problem, said on standard error,
or it was broken off; 2 the command was not understood, or a conversation file is broken; 3 `explore` was cut short."""

COMMANDS: tuple[click.Command, ...] = (
    making.new,
    making.check,
    talking.chat,
    serving.serve,
    serving.demo,
    people.owner,
    trying.test,
    talking.understand,
    teaching.corpus,
    talking.read,
    making.explore,
    making.draw,
    making.schema,
    translating.language,
    making.flows,
    trying.record,
    trying.replay,
    staff.diary,
    bookings.book,
    bookings.move,
    bookings.cancel,
    bookings.conversations,
    staff.requests,
    tickets.tickets,
    staff.block,
    staff.unblock,
    erp.sync,
    erp.erp_simulator,
    staff.settle,
    staff.prune,
    staff.forget,
)


@click.group("frontdesk", cls=Commands, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="frontdesk")
def main() -> None:
    """Frontdesk: a desk that talks with guests and books real openings."""


for command in COMMANDS:
    main.add_command(command)
