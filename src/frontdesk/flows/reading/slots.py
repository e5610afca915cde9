"""Reads the slots of a flow: those it declares, and those that its actions and choices bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from frontdesk.dialogue.expression import TODAY, holds, slots_read
from frontdesk.dialogue.flow import Role, Slot
from frontdesk.dialogue.patterns import PATTERNS
from frontdesk.dialogue.values import Value
from frontdesk.dialogue.wording import Wording
from frontdesk.flows.drafts import Known
from frontdesk.flows.findings import Report, nearest, with_article
from frontdesk.flows.proving.circles import circling
from frontdesk.flows.proving.conditions import compared
from frontdesk.flows.reading import flow_fields as keys
from frontdesk.flows.reading.expressions import Trouble, parse
from frontdesk.flows.reading.kinds import Wrong
from frontdesk.flows.reading.schema import At, Record
from frontdesk.flows.reading.slot_kinds import ANY_KIND, UNTOLD
from frontdesk.flows.reading.wordings import needed_by

_REFUSED = frozenset({"words"})  # what a text that refuses a value may show of it


@dataclass(slots=True)
class Reading:
    """One flow being read: its report, its surroundings, and the texts gathered so far."""

    flow: str
    report: Report
    known: Known
    steps: Mapping[str, Record]  # the steps that could be read, by name
    names: frozenset[str]  # the names of all steps
    wordings: dict[str, Wording] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)  # phrase -> line of its text
    extra: dict[str, frozenset[str]] = field(default_factory=dict)  # phrase -> values it may show besides slots
    slots: dict[str, Slot] = field(default_factory=dict)
    captions: list[At[str]] = field(default_factory=list)  # texts without blanks: labels and buttons

    def caption(self, text: At[str] | None) -> str:
        """Return a text that stands by itself, to be checked with the others; "" where there is none."""
        if text is None:
            return ""
        self.captions.append(text)
        return text.value

    def keep(self, phrase: str, wording: Wording, line: int) -> str:
        """Keep a text of this flow under a name of its own."""
        self.wordings[phrase] = wording
        self.lines[phrase] = line
        return phrase


def read_slots(record: Record, reading: Reading) -> None:
    """Read the declared slots, then add those that are only ever filled by actions and choices."""
    declared = record.of(keys.SLOTS) or {}
    if TODAY in declared:
        reading.report.add(declared[TODAY].line, "reserved_name", "`today` is the day itself; name the slot otherwise.")
    for name, one in declared.items():
        reading.slots[name] = _declared(name, one, reading) if one.whole else Slot(name, UNTOLD)
    _add_given(declared, reading)
    for brought, kind in _brought(reading):
        held = reading.slots.get(brought.value)
        if held is None:
            reading.slots[brought.value] = Slot(brought.value, kind)
        elif not reading.known.kinds.fits(held.kind, kind):
            message = f"{brought.value} is {with_article(held.kind)}; {with_article(kind)} does not go there."
            reading.report.add(brought.line, "wrong_kind", message)
    _check_parents(declared, reading)
    for name, one in declared.items():
        if one.whole:
            _add_validation(name, one, reading)


def _declared(name: str, record: Record, reading: Reading) -> Slot:
    kind = _kind(record.need(keys.SLOT_TYPE), reading)
    ask, why = record.of(keys.ASK), record.of(keys.WHY)
    required = record.of(keys.REQUIRED)
    return Slot(
        name=name,
        kind=kind,
        ask=reading.keep(f"{reading.flow}.{name}.ask", ask, record.line_of(keys.ASK)) if ask else None,
        why=reading.keep(f"{reading.flow}.{name}.why", why, record.line_of(keys.WHY)) if why else None,
        required=True if required is None else required,
        many=record.of(keys.MANY) or False,
        remember=record.of(keys.REMEMBER) or False,
        sensitive=record.of(keys.SENSITIVE) or False,
        default=_default(record, kind, reading),
        depends_on=tuple(parent.value for parent in record.of(keys.DEPENDS_ON) or ()),
        excludes=record.of(keys.EXCLUDES) or False,
        read_back=record.of(keys.READ_BACK) or False,
        examples=record.of(keys.EXAMPLES) or (),
        label=reading.caption(record.of(keys.LABEL)),
        hint=reading.caption(record.of(keys.HINT)),
        placeholder=record.of(keys.PLACEHOLDER) or "",
        guest=record.of(keys.GUEST) is not False,
        roles=frozenset(Role(role) for role in record.of(keys.ROLE) or ()),
    )


def _add_given(declared: Mapping[str, Record], reading: Reading) -> None:
    """Add the slots that the desk fills in a pattern; one that is declared is of the kind of what it gets."""
    given = PATTERNS[reading.flow].given if reading.flow in PATTERNS else {}
    for name, kind in given.items():
        held = reading.slots.setdefault(name, Slot(name, kind))
        if held.kind not in (kind, UNTOLD) or held.many:
            message = f"The desk itself fills {name} in {reading.flow}, and not with {with_article(held.kind)}."
            reading.report.add(declared[name].line, "wrong_kind", message, kind)


def _add_validation(name: str, record: Record, reading: Reading) -> None:
    """Add what a value must satisfy, which may look at every slot, so all of them must be there."""
    text, invalid = record.of(keys.VALIDATE), record.of(keys.INVALID)
    line = record.line_of(keys.INVALID)
    slot = reading.slots[name]
    if invalid is not None:
        slot = replace(slot, invalid=reading.keep(f"{reading.flow}.{name}.invalid", invalid, line))
        reading.extra[slot.invalid or ""] = _REFUSED
        for shown in sorted(needed_by(invalid) - _REFUSED.union(reading.known.everywhere)):
            message = f"{shown} may be empty when {name} is refused; write {{{shown}?}}."
            example = (f"guest: gives {name}", f"desk: refuses it ({shown} is empty)")
            reading.report.add(line, "may_be_empty", message, example=example)
        if "validate" not in record.lines:
            reading.report.add(line, "never_said", f"Nothing that is said for {name} is refused; add `validate`.")
    if text is not None:
        slot = _validated(slot, text, reading)
    reading.slots[name] = slot


def _validated(slot: Slot, text: At[str], reading: Reading) -> Slot:
    rule = parse(text.value, reading.slots, reading.known.kinds)
    if isinstance(rule, Trouble):
        message = f"At character {rule.column} of the condition: {rule.message}"
        reading.report.add(text.line, "bad_condition", message, rule.suggestion)
        return slot
    if slot.kind == UNTOLD:
        return slot  # nobody can tell what a value of it would be
    for other in compared(rule, frozenset({slot.name})):
        message = (
            f"A guest may give {slot.name} before {other}, and the condition compares it; "
            f"write `{other} is empty or ...`."
        )
        example = (f"guest: gives {slot.name}", f"desk: looks whether it is allowed ({other} is empty)")
        reading.report.add(text.line, "may_be_empty", message, example=example)
    if slot.default is not None and slots_read(rule) == {slot.name} and not holds(rule, {slot.name: slot.default}):
        message = f"The default of {slot.name} is not allowed by its own `validate`."
        reading.report.add(text.line, "bad_default", message)
    return replace(slot, validate=rule)


def _kind(kind: At[str], reading: Reading) -> str:
    kinds = reading.known.kinds
    if kinds.is_known(kind.value):
        return kind.value
    message = f'There is no kind of slot "{kind.value}"; a list of your own is one by its name, under `choices`.'
    reading.report.add(kind.line, "unknown_slot_type", message, nearest(kind.value, kinds.known()))
    return UNTOLD


def _default(record: Record, kind: str, reading: Reading) -> Value | None:
    text = record.of(keys.DEFAULT)
    if text is None:
        return None
    value = reading.known.kinds.literal(kind, text.value)
    if isinstance(value, Wrong):
        why = value.why or f'"{text.value}" is not {with_article(kind)}.'
        reading.report.add(text.line, "bad_default", why, value.suggestion)
        return None
    return (value,) if record.of(keys.MANY) else value


def _brought(reading: Reading) -> Iterator[tuple[At[str], str]]:
    """Give the slots that actions and choices fill, with the kind of what they bring."""
    for record in reading.steps.values():
        match record.need(keys.TYPE):
            case "action":
                spec = reading.known.actions.get(record.need(keys.CALL).value)
                for name, slot in (record.of(keys.MAP_OUTPUTS) or {}).items():
                    yield slot, spec.outputs.get(name, ANY_KIND) if spec else ANY_KIND
            case "choose":
                yield record.need(keys.SLOT), "option"
                fields = option_fields(record, reading)
                for name, slot in (record.of(keys.TAKE) or {}).items():
                    yield slot, fields.get(name, ANY_KIND)
            case "call":
                contract = reading.known.contracts.get(record.need(keys.OTHER_FLOW).value)
                for name, slot in (record.of(keys.TAKES) or {}).items():
                    yield slot, contract.kinds.get(name, ANY_KIND) if contract else ANY_KIND
            case _:
                pass


def option_fields(choose: Record, reading: Reading) -> Mapping[str, str]:
    """Return the fields that the options of a choose step have, as far as they are declared."""
    source = reading.steps.get(choose.need(keys.FROM).value)
    if source is None or source.need(keys.TYPE) != "action":
        return {}
    spec = reading.known.actions.get(source.need(keys.CALL).value)
    return spec.fields if spec else {}


def _check_parents(declared: Mapping[str, Record], reading: Reading) -> None:
    """Check that slots depend on slots there are, and on themselves by no detour."""
    round_again = circling({name: slot.depends_on for name, slot in reading.slots.items()})
    for name, record in declared.items():
        for parent in record.of(keys.DEPENDS_ON) or ():
            if parent.value not in reading.slots and parent.value not in declared:
                message = f'There is no slot "{parent.value}".'
                reading.report.add(parent.line, "unknown_slot", message, nearest(parent.value, reading.slots))
        if name in round_again:
            example = (f"guest: gives another {name}", f"desk: forgets it (it depends on a {name} that has changed)")
            message = f"{name} depends on itself."
            reading.report.add(record.line_of(keys.DEPENDS_ON), "depends_in_circle", message, example=example)
