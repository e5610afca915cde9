"""The JSON Schema of conversation files accepts those that are run, as text and as an editor types them."""

from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from frontdesk.desk.rehearsals.conversation_schema import conversation_schema
from frontdesk.flows.findings import Report
from frontdesk.flows.reading.document import plain, read_file

ROOT = Path(__file__).parents[2]
EVERY = [*sorted((ROOT / "examples").glob("*/conversations/**/*.yaml"))]
STARTER = sorted((ROOT / "src" / "frontdesk" / "desk" / "starter").glob("*/conversations/**/*.yaml"))


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(conversation_schema())


def problems(value: object) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in validator().iter_errors(value)]


def as_an_editor_types(value: object) -> object:
    """Turn texts into the numbers, booleans and nothing that YAML 1.2 makes of them."""
    match value:
        case dict():
            return {key: as_an_editor_types(child) for key, child in value.items()}
        case list():
            return [as_an_editor_types(child) for child in value]
        case "true" | "false" | "null":
            return {"true": True, "false": False}.get(value)
        case str() if value.isascii() and value.isdecimal():
            return int(value)
        case _:
            return value


@pytest.mark.parametrize("path", [*EVERY[::9], *STARTER], ids=lambda path: path.stem)
def test_what_is_run_is_accepted(path: Path) -> None:
    node = read_file(path, Report(path.name))
    assert node is not None
    assert problems(plain(node)) == []
    assert problems(as_an_editor_types(plain(node))) == []


RIGHT = {"about": "A claim.", "now": "2026-03-03T10:00", "turns": [{"guest": "hello", "desk": {"ask": None}}]}


@pytest.mark.parametrize(
    ("slip", "place"),
    [
        ({"about": "A claim.", "now": "2026-03-03T10:00"}, "$"),
        (RIGHT | {"turn": []}, "$"),
        (RIGHT | {"turns": [{"gest": "hello"}]}, "$.turns"),
        (RIGHT | {"turns": [{"guest": "hello", "wait": "1 hour"}]}, "$.turns"),
        (RIGHT | {"turns": [{"guest": "hello", "desk": {"position": "idel"}}]}, "$.turns"),
        (RIGHT | {"turns": [{"guest": "hello", "desk": {"offer": {"frist": "10:00"}}}]}, "$.turns"),
        (RIGHT | {"channel": "pigeon"}, "$.channel"),
    ],
)
def test_a_slip_is_refused(slip: dict[str, object], place: str) -> None:
    assert problems(RIGHT) == []
    assert any(problem.startswith(place) for problem in problems(slip))
