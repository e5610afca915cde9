"""The language of a business: where its lists are, what is wrong in them, what there is and what it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from frontdesk.desk import inventory
from frontdesk.desk.inventory import Lacked, Odd
from frontdesk.flows.findings import Finding, nearest
from frontdesk.language.lexicon import REFERENCE, add_folder, files_of, list_names

FOLDER = "languages"  # in the folder of a business: languages/eo/when.yaml
LISTS = ("list", "keys", "about")
KEYS = ("key", "in", "words", "about")
_MEANT = 2
_NAMED = 5  # keys of a list, or lists, that are named before the rest is only counted


def know_languages(folder: Path) -> tuple[Finding, ...]:
    """Let the languages be found that a business brings along; return what is wrong in their lists."""
    home = (folder / FOLDER).resolve()
    if not home.is_dir():
        return ()
    add_folder(home)
    return tuple(found for own in sorted(home.iterdir()) if own.is_dir() for found in mistakes(own.name, folder))


def mistakes(language: str, folder: Path) -> tuple[Finding, ...]:
    """Return what is wrong in the lists of a language, in files named as seen from the folder of the business."""
    return tuple(_finding(one, folder.resolve()) for one in inventory.odd(language))


def _finding(one: Odd, folder: Path) -> Finding:
    file = Path(str(one.file))
    shown = file.relative_to(folder) if file.is_relative_to(folder) else file
    meant = " or ".join(one.meant[:_MEANT]) or nearest(one.key, one.choices)
    return Finding(shown.as_posix(), one.line, one.rule, one.message, meant)


def told_lacking(language: str) -> Iterator[str]:
    """Give what a language lacks so that a person can read it: whole lists on one line, each other list on its own."""
    lacks = inventory.lacked(language)
    whole = [lack.name for lack in lacks if lack.is_all]
    if not files_of(language):
        yield f"There is no folder {FOLDER}/{language}, and none of that name comes with the program."
    if whole:
        count = f"{len(whole)} of {len(list_names())} lists"
        yield f"The language {language} lacks {count}: {_some(whole)}; {REFERENCE} is read instead."
    for lack in lacks:
        if not lack.is_all:
            yield _told(lack, language)
    if lacks:
        yield f"All of it: frontdesk language [LIST] --language {_place(language)}"


def _place(language: str) -> str:
    """Return how a command finds a language: by its folder, if it has one."""
    return next((Path(str(file)).parent.as_posix() for file in files_of(language).values()), language)


def _told(lack: Lacked, language: str) -> str:
    count = f"{len(lack.keys)} of {lack.of} keys of {lack.name}"
    return f"The language {language} lacks {count}: {_some(lack.keys)}; {REFERENCE} is read instead."


def _some(names: list[str] | tuple[str, ...]) -> str:
    shown = ", ".join(names[:_NAMED])
    return f"{shown} and {len(names) - _NAMED} more" if len(names) > _NAMED else shown


def list_rows(language: str) -> list[tuple[str, ...]]:
    """Return every list with how many of its keys a language has, and what it is about."""
    lacks = {lack.name: lack for lack in inventory.lacked(language)}
    return [(name, _has(inventory.count(name), lacks.get(name)), inventory.about(name)) for name in list_names()]


def _has(every: int, lack: Lacked | None) -> str:
    return f"{every - len(lack.keys)} of {every}" if lack else str(every)


def key_rows(name: str, language: str) -> list[tuple[str, ...]]:
    """Return the keys of a list, each with the language that it is read in, a few words, and what they are for."""
    return [
        (key.name, language if key.is_own else REFERENCE, key.example, key.about)
        for key in inventory.keys(name, language)
    ]
