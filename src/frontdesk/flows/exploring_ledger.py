"""Keeps the ledger of an exploration: what a bystander has seen, decision by decision."""

from __future__ import annotations

from dataclasses import replace

from frontdesk.dialogue.conversation import Confirming, Conversation
from frontdesk.dialogue.effects import CallStaff, Effect, RunAction, Say
from frontdesk.dialogue.events import ActionEnded, Event, GuestSpoke
from frontdesk.dialogue.flow import Act, Confirm
from frontdesk.dialogue.meanings import Affirm, Deny
from frontdesk.dialogue.values import digest
from frontdesk.flows.exploring_promises import agreement, held
from frontdesk.flows.exploring_scope import Ledger, Node, Scope, Values

_UNKNOWN = "unknown"


def heard(scope: Scope, node: Node, event: Event) -> Ledger:
    """Note what happened, before it is known what comes of it."""
    ledger, conversation = node.ledger, node.conversation
    if isinstance(event, ActionEnded):
        ledger = replace(ledger, decisions=ledger.decisions + 1)
        return _ended(scope, node, ledger, event)
    ledger = replace(ledger, decisions=1, begun=conversation.runs, refused=False, unsure=False)
    if not isinstance(event, GuestSpoke):
        return ledger
    denied = any(isinstance(meaning, Deny) for meaning in event.meanings)
    affirmed = any(isinstance(meaning, Affirm) for meaning in event.meanings)
    ledger = replace(ledger, refused=denied)
    if affirmed and not denied and isinstance(conversation.position, Confirming) and conversation.run is not None:
        place = (conversation.run.number, conversation.position.step)
        return replace(ledger, agreed={**ledger.agreed, place: ledger.shown})
    return ledger


def _ended(scope: Scope, node: Node, ledger: Ledger, event: ActionEnded) -> Ledger:
    wanted, run = node.wanted, node.conversation.run
    if wanted is None or run is None or not scope.actions[wanted.action].guarded:
        return ledger
    if event.outcome in scope.actions[wanted.action].successes:
        done = (run.number, wanted.action, digest(wanted.arguments))
        return replace(ledger, done=ledger.done | {done})
    return replace(ledger, unsure=event.outcome == _UNKNOWN)


def told(ledger: Ledger, effects: tuple[Effect, ...]) -> Ledger:
    """Note that staff were told."""
    return replace(ledger, unsure=False) if any(isinstance(effect, CallStaff) for effect in effects) else ledger


def done(scope: Scope, ledger: Ledger, after: Conversation, effects: tuple[Effect, ...]) -> Ledger:
    """Note what is shown at a confirm, and what actions are asked for and given."""
    run = after.run
    if run is None:
        return ledger
    for effect in effects:
        if isinstance(effect, RunAction):
            ledger = _asked_for(scope, ledger, after, effect)
    position = after.position
    step = scope.flow(run).steps[position.step] if isinstance(position, Confirming) else None
    says = [effect for effect in effects if isinstance(effect, Say)]
    if isinstance(step, Confirm) and any(say.phrase == step.message for say in says):
        return replace(ledger, shown=_shown(scope, after, step))
    return ledger


def _asked_for(scope: Scope, ledger: Ledger, after: Conversation, effect: RunAction) -> Ledger:
    run = after.run
    if run is None:
        return ledger
    ledger = replace(ledger, keys=ledger.keys | {effect.key})
    if scope.actions[effect.action].guarded:
        used = agreement(ledger, run)
        return replace(ledger, agreed={place: values for place, values in ledger.agreed.items() if place != used})
    step = scope.flow(run).steps[effect.step]
    slots = step.arguments.values() if isinstance(step, Act) else ()
    looked: Values = {slot: held(run, slot) for slot in slots}
    return replace(ledger, found={**ledger.found, (run.number, effect.step): looked})


def _shown(scope: Scope, after: Conversation, confirm: Confirm) -> Values:
    """Return what a confirm shows, and what the actions that rest on it would be given."""
    run = after.run
    if run is None:
        return {}
    given = {
        slot
        for act in scope.flow(run).steps.values()
        if isinstance(act, Act) and act.confirmed_by == confirm.name
        for slot in act.arguments.values()
    }
    return {slot: held(run, slot) for slot in given.union(confirm.shows)}
