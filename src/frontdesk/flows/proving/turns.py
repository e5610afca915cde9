"""Proves that every turn ends, counts its moves, and proves that no question is asked forever.

A turn moves from step to step until one waits. What is followed here is a step together with what is certain to
be empty (slots) and spent (a yes) when it is reached: a collect whose slot is empty waits, and so does a confirm
whose yes a guarded action has used up, and a call of a flow that is certain to ask something. Everything else may
be passed, so it must not lie on a circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from frontdesk.dialogue.flow import Act, Assign, CallFlow, Choose, Collect, Confirm, Copy, End, Flow, Link, Step
from frontdesk.flows.proving.contracts import Contract, contract_of
from frontdesk.flows.proving.graph import STARTS, Edge, Way, reachable


@dataclass(frozen=True, slots=True)
class Moment:
    """A step, and what is certain when a turn comes to it."""

    step: str
    empty: frozenset[str] = frozenset()  # slots
    spent: frozenset[str] = frozenset()  # confirms without a yes


@dataclass(frozen=True, slots=True)
class Turns:
    """All the moves that turns of a flow can make."""

    flow: Flow
    ways: Mapping[str, tuple[Edge, ...]]
    clears: Mapping[tuple[str, str], frozenset[str]]
    contracts: Mapping[str, Contract]
    _longest: dict[Moment, int] = field(default_factory=dict)

    def bound(self) -> int | tuple[str, ...]:
        """Return how many moves a turn can take, or a circle of steps in which it would not end."""
        found = self._bound(self._starts())
        if isinstance(found, int):
            return found
        return self._bound(self._begun())  # looked at closely, some of its confirms may be certain to wait

    def _bound(self, starts: Iterable[tuple[int, Moment]]) -> int | tuple[str, ...]:
        most = 0
        for before, start in starts:
            found = self._walk(start)
            if isinstance(found, tuple):
                return found
            most = max(most, before + found)
        return most

    def ends(self, moment: Moment) -> Iterator[str]:
        """Give the steps at which a turn that comes to `moment` can wait."""
        seen: set[Moment] = set()
        waiting = [moment]
        while waiting:
            now = waiting.pop()
            if now not in seen and now.step in self.flow.steps:
                seen.add(now)
                if isinstance(self.flow.steps[now.step], Collect | Choose | Confirm):
                    yield now.step
                waiting += [] if self._waits(now) else self.onward(now)

    def asks_at(self, step: Step) -> bool:
        """Say whether a step is there to ask something, itself or in a flow that it calls."""
        return isinstance(step, Collect | Choose | Confirm) or self._asks_within(step)

    def onward(self, moment: Moment) -> list[Moment]:
        """Return where a step that is not waited at leads within the turn."""
        return [self.after(edge, moment) for edge in self.ways[moment.step] if edge.way not in STARTS]

    def after(self, edge: Edge, moment: Moment) -> Moment:
        """Return what is certain after leaving a step over `edge`."""
        step, empty, spent = self.flow.steps[edge.source], moment.empty, moment.spent
        if isinstance(step, Act):
            empty -= set(step.outputs.values())
            spent |= (
                {step.confirmed_by} if step.guarded and step.confirmed_by and edge.way is not Way.SKIPPED else set()
            )
        if isinstance(step, Choose):
            empty -= {step.slot, *step.take.values()}
        if isinstance(step, CallFlow):
            empty -= set(step.outputs.values())
        if isinstance(step, Assign) and edge.way is not Way.SKIPPED:
            copied = {name: value.slot for name, value in step.values.items() if isinstance(value, Copy)}
            emptied = {name for name, source in copied.items() if source in empty}
            empty = empty.difference(step.values) | emptied
        return Moment(edge.target, empty | self.clears.get((edge.source, edge.target), frozenset()), spent)

    def _starts(self) -> Iterator[tuple[int, Moment]]:
        """Give where turns begin in this flow, each with the moves that come before: those in a called flow."""
        for name, out in self.ways.items():
            yield 0, Moment(name)
            inside = isinstance(self.flow.steps[name], CallFlow)
            before = self._within(name) + 1 if inside else 0
            yield from ((before, self.after(edge, Moment(name))) for edge in out if inside or edge.way in STARTS)

    def _begun(self) -> Iterator[tuple[int, Moment]]:
        """Give the same, with what has no yes there."""
        for before, start in self._starts():
            answered = start.step if start == Moment(start.step) else ""
            yield before, replace(start, spent=start.spent | self.unsaid(answered))

    def unsaid(self, answered: str = "") -> frozenset[str]:
        """Return the confirms that have no yes where a turn begins with the answer to a step.

        A yes is good for one turn; but an action may end, and a called flow come back, in a later one.
        """
        steps = self.flow.steps
        if isinstance(steps.get(answered), Act) or any(isinstance(step, CallFlow) for step in steps.values()):
            return frozenset()
        return frozenset(step.name for step in steps.values() if isinstance(step, Confirm)) - {answered}

    def _within(self, name: str) -> int:
        """Return how many moves a turn takes in the flow that a step calls."""
        step = self.flow.steps.get(name)
        return contract_of(step, self.contracts).bound if isinstance(step, CallFlow) else 0

    def moves(self, moment: Moment) -> list[Moment]:
        """Return where a turn goes on from a step; nowhere, if it is certain to wait there."""
        step = self.flow.steps.get(moment.step)
        if step is None or self._waits(moment):
            return []
        if self._asks_within(step):
            return []
        return self.onward(moment)

    def unanswered(self, moment: Moment) -> list[Moment]:
        """Return where a conversation goes on from a step if the guest answers nothing that is asked."""
        exits = [self.after(edge, moment) for edge in self.ways[moment.step] if edge.way is Way.EXIT]
        return exits + ([] if self._waits(moment) else self.onward(moment))

    def _waits(self, moment: Moment) -> bool:
        step = self.flow.steps[moment.step]
        if step.when is not None:
            return False  # it may be skipped
        if isinstance(step, Collect):
            return step.slot in moment.empty
        # A choose may find exactly what was wished for and go on, so it is not certain to wait.
        return isinstance(step, Confirm) and step.name in moment.spent

    def _asks_within(self, step: Step) -> bool:
        """Say whether a step calls a flow that is certain to ask something."""
        return isinstance(step, CallFlow) and step.when is None and contract_of(step, self.contracts).waits

    def _walk(self, start: Moment) -> int | tuple[str, ...]:
        """Return the longest way from `start`, by depth-first search without recursion, or a circle."""
        path: list[Moment] = [start]
        rest: list[list[Moment]] = [[] if start in self._longest else self.moves(start)]
        on_path = {start}
        while path:
            if rest[-1]:
                following = rest[-1].pop()
                if following in on_path:
                    return tuple(moment.step for moment in [*path[path.index(following) :], following])
                if following not in self._longest:
                    path.append(following)
                    on_path.add(following)
                    rest.append(self.moves(following))
            else:
                rest.pop()
                done = path.pop()
                on_path.discard(done)
                after = max((1 + self._longest[move] for move in self.moves(done)), default=0)
                self._longest.setdefault(done, self._within(done.step) + after)
        return self._longest[start]


def exit_circles(turns: Turns) -> Iterator[tuple[str, ...]]:
    """Give the circles of questions that only lead to each other when the guest does not answer, each once."""
    following: dict[str, set[str]] = {}
    for name, out in turns.ways.items():
        exits = [turns.after(edge, Moment(name, spent=turns.unsaid())) for edge in out if edge.way is Way.EXIT]
        following[name] = {end for moment in exits for end in turns.ends(moment)}
    return _circles(following, following)


def answered_circles(turns: Turns) -> Iterator[tuple[str, ...]]:
    """Give the circles of questions that lead to no end, however well the guest answers them, each once."""
    flow, ways = turns.flow, turns.ways
    answered = {name: {edge.target for edge in out if edge.way is not Way.EXIT} for name, out in ways.items()}
    ending = {name for name, step in flow.steps.items() if isinstance(step, End | Link)}
    while more := {name for name, after in answered.items() if after - flow.steps.keys() | after & ending} - ending:
        ending |= more
    there = reachable(ways, flow.first) - ending
    asking = [name for name, step in flow.steps.items() if name in there and turns.asks_at(step)]
    # What a no leads to is proved elsewhere.
    agreed = {name: {edge.target for edge in ways[name] if edge.way not in STARTS} for name in there}
    return _circles(agreed, asking)


def half_answered_circles(turns: Turns) -> Iterator[tuple[str, ...]]:
    """Give the circles in which a guest is asked for ever who answers some questions and never others, each once.

    At a question with a way out for whoever does not answer it, the guest may go either way each time.
    """
    flow, ways = turns.flow, turns.ways
    exits = [edge for out in ways.values() for edge in out if edge.way is Way.EXIT]
    exits = [edge for edge in exits if edge.source in reachable(ways, edge.target)]
    if not exits:
        return
    left = {name: step for name, step in flow.steps.items() if not isinstance(step, End | Link)}
    before = 0
    while before != len(left):
        before = len(left)
        left = {name: step for name, step in left.items() if not _is_let_go(ways[name], left)}
    following = {name: {edge.target for edge in ways[name] if edge.target in left} for name in left}
    for edge in (edge for edge in exits if edge.source in left and edge.target in left):
        yield from _circles({**following, edge.source: {edge.target}}, [edge.source])


def _is_let_go(out: Iterable[Edge], left: Mapping[str, Step]) -> bool:
    """Say whether a step leads on from what is `left`, answered or not; what an action does not find is no answer."""
    onward = [(edge.way, edge.target not in left) for edge in out if edge.way is not Way.OTHER]
    exits = all(leads for way, leads in onward if way is Way.EXIT)
    return (Way.SKIPPED, True) in onward or (exits and any(leads for way, leads in onward if way is not Way.EXIT))


def _circles(following: Mapping[str, set[str]], names: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Give the shortest circle through each of `names` that is on none that was given before."""
    told: set[str] = set()
    for name in names:
        circle = way_back(name, following) if name not in told else None
        if circle:
            told.update(circle)
            yield circle


def way_back(name: str, following: Mapping[str, set[str]]) -> tuple[str, ...] | None:
    """Return the shortest circle through `name`, if there is one."""
    came_from: dict[str, str] = {}
    waiting = [name]
    while waiting:
        now = waiting.pop(0)
        for after in sorted(following[now]):
            if after == name:
                way = [now]
                while way[-1] != name:
                    way.append(came_from[way[-1]])
                return (*reversed(way), name)
            if after not in came_from:
                came_from[after] = now
                waiting.append(after)
    return None
