"""Finds what is well formed and cannot be meant: a branch that decides nothing, a trigger that nobody could say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from frontdesk.dialogue.expression import TODAY, CompareSlots, Expression, Operator, slots_read
from frontdesk.dialogue.flow import Act, Assign, Branch, CallFlow, Choose, Collect, Confirm, Copy, Slot, Step
from frontdesk.flows.drafts import Draft
from frontdesk.flows.findings import with_article
from frontdesk.flows.proving.conditions import normal, renamed
from frontdesk.flows.proving.examples import Example, doing, to_step
from frontdesk.flows.proving.graph import edges
from frontdesk.flows.proving.possible import can_hold
from frontdesk.flows.proving.together import crossings
from frontdesk.flows.reading.document import Entries, Items, Node, Text, child_of
from frontdesk.flows.reading.slot_kinds import UNREAD
from frontdesk.flows.reading.wordings import blanks, is_malformed, shown_by

_WORD = re.compile(r"\w+")
_READ_AS_WRITTEN = frozenset({"phone", "email", "person_name", "name", "reference"})
_CATALOGUES = {"service": "`services`", "provider": "`providers`", "room": "`rooms`"}


def check_sense(drafts: Mapping[str, Draft]) -> None:
    """Report what the flows of a business say and cannot mean. Versions that were stored are not held to it."""
    for draft in drafts.values():
        for step in draft.flow.steps.values():
            match step:
                case Branch():
                    _check_cases(draft, step)
                case Confirm():
                    _check_shown(draft, step)
                case Collect():
                    _check_read(draft, step)
                case Assign():
                    _check_set(draft, step)
                case _:
                    pass
        _check_allowed(draft)
        _check_guests(draft)
        _check_asked(draft)
        _check_examples(draft)
        _check_handed(draft, drafts)
    _check_remembered(drafts.values())
    _check_triggers(drafts.values())
    _check_answers(drafts.values())


def _check_cases(draft: Draft, step: Branch) -> None:
    """A branch decides between ways, and a case that an earlier one is equal to is never taken."""
    conditions = [normal(condition) for condition, _ in step.cases]
    if not conditions:
        message = f"{step.name} has no cases, so it decides nothing; add one, or lead to {step.otherwise} at once."
        draft.fault(step.name, "no_cases", message)
    earlier: dict[Expression, int] = {}
    for place, condition in enumerate(conditions):
        first = earlier.setdefault(condition, place) + 1
        if first <= place:
            message = f"Case {place + 1} of {step.name} asks what case {first} asks, so it is never taken; take it out."
            draft.fault(step.name, "same_case", message)


def _check_shown(draft: Draft, step: Confirm) -> None:
    """What a confirm is said to show stands in every text of it, where its texts are known."""
    wording = draft.wording(step.message)
    for name in step.shows if wording else ():
        if wording and name not in shown_by(wording):
            message = f"{step.name} says that it shows {name}, and not every text of it does; put {{{name}}} there."
            draft.fault(step.name, "not_shown", message, _at(draft, step, f"{name} may not be in it"))


def _check_read(draft: Draft, step: Collect) -> None:
    """What is asked for must be of a kind that can be read from an answer."""
    kind = draft.flow.slots[step.slot].kind
    if kind in UNREAD:
        unread = f"No answer is read as {with_article(kind)}"
        message = f"{unread}, so {step.slot} cannot be asked for; actions and choices fill it."
        draft.report.add(draft.line_of(step.name), "unread_kind", message, UNREAD[kind], _in_vain(draft, step))
    elif draft.known.kinds.lacks(kind):
        where = _CATALOGUES.get(kind, f"`resources` of the kind {kind}")
        message = f"There is no {kind} in business.yaml, so no answer is read as one; list them there, under {where}."
        draft.report.add(draft.line_of(step.name), "unread_kind", message, "text", _in_vain(draft, step))
    elif kind == "day":
        _check_not_over(draft, step)


def _check_not_over(draft: Draft, step: Collect) -> None:
    """A guest's day is never one that is over, so a slot that allows no other could not be filled."""
    slots = draft.flow.slots
    rule = slots[step.slot].validate
    to_come = CompareSlots(step.slot, Operator.GREATER_OR_EQUAL, TODAY)
    if rule is not None and can_hold((rule,), slots) and not can_hold((rule, to_come), slots):
        message = f"No answer is read as a day that is over, and {step.slot} allows no other; let it be a text."
        draft.fault(step.name, "past_day", message, _in_vain(draft, step))


