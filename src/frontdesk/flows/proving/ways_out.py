"""Finds the steps from which some answer leads to an end whatever is known: there no condition can hold a guest.

Of most flows these are all the steps, and then nothing more is to be proved.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import TypeAlias

from frontdesk.dialogue.flow import Act, Branch, Collect, End, Link, Step
from frontdesk.flows.proving.circles import circling
from frontdesk.flows.proving.graph import Edge, Way
from frontdesk.flows.proving.held import decided_by
from frontdesk.flows.proving.proofs import Settled
from frontdesk.flows.proving.together import Together, links

Steps: TypeAlias = frozenset[tuple[str, str]]  # flows, and steps of them


def sent_round(together: Together) -> frozenset[str]:
    """Return the flows in which an answer may send the guest round to where it is known and not asked for again."""
    return frozenset(name for name in together.drafts if _sends_round(together.own(name)))


def _sends_round(own: Settled) -> bool:
    steps = own.flow.steps.values()
    smooth = {name: [edge for edge in out if _is_smooth(edge)] for name, out in own.ways.items()}
    round_again = circling({name: [edge.target for edge in out] for name, out in smooth.items()})
    asked: dict[str, list[str]] = {}  # slot -> the questions for it that answers may lead to again
    for step in steps:
        if isinstance(step, Collect) and step.name in round_again:
            asked.setdefault(step.slot, []).append(step.name)
    deciding: dict[str, list[str]] = {}
    for step in steps:
        if isinstance(step, Branch) and step.name in round_again:
            for slot in decided_by(step):
                deciding.setdefault(slot, []).append(step.name)
    return any(_is_kept(own, smooth, slot, asked[slot], deciding[slot]) for slot in asked if slot in deciding)


def _is_kept(
    own: Settled, smooth: Mapping[str, list[Edge]], slot: str, asked: Iterable[str], branches: Iterable[str]
) -> bool:
    """Say whether answers lead from a question to a branch and from there to the question, its answer still known."""
    clears = own.flow.clears
    kept = {
        name: [edge.target for edge in out if slot not in clears.get((name, edge.target), ())]
        for name, out in smooth.items()
    }
    round_again = circling(kept)
    numbers = {round_again[name] for name in branches if name in round_again}
    return any(round_again.get(name) in numbers for name in asked)


def _is_smooth(edge: Edge) -> bool:
    return edge.way is not Way.EXIT and edge.way is not Way.OTHER


def holding(together: Together, round_again: AbstractSet[str]) -> Steps:
    """Return the steps from which an end is come to only as long as some condition holds, or never."""
    every = [together.own(name) for name in together.drafts]
    left = {(own.flow.name, step): own for own in every for step in own.flow.steps}
    leading = _leading(together)
    waiting = deque(reversed(left))
    is_waiting = set(left)
    while waiting:
        here = waiting.popleft()
        is_waiting.discard(here)
        own = left.get(here)
        if own is None:
            continue
        if _is_free(together, own, own.flow.steps[here[1]], left.keys(), is_sent_round=here[0] in round_again):
            del left[here]
            again = dict.fromkeys(one for one in leading.get(here, ()) if one not in is_waiting)
            waiting += again
            is_waiting.update(again)
    return frozenset(left)


def before(together: Together, steps: Steps) -> Steps:
    """Return the steps from which one of these can be come to, over other flows too; these among them."""
    leading = _leading(together)
    found, waiting = set(steps), list(steps)
    while waiting:
        new = set(leading.get(waiting.pop(), ())) - found
        found |= new
        waiting += new
    return frozenset(found)


def _leading(together: Together) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """Return the steps that lead to each step, those of other flows among them."""
    leading: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for name in together.drafts:
        own = together.own(name)
        for edge in (edge for out in own.ways.values() for edge in out):
            leading.setdefault((name, edge.target), []).append((name, edge.source))
        for step in links(own.flow):
            if step.flow in together.drafts:
                first = together.own(step.flow).flow.first
                leading.setdefault((step.flow, first), []).append((name, step.name))
    return leading


def is_answer(step: Step, edge: Edge, *, is_sent_round: bool) -> bool:
    """Say whether a guest can come this way by answering; that nothing is left to sell is no way out.

    Nor is anything that an action does not find for one whom an earlier answer sends round and round.
    """
    sold_out = isinstance(step, Act) and (step.guarded or is_sent_round) and edge.way is Way.OTHER
    return edge.way is not Way.EXIT and not sold_out


def _is_free(
    together: Together, own: Settled, step: Step, left: AbstractSet[tuple[str, str]], *, is_sent_round: bool
) -> bool:
    """Say whether a step has a way to where the guest is let out, whichever of its conditions hold."""
    skipped: list[bool] = []
    done: list[bool] = []
    for edge in own.ways[step.name]:
        if is_answer(step, edge, is_sent_round=is_sent_round):
            (skipped if edge.way is Way.SKIPPED else done).append((own.flow.name, edge.target) not in left)
    if isinstance(step, Branch):
        return all((*skipped, *done))
    if isinstance(step, Link):
        done.append(step.flow not in together.drafts or (step.flow, together.own(step.flow).flow.first) not in left)
    return all(skipped) and (any(done) or isinstance(step, End))
