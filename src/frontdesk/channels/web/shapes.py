"""The shapes of what the interface answers, for its documents and for those who write clients."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Shape(BaseModel):
    """Something that is answered: exactly these fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class OptionShape(Shape):
    """An option that is shown now; press it by its `id`."""

    number: int
    id: str
    text: str
    detail: str
    day: str | None
    start: str | None
    end: str | None


class RowShape(Shape):
    """A value in words, and what it is called."""

    slot: str
    label: str
    text: str


class PickerShape(Shape):
    """What a calendar may show; `free_days` says that openings can be asked for."""

    kind: Literal["day", "time", "moment"]
    slot: str
    first: str
    last: str | None
    free_days: bool
    services: list[str]
    provider: str | None
    moving: int
    day: str | None
    online: bool
    party: int | None


class CardShape(Shape):
    """What a yes would agree to, value by value."""

    rows: list[RowShape]
    yes: str
    no: str
    ends: bool
    changeable: list[str]
    digest: str
    start: str | None
    online: bool


class ReceiptShape(Shape):
    """A booking of this conversation; `link` opens it for whoever has it."""

    title: str
    rows: list[RowShape]
    start: str
    end: str
    online: bool
    status: str
    reference: str
    address: str
    link: str


class FieldChoiceShape(Shape):
    """An entry of a list: what is sent, and what it reads."""

    value: str
    label: str


class FieldShape(Shape):
    """A field of a form. `suggested`: nobody has said its value; `suggestion`: what a wrong one may have meant."""

    name: str = Field(description="the slot that it fills")
    placeholder: str = Field(description="what it is filled in by")
    type: Literal[
        "text", "textarea", "email", "tel", "number", "date", "time", "datetime", "duration", "select", "multi"
    ]
    label: str
    hint: str
    required: bool
    choices: list[FieldChoiceShape] | None
    value: str | int | list[str] | None
    error: str | None
    many: bool
    suggested: bool
    suggestion: str | None
    min: str | int | None
    max: str | int | None


class FormShape(Shape):
    """The form of a plan: the action that a yes would run, and a field for each value that the guest can give."""

    run: str
    action: str
    arguments: dict[str, Any] = Field(description="values, `{{PLACEHOLDER_name}}`, or `{{step.result.field}}`")
    fields: list[FieldShape]


class ShownFormShape(FormShape):
    """A form as a page shows it, with the texts of its buttons."""

    button: str
    leave: str


class PlanStepShape(Shape):
    """A step of a plan: a tool, what it is called with, and how far it has come."""

    id: str
    tool: str
    arguments: dict[str, Any]
    status: Literal["pending", "ready", "running", "completed", "failed", "blocked"]
    dependsOn: list[str]  # noqa: N815 - as its readers know it
    result: dict[str, Any] | None = None
    error: str | None = None


class PlanShape(Shape):
    """What a flow will do, step by step."""

    id: str
    status: Literal["pending", "ready", "running", "completed", "failed", "blocked"]
    toolExecutionPlan: list[PlanStepShape]  # noqa: N815 - as its readers know it


class PlanPage(PlanShape):
    """A plan, the turn that it is of, and the form for what it lacks; null where nothing can be filled in."""

    turn: int
    form: FormShape | None


class StateShape(Shape):
    """Where a conversation stands, as a page shows it."""

    turn: int
    position: str
    asking: str | None = Field(description="a slot, `choice`, `confirmation`, or null")
    options: list[OptionShape]
    more: bool
    expires: str | None
    picker: PickerShape | None
    card: CardShape | None
    form: ShownFormShape | None
    run: PlanShape | None
    with_staff: str | None
    bookings: list[ReceiptShape]


class StepShape(Shape):
    """The flow and the step that a conversation stands at."""

    flow: str
    step: str


class DidShape(Shape):
    """An action that was run."""

    action: str
    arguments: dict[str, Any]
    outcome: str
    by: str


class OfferedShape(BaseModel):
    """An option as a turn tells it; the other fields are those of what is offered."""

    option: int


class BookedGuestShape(Shape):
    """Whom a booking is for."""

    name: str | None
    phone: str | None
    email: str | None


class BookedShape(BaseModel):
    """A booking as a turn tells it; the other fields are those of its kind."""

    reference: str
    kind: str
    status: str
    service: str
    start: str
    end: str
    guest: BookedGuestShape


class TurnShape(Shape):
    """What a turn came to: the object that `frontdesk chat --json` prints, with `state` for a page."""

    conversation: str
    turn: int
    guest: str
    reply: str
    position: str
    asking: str | None
    step: StepShape | None
    did: list[DidShape]
    known: dict[str, Any]
    offered: list[OfferedShape]
    form: FormShape | None
    run: PlanShape | None
    bookings: list[BookedShape]
    state: StateShape


class BegunConversation(Shape):
    """A conversation and the token that opens it. Keep the token: it is not shown again."""

    id: str = Field(examples=["0f3c8d6f1f0e4f0f9a5b7c6d5e4f3a2b"])
    token: str = Field(examples=["kD3m0n9QxJ1y8vT2bC5wLZaE"])


class SaidLine(Shape):
    """One thing that was said; a `note` is what happened: that a person has joined or left."""

    id: int
    turn: int
    side: Literal["guest", "desk", "staff", "note"]
    text: str
    at: str
    name: str | None = Field(description="of whoever of staff said it")


class ConversationPage(Shape):
    """What was said after a line; `next` is the line to go on after, or null at the end."""

    id: str
    messages: list[SaidLine]
    next: int | None
    state: StateShape


class OpeningShape(Shape):
    """A free time, and with whom."""

    start: str
    end: str
    id: str
    provider: str


class OpeningsPage(Shape):
    """What is free, by day; `known` is false where nothing can be told yet."""

    known: bool
    days: dict[str, list[OpeningShape]]


class LookShape(Shape):
    """How the chat looks."""

    accent: str
    radius: int
    logo: str | None


class SuggestionShape(Shape):
    """Something that guests usually want: what the button reads, and what is said with it."""

    label: str
    text: str


class ProfilePage(Shape):
    """How a business presents itself."""

    id: str
    name: str
    desk: str
    language: str
    zone: str
    first_weekday: int = Field(description="the day a week begins with there: 1 is Monday, 7 is Sunday")
    address: str
    phone: str
    look: LookShape
    greeting: str
    hours: str
    suggestions: list[SuggestionShape]
    texts: dict[str, str]


class FramesPage(Shape):
    """JSON Schemas of what goes over the socket, by direction and type."""

    from_guest: dict[str, Any]
    to_guest: dict[str, Any]


class StatusPage(Shape):
    """How a server is."""

    status: Literal["up", "ready"]
