"""Starts flows: with what was said just now, what was talked about, and what is the guest's own."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from datetime import date, datetime, time

from frontdesk.dialogue import runs
from frontdesk.dialogue.asking import put
from frontdesk.dialogue.conversation import Calling, Collecting, Filled, Question, Run, Source, Suspended
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import CountGivenUp
from frontdesk.dialogue.flow import Collect, Flow, FormUse, Slot, Step
from frontdesk.dialogue.heard import Heard, sort
from frontdesk.dialogue.leaving import is_left_to_staff, leave, let_go, resume
from frontdesk.dialogue.limits import heeded, ruled_out
from frontdesk.dialogue.meanings import Inform, Meaning, Problem
from frontdesk.dialogue.passing import informed, turned
from frontdesk.dialogue.patterns import AWAY, FLOW, PATTERNS, QUESTION
from frontdesk.dialogue.ranges import searched_ranges
from frontdesk.dialogue.settled import fresh, makes_bookings, named_by, single
from frontdesk.dialogue.shifts import measured
from frontdesk.dialogue.turn import Turn
from frontdesk.dialogue.values import Days, Shift, Value
from frontdesk.dialogue.walk import walk

# Flows every business has: built in, and the business may override them.
PERSON, STUCK = "person", "stuck"
_NO_THINGS = frozenset(("day", "time", "any"))  # kinds of slots: when it shall be, and what has no kind of its own
_BOOKING = "booking"
_SEVERAL = 2
NOTHING: Mapping[str, Value] = {}


def interrupt(turn: Turn, name: str, informs: tuple[Meaning, ...]) -> Turn:
    """Start a flow; the one under way, if any, waits."""
    flow = turn.flows.newest[name]
    if turn.conversation.run is not None and turn.run.flow in PATTERNS and not flow.answers:
        turn = resume(let_go(turn))  # whatever it asked, the guest has something else in mind
    conversation, told = turn.conversation, None
    if conversation.run is not None:
        waiting = (*conversation.suspended, Suspended(conversation.run, turn.position))
        if _is_same_wish(turn, flow, informs):
            waiting = conversation.without_callers()
            told = replace(conversation.run, slots=_kept_in(turn, flow))
            turn = let_go(turn)
        elif _gives_way(turn, flow):
            waiting = conversation.without_callers()  # a side matter gives way instead of piling up
            told = _told(turn, conversation.run, flow) if conversation.run.flow == STUCK else None
            turn = let_go(turn)
        else:
            turn = turned(turn, AWAY, PERSON if name == PERSON else QUESTION if flow.answers else FLOW)
        turn = turn.with_conversation(replace(turn.conversation, suspended=waiting, run=None))
    return start(turn, flow, informs, told)


def is_one_too_many(turn: Turn, name: str) -> bool:
    """Say whether more would wait than may if the guest turned to a flow; nobody who wants a person is kept waiting."""
    flow, aside = turn.flows.newest[name], is_aside(turn)
    if turn.conversation.run is None or name == PERSON or (aside and is_side(flow)):
        return False
    return _room(turn) <= (-1 if aside or is_side(flow) else 0)


def _room(turn: Turn) -> int:
    """Return how many more flows may wait; beneath a side matter, one more than that."""
    return turn.flows.depth - sum(not isinstance(one.position, Calling) for one in turn.conversation.suspended)


def is_aside(turn: Turn) -> bool:
    """Say whether a side matter is under way, or what one has called."""
    under_way = (*(caller.run for caller in turn.conversation.callers()), turn.conversation.run)
    found = (turn.flows.of(run.flow, run.fingerprint) for run in under_way if run is not None)
    return any(flow is not None and is_side(flow) for flow in found)


def is_side(flow: Flow) -> bool:
    """Say whether a flow is a side matter: an answer to a question, or one that the desk goes through by itself."""
    return bool(flow.answers) or flow.name in (PERSON, STUCK) or flow.name in PATTERNS


def _gives_way(turn: Turn, flow: Flow) -> bool:
    """Say whether a side matter is over once the guest turns to `flow`: a question outlasts no other of its kind."""
    if not flow.answers and (turn.run.flow in (PERSON, STUCK) or is_left_to_staff(turn)):
        return True
    if makes_bookings(flow) and _is_untold_change(turn):
        return True
    if (is_aside(turn) or flow.name == PERSON) and _room(turn) <= (-1 if is_side(flow) else 0):
        return True
    return bool(flow.answers) and turn.run.flow == flow.name and isinstance(turn.position, Collecting)


def _is_untold_change(turn: Turn) -> bool:
    """Say whether a flow about something booked is under way of which the guest has told nothing: it was not meant."""
    told = any(filled.source is Source.GUEST for filled in turn.run.slots.values())
    return not told and any(slot.kind == _BOOKING for slot in turn.flow.slots.values())


def _is_same_wish(turn: Turn, flow: Flow, informs: tuple[Meaning, ...]) -> bool:
    """Say whether `flow` asks for the very things that the one under way does: what it was told holds there too.

    Whoever names a thing anew has another wish; another day or time is one of the same.
    """
    mine, theirs = _asked_kinds(turn.flow), _asked_kinds(flow)
    named = {flow.slots[each.slot].kind for each in informs if isinstance(each, Inform) and each.slot in flow.slots}
    return bool(mine) and flow.name != turn.flow.name and mine == theirs and named <= _NO_THINGS


def _asked_kinds(flow: Flow) -> dict[str, str]:
    asked = [step.slot for step in flow.collects]
    return {name: flow.slots[name].kind for name in asked}


def _kept_in(turn: Turn, flow: Flow) -> dict[str, Filled]:
    """Return what was asked for, the limits set besides that `flow` knows as well, and from which flow they come."""
    mine, theirs, asked = turn.flow.slots, flow.slots, _asked_kinds(turn.flow)
    limits = {name for name in mine.keys() & theirs.keys() if mine[name].kind == theirs[name].kind}
    said = {name for name in limits if name in turn.run.slots and turn.run.slots[name].source is Source.GUEST}
    passed_on = {name: filled for name, filled in turn.run.slots.items() if _stands_alone(filled)}
    kept = {name: filled for name, filled in passed_on.items() if name in asked or name in said}
    beside = {runs.BESIDE: Filled(turn.flow.name, Source.TOPIC)} if runs.BESIDE in theirs else {}
    return {**kept, **beside}


def _stands_alone(filled: Filled) -> bool:
    """Tell a value from how far one is to be moved, which only the flow that it was told to knows."""
    return not isinstance(filled.value, Shift)


def _told(turn: Turn, run: Run, flow: Flow) -> Run:
    """Leave of a run that was given up what the guest said of slots that are the same wherever they are found.

    A guest who answers the question that was given up goes on with all of it.
    """
    if run.given_up is not None and run.given_up.flow == flow.name:
        return replace(run, given_up=None)
    every = [other.slots for other in turn.flows.newest.values()]
    kinds = {name: {(slots[name].kind, slots[name].many) for slots in every if name in slots} for name in flow.slots}
    alike = {name for name, found in kinds.items() if len(found) == 1}
    kept = {
        name: filled
        for name, filled in run.slots.items()
        if name in alike and filled.source is Source.GUEST and _stands_alone(filled)
    }
    return replace(run, slots=kept, given_up=None)


def surround(turn: Turn, name: str, given: Mapping[str, Value] = NOTHING) -> Turn | None:
    """Go through the pattern around a move while what is under way waits; None in a pattern, or where there is none."""
    conversation = turn.conversation
    if name not in turn.flows.newest:
        return None
    if conversation.run is not None and (conversation.run.flow in PATTERNS or _room(turn) < 0):
        return None
    flow = turn.flows.newest[name]
    run = informed(Run(0, flow.name, flow.fingerprint), turn, flow, given)
    if conversation.run is not None:
        waiting = (*conversation.suspended, Suspended(conversation.run, turn.position))
        turn = turn.with_conversation(replace(conversation, suspended=waiting, run=None))
    return start(turn, flow, (), run)


def start(turn: Turn, flow: Flow, said: tuple[Meaning, ...], carried: Run | None = None) -> Turn:
    """Begin a run with what was said just now, what was talked about, and what is the guest's own."""
    number = turn.conversation.runs + 1
    run = Run(number, flow.name, flow.fingerprint)
    if carried is not None:
        run = replace(run, slots=carried.slots, given_up=carried.given_up)
    run = runs.begun(run, flow, turn.conversation.memory, turn.today)
    turn = turn.with_conversation(replace(turn.conversation, run=_beside(turn, run, flow), runs=number))
    heard = checked(turn, sort(said))
    turn = turn.with_run(replace(turn.run, picks=heard.picks)) if heard.picks else turn
    turn = _without_declined(_from_topics(explain(apply(turn, heard), heard)))
    return keeping_half(walk(turn, flow.first), heard)


