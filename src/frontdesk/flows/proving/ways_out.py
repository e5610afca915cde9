"""Finds the steps from which some answer leads to an end whatever is known: there no condition can hold a guest.

Of most flows these are all the steps, and then nothing more is to be proved.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import TypeAlias

from frontdesk.dialogue.flow import Act, Branch, End, Link, Step
from frontdesk.flows.proving.graph import Edge, Way
from frontdesk.flows.proving.proofs import Settled
from frontdesk.flows.proving.together import Together, links

Steps: TypeAlias = frozenset[tuple[str, str]]  # flows, and steps of them


def holding(together: Together) -> Steps:
    """Return the steps from which an end is come to only as long as some condition holds, or never."""
    every = [together.own(name) for name in together.drafts]
    left = {(own.flow.name, step): own for own in every for step in reversed(tuple(own.flow.steps))}
    before = 0
    while before != len(left):
        before = len(left)
        for here, own in tuple(left.items()):
            if _is_free(together, own, own.flow.steps[here[1]], left.keys()):
                del left[here]
    return frozenset(left)


def before(together: Together, steps: Steps) -> Steps:
    """Return the steps from which one of these can be come to, over other flows too; these among them."""
    entering: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for name in together.drafts:
        own = together.own(name)
        for edge in (edge for out in own.ways.values() for edge in out):
            entering.setdefault((name, edge.target), []).append((name, edge.source))
        for step in links(own.flow):
            if step.flow in together.drafts:
                first = together.own(step.flow).flow.first
                entering.setdefault((step.flow, first), []).append((name, step.name))
    found, waiting = set(steps), list(steps)
    while waiting:
        new = set(entering.get(waiting.pop(), ())) - found
        found |= new
        waiting += new
    return frozenset(found)


def is_answer(step: Step, edge: Edge) -> bool:
    """Say whether a guest can come this way by answering; that nothing is left to sell is no way out."""
    sold_out = isinstance(step, Act) and step.guarded and edge.way is Way.OTHER
    return edge.way is not Way.EXIT and not sold_out


def _is_free(together: Together, own: Settled, step: Step, left: AbstractSet[tuple[str, str]]) -> bool:
    """Say whether a step has a way to where the guest is let out, whichever of its conditions hold."""
    skipped: list[bool] = []
    done: list[bool] = []
    for edge in own.ways[step.name]:
        if is_answer(step, edge):
            (skipped if edge.way is Way.SKIPPED else done).append((own.flow.name, edge.target) not in left)
    if isinstance(step, Branch):
        return all((*skipped, *done))
    if isinstance(step, Link):
        done.append(step.flow not in together.drafts or (step.flow, together.own(step.flow).flow.first) not in left)
    return all(skipped) and (any(done) or isinstance(step, End))
