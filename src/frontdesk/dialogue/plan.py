"""The plan of a run: the actions on the main way of its flow, what each is given, and how far each has come.

A plan is worked out from the flow, the run and how its actions ended; nothing of it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import TypeAlias

from frontdesk.dialogue.conversation import Acting, Position, Run
from frontdesk.dialogue.expression import TODAY, holds
from frontdesk.dialogue.flow import Act, Assign, Branch, CallFlow, Choose, Collect, Copy, End, Flow, Link, Step
from frontdesk.dialogue.runs import values
from frontdesk.dialogue.values import Value

CHOSEN = "id"  # the field of a result that a choice from it takes


class Progress(StrEnum):
    """How far a step of a plan has come."""

    PENDING = "pending"  # something of it is not known yet
    READY = "ready"  # it waits for its turn, or for a yes
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    BLOCKED = "blocked"  # something that it depends on has failed


@dataclass(frozen=True, slots=True)
class Supplied:
    """An argument that is known."""

    value: Value


@dataclass(frozen=True, slots=True)
class Lacking:
    """An argument that the guest has yet to give."""

    slot: str


@dataclass(frozen=True, slots=True)
class Fetched:
    """An argument that will come out of an earlier step."""

    step: str
    field: str


Argument: TypeAlias = Supplied | Lacking | Fetched


@dataclass(frozen=True, slots=True)
class StepEnd:
    """How the action of a step ended last."""

    outcome: str
    fields: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """One action of a plan."""

    act: Act
    arguments: Mapping[str, Argument]
    depends_on: tuple[str, ...]
    progress: Progress
    end: StepEnd | None = None

    @property
    def name(self) -> str:
        """The step of the flow, which is what others of the plan call it."""
        return self.act.name


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a run stands: `ends` are how its steps ended last, `ended` the one that ended just now."""

    flow: Flow
    run: Run
    position: Position
    today: date
    ends: Mapping[str, StepEnd] = field(default_factory=dict)
    ended: str | None = None

    def succeeded(self, act: Act) -> bool | None:
        """Say how a step came out that counts as done on the way to where the run stands; None if it is not done."""
        end = self.ends.get(act.name)
        if end is None or not (act.name in self.run.path or act.name == self.ended):
            return None
        return end.outcome in act.succeeds


def main_way(flow: Flow, run: Run, today: date) -> tuple[Step, ...]:
    """Return the steps from the beginning of a flow to its end, if all goes well and nothing more comes up."""
    known: dict[str, Value] = {**values(run), TODAY: today}
    way: dict[str, Step] = {}
    name = flow.first
    while (step := flow.steps.get(name)) is not None and name not in way:
        if step.when is not None and not holds(step.when, _without_own(step, known)):
            name = step.otherwise if isinstance(step, Branch) else step.next
            continue
        way[name] = step
        if isinstance(step, End | Link):
            break
        if isinstance(step, Assign):
            known |= _assigned(step, known)
        name = _follow(step, known)
    return tuple(way.values())


def _without_own(step: Step, known: Mapping[str, Value]) -> dict[str, Value]:
    """Leave out what the step itself fills: a question that is put only while it is open was put all the same."""
    match step:
        case Collect(slot=slot) | Choose(slot=slot):
            own = {slot}
        case CallFlow(outputs=outputs):
            own = set(outputs.values())
        case _:
            own = set()
    return {name: value for name, value in known.items() if name not in own}


def _assigned(step: Assign, known: Mapping[str, Value]) -> dict[str, Value]:
    given = {name: known.get(value.slot) if isinstance(value, Copy) else value for name, value in step.values.items()}
    return {name: value for name, value in given.items() if value is not None}


def _follow(step: Step, known: Mapping[str, Value]) -> str:
    match step:
        case Branch(cases=cases, otherwise=otherwise):
            return next((target for expression, target in cases if holds(expression, known)), otherwise)
        case Act(on=on, next=following, succeeds=succeeds):
            targets = [on.get(outcome, following) for outcome in sorted(succeeds)]
            return following if following in targets or not targets else targets[0]
        case _:
            return step.next


def plan_of(standing: Standing) -> tuple[PlannedStep, ...]:
    """Return the plan of a run; nothing where its flow does nothing that needs a yes."""
    way = main_way(standing.flow, standing.run, standing.today)
    acts = [step for step in way if isinstance(step, Act)]
    if not any(act.guarded for act in acts):
        return ()
    planned: dict[str, PlannedStep] = {}
    for act in acts:
        before = way[: way.index(act)]
        arguments = dict(_arguments(standing, act, before))
        depends_on = _depends_on(act, arguments, before)
        failing = any(planned[name].progress in (Progress.FAILED, Progress.BLOCKED) for name in depends_on)
        done = all(planned[name].progress is Progress.COMPLETED for name in depends_on)
        progress = _progress(standing, act, arguments, failing=failing, done=done)
        planned[act.name] = PlannedStep(act, arguments, depends_on, progress, _shown_end(standing, act, progress))
    return tuple(planned.values())


def _arguments(standing: Standing, act: Act, before: Sequence[Step]) -> Iterator[tuple[str, Argument]]:
    """Give what an action is passed: as it is known, as it will come, or as the guest will say it."""
    known, asked, brought = values(standing.run), set(asked_slots(before)), _brought(before)
    for name, slot in act.arguments.items():
        if slot in known:
            yield name, Supplied(known[slot])
        elif slot in asked:
            if slot not in standing.run.skipped:
                yield name, Lacking(slot)
        elif slot in brought:
            yield name, brought[slot]


