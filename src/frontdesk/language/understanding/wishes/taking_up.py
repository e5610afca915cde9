"""Takes up what was given up for want of an answer, once the guest gives it after all."""

from __future__ import annotations

from frontdesk.dialogue.flow import Collect, Flow
from frontdesk.dialogue.meanings import StartFlow
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.slots.filling import fill
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_OWN = frozenset({"phone", "email", "person_name"})


def taken_up(heard: Heard) -> list[Read]:
    """Return the flow that asked for what a message gives, with that; nothing where more is said, or several asked."""
    kinds = {given.kind for given in heard.givens} & _OWN
    flows = [flow for flow in heard.ear.triggers.flows.values() if _asked(flow, heard, kinds)] if kinds else []
    if len(flows) != 1 or _says_more(heard):
        return []
    start = Read(StartFlow(flows[0].name, heard.text), why="taken up: what was asked is given")
    return [start, *fill(heard.message, heard.givens, heard.ear.sheet(flows[0], heard.asked, heard.context))]


def _asked(flow: Flow, heard: Heard, kinds: set[str]) -> bool:
    """Tell whether a flow asks for values of `kinds`, and could have been told all that is known."""
    asked = {flow.slots[step.slot].kind for step in flow.steps.values() if isinstance(step, Collect)}
    return kinds <= asked and heard.asked.known.keys() <= flow.slots.keys()


def _says_more(heard: Heard) -> bool:
    message = heard.message
    taken = {
        place
        for given in heard.givens
        for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
    }
    small = word_set(message.language, "common", "light") | word_set(message.language, "clauses", "around_answer")
    cues = [cue for kind in _OWN for cue in message.found(f"clauses.slot_words.{kind}")]
    named = {place for cue in cues for place in range(cue.first, cue.after)}
    left = [word for place, word in enumerate(message.bare) if place not in taken | named and word[0].isalnum()]
    return not small.issuperset(left)
