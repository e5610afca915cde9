"""The command for those who decide on rooms at a terminal: tickets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from frontdesk.cli.place import Place, business_option, fail, placed
from frontdesk.cli.staff import by_option, login

if TYPE_CHECKING:  # named in signatures only: the command imports them itself
    from frontdesk.desk.tickets import Decided, NightsGone, NoReason, NotDecided

DECISIONS = ("approve", "reject", "cancel")
STATUSES = ("pending", "approved", "rejected", "expired", "cancelled")


@click.command()
@click.argument(
    "words", nargs=-1, metavar="[BUSINESS] [list | approve REFERENCE | reject REFERENCE REASON | cancel REFERENCE]"
)
@business_option
@placed
@by_option
@click.option("--status", type=click.Choice(STATUSES), default="pending", show_default=True, help="Which to list.")
@click.option("--find", metavar="TEXT", default="", help="A reference, a name, or digits of a phone number.")
@click.option("--json", "in_json", is_flag=True, help="Print one object a ticket.")
def tickets(place: Place, words: tuple[str, ...], by: str | None, status: str, find: str, *, in_json: bool) -> None:
    """List the rooms that guests wait for, approve, reject or cancel one. The guest is told while a server runs."""
    if words and words[0] not in ("list", *DECISIONS):
        place, words = replace(place, folder=Path(words[0])), words[1:]
    match words:
        case () | ("list",):
            list_tickets(place, status, find, in_json=in_json)
        case (("approve" | "cancel") as decision, reference):
            decide(place, by, decision, reference)
        case (("reject" | "cancel") as decision, reference, *reason) if " ".join(reason).strip():
            decide(place, by, decision, reference, " ".join(reason))
        case ("reject", _):
            raise click.UsageError("Say why: the guest is told the reason.")
        case _:
            raise click.UsageError("Say list, approve REFERENCE, reject REFERENCE REASON, or cancel REFERENCE.")


def list_tickets(place: Place, status: str, find: str, *, in_json: bool) -> None:
    """Print tickets: those that wait the longest waiting first, the others the newest first."""
    from frontdesk.channels.tables import show_table
    from frontdesk.channels.terminal import out_json
    from frontdesk.desk.ticket_lines import HEADINGS, ticket_cells, ticket_data, tickets_of
    from frontdesk.scheduling.booking import Status

    with place.open() as desk:
        of, now = desk.business, desk.now()
        found = desk.work(lambda unit: tickets_of(unit, of, now, Status(status), find))
    if in_json:
        for each in found:
            out_json(ticket_data(each, of))
        return
    title = "1 ticket" if len(found) == 1 else f"{len(found)} tickets"
    show_table(f"{title}, {status}", HEADINGS, [ticket_cells(each, of, now) for each in found])


def decide(place: Place, by: str | None, decision: str, reference: str, reason: str = "") -> None:
    """Approve a ticket, reject it with a reason, or cancel it; exit status 1 if it was not to be."""
    from frontdesk.desk import tickets as decisions
    from frontdesk.desk.staff_bookings import Hand
    from frontdesk.desk.ticket_lines import said_of
    from frontdesk.storage.unit import Unit

    with place.open() as desk:

        def work(unit: Unit) -> Decided | NightsGone | NoReason | NotDecided:
            hand = Hand(desk.desk.house, unit, desk.now(), login(by))
            match decision:
                case "approve":
                    return decisions.approve(hand, reference)
                case "reject":
                    return decisions.reject(hand, reference, reason)
                case _:
                    return decisions.cancel(hand, reference, reason)

        ended = desk.work(work)
        said = said_of(ended, desk.business)
    if not isinstance(ended, decisions.Decided):
        fail(said)
    click.echo(said)
