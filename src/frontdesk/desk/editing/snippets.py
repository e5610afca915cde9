"""Reads and writes a piece of YAML so that comments, order and quotation marks stay as they are."""

from __future__ import annotations

import io
import re
from typing import TypeAlias

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.nodes import ScalarNode
from ruamel.yaml.resolver import VersionedResolver
from ruamel.yaml.scalarstring import LiteralScalarString, SingleQuotedScalarString

Written: TypeAlias = "str | list[str] | dict[str, Written]"  # a value as it is written in a file

_WIDEST = 1_000_000  # a line is never broken: where to break it is a matter of taste
_SHORT = 100  # characters of a list that stands on one line
_SIGNS = re.compile(r"\?|(?<!\d):|:(?!\d)")  # not the colon of 9:30
_WORDY = 4  # words on average in a list whose items stand on lines of their own where it is long


class _TextOnly(VersionedResolver):
    """Takes every scalar for a text, as the reader of our files does: 9:30, yes and 2026-12-25 stay what they are."""

    def resolve(self, kind: object, value: object, implicit: object) -> object:
        return self.DEFAULT_SCALAR_TAG if kind is ScalarNode else super().resolve(kind, value, implicit)


def _yaml(inner: int = 2, dash: int = 2) -> YAML:
    yaml = YAML()
    yaml.Resolver = _TextOnly
    yaml.preserve_quotes = True
    yaml.width = _WIDEST
    yaml.allow_unicode = True
    yaml.indent(mapping=inner, sequence=dash + 2, offset=dash)
    return yaml


def read_snippet(text: str) -> CommentedMap:
    """Return the mapping that a piece of a file holds."""
    read = _yaml().load(text)
    if not isinstance(read, CommentedMap):
        raise ValueError("a piece of a file that is no mapping")
    return read


def write_snippet(snippet: CommentedMap, inner: int = 2, dash: int = 2) -> str:
    """Write a mapping; keys within others stand `inner` columns further in, items of lists `dash`."""
    out = io.StringIO()
    _yaml(inner, dash).dump(snippet, out)
    return out.getvalue()


def made(value: Written, *, braced: bool = False) -> object:
    """Return a new value as it is best written: short lists in brackets, texts of several lines as such."""
    match value:
        case str():
            if braced:
                return _item(value)
            return LiteralScalarString(value) if "\n" in value else value
        case list():
            items = CommentedSeq(map(_item, value))
            if braced or not _is_long(value):
                items.fa.set_flow_style()
            return items
        case dict():
            return CommentedMap({key: made(item, braced=braced) for key, item in value.items()})


def _item(text: str) -> str:
    """Return an item of a list; within brackets our reader takes some signs for more than the writer does."""
    return SingleQuotedScalarString(text) if _SIGNS.search(text) else text


def _is_long(texts: list[str]) -> bool:
    return sum(map(len, texts)) > _SHORT and sum(len(text.split()) for text in texts) >= _WORDY * len(texts)
