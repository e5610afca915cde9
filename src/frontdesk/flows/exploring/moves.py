"""What a guest may do at each position, and how each action may end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from frontdesk.dialogue.actions import ActionSpec
from frontdesk.dialogue.conversation import (
    Changing,
    Choosing,
    Collecting,
    Confirming,
    Conversation,
    Offer,
    Option,
    Run,
    Sorting,
)
from frontdesk.dialogue.effects import RunAction
from frontdesk.dialogue.events import ActionEnded, GuestSpoke
from frontdesk.dialogue.flow import Act, Flow, Flows, Slot
from frontdesk.dialogue.flow import Choose as Pick
from frontdesk.dialogue.meanings import (
    Affirm,
    Ask,
    AtTime,
    Cancel,
    Change,
    Choose,
    Deny,
    Exclude,
    Extreme,
    GoBack,
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
    Unclear,
    Wait,
    WantPerson,
)
from frontdesk.dialogue.starting import PERSON
from frontdesk.dialogue.values import Value
from frontdesk.flows.exploring.samples import START, compared, samples, spoken
from frontdesk.flows.exploring.scope import Node, Scope, held

WHILE = timedelta(minutes=30)  # how long an offer is good for
_SEVERAL = 3


@dataclass(frozen=True, slots=True)
class Move:
    """Something a guest says, and how that reads in a counter-example."""

    words: str
    meanings: tuple[Meaning, ...]

    def at(self, now: datetime) -> GuestSpoke:
        """Return the event."""
        return GuestSpoke(self.meanings, now)


def move(*meanings: Meaning) -> Move:
    """Return what a guest says, in words made of what it means."""
    return Move(" and ".join(map(_words, meanings)), meanings)


def _words(meaning: Meaning) -> str:
    match meaning:
        case Inform(slot, value, _, problem):
            return f"({slot}: {problem or _value(value)})"
        case Choose(pick):
            return f"(picks {pick.position})" if isinstance(pick, Number) else f"(picks {pick})"
        case StartFlow(flow):
            return f"(wants {flow})"
        case Ask(topic):
            return f"(asks about {topic})"
        case Change(slot):
            return f"(change {slot or 'something'})"
        case Skip(_, str() as slot):
            return f"(skips {slot})"
        case Exclude(slot, value):
            return f"(not {slot} {_value(value)})"
        case Affirm():
            return "yes"
        case Deny():
            return "no"
        case _:
            return f"({type(meaning).__name__})"


def _value(value: Value | None) -> str:
    single = value[0] if isinstance(value, tuple) and value else value
    return str(getattr(single, "id", single))


def opening(flow: Flow) -> Iterator[Move]:
    """Give the ways to begin a flow: with nothing, and with each value at once. An answer begins with a question."""
    if flow.name == PERSON:
        yield move(WantPerson("w"))
        return
    if flow.answers:
        topics = [topic for topic in flow.answers if topic != "*"] or ["anything"]
        yield from (move(Ask(topic, "w")) for topic in (*topics, *_topics(flow)))
        return
    if is_only_called(flow):
        return
    start = StartFlow(flow.name, "w")
    yield move(start)
    yield from (move(start, each) for each in _informs(flow, None))


def is_only_called(flow: Flow) -> bool:
    """Say whether no guest begins a flow: it counts on what other flows give it, and is walked through them."""
    return bool(flow.inputs) and not flow.triggers and not flow.answers


def _topics(flow: Flow) -> tuple[str, ...]:
    """Return the topics that an answering flow tells apart, if it answers whatever no other does."""
    values = compared(flow).get("topic", ()) if "*" in flow.answers else ()
    return tuple(value for value in values if isinstance(value, str))


def moves(scope: Scope, node: Node) -> Iterator[Move]:
    """Give everything a guest may say within the flow under way."""
    conversation = node.conversation
    run = conversation.run
    if run is None:
        return
    flow = scope.flow(run)
    informs = tuple(_informs(flow, run))
    yield from (move(inform) for inform in informs)
    yield from _plain()
    yield from (move(Change(slot.name, "w")) for slot in spoken(flow) if slot.name in run.slots)
    yield from (
        move(Exclude(slot.name, run.slots[slot.name].value, "w")) for slot in spoken(flow)[:1] if slot.name in run.slots
    )
    match conversation.position:
        case Collecting(slot=name, among=among):
            yield from _troubled(flow.slots[name])
            if among:
                yield from (move(Choose(Number(n), "w")) for n in (1, 2, 3))
        case Choosing():
            yield from _picks()
            yield from (move(Affirm("w"), inform) for inform in informs[:2])
        case Confirming() | Changing():
            yield move(Choose(Number(1), "w"))
            for inform in informs:
                yield move(Affirm("w"), inform)
                yield move(Deny("w"), inform)
        case _:
            pass


def _plain() -> Iterator[Move]:
    """Give what a guest may say anywhere."""
    yield move(Affirm("w"))
    yield move(Deny("w"))
    yield move(Affirm("w"), Deny("w"))
    for kind in (GoBack, Skip, More, Cancel, StartOver, Repeat, Wait):
        yield move(kind("w"))
    yield move(Change(None, "w"))


def _informs(flow: Flow, run: Run | None) -> Iterator[Inform]:
    """Give values for the slots of a flow: one for an empty slot, another for a filled one, all that are compared."""
    literals = compared(flow)
    for slot in spoken(flow):
        first, second = samples(slot.kind)
        held = run.slots.get(slot.name) if run else None
        values: tuple[Value, ...] = (first,)
        if held is not None and held.value in (first, (first,)):
            values = (second,)
        if slot.validate is not None:
            values = (first, second)
        for value in dict.fromkeys((*values, *literals.get(slot.name, ()))):
            yield Inform(slot.name, (value,) if slot.many else value, "w")


def _troubled(slot: Slot) -> Iterator[Move]:
    first, second = samples(slot.kind)
    yield move(Inform(slot.name, None, "w", Problem.INVALID))
    yield move(Inform(slot.name, None, "w", Problem.AMBIGUOUS, (first, second)))
    yield move(Skip("w", slot.name))


def _picks() -> Iterator[Move]:
    for number in (1, 2, -1, 9):
        yield move(Choose(Number(number), "w"))
    yield move(Choose(Number(1), "w"), Choose(Number(2), "w"))
    yield move(Choose(Extreme.LATEST, "w"))
    yield move(Choose(AtTime(samples("time")[1]), "w"))  # type: ignore[arg-type]  # a sample of a time is one
    yield move(Deny("w"), Choose(Number(1), "w"))


# Said over and over, each of these must in the end lead away from a question.
UNANSWERING = (move(Unclear("w")), move(Help("w")), move(Skip("w")), move(Repeat("w")), move(Wait("w")))


def interruptions(scope: Scope, conversation: Conversation) -> Iterator[Move]:
    """Give the moves that leave the flow under way for another: a wish, a question, a person."""
    flows, current = scope.flows, conversation.run.flow if conversation.run else None
    wished = [flow.name for flow in flows.newest.values() if flow.triggers]
    yield from (move(StartFlow(name, "w")) for name in wished)
    if len(wished) > 1:
        yield move(*(StartFlow(name, "w") for name in [name for name in wished if name != current][:2]))
    for topic in (*_every_topic(flows), "why", "nothing known"):
        yield move(Ask(topic, "w"))
    yield move(WantPerson("w"))
    yield from (move(Ask(next(_every_topic(flows), "why"), "w"), answer) for answer in _answers(scope, conversation))


def _every_topic(flows: Flows) -> Iterator[str]:
    """Give one topic for each flow that answers questions."""
    return (flow.answers[0] for flow in flows.newest.values() if flow.answers)


def shortly(scope: Scope, conversation: Conversation) -> Iterator[Move]:
    """Give a few moves that go on in a flow that interrupted another, or leave it."""
    yield from (move(answer) for answer in _answers(scope, conversation))
    yield move(Cancel("w"))
    yield move(StartOver("w"))
    for waiting in conversation.suspended[-1:]:
        yield move(StartFlow(waiting.run.flow, "w"))
        yield from (move(inform) for inform in _informs(scope.flow(waiting.run), waiting.run))


def _answers(scope: Scope, conversation: Conversation) -> Iterator[Meaning]:
    """Give the answers to what is asked where the conversation stands."""
    match conversation.position:
        case Collecting(slot=name) if conversation.run is not None:
            slot = scope.flow(conversation.run).slots[name]
            value = samples(slot.kind)[0]
            yield Inform(name, (value,) if slot.many else value, "w")
        case Choosing() | Sorting():
            yield Choose(Number(1), "w")
            yield Deny("w")
        case Confirming() | Changing():
            yield Affirm("w")
            yield Deny("w")
        case _:
            return


def endings(scope: Scope, node: Node, wanted: RunAction) -> Iterator[tuple[str, ActionEnded]]:
    """Give every outcome of an action, with each value that the flow compares, and offers of every kind."""
    run = node.conversation.run
    if run is None:
        return
    flow, spec = scope.flow(run), scope.actions[wanted.action]
    step = flow.steps[wanted.step]
    for outcome in sorted(spec.outcomes):
        finds = spec.offers and outcome in spec.successes
        offers: dict[str, Offer | None] = _offers(run, flow, wanted.step, spec, node.now) if finds else {"": None}
        brought = list(_brought(flow, spec, step, outcome))
        for number, fields in enumerate(brought):
            for kind, offer in list(offers.items())[: None if number == 0 else 1]:
                told = ", ".join(filter(None, (kind, *(f"{name} {_value(value)}" for name, value in fields.items()))))
                line = f"{wanted.action}: {outcome}" + (f" ({told})" if told else "")
                yield line, ActionEnded(wanted.key, outcome, node.now, fields, offer)


def _brought(flow: Flow, spec: ActionSpec, step: object, outcome: str) -> Iterator[Mapping[str, Value]]:
    """Give what an outcome may bring: all there is, only what is certain, and each value that is compared."""
    outputs = step.outputs if isinstance(step, Act) else {}
    usual: dict[str, Value] = {name: samples(kind)[0] for name, kind in spec.outputs.items()}
    certain = {name: value for name, value in usual.items() if name in spec.certain(outcome)}
    yield certain
    if outcome in spec.successes and usual != certain:
        yield usual
    literals = compared(flow)
    for name in certain:
        for value in literals.get(outputs.get(name, ""), ()):
            yield {**certain, name: value}


def _offers(run: Run, flow: Flow, source: str, spec: ActionSpec, now: datetime) -> dict[str, Offer | None]:
    several = tuple(_option(spec, source, number) for number in range(_SEVERAL))
    until = now + WHILE
    offers: dict[str, Offer | None] = {
        "several": Offer(several, now, until, size=2),
        "one": Offer(several[:1], now, until, size=2),
        "exact": Offer(several[:2], now, until, size=2, exact=several[0].id),
    }
    again = _again(run, flow, source, now)
    return {**offers, "the same anew": again} if again is not None else offers


def _again(run: Run, flow: Flow, source: str, now: datetime) -> Offer | None:
    """Return what was found before, under new ids, if just what one option of it says is still known."""
    before = run.offers[source].options if source in run.offers else ()
    anew = tuple(replace(option, id=f"{option.id} anew") for option in before)
    takes = [step.take for step in flow.steps.values() if isinstance(step, Pick) and step.source == source]
    for option in anew:
        if any(all(held(run, slot) == option.value(name) for name, slot in take.items()) for take in takes):
            return Offer(anew, now, now + WHILE, size=2, exact=option.id)
    return None


def _option(spec: ActionSpec, source: str, number: int) -> Option:
    """Return an option; the last one has only what is certain."""
    names = [name for name in spec.fields if number < _SEVERAL - 1 or name not in spec.perhaps]
    fields: dict[str, Value] = {name: samples(spec.fields[name])[number % 2] for name in names}
    if "start" in fields:
        start = START + timedelta(hours=number)
        fields |= {"start": start} | ({"time": start.time()} if "time" in fields else {})
    return Option(f"{source} {number + 1}", fields)
