"""The documents of the interface as a page shows them: operations, fields, examples, and the frames of the socket."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from frontdesk.channels.web.examples import IN_FRAMES
from frontdesk.channels.web.problems import MEDIA_TYPE, PROBLEMS

JSON = "application/json"
DEEPEST = 3  # levels of objects within objects that are shown
GROUPS = {"conversations": "Conversations", "plans": "Plans", "operation": "Watching the server"}


@dataclass(frozen=True, slots=True)
class FieldShown:
    """A parameter or a field: what it is called, what it holds, and what it means."""

    name: str
    kind: str
    required: bool
    about: str
    place: str = ""  # of a parameter: path, query or header
    example: str = ""


@dataclass(frozen=True, slots=True)
class BodyShown:
    """What is sent or comes back: its fields and an example."""

    about: str
    fields: Sequence[FieldShown]
    example: str
    status: str = ""


@dataclass(frozen=True, slots=True)
class OperationShown:
    """One operation of the interface."""

    anchor: str
    method: str
    path: str
    summary: str
    about: str
    parameters: Sequence[FieldShown]
    sent: BodyShown | None
    answered: Sequence[BodyShown]
    problems: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class GroupShown:
    """Operations that belong together."""

    anchor: str
    title: str
    operations: Sequence[OperationShown]


@dataclass(frozen=True, slots=True)
class FrameShown:
    """A frame of the socket."""

    anchor: str
    name: str
    body: BodyShown


@dataclass(frozen=True, slots=True)
class Documents:
    """Everything that the page shows."""

    title: str
    about: str
    groups: Sequence[GroupShown]
    from_guest: Sequence[FrameShown]
    to_guest: Sequence[FrameShown]
    problems: Sequence[tuple[str, str]]
    problem: str


def documents_of(api: Mapping[str, Any], frames: Mapping[str, Any]) -> Documents:
    """Return the documents of an OpenAPI description and the schemas of the frames."""
    known = api.get("components", {}).get("schemas", {})
    grouped: dict[str, list[OperationShown]] = {}
    for path, methods in api["paths"].items():
        for method, operation in methods.items():
            group = (operation.get("tags") or ["other"])[0]
            grouped.setdefault(group, []).append(_operation(path, method, operation, known))
    problem = {"type": "about:blank#no-conversation", "title": "Not Found", "status": 404}
    return Documents(
        title=api["info"]["title"],
        about=api["info"].get("description", ""),
        groups=[GroupShown(name, GROUPS.get(name, name.capitalize()), each) for name, each in grouped.items()],
        from_guest=list(_frames(frames["from_guest"])),
        to_guest=list(_frames(frames["to_guest"])),
        problems=[(str(status), text) for status, text in PROBLEMS.items()],
        problem=_written({**problem, "detail": "There is no such conversation, or this token does not open it."}),
    )


def _operation(path: str, method: str, operation: Mapping[str, Any], known: Mapping[str, Any]) -> OperationShown:
    sent = operation.get("requestBody", {}).get("content", {}).get(JSON)
    responses = operation["responses"]
    return OperationShown(
        anchor=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation.get("summary", ""),
        about=operation.get("description", ""),
        parameters=[_parameter(each, known) for each in operation.get("parameters", ())],
        sent=_body(sent, known) if sent else None,
        answered=[
            _body(_content(each.get("content", {})), known, each.get("description", ""), status)
            for status, each in responses.items()
            if status.startswith("2")
        ],
        problems=[
            (status, each["description"]) for status, each in responses.items() if MEDIA_TYPE in each.get("content", {})
        ],
    )


def _content(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what comes back: as JSON, or as a text where it is none."""
    found: Mapping[str, Any] = content.get("text/plain") or content.get(JSON, {})
    return found


