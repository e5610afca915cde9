"""Moves runs of older versions of flows to the newest, where a migration is declared and nothing promised is lost.

A run moves only while it waits for the guest. The newest version is then gone through from its beginning with what is
known, as a new run would, except that nothing is said and nothing is done: what the older one has done counts. The
run waits where that comes to a question. Where something would have to be done first, it stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
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
from frontdesk.dialogue.expression import TODAY, holds
from frontdesk.dialogue.flow import (
    Act,
    Assign,
    Branch,
    CallFlow,
    Choose,
    Collect,
    Confirm,
    End,
    Flow,
    Flows,
    Handoff,
    Link,
    Migration,
    Move,
    Slot,
    Step,
    Tell,
)
from frontdesk.dialogue.values import Value


@dataclass(frozen=True, slots=True)
class Migrated:
    """A conversation after its migrations, and why each run that should have moved did not."""

    conversation: Conversation
    moved: int = 0
    stays: tuple[str, ...] = ()


def migrate(conversation: Conversation, flows: Flows, at: datetime) -> Migrated:
    """Move the runs of a conversation for which a migration is declared."""
    if conversation.run is None or not any(flow.migrations for flow in flows.newest.values()):
        return Migrated(conversation)
    waiting: list[Suspended] = []
    moved, stays = 0, []
    for chain in _chains((*conversation.suspended, Suspended(conversation.run, conversation.position))):
        known = _Surroundings(conversation.memory, at.astimezone(flows.zone).date())
        after = _chain(chain, flows, known)
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


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What a run may know besides its own: what is the guest's, and the day."""

    memory: Mapping[str, Filled]
    today: date


def _chain(chain: list[Suspended], flows: Flows, known: _Surroundings) -> list[Suspended] | str:
    """Move runs that called each other, all that are to move or none; a text says why none."""
    after: list[Suspended] = []
    for one in chain:
        move = _move_for(one, flows, known)
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


def _move_for(one: Suspended, flows: Flows, known: _Surroundings) -> _Move | str | None:
    """Return the move that is declared for a run; None if none is, a text if it cannot be made now."""
    declared = declared_for(one.run.flow, one.run.fingerprint, flows)
    if declared is None:
        return None
    old = flows.of(one.run.flow, one.run.fingerprint)
    if old is None:
        return "the version that it began with was never kept"
    if any(isinstance(step := old.steps.get(name), Act) and step.guarded for name in one.run.path):
        return "what it was about is already done"
    wrong = next(misfits(old, *declared), None)
    return f"`migrate` is wrong: {wrong}" if wrong else _Move(one, old, *declared, known)


