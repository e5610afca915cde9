"""What was booked last, and what a change of it would be measured from: "oh wait, make that 4"."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta

from frontdesk.dialogue.conversation import Filled, Run, Settled, Source
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.flow import Choose, Confirm, Flow, Slot, Step
from frontdesk.dialogue.runs import last_choice
from frontdesk.dialogue.turn import Turn
from frontdesk.dialogue.values import Item, Money, Value

BOOKING, OPENING = "booking", "option"  # kinds of slots: one of the guest's bookings, and what can be booked
BOOKED, CANCELLED = "booked", "cancelled"
END = "end"  # the field that says when an opening ends
_WHEN = frozenset({"day", "time"})
_PARTY = "party"
RECENT = timedelta(days=1)  # after that, a bare "Friday at 4" is a wish of its own


def settle(turn: Turn, outcome: str) -> Turn:
    """Keep what the run under way has just booked or moved; what was cancelled is no longer there."""
    conversation, flow = turn.conversation, turn.flow
    if any(slot.kind == OPENING for slot in flow.slots.values()) or outcome == BOOKED or _moves(flow):
        at = turn.at.astimezone(UTC)  # what has gone by since is no difference of wall clocks
        known = {name: filled.value for name, filled in turn.run.slots.items()}
        stood = {name: value for name, value in chosen_booking(flow, turn.run).items() if name in _WHEN}
        agreed = {**stood, **_agreed(flow, turn.run), **_end(flow, turn.run)}
        told = frozenset(name for name, filled in turn.run.slots.items() if is_told(filled))
        settled = Settled(at, agreed, flow.name, wished(flow.slots, known), _names(flow, turn.run), told)
        return turn.with_conversation(replace(conversation, settled=settled))
    return turn.with_conversation(replace(conversation, settled=None)) if outcome == CANCELLED else turn


def is_told(filled: Filled) -> bool:
    """Say whether a guest spoke of a value, be it that a choice made it another since: "with Emily", "around 3"."""
    return filled.source is Source.GUEST or (filled.instead_of is not None and is_told(filled.instead_of))


def _end(flow: Flow, run: Run) -> dict[str, Value]:
    """Return when what was chosen ends, where that is known."""
    step = last_choice(flow, run)
    chosen = run.slots[step.slot].value if step is not None else None
    options = run.offers[step.source].options if step is not None else ()
    ends = [option.fields.get(END) for option in options if option.id == chosen]
    return {END: ends[0]} if ends and isinstance(ends[0], datetime) else {}


def _moves(flow: Flow) -> bool:
    """Say whether a flow gives a booking another day."""
    old = named_by(flow)
    days = [slot.name for slot in flow.slots.values() if slot.kind == "day" and slot.guest]
    return booking_choice(flow) is not None and any(name not in old for name in days)


def _names(flow: Flow, run: Run) -> str:
    """Return the texts and addresses by which what was agreed on may be named again."""
    chosen = chosen_booking(flow, run)
    shown = {name for step in flow.steps.values() for name in _shows(step)}
    texts = [run.slots[name].value for name in flow.slots if name in shown and name in run.slots]
    flat = [each for value in (*texts, *chosen.values()) for each in (value if isinstance(value, tuple) else (value,))]
    return " ".join(dict.fromkeys(each for each in flat if isinstance(each, str)))


def _agreed(flow: Flow, run: Run) -> dict[str, Value]:
    """Return by kind what was agreed on, and by name what there are two of: from one city to another.

    What the guest was shown comes first; what only says which booking was meant counts for nothing beside it.
    """
    old, shown = set(named_by(flow)), {name for step in flow.steps.values() for name in _shows(step)}
    held = [name for name in flow.slots if name in run.slots and (name in shown or name not in learned(flow))]
    told = {name: run.slots[name].value for name in sorted(held, key=lambda name: (name in old, name not in shown))}
    told = {name: value for name, value in told.items() if _can_be_agreed(flow.slots[name], value)}
    agreed: dict[str, Value] = {}
    for name, value in told.items():
        agreed.setdefault(flow.slots[name].kind, value)
    moment = agreed.get("moment")
    if isinstance(moment, datetime):
        agreed = {"day": moment.date(), "time": moment.time(), **agreed}
    kinds = [flow.slots[name].kind for name in told if name in shown - old]
    twice = {name: value for name, value in told.items() if kinds.count(flow.slots[name].kind) > 1 and name not in old}
    prices = {name: run.slots[name].value for name in held if isinstance(run.slots[name].value, Money)}
    return {**prices, **twice, **agreed}


def _can_be_agreed(slot: Slot, value: Value) -> bool:
    """Say whether a value is part of what a change starts from; of numbers only that of those who come."""
    return isinstance(value, Item | tuple | date | time | timedelta) or slot.kind == _PARTY


def wished(slots: Mapping[str, Slot], known: Mapping[str, Value]) -> dict[str, Value]:
    """Return what was wished for without what is the guest's own: whoever wants one more starts from this."""
    own = {slot.name for slot in slots.values() if slot.remember or slot.sensitive or not slot.guest}
    return {name: value for name, value in known.items() if name not in own and _can_be_wished(value)}


