"""Takes what a guest put into a form: the values as they are, and, where it was sent, the yes to what it showed.

A form that was sent agrees ahead to a confirm that would show nothing but what the form showed. What comes up on the
way, a price, another time, makes that another confirm, and the guest is asked.
"""

from __future__ import annotations

from frontdesk.dialogue import runs
from frontdesk.dialogue.again import ask_again
from frontdesk.dialogue.answers import agree
from frontdesk.dialogue.conversation import Changing, Choosing, Collecting, Confirming, Position, Run
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import Say
from frontdesk.dialogue.flow import Choose, Confirm, Flow
from frontdesk.dialogue.heard import Heard, sort
from frontdesk.dialogue.meanings import FillForm, Inform, Meaning
from frontdesk.dialogue.shifts import taken
from frontdesk.dialogue.starting import apply, checked, explain
from frontdesk.dialogue.turn import Turn
from frontdesk.dialogue.walk import rewalk


def form_among(meanings: tuple[Meaning, ...]) -> FillForm | None:
    """Return the form that a message was filled into, if it was one."""
    return next((meaning for meaning in meanings if isinstance(meaning, FillForm)), None)


def fill_form(turn: Turn, form: FillForm, meanings: tuple[Meaning, ...]) -> Turn:
    """Take what was filled in; a form that nothing waits for any more changes nothing."""
    position = turn.position
    if turn.conversation.run is None or not isinstance(position, Collecting | Choosing | Confirming | Changing):
        return ask_again(turn)
    heard = checked(turn, sort(each for each in meanings if each is not form))
    return _quiet(_filled(turn, form, heard, position), turn, form, heard)


def _filled(turn: Turn, form: FillForm, heard: Heard, position: Position) -> Turn:
    before, here = turn.run, turn.current_step
    picks = [inform for inform in heard.informs if _choose_step(turn.flow, inform.slot)]
    turn = apply(turn, sort(each for each in heard.all if each not in picks))
    changed = runs.changed_slots(before, turn.run)
    for pick in picks:
        turn, here = _picked(turn, pick, changed, here)
    if form.sent and not heard.problems:
        turn = _agreed_ahead(turn, form, before, position)
    asked = {position.slot} if isinstance(position, Collecting) and position.slot in turn.run.slots else set()
    if turn.run.slots == before.slots and turn.run.skipped == before.skipped:
        return _unchanged(turn, heard, position)
    if any(offer.expires_at <= turn.at for offer in turn.run.offers.values()):
        turn = turn.with_run(replace(turn.run, agreed={}))  # what was found too long ago is not used unseen
    return rewalk(explain(turn, heard), changed - asked, here)


def _choose_step(flow: Flow, slot: str) -> Choose | None:
    return next((step for step in flow.choices if step.slot == slot), None)


def _picked(turn: Turn, pick: Inform, changed: frozenset[str], here: str) -> tuple[Turn, str]:
    """Take the option of that id, unless what it was found by has changed; the walk goes on from the choice."""
    step = _choose_step(turn.flow, pick.slot)
    offer = turn.run.offers.get(step.source) if step else None
    if step is None or offer is None or changed & runs.touches(turn.step(step.source), turn.flow):
        return turn, here
    option = next((each for each in offer.options if each.id == pick.value), None)
    held = turn.run.slots.get(step.slot)
    if option is None or (held is not None and held.value == option.id):
        return turn, here
    run = taken(runs.clear(turn.run, turn.flow, step.slot), turn.flow, step, option)
    return turn.with_run(runs.rewound(run, step.name)), step.name


def _agreed_ahead(turn: Turn, form: FillForm, before: Run, position: Position) -> Turn:
    """Agree to every confirm that would show nothing which the guest has not seen: in the form, or on its card."""
    agreed = dict(turn.run.agreed)
    for step in turn.flow.steps.values():
        if isinstance(step, Confirm) and _is_seen(turn, step, form, before, position):
            agreed[step.name] = runs.agreed_digest(turn.run, turn.flow, step)
    return turn.with_run(replace(turn.run, agreed=agreed))


def _is_seen(turn: Turn, step: Confirm, form: FillForm, before: Run, position: Position) -> bool:
    now, then = runs.values(turn.run), runs.values(before)
    on_card = form.card and isinstance(position, Confirming) and _is_card(turn.flow, step, before, position)
    given = {slot for act in turn.flow.acts if act.confirmed_by == step.name for slot in act.arguments.values()}
    if not given:
        return False
    needed = given.union(step.shows) - set(form.shown)
    return all(name not in now or (on_card and now[name] == then.get(name)) for name in needed)


def _is_card(flow: Flow, step: Confirm, run: Run, position: Confirming) -> bool:
    """Say whether the guest has this confirm before them, with what the run knows."""
    return position.step == step.name and position.digest == runs.agreed_digest(run, flow, step)


def _unchanged(turn: Turn, heard: Heard, position: Position) -> Turn:
    """Nothing new was filled in: what was sent is agreed to where it was shown, or the question stands."""
    step = turn.step(turn.current_step)
    match position, step:
        case Confirming(digest=digest), Confirm(name=name) if turn.run.agreed.get(name) == digest:
            return agree(turn, step, position)
        case _:
            return ask_again(explain(turn, heard))


def _quiet(after: Turn, before: Turn, form: FillForm, heard: Heard) -> Turn:
    """Say nothing where the next question is a field of the form that is still being filled in: it is seen there."""
    position, run = after.position, after.conversation.run
    same = run is not None and run.number == before.run.number
    asked = isinstance(position, Collecting) and position.slot in form.shown
    if form.sent or not same or not asked or heard.problems:
        return after
    return replace(after, effects=tuple(effect for effect in after.effects if not isinstance(effect, Say)))
