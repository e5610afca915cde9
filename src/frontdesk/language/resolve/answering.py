"""Reads yes and no: a bare one at once, anything else by how likely the model holds a yes, past the veto.

Beside other things ("yes, it's Ann", "no, the later one") only words that say yes or no by themselves count.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from frontdesk.dialogue.meanings import Affirm, Deny
from frontdesk.language.readers.clearing.hesitations import trails_off
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Clause, Message, Mood, cut
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.results import Part, Read
from frontdesk.language.veto import asks, ends_with_no, is_held_back, noes_in
from frontdesk.language.words import first_pieces, word_set

_MOST_PIECES = 600  # words and signs: no reply goes on longer
_CONFIRM = "confirm"
_SAID = 0.6  # where a yes stands in the reply, the model need only not doubt it
_LIKELY = 0.8  # where none does; what the model is calibrated for includes replies that the veto refuses
_ASKED_BESIDES = 0.5  # where an outright one opens it, and a question about something else follows
_BEYOND_DOUBT = 0.95  # where a no stands in it as well
_NO = 0.5  # a no that is none costs a question; one that is not heard costs one too


class Verdict(StrEnum):
    """What a whole reply amounts to."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


def judge(text: str, context: Context) -> Verdict:
    """Return what the reply `text` to `context.said` amounts to; a yes to something else than was said is a no."""
    message = cut(first_pieces(text, _MOST_PIECES), context.language)
    if not message.clauses:
        return Verdict.UNCLEAR
    said = verdict(message, context)
    if said is not None:
        return Verdict.YES if isinstance(said.meaning, Affirm) else Verdict.NO
    changes = chances(message, context).get("change", 0.0) >= _NO
    return Verdict.NO if changes else Verdict.UNCLEAR


@lru_cache(maxsize=8)  # several rules ask for it, of one message and of its parts
def verdict(message: Message, context: Context, meant: str | None = None) -> Read | None:
    """Return the answer to a confirm or an offer, seen against what the desk said.

    `meant` is the reply without the values that are only mentioned: a sure yes may tell of other days.
    """
    own = assent(message, context)
    if own is not None and is_bare(message) and not is_held_back(message, context):
        return own
    denies = own is not None and isinstance(own.meaning, Deny)
    if context.tagger is None or (denies and not _also_agrees(message)):
        return own if denies else None  # "no" stays one, whatever the model believes
    believed, words = chances(message, context), message.text.strip()
    named = meant if believed["yes"] >= _BEYOND_DOUBT else None
    floor = _floor(message, own, min(context.tagger.settings.yes, _LIKELY))
    if believed["yes"] >= floor and not is_held_back(message, context, named):
        return Read(Affirm(words), why="yes: to what was said", by=Part.TAGGER, chance=believed["yes"])
    if ends_with_no(message):
        return Read(Deny(words), why="no: said so")
    if believed["no"] >= _NO and not trails_off(message.pieces, message.language):
        return Read(Deny(words), why="no: to what was said", by=Part.TAGGER, chance=believed["no"])
    return None


def chances(message: Message, context: Context) -> dict[str, float]:
    """Return how likely each answer to what the desk said is; none without a model."""
    if context.tagger is None:
        return {}
    return dict(context.tagger.answer(_CONFIRM, context.said or "", message.text.strip()))


def assent(message: Message, context: Context) -> Read | None:
    """Return the yes or the no that a message opens with, or that it consists of."""
    for clause in message.clauses:
        if clause.mood is Mood.DISMISS or asks(clause):
            continue  # "ok?" asks
        no = _leading(message, clause, "moves.no", word_set(context.language, "common", "plain_no"))
        if no is not None:
            return Read(Deny(message.text[no.start : no.end]), why="no: said so")
        yes = _leading(message, clause, "moves.yes", word_set(context.language, "common", "plain_yes"))
        if yes is not None and not message.within("clauses.negations", clause) and not _is_mere_please(message, yes):
            return Read(Affirm(message.text[yes.start : yes.end]), why="yes: said so")
    return None


def says_yes(message: Message, context: Context) -> bool:
    """Say whether a yes stands in a reply in so many words, with no no, condition or other value beside it."""
    plain = word_set(message.language, "common", "plain_yes")
    return not plain.isdisjoint(message.bare) and not noes_in(message) and not is_held_back(message, context)


def is_bare(message: Message) -> bool:
    """Say whether a reply is nothing but one yes or no, courtesies aside."""
    answers = (*message.found("moves.yes"), *message.found("moves.no"))
    courtesies = (*message.found("clauses.polite"), *message.found("moves.thank"))
    polite = {place for cue in courtesies for place in range(cue.first, cue.after)}
    said = [cue for cue in answers if not polite.issuperset(range(cue.first, cue.after))]
    apart = [cue for cue in said if not any(other is not cue and _lies_in(cue, other) for other in said)]
    covered = polite | {place for cue in said for place in range(cue.first, cue.after)}
    spoken = {place for place, word in enumerate(message.bare) if word[0].isalnum()}
    return len(apart) == 1 and spoken <= covered and not any(map(asks, message.clauses))


def _floor(message: Message, own: Read | None, likely: float) -> float:
    """Return how likely a yes must be: less where the reply says it outright, more where it says no as well."""
    if noes_in(message):
        return max(likely, _BEYOND_DOUBT)
    outright = message.bare[0] in word_set(message.language, "assent", "outright")
    if outright and any(map(asks, message.clauses)):
        return _ASKED_BESIDES
    said = own is not None or outright or message.found("clauses.ordering")
    return min(likely, _SAID) if said else likely


def _also_agrees(message: Message) -> bool:
    """Say whether a yes stands in a clause of its own beside a no: "no no, that's perfect"."""
    return any(
        message.within("moves.yes", clause) and not message.within("clauses.negations", clause)
        for clause in message.clauses
    )


def _lies_in(cue: Cue, other: Cue) -> bool:
    return other.first <= cue.first and cue.after <= other.after


def _is_mere_please(message: Message, yes: Cue) -> bool:
    """Tell the "please" of "Tokyo, please" from one that agrees."""
    polite = any(cue.first == yes.first and cue.after == yes.after for cue in message.found("clauses.polite"))
    return polite and len(message.clauses) > 1


def _leading(message: Message, clause: Clause, label: str, plain: frozenset[str]) -> Cue | None:
    """Find a yes or no that fills its clause, or a plain one that opens the message."""
    if not (said := message.within(label, clause)):
        return None
    harmless = message.found("clauses.harmless_no")  # "no problem" is no no
    thanks = message.found("moves.thank")
    cues = [
        cue
        for cue in said
        if not any(other.first <= cue.first < other.after for other in harmless)
        and not any(other.first < cue.first and cue.after <= other.after for other in thanks)  # "thank ye"
    ]
    if not cues:
        return None
    covered = {place for cue in cues for place in range(cue.first, cue.after)}
    light = word_set(message.language, "common", "light")
    rest = [
        word
        for place in range(clause.first, clause.after)
        if place not in covered and (word := message.bare[place])[0].isalnum()
    ]
    if all(word in light for word in rest):
        return max(cues, key=lambda cue: cue.after - cue.first)
    opens = [cue for cue in cues if cue.first == 0 and message.bare[0] in plain]
    return max(opens, key=lambda cue: cue.after, default=None)
