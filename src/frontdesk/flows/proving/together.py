"""Works out what flows are to each other: each is settled after those it calls, with a bound that includes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from frontdesk.dialogue.flow import CallFlow, End, Flow, Link
from frontdesk.flows.drafts import Draft
from frontdesk.flows.proving.assignment import Assignment, Certain
from frontdesk.flows.proving.circles import circling, gathered
from frontdesk.flows.proving.contracts import Contract, outline
from frontdesk.flows.proving.held import Changes
from frontdesk.flows.proving.proofs import Settled, certain_at, settle
from frontdesk.flows.proving.turns import Moment, Turns


@dataclass(slots=True)
class Together:
    """The flows of one business. `endless` are the call steps that come back to their own flow, by flow.

    `elsewhere` are the flows to which those lead that could not be read.
    """

    drafts: Mapping[str, Draft]
    elsewhere: frozenset[str] = frozenset()
    endless: dict[str, frozenset[str]] = field(default_factory=dict)
    given: dict[str, set[str]] = field(default_factory=dict)  # flow -> the slots that others fill when they go to it
    _own: dict[str, Settled] = field(default_factory=dict)  # with bounds that leave out the flows gone over to
    _contracts: dict[str, Contract] = field(default_factory=dict)
    _outlines: dict[str, Contract] = field(default_factory=dict)
    _changes: dict[str, Changes] = field(default_factory=dict)
    _certain: dict[str, Certain] = field(default_factory=dict)
    _after: dict[str, int] = field(default_factory=dict)  # flow -> the bits of those that it goes over to in the end
    _over: dict[str, list[str]] = field(default_factory=dict)  # the same, by name

    def __post_init__(self) -> None:
        """Find the calls that would never end, which no bound can include; and what flows are given."""
        round_again = circling({name: self._following(draft.flow, crossings) for name, draft in self.drafts.items()})
        for name, draft in self.drafts.items():
            for step in crossings(draft.flow):
                self.given.setdefault(step.flow, set()).update(step.inputs)
            own = round_again.get(name)
            back = [step.name for step in calls(draft.flow) if own is not None and round_again.get(step.flow) == own]
            if back:
                self.endless[name] = frozenset(back)
        places = {name: 1 << place for place, name in enumerate(self.drafts)}
        self._after = gathered(
            {name: self._following(draft.flow, links) for name, draft in self.drafts.items()}, places
        )

    def settled(self, name: str) -> Settled:
        """Return a flow with all that follows from its graph and from the flows it goes to."""
        own = self.own(name)
        return replace(own, flow=replace(own.flow, bound=own.flow.bound + self.beyond(name)))

    def own(self, name: str) -> Settled:
        """Return a flow settled with the flows that it calls; its bound leaves out those that it goes over to."""
        for one in self._due(name):
            draft = self.drafts[one]
            read = self._read(draft.flow)
            others = {step.flow: self.outline(step.flow) for step in read}
            others |= {step.flow: self.contract(step.flow) for step in read if self._is_counted(one, step)}
            self._own[one] = settle(replace(draft, known=replace(draft.known, contracts=others)))
        return self._own[name]

    def _due(self, name: str) -> Iterator[str]:
        """Give the flows that are to be settled before one can be, each after those that it calls, and it at last."""
        waiting = [name] if name not in self._own else []
        while waiting:
            left = [other for other in self._needs(waiting[-1]) if other not in self._own]
            if left:
                waiting += left
            else:
                due = waiting.pop()
                if due not in self._own:
                    yield due

    def _needs(self, name: str) -> Iterator[str]:
        """Give the flows whose contracts a flow is settled with, and those that these go over to for good."""
        for step in self._read(self.drafts[name].flow):
            if self._is_counted(name, step):
                yield step.flow
                yield from self._gone_over(step.flow)

    def _is_counted(self, name: str, step: CallFlow | Link) -> bool:
        """Say whether the bound of a flow includes the flow that a step goes to: a call that comes to an end."""
        return isinstance(step, CallFlow) and step.name not in self.endless.get(name, ())

    def outline(self, name: str) -> Contract:
        """Return what can be told of a flow before anything is proved of it."""
        if name not in self._outlines:
            self._outlines[name] = outline(self.drafts[name].flow)
        return self._outlines[name]

    def changes(self, name: str) -> Changes:
        """Return what changes on the ways of a flow."""
        if name not in self._changes:
            self._changes[name] = Changes(self.own(name).flow)
        return self._changes[name]

    def certain(self, name: str) -> Certain:
        """Return what is certain to be known on entering each step of a flow."""
        if name not in self._certain:
            self._certain[name] = certain_at(self.own(name))
        return self._certain[name]

    def contract(self, name: str) -> Contract:
        """Return what the flows that call this one may count on."""
        if name not in self._contracts:
            own = self.own(name)
            assignment = Assignment(own.draft, own.flow, own.ways, own.flow.clears)
            assignment.solve()
            comes_out = any(_is_way_out(own.flow, step) for step in reached(own.turns, self.entry(name), Turns.moves))
            self._contracts[name] = replace(
                self.outline(name),
                certain=assignment.certain(),
                waits=not comes_out,
                bound=own.flow.bound + self.beyond(name),
            )
        return self._contracts[name]

    def beyond(self, name: str) -> int:
        """Return how many moves a turn can take in the flows that this one goes over to, each of them once."""
        return sum(self.own(other).flow.bound + 1 for other in self._gone_over(name))

    def _gone_over(self, name: str) -> list[str]:
        """Return the other flows that one goes over to for good, at once or over others."""
        if name not in self._over:
            after = self._after[name] if any(links(self.drafts[name].flow)) else 0
            places = enumerate(self.drafts) if after else ()
            self._over[name] = [other for place, other in places if after >> place & 1 and other != name]
        return self._over[name]

    def entry(self, name: str) -> Moment:
        """Return what is certain when another flow goes to this one: nothing is agreed, and most slots are empty."""
        return self.own(name).turns.entered(self.given.get(name, set()))

    def _read(self, flow: Flow) -> list[CallFlow | Link]:
        """Return the steps to other flows that could be read."""
        return [step for step in crossings(flow) if step.flow in self.drafts]

    def _following(self, flow: Flow, steps: Callable[[Flow], Iterator[CallFlow | Link]]) -> list[str]:
        return [step.flow for step in steps(flow) if step.flow in self.drafts]


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
