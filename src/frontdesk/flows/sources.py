"""The stored source of a flow: all that its version rests on, in one text that layout and comments do not change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

from frontdesk.dialogue.actions import ActionSpec, Parameter
from frontdesk.dialogue.flow import Act, CallFlow, Choose, Confirm, Flow, Handoff, Link, Step, Tell
from frontdesk.flows.drafts import Known
from frontdesk.flows.proving.contracts import Contract
from frontdesk.flows.reading.document import Node, node_of, plain
from frontdesk.flows.reading.slot_kinds import Kinds
from frontdesk.flows.reading.wordings import plain_wording, wording_of


@dataclass(frozen=True, slots=True)
class Source:
    """A stored source, read back: the flow as its file said it, and what it referred to then."""

    name: str
    node: Node
    known: Known
    beyond: int  # moves that a turn takes in the flows it goes over to


def source_of(flow: Flow, node: Node, known: Known, beyond: int) -> str:
    """Write the flow, the contracts of its actions and of the flows it goes to, and the replies it names.

    How conversations came to a version is no part of it: a migration may be added without making another.
    """
    every = list(flow.steps.values())
    said = {step.message for step in every if isinstance(step, Confirm | Tell | Handoff)}
    said |= {step.ask for step in every if isinstance(step, Choose)}
    calls = sorted({step.call for step in every if isinstance(step, Act)})
    source: dict[str, object] = {
        "name": flow.name,
        "flow": _canonical(plain(node)),
        "actions": {call: _plain_action(known.actions[call]) for call in calls if call in known.actions},
        "everywhere": sorted(known.everywhere),
        "replies": {phrase: plain_wording(reply) for phrase in sorted(said) if (reply := known.reply(phrase))},
    }
    if any(slot.kind == "money" for slot in flow.slots.values()):
        source["currency"] = known.kinds.currency
    if flows := {step.flow: step for step in every if isinstance(step, CallFlow | Link)}:
        named = _named_slots(every)
        source["flows"] = {other: _plain_contract(known.contracts.get(other), named[other]) for other in sorted(flows)}
        source["beyond"] = beyond
    return json.dumps(source, ensure_ascii=False, separators=(",", ":"))


def fingerprint_of(source: str) -> str:
    """Name the version of a flow."""
    return hashlib.sha256(source.encode()).hexdigest()


def read_source(source: str) -> Source:
    """Read back what `source_of` wrote. Anything else is a mistake of ours, and raises."""
    stored = json.loads(source)
    actions = {name: _action(name, spec) for name, spec in stored["actions"].items()}
    replies = {phrase: wording_of(wording) for phrase, wording in stored["replies"].items()}
    contracts = {name: _contract(contract) for name, contract in stored.get("flows", {}).items()}
    kinds = Kinds(currency=stored.get("currency", ""), checked=False)
    known = Known(actions, kinds, replies, everywhere=stored["everywhere"], contracts=contracts)
    return Source(stored["name"], node_of(stored["flow"]), known, stored.get("beyond", 0))


def _canonical(flow: object) -> object:
    """Sort all keys but the names of slots, whose order is the order of questions in a form."""
    if not isinstance(flow, dict):
        return flow
    return {key: flow[key] if key == "slots" else _sorted(flow[key]) for key in sorted(flow) if key != "migrate"}


def _sorted(value: object) -> object:
    match value:
        case dict():
            return {key: _sorted(value[key]) for key in sorted(value)}
        case list():
            return [_sorted(item) for item in value]
        case _:
            return value


def _plain_action(spec: ActionSpec) -> dict[str, object]:
    return {
        "parameters": {name: [one.kind, one.required] for name, one in sorted(spec.parameters.items())},
        "outcomes": sorted(spec.outcomes),
        "successes": sorted(spec.successes),
        "outputs": dict(sorted(spec.outputs.items())),
        "fields": dict(sorted(spec.fields.items())),
        "perhaps": sorted(spec.perhaps),
        "brings": {outcome: sorted(names) for outcome, names in sorted(spec.brings.items())},
        "guarded": spec.guarded,
        "offers": spec.offers,
        **({"repeatable": True} if spec.repeatable else {}),
        **({} if spec.at_once else {"outside": True}),
    }


def _action(name: str, stored: dict[str, dict[str, tuple[str, bool]]]) -> ActionSpec:
    return ActionSpec(
        name=name,
        parameters={one: Parameter(kind, required) for one, (kind, required) in stored["parameters"].items()},
        outcomes=frozenset(stored["outcomes"]),
        successes=frozenset(stored["successes"]),
        outputs={one: str(kind) for one, kind in stored["outputs"].items()},
        guarded=bool(stored["guarded"]),
        offers=bool(stored["offers"]),
        fields={one: str(kind) for one, kind in stored["fields"].items()},
        perhaps=frozenset(stored["perhaps"]),
        brings={outcome: frozenset(map(str, names)) for outcome, names in stored["brings"].items()},
        repeatable=bool(stored.get("repeatable")),
        at_once=not stored.get("outside"),
    )


def _named_slots(steps: Iterable[Step]) -> dict[str, set[str]]:
    """Return of each flow that steps go to the slots that they name."""
    named: dict[str, set[str]] = {}
    for step in steps:
        if isinstance(step, CallFlow | Link):
            outputs = step.outputs if isinstance(step, CallFlow) else ()
            named.setdefault(step.flow, set()).update(step.inputs, outputs)
    return named


def _plain_contract(declared: Contract | None, slots: Iterable[str]) -> dict[str, object]:
    """Write of another flow only what this one rests on."""
    contract = declared or Contract()
    named = {*contract.inputs, *slots}
    return {
        "inputs": sorted(contract.inputs),
        "kinds": {slot: kind for slot, kind in sorted(contract.kinds.items()) if slot in named},
        "certain": sorted(contract.certain & named),
        "waits": contract.waits,
        "bound": contract.bound,
        **({"version": contract.version} if contract.version else {}),
    }


def _contract(stored: dict[str, object]) -> Contract:
    inputs, kinds, certain = stored["inputs"], stored["kinds"], stored["certain"]
    if not isinstance(inputs, list) or not isinstance(kinds, dict) or not isinstance(certain, list):
        raise TypeError("a contract is written as lists and a mapping")
    return Contract(
        inputs=tuple(map(str, inputs)),
        kinds={str(slot): str(kind) for slot, kind in kinds.items()},
        certain=frozenset(map(str, certain)),
        waits=bool(stored["waits"]),
        bound=int(str(stored["bound"])),
        version=str(stored.get("version", "")),
    )
