"""Reads whether a reply agrees: yes, no or unclear, seen against what the desk said before."""

from __future__ import annotations

from dataclasses import dataclass

from frontdesk.language.reading import Context, Style
from frontdesk.language.words import listed
from frontdesk.language.yesno.clauses import clauses_of
from frontdesk.language.yesno.differences import gives_other_values
from frontdesk.language.yesno.question import question_of
from frontdesk.language.yesno.weighing import Signs, Verdict, verdict
from frontdesk.language.yesno.wording import NAME

__all__ = ["Answer", "Verdict", "read", "say"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered, whether something is asked too, and the words it rests on."""

    answer: Verdict
    asks: bool
    words: str


def read(text: str, context: Context) -> Answer:
    """Read the reply `text` to `context.said`."""
    question = question_of(context.said or "", context.language)
    clauses = clauses_of(text, question, context.language)
    if not clauses:
        return Answer(Verdict.UNCLEAR, asks=False, words="")
    signs = Signs(clauses, question, gives_other_values(text, context), context.language)
    return Answer(verdict(signs), signs.asks, text.strip())


def say(value: Verdict, context: Context, style: Style) -> str:
    """Say yes or no; nothing when unclear."""
    del style
    key = {Verdict.YES: "say_yes", Verdict.NO: "say_no"}.get(value)
    return listed(context.language, NAME, key)[0] if key else ""
