"""The versions of flows that a conversation runs on: kept when a run begins, and brought back after they changed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from frontdesk.desk.house import House
from frontdesk.dialogue.conversation import Conversation, Run
from frontdesk.dialogue.flow import CallFlow, Flow, Flows
from frontdesk.dialogue.migrating import migrate
from frontdesk.storage.rows import FlowVersion
from frontdesk.storage.unit import Unit


def keep_versions(house: House, unit: Unit, before: Conversation, after: Conversation, at: datetime) -> None:
    """Keep the sources of the flows that runs began with in this turn, so that they can be gone on with later."""
    if after.runs == before.runs:
        return  # nothing began
    for run in runs_of(after):
        if run.number > before.runs:
            _keep(house, unit, run, at)


def runs_of(conversation: Conversation) -> list[Run]:
    """Return the runs of a conversation: the one under way, and those that wait."""
    waiting = [one.run for one in conversation.suspended]
    return [*waiting, conversation.run] if conversation.run else waiting


def _keep(house: House, unit: Unit, run: Run, at: datetime) -> None:
    """Keep the version of a run and those that it may call; what is not the newest has been kept before."""
    flow = house.flows.newest.get(run.flow)
    if flow is None or flow.fingerprint != run.fingerprint:
        return
    for each in _with_called(flow, house.flows):
        source = house.sources.get(each.name)
        if source is not None:
            unit.flows.keep(FlowVersion(house.business.id, each.fingerprint, each.name, source), at)


def _with_called(flow: Flow, flows: Flows) -> Iterator[Flow]:
    """Give a flow and all that it calls, each once."""
    found: set[str] = set()
    waiting = [flow]
    while waiting:
        one = waiting.pop()
        if one.name not in found:
            found.add(one.name)
            yield one
            called = (step for step in one.steps.values() if isinstance(step, CallFlow))
            waiting += [other for step in called if (other := flows.of(step.flow, step.version))]


def with_pinned(house: House, unit: Unit, conversation: Conversation) -> House:
    """Bring back the versions that a conversation began with, and those they call, where they are not the newest."""
    waiting = [(run.flow, run.fingerprint) for run in runs_of(conversation)]
    while waiting:
        name, fingerprint = waiting.pop()
        if house.flows.of(name, fingerprint) is None:
            version = unit.flows.find(house.business.id, fingerprint)
            if version is not None:
                house = house.with_version(version.source)
                steps = house.flows.pinned[fingerprint].steps.values()
                waiting += [(step.flow, step.version) for step in steps if isinstance(step, CallFlow) and step.version]
    return house


def brought_up(house: House, unit: Unit, conversation: Conversation, at: datetime) -> tuple[House, Conversation]:
    """Return the house with the versions of a conversation, and that as it stands after declared migrations."""
    pinned = with_pinned(house, unit, conversation)
    if pinned is house:
        return house, conversation  # it is on the newest versions, or on one that nobody kept
    moved = migrate(conversation, pinned.flows, at).conversation
    if moved is not conversation:
        for run in runs_of(moved):
            _keep(house, unit, run, at)
    return pinned, moved
