"""A turn in the making: the conversation so far and the effects so far, both only ever replaced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from frontdesk.dialogue.conversation import Conversation, Idle, Offer, Position, Run, Sorting, WithStaff
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import Effect, Say, Shown
from frontdesk.dialogue.expression import TODAY
from frontdesk.dialogue.flow import Flow, Flows, Step
from frontdesk.dialogue.runs import values
from frontdesk.dialogue.values import Value


class Left(StrEnum):
    """A flow was left in this turn, and something waits to go on: with a word about it, or without."""

    ALOUD = "aloud"
    QUIETLY = "quietly"
    STAYED = "stayed"  # it was only asked whether to leave, and the answer was no


@dataclass(frozen=True, slots=True)
class Turn:
    """What `decide` works on. Every method returns a new turn."""

    conversation: Conversation
    flows: Flows
    at: datetime
    effects: tuple[Effect, ...] = ()
    left: Left | None = None
    then: str | None = None  # a pattern to go through in place of a phrase, over what the run under way knows
    due: str | None = None  # a pattern that has been gone through, and whose move is to be made
    doubts: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)  # which of these is it, by slot

    @property
    def run(self) -> Run:
        """The flow run under way; asking for it where there is none is a mistake of ours."""
        if self.conversation.run is None:
            raise LookupError("no flow is under way")
        return self.conversation.run

    @property
    def flow(self) -> Flow:
        """The version of the flow that the run began with."""
        run = self.run
        flow = self.flows.of(run.flow, run.fingerprint)
        if flow is None:
            raise LookupError(f"flow {run.flow} {run.fingerprint} is not loaded")
        return flow

    @property
    def position(self) -> Position:
        """Where the conversation stands now."""
        return self.conversation.position

    @property
    def known(self) -> dict[str, Value]:
        """What conditions are held against: what the run knows, and the day of the turn."""
        return {**values(self.run), TODAY: self.today}

    @property
    def today(self) -> date:
        """The day of the turn, where the business is."""
        return self.at.astimezone(self.flows.zone).date()

    def step(self, name: str) -> Step:
        """Return a step of the flow under way."""
        return self.flow.steps[name]

    @property
    def current_step(self) -> str:
        """The step at which the conversation stands."""
        match self.position:
            case Idle() | WithStaff() | Sorting():
                raise LookupError("no step is under way")
            case standing:
                return standing.step

    def stalled(self) -> Turn:
        """Count a turn that brought the flow no further."""
        run = self.conversation.run
        return self if run is None else self.with_run(replace(run, stalled=run.stalled + 1))

    def with_conversation(self, conversation: Conversation) -> Turn:
        """Replace the conversation."""
        return replace(self, conversation=conversation)

    def to(self, position: Position) -> Turn:
        """Move the conversation to `position`."""
        return self.with_conversation(replace(self.conversation, position=position))

    def with_run(self, run: Run | None) -> Turn:
        """Replace the run."""
        if run is self.conversation.run:
            return self
        return self.with_conversation(replace(self.conversation, run=run))

    def do(self, effect: Effect) -> Turn:
        """Add an effect."""
        return replace(self, effects=(*self.effects, effect))

    def say(self, phrase: str, more: Mapping[str, Value] | None = None, *, wording: int = 1) -> Turn:
        """Say a phrase with what the run knows, and `more`."""
        known = values(self.conversation.run) if self.conversation.run else {}
        return self.do(Say(phrase, {**known, **(more or {})}, wording))

    def doubting(self, slot: str, among: tuple[Value, ...]) -> Turn:
        """Have the question for a slot ask which of several values is meant."""
        return replace(self, doubts={**self.doubts, slot: among})

    def show(self, phrase: str, offer: Offer, wording: int) -> Turn:
        """Say a phrase with the visible options of `offer`, numbered from 1."""
        shown = tuple(Shown(n, option.id, option.fields) for n, option in enumerate(offer.visible(), start=1))
        more = offer.first + offer.shown < len(offer.options)
        return self.do(Say(phrase, values(self.run), wording, shown, more))
