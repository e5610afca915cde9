"""The tables of keys in the pages of docs/, written from the same tables that the files of a business are read with.

Run as a program, it rewrites them: python -m tests.docs.keys
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from frontdesk.desk.actions import ACTIONS
from frontdesk.desk.rehearsals.script_fields import CONVERSATION, OFFER, Doings, FormShape, OfferShape, Values
from frontdesk.dialogue.actions import ActionSpec
from frontdesk.flows.findings import with_article
from frontdesk.flows.reading.assigned import AssignedShape
from frontdesk.flows.reading.business_fields import BUSINESS
from frontdesk.flows.reading.document import Entries, Items, Node
from frontdesk.flows.reading.flow_fields import FLOW
from frontdesk.flows.reading.schema import Field, Object, Placed, Scalar, Several, Shape, Table, Tagged
from frontdesk.flows.reading.slot_kinds import Kinds
from frontdesk.flows.reading.wordings import WordingShape

DOCS = Path(__file__).parents[2] / "docs"
PART = re.compile(r"(?<=<!-- made: )(\w+)( -->\n)(.*?)(?=<!-- end -->)", re.DOTALL)
TABLES: Mapping[str, Object] = {"business": BUSINESS, "flow": FLOW, "conversation": CONVERSATION}
OWN_FORMS: Mapping[type, str] = {
    WordingShape: "a text; a list of texts, one per try; or texts by style: any, short, spoken, rich",
    AssignedShape: "a value, or {from: slot}",
    Values: "names and values, as `chat --json` prints them",
    FormShape: "nothing or yes; or names and values, fields by their placeholder",
    Doings: "nothing; the name of an action; or actions and their outcomes",
    OfferShape: "nothing; every option; or the keys of an [offer](#offer)",
}


def inside(shape: Shape[object]) -> Iterator[Object]:
    """Give the objects that a shape is made of."""
    match shape:
        case Placed(inner) | Several(inner) | Table(_, inner):
            yield from inside(inner)
        case Tagged(objects=objects):
            yield from objects.values()
        case Object():
            yield shape
        case OfferShape():
            yield OFFER
        case _:
            pass  # a text, or something with a form of its own


def objects_of(root: Object) -> list[Object]:
    """Return an object and all within it, each once, in the order in which they are met."""
    found, waiting = [root], [root]
    while waiting:
        met = [one for each in waiting.pop(0).fields for one in inside(each.shape)]
        new = [one for one in {one.name: one for one in met}.values() if one not in found]
        found += new
        waiting += new
    return found


def form_of(shape: Shape[object]) -> str:
    """Say how a value of a shape is written."""
    match shape:
        case Scalar(kind):
            return kind.form
        case Placed(inner):
            return form_of(inner)
        case Several(inner):
            return f"{form_of(inner)}; or a list of such"
        case Table(key, inner):
            return f"a mapping: {key.form}, to {form_of(inner)}"
        case Tagged(name=name):
            return f"a {name}, of one of the types below"
        case Object(name=name):
            return f"the keys of {with_article(name).split()[0]} [{name}](#{name.replace(' ', '-')})"
        case _:
            return OWN_FORMS[type(shape)]


def table_of(shape: Object) -> str:
    """Return the keys of an object as a table; those that it must have are bold."""
    lines = [f"### {shape.name}", "", "| key | what it is | how it is written |", "|---|---|---|"]
    return "\n".join([*lines, *(_line(field) for field in shape.fields)])


def _line(field: Field[object]) -> str:
    name = f"**`{field.name}`**" if field.required else f"`{field.name}`"
    return f"| {name} | {field.about} | {form_of(field.shape)} |"


def actions_table() -> str:
    """Return the actions that every desk has, as a table."""
    lines = ["| action | takes | outcomes | brings |", "|---|---|---|---|"]
    return "\n".join([*lines, *(_action(action.spec) for action in ACTIONS.values())])


def _action(spec: ActionSpec) -> str:
    takes = ", ".join(f"**{name}**" if one.required else name for name, one in spec.parameters.items())
    outcomes = ", ".join([*(f"**{name}**" for name in sorted(spec.successes)), *sorted(spec.outcomes - spec.successes)])
    return f"| `{spec.name}`{' (guarded)' if spec.guarded else ''} | {takes} | {outcomes} | {', '.join(spec.outputs)} |"


def made(part: str) -> str:
    """Return a part of a page that is made rather than written."""
    if part == "actions":
        return actions_table()
    if part == "kinds":
        return ", ".join(f"`{kind}`" for kind in Kinds().known())
    return "\n\n".join(table_of(shape) for shape in objects_of(TABLES[part]))


def as_made(text: str) -> str:
    """Return a page with its made parts as they should be."""
    return PART.sub(lambda match: f"{match[1]}{match[2]}\n{made(match[1])}\n\n", text)


def used(shape: Shape[object], node: Node) -> Iterator[tuple[str, str]]:
    """Give the keys that a document uses, each with the name of its object."""
    match shape, node:
        case Placed(inner), _:
            yield from used(inner, node)
        case Several(inner), Items(nodes=nodes):
            for item in nodes:
                yield from used(inner, item)
        case Several(inner), _:
            yield from used(inner, node)
        case Table(shape=inner), Entries(pairs=pairs):
            for _, child in pairs:
                yield from used(inner, child)
        case Tagged(tag=tag, objects=objects), Entries(pairs=pairs):
            named = {key.value: child for key, child in pairs}
            yield from used(objects[str(getattr(named[tag], "value", ""))], node)
        case OfferShape(), Entries():
            yield from used(OFFER, node)
        case Object(name=name, fields=fields), Entries(pairs=pairs):
            shapes = {field.name: field.shape for field in fields}
            for key, child in pairs:
                yield name, key.value
                yield from used(shapes[key.value], child)
        case _:
            pass  # no keys in it


def every_key(root: Object) -> set[tuple[str, str]]:
    """Return all keys of an object and of those within it."""
    return {(one.name, field.name) for one in objects_of(root) for field in one.fields}


if __name__ == "__main__":
    for page in DOCS.glob("*.md"):
        page.write_text(as_made(page.read_text(encoding="utf-8")), encoding="utf-8")
