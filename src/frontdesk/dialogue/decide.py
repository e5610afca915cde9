"""Decides what happens next: (conversation, event) -> (conversation, effects).

This file says what each event means in each position; the files it calls say what happens then: `answers`
and `choices` inside a flow, `walk` from step to step, `starting`, `again` and `leaving` at the edges of one.
Nothing here reads a clock, a database, a file or the network.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from frontdesk.dialogue import runs
from frontdesk.dialogue.again import acknowledged, ask_again, repeat, small_talk, sort_out, what_else
from frontdesk.dialogue.answers import answer
from frontdesk.dialogue.beneath import about, answering, belongs_below, goes_on, with_own_details
from frontdesk.dialogue.choices import told
from frontdesk.dialogue.conversation import (
    Acting,
    Calling,
    Changing,
    Choosing,
    Collecting,
    Confirming,
    Conversation,
    Idle,
    Sorting,
    WithStaff,
)
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import CallStaff, CountGivenUp, Effect, Say
from frontdesk.dialogue.events import (
    ActionEnded,
    ActionGone,
    Event,
    GuestSpoke,
    GuestWasSilent,
    StaffLeft,
    StaffSpoke,
    StaffTookOver,
)
from frontdesk.dialogue.flow import DEFAULT_TRIES, Choose, Collect, Confirm, Flows
from frontdesk.dialogue.forms import fill_form, form_among
from frontdesk.dialogue.heard import Heard, in_turn, sort
from frontdesk.dialogue.later import announced, answers_here, following, kept_waiting, not_now, put_off
from frontdesk.dialogue.leaving import all_dropped, cancel, instead, is_left_to_staff, is_made, lost, resume
from frontdesk.dialogue.meanings import (
    Affirm,
    Ask,
    Cancel,
    Deny,
    GoBack,
    Goodbye,
    Greet,
    Inform,
    Meaning,
    Number,
    Repeat,
    Skip,
    StartFlow,
    StartOver,
    Thank,
    Unclear,
    WantPerson,
)
from frontdesk.dialogue.meanings import (
    Choose as Picked,
)
from frontdesk.dialogue.passing import informed, turned
from frontdesk.dialogue.patterns import (
    BACK,
    CANCELLED,
    FLOW,
    GO_BACK,
    ONLY_AROUND,
    QUESTION,
    SILENCE,
    START_OVER,
    has_move,
)
from frontdesk.dialogue.reaching import want_person
from frontdesk.dialogue.retracing import begin_anew, go_back, gone_back, start_over
from frontdesk.dialogue.rounds import gone_round
from frontdesk.dialogue.starting import (
    STUCK,
    apply,
    checked,
    explain,
    interrupt,
    is_one_too_many,
    start,
    surround,
)
from frontdesk.dialogue.talked_about import remember, settled_by
from frontdesk.dialogue.turn import Left, Turn
from frontdesk.dialogue.undoing import undo
from frontdesk.dialogue.walk import action_ended, rewalk, walk

_TURNED_TO = {Left.ALOUD: FLOW, Left.QUIETLY: QUESTION}
# What a guest asks for once more where the pattern around it asks whether it is meant.
_WISHES: Mapping[str, type[Meaning]] = {CANCELLED: Cancel, START_OVER: StartOver, GO_BACK: GoBack}


@dataclass(frozen=True, slots=True)
class Decision:
    """Where an event leaves the conversation, and what the desk must do."""

    conversation: Conversation
    effects: tuple[Effect, ...] = ()


def decide(conversation: Conversation, event: Event, flows: Flows) -> Decision:
    """Return where `event` leaves the conversation and what the desk must do."""
    turn = _settle(_event(Turn(conversation, flows, event.at), event))
    turn = _named_doubts(_settle(gone_round(conversation, turn)))
    return Decision(turn.conversation, turn.effects)


def _named_doubts(turn: Turn) -> Turn:
    """Say first that several values were given where one is needed, unless what follows says so."""
    if isinstance(turn.position, Choosing):
        return turn
    asked = turn.position.slot if isinstance(turn.position, Collecting) else None
    for among in [among for slot, among in turn.doubts.items() if slot != asked][:1]:
        turn = replace(turn, effects=(Say("several_named", {"candidates": among}), *turn.effects))
    return turn


def _event(turn: Turn, event: Event) -> Turn:
    match turn.position, event:
        case WithStaff(by=by, before=Acting() as acting), ActionEnded() | ActionGone():
            ended = _settle(_event(turn.to(acting), event))  # the outcome counts, whoever is answering
            return _without_question(ended).to(WithStaff(by, ended.position))
        case WithStaff(before=before), StaffLeft():
            back = turn.to(before)
            return lost(back) if _is_lost(back) else ask_again(back)
        case WithStaff(before=before), StaffTookOver(by=by):
            return turn.to(WithStaff(by, before))
        case WithStaff(), _:
            return turn  # a person is answering; stay out of it
        case position, StaffTookOver(by=by):
            return turn.to(WithStaff(by, position))
        case _:
            return lost(turn) if _is_lost(turn) else _unattended(turn, event)


def _without_question(turn: Turn) -> Turn:
    """Leave out the question that a turn ends with: it is put when the desk answers again."""
    if isinstance(turn.position, Idle | Acting) or _is_lost(turn):
        return turn
    asked = [effect for effect in ask_again(replace(turn, effects=())).effects if isinstance(effect, Say)]
    return replace(turn, effects=tuple(effect for effect in turn.effects if effect not in asked))


def _unattended(turn: Turn, event: Event) -> Turn:
    """Take an event while the desk itself is answering."""
    match turn.position, event:
        case Acting(key=key), ActionEnded() if key == event.key:
            return action_ended(turn, event)
        case Acting(key=key), ActionGone() if key == event.key:
            return lost(turn, event.why)
        case _, ActionEnded() | ActionGone() | StaffSpoke() | StaffLeft():
            return turn  # it no longer matters
        case Acting(), GuestSpoke() | GuestWasSilent():
            return turn.say("still_acting")
        case _, GuestWasSilent():
            return _silence(turn)
        case _, GuestSpoke(meanings=meanings) if (form := form_among(meanings)) is not None:
            return fill_form(_without_yes(turn), form, meanings)
        case _, GuestSpoke(meanings=meanings):
            return _hear(acknowledged(settled_by(_without_yes(turn), meanings), sort(meanings)), meanings)
        case _:
            raise AssertionError(f"no transition for {turn.position} and {event}")


def _is_lost(turn: Turn) -> bool:
    """Say whether the version of the flow that the run under way began with cannot be had any more."""
    run = turn.conversation.run
    return run is not None and turn.flows.of(run.flow, run.fingerprint) is None


def _without_yes(turn: Turn) -> Turn:
    """A yes is good for the turn it was said in, and so is any answer: what it did not lead to needs another."""
    run, unheard = turn.conversation.run, turn.conversation.unheard
    if unheard:
        kept = tuple(each for each in unheard if isinstance(each, StartFlow | Inform | Ask | Picked))
        turn = turn.with_conversation(replace(turn.conversation, unheard=kept))
    return turn.with_run(replace(run, agreed={})) if run is not None and run.agreed else turn


def _settle(turn: Turn) -> Turn:
    """While flows were left: hear what is left of the message, or go back to the question that waits."""
    while turn.left is not None or turn.then is not None or turn.due is not None:
        if turn.then is not None:
            turn = _pattern(turn, turn.then)
            continue
        if turn.due is not None:
            make = gone_back if turn.due == GO_BACK else begin_anew
            turn = make(replace(turn, due=None))
            continue
        left, rest = turn.left, turn.conversation.unheard
        turn = replace(turn, left=None, conversation=replace(turn.conversation, unheard=()))
        if _is_lost(turn):
            turn = lost(turn)
        elif rest:
            turn = _hear(turn, following(turn, rest))
        elif turn.conversation.run is not None:
            turn = _go_on(turned(turn, BACK, _TURNED_TO[left]) if left in _TURNED_TO else turn)
    return turn


def _pattern(turn: Turn, name: str) -> Turn:
    """Go through a pattern with what the run under way knew: that is dropped, unless the guest is asked first."""
    turn, flow = replace(turn, then=None), turn.flows.newest[name]
    if has_move(flow) and (asking := surround(turn, name)):
        return asking
    carried = informed(turn.run, turn, flow, {})
    waiting = turn.conversation.without_callers()
    turn = turn.with_conversation(replace(turn.conversation, run=None, suspended=waiting))
    return start(turn, flow, (), carried)


def _go_on(turn: Turn) -> Turn:
    """Put the question that waited once more, unless it was answered while it waited."""
    position = turn.position
    if isinstance(position, Collecting) and position.slot in turn.run.slots:
        return walk(turn, position.step)
    return ask_again(turn)


def _hear(turn: Turn, meanings: tuple[Meaning, ...]) -> Turn:
    """Take a whole message: questions first, then moves that leave the flow, then the answer."""
    meanings, later = in_turn(meanings, turn.position)
    if later:
        turn = put_off(announced(turn, meanings, later), later)
        if turn.conversation.run is not None and all(each == StartFlow(turn.run.flow, "") for each in meanings):
            return ask_again(turn.stalled())  # nothing is said of what is under way
    heard = sort(meanings)
    turn = remember(turn, heard)
    if _insists(turn, heard):
        return answer(turn, sort((Affirm(""),)))
    if waiting := not_now(turn, heard, _other_flows(turn, heard)):
        return _finish_first(turn, heard, waiting)
    if heard.asks:
        return _question(turn, heard)
    return _elsewhere(turn, heard, later) or _here(turn, heard)


def _finish_first(turn: Turn, heard: Heard, waiting: tuple[Meaning, ...]) -> Turn:
    """Put off what has to wait, and hear the rest of the message; where there is none, say so."""
    turn, rest = put_off(turn, waiting), tuple(each for each in heard.all if each not in waiting)
    return _hear(turn, rest) if answers_here(turn, sort(rest)) else ask_again(turn.say("finish_first").stalled())


def _elsewhere(turn: Turn, heard: Heard, later: tuple[Meaning, ...]) -> Turn | None:
    """Make the moves that lead out of what is under way; None where none is asked for."""
    if heard.has(WantPerson):
        return want_person(turn, heard)
    if heard.has(StartOver):
        return start_over(turn)
    if starts := _other_flows(turn, heard):
        return _switch(turn, starts, heard, later)
    if (taken_back := next((each for each in heard.all if isinstance(each, Cancel)), None)) is not None:
        return undo(turn, taken_back)
    if _takes_leave(turn, heard):
        if isinstance(turn.position, Confirming) and turn.position.tries <= 1:
            return answer(turn, sort((Unclear(""),)))  # "great, see you tomorrow" takes it for booked
        return cancel(all_dropped(turn).with_conversation(replace(turn.conversation, suspended=())))
    return None


def _here(turn: Turn, heard: Heard) -> Turn:
    """Hear what is said to what was asked."""
    match turn.position:
        case Idle(unclear=unclear):
            turn = turn.to(Idle())
            return small_talk(turn, heard) or _idle(turn, heard, unclear + 1)
        case Sorting():
            return _sorting(turn, turn.position, heard)
        case Confirming() if goes_on(turn, heard):
            said = tuple(meaning for meaning in heard.all if not isinstance(meaning, Deny))
            # The pattern hears the no; the rest is said to what it is about.
            return answer(put_off(turn, said), sort((Deny(""),)))
        case _ if belongs_below(turn, heard):
            return _tell_caller(turn, heard) if turn.conversation.callers() else _hear(resume(turn), heard.all)
        case _:
            return answer(turn, heard)


def _takes_leave(turn: Turn, heard: Heard) -> bool:
    """Say whether the guest says goodbye, and no more, in the middle of something that staff have not been left."""
    if turn.conversation.run is None or not heard.has(Goodbye) or is_left_to_staff(turn):
        return False
    if isinstance(turn.position, Confirming) and turn.position.tries <= 1:
        return False  # "great, see you tomorrow" may well be meant as a yes: that is asked once
    return all(isinstance(meaning, Goodbye | Thank | Greet) for meaning in heard.all)


def _tell_caller(turn: Turn, heard: Heard) -> Turn:
    """A guest, asked by a called flow, changes something of its caller: that goes on from what has changed."""
    *rest, top = turn.conversation.suspended
    if not isinstance(top.position, Calling):
        return ask_again(turn.stalled())
    # What the called flow has been told it knows when it is called again.
    caller = replace(top.run, recalled={top.position.step: apply(turn, checked(turn, heard)).run})
    back = turn.with_conversation(replace(turn.conversation, run=caller, suspended=tuple(rest)))
    heard = checked(back, heard)
    after = apply(back, heard)
    changed = runs.changed_slots(top.run, after.run)
    if not changed:
        return ask_again(turn.stalled())
    taken = told(after, heard)  # another question follows, and that does not show it
    after = after.say("taken", {"taken": taken}) if taken else after
    return rewalk(explain(after, heard), changed, top.position.step)


def _insists(turn: Turn, heard: Heard) -> bool:
    """Say whether a guest who is asked "Start over?" says so once more: that is a yes."""
    run = turn.conversation.run
    if run is None or run.flow not in _WISHES or not isinstance(turn.position, Confirming):
        return False
    return heard.has(_WISHES[run.flow]) and not heard.no and not is_made(turn)


def _other_flows(turn: Turn, heard: Heard) -> tuple[str, ...]:
    """Return the flows asked for that are not the one under way."""
    run = turn.conversation.run
    under_way = {run.flow, *(caller.run.flow for caller in turn.conversation.callers())} if run else set()
    if under_way.intersection(heard.starts):
        return ()
    return tuple(name for name in heard.starts if name in turn.flows.newest and name not in ONLY_AROUND)


def _switch(turn: Turn, starts: tuple[str, ...], heard: Heard, later: tuple[Meaning, ...]) -> Turn:
    turn = turn.with_conversation(replace(turn.conversation, unheard=later))  # the guest has turned to something else
    if isinstance(turn.position, Sorting) and len(starts) == 1 and starts[0] in turn.position.flows:
        return _meant(turn, turn.position, starts[0], heard)
    if len(starts) > 1:
        before = turn.position.before if isinstance(turn.position, Sorting) else turn.position
        return sort_out(turn.to(Sorting(starts, heard.informs, 0, before)))
    waiting = next((n for n, other in enumerate(turn.conversation.suspended) if other.run.flow == starts[0]), None)
    if waiting is None:
        turn = _let_go(turn) if heard.has(Cancel) else turn
        return _turn_to(turn, starts[0], heard.facts())
    turn = _asked_for_again(turn, waiting)
    while len(turn.conversation.suspended) > waiting:
        turn = resume(turn)
    if _is_lost(turn):
        return lost(turn)
    rest = tuple(meaning for meaning in heard.all if not isinstance(meaning, StartFlow | Cancel))
    return _hear(turn, rest) if rest else _go_on(turned(turn, BACK, FLOW))


def _let_go(turn: Turn) -> Turn:
    """Keep what the guest leaves for something else, "forget the flight", only for one who asks for it again."""
    run = turn.conversation.run
    return turn if run is None else turn.with_run(replace(run, let_go=True))


def _asked_for_again(turn: Turn, place: int) -> Turn:
    """Take up again what waits at a place, if the guest had let go of it."""
    waiting = list(turn.conversation.suspended)
    waiting[place] = replace(waiting[place], run=replace(waiting[place].run, let_go=False))
    return turn.with_conversation(replace(turn.conversation, suspended=tuple(waiting)))


def _turn_to(turn: Turn, name: str, facts: tuple[Meaning, ...]) -> Turn:
    """Begin another flow; where too many would wait for it, it is put off, and the guest is told."""
    if is_one_too_many(turn, name):
        return _finish_first(turn, sort(()), (StartFlow(name, ""), *facts))
    return interrupt(turn, name, facts)


def _question(turn: Turn, heard: Heard) -> Turn:
    """Answer the first question now; hear the rest of the message when that is done."""
    ask = heard.asks[0]
    turn, heard = with_own_details(turn, heard)
    rest = tuple(meaning for meaning in heard.all if meaning is not ask)
    name = answering(turn.flows, ask.topic)
    if ask.topic == "why" and isinstance(turn.position, Collecting):
        why = turn.flow.slots[turn.position.slot].why
        return _then(turn.say(why or "why_generic", {"slot": turn.position.slot}), rest)
    if name is None:
        return _then(turn.say("unknown_question").do(CallStaff("question", {"question": ask.words})), rest)
    if is_one_too_many(turn, name):
        return _then(put_off(turn.say("finish_first"), (ask,)), rest)
    if not any(isinstance(meaning, Ask) for meaning in rest):
        turn = turn.stalled()  # a message counts once, however much it asks
    turn = kept_waiting(turn)
    turn = turn.with_conversation(replace(turn.conversation, unheard=(*rest, *turn.conversation.unheard)))
    flow = turn.flows.newest[name]
    told_of = tuple(Inform(slot, value, ask.words) for slot, value in about(flow, ask))
    unwanted = tuple(each for each in heard.excludes if each.slot in flow.slots)
    return interrupt(turn, name, (*told_of, *unwanted))


def _then(turn: Turn, rest: tuple[Meaning, ...]) -> Turn:
    return _hear(turn, rest) if rest else _go_on(turn.stalled())


def _idle(turn: Turn, heard: Heard, times: int) -> Turn:
    if heard.has(Repeat):
        return repeat(turn)
    if heard.has(GoBack):
        return go_back(turn)
    if heard.no and turn.conversation.said.rstrip().endswith("?"):
        return turn.say("goodbye")  # nothing, thanks: the same question again would be no answer
    if heard.yes or heard.no or heard.has(Skip):
        return turn.say("anything_else")
    if heard.problems and not heard.informs:
        return turn.say(f"problem.{heard.problems[0].problem}", {"words": heard.problems[0].words})
    if times > DEFAULT_TRIES and STUCK in turn.flows.newest:
        return start(turn.do(CountGivenUp()), turn.flows.newest[STUCK], ())
    return turn.to(Idle(times)).say("unclear_idle", wording=times)


def _sorting(turn: Turn, position: Sorting, heard: Heard) -> Turn:
    numbers = [pick.position for pick in heard.picks if isinstance(pick, Number)]
    if numbers and 1 <= abs(numbers[0]) <= len(position.flows):
        name = position.flows[numbers[0] - 1 if numbers[0] > 0 else numbers[0]]
        return _meant(turn, position, name, heard)
    if heard.no:
        return ask_again(turn.to(position.before).say("anything_else"))
    if turn.conversation.run is not None and (heard.informs or heard.starts):
        return _hear(turn.to(position.before), heard.all)  # neither: what was under way goes on
    return small_talk(turn, heard) or sort_out(turn)


def _meant(turn: Turn, position: Sorting, name: str, heard: Heard) -> Turn:
    """Do the one of several things that a guest meant, with all that was said of it."""
    turn = turn.to(position.before)
    if name == CANCELLED:
        return cancel(turn)
    wish = sort((StartFlow(name, ""), *position.heard, *heard.informs))
    return _switch(turn, (name,), wish, turn.conversation.unheard)


def _silence(turn: Turn) -> Turn:
    """Nobody answered: ask again a few times, then say goodbye."""
    match turn.position:
        case Collecting() | Choosing() | Confirming():
            step = turn.step(turn.position.step)
            limit = step.tries if isinstance(step, Collect | Choose | Confirm) else 0
            if turn.position.tries < limit:
                return ask_again(turn.to(replace(turn.position, tries=turn.position.tries + 1)))
        case Changing() if turn.position.tries < DEFAULT_TRIES:
            return what_else(turn)
        case _:
            pass
    turn = all_dropped(turn)
    turn = turn.with_conversation(replace(turn.conversation, suspended=(), unheard=()))
    if silent := instead(turn, SILENCE):
        return silent
    turn = turn.say("goodbye")
    cleared = replace(turn.conversation, run=None, position=Idle(), suspended=(), unheard=())
    return turn.with_conversation(cleared)
