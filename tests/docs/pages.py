"""Reads the pages of docs/: the files that they show, by path, and the commands, with what is typed into them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.docs.keys import DOCS

FILE = re.compile(r"^```(?:yaml|python|svg)\n(?:# |<!-- )([^\n]+?)(?: -->)?\n(.*?)^```", re.DOTALL | re.MULTILINE)
COMMANDS = re.compile(r"^```\n(\$ .*?)^```", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Shown:
    """Something a page shows: a file by its path, or a command; and its text, or what is typed into it."""

    name: str
    text: str
    is_command: bool = False


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def shown_in(text: str) -> list[Shown]:
    """Return what a page shows, from top to bottom."""
    files = [(found.start(), Shown(found[1], found[2])) for found in FILE.finditer(text)]
    commands = [(found.start(), each) for found in COMMANDS.finditer(text) for each in _commands(found[1])]
    return [each for _, each in sorted((*files, *commands), key=lambda placed: placed[0])]


def _commands(block: str) -> Iterator[Shown]:
    for part in block.split("$ ")[1:]:
        command, *typed = part.splitlines()
        yield Shown(command, "".join(f"{line.removeprefix('> ')}\n" for line in typed), is_command=True)


def lay_out(name: str, folder: Path) -> None:
    """Write the files that a page shows into `folder`."""
    for each in shown_in(page(name)):
        if not each.is_command:
            path = folder / each.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(each.text, encoding="utf-8")
