"""Keeps a reply from saying again what the guest has just read: the list, the summary, the same question."""

from __future__ import annotations

from dataclasses import dataclass, replace

from frontdesk.dialogue.conversation import Changing, Choosing, Collecting, Confirming, Conversation
from frontdesk.dialogue.effects import Say
from frontdesk.language.guard import Facts, unsupported
from frontdesk.language.phrase import Phrases
from frontdesk.language.reading import Context, Style
from frontdesk.scheduling.business import Business

_WHICH, _NOTED, _UNDECIDED = "which_one_then", "taken", "ask_undecided"
_TELLING = 8  # shorter openings, "Sure.", are no repetition that anybody notices


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
    """Put the question that stands in few words, where the last reply showed all of it and this one says more.

    What was shown stays shown: a list and a summary are not read out again after every side question.
    """
    *before, last = says
    told = tuple(_in_other_words(say, conversation.said, voicing) for say in before)
    if not told or not _was_said(last, conversation.said, voicing):
        return (*told, _put_otherwise(last, conversation, voicing))
    if is_shown_still(conversation) and not _is_aside(told, conversation):
        return (*told, last)
    return (*told, _shortly(last, told, conversation, voicing))


def _was_said(say: Say, said: str, voicing: Voicing) -> bool:
    """Say whether the last reply had all of it; that there are more than are listed need not be said twice."""
    return voicing.text(say) in said or (say.more and voicing.text(replace(say, more=False)) in said)


def _put_otherwise(say: Say, conversation: Conversation, voicing: Voicing) -> Say:
    """Return a new summary or list so that it does not ask with the very words of the one before."""
    said, phrases = conversation.said, voicing.phrases
    other = replace(say, wording=1 + say.wording % phrases.tries(say.phrase))
    match conversation.position:
        case Confirming():
            asked, instead = (
                phrases.closing_question(each, voicing.text(each), voicing.style) for each in (say, other)
            )
            return other if asked is not None and instead is not None and said.endswith(asked) else say
        case Choosing() if say.options:
            told = phrases.offer_more(voicing.style) in said
            chosen = other if voicing.text(replace(say, options=(), more=False)) in said else say
            return replace(chosen, more=False) if told else chosen
        case _:
            return say


def is_shown_still(conversation: Conversation) -> bool:
    """Say whether what was shown counts as said, also where a reply reminds of it in few words."""
    return isinstance(conversation.position, Choosing | Confirming)


def _is_aside(told: tuple[Say, ...], conversation: Conversation) -> bool:
    """Say whether the turn brought the matter no further: it was answered or noted, and nothing was looked for."""
    stalled = conversation.run is not None and conversation.run.stalled > 0
    return stalled or all(say.phrase == _NOTED for say in told)


def _shortly(say: Say, told: tuple[Say, ...], conversation: Conversation, voicing: Voicing) -> Say:
    """Return a question that was just put, in few words or in others."""
    phrases = voicing.phrases
    match conversation.position:
        case Choosing() if say.options:
            stalled = max(conversation.run.stalled, 1) if conversation.run is not None else 1
            return Say(_WHICH, wording=1 + (stalled - 1) % phrases.tries(_WHICH))
        case Confirming() if not _names_another(told, say, voicing):
            question = phrases.closing_question(say, voicing.text(say), voicing.style)
            if _is_reminded_again(conversation):
                return Say(_UNDECIDED)
            return Say("question_alone", {"question": question}) if question else say
        case Collecting() | Changing() if not say.options and say.wording < phrases.tries(say.phrase):
            return replace(say, wording=say.wording + 1)
        case _:
            return say


def _is_reminded_again(conversation: Conversation) -> bool:
    """Say whether every other time has come at which a summary is only reminded of: the same question wears out."""
    return conversation.run is not None and conversation.run.stalled > 0 and conversation.run.stalled % 2 == 0


def _names_another(told: tuple[Say, ...], summary: Say, voicing: Voicing) -> bool:
    """Say whether the answer names a time, a day or a sum that is not agreed to: a yes must not be taken for that."""
    answer = " ".join(voicing.text(say) for say in told)
    shown = Facts(tuple(summary.values.values()), (voicing.text(summary),), voicing.business)
    return bool(unsupported(answer, shown, voicing.context))


def _in_other_words(say: Say, said: str, voicing: Voicing) -> Say:
    """Return what is told in the next wording, where the last reply began a sentence with the same words."""
    opening = voicing.phrases.opening_words(say, voicing.style)
    again = len(opening) >= _TELLING and opening in said and say.wording < voicing.phrases.tries(say.phrase)
    return replace(say, wording=say.wording + 1) if again else say
