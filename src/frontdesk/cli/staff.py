"""The commands for staff: diary, requests, block, unblock, settle, prune, forget."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import click

from frontdesk.cli.arguments import led_by_folder, missing
from frontdesk.cli.place import Place, business_option, day_type, fail, folder_type, phone_of, placed

# Days for which a message that comes again gets the answer it got. No channel tries for a week: mail servers give up
# after five days, web hooks after three.
SHORTEST = 7
LONGEST = 36_500

PATIENCE = 5.0  # seconds to wait for those who read the database while somebody is forgotten
TRY_LATER = 75  # the exit status that says so to scripts
NOT_YET = (
    "It is not done yet: another program is reading the database, and what it reads is still in the file. "
    "It is finished when that program has let go and Frontdesk next writes; `frontdesk settle` tries it at once."
)

by_option = click.option("--by", metavar="NAME", help="Who does it. Default: your login.")


def is_id(text: str) -> bool:
    """Say whether a text can be the number of something that was stored."""
    return text.isdecimal() and len(text) < 19  # more digits than any database counts


def login(by: str | None) -> str:
    """Return who gives the command."""
    from getpass import getuser

    from frontdesk.desk.scene import storable_text

    try:
        return storable_text(by or getuser())
    except (KeyError, OSError):
        return "somebody without a login"  # as in a container


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

    if day and week:
        raise click.UsageError("Say --day or --week, not both.")
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
@click.option("--again", is_flag=True, help="Answer also what was answered; what was closed is open again.")
@click.option("--all", "closed_too", is_flag=True, help="List closed ones too.")
@click.option("--json", "in_json", is_flag=True, help="Print one object a request.")
def requests(
    place: Place, words: tuple[str, ...], by: str | None, *, again: bool, closed_too: bool, in_json: bool
) -> None:
    """List what guests need of staff, answer it, close it."""
    from frontdesk.desk import staff
    from frontdesk.desk.scene import storable_text

    if words and words[0] not in ("list", "answer", "close"):
        place, words = replace(place, folder=Path(words[0])), words[1:]
    match words:
        case () | ("list",):
            list_requests(place, closed_too=closed_too, in_json=in_json)
        case ("answer", number, *text) if is_id(number) and (said := storable_text(" ".join(text)).strip()):
            with place.open() as desk:
                mark, of = staff.Mark(int(number), login(by), desk.now()), desk.business
                answer = staff.answer_again if again else staff.answer_request
                desk.work(lambda unit: answer(unit, of, mark, said))
            click.echo(f"Request {number} is answered.")
        case ("close", number) if is_id(number):
            with place.open() as desk:
                mark, of = staff.Mark(int(number), login(by), desk.now()), desk.business
                desk.work(lambda unit: staff.close_request(unit, of, mark))
            click.echo(f"Request {number} is closed.")
        case ("answer", number, *_) if is_id(number):
            missing("requests answer", "TEXT")
        case ("answer" | "close",):
            missing(f"requests {words[0]}", "ID")
        case _:
            raise click.UsageError("Say list, answer ID TEXT, or close ID.")


def list_requests(place: Place, *, closed_too: bool, in_json: bool) -> None:
    """Print the requests that wait for staff, or all there were."""
    from frontdesk.channels.tables import show_table
    from frontdesk.channels.terminal import out_json
    from frontdesk.desk import staff

    with place.open() as desk:
        of = desk.business
        found = desk.work(lambda unit: staff.requests_of(unit, of, closed_too=closed_too))
    if in_json:
        for request in found:
            out_json(staff.request_data(request, of))
        return
    title = "1 request" if len(found) == 1 else f"{len(found)} requests"
    show_table(title, staff.HEADINGS, [staff.request_row(each, of) for each in found])


@click.command()
@click.argument("words", nargs=-1, metavar="[BUSINESS] PROVIDER FROM TO")
@business_option
@placed
@by_option
def block(place: Place, words: tuple[str, ...], by: str | None) -> None:
    """Keep time of PROVIDER free of new bookings. FROM and TO: a moment, or a day (included); TO may be a time."""
    from frontdesk.desk import staff

    place, words = led_by_folder(place, words, "block", "PROVIDER FROM TO")
    with place.open() as desk:
        of = desk.business
        claim = staff.claim_of(of, *words)
        kept = desk.work(lambda unit: staff.block(unit, of, claim, login(by), desk.now()))
    click.echo(f"Block {kept.id}{' was there before' if kept.before else ''}: {staff.claim_text(claim, of)}.")
    for row in kept.touches:
        click.echo(f"  stands in it and stays: {staff.booking_text(row, of)}")


@click.command()
@click.argument("words", nargs=-1, metavar="[BUSINESS] ID")
@business_option
@placed
def unblock(place: Place, words: tuple[str, ...]) -> None:
    """Open the time of a block again."""
    from frontdesk.desk import staff

    place, (number,) = led_by_folder(place, words, "unblock", "ID")
    with place.open() as desk:
        desk.work(lambda unit: staff.unblock(unit, desk.business, number, desk.now()))
    click.echo(f"Block {number} is gone.")


@click.command()
@click.argument("business", required=False, type=folder_type)
@placed
def settle(place: Place) -> None:
    """Find out what became of actions whose process is gone, and finish forgetting. Safe to repeat."""
    with place.open() as desk:
        settled = desk.settle()
        gone = desk.has_forgotten(PATIENCE)
    click.echo("1 action settled." if settled == 1 else f"{settled} actions settled.")
    if not gone:
        click.echo(f"Somebody was forgotten. {NOT_YET}", err=True)
        raise SystemExit(TRY_LATER)


@click.command()
@click.argument("business", required=False, type=folder_type)
@placed
@click.option("--days", type=click.IntRange(SHORTEST, LONGEST), default=30, show_default=True, help="Keep so many.")
def prune(place: Place, days: int) -> None:
    """Drop the marks of messages answered and deliveries made longer ago; conversations and bookings stay."""
    from datetime import timedelta

    from frontdesk.desk.pruning import prune as drop

    with place.open() as desk:
        done = drop(desk.work, desk.business.id, desk.now() - timedelta(days=days))
    messages = "1 message" if done.messages == 1 else f"{done.messages} messages"
    deliveries = "1 delivery" if done.deliveries == 1 else f"{done.deliveries} deliveries"
    click.echo(f"Dropped: {messages}, {deliveries}.")


@click.command()
@click.argument("words", nargs=-1, metavar="[BUSINESS] GUEST")
@business_option
@placed
@click.option("--yes", is_flag=True, help="Do not ask.")
def forget(place: Place, words: tuple[str, ...], *, yes: bool) -> None:
    """Forget GUEST (a phone number, or an id): personal data goes, counts and times stay."""
    from frontdesk.desk import traces

    place, (guest,) = led_by_folder(place, words, "forget", "GUEST")
    with place.open() as desk:
        phone = None if traces.is_guest_id(guest) else phone_of(guest, desk.business.region, "GUEST")
        found = desk.work(lambda unit: traces.traces_of(unit, desk.business, guest, phone, desk.now()))
        others = desk.work(lambda unit: traces.others_with(unit, desk.business, phone, found))
        if not found:
            fail(" ".join((f"There is no guest {guest}.", *([traces.note_of(others)] if others else ()))))
        for each in found:
            click.echo("\n".join(traces.lines_of(each, desk.business)))
        if not yes:
            click.confirm("Forget them for good?", abort=True)
        done = desk.work(lambda unit: traces.forget(unit, found, desk.now()))
        gone = desk.has_forgotten(PATIENCE)
    if not gone:
        click.echo(f"Forgotten: {done}. {NOT_YET}", err=True)
        raise SystemExit(TRY_LATER)
    if others:
        click.echo(traces.note_of(others), err=True)
    click.echo(f"Forgotten: {done}. Names, numbers, addresses and words are gone; times and counts stay.")
