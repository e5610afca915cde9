"""What a flow is to the flows that call it or go over to it, and what an action must be to a flow that runs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from frontdesk.dialogue.actions import ActionSpec
from frontdesk.dialogue.flow import Act, CallFlow, Flow, Link
from frontdesk.flows.reading.slot_kinds import ANY_KIND, Kinds


@dataclass(frozen=True, slots=True)
class Contract:
    """What others may count on: its slots by kind, what it must be given, and how it comes back."""

    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    kinds: Mapping[str, str] = field(default_factory=dict)  # slot -> kind
    several: frozenset[str] = frozenset()  # slots that hold several values
    certain: frozenset[str] = frozenset()  # outputs that are filled whichever way it ends
    waits: bool = False  # it never comes back in the turn that called it
    bound: int = 0  # moves that a turn takes in it at most
    version: str = ""  # its fingerprint, where that is known


def outline(flow: Flow) -> Contract:
    """Return what can be told of a flow before anything is proved of it."""
    return Contract(
        inputs=flow.inputs,
        outputs=flow.outputs,
        kinds={name: slot.kind for name, slot in flow.slots.items()},
        several=frozenset(name for name, slot in flow.slots.items() if slot.many),
    )


def contract_of(step: CallFlow | Link, contracts: Mapping[str, Contract]) -> Contract:
    """Return the contract of the flow that a step goes to; one that could not be read is taken at its best."""
    outputs = step.outputs if isinstance(step, CallFlow) else {}
    return contracts.get(step.flow) or Contract(certain=frozenset(outputs), waits=True)


def suits(flow: Flow, act: Act, spec: ActionSpec) -> bool:
    """Say whether an action still takes and brings what a flow counts on, which may have begun before it changed."""
    fits = Kinds(checked=False).fits
    taken = all(
        name in spec.parameters and fits(flow.slots[slot].kind, spec.parameters[name].kind)
        for name, slot in act.arguments.items()
    )
    due = {name for name, parameter in spec.parameters.items() if parameter.required} <= act.arguments.keys()
    brought = all(fits(flow.slots[slot].kind, spec.outputs.get(name, "")) for name, slot in act.outputs.items())
    choices = [step for step in flow.choices if step.source == act.name]
    chosen = all(
        fits(flow.slots[slot].kind, spec.fields.get(name, ANY_KIND if not spec.fields else ""))
        for step in choices
        for name, slot in step.take.items()
    )
    return taken and due and brought and chosen and (spec.offers or not choices)