def _beside(turn: Turn, run: Run, flow: Flow) -> Run:
    """Tell a flow that answers questions what waits beneath it, where it has a slot for that, and what is known there.

    It takes what no guest says, as the total of a stay; where nothing waits, that of what was just booked.
    """
    waiting, settled = turn.conversation.suspended, fresh(turn.conversation.settled, turn.at)
    if not flow.answers:
        return run
    known = runs.values(waiting[-1].run) if waiting else settled.fields if settled else NOTHING
    told = {name: known[name] for name, slot in flow.slots.items() if not slot.guest and name in known}
    if waiting and runs.BESIDE in flow.slots:
        told[runs.BESIDE] = waiting[-1].run.flow
    for name, value in told.items():
        run = runs.fill(run, flow, name, Filled(value, Source.TOPIC))
    return run


def keeping_half(turn: Turn, heard: Heard) -> Turn:
    """Keep the day of "tomorrow" where a moment is asked for, so that "at 3pm" completes it; or the time."""
    position = turn.position
    if not isinstance(position, Collecting):
        return turn
    halves = [inform.value for inform in heard.problems if inform.slot == position.slot and _half(turn, inform)]
    return turn.to(replace(position, among=(halves[0],))) if halves and halves[0] is not None else turn


def _half(turn: Turn, inform: Inform) -> str | None:
    """Name the phrase for a moment of which only the day or only the time was given."""
    slot = turn.flow.slots.get(inform.slot)
    if slot is None or slot.kind != "moment" or inform.problem is not Problem.AMBIGUOUS or inform.candidates:
        return None
    if isinstance(inform.value, time):
        return "half.time"
    return "half.day" if isinstance(inform.value, date) and not isinstance(inform.value, datetime) else None


