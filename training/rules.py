"""Lets today's rules of the product read rows, so that the model's figures have something to stand beside.

A row's business is only described; here it becomes a business of the product, with the descriptions as triggers and
as the ways in which questions are put. That is less than an owner would write: it shows the rules at a stranger's.
"""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar
from zoneinfo import ZoneInfo

from frontdesk.dialogue import meanings
from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.conversation import Offer, Option
from frontdesk.dialogue.flow import Act, Flow, Flows, Slot
from frontdesk.dialogue.meanings import Meaning
from frontdesk.dialogue.offers import picked
from frontdesk.dialogue.values import Value as SlotValue
from frontdesk.language.readers import money
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.when import read as read_when
from frontdesk.language.tagger.opinions import Tagger
from frontdesk.language.understand import Understanding
from frontdesk.scheduling.business import Business, Hours, Topic
from training.from_tests import ACT_OF_MEANING, answer_of
from training.judging import Heard, Value
from training.rows import Row, Trade
from training.targets import trade_key

_ZONE = ZoneInfo("America/New_York")
NOW = datetime(2026, 11, 16, 10, tzinfo=_ZONE)
_HERE = Context(NOW, "US", "en")
_WANTED = {
    "slot": Wanted.SLOT,
    "choice": Wanted.CHOICE,
    "confirm": Wanted.CONFIRMATION,
    "changing": Wanted.CHANGE,
    "flow": Wanted.FLOW,
}
# By what an owner calls a slot, the reader that an owner would choose for it.
_KINDS = (
    ("day", "day"),
    ("date", "day"),
    ("time", "time"),
    ("phone", "phone"),
    ("mail", "email"),
    ("name", "person_name"),
)
_KIND_OTHERWISE = "text"
_NOBODY = Trade(
    "nobody", "a desk", {"book": ("book an appointment",)}, {}, {"day": ("the day",), "time": ("the time",)}
)


class _Houses:
    """Businesses as the product knows them, each made once."""

    made: ClassVar[dict[tuple[str, Tagger | None], tuple[Understanding, Flows]]] = {}


def house_of(row: Row, tagger: Tagger | None) -> tuple[Understanding, Flows]:
    """Return the business of a row as the product knows it, with its flows."""
    key = (trade_key(row), tagger)
    if key not in _Houses.made:
        _Houses.made[key] = _new_house(row.trade or _NOBODY, tagger)
    return _Houses.made[key]


def _new_house(trade: Trade, tagger: Tagger | None) -> tuple[Understanding, Flows]:
    slots = {name: Slot(name, _kind(name), ask="ask") for name in trade.slots}
    flows = {name: _flow(name, wordings, slots) for name, wordings in trade.flows.items()}
    topics = {name: Topic(name, wordings, "") for name, wordings in trade.topics.items()}
    business = Business(trade.id, trade.kind, _ZONE, Hours({}), {}, {}, topics=topics)
    known = Flows(flows)
    return Understanding(business, known, tagger), known


def _kind(name: str) -> str:
    return next((kind for part, kind in _KINDS if part in name), _KIND_OTHERWISE)


def _flow(name: str, triggers: tuple[str, ...], slots: dict[str, Slot]) -> Flow:
    steps = {"look": Act("look", "look", {}, "end")}
    return Flow(name, triggers[0] if triggers else name, slots, steps, "look", name, 1, triggers)


def hear(row: Row, tagger: Tagger | None = None) -> Heard:
    """Return what the rules make of a row, with the model where they are unsure if there is one."""
    understanding, flows = house_of(row, tagger)
    asked = asked_of(row, flows)
    reads = understanding.understand(row.text, asked, NOW, row.desk or None)
    told = [read.meaning for read in reads]
    return Heard(
        answer=answer_of(told),
        acts=frozenset(ACT_OF_MEANING[type(one)] for one in told if type(one) in ACT_OF_MEANING),
        flows=frozenset(one.flow for one in told if isinstance(one, meanings.StartFlow)),
        topics=frozenset(one.topic for one in told if isinstance(one, meanings.Ask)),
        values=frozenset(value for one in told if (value := _value(one, row.text))),
        picks=frozenset(_picks(told, asked.options)),
    )


def asked_of(row: Row, flows: Flows) -> Asked:
    """Return what the desk had asked where a row was written."""
    flow = next(iter(flows.newest.values()), None)
    if row.at in ("idle", "booked", "") and not (row.answer or row.coarse):
        return Asked()
    if flow is None:
        return Asked(Wanted.CONFIRMATION)
    wanted = _WANTED.get(row.at, Wanted.CONFIRMATION)
    slot = flow.slots.get(row.asked or "")
    wanted = Wanted.NOTHING if wanted is Wanted.SLOT and slot is None else wanted
    options = tuple(_option(number, line) for number, line in enumerate(row.options))
    names = tuple(flows.newest) if wanted is Wanted.FLOW else ()
    return Asked(wanted, flow.name, slot=slot, options=options, slots=flow.slots, flows=names)


def _option(number: int, line: str) -> Option:
    """Return an option with what its line says: when it is, what it costs, and all else in words."""
    starts = [each for each in read_when(line, _HERE) if isinstance(each.value, datetime)][:1]
    prices = money.read(line, _HERE)[:1]
    rest = line
    for each in (*starts, *prices):
        rest = rest.replace(each.words, "")
    told: dict[str, SlotValue | None] = {
        "start": starts[0].value if starts else None,
        "price": prices[0].value if prices else None,
        "named": rest.strip(" ,") or None,
    }
    return Option(str(number), {name: value for name, value in told.items() if value is not None})


def _value(meaning: Meaning, text: str) -> Value | None:
    if not isinstance(meaning, meanings.Inform | meanings.Exclude) or meaning.words not in text:
        return None
    first = text.find(meaning.words)
    how = "wanted" if isinstance(meaning, meanings.Inform) else "ruled_out"
    return Value(meaning.slot, first, first + len(meaning.words), how)


def _picks(told: list[Meaning], options: tuple[Option, ...]) -> set[int]:
    offer = Offer(options, NOW, NOW, shown=len(options))
    chosen = [one.pick for one in told if isinstance(one, meanings.Choose)]
    return {int(option.id) for pick in chosen for option in picked(offer, pick)}
