"""Reads "the dearest one" and "the other one" where one was put forward without a list: another flow has the list."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.meanings import StartFlow
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.options.instead import is_all_said
from frontdesk.language.results import Read

_AGAIN = "clauses.list_again"
_BESIDE = ("clauses.one_after", "clauses.one_before")
_OTHERS = ("clauses.dearest", "clauses.least_price", "clauses.most_price", "clauses.other", *_BESIDE, _AGAIN)
_OPTION, _BOOKING = "option", "booking"  # kinds of slots: what can be chosen, and what has been booked


def from_list(heard: Heard) -> list[Read]:
    """Return the flow that lists what there is, for a guest who wants another than the one that was put forward."""
    message = heard.message
    found = [cue for label in _OTHERS for cue in message.found(label)]
    if not found or heard.asked.chosen_from:
        return []
    if message.clause_at(found[0].start).mood is Mood.ASK and not message.found(_AGAIN):
        return []
    flow = listing(heard)
    if flow is None or not is_all_said(message, found, heard.context):
        return []
    words = message.text[found[0].start : found[0].end]
    return [Read(StartFlow(flow.name, words), why="list: another than the one put forward")]


def listing(heard: Heard) -> Flow | None:
    """Return the flow that lists what the running one puts forward."""
    flows, shown = heard.ear.triggers.flows, set(heard.asked.shows or heard.asked.slots)
    running = flows.get(heard.asked.flow or "")
    return next((flow for flow in flows.values() if _lists(flow, running, shown)), None) if running else None


def _lists(flow: Flow, running: Flow, shown: AbstractSet[str]) -> bool:
    """Tell a flow that offers what the running one puts forward: it learns the same and lets the guest choose."""
    kinds = {slot.kind for slot in flow.slots.values()}
    if flow.name == running.name or _BOOKING in kinds or not flow.choices:
        return False
    same = shown & {name for name, slot in running.slots.items() if slot.ask}
    offers = any(flow.slots[step.slot].kind == _OPTION for step in flow.choices)
    return offers and bool(same) and same <= flow.slots.keys()
