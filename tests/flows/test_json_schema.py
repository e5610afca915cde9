"""The JSON Schema accepts the files that load, as text and as an editor types them, and refuses slips."""

from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from frontdesk.flows.findings import Report
from frontdesk.flows.json_schema import File, schema_for
from frontdesk.flows.json_schema_forms import form_of
from frontdesk.flows.reading import flow_fields, kinds
from frontdesk.flows.reading.document import node_of, plain, read_file
from frontdesk.flows.reading.flow_fields import STEP_TYPES
from frontdesk.flows.reading.kinds import Kind, Wrong
from frontdesk.flows.reading.replies_file import REPLIES
from frontdesk.flows.reading.slot_kinds import Kinds
from tests.flows.random_flows import random_flow

ROOT = Path(__file__).parents[2]
FILES: list[File] = ["business", "flows", "replies"]
KINDS = {kind.name: kind for module in (kinds, flow_fields) for kind in vars(module).values() if isinstance(kind, Kind)}
RIGHT = sorted((ROOT / "tests" / "flows" / "right").glob("*.yaml"))


def examples() -> list[tuple[File, Path]]:
    businesses = sorted((ROOT / "examples").iterdir())
    found: list[tuple[File, Path]] = []
    for business in businesses:
        found += [("business", path) for path in business.glob("business.yaml")]
        found += [("flows", path) for path in sorted(business.glob("flows/*.yaml"))]
        found += [("replies", path) for path in sorted(business.glob("replies.*.yaml"))]
    return found


def contents(path: Path) -> object:
    node = read_file(path, Report(path.name))
    assert node is not None
    return plain(node)


def as_an_editor_types(value: object) -> object:
    """Turn texts into the numbers and booleans that YAML 1.2 makes of them."""
    match value:
        case dict():
            return {key: as_an_editor_types(child) for key, child in value.items()}
        case list():
            return [as_an_editor_types(child) for child in value]
        case "true" | "false":
            return value == "true"
        case str() if value.isascii() and value.replace(".", "", 1).isdecimal():
            return float(value) if "." in value else int(value)
        case _:
            return value


@cache
def validator(file: File) -> Draft202012Validator:
    return Draft202012Validator(schema_for(file))


def problems(file: File, value: object) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in validator(file).iter_errors(value)]


def business(**keys: object) -> dict[str, object]:
    return {"id": "sample", "name": "Sample Spa", "zone": "Europe/Berlin", "hours": {"mon-fri": "9-19"}} | keys


def flow(*steps: dict[str, object], **keys: object) -> dict[str, object]:
    return {"flows": {"book": {"description": "book", "steps": list(steps)} | keys}}


@pytest.mark.parametrize("file", FILES)
def test_the_schema_is_one(file: File) -> None:
    Draft202012Validator.check_schema(schema_for(file))


@pytest.mark.parametrize("file", FILES)
def test_every_reference_leads_somewhere(file: File) -> None:
    schema = schema_for(file)
    definitions = schema["$defs"]
    assert isinstance(definitions, dict)
    assert references(schema) == {f"#/$defs/{name}" for name in definitions}


def references(schema: object) -> set[object]:
    match schema:
        case dict():
            below = set().union(*(references(child) for child in schema.values()))
            return below | ({schema["$ref"]} if isinstance(schema.get("$ref"), str) else set())
        case list():
            return set().union(*(references(child) for child in schema))
        case _:
            return set()


@pytest.mark.parametrize(
    ("file", "path"), examples(), ids=lambda value: value.stem if isinstance(value, Path) else value
)
def test_an_example_is_accepted(file: File, path: Path) -> None:
    assert problems(file, contents(path)) == []
    assert problems(file, as_an_editor_types(contents(path))) == []


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_a_flow_that_loads_is_accepted(path: Path) -> None:
    assert problems("flows", contents(path)) == []


@settings(max_examples=20)
@given(st.randoms(use_true_random=False))
def test_a_flow_of_the_right_shape_is_accepted(chance: Random) -> None:
    assert problems("flows", {"flows": {"book": plain(node_of(random_flow(chance)))}}) == []


