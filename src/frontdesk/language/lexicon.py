"""Loads the word lists of a language (`language/<lang>/<name>.yaml`), once each, as plain text data."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TypeAlias

import yaml

# YAML as text: every scalar is a string; readers give them types.
Words: TypeAlias = "dict[str, Words] | list[Words] | str"


@cache
def load(language: str, name: str) -> dict[str, Words]:
    """Return the word list `name` of `language`, read as text."""
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    text = (files("frontdesk.language") / language / f"{name}.yaml").read_text(encoding="utf-8")
    data = yaml.load(text, Loader=loader)  # noqa: S506 - BaseLoader makes only strings, lists and dicts
    if not isinstance(data, dict):
        raise TypeError(f"language/{language}/{name}.yaml must be a mapping")
    return data
