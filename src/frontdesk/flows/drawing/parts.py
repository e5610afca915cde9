"""What a picture of a flow shows, before anybody draws it: a box per step and an arrow per way between two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from frontdesk.dialogue.actions import ActionSpec
from frontdesk.dialogue.flow import (
    Act,
    Assign,
    Branch,
    CallFlow,
    Choose,
    Collect,
    Confirm,
    Copy,
    End,
    Flow,
    Handoff,
    Link,
    Move,
    Step,
    Tell,
)
from frontdesk.dialogue.values import Value
from frontdesk.dialogue.wording import ANY, Wording
from frontdesk.flows.drawing.conditions import condition_text, value_text
from frontdesk.flows.proving.graph import Edge, Way, edges

_PART = re.compile(r"\[([^\[\]]*\{[^\[\]]*)\]")  # said only when its value is there
_BLANK = re.compile(r"\{(\w+)(?::\w+)?\??\}", re.ASCII)


class Look(StrEnum):
    """How a step is drawn: by what it does, guarded actions apart."""

    COLLECT = "collect"
    CHOOSE = "choose"
    CONFIRM = "confirm"
    ACTION = "action"
    GUARDED = "guarded action"
    SAY = "say"
    BRANCH = "branch"
    HANDOFF = "handoff"
    SET = "set"
    CALL = "call"
    LINK = "link"
    MOVE = "move"
    END = "end"


_LOOKS: Mapping[type[Step], Look] = {
    Collect: Look.COLLECT,
    Choose: Look.CHOOSE,
    Confirm: Look.CONFIRM,
    Act: Look.ACTION,
    Tell: Look.SAY,
    Branch: Look.BRANCH,
    Handoff: Look.HANDOFF,
    Assign: Look.SET,
    CallFlow: Look.CALL,
    Link: Look.LINK,
    Move: Look.MOVE,
    End: Look.END,
}


class Tone(StrEnum):
    """What an arrow means."""

    ORDINARY = "ordinary"
    YES = "yes"
    NO = "no"
    OTHER = "other"  # something did not work out: another outcome, asked too often


@dataclass(frozen=True, slots=True)
class Box:
    """A step: its name, what it works on, what it says, and its conditions."""

    name: str
    look: Look
    about: str
    says: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrow:
    """All ways of one tone from a step to another. `clears` names the slots that are emptied on it."""

    source: str
    target: str  # a step, or `END`
    labels: tuple[str, ...]
    tone: Tone
    clears: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything a picture of one flow shows, in the order of its file."""

    name: str
    description: str
    triggers: tuple[str, ...]
    first: str
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]


def parts_of(flow: Flow, wordings: Mapping[str, Wording]) -> Parts:
    """Return what a picture of `flow` shows; texts are shown where `wordings` has them."""
    return Parts(
        name=flow.name,
        description=flow.description,
        triggers=flow.triggers,
        first=flow.first,
        boxes=tuple(_box(step, flow, wordings) for step in flow.steps.values()),
        arrows=tuple(arrow for ways in edges(flow, _outcomes(flow)).values() for arrow in _arrows(ways, flow)),
    )


def _outcomes(flow: Flow) -> dict[str, ActionSpec]:
    """Tell what the flow itself knows of its actions: outcomes it names and outcomes that go on."""
    known: dict[str, ActionSpec] = {}
    for step in flow.steps.values():
        if isinstance(step, Act):
            before = known[step.call].outcomes if step.call in known else frozenset[str]()
            outcomes = before.union(step.on, step.succeeds)
            known[step.call] = ActionSpec(step.call, {}, outcomes, step.succeeds)
    return known


def _box(step: Step, flow: Flow, wordings: Mapping[str, Wording]) -> Box:
    look = look_of(step)
    return Box(step.name, look, _about(step), _says(step, flow, wordings), tuple(_notes(step)))


def look_of(step: Step) -> Look:
    """Return how a step is drawn."""
    return Look.GUARDED if isinstance(step, Act) and step.guarded else _LOOKS[type(step)]


