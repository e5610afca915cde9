"""The commands for those who make a business: new, check, explore, draw, schema, flows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn

import click

from frontdesk.cli.place import Place, business_argument, fail, folder_type, house_of, placed

if TYPE_CHECKING:  # named in signatures only
    from frontdesk.flows.findings import Finding


@click.command()
@click.argument("folder", type=folder_type, metavar="DIR")
@click.option("--kind", metavar="KIND", default="appointments", show_default=True, help="What is booked there.")
def new(folder: Path, kind: str) -> None:
    """Begin a business in DIR, a new or an empty folder: a small salon that works, to be changed into yours."""
    from frontdesk.desk.beginning import NotThere, begin, next_commands

    program = click.get_current_context().find_root().info_name or "frontdesk"
    try:
        click.echo("\n".join((*map(str, begin(folder, kind)), *next_commands(folder, program))))
    except NotThere as error:
        fail(str(error))


@click.command()
@business_argument
@placed
@click.option("--migrate", is_flag=True, help="First move conversations as `migrate` in the flows says.")
def flows(place: Place, *, migrate: bool) -> None:
    """List the versions of the flows of BUSINESS that conversations are on. Exit 1 if a `migrate` does not fit them."""
    from frontdesk.channels.tables import show_table
    from frontdesk.desk.live_flows import HEADINGS, misnamed, move_all, overview, row, title, told, unknown_versions

    with place.open() as desk:
        house = desk.desk.house
        wrong = desk.work(lambda unit: (*unknown_versions(unit, house), *misnamed(unit, house)))
        if migrate and not wrong:
            click.echo("\n".join(told(move_all(desk.work, house, desk.now()))))
        found = desk.work(lambda unit: overview(unit, house))
    show_table(title(found), HEADINGS, [row(one) for one in found.versions])
    if wrong:
        fail("\n".join(wrong))


@click.command()
@business_argument
@click.option("--format", "form", type=click.Choice(["text", "github", "json"]), default="text", show_default=True)
@click.option("--verbose", "-v", is_flag=True, help="Also say which arguments are passed without being written.")
def check(business: Path, form: str, *, verbose: bool) -> None:
    """Check BUSINESS: its files, the proofs of its flows, its conversations. Exit 1 with every mistake."""
    from frontdesk.desk.house import BusinessRefused, open_house
    from frontdesk.desk.languages import told_lacking
    from frontdesk.desk.rehearsals.conversation_files import read_conversations
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
    if form != "text":  # for programs, to which no findings are the whole answer
        click.echo(FORMATS[form](business, ()), nl=form == "json")
        return
    of = house.business
    counts = {"service": len(of.services), "resource": len(of.resources), "topic": len(of.topics)}
    counts |= {"flow": len(house.flows.newest), "conversation": len(files.scripts)}
    click.echo(f"{of.name}: {', '.join(_counted(number, what) for what, number in counts.items())}.")
    for name, flow in house.flows.newest.items():
        steps, moves = _counted(len(flow.steps), "step"), _counted(flow.bound, "move")
        click.echo(f"  {name}: {steps}; a turn takes at most {moves}.")
        for act in flow.acts if verbose else ():
            if act.by_name:
                passed = ", ".join(sorted(act.by_name))
                click.echo(f"    {act.name} passes to {act.call} what slots of the same name hold: {passed}.")
    for line in told_lacking(of.language):
        click.echo(f"  {line}")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


@click.command()
@business_argument
@click.option("--mutants", is_flag=True, help="Then break each flow on purpose and count what is noticed: minutes.")
@click.option("--positions", type=click.IntRange(1), default=50_000, help="Cut a part of the walk short after so many.")
def explore(business: Path, *, mutants: bool, positions: int) -> None:
    """Walk every position, guest move and outcome. Exit 1 with a conversation that breaks a promise, 3 if cut short."""
    from frontdesk.flows.exploring.explore import Limits
    from frontdesk.flows.exploring.report import tell
    from frontdesk.flows.exploring.scope import Scope

    house = house_of(business)
    specs = {name: action.spec for name, action in house.actions.items()}
    scope = Scope(house.flows, specs, house.phrases.wordings)
    raise SystemExit(tell(scope, house.sources if mutants else {}, click.echo, Limits(positions)))


@click.command()
@business_argument
@click.option("--out", type=folder_type, metavar="FOLDER", default=Path(), help="Default: the current folder.")
@click.option("--format", "form", type=click.Choice(["svg", "mermaid"]), default="svg", show_default=True)
def draw(business: Path, out: Path, form: str) -> None:
    """Draw each flow of BUSINESS as a picture, made from the checked flow."""
    from frontdesk.flows.drawing.draw import draw_mermaid, draw_svg

    house = house_of(business)
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, flow in house.flows.newest.items():
            path = out / (f"{name}.svg" if form == "svg" else f"{name}.mmd")
            drawn = draw_svg(flow, house.phrases.wordings) if form == "svg" else draw_mermaid(flow)
            path.write_text(drawn, encoding="utf-8")
            click.echo(str(path))
    except OSError as error:
        fail(f"Nothing can be drawn into {out}: {error.strerror}.")


@click.command()
@click.argument("what", type=click.Choice(["business", "flows", "replies", "conversation"]))
def schema(what: Literal["business", "flows", "replies", "conversation"]) -> None:
    """Print the JSON Schema of a file of a business, for editors that complete and check as you type."""
    import json

    from frontdesk.desk.rehearsals.conversation_schema import conversation_schema
    from frontdesk.flows.json_schema import schema_for

    found = conversation_schema() if what == "conversation" else schema_for(what)
    click.echo(json.dumps(found, indent=2, ensure_ascii=False))
