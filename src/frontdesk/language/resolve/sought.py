"""Resolves a wish whose time is left open: it is for the flow that looks for one and then does the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.flow import Act, Flow, Flows
from frontdesk.dialogue.meanings import Exclude, Inform, StartFlow
from frontdesk.dialogue.ranges import searches_days
from frontdesk.dialogue.values import Times
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.slots.filling import fill
from frontdesk.language.resolve.values.given import Stance
from frontdesk.language.results import Part, Read

_MOMENT = "moment"
_SEVERAL = 2


def sought(heard: Heard, reads: tuple[Read, ...], flows: Flows) -> tuple[Read, ...]:
    """Return what was read, with the flow that searches in place of one that has to be told the very moment.

    "An hour on Wednesday or Thursday, not before eleven" names no moment, and asking for it again helps nobody.
    """
    begun = [read for read in reads if isinstance(read.meaning, StartFlow)]
    if len(begun) != 1 or not isinstance(begun[0].meaning, StartFlow):
        return reads
    flow = flows.newest[begun[0].meaning.flow]
    searching = [other for other in flows.newest.values() if searches_days(other) and _does_the_same(other, flow)]
    if searches_days(flow) or len(searching) != 1 or not _is_left_open(heard, reads, flow):
        return reads
    start = replace(begun[0], meaning=replace(begun[0].meaning, flow=searching[0].name), by=Part.RESOLVE)
    sheet = heard.ear.sheet(searching[0], heard.asked, heard.context)
    kept = [read for read in reads if not isinstance(read.meaning, StartFlow | Inform | Exclude)]
    return (start, *fill(heard.message, heard.givens, sheet), *kept)


def _does_the_same(one: Flow, other: Flow) -> bool:
    """Say whether two flows end in the same deed, which both ask about before."""
    return not set(_deeds(one)).isdisjoint(_deeds(other))


def _deeds(flow: Flow) -> Iterator[str]:
    """Return what a flow does with a moment that is settled by then."""
    for step in flow.steps.values():
        if isinstance(step, Act) and any(flow.slots[name].kind == _MOMENT for name in step.arguments.values()):
            yield step.call


def _is_left_open(heard: Heard, reads: Sequence[Read], flow: Flow) -> bool:
    """Tell several days, or hours from and until, from a moment, and from a day whose hour is still to be said."""
    told = [read.meaning for read in reads if isinstance(read.meaning, Inform)]
    moments = [each for each in told if each.slot in flow.slots and flow.slots[each.slot].kind == _MOMENT]
    if not moments or any(each.problem is None for each in moments):
        return False
    wanted = [given for given in heard.givens if given.stance is Stance.WANTED]
    days = {given.value for given in wanted if given.kind == "day" and isinstance(given.value, date)}
    hours = [given for given in heard.givens if isinstance(given.value, Times)]
    return bool(days) and (len(days) >= _SEVERAL or bool(hours))
