"""A flow while it is being read: what is known around it, and what the proofs need besides the flow itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from frontdesk.dialogue.actions import ActionSpec
from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.wording import Wording
from frontdesk.flows.findings import Report
from frontdesk.flows.proving.contracts import Contract
from frontdesk.flows.reading.damage import NONE, Damage
from frontdesk.flows.reading.document import Node
from frontdesk.flows.reading.slot_kinds import Kinds
from frontdesk.flows.reading.wordings import EVERYWHERE
from frontdesk.scheduling.business import Business


def nothing_wrong(text: str, business: Business | None = None) -> list[str]:  # noqa: ARG001 - others look at both
    """Find no fault with a text."""
    return []


@dataclass(frozen=True, slots=True)
class Claim:
    """Words of a text that are true only where something was done: `why` says what, to complete a sentence."""

    words: str
    why: str
    by: Deed


class Deed(StrEnum):
    """What makes a claim true."""

    DONE = "done"  # a guarded action that has succeeded
    FOUND = "found"  # that, or an action that has found what the text shows
    LEFT_TO_STAFF = "left to staff"  # a handoff in the same turn


def nothing_unread(
    flow: Flow,  # noqa: ARG001 - others look at all three
    examples: Mapping[str, tuple[str, ...]],  # noqa: ARG001 - as above
    business: Business | None,  # noqa: ARG001 - as above
) -> Iterable[tuple[str, str]]:
    """Find that every answer would be read."""
    return ()


def no_cheers(text: str, business: Business | None = None) -> tuple[str, ...]:  # noqa: ARG001 - as above
    """Find nothing in a text that sounds like a success."""
    return ()


def no_claims(text: str, business: Business | None = None) -> tuple[Claim, ...]:  # noqa: ARG001 - as above
    """Find nothing that a text claims."""
    return ()


@dataclass(frozen=True, slots=True)
class Judge:
    """Who knows what words mean. Flows may not ask the language themselves, so they are given this."""

    text_problems: Callable[[str, Business | None], list[str]] = nothing_wrong  # what a text must not say, anywhere
    trigger_problems: Callable[[str, Business | None], list[str]] = nothing_wrong
    claims: Callable[[str, Business | None], tuple[Claim, ...]] = no_claims
    # Slots with the examples of answers to them that would not be read.
    unread: Callable[[Flow, Mapping[str, tuple[str, ...]], Business | None], Iterable[tuple[str, str]]] = nothing_unread
    cheers: Callable[[str, Business | None], tuple[str, ...]] = no_cheers  # what is said only of a success


@dataclass(frozen=True, slots=True)
class Known:
    """What flows may refer to. `phrases` are the built-in replies; None leaves them unchecked."""

    actions: Mapping[str, ActionSpec]
    kinds: Kinds = field(default_factory=Kinds)
    replies: Mapping[str, Wording] = field(default_factory=dict)
    phrases: Mapping[str, Wording] | None = None
    judge: Judge = field(default_factory=Judge)
    business: Business | None = None  # whose words are judged
    everywhere: Collection[str] = EVERYWHERE  # values that every text may show
    flow_names: Collection[str] | None = None  # of all flows; None leaves them unchecked
    contracts: Mapping[str, Contract] = field(default_factory=dict)  # of other flows, as far as they are known

    def text_problems(self, text: str) -> list[str]:
        """Say what a literal text must not say."""
        return self.judge.text_problems(text, self.business)

    def claims(self, text: str) -> tuple[Claim, ...]:
        """Return what a text says was done."""
        return self.judge.claims(text, self.business)

    def has_phrase(self, name: str) -> bool:
        """Say whether a phrase is in the replies, or may be."""
        return self.phrases is None or self.reply(name) is not None

    def reply(self, name: str) -> Wording | None:
        """Return the wording of a reply: the business's own, or the built-in one."""
        return self.replies.get(name) or (self.phrases or {}).get(name)


@dataclass(frozen=True, slots=True)
class Draft:
    """A flow as it was read, before the proofs fill in what they find."""

    flow: Flow
    report: Report
    line: int
    known: Known
    node: Node
    wordings: Mapping[str, Wording]  # the flow's own phrases
    unshown: Mapping[str, frozenset[str]]  # confirm step -> slots that are passed on without being shown
    examples: Mapping[str, tuple[str, ...]]  # slot -> answers that guests give
    is_whole: bool = True  # nothing was lost in reading
    damage: Damage = NONE  # what is not as it is meant

    def wording(self, phrase: str) -> Wording | None:
        """Return the wording of a phrase, if its text is known here."""
        return self.wordings.get(phrase) or self.known.reply(phrase)

    def fault(self, step: str, rule: str, message: str, example: tuple[str, ...] = ()) -> None:
        """Report a mistake on the line of a step, with a conversation that shows it."""
        self.report.add(self.line_of(step), rule, message, example=example)

    def line_of(self, step: str) -> int:
        """Return the line of a step, or of the flow where it is none."""
        return self.flow.lines.get(step, self.line)
