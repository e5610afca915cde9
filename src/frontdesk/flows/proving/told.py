"""Proves that a guest hears of what was done for them: something is said after the success of every guarded action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from frontdesk.dialogue.expression import Empty, Expression, Not, slots_read
from frontdesk.dialogue.flow import Act, Assign, CallFlow, Choose, Collect, Confirm, End, Handoff, Link, Step, Tell
from frontdesk.flows.drafts import Draft
from frontdesk.flows.proving.examples import along, shortest
from frontdesk.flows.proving.graph import Edge, Way, edges
from frontdesk.flows.proving.possible import can_hold
from frontdesk.flows.proving.proofs import Settled
from frontdesk.flows.proving.together import Together, calls, links


def check_told(proved: Iterable[Settled], together: Together) -> None:
    """Report every guarded action after whose success the guest may hear nothing."""
    settled = {one.flow.name: one for one in proved}
    silent = _Silent({name: one.draft for name, one in settled.items()})
    for name, one in settled.items():
        draft = one.draft
        for act in draft.flow.acts:
            way = silent.way_after(draft, act) if act.guarded else None
            if way is not None:  # only now is it worth finding out what is known there
                way = silent.way_after(draft, act, together.certain(name).of(act.name))
            if way is not None:
                before = shortest(silent.ways[draft.flow.name], draft.flow.first, act.name)
                message = (
                    f"When {act.call} has ended in `{way[0].outcome}`, the guest may be told nothing of it; "
                    f"let a `say` follow {act.name} on every way."
                )
                example = (*along(draft.flow, [*before, *way]), "desk: (says nothing)")
                draft.fault(act.name, "untold_success", message, example)


@dataclass(frozen=True, slots=True)
class _Walked:
    """How far a way has come in which nothing was said: what holds on it, and its part in the flow of the action."""

    flow: str
    step: str
    holds: tuple[Expression, ...]
    way: tuple[Edge, ...]
    began: str  # the flow of the action


@dataclass(slots=True)
class _Silent:
    """Looks for ways on which nothing is said."""

    drafts: Mapping[str, Draft]
    ways: dict[str, dict[str, tuple[Edge, ...]]] = field(init=False)
    speaking: set[str] = field(init=False)  # flows that say or ask something
    callers: dict[str, list[tuple[str, str]]] = field(default_factory=dict)  # flow -> where others go on after it
    gone_over: set[str] = field(default_factory=set)  # flows that others go over to for good

    def __post_init__(self) -> None:
        """Draw the graphs once."""
        self.ways = {name: edges(draft.flow, draft.known.actions) for name, draft in self.drafts.items()}
        self.speaking = {name for name, draft in self.drafts.items() if any(map(_speaks, draft.flow.steps.values()))}
        for name, draft in self.drafts.items():
            for step in calls(draft.flow):
                self.callers.setdefault(step.flow, []).append((name, step.next))
            self.gone_over |= {step.flow for step in links(draft.flow)}

    def way_after(self, draft: Draft, act: Act, known: frozenset[str] = frozenset()) -> tuple[Edge, ...] | None:
        """Return a way from the success of an action to an end at which nothing was said; None if there is none."""
        name, spec = draft.flow.name, draft.known.actions[act.call]
        waiting = [
            _Walked(name, edge.target, _filled(known | _brought(act, spec.certain(edge.outcome))), (edge,), name)
            for edge in self.ways[name][act.name]
            if edge.way is Way.SUCCESS
        ]
        seen: set[tuple[str, str, tuple[Expression, ...]]] = set()
        while waiting:
            here = waiting.pop()
            if (here.flow, here.step, here.holds) in seen:
                continue
            seen.add((here.flow, here.step, here.holds))
            step = self.drafts[here.flow].flow.steps.get(here.step)
            if step is None or isinstance(step, End):
                if self._is_over(here.flow):
                    return here.way
                waiting += self._back(here)
            else:
                waiting += self._onward(here, step)
        return None

    def _is_over(self, name: str) -> bool:
        """Say whether nobody goes on where a flow has ended: a guest began it, or another went over to it for good."""
        flow = self.drafts[name].flow
        return bool(flow.triggers or flow.answers) or name in self.gone_over or name not in self.callers

    def _back(self, here: _Walked) -> Iterator[_Walked]:
        """Give where the flows go on that have called the one that has ended."""
        for name, following in self.callers.get(here.flow, ()):
            yield replace(here, flow=name, step=following, holds=())

    def _onward(self, here: _Walked, step: Step) -> Iterator[_Walked]:
        for edge in self.ways[here.flow][step.name]:
            if (edge.way is Way.SKIPPED or not self._is_said(step)) and self._is_open(here, edge):
                holds = tuple(one for one in here.holds if slots_read(one).isdisjoint(_set_by(step)))
                way = (*here.way, edge) if here.flow == here.began else here.way
                yield replace(here, step=edge.target, holds=tuple(dict.fromkeys((*holds, *edge.given))), way=way)

    def _is_open(self, here: _Walked, edge: Edge) -> bool:
        return not edge.given or can_hold((*here.holds, *edge.given), self.drafts[here.flow].flow.slots)

    def _is_said(self, step: Step) -> bool:
        """Say whether the guest hears something at a step that is not skipped."""
        return _speaks(step) or (isinstance(step, CallFlow | Link) and step.flow in self.speaking)


def _speaks(step: Step) -> bool:
    return isinstance(step, Tell | Handoff | Collect | Choose | Confirm)


def _brought(act: Act, certain: frozenset[str]) -> frozenset[str]:
    return frozenset(slot for output, slot in act.outputs.items() if output in certain)


def _filled(slots: frozenset[str]) -> tuple[Expression, ...]:
    return tuple(Not(Empty(slot)) for slot in sorted(slots))


def _set_by(step: Step) -> frozenset[str]:
    match step:
        case Assign(values=values):
            return frozenset(values)
        case Act(outputs=outputs) | CallFlow(outputs=outputs):
            return frozenset(outputs.values())
        case _:
            return frozenset()