@dataclass(frozen=True, slots=True)
class Misfit:
    """Something that a migration says of a version, and that is not so; `there` is what it may have meant instead."""

    message: str
    name: str = ""
    there: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Say what is not so."""
        return self.message


def misfits(old: Flow, new: Flow, migration: Migration) -> Iterator[Misfit]:
    """Give what a migration names that a version does not have, and values that do not go where it says."""
    slots = dict.fromkeys((*migration.slots, *sorted(migration.dropped)))
    for what, named, there in (("step", migration.steps, old.steps), ("slot", slots, old.slots)):
        for name in named:
            if name not in there:
                yield Misfit(f'it has no {what} "{name}"', name, tuple(there))
    for name, target in migration.slots.items():
        was, becomes = old.slots.get(name), new.slots.get(target)
        if was is not None and becomes is not None and not _alike(was, becomes):
            yield Misfit(f"{name} was {_kind(was)} and {target} is {_kind(becomes)}, so nothing of it goes along")


def _kind(slot: Slot) -> str:
    return f"several of the kind {slot.kind}" if slot.many else f"of the kind {slot.kind}"


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
    around: _Surroundings

    def standing(self) -> Suspended | str:
        """Go through the newest version; return the run where it waits, or why it cannot."""
        if not isinstance(self.one.position, Calling | Collecting | Choosing | Confirming | Changing):
            return "it is in the middle of something"
        run, origin, name = self._run(), "", self.new.first
        for _ in self.new.steps:
            run = self._crossed(run, origin, name)
            step = self.new.steps.get(name)
            if step is None or not self._knows(step, run):
                break
            if step.when is not None and not holds(step.when, self._known(run)):
                run = runs.passed_over(run, step)
                origin, name = name, step.otherwise if isinstance(step, Branch) else step.next
                continue
            stands = self._at(step, run)
            if stands is not None:
                waited = replace(run, path=(*run.path, name)) if isinstance(stands, Calling) else run
                return Suspended(waited, stands)
            follow = self._after(step, run)
            if follow is None:
                return f"{name} would have to be done first"
            run = runs.assign(run, self.new, step) if isinstance(step, Assign) else run
            run, origin, name = replace(run, path=(*run.path, name)), name, follow
        return f"the newest version does not ask anything of it that it could go on with, up to {name}"

    def _at(self, step: Step, run: Run) -> Position | Calling | None:
        """Return where a run stands if it waits at a step; a confirm is put again in any case.

        Another question than the one that was put has not been tried yet.
        """
        before, here = self.one.position, self._step(getattr(self.one.position, "step", "")) == step.name
        match step:
            case Collect(slot=slot) if slot not in run.slots and slot not in run.skipped:
                tries = before.tries if here and isinstance(before, Collecting) else 0
                return Collecting(step.name, slot, min(tries, step.tries))
            case Choose(slot=slot) if slot not in run.slots and _has(run.offers.get(step.source), step):
                tries = before.tries if here and isinstance(before, Choosing) else 0
                return Choosing(step.name, step.source, min(tries, step.tries))
            case Confirm() if here and isinstance(before, Changing):
                return Changing(step.name, before.tries)
            case Confirm():
                tries = before.tries if here and isinstance(before, Confirming) else 0
                return Confirming(step.name, "", min(tries, step.tries))
            case CallFlow() if here and isinstance(before, Calling) and self._is_same(before.step, step.name):
                return Calling(step.name)
            case _:
                return None

    def _after(self, step: Step, run: Run) -> str | None:
        """Return the step after one that is passed; None if the older version has not done what it does."""
        match step:
            case Collect() | Tell() | Assign() | Move():
                return step.next
            case Choose(slot=slot):
                return step.next if slot in run.slots else None
            case Branch(cases=cases, otherwise=otherwise):
                known = self._known(run)
                return next((target for case, target in cases if holds(case, known)), otherwise)
            case Act() | CallFlow() | Handoff():
                done = any(
                    self._step(name) == step.name and self._is_same(name, step.name) for name in self.one.run.path
                )
                return step.next if done else None
            case Confirm() | End() | Link():
                return None

    def _crossed(self, run: Run, origin: str, name: str) -> Run:
        for slot in sorted(self.new.clears.get((origin, name), ())):
            run = runs.clear(run, self.new, slot)
        return run

    def _run(self) -> Run:
        """Return the run with what it knows, as the newest version names it. A yes stays behind."""
        run, new, names = self.one.run, self.new, self._carried()
        offers = {
            self._step(name): offer
            for name, offer in run.offers.items()
            if self._is_same(name, self._step(name)) and self._takes_alike(name, self._step(name))
        }
        moved = Run(run.number, new.name, new.fingerprint, visits=run.visits, offers=offers, stalled=run.stalled)
        moved = self._begun(
            replace(moved, slots={names[name]: filled for name, filled in run.slots.items() if name in names})
        )
        for step in new.steps.values():
            if isinstance(step, Choose) and step.source not in offers:
                moved = runs.clear(moved, new, step.slot)  # nobody could tell how old the choice is
        return replace(
            moved,
            skipped=frozenset(names[name] for name in run.skipped if name in names).difference(moved.slots),
            excluded=tuple((names[name], value) for name, value in run.excluded if name in names),
        )

    def _begun(self, run: Run) -> Run:
        """Fill what a new run would know from the start, and leave out what the newest version does not allow."""
        for slot in self.new.slots.values():
            if slot.name not in self.old.slots and slot.name not in run.slots:
                default = None if slot.default is None else Filled(slot.default, Source.DEFAULT)
                given = self.around.memory.get(slot.name) or default
                run = run if given is None else runs.fill(run, self.new, slot.name, given)
        return runs.without_refused(run, self.new, self.around.today)

    def _known(self, run: Run) -> dict[str, Value]:
        return {**runs.values(run), TODAY: self.around.today}

    def _carried(self) -> dict[str, str]:
        """Return the slots whose values go along, and where to: only into slots of the same kind."""
        declared = {old: new for old, new in self.migration.slots.items() if old not in self.migration.dropped}
        same = {name: name for name in self.old.slots if name not in {*declared.values(), *self.migration.dropped}}
        pairs = {**same, **declared}
        return {old: new for old, new in pairs.items() if _alike(self.old.slots.get(old), self.new.slots.get(new))}

    def _step(self, name: str) -> str:
        return self.migration.steps.get(name, name)

    def _slots(self, used: Mapping[str, str]) -> dict[str, str | None]:
        """Return what the older version used, by the slots of the newest."""
        names = self._carried()
        return {what: names.get(slot) for what, slot in used.items()}

    def _is_same(self, before: str, after: str) -> bool:
        """Say whether a step does in the newest version what it did before."""
        match self.old.steps.get(before), self.new.steps.get(after):
            case Act() as old, Act() as new:
                used, brought = self._slots(old.arguments), self._slots(old.outputs)
                return (old.call, used) == (new.call, new.arguments) and brought.items() >= new.outputs.items()
            case CallFlow() as old, CallFlow() as new:
                given, brought = self._slots(old.inputs), self._slots(old.outputs)
                return (old.flow, given, brought) == (new.flow, new.inputs, new.outputs)
            case old, new:
                return old is not None and type(old) is type(new)

    def _takes_alike(self, before: str, after: str) -> bool:
        """Say whether what is taken from an offer goes into slots of the kind that it went into before."""
        kinds = {
            field: (self.old.slots[slot].kind, self.old.slots[slot].many)
            for step in self.old.choices
            if step.source == before
            for field, slot in step.take.items()
        }
        taken = [pair for step in self.new.choices if step.source == after for pair in step.take.items()]
        pairs = [(kinds.get(field), self.new.slots[slot]) for field, slot in taken]
        return all(old is None or old == (new.kind, new.many) for old, new in pairs)

    def _knows(self, step: Step, run: Run) -> bool:
        """Say whether a run has all that is certain at a step."""
        there = run.slots.keys() | {f"@{name}" for name in run.offers}
        return self.new.certain.get(step.name, frozenset()) <= there


def _alike(old: Slot | None, new: Slot | None) -> bool:
    return old is not None and new is not None and (old.kind, old.many) == (new.kind, new.many)


def _has(offer: Offer | None, step: Choose) -> bool:
    """Say whether every option of an offer has what a choose step takes of it."""
    return offer is not None and all(option.value(name) is not None for option in offer.options for name in step.take)
