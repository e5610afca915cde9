"""Walks every position, guest move and action outcome of a business through the real `decide`.

Slots are abstracted: one or two values stand for all, and conversations that differ only in what no step still reads
are walked once. Each flow is walked alone and whole; then every question is put off by every other flow, down to the
depth limit. What stands for many conversations is always a real one, so a counter-example can be replayed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field

from frontdesk.dialogue.conversation import Conversation, Idle, Sorting, WithStaff
from frontdesk.dialogue.events import Event, GuestWasSilent, StaffLeft, StaffTookOver
from frontdesk.dialogue.flow import Flow
from frontdesk.flows.exploring.alike import Likeness
from frontdesk.flows.exploring.moves import UNANSWERING, endings, interruptions, moves, opening, shortly
from frontdesk.flows.exploring.promises import NOT_FOREVER, is_too_deep
from frontdesk.flows.exploring.samples import START
from frontdesk.flows.exploring.scope import MOST_TRIES, Breach, Node, Scope
from frontdesk.flows.exploring.steps import Steps
from frontdesk.flows.exploring.whole import Whole

ROOT = Node(Conversation("c", "b"), START)  # where every walk begins
_SILENCE, _LATER = "(silence)", "(half an hour passes)"


@dataclass(frozen=True, slots=True)
class Limits:
    """When a walk is cut short: after so many positions, or so many broken promises."""

    positions: int = 50_000
    breaches: int = 5


@dataclass(frozen=True, slots=True)
class Walked:
    """How much was seen of one part of the whole."""

    name: str
    positions: int
    edges: int


@dataclass(frozen=True, slots=True)
class Explored:
    """All that was seen, and every promise that was found broken, with its shortest conversation."""

    parts: tuple[Walked, ...]
    breaches: tuple[Breach, ...]
    is_cut_short: bool


def explore(scope: Scope, limits: Limits | None = None) -> Explored:
    """Walk all flows of a business, each alone and then interrupted by the others."""
    walk = Walk(Steps(scope), limits or Limits())
    parts = [walk.alone(flow) for flow in scope.flows.newest.values()]
    parts.append(walk.interrupted())
    return walk.ended(tuple(parts))


def explore_flow(steps: Steps, name: str, limits: Limits | None = None) -> Explored:
    """Walk one flow alone."""
    walk = Walk(steps, limits or Limits())
    return walk.ended((walk.alone(steps.scope.flows.newest[name]),))


@dataclass
class Walk:
    """A walk under way."""

    steps: Steps
    limits: Limits
    is_cut_short: bool = False
    edges: int = 0
    seen: dict[Hashable, Node] = field(default_factory=dict)  # by what they are like, of the flow walked last
    _likeness: Likeness = field(init=False)
    _whole: Whole = field(init=False)
    _questions: dict[Hashable, Node] = field(default_factory=dict)  # one conversation for each place to wait at

    def __post_init__(self) -> None:
        """Work out what each flow reads."""
        self._likeness = Likeness(self.steps.scope)
        self._whole = Whole(self.steps.scope)

    def alone(self, flow: Flow) -> Walked:
        """Walk one flow: everything that can be said and everything that can come of it."""
        began = self.edges

        def onward(node: Node) -> Iterator[Node]:
            if isinstance(node.conversation.position, Idle):
                return (after for each in opening(flow) for after in self._step(node, each.words, each.at(node.now)))
            self._questions.setdefault(self._likeness.rough(node), node)
            return self._within(node)

        self.seen = self._search([ROOT], onward, self._likeness.whole)
        self._tire(flow)
        return Walked(flow.name, len(self.seen), self.edges - began)

    def questions(self) -> tuple[Node, ...]:
        """Return a conversation for each place that was waited at."""
        return tuple(self._questions.values())

    def interrupted(self) -> Walked:
        """Put off every question by every other flow, and those by others, and come back."""
        began, scope = self.edges, self.steps.scope

        def onward(node: Node) -> Iterator[Node]:
            conversation, now = node.conversation, node.now
            if is_too_deep(scope, conversation):
                return  # that is known to be wrong, and has no end
            if isinstance(conversation.position, WithStaff):
                yield from self._step(node, "(staff leave)", StaffLeft(now))
                return
            yield from self._step(node, "(staff take over)", StaffTookOver("staff", now))
            yield from self._step(node, _SILENCE, GuestWasSilent(now))
            for each in interruptions(scope, conversation):
                yield from self._step(node, each.words, each.at(now))
            if conversation.suspended or isinstance(conversation.position, Sorting):
                for each in shortly(scope, conversation):
                    yield from self._step(node, each.words, each.at(now))

        seen = self._search([ROOT, *self._questions.values()], onward, self._likeness.rough)
        return Walked("interruptions", len(seen), self.edges - began)

    def ended(self, parts: tuple[Walked, ...]) -> Explored:
        """Hold the walk as a whole to what no single step can show, and return what was seen."""
        for promise, what, node in self._whole.broken():
            self.steps.broken(promise, what, node)
        return Explored(parts, tuple(self.steps.breaches.values()), self.is_cut_short)

    def _search(
        self, roots: list[Node], onward: Callable[[Node], Iterator[Node]], like: Callable[[Node], Hashable]
    ) -> dict[Hashable, Node]:
        """Walk breadth first from `roots`, each kind of conversation once, and return the first of each kind."""
        seen = {like(root): root for root in roots}
        waiting = deque(roots)
        while waiting:
            node = waiting.popleft()
            if len(seen) > self.limits.positions or self._is_enough():
                self.is_cut_short = True
                break
            for after in self._endings(node) if node.wanted else onward(node):
                name = like(after)
                if node.wanted and after.wanted:
                    self._whole.follows(like(node), name, after)
                if name not in seen:
                    seen[name] = after
                    waiting.append(after)
        return seen

    def _is_enough(self) -> bool:
        return len(self.steps.breaches) >= self.limits.breaches

    def _endings(self, node: Node) -> Iterator[Node]:
        if node.wanted is not None:
            for line, event in endings(self.steps.scope, node, node.wanted):
                for after in self._step(node, line, event):
                    self._whole.ended(node, event.outcome, after)
                    yield after

    def _within(self, node: Node) -> Iterator[Node]:
        """Give what comes of everything that a guest may do without leaving the flow."""
        for each in moves(self.steps.scope, node):
            yield from self._step(node, each.words, each.at(node.now))
        for each in UNANSWERING:
            yield from self._over_and_over(node, each.words, each.at(node.now))
        yield from self._over_and_over(node, _SILENCE, GuestWasSilent(node.now))
        run = node.conversation.run
        if run is not None and any(offer.expires_at > node.now for offer in run.offers.values()):
            yield from self._step(node, _LATER, None)

    def _over_and_over(self, node: Node, words: str, event: Event) -> Iterator[Node]:
        """Let the same thing happen until it leads away from the question, which it must."""
        _, away = self._away(node, words, event)
        if away is not None:
            yield away

    def _away(self, node: Node, words: str, event: Event) -> tuple[Node, Node | None]:
        """Return the question as it is put for the last time, and where the same thing then leads."""
        place = _place(node)
        for _ in range(MOST_TRIES + 1):
            following = next(iter(self._step(node, words, event)), None)
            if following is None or following.wanted or _place(following) != place:
                return node, following
            node = following
        self.steps.broken(NOT_FOREVER, f"{place[1]} is asked again and again", node)
        return node, None

    def _tire(self, flow: Flow) -> None:
        """Try everything once more where a question is put for the last time, or the budget is all but spent."""
        tired: set[Hashable] = set()
        for node in self._questions.values():
            if node.conversation.run is None or node.conversation.run.flow != flow.name or self._is_enough():
                continue
            for each in UNANSWERING[:2]:
                last, _ = self._away(node, each.words, each.at(node.now))
                for said in moves(self.steps.scope, last):
                    self._to_the_end(self._step(last, said.words, said.at(last.now)), tired)

    def _to_the_end(self, nodes: tuple[Node, ...], tired: set[Hashable]) -> None:
        """Follow a turn to its end, whatever its actions bring, unless it goes on like one that was walked before."""
        waiting = list(nodes)
        while waiting:
            node = waiting.pop()
            name, run = self._likeness.whole(node), node.conversation.run
            is_fresh = run is None or run.stalled == 0
            if node.wanted is None or name in tired or (is_fresh and name in self.seen):
                continue
            tired.add(name)
            waiting += self._endings(node)

    def _step(self, node: Node, words: str, event: Event | None) -> tuple[Node, ...]:
        """Return the conversation after one step; none where `decide` raises."""
        self.edges += 1
        after = self.steps.take(node, words, event)
        return () if after is None else (after,)


def _place(node: Node) -> tuple[int | None, str | None, type]:
    """Return the question that a conversation stands at."""
    position, run = node.conversation.position, node.conversation.run
    return run.number if run else None, getattr(position, "step", None), type(position)
