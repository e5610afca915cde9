"""Reads which bookings stay as they are: "cancel the Botox, keep the HydraFacial", "all of them except the peel"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.values import Item
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.words import word_set

_SPARING = "booked.sparing"
_EVERY = "booked.every"
_MEANING = "booked.meaning"
_SERVICE = "service"
_NEAR = 2  # words between "keep" and what is kept
_WHEN = frozenset({"day", "time", "moment"})
_SET_ASIDE = frozenset({Stance.PAST, Stance.ELSEWHERE})


def spared(message: Message, givens: Sequence[Given], *, dated: bool) -> list[Given]:
    """Rule out what is to stay as it is; a day only where it can be nothing but the day of a booking (`dated`)."""
    kinds = {_SERVICE, *(_WHEN if dated else ())}
    found: list[Given] = []
    for given in givens:
        if given.kind in kinds and _is_spared(message, given):
            found.append(replace(given, stance=Stance.EXCLUDED))
        else:
            found.append(given)
    return found


def named_as_booked(message: Message, givens: Sequence[Given]) -> list[Given]:
    """Read "I can't make it on Friday" as naming the booking that is meant; "all but the peel" leaves the peel."""
    wanted = {given.kind for given in givens if isinstance(given.value, Item) and given.stance is Stance.WANTED}
    every = bool(message.found(_EVERY))
    return [
        replace(given, stance=Stance.BOOKED)
        if (given.stance in _SET_ASIDE and given.kind in _WHEN)
        or (given.stance is Stance.EXCLUDED and not _stays_out(message, given, given.kind in wanted or every))
        else given
        for given in givens
    ]


def meant_all_along(message: Message, given: Given, slots: Sequence[Slot]) -> Slot | None:
    """Tell "I meant the peel", which names another booking, from "make it a peel", which makes it something else."""
    first = message.place_at(given.start)
    cues = [cue for cue in message.found(_MEANING) if 0 <= first - cue.after <= 1]
    if given.kind != _SERVICE or not any(not _says_other(message, cue.after, first) for cue in cues):
        return None
    return min(slots, key=lambda slot: len(slot.name))  # `service`, beside `new_service`


def _stays_out(message: Message, given: Given, beside_others: bool) -> bool:  # noqa: FBT001 - it is what was found
    if _is_spared(message, given):
        return True
    first, clause = message.place_at(given.start), message.clause_at(given.start)
    replaced = any(0 <= first - cue.after <= 1 for cue in message.within("clauses.replacing", clause))
    return isinstance(given.value, Item) and beside_others and not replaced  # "switch my Botox to a peel" is about it


def _is_spared(message: Message, given: Given) -> bool:
    """Tell whether "keep" or "don't cancel" stands just before a value, in its clause."""
    first = message.place_at(given.start)
    cues = message.within(_SPARING, message.clause_at(given.start))
    return any(0 <= first - cue.after <= _NEAR and not _says_other(message, cue.after, first) for cue in cues)


def _says_other(message: Message, first: int, after: int) -> bool:
    small = word_set(message.language, "clauses", "before_values") | word_set(message.language, "booked", "and_also")
    return any(word not in small for word in message.bare[first:after])