def test_every_reply_that_can_be_read_is_accepted() -> None:
    replies = contents(ROOT / "src" / "frontdesk" / "language" / "en" / "replies.yaml")
    assert isinstance(replies, dict)
    readable = {phrase: wording for phrase, wording in replies.items() if is_readable({phrase: wording})}
    assert readable
    assert problems("replies", readable) == []


def is_readable(replies: object) -> bool:
    report = Report("replies.en.yaml")
    REPLIES.read(node_of(replies), report)
    return not report.found


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "Sample Spa"},
        business(adress="1 High Street"),
        business(phone=""),
        business(name=None),
        business(hours="9-19"),
        business(hours={"mon-fri": "9 until 19"}),
        business(hours={"mo-fr": "9-19"}),
        business(hours={"mon-fri": 9}),
        business(closed_days=["25.12.2026"]),
        business(closed_days=["2026-13-01"]),
        business(services={"Botox": {"minutes": 30}}),
        business(services={"botox": {"price": 300}}),
        business(services={"botox": {"minutes": 0}}),
        business(services={"botox": {"minutes": "half an hour"}}),
        business(services={"botox": {"minutes": 30, "price": "from 300"}}),
        business(services={"botox": {"minutes": 30, "price": -5}}),
        business(services=[{"id": "botox", "minutes": 30}]),
        business(topics={"parking": {"answer": "In front."}}),
        business(topics={"parking": {"asks": "parking", "answer": "In front.", "care": "always"}}),
        business(rules={"fee": "150%"}),
        business(rules={"fee": 2}),
        business(offer={"size": 0}),
        business(owner="perhaps"),
        business(look={"color": "#fff"}),
        business(look={"accent": "teal"}),
        business(look={"radius": 99}),
        business(look={"logo": "../logo.svg"}),
        business(origins=["http://www.example.com"]),
        business(region="USA"),
        business(email="spa at example.com"),
    ],
)
def test_a_slip_in_a_business_is_refused(wrong: object) -> None:
    assert problems("business", business()) == []
    assert problems("business", wrong) != []


ASK: dict[str, object] = {"step": "ask_day", "type": "collect", "slot": "day"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"flow": {}},
        {"flows": {"Book": {"description": "book", "steps": [ASK]}}},
        {"flows": {"book": {"steps": [ASK]}}},
        {"flows": {"book": {"description": "book"}}},
        flow({"type": "collect", "slot": "day"}),
        flow({"step": "ask_day", "slot": "day"}),
        flow({"step": "ask_day", "type": "collect"}),
        flow(ASK | {"type": "colect"}),
        flow(ASK | {"tries": 0}),
        flow(ASK | {"tries": 10}),
        flow(ASK | {"on_no": "end"}),
        flow(ASK | {"next": "Ask day"}),
        flow({"step": "hello", "type": "say", "message": "Hello {name"}),
        flow({"step": "hello", "type": "say", "message": []}),
        flow({"step": "hello", "type": "say", "message": {"loud": "HELLO"}}),
        flow({"step": "hello", "type": "say", "message": {"short": "Hi", "rich": "Hello"}}),
        flow({"step": "hello", "type": "say", "message": [["Hello"]]}),
        flow({"step": "where", "type": "branch", "cases": [{"when": "day is empty"}], "otherwise": "end"}),
        flow({"step": "where", "type": "branch", "cases": [{"when": "day is empty", "next": "end"}]}),
        flow({"step": "find", "type": "action", "call": "find", "on": ["none"]}),
        flow(ASK, slots={"day": {"ask": "Which day?"}}),
        flow(ASK, slots={"day": {"type": "day", "required": "maybe"}}),
        flow(ASK, slots={"day": {"type": "day", "optional": "yes"}}),
        flow(ASK, slots={"day": {"type": "day", "label": "Day {day}"}}),
        flow({"step": "sure", "type": "confirm", "message": "Sure?", "buttons": {"maybe": "Perhaps"}}),
        flow({"step": "sure", "type": "confirm", "message": "Sure?", "buttons": "Yes"}),
    ],
)
def test_a_slip_in_a_flow_is_refused(wrong: object) -> None:
    assert problems("flows", flow(ASK)) == []
    assert problems("flows", wrong) != []


