"""Judges a whole reply as yes, no or unclear, by the rules of the desk; only a harmless remark may follow a yes."""

from __future__ import annotations

from frontdesk.dialogue.meanings import Affirm, Deny
from frontdesk.language import yesno
from frontdesk.language.reading import Context
from frontdesk.language.understanding.agreeing.assent import is_held_back, verdict
from frontdesk.language.understanding.agreeing.plainness import is_unqualified, names_another, tells_more
from frontdesk.language.understanding.message.clauses import Clause, Message, cut
from frontdesk.language.words import word_set
from frontdesk.language.yesno.clauses import clauses_of
from frontdesk.language.yesno.differences import difference
from frontdesk.language.yesno.question import Kind, Question, question_of

_ACTED_UPON = frozenset((Kind.CONFIRM, Kind.INTENT))

_TROUBLES = frozenset(("weak_refusals", "refuses", "spells", "doubts", "waits", "later", "provisos"))


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
    if is_held_back(message):
        return yesno.Verdict.UNCLEAR
    if names_another(message, context):
        return yesno.Verdict.NO
    return yesno.Verdict.YES if _stands_alone(message, context) else yesno.Verdict.UNCLEAR


def _stands_alone(message: Message, context: Context) -> bool:
    """Tell a yes that is complete before a remark or a question: "Super. The keys will be with reception."."""
    yes, rest = message.clauses[0], message.clauses[1:]
    said = verdict(cut(message.words(yes), context.language), context) if rest else None
    if said is None or not isinstance(said.meaning, Affirm) or not is_unqualified(message, context):
        return False
    question = question_of(context.said or "", context.language)
    easily = word_set(context.language, "assent", "easily_said").issuperset(_words(message, yes))
    if easily and tells_more(message, context):
        return False  # "Sure. My lawyer will be in touch."
    told = [each for each in clauses_of(message.text, question.verbs, context.language) if not each.asks]
    return question.undoes or not any(_TROUBLES & each.holds or each.names - {*question.words} for each in told)


def _words(message: Message, clause: Clause) -> list[str]:
    return [word for word in message.bare[clause.first : clause.after] if word[0].isalnum()]


def _shows_what_it_would_do(question: Question, context: Context) -> bool:
    """Tell a recap, which a yes sets in motion, from "shall I reserve a table?", where a guest goes on to say when."""
    return question.undoes or difference(context.said or "", context).names_time
