"""The command line: each command reads its arguments, imports what it needs, and hands over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn

import click

from frontdesk.channels import CHANNELS

if TYPE_CHECKING:  # named in signatures only: the commands that open a desk import it themselves
    from frontdesk.desk.blocking import BlockingDesk
    from frontdesk.flows.findings import Finding

EXIT_CODES = """\b
Exit codes: 0 done; 1 the business, the database, a test or a wish has a problem, said on standard error;
2 the command was not understood, or a conversation file is broken."""

UNDERSTOOD = """\b
In, an object a line:   {"text", "asked"?, "offered"?}
  asked    the slot that was asked for ("day", or "book.day"), "choice", "confirmation" or null
  offered  the options that were shown, as `chat --json` prints them
Out, an object a line:  {"text", "meanings": [{"kind", "slot"?, "value"?, "words", "why"}], "confirmation_value"}
  kind     start_flow, inform, exclude, choose, more, affirm, deny, change, ask, cancel, start_over, go_back,
           skip, repeat, help, want_person, greet, thank, goodbye or unclear"""


@click.group(epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="frontdesk")
def main() -> None:
    """Frontdesk: a desk that talks with guests and books real openings."""


def fail(text: str) -> NoReturn:
    """Leave with a problem that is not the command's."""
    click.echo(text, err=True)
    raise SystemExit(1)


def found_in(folder: Path, findings: Iterable[object]) -> str:
    """Write findings so that an editor can go there."""
    return "\n".join(f"{folder / str(finding)}" for finding in findings)


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


def moment_of(text: str, zone: tzinfo | None) -> datetime:
    """Read `--now`: without an offset it is the wall clock of the business."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a moment such as 2026-03-02T09:00.", param_hint="--now") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def phone_of(text: str, region: str, hint: str) -> str:
    """Read a phone number of the region."""
    from frontdesk.desk.readers import phone_number

    number = phone_number(text, region)
    if number is None:
        raise click.BadParameter(f"{text!r} is not a phone number that can be called from {region}.", param_hint=hint)
    return number


@dataclass(frozen=True, slots=True)
class Place:
    """Which business, on which database, at which moment."""

    folder: Path | None
    database: str | None = None
    moment: str | None = None

    def home(self) -> Path:
        """Return the folder of the business: the one given, or the current one if it holds a business."""
        if self.folder is None and not Path("business.yaml").is_file():
            raise click.UsageError("Name the folder of the business, or go there: there is no business.yaml here.")
        return self.folder or Path()

    @contextmanager
    def open(self) -> Iterator[BlockingDesk]:
        """Open the desk, with its clock frozen if a moment was given."""
        from frontdesk.desk.blocking import frozen, open_desk
        from frontdesk.desk.staff import NotPossible

        with explained(self.home()), open_desk(self.home(), self.database) as desk:
            if self.moment is not None:
                desk.desk.clock = frozen(moment_of(self.moment, desk.business.zone))
            try:
                yield desk
            except NotPossible as error:
                fail(str(error))


folder_type = click.Path(path_type=Path)
business_argument = click.argument("business", type=folder_type)
business_option = click.option("--business", type=folder_type, metavar="FOLDER", help="Default: the current folder.")
database_option = click.option("--database", metavar="URL", help="Default: DATABASE_URL, then frontdesk.db here.")
now_option = click.option("--now", "moment", metavar="ISO", help="Freeze the clock at this moment.")
by_option = click.option("--by", metavar="NAME", help="Who does it. Default: your login.")


def placed(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say where and when, as one `Place`."""

    @database_option
    @now_option
    @wraps(command)
    def run(business: Path | None, database: str | None, moment: str | None, **options: object) -> None:
        command(Place(business, database, moment), **options)

    return run


def is_id(text: str) -> bool:
    """Say whether a text can be the number of something that was stored."""
    return text.isdecimal() and len(text) < 19  # more digits than any database counts


def login(by: str | None) -> str:
    """Return who gives the command."""
    from getpass import getuser

    return by or getuser()


@main.command()
@business_argument
@placed
@click.option("--channel", type=click.Choice(CHANNELS), default="web", show_default=True)
@click.option("--guest", metavar="PHONE", help="A guest whom the channel vouches for, as by caller id.")
@click.option("--json", "in_json", is_flag=True, help="Print one object a turn.")
def chat(place: Place, channel: str, guest: str | None, *, in_json: bool) -> None:
    """Talk with the desk of BUSINESS; piped, every line of standard input is one turn."""
    from frontdesk.channels import terminal

    with place.open() as desk:
        phone = phone_of(guest, desk.business.region, "--guest") if guest is not None else None
        talk = desk.visit(channel, phone)
        if in_json:
            terminal.talk_in_json(talk)
        elif terminal.is_person():
            from frontdesk.channels.pleasant import talk_with_person

            talk_with_person(talk, desk.business.desk, desk.business.name)
        else:
            terminal.talk_in_lines(talk)


