"""Words after a command: the business that may stand first, and the name of what is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import click

from frontdesk.cli.place import Place

# When something begins is told as in `desk.staff_bookings`; here too, since loading that for `--help` takes its time.
_NEEDS: Mapping[str, str] = {
    "SERVICE": "what is booked, by its id or its name",
    "WHEN": 'a day and a time, such as "tomorrow at 3pm" or 2026-03-04T15:00',
    "REFERENCE": "the reference of the booking",
    "PROVIDER": "whose time it is, by their id or name",
    "FROM": "where it begins: a day, or a moment such as 2026-03-04T15:00",
    "TO": "where it ends: a day, a moment or a time",
    "ID": "the number that the list shows",
    "TEXT": "what the answer is",
    "GUEST": "a phone number, or the id of a guest",
    "CONVERSATION": "its id, as `frontdesk conversations` lists it",
    "--name": "the name it is booked under",
    "--phone": "a phone number that the guest can be reached on",
}


def led_to_business(place: Place, words: Sequence[str]) -> tuple[Place, Sequence[str]]:
    """Take the business off the front of the words, unless it is named by an option or is the current folder."""
    if not words:
        return place, words
    if not is_business(words[0]) and (place.folder is not None or is_business(".")):
        return place, words
    return replace(place, folder=Path(words[0])), words[1:]


def is_business(folder: str) -> bool:
    """Say whether a word names the folder of a business."""
    return (Path(folder) / "business.yaml").is_file()


def led_by_folder(place: Place, words: Sequence[str], command: str, wanted: str) -> tuple[Place, tuple[str, ...]]:
    """Return the words that a command wants, without the business; leave with the name of the first that is missing."""
    names = wanted.split()
    if len(words) == len(names) + 1:
        return replace(place, folder=Path(words[0])), tuple(words[1:])
    if len(words) == len(names) and not is_business(words[0]):
        return place, tuple(words)  # what may be missing is the folder, and that is said when it is opened
    place, rest = led_to_business(place, words)
    if len(rest) < len(names):
        missing(command, names[len(rest)])
    if len(rest) > len(names):
        raise click.UsageError(f"Say {wanted}.")
    return place, tuple(rest)


def needed(command: str, **given: str | None) -> None:
    """Leave with the name of what is missing."""
    for name, value in given.items():
        if not (value or "").strip():
            missing(command, name.upper() if name.upper() in _NEEDS else f"--{name}")


def missing(command: str, name: str) -> NoReturn:
    """Leave with the name of an argument that is not there, and what it is."""
    raise click.UsageError(f"frontdesk {command} needs {name}: {_NEEDS[name]}.")
