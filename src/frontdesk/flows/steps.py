"""Makes steps of what the file says, and checks that what they name is there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from frontdesk.dialogue.actions import ActionSpec
from frontdesk.dialogue.expression import Expression
from frontdesk.dialogue.flow import (
    DEFAULT_TRIES,
    END,
    Act,
    Branch,
    Choose,
    Collect,
    Confirm,
    End,
    Handoff,
    Step,
    Tell,
)
from frontdesk.flows import flow_fields as keys
from frontdesk.flows.expressions import Trouble, parse
from frontdesk.flows.findings import nearest
from frontdesk.flows.schema import At, Field, Record
from frontdesk.flows.slots import Reading, option_fields
from frontdesk.flows.wordings import needed_by, shown_by

HANDED_OVER = "handed_over"  # the built-in reply of a handoff that says nothing itself


@dataclass(frozen=True, slots=True)
class _Place:
    """A step being made: its record, its name, and the step that follows it in the file."""

    record: Record
    name: str
    following: str
    reading: Reading

    def fault(self, line: int, rule: str, message: str, suggestion: str | None = None) -> None:
        self.reading.report.add(line, rule, message, suggestion)

    def target(self, field: Field[At[str]]) -> str | None:
        """Return the step that a field names."""
        named = self.record.of(field)
        return self.checked(named) if named else None

    def checked(self, target: At[str]) -> str:
        names = self.reading.names
        if target.value != END and target.value not in names:
            message = f'There is no step "{target.value}".'
            self.fault(target.line, "unknown_step", message, nearest(target.value, (*names, END)))
        return target.value

    def next(self) -> str:
        return self.target(keys.NEXT) or self.following

    def when(self) -> Expression | None:
        condition = self.record.of(keys.WHEN)
        return self.condition(condition) if condition else None

    def condition(self, text: At[str]) -> Expression | None:
        parsed = parse(text.value, self.reading.slots, self.reading.known.kinds)
        if isinstance(parsed, Trouble):
            message = f"At character {parsed.column} of the condition: {parsed.message}"
            self.fault(text.line, "bad_condition", message, parsed.suggestion)
            return None
        return parsed

    def slot(self, name: At[str]) -> str:
        if name.value not in self.reading.slots:
            message = f'There is no slot "{name.value}".'
            self.fault(name.line, "unknown_slot", message, nearest(name.value, self.reading.slots))
        return name.value

    def tries(self) -> int:
        return self.record.of(keys.TRIES) or DEFAULT_TRIES

    def phrase(self, otherwise: str | None = None) -> str:
        """Return the phrase that the step says: a text of its own, or one of the replies."""
        field = keys.CHOICE_ASK if self.record.need(keys.TYPE) == "choose" else keys.MESSAGE
        text, named = self.record.of(field), self.record.of(keys.PHRASE)
        if text and named:
            self.fault(named.line, "two_texts", "A step says a text of its own or a phrase of the replies, not both.")
        if text:
            return self.reading.keep(f"{self.reading.flow}.{self.name}", text, self.record.line_of(field))
        if named is None and otherwise is None and not {field.name, "phrase"} & self.record.lines.keys():
            self.fault(self.record.line, "missing_text", f"{self.name} has nothing to say.")
        if named:
            self._check_reply(named)
        return named.value if named else otherwise or ""

    def _check_reply(self, named: At[str]) -> None:
        """Check that a reply is there, and that it needs no value that this flow does not have."""
        known = self.reading.known
        if not known.has_phrase(named.value):
            choices = {*(known.phrases or ()), *known.replies}
            message = f'There is no phrase "{named.value}".'
            self.fault(named.line, "unknown_phrase", message, nearest(named.value, choices))
        reply = known.reply(named.value)
        needed = needed_by(reply).difference(known.everywhere, self.reading.slots) if reply else ()
        for name in sorted(needed):
            message = f'The phrase {named.value} shows "{name}", and there is no such slot here.'
            self.fault(named.line, "unknown_slot", message)


def make_step(record: Record, name: str, following: str, reading: Reading) -> Step:
    """Return the step that a whole record declares; what it names wrongly is reported."""
    return _MAKERS[record.need(keys.TYPE)](_Place(record, name, following, reading))


def _collect(place: _Place) -> Step:
    slot = place.slot(place.record.need(keys.SLOT))
    declared = place.reading.slots.get(slot)
    known = place.reading.known
    usual = () if declared is None else (f"ask_{declared.kind}", "ask_any")
    if declared is not None and declared.ask is None and not any(known.has_phrase(phrase) for phrase in usual):
        place.fault(place.record.line, "missing_text", f'The slot {slot} has no "ask", so nothing can be asked here.')
    return Collect(place.name, slot, place.next(), place.when(), place.tries(), place.target(keys.ON_EXIT))


def _choose(place: _Place) -> Step:
    record = place.record
    source = place.checked(record.need(keys.FROM))
    _check_source(place, record.need(keys.FROM))
    fields = option_fields(record, place.reading)
    take = record.of(keys.TAKE) or {}
    _check_names(place, "option field", {name: at.line for name, at in take.items()}, fields or take)
    return Choose(
        name=place.name,
        slot=place.slot(record.need(keys.SLOT)),
        source=source,
        ask=place.phrase(),
        next=place.next(),
        take={name: place.slot(slot) for name, slot in take.items()},
        when=place.when(),
        tries=place.tries(),
        on_exit=place.target(keys.ON_EXIT),
    )


def _check_source(place: _Place, source: At[str]) -> None:
    found = place.reading.steps.get(source.value)
    if found is None:
        return
    call = found.of(keys.CALL) if found.need(keys.TYPE) == "action" else None
    spec = place.reading.known.actions.get(call.value) if call else None
    if call is None or (spec is not None and not spec.offers):
        message = f"{source.value} finds nothing that can be chosen; `from` names an action step that makes an offer."
        place.fault(source.line, "no_offer", message)


def _confirm(place: _Place) -> Step:
    record = place.record
    phrase = place.phrase()
    wording = place.reading.wordings.get(phrase) or place.reading.known.reply(phrase)
    shown = [place.slot(slot) for slot in record.of(keys.SHOWS) or ()]
    shown += [name for name in (shown_by(wording) if wording else ()) if name in place.reading.slots]
    for slot in record.of(keys.UNSHOWN) or ():
        place.slot(slot)
    return Confirm(
        name=place.name,
        message=phrase,
        shows=tuple(dict.fromkeys(shown)),
        next=place.next(),
        on_no=place.target(keys.ON_NO),
        when=place.when(),
        tries=place.tries(),
        on_exit=place.target(keys.ON_EXIT),
    )


def _action(place: _Place) -> Step:
    record = place.record
    call = record.need(keys.CALL)
    actions = place.reading.known.actions
    spec = actions.get(call.value)
    if spec is None:
        message = f'There is no action "{call.value}".'
        place.fault(call.line, "unknown_action", message, nearest(call.value, actions))
        spec = ActionSpec(call.value, {}, frozenset(), frozenset())
    else:
        _check_contract(place, spec)
    return Act(
        name=place.name,
        call=call.value,
        arguments=_arguments(place, spec),
        next=place.next(),
        outputs={name: slot.value for name, slot in (record.of(keys.MAP_OUTPUTS) or {}).items()},
        on={outcome: place.checked(target) for outcome, target in (record.of(keys.ON) or {}).items()},
        guarded=spec.guarded,
        succeeds=spec.successes,
        when=place.when(),
    )


def _check_contract(place: _Place, spec: ActionSpec) -> None:
    """Check what the step names of the action: arguments, outputs, outcomes."""
    for what, field, there in (
        ("argument", keys.WITH, spec.parameters),
        ("output", keys.MAP_OUTPUTS, spec.outputs),
        ("outcome", keys.ON, spec.outcomes),
    ):
        named = place.record.of(field) or {}
        _check_names(place, what, {name: at.line for name, at in named.items()}, there)


def _check_names(place: _Place, what: str, named: Mapping[str, int], there: Collection[str]) -> None:
    for name, line in named.items():
        if name not in there:
            rule = f"unknown_{what.replace(' ', '_')}"
            place.fault(line, rule, f'There is no {what} "{name}" here.', nearest(name, there))


def _arguments(place: _Place, spec: ActionSpec) -> Mapping[str, str]:
    """Return argument -> slot: as `with` says, and slots of the same name."""
    slots, given = place.reading.slots, place.record.of(keys.WITH) or {}
    arguments = {name: place.slot(slot) for name, slot in given.items()}
    for name, parameter in spec.parameters.items():
        if name not in arguments and name in slots:
            arguments[name] = name
        slot = slots.get(arguments.get(name, ""))
        if slot is None and parameter.required and name not in given:
            message = f'{spec.name} needs "{name}", and there is no slot of that name; say which with `with`.'
            place.fault(place.record.line, "missing_argument", message)
        if slot is not None and not place.reading.known.kinds.fits(slot.kind, parameter.kind):
            message = f"{slot.name} is a {slot.kind}; {spec.name} takes a {parameter.kind} as {name}."
            place.fault(place.record.line, "wrong_kind", message)
    return arguments


def _say(place: _Place) -> Step:
    return Tell(place.name, place.phrase(), place.next(), place.when())


def _branch(place: _Place) -> Step:
    cases: list[tuple[Expression, str]] = []
    for case in place.record.need(keys.CASES):
        if case.whole:
            condition = place.condition(case.need(keys.CASE_WHEN))
            target = place.checked(case.need(keys.CASE_NEXT))
            cases += [(condition, target)] if condition else []
    return Branch(place.name, tuple(cases), place.checked(place.record.need(keys.OTHERWISE)), place.when())


def _handoff(place: _Place) -> Step:
    target, when = place.target(keys.NEXT), place.when()
    if when is not None and target is None:
        message = f"{place.name} may be skipped, so say where the flow goes on: give it a `next`."
        place.fault(place.record.line, "missing_next", message)
    reason = place.record.of(keys.REASON) or place.name.replace("_", " ")
    return Handoff(place.name, reason, place.phrase(HANDED_OVER), target or END, when)


def _end(place: _Place) -> Step:
    return End(place.name)


_MAKERS: Mapping[str, Callable[[_Place], Step]] = {
    "collect": _collect,
    "choose": _choose,
    "confirm": _confirm,
    "action": _action,
    "say": _say,
    "branch": _branch,
    "handoff": _handoff,
    "end": _end,
}
