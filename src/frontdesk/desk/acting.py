"""Decides, runs what is asked for, and decides again, until nothing more is asked for."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from frontdesk.desk.actions.calls import Call, Ended, Fields
from frontdesk.desk.actions.looking_up import TooManyGuesses
from frontdesk.desk.actions.outcomes import UNKNOWN
from frontdesk.desk.scene import Acted, Did, Part, Scene, Taken
from frontdesk.dialogue.conversation import Acting, Conversation, WithStaff
from frontdesk.dialogue.decide import decide
from frontdesk.dialogue.effects import CallStaff, CountGivenUp, DropHolds, Effect, RunAction, Say, SayAgain
from frontdesk.dialogue.events import ActionEnded, ActionGone, Event, GuestSpoke, StaffLeft
from frontdesk.dialogue.flow import Act
from frontdesk.dialogue.forms import form_among
from frontdesk.dialogue.leaving import GUESSING
from frontdesk.dialogue.values import to_json
from frontdesk.flows.proving.contracts import suits
from frontdesk.storage import codec
from frontdesk.storage.rows import Action, By, Intent

MOST_ACTIONS = 40  # far above what any proved flow can ask for in one turn


@dataclass(frozen=True, slots=True)
class SoFar:
    """What a turn has said, done and left to staff, and what it was decided from."""

    says: tuple[Say, ...] = ()
    did: tuple[Did, ...] = ()
    calls: tuple[CallStaff, ...] = ()
    parts: tuple[Part, ...] = ()
    waits: RunAction | None = None  # what it was waiting for


Followed: TypeAlias = ActionEnded | ActionGone
# What came of an action that was asked for; None while it is to be waited for.
RunOne: TypeAlias = Callable[[Scene, Conversation, RunAction], Followed | None]


def act_out(scene: Scene, conversation: Conversation, event: Event, before: SoFar | None = None) -> Taken:
    """Carry an event to its end, or to an outside action: every decision and every inside action on the way.

    `before` is what the turn had come to when it had to wait.
    """
    return act_out_with(run_one, scene, conversation, event, before or SoFar())


def act_out_with(run: RunOne, scene: Scene, conversation: Conversation, event: Event, so_far: SoFar) -> Taken:
    """Do the same with another way to come by what actions bring: a replay has them from its record."""
    says, did, calls = list(so_far.says), list(so_far.did), list(so_far.calls)
    version, events = conversation.version + 1, [event]

    def parts() -> tuple[Part, ...]:
        return (*so_far.parts, Part(version, scene.at, tuple(events), scene.knew))

    again = gave_up = False
    acted = _acted(conversation, event)
    for _ in range(MOST_ACTIONS):
        decision = decide(conversation, event, scene.house.flows)
        conversation = decision.conversation
        says += [effect for effect in decision.effects if isinstance(effect, Say)]
        calls += [effect for effect in decision.effects if isinstance(effect, CallStaff)]
        again = again or any(isinstance(effect, SayAgain) for effect in decision.effects)
        gave_up = gave_up or any(isinstance(effect, CountGivenUp) for effect in decision.effects)
        _drop_holds(scene, conversation, decision.effects)
        wanted = next((effect for effect in decision.effects if isinstance(effect, RunAction)), None)
        if wanted is None:
            said = tuple(says) or _something(conversation, event)
            left = tuple(calls) or _unclear(scene, did)
            return Taken(conversation, said, tuple(did), left, parts(), again, acted=acted, gave_up=gave_up)
        followed = run(scene, conversation, wanted)
        if followed is None:
            return Taken(conversation, tuple(says), tuple(did), tuple(calls), parts(), waits=wanted)
        if isinstance(followed, ActionEnded):
            did.append(Did(wanted.action, wanted.arguments, followed.outcome))
            acted = _acted(conversation, followed)
        event = followed
        events.append(event)
    raise RuntimeError(f"a turn of {conversation.id} asked for more than {MOST_ACTIONS} actions")


def _acted(conversation: Conversation, event: Event) -> Acted | None:
    """Return the action that an event ends, if it is the one that the conversation waits for."""
    run, position = conversation.run, conversation.position
    if run is None or not isinstance(event, ActionEnded) or not isinstance(position, Acting):
        return None
    return Acted(run, position.step)


def with_end(so_far: SoFar, event: Event) -> SoFar:
    """Count the action that a turn waited for as done with the event that ends it."""
    if so_far.waits is None or not isinstance(event, ActionEnded):
        return so_far
    done = Did(so_far.waits.action, so_far.waits.arguments, event.outcome)
    return replace(so_far, did=(*so_far.did, done), waits=None)


def run_one(scene: Scene, conversation: Conversation, wanted: RunAction) -> Followed | None:
    """Run an action in this transaction, unless it reaches outside."""
    if not _is_there(scene, conversation, wanted):
        return ActionGone(wanted.key, scene.at)
    if scene.house.actions[wanted.action].outside is not None:
        return None
    try:
        ended = _run(scene, conversation, wanted)
    except TooManyGuesses:
        scene.log.event("guessing_stopped", action=wanted.action)
        return ActionGone(wanted.key, scene.at, GUESSING)
    return ActionEnded(wanted.key, ended.outcome, scene.at, ended.fields, ended.offer)


def _something(conversation: Conversation, event: Event) -> tuple[Say, ...]:
    """A flow may end without a word; the guest is never left with silence, unless a person is or was answering.

    Whoever fills in a form sees there what is asked for next.
    """
    answered = isinstance(conversation.position, WithStaff) or isinstance(event, StaffLeft)
    answered = answered or (isinstance(event, GuestSpoke) and form_among(event.meanings) is not None)
    return () if answered else (Say("anything_else"),)


def _unclear(scene: Scene, did: list[Did]) -> tuple[CallStaff, ...]:
    """Leave to staff what may or may not have been done, also where the flow does not."""
    unclear = [each for each in did if each.outcome == UNKNOWN and scene.house.is_guarded(each.action)]
    return tuple(CallStaff("unknown_outcome", each.arguments) for each in unclear)


def _is_there(scene: Scene, conversation: Conversation, wanted: RunAction) -> bool:
    """Say whether an action is still what the flow counts on; a flow that began earlier may outlive it."""
    run = conversation.run
    flow = scene.house.flows.of(run.flow, run.fingerprint) if run else None
    step = flow.steps.get(wanted.step) if flow else None
    if flow is None or not isinstance(step, Act) or wanted.action not in scene.house.actions:
        return False
    if scene.house.flows.newest.get(flow.name) is flow:
        return True  # it was proved with the actions that there are
    spec = scene.house.actions[wanted.action].spec
    return (step.guarded or not spec.guarded) and suits(flow, step, spec)


def _drop_holds(scene: Scene, conversation: Conversation, effects: tuple[Effect, ...]) -> None:
    for effect in effects:
        if isinstance(effect, DropHolds):
            scene.unit.claims.release(conversation.id, effect.run)
            if scene.house.business.counts:
                scene.unit.pools.release(conversation.id, effect.run)


def _run(scene: Scene, conversation: Conversation, wanted: RunAction) -> Ended:
    """Run an inside action in this transaction and keep it in the log: a guarded one takes effect once per key."""
    action = scene.house.actions[wanted.action]
    before = scene.unit.actions.by_key(wanted.key) if action.spec.guarded else None
    if before is not None and (ended := ended_before(before)) is not None:
        return ended
    ended = action.run(_call(scene, conversation, wanted))
    intent = intent_of(scene, conversation.id, wanted)
    scene.unit.actions.record(Action(intent, ended.outcome, fields_of(ended), scene.at))
    scene.log.ended(wanted.action, ended.outcome, ended.broke)
    return ended


def ended_before(action: Action) -> Ended | None:
    """Return how an action ended that was run before. If what it brought cannot be read, nobody can tell the guest."""
    if action.outcome is None:
        return None
    try:
        return Ended(action.outcome, codec.decode(Fields, action.fields or "{}").of)
    except codec.Undecodable:
        return Ended(UNKNOWN, broke="what it brought cannot be read")


def intent_of(scene: Scene, conversation: str, wanted: RunAction) -> Intent:
    """Return the action as it is kept before it runs."""
    arguments = json.dumps({name: to_json(value) for name, value in wanted.arguments.items()}, ensure_ascii=False)
    return Intent(wanted.key, conversation, wanted.step, wanted.action, arguments, By.DESK, scene.at)


def fields_of(ended: Ended) -> str:
    """Return what an action brought, as it is kept."""
    return codec.encode(Fields(ended.fields))


def _call(scene: Scene, conversation: Conversation, wanted: RunAction) -> Call:
    business = scene.house.business
    return Call(
        unit=scene.unit,
        business=business,
        now=scene.at.astimezone(business.zone),
        visitor=scene.visitor,
        conversation=conversation.id,
        run=conversation.run.number if conversation.run else 0,
        arguments=wanted.arguments,
        excluded=wanted.excluded,
        calendar_down=scene.house.world.calendar_down,
    )
