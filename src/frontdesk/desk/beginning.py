"""Begins a business: a folder with a small salon in it that works, to be changed into another."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import unicodedata
from pathlib import Path

STARTERS = Path(__file__).parent / "starter"  # a folder for each kind of business
USUAL = "appointments"
BUSINESS = "business.yaml"
LONGEST_ID = 64
_COMPILED = shutil.ignore_patterns("__pycache__")


class NotThere(Exception):  # noqa: N818 - why no business can begin in that folder
    """A business cannot begin in the folder; the text says why."""


def kinds() -> tuple[str, ...]:
    """Name the kinds of business that one can begin with."""
    return tuple(sorted(path.parent.name for path in STARTERS.glob(f"*/{BUSINESS}")))


def begin(folder: Path, kind: str = USUAL) -> tuple[Path, ...]:
    """Make a business of a kind in `folder`, which is named after it, and return the files of it."""
    if kind not in kinds():
        raise NotThere(f"There is no kind {kind!r} to begin with. There are: {', '.join(kinds())}.")
    home = folder.resolve()  # "." has no name of its own
    if home.exists() and not home.is_dir():
        raise NotThere(f"{folder} is a file. Name a folder that is not there yet, or an empty one.")
    try:
        if home.is_dir() and any(home.iterdir()):
            raise NotThere(f"{folder} is not empty. Name a folder that is not there yet, or an empty one.")
        shutil.copytree(STARTERS / kind, home, dirs_exist_ok=True, copy_function=shutil.copyfile, ignore=_COMPILED)
        _name(home / BUSINESS, home.name)
    except OSError as error:
        raise NotThere(f"{folder} cannot be made: {error.strerror}.") from error
    return tuple(sorted(folder / path.relative_to(home) for path in home.rglob("*.*") if path.is_file()))


def next_commands(folder: Path, program: str) -> tuple[str, ...]:
    """Say what to do with a business that has just begun, with the program as it was called."""
    place = shlex.quote(str(folder))
    commands = (f"check {place}", f"test {place}", f"chat {place}", f"owner {place} --login NAME", f"serve {place}")
    return tuple(f"Next: {program} {command}" for command in commands)


def _name(path: Path, called: str) -> None:
    """Write the id and the name of the business into its file."""
    text = path.read_text(encoding="utf-8")
    # As JSON writes a text, YAML reads it: whatever the folder is called.
    text = text.replace('"ID"', id_of(called), 1).replace('"NAME"', json.dumps(name_of(called), ensure_ascii=False), 1)
    path.write_text(text, encoding="utf-8")


def id_of(called: str) -> str:
    """Return an id made from the name of a folder: small letters, digits and lines below."""
    plain = unicodedata.normalize("NFKD", called).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain)
    if not words or not words[0][0].isalpha():
        words.insert(0, "salon")
    return "_".join(words)[:LONGEST_ID]


def name_of(called: str) -> str:
    """Return what guests call the business, from the name of its folder: `curl-and-dye` is Curl And Dye."""
    words = re.sub(r"[^\w'&.]+|_", " ", called).split()
    return " ".join(word[0].upper() + word[1:] for word in words) or "Salon"
