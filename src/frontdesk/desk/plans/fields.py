"""The fields of a form: typed by the kind of the slot, with limits, choices, and what is known or likely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import TypeAlias

from frontdesk.desk.house import House
from frontdesk.dialogue.actions import Parameter
from frontdesk.dialogue.conversation import Choosing, Collecting, Conversation, Filled, Run, Source
from frontdesk.dialogue.effects import Shown
from frontdesk.dialogue.flow import Choose, Flow, Slot
from frontdesk.dialogue.values import Item, Money, Value, to_json
from frontdesk.language.readers.reading import Style
from frontdesk.language.replies.presence import last_bookable_day

FieldValue: TypeAlias = "str | int | tuple[str, ...]"

OPTION = "option"
YES, NO = "yes", "no"
LONGEST_LINE, LONGEST_TEXT = 200, 2_000  # characters of a value
LONGEST_DURATION = 31 * 24 * 60  # minutes
_TYPES: Mapping[str, str] = {
    "email": "email",
    "phone": "tel",
    "number": "number",
    "party": "number",
    "money": "number",
    "day": "date",
    "time": "time",
    "moment": "datetime",
    "duration": "duration",
    "notes": "textarea",
    "text": "text",
    "person_name": "text",
    "reference": "text",
}
_PARTY = 999
_UNSAID = frozenset({Source.MEMORY, Source.TOPIC, Source.DEFAULT, Source.MODEL})  # values that the guest did not give


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """One entry of a list: what is sent, and what it reads."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class FormField:
    """One field of a form. `slot` is what it fills; `suggested` says that nobody has said its value yet."""

    name: str
    placeholder: str
    type: str
    label: str
    hint: str
    required: bool
    choices: tuple[FieldChoice, ...] | None
    value: FieldValue | None
    error: str | None = None
    many: bool = False
    suggested: bool = False
    suggestion: str | None = None  # what may have been meant by a value that is wrong
    min: str | int | None = None
    max: str | int | None = None

    def as_data(self) -> dict[str, object]:
        """Return it as JSON has it."""
        choices = (
            None if self.choices is None else [{"value": each.value, "label": each.label} for each in self.choices]
        )
        plain = {name: getattr(self, name) for name in ("name", "placeholder", "type", "label", "hint", "required")}
        rest = {name: getattr(self, name) for name in ("error", "many", "suggested", "suggestion", "min", "max")}
        value = list(self.value) if isinstance(self.value, tuple) else self.value
        return {**plain, "choices": choices, "value": value, **rest}


@dataclass(frozen=True, slots=True)
class Setting:
    """What fields are made from: the house, where the conversation stands, and now."""

    house: House
    conversation: Conversation
    flow: Flow
    run: Run
    now: datetime
    likely: Mapping[str, Value]  # by kind: from what this guest booked before

    @property
    def today(self) -> date:
        """The day, where the business is."""
        return self.now.astimezone(self.house.business.zone).date()


def make_field(setting: Setting, slot: Slot, declared: Parameter | None, placeholder: str) -> FormField:
    """Return the field of a slot, with what is known of it or likely."""
    choices = choices_of(setting, slot)
    held = setting.run.slots.get(slot.name)
    guess = None if held is not None else _guess(setting, slot)
    value = field_value(setting, slot, held.value if held is not None else guess)
    least, most = _limits(setting, slot)
    return FormField(
        name=slot.name,
        placeholder=placeholder,
        type=_type(slot, choices),
        label=_label(slot, declared),
        hint=slot.hint or (declared.hint if declared else ""),
        required=is_required(setting.flow, slot) or _is_asked_for(setting, slot),
        choices=choices,
        value=value,
        many=slot.many,
        suggested=value is not None and (held is None or _is_unsaid(held)),
        min=least,
        max=most,
    )


def is_required(flow: Flow, slot: Slot) -> bool:
    """Say whether a form cannot do without a slot: one that nobody is asked for, or not always, is only a wish."""
    asked = any(getattr(step, "slot", None) == slot.name and step.when is None for step in flow.steps.values())
    return slot.required and asked


def _is_asked_for(setting: Setting, slot: Slot) -> bool:
    """Say whether the conversation cannot go on without it: what another value asks for is no wish any more."""
    position = setting.conversation.position
    return slot.required and isinstance(position, Collecting) and position.slot == slot.name


def _is_unsaid(held: Filled) -> bool:
    return held.source in _UNSAID


