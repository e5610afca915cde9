"""Loads the word lists of a language (`<language>/<name>.yaml`), once each, as plain text data.

English is the reference: a list, or a key of a list, that another language lacks is read from there.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeAlias

import yaml

# YAML as text: every scalar is a string; readers give them types.
Words: TypeAlias = "dict[str, Words] | list[Words] | str"

REFERENCE = "en"
LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_SUFFIX = ".yaml"
_folders: list[Traversable] = [files("frontdesk.language")]
# Their lists belong to words or to names that the language gives itself: {euro: [EUR]} is all there is.
_BY_WORD = frozenset(
    ("money.words", "money.signs", "money.hundredths", "zones.codes", "zones.places", "name.sounds", "common.alike")
)
# Their texts belong to names that our code, or other lists, ask for: one that is missing must come from somewhere.
_BY_NAME = frozenset(("party.say",))
# A word is of one kind here: where "am" stands before days, it is not before noon as well.
OF_ONE_KIND = frozenset(("when.words",))
_SAID_BY_NAME = ("saying.", "when.say.")
_SAID_BY_WORD = frozenset(("when.say.ordinal",))


def add_folder(folder: Path) -> None:
    """Look for languages in `folder` too: `folder/eo/when.yaml`. To be called before a business is opened."""
    if folder not in _folders:
        _folders.append(folder)
        own_list.cache_clear()


@cache
def load(language: str, name: str) -> dict[str, Words]:
    """Return the word list `name` of `language`, read as text; what it lacks is that of the reference."""
    own = own_list(language, name)
    return own if language == REFERENCE else _completed(name, own, load(REFERENCE, name))


@cache
def list_names() -> tuple[str, ...]:
    """Name every list there is."""
    entries = (_folders[0] / REFERENCE).iterdir()
    return tuple(sorted(entry.name.removesuffix(_SUFFIX) for entry in entries if entry.name.endswith(_SUFFIX)))


def has(language: str, name: str) -> bool:
    """Tell whether a language has a list of its own."""
    return bool(own_list(language, name))


def files_of(language: str) -> dict[str, Traversable]:
    """Return the lists that a language has, by name; where two folders have one, the first counts."""
    folders = [folder / language for folder in reversed(_folders) if (folder / language).is_dir()]
    entries = (entry for folder in folders for entry in folder.iterdir() if entry.name.endswith(_SUFFIX))
    return {entry.name.removesuffix(_SUFFIX): entry for entry in entries}


def is_completed(path: str, table: dict[str, Words]) -> bool:
    """Tell a mapping whose keys are asked for by name from a table of words, such as {monday: 0}."""
    if path in _BY_WORD or path in _SAID_BY_WORD:
        return False
    named = path in _BY_NAME or path.startswith(_SAID_BY_NAME)
    return named or not all(isinstance(value, str) for value in table.values())


@cache
def own_list(language: str, name: str) -> dict[str, Words]:
    """Read a list of a language as it is written; one that is not there is empty."""
    file = next((at for folder in _folders if (at := folder / language / f"{name}{_SUFFIX}").is_file()), None)
    if file is None:
        return {}
    data = _texts(yaml.compose(file.read_text(encoding="utf-8"), Loader=_Untyped))
    if not isinstance(data, dict):
        raise TypeError(f"language/{language}/{name}{_SUFFIX} must be a mapping")
    return data


class _Untyped(LOADER):  # type: ignore[misc, valid-type]  # one of two, by what is installed
    """Parses without asking of every word which type it has: that would be half of the work, and all are texts."""

    def resolve(self, *_: object) -> str:
        """Give every node the same tag."""
        return ""

    def descend_resolver(self, *_: object) -> None:
        """Go a level down: nothing depends on it."""

    def ascend_resolver(self) -> None:
        """Come up again."""


def _texts(node: yaml.Node | None) -> Words:
    match node:
        case yaml.ScalarNode(value=str() as text):
            return text
        case yaml.SequenceNode(value=items):
            return [item.value if type(item) is yaml.ScalarNode else _texts(item) for item in items]
        case yaml.MappingNode(value=pairs):
            return {key.value: _texts(value) for key, value in pairs}
        case _:
            return ""


def _completed(path: str, own: dict[str, Words], reference: dict[str, Words]) -> dict[str, Words]:
    """Add the keys that are missing, also inside of keys that hold named lists; a table of words is taken as it is."""
    full = {**(_without(reference, own) if path in OF_ONE_KIND else reference), **own}
    for key, value in own.items():
        inside = reference.get(key)
        if isinstance(value, dict) and isinstance(inside, dict) and is_completed(f"{path}.{key}", inside):
            full[key] = _completed(f"{path}.{key}", value, inside)
    return full


def _without(reference: dict[str, Words], own: dict[str, Words]) -> dict[str, Words]:
    """Return lists and tables of the reference without the words that a language uses itself."""
    used = {word for words in own.values() for word in words if isinstance(word, str)}
    return {
        key: {word: value for word, value in words.items() if word not in used}
        if isinstance(words, dict)
        else [word for word in words if word not in used]
        for key, words in reference.items()
    }
