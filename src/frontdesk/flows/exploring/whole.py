"""Holds a walk as a whole to what no single step can show: turns that go in a circle, failures that sound well."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from frontdesk.dialogue.flow import Act
from frontdesk.flows.exploring.promises import SUCCESS_SOUNDS_DIFFERENT, TURNS_STOP
from frontdesk.flows.exploring.scope import Node, Scope


@dataclass
class Whole:
    """What a walk has seen that only makes sense side by side."""

    scope: Scope
    _following: dict[Hashable, dict[Hashable, Node]] = field(default_factory=dict)  # actions that follow in one turn
    _said_after: dict[tuple[str, str], dict[str, dict[tuple[str, ...], Node]]] = field(default_factory=dict)

    def follows(self, name: Hashable, following: Hashable, after: Node) -> None:
        """Note that one action led to another in the same turn."""
        self._following.setdefault(name, {}).setdefault(following, after)

    def ended(self, node: Node, outcome: str, after: Node) -> None:
        """Note what was said after an outcome of an action that books, moves, cancels or pays."""
        wanted, run, said = node.wanted, node.conversation.run, after.said()
        if wanted is not None and run is not None and said and self.scope.actions[wanted.action].guarded:
            outcomes = self._said_after.setdefault((run.flow, wanted.step), {})
            outcomes.setdefault(outcome, {}).setdefault(said, after)

    def broken(self) -> Iterator[tuple[str, str, Node]]:
        """Give the promises that do not hold: which, in which way, and a conversation that shows it."""
        circle = _circle(self._following)
        if circle is not None:
            yield TURNS_STOP, "actions follow each other without end", circle
        for (flow, step), outcomes in self._said_after.items():
            act = self.scope.flows.newest[flow].steps[step]
            successes = self.scope.actions[act.call].successes if isinstance(act, Act) else frozenset()
            happy = {said for outcome, words in outcomes.items() if outcome in successes for said in words}
            for outcome, words in outcomes.items():
                for said in happy.intersection(words) if outcome not in successes else ():
                    what = f"{step} says {', '.join(said)} after {outcome} as after a success"
                    yield SUCCESS_SOUNDS_DIFFERENT, what, words[said]


def _circle(following: dict[Hashable, dict[Hashable, Node]]) -> Node | None:
    """Return a conversation that comes round to an action it has been at in the same turn, if there is one."""
    finished: set[Hashable] = set()
    for start, after in following.items():
        path: list[Hashable] = [start]
        rest = [list(after.items())]
        while path:
            if not rest[-1]:
                rest.pop()
                finished.add(path.pop())
                continue
            name, node = rest[-1].pop()
            if name in path:
                return node
            if name not in finished and name in following:
                path.append(name)
                rest.append(list(following[name].items()))
    return None
