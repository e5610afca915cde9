"""JSON Schema (draft 2020-12) of the files of a business, made from the tables of their keys, for editors.

It says what one file can show by itself: keys, shapes and forms of scalars. What only the whole can tell, such as a
step that is not there, is left to `frontdesk check`. A file that loads is never refused here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from frontdesk.flows.json_schema_forms import Json, form_of
from frontdesk.flows.reading.assigned import AssignedShape
from frontdesk.flows.reading.business_fields import BUSINESS
from frontdesk.flows.reading.flow_fields import FLOW, SLOT_TYPE
from frontdesk.flows.reading.kinds import NAME, TEXT
from frontdesk.flows.reading.replies_file import REPLIES
from frontdesk.flows.reading.schema import Field, Object, Placed, Scalar, Several, Shape, Table, Tagged
from frontdesk.flows.reading.slot_kinds import Kinds
from frontdesk.flows.reading.wordings import STYLES, WordingShape

File: TypeAlias = Literal["business", "flows", "replies"]

SchemaOf: TypeAlias = Callable[[Shape[object]], dict[str, Json]]
OwnForm: TypeAlias = Callable[[SchemaOf], dict[str, Json]]

_FLOWS = Field("flows", Table(NAME, FLOW), "the flows of the business, by name", required=True)
_COPIED = Object("copied value", (Field("from", Scalar(NAME), "the slot whose value it gets", required=True),))
_FILES: Mapping[File, tuple[str, Shape[object]]] = {
    "business": ("business.yaml: what a business declares of itself", BUSINESS),
    "flows": ("flows/*.yaml: what the desk does for guests", Object("file of flows", (_FLOWS,))),
    "replies": ("replies.*.yaml: what the desk says, in the business's own words", REPLIES),
}
# A brace belongs to a blank, {name}, {name?} or {name:form}, or is doubled.
_BLANK = r"\{[a-z][A-Za-z0-9_]*(?::[A-Za-z0-9_]+)?\??\}"
_TEMPLATE = rf"^(?:[^{{}}]|\{{\{{|\}}\}}|{_BLANK})*$"
_STYLE = {"short": "for SMS", "spoken": "for the phone", "rich": "for pages and e-mail"}


def schema_for(file: File) -> dict[str, Json]:
    """Return the JSON Schema of one kind of file."""
    return schema_from(*_FILES[file])


def schema_from(title: str, shape: Shape[object], own: Mapping[type, OwnForm] | None = None) -> dict[str, Json]:
    """Return the JSON Schema of a file of this shape; `own` are the forms of shapes that are not known here."""
    definitions = _Definitions(own or {})
    root = definitions.schema_of(shape)
    head: dict[str, Json] = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    return head | root | {"$defs": {name: definitions.made[name] for name in sorted(definitions.made)}}


@dataclass(frozen=True, slots=True)
class _Definitions:
    """Schemas of objects under the names that others refer to them by."""

    own: Mapping[type, OwnForm]
    made: dict[str, Json] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)  # of an object, by its identity

    def schema_of(self, shape: Shape[object]) -> dict[str, Json]:
        """Return the schema of a shape."""
        match shape:
            case Scalar(kind):
                return form_of(kind)
            case Placed(inner):
                return self.schema_of(inner)
            case Several(inner):
                one = self.schema_of(inner)
                return {"anyOf": [one, {"type": "array", "items": one}]}
            case Table(key, inner):
                names = {**form_of(key), "type": "string"}
                return {"type": "object", "propertyNames": names, "additionalProperties": self.schema_of(inner)}
            case Object() | Tagged():
                return self._named(shape.name, shape)
            case WordingShape():
                return self._wording()
            case AssignedShape():
                return {"anyOf": [form_of(TEXT), self.schema_of(_COPIED)]}
            case _ if type(shape) in self.own:
                return self.own[type(shape)](self.schema_of)
            case _:
                raise TypeError(f"no JSON Schema is known for {type(shape).__name__}")

    def _named(self, name: str, shape: Object | Tagged) -> dict[str, Json]:
        """Return a reference to the schema of an object, which is made when it is first met."""
        known = self.names.get(id(shape))
        if known is None:
            known = name.replace(" ", "_")
            while known in self.made:  # two tables may call their objects the same
                known += "_"
            self.names[id(shape)] = known
            self.made[known] = {}  # taken
            self.made[known] = self._object(shape) if isinstance(shape, Object) else self._tagged(shape)
        return {"$ref": f"#/$defs/{known}"}

    def _object(self, shape: Object) -> dict[str, Json]:
        required: list[Json] = [one.name for one in shape.fields if one.required]
        return {
            "type": "object",
            "properties": {one.name: self._field(one) for one in shape.fields},
            **({"required": required} if required else {}),
            "additionalProperties": False,
        }

    def _field(self, one: Field[object]) -> dict[str, Json]:
        schema = self.schema_of(one.shape)
        form = schema.get("description")
        known: dict[str, Json] = {"examples": list(Kinds().known())} if one is SLOT_TYPE else {}
        return {**schema, "description": f"{one.about}: {form}" if form else one.about, **known}

    def _tagged(self, shape: Tagged) -> dict[str, Json]:
        tags: list[Json] = list(shape.objects)
        chosen: list[Json] = [
            {
                "if": {"properties": {shape.tag: {"const": tag}}, "required": [shape.tag]},
                "then": self.schema_of(one),
            }
            for tag, one in shape.objects.items()
        ]
        return {
            "type": "object",
            "properties": {shape.tag: {"enum": tags}},
            "required": [shape.tag],
            "allOf": chosen,
        }

    def _wording(self) -> dict[str, Json]:
        """Return a text; a mapping of styles to texts; or a list of these, one per try."""
        template: dict[str, Json] = {"type": ["string", "number", "boolean"], "pattern": _TEMPLATE}
        text: dict[str, Json] = {"allOf": [template, {"pattern": r"\S"}]}
        self.made["text"] = {**text, "description": "a text, with {slot} where a value goes"}
        every = {"any": "for every channel that has no text of its own"} | {style: _STYLE[style] for style in STYLES}
        self.made["styles"] = {
            "type": "object",
            "properties": {style: {"$ref": "#/$defs/text", "description": about} for style, about in every.items()},
            "anyOf": [{"required": ["any"]}, {"required": list(STYLES)}],
            "additionalProperties": False,
        }
        one: list[Json] = [{"$ref": "#/$defs/text"}, {"$ref": "#/$defs/styles"}]
        self.made["wording"] = {"anyOf": [*one, {"type": "array", "items": {"anyOf": one}, "minItems": 1}]}
        return {"$ref": "#/$defs/wording"}
