"""Asks again: in other words, a few times, then takes the way out."""

from __future__ import annotations

from typing import assert_never

from frontdesk.dialogue.asking import put
from frontdesk.dialogue.conversation import (
    Acting,
    Changing,
    Choosing,
    Collecting,
    Confirming,
    Idle,
    Sorting,
    WithStaff,
)
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import SayAgain, Shown
from frontdesk.dialogue.flow import DEFAULT_TRIES, Choose, Collect, Confirm
from frontdesk.dialogue.heard import Heard
from frontdesk.dialogue.meanings import Goodbye, Greet, Help, Remark, Repeat, Thank, Wait
from frontdesk.dialogue.passing import clarified, passed
from frontdesk.dialogue.patterns import FLOW, REPEAT, SAID
from frontdesk.dialogue.starting import give_up
from frontdesk.dialogue.turn import Turn

_SECOND = 2  # the try at which a question is put for the second time


def ask_again(turn: Turn) -> Turn:
    """Put the question of the present position once more."""
    position = turn.position
    if turn.conversation.run is not None and _is_used_up(turn):
        return give_up(turn, turn.step(turn.current_step))
    match position:
        case Idle() | Acting() | WithStaff():
            return turn
        case Sorting():
            return sort_out(turn)
        case Collecting(step=name) | Choosing(step=name) | Confirming(step=name):
            tries = max(position.tries, 1)  # what was moved to another version has not been asked this before
            return put(turn.to(replace(position, tries=tries)), turn.step(name), tries)
        case Changing(tries=tries):
            return turn.say("change_what", wording=tries)
        case _:
            assert_never(position)


def _is_used_up(turn: Turn) -> bool:
    """Say whether the flow has had as many turns that brought it no further as it may have."""
    return turn.run.stalled > turn.flows.budget


def unclear(turn: Turn, prefix: str | None) -> Turn:
    """Ask again in other words, or leave when it has been asked often enough."""
    position = turn.position
    if not isinstance(position, Collecting | Choosing | Confirming):
        raise LookupError(f"{position} asks nothing")
    step = turn.step(position.step)
    tries = position.tries + 1
    limit = step.tries if isinstance(step, Collect | Choose | Confirm) else 0
    turn = turn.stalled()
    if tries > limit or _is_used_up(turn):
        return give_up(turn, step)
    if prefix is not None and position.tries:  # what answers another question than this one was not unclear
        turn = _helped(turn.say(prefix, wording=tries - 1), position, tries)
    return ask_again(turn.to(replace(position, tries=tries)))


def _helped(turn: Turn, position: Collecting | Choosing | Confirming, tries: int) -> Turn:
    """Say what guests answer, and the next time why it is asked, before the same question comes once more."""
    if not isinstance(position, Collecting) or position.among:
        return turn
    slot = turn.flow.slots[position.slot]
    if slot.examples and (tries == _SECOND or slot.why is None):
        example = slot.examples[(tries - _SECOND) % len(slot.examples)]
        return turn.say("for_example", {"example": example})
    said = not slot.examples and tries > _SECOND
    return turn.say(slot.why, {"slot": slot.name}) if slot.why is not None and not said else turn


def what_else(turn: Turn) -> Turn:
    """Ask what shall be different, a few times, then leave."""
    position = turn.position
    if not isinstance(position, Changing):
        raise LookupError("nothing was refused")
    step = turn.step(position.step)
    run = replace(turn.run, stalled=turn.run.stalled + 1)
    if position.tries >= DEFAULT_TRIES or run.stalled > turn.flows.budget:
        return give_up(turn, step)
    tries = position.tries + 1
    return turn.with_run(run).to(Changing(step.name, tries)).say("change_what", wording=tries)


def sort_out(turn: Turn) -> Turn:
    """Ask which of several flows was meant, a few times."""
    position = turn.position
    if not isinstance(position, Sorting):
        raise LookupError("nothing is to be sorted out")
    if position.tries >= DEFAULT_TRIES:
        return ask_again(turn.to(position.before).say("unclear_idle"))
    tries = position.tries + 1
    shown = tuple(
        Shown(n, name, {"value": turn.flows.newest[name].description}) for n, name in enumerate(position.flows, start=1)
    )
    return clarified(turn.to(replace(position, tries=tries)), FLOW, tries, shown)


def small_talk(turn: Turn, heard: Heard) -> Turn | None:
    """Answer a greeting, thanks and the like, when there is nothing more in the message."""
    for kind, phrase in ((Help, "help"), (Goodbye, "goodbye"), (Thank, "thanks"), (Greet, "greet"), (Wait, "no_hurry")):
        if heard.has(kind):
            return turn.say(phrase)
    return turn.say("heard_you").say("what_then") if heard.has(Remark) else None


def acknowledged(turn: Turn, heard: Heard) -> Turn:
    """Say a human word first where the guest tells how they feel beside what they want; a yes is answered by deeds."""
    alone = all(isinstance(meaning, Remark | Thank | Greet) for meaning in heard.all)
    return turn.say("heard_you") if heard.has(Remark) and not (alone or heard.yes) else turn


def aside(turn: Turn, heard: Heard) -> Turn | None:
    """Answer what is said beside the point, then ask again; None when nothing was."""
    if heard.has(Repeat) or heard.has(Wait):
        turn = turn.stalled()
        if _is_used_up(turn):
            return ask_again(turn)  # which leaves: not even what the guest asks for goes on for ever
        return repeat(turn) if heard.has(Repeat) else _ask_shortly(turn.say("no_hurry"))
    for kind, phrase in ((Help, "help"), (Thank, "thanks"), (Greet, "greet_within"), (Remark, "heard_you")):
        if heard.has(kind):
            return ask_again(turn.say(phrase).stalled())
    return None


def _ask_shortly(turn: Turn) -> Turn:
    """Remind the guest of the question without all that was shown with it."""
    match turn.position:
        case Choosing():
            return turn.say("ask_option")
        case Confirming():
            return turn.say("ask_undecided")
        case _:
            return ask_again(turn)


def repeat(turn: Turn) -> Turn:
    """Say the last reply once more; a pattern with words of its own says those, and then the question."""
    said = turn.conversation.said
    if REPEAT in turn.flows.newest:
        own = passed(turn, REPEAT, {SAID: said} if said else {})
        if own.effects != turn.effects:
            return ask_again(own) if said else own
    return turn.do(SayAgain()) if said else turn.say("nothing_said")
