"""Resolves questions about openings: "what have you got on Friday?" is a wish for one, and is answered by a search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, time

from frontdesk.dialogue.flow import Flow, Flows
from frontdesk.dialogue.meanings import Ask, Exclude, Inform, Problem, StartFlow
from frontdesk.dialogue.ranges import searches_days
from frontdesk.dialogue.values import Days, Times
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.questions.topics import PROVIDERS, SERVICES, UNKNOWN
from frontdesk.language.resolve.slots.filling import fill
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Part, Read
from frontdesk.language.tagger.opinions import Opinion

_WHEN = frozenset({"day", "time", "moment"})
_LISTS = frozenset({SERVICES, PROVIDERS})  # questions for what there is at all: with a day in them, for what is open
_OPEN = frozenset({Stance.WANTED, Stance.ASKED})
_BOOKING = "booking"  # the kind of a slot for something that is booked already
_SURELY, _RATHER = 0.8, 0.5


def may_ask_for_openings(heard: Heard, reads: Sequence[Read]) -> bool:
    """Say whether the rules heard nothing but a question that names a day or a time, and no topic with it."""
    if not reads or not all(_is_open_question(read) for read in reads):
        return False
    return any(given.kind in _WHEN and given.stance in _OPEN for given in heard.givens)


def _is_open_question(read: Read) -> bool:
    return isinstance(read.meaning, Ask) and read.meaning.topic in {UNKNOWN, *_LISTS} and not read.final


def wished_openings(heard: Heard, reads: Sequence[Read], opinion: Opinion, flows: Flows) -> tuple[Read, ...]:
    """Return the wish that such a question is, unless the model finds that it asks for something else."""
    wish = max(opinion.acts.get("start", 0.0), opinion.acts.get("inform", 0.0))
    lists = any(isinstance(read.meaning, Ask) and read.meaning.topic in _LISTS for read in reads)
    if wish < (_SURELY if lists else opinion.acts.get("ask", 0.0)):
        return ()
    flow = _flow_for(heard, opinion, flows)
    if flow is None:
        return ()
    filled = fill(heard.message, list(map(_wanted, heard.givens)), heard.ear.sheet(flow, heard.asked, heard.context))
    if not filled:
        return ()
    begun = [] if flow.name == heard.asked.flow else [_read(StartFlow(flow.name, heard.text), wish)]
    return (*begun, *(_at_once(replace(read, by=Part.TAGGER, chance=wish)) for read in filled))


def ranges_asked_about(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Let a whole week that is asked about be searched: who asks what there is wants no question back."""
    if not any(clause.marked or clause.mood is Mood.ASK for clause in heard.message.clauses):
        return reads
    return tuple(map(_at_once, reads))


def windows_sought(heard: Heard, reads: tuple[Read, ...], flows: Flows) -> tuple[Read, ...]:
    """Let hours of a day, of which no moment is named, be looked through by a flow that can: "Friday after lunch"."""
    begun = [read for read in reads if isinstance(read.meaning, StartFlow)]
    flow = flows.newest.get(begun[0].meaning.flow) if begun and isinstance(begun[0].meaning, StartFlow) else None
    if flow is None or len(begun) > 1 or not any(_is_window(heard, read, flow) for read in reads):
        return reads
    informs = [read for read in reads if isinstance(read.meaning, Inform) and not _is_window(heard, read, flow)]
    told = {read.meaning.slot for read in informs if isinstance(read.meaning, Inform)}
    able = (each for each in _searching(flows) if all(_is_alike(each, flow, name) for name in told))
    search = next(able, None)
    if search is None:
        return reads
    start = replace(begun[0], meaning=StartFlow(search.name, begun[0].meaning.words))
    filled = fill(heard.message, heard.givens, heard.ear.sheet(search, heard.asked, heard.context))
    others = (read for read in reads if not isinstance(read.meaning, Inform | Exclude | StartFlow))
    return (start, *filled, *others)


def _is_window(heard: Heard, read: Read, flow: Flow) -> bool:
    """Say whether hours or several days were named where one moment is wanted."""
    meaning = read.meaning
    if not isinstance(meaning, Inform) or meaning.slot not in flow.slots or flow.slots[meaning.slot].kind != "moment":
        return False
    named = [*meaning.candidates, *([] if meaning.value is None else [meaning.value])]
    clear = any(isinstance(each, time | datetime) for each in named)
    hours = any(isinstance(given.value, Times) and given.stance is Stance.WANTED for given in heard.givens)
    several = len(named) > 1 or any(isinstance(each, Days) for each in named)
    return meaning.problem is Problem.AMBIGUOUS and not clear and (hours or several)


def _is_alike(search: Flow, flow: Flow, name: str) -> bool:
    return name in search.slots and name in flow.slots and search.slots[name].kind == flow.slots[name].kind


def _flow_for(heard: Heard, opinion: Opinion, flows: Flows) -> Flow | None:
    """Return the flow that looks for openings: the one under way, or the likeliest of those that book something new."""
    searching = list(_searching(flows))
    if opinion.likely_flow(_RATHER) not in {None, *(flow.name for flow in searching)}:
        return None
    under_way = [flow for flow in searching if flow.name == heard.asked.flow]
    likeliest = sorted(searching, key=lambda flow: -opinion.flows.get(flow.name, 0.0))
    return next(iter((*under_way, *likeliest)), None)


def _searching(flows: Flows) -> Iterator[Flow]:
    for flow in flows.newest.values():
        changes = any(slot.kind == _BOOKING for slot in flow.slots.values())
        if flow.triggers and not changes and searches_days(flow):
            yield flow


def _wanted(given: Given) -> Given:
    return replace(given, stance=Stance.WANTED) if given.stance is Stance.ASKED else given


def _at_once(read: Read) -> Read:
    meaning = read.meaning
    if not isinstance(meaning, Inform) or not isinstance(meaning.value, Days) or meaning.candidates:
        return read
    return replace(read, meaning=replace(meaning, problem=None)) if meaning.problem is Problem.AMBIGUOUS else read


def _read(meaning: StartFlow, chance: float) -> Read:
    return Read(meaning, why="openings: a question that names a day or a time", by=Part.TAGGER, chance=chance)
