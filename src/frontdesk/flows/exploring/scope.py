"""What an exploration walks over, and the conversations it finds there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from frontdesk.dialogue.actions import ActionSpec
from frontdesk.dialogue.conversation import Conversation, Run
from frontdesk.dialogue.effects import CallStaff, Effect, RunAction, Say
from frontdesk.dialogue.events import Event
from frontdesk.dialogue.flow import Act, Flow, Flows, Step
from frontdesk.dialogue.values import Value
from frontdesk.dialogue.wording import Wording
from frontdesk.flows.reading.wordings import EVERYWHERE

# What the desk lists where a text names it.
LISTED = frozenset({"services", "providers", "business_hours", "business_policy", "abilities", "options"})
MOST_TRIES = 9  # the most that a flow may declare for a question


@dataclass(frozen=True, slots=True)
class Scope:
    """The flows of a business, the contracts of its actions, and its texts."""

    flows: Flows
    actions: Mapping[str, ActionSpec]
    phrases: Mapping[str, Wording]
    everywhere: Collection[str] = EVERYWHERE | LISTED  # values that every text may show besides slots

    def flow(self, run: Run) -> Flow:
        """Return the flow of a run."""
        return self.flows.newest[run.flow]

    def is_guarded(self, step: Step | None) -> bool:
        """Say whether a step books, moves, cancels or pays: by the action's contract, whatever the flow says."""
        return isinstance(step, Act) and self.actions[step.call].guarded


Values = Mapping[str, Value | None]
Place = tuple[int, str]  # the number of a run and a step of its flow


@dataclass(frozen=True, slots=True)
class Gone:
    """What somebody else took: the run that wanted it, the action, and what that was given."""

    run: int
    action: str
    arguments: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Ledger:
    """What has happened so far as a bystander saw it, so that the engine is not its own witness."""

    shown: Values = field(default_factory=dict)  # all that was known when the confirm that is waited at was put
    agreed: Mapping[Place, Values] = field(default_factory=dict)  # yes to these, and not used up
    found: Mapping[Place, Values] = field(default_factory=dict)  # what an action was given when it looked
    done: frozenset[tuple[int, str, str]] = frozenset()  # guarded actions that succeeded: run, action, arguments
    keys: frozenset[str] = frozenset()
    decisions: int = 0  # in this turn
    begun: int = 0  # runs that had begun before this turn
    refused: bool = False  # the guest said no in this turn
    settled: frozenset[Place] = frozenset()  # steps that led to what was done in this turn
    gone: Gone | None = None  # what was taken, until it is looked for anew
    unsure: bool = False  # a guarded action ended in `unknown` in this turn, and staff have not been told
    failed: int | None = None  # the run whose guarded action failed on our side in this turn, without staff being told


@dataclass(frozen=True, slots=True)
class Node:
    """A real conversation that stands for all that are alike, and how it came about."""

    conversation: Conversation
    now: datetime
    ledger: Ledger = field(default_factory=Ledger)
    wanted: RunAction | None = None  # asked for and not ended: the turn goes on
    parent: Node | None = None
    line: str = ""  # what happened last, to be read
    effects: tuple[Effect, ...] = ()  # and what the desk did about it

    def history(self) -> tuple[str, ...]:
        """Return the conversation so far, to be read."""
        return tuple(line for node in reversed(list(self._back())) for line in node.lines())

    def lines(self) -> tuple[str, ...]:
        """Return what happened last and what was done about it, to be read."""
        return (self.line, *seen(self.effects)) if self.line else ()

    def said(self) -> tuple[str, ...]:
        """Return the phrases that were said last."""
        return tuple(effect.phrase for effect in self.effects if isinstance(effect, Say))

    def _back(self) -> Iterator[Node]:
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent


@dataclass(frozen=True, slots=True)
class Breach:
    """A promise that was not kept, and the conversation that shows it."""

    promise: str
    what: str
    conversation: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Happened:
    """One decision: what was before, what happened, and what came of it."""

    scope: Scope
    before: Node
    event: Event
    after: Conversation
    effects: tuple[Effect, ...]
    ledger: Ledger  # as it was before the actions that are asked for now

    def asked_for(self) -> Iterator[tuple[RunAction, Run]]:
        """Give the actions that are asked for now, each with its run."""
        for effect in self.effects:
            if isinstance(effect, RunAction) and self.after.run is not None:
                yield effect, self.after.run

    def guarded(self) -> Iterator[tuple[RunAction, Run]]:
        """Give those that book, move, cancel or pay."""
        return ((effect, run) for effect, run in self.asked_for() if self.scope.actions[effect.action].guarded)


def held(run: Run, slot: str) -> Value | None:
    """Return what a slot holds."""
    return run.slots[slot].value if slot in run.slots else None


def seen(effects: tuple[Effect, ...]) -> Iterator[str]:
    """Give what a bystander notices of effects, to be read."""
    for effect in effects:
        match effect:
            case Say(phrase=phrase, options=options):
                yield f"desk: says {phrase}" + (f" with {len(options)} options" if options else "")
            case RunAction(action=action):
                yield f"desk: runs {action}"
            case CallStaff(reason=reason):
                yield f"desk: tells staff ({reason})"
            case _:
                pass
