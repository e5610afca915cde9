"""The commands for staff: diary, requests, block, unblock, settle, forget."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import click

from frontdesk.cli.place import Place, business_option, day_type, fail, folder_type, led_by_folder, phone_of, placed

by_option = click.option("--by", metavar="NAME", help="Who does it. Default: your login.")


def is_id(text: str) -> bool:
    """Say whether a text can be the number of something that was stored."""
    return text.isdecimal() and len(text) < 19  # more digits than any database counts


def login(by: str | None) -> str:
    """Return who gives the command."""
    from getpass import getuser

    return by or getuser()


@click.command()
@click.argument("business", required=False, type=folder_type)
@placed
@click.option("--day", type=day_type, metavar="DATE", help="Default: today.")
@click.option("--week", type=day_type, metavar="DATE", help="This day and the six after it.")
@click.option("--provider", metavar="PROVIDER", help="Only this one.")
@click.option("--json", "in_json", is_flag=True, help="Print one object an entry.")
def diary(place: Place, day: datetime | None, week: datetime | None, provider: str | None, *, in_json: bool) -> None:
    """Show what is booked, blocked and free."""
    from frontdesk.channels.tables import show_table
    from frontdesk.channels.terminal import out_json
    from frontdesk.desk.diary import HEADINGS, Diary, providers, rows, titles
    from frontdesk.desk.staff import near

    with place.open() as desk:
        first = near((week or day or desk.now()).date())
        who = providers(desk.business, provider)
        entries = desk.work(lambda unit: Diary(unit, desk.business, desk.now()).of(who, first, 7 if week else 1))
    if in_json:
        for entry in entries:
            out_json(entry.data())
        return
    for title, part in titles(who, entries):
        show_table(title, HEADINGS, rows(part))


@click.command()
@click.argument("words", nargs=-1, metavar="[BUSINESS] [list | answer ID TEXT | close ID]")
@business_option
@placed
@by_option
@click.option("--all", "closed_too", is_flag=True, help="List closed ones too.")
@click.option("--json", "in_json", is_flag=True, help="Print one object a request.")
def requests(place: Place, words: tuple[str, ...], by: str | None, *, closed_too: bool, in_json: bool) -> None:
    """List what guests need of staff, answer it, close it."""
    from frontdesk.channels.tables import show_table
    from frontdesk.channels.terminal import out_json
    from frontdesk.desk import staff

    if words and words[0] not in ("list", "answer", "close"):
        place, words = replace(place, folder=Path(words[0])), words[1:]
    with place.open() as desk:
        at, of = desk.now(), desk.business
        match words:
            case () | ("list",):
                found = desk.work(lambda unit: staff.requests_of(unit, of, at, closed_too=closed_too))
                if in_json:
                    for request in found:
                        out_json(staff.request_data(request, of))
                    return
                show_table(
                    f"{len(found)} {'request' if len(found) == 1 else 'requests'}",
                    staff.HEADINGS,
                    [staff.request_row(each, of) for each in found],
                )
            case ("answer", number, *text) if text and is_id(number):
                mark = staff.Mark(int(number), login(by), at)
                desk.work(lambda unit: staff.answer_request(unit, of, mark, " ".join(text)))
                click.echo(f"Request {number} is answered.")
            case ("close", number) if is_id(number):
                mark = staff.Mark(int(number), login(by), at)
                desk.work(lambda unit: staff.close_request(unit, of, mark))
                click.echo(f"Request {number} is closed.")
            case _:
                raise click.UsageError("Say list, answer ID TEXT, or close ID.")


@click.command()
@click.argument("words", nargs=-1, metavar="[BUSINESS] PROVIDER FROM TO")
@business_option
@placed
@by_option
def block(place: Place, words: tuple[str, ...], by: str | None) -> None:
    """Keep time of PROVIDER free of new bookings. FROM and TO: a moment, or a day (included); TO may be a time."""
    from frontdesk.desk import staff

    place, words = led_by_folder(place, words, "PROVIDER FROM TO")
    with place.open() as desk:
        of = desk.business
        claim = staff.claim_of(of, *words)
        blocked = desk.work(lambda unit: unit.blocks.add(of.id, claim, login(by), desk.now()))
    click.echo(f"Block {blocked.id}: {staff.claim_text(claim, of)}.")
    for row in blocked.touches:
        click.echo(f"  stands in it and stays: {staff.booking_text(row, of)}")


@click.command()
@click.argument("words", nargs=-1, metavar="[BUSINESS] ID")
@business_option
@placed
def unblock(place: Place, words: tuple[str, ...]) -> None:
    """Open the time of a block again."""
    from frontdesk.desk import staff

    place, (number,) = led_by_folder(place, words, "ID")
    with place.open() as desk:
        desk.work(lambda unit: staff.unblock(unit, desk.business, number))
    click.echo(f"Block {number} is gone.")


@click.command()
@click.argument("business", required=False, type=folder_type)
@placed
def settle(place: Place) -> None:
    """Find out what became of actions whose process is gone; what stays unclear is left to you. Safe to repeat."""
    with place.open() as desk:
        settled = desk.settle()
    click.echo("1 action settled." if settled == 1 else f"{settled} actions settled.")


@click.command()
@click.argument("words", nargs=-1, metavar="[BUSINESS] GUEST")
@business_option
@placed
@click.option("--yes", is_flag=True, help="Do not ask.")
def forget(place: Place, words: tuple[str, ...], *, yes: bool) -> None:
    """Forget GUEST (a phone number, or an id): personal data goes, counts and times stay."""
    from frontdesk.desk import staff

    place, (guest,) = led_by_folder(place, words, "GUEST")
    with place.open() as desk:
        phone = None if staff.is_guest_id(guest) else phone_of(guest, desk.business.region, "GUEST")
        found = desk.work(lambda unit: staff.traces_of(unit, desk.business, guest, phone, desk.now()))
        if not found:
            fail(f"There is no guest {guest}.")
        click.echo("\n".join(map(str, found)))
        if not yes:
            click.confirm("Forget them for good?", abort=True)
        done = desk.work(lambda unit: staff.forget(unit, found, desk.now()))
    click.echo(f"Forgotten: {done}. Names, numbers, addresses and words are gone; times and counts stay.")
