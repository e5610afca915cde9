"""Weighs what the rules guessed against what the model is sure of, in a message that answers nothing.

A flow that is begun because it takes the values of a message is a guess. Where the model is sure of another one, and
hardly believes in that, its own counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from frontdesk.dialogue.flow import Flows
from frontdesk.dialogue.meanings import Ask, Greet, StartFlow, Thank
from frontdesk.dialogue.ranges import searches_days
from frontdesk.dialogue.settled import makes_bookings
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.slots.filling import fill
from frontdesk.language.resolve.wishes.afterwards import afterwards
from frontdesk.language.resolve.wishes.takers import asks_for_booking
from frontdesk.language.results import Part, Read
from frontdesk.language.tagger.opinions import Opinion
from frontdesk.scheduling.business import Business

_SURELY, _HARDLY = 0.85, 0.3
_BEYOND_DOUBT = 0.95  # of what takes the place of something that some words were said of
_COURTESIES = (Greet, Thank)


@dataclass(frozen=True, slots=True)
class Known:
    """What a business does and answers."""

    business: Business
    flows: Flows

    def differ(self, guessed: str, sure: str) -> bool:
        """Tell a new booking from one there is, and doing away with it from changing it."""
        about = [self._is_about_booking(name) for name in (guessed, sure)]
        return None not in about and any(about)

    def _is_about_booking(self, name: str) -> bool | None:
        """Tell a flow that takes a booking from one that makes one; None for any other."""
        flow = self.flows.newest[name]
        if asks_for_booking(flow):
            return True
        return False if searches_days(flow) or makes_bookings(flow) else None


def outweighed(heard: Heard, reads: tuple[Read, ...], opinion: Opinion, known: Known) -> tuple[Read, ...]:
    """Return what a message means of which the rules read something else than the model is sure of."""
    if any(read.by is Part.TAGGER or read.final for read in reads):
        return reads
    begun = [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]
    kept = tuple(read for read in reads if isinstance(read.meaning, _COURTESIES))
    flow = _surer(opinion.flows, begun) if len(begun) == 1 else None
    repeated = {trigger.flow for trigger in heard.ear.triggers.repeated(heard.message, heard.givens)}
    if flow is None or begun[0] in repeated:
        return reads
    other = known.differ(begun[0], flow) or opinion.flows[flow] >= _BEYOND_DOUBT
    return (*kept, *begin(heard, flow, opinion, known)) if other else reads


def begin(heard: Heard, flow: str, opinion: Opinion, known: Known) -> list[Read]:
    """Return the start of a flow, with what the message says for it."""
    start = believed(StartFlow(flow, heard.text), opinion.flows[flow])
    begun = [
        start,
        *fill(heard.message, heard.givens, heard.ear.sheet(known.flows.newest[flow], heard.asked, heard.context)),
    ]
    return afterwards(heard, begun) or begun


def believed(meaning: StartFlow | Ask, chance: float) -> Read:
    """Return a meaning as the model's."""
    return Read(meaning, why="the model's belief", by=Part.TAGGER, chance=chance)


def _surer(chances: Mapping[str, float], others: Sequence[str]) -> str | None:
    """Return the one that is sure, where all others are hardly likely."""
    best = max(chances, key=lambda name: chances[name], default=None)
    if best is None or best in others or chances[best] < _SURELY:
        return None
    return best if all(chances.get(other, 0.0) <= _HARDLY for other in others) else None
