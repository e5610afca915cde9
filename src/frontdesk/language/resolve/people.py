"""Who is who where two people are named: the guest is booked first, and whoever comes along after that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from frontdesk.dialogue.meanings import Inform, Problem, StartFlow
from frontdesk.dialogue.settled import makes_bookings
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import party
from frontdesk.language.resolve.wishes.for_others import beneficiary, kin_named
from frontdesk.language.results import Part, Read

_NAME, _PARTY = "person_name", "party"
_OWN = frozenset({_NAME, "phone", "email", "notes"})  # kinds that are of one of the two


class Companion(NamedTuple):
    """Somebody who comes along: "my friend", and their name where it is told."""

    who: str
    name: str | None

    @property
    def words(self) -> str:
        """How the guest spoke of them."""
        return f"{self.who} {self.name}" if self.name else self.who


def for_each(heard: Heard, begun: Sequence[Read]) -> list[Read]:
    """Return a booking for the guest and one after it for whoever comes along: "me and my friend Ana"."""
    started = begun[0].meaning if begun else None
    along = companion(heard) if isinstance(started, StartFlow) else None
    if along is None or not isinstance(started, StartFlow):
        return []
    flow = heard.ear.triggers.flows[started.flow]
    slots, kinds = flow.slots, {slot.kind for slot in flow.slots.values()}
    whom = beneficiary(slots)
    if not makes_bookings(flow) or whom is None or _PARTY in kinds:
        return []
    told = [read for read in begun[1:] if not (isinstance(read.meaning, Inform) and _is_of(read.meaning, along))]
    informs = [read.meaning for read in told if isinstance(read.meaning, Inform)]
    alike = [_read(inform) for inform in informs if slots[inform.slot].kind not in _OWN]
    name = next((slot.name for slot in slots.values() if slot.kind == _NAME), None)
    theirs = [Inform(whom, along.who, along.who)]
    theirs += [Inform(name, along.name, along.name)] if name and along.name else []
    second = [_read(StartFlow(started.flow, along.words)), *alike, *map(_read, theirs)]
    return [begun[0], *told, *second]


def companion(heard: Heard) -> Companion | None:
    """Return who comes along with the guest, where just two are spoken of."""
    parties = [each for each in party.read(heard.message.text, heard.context) if each.value > 1]
    if len(parties) != 1 or parties[0].value != 2:
        return None
    first, last = (heard.message.place_at(at) for at in (parties[0].start, parties[0].end - 1))
    named = (kin for kin in kin_named(heard.message) if first <= kin[0] < last)
    return next((Companion(words, _name_after(heard, place + 2)) for place, words in named), None)


def _name_after(heard: Heard, place: int) -> str | None:
    names = {heard.message.place_at(given.start): given for given in heard.givens if given.kind == _NAME}
    return names[place].words if place in names else None


def _is_of(inform: Inform, along: Companion) -> bool:
    """Tell what is said of the one who comes along, and that two cannot be booked at once: they are, one by one."""
    return inform.problem is Problem.SEVERAL or (along.name is not None and inform.value == along.name)


def _read(meaning: StartFlow | Inform) -> Read:
    return Read(meaning, why="two people: one after the other", by=Part.RESOLVE)
