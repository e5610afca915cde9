"""Makes the steps that put values into slots and the steps that go to other flows."""

from __future__ import annotations

from collections.abc import Mapping

from frontdesk.dialogue.expression import holds, slots_read
from frontdesk.dialogue.flow import END, Assign, CallFlow, Copy, Link, Slot, Step
from frontdesk.dialogue.values import Value
from frontdesk.flows.findings import nearest, with_article
from frontdesk.flows.reading import flow_fields as keys
from frontdesk.flows.reading.assigned import Assigned
from frontdesk.flows.reading.kinds import Wrong
from frontdesk.flows.reading.places import Place
from frontdesk.flows.reading.schema import At, Field
from frontdesk.flows.reading.wordings import blanks

_WRITTEN = {"values", "slot", "value", "from"}  # the keys of a set step that say what goes where


def make_set(place: Place) -> Step:
    """Return a step that puts values into slots."""
    values: dict[str, Value | Copy] = {}
    for name, given in sorted(_assigned(place).items()):
        slot = place.reading.slots.get(place.slot(At(name, given.line)))
        value = _value(place, slot, given) if slot else None
        if value is not None:
            values[name] = value
    return Assign(place.name, values, place.next(), place.when())


def _assigned(place: Place) -> dict[str, Assigned]:
    """Return slot -> what goes into it, from either way of writing it."""
    record = place.record
    slot, text, copied = record.of(keys.ONE_SLOT), record.of(keys.VALUE), record.of(keys.COPIED)
    table = dict(record.of(keys.VALUES) or {})
    if record.lines.keys() & _WRITTEN not in ({"values"}, {"slot", "value"}, {"slot", "from"}):
        message = "A set step has either `values`, or one `slot` with either a `value` or a `from`."
        place.fault(record.line, "wrong_set", message)
    if slot and text:
        table[slot.value] = Assigned(slot.line, literal=text.value)
    elif slot and copied:
        table[slot.value] = Assigned(slot.line, source=copied.value)
    return table


def _value(place: Place, slot: Slot, given: Assigned) -> Value | Copy | None:
    kinds, source = place.reading.known.kinds, given.source
    if source is not None:
        other = place.reading.slots.get(place.slot(At(source, given.line)))
        if other is not None and (other.many != slot.many or not kinds.goes_into(other.kind, slot.kind)):
            are = with_article(other.kind), with_article(slot.kind)
            message = f"{other.name} is {are[0]}; it does not go into {slot.name}, which is {are[1]}."
            place.fault(given.line, "wrong_kind", message)
        return Copy(source)
    literal = given.literal or ""
    if kinds.is_free_text(slot.kind):
        _check_text(place, slot, At(literal, given.line))
    value = kinds.written(slot.kind, literal)
    if isinstance(value, Wrong):
        why = value.why or f'"{given.literal}" is not {with_article(slot.kind)}.'
        place.fault(given.line, "bad_value", why, value.suggestion)
        return None
    rule = slot.validate
    if rule is not None and slots_read(rule) == {slot.name} and not holds(rule, {slot.name: value}):
        place.fault(given.line, "bad_value", f'"{given.literal}" is not allowed by the `validate` of {slot.name}.')
    return (value,) if slot.many else value


def _check_text(place: Place, slot: Slot, text: At[str]) -> None:
    """Check a text that is put into a slot like any other that guests may read; it is put there as it is written."""
    named = sorted(blanks(text.value).named)
    if named:
        message = f"{slot.name} is set to what is written, with its braces; copy {named[0]} with `from`."
        place.fault(text.line, "bad_value", message)
    place.reading.caption(text)


def make_call(place: Place) -> Step:
    """Return a step that goes through another flow and comes back."""
    inputs, outputs = _slots_here(place, keys.GIVES), _slots_here(place, keys.TAKES)
    return CallFlow(place.name, _other_flow(place), place.next(), inputs, outputs, place.when())


def make_link(place: Place) -> Step:
    """Return a step that goes over to another flow for good; what follows it is reached only when it is skipped."""
    when = place.when()
    if place.record.of(keys.NEXT) and place.record.of(keys.WHEN) is None:
        message = f"{place.name} does not come back, so nothing is next after it; leave `next` out."
        place.fault(place.record.line_of(keys.NEXT), "never_next", message)
    following = place.next() if place.record.of(keys.WHEN) else END
    return Link(place.name, _other_flow(place), _slots_here(place, keys.GIVES), following, when)


def _other_flow(place: Place) -> str:
    named, there = place.record.need(keys.OTHER_FLOW), place.reading.known.flow_names
    if there is not None and named.value not in there:
        message = f'There is no flow "{named.value}".'
        place.fault(named.line, "unknown_flow", message, nearest(named.value, there))
    return named.value


def _slots_here(place: Place, field: Field[Mapping[str, At[str]]]) -> dict[str, str]:
    """Return slot of the other flow -> slot of this one."""
    return {theirs: place.slot(ours) for theirs, ours in sorted((place.record.of(field) or {}).items())}
