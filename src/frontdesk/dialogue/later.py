"""Keeps what a guest wants besides for later: it is taken up when what is under way has ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from frontdesk.dialogue.conversation import Collecting, Run
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.heard import Heard, sort
from frontdesk.dialogue.meanings import Cancel, Exclude, Inform, Meaning, Problem, StartFlow, WantPerson
from frontdesk.dialogue.settled import END, makes_bookings, single
from frontdesk.dialogue.turn import Turn
from frontdesk.dialogue.values import Item, Times, Value

_TELLING = ("moment", "day", "time", "person_name")  # kinds of values, what tells most first
WHY = "why"  # the topic of a question about the question itself


def not_now(turn: Turn, heard: Heard, others: tuple[str, ...]) -> tuple[Meaning, ...]:
    """Return what must wait in a flow that may not be interrupted: other wishes, with what was said of them.

    A question beside an answer is answered before it, as in any flow.
    """
    if turn.conversation.run is None or turn.flow.interruptible or heard.has(Cancel) or heard.has(WantPerson):
        return ()
    asked = turn.position.slot if isinstance(turn.position, Collecting) else None
    wishes = tuple(each for each in heard.all if others and _is_of_wish(each, others, asked))
    rest = sort(each for each in heard.all if each not in wishes)
    questions = () if answers_here(turn, rest) else tuple(ask for ask in rest.asks if ask.topic != WHY)
    return (*wishes, *questions)


def _is_of_wish(meaning: Meaning, others: tuple[str, ...], asked: str | None) -> bool:
    """Say whether something belongs to another wish: what answers the question that stands does not."""
    if isinstance(meaning, StartFlow):
        return meaning.flow in others
    return isinstance(meaning, Inform | Exclude) and meaning.slot != asked


def answers_here(turn: Turn, heard: Heard) -> bool:
    """Say whether a message has something in it for the flow under way."""
    here = any(inform.slot in turn.flow.slots for inform in heard.informs)
    return here or bool(heard.picks) or heard.yes or heard.no


def kept_waiting(turn: Turn) -> Turn:
    """Let what waits for the flow under way go on waiting for it, and for what called it, beneath a question."""
    conversation = turn.conversation
    if conversation.run is None or not conversation.unheard:
        return turn
    bare, callers = replace(conversation, unheard=()), conversation.callers()
    if not callers:
        return turn.with_conversation(replace(bare, run=_with_afterwards(turn.run, conversation.unheard)))
    outermost = replace(callers[0], run=_with_afterwards(callers[0].run, conversation.unheard))
    waiting = (*conversation.without_callers(), outermost, *callers[1:])
    return turn.with_conversation(replace(bare, suspended=waiting))


def _with_afterwards(run: Run, meanings: tuple[Meaning, ...]) -> Run:
    return replace(run, afterwards=(*run.afterwards, *(each for each in meanings if each not in run.afterwards)))


def following(turn: Turn, meanings: tuple[Meaning, ...]) -> tuple[Meaning, ...]:
    """Return what was put off with "right after that" as the hours from the end of what has just been booked."""
    if not any(isinstance(each, Inform) and each.problem is Problem.AFTER for each in meanings):
        return meanings
    settled = turn.conversation.settled
    end = settled.fields.get(END) if settled is not None and settled.at == turn.at else None
    name = next((each.flow for each in meanings if isinstance(each, StartFlow)), None)
    flow = turn.flows.newest.get(name or "")
    ends = end.astimezone(turn.flows.zone) if isinstance(end, datetime) else None
    return tuple(other for each in meanings for other in _from(each, ends, flow))


def _from(meaning: Meaning, end: datetime | None, flow: Flow | None) -> Iterator[Meaning]:
    """Give what is wanted from a moment on; where nothing was booked before it, it may be whenever."""
    slot = flow.slots.get(meaning.slot) if flow is not None and isinstance(meaning, Inform) else None
    if not isinstance(meaning, Inform) or meaning.problem is not Problem.AFTER:
        yield meaning
    elif end is not None and flow is not None and slot is not None:
        whole = slot.kind == "moment"
        yield Inform(slot.name, end if whole else Times(end.time(), None), meaning.words)
        days = () if whole else [each.name for each in flow.slots.values() if each.kind == "day" and each.guest][:1]
        yield from (Inform(day, end.date(), meaning.words) for day in days)


def announced(turn: Turn, now: tuple[Meaning, ...], later: tuple[Meaning, ...]) -> Turn:
    """Say that another booking comes after this one, by what tells the two apart."""
    run = turn.conversation.run
    begun = next((each.flow for each in now if isinstance(each, StartFlow)), run.flow if run else "")
    flow = turn.flows.newest.get(begun)
    starts = [place for place, each in enumerate(later) if isinstance(each, StartFlow)]
    if flow is None or not makes_bookings(flow) or later[0] != StartFlow(begun, later[0].words) or sort(now).yes:
        return turn
    told = {each.slot: each.value for each in sort(later[: [*starts, len(later)][1]]).informs}
    known = turn.known if run is not None and run.flow == begun else {}
    known |= {each.slot: each.value for each in sort(now).informs if each.value is not None}
    new = {name: single(value) or value for name, value in told.items() if value and value != known.get(name)}
    return turn.say("one_by_one", {"value": name} if (name := _name(new, flow)) else {}) if new else turn


def _name(values: Mapping[str, Value], flow: Flow) -> Value | None:
    """Return what a booking is called beside another: what it is of, or else when it is, or for whom."""
    kinds = {flow.slots[name].kind: value for name, value in values.items() if name in flow.slots}
    things = [value for name, value in values.items() if isinstance(value, Item) and value.kind != "provider"]
    return things[0] if len(things) == 1 else next((kinds[kind] for kind in _TELLING if kind in kinds), None)


def put_off(turn: Turn, meanings: tuple[Meaning, ...]) -> Turn:
    """Keep what is to be heard when the flow under way has been left; what is wished for again is kept once."""
    again = {each.flow for each in meanings if isinstance(each, StartFlow)}
    kept: tuple[Meaning, ...] = ()
    flow = ""
    for each in turn.conversation.unheard:  # what was said of a wish goes with it
        flow = each.flow if isinstance(each, StartFlow) else flow
        if each not in meanings and flow not in again:
            kept = (*kept, each)
    return turn.with_conversation(replace(turn.conversation, unheard=(*kept, *meanings)))
