"""What the desk last asked or offered, as the reader of the next message needs to know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import assert_never

from frontdesk.dialogue.conversation import (
    Acting,
    Changing,
    Choosing,
    Collecting,
    Confirming,
    Conversation,
    Idle,
    Offer,
    Option,
    Position,
    Question,
    Run,
    Settled,
    Sorting,
    WithStaff,
)
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.flow import Collect, Confirm, Flow, Flows, Slot
from frontdesk.dialogue.patterns import is_around
from frontdesk.dialogue.runs import last_choice
from frontdesk.dialogue.settled import (
    booking_choice,
    chosen_booking,
    fresh,
    learned,
    makes_bookings,
    named_by,
    single,
    standing,
    which_booking,
)
from frontdesk.dialogue.values import Days, Times, Value

_PARTS = frozenset({"day", "time"})  # of a moment


class Wanted(StrEnum):
    """The kinds of answer the desk can be waiting for."""

    NOTHING = "nothing"
    SLOT = "slot"
    CHOICE = "choice"
    CONFIRMATION = "confirmation"
    CHANGE = "change"  # after a no: what shall be different?
    FLOW = "flow"  # several flows fit: which one?


@dataclass(frozen=True, slots=True)
class JustBooked:
    """What was booked last, by the slots of the flow that would book one more."""

    flow: str
    slots: Mapping[str, Slot]
    values: Mapping[str, Value]
    told: frozenset[str] = frozenset()  # the slots that the guest spoke of
    names: str = ""  # by which it may be named


@dataclass(frozen=True, slots=True)
class Asked:
    """What the next message is likely to answer."""

    wanted: Wanted = Wanted.NOTHING
    flow: str | None = None
    slot: Slot | None = None
    among: tuple[Value, ...] = ()  # the values in doubt; of options their ids
    options: tuple[Option, ...] = ()  # as shown: the first is number 1
    further: tuple[Option, ...] = ()  # found beside those, and not on this page
    chosen_from: tuple[Option, ...] = ()  # after a choice: the options as they were shown when one was chosen
    slots: Mapping[str, Slot] = field(default_factory=dict)  # of the running flow
    known: Mapping[str, Value] = field(default_factory=dict)  # of the running flow
    shows: tuple[str, ...] = ()  # the slots shown at the confirm
    topics: Mapping[str, Value] = field(default_factory=dict)  # last talked about, by catalogue kind
    flows: tuple[str, ...] = ()  # the flows in doubt
    standing: Mapping[str, Value] = field(default_factory=dict)  # what "an hour later" and "same time" start from
    booked: Mapping[str, Value] = field(default_factory=dict)  # slots that say which booking is meant
    hours: Times | None = None  # the hours wanted, out of which the time that is known was found
    within: Days | None = None  # the days out of which one is wanted: "Wednesday" is the one in there
    given_up: Asked | None = None  # the question in place of which help is offered, as if it still stood
    settled: tuple[Asked, ...] = ()  # what may be said of what was just booked, by the flow that would hear it
    names: str = ""  # by which what was just booked may be named
    just_booked: JustBooked | None = None  # what "the same day", "right after that" and "one more" start from
    wavered: bool = False  # at a confirm: whether a half-hearted yes was asked about, so that another one is meant
    holds: bool = (
        False  # nothing is under way, and the guest has something booked of which they may speak, be it not just now
    )
    listed: bool = True  # whether what was chosen from was shown at all, so that the second of them is one

    def slot_of(self, kind: str) -> Slot | None:
        """Return the slot of a kind in which a guest says how it shall be, rather than which booking is meant."""
        alike = [slot for slot in self.slots.values() if slot.kind == kind]
        return next((slot for slot in alike if slot.name in self.standing), None) or next(iter(alike), None)


def asked(conversation: Conversation, flows: Flows, at: datetime | None = None) -> Asked:
    """Return what `conversation` is waiting for; `at` tells whether what was booked is still fresh."""
    found = _asked(conversation, flows, at)
    booked = _just_booked(fresh(conversation.settled, at), flows)
    return found if booked is None else replace(found, just_booked=booked)


def _just_booked(settled: Settled | None, flows: Flows) -> JustBooked | None:
    if settled is None:
        return None
    own = flows.newest.get(settled.flow)
    booking = [flow for flow in (own, *flows.newest.values()) if flow is not None and makes_bookings(flow)]
    if not booking:
        return None
    flow = booking[0]  # another than the one that moved it since
    wished = settled.slots if flow is own else {}
    told = {name: value for name, value in wished.items() if name in flow.slots and name not in learned(flow)}
    kinds = {flow.slots[name].kind for name in told}
    kinds |= _PARTS if "moment" in kinds else set()
    stands = standing(flow, settled.fields)
    others = {name: value for name, value in stands.items() if flow.slots[name].kind not in kinds}
    spoken_of = settled.told if flow is own else frozenset()
    return JustBooked(flow.name, flow.slots, {**others, **told}, spoken_of, settled.names)


def _asked(conversation: Conversation, flows: Flows, at: datetime | None) -> Asked:
    position, run = conversation.position, conversation.run
    if isinstance(position, Sorting):
        return Asked(wanted=Wanted.FLOW, flows=position.flows, topics=conversation.topics)
    flow = flows.of(run.flow, run.fingerprint) if run else None
    if run is None or flow is None:
        settled = _of_settled(conversation.settled, flows, at)
        return Asked(topics=conversation.topics, settled=settled, holds=conversation.holds and not settled)
    known = {name: filled.value for name, filled in run.slots.items()}
    base = Asked(flow=flow.name, slots=flow.slots, known=known, topics=conversation.topics, within=_within(run))
    base = replace(base, hours=_hours(run))
    if booking := chosen_booking(flow, run):
        base = replace(base, standing={**standing(flow, booking), **_new(flow, known)})
    if run.given_up is not None:
        base = replace(base, given_up=_given_up(run.given_up, known, flows))
    return _waiting(_around(base, conversation, flows), position, flow, run)


def _given_up(question: Question, known: Mapping[str, Value], flows: Flows) -> Asked | None:
    flow = flows.newest.get(question.flow)
    if flow is None or question.step not in flow.steps:
        return None
    step = flow.steps[question.step]
    if not isinstance(step, Collect):
        return None
    return Asked(Wanted.SLOT, flow.name, slot=flow.slots[step.slot], slots=flow.slots, known=known)


def _around(base: Asked, conversation: Conversation, flows: Flows) -> Asked:
    """Let a guest say something of the flow that has called this one, or that a move would be made on."""
    waiting = conversation.suspended[-1].run if is_around(base.flow) and conversation.suspended else None
    waiting = conversation.callers()[-1].run if conversation.callers() else waiting
    matter = flows.of(waiting.flow, waiting.fingerprint) if waiting else None
    if waiting is None or matter is None:
        return base
    known = {name: filled.value for name, filled in waiting.slots.items()}
    if conversation.callers():  # what both have is said to the flow that asks
        return replace(base, slots={**matter.slots, **base.slots}, known={**known, **base.known})
    return replace(base, slots={**base.slots, **matter.slots}, known={**base.known, **known})


def _within(run: Run) -> Days | None:
    """Return the days that are being looked through; a choice out of them leaves them in force."""
    held = [filled.value for filled in run.slots.values()]
    held += [filled.instead_of.value for filled in run.slots.values() if filled.instead_of is not None]
    return run.span or next((value for value in held if isinstance(value, Days)), None)


def _hours(run: Run) -> Times | None:
    """Return the hours that were wanted, where a time was found in them."""
    replaced = [filled.instead_of.value for filled in run.slots.values() if filled.instead_of is not None]
    return next((value for value in replaced if isinstance(value, Times)), None)


def _new(flow: Flow, known: Mapping[str, Value]) -> dict[str, Value]:
    old = named_by(flow)
    return {name: value for name, value in known.items() if name not in old}


def _of_settled(settled: Settled | None, flows: Flows, at: datetime | None) -> tuple[Asked, ...]:
    """Return what may be said of what was just booked, as if the desk had asked what shall be different."""
    if (latest := fresh(settled, at)) is None:
        return ()
    about = [flow for flow in flows.newest.values() if booking_choice(flow) is not None]
    return tuple(replace(_of_booking(flow, latest.fields), names=latest.names) for flow in about)


def _of_booking(flow: Flow, fields: Mapping[str, Value]) -> Asked:
    stands = standing(flow, fields)
    told = {slot: value for slot, name in named_by(flow).items() if (value := single(fields.get(name))) is not None}
    booked = which_booking(flow, fields)
    return Asked(Wanted.CHANGE, flow.name, slots=flow.slots, known={**told, **stands}, standing=stands, booked=booked)


def _waiting(base: Asked, position: Position, flow: Flow, run: Run) -> Asked:
    match position:
        case Idle() | Acting() | WithStaff() | Sorting():
            return base
        case Collecting(slot=slot, among=among):
            chosen = _having_chosen(base, flow, run)
            return replace(chosen, wanted=Wanted.SLOT, slot=flow.slots.get(slot), among=among)
        case Choosing(source=source, among=among):
            shown, others = run.offers[source].visible(), _others(run.offers[source])
            return replace(base, wanted=Wanted.CHOICE, options=shown, further=others, among=among)
        case Confirming(step=name, wavered=wavered):
            step = flow.steps.get(name)
            shows = step.shows if isinstance(step, Confirm) else ()
            return replace(_having_chosen(base, flow, run), wanted=Wanted.CONFIRMATION, shows=shows, wavered=wavered)
        case Changing():
            return replace(_having_chosen(base, flow, run), wanted=Wanted.CHANGE)
        case _:
            assert_never(position)


def _others(offer: Offer) -> tuple[Option, ...]:
    shown = offer.visible()
    return tuple(option for option in offer.options if option not in shown)


def _having_chosen(base: Asked, flow: Flow, run: Run) -> Asked:
    """Say what the choice was made from: a guest who is asked to agree to it may still take another."""
    step = last_choice(flow, run)
    offer = run.offers[step.source] if step else None
    if offer is None:
        return base
    if not offer.shown:  # just what was wished for was found, and taken without a list
        return replace(base, chosen_from=offer.options, listed=False)
    return replace(base, chosen_from=offer.visible(), further=_others(offer))
