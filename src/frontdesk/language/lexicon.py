"""Loads the word lists of a language (`<language>/<name>.yaml`), once each, as plain text data.

English is the reference: a list that another language lacks is read from there, and `lacking` names it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeAlias

import yaml

# YAML as text: every scalar is a string; readers give them types.
Words: TypeAlias = "dict[str, Words] | list[Words] | str"

REFERENCE = "en"
_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_SUFFIX = ".yaml"
_folders: list[Traversable] = [files("frontdesk.language")]


def add_folder(folder: Path) -> None:
    """Look for languages in `folder` too: `folder/eo/when.yaml`. To be called before a business is opened."""
    if folder not in _folders:
        _folders.append(folder)
        _own.cache_clear()


@cache
def load(language: str, name: str) -> dict[str, Words]:
    """Return the word list `name` of `language`, read as text; what it lacks is that of the reference."""
    own = _own(language, name)
    return own if language == REFERENCE else _completed(own, load(REFERENCE, name))


@cache
def list_names() -> tuple[str, ...]:
    """Name every list there is."""
    entries = (_folders[0] / REFERENCE).iterdir()
    return tuple(sorted(entry.name.removesuffix(_SUFFIX) for entry in entries if entry.name.endswith(_SUFFIX)))


def has(language: str, name: str) -> bool:
    """Tell whether a language has a list of its own."""
    return bool(_own(language, name))


def lacking(language: str) -> tuple[str, ...]:
    """Name what a language lacks, as `list` or `list.key`, in order: there the reference is used instead."""
    return tuple(path for name in list_names() for path in _missing(name, _own(language, name), load(REFERENCE, name)))


@cache
def _own(language: str, name: str) -> dict[str, Words]:
    """Read a list of a language as it is written; one that is not there is empty."""
    file = next((at for folder in _folders if (at := folder / language / f"{name}{_SUFFIX}").is_file()), None)
    if file is None:
        return {}
    data = _texts(yaml.compose(file.read_text(encoding="utf-8"), Loader=_Untyped))
    if not isinstance(data, dict):
        raise TypeError(f"language/{language}/{name}{_SUFFIX} must be a mapping")
    return data


class _Untyped(_Loader):  # type: ignore[misc, valid-type]  # one of two, by what is installed
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


def _completed(own: dict[str, Words], reference: dict[str, Words]) -> dict[str, Words]:
    """Add the keys that are missing, also inside of keys that hold lists; a table of words is taken as it is."""
    full = {**reference, **own}
    for key, value in own.items():
        inside = reference.get(key)
        if isinstance(value, dict) and isinstance(inside, dict) and _holds_lists(inside):
            full[key] = _completed(value, inside)
    return full


def _missing(path: str, own: dict[str, Words], reference: dict[str, Words]) -> Iterator[str]:
    if not own:
        yield path
        return
    for key, inside in reference.items():
        value = own.get(key)
        if value is None:
            yield f"{path}.{key}"
        elif isinstance(value, dict) and isinstance(inside, dict) and _holds_lists(inside):
            yield from _missing(f"{path}.{key}", value, inside)


def _holds_lists(table: dict[str, Words]) -> bool:
    """Tell a mapping of named lists from a table of words, such as {monday: 0}."""
    return not all(isinstance(value, str) for value in table.values())
