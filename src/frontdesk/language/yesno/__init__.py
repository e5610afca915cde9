"""Reads whether a reply agrees: yes, no or unclear, seen against what the desk said before."""

from __future__ import annotations

from dataclasses import dataclass

from frontdesk.dialogue.copying import replace
from frontdesk.language.reading import Context, Style
from frontdesk.language.words import listed, word_set
from frontdesk.language.yesno.clauses import Clause, clauses_of
from frontdesk.language.yesno.differences import difference
from frontdesk.language.yesno.question import Kind, question_of
from frontdesk.language.yesno.signs import Signs
from frontdesk.language.yesno.weighing import Verdict, verdict
from frontdesk.language.yesno.wording import NAME

__all__ = ["Answer", "Verdict", "may_change", "read", "say"]

_PROPOSING = frozenset(("proposes", "exists", "alternatives", "changes", "redoes", "searches"))
_LEAVING = frozenset((Kind.OFFER, Kind.INTENT))  # after these a guest may go on to something else


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered, whether something is asked or refused in it, and the words it rests on."""

    answer: Verdict
    asks: bool
    words: str
    refuses: bool = False  # in so many words: "too expensive"; a new value alone refuses nothing
    wavers: bool = False  # between yes and no


def read(text: str, context: Context) -> Answer:
    """Read the reply `text` to `context.said`."""
    question = question_of(context.said or "", context.language)
    clauses = clauses_of(text, question.verbs, context.language)
    if not clauses:
        return Answer(Verdict.UNCLEAR, asks=False, words="")
    welcomes = any(clause.agrees or "thanks" in clause.holds for clause in clauses)
    signs = _compared(Signs(clauses, question, context.language, welcomes), context)
    refuses = signs.plain == "no" or any(clause.refuses for clause in clauses)
    asks = any(clause.asks for clause in clauses)
    return Answer(verdict(signs), asks, text.strip(), refuses, wavers=signs.wavers)


def _compared(signs: Signs, context: Context) -> Signs:
    """Compare the values of a reply with the desk's; what follows a wish for something else belongs to that wish."""
    turning = signs.turning if signs.question.kind in _LEAVING else None
    if turning is not None and replace(signs, clauses=signs.clauses[:turning]).agrees:
        signs = replace(signs, clauses=signs.clauses[:turning])
    told = " ".join(clause.text for clause in signs.clauses if may_change(clause, signs.language))
    found = difference(told, context)
    another = any(signs.names_another(clause) for clause in signs.clauses if not clause.asks)
    return replace(signs, difference=replace(found, differs=found.differs or another))


def may_change(clause: Clause, language: str) -> bool:
    """Tell a question about another value, "is there one at 9?", "Tuesday?", from other questions."""
    if "assents" in clause.fills or clause.supposes or ("waits" in clause.holds and "changes" not in clause.holds):
        return False  # "one hundred percent", "if it is under 100", "ask me again tomorrow"
    if "own_times" in clause.holds or (clause.asks and _asks_which(clause, language)):
        return False
    if "of_others" in clause.opens and not word_set(language, NAME, "past").isdisjoint(clause.words):
        return False  # "my friend paid 600 last month"
    return not clause.asks or "asks" not in clause.holds or not clause.holds.isdisjoint(_PROPOSING)


def _asks_which(clause: Clause, language: str) -> bool:
    """Tell "seven in the morning or at night?", which asks what the desk meant."""
    chooses = not word_set(language, NAME, "choosing").isdisjoint(clause.words)
    return chooses and clause.holds.isdisjoint(_PROPOSING)


def say(value: Verdict, context: Context, style: Style) -> str:
    """Say yes or no; nothing when unclear."""
    del style
    key = {Verdict.YES: "say_yes", Verdict.NO: "say_no"}.get(value)
    return listed(context.language, NAME, key)[0] if key else ""
