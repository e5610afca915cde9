"""Makes drafts of the flows in a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from frontdesk.dialogue.flow import END, Confirm, Flow, FormUse, Step
from frontdesk.dialogue.wording import Wording
from frontdesk.flows.drafts import Draft, Known
from frontdesk.flows.findings import Report, nearest
from frontdesk.flows.reading import flow_fields as keys
from frontdesk.flows.reading.damage import damage, following, is_aside
from frontdesk.flows.reading.document import Entries, Node, Text
from frontdesk.flows.reading.kinds import NAME
from frontdesk.flows.reading.migrations import read_migrations
from frontdesk.flows.reading.schema import Record, Scalar, under
from frontdesk.flows.reading.slots import Reading, read_slots
from frontdesk.flows.reading.steps import make_step
from frontdesk.flows.reading.wordings import blanks, named_by, texts_of

MOST_STEPS = 2000  # of one flow: what is proved of it takes time and memory for each
_KEYS = frozenset(field.name for field in keys.FLOW.fields) - {"answers"}  # flows are not called like these


def named_flows(node: Node, report: Report) -> Iterator[tuple[str, Node]]:
    """Give the name and the node of each flow of a file."""
    pairs = node.pairs if isinstance(node, Entries) else ()
    flows = next((child for key, child in pairs if key.value == "flows"), None)
    for key, _ in pairs:
        if key.value != "flows":
            report.add(key.line, "unknown_key", f'A file of flows has no key "{key.value}".', "flows")
    if not isinstance(flows, Entries):
        report.add(node.line, "wrong_shape", "Here `flows:` is due, and under it a mapping of names to flows.")
        return
    before = ""
    for key, child in flows.pairs:
        if key.value in _KEYS and before:
            message = f'"{key.value}" stands beside the flows; indent it further, so that it stands under {before}.'
            report.add(key.line, "misplaced_key", message)
            continue
        name = Scalar(NAME).read(key, report)
        if name is not None:
            before = name
            yield name, under(key, child)


def called_in(node: Node) -> frozenset[str]:
    """Return the names of the flows that a flow calls, so that they can be read before it."""
    return _led_to(node, frozenset({"call"}))


def led_to_in(node: Node) -> frozenset[str]:
    """Return the names of the flows that a flow leads to, also one that cannot be read otherwise."""
    return _led_to(node, frozenset({"call", "link"}))


def _led_to(node: Node, types: frozenset[str]) -> frozenset[str]:
    named: set[str] = set()
    for step in _below(node, "steps"):
        if any(isinstance(kind, Text) and kind.value in types for kind in _below(step, "type")):
            named |= {name.value for name in _below(step, "flow") if isinstance(name, Text)}
    return frozenset(named)


def read_flow(name: str, node: Node, known: Known, report: Report) -> Draft | None:
    """Return a draft of the flow, or None after reporting what is wrong with it."""
    before = len(report.found)
    if _is_too_long(name, node, report):
        return None
    record = keys.FLOW.read(node, report)
    if record is None or not record.whole:
        return None
    steps = _named_steps(record, report)
    reading = Reading(name, report, known, steps, _step_names(node))
    read_slots(record, reading)
    after = following(node)
    made = {step: make_step(steps[step], step, after.get(step, END), reading) for step in steps}
    _check_texts(record, reading)
    _check_borders(record, reading)
    if not made and len(report.found) == before:
        report.add(record.line_of(keys.STEPS), "no_steps", f"{name} has no steps.")
    found = [finding for finding in report.found[before:] if not is_aside(finding)]
    hit = damage(node, found)
    if not made or hit is None:
        return None
    draft = replace(_draft(name, node, record, made, reading), is_whole=not found, damage=hit)
    if found:
        return draft
    return replace(draft, flow=replace(draft.flow, migrations=read_migrations(record, draft.flow, reading)))


def _is_too_long(name: str, node: Node, report: Report) -> bool:
    """Say whether a flow has more steps than are read, and report the first that is not."""
    steps = list(_below(node, "steps"))
    if len(steps) <= MOST_STEPS:
        return False
    message = (
        f"{name} has too many steps: {len(steps):,}, and at most {MOST_STEPS:,} are read; "
        f"part it, and `call` the parts."
    )
    report.add(steps[MOST_STEPS].line, "too_many_steps", message)
    return True


def _draft(name: str, node: Node, record: Record, steps: dict[str, Step], reading: Reading) -> Draft:
    flow = Flow(
        name=name,
        description=record.need(keys.DESCRIPTION),
        slots=reading.slots,
        steps=steps,
        first=next(iter(steps)),
        fingerprint="",  # it names all that the flow rests on, other flows too: `sources` adds it
        bound=0,
        triggers=tuple(trigger.value for trigger in record.of(keys.TRIGGER) or ()),
        examples=record.of(keys.FLOW_EXAMPLES) or (),
        answers=record.of(keys.ANSWERS) or (),
        inputs=tuple(slot.value for slot in record.of(keys.INPUTS) or ()),
        outputs=tuple(slot.value for slot in record.of(keys.OUTPUTS) or ()),
        interruptible=record.of(keys.INTERRUPTIBLE) is not False,
        form=record.of(keys.FORM) or FormUse.NEVER,
        lines={step: reading.steps[step].line for step in steps},
    )
    confirms = {step: reading.steps[step].of(keys.UNSHOWN) or () for step in steps if isinstance(steps[step], Confirm)}
    slots = (record.of(keys.SLOTS) or {}).items()
    return Draft(
        flow=flow,
        report=reading.report,
        line=record.line,
        known=reading.known,
        node=node,
        wordings=reading.wordings,
        unshown={step: frozenset(slot.value for slot in unshown) for step, unshown in confirms.items()},
        examples={slot: examples for slot, one in slots if (examples := one.of(keys.EXAMPLES))},
    )


def _named_steps(record: Record, report: Report) -> dict[str, Record]:
    steps: dict[str, Record] = {}
    for one in record.need(keys.STEPS):
        if one.whole:
            name = one.need(keys.STEP)
            if name.value == END:
                report.add(name.line, "reserved_name", "`end` is where every flow ends; name the step otherwise.")
            elif name.value in steps:
                first = steps[name.value].line
                report.add(
                    name.line, "duplicate_step", f"{name.value} is already the name of the step on line {first}."
                )
            else:
                steps[name.value] = one
    return steps


def _step_names(node: Node) -> frozenset[str]:
    """Return the names of all steps, those that cannot be read otherwise too, so that `next` may name them."""
    names: set[str] = set()
    for step in _below(node, "steps"):
        for name in _below(step, "step"):
            names |= {name.value} if isinstance(name, Text) else set()
    return frozenset(names)


def _below(node: Node, key: str) -> Iterator[Node]:
    for name, child in node.pairs if isinstance(node, Entries) else ():
        if name.value == key:
            yield from (child,) if isinstance(child, Text | Entries) else child.nodes


def _check_texts(record: Record, reading: Reading) -> None:
    """Check that texts and triggers name slots there are, and that texts say nothing they must not."""
    for trigger in record.of(keys.TRIGGER) or ():
        _check_blanks(blanks(trigger.value).named, trigger.line, reading)
    for phrase, wording in reading.wordings.items():
        there = reading.extra.get(phrase, frozenset()).union(reading.known.everywhere)
        _check_blanks(named_by(wording) - there, reading.lines[phrase], reading)
        check_texts(wording, reading.lines[phrase], reading.known, reading.report)
    for caption in reading.captions:
        for problem in reading.known.text_problems(caption.value):
            reading.report.add(caption.line, "text", problem)


def _check_borders(record: Record, reading: Reading) -> None:
    """Check that what a flow is given and gives back are slots of it."""
    for slot in (*(record.of(keys.INPUTS) or ()), *(record.of(keys.OUTPUTS) or ())):
        if slot.value not in reading.slots:
            message = f'There is no slot "{slot.value}".'
            reading.report.add(slot.line, "unknown_slot", message, nearest(slot.value, reading.slots))


def check_texts(wording: Wording, line: int, known: Known, report: Report) -> None:
    """Report what the texts of a wording must not say."""
    for text in texts_of(wording):
        for problem in known.text_problems(text):
            report.add(line, "text", problem)


def _check_blanks(names: frozenset[str], line: int, reading: Reading) -> None:
    for name in sorted(names - reading.slots.keys()):
        message = f'There is no slot "{name}" that this text could show.'
        reading.report.add(line, "unknown_slot", message, nearest(name, reading.slots))
