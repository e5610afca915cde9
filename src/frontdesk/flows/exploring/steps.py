"""Takes one step of a walk: the real `decide`, held to every promise."""

from __future__ import annotations

from dataclasses import dataclass, field

from frontdesk.dialogue.conversation import Conversation
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.decide import Decision, decide
from frontdesk.dialogue.effects import Effect, RunAction, Say
from frontdesk.dialogue.events import ActionEnded, Event
from frontdesk.dialogue.flow import Flows
from frontdesk.flows.exploring.ledger import done, heard, told
from frontdesk.flows.exploring.moves import WHILE
from frontdesk.flows.exploring.promises import NEVER_RAISES, PROMISES
from frontdesk.flows.exploring.scope import Breach, Happened, Node, Scope

# What `decide` raises when a promise of ours does not hold.
_BROKEN = (RuntimeError, LookupError, AssertionError, TypeError, ValueError, AttributeError, StopIteration)


@dataclass
class Steps:
    """Steps from one conversation to the next, and the promises that were broken on the way."""

    scope: Scope
    breaches: dict[str, Breach] = field(default_factory=dict)  # the first of each promise

    @property
    def flows(self) -> Flows:
        """The flows that `decide` goes by."""
        return self.scope.flows

    def take(self, node: Node, words: str, event: Event | None) -> Node | None:
        """Return the conversation after an event, or after a while of nothing; None where `decide` raises."""
        if event is None:
            return replace(node, now=node.now + WHILE, parent=node, line=words, effects=())
        line = f"desk: {words}" if isinstance(event, ActionEnded) else f"guest: {words}"
        try:
            decision = decide(node.conversation, event, self.flows)
        except _BROKEN as error:
            self.broken(NEVER_RAISES, f"{type(error).__name__}: {error}", replace(node, parent=node, line=line))
            return None
        return self._judged(node, event, decision, line)

    def _judged(self, node: Node, event: Event, decision: Decision, line: str) -> Node:
        effects = decision.effects
        conversation = _with_reply(decision.conversation, effects)
        before = told(heard(self.scope, node, event), effects)
        ledger = done(self.scope, before, conversation, effects)
        wanted = next((effect for effect in effects if isinstance(effect, RunAction)), None)
        after = Node(conversation, node.now, ledger, wanted, node, line, effects)
        happened = Happened(self.scope, node, event, conversation, effects, before)
        for promise, check in PROMISES:
            for what in check(happened):
                self.broken(promise, what, after)
        return after

    def broken(self, promise: str, what: str, node: Node) -> None:
        """Keep the first conversation that breaks a promise."""
        if promise not in self.breaches:
            self.breaches[promise] = Breach(promise, what, node.history())


def _with_reply(conversation: Conversation, effects: tuple[Effect, ...]) -> Conversation:
    """Keep the reply as the desk does, so that it can be said again."""
    said = [effect.phrase for effect in effects if isinstance(effect, Say)]
    return replace(conversation, said=said[-1]) if said else conversation
