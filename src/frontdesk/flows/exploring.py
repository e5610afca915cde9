"""Walks every position, guest move and action outcome of a business through the real `decide`.

Slots are abstracted: one or two values stand for all, and conversations that differ only in what no step still reads
are walked once. Each flow is walked alone and whole; then every question is put off by every other flow, down to the
depth limit. What stands for many conversations is always a real one, so a counter-example can be replayed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, replace

from frontdesk.dialogue.conversation import Conversation, Idle, Sorting, WithStaff
from frontdesk.dialogue.decide import Decision, decide
from frontdesk.dialogue.effects import CallStaff, Effect, RunAction, Say
from frontdesk.dialogue.events import ActionEnded, Event, GuestWasSilent, StaffLeft, StaffTookOver
from frontdesk.dialogue.flow import Act, Flow
from frontdesk.flows.exploring_alike import Likeness
from frontdesk.flows.exploring_ledger import done, heard, told
from frontdesk.flows.exploring_moves import UNANSWERING, WHILE, endings, interruptions, moves, opening, shortly
from frontdesk.flows.exploring_promises import (
    NEVER_RAISES,
    NOT_FOREVER,
    PROMISES,
    SUCCESS_SOUNDS_DIFFERENT,
    TURNS_STOP,
    Happened,
)
from frontdesk.flows.exploring_samples import START
from frontdesk.flows.exploring_scope import MOST_TRIES, Breach, Node, Scope

# What `decide` raises when a promise of ours does not hold.
_BROKEN = (RuntimeError, LookupError, AssertionError, TypeError, ValueError, AttributeError, StopIteration)


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
    walk = Walk(scope, limits or Limits())
    parts = [walk.alone(flow) for flow in scope.flows.newest.values()]
    parts.append(walk.interrupted())
    walk.settle()
    return Explored(tuple(parts), tuple(walk.breaches.values()), walk.is_cut_short)


def explore_flow(scope: Scope, name: str, limits: Limits | None = None) -> Explored:
    """Walk one flow alone."""
    walk = Walk(scope, limits or Limits())
    parts = (walk.alone(scope.flows.newest[name]),)
    walk.settle()
    return Explored(parts, tuple(walk.breaches.values()), walk.is_cut_short)


@dataclass
class Walk:
    """A walk under way."""

    scope: Scope
    limits: Limits
    breaches: dict[str, Breach] = field(default_factory=dict)  # the first of each promise
    is_cut_short: bool = False
    edges: int = 0
    _likeness: Likeness = field(init=False)
    _questions: dict[Hashable, Node] = field(default_factory=dict)  # one conversation for each place to wait at
    _going_on: dict[Hashable, dict[Hashable, Node]] = field(default_factory=dict)  # actions that follow in one turn
    _said_after: dict[tuple[str, str], dict[str, dict[tuple[str, ...], Node]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Work out what each flow reads."""
        self._likeness = Likeness(self.scope)

    def alone(self, flow: Flow) -> Walked:
        """Walk one flow: everything that can be said and everything that can come of it."""
        began, root = self.edges, Node(Conversation("c", "b"), START)

        def onward(node: Node) -> Iterator[Node]:
            if isinstance(node.conversation.position, Idle):
                return (after for each in opening(flow) for after in self._step(node, each.words, each.at(node.now)))
            self._questions.setdefault(self._likeness.rough(node), node)
            return self._within(node)

        seen = self._search([root], onward, self._likeness.whole)
        for node in self._questions.values():
            if node.conversation.run is not None and node.conversation.run.flow == flow.name:
                self._tired(node)
        return Walked(flow.name, seen, self.edges - began)

    def questions(self) -> tuple[Node, ...]:
        """Return a conversation for each place that was waited at."""
        return tuple(self._questions.values())

    def interrupted(self) -> Walked:
        """Put off every question by every other flow, and those by others, and come back."""
        began, root = self.edges, Node(Conversation("c", "b"), START)

        def onward(node: Node) -> Iterator[Node]:
            conversation, now = node.conversation, node.now
            if isinstance(conversation.position, WithStaff):
                yield from self._step(node, "(staff leave)", StaffLeft(now))
                return
            yield from self._step(node, "(staff take over)", StaffTookOver("staff", now))
            yield from self._step(node, "(silence)", GuestWasSilent(now))
            for each in interruptions(self.scope, conversation):
                yield from self._step(node, each.words, each.at(now))
            if conversation.suspended or isinstance(conversation.position, Sorting):
                for each in shortly(self.scope, conversation):
                    yield from self._step(node, each.words, each.at(now))

        seen = self._search([root, *self._questions.values()], onward, self._likeness.rough)
        return Walked("interruptions", seen, self.edges - began)

    def _search(
        self, roots: list[Node], onward: Callable[[Node], Iterator[Node]], like: Callable[[Node], Hashable]
    ) -> int:
        """Walk breadth first from `roots`, each kind of conversation once, and return how many kinds there were."""
        seen = {like(root) for root in roots}
        waiting = deque(roots)
        while waiting:
            node = waiting.popleft()
            if len(seen) > self.limits.positions or len(self.breaches) >= self.limits.breaches:
                self.is_cut_short = True
                break
            for after in self._endings(node) if node.wanted else onward(node):
                name = like(after)
                if node.wanted and after.wanted:
                    self._going_on.setdefault(like(node), {}).setdefault(name, after)
                if name not in seen:
                    seen.add(name)
                    waiting.append(after)
        return len(seen)

    def _endings(self, node: Node) -> Iterator[Node]:
        if node.wanted is not None:
            for line, event in endings(self.scope, node, node.wanted):
                yield from self._step(node, line, event)

    def _within(self, node: Node) -> Iterator[Node]:
        """Give what comes of everything that a guest may do without leaving the flow."""
        for each in moves(self.scope, node):
            yield from self._step(node, each.words, each.at(node.now))
        for each in UNANSWERING:
            yield from self._over_and_over(node, each.words, each.at(node.now))
        yield from self._over_and_over(node, "(silence)", GuestWasSilent(node.now))
        run = node.conversation.run
        if run is not None and any(offer.expires_at > node.now for offer in run.offers.values()):
            yield replace(node, now=node.now + WHILE, parent=node, lines=("(half an hour passes)",))

    def _over_and_over(self, node: Node, words: str, event: Event) -> Iterator[Node]:
        """Let the same thing happen until it leads away from the question, which it must."""
        place = _place(node)
        for _ in range(MOST_TRIES + 1):
            following = next(self._step(node, words, event), None)
            if following is None or following.wanted or _place(following) != place:
                if following is not None:
                    yield following
                return
            node = following
        self._broken(NOT_FOREVER, f"{place[1]} is asked again and again", node)

    def _tired(self, node: Node) -> None:
        """Try everything once more where a question is put for the last time, or the budget is all but spent."""
        for each in UNANSWERING[:2]:
            place, last = _place(node), node
            for _ in range(MOST_TRIES + 1):
                following = next(self._step(last, each.words, each.at(last.now)), None)
                if following is None or following.wanted or _place(following) != place:
                    break
                last = following
            for said in moves(self.scope, last):
                self._to_the_end(last, said.words, said.at(last.now))

    def _to_the_end(self, node: Node, words: str, event: Event) -> None:
        """Follow a turn to its end, whatever its actions bring."""
        waiting = list(self._step(node, words, event))
        seen = {self._likeness.whole(each) for each in waiting}
        while waiting:
            for after in self._endings(waiting.pop()):
                name = self._likeness.whole(after)
                if name not in seen:
                    seen.add(name)
                    waiting.append(after)

    def _step(self, node: Node, words: str, event: Event) -> Iterator[Node]:
        """Give the conversation after one decision, held to every promise; none where `decide` raises."""
        self.edges += 1
        line = f"desk: {words}" if isinstance(event, ActionEnded) else f"guest: {words}"
        try:
            decision = decide(node.conversation, event, self.scope.flows)
        except _BROKEN as error:
            self._broken(NEVER_RAISES, f"{type(error).__name__}: {error}", replace(node, parent=node, lines=(line,)))
            return
        after = self._judged(node, event, decision, line)
        if isinstance(event, ActionEnded):
            self._note_words(node, event, decision.effects, after)
        yield after

    def _judged(self, node: Node, event: Event, decision: Decision, line: str) -> Node:
        effects = decision.effects
        conversation = _with_reply(decision.conversation, effects)
        before = told(heard(self.scope, node, event), effects)
        ledger = done(self.scope, before, conversation, effects)
        wanted = next((effect for effect in effects if isinstance(effect, RunAction)), None)
        lines = (line, *_lines(effects))
        after = Node(conversation, node.now, ledger, wanted, node, lines)
        happened = Happened(self.scope, node, event, conversation, effects, before)
        for promise, check in PROMISES:
            for what in check(happened):
                self._broken(promise, what, after)
        return after

    def _broken(self, promise: str, what: str, node: Node) -> None:
        if promise not in self.breaches:
            self.breaches[promise] = Breach(promise, what, node.history())

    def _note_words(self, node: Node, event: ActionEnded, effects: tuple[Effect, ...], after: Node) -> None:
        """Remember what was said after each outcome of an action that books, moves, cancels or pays."""
        wanted, run = node.wanted, node.conversation.run
        said = tuple(effect.phrase for effect in effects if isinstance(effect, Say))
        if wanted is not None and run is not None and said and self.scope.actions[wanted.action].guarded:
            outcomes = self._said_after.setdefault((run.flow, wanted.step), {})
            outcomes.setdefault(event.outcome, {}).setdefault(said, after)

    def settle(self) -> None:
        """Hold the walk as a whole to what no single decision can show."""
        circle = _circle(self._going_on)
        if circle is not None:
            self._broken(TURNS_STOP, "actions follow each other without end", circle)
        for (flow, step), outcomes in self._said_after.items():
            act = self.scope.flows.newest[flow].steps[step]
            successes = self.scope.actions[act.call].successes if isinstance(act, Act) else frozenset()
            happy = {said for outcome, words in outcomes.items() if outcome in successes for said in words}
            for outcome, words in outcomes.items():
                for said in happy.intersection(words) if outcome not in successes else ():
                    what = f"{step} says {', '.join(said)} after {outcome} as after a success"
                    self._broken(SUCCESS_SOUNDS_DIFFERENT, what, words[said])


def _with_reply(conversation: Conversation, effects: tuple[Effect, ...]) -> Conversation:
    """Keep the reply as the desk does, so that it can be said again."""
    said = [effect.phrase for effect in effects if isinstance(effect, Say)]
    return replace(conversation, said=said[-1]) if said else conversation


def _place(node: Node) -> tuple[int | None, str | None, type]:
    """Return the question that a conversation stands at."""
    position, run = node.conversation.position, node.conversation.run
    return run.number if run else None, getattr(position, "step", None), type(position)


def _lines(effects: tuple[Effect, ...]) -> Iterator[str]:
    for effect in effects:
        match effect:
            case Say(phrase=phrase, options=options):
                yield f"desk: says {phrase}" + (f" with {len(options)} options" if options else "")
            case RunAction(action=action):
                yield f"desk: runs {action}"
            case CallStaff(reason=reason):
                yield f"desk: tells staff ({reason})"
            case _:
                pass


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