@main.command(epilog=UNDERSTOOD)
@business_argument
@now_option
def understand(business: Path, moment: str | None) -> None:
    """Say how messages are understood, and why: JSON lines in, JSON lines out."""
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
@click.option("--region", default="US", show_default=True, help="Country of phone numbers, and of dates such as 5/6.")
def read(kind: str, moment: str | None, region: str) -> None:
    """Try one reader alone: lines of text in, or objects {"text", "now"?, "said"?}; JSON lines out."""
    from frontdesk.channels.terminal import lines_in, out_json
    from frontdesk.desk.readers import Line, read_line

    now = moment_of(moment, None) if moment is not None else datetime.now().astimezone()
    usual = Line("", now, region=region)
    for line in lines_in():
        out_json(read_line(kind, line, usual))


@main.command()
@click.argument("folder", type=folder_type, metavar="DIR")
def new(folder: Path) -> None:
    """Begin a business in DIR, a new or an empty folder: a small salon that works, to be changed into yours."""
    from frontdesk.desk.beginning import NotThere, begin, next_commands

    try:
        click.echo("\n".join((*map(str, begin(folder)), *next_commands(folder))))
    except NotThere as error:
        fail(str(error))


@main.command()
@business_argument
@placed
def flows(place: Place) -> None:
    """List the versions of the flows of BUSINESS that conversations are on, and how many are on each."""
    from frontdesk.channels.tables import show_table
    from frontdesk.desk.live_flows import HEADINGS, live_versions, row, title

    with place.open() as desk:
        found = desk.work(lambda unit: live_versions(unit, desk.desk.house))
    show_table(title(found), HEADINGS, [row(one) for one in found])


@main.command()
@business_argument
@click.option("--format", "form", type=click.Choice(["text", "github", "json"]), default="text", show_default=True)
def check(business: Path, form: str) -> None:
    """Check BUSINESS: its files, the proofs of its flows, its conversations. Exit 1 with every mistake."""
    from frontdesk.desk.conversation_files import read_conversations
    from frontdesk.desk.house import BusinessRefused, open_house
    from frontdesk.flows.reporting import FORMATS

    def refuse(findings: Iterable[Finding]) -> NoReturn:
        click.echo(FORMATS[form](business, findings))  # what was asked for, so not on standard error
        raise SystemExit(1)

    try:
        house = open_house(business)
    except BusinessRefused as error:
        refuse(error.refused.findings)
    files = read_conversations(business, house)
    if files.findings:
        refuse(files.findings)
    of = house.business
    counts = f"{len(of.services)} services, {len(of.resources)} resources, {len(of.topics)} topics"
    click.echo(f"{of.name}: {counts}, {len(house.flows.newest)} flows, {len(files.scripts)} conversations.")
    for name, flow in house.flows.newest.items():
        click.echo(f"  {name}: {len(flow.steps)} steps; a turn takes at most {flow.bound} moves.")


@main.command()
@business_argument
@click.option("--mutants", is_flag=True, help="Then break each flow on purpose and count what is noticed: minutes.")
def explore(business: Path, *, mutants: bool) -> None:
    """Walk every position, guest move and outcome. Exit 1 with a conversation that breaks a promise, 3 if cut short."""
    from frontdesk.desk.house import open_house
    from frontdesk.flows.exploring_report import tell

    with explained(business):
        house = open_house(business)
    specs = {name: action.spec for name, action in house.actions.items()}
    raise SystemExit(tell(house.flows, specs, house.phrases.wordings, house.sources if mutants else {}, click.echo))


@main.command()
@business_argument
@click.option("--out", type=folder_type, metavar="FOLDER", default=Path(), help="Default: the current folder.")
@click.option("--format", "form", type=click.Choice(["svg", "mermaid"]), default="svg", show_default=True)
def draw(business: Path, out: Path, form: str) -> None:
    """Draw each flow of BUSINESS as a picture, made from the checked flow."""
    from frontdesk.desk.house import open_house
    from frontdesk.flows.drawing import draw_mermaid, draw_svg

    with explained(business):
        house = open_house(business)
    out.mkdir(parents=True, exist_ok=True)
    for name, flow in house.flows.newest.items():
        path = out / (f"{name}.svg" if form == "svg" else f"{name}.mmd")
        path.write_text(
            draw_svg(flow, house.phrases.wordings) if form == "svg" else draw_mermaid(flow), encoding="utf-8"
        )
        click.echo(str(path))


@main.command()
@click.argument("what", type=click.Choice(["business", "flows", "replies"]))
def schema(what: Literal["business", "flows", "replies"]) -> None:
    """Print the JSON Schema of a file of a business, for editors that complete and check as you type."""
    import json

    from frontdesk.flows.json_schema import schema_for

    click.echo(json.dumps(schema_for(what), indent=2, ensure_ascii=False))


