"""Says which steps, cases, outcomes and tries of the flows the conversation files reach, and which they do not.

A `Watch` lends the flows tables that note what is looked up in them: a walk looks up every step that it comes
to, and every outcome of an action. The engine works as always and knows nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import TypeAlias, TypeVar, overload

from frontdesk.desk.house import House
from frontdesk.desk.rehearsals.impossible import unreachable
from frontdesk.desk.rehearsals.places import GIVEN_UP, NO, YES, Place, asked, places_of, ways_of
from frontdesk.desk.rehearsals.scripts import Expected
from frontdesk.dialogue.conversation import Changing, Choosing, Collecting, Confirming, Conversation
from frontdesk.dialogue.flow import Act, Branch, Choose, Collect, Confirm, Flow, Step
from frontdesk.dialogue.starting import STUCK

V = TypeVar("V")
D = TypeVar("D")
Waiting: TypeAlias = Collect | Choose | Confirm
Passed: TypeAlias = Sequence[tuple[str, str]]  # (flow, step), in the order of a walk


@dataclass(frozen=True, slots=True)
class Covered:
    """What is reached of one flow, and what is not, in the order of its file."""

    flow: str
    places: tuple[Place, ...]  # that can be reached
    missed: tuple[Place, ...]
    unclaimed: tuple[Place, ...] = ()  # of those missed: come by, but nothing was claimed of the answer
    beyond: Mapping[Place, str] = field(default_factory=dict)  # that cannot be reached, and why

    @property
    def reached(self) -> int:
        """How many places are reached."""
        return len(self.places) - len(self.missed)


class _Noting(dict[str, V]):
    """A table that notes by which names it is asked; only `get` counts, which is how a walk looks things up."""

    def __init__(self, entries: Mapping[str, V], note: Callable[[str], None]) -> None:
        super().__init__(entries)
        self.note = note

    @overload
    def get(self, key: str, default: None = None, /) -> V | None: ...

    @overload
    def get(self, key: str, default: V | D, /) -> V | D: ...

    def get(self, key: str, default: V | D | None = None, /) -> V | D | None:
        """Return the entry, and note that it was asked for."""
        self.note(key)
        return super().get(key, default)


@dataclass(slots=True)
class Watch:
    """Gathers what conversations reach, turn by turn."""

    flows: Mapping[str, Flow]
    beyond: Mapping[Place, str] = field(default_factory=dict)  # what no conversation can reach, and why
    reached: set[Place] = field(default_factory=set)
    unclaimed: set[Place] = field(default_factory=set)  # come by in turns of whose answer nothing is claimed
    looked_up: list[tuple[str, str]] = field(default_factory=list)  # (flow, step) since the last turn, in order
    came_to: list[Place] = field(default_factory=list)  # outcomes of actions since the last turn
    stood: dict[str, Place] = field(default_factory=dict)  # conversation -> the last try it was at

    def over(self, house: House) -> House:
        """Return the same house with flows that are watched."""
        newest = {name: self._watched(flow) for name, flow in house.flows.newest.items()}
        return replace(house, flows=replace(house.flows, newest=newest))

    def _watched(self, flow: Flow) -> Flow:
        steps = {name: self._with_outcomes(flow.name, step) for name, step in flow.steps.items()}
        return replace(flow, steps=_Noting(steps, lambda name: self.looked_up.append((flow.name, name))))

    def _with_outcomes(self, flow: str, step: Step) -> Step:
        if not isinstance(step, Act):
            return step
        on = _Noting(step.on, lambda outcome: self.came_to.append(Place(flow, step.name, outcome)))
        return replace(step, on=on)

    def turned(self, conversation: Conversation, expected: Expected) -> None:
        """Take note of a turn that has ended; it counts if something is expected of the answer."""
        places = self.reached if expected.claims_an_answer else self.unclaimed
        passed, self.looked_up = self.looked_up, []
        came_to, self.came_to = self.came_to, []
        places.update(came_to, self._cases(passed), (Place(flow, name) for flow, name in passed))
        before = self.stood.pop(conversation.id, None)
        if before is not None:
            places.update(replace(before, way=way) for way in self._left(before, passed, conversation))
        now = _try_of(conversation)
        if now is not None:
            places.add(now)
            self.stood[conversation.id] = now

    def _cases(self, passed: Passed) -> Iterator[Place]:
        """Give the ways that branches took: a walk looks up a branch, and right after it where that leads."""
        for (flow, name), (_, target) in pairwise(passed):
            step = self.flows[flow].steps.get(name)
            if isinstance(step, Branch):
                yield from (Place(flow, name, text) for text, to in ways_of(step).items() if to == target)

    def _left(self, before: Place, passed: Passed, conversation: Conversation) -> Iterator[str]:
        """Give the ways by which a turn left the question that it began at."""
        step = self.flows[before.flow].steps[before.step]
        if not isinstance(step, Waiting):
            return
        # To understand an answer to a confirm, what it shows is looked up first.
        walked = passed[1:] if isinstance(step, Confirm) else passed
        begun = walked[0] if walked else None
        if self._is_exit(before, step, begun):
            yield GIVEN_UP
        elif isinstance(step, Confirm) and list(walked[:2]) == [(before.flow, step.name), (before.flow, step.next)]:
            yield YES  # a yes goes through the confirm, which then holds
        elif isinstance(step, Confirm) and _is_no(before, step, begun, conversation):
            yield NO

    def _is_exit(self, before: Place, step: Waiting, begun: tuple[str, str] | None) -> bool:
        """Say whether a turn left a question unanswered: it began at the declared way out, or offered a person."""
        if step.on_exit is None:
            return STUCK in self.flows and begun == (STUCK, self.flows[STUCK].first)
        return before.way == asked(step.tries) and begun == (before.flow, step.on_exit)


def _is_no(before: Place, step: Confirm, begun: tuple[str, str] | None, after: Conversation) -> bool:
    """Say whether a confirm was answered with no: it has a step for that, or the guest is asked what to change."""
    if step.on_no is not None:
        return begun == (before.flow, step.on_no)
    return isinstance(after.position, Changing) and after.position.step == step.name


def watch(house: House) -> Watch:
    """Return a watch over the flows of a house."""
    flows = house.flows.newest
    return Watch(flows, unreachable(flows, house.actions, house.business))


def covered(watched: Watch) -> tuple[Covered, ...]:
    """Say of each flow what was reached."""
    return tuple(_covered(flow, watched) for flow in watched.flows.values())


def _covered(flow: Flow, watched: Watch) -> Covered:
    every, reached = tuple(places_of(flow)), watched.reached
    beyond = {place: watched.beyond[place] for place in every if place in watched.beyond and place not in reached}
    places = tuple(place for place in every if place not in beyond)
    missed = tuple(place for place in places if place not in reached)
    unclaimed = tuple(place for place in missed if place in watched.unclaimed)
    return Covered(flow.name, places, missed, unclaimed, beyond)


def _try_of(conversation: Conversation) -> Place | None:
    """Return which question waits, and how often it has been put."""
    position, run = conversation.position, conversation.run
    if run is None or not isinstance(position, Collecting | Choosing | Confirming):
        return None
    return Place(run.flow, position.step, asked(position.tries))


def lines_of(found: Sequence[Covered]) -> Iterator[str]:
    """Give what is printed: a line a flow, then what it lacks."""
    reached, places = sum(one.reached for one in found), sum(len(one.places) for one in found)
    yield f"Reached by these conversations: {_share(reached, places)}"
    for one in found:
        yield f"  {one.flow}: {_share(one.reached, len(one.places))}"
        never_met = [place for place in one.missed if place not in one.unclaimed]
        yield from (f"    not reached: {line}" for line in _missed(never_met))
        yield from (f"    nothing is claimed of the answer: {line}" for line in _missed(one.unclaimed))
        yield from (f"    cannot be reached: {line}" for line in _beyond(one.beyond))


def _missed(places: Sequence[Place]) -> Iterator[str]:
    """Give a line a step: the step alone where all of it is missed, else the ways that are."""
    for step, group in groupby(places, key=lambda place: place.step):
        ways = [place.way for place in group]
        yield f"{step}: {', '.join(ways)}" if all(ways) else step


def _beyond(places: Mapping[Place, str]) -> Iterator[str]:
    """Give a line a place that is beyond reach; that of a whole step stands for its ways."""
    for place, why in places.items():
        if not place.way or Place(place.flow, place.step) not in places:
            yield f"{place.step}: {place.way} ({why})" if place.way else f"{place.step} ({why})"


def _share(reached: int, places: int) -> str:
    # Rounded down: 100 % is said only when nothing is missing.
    return f"{reached} of {places}, {100 * reached // places if places else 100} %"