def _at(draft: Draft, step: Step, then: str) -> Example:
    """Write a conversation that comes to a step of a flow."""
    return to_step(draft.flow, edges(draft.flow, draft.known.actions), step.name, then)


def _in_vain(draft: Draft, step: Collect) -> Example:
    """Write a conversation in which no answer is the right one."""
    return (*_at(draft, step, ""), f"guest: gives {step.slot}", f"desk: {doing(step)} (it was not understood)")


def _check_allowed(draft: Draft) -> None:
    """What a slot must satisfy is asked of guests only, so nobody else may fill it."""
    flow = draft.flow
    for step in flow.steps.values():
        for name in _unasked(step):
            if name in flow.slots and flow.slots[name].validate is not None:
                message = (
                    f"{step.name} fills {name} with what its `validate` has not seen; "
                    f"fill another slot, and decide by a branch."
                )
                draft.fault(
                    step.name, "unchecked_value", message, _at(draft, step, f"{name} may be one that is not allowed")
                )


def _check_guests(draft: Draft) -> None:
    """What no guest fills is asked of none: it is in no question, list or trigger."""
    for step in draft.flow.steps.values():
        if isinstance(step, Collect | Choose) and not draft.flow.slots[step.slot].guest:
            message = f"Guests do not fill {step.slot} (`guest: no`), so {step.name} asks for it in vain."
            draft.fault(step.name, "vain_question", message)
    for trigger in _listed(draft.node, "trigger"):
        for name in sorted(blanks(trigger.value).named & draft.flow.slots.keys()):
            if not draft.flow.slots[name].guest:
                message = f'Guests do not fill {name} (`guest: no`), so "{trigger.value}" waits for it in vain.'
                draft.report.add(trigger.line, "vain_question", message)


def _check_asked(draft: Draft) -> None:
    """A slot with a question is asked for, or at least used: a `collect` step is easily forgotten."""
    steps = draft.flow.steps.values()
    used = {slot for step in steps if isinstance(step, Act) for slot in step.arguments.values()}
    named = _Named(draft.node)
    for slot in draft.flow.slots.values():
        if slot.ask is not None and slot.name not in used and not named.has(slot.name):
            declared = child_of(child_of(draft.node, "slots"), slot.name)
            line = declared.line if declared else draft.line
            message = f"No step asks for {slot.name} or uses it; add a `collect` step for it, or take it out."
            draft.report.add(line, "never_asked", message)


def _check_examples(draft: Draft) -> None:
    """An answer that guests are said to give is one: it would be read as what the slot holds."""
    for name, text in draft.known.judge.unread(draft.flow, draft.examples, draft.known.business):
        slot = child_of(child_of(draft.node, "slots"), name)
        lines = [one.line for one in _listed(slot, "examples") if one.value == text] if slot else []
        kind = with_article(draft.flow.slots[name].kind)
        message = f'"{text}" is not read as {kind}, so it is no answer to the question for {name}.'
        draft.report.add(next(iter(lines), draft.line), "bad_example", message)


def _check_set(draft: Draft, step: Assign) -> None:
    """What is written into a slot for a name, a number or an address is one: it would be read as that."""
    written = {
        name: (value,)
        for name, value in step.values.items()
        if isinstance(value, str) and draft.flow.slots[name].kind in _READ_AS_WRITTEN
    }
    for name, text in draft.known.judge.unread(draft.flow, written, draft.known.business):
        message = f'"{text}" is not read as {with_article(draft.flow.slots[name].kind)}, so it does not go into {name}.'
        draft.fault(step.name, "bad_value", message)


@dataclass(slots=True)
class _Named:
    """The words of a flow, by which of its slots they are said, or by none."""

    node: Node
    _anywhere: set[str] = field(default_factory=set)  # words outside of slots
    _by_slots: dict[str, set[str]] = field(default_factory=dict)  # word -> slots, two of them at most

    def __post_init__(self) -> None:
        """Read every text once."""
        for key, child in self.node.pairs if isinstance(self.node, Entries) else ():
            if key.value not in ("slots", "description"):
                self._anywhere.update(_words(child))
        slots = child_of(self.node, "slots")
        for key, child in slots.pairs if isinstance(slots, Entries) else ():
            for word in _words(child):
                said = self._by_slots.setdefault(word, set())
                said |= {key.value} if len(said) <= 1 else set()

    def has(self, name: str) -> bool:
        """Say whether a slot is named anywhere in its flow but where it is declared."""
        return name in self._anywhere or bool(self._by_slots.get(name, set()) - {name})


