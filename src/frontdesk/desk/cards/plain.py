"""Cards as plain data for JSON: objects by field, dates and times in ISO 8601."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date


def plain(value: object) -> object:
    """Return a card, or anything that one is made of, as what JSON knows."""
    match value:
        case None | str() | bool() | int():
            return value
        case date():  # and so datetime
            return value.isoformat()
        case tuple() | list():
            return [plain(item) for item in value]
        case Mapping():
            return {str(plain(key)): plain(item) for key, item in value.items()}
        case _ if is_dataclass(value):
            return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        case _:
            raise TypeError(f"{type(value).__name__} is no part of a card")
