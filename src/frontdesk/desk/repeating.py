"""Keeps a reply from saying again what the guest has just read: the list, the summary, the same question."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from frontdesk.dialogue.conversation import Changing, Choosing, Collecting, Confirming, Conversation
from frontdesk.dialogue.effects import Say
from frontdesk.language.readers.reading import Context, Style
from frontdesk.language.replies.guard import Facts, unsupported
from frontdesk.language.replies.phrase import Phrases
from frontdesk.scheduling.business import Business

_WHICH, _ALONE, _NOTED, _HALF = "which_one_then", "question_alone", "taken", "confirm_half"
_AGAIN = "again.statement"  # put before what has no other wording
_TELLING = 8  # shorter openings, "Sure.", are no repetition that anybody notices
_WORDS = 3  # and so are shorter sentences
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_ASKS = "?"
_SECOND = 2  # what is not answered is asked in few words before all of it is shown again


@dataclass(frozen=True, slots=True)
class Voicing:
    """With what, and how, the desk of a business speaks at this moment."""

    phrases: Phrases
    context: Context
    business: Business
    style: Style

    def text(self, say: Say) -> str:
        """Return one phrase in words."""
        return self.phrases.text(say, self.context, self.business, self.style)


def reminded(says: tuple[Say, ...], conversation: Conversation, voicing: Voicing) -> tuple[Say, ...]:
    """Say nothing that the last reply has just said: in other words, or in few where all of it was shown.

    What was shown stays shown: a list and a summary are not read out again after every side question.
    """
    *before, last = says
    said = conversation.said
    told = tuple(_in_other_words(say, said, voicing) for say in before if not _is_worn(say, said, voicing))
    match conversation.position:
        case Choosing() if last.options and _is_stalled(told, conversation) and _is_listed(last, said, voicing):
            return (*told, _pointed_at(conversation, voicing))
        case Confirming() if _is_stalled(told, conversation):
            return _put_once(told, _asked_alone(last, told, conversation, voicing))
        case Collecting() | Changing() if not last.options:
            return (*told, _rotated(last, _turns_stalled(conversation), said, voicing))
        case _ if last.options:
            return (*told, _introduced(last, said, voicing))
        case _:
            return (*told, _in_other_words(last, said, voicing))


def _is_worn(say: Say, said: str, voicing: Voicing) -> bool:
    """Say whether the last reply told this for the second time already: the question after it is enough then."""
    count = voicing.phrases.tries(say.phrase)
    repeats = range(count + 1, count + 1 + voicing.phrases.tries(_AGAIN))
    text = voicing.text(say)
    return _ASKS not in text and any(
        again != text and again in said for again in (voicing.text(replace(say, wording=each)) for each in repeats)
    )


def _introduced(offer: Say, said: str, voicing: Voicing) -> Say:
    """Return a list whose opening words are not those of the list before it, where there are other words for it."""
    lead = _lead(offer, voicing)
    if len(lead) < _TELLING or lead not in said:
        return offer
    count = voicing.phrases.tries(offer.phrase)
    worded = [replace(offer, wording=1 + (offer.wording + step) % count) for step in range(count)]
    worded += [replace(offer, phrase=_WHICH, values={}, wording=1 + each) for each in range(2)]
    return next((each for each in worded if not _has_just_said(_lead(each, voicing), said)), offer)


def _lead(offer: Say, voicing: Voicing) -> str:
    return voicing.text(replace(offer, options=(), more=False)).strip()


def is_shown_still(conversation: Conversation) -> bool:
    """Say whether what was shown counts as said, also where a reply reminds of it in few words."""
    return isinstance(conversation.position, Choosing | Confirming)


def _turns_stalled(conversation: Conversation) -> int:
    return conversation.run.stalled if conversation.run is not None else 0


def _is_stalled(told: tuple[Say, ...], conversation: Conversation) -> bool:
    """Say whether the turn brought the matter no further: it was answered or noted, and nothing was looked for."""
    noted = bool(told) and all(say.phrase == _NOTED for say in told)
    return noted or _turns_stalled(conversation) > 0


def _is_listed(say: Say, said: str, voicing: Voicing) -> bool:
    """Say whether the guest has the whole list before them, and has not twice failed to pick from it."""
    lines = voicing.phrases.option_lines(say.options, voicing.context, voicing.business, voicing.style)
    return say.wording <= _SECOND and all(line in said for line in lines)


def _pointed_at(conversation: Conversation, voicing: Voicing) -> Say:
    """Return the question which one it is, without the list."""
    wording = 1 + max(_turns_stalled(conversation) - 1, 0) % voicing.phrases.tries(_WHICH)
    return _rotated(Say(_WHICH, wording=wording), 0, conversation.said, voicing)


def _asked_alone(summary: Say, told: tuple[Say, ...], conversation: Conversation, voicing: Voicing) -> Say:
    """Return the question of a summary that the guest has before them; the summary itself where it is not that one."""
    said = conversation.said
    worded = [replace(summary, wording=wording) for wording in range(1, voicing.phrases.tries(summary.phrase) + 1)]
    if not any(voicing.phrases.printed(each, voicing.style) for each in worded):
        return _rotated(summary, _turns_stalled(conversation), said, voicing)
    shown = summary.wording <= _SECOND and any(voicing.text(each) in said for each in worded)
    closing = [voicing.phrases.closing_question(each, voicing.text(each), voicing.style) for each in worded]
    questions = list(dict.fromkeys(question for question in closing if question))
    if not shown or closing[0] is None or _names_another(told, summary, voicing):
        return _in_other_words(summary, said, voicing)
    turns = _turns_stalled(conversation)
    following = [questions[(turns + step) % len(questions)] for step in range(len(questions))]
    fresh = next((question for question in following if question not in said), following[0])
    return Say(_ALONE, {"question": fresh})


def _put_once(told: tuple[Say, ...], question: Say) -> tuple[Say, ...]:
    """Ask a half-hearted guest only whether to go ahead, or put the whole summary, but never both questions."""
    if not told or told[-1].phrase != _HALF:
        return (*told, question)
    return told if question.phrase == _ALONE else (*told[:-1], question)


def _names_another(told: tuple[Say, ...], summary: Say, voicing: Voicing) -> bool:
    """Say whether the answer names a time, a day or a sum that is not agreed to: a yes must not be taken for that."""
    answer = " ".join(voicing.text(say) for say in told)
    shown = Facts(tuple(summary.values.values()), (voicing.text(summary),), voicing.business)
    return bool(unsupported(answer, shown, voicing.context))


def _in_other_words(say: Say, said: str, voicing: Voicing) -> Say:
    """Return what is told in another wording, where the last reply said or began a sentence in the same words."""
    opening = voicing.phrases.opening_words(say, voicing.style)
    again = len(opening) >= _TELLING and opening in said and say.wording < voicing.phrases.tries(say.phrase)
    return _rotated(replace(say, wording=say.wording + again), 0, said, voicing)


def _rotated(say: Say, turns: int, said: str, voicing: Voicing) -> Say:
    """Return a phrase in the wording for so many turns that brought nothing, or the next that was not just said."""
    count, more = voicing.phrases.tries(say.phrase), voicing.phrases.tries(_AGAIN)
    first = (turns if turns and _is_put_again(say, said, voicing) else min(say.wording, count) - 1) % count
    worded = [replace(say, wording=1 + (first + step) % count) for step in range(count)]
    worded += [replace(say, wording=count + 1 + (turns + step) % more) for step in range(more)]
    fresh = (each for each in worded if not _has_just_said(voicing.text(each), said))
    other = (each for each in worded[count:] if voicing.text(each) not in said)
    return next(fresh, say if _ASKS in voicing.text(say) else next(other, worded[count]))


def _is_put_again(say: Say, said: str, voicing: Voicing) -> bool:
    """Say whether a first wording is due, and some wording stood in the last reply."""
    wordings = range(1, voicing.phrases.tries(say.phrase) + 1)
    return say.wording == 1 and any(voicing.text(replace(say, wording=wording)) in said for wording in wordings)


def _has_just_said(text: str, said: str) -> bool:
    """Say whether a sentence of some length is in both."""
    before = {sentence for sentence in _SENTENCE.split(said) if len(sentence.split()) >= _WORDS}
    return not before.isdisjoint(_SENTENCE.split(text))
