"""The card of a confirm: what a yes would agree to, value by value, and the two buttons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal

from frontdesk.desk.cards.rows import UNSAID, Row, caption, under_way
from frontdesk.desk.house import House
from frontdesk.dialogue.conversation import Confirming, Conversation, Filled, Run, Source
from frontdesk.dialogue.effects import Say
from frontdesk.dialogue.flow import CallFlow, Choose, Collect, Confirm, Flow
from frontdesk.dialogue.values import Item, Money, Value
from frontdesk.language.readers.reading import Style

# What comes with a choice and is wished for by itself: "with Emily", "at 4". A price is not.
_WISHED_FOR = frozenset({"day", "days", "time", "times", "moment", "provider", "service", "room_type", "city"})
_PROSE = ("text", "any")


@dataclass(frozen=True, slots=True)
class ConfirmCard:
    """What a yes agrees to. `digest` names exactly these values; `ends`: something is cancelled by it."""

    rows: tuple[Row, ...]
    yes: str
    no: str
    ends: bool
    changeable: tuple[str, ...]  # slots of rows that the guest could give anew
    digest: str
    start: datetime | None = None  # where the values name one moment
    online: bool = False  # nobody comes to the premises for it


def confirm_card(house: House, conversation: Conversation, now: datetime) -> ConfirmCard | None:
    """Return what the guest is asked to agree to; None where that is not what they are asked."""
    position, here = conversation.position, under_way(house, conversation)
    if here is None or not isinstance(position, Confirming):
        return None
    flow, run = here
    step = flow.steps.get(position.step)
    if not isinstance(step, Confirm):
        return None
    context = house.context(now)
    rows = tuple(_rows(house, flow, run, step, now))
    changeable = tuple(row.slot for row in rows if row.slot in _given_by_guests(flow))
    return ConfirmCard(
        rows=rows,
        yes=step.yes or caption(house, "button_yes", context),
        no=step.no or caption(house, "button_no", context),
        ends=_ends(house, flow, step),
        changeable=changeable,
        digest=position.digest,
        start=_start(house, run, changeable),
        online=_is_online(house, run),
    )


def _rows(house: House, flow: Flow, run: Run, step: Confirm, now: datetime) -> Iterator[Row]:
    """Give the values that the confirm shows, in the order of its first text: later tries only word it differently."""
    known = {name: _amount(house, flow, name, filled) for name, filled in run.slots.items()}
    words = house.phrases.in_words(Say(step.message, known), house.context(now), house.business, Style.RICH)
    for name, text in words.items():
        slot = flow.slots.get(name)
        if slot and name in step.shows and slot.kind not in UNSAID and not _is_prose(slot.kind, run.slots[name]):
            yield Row(name, slot.label, text)


def _amount(house: House, flow: Flow, name: str, filled: Filled) -> Value:
    """Return a value; a bare number that is money gets the sign that the text around it has otherwise."""
    is_money = name in flow.slots and flow.slots[name].kind == "money"
    if is_money and isinstance(filled.value, Decimal):
        return Money(filled.value, house.business.currency)
    return filled.value


def _is_prose(kind: str, filled: Filled) -> bool:
    """Tell a sentence that an action wrote: it is read in the reply, and agreed to by nobody."""
    return kind in _PROSE and isinstance(filled.value, str) and filled.source is Source.ACTION


def _start(house: House, run: Run, slots: tuple[str, ...]) -> datetime | None:
    """Return the moment that these values name: one day and one time, in the zone of the business."""
    values = [run.slots[slot].value for slot in slots]
    days = [value for value in values if isinstance(value, date) and not isinstance(value, datetime)]
    times = [value for value in values if isinstance(value, time)]
    moments = [value for value in values if isinstance(value, datetime)]
    if len(days) == len(times) == 1 and not moments:
        moments = [datetime.combine(days[0], times[0], house.business.zone)]
    return moments[0].astimezone(house.business.zone) if len(moments) == 1 else None


def _is_online(house: House, run: Run) -> bool:
    values = (filled.value for filled in run.slots.values())
    items = [item for value in values for item in (value if isinstance(value, tuple) else (value,))]
    ids = [item.id for item in items if isinstance(item, Item) and item.kind == "service"]
    services = [house.business.services.get(each) for each in ids]
    return bool(services) and all(service is not None and service.online for service in services)


def _ends(house: House, flow: Flow, step: Confirm) -> bool:
    calls = (act.call for act in flow.acts if act.confirmed_by == step.name)
    return any(house.actions[call].spec.ends for call in calls if call in house.actions)


def _given_by_guests(flow: Flow) -> frozenset[str]:
    """Name the slots that are asked for, here or in a called flow, or that come with a choice of what is new."""
    found = {slot.name for slot in flow.slots.values() if slot.ask}
    for step in flow.steps.values():
        match step:
            case Collect(slot=slot):
                found.add(slot)
            case CallFlow(outputs=outputs):
                found |= set(outputs.values())
            case Choose(slot=slot, take=take) if flow.slots[slot].kind != "booking":
                found |= {name for name in take.values() if flow.slots[name].kind in _WISHED_FOR}
            case _:
                pass
    return frozenset(found)
