"""Plans as those outside see them: the tools that will be called, with what, in which order, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime

from frontdesk.desk.actions.calls import Fields
from frontdesk.desk.cards.rows import under_way
from frontdesk.desk.house import House
from frontdesk.desk.pinning import runs_of
from frontdesk.desk.plans.forms import argument_data, conversation_of, run_id, shows_form, value_data
from frontdesk.desk.scene import Scene, Taken
from frontdesk.dialogue.actions import ActionSpec
from frontdesk.dialogue.conversation import Conversation, Idle
from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.plan import PlannedStep, Progress, Standing, StepEnd, plan_of, progress_of
from frontdesk.dialogue.values import Value
from frontdesk.storage import codec
from frontdesk.storage.unit import Unit

OPEN = (Progress.PENDING, Progress.READY, Progress.RUNNING)  # of a plan that was left, these are never done
PlanData = dict[str, object]


def plan_data(house: House, conversation: str, standing: Standing) -> PlanData | None:
    """Return the plan of a run as plain data; None where its flow does nothing that needs a yes."""
    plan = plan_of(standing)
    if not plan:
        return None
    steps = [_step(house, standing.flow, step, plan) for step in plan]
    status = progress_of(plan)
    return {"id": run_id(conversation, standing.run.number), "status": status.value, "toolExecutionPlan": steps}


def _step(house: House, flow: Flow, step: PlannedStep, plan: Sequence[PlannedStep]) -> dict[str, object]:
    names = _placeholders(house, flow, step)
    given = step.act.arguments
    data: dict[str, object] = {
        "id": step.name,
        "tool": step.act.call,
        "arguments": {
            name: argument_data(house, flow, argument, given[name], names) for name, argument in step.arguments.items()
        },
        "status": step.progress.value,
        "dependsOn": list(step.depends_on),
    }
    if step.progress is Progress.COMPLETED and step.end is not None:
        data["result"] = {"outcome": step.end.outcome, **_plain_fields(house, step.end)}
    if step.progress is Progress.FAILED and step.end is not None:
        data["error"] = f"{step.act.call} ended as {step.end.outcome}."
    if step.progress is Progress.BLOCKED:
        failed = [
            each.name for each in plan if each.name in step.depends_on and each.progress is not Progress.COMPLETED
        ]
        data["error"] = f"It waits for {' and '.join(failed)}, which did not go well."
    return data


def _plain_fields(house: House, end: StepEnd) -> dict[str, object]:
    return {name: value_data(house, value) for name, value in end.fields.items()}


def _placeholders(house: House, flow: Flow, step: PlannedStep) -> dict[str, str]:
    """Return what the empty slots of a step are called: by the flow, else by the action."""
    spec: ActionSpec | None = house.actions[step.act.call].spec if step.act.call in house.actions else None
    names: dict[str, str] = {}
    for name, slot in step.act.arguments.items():
        declared = spec.parameters.get(name) if spec else None
        names[slot] = flow.slots[slot].placeholder or (declared.placeholder if declared else "") or slot
    return names


def ends_of(unit: Unit, conversation: str, number: int) -> dict[str, StepEnd]:
    """Return how the steps of a run ended last, by the log of actions."""
    prefix = f"{conversation}/{number}."
    ends: dict[str, tuple[int, StepEnd]] = {}
    for row in unit.actions.of(conversation):
        key = row.intent.key
        if not key.startswith(prefix) or row.outcome is None:
            continue
        visit = int(key[len(prefix) :].partition("/")[0])
        if visit >= ends.get(row.intent.step, (0, None))[0]:
            ends[row.intent.step] = (visit, StepEnd(row.outcome, _fields(row.fields)))
    return {step: end for step, (_, end) in ends.items()}


def _fields(text: str | None) -> Mapping[str, Value]:
    try:
        return codec.decode(Fields, text or "{}").of
    except codec.Undecodable:
        return {}


def live_plan(house: House, unit: Unit, conversation: Conversation, now: datetime) -> PlanData | None:
    """Return the plan of the run that is under way."""
    here = under_way(house, conversation)
    if here is None or not any(act.guarded for act in here[0].acts):
        return None
    flow, run = here
    ends = ends_of(unit, conversation.id, run.number)
    return plan_data(house, conversation.id, Standing(flow, run, conversation.position, _today(house, now), ends))


def _today(house: House, now: datetime) -> date:
    return now.astimezone(house.business.zone).date()


def plan_by_id(house: House, unit: Unit, conversation: Conversation, run: str, now: datetime) -> PlanData | None:
    """Return a plan of a conversation: of a run that is under way or waits, or as it was when the run ended."""
    if conversation_of(run) != conversation.id:
        return None
    for each in runs_of(conversation):
        flow = house.flows.of(each.flow, each.fingerprint)
        if flow is not None and run == run_id(conversation.id, each.number):
            position = conversation.position if each is conversation.run else Idle()
            ends = ends_of(unit, conversation.id, each.number)
            return plan_data(house, conversation.id, Standing(flow, each, position, _today(house, now), ends))
    return last_plan(unit, conversation.id, run)


def last_plan(unit: Unit, conversation: str, run: str) -> PlanData | None:
    """Return a plan as the last turn that told of it left it; what was still open then is never done."""
    for turn in reversed(unit.messages.turns(conversation)):
        plan = told_plan(turn.reply)
        if plan is not None and plan["id"] == run:
            return _left(plan)
    return None


def told_plan(reply: str) -> PlanData | None:
    """Return the plan that a turn told of, from what was kept of the turn."""
    plan = json.loads(reply).get("run")
    return plan if isinstance(plan, dict) else None


def _left(plan: PlanData) -> PlanData:
    steps = plan["toolExecutionPlan"]
    every = steps if isinstance(steps, list) else []
    kept = [
        {**each, "status": Progress.BLOCKED.value, "error": "The plan was left."} if each["status"] in OPEN else each
        for each in every
    ]
    status = Progress.BLOCKED.value if plan["status"] in OPEN else plan["status"]
    return {**plan, "status": status, "toolExecutionPlan": kept}


def plan_after(scene: Scene, taken: Taken) -> PlanData | None:
    """Return the plan that a turn tells of: that of a form, or of what it did that needed a yes."""
    house, conversation = scene.house, taken.conversation
    acted = taken.acted
    did = acted is not None and any(house.is_guarded(each.action) for each in taken.did)
    here = under_way(house, conversation)
    is_same = here is not None and (acted is None or acted.run.number == here[1].number)
    if here is not None and (shows_form(*here) or did) and (is_same or not did):
        return live_plan(house, scene.unit, conversation, scene.at)
    if acted is None or not did:
        return None
    flow = house.flows.of(acted.run.flow, acted.run.fingerprint)
    if flow is None:
        return None
    ends = ends_of(scene.unit, conversation.id, acted.run.number)
    standing = Standing(flow, acted.run, Idle(), _today(house, scene.at), ends, acted.step)
    return plan_data(house, conversation.id, standing)


def count_plans(scene: Scene, before: Conversation, taken: Taken, told: object) -> None:
    """Count the plans that were made and carried out: flows that were begun to do something, and those that did."""
    here = under_way(scene.house, taken.conversation)
    if here is not None and here[1].number > before.runs and any(act.guarded for act in here[0].acts):
        scene.log.count("plans_made")
    if isinstance(told, dict) and told["status"] == Progress.COMPLETED:
        scene.log.count("plans_finished")
