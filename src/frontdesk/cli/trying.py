"""The commands that run conversations again: test, record, replay."""

from __future__ import annotations

from pathlib import Path

import click

from frontdesk.cli.arguments import led_by_folder
from frontdesk.cli.place import (
    Place,
    business_argument,
    business_option,
    explained,
    fail,
    folder_type,
    found_in,
    house_of,
    new_file_type,
    placed,
)


@click.command()
@business_argument
@click.option("--junit", "report", type=new_file_type, metavar="FILE", help="Also write the results as JUnit XML.")
@click.option("--coverage", is_flag=True, help="Also say what of the flows no conversation reaches.")
def test(business: Path, report: Path | None, *, coverage: bool) -> None:
    """Run the conversations of BUSINESS. Exit 1 if one fails, 2 if a file is broken."""
    from frontdesk.desk.rehearsals import results
    from frontdesk.desk.rehearsals.conversation_files import read_conversations
    from frontdesk.desk.rehearsals.coverage import covered, lines_of, watch
    from frontdesk.desk.rehearsals.rehearsing import rehearse

    house = house_of(business)
    files = read_conversations(business, house)
    broken, done = list(files.findings), []
    watched = watch(house) if coverage else None
    for result in rehearse(house, files.scripts, broken, watched):
        done.append(result)
        click.echo("\n".join(results.lines_of(result)))
    click.echo(results.totals(done))
    if watched is not None:
        click.echo("\n".join(lines_of(covered(watched))))
    if report is not None:
        report.write_bytes(results.junit(done, house.business.id, broken))
    if broken:
        click.echo(found_in(business, broken), err=True)
        raise SystemExit(2)
    if any(result.failure is not None for result in done):
        raise SystemExit(1)


@click.command()
@click.argument("words", nargs=-1, metavar="[BUSINESS] CONVERSATION")
@business_option
@placed
@click.option("--mask", is_flag=True, help="Replace names, phone numbers and e-mail addresses by made-up ones.")
@click.option("--output", type=new_file_type, metavar="FILE", help="Default: standard output.")
def record(place: Place, words: tuple[str, ...], output: Path | None, *, mask: bool) -> None:
    """Write CONVERSATION (an id) as a file that `replay` runs again."""
    from frontdesk.channels.terminal import out_line
    from frontdesk.desk.records import recording
    from frontdesk.desk.records.masking import masked

    place, (conversation,) = led_by_folder(place, words, "record", "CONVERSATION")
    with place.open() as desk:
        try:
            kept = desk.work(lambda unit: recording.record(unit, conversation))
        except recording.BadRecord as error:
            fail(str(error))
        known = desk.work(lambda unit: unit.conversations.by_id(conversation))
    if kept is None or known is None:
        fail(f"There is no conversation {conversation}, or its guest was forgotten.")
    shown = masked(kept, known, desk.business) if mask else kept
    text = recording.written(shown, recording.MASKED_HEADER if mask else recording.HEADER)
    if output is None:
        out_line(text.rstrip("\n"))
    else:
        output.write_text(text, encoding="utf-8")


@click.command()
@click.argument("file", type=folder_type)
@business_option
@click.option("--understand", "afresh", is_flag=True, help="Also show what would be understood otherwise now.")
def replay(file: Path, business: Path | None, *, afresh: bool) -> None:
    """Decide and phrase a recorded conversation again, from what it rested on. Exit 1 with the first difference."""
    from frontdesk.desk.records.recording import BadRecord, read_record
    from frontdesk.desk.records.replaying import replay as run_again
    from frontdesk.desk.records.replaying import understood_otherwise

    home = Place(business).home()
    try:
        kept = read_record(file)
    except BadRecord as error:
        fail(str(error))
    with explained():
        found = run_again(home, kept)
        otherwise = understood_otherwise(home, kept) if afresh else ()
    for each in otherwise:
        click.echo(f"{file}: turn {each.turn}: {each.what}\n  then: {each.recorded}\n  now:  {each.replayed}")
    if found is not None:
        fail(f"{file}: turn {found.turn}: {found.what}\n  recorded: {found.recorded}\n  replayed: {found.replayed}")
    click.echo(f"{file}: {len(kept.turns)} turns, all as recorded.")