def checked(turn: Turn, heard: Heard) -> Heard:
    """Set aside the values that a slot does not allow."""
    heard = searched_ranges(turn, heard) if heard.problems else heard
    if not heard.informs:
        return heard
    known = turn.known | {inform.slot: inform.value for inform in heard.informs if inform.value is not None}
    refused = {inform for inform in heard.informs if not _allowed(turn.flow, inform, known)}
    if not refused:
        return heard
    return sort(replace(each, problem=Problem.INVALID) if each in refused else each for each in heard.all)


def _allowed(flow: Flow, inform: Inform, known: Mapping[str, Value]) -> bool:
    slot = flow.slots.get(inform.slot)
    return slot is None or inform.value is None or runs.allows(slot, inform.value, known)


def _from_topics(turn: Turn) -> Turn:
    """What was talked about stays talked about: an empty slot takes it, unless it was ruled out."""
    run, flow = turn.run, turn.flow
    for slot in flow.slots.values():
        topic = _topic(turn, slot)
        if topic is None or slot.name in run.slots or slot.name in turn.doubts or (slot.name, topic) in run.excluded:
            continue
        if not _is_only_one(flow, slot):
            continue
        if isinstance(topic, tuple):  # several were talked about: who is asked for one must say which
            turn = turn.doubting(slot.name, topic) if slot.required and _is_asked(flow, slot) else turn
            continue
        if (slot.name in named_by(flow) and run.picks) or (not flow.answers and _is_being_booked(turn, topic)):
            continue
        value: Value = (topic,) if slot.many else topic
        if runs.allows(slot, value, turn.with_run(run).known):
            run = runs.fill(run, flow, slot.name, Filled(value, Source.TOPIC))
    return turn.with_run(run)


