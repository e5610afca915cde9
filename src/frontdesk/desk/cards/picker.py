"""What a calendar on the page needs to know: which days can be picked, and of what free times can be shown."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Literal, TypeAlias

from frontdesk.desk.actions import ACTIONS
from frontdesk.desk.cards.rows import under_way
from frontdesk.desk.house import House
from frontdesk.dialogue.conversation import Choosing, Collecting, Conversation, Run
from frontdesk.dialogue.flow import Act, Choose, Flow
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.replies.presence import last_bookable_day
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.roster import last_day

PickerKind: TypeAlias = Literal["day", "time", "moment"]

_KINDS: dict[str, PickerKind] = {
    "day": "day",
    "days": "day",
    "time": "time",
    "times": "time",
    "moment": "moment",
    "moments": "moment",
    "when": "moment",
}
_AVAILABILITY = "check_availability"


@dataclass(frozen=True, slots=True)
class Picker:
    """What is asked for, and between which days; `free_days` says that the free ones can be known."""

    kind: PickerKind
    slot: str
    first: date
    last: date | None  # None: nobody has said how far ahead
    free_days: bool = False
    services: tuple[str, ...] = ()
    provider: str | None = None  # whom the guest wishes for
    moving: int = 0  # the booking that is moved: its own time is free for it
    day: date | None = None  # the day that is known already
    online: bool = False  # nobody comes to the premises for it, so the guest's own clock counts
    party: int | None = None  # how many come, where that was said


@dataclass(frozen=True, slots=True)
class _Sought:
    """What the flow would look for, as far as it is known."""

    services: tuple[str, ...] = ()
    provider: str | None = None
    moving: int = 0
    day: date | None = None
    party: int | None = None


def slot_picker(house: House, conversation: Conversation, now: datetime) -> Picker | None:
    """Return what a calendar may show, where the desk asks for a day, a time or one of several openings."""
    here = under_way(house, conversation)
    asked = _asked(conversation, *here) if here else None
    if here is None or asked is None:
        return None
    kind, slot = asked
    sought = _sought(house, *here)
    today = now.astimezone(house.business.zone).date()
    return Picker(
        kind=kind,
        slot=slot,
        first=today,
        last=_last_day(house.business, sought.services, now, today),
        free_days=bool(sought.services) and not house.world.calendar_down,
        services=sought.services,
        provider=sought.provider,
        moving=sought.moving,
        day=sought.day,
        party=sought.party,
        online=bool(sought.services) and all(house.business.services[each].online for each in sought.services),
    )


def _asked(conversation: Conversation, flow: Flow, run: Run) -> tuple[PickerKind, str] | None:
    """Return which part of a moment is asked for, and the slot that it goes into."""
    match conversation.position:
        case Collecting(slot=slot, among=(date() | time() as half,)) if _KINDS.get(flow.slots[slot].kind) == "moment":
            return ("time" if isinstance(half, date) else "day"), slot
        case Collecting(slot=slot) if flow.slots[slot].kind in _KINDS:
            return _KINDS[flow.slots[slot].kind], slot
        case Choosing(step=name, source=source):
            step, offer = flow.steps.get(name), run.offers.get(source)
            openings = offer is not None and any(each.fields.get("kind") == "opening" for each in offer.visible())
            return ("moment", step.slot) if isinstance(step, Choose) and openings else None
        case _:
            return None


def _sought(house: House, flow: Flow, run: Run) -> _Sought:
    """Return what the flow will look for: what it gives to our own search, as far as that is filled."""
    acts = (act for act in flow.acts if house.actions.get(act.call) is ACTIONS[_AVAILABILITY])
    found = (_given(house.business, act, run) for act in acts)
    return next((one for one in found if one.services), _Sought())


def _given(business: Business, act: Act, run: Run) -> _Sought:
    services = tuple(each.id for each in _items(_value(act, "service_type", run)))
    if not all(each in business.services for each in services):
        return _Sought()
    wished = _items(_value(act, "provider", run))
    day, moving, party = (_value(act, name, run) for name in ("date", "moving", "party"))
    return _Sought(
        services=services,
        provider=wished[0].id if len(wished) == 1 else None,
        moving=int(moving) if isinstance(moving, str) and moving.isdecimal() else 0,
        day=day if isinstance(day, date) and not isinstance(day, datetime) else None,
        party=party if isinstance(party, int) and not isinstance(party, bool) else None,
    )


def _value(act: Act, argument: str, run: Run) -> Value | None:
    filled = run.slots.get(act.arguments.get(argument, ""))
    return filled.value if filled else None


def _items(value: Value | None) -> tuple[Item, ...]:
    every = value if isinstance(value, tuple) else (value,)
    return tuple(each for each in every if isinstance(each, Item))


def _last_day(business: Business, services: tuple[str, ...], now: datetime, today: date) -> date | None:
    if not services:
        return last_bookable_day(business, today)
    return min(last_day(business, business.services[each], now) for each in services)