def _parameter(parameter: Mapping[str, Any], known: Mapping[str, Any]) -> FieldShown:
    schema = parameter["schema"]
    example = (parameter.get("examples") or schema.get("examples") or [schema.get("default", "")])[0]
    about = parameter.get("description") or schema.get("description", "")
    place = parameter["in"]
    name = parameter["name"].title() if place == "header" else parameter["name"]
    return FieldShown(name, kind_of(schema, known), parameter.get("required", False), about, place, str(example))


def _body(content: Mapping[str, Any], known: Mapping[str, Any], about: str = "", status: str = "") -> BodyShown:
    schema = content.get("schema", {})
    meant = resolved(schema, known)
    example = content["example"] if "example" in content else example_of(schema, known)
    about = meant.get("description", "") or about
    return BodyShown(about, list(_fields(meant, known)), _written(example) if example is not None else "", status)


def _frames(schemas: Mapping[str, Any]) -> Iterator[FrameShown]:
    for name, schema in schemas.items():
        known = schema.get("$defs", {})
        body = BodyShown(schema.get("description", ""), list(_fields(schema, known)), _written(IN_FRAMES[name]))
        yield FrameShown(f"frame-{name}", name, body)


def resolved(schema: Mapping[str, Any], known: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a schema itself where it only names one; "this or nothing" counts as this."""
    if "$ref" in schema:
        found: Mapping[str, Any] = known.get(str(schema["$ref"]).rpartition("/")[2], {})
        return found
    some = [each for each in schema.get("anyOf", ()) if each.get("type") != "null"]
    return {**resolved(some[0], known), **_besides(schema)} if len(some) == 1 else schema


def _besides(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {name: schema[name] for name in ("description", "examples", "default") if name in schema}


def _fields(
    schema: Mapping[str, Any], known: Mapping[str, Any], before: str = "", depth: int = 1
) -> Iterator[FieldShown]:
    must = schema.get("required", ())
    for name, each in schema.get("properties", {}).items():
        meant = resolved(each, known)
        about = each.get("description") or meant.get("description", "")
        yield FieldShown(f"{before}{name}", kind_of(each, known), name in must, about)
        inner = resolved(meant.get("items", {}), known) if meant.get("type") == "array" else meant
        if inner.get("properties") and depth < DEEPEST:
            mark = "[]" if meant.get("type") == "array" else ""
            yield from _fields(inner, known, f"{before}{name}{mark}.", depth + 1)


def kind_of(schema: Mapping[str, Any], known: Mapping[str, Any]) -> str:
    """Say what a schema holds, in a few words."""
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(kind_of(each, known) for each in schema["anyOf"]))
    if "$ref" in schema:
        return kind_of(resolved(schema, known), known)
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "enum" in schema:
        return " | ".join(f'"{each}"' for each in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {kind_of(schema.get('items', {}), known)}"
    named = str(schema.get("format") or schema.get("type") or "anything")
    limits = [
        f"{word} {int(schema[key]):,}"
        for key, word in (
            ("minLength", "at least"),
            ("maxLength", "at most"),
            ("minimum", "from"),
            ("maximum", "to"),
        )
        if key in schema and schema[key] < 2**31 - 1
    ]
    return ", ".join((named, *limits))


def example_of(schema: Mapping[str, Any], known: Mapping[str, Any]) -> Any:  # noqa: ANN401 - whatever JSON has
    """Return an example of a schema: its own, or one made of its parts; None if there is none."""
    meant = resolved(schema, known)
    for key in ("examples", "enum"):
        if meant.get(key):
            return meant[key][0]
    for key in ("const", "default"):
        if key in meant:
            return meant[key]
    match meant.get("type"):
        case "object" if meant.get("properties"):
            return {name: example_of(each, known) for name, each in meant["properties"].items()}
        case "object":
            return {}
        case "array":
            each = example_of(meant.get("items", {}), known)
            return [] if each is None else [each]
        case "string":
            return "text"
        case "integer" | "number":
            return 1
        case "boolean":
            return True
        case _:
            return None


def _written(example: object) -> str:
    return example if isinstance(example, str) else json.dumps(example, ensure_ascii=False, indent=2)
