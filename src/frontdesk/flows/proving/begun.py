"""Finds flows that nobody begins: no guest, no other flow, and not the desk of its own accord."""

from __future__ import annotations

from collections.abc import Mapping

from frontdesk.dialogue.patterns import PATTERNS
from frontdesk.dialogue.starting import PERSON, STUCK
from frontdesk.flows.drafts import Draft
from frontdesk.flows.findings import nearest
from frontdesk.flows.proving.together import crossings

# Flows that the desk begins; a business may have its own of these names.
OF_THE_DESK = PATTERNS.keys() | {PERSON, STUCK}


def check_begun(drafts: Mapping[str, Draft], elsewhere: frozenset[str]) -> None:
    """Report flows that can never be come to, beside others that guests begin; `elsewhere`, others lead to those."""
    begun = {name for name, draft in drafts.items() if draft.flow.triggers or draft.flow.answers}
    if not begun:
        return
    reached = _reached(drafts, begun | elsewhere | OF_THE_DESK)
    for name, draft in drafts.items():
        if name not in reached:
            names = ", ".join(sorted(OF_THE_DESK))
            message = (
                f"Nobody begins {name}: give it a `trigger` or `answers`, or let another flow go to it. "
                f"The desk itself begins only {names}."
            )
            draft.report.add(draft.line, "never_begun", message, nearest(name, OF_THE_DESK))


def _reached(drafts: Mapping[str, Draft], begun: set[str]) -> set[str]:
    found: set[str] = set()
    waiting = sorted(begun)
    while waiting:
        name = waiting.pop()
        if name in drafts and name not in found:
            found.add(name)
            waiting += [step.flow for step in crossings(drafts[name].flow)]
    return found
