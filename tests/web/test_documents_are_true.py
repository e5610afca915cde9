"""The documents of the interface are true: whatever is sent, what is answered is what they say."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from frontdesk.channels.web.frames import schemas
from frontdesk.channels.web.limits import Limiter, Limits, Rate
from tests.web.clients import Site, Talk, site_on
from tests.web.wires import wire_of

CHECKS = [not_a_server_error, response_schema_conformance, status_code_conformance, content_type_conformance]
TRIES = 8  # of each operation and each way
NO_LIMIT = Rate(1e9, 1e9)
FUZZING = settings(
    max_examples=TRIES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
LINES = (
    "hello",
    "what do you offer?",
    "book a hydrafacial",
    "tomorrow",
    "2",
    "my name is Ann Miller",
    "212 555 0142",
    "a@example.com",
    "yes",
    "move it to friday at 11am",
    "yes",
    "i want to talk to a person",
)


@pytest.fixture(scope="module")
def site() -> Iterator[tuple[Site, Talk]]:
    """Give the med spa without limits, and a conversation that is under way."""
    with asyncio.Runner() as runner:
        opening = site_on("sqlite://")
        opened = runner.run(opening.__aenter__())
        opened.app.state.web.limits = Limits(Limiter(NO_LIMIT), Limiter(NO_LIMIT), Limiter(NO_LIMIT))
        talk = runner.run(opened.begin())
        runner.run(opened.say(talk, "book a hydrafacial"))
        yield opened, talk
        runner.run(opening.__aexit__(None, None, None))


def operations() -> list[str]:
    """Name every operation of the documents."""

    async def documents() -> list[str]:
        async with site_on("sqlite://") as opened:
            paths = opened.app.openapi()["paths"]
            return [f"{method.upper()} {path}" for path, each in paths.items() for method in each]

    return asyncio.run(documents())


@pytest.mark.parametrize("way", ["by chance", "let in"])
@pytest.mark.parametrize("operation", operations())
def test_whatever_is_sent_the_answer_is_as_documented(operation: str, way: str, site: tuple[Site, Talk]) -> None:
    opened, talk = site
    method, _, path = operation.partition(" ")
    schema = schemathesis.openapi.from_asgi("/openapi.json", opened.app)

    @FUZZING
    @given(case=schema[path][method].as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE), data=st.data())
    def send(case: schemathesis.Case[Any], data: st.DataObject) -> None:
        if way == "let in":
            case.path_parameters.update({"business": "medspa", "conversation": talk.id, "run": f"{talk.id}.1"})
            case.headers.update(talk.headers)
            if case.body is not None and isinstance(case.body, dict) and data.draw(st.booleans()):
                case.body["content"] = data.draw(st.sampled_from(LINES))
        case.call_and_validate(checks=CHECKS)

    send()


@pytest.mark.parametrize("operation", operations())
def test_what_the_documents_do_not_allow_is_refused_as_documented(operation: str, site: tuple[Site, Talk]) -> None:
    opened, talk = site
    method, _, path = operation.partition(" ")
    schema = schemathesis.openapi.from_asgi("/openapi.json", opened.app)
    strategy = schema[path][method].as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE)

    @FUZZING
    @given(case=strategy)
    def send(case: schemathesis.Case[Any]) -> None:
        case.headers.update(talk.headers)
        case.call_and_validate(checks=CHECKS)

    if "{" in path:  # nothing else takes anything
        send()


def test_every_operation_has_an_example_of_what_it_takes() -> None:
    async def documents() -> dict[str, Any]:
        async with site_on("sqlite://") as opened:
            return opened.app.openapi()

    paths = asyncio.run(documents())["paths"]
    parameters = [
        (path, each["name"], "examples" in each or "example" in each or "examples" in each["schema"])
        for path, methods in paths.items()
        for operation in methods.values()
        for each in operation.get("parameters", [])
    ]
    assert parameters
    assert [each for each in parameters if not each[2]] == []


def test_every_turn_and_every_frame_has_its_documented_shape() -> None:
    async def converse() -> None:
        async with site_on("sqlite://") as opened, asyncio.timeout(60):
            opened.app.state.web.limits.guests = Limiter(NO_LIMIT)
            document = opened.app.openapi()
            talk = await opened.begin()
            async with wire_of(opened.app, talk) as wire:
                for line in LINES:
                    turn = await opened.say(talk, line)
                    assert problems(document, "TurnShape", turn) == []
                page = (await opened.http.get(talk.path, headers=talk.headers)).json()
                assert problems(document, "ConversationPage", page) == []
                assert page["state"]["bookings"]
            known = schemas()["to_guest"]
            for frame in wire.frames:
                assert list(Draft202012Validator(known[frame["type"]]).iter_errors(frame)) == []
            assert {frame["type"] for frame in wire.frames} == set(known) - {"error"}

    asyncio.run(converse())


def problems(document: dict[str, Any], name: str, value: object) -> list[Any]:
    """Return where a value is not as the documents have it."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    return list(Draft202012Validator(schema).iter_errors(value))
