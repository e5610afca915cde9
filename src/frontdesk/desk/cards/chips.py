"""The options of an offer, or the names of a catalogue, as chips: what can be tapped instead of being typed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from frontdesk.desk.cards.naming import items_to_name
from frontdesk.desk.cards.rows import under_way
from frontdesk.desk.house import House
from frontdesk.dialogue.conversation import Choosing, Conversation, Offer
from frontdesk.dialogue.effects import Shown
from frontdesk.dialogue.values import Value
from frontdesk.language.readers.reading import Style
from frontdesk.language.replies.saying import Form, Voice, said

# What has no other fields is a time of some day, and called by its time; what it is beside that stands below.
_DETAILS = ("plan", "provider", "location", "area", "price")
_OF_A_TIME = frozenset({"kind", "start", "end", "day", "time", "service", "clash", *_DETAILS})


@dataclass(frozen=True, slots=True)
class Chip:
    """An option: the number that the guest sees, and how it is called in short. `day` groups chips."""

    number: int
    id: str
    text: str
    detail: str
    day: date | None = None
    start: datetime | None = None
    end: datetime | None = None


@dataclass(frozen=True, slots=True)
class Chips:
    """The options that are shown now; `more`: there are others behind them."""

    chips: tuple[Chip, ...] = ()
    more: bool = False
    expires: datetime | None = None  # they are looked for anew after this


def offer_chips(house: House, conversation: Conversation, now: datetime) -> Chips:
    """Return what the guest is to choose from, or may name; nothing where that is not what they are asked."""
    position, here = conversation.position, under_way(house, conversation)
    offer = here[1].offers.get(position.source) if here and isinstance(position, Choosing) else None
    if offer is None:
        return Chips(_name_chips(house, conversation, now))
    shown = tuple(Shown(number, each.id, each.fields) for number, each in enumerate(offer.visible(), start=1))
    voice = Voice(house.context(now), house.business, Style.RICH)
    lines = house.phrases.option_lines(shown, voice.context, house.business, Style.RICH)
    chips = tuple(_chip(option, line, shown, voice) for option, line in zip(shown, lines, strict=True))
    return Chips(chips, _has_more(offer), offer.expires_at)


def _name_chips(house: House, conversation: Conversation, now: datetime) -> tuple[Chip, ...]:
    voice = Voice(house.context(now), house.business, Style.RICH)
    items = items_to_name(house, conversation)
    return tuple(Chip(number, item.id, said(item, voice), "") for number, item in enumerate(items, start=1))


def _has_more(offer: Offer) -> bool:
    return offer.first + offer.shown < len(offer.options)


def _chip(option: Shown, line: str, options: tuple[Shown, ...], voice: Voice) -> Chip:
    start, end = _moment(option, "start", voice), _moment(option, "end", voice)
    day = start.date() if start else None
    said_of_it = {name for name, value in option.fields.items() if not isinstance(value, bool)}  # a mark is not said
    if start is None or not said_of_it <= _OF_A_TIME:
        return Chip(option.number, option.id, line, "", day, start, end)
    text = said(start, voice, Form.CLOCK)
    return Chip(option.number, option.id, text, _detail(option, options, voice), day, start, end)


def _moment(option: Shown, name: str, voice: Voice) -> datetime | None:
    value = option.fields.get(name)
    return value.astimezone(voice.business.zone) if isinstance(value, datetime) else None


def _detail(option: Shown, options: tuple[Shown, ...], voice: Voice) -> str:
    """Say what tells the option from others at the same time; what all of them share, the reply says once or not."""
    told = [(name, option.fields[name]) for name in _DETAILS if name in option.fields]
    if any(name == "plan" for name, _ in told):
        told = [(name, value) for name, value in told if name != "provider"]  # each part has one of its own
    return ", ".join(said(value, voice) for name, value in told if not _is_shared(name, value, options))


def _is_shared(name: str, value: Value, options: tuple[Shown, ...]) -> bool:
    return (
        name in ("provider", "location", "area")
        and len(options) > 1
        and all(other.fields.get(name) == value for other in options)
    )
