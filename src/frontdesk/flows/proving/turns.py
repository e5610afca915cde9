"""Proves that every turn ends, counts its moves, and proves that no question is asked forever.

A turn moves from step to step until one waits. What is followed here is a step together with what is certain to
be empty (slots) and spent (a yes) when it is reached: a collect whose slot is empty waits, and so does a confirm
whose yes a guarded action has used up, and a call of a flow that is certain to ask something. Everything else may
be passed, so it must not lie on a circle.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import pairwise
from operator import or_

from frontdesk.dialogue.flow import Act, Assign, CallFlow, Choose, Collect, Confirm, Copy, End, Flow, Link, Step
from frontdesk.flows.proving.circles import circling
from frontdesk.flows.proving.contracts import Contract, contract_of
from frontdesk.flows.proving.graph import STARTS, Edge, Way, entering, reachable, targets


@dataclass(frozen=True, slots=True)
class Moment:
    """A step, and what is certain when a turn comes to it, as bits of `Turns`."""

    step: str
    empty: int = 0  # slots
    spent: int = 0  # confirms without a yes


@dataclass(frozen=True, slots=True)
class Turns:
    """All the moves that turns of a flow can make."""

    flow: Flow
    ways: Mapping[str, tuple[Edge, ...]]
    clears: Mapping[tuple[str, str], frozenset[str]]
    contracts: Mapping[str, Contract]
    slots: Mapping[str, int] = field(init=False)  # slot -> its bit
    confirms: Mapping[str, int] = field(init=False)  # confirm -> its bit
    _longest: dict[Moment, int] = field(default_factory=dict)
    _emptied: dict[tuple[str, str], int] = field(default_factory=dict)  # edge -> the bits of what it empties
    _matters: dict[str, tuple[int, int]] = field(default_factory=dict)  # step -> what the rest of the turn rests on

    def __post_init__(self) -> None:
        """Number the slots and the confirms."""
        confirms = (step.name for step in self.flow.steps.values() if isinstance(step, Confirm))
        object.__setattr__(self, "slots", {name: 1 << place for place, name in enumerate(self.flow.slots)})
        object.__setattr__(self, "confirms", {name: 1 << place for place, name in enumerate(confirms)})
        self._emptied.update({edge: self.slot_bits(slots) for edge, slots in self.clears.items()})

    def slot_bits(self, names: Iterable[str]) -> int:
        """Return the bits of slots."""
        return reduce(or_, (self.slots.get(name, 0) for name in names), 0)

    def bound(self) -> int | tuple[str, ...]:
        """Return how many moves a turn can take, or a circle of steps in which it would not end."""
        self._matters.update(self._matter())
        found = self._bound(self._starts())
        if isinstance(found, int):
            return found
        found = self._bound(self._begun())  # looked at closely, some of its confirms may be certain to wait
        if isinstance(found, int):
            return found
        # Where moments are taken for the same, a circle may close before the steps that are named in it.
        exact = Turns(self.flow, self.ways, self.clears, self.contracts)
        return exact._bound(exact._begun())

    def _bound(self, starts: Iterable[tuple[int, Moment]]) -> int | tuple[str, ...]:
        most = 0
        for before, start in starts:
            found = self._walk(self._telling(start))
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
                waiting += self.passing(now)

    def passing(self, moment: Moment) -> list[Moment]:
        """Return where a turn may go on from a step, also where a called flow comes back in it; nowhere if it waits."""
        return [] if self._waits(moment) else [self._telling(after) for after in self.onward(moment)]

    def asks_at(self, step: Step) -> bool:
        """Say whether a step is there to ask something, itself or in a flow that it calls."""
        return isinstance(step, Collect | Choose | Confirm) or self._asks_within(step)

    def onward(self, moment: Moment) -> list[Moment]:
        """Return where a step that is not waited at leads within the turn."""
        return [self.after(edge, moment) for edge in self.ways[moment.step] if edge.way not in STARTS]

    def _telling(self, moment: Moment) -> Moment:
        """Return a moment with no more than what the rest of its turn rests on."""
        if moment.step not in self._matters:
            return moment
        slots, confirms = self._matters[moment.step]
        return Moment(moment.step, moment.empty & slots, moment.spent & confirms)

    def _matter(self) -> dict[str, tuple[int, int]]:
        """Return for each step the slots and confirms that a turn which goes on from it may wait for."""
        leading = entering(self.ways)
        found = {name: self._own_matter(step) for name, step in self.flow.steps.items()}
        waiting = deque(reversed(found))
        is_waiting = set(found)
        while waiting:
            name = waiting.popleft()
            is_waiting.discard(name)
            for edge in leading.get(name, ()):
                if edge.way in STARTS or self._surely_waits(edge):
                    continue
                before = found[edge.source]
                slots, confirms = found[name]
                slots |= self._copied(self.flow.steps[edge.source], slots)
                if (before[0] | slots, before[1] | confirms) != before:
                    found[edge.source] = before[0] | slots, before[1] | confirms
                    waiting.extend({edge.source} - is_waiting)
                    is_waiting.add(edge.source)
        return found

    def _own_matter(self, step: Step) -> tuple[int, int]:
        waits = step.when is None
        slots = self.slots.get(step.slot, 0) if isinstance(step, Collect) and waits else 0
        return slots, self.confirms[step.name] if isinstance(step, Confirm) and waits else 0

    def _surely_waits(self, edge: Edge) -> bool:
        """Say whether a turn that takes a way always waits at its end, whatever came before."""
        step = self.flow.steps.get(edge.target)
        emptied = self._emptied.get((edge.source, edge.target), 0)
        return isinstance(step, Collect) and step.when is None and self.slots.get(step.slot, 0) & emptied != 0

    def _copied(self, step: Step, slots: int) -> int:
        """Return the slots whose values a step puts into some of these."""
        values = step.values.items() if isinstance(step, Assign) else ()
        return self.slot_bits(
            one.slot for name, one in values if isinstance(one, Copy) and self.slots.get(name, 0) & slots
        )

    def after(self, edge: Edge, moment: Moment) -> Moment:
        """Return what is certain after leaving a step over `edge`."""
        step, empty, spent = self.flow.steps[edge.source], moment.empty, moment.spent
        if isinstance(step, Act):
            empty &= ~self.slot_bits(step.outputs.values())
            if step.guarded and step.confirmed_by and edge.way is not Way.SKIPPED:
                spent |= self.confirms.get(step.confirmed_by, 0)
        if isinstance(step, Choose):
            empty &= ~self.slot_bits((step.slot, *step.take.values()))
        if isinstance(step, CallFlow):
            empty &= ~self.slot_bits(step.outputs.values())
        if isinstance(step, Assign) and edge.way is not Way.SKIPPED:
            copied = {name: value.slot for name, value in step.values.items() if isinstance(value, Copy)}
            emptied = self.slot_bits(name for name, source in copied.items() if self.slots.get(source, 0) & empty)
            empty = empty & ~self.slot_bits(step.values) | emptied
        return Moment(edge.target, empty | self._emptied.get((edge.source, edge.target), 0), spent)

    def entered(self, given: AbstractSet[str]) -> Moment:
        """Return what is certain when another flow goes to this one: no yes was said, and most slots are empty."""
        kept = {slot.name for slot in self.flow.slots.values() if slot.remember or slot.default is not None}
        empty = self.slot_bits(self.flow.slots.keys() - given - kept)
        return Moment(self.flow.first, empty, reduce(or_, self.confirms.values(), 0))

    def _starts(self) -> Iterator[tuple[int, Moment]]:
        """Give where turns begin in this flow, each with the moves that come before: those in a called flow."""
        for name, out in self.ways.items():
            yield 0, Moment(name)
            inside = isinstance(self.flow.steps[name], CallFlow)
            before = self._within(name) + 1 if inside else 0
            yield from ((before, self.after(edge, Moment(name))) for edge in out if inside or edge.way in STARTS)

    def separate_circles(self) -> list[tuple[str, ...]]:
        """Return all circles in which a turn would not end, if none of them has anything to do with another."""
        starts = {self._telling(start) for _, start in self._begun()}
        following: dict[Moment, list[Moment]] = {}
        waiting = list(starts)
        while waiting:
            now = waiting.pop()
            if now not in following:
                following[now] = self.moves(now)
                waiting += following[now]
        circles: dict[int, list[Moment]] = {}
        numbers = circling(following)
        for moment, number in numbers.items():
            circles.setdefault(number, []).append(moment)
        found = [_only_circle(moments, following) for moments in circles.values() if not starts.isdisjoint(moments)]
        passed = [pair for circle in found for pair in pairwise(circle)]
        is_separate = len(found) == len(circles) and all(found) and len(set(passed)) == len(passed)
        return found if is_separate else []

    def _begun(self) -> Iterator[tuple[int, Moment]]:
        """Give the same, with what has no yes there."""
        unsaid = self.unsaid()
        for before, start in self._starts():
            answered = start.step if start == Moment(start.step) else ""
            if isinstance(self.flow.steps.get(answered), Act):
                yield before, start
            else:
                yield before, replace(start, spent=start.spent | unsaid & ~self.confirms.get(answered, 0))

    def unsaid(self) -> int:
        """Return the confirms that have no yes where a turn begins with the answer to something else.

        A yes is good for one turn; but an action may end, and a called flow come back, in a later one.
        """
        if any(isinstance(step, CallFlow) for step in self.flow.steps.values()):
            return 0
        return reduce(or_, self.confirms.values(), 0)

    def _within(self, name: str) -> int:
        """Return how many moves a turn takes in the flow that a step calls."""
        step = self.flow.steps.get(name)
        return contract_of(step, self.contracts).bound if isinstance(step, CallFlow) else 0

    def moves(self, moment: Moment) -> list[Moment]:
        """Return where a turn goes on from a step; nowhere, if it is certain to wait there."""
        step = self.flow.steps.get(moment.step)
        return [] if step is None or self._asks_within(step) else self.passing(moment)

    def unanswered(self, moment: Moment) -> list[Moment]:
        """Return where a conversation goes on from a step if the guest answers nothing that is asked."""
        exits = [self.after(edge, moment) for edge in self.ways[moment.step] if edge.way is Way.EXIT]
        return exits + ([] if self._waits(moment) else self.onward(moment))

    def _waits(self, moment: Moment) -> bool:
        step = self.flow.steps[moment.step]
        if step.when is not None:
            return False  # it may be skipped
        if isinstance(step, Collect):
            return self.slots.get(step.slot, 0) & moment.empty != 0
        # A choose may find exactly what was wished for and go on, so it is not certain to wait.
        return isinstance(step, Confirm) and self.confirms[step.name] & moment.spent != 0

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


def _only_circle(moments: Collection[Moment], following: Mapping[Moment, list[Moment]]) -> tuple[str, ...]:
    """Return the way round over moments that lead to each other, if there is just one."""
    among = set(moments)
    after = {moment: among.intersection(following[moment]) for moment in moments}
    if any(len(moves) > 1 for moves in after.values()):
        return ()
    first = here = next(iter(moments))
    steps = [first.step]
    while not after[here].issubset({first}):
        (here,) = after[here]
        steps.append(here.step)
    return (*steps, first.step)


def exit_circles(turns: Turns) -> Iterator[tuple[str, ...]]:
    """Give the circles of questions that only lead to each other when the guest does not answer, each once."""
    unsaid = turns.unsaid()
    left = {
        name: [turns.after(edge, Moment(name, spent=unsaid)) for edge in out if edge.way is Way.EXIT]
        for name, out in turns.ways.items()
    }
    round_again = circling(_unanswered(turns, left))
    following = {
        name: {end for moment in left[name] for end in turns.ends(moment)} for name in left if name in round_again
    }
    kept = {name: {end for end in ends if end in following} for name, ends in following.items()}
    return _circles(kept, kept)


def _unanswered(turns: Turns, left: Mapping[str, Iterable[Moment]]) -> dict[str | Moment, list[str | Moment]]:
    """Return where whoever answers nothing comes to: from a question to moments, and from those to questions."""
    found: dict[str | Moment, list[str | Moment]] = {name: list(moments) for name, moments in left.items()}
    waiting = [moment for moments in left.values() for moment in moments]
    while waiting:
        now = waiting.pop()
        if now not in found and now.step in turns.flow.steps:
            asks = isinstance(turns.flow.steps[now.step], Collect | Choose | Confirm)
            after = turns.passing(now)
            found[now] = [*after, now.step] if asks else [*after]
            waiting += after
    return found


def answered_circles(turns: Turns) -> Iterator[tuple[str, ...]]:
    """Give the circles of questions that lead to no end, however well the guest answers them, each once."""
    flow, ways = turns.flow, turns.ways
    waiting = [name for name, step in flow.steps.items() if isinstance(step, End | Link)]
    waiting += [edge.source for out in ways.values() for edge in out if _is_answered(edge) and edge.target not in ways]
    leading, ending = entering(ways), set(waiting)
    while waiting:
        new = {edge.source for edge in leading.get(waiting.pop(), ()) if _is_answered(edge)} - ending
        ending |= new
        waiting += new
    there = reachable(ways, flow.first) - ending
    asking = [name for name, step in flow.steps.items() if name in there and turns.asks_at(step)]
    # What a no leads to is proved elsewhere.
    agreed = {name: {edge.target for edge in ways[name] if edge.way not in STARTS} for name in there}
    return _circles(agreed, asking)


def _is_answered(edge: Edge) -> bool:
    return edge.way is not Way.EXIT


def half_answered_circles(turns: Turns) -> Iterator[tuple[str, ...]]:
    """Give the circles in which a guest is asked for ever who answers some questions and never others, each once.

    At a question with a way out for whoever does not answer it, the guest may go either way each time.
    """
    flow, ways = turns.flow, turns.ways
    exits = [edge for out in ways.values() for edge in out if edge.way is Way.EXIT]
    round_again = circling(targets(ways)) if exits else {}
    exits = [edge for edge in exits if _are_round(round_again, edge)]
    if not exits:
        return
    left = {name: step for name, step in flow.steps.items() if not isinstance(step, End | Link)}
    leading, waiting = entering(ways), [*left, *(name for name in flow.steps if name not in left)]
    while waiting:
        name = waiting.pop()
        if name in left and _is_let_go(ways[name], left):
            del left[name]
            waiting += [edge.source for edge in leading.get(name, ())]
    following = {name: {edge.target for edge in ways[name] if edge.target in left} for name in left}
    for edge in (edge for edge in exits if edge.source in left and edge.target in left):
        yield from _circles({**following, edge.source: {edge.target}}, [edge.source])


def _are_round(round_again: Mapping[str, int], edge: Edge) -> bool:
    """Say whether a way leads round to where it begins."""
    return edge.source in round_again and round_again[edge.source] == round_again.get(edge.target)


def _is_let_go(out: Iterable[Edge], left: Mapping[str, Step]) -> bool:
    """Say whether a step leads on from what is `left`, answered or not; what an action does not find is no answer."""
    onward = [(edge.way, edge.target not in left) for edge in out if edge.way is not Way.OTHER]
    exits = all(leads for way, leads in onward if way is Way.EXIT)
    return (Way.SKIPPED, True) in onward or (exits and any(leads for way, leads in onward if way is not Way.EXIT))


def _circles(following: Mapping[str, set[str]], names: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Give the shortest circle through each of `names` that is on none that was given before."""
    told: set[str] = set()
    round_again = circling({name: [*after] for name, after in following.items()})
    for name in names:
        circle = way_back(name, following) if name not in told and name in round_again else None
        if circle:
            told.update(circle)
            yield circle


def way_back(name: str, following: Mapping[str, set[str]]) -> tuple[str, ...] | None:
    """Return the shortest circle through `name`, if there is one."""
    came_from: dict[str, str] = {}
    waiting = deque([name])
    while waiting:
        now = waiting.popleft()
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
