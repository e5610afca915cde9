"""Tells which flow takes what a message gives, where no word of it names a flow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from frontdesk.dialogue.flow import Act, Collect, Flow
from frontdesk.dialogue.values import Days, Times
from frontdesk.language.resolve.values.given import Given, Stance

DATED = frozenset({"day", "moment"})
CONTACT = frozenset({"person_name", "phone", "email", "number", "vague", "reference"})
_OWN_BOOKING = frozenset({"booking", "reference"})
_TOLD = frozenset({"money", "number", "text"})  # what an option says of itself; a day, say, may be a wish as well


class Takers:
    """The flows of a business, by the kinds of values that they take."""

    def __init__(self, flows: Mapping[str, Flow], words: Mapping[str, frozenset[str]]) -> None:
        self.fresh = tuple(flow for flow in flows.values() if not flow.answers and not asks_for_booking(flow))
        self._learned = {name: learned_slots(flow) for name, flow in flows.items()}
        self._words = {flow.name: _only_of(flow.name, words) for flow in self.fresh}

    def fit(self, flow: Flow, givens: Sequence[Given]) -> int:
        """Count the kinds of values that `flow` takes, required ones double."""
        given = {each.kind for each in givens if each.stance is Stance.WANTED} - CONTACT
        given |= {"moment"} if given & {"day", "time"} else set()
        told = [slot for name, slot in flow.slots.items() if name not in self._learned[flow.name]]
        kinds = {slot.kind for slot in told}
        required = {slot.kind for slot in told if slot.required}
        return len(given & kinds) + len(given & required)

    def best(self, wanted: Sequence[Given], words: Iterable[str]) -> list[Flow]:
        """Return the flow that takes the most, by the words of the message too; several that take as much otherwise.

        Four on Friday may be a room, or a table; a flight to book and flights to list are one trip.
        """
        rest = frozenset(words)
        best = max(self.fresh, key=lambda flow: (self.fit(flow, wanted), self._named(flow, rest)), default=None)
        if best is None or not self.fit(best, wanted):
            return []
        if len(self.fresh) == 1 or (any(isinstance(given.value, Days) for given in wanted) and _days(best) > 1):
            return [best]  # who names the first day and the last is not asked for one
        # The evening of "tonight" is named by nobody.
        dated = [given for given in wanted if given.kind in DATED]
        sure = [given for given in wanted if not isinstance(given.value, Times) or not any(map(given.overlaps, dated))]
        fits, named, slots = self.fit(best, sure), self._named(best, rest), _asked(best)
        asking = ((flow, _asked(flow)) for flow in self.fresh if flow is not best)
        others = [flow for flow, asked in asking if asked and slots.isdisjoint(asked)]  # others are led to
        return [best, *(flow for flow in others if (self.fit(flow, sure), self._named(flow, rest)) == (fits, named))]

    def _named(self, flow: Flow, words: frozenset[str]) -> int:
        """Count the words that speak of this flow only: "dinner" of a table."""
        return len(words & self._words[flow.name])


def _only_of(flow: str, words: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return the words of a flow's triggers that no other flow has."""
    return words[flow].difference(*(others for name, others in words.items() if name != flow))


def _asked(flow: Flow) -> set[str]:
    return {slot.name for slot in flow.slots.values() if slot.ask}


def _days(flow: Flow) -> int:
    return sum(slot.kind == "day" for slot in flow.slots.values())


def asks_for_booking(flow: Flow) -> bool:
    """Tell whether a flow deals with something booked, which the guest is asked for."""
    learned = learned_slots(flow)
    return any(slot.kind in _OWN_BOOKING and name not in learned for name, slot in flow.slots.items())


def learned_slots(flow: Flow) -> frozenset[str]:
    """Name the slots that only actions and choices fill: a guest has no word in what an option costs."""
    asked = {step.slot for step in flow.steps.values() if isinstance(step, Collect)}
    brought = {name for step in flow.steps.values() if isinstance(step, Act) for name in step.outputs.values()}
    taken = {name for step in flow.choices for name in step.take.values() if flow.slots[name].kind in _TOLD}
    return frozenset(brought | taken) - asked
