"""Moves runs of older versions of flows to the newest, where a migration is declared and nothing promised is lost.

A run moves only while it waits for the guest, and to where the newest version may wait with what is known: at
the step that the migration names, or else at a question for what is missing there. Otherwise it stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from frontdesk.dialogue import runs
from frontdesk.dialogue.conversation import (
    Calling,
    Changing,
    Choosing,
    Collecting,
    Confirming,
    Conversation,
    Filled,
    Offer,
    Position,
    Run,
    Source,
    Suspended,
)
from frontdesk.dialogue.expression import holds
from frontdesk.dialogue.flow import Act, CallFlow, Choose, Collect, Confirm, Flow, Flows, Migration, Slot, Step


@dataclass(frozen=True, slots=True)
class Migrated:
    """A conversation after its migrations, and why each run that should have moved did not."""

    conversation: Conversation
    moved: int = 0
    stays: tuple[str, ...] = ()


def migrate(conversation: Conversation, flows: Flows) -> Migrated:
    """Move the runs of a conversation for which a migration is declared."""
    if conversation.run is None or not any(flow.migrations for flow in flows.newest.values()):
        return Migrated(conversation)
    waiting: list[Suspended] = []
    moved, stays = 0, []
    for chain in _chains((*conversation.suspended, Suspended(conversation.run, conversation.position))):
        after = _chain(chain, flows, conversation.memory)
        if isinstance(after, str):
            stays.append(after)
            waiting += chain
        else:
            moved += sum(
                one.run.fingerprint != before.run.fingerprint for one, before in zip(after, chain, strict=True)
            )
            waiting += after
    *beneath, top = waiting
    if not moved or isinstance(top.position, Calling):
        return Migrated(conversation, stays=tuple(stays))
    changed = replace(conversation, run=top.run, position=top.position, suspended=tuple(beneath))
    return Migrated(changed, moved, tuple(stays))


def _chains(waiting: tuple[Suspended, ...]) -> Iterator[list[Suspended]]:
    """Give the runs that called each other together: each of them counts on the version of the next."""
    chain: list[Suspended] = []
    for one in waiting:
        chain.append(one)
        if not isinstance(one.position, Calling):
            yield chain
            chain = []


def _chain(chain: list[Suspended], flows: Flows, memory: Mapping[str, Filled]) -> list[Suspended] | str:
    """Move runs that called each other, all that are to move or none; a text says why none."""
    after: list[Suspended] = []
    for one in chain:
        move = _move_for(one, flows, memory)
        standing = move.standing() if isinstance(move, _Move) else move or one
        if isinstance(standing, str):
            return f"{one.run.flow} {one.run.fingerprint}: {standing}"
        after.append(standing)
    for caller, called in pairwise(after if after != chain else ()):
        if not _counts_on(caller, called, flows):
            return f"{caller.run.flow} {caller.run.fingerprint}: it waits for another version of {called.run.flow}"
    return after


def _counts_on(caller: Suspended, called: Suspended, flows: Flows) -> bool:
    """Say whether the version that was called is the one that its caller was proved with."""
    flow = flows.of(caller.run.flow, caller.run.fingerprint)
    step = flow.steps.get(caller.position.step) if flow and isinstance(caller.position, Calling) else None
    return isinstance(step, CallFlow) and step.version == called.run.fingerprint


def _move_for(one: Suspended, flows: Flows, memory: Mapping[str, Filled]) -> _Move | str | None:
    """Return the move that is declared for a run; None if none is, a text if it cannot be made now."""
    declared = declared_for(one.run.flow, one.run.fingerprint, flows)
    if declared is None:
        return None
    old = flows.of(one.run.flow, one.run.fingerprint)
    if old is None:
        return "the version that it began with was never kept"
    if any(isinstance(step := old.steps.get(name), Act) and step.guarded for name in one.run.path):
        return "what it was about is already done"
    return _Move(one, old, *declared, memory)


def declared_for(name: str, fingerprint: str, flows: Flows) -> tuple[Flow, Migration] | None:
    """Return the newest flow that an older version goes on as, and how; one that names it counts for more."""
    if any(flow.fingerprint == fingerprint for flow in flows.newest.values()):
        return None
    for flow in flows.newest.values():
        for migration in flow.migrations:
            if any(fingerprint.startswith(each) for each in migration.versions):
                return flow, migration
    same = flows.newest.get(name)
    every = next((one for one in same.migrations if not one.versions), None) if same else None
    return (same, every) if same and every else None


@dataclass(frozen=True, slots=True)
class _Move:
    """A run on its way from one version of a flow to another."""

    one: Suspended
    old: Flow
    new: Flow
    migration: Migration
    memory: Mapping[str, Filled]

    def standing(self) -> Suspended | str:
        """Return the run where it goes on, or why it cannot."""
        run, position = self._run(), self.one.position
        if isinstance(position, Calling):
            return self._still_calling(run, position)
        if not isinstance(position, Collecting | Choosing | Confirming | Changing):
            return "it is in the middle of something"
        name = self.migration.steps.get(position.step, position.step)
        target = self.new.steps.get(name)
        if target is None:
            return f"the newest version has no step {name}, and `steps` names no other"
        stands = _at(target, position, run) if self._may_wait(target, run) else None
        if stands is not None:
            return Suspended(run, stands)
        missing = self.new.certain.get(name, frozenset()) - run.slots.keys()
        for step in self.new.steps.values():
            if isinstance(step, Collect) and step.slot in missing | {_slot_of(target)} and self._may_wait(step, run):
                return Suspended(runs.rewound(run, step.name), Collecting(step.name, step.slot, 1))
        return f"{name} cannot wait for it with what is known"

    def _still_calling(self, run: Run, position: Calling) -> Suspended | str:
        """A caller goes on waiting if the newest version calls the same flow for the same."""
        name = self.migration.steps.get(position.step, position.step)
        before, after = self.old.steps.get(position.step), self.new.steps.get(name)
        match before, after:
            case CallFlow(flow=flow, outputs=outputs), CallFlow(flow=other) if (flow, outputs) == (
                other,
                after.outputs,
            ):
                return Suspended(run, Calling(name)) if self._knows(after, run) else f"{name} counts on more"
            case _:
                return f"{name} does not wait for the same flow"

    def _run(self) -> Run:
        """Return the run with what it knows, as the newest version names it. A yes stays behind."""
        run, new = self.one.run, self.new
        offers = {
            self._step(name): offer for name, offer in run.offers.items() if self._is_same(name, self._step(name))
        }
        moved = Run(run.number, new.name, new.fingerprint, visits=run.visits, offers=offers, stalled=run.stalled)
        slots = {target: run.slots[name] for name, target in self._carried().items() if name in run.slots}
        moved = self._begun(replace(moved, slots=slots))
        for step in new.steps.values():
            if isinstance(step, Choose) and step.source not in offers:
                moved = runs.clear(moved, new, step.slot)  # nobody could tell how old the choice is
        names = self._carried()
        return replace(
            moved,
            path=tuple(self._step(name) for name in run.path if self._is_same(name, self._step(name))),
            skipped=frozenset(names[name] for name in run.skipped if name in names).difference(moved.slots),
            excluded=tuple((names[name], value) for name, value in run.excluded if name in names),
        )

    def _begun(self, run: Run) -> Run:
        """Fill what a new run would know from the start, and leave out what the newest version does not allow."""
        for slot in self.new.slots.values():
            if slot.name not in self.old.slots and slot.name not in run.slots:
                default = None if slot.default is None else Filled(slot.default, Source.DEFAULT)
                given = self.memory.get(slot.name) or default
                run = run if given is None else runs.fill(run, self.new, slot.name, given)
        for slot in self.new.slots.values():
            if slot.name in run.slots and slot.validate and not holds(slot.validate, runs.values(run)):
                run = runs.clear(run, self.new, slot.name)
        return run

    def _carried(self) -> dict[str, str]:
        """Return the slots whose values go along, and where to: only into slots of the same kind."""
        declared = {old: new for old, new in self.migration.slots.items() if old not in self.migration.dropped}
        same = {name: name for name in self.old.slots if name not in {*declared.values(), *self.migration.dropped}}
        pairs = {**same, **declared}
        return {old: new for old, new in pairs.items() if _alike(self.old.slots.get(old), self.new.slots.get(new))}

    def _step(self, name: str) -> str:
        return self.migration.steps.get(name, name)

    def _is_same(self, before: str, after: str) -> bool:
        """Say whether a step does in the newest version what it did before."""
        old, new = self.old.steps.get(before), self.new.steps.get(after)
        if isinstance(old, Act) and isinstance(new, Act):
            return old.call == new.call
        return old is not None and type(old) is type(new)

    def _may_wait(self, step: Step, run: Run) -> bool:
        """Say whether a step would wait with what a run knows, and has all that it counts on."""
        return self._knows(step, run) and _slot_of(step) not in run.slots.keys() | run.skipped

    def _knows(self, step: Step, run: Run) -> bool:
        there = run.slots.keys() | {f"@{name}" for name in run.offers}
        wanted = step.when is None or holds(step.when, runs.values(run))
        return wanted and self.new.certain.get(step.name, frozenset()) <= there


def _alike(old: Slot | None, new: Slot | None) -> bool:
    return old is not None and new is not None and (old.kind, old.many) == (new.kind, new.many)


def _slot_of(step: Step) -> str | None:
    return step.slot if isinstance(step, Collect | Choose) else None


def _has(offer: Offer | None, step: Choose) -> bool:
    """Say whether every option of an offer has what a choose step takes of it."""
    return offer is not None and all(option.value(name) is not None for option in offer.options for name in step.take)


def _at(step: Step, before: Position, run: Run) -> Position | None:
    """Return where a run stands at a step, having asked as often as it has; a confirm is put again in any case."""
    match step, before:
        case Collect(), Collecting(tries=tries):
            return Collecting(step.name, step.slot, min(tries, step.tries))
        case Choose(), Choosing(tries=tries) if _has(run.offers.get(step.source), step):
            return Choosing(step.name, step.source, min(tries, step.tries))
        case Confirm(), Confirming(tries=tries):
            return Confirming(step.name, "", min(tries, step.tries))
        case Confirm(), Changing(tries=tries):
            return Changing(step.name, tries)
        case Collect(), _:
            return Collecting(step.name, step.slot, 1)
        case Confirm(), _:
            return Confirming(step.name, "", 1)
        case _:
            return None
