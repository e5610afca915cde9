"""Works out what flows are to each other: each is settled after those it calls, with a bound that includes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from frontdesk.dialogue.flow import CallFlow, Confirm, End, Flow, Link
from frontdesk.flows.drafts import Draft
from frontdesk.flows.proving.assignment import Assignment
from frontdesk.flows.proving.contracts import Contract, outline
from frontdesk.flows.proving.proofs import Settled, settle
from frontdesk.flows.proving.turns import Moment, Turns


@dataclass(slots=True)
class Together:
    """The flows of one business. `endless` are the call steps that come back to their own flow, by flow.

    `elsewhere` are the flows to which those lead that could not be read.
    """

    drafts: Mapping[str, Draft]
    elsewhere: frozenset[str] = frozenset()
    endless: dict[str, frozenset[str]] = field(default_factory=dict)
    _own: dict[str, Settled] = field(default_factory=dict)  # with bounds that leave out the flows gone over to
    _contracts: dict[str, Contract] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find the calls that would never end, which no bound can include."""
        for name, draft in self.drafts.items():
            calls = (step for step in crossings(draft.flow) if isinstance(step, CallFlow))
            back = {step.name for step in calls if name in self._reachable(step.flow, crossings) | {step.flow}}
            if back:
                self.endless[name] = frozenset(back)

    def settled(self, name: str) -> Settled:
        """Return a flow with all that follows from its graph and from the flows it goes to."""
        own = self.own(name)
        return replace(own, flow=replace(own.flow, bound=own.flow.bound + self.beyond(name)))

    def own(self, name: str) -> Settled:
        """Return a flow settled with the flows that it calls; its bound leaves out those that it goes over to."""
        if name not in self._own:
            draft = self.drafts[name]
            others = {step.flow: outline(self.drafts[step.flow].flow) for step in self._read(draft.flow)}
            for step in self._read(draft.flow):
                if isinstance(step, CallFlow) and step.name not in self.endless.get(name, ()):
                    others[step.flow] = self.contract(step.flow)
            self._own[name] = settle(replace(draft, known=replace(draft.known, contracts=others)))
        return self._own[name]

    def contract(self, name: str) -> Contract:
        """Return what the flows that call this one may count on."""
        if name not in self._contracts:
            own = self.own(name)
            assignment = Assignment(own.draft, own.flow, own.ways, own.flow.clears)
            assignment.solve()
            comes_out = any(_is_way_out(own.flow, step) for step in reached(own.turns, self.entry(name), Turns.moves))
            self._contracts[name] = replace(
                outline(own.flow),
                certain=assignment.certain(),
                waits=not comes_out,
                bound=own.flow.bound + self.beyond(name),
            )
        return self._contracts[name]

    def beyond(self, name: str) -> int:
        """Return how many moves a turn can take in the flows that this one goes over to, each of them once."""
        after = self._reachable(name, links) - {name}
        return sum(self.own(other).flow.bound + 1 for other in after)

    def entry(self, name: str) -> Moment:
        """Return what is certain when another flow goes to this one: nothing is agreed, and most slots are empty."""
        flow = self.drafts[name].flow
        steps = (step for draft in self.drafts.values() for step in crossings(draft.flow) if step.flow == name)
        given = {theirs for step in steps for theirs in step.inputs}
        kept = {slot.name for slot in flow.slots.values() if slot.remember or slot.default is not None}
        confirms = (step.name for step in flow.steps.values() if isinstance(step, Confirm))
        return Moment(flow.first, frozenset(flow.slots.keys() - given - kept), frozenset(confirms))

    def _read(self, flow: Flow) -> list[CallFlow | Link]:
        """Return the steps to other flows that could be read."""
        return [step for step in crossings(flow) if step.flow in self.drafts]

    def _reachable(self, name: str, following: Callable[[Flow], Iterator[CallFlow | Link]]) -> frozenset[str]:
        found: set[str] = set()
        waiting = [name]
        while waiting:
            draft = self.drafts.get(waiting.pop())
            new = {step.flow for step in following(draft.flow)} & self.drafts.keys() - found if draft else set()
            found |= new
            waiting += sorted(new)
        return frozenset(found)


def crossings(flow: Flow) -> Iterator[CallFlow | Link]:
    """Give the steps of a flow that go to another one."""
    return (step for step in flow.steps.values() if isinstance(step, CallFlow | Link))


def calls(flow: Flow) -> Iterator[CallFlow]:
    """Give the steps of a flow that go through another one and come back."""
    return (step for step in flow.steps.values() if isinstance(step, CallFlow))


def links(flow: Flow) -> Iterator[CallFlow | Link]:
    """Give the steps of a flow that go over to another one for good."""
    return (step for step in flow.steps.values() if isinstance(step, Link))


def reached(turns: Turns, entry: Moment, onward: Callable[[Turns, Moment], list[Moment]]) -> Iterator[str]:
    """Give the steps, the end included, that are come to from `entry`."""
    seen: set[Moment] = set()
    waiting = [entry]
    while waiting:
        now = waiting.pop()
        if now not in seen:
            seen.add(now)
            yield now.step
            waiting += onward(turns, now) if now.step in turns.flow.steps else []


def _is_way_out(flow: Flow, step: str) -> bool:
    return step not in flow.steps or isinstance(flow.steps[step], End | Link)
