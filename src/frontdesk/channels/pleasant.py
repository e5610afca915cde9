"""The terminal where a person sits: quiet colours, and tables with rules. It loads Rich, so programs do without it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.measure import Measurement
from rich.table import Table

from frontdesk.channels.terminal import Talk, harmless

WIDEST = 1_000_000  # columns: a table measures what it needs only where it has room


def talk_with_person(talk: Talk, desk: str, business: str) -> None:
    """Talk with whoever sits at the terminal until they leave."""
    console = Console(highlight=False)
    console.print(f"[bold]{escape(business)}[/]  [dim]{escape(desk)} answers. Leave with Ctrl-D.[/]\n")
    try:
        while True:
            said = console.input("[bold cyan]you[/]  ")
            reply = str(talk(said)["reply"])
            shown = (
                escape(harmless(reply)).replace("\n", "\n" + " " * (len(desk) + 2)) or "[dim](a person is answering)[/]"
            )
            console.print(f"\n[bold green]{escape(desk)}[/]  {shown}\n")
    except (EOFError, KeyboardInterrupt):
        console.print("\n[dim]Goodbye.[/]")


def show_ruled(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table with rules; what is free steps back. Where a word would be cut, cells stand below each other."""
    console = Console(highlight=False)
    console.print(f"[bold]{escape(title)}[/]")
    table = Table(box=SIMPLE_HEAD)
    for heading in headings:
        table.add_column(escape(heading), overflow="fold")
    for row in rows:
        table.add_row(*map(escape, row), style="dim" if "free" in row else None)
    if Measurement.get(console, console.options.update(width=WIDEST), table).minimum <= console.width:
        console.print(table)
        return
    for row in rows:
        console.print()
        for heading, cell in zip(headings, row, strict=True):
            if cell:
                console.print(f"[dim]{escape(heading)}[/] {escape(cell)}", overflow="fold")
