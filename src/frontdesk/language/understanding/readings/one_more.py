"""Reads a yes after which one more of the same is wanted: "yes, and the same on Friday" books Thursday first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Affirm, Inform, StartFlow
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import cut
from frontdesk.language.readers.text.cues import Cue, Phrases
from frontdesk.language.resolve.answering import verdict
from frontdesk.language.results import Read
from frontdesk.language.understanding.wishes.own_booking import is_about_booking
from frontdesk.language.words import listed, word_set

_PROVIDER = "provider"
_DAY = "day"
_TIME = "time"


def one_more(heard: Heard, values: Sequence[Read]) -> list[Read]:
    """Return the yes to what is shown, and what is booked after it: the same, with the values that are named."""
    flow = heard.asked.flow
    if flow is None or not values or is_about_booking(heard.asked.slots):
        return []
    found = _phrases(heard.context.language).find(heard.message.pieces, heard.message.bare)
    informs = [read for read in values if isinstance(read.meaning, Inform) and read.meaning.problem is None]
    told = {read.meaning.slot: read for read in informs if isinstance(read.meaning, Inform)}
    dated = any(heard.asked.slots[slot].kind == _DAY for slot in told if slot in heard.asked.slots)
    if not found or not dated or len(told) < len(values) or _is_of_value(heard, found[0]):
        return []
    lead = cut(heard.message.text[: found[0].start], heard.context.language)
    said = verdict(lead, heard.context) if lead.clauses else None
    if said is None or not isinstance(said.meaning, Affirm):
        return []
    alike = not word_set(heard.context.language, "assent", "alike").isdisjoint(heard.message.bare)
    kept = {name: value for name, value in heard.asked.known.items() if name not in told}
    same = [name for name, value in kept.items() if _is_same(heard.asked.slots.get(name), value, alike=alike)]
    kept_reads = [Read(Inform(name, kept[name], heard.text), why="one more: as the first") for name in same]
    return [said, Read(StartFlow(flow, heard.text), why="one more: after what was shown"), *kept_reads, *values]


def _is_of_value(heard: Heard, cue: Cue) -> bool:
    """Tell "and the same time on Friday", which may well be a change of the day."""
    following = heard.message.bare[cue.after : cue.after + 1]
    return not word_set(heard.context.language, "assent", "things_had").isdisjoint(following)


def _is_same(slot: Slot | None, value: Value, *, alike: bool) -> bool:
    """Tell what is booked, and the time of "the same on Friday"; who does it, anyone may."""
    if slot is None or slot.kind == _PROVIDER:
        return False
    items = value if isinstance(value, tuple) else (value,)
    return all(isinstance(item, Item) for item in items) or (alike and slot.kind == _TIME)


@cache
def _phrases(language: str) -> Phrases:
    return Phrases({"one_more": listed(language, "assent", "one_more")})