def asked_slots(steps: Sequence[Step]) -> Iterator[str]:
    """Name the slots that these steps ask the guest for, here or in a flow that they call."""
    for step in steps:
        match step:
            case Collect(slot=slot):
                yield slot
            case CallFlow(outputs=outputs):
                yield from outputs.values()
            case _:
                pass


def _brought(steps: Sequence[Step]) -> dict[str, Fetched]:
    """Return out of which step what comes: what actions bring, and what is chosen from what they found."""
    brought: dict[str, Fetched] = {}
    for step in steps:
        match step:
            case Act(name=name, outputs=outputs):
                brought |= {slot: Fetched(name, each) for each, slot in outputs.items()}
            case Choose(slot=chosen, source=source, take=take):
                brought |= {slot: Fetched(source, each) for each, slot in take.items()} | {
                    chosen: Fetched(source, CHOSEN)
                }
            case _:
                pass
    return brought


def _depends_on(act: Act, arguments: Mapping[str, Argument], before: Sequence[Step]) -> tuple[str, ...]:
    """Name the steps that must have gone well: those that bring something, and the last that changed something."""
    asked, brought = set(asked_slots(before)), _brought(before)
    earlier = [step for step in before if isinstance(step, Act)]
    needed = {
        brought[slot].step
        for name, slot in act.arguments.items()
        if name in arguments and slot in brought and slot not in asked
    }
    changed = [step.name for step in earlier if step.guarded][-1:]
    return tuple(step.name for step in earlier if step.name in needed or step.name in changed)


def _progress(
    standing: Standing, act: Act, arguments: Mapping[str, Argument], *, failing: bool, done: bool
) -> Progress:
    position = standing.position
    if isinstance(position, Acting) and position.step == act.name and standing.ended is None:
        return Progress.RUNNING
    succeeded = standing.succeeded(act)
    if succeeded is not None:
        return Progress.COMPLETED if succeeded else Progress.FAILED
    known = all(isinstance(argument, Supplied) for argument in arguments.values())
    end = standing.ends.get(act.name)
    if end is not None and end.outcome not in act.succeeds and not known:
        return Progress.FAILED  # until it can be tried with something else
    if failing:
        return Progress.BLOCKED
    return Progress.READY if known and done else Progress.PENDING


def _shown_end(standing: Standing, act: Act, progress: Progress) -> StepEnd | None:
    return standing.ends.get(act.name) if progress in (Progress.COMPLETED, Progress.FAILED) else None


def progress_of(plan: Sequence[PlannedStep]) -> Progress:
    """Say how far a plan has come as a whole."""
    every = [step.progress for step in plan]
    if Progress.RUNNING in every:
        return Progress.RUNNING
    if Progress.FAILED in every:
        return Progress.FAILED
    if all(progress is Progress.COMPLETED for progress in every):
        return Progress.COMPLETED
    due = next((step for step in plan if step.act.guarded and step.progress is not Progress.COMPLETED), None)
    return Progress.READY if due is not None and due.progress is Progress.READY else Progress.PENDING


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a form is for: the guarded step that is next, and the slots that a guest can fill in for it, in order."""

    step: PlannedStep
    slots: tuple[str, ...]
    takers: Mapping[str, tuple[str, str]]  # slot -> the action that takes it, and as what


def sheet_of(standing: Standing, plan: Sequence[PlannedStep]) -> Sheet | None:
    """Return what a form can ask for: what leads from the last thing that was done to the next that needs a yes."""
    due = next((step for step in plan if step.act.guarded and step.progress is not Progress.COMPLETED), None)
    if due is None or due.progress is Progress.RUNNING:
        return None
    way = main_way(standing.flow, standing.run, standing.today)
    done = [step.act for step in plan if step.act.guarded and step.progress is Progress.COMPLETED]
    first = way.index(done[-1]) + 1 if done else 0
    stretch = way[first : way.index(due.act) + 1]
    takers = {
        slot: (step.call, name) for step in stretch if isinstance(step, Act) for name, slot in step.arguments.items()
    }
    return Sheet(due, tuple(dict.fromkeys(_fillable(standing, stretch))), takers)


def _fillable(standing: Standing, stretch: Sequence[Step]) -> Iterator[str]:
    """Name the slots that a guest may fill in: what is asked for, what can be chosen now, and wishes besides."""
    slots, run = standing.flow.slots, standing.run
    filled = {slot for step in standing.flow.steps.values() for slot in _filled_by(step)} | set(standing.flow.inputs)
    for step in stretch:
        match step:
            case Collect(slot=slot) if slots[slot].guest:
                yield slot
            case Choose(slot=slot, source=source) if source in run.offers:
                yield slot
            case Act(arguments=arguments):
                yield from (slot for slot in arguments.values() if slots[slot].guest and slot not in filled)
            case _:
                pass


def _filled_by(step: Step) -> Iterator[str]:
    match step:
        case Act(outputs=outputs) | CallFlow(outputs=outputs):
            yield from outputs.values()
        case Choose(slot=slot, take=take):
            yield slot
            yield from take.values()
        case Assign(values=given):
            yield from given
        case _:
            pass
