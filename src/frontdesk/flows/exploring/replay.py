"""Walks a changed flow beside the original: steps that do not read what was changed are taken over as they were.

A walk of the original is recorded with the parts of the flow that each of its steps read. On the walk of a changed
flow only the steps that read a changed part are decided anew; each is compared with what the original did there.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from frontdesk.dialogue.conversation import Conversation
from frontdesk.dialogue.effects import CallStaff, RunAction
from frontdesk.dialogue.events import ActionEnded, Event
from frontdesk.dialogue.flow import Flow, Flows
from frontdesk.flows.exploring.alike import Likeness, where
from frontdesk.flows.exploring.explore import Limits, Walk
from frontdesk.flows.exploring.noting import Noted, Part, differing, noting
from frontdesk.flows.exploring.scope import Node, Scope, seen
from frontdesk.flows.exploring.steps import Steps

_Key = tuple[int, str]  # a node, by its identity, and the words of what happened there


@dataclass(frozen=True, slots=True)
class Taken:
    """A step of the original: where it led, and what of the flow it read."""

    after: Node | None
    read: frozenset[Part]


@dataclass(kw_only=True)
class Recording(Steps):
    """Steps through one flow of a business, each kept."""

    name: str  # of the flow
    taken: dict[_Key, Taken] = field(default_factory=dict)
    _noted: Noted = field(default_factory=set)
    _watched: Flows = field(init=False)
    _alike: dict[frozenset[Part], frozenset[Part]] = field(default_factory=dict)  # one of each, to save room

    def __post_init__(self) -> None:
        """Have the flow note what is read of it."""
        flows = self.scope.flows
        watched = noting(flows.newest[self.name], self._noted)
        self._watched = replace(flows, newest={**flows.newest, self.name: watched})

    @property
    def flows(self) -> Flows:
        """The flows, one of them watched."""
        return self._watched

    def take(self, node: Node, words: str, event: Event | None) -> Node | None:
        """Take a step, once, and keep it with what it read."""
        key = (id(node), words)  # every node that was reached is kept below, so its identity stays its own
        if key not in self.taken:
            self._noted.clear()
            after = super().take(node, words, event)
            read = frozenset(self._noted)
            self.taken[key] = Taken(after, self._alike.setdefault(read, read))
        return self.taken[key].after


@dataclass(frozen=True, slots=True)
class Original:
    """A recorded walk of one flow."""

    scope: Scope
    flow: Flow
    taken: dict[_Key, Taken]
    broken: frozenset[str]  # promises that it does not keep

    def after(self, node: Node, words: str, event: Event | None) -> Node | None:
        """Return where a step leads, be it one that the walk did not have to take."""
        known = self.taken.get((id(node), words))
        if known is not None:
            return known.after
        if isinstance(event, ActionEnded) and node.wanted is not None:
            event = replace(event, key=node.wanted.key)
        return Steps(self.scope).take(node, words, event)


def record(scope: Scope, name: str, limits: Limits) -> Original:
    """Walk a flow alone and keep every step."""
    steps, flow = Recording(scope, name=name), scope.flows.newest[name]
    walk = Walk(steps, limits)
    explored = walk.ended((walk.alone(flow),))
    broken = frozenset(breach.promise for breach in explored.breaches)
    return Original(scope, flow, steps.taken, broken)


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a changed flow first does something else than the original: the conversation so far, and both sides."""

    conversation: tuple[str, ...]
    original: str
    changed: str


@dataclass(kw_only=True)
class Beside(Steps):
    """Steps through a changed flow, beside those of the original."""

    original: Original
    changed: frozenset[Part]
    in_words: Difference | None = None  # where other words are said, and the same is asked and done
    in_deeds: Difference | None = None  # where something else is asked or done
    differs: bool = False  # something came out differently, though it may not show
    _twins: dict[int, tuple[Node, Node]] = field(default_factory=dict)  # our conversation, and the original's
    _likeness: Likeness = field(init=False)

    def __post_init__(self) -> None:
        """Work out what the changed flow reads."""
        self._likeness = Likeness(self.scope)

    def broken(self, promise: str, what: str, node: Node) -> None:
        """Keep what the original does not do as well."""
        if promise not in self.original.broken:
            super().broken(promise, what, node)

    def take(self, node: Node, words: str, event: Event | None) -> Node | None:
        """Take over the step of the original where it cannot differ; otherwise take it, and compare."""
        usual = self.original.taken.get((id(node), words))
        if usual is not None and self.changed.isdisjoint(usual.read):
            return usual.after
        after = super().take(node, words, event)
        if usual is not None and _same(after, usual.after):
            return usual.after
        twin = node if usual is not None else self._twins.get(id(node), (node, None))[1]
        if twin is not None and self.in_deeds is None:
            self.differs = True
            self._compare(node, after, self.original.after(twin, words, event))
        return usual.after if usual is not None and self._rejoins(node, after, usual.after) else after

    def _rejoins(self, before: Node, after: Node | None, usual: Node | None) -> bool:
        """Say whether only words differed, so that the original can be followed again."""
        if after is None or usual is None:
            return False
        if before.wanted is not None and self.scope.actions[before.wanted.action].guarded:
            return False  # what is said after a booking is compared when the walk is over
        alike = _but_for_words(after.conversation) == _but_for_words(usual.conversation)
        return alike and self._likeness.whole(after) == self._likeness.whole(usual)

    def _compare(self, before: Node, after: Node | None, usual: Node | None) -> None:
        """Note a difference that shows; where none does in what is asked and done, go on comparing from there."""
        if _deeds(after) != _deeds(usual):
            self.in_deeds = _difference(before, after, usual)
        elif after is not None and usual is not None:
            self._twins[id(after)] = (after, usual)
            if self.in_words is None and after.lines() != usual.lines():
                self.in_words = _difference(before, after, usual)


def walk_beside(original: Original, flow: Flow, limits: Limits) -> tuple[Beside, bool]:
    """Walk a changed flow until a promise is broken; say also whether the walk was cut short before."""
    flows = replace(original.scope.flows, newest={**original.scope.flows.newest, flow.name: flow})
    scope = replace(original.scope, flows=flows)
    steps = Beside(scope, original=original, changed=differing(original.flow, flow))
    walk = Walk(steps, replace(limits, breaches=1))
    walk.ended((walk.alone(flow),))
    return steps, walk.is_cut_short and not steps.breaches


def _same(one: Node | None, other: Node | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.effects == other.effects and one.conversation == other.conversation


def _but_for_words(conversation: Conversation) -> Conversation:
    """Leave out what was said and which steps said it; where it can be led back to is told by its likeness."""
    run = conversation.run
    return replace(conversation, said="", run=run and replace(run, path=()))


def _deeds(node: Node | None) -> Hashable:
    """Name what is asked and done, whatever the words."""
    if node is None:
        return None
    done = tuple(effect for effect in node.effects if isinstance(effect, RunAction | CallStaff))
    return where(node.conversation.position), tuple(seen(done))


def _difference(before: Node, after: Node | None, usual: Node | None) -> Difference:
    line = after.line if after is not None else usual.line if usual is not None else ""
    return Difference((*before.history(), line), _told(usual), _told(after))


def _told(node: Node | None) -> str:
    """Tell what came of a step: what was done and where that leads."""
    if node is None:
        return "it fails"
    told = [line.removeprefix("desk: ") for line in seen(node.effects)]
    place = getattr(node.conversation.position, "step", None)
    return ", ".join([*told, f"waits at {place}" if place and not node.wanted else ""]).removesuffix(", ")