def _label(slot: Slot, declared: Parameter | None) -> str:
    """Return what a field is called: what the flow says, else what the action says, else the name of the slot."""
    own = Slot(slot.name, slot.kind).label
    return declared.label if declared and declared.label and slot.label == own else slot.label


def _type(slot: Slot, choices: tuple[FieldChoice, ...] | None) -> str:
    if choices is not None:
        return "multi" if slot.many else "select"
    return _TYPES.get(slot.kind, "text")


def choices_of(setting: Setting, slot: Slot) -> tuple[FieldChoice, ...] | None:
    """Return what can be chosen: options that were found, entries of a catalogue, yes or no; None: anything."""
    business = setting.house.business
    if slot.kind == OPTION:
        return _options(setting, slot)
    if slot.kind == "yesno":
        say = setting.house.phrases.wordings
        return tuple(FieldChoice(each, say[f"form.{each}"].texts[0]["any"]) for each in (YES, NO))
    if slot.kind == "service":
        return tuple(FieldChoice(each.id, each.name) for each in business.services.values())
    entries = tuple(FieldChoice(each.id, each.name) for each in business.catalogue if each.kind == slot.kind)
    return entries or None


def _options(setting: Setting, slot: Slot) -> tuple[FieldChoice, ...]:
    """Return the options that are shown now, and the one that was chosen."""
    step = next((each for each in setting.flow.choices if each.slot == slot.name), None)
    offer = setting.run.offers.get(step.source) if step else None
    if step is None or offer is None:
        return ()
    held = setting.run.slots.get(slot.name)
    visible = offer.visible() if _is_choosing(setting, step) else ()
    shown = [each for each in offer.options if each in visible or (held is not None and each.id == held.value)]
    rows = [Shown(number, each.id, each.fields) for number, each in enumerate(shown, start=1)]
    house = setting.house
    lines = house.phrases.option_lines(rows, house.context(setting.now), house.business, Style.RICH)
    return tuple(FieldChoice(each.id, line) for each, line in zip(shown, lines, strict=True))


def _is_choosing(setting: Setting, step: Choose) -> bool:
    position = setting.conversation.position
    return isinstance(position, Choosing) and position.step == step.name


def _guess(setting: Setting, slot: Slot) -> Value | None:
    """Return what the guest probably means: what was read and is in doubt, or what they booked before."""
    position = setting.conversation.position
    if isinstance(position, Collecting) and position.slot == slot.name and len(position.among) > 1:
        return position.among[0]
    likely = setting.likely.get(slot.kind)
    alike = [each for each in setting.flow.slots.values() if each.kind == slot.kind and each.guest]
    return likely if len(alike) == 1 else None


def _limits(setting: Setting, slot: Slot) -> tuple[str | int | None, str | int | None]:
    last = last_bookable_day(setting.house.business, setting.today)
    match slot.kind:
        case "day":
            return setting.today.isoformat(), last.isoformat() if last else None
        case "moment":
            now = setting.now.astimezone(setting.house.business.zone)
            return _local(now, setting), f"{last.isoformat()}T23:59" if last else None
        case "party":
            return 1, _PARTY
        case "duration":
            return 1, LONGEST_DURATION
        case "money":
            return 0, None
        case "notes" | "text":
            return None, LONGEST_TEXT
        case _:
            return None, None


def field_value(setting: Setting, slot: Slot, value: Value | None) -> FieldValue | None:
    """Return a value as its field has it; None also for a wish that no field can show: "as soon as possible"."""
    if value is None:
        return None
    if slot.many:
        every = value if isinstance(value, tuple) else (value,)
        texts = [_plain(setting, slot, each) for each in every]
        return tuple(str(text) for text in texts if text is not None)
    return _plain(setting, slot, value)


def _plain(setting: Setting, slot: Slot, value: Value) -> str | int | None:
    match value:
        case Item(_, identity):
            return identity
        case bool():
            return YES if value else NO
        case Money(amount, _):
            return f"{amount:f}"
        case datetime() if slot.kind == "moment":
            return _local(value, setting)
        case timedelta():
            return int(value.total_seconds()) // 60
        case Decimal():
            return f"{value:f}"
        case str() | int() | date() | time():
            plain = to_json(value)
            return plain if isinstance(plain, str | int) else None
        case _:
            return None


def _local(moment: datetime, setting: Setting) -> str:
    """Write a moment as the clock of the business shows it, which is how browsers ask for one."""
    return moment.astimezone(setting.house.business.zone).strftime("%Y-%m-%dT%H:%M")
