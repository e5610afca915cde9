"""The command that makes a misread message into a row for the small model, or into an example of the business."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from frontdesk.cli.place import Place, business_argument, explained, fail, house_of, new_file_type, placed

if TYPE_CHECKING:  # named in signatures only: the first answer comes fast
    from frontdesk.desk.corpus.messages import Misread
    from frontdesk.desk.house import House

HOW = """\b
Which message: TEXT, with its values marked as in "see [Emily|provider] [Friday|day]"; or --conversation ID --message N,
with --value "Friday|day" for each value.
What becomes of it:
  --example flow NAME, or topic NAME   an example in the files of the business; it counts from the next load on
  --to FILE --row \'{"acts": ["start"], "flow": "book"}\'   a row of a corpus file, in the fields of
                                       training/corpus/AUTHORS.md; beside TEXT also "at", "desk", "asked", "options"
Names, phone numbers and e-mail addresses that readers find in it become made-up ones; look at what is printed."""
_STOOD = ("at", "desk", "asked", "options")


@click.group()
def corpus() -> None:
    """Teach the desk what a guest meant."""


@corpus.command(epilog=HOW)
@business_argument
@click.argument("text", required=False)
@placed
@click.option("--conversation", metavar="ID", help="A stored conversation, as `frontdesk conversations` lists it.")
@click.option("--message", "number", type=int, metavar="N", help="Which of its messages; the first is 1.")
@click.option("--example", nargs=2, metavar="flow|topic NAME", help="Make it an example of a flow or a topic.")
@click.option("--to", "file", type=new_file_type, metavar="FILE", help="The corpus file that gets the row.")
@click.option("--row", "fields", metavar="JSON", help="What the message means, as fields of a row.")
@click.option("--value", "values", multiple=True, metavar="MARK", help="A value in it: WORDS|SLOT[|MEANT[|RELATED]].")
@click.option("--unmasked", is_flag=True, help="Write names, numbers and addresses as they stand.")
def add(  # noqa: PLR0913 - each option by its name
    place: Place,
    text: str | None,
    *,
    conversation: str | None,
    number: int | None,
    example: tuple[str, str] | None,
    file: Path | None,
    fields: str | None,
    values: tuple[str, ...],
    unmasked: bool,
) -> None:
    """Make a misread message of BUSINESS a row for the small model, or an example of a flow or topic."""
    from frontdesk.desk.corpus.adding import add_row, mark_of, marks_in, row_data
    from frontdesk.desk.corpus.persons import without_persons
    from frontdesk.desk.corpus.rows import BadRow

    if (text is None) == (conversation is None or number is None):
        raise click.UsageError("Say TEXT, or --conversation and --message.")
    if (example is None) == (file is None):
        raise click.UsageError("Say --example flow NAME or topic NAME, or --to FILE for a row.")
    meant = _fields(fields)
    house = house_of(place.home())
    now = datetime.now(house.business.zone)
    try:
        plain, marks = marks_in(text) if text is not None else ("", ())
        marks = (*marks, *map(mark_of, values))
        message = _message(place, house, plain, meant, conversation, number)
        said = message.text
        if not unmasked:
            message, marks = without_persons(house, message, marks, now)
        if example is not None:
            if message.text != said:
                fail("Nothing was added: it names a person, a number or an address; type the sentence without.")
            _add_example(place, *example, said)
        elif file is not None:
            row = row_data(house, message, meant, marks)
            add_row(file, house, row)
            click.echo(f"{file}: {json.dumps(row, ensure_ascii=False)}")
    except BadRow as error:
        fail(f"Nothing was added: {error}.")


def _fields(written: str | None) -> dict[str, object]:
    try:
        fields = json.loads(written) if written is not None else {}
    except ValueError:
        fields = None
    if not isinstance(fields, dict):
        raise click.BadParameter('It is an object such as {"acts": ["start"], "flow": "book"}.', param_hint="--row")
    return fields


def _message(
    place: Place,
    house: House,
    text: str,
    meant: dict[str, object],
    conversation: str | None,
    number: int | None,
) -> Misread:
    """Return the message, and take from `meant` what only says where the talk stood."""
    from frontdesk.desk.corpus.messages import Misread, NoSuchMessage, stored_message, typed_message

    if conversation is None or number is None:
        stood = {name: meant.pop(name) for name in _STOOD if name in meant}
        at, desk, asked = (str(stood.get(name) or "") for name in ("at", "desk", "asked"))
        options = stood.get("options")
        shown = tuple(map(str, options)) if isinstance(options, list) else ()
        return typed_message(
            house, Misread(text, at or "idle", desk, asked or None, shown), datetime.now(house.business.zone)
        )
    with place.open() as opened:
        try:
            return opened.work(lambda unit: stored_message(house, unit, conversation, number))
        except NoSuchMessage as error:
            fail(str(error))


def _add_example(place: Place, kind: str, name: str, sentence: str) -> None:
    from frontdesk.desk.editing.edits import AddExample, ExampleKind
    from frontdesk.desk.editing.files import UnreadableFile
    from frontdesk.desk.editing.outcomes import ChangedMeanwhile, NotPossible, Saved, Unchanged
    from frontdesk.desk.editing.replacing import Unwritable
    from frontdesk.desk.editing.saving import Editing
    from frontdesk.desk.editing.settings import NotShown
    from frontdesk.desk.editing.writing import one_line

    if kind not in tuple(ExampleKind):
        raise click.BadParameter(
            f"It is an example of a flow or of a topic, not of a {kind!r}.", param_hint="--example"
        )
    edit = AddExample(ExampleKind(kind), name, one_line(sentence), misread=True)
    with explained(NotShown, UnreadableFile, Unwritable), place.open() as desk:
        editing = Editing(desk.desk, place.home())
        shown = desk.runner.run(editing.shown())
        match desk.runner.run(editing.save(edit, shown.fingerprint, "cli")):
            case Saved(note=note):
                click.echo(f"{note}. It counts from the next load on.")
            case NotPossible(mistakes):
                fail("Nothing was added: " + " ".join(each.sentence for each in mistakes))
            case ChangedMeanwhile() as changed:
                fail(f"Nothing was added. {changed.sentence}")
            case Unchanged():
                fail("Nothing was added: it is there already.")
