"""Keeps the ledger of an exploration: what a bystander has seen, decision by decision."""

from __future__ import annotations

from frontdesk.dialogue.conversation import Confirming, Conversation
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import CallStaff, Effect, RunAction, Say
from frontdesk.dialogue.events import ActionEnded, Event, GuestSpoke
from frontdesk.dialogue.flow import Act, Confirm
from frontdesk.dialogue.meanings import Affirm, Deny
from frontdesk.dialogue.runs import values
from frontdesk.dialogue.values import digest
from frontdesk.flows.exploring.deeds import agreement
from frontdesk.flows.exploring.scope import Gone, Ledger, Node, Scope, Values, held

_UNKNOWN, _TAKEN = "unknown", "taken"
_ON_OUR_SIDE = frozenset({"failed", "unavailable"})


def heard(scope: Scope, node: Node, event: Event) -> Ledger:
    """Note what happened, before it is known what comes of it."""
    ledger, conversation = node.ledger, node.conversation
    if isinstance(event, ActionEnded):
        return _ended(scope, node, event)
    meanings = event.meanings if isinstance(event, GuestSpoke) else ()
    denied = any(isinstance(meaning, Deny) for meaning in meanings)
    agreed, position = ledger.agreed, conversation.position
    if not denied and isinstance(position, Confirming) and any(isinstance(meaning, Affirm) for meaning in meanings):
        number = conversation.run.number if conversation.run else 0
        agreed = {**agreed, (number, position.step): ledger.shown}
    return replace(
        ledger,
        decisions=1,
        begun=conversation.runs,
        refused=denied,
        agreed=agreed,
        settled=frozenset(),
        unsure=False,
        failed=None,
    )


def _ended(scope: Scope, node: Node, event: ActionEnded) -> Ledger:
    ledger, wanted, run = node.ledger, node.wanted, node.conversation.run
    decisions = ledger.decisions + 1
    if wanted is None or run is None or not scope.actions[wanted.action].guarded:
        return replace(ledger, decisions=decisions)
    if event.outcome in scope.actions[wanted.action].successes:
        done = (run.number, wanted.action, digest(wanted.arguments))
        settled = frozenset((run.number, step) for step in run.path)
        return replace(ledger, decisions=decisions, done=ledger.done | {done}, settled=ledger.settled | settled)
    gone = Gone(run.number, wanted.action, wanted.arguments) if event.outcome == _TAKEN else ledger.gone
    failed = run.number if event.outcome in _ON_OUR_SIDE else None
    return replace(ledger, decisions=decisions, unsure=event.outcome == _UNKNOWN, failed=failed, gone=gone)


def told(ledger: Ledger, effects: tuple[Effect, ...]) -> Ledger:
    """Note that staff were told."""
    is_open = ledger.unsure or ledger.failed is not None
    if not is_open or not any(isinstance(effect, CallStaff) for effect in effects):
        return ledger
    return replace(ledger, unsure=False, failed=None)


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
        return replace(ledger, shown=values(run))
    return ledger


def _asked_for(scope: Scope, ledger: Ledger, after: Conversation, effect: RunAction) -> Ledger:
    run = after.run
    if run is None:
        return ledger
    keys = ledger.keys | {effect.key}
    if scope.actions[effect.action].guarded:
        used = agreement(scope, ledger, run, effect.step)
        agreed = {place: shown for place, shown in ledger.agreed.items() if place != used}
        return replace(ledger, keys=keys, agreed=agreed)
    step = scope.flow(run).steps[effect.step]
    slots = step.arguments.values() if isinstance(step, Act) else ()
    looked: Values = {slot: held(run, slot) for slot in slots}
    gone = None if ledger.gone is not None and ledger.gone.run == run.number else ledger.gone
    return replace(ledger, keys=keys, found={**ledger.found, (run.number, effect.step): looked}, gone=gone)
