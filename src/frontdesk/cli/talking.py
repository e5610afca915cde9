"""The commands that talk and understand: chat, understand, read."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from frontdesk.channels import CHANNELS
from frontdesk.cli.place import Place, business_argument, house_of, moment_of, now_option, phone_of, placed
from frontdesk.cli.streams import hear_interrupts
from frontdesk.cli.translating import language_of, language_option

# As `desk.readers` has them; named here too, since loading those for `--help` takes its time.
_KINDS = ("when", "email", "phone", "name", "number", "yesno", "money", "duration", "party", "ordinal", "reference")
UNDERSTOOD = """\b
In, an object a line:   {"text", "before"?} or {"text", "asked"?, "offered"?, "said"?}
  before   what the guest said before, message by message; without it, where the message stands is said by:
  asked    the slot that was asked for ("day", or "book.day"), "choice", "confirmation" or null
  offered  the options that were shown, as `chat --json` prints them
  said     what the desk said before, as `chat` prints it: a yes is a yes to that
Out, an object a line:  {"text", "meanings": [{"kind", "slot"?, "value"?, "words", "why", "lists", "rejected"}],
                         "confirmation_value"}
  kind     start_flow, inform, exclude, choose, more, affirm, deny, change, ask, cancel, start_over, go_back,
           skip, repeat, help, want_person, greet, thank, wait, goodbye or unclear
  why      the rule that read it
  lists    the phrases of the word lists that it may rest on, "file: key (words)"; docs/languages.md says which to edit
  rejected what else was considered, [{"kind", "value"?, "words", "why", "lists"?}]: other flows beside a flow; beside
           the first meaning the values, moves and questions in the message that came to nothing, and, as "words",
           those that no rule took"""


@click.command()
@business_argument
@placed
@click.option("--channel", type=click.Choice(CHANNELS), default="web", show_default=True)
@click.option("--guest", metavar="PHONE", help="A guest whom the channel vouches for, as by caller id.")
@click.option("--json", "in_json", is_flag=True, help="Print one object a turn.")
def chat(place: Place, channel: str, guest: str | None, *, in_json: bool) -> None:
    """Talk with the desk of BUSINESS; piped, every line of standard input is one turn."""
    from frontdesk.channels import terminal

    if terminal.is_person():
        hear_interrupts()
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


@click.command(epilog=UNDERSTOOD)
@business_argument
@now_option
def understand(business: Path, moment: str | None) -> None:
    """Say how messages are understood, and why: JSON lines in, JSON lines out."""
    from frontdesk.channels.terminal import lines_in, out_json
    from frontdesk.desk.explaining import explain

    house = house_of(business)
    zone = house.business.zone
    frozen = moment_of(moment, zone) if moment is not None else None
    for line in lines_in():
        out_json(explain(house, business, line, frozen or datetime.now(zone)))


@click.command()
@click.argument("kind", type=click.Choice(_KINDS))
@now_option
@click.option("--region", default="US", show_default=True, help="Country of phone numbers, and of dates such as 5/6.")
@language_option
def read(kind: str, moment: str | None, region: str, language: str) -> None:
    """Try one reader alone: lines of text in, or objects {"text", "now"?, "said"?}; JSON lines out."""
    from frontdesk.channels.terminal import lines_in, out_json
    from frontdesk.desk.readers import Line, read_line
    from frontdesk.flows.reading.kinds import countries

    if region not in countries():
        problem = f"There is no country {region!r}: two capital letters, such as US."
        raise click.BadParameter(problem, param_hint="--region")
    now = moment_of(moment, None) if moment is not None else datetime.now().astimezone()
    usual = Line("", now, region=region, language=language_of(language))
    for line in lines_in():
        out_json(read_line(kind, line, usual))
