"""Random conversations: meanings that a guest may send, outcomes that actions may have, and a driver for `decide`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from frontdesk.desk.actions import ACTIONS
from frontdesk.desk.house import open_house
from frontdesk.dialogue.actions import ActionSpec
from frontdesk.dialogue.conversation import Conversation, Offer, Option
from frontdesk.dialogue.decide import decide
from frontdesk.dialogue.effects import Effect, RunAction
from frontdesk.dialogue.events import ActionEnded, Event, GuestSpoke, GuestWasSilent, StaffLeft, StaffTookOver
from frontdesk.dialogue.flow import Flows
from frontdesk.dialogue.meanings import (
    Affirm,
    Ask,
    AtTime,
    ByValue,
    Cancel,
    Change,
    Choose,
    Deny,
    Exclude,
    Extreme,
    GoBack,
    Goodbye,
    Greet,
    Help,
    Inform,
    Meaning,
    More,
    Number,
    Problem,
    Repeat,
    Skip,
    StartFlow,
    StartOver,
    Thank,
    Unclear,
    WantPerson,
)
from frontdesk.dialogue.values import Days, Item, Soonest, Times, Value, digest

EXAMPLES = Path(__file__).parents[2] / "examples"
NOW = datetime(2025, 11, 18, 15, tzinfo=UTC)
DAYS = [date(2025, 11, 19), date(2025, 11, 20)]
TIMES = [time(9), time(15), time(16, 30)]


@cache
def spa() -> Flows:
    """Return the flows of the spa."""
    return open_house(EXAMPLES / "medspa").flows


def value_of(kind: str) -> st.SearchStrategy[Value]:
    """Return values that a slot of this kind may get."""
    match kind:
        case "service":
            return st.sampled_from([Item("service", "botox"), Item("service", "hydrafacial")])
        case "provider":
            return st.sampled_from([Item("provider", "sarah_smith"), Item("provider", "lisa_lee")])
        case "day":
            return st.sampled_from([*DAYS, Days(DAYS[0], DAYS[1]), Soonest()])
        case "time":
            return st.sampled_from([*TIMES, Times(time(12), time(17))])
        case _:
            return st.sampled_from(["one", "two"])


@st.composite
def informs(draw: st.DrawFn, flows: Flows) -> Inform:
    """Draw a value for a slot of some flow, perhaps one that cannot be used."""
    flow = draw(st.sampled_from(sorted(flows.newest)))
    slots = flows.newest[flow].slots
    if not slots:
        return Inform("name", "one", "one")
    slot = slots[draw(st.sampled_from(sorted(slots)))]
    value = draw(value_of(slot.kind))
    given: Value = (value,) if slot.many else value
    match draw(st.integers(0, 7)):
        case 0:
            return Inform(slot.name, given, "w", draw(st.sampled_from(list(Problem))))
        case 1:
            return Inform(slot.name, None, "w", Problem.AMBIGUOUS, (value, draw(value_of(slot.kind))))
        case 2 if slot.kind == "day":
            return Inform(slot.name, Days(DAYS[0], DAYS[1]), "w", Problem.AMBIGUOUS)
        case _:
            return Inform(slot.name, given, "w")


def picks() -> st.SearchStrategy[Choose]:
    """Return picks of every kind."""
    numbers = st.integers(-1, 7).map(Number)
    times = st.sampled_from(TIMES).map(AtTime)
    extremes = st.sampled_from(list(Extreme))
    providers = st.just(ByValue("provider", Item("provider", "lisa_lee")))
    return st.one_of(numbers, times, extremes, providers).map(lambda pick: Choose(pick, "w"))


def meanings(flows: Flows) -> st.SearchStrategy[Meaning]:
    """Return any meaning a message may carry."""
    words = "w"
    plain = [
        kind(words)
        for kind in (Cancel, StartOver, GoBack, Skip, Repeat, Help, WantPerson, Greet, Thank, Goodbye, Unclear, More)
    ]
    topics = ["price", "hours", "providers", "unknown", "pregnancy", "why"]
    return st.one_of(
        informs(flows),
        informs(flows),
        picks(),
        st.just(Affirm(words)),
        st.just(Affirm(words)),
        st.just(Deny(words)),
        st.sampled_from(plain),
        st.sampled_from(sorted(flows.newest)).map(lambda flow: StartFlow(flow, words)),
        st.sampled_from(topics).map(lambda topic: Ask(topic, words)),
        st.sampled_from(["day", "service", "name", None]).map(lambda slot: Change(slot, words)),
        st.sampled_from(["service", "time"]).flatmap(
            lambda slot: value_of(slot).map(lambda value: Exclude(slot, value, words))
        ),
    )


def messages(flows: Flows) -> st.SearchStrategy[tuple[Meaning, ...]]:
    """Return messages of up to four meanings."""
    return st.lists(meanings(flows), max_size=4).map(tuple)


@dataclass(slots=True)
class Step:
    """One decision of a conversation: what was before, what happened, what came of it."""

    before: Conversation
    event: Event
    after: Conversation
    effects: tuple[Effect, ...]


@dataclass(slots=True)
class World:
    """Drives `decide` through whole turns, with outcomes drawn at random; within a turn the same brings the same."""

    flows: Flows
    data: st.DataObject
    conversation: Conversation = field(default_factory=lambda: Conversation("c", "b"))
    now: datetime = NOW
    steps: list[Step] = field(default_factory=list)
    script: list[Event] = field(default_factory=list)
    came: dict[str, ActionEnded] = field(default_factory=dict)  # what came of what was asked for in this turn

    def happen(self, event: Event) -> list[Step]:
        """Carry an event to the end of its turn and return every decision it took."""
        first = len(self.steps)
        self.came.clear()
        following: Event | None = event
        while following is not None:
            effects = self._decide(following)
            wanted = next((effect for effect in effects if isinstance(effect, RunAction)), None)
            following = self._outcome(wanted) if wanted is not None else None
            assert len(self.steps) - first < 200, "a turn does not end"
        return self.steps[first:]

    def _decide(self, event: Event) -> tuple[Effect, ...]:
        decision = decide(self.conversation, event, self.flows)
        self.steps.append(Step(self.conversation, event, decision.conversation, decision.effects))
        self.script.append(event)
        self.conversation = decision.conversation
        return decision.effects

    def _outcome(self, wanted: RunAction) -> ActionEnded:
        asked = f"{wanted.action} {digest(wanted.arguments)}"
        if asked not in self.came:
            self.came[asked] = self._drawn(wanted)
        return replace(self.came[asked], key=wanted.key)

    def _drawn(self, wanted: RunAction) -> ActionEnded:
        spec = ACTIONS[wanted.action].spec
        outcome = self.data.draw(st.sampled_from(sorted(spec.outcomes)))
        fields = {name: self._field(name, kind) for name, kind in spec.outputs.items()}
        certain = spec.certain(outcome)
        kept = {name: value for name, value in fields.items() if name in certain or self.data.draw(st.booleans())}
        offer = self._offer(spec) if spec.offers and outcome in spec.successes else None
        return ActionEnded(wanted.key, outcome, self.now, kept, offer)

    def _field(self, name: str, kind: str) -> Value:
        if name == "finding":
            return self.data.draw(st.sampled_from(["exact", "free", "taken", "closed_day", "full", "too_far"]))
        if name == "match":
            return self.data.draw(st.sampled_from(["yes", "no", "unasked"]))
        return self.data.draw(value_of(kind))

    def _offer(self, spec: ActionSpec) -> Offer:
        count = self.data.draw(st.integers(1, 7))
        options = tuple(Option(f"o{n}", self._option(spec, n)) for n in range(count))
        exact = self.data.draw(st.sampled_from([None, None, "o0"]))
        return Offer(options, self.now, self.now + timedelta(minutes=30), size=3, exact=exact)

    def _option(self, spec: ActionSpec, number: int) -> dict[str, Value]:
        start = datetime(2025, 11, 19, 9, tzinfo=UTC) + timedelta(minutes=30 * number)
        known: dict[str, Value] = {
            "start": start,
            "day": start.date(),
            "time": start.time(),
            "service": Item("service", "botox"),
            "provider": Item("provider", "sarah_smith"),
            "reference": "R",
        }
        return {name: known[name] for name in spec.fields if name in known}


def events(flows: Flows, now: datetime) -> st.SearchStrategy[Event]:
    """Return any event that comes from outside."""
    spoke = messages(flows).map(lambda said: GuestSpoke(said, now))
    return st.one_of(
        spoke,
        spoke,
        spoke,
        spoke,
        spoke,
        spoke,
        st.just(GuestWasSilent(now)),
        st.just(StaffTookOver("ann", now)),
        st.just(StaffLeft(now)),
        st.just(ActionEnded("stray", "booked", now)),
    )
