"""What an exploration walks over, and the conversations it finds there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from frontdesk.dialogue.actions import ActionSpec
from frontdesk.dialogue.conversation import Conversation, Run
from frontdesk.dialogue.effects import RunAction
from frontdesk.dialogue.flow import Act, Flow, Flows, Step
from frontdesk.dialogue.values import Value
from frontdesk.dialogue.wording import Wording
from frontdesk.flows.wordings import EVERYWHERE

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
class Ledger:
    """What has happened so far as a bystander saw it, so that the engine is not its own witness."""

    shown: Values = field(default_factory=dict)  # at the confirm that is waited at
    agreed: Mapping[Place, Values] = field(default_factory=dict)  # yes to these, and not used up
    found: Mapping[Place, Values] = field(default_factory=dict)  # what an action was given when it looked
    done: frozenset[tuple[int, str, str]] = frozenset()  # guarded actions that succeeded: run, action, arguments
    keys: frozenset[str] = frozenset()
    decisions: int = 0  # in this turn
    begun: int = 0  # runs that had begun before this turn
    refused: bool = False  # the guest said no in this turn
    unsure: bool = False  # a guarded action ended in `unknown` in this turn, and staff have not been told


@dataclass(frozen=True, slots=True)
class Node:
    """A real conversation that stands for all that are alike, and how it came about."""

    conversation: Conversation
    now: datetime
    ledger: Ledger = field(default_factory=Ledger)
    wanted: RunAction | None = None  # asked for and not ended: the turn goes on
    parent: Node | None = None
    lines: tuple[str, ...] = ()  # what happened last, to be read

    def history(self) -> tuple[str, ...]:
        """Return the conversation so far, to be read."""
        return tuple(line for node in reversed(list(self._back())) for line in node.lines)

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
