"""What goes over a conversation's socket, both ways, and how it is checked; `/docs` shows the schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from frontdesk.channels.web.host import Line, Plain, Press
from frontdesk.channels.web.problems import what_is_wrong
from frontdesk.channels.web.shapes import CardShape, OptionShape, PickerShape, StateShape

LONGEST_TEXT = 20_000  # characters that are taken in; the desk itself says when a message is longer than it reads
LONGEST_ID = 200
PIECE = 60  # characters of a reply in one piece of its stream


class Strict(BaseModel):
    """Something from outside: what is not known is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Pressed(Strict):
    """A button that the guest pressed."""

    button: Literal["option", "more", "yes", "no", "change"]
    turn: int = Field(ge=0, le=2**31 - 1, description="`turn` of the state that showed it")
    value: str = Field(default="", max_length=1_000, description="id of the option, or slot to change")

    def press(self) -> Press:
        """Return it as the desk takes it."""
        return Press(self.button, self.turn, self.value)


MessageText: TypeAlias = Annotated[str, Field(max_length=LONGEST_TEXT)]


class Content(Strict):
    """The guest says something."""

    type: Literal["content"]
    id: str = Field(min_length=1, max_length=LONGEST_ID, description="chosen by the client; the same id counts once")
    text: MessageText
    press: Pressed | None = None


class UpdateParameter(Strict):
    """A field of a form was filled. Forms are not there yet: it is refused with an error."""

    type: Literal["update_parameter"]
    run: str
    placeholder: str
    value: str


class ExecuteAction(Strict):
    """A plan is to be carried out. Plans are not there yet: it is refused with an error."""

    type: Literal["execute_action"]
    run: str
    values: dict[str, str] = Field(default_factory=dict)


FromGuest: TypeAlias = Annotated[Content | UpdateParameter | ExecuteAction, Field(discriminator="type")]
_from_guest: TypeAdapter[Content | UpdateParameter | ExecuteAction] = TypeAdapter(FromGuest)


class Segment(BaseModel):
    """A piece of something that was said. A line is announced, comes in pieces, and ends; `id` is that of the line."""

    type: Literal["conversational_text_segment"] = "conversational_text_segment"
    phase: Literal["START_STREAM", "STREAMING", "END_STREAM"]
    id: int
    turn: int
    side: Literal["guest", "desk", "staff", "note"]
    at: str
    text: str = ""
    name: str | None = Field(default=None, description="of whoever of staff said it")


class RunUpdated(BaseModel):
    """Something began to run, or ended; `state` is where the conversation stands then."""

    type: Literal["run_updated"] = "run_updated"
    id: str
    status: Literal["running", "completed"]
    toolExecutionPlan: list[dict[str, Any]] = Field(default_factory=list)  # noqa: N815 - as its readers know it
    state: StateShape | None = None


class ParameterCollectionRequired(BaseModel):
    """The desk asks for something: which slot, what may be pressed, and a picker for days and times."""

    type: Literal["parameter_collection_required"] = "parameter_collection_required"
    turn: int
    slot: str
    options: list[OptionShape]
    picker: PickerShape | None


class ActionConfirmationRequired(BaseModel):
    """The desk waits for a yes to exactly these values."""

    type: Literal["action_confirmation_required"] = "action_confirmation_required"
    turn: int
    card: CardShape


class ActionStatus(BaseModel):
    """An action of the turn has ended."""

    type: Literal["action_status"] = "action_status"
    turn: int
    action: str
    status: str


class Error(BaseModel):
    """Something that was sent could not be taken; `about` is its id, if it had one."""

    type: Literal["error"] = "error"
    kind: str
    detail: str
    about: str | None = None


ToGuest: TypeAlias = (
    Segment | RunUpdated | ParameterCollectionRequired | ActionConfirmationRequired | ActionStatus | Error
)


class BadFrame(ValueError):  # noqa: N818 - what is the case with what was sent
    """What was sent is not a frame; the text says why, and does not repeat it."""


def read_frame(text: str) -> Content | UpdateParameter | ExecuteAction:
    """Read what a guest's page sent; raises `BadFrame`."""
    try:
        return _from_guest.validate_json(text)
    except ValidationError as error:
        raise BadFrame(what_is_wrong(error.errors(include_input=False, include_url=False))) from None


def encoded(frame: ToGuest) -> str:
    """Return a frame as it is sent."""
    return frame.model_dump_json()


def segments(line: Line) -> Iterator[Segment]:
    """Give a line as it is streamed."""
    at = line.at.isoformat()
    begin = Segment(phase="START_STREAM", id=line.id, turn=line.turn, side=line.side, at=at, name=line.name)
    yield begin
    for start in range(0, len(line.text), PIECE):
        yield begin.model_copy(update={"phase": "STREAMING", "text": line.text[start : start + PIECE]})
    yield begin.model_copy(update={"phase": "END_STREAM"})


def encoded_line(line: Line) -> tuple[str, ...]:
    """Return the frames of a line as they are sent."""
    return tuple(map(encoded, segments(line)))


def encoded_state(state: Plain) -> tuple[str, ...]:
    """Return the frames that tell where a conversation stands, and what the guest is asked for there."""
    done = {"type": "run_updated", "id": str(state["turn"]), "status": "completed", "toolExecutionPlan": []}
    frames = [{**done, "state": state}, asked_for(state)]
    return tuple(_json(frame) for frame in frames if frame is not None)


def asked_for(state: Plain) -> dict[str, object] | None:
    """Return what the guest is asked for where the conversation stands; None if for nothing."""
    if state["card"] is not None:
        return {"type": "action_confirmation_required", "turn": state["turn"], "card": state["card"]}
    if state["asking"] is None:
        return None
    kept = {"turn": state["turn"], "options": state["options"], "picker": state["picker"]}
    return {"type": "parameter_collection_required", "slot": state["asking"], **kept}


# The state is plain data as the desk made it: tests hold it to its shape, so that no turn pays for that.
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def schemas() -> dict[str, Any]:
    """Return the JSON Schemas of all frames, by direction and type."""
    to_server = (Content, UpdateParameter, ExecuteAction)
    to_guest = (Segment, RunUpdated, ParameterCollectionRequired, ActionConfirmationRequired, ActionStatus, Error)
    return {
        "from_guest": {_type(each): each.model_json_schema() for each in to_server},
        "to_guest": {_type(each): each.model_json_schema() for each in to_guest},
    }


def _type(model: type[BaseModel]) -> str:
    annotation: Any = model.model_fields["type"].annotation
    return str(annotation.__args__[0])
