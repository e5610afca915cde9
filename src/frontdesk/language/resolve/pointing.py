"""What a wish takes over from what was just booked: the same again, for another, right after it, the way back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum

from frontdesk.dialogue.asked import JustBooked
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.values import Item, Times, Value
from frontdesk.language.readers.reading import PlainDay, plain_day

_WEEK = timedelta(days=7)
_WHEN = frozenset({"day", "time", "moment"})
_PARTY = "party"


class Pointer(StrEnum):
    """The ways in which a new wish starts from what was just booked."""

    AGAIN = "again"  # the same once more
    FOR_ANOTHER = "for_another"  # the same for somebody else
    AFTER = "after"  # begins when it ends
    BACK = "back"  # the way back


@dataclass(frozen=True, slots=True)
class Booked:
    """What was booked, as another wish is measured from it."""

    slots: Mapping[str, Slot]  # of the flow that books one more
    values: Mapping[str, Value]
    length: timedelta | None = None  # how long it takes, where that is known
    told: frozenset[str] = frozenset()  # what the guest spoke of

    @classmethod
    def of(cls, just: JustBooked, slots: Mapping[str, Slot], lengths: Mapping[str, timedelta]) -> Booked:
        """Return what was booked by the slots of a flow: by name, or by kind where there is one of a kind."""
        values = {name: value for name, slot in slots.items() if (value := _held(just, slot, slots)) is not None}
        items = [item for value in just.values.values() for item in _items(value)]
        known = [lengths[item.id] for item in items if item.id in lengths]
        known = known or [value for value in values.values() if isinstance(value, timedelta)]
        return cls(slots, values, sum(known, timedelta()) if known else None, just.told)

    @property
    def whens(self) -> dict[str, Value]:
        """The day and the time of it."""
        return {name: value for name, value in self.values.items() if self.slots[name].kind in _WHEN}

    @property
    def day(self) -> PlainDay | None:
        """The day that it is on; of a stay, the first."""
        return next((day for value in self.whens.values() if (day := plain_day(value))), None)

    @property
    def ends(self) -> tuple[str, str] | None:
        """The two slots of one catalogue that a trip goes between, in their order; None where it is no trip."""
        kinds = [slot.kind for name, slot in self.slots.items() if isinstance(self.values.get(name), Item)]
        pairs = [kind for kind in dict.fromkeys(kinds) if kinds.count(kind) == 2]
        named = [name for name, slot in self.slots.items() if pairs and slot.kind == pairs[0] and name in self.values]
        return (named[0], named[1]) if named else None

    @property
    def is_visit(self) -> bool:
        """Whether somebody comes in person, who cannot come twice at the same time."""
        return any(slot.kind == "person_name" for slot in self.slots.values()) and not self.takes_party

    @property
    def takes_party(self) -> bool:
        """Whether several may come together."""
        return any(slot.kind == _PARTY for slot in self.slots.values())

    def same(self, pointer: Pointer) -> dict[str, Value]:
        """Return what a wish takes over from what was booked, unless it says otherwise."""
        match pointer:
            case Pointer.BACK:
                return self._turned()
            case Pointer.AFTER:
                return {**self._things(), **(self.from_its_end() or self._days())}
            case Pointer.FOR_ANOTHER:
                return {**self._things(), **(self._days() if self.is_visit else self.whens)}
            case Pointer.AGAIN:
                return self._spoken_of() if self.is_visit else {**self._spoken_of(), **self.whens}

    def _things(self) -> dict[str, Value]:
        """Return what was booked, without when, for how many, and what nobody is asked for: with whom."""
        return {name: value for name, value in self._but_when().items() if self.slots[name].ask is not None}

    def _spoken_of(self) -> dict[str, Value]:
        """Return what was booked, without when and for how many: what is asked for, and what the guest spoke of."""
        told = {name: value for name, value in self._but_when().items() if name in self.told}
        return {**self._things(), **told}

    def _but_when(self) -> dict[str, Value]:
        others = {name for name, slot in self.slots.items() if slot.kind not in {*_WHEN, _PARTY}}
        return {name: value for name, value in self.values.items() if name in others}

    def _days(self) -> dict[str, Value]:
        return {name: value for name, value in self.whens.items() if self.slots[name].kind == "day"}

    def _turned(self) -> dict[str, Value]:
        ends = self.ends
        return {} if ends is None else {ends[0]: self.values[ends[1]], ends[1]: self.values[ends[0]]}

    def from_its_end(self) -> dict[str, Value]:
        """Return the day of it, and the hours from its end on."""
        moments = {name: value for name, value in self.whens.items() if isinstance(value, datetime)}
        if self.length is not None and moments:
            return {name: moment + self.length for name, moment in moments.items()}
        start = next((value for value in self.whens.values() if isinstance(value, time)), None)
        if self.day is None or start is None or self.length is None:
            return {}
        end = Times((datetime.combine(self.day, start) + self.length).time(), None)
        return {name: end if self.slots[name].kind == "time" else self.day for name in self.whens}


def not_before(day: date, out: date, *, by_weekday: bool) -> date | None:
    """Return the day of a way back: of a mere weekday the first one after the way out, and None for a day before it."""
    if day >= out:
        return day
    return day + _WEEK * -((day - out) // _WEEK) if by_weekday else None


def _held(just: JustBooked, slot: Slot, slots: Mapping[str, Slot]) -> Value | None:
    """Return what was booked of a slot: by its name, or else by its kind."""
    same = just.slots.get(slot.name)
    if same is not None and same.kind == slot.kind and slot.name in just.values:
        return just.values[slot.name]
    if slot.kind in _WHEN and slot.kind != "moment" and any(other.kind == "moment" for other in slots.values()):
        return None  # the day until which it repeats is not the day that it is on
    alike = [name for name, other in just.slots.items() if other.kind == slot.kind]
    alone = len(alike) == 1 and sum(other.kind == slot.kind for other in slots.values()) == 1
    return just.values.get(alike[0]) if alone else None


def _items(value: Value) -> tuple[Item, ...]:
    return tuple(item for item in (value if isinstance(value, tuple) else (value,)) if isinstance(item, Item))
