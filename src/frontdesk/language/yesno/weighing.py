"""Weighs what was heard in a reply: refusals and changes before agreement, agreement before questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from frontdesk.language.yesno.clauses import Clause
from frontdesk.language.yesno.question import Kind, Question, matter_of


class Verdict(StrEnum):
    """What a reply amounts to."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Signs:
    """What can be heard in a reply as a whole."""

    clauses: tuple[Clause, ...]
    question: Question
    other_values: bool
    language: str

    def holds(self, label: str) -> bool:
        """Tell whether a phrase of the list `label` stands anywhere."""
        return any(label in clause.holds for clause in self.clauses)

    @property
    def plain(self) -> str | None:
        """The last plain yes or no."""
        for clause in reversed(self.clauses):
            if not clause.asks:
                for label in ("no", "yes"):
                    if label in clause.opens:
                        return label
        return None

    @property
    def agrees(self) -> bool:
        """Whether something is agreed to."""
        return any(clause.agrees for clause in self.clauses)

    @property
    def refuses(self) -> bool:
        """Whether something is refused, beyond a plain no."""
        if any(clause.refuses for clause in self.clauses):
            return True
        return not self.agrees and any("weak_refusals" in clause.holds and not clause.asks for clause in self.clauses)

    @property
    def asks(self) -> bool:
        """Whether something is asked."""
        return any(clause.asks for clause in self.clauses)

    @property
    def asks_only(self) -> bool:
        """Whether nothing is said but a question."""
        return all(clause.asks for clause in self.clauses)

    @property
    def orders(self) -> bool:
        """Whether the guest says to do it."""
        return any(clause.orders for clause in self.clauses)

    @property
    def changes(self) -> bool:
        """Whether something is to be otherwise."""
        return any(clause.changes for clause in self.clauses)

    @property
    def weakly(self) -> bool:
        """Whether agreement is no more than a word before something else."""
        return all("acknowledges" in clause.opens for clause in self.clauses if clause.agrees)

    @property
    def seeks_other(self) -> bool:
        """Whether another thing of the kind is looked for."""
        return any(self._seeks(clause) for clause in self.clauses)

    @property
    def moves_on(self) -> bool:
        """Whether a thing of another kind is looked for, which leaves the offer as it is."""
        return any(self.is_elsewhere(clause) for clause in self.clauses)

    def is_elsewhere(self, clause: Clause) -> bool:
        """Tell whether `clause` wishes for a thing of another kind than the one offered."""
        return (
            "searches" in clause.holds
            and not clause.asks_fact
            and not self._seeks(clause)
            and not self._is_about_offer(clause)
            and bool(matter_of(clause.words, self.language))
        )

    def _seeks(self, clause: Clause) -> bool:
        if "alternatives" in clause.holds:
            return True
        if clause.asks_fact or "pastimes" in clause.holds:
            return False
        if "exists" in clause.holds:
            return "ones" in clause.holds or self._is_about_offer(clause)
        return "searches" in clause.holds and "ones" in clause.holds

    def _is_about_offer(self, clause: Clause) -> bool:
        return not self.question.matter.isdisjoint(matter_of(clause.words, self.language))


def verdict(signs: Signs) -> Verdict:
    """Return what the reply amounts to."""
    kind = signs.question.kind
    if signs.holds("mocks"):
        return Verdict.NO
    if kind in (Kind.MORE, Kind.FINISHED):
        return _more(signs)
    if kind is Kind.PERMISSION:
        return _permitted(signs)
    if signs.plain == "no":
        return Verdict.YES if signs.question.whether_fine and _nothing_against(signs) else Verdict.NO
    if signs.holds("later") and not signs.agrees:
        return Verdict.UNCLEAR if kind is Kind.CONFIRM else Verdict.NO
    if signs.holds("waits") and signs.plain is None and not (signs.orders or signs.moves_on):
        return Verdict.UNCLEAR
    if signs.refuses:
        return Verdict.NO
    return _WEIGH[kind](signs)


def _nothing_against(signs: Signs) -> bool:
    """Tell "no, that's fine" from "no, that's fine but make it 4"."""
    return signs.agrees and not (signs.changes or signs.other_values or signs.refuses)