def _is_only_one(flow: Flow, slot: Slot) -> bool:
    """Say whether a slot takes what was talked about: of two of a kind that guests fill, nobody can tell which."""
    is_asked = _is_asked(flow, slot)
    alike = [each for each in flow.slots.values() if each.kind == slot.kind and (each.guest or not is_asked)]
    return slot.guest and len(alike) == 1  # from Miami, or to Miami?


def _topic(turn: Turn, slot: Slot) -> Value | None:
    """Return what was last talked about of a kind; asked about nothing else, a guest means what was just booked."""
    topic, settled = turn.conversation.topics.get(slot.kind), fresh(turn.conversation.settled, turn.at)
    if topic is not None or settled is None or not turn.flow.answers:
        return topic
    return single(settled.fields.get(slot.kind)) if _is_asked(turn.flow, slot) else None


def _is_asked(flow: Flow, slot: Slot) -> bool:
    return any(step.slot == slot.name for step in flow.collects)


def _is_being_booked(turn: Turn, topic: Value) -> bool:
    """Say whether what was talked about is only wanted so far: "cancel my appointment" is not about that."""
    held = [filled.value for one in turn.conversation.suspended for filled in one.run.slots.values()]
    return topic in held or (topic,) in held


def apply(turn: Turn, heard: Heard) -> Turn:
    """Put exclusions and values into the slots of the run; the newest statement wins."""
    if not (heard.excludes or heard.informs or heard.skips):
        return turn
    run, flow, memory = turn.run, turn.flow, dict(turn.conversation.memory)
    for exclude in heard.excludes:
        if exclude.slot in flow.slots:
            run = ruled_out(run, flow, exclude)
    for inform in _dependents_last(measured(turn, heard.informs), flow):
        slot = flow.slots.get(inform.slot)
        if slot is not None and inform.value is not None:
            run = heeded(run, turn.run, flow, inform)
            if slot.remember and runs.is_for_guest(run, flow) and not (slot.name in memory and _is_of_booked(flow)):
                memory[slot.name] = Filled(inform.value, Source.GUEST, inform.words)
            if slot.read_back:
                turn = turn.say("read_back", {"value": inform.value})
    unwanted = {name for name in heard.skips if name in flow.slots and _is_optional(flow.slots[name])}
    for name in unwanted & run.slots.keys():  # "remove my e-mail"
        run = runs.clear(run, flow, name)
        memory.pop(name, None)
    if unwanted:
        run = replace(run, skipped=run.skipped | unwanted)
    if run is not turn.run:
        run = runs.without_refused(run, flow, turn.today)  # the newest statement wins
    if run is turn.run and memory == turn.conversation.memory:
        return turn
    return _declining(turn.with_conversation(replace(turn.conversation, run=run, memory=memory)), unwanted)


def _declining(turn: Turn, slots: AbstractSet[str]) -> Turn:
    """Keep in mind what the guest says they do not give, "no e-mail", until they do; a mere "skip" is soon over."""
    own = {name for name in slots if turn.flow.slots[name].remember and runs.is_for_guest(turn.run, turn.flow)}
    before = turn.conversation.declined
    declined = (before | own).difference(turn.conversation.memory)
    return turn if declined == before else turn.with_conversation(replace(turn.conversation, declined=declined))


def _without_declined(turn: Turn) -> Turn:
    """Leave out of the questions of a run what the guest has not got; whoever shall be rung is asked all the same."""
    run, flow, declined = turn.run, turn.flow, turn.conversation.declined
    if not declined or is_side(flow) or not runs.is_for_guest(run, flow):
        return turn
    slots = [slot for name in declined if (slot := flow.slots.get(name)) is not None and name not in run.slots]
    spared = {slot.name for slot in slots if slot.remember and not slot.required}
    return turn.with_run(replace(run, skipped=run.skipped | spared)) if spared else turn


def _dependents_last(informs: tuple[Inform, ...], flow: Flow) -> list[Inform]:
    """Put what others rest on first, and what rests on another value of the message last: a value empties what does."""
    if len(informs) < _SEVERAL:
        return list(informs)
    told = {inform.slot for inform in informs}
    bases = {name for slot in flow.slots.values() for name in slot.depends_on}
    rests = {slot.name for slot in flow.slots.values() if not told.isdisjoint(slot.depends_on)}
    return sorted(informs, key=lambda inform: (inform.slot in rests, inform.slot not in bases))