@pytest.mark.parametrize("wrong", [{"Greet": "Hello"}, {"greet": ""}, {"greet": "Hello {"}, {"greet": None}, ["Hello"]])
def test_a_slip_in_replies_is_refused(wrong: object) -> None:
    assert problems("replies", {"greet": "Hello {name?}", "ask.day": ["Which day?", {"any": "Day?"}]}) == []
    assert problems("replies", wrong) != []


@pytest.mark.parametrize("file", FILES)
def test_every_key_says_what_it_is_for(file: File) -> None:
    definitions = schema_for(file)["$defs"]
    assert isinstance(definitions, dict)
    for name, one in definitions.items():
        keys = one.get("properties", {}) if isinstance(one, dict) and "allOf" not in one else {}
        assert isinstance(keys, dict)
        assert [
            key for key, schema in keys.items() if not (isinstance(schema, dict) and schema["description"])
        ] == [], name


def test_every_type_of_step_may_be_chosen() -> None:
    definitions = schema_for("flows")["$defs"]
    assert isinstance(definitions, dict)
    step = definitions["step"]
    assert isinstance(step, dict)
    assert step["properties"] == {"type": {"enum": list(STEP_TYPES)}}


def test_the_built_in_kinds_of_slot_are_proposed() -> None:
    definitions = schema_for("flows")["$defs"]
    assert isinstance(definitions, dict)
    slot = definitions["slot"]
    assert isinstance(slot, dict)
    keys = slot["properties"]
    assert isinstance(keys, dict)
    kind = keys["type"]
    assert isinstance(kind, dict)
    assert kind["examples"] == list(Kinds().known())


def accepts(kind: Kind[object], value: object) -> bool:
    return Draft202012Validator(form_of(kind)).is_valid(value)


