"""Tables in the terminal: ruled where a person looks, plain columns where a program reads."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import zip_longest

from frontdesk.channels.terminal import harmless, out_line

BETWEEN = "  "


def show_table(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; a cell is a line, whatever is in it."""
    rows = [[harmless(" ".join(cell.split())) for cell in row] for row in rows]
    if sys.stdout.isatty():
        from frontdesk.channels.pleasant import show_ruled  # noqa: PLC0415 - programs need not wait for Rich

        show_ruled(title, headings, rows)
        return
    widths = [max(map(len, column)) for column in zip_longest(headings, *rows, fillvalue="")]
    out_line(title)
    for row in (headings, *rows):
        out_line(BETWEEN.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
