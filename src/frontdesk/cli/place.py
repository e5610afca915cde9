"""What commands share: which business, on which database, at which moment; and how they say what is wrong."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from frontdesk.desk.uncollected import uncollected

if TYPE_CHECKING:  # named in signatures only: the commands that open a desk import it themselves
    from frontdesk.desk.blocking import BlockingDesk
    from frontdesk.desk.house import House
    from frontdesk.flows.findings import Finding

EARLIEST, LATEST = 1900, 9000  # years that a desk can keep a diary in


def fail(text: str) -> NoReturn:
    """Leave with a problem that is not the command's."""
    click.echo(text, err=True)
    raise SystemExit(1)


def found_in(folder: Path, findings: Iterable[Finding]) -> str:
    """Write findings so that an editor can go there."""
    from frontdesk.flows.reporting import as_text

    return as_text(folder, findings)


@contextmanager
def explained(*also: type[Exception]) -> Iterator[None]:
    """Say in a sentence what the world has wrong, `also` of these kinds; never show a traceback for it."""
    from frontdesk.desk.house import BusinessRefused
    from frontdesk.storage.unusable import DatabaseUnusable

    sentences: tuple[type[Exception], ...] = (DatabaseUnusable, *also)
    try:
        yield
    except BusinessRefused as error:
        fail(found_in(error.folder, error.refused.findings))
    except sentences as error:
        fail(str(error))


def house_of(folder: Path) -> House:
    """Open the business in a folder, or leave with every mistake in it."""
    from frontdesk.desk.house import open_house

    with explained():
        return open_house(folder)


def moment_of(text: str, zone: tzinfo | None) -> datetime:
    """Read `--now`: without an offset it is the wall clock of the business."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a moment such as 2026-03-02T09:00.", param_hint="--now") from None
    if not EARLIEST <= moment.year <= LATEST:
        raise click.BadParameter(f"{text!r} is too far away; years are {EARLIEST} to {LATEST}.", param_hint="--now")
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
        with ExitStack() as closing:
            with uncollected():
                from frontdesk.desk.blocking import frozen, open_desk
                from frontdesk.desk.staff import NotPossible

                closing.enter_context(explained())
                desk = closing.enter_context(open_desk(self.home(), self.database))
            if self.moment is not None:
                desk.desk.clock = frozen(moment_of(self.moment, desk.business.zone))
            try:
                yield desk
            except NotPossible as error:
                fail(str(error))


class NewFile(click.ParamType[Path]):
    """A file to be written: that its folder is there is known before the work is done."""

    name = "file"

    def convert(self, value: str | Path, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path if it can be written to."""
        path = Path(value)
        if path.is_dir():
            self.fail(f"{path} is a folder.", param, ctx)
        if not path.parent.is_dir():
            self.fail(f"There is no folder {path.parent}.", param, ctx)
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            self.fail(f"{path} cannot be written.", param, ctx)
        return path


folder_type = click.Path(path_type=Path)
new_file_type = NewFile()
day_type = click.DateTime(["%Y-%m-%d"])
business_argument = click.argument("business", type=folder_type)
business_option = click.option("--business", type=folder_type, metavar="FOLDER", help="Default: the current folder.")
database_option = click.option(
    "--database", metavar="URL", help="Default: DATABASE_URL, then frontdesk.db in the folder of the business."
)
now_option = click.option("--now", "moment", metavar="ISO", help="Freeze the clock at this moment.")


def placed(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say where and when, as one `Place`."""

    @database_option
    @now_option
    @wraps(command)
    def run(business: Path | None, database: str | None, moment: str | None, **options: object) -> None:
        command(Place(business, database, moment), **options)

    return run