READABLE = {
    "boolean": ["yes", "No", "TRUE", "off"],
    "caption": ["Book it", "7", "E-mail, if you like"],
    "colour": ["#0f766e", "#0F7", "#ABCDEF"],
    "count": ["1", "42"],
    "currency": ["USD"],
    "date": ["2026-12-25", "2028-02-29"],
    "dates": ["2026-12-25", "2026-12-24..2027-01-06", "2026-12-24 to 2026-12-26"],
    "start": ["10:00", "14", "2pm", "noon"],
    "places": ["1", "12"],
    "duration": [
        "0",
        "None",
        "45m",
        "24 hours",
        "1 hour 30 minutes",
        "1h30m",
        "1 Hour and 30 Min",
        "1.5 h",
        "90 days",
        "2w",
    ],
    "email": ["spa@example.com"],
    "fraction": ["half", "None", "0.5", "1", "50%", "100%", "12.5%", "100.0%"],
    "id": ["deep-clean", "peel_2"],
    "key": ["greet", "ask.day", "ask_2.any"],
    "language": ["en"],
    "length": ["30", "45 minutes", "1 hour", "1h 15m"],
    "name": ["ask_day"],
    "origin": ["https://www.example.com", "https://example.com:8443", "http://localhost:8000", "https://localhost"],
    "phone": ["+1 (212) 555-0100", "2125550100"],
    "picture": ["logo.svg", "pictures/logo-2.png"],
    "prefix": ["SPA1"],
    "price": ["300", "300-600", "$1,200.50", "free", "300 \u2013 600", "12.5"],
    "radius": ["0", "12", "24"],
    "region": ["US"],
    "retry": ["0", "3"],
    "shift": ["9-19", "9:00 - 19:30", "9am-7pm", "9 to 17", "noon-midnight", "22-4", "9:00\u201312:00"],
    "shifts": ["closed", "9-12, 13-19", "9am - noon,1pm - 7pm"],
    "text": ["Hello there", "7", "-"],
    "hint": ["In minutes", "7", "With the area code, so that we can call you back from another country if need be"],
    "form": ["yes", "No", "true", "when_stuck"],
    "timeout": ["5 seconds", "1 second", "2.5s", "10 secs"],
    "tries": ["1", "9"],
    "version": ["any", "3f9a1c0b77de", "123456789012"],
    "weekdays": ["mon", "Mon-Fri", "saturday, sun", "daily", "Every day", "thurs - sat"],
    "zone": ["America/New_York", "UTC", "Etc/GMT+3", "America/Port-au-Prince"],
}
SLIPS = {
    "boolean": ["perhaps", "y"],
    "caption": ["", "Book {service}", "Book[ it]", "Yes, please book it for me at that very time"],
    "colour": ["teal", "0f766e", "#0f76", "rgb(0, 0, 0)", "#0f766g"],
    "count": ["0", "-1", "two", "1.5"],
    "currency": ["usd", "$"],
    "date": ["25.12.2026", "2026-12", "2026-13-01"],
    "dates": ["25.12.2026", "2026-12-24..", "..2026-12-24", "2026-13-01..2026-12-24"],
    "start": ["10.30", "late", "10:60"],
    "places": ["0", "-1", "a few", "1.5"],
    "duration": ["soon", "5", "5 moons", "minutes"],
    "email": ["spa", "spa at example.com"],
    "fraction": ["1.5", "150%", "a half"],
    "id": ["Botox", "2nd", "deep clean", ""],
    "key": ["Ask", "ask..day", ".day"],
    "language": ["english", "EN"],
    "length": ["0", "long", "5 moons"],
    "name": ["ask-day", "Ask", "ask day"],
    "origin": [
        "www.example.com",
        "http://www.example.com",
        "https://www.example.com/",
        "https://www.example.com/booking",
        "https://*.example.com",
        "https://Example.com",
        "http://localhost.example.com",
        "https://ann@example.com",
        "*",
        "null",
    ],
    "phone": ["call us", "12"],
    "picture": ["logo.gif", "../logo.svg", "/logo.svg", "a/../../logo.svg", ".svg", "logo.svg?x", "c:logo.svg"],
    "prefix": ["spa", "TOOLONGPREFIX"],
    "price": ["from 300", "300 to 600", "ten"],
    "radius": ["25", "-1", "12 px", "round", "1.5"],
    "region": ["usa", "us"],
    "retry": ["4", "-1", "once"],
    "shift": ["9", "closed", "9-", "nine to five", "9:75-10"],
    "shifts": ["open", "9-12; 13-19", "9-12,"],
    "text": ["", "  "],
    "hint": ["", "In {minutes}", "x" * 121],
    "form": ["always", "stuck", "1"],
    "timeout": ["5", "5 minutes", "soon"],
    "tries": ["0", "10", "often"],
    "version": ["newest", "3F9A1C0B77DE", "3f9a"],
    "weekdays": ["mo", "weekdays", "mon-fri-sun", "monn"],
    "zone": ["New York", "+02:00"],
}


def test_every_kind_is_tried() -> None:
    assert KINDS.keys() == READABLE.keys() == SLIPS.keys()


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in READABLE.items() for text in texts])
def test_what_the_reader_takes_is_accepted(name: str, text: str) -> None:
    assert not isinstance(KINDS[name].read(text), Wrong)
    assert accepts(KINDS[name], text)
    assert accepts(KINDS[name], as_an_editor_types(text))


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in SLIPS.items() for text in texts])
def test_what_the_reader_refuses_by_its_form_is_refused(name: str, text: str) -> None:
    assert isinstance(KINDS[name].read(text), Wrong)
    assert not accepts(KINDS[name], text)
    assert not accepts(KINDS[name], as_an_editor_types(text))


SIGNS = st.text(st.sampled_from("0159:-,. amphdwnotfecl$%/+"), max_size=12)


@given(st.sampled_from(sorted(KINDS)), SIGNS)
def test_nothing_that_the_reader_takes_is_refused(name: str, text: str) -> None:
    text = text.strip()
    if not isinstance(KINDS[name].read(text), Wrong):
        assert accepts(KINDS[name], text)
