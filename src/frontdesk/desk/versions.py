"""An older version of a flow beside the newest: with texts of its own, under names that no other version has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from frontdesk.dialogue.flow import Choose, Confirm, Flow, Handoff, Slot, Step, Tell
from frontdesk.dialogue.wording import Wording
from frontdesk.flows import load_flow, load_phrases

MARK = 12  # letters of a fingerprint that tell versions apart


@lru_cache(maxsize=64)  # a conversation on an older version needs it in each of its turns
def older_version(source: str) -> tuple[Flow, Mapping[str, Wording]]:
    """Return a version of a flow from its stored source, and the texts that it began with."""
    flow = load_flow(source)
    own = {name: text for name, text in load_phrases(source).items() if name.startswith(f"{flow.name}.")}

    def renamed(phrase: str | None) -> str | None:
        return f"{phrase}@{flow.fingerprint[:MARK]}" if phrase in own else phrase

    slots = {name: _slot(slot, renamed) for name, slot in flow.slots.items()}
    steps = {name: _step(step, renamed) for name, step in flow.steps.items()}
    texts = {renamed(name) or name: text for name, text in own.items()}
    return replace(flow, slots=slots, steps=steps), texts


def _slot(slot: Slot, renamed: Callable[[str | None], str | None]) -> Slot:
    return replace(slot, ask=renamed(slot.ask), why=renamed(slot.why), invalid=renamed(slot.invalid))


def _step(step: Step, renamed: Callable[[str | None], str | None]) -> Step:
    match step:
        case Choose(ask=ask):
            return replace(step, ask=renamed(ask) or ask)
        case Confirm(message=message) | Tell(message=message) | Handoff(message=message):
            return replace(step, message=renamed(message) or message)
        case _:
            return step
