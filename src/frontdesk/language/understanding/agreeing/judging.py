"""Judges a whole reply as yes, no or unclear, by the rules of the desk; only a harmless remark may follow a yes."""

from __future__ import annotations

from frontdesk.dialogue.meanings import Deny
from frontdesk.language import yesno
from frontdesk.language.reading import Context
from frontdesk.language.understanding.agreeing.assent import agrees_then_asks, is_held_back, verdict
from frontdesk.language.understanding.agreeing.parting import parted
from frontdesk.language.understanding.agreeing.plainness import gives_another_place, names_another
from frontdesk.language.understanding.message.clauses import cut
from frontdesk.language.words import first_pieces
from frontdesk.language.yesno.clauses import clauses_of
from frontdesk.language.yesno.differences import difference
from frontdesk.language.yesno.question import Kind, Question, question_of

_MOST_PIECES = 600  # words and signs: no reply goes on longer
_TAKING = frozenset(("takes", "agrees"))
_STOPS = frozenset((".", "!"))
_ACTED_UPON = frozenset((Kind.CONFIRM, Kind.INTENT))


def judge(text: str, context: Context) -> yesno.Verdict:
    """Return what the reply `text` amounts to; a yes that holds another value than was shown is a no."""
    text = first_pieces(text, _MOST_PIECES)
    weighed = yesno.read(text, context)
    question = question_of(context.said or "", context.language)
    if question.kind not in _ACTED_UPON or not _shows_what_it_would_do(question, context):
        changes = weighed.answer is yesno.Verdict.YES and _agrees_to_another(text, question, context)
        return yesno.Verdict.NO if changes else weighed.answer
    message = parted(cut(text, context.language), context)
    said = verdict(message, context)
    if said is not None:
        return yesno.Verdict.NO if isinstance(said.meaning, Deny) else yesno.Verdict.YES
    if weighed.answer is yesno.Verdict.UNCLEAR and gives_another_place(message, context):
        return yesno.Verdict.NO
    if weighed.answer is not yesno.Verdict.YES:
        return weighed.answer
    if agrees_then_asks(message, context) and not is_held_back(message):
        return yesno.Verdict.YES
    if is_held_back(message):
        return yesno.Verdict.UNCLEAR
    if _says_yes_first(text, question, context):
        return yesno.Verdict.YES
    return yesno.Verdict.NO if names_another(message, context) else yesno.Verdict.UNCLEAR


def _says_yes_first(text: str, question: Question, context: Context) -> bool:
    """Tell "Yes please! I'll also need the price.": a yes by itself, and no other value than was shown after it."""
    told = clauses_of(text, question.verbs, context.language)
    alone = bool(told) and told[0].plain == "yes" and told[0].words[-1] in _STOPS
    return alone and not difference(text, context).differs


def _agrees_to_another(text: str, question: Question, context: Context) -> bool:
    """Tell "yep, lock it in for 4", where the desk said 3, in one breath."""
    told = clauses_of(text, question.verbs, context.language)
    firm = [each for each in told if each.plain == "yes" and (each.orders or each.holds & _TAKING)]
    return any(difference(each.text, context).differs for each in firm)


def _shows_what_it_would_do(question: Question, context: Context) -> bool:
    """Tell a recap, which a yes sets in motion, from "shall I reserve a table?", where a guest goes on to say when."""
    return question.undoes or difference(context.said or "", context).names_time
