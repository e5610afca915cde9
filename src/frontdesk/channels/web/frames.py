"""What goes over a conversation's socket, both ways, and how it is checked; `/docs` shows the schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from frontdesk.channels.web.host import FormFill, Line, Plain, Press
from frontdesk.channels.web.problems import what_is_wrong
from frontdesk.channels.web.shapes import CardShape, FormShape, OptionShape, PickerShape, PlanStepShape, StateShape

LONGEST_TEXT = 20_000  # characters that are taken in; the desk itself says when a message is longer than it reads
LONGEST_ID = 200
LONGEST_FIELD = 5_000  # characters of a value; the form itself says when it is longer than it takes
MOST_ENTRIES = 100  # values of a form, or of a field
PIECE = 60  # characters of a reply in one piece of its stream


class Strict(BaseModel):
    """Something from outside: what is not known is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Pressed(Strict):
    """A button that the guest pressed."""

    button: Literal["option", "more", "yes", "no", "change", "leave"]
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


FieldText: TypeAlias = Annotated[str, Field(max_length=LONGEST_FIELD)]
FieldEntry: TypeAlias = (
    FieldText | int | float | bool | Annotated[list[FieldText], Field(max_length=MOST_ENTRIES)] | None
)
Placeholder: TypeAlias = Annotated[str, Field(max_length=LONGEST_ID)]
FrameId: TypeAlias = Annotated[
    str, Field(min_length=1, max_length=LONGEST_ID, description="chosen by the client; the same id counts once")
]
SeenTurn: TypeAlias = Annotated[
    int | None, Field(ge=0, le=2**31 - 1, description="`turn` of the state that showed the form")
]


class UpdateParameter(Strict):
    """A field of a form was filled in; it is said so in the conversation. `null` or "" empties it."""

    type: Literal["update_parameter"]
    id: FrameId = Field(default_factory=lambda: uuid4().hex)
    run: str = Field(max_length=LONGEST_ID)
    placeholder: Placeholder
    value: FieldEntry

    def fill(self) -> FormFill:
        """Return it as the desk takes it."""
        return FormFill(self.run, {self.placeholder: texts_of(self.value)}, sent=False)


class ExecuteAction(Strict):
    """The form is filled in with these values and sent: a yes to all that it shows."""

    type: Literal["execute_action"]
    id: FrameId = Field(default_factory=lambda: uuid4().hex)
    run: str = Field(max_length=LONGEST_ID)
    values: dict[Placeholder, FieldEntry] = Field(default_factory=dict, max_length=MOST_ENTRIES)
    turn: SeenTurn = None

    def fill(self) -> FormFill:
        """Return it as the desk takes it."""
        return filled(self.run, self.values, self.turn)


def filled(run: str, values: Mapping[str, FieldEntry], turn: int | None) -> FormFill:
    """Return a form that was sent."""
    return FormFill(run, {name: texts_of(value) for name, value in values.items()}, sent=True, turn=turn)


def texts_of(value: FieldEntry) -> tuple[str, ...]:
    """Return what was put into a field as texts, whichever way JSON had it."""
    match value:
        case None:
            return ()
        case bool():
            return ("yes" if value else "no",)
        case list():
            return tuple(value)
        case _:
            return (str(value),)


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
    """How far something is. With a plan: `id` is the plan's, and this is how its steps stand.

    Without one, `id` is that of a message whose turn is being taken or has ended, and `state`, where it is there, is
    where the conversation stands then.
    """

    type: Literal["run_updated"] = "run_updated"
    id: str
    status: Literal["pending", "ready", "running", "completed", "failed", "blocked"]
    toolExecutionPlan: list[PlanStepShape] = Field(default_factory=list)  # noqa: N815 - as its readers know it
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
    """Something that was sent could not be taken; `about` is its id, if it had one.

    Of a form: `errors` says by placeholder what is wrong, and `form` is how it stands.
    """

    type: Literal["error"] = "error"
    kind: str
    detail: str
    about: str | None = None
    errors: dict[str, str] = Field(default_factory=dict)
    form: FormShape | None = None


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
    plan = None if state["run"] is None else {"type": "run_updated", **_plan(state["run"]), "state": None}
    frames = [plan, {**done, "state": state}, asked_for(state)]
    return tuple(_json(frame) for frame in frames if frame is not None)


def _plan(run: object) -> dict[str, object]:
    return run if isinstance(run, dict) else {}


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
