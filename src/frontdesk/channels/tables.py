"""Tables in the terminal: ruled where a person looks, plain columns where a program reads."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import zip_longest

from frontdesk.channels.terminal import out_line

BETWEEN = "  "


def show_table(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table."""
    if sys.stdout.isatty():
        _show_ruled(title, headings, rows)
        return
    widths = [max(map(len, column)) for column in zip_longest(headings, *rows, fillvalue="")]
    out_line(title)
    for row in (headings, *rows):
        out_line(BETWEEN.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _show_ruled(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    # Only here: a program that pipes should not wait for Rich to load.
    from rich.box import SIMPLE_HEAD  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415
    from rich.markup import escape  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table(title=escape(title), title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for heading in headings:
        table.add_column(escape(heading))
    for row in rows:
        free = len(row) > 1 and row[1] == "free"
        table.add_row(*map(escape, row), style="dim" if free else None)
    Console(highlight=False).print(table)
