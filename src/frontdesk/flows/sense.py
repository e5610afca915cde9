"""Finds what is well formed and cannot be meant: a branch that decides nothing, a trigger that nobody could say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from frontdesk.dialogue.expression import TODAY, Expression, slots_read
from frontdesk.dialogue.flow import Act, Assign, Branch, CallFlow, Choose, Collect, Confirm, Copy, Slot, Step
from frontdesk.flows.conditions import normal, renamed
from frontdesk.flows.document import Entries, Items, Node, Text
from frontdesk.flows.drafts import Draft
from frontdesk.flows.slot_kinds import UNREAD
from frontdesk.flows.together import crossings
from frontdesk.flows.wordings import is_malformed, shown_by

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
                case _:
                    pass
        _check_allowed(draft)
        _check_handed(draft, drafts)
    _check_remembered(drafts.values())
    _check_triggers(drafts.values())


def _check_cases(draft: Draft, step: Branch) -> None:
    """A branch decides between ways, and a case that an earlier one is equal to is never taken."""
    conditions = [normal(condition) for condition, _ in step.cases]
    if not conditions:
        message = f"{step.name} has no cases, so it decides nothing; add one, or lead to {step.otherwise} at once."
        draft.fault(step.name, "no_cases", message)
    for place, condition in enumerate(conditions):
        if condition in conditions[:place]:
            first = conditions.index(condition) + 1
            message = f"Case {place + 1} of {step.name} asks what case {first} asks, so it is never taken; take it out."
            draft.fault(step.name, "same_case", message)


def _check_shown(draft: Draft, step: Confirm) -> None:
    """What a confirm is said to show stands in every text of it, where its texts are known."""
    wording = draft.wording(step.message)
    for name in step.shows if wording else ():
        if wording and name not in shown_by(wording):
            message = f"{step.name} says that it shows {name}, and not every text of it does; put {{{name}}} there."
            draft.fault(step.name, "not_shown", message)


def _check_read(draft: Draft, step: Collect) -> None:
    """What is asked for must be of a kind that can be read from an answer."""
    kind = draft.flow.slots[step.slot].kind
    if kind in UNREAD:
        message = f"No answer is read as a {kind}, so {step.slot} cannot be asked for; actions and choices fill it."
        draft.report.add(draft.line_of(step.name), "unread_kind", message, UNREAD[kind])
    elif draft.known.kinds.lacks(kind):
        where = _CATALOGUES.get(kind, f"`resources` of the kind {kind}")
        message = f"There is no {kind} in business.yaml, so no answer is read as one; list them there, under {where}."
        draft.report.add(draft.line_of(step.name), "unread_kind", message, "text")


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
                draft.fault(step.name, "unchecked_value", message)


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
            draft.fault(step.name, "unchecked_value", message)


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
                message = f"{slot.name} is remembered as a {other.kind} in {flow}, and as a {slot.kind} here."
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
        for trigger in _triggers(draft.node):
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
                draft.report.add(trigger.line, "same_trigger", message)


def _triggers(node: Node) -> Iterator[Text]:
    for key, child in node.pairs if isinstance(node, Entries) else ():
        if key.value == "trigger":
            yield from (
                each for each in (child.nodes if isinstance(child, Items) else (child,)) if isinstance(each, Text)
            )
