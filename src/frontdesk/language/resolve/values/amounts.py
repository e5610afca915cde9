"""Holds amounts of money to what they are for: in our own currency, and exact where a guarded action takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.meanings import Inform, Problem, StartFlow
from frontdesk.dialogue.values import Money
from frontdesk.language.readers import money
from frontdesk.language.readers.reading import Context
from frontdesk.language.results import Read

Said: TypeAlias = tuple[str, Context]  # the message, and in what context it was said


def exact_slots(flow: Flow) -> frozenset[str]:
    """Name the slots whose amount a guarded action takes: "under 100" says nothing that could be paid."""
    taken = {slot for step in flow.acts if step.guarded for slot in step.arguments.values()}
    return frozenset(name for name in taken if name in flow.slots and flow.slots[name].kind == "money")


def held(
    reads: Sequence[Read], running: str | None, exact: Mapping[str, frozenset[str]], said: Said
) -> tuple[Read, ...]:
    """Return what was read, with a problem where an amount cannot be used as it was said."""
    begun = [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]
    wanted = exact.get(begun[0] if begun else running or "", frozenset())
    return tuple(_held(read, wanted, said) for read in reads)


def _held(read: Read, exact: frozenset[str], said: Said) -> Read:
    inform = read.meaning
    if not isinstance(inform, Inform) or not isinstance(inform.value, Money) or inform.problem is not None:
        return read
    text, context = said
    words, problem = inform.words, None
    if inform.value.currency != money.own_currency(context):
        problem = Problem.UNOFFERED
    elif inform.slot in exact and not inform.value.amount:
        problem = Problem.INVALID
    elif inform.slot in exact and money.is_bound(text, inform.words, context):
        words, problem = text.strip(), Problem.AMBIGUOUS
    return read if problem is None else replace(read, meaning=replace(inform, value=None, words=words, problem=problem))
