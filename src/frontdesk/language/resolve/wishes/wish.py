"""One of the wishes of a message: what it says in its own words, and how two of them are told apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from frontdesk.dialogue.flow import Flow, Slot
from frontdesk.dialogue.meanings import Inform, Problem, StartFlow
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.slots.ways_back import BACK
from frontdesk.language.resolve.wishes.for_others import beneficiary
from frontdesk.language.results import Part, Read

_WHEN = frozenset({"day", "time", "moment"})
_WHO = frozenset({"person_name", "email", "party", "number"})
_NAME, _PROVIDER = "person_name", "provider"
_POINTING = ("clauses.one_more", "booked.same_again", "booked.just_the_same", "clauses.for_kin", "clauses.kin_wishing")


@dataclass(frozen=True, slots=True)
class Wish:
    """One wish of a message, in its own words, with what they say."""

    heard: Heard
    reads: tuple[Read, ...]
    slots: Mapping[str, Slot]  # of the flow that books it
    known: Mapping[str, Value] = field(default_factory=dict)  # what was told of it before

    @property
    def told(self) -> dict[str, Inform]:
        """What it says of each slot."""
        informs = [read.meaning for read in self.reads if isinstance(read.meaning, Inform) and not is_refused(read)]
        return {inform.slot: inform for inform in informs if inform.slot in self.slots}

    @property
    def values(self) -> dict[str, Value]:
        """The values among those that can be used."""
        told = self.told.items()
        return {name: each.value for name, each in told if each.problem is None and each.value is not None}

    @property
    def stands(self) -> dict[str, Value]:
        """How it is to be, with what was told before."""
        return {**self.known, **self.values}

    def has(self, kind: str) -> bool:
        """Tell whether it says anything of a kind."""
        return any(self.slots[name].kind == kind for name in self.told)

    def with_more(self, values: Mapping[str, Value]) -> Wish:
        """Return it with what is said of another one and holds for this one too."""
        more = (Inform(name, value, self.heard.text) for name, value in values.items())
        return replace(self, reads=(*self.reads, *(one_read(each, why="as for the other") for each in more)))

    def without(self, slots: set[str]) -> Wish:
        """Return it without what is said of some slots."""
        kept = (read for read in self.reads if not (isinstance(read.meaning, Inform) and read.meaning.slot in slots))
        return replace(self, reads=tuple(kept))


def is_refused(read: Read) -> bool:
    """Tell that two cannot be booked at once, which nobody wants who is booked one after the other."""
    return isinstance(read.meaning, Inform) and read.meaning.problem is Problem.SEVERAL


def are_two(one: Wish, other: Wish, flow: Flow) -> bool:
    """Tell two wishes from one that is put in other words: they differ in what is booked, or for whom and when."""
    differs = {
        name
        for name, value in other.values.items()
        if name in (one.values if flow.slots[name].many else one.stands)  # what is added leaves the rest as it is
        and differ(value, one.stands[name])
        and not _asks_for(other, name)
    }
    kinds = {flow.slots[name].kind for name in differs}
    things = {name for name in differs if is_thing(flow.slots[name], other.values[name])}
    alike = [slot for slot in flow.slots.values() if slot.kind in {flow.slots[name].kind for name in things}]
    whole = things and (len(alike) == 1 or len(things) > 1)
    if whole and not any(slot.many for slot in alike):
        return True
    points = any(map(other.heard.message.found, (*_POINTING, *BACK)))
    who = not kinds.isdisjoint(_WHO) or bool(things) or points
    if (things or one.known) and _are_for_two(one, other, flow):
        return True
    if things and _NAME in kinds:
        return True
    return who and not kinds.isdisjoint(_WHEN)


def _are_for_two(one: Wish, other: Wish, flow: Flow) -> bool:
    """Tell "a facial for me and a peel for my sister", and "my sister wants a peel", which one guest cannot have."""
    whom = beneficiary(flow.slots) or ""
    added = bool(one.known) and whom in other.told.keys() - one.stands.keys()
    if added or other.heard.message.found("clauses.kin_wishing"):
        return True
    both = (one, other) if whom in other.told else (other, one)
    mine = both[0].heard.message.found("clauses.for_me")
    apart = whom in one.told and whom in other.told and one.told[whom].value != other.told[whom].value
    return apart or (bool(mine) and whom in both[1].told)


def differ(one: Value, other: Value) -> bool:
    """Tell two values apart; of those that hold several, none is in both."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return not any(each in other for each in one)
    return one != other


def _asks_for(wish: Wish, slot: str) -> bool:
    """Tell "and how much is a rehair?", which wants none."""
    message = wish.heard.message
    start = message.text.find(wish.told[slot].words)
    return start >= 0 and message.clause_at(start).mood is Mood.ASK


def is_thing(slot: Slot, value: Value) -> bool:
    """Tell what is booked from with whom and when."""
    items = value if isinstance(value, tuple) else (value,)
    return slot.kind != _PROVIDER and all(isinstance(item, Item) for item in items)


def one_read(meaning: StartFlow | Inform, *, why: str) -> Read:
    """Return what one of several wishes means."""
    return Read(meaning, why=f"one by one: {why}", by=Part.RESOLVE)
