"""Judges a whole reply as yes, no or unclear, by the rules of the desk wherever a yes would be acted upon."""

from __future__ import annotations

from frontdesk.dialogue.meanings import Deny
from frontdesk.language import yesno
from frontdesk.language.reading import Context
from frontdesk.language.understanding.agreeing.assent import is_held_back, verdict
from frontdesk.language.understanding.agreeing.plainness import names_another
from frontdesk.language.understanding.message.clauses import cut
from frontdesk.language.yesno.differences import difference
from frontdesk.language.yesno.question import Kind, Question, question_of

_ACTED_UPON = frozenset((Kind.CONFIRM, Kind.INTENT))


def judge(text: str, context: Context) -> yesno.Verdict:
    """Return what the reply `text` amounts to; a yes that holds another value than was shown is a no."""
    weighed = yesno.read(text, context)
    question = question_of(context.said or "", context.language)
    if question.kind not in _ACTED_UPON or not _shows_what_it_would_do(question, context):
        return weighed.answer
    message = cut(text, context.language)
    said = verdict(message, context)
    if said is not None:
        return yesno.Verdict.NO if isinstance(said.meaning, Deny) else yesno.Verdict.YES
    if weighed.answer is not yesno.Verdict.YES:
        return weighed.answer
    amends = names_another(message, context) and not is_held_back(message)
    return yesno.Verdict.NO if amends else yesno.Verdict.UNCLEAR


def _shows_what_it_would_do(question: Question, context: Context) -> bool:
    """Tell a recap, which a yes sets in motion, from "shall I reserve a table?", where a guest goes on to say when."""
    return question.undoes or difference(context.said or "", context).names_time