def _about(step: Step) -> str:
    match step:
        case Collect():
            return f"asks for {step.slot}"
        case Choose():
            return f"offers what {step.source} found; fills {step.slot}"
        case Confirm():
            return f"shows {', '.join(step.shows)}" if step.shows else ""
        case Act():
            return f"runs {step.call}"
        case Handoff():
            return f"staff get a request: {step.reason}"
        case Assign():
            return ", ".join(f"{slot} = {_given(value)}" for slot, value in step.values.items())
        case CallFlow():
            return f"goes through {step.flow} and comes back"
        case Link():
            return f"goes over to {step.flow}"
        case Move():
            return "does what the guest has asked for"
        case Tell() | Branch() | End():
            return ""


def _given(value: Value | Copy) -> str:
    return value.slot if isinstance(value, Copy) else value_text(value)


def _notes(step: Step) -> Iterable[str]:
    if step.when is not None:
        yield f"only if {condition_text(step.when)}"
    if isinstance(step, Confirm) and step.on_no is None:
        yield "on a no, asks what to change"
    if isinstance(step, Act) and step.confirmed_by:
        yield f"needs the yes of {step.confirmed_by}"


def _says(step: Step, flow: Flow, wordings: Mapping[str, Wording]) -> str:
    wording = wordings.get(_phrase(step, flow) or "")
    if wording is None:
        return ""
    first = wording.texts[0]
    return _plainly(first.get(ANY) or next(iter(first.values())))


def _phrase(step: Step, flow: Flow) -> str | None:
    match step:
        case Collect():
            return flow.slots[step.slot].ask
        case Choose():
            return step.ask
        case Confirm() | Tell() | Handoff():
            return step.message
        case Act() | Branch() | Assign() | CallFlow() | Link() | Move() | End():
            return None


def _plainly(text: str) -> str:
    """Return a text as it reads when every value is there: `[ for {service?}]` becomes ` for {service}`."""
    full = _PART.sub(r"\1", text)
    return " ".join(_BLANK.sub(r"{\1}", full).split())


def _arrows(ways: tuple[Edge, ...], flow: Flow) -> Iterable[Arrow]:
    """Give one arrow for all ways of one tone to the same step."""
    order = {target: place for place, target in reversed(list(enumerate(edge.target for edge in ways)))}
    tones = list(Tone)
    drawn = sorted(_drawn(ways), key=lambda edge: (order[edge.target], tones.index(_tone(edge))))
    for (target, tone), group in groupby(drawn, key=lambda edge: (edge.target, _tone(edge))):
        together = list(group)
        step = flow.steps[together[0].source]
        labels = dict.fromkeys(label for edge in together if (label := _label(edge, step)))
        cleared = flow.clears.get((step.name, target), frozenset())
        yield Arrow(step.name, target, tuple(labels), tone, tuple(sorted(cleared)))


def _drawn(ways: tuple[Edge, ...]) -> tuple[Edge, ...]:
    """Leave out that a step is skipped to where it goes anyway: its box says when it is skipped."""
    done = {edge.target for edge in ways if edge.way is not Way.SKIPPED}
    return tuple(edge for edge in ways if edge.way is not Way.SKIPPED or edge.target not in done)


def _tone(edge: Edge) -> Tone:
    match edge.way:
        case Way.YES:
            return Tone.YES
        case Way.NO:
            return Tone.NO
        case Way.OTHER | Way.EXIT:
            return Tone.OTHER
        case Way.NEXT | Way.SKIPPED | Way.SUCCESS | Way.CASE:
            return Tone.ORDINARY


def _label(edge: Edge, step: Step) -> str:
    match edge.way:
        case Way.NEXT:
            return ""
        case Way.SUCCESS | Way.OTHER:
            return edge.outcome
        case Way.EXIT:
            tries = step.tries if isinstance(step, Collect | Choose | Confirm) else 0
            return f"asked {tries} times" if tries > 1 else "asked once"
        case Way.CASE:
            return _case(edge, step)
        case Way.YES | Way.NO | Way.SKIPPED:
            return edge.way.value


def _case(edge: Edge, step: Step) -> str:
    """Write the condition of a case; on `otherwise` every case is denied, so none of them is its own."""
    cases = step.cases if isinstance(step, Branch) else ()
    own = (condition for condition, _ in cases if edge.given and condition is edge.given[-1])
    condition = next(own, None)
    return "otherwise" if condition is None else condition_text(condition)