def _is_of_booked(flow: Flow) -> bool:
    """Say whether what a flow is told of a guest says which booking is meant: the number of that need not be theirs."""
    return any(slot.kind == _BOOKING for slot in flow.slots.values())


def _is_optional(slot: Slot) -> bool:
    """Say whether a flow does without a slot: it need not be given, or nobody is asked for it."""
    return not slot.required or slot.ask is None


def explain(turn: Turn, heard: Heard) -> Turn:
    """Say why a value that was given cannot be used."""
    for inform in heard.problems[:1]:
        if isinstance(inform.value, Days) and inform.problem is Problem.AMBIGUOUS:
            turn = turn.with_run(replace(turn.run, span=inform.value))
            is_open = inform.value.start is None or inform.value.end is None
            ahead = _still_ahead(inform.value, turn.today)
            return turn.say("open_days" if is_open else "ambiguous_days", {"days": ahead, "words": inform.words})
        if inform.candidates:
            asked = isinstance(turn.position, Collecting) and turn.position.slot == inform.slot
            # Where it was asked for, the question that follows names the candidates.
            return turn if asked else turn.doubting(inform.slot, inform.candidates)
        if inform.value is not None and (half := _half(turn, inform)):
            return turn.say(half, {"value": inform.value})
        kind = f"problem.{inform.problem}"
        if inform.problem is Problem.INVALID and inform.slot in turn.flow.slots:
            slot = turn.flow.slots[inform.slot]
            if slot.invalid is not None:
                return turn.say(slot.invalid, {"words": inform.words}, wording=_tries(turn, slot))
            kind = f"problem.invalid.{slot.kind}"
        elif inform.problem is Problem.UNOFFERED and inform.slot in turn.flow.slots:
            kind = f"problem.unoffered.{turn.flow.slots[inform.slot].kind}"
        return turn.say(kind, {"words": inform.words})
    return turn


def _still_ahead(days: Days, today: date) -> Days:
    """Return what is left of days that have begun: the Monday of "this week" is over on a Tuesday."""
    begun = days.start is not None and days.start < today and (days.end is None or today < days.end)
    return replace(days, start=today) if begun else days


def _tries(turn: Turn, slot: Slot) -> int:
    """Return how often a slot has been asked for, where it is being asked for."""
    match turn.position:
        case Collecting(slot=asked, tries=tries) if asked == slot.name:
            return max(tries, 1)
        case _:
            return 1


def give_up(turn: Turn, step: Step) -> Turn:
    """A question has been asked often enough: count that, and go another way."""
    return _offer_form(turn, step) or go_another_way(turn.do(CountGivenUp()), step)


def _offer_form(turn: Turn, step: Step) -> Turn | None:
    """Show what is asked for as a form, once, where the flow says so; the question is then put once more."""
    position, run = turn.position, turn.run
    if turn.flow.form is not FormUse.WHEN_STUCK or run.form:
        return None
    if not isinstance(position, Collecting) or not isinstance(step, Collect):
        return None
    turn = turn.with_run(replace(run, form=True, stalled=0)).to(replace(position, tries=step.tries))
    return put(turn.do(CountGivenUp()).say("form_offered"), step, step.tries)


def go_another_way(turn: Turn, step: Step) -> Turn:
    """Take the declared way out of a question, or offer a person."""
    declared = getattr(step, "on_exit", None)
    if declared is not None:
        return walk(turn.with_run(replace(turn.run, stalled=0)), declared, step.name)
    if turn.run.flow in (STUCK, PERSON) or STUCK not in turn.flows.newest:
        return leave(turn.say("anything_else"))
    called = bool(turn.conversation.callers())  # what a called flow asks is of no use without its caller
    carried = replace(turn.run, given_up=None if called else Question(turn.run.flow, step.name))
    turn = let_go(turn).with_run(None)
    turn = turn.with_conversation(replace(turn.conversation, suspended=turn.conversation.without_callers()))
    return start(turn, turn.flows.newest[STUCK], (), carried)
