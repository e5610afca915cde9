"""The places of a flow that a conversation may reach: each step, and the ways on from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from frontdesk.dialogue.flow import Act, Branch, Choose, Collect, Confirm, Flow, Step
from frontdesk.flows.drawing.conditions import condition_text

GIVEN_UP = "given up"
YES, NO = "yes", "no"  # to a confirm


@dataclass(frozen=True, slots=True)
class Place:
    """Something of a flow that a conversation may reach: a step, or one of the ways on from it."""

    flow: str
    step: str
    way: str = ""  # empty: the step itself


def places_of(flow: Flow) -> Iterator[Place]:
    """Give every place of a flow: each step, followed by the ways on from it."""
    for name, step in flow.steps.items():
        yield Place(flow.name, name)
        yield from (Place(flow.name, name, way) for way in _ways(step))


def _ways(step: Step) -> Iterable[str]:
    match step:
        case Branch():
            return ways_of(step)
        case Act(on=on, succeeds=succeeds):
            return dict.fromkeys((*sorted(succeeds), *on))
        case Confirm(tries=tries):
            return (*_tries(tries), YES, NO, GIVEN_UP)
        case Collect(tries=tries) | Choose(tries=tries):
            return (*_tries(tries), GIVEN_UP)
        case _:
            return ()


def ways_of(branch: Branch) -> dict[str, str]:
    """Return where a branch leads, by the conditions that lead there: those with one target are one way."""
    texts: dict[str, list[str]] = {}
    for condition, target in branch.cases:
        texts.setdefault(target, []).append(condition_text(condition))
    texts.setdefault(branch.otherwise, []).append("otherwise")
    return {"; ".join(conditions): target for target, conditions in texts.items()}


def _tries(most: int) -> Iterator[str]:
    return (asked(count) for count in range(1, most + 1))


def asked(count: int) -> str:
    """Name a try of a question."""
    return "asked once" if count == 1 else f"asked {count} times"
