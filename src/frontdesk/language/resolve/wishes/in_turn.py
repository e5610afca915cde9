"""Parts a message that asks for one thing after another: "move my Botox to Friday and cancel the HydraFacial"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from frontdesk.dialogue.meanings import Cancel, Choose, Exclude, Inform, Meaning, StartFlow
from frontdesk.dialogue.values import Item
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.reading import plain_day
from frontdesk.language.resolve.slots.called import names_for
from frontdesk.language.results import Part, Read
from frontdesk.language.words import word_set

_DEEDS = frozenset({"book", "move", "cancel", "fly"})  # groups of words for what can be done
_TOLD = (Inform, Exclude, Choose)
_SAME_DAY = ("booked.same_day", "clauses.on_that_day")
_SERVICE = "service"
_CONTACTS = frozenset({"person_name", "phone", "email"})


@dataclass(frozen=True, slots=True)
class Parts:
    """What is asked for first, and the rest of the message."""

    first: str
    rest: str


def parts(heard: Heard) -> Iterator[Parts]:
    """Give the places at which another request may begin: a word for a deed, after "and" or a pause."""
    message = heard.message
    joins = word_set(message.language, "booked", "then_also")
    if joins.isdisjoint(message.bare) and all(map(str.isalnum, message.bare)):
        return
    for place, deed in heard.ear.triggers.vocabulary.placed(message.bare):
        if deed not in _DEEDS:
            continue
        first = place
        while first > 0 and message.bare[first - 1] in _leading(message.language):
            first -= 1
        joined = first
        while joined > 0 and (message.bare[joined - 1] in joins or not message.bare[joined - 1][0].isalnum()):
            joined -= 1
        if 0 < joined < first:
            text = message.text
            yield Parts(text[: message.pieces[joined - 1].end].strip(), text[message.pieces[first].start :].strip())
    for cue in message.found("clauses.desires") if message.found("clauses.calling_off") else ():
        if cue.first and (message.bare[cue.first - 1] in joins or not message.bare[cue.first - 1][0].isalnum()):
            yield Parts(message.text[: message.pieces[cue.first - 1].end].strip(), message.text[cue.start :].strip())


@cache
def _leading(language: str) -> frozenset[str]:
    """Return the small words that may stand between what joins a deed to what is before it, and the deed."""
    leading = word_set(language, "common", "light") | word_set(language, "booked", "before_deeds")
    return leading - word_set(language, "booked", "then_also")


def follow(heard: Heard, first: Sequence[Read], rest: Sequence[Read]) -> bool:
    """Tell whether two parts of a message are two requests, each with values of its own."""
    begun, later = _begun(heard, first), _begun(heard, rest)
    if _is_replaced(heard, begun, rest):
        return True
    if len(later) != 1 or not _is_own_request(heard, later[0], rest):
        return False
    if heard.asked.flow is not None and _calls_off(heard, first):
        return later[0] != heard.asked.flow  # "forget this, move my peel"
    if len(begun) != 1 or not any(isinstance(read.meaning, _TOLD) for read in first):
        return False
    apart = _is_about_booking(heard, begun[0])  # each takes one booking
    named = _names_item(first) or (_is_called(heard, begun[0], first) and _is_called(heard, later[0], rest))
    return begun != later or (apart and named)


def joined(heard: Heard, first: Sequence[Read], rest: Sequence[Read]) -> tuple[Read, ...]:
    """Return two requests as one after the other: what is under way is called off before the next one begins."""
    if heard.asked.flow is None or not _calls_off(heard, first):
        return (*first, *rest, *_same_day(heard, first, rest))
    dropped = [read for read in first if isinstance(read.meaning, Cancel)]
    return (Read(StartFlow(heard.asked.flow, ""), why="in turn: what is under way"), *dropped, *rest)


def _same_day(heard: Heard, first: Sequence[Read], rest: Sequence[Read]) -> list[Read]:
    """Return the day of the first for the second: "cancel my setup on Friday, and book a rehair that day"."""
    slots = heard.ear.triggers.flows[_flow_of(rest)].slots if any(map(heard.message.found, _SAME_DAY)) else {}
    slot = next((name for name, each in slots.items() if each.kind == "day" and each.guest), None)
    told = {read.meaning.slot for read in rest if isinstance(read.meaning, Inform)}
    informs = [read.meaning for read in first if isinstance(read.meaning, Inform)]
    days = ((day, each.words) for each in informs if (day := plain_day(each.value)))
    day, words = next(days, (None, ""))
    if slot is None or slot in told or day is None:
        return []
    return [Read(Inform(slot, day, words), why="in turn: the day of the first", by=Part.RESOLVE)]


def _flow_of(reads: Sequence[Read]) -> str:
    return next(read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow))


def _calls_off(heard: Heard, reads: Sequence[Read]) -> bool:
    """Tell "cancel the Botox", where nothing but the Botox is being booked."""
    known = heard.asked.known
    others = [read.meaning for read in reads if not isinstance(read.meaning, Cancel | Exclude)]
    held = all(isinstance(meaning, Inform) and meaning.value == known.get(meaning.slot) for meaning in others)
    return held and any(isinstance(read.meaning, Cancel) for read in reads)


def _is_replaced(heard: Heard, begun: Sequence[str], rest: Sequence[Read]) -> bool:
    """Tell "cancel it and give me a peel": one that is booked goes, and another is to be booked."""
    started = [read.meaning.flow for read in rest if isinstance(read.meaning, StartFlow)]
    if begun != [heard.ear.triggers.that_does("cancel")] or len(started) != 1:
        return False
    return _names_item(rest) and not _is_about_booking(heard, started[0])


def _begun(heard: Heard, reads: Sequence[Read]) -> list[str]:
    """Name the flows that are asked for in words; a value alone asks for none."""
    named = [read for read in reads if read.by is Part.TAGGER or read.is_triggered]
    started = [read.meaning for read in named if isinstance(read.meaning, StartFlow)]
    triggers = heard.ear.triggers
    return [start.flow for start in started if triggers.does(triggers.flows[start.flow], start.words)]


def _is_own_request(heard: Heard, flow: str, reads: Sequence[Read]) -> bool:
    """Tell "book a peel" and "cancel my Thursday appointment" from "book it for Friday"."""
    return _names_item(reads) or (
        _is_about_booking(heard, flow) and any(isinstance(read.meaning, Inform) for read in reads)
    )


def _is_called(heard: Heard, flow: str, reads: Sequence[Read]) -> bool:
    """Tell whether words are said that may name the booking a flow deals with."""
    slot = names_for(heard.ear.triggers.flows[flow])
    told = {each.meaning.slot for each in reads if isinstance(each.meaning, Inform)}
    return slot is not None and slot.name in told


def _names_item(reads: Sequence[Read]) -> bool:
    return any(_holds_item(read.meaning) for read in reads)


def _holds_item(meaning: Meaning) -> bool:
    value = meaning.value if isinstance(meaning, Inform) else None
    items = value if isinstance(value, tuple) else (value,)
    return any(isinstance(item, Item) and item.kind == _SERVICE for item in items)


def _is_about_booking(heard: Heard, flow: str) -> bool:
    return any(slot.kind == "booking" for slot in heard.ear.triggers.flows[flow].slots.values())
