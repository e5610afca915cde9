"""Reads which of several flows was meant."""

from __future__ import annotations

from frontdesk.dialogue.meanings import (
    StartFlow,
)
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import number
from frontdesk.language.resolve.readings.idle import idle
from frontdesk.language.resolve.wishes.wanted import wanted_of
from frontdesk.language.results import Read


def at_flow(heard: Heard) -> list[Read]:
    """Read which of several flows was meant."""
    flows = heard.asked.flows
    if any(given.kind != "number" for given in heard.givens):
        return idle(heard)  # a day or a time says what is wanted, and its number picks nothing
    positions = [(each.value, each.words) for each in number.read_ordinal(heard.message.text, heard.context)]
    positions += [
        (given.value, given.words) for given in heard.givens if given.kind == "number" and isinstance(given.value, int)
    ]
    for position, words in positions:
        if position == -1 or 1 <= position <= len(flows):
            flow = flows[position if position == -1 else position - 1]
            return [Read(StartFlow(flow, words), why="flow: by its number")]
    return wanted_of(heard, flows) or idle(heard)