def _more(signs: Signs) -> Verdict:
    if signs.question.kind is Kind.FINISHED and signs.agrees:
        return Verdict.NO  # "yes, that is all" wants nothing more
    if signs.plain == "no" or signs.holds("done") or signs.refuses:
        return Verdict.NO
    if signs.holds("thanks") and not signs.asks and not signs.holds("wants"):
        return Verdict.NO
    # a wish is no answer to "anything else?"
    return Verdict.YES if signs.plain == "yes" and not (signs.holds("wants") or signs.orders or signs.asks) else Verdict.UNCLEAR


def _permitted(signs: Signs) -> Verdict:
    if signs.changes or signs.other_values:
        return Verdict.NO
    if signs.plain is not None:
        return Verdict.YES if signs.plain == "no" else Verdict.NO
    if signs.refuses or signs.holds("done"):
        return Verdict.YES
    if signs.asks_only:
        return Verdict.UNCLEAR
    return Verdict.YES if signs.agrees else Verdict.UNCLEAR


def _changed(signs: Signs) -> bool:
    return signs.other_values or (signs.changes and signs.plain is None)


def _confirmed(signs: Signs) -> Verdict:
    if _changed(signs) or signs.holds("excepts") or (signs.seeks_other and signs.plain is None):
        return Verdict.NO
    if signs.agrees:
        return Verdict.NO if signs.changes and signs.holds("contrasts") else Verdict.YES
    if signs.asks_only or signs.holds("doubts"):
        return Verdict.UNCLEAR
    return Verdict.YES if signs.orders or (signs.holds("thanks") and not signs.holds("wants")) else Verdict.UNCLEAR


def _intended(signs: Signs) -> Verdict:
    if _changed(signs):
        return Verdict.NO
    if signs.plain == "yes":
        return Verdict.YES
    if signs.agrees:
        return Verdict.UNCLEAR if signs.weakly and signs.asks and not signs.orders else Verdict.YES
    if signs.seeks_other:
        return Verdict.NO
    if signs.orders and not signs.holds("adds"):
        return Verdict.YES
    if signs.asks_only or signs.holds("doubts"):
        return Verdict.UNCLEAR
    return Verdict.NO if signs.holds("wants") or signs.holds("done") else Verdict.UNCLEAR


def _offered(signs: Signs) -> Verdict:
    if signs.moves_on:
        return _moved_on(signs)
    if signs.seeks_other:
        return Verdict.NO
    if signs.agrees:
        return _agreed_to_offer(signs)
    if signs.changes or (signs.other_values and not signs.holds("adds")):
        return Verdict.NO
    if signs.orders:
        return Verdict.YES
    if signs.asks or signs.holds("doubts"):
        return Verdict.UNCLEAR
    if signs.holds("adds") or signs.holds("done") or (signs.holds("thanks") and not signs.holds("wants")):
        return Verdict.YES
    return Verdict.NO if signs.holds("wants") else Verdict.UNCLEAR


def _moved_on(signs: Signs) -> Verdict:
    """Weigh what was said before the wish for something else; what follows it belongs to it."""
    place = next(place for place, clause in enumerate(signs.clauses) if signs.is_elsewhere(clause))
    before = replace(signs, clauses=signs.clauses[:place], other_values=False)
    return Verdict.NO if before.seeks_other or before.changes else Verdict.YES


def _agreed_to_offer(signs: Signs) -> Verdict:
    """Tell agreement from polite refusal: "nice, but I want ..."; and from mere acknowledgement: "okay, how much?"."""
    if signs.changes and (signs.other_values or signs.plain is None):
        return Verdict.NO
    if signs.holds("contrasts"):
        if signs.asks and not signs.holds("wants") and not signs.other_values:
            return Verdict.UNCLEAR
        return Verdict.NO
    if signs.weakly and signs.asks and not signs.orders:
        return Verdict.UNCLEAR
    return Verdict.YES


_WEIGH: dict[Kind, Callable[[Signs], Verdict]] = {
    Kind.CONFIRM: _confirmed,
    Kind.INTENT: _intended,
    Kind.OFFER: _offered,
}