def _can_be_wished(value: Value) -> bool:
    """Say whether a value may be wanted again: notes, references and the like belong to one booking."""
    return isinstance(value, Item | tuple | date | time | timedelta | int) and not isinstance(value, bool)


def _shows(step: Step) -> tuple[str, ...]:
    return step.shows if isinstance(step, Confirm) else ()


def named_by(flow: Flow) -> dict[str, str]:
    """Return the slots that say which booking is meant, with the field of a booking that each holds."""
    which = booking_choice(flow)
    if which is None:
        return {}
    named = {slot: field for field, slot in which.take.items()}
    sought = [flow.slots[name] for name in flow.slots[which.slot].depends_on]  # what it is looked for by
    return {**{slot.name: slot.kind for slot in sought if slot.kind in _WHEN}, **named}


def booking_choice(flow: Flow) -> Choose | None:
    """Return the step at which a booking is chosen, if the flow has one."""
    return next((step for step in flow.choices if flow.slots[step.slot].kind == BOOKING), None)


def learned(flow: Flow) -> frozenset[str]:
    """Name the slots that only actions fill."""
    return frozenset(name for step in flow.acts for name in step.outputs.values())


def standing(flow: Flow, fields: Mapping[str, Value]) -> dict[str, Value]:
    """Return how a booking stands, by the slots in which a guest says how it shall be."""
    old = named_by(flow)
    stands: dict[str, Value] = {}
    for slot in flow.slots.values():
        value = fields.get(slot.name, fields.get(slot.kind))
        if slot.name in old or slot.name in learned(flow) or value is None:
            continue
        if slot.kind in fields or _can_be_agreed(slot, value):  # a stay has two days, each by its own name
            stands[slot.name] = value
    return stands


def chosen_booking(flow: Flow, run: Run) -> Mapping[str, Value]:
    """Return the fields of the booking that a run is about; none before it is chosen."""
    for step in flow.choices:
        if flow.slots[step.slot].kind == BOOKING and step.slot in run.slots and step.source in run.offers:
            chosen = run.slots[step.slot].value
            return next((option.fields for option in run.offers[step.source].options if option.id == chosen), {})
    return {}


def which_booking(flow: Flow, fields: Mapping[str, Value]) -> dict[str, Value]:
    """Return what says to `flow` that the booking with these fields is meant.

    Of two services booked at once each is a booking of its own, so it must be said which.
    """
    if any(isinstance(value, tuple) and len(value) > 1 for value in fields.values()):
        return {}
    told = {slot: single(fields.get(field)) for slot, field in named_by(flow).items()}
    return {slot: value for slot, value in told.items() if value is not None and flow.slots[slot].kind in fields}


def fresh(settled: Settled | None, at: datetime | None) -> Settled | None:
    """Return what was booked last, as long as guests speak of it without naming it."""
    return settled if settled is not None and at is not None and at - settled.at <= RECENT else None


def ends_bookings(flow: Flow) -> bool:
    """Say whether a flow cancels what is booked."""
    return booking_choice(flow) is not None and any(step.guarded and step.ends for step in flow.acts)


def makes_bookings(flow: Flow) -> bool:
    """Say whether a flow books something new."""
    kinds = {slot.kind for slot in flow.slots.values()}
    deeds = [step for step in flow.acts if step.guarded]
    return BOOKING not in kinds and any(OPENING in kinds or BOOKED in step.succeeds for step in deeds)


def single(value: Value | None) -> Value | None:
    """Return the one value of a slot that could hold several; None where it holds several."""
    if not isinstance(value, tuple):
        return value
    return value[0] if len(value) == 1 else None
