"""What a filled form means: exactly its values, and a yes where it was sent. What cannot be taken is refused whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from frontdesk.desk.house import House
from frontdesk.desk.plans.fields import LONGEST_LINE, FormField, field_value
from frontdesk.desk.plans.forms import ShownForm, conversation_of, form_of, run_id
from frontdesk.desk.plans.reading import Unfit, read_field
from frontdesk.desk.scene import Arrival, Filling
from frontdesk.dialogue.conversation import Acting, Conversation, WithStaff
from frontdesk.dialogue.effects import Say
from frontdesk.dialogue.meanings import FillForm, Inform, Meaning, Skip
from frontdesk.dialogue.runs import values
from frontdesk.dialogue.values import Value
from frontdesk.language.readers.reading import Style
from frontdesk.language.replies.saying import say

SIGN = "\N{LOWER RIGHT PENCIL}"  # before a line that was filled in rather than said


class Refusal(StrEnum):
    """Why a form was not taken."""

    NO_RUN = "no-run"
    RUN_OVER = "run-over"
    NOT_NOW = "not-now"
    PLAN_CHANGED = "plan-changed"
    UNKNOWN_PLACEHOLDER = "unknown-placeholder"
    BAD_VALUE = "bad-value"
    LEFTOVER = "leftover-placeholder"
    UNKNOWN_TOOL = "unknown-tool"


@dataclass(slots=True)
class FormRefused(Exception):  # noqa: N818 - what happened to it
    """A form was not taken, and nothing has changed; `form` is how it stands, with what is wrong in its fields."""

    kind: Refusal
    detail: str
    errors: Mapping[str, str] = field(default_factory=dict)  # placeholder -> what is wrong, in a sentence
    form: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Understood:
    """What a filled form means, and how the transcript has it."""

    meanings: tuple[Meaning, ...]
    text: str


def understood_form(filling: Filling, arrival: Arrival, house: House, conversation: Conversation) -> Understood:
    """Return what a form means where the conversation stands; raises `FormRefused`."""
    return _Filled(filling, house, conversation, _form(filling, arrival, house, conversation)).understood()


def _form(filling: Filling, arrival: Arrival, house: House, conversation: Conversation) -> ShownForm:
    run, (_, _, number) = conversation.run, filling.run.rpartition(".")
    if conversation_of(filling.run) != conversation.id or not (number.isascii() and number.isdecimal()):
        raise FormRefused(Refusal.NO_RUN, "There is no such plan in this conversation.")
    if int(number[:9]) > conversation.runs:
        raise FormRefused(Refusal.NO_RUN, "There is no such plan in this conversation.")
    waiting = {run_id(conversation.id, one.run.number) for one in conversation.suspended}
    if filling.run in waiting or isinstance(conversation.position, Acting | WithStaff):
        raise FormRefused(Refusal.NOT_NOW, "Something else is being seen to right now; the plan waits for it.")
    if run is None or filling.run != run_id(conversation.id, run.number):
        raise FormRefused(Refusal.RUN_OVER, "This plan is done, or was left; nothing more is done with it.")
    form = form_of(house, conversation, arrival.at)
    if form is None:
        raise FormRefused(Refusal.NOT_NOW, "There is nothing to fill in here.")
    return form


@dataclass(frozen=True, slots=True)
class _Filled:
    """A filled form being read."""

    filling: Filling
    house: House
    conversation: Conversation
    form: ShownForm

    def understood(self) -> Understood:
        if self.filling.sent and self.form.action not in self.house.actions:
            raise self._refused(Refusal.UNKNOWN_TOOL, "The action of this plan is not there any more.")
        given = self._given()
        if self.filling.sent:
            self._check_unchanged(given)
            self._check_complete(given)
        known = values(self.form.setting.run)
        changed = {name: value for name, value in given.items() if value != known.get(name)}
        shown = tuple(each.name for each in self.form.fields)
        words = self._words(changed)
        informs = tuple(Inform(name, value, "") for name, value in changed.items() if value is not None)
        seen = self.filling.turn == self.conversation.version
        form = FillForm(shown, words, sent=self.filling.sent, card=seen)
        return Understood((form, *informs, *self._skips(given)), words)

    def _given(self) -> dict[str, Value | None]:
        """Return the values that were filled in, by slot; None for one that was emptied."""
        if any(self.form.field(name) is None for name in self.filling.values):
            names = ", ".join(each.placeholder for each in self.form.fields)
            raise self._refused(Refusal.UNKNOWN_PLACEHOLDER, f"The form has no such field; its fields are {names}.")
        given: dict[str, Value | None] = {}
        wrong: dict[str, FormField] = {}
        known = values(self.form.setting.run)
        for each in self.form.fields:
            if each.placeholder not in self.filling.values:
                continue
            read = self._read(each, self.filling.values[each.placeholder], known)
            if isinstance(read, FormField):
                wrong[each.placeholder] = read
            else:
                given[each.name] = read
                known |= {} if read is None else {each.name: read}
        if wrong:
            raise self._refused(Refusal.BAD_VALUE, "Some of the values cannot be taken.", wrong)
        return given

    def _read(self, each: FormField, texts: tuple[str, ...], known: Mapping[str, Value]) -> Value | FormField | None:
        filled = tuple(text for text in texts if text.strip())
        if not filled:
            is_known = each.name in self.form.setting.run.slots and each.value is not None
            return self._wrong(each, Unfit("form.missing"), "") if each.required and is_known else None
        slot = self.form.setting.flow.slots[each.name]
        others = {name: value for name, value in known.items() if name != each.name}
        read = read_field(self.form.setting, slot, filled, others)
        return self._wrong(each, read, filled[0]) if isinstance(read, Unfit) else read

    def _wrong(self, each: FormField, unfit: Unfit, text: str) -> FormField:
        """Return a field with what is wrong with its value, which stays in it to be corrected."""
        sentence = self._said(unfit.phrase)
        if unfit.suggestion is not None:
            sentence = f"{sentence} {self._said('form.did_you_mean', {'value': unfit.suggestion})}"
        kept = text[:LONGEST_LINE] or None
        return replace(each, value=kept, error=sentence, suggestion=unfit.suggestion, suggested=False)

    def _said(self, phrase: str, more: Mapping[str, Value] | None = None) -> str:
        house = self.house
        return house.phrases.text(
            Say(phrase, more or {}), house.context(self.form.setting.now), house.business, Style.RICH
        )

    def _refused(self, kind: Refusal, detail: str, wrong: Mapping[str, FormField] | None = None) -> FormRefused:
        fields = tuple((wrong or {}).get(each.placeholder, each) for each in self.form.fields)
        errors = {placeholder: each.error or "" for placeholder, each in (wrong or {}).items()}
        return FormRefused(kind, detail, errors, replace(self.form, fields=fields).as_data())

    def _check_unchanged(self, given: Mapping[str, Value | None]) -> None:
        """Refuse a form of an earlier turn that says otherwise than what is known by now."""
        if self.filling.turn is None or self.filling.turn == self.conversation.version:
            return
        known = values(self.form.setting.run)
        changed = [each for each in self.form.fields if each.name in known and given.get(each.name) != known[each.name]]
        if changed:
            notes = {each.placeholder: replace(each, error=self._said("form.changed")) for each in changed}
            raise self._refused(Refusal.PLAN_CHANGED, "The plan has changed since it was shown.", notes)

    def _check_complete(self, given: Mapping[str, Value | None]) -> None:
        """Refuse what would leave a placeholder in place of a value."""
        known = self.form.setting.run.slots
        lacking = [
            each
            for each in self.form.fields
            if each.required and each.name not in known and given.get(each.name) is None and each.choices != ()
        ]
        if lacking:
            missing = {each.placeholder: replace(each, error=self._said("form.missing")) for each in lacking}
            detail = f"These are still to be filled in: {', '.join(missing)}."
            raise self._refused(Refusal.LEFTOVER, detail, missing)

    def _skips(self, given: Mapping[str, Value | None]) -> Iterator[Meaning]:
        """Give what the guest will do without: what was emptied, and what a sent form leaves empty."""
        run, slots = self.form.setting.run, self.form.setting.flow.slots
        for each in self.form.fields:
            if each.required or each.name in run.skipped or given.get(each.name) is not None:
                continue
            known = run.slots.get(each.name)
            # A wish that no field can show, such as any time, is not taken back by an empty field.
            shown = known is not None and field_value(self.form.setting, slots[each.name], known.value) is not None
            if (each.name in given and shown) or (self.filling.sent and known is None):
                yield Skip("", each.name)

    def _words(self, changed: Mapping[str, Value | None]) -> str:
        """Return how the transcript has it: each value with what it is called, and the button."""
        filled = [each for each in self.form.fields if each.name in changed]
        lines = [f"{SIGN} {each.label}: {self._value_said(each, changed[each.name])}" for each in filled]
        return "\n".join([*lines, *([self.form.button] if self.filling.sent else [])]) or SIGN

    def _value_said(self, each: FormField, value: Value | None) -> str:
        if value is None:
            return "\N{EN DASH}"
        labels = {choice.value: choice.label for choice in each.choices or ()}
        if isinstance(value, str) and value in labels:
            return labels[value]
        return say(value, self.house.context(self.form.setting.now), self.house.business, Style.RICH)
