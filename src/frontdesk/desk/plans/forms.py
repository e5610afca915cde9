"""The form of a run: the next action that needs a yes, its arguments, and a field for each value a guest can give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from frontdesk.desk.actions.surroundings import name_of
from frontdesk.desk.cards.rows import caption, under_way
from frontdesk.desk.house import House
from frontdesk.desk.plans.fields import FormField, Setting, make_field
from frontdesk.dialogue.actions import Parameter
from frontdesk.dialogue.conversation import Changing, Choosing, Collecting, Confirming, Conversation, Run
from frontdesk.dialogue.flow import Confirm, Flow, FormUse
from frontdesk.dialogue.plan import Argument, Fetched, Lacking, Sheet, Standing, StepEnd, Supplied, plan_of, sheet_of
from frontdesk.dialogue.values import Item, Value, to_json
from frontdesk.scheduling.booking import Status
from frontdesk.storage.rows import BookingRow
from frontdesk.storage.unit import Unit

BY_NAME = ("city",)  # kinds that everybody calls by name


@dataclass(frozen=True, slots=True)
class ShownForm:
    """A form: the run it belongs to, the action it is for, and its fields."""

    run: str
    action: str
    arguments: Mapping[str, object]
    fields: tuple[FormField, ...]
    setting: Setting
    sheet: Sheet
    button: str  # what sends it
    leave: str  # what does not

    def as_data(self) -> dict[str, object]:
        """Return it as JSON has it."""
        fields = [field.as_data() for field in self.fields]
        return {"run": self.run, "action": self.action, "arguments": dict(self.arguments), "fields": fields}

    def field(self, placeholder: str) -> FormField | None:
        """Return the field of a placeholder."""
        return next((field for field in self.fields if field.placeholder == placeholder), None)


def run_id(conversation: str, number: int) -> str:
    """Name a run for those outside."""
    return f"{conversation}.{number}"


def conversation_of(run: str) -> str:
    """Return the conversation that a run belongs to, by its name."""
    return run.rpartition(".")[0]


def shows_form(flow: Flow, run: Run) -> bool:
    """Say whether a flow is shown as a form where it stands."""
    return flow.form is FormUse.ALWAYS or run.form


def shown_form(
    house: House, conversation: Conversation, now: datetime, past: Sequence[BookingRow] = ()
) -> ShownForm | None:
    """Return the form that a page shows; None where the flow has none, or nothing waits for the guest."""
    here = under_way(house, conversation)
    return form_of(house, conversation, now, past) if here is not None and shows_form(*here) else None


def form_of(
    house: House, conversation: Conversation, now: datetime, past: Sequence[BookingRow] = ()
) -> ShownForm | None:
    """Return what a form could ask for where a conversation stands, whether it is shown or not."""
    here = under_way(house, conversation)
    if here is None or not isinstance(conversation.position, Collecting | Choosing | Confirming | Changing):
        return None
    flow, run = here
    setting = Setting(house, conversation, flow, run, now, _likely(house, past))
    standing = Standing(flow, run, conversation.position, setting.today, _ends_by_path(flow, run))
    sheet = sheet_of(standing, plan_of(standing))
    if sheet is None:
        return None
    fields = _fields(setting, sheet)
    names = {field.name: field.placeholder for field in fields}
    arguments = {
        name: argument_data(house, flow, argument, sheet.step.act.arguments[name], names)
        for name, argument in sheet.step.arguments.items()
    }
    yes, no = _buttons(house, flow, sheet, now)
    return ShownForm(
        run_id(conversation.id, run.number), sheet.step.act.call, arguments, fields, setting, sheet, yes, no
    )


def _ends_by_path(flow: Flow, run: Run) -> dict[str, StepEnd]:
    """Return the steps that are done: what the run has come by needs no look into the log."""
    done = (act for act in flow.acts if act.name in run.path)
    return {act.name: StepEnd(next(iter(sorted(act.succeeds)), "")) for act in done}


def _fields(setting: Setting, sheet: Sheet) -> tuple[FormField, ...]:
    made: dict[str, FormField] = {}
    for name in sheet.slots:
        slot, declared = setting.flow.slots[name], _declared(setting.house, sheet, name)
        wished = slot.placeholder or (declared.placeholder if declared else "") or name
        placeholder = name if wished in made else wished
        made[placeholder] = make_field(setting, slot, declared, placeholder)
    return tuple(made.values())


def _declared(house: House, sheet: Sheet, slot: str) -> Parameter | None:
    """Return what the action that takes a slot declares of it."""
    taker = sheet.takers.get(slot)
    action = house.actions.get(taker[0]) if taker else None
    return action.spec.parameters.get(taker[1]) if action and taker else None


def _buttons(house: House, flow: Flow, sheet: Sheet, now: datetime) -> tuple[str, str]:
    step = flow.steps.get(sheet.step.act.confirmed_by or "")
    context = house.context(now)
    yes = step.yes if isinstance(step, Confirm) else ""
    no = step.no if isinstance(step, Confirm) else ""
    return yes or caption(house, "form.send", context), no or caption(house, "form.leave", context)


def argument_data(house: House, flow: Flow, argument: Argument, slot: str, names: Mapping[str, str]) -> object:
    """Return an argument as JSON: its value, a placeholder, or the step that it will come from."""
    match argument:
        case Supplied(value):
            return value_data(house, value)
        case Fetched(step, field):
            return "{{" + f"{step}.result.{field}" + "}}"
        case Lacking(name):
            text = "{{" + f"PLACEHOLDER_{names.get(name) or flow.slots[name].placeholder or name}" + "}}"
            return [text] if flow.slots[slot].many else text


def value_data(house: House, value: Value) -> object:
    """Return a value as plain data; a city by its name."""
    match value:
        case Item(kind, _) if kind in BY_NAME:
            return name_of(house.business, value)
        case tuple():
            return [value_data(house, each) for each in value]
        case _:
            return to_json(value)


def past_of(unit: Unit, conversation: str) -> Sequence[BookingRow]:
    """Return what the guest of a conversation has booked."""
    guest = unit.conversations.guest_of(conversation)
    return () if guest is None else unit.bookings.of_guest(guest)


def _likely(house: House, past: Sequence[BookingRow]) -> dict[str, Value]:
    """Return what a guest had the last time, by kind of value."""
    last = max((row for row in past if row.status is not Status.CANCELLED), key=lambda row: row.id, default=None)
    if last is None:
        return {}
    found: dict[str, Value] = {}
    if last.service in house.business.services:
        found["service"] = Item("service", last.service)
    if last.provider in house.business.resources:
        found["provider"] = Item("provider", str(last.provider))
    if last.party is not None:
        found["party"] = last.party
    return found
