"""The promises of the engine, tried on random conversations over the flows of the spa."""

from __future__ import annotations

import os
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from frontdesk.dialogue import runs
from frontdesk.dialogue.conversation import Changing, Choosing, Collecting, Confirming, Conversation
from frontdesk.dialogue.decide import decide
from frontdesk.dialogue.effects import RunAction, Say
from frontdesk.dialogue.events import GuestSpoke
from frontdesk.dialogue.flow import Act, Choose, Collect, Confirm
from frontdesk.dialogue.meanings import Affirm, Deny
from frontdesk.storage.codec import decode, encode
from tests.dialogue.worlds import Step, World, events, spa

CONVERSATIONS = int(os.environ.get("CONVERSATIONS", "250"))


@pytest.mark.timeout(600)  # chance is slow to draw on a busy machine
@settings(
    max_examples=CONVERSATIONS,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
@given(data=st.data())
def test_random_conversations_keep_the_promises(data: st.DataObject) -> None:
    world = World(spa(), data)
    for _ in range(data.draw(st.integers(1, 12))):
        world.now += timedelta(minutes=data.draw(st.sampled_from([0, 1, 1, 40])))  # now and then offers expire
        before = world.conversation
        steps = world.happen(data.draw(events(world.flows, world.now)))
        the_turn_ended_within_its_bound(world, before, steps)
    nothing_guarded_ran_without_a_yes_to_exactly_those_values(world)
    no_question_was_asked_more_often_than_its_tries(world)
    each_action_was_asked_for_once_per_visit_and_values(world)
    the_list_shown_is_the_list_stored(world)
    the_same_input_gives_the_same_output(world)


def the_turn_ended_within_its_bound(world: World, before: Conversation, steps: list[Step]) -> None:
    """Each flow that was begun in the turn, and the one that was under way, kept to its own bound."""
    begun = 2 + world.conversation.runs - before.runs
    assert len(steps) <= 1 + begun * max(flow.bound for flow in world.flows.newest.values())


def nothing_guarded_ran_without_a_yes_to_exactly_those_values(world: World) -> None:
    """Whatever books, moves or cancels rests on a yes of this very turn to what was shown."""
    for number, step in enumerate(world.steps):
        for effect in step.effects:
            if isinstance(effect, RunAction) and _guarded(world, step, effect):
                yes = _yes_before(world.steps[: number + 1])
                assert yes is not None, "no guest said yes in this turn"
                assert isinstance(yes.before.position, Confirming)
                assert yes.before.run is not None
                confirm = world.flows.newest[yes.before.run.flow].steps[yes.before.position.step]
                assert isinstance(confirm, Confirm)
                assert step.after.run is not None
                flow = world.flows.newest[step.after.run.flow]
                assert runs.agreed_digest(step.after.run, flow, confirm) == yes.before.position.digest


def _guarded(world: World, step: Step, effect: RunAction) -> bool:
    run = step.after.run
    act = world.flows.newest[run.flow].steps[effect.step] if run else None
    return isinstance(act, Act) and act.guarded


def _yes_before(steps: list[Step]) -> Step | None:
    """Return the guest's message that started this turn, if it said yes and not no."""
    spoke = next((step for step in reversed(steps) if isinstance(step.event, GuestSpoke)), None)
    if spoke is None or not isinstance(spoke.event, GuestSpoke):
        return None
    said = spoke.event.meanings
    yes = any(isinstance(each, Affirm) for each in said) and not any(isinstance(each, Deny) for each in said)
    return spoke if yes else None


def no_question_was_asked_more_often_than_its_tries(world: World) -> None:
    """A waiting position never counts beyond the tries of its step, nor a run beyond its budget."""
    for step in world.steps:
        position, run = step.after.position, step.after.run
        if isinstance(position, Collecting | Choosing | Confirming):
            assert run is not None
            waiting = world.flows.newest[run.flow].steps[position.step]
            assert isinstance(waiting, Collect | Choose | Confirm)
            assert 1 <= position.tries <= waiting.tries
            assert run.stalled <= world.flows.budget + 1
        if isinstance(position, Changing):
            assert 1 <= position.tries <= 3


def each_action_was_asked_for_once_per_visit_and_values(world: World) -> None:
    """No key is used twice, and one decision asks for one action at most."""
    keys = [effect.key for step in world.steps for effect in step.effects if isinstance(effect, RunAction)]
    assert len(keys) == len(set(keys))
    assert all(sum(isinstance(effect, RunAction) for effect in step.effects) <= 1 for step in world.steps)


def the_same_input_gives_the_same_output(world: World) -> None:
    """The script replays to the same positions and words, also with a restart after every decision."""
    again = Conversation("c", "b")
    for step in world.steps:
        assert again == step.before
        decision = decide(again, step.event, world.flows)
        assert (decision.conversation, decision.effects) == (step.after, step.effects)
        again = decode(Conversation, encode(decision.conversation))


def the_list_shown_is_the_list_stored(world: World) -> None:
    """What the guest saw, in the numbers the guest saw, is what a choice is looked up in."""
    for step in world.steps:
        position = step.after.position
        shown = [effect for effect in step.effects if isinstance(effect, Say) and effect.options]
        if isinstance(position, Choosing) and shown and not position.among:
            assert step.after.run is not None
            stored = [option.id for option in step.after.run.offers[position.source].visible()]
            assert [option.id for option in shown[-1].options] == stored
            assert [option.number for option in shown[-1].options] == list(range(1, len(stored) + 1))