@main.command()
@business_argument
@click.option("--junit", "report", type=folder_type, metavar="FILE", help="Also write the results as JUnit XML.")
@click.option("--coverage", is_flag=True, help="Also say what of the flows no conversation reaches.")
def test(business: Path, report: Path | None, *, coverage: bool) -> None:
    """Run the conversations of BUSINESS. Exit 1 if one fails, 2 if a file is broken."""
    from frontdesk.desk import results
    from frontdesk.desk.conversation_files import read_conversations
    from frontdesk.desk.coverage import covered, lines_of, watch
    from frontdesk.desk.house import open_house
    from frontdesk.desk.rehearsing import rehearse

    with explained(business):
        house = open_house(business)
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
        report.write_bytes(results.junit(done, house.business.id))
    if broken:
        click.echo(found_in(business, broken), err=True)
        raise SystemExit(2)
    if any(result.failure is not None for result in done):
        raise SystemExit(1)


@main.command()
@click.argument("conversation")
@business_option
@placed
@click.option("--mask", is_flag=True, help="Replace names, phone numbers and e-mail addresses by made-up ones.")
@click.option("--output", type=folder_type, metavar="FILE", help="Default: standard output.")
def record(place: Place, conversation: str, output: Path | None, *, mask: bool) -> None:
    """Write CONVERSATION (an id) as a file that `replay` runs again."""
    from frontdesk.channels.terminal import out_line
    from frontdesk.desk import recording
    from frontdesk.desk.masking import masked

    with place.open() as desk:
        kept = desk.work(lambda unit: recording.record(unit, conversation))
        known = desk.work(lambda unit: unit.conversations.by_id(conversation))
    if kept is None or known is None:
        fail(f"There is no conversation {conversation}, or its guest was forgotten.")
    shown = masked(kept, known, desk.business) if mask else kept
    text = recording.written(shown, recording.MASKED_HEADER if mask else recording.HEADER)
    if output is None:
        out_line(text.rstrip("\n"))
    else:
        output.write_text(text, encoding="utf-8")


@main.command()
@click.argument("file", type=folder_type)
@business_option
def replay(file: Path, business: Path | None) -> None:
    """Run a recorded conversation again on an empty desk. Exit 1 with the first difference."""
    from frontdesk.desk.recording import BadRecord, read_record
    from frontdesk.desk.replaying import replay as run_again

    home = Place(business).home()
    try:
        kept = read_record(file)
    except BadRecord as error:
        fail(str(error))
    with explained(home):
        found = run_again(home, kept)
    if found is not None:
        fail(f"{file}: turn {found.turn}: {found.what}\n  recorded: {found.recorded}\n  replayed: {found.replayed}")
    click.echo(f"{file}: {len(kept.turns)} turns, all as recorded.")


@main.command()
@click.argument("business", required=False, type=folder_type)
@placed
@click.option("--day", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="Default: today.")
@click.option("--week", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="This day and the six after it.")
@click.option("--provider", metavar="PROVIDER", help="Only this one.")
@click.option("--json", "in_json", is_flag=True, help="Print one object an entry.")
def diary(place: Place, day: datetime | None, week: datetime | None, provider: str | None, *, in_json: bool) -> None:
    """Show what is booked, blocked and free."""
    from frontdesk.channels.tables import show_table
    from frontdesk.channels.terminal import out_json
    from frontdesk.desk.diary import HEADINGS, Diary, providers, rows, titles

    with place.open() as desk:
        first = (week or day or desk.now()).date()
        who = providers(desk.business, provider)
        entries = desk.work(lambda unit: Diary(unit, desk.business, desk.now()).of(who, first, 7 if week else 1))
    if in_json:
        for entry in entries:
            out_json(entry.data())
        return
    for title, part in titles(who, entries):
        show_table(title, HEADINGS, rows(part))


@main.command(name="requests")
@click.argument("words", nargs=-1, metavar="[BUSINESS] [list | answer ID TEXT | close ID]")
@business_option
@placed
@by_option
@click.option("--all", "closed_too", is_flag=True, help="List closed ones too.")
@click.option("--json", "in_json", is_flag=True, help="Print one object a request.")
def requests_(place: Place, words: tuple[str, ...], by: str | None, *, closed_too: bool, in_json: bool) -> None:
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
                show_table(f"{len(found)} requests", staff.HEADINGS, [staff.request_row(each, of) for each in found])
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


def led_by_folder(place: Place, words: tuple[str, ...], wanted: str) -> tuple[Place, tuple[str, ...]]:
    """Take the business off the front of the words `wanted`, if it stands there."""
    count = len(wanted.split())
    if len(words) not in (count, count + 1):
        raise click.UsageError(f"Say {wanted}.")
    return (place, words) if len(words) == count else (replace(place, folder=Path(words[0])), words[1:])


@main.command()
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


@main.command()
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


@main.command()
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