def _words(node: Node) -> Iterator[str]:
    return (word for text in _texts(node) for word in _WORD.findall(text))


def _texts(node: Node) -> Iterator[str]:
    match node:
        case Text(value):
            yield value
        case Items(nodes):
            yield from (text for item in nodes for text in _texts(item))
        case Entries(pairs):
            yield from (text for key, child in pairs for text in (key.value, *_texts(child)))


def _check_handed(draft: Draft, drafts: Mapping[str, Draft]) -> None:
    """What another flow is given satisfies what that asks of it, because the same is asked of it here."""
    for step in crossings(draft.flow):
        other = drafts[step.flow].flow.slots if step.flow in drafts else {}
        for theirs, ours in step.inputs.items():
            rule = other[theirs].validate if theirs in other else None
            if rule is None or normal(rule) == _renamed(draft.flow.slots[ours], theirs):
                continue
            message = (
                f"{step.name} gives {ours} to {step.flow}, where the `validate` of {theirs} has not seen it; "
                f"ask the same of {ours} here, or decide by a branch there."
            )
            then = f"{theirs} may be one that is not allowed"
            draft.fault(step.name, "unchecked_value", message, _at(draft, step, then))


def _renamed(slot: Slot, name: str) -> Expression | None:
    """Return what a slot must satisfy, as one of another name would say it; None if that rests on other slots too."""
    if slot.validate is None or slots_read(slot.validate) - {TODAY} != {slot.name}:
        return None
    return normal(renamed(slot.validate, name))


def _check_remembered(drafts: Iterable[Draft]) -> None:
    """What is remembered under a name is of one kind, whichever flow has learnt it."""
    first: dict[str, tuple[str, Slot]] = {}
    for draft in drafts:
        for slot in draft.flow.slots.values():
            if not slot.remember:
                continue
            flow, other = first.setdefault(slot.name, (draft.flow.name, slot))
            if (slot.kind, slot.many) != (other.kind, other.many):
                kinds = with_article(other.kind), with_article(slot.kind)
                message = f"{slot.name} is remembered as {kinds[0]} in {flow}, and as {kinds[1]} here."
                draft.report.add(draft.line, "two_kinds", f"{message} Give one of them another name.")


def _unasked(step: Step) -> Iterator[str]:
    """Give the slots that a step fills with what no guest has said for them."""
    match step:
        case Act(outputs=outputs) | CallFlow(outputs=outputs):
            yield from outputs.values()
        case Choose(take=take):
            yield from take.values()
        case Assign(values=values):
            yield from (name for name, value in values.items() if isinstance(value, Copy) and value.slot != name)
        case _:
            pass


def _check_triggers(drafts: Iterable[Draft]) -> None:
    """A trigger is whole, and begins one flow only."""
    first: dict[str, str] = {}
    for draft in drafts:
        for trigger in _listed(draft.node, "trigger"):
            if is_malformed(trigger.value):
                message = f'A brace in "{trigger.value}" belongs to no blank; a blank is {{slot}}.'
                whole = trigger.value.replace("{", "").replace("}", "").strip()
                draft.report.add(trigger.line, "bad_trigger", message, whole or None)
            for problem in draft.known.judge.trigger_problems(trigger.value, draft.known.business):
                draft.report.add(trigger.line, "bad_trigger", problem)
            said = " ".join(trigger.value.casefold().split())
            other = first.setdefault(said, draft.flow.name)
            if other != draft.flow.name:
                message = f'"{trigger.value}" begins {other} already; let it begin one of the two.'
                example = (f"guest: {trigger.value}", f"desk: asks whether {other} or {draft.flow.name} is meant")
                draft.report.add(trigger.line, "same_trigger", message, example=example)


def _check_answers(drafts: Iterable[Draft]) -> None:
    """A topic is answered by one flow: of two, one would never be come to."""
    first: dict[str, str] = {}
    for draft in drafts:
        for topic in _listed(draft.node, "answers"):
            other = first.setdefault(topic.value, draft.flow.name)
            if other != draft.flow.name:
                message = f'"{topic.value}" is answered by {other} already; let one of the two answer it.'
                draft.report.add(topic.line, "same_answer", message)


def _listed(node: Node, name: str) -> Iterator[Text]:
    for key, child in node.pairs if isinstance(node, Entries) else ():
        if key.value == name:
            yield from (
                each for each in (child.nodes if isinstance(child, Items) else (child,)) if isinstance(each, Text)
            )
