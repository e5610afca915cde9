"""A conversation that was moved to another version never breaks a promise there, whatever the two versions are."""

from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from frontdesk.dialogue.conversation import Conversation
from frontdesk.dialogue.migrating import migrate
from frontdesk.flows import Loaded
from tests.flows.random_flows import random_flows
from tests.flows.sample import load_files
from tests.flows.test_accepted_flows_keep_their_promises import NOW, Guest

MIGRATION = {"from": "any"}


def accepted(chance: Random, migration: dict[str, str] | None) -> Loaded | None:
    """Return flows that the proofs accept, made in a few attempts, each with a migration."""
    for _ in range(6):
        flows = random_flows(chance)
        declared = {
            name: {**_mapping(flow), **({"migrate": dict(migration)} if migration else {})}
            for name, flow in flows.items()
        }
        with TemporaryDirectory() as folder:
            loaded = load_files(Path(folder), {"flows/main.yaml": yaml.safe_dump({"flows": declared}, sort_keys=False)})
        if isinstance(loaded, Loaded):
            return loaded
    return None


def _mapping(flow: object) -> dict[str, object]:
    assert isinstance(flow, dict)
    return flow


def is_on(conversation: Conversation, loaded: Loaded) -> bool:
    """Say whether all runs of a conversation are on these flows."""
    runs = [*(waiting.run for waiting in conversation.suspended), conversation.run]
    return all(run is None or loaded.flows.newest[run.flow].fingerprint == run.fingerprint for run in runs)


def talk_over_a_change(old: Loaded, new: Loaded, chance: Random) -> bool:
    """Talk on one version, move, and talk on; say whether the conversation was moved."""
    before = Guest(old, chance)
    for meanings in before.says():
        before.take_turn(meanings)
        if chance.random() < 0.3:
            break
    flows = replace(new.flows, pinned={flow.fingerprint: flow for flow in old.flows.newest.values()})
    moved = migrate(before.conversation, flows, NOW)
    assert migrate(moved.conversation, flows, NOW).moved == 0
    if not moved.moved:
        assert moved.conversation is before.conversation
        return False
    if not is_on(moved.conversation, new):
        return False  # some of it stays on the version it began with, which another test follows
    after = Guest(new, chance)
    after.conversation = moved.conversation
    after.agreed = {}  # no yes goes along
    for _ in range(chance.randrange(3, 12)):
        after.take_turn(after._message())  # noqa: SLF001 - any message of this guest
    return True


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(chance=st.randoms(use_true_random=False))
def test_whatever_the_versions_are(chance: Random) -> None:
    old, new = accepted(chance, None), accepted(chance, MIGRATION)
    if old is not None and new is not None:
        for _ in range(6):
            talk_over_a_change(old, new, chance)


def test_many_conversations_are_moved() -> None:
    chance = Random(3)  # noqa: S311  # it makes conversations, not secrets
    moved = 0
    for _ in range(12):
        old, new = accepted(chance, None), accepted(chance, MIGRATION)
        if old is not None and new is not None:
            moved += sum(talk_over_a_change(old, new, chance) for _ in range(6))
    assert moved > 10
