"""Which small model helps to understand guests: the one that ships, another one by path, or none."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from frontdesk.language.tagger.opinions import SHIPPED, Tagger

VARIABLE = "FRONTDESK_TAGGER"
OFF = "off"
_OF_OURS = frozenset({"en"})  # the languages of the model that ships


class NoModel(Exception):  # noqa: N818 - what is the case with the folder that was named
    """The folder that is to hold a model does not."""


def tagger_for(language: str) -> Tagger | None:
    """Return the model for a language; a model that somebody names is for the language they run it with."""
    named = os.environ.get(VARIABLE, "")
    if named == OFF:
        return None
    if named:
        return _named(Path(named))
    return Tagger(SHIPPED) if language in _OF_OURS else None


@cache
def _named(folder: Path) -> Tagger:
    tagger = Tagger(folder)
    if missing := tagger.missing():
        raise NoModel(f"{VARIABLE} names {folder}, which lacks {', '.join(missing)}.")
    return tagger
