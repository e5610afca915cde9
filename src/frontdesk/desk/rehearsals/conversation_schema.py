"""JSON Schema of `conversations/**/*.yaml`, for editors, made from the tables that the files are read with."""

from __future__ import annotations

from collections.abc import Mapping

from frontdesk.desk.rehearsals.script_fields import (
    ASK,
    CONVERSATION,
    KINDS_OF_TURN,
    OFFER,
    TURN,
    Doings,
    FormShape,
    OfferShape,
    Values,
)
from frontdesk.flows.json_schema import OwnForm, SchemaOf, schema_from
from frontdesk.flows.json_schema_forms import Json

_TITLE = "conversations/**/*.yaml: what must be true of a business, as a conversation"
_WORD: dict[str, Json] = {"type": ["string", "number", "boolean"]}


def conversation_schema() -> dict[str, Json]:
    """Return the JSON Schema of a conversation file."""
    schema = schema_from(_TITLE, CONVERSATION, _OWN)
    made = _mapping(schema["$defs"])
    turn, desk = _mapping(made[TURN.name]), _mapping(made["desk"])
    turn["oneOf"] = [{"required": [kind.name]} for kind in KINDS_OF_TURN]
    asked = _mapping(_mapping(desk["properties"])[ASK.name])
    asked["type"] = ["string", "null"]  # editors read `ask: null` as nothing, and it means just that
    asked.pop("pattern", None)
    return schema


def _mapping(value: Json) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise TypeError(f"a part of the schema is no mapping: {value}")
    return value


def _values(_: SchemaOf) -> dict[str, Json]:
    return {"type": "object", "description": "names and values, as `chat --json` prints them"}


def _form(_: SchemaOf) -> dict[str, Json]:
    """Return `nothing` or `yes`; or names and values."""
    return {"anyOf": [{"type": ["string", "boolean", "null"]}, {"type": "object"}]}


def _doings(_: SchemaOf) -> dict[str, Json]:
    """Return `nothing`; actions by name; or actions, each with its outcome."""
    one: list[Json] = [{"type": "string"}, {"type": "object", "additionalProperties": _WORD}]
    return {"anyOf": [*one, {"type": "array", "items": {"anyOf": one}}]}


def _offer(schema_of: SchemaOf) -> dict[str, Json]:
    """Return `nothing`; every option; or what holds of them."""
    return {"anyOf": [_WORD, {"type": "array", "items": _WORD}, schema_of(OFFER)]}


_OWN: Mapping[type, OwnForm] = {Values: _values, FormShape: _form, Doings: _doings, OfferShape: _offer}
