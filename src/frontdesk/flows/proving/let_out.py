"""Proves that every guest is let out: whatever was answered before, some answers lead to the end.

What is followed here is a step together with what is certain of the values that conditions look at: a question whose
answer is known is not put again, so a yes that nothing empties decides the same each time round. Going round over
other flows counts. Where an end can be come to whatever is known, there is nothing to follow.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from frontdesk.dialogue.expression import Compare, Expression, Operator, slots_read
from frontdesk.dialogue.flow import Act, Assign, CallFlow, Choose, Collect, Confirm, Copy, Flow, Link, Step
from frontdesk.flows.proving.circles import gathered
from frontdesk.flows.proving.conditions import renamed
from frontdesk.flows.proving.examples import Example, along
from frontdesk.flows.proving.graph import Edge, Way, targets
from frontdesk.flows.proving.held import NOTHING, Held, decided_by, held_after, is_open
from frontdesk.flows.proving.proofs import Settled
from frontdesk.flows.proving.together import Together
from frontdesk.flows.proving.turns import answered_circles
from frontdesk.flows.proving.ways_out import Steps, before, holding, is_answer, sent_round

# Places that are looked at from the beginning of a flow; one with more, or with more a step, is refused as not proved.
_MOST = 4000
_MOST_A_STEP = 4


@dataclass(frozen=True, slots=True)
class _Place:
    """A step, and what is certain when it is come to of the slots that conditions look at."""

    flow: str
    step: str
    filled: frozenset[str] = frozenset()
    held: Held = NOTHING


@dataclass(frozen=True, slots=True)
class _Moved:
    """A way that was taken; none into another flow. `to` is None at the end."""

    source: _Place
    to: _Place | None
    edge: Edge | None = None


def prove_let_out(together: Together, circling: frozenset[str]) -> None:
    """Report the flows in which a guest may come to where no answer leads to an end; `circling` are told of."""
    told: set[str] = set(circling)
    round_again = sent_round(together)
    conditional = holding(together, round_again)
    leading = before(together, conditional)
    for name in (name for name in together.drafts if (name, together.own(name).flow.first) in leading):
        own, walk = together.own(name), _Walk(together, round_again, conditional, leading)
        if name in told or own.circle or any(answered_circles(own.turns)):
            continue
        circle = walk.endless(name)
        if walk.is_cut_short:
            message = f"{name} has too many ways to show that it lets every guest out; part it, and `call` the parts."
            own.draft.fault(own.flow.first, "too_many_ways", message)
        elif circle is not None:
            told |= {moved.source.flow for moved in circle.round}
            circle.report(together)


@dataclass(frozen=True, slots=True)
class _Circle:
    """How a guest comes to where nothing leads out, and how it goes round there."""

    before: list[_Moved]
    round: list[_Moved]

    def report(self, together: Together) -> None:
        """Report it at the question that comes again, or at the step that goes over to the other flow."""
        over = next((moved.source for moved in self.round if moved.edge is None), None)
        asked = next(moved.source for moved in self.round if _asks(together, moved))
        at = over or asked
        if over is not None:
            flows = [moved.source.flow for moved in self.round if moved.edge is None]
            way = " -> ".join([*flows, flows[0]])
            message = f"Whatever the guest answers, flows go over to each other for ever: {way}."
        else:
            way = " -> ".join([*(moved.source.step for moved in self.round), self.round[0].source.step])
            message = f"Whatever the guest answers, this goes on for ever: {way}."
        example = (*_lines(together, [*self.before, *self.round]), "desk: (goes on like this for ever)")
        draft = together.drafts[at.flow]
        draft.fault(at.step, "endless_question", f"{message} {self._advice(together, asked)}", example)

    def _advice(self, together: Together, asked: _Place) -> str:
        """Say how to let the guest out: most often a question is not put again because its answer is known."""
        anew = together.own(asked.flow).flow.steps[asked.step]
        for moved in self.round:
            flow = together.own(moved.source.flow).flow
            step = flow.steps[moved.source.step]
            if isinstance(step, Collect) and step.slot in moved.source.filled and isinstance(anew, Collect | Choose):
                return (
                    f"{step.name} does not ask for {step.slot} again, which is known; "
                    f"let it be emptied with {anew.slot}: `depends_on: [{anew.slot}]`."
                )
        return "Let it come to an end."


def _asks(together: Together, moved: _Moved) -> bool:
    """Say whether the guest is asked something at a place."""
    own = together.own(moved.source.flow)
    step = own.flow.steps[moved.source.step]
    if isinstance(step, Collect | Choose) and step.slot in moved.source.filled:
        return False
    return own.turns.asks_at(step) and moved.edge is not None and moved.edge.way is not Way.SKIPPED


def _lines(together: Together, way: list[_Moved]) -> Example:
    """Write the conversation of a way through flows."""
    lines: list[str] = []
    part: list[Edge] = []
    for place, moved in enumerate(way):
        part += [moved.edge] if moved.edge else []
        is_last = place == len(way) - 1
        if moved.edge is None or is_last:
            told = along(together.own(moved.source.flow).flow, part)
            lines += told[1:] if lines else told
            lines += [] if moved.edge or moved.to is None else [f"desk: goes into {moved.to.flow}"]
            part = []
    return tuple(lines)


@dataclass(slots=True)
class _Walk:
    """Goes to every place that can be come to from the beginning of a flow."""

    together: Together
    round_again: frozenset[str]  # flows that an answer may send the guest round in
    conditional: Steps  # from the others an end can be come to whatever is known
    leading: Steps  # what leads to those
    is_cut_short: bool = False
    _looked_at: dict[str, dict[str, int]] = field(default_factory=dict)  # flow -> step -> the bits of slots
    _named: dict[tuple[str, int], frozenset[str]] = field(default_factory=dict)  # flow and bits -> the slots
    _open: dict[tuple[Edge, Held, frozenset[str]], bool] = field(default_factory=dict)
    _came: dict[_Place, _Moved | None] = field(default_factory=dict)
    _out: dict[_Place, list[_Moved]] = field(default_factory=dict)

    def endless(self, name: str) -> _Circle | None:
        """Return a circle that leads nowhere else and asks the guest something, if there is one to be found."""
        waiting = deque([self._begun(name)])
        self._came[waiting[0]] = None
        most = max(_MOST, _MOST_A_STEP * len(self.together.own(name).flow.steps))
        while waiting:
            here = waiting.popleft()
            if len(self._out) > most:
                self.is_cut_short = True
                return None
            self._out[here] = list(self._onward(here))
            for moved in self._out[here]:
                if moved.to is not None and moved.to not in self._came:
                    self._came[moved.to] = moved
                    waiting.append(moved.to)
        return self._stuck()

    def _stuck(self) -> _Circle | None:
        entering: dict[_Place, list[_Place]] = {}
        for here, out in self._out.items():
            for moved in out:
                entering.setdefault(moved.to, []).append(here) if moved.to else None
        ending = {here for here, out in self._out.items() if any(moved.to is None for moved in out)}
        waiting = list(ending)
        while waiting:
            new = [here for here in entering.get(waiting.pop(), ()) if here not in ending]
            ending.update(new)
            waiting += new
        for here in (place for place in self._out if place not in ending):
            circle = self._round(here)
            if circle and any(_asks(self.together, moved) for moved in circle):
                return _Circle(self._before(here), circle)
        return None

    def _round(self, start: _Place) -> list[_Moved]:
        """Return the shortest way from a place to itself."""
        came: dict[_Place, _Moved] = {}
        waiting = deque([start])
        while waiting and start not in came:
            for moved in self._out[waiting.popleft()]:
                if moved.to is not None and moved.to not in came:
                    came[moved.to] = moved
                    waiting.append(moved.to)
        way = [came[start]] if start in came else []
        while way and way[-1].source != start:
            way.append(came[way[-1].source])
        return way[::-1]

    def _before(self, place: _Place) -> list[_Moved]:
        way: list[_Moved] = []
        while (moved := self._came[place]) is not None:
            way.append(moved)
            place = moved.source
        return way[::-1]

    def _begun(self, name: str, given: Mapping[str, Held] | None = None) -> _Place:
        """Return where a flow begins, with its defaults and with what it is given."""
        flow = self.together.own(name).flow
        known = dict(given or {})
        for slot in flow.slots.values():
            if slot.default is not None and slot.name not in known:
                own: Expression = Compare(slot.name, Operator.EQUAL, slot.default)
                known[slot.name] = NOTHING if slot.many else frozenset({own})
        return self._place(name, flow.first, frozenset(known), frozenset[Expression]().union(*known.values()))

    def _place(self, name: str, step: str, filled: frozenset[str], held: Held) -> _Place:
        """Return a place, with no more than what decides anything from there on."""
        looked_at = self._decides(name, step)
        kept = frozenset(one for one in held if slots_read(one) <= looked_at)
        return _Place(name, step, filled & looked_at, kept)

    def _decides(self, name: str, step: str) -> frozenset[str]:
        """Return the slots that something is decided by after a step, in this flow or in one that gets them."""
        if name not in self._looked_at:
            self._look_through(name)
        bits = self._looked_at[name].get(step, 0)
        if (name, bits) not in self._named:
            slots = self.together.own(name).flow.slots
            self._named[name, bits] = frozenset(slot for place, slot in enumerate(slots) if bits >> place & 1)
        return self._named[name, bits]

    def _look_through(self, name: str) -> None:
        """Find out of a whole flow at once what is decided by after each step."""
        own = self.together.own(name)
        bits = {slot: 1 << place for place, slot in enumerate(own.flow.slots)}
        looked_at: dict[str, int] = {}
        for step in own.flow.steps.values():
            found: set[str] = set()
            if (name, step.name) in self.leading:
                found |= decided_by(step) if (name, step.name) in self.conditional else set()
                if isinstance(step, Link):
                    found |= {*step.inputs.values(), *(slot.name for slot in own.flow.slots.values() if slot.remember)}
            looked_at[step.name] = sum(bits[slot] for slot in found)
        self._looked_at[name] = gathered(targets(own.ways), looked_at)

    def _onward(self, here: _Place) -> Iterator[_Moved]:
        own = self.together.own(here.flow)
        flow, step = own.flow, own.flow.steps[here.step]
        if (here.flow, here.step) not in self.conditional:
            yield _Moved(here, None)
        if (here.flow, here.step) not in self.leading:
            return
        if isinstance(step, Link):
            yield _Moved(here, self._gone_over(flow, step, here))
        is_sent_round = here.flow in self.round_again
        for edge in own.ways[here.step]:
            if is_answer(step, edge, is_sent_round=is_sent_round) and self._is_open(flow, edge, here):
                over = edge.target not in flow.steps
                yield from (_Moved(here, None if over else to, edge) for to in self._after(own, edge, here))

    def _is_open(self, flow: Flow, edge: Edge, here: _Place) -> bool:
        """Say whether a way can be taken; many places are alike in all that it looks at."""
        if not edge.given:
            return True
        looked_at = frozenset[str]().union(*map(slots_read, edge.given))
        held = frozenset(one for one in here.held if not slots_read(one).isdisjoint(looked_at))
        key = edge, held, here.filled & looked_at
        if key not in self._open:
            self._open[key] = is_open(flow, edge, held, here.filled)
        return self._open[key]

    def _gone_over(self, flow: Flow, step: Link, here: _Place) -> _Place | None:
        """Return where another flow begins; None where it is not known, or begins only when asked for."""
        if step.flow not in self.together.drafts:
            return None
        other = self.together.own(step.flow).flow
        pairs = {theirs: ours for theirs, ours in step.inputs.items() if theirs in other.slots}
        own = (name for name, slot in flow.slots.items() if slot.remember)
        pairs |= {name: name for name in own if name in other.slots and other.slots[name].remember}
        given = {theirs: _told_of(here.held, ours, theirs) for theirs, ours in pairs.items() if ours in here.filled}
        return self._begun(step.flow, given)

    def _after(self, own: Settled, edge: Edge, here: _Place) -> Iterator[_Place]:
        flow, step = own.flow, own.flow.steps[edge.source]
        known = isinstance(step, Collect | Choose) and step.slot in here.filled
        changed = (
            frozenset(flow.clears.get((edge.source, edge.target), ()))
            if known
            else self.together.changes(flow.name).on(edge)
        )
        held, filled = held_after(flow, edge, here.held, changed), here.filled - changed
        if edge.target not in flow.steps:
            yield here
            return
        emptied = flow.clears.get((edge.source, edge.target), frozenset())
        sure = frozenset(self._filled_by(own, step, edge, here)) - emptied
        yield self._place(here.flow, edge.target, filled | sure, held)
        if isinstance(step, Collect) and not flow.slots[step.slot].required and not known:
            yield self._place(here.flow, edge.target, filled - {step.slot}, held)

    def _filled_by(self, own: Settled, step: Step, edge: Edge, here: _Place) -> Iterator[str]:
        """Give the slots that have values for certain once a step is done."""
        if edge.way is Way.SKIPPED:
            return
        match step:
            case Collect(slot=slot) | Choose(slot=slot):
                yield slot
            case Act(outputs=outputs, call=call):
                certain = own.draft.known.actions[call].certain(edge.outcome)
                yield from (slot for name, slot in outputs.items() if name in certain)
            case Assign(values=values):
                for name, value in values.items():
                    if value.slot in here.filled if isinstance(value, Copy) else own.flow.slots[name].required:
                        yield name
            case CallFlow() | Confirm() | _:
                return


def _told_of(held: Held, ours: str, theirs: str) -> Held:
    """Return what is certain of one slot, as it is said of a slot of another flow."""
    return frozenset(renamed(one, theirs) for one in held if slots_read(one) == {ours})
