"""Reads yes and no: a bare one at once, anything else by how the model believes it is meant, past the veto.

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
from frontdesk.language.veto import differs, is_held_back
from frontdesk.language.words import first_pieces, word_set

_MOST_PIECES = 600  # words and signs: no reply goes on longer
_CONFIRM = "confirm"
_SIGNS = " ,;:.!-–—"  # noqa: RUF001 - guests type dashes
_SAID_YES = 0.5  # where a firm yes opens the reply, the model need only not doubt it
_NOT_DOUBTED = 0.4
_AGREEING = 0.75  # where the model hears agreement in it, and nothing else
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
def verdict(message: Message, context: Context) -> Read | None:
    """Return the answer to a confirm or an offer, seen against what the desk said."""
    if ends_with_no(message):
        return Read(Deny(message.text.strip()), why="no: the last word")
    own = assent(message, context)
    count, alone = _answers_in(message)
    if own is not None and count == 1 and alone and not is_held_back(message):
        return own
    denies = own is not None and isinstance(own.meaning, Deny)
    if context.tagger is None or (denies and not _also_agrees(message)):
        return own if denies else None  # "no" alone stays one, whatever the model believes
    words = message.text.strip()
    if _ends_in_tag(message) and context.tagger.asks(_CONFIRM, context.said or "", words):
        return None
    believed = chances(message, context)
    if believed["yes"] >= _NOT_DOUBTED and _agrees_then_asks(message):
        return Read(Affirm(message.pieces[0].text), why="yes: said so, with a question about something else")
    floor = min(_floor(message, alone=alone and bool(count)), context.tagger.settings.yes)
    if context.tagger.agrees(_CONFIRM, context.said or "", words):
        floor = min(floor, _AGREEING)
    if believed["yes"] >= floor and not (is_held_back(message) or differs(message, context)):
        return Read(Affirm(words), why="yes: to what was said", by=Part.TAGGER, chance=believed["yes"])
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


def asks(clause: Clause) -> bool:
    """Say whether a clause is a question."""
    return clause.marked or clause.mood is Mood.ASK


def ends_with_no(message: Message) -> bool:
    """Tell "that's okay, no thanks" and "all right, no", whatever the first words might be by themselves."""
    last = message.clauses[-1] if len(message.clauses) > 1 else None
    if last is None:
        return False
    small = word_set(message.language, "common", "light") | word_set(message.language, "assent", "after_no")
    noes = {place for cue in message.within("moves.no", last) for place in range(cue.first, cue.after)}
    words = [place for place in range(last.first, last.after) if message.bare[place][0].isalnum()]
    opens = bool(words) and words[0] in noes
    return opens and all(place in noes or message.bare[place] in small for place in words)


def _ends_in_tag(message: Message) -> bool:
    """Tell "so I pay there, correct", which may ask, from "correct" and "yes, that's right"."""
    spoken = [place for place, word in enumerate(message.bare) if word[0].isalnum()]
    tagged = any(
        spoken[0] < cue.first and cue.after == spoken[-1] + 1 for cue in message.found("clauses.checking_tags")
    )
    return tagged and message.bare[0] not in _outright(message)


def _agrees_then_asks(message: Message) -> bool:
    """Tell "yes, and is there parking?": a firm yes, and a question that what is decided does not hang on."""
    if message.bare[0] not in _outright(message):
        return False
    rest = cut(message.text[message.pieces[0].end :].lstrip(_SIGNS), message.language)
    settled = word_set(message.language, "assent", "asks_settled") | word_set(message.language, "assent", "asks_other")
    spoken = any(word[0].isalnum() for word in rest.bare)
    return spoken and all(map(asks, rest.clauses)) and settled.isdisjoint(rest.bare)


def _also_agrees(message: Message) -> bool:
    """Say whether a yes stands in a clause of its own beside a no: "no no, that's perfect"."""
    return any(
        message.within("moves.yes", clause) and not message.within("clauses.negations", clause)
        for clause in message.clauses
    )


def _floor(message: Message, *, alone: bool) -> float:
    """Return how likely a yes must be that some words say already: the model need only not doubt those."""
    if message.found("moves.no"):
        return 1.0
    if alone or message.found("clauses.ordering"):
        return _NOT_DOUBTED
    return _SAID_YES if _first_said(message) in _outright(message) or _ends_with_yes(message) else 1.0


def _first_said(message: Message) -> str:
    """Return the first word that is no courtesy: the "confirm" of "please confirm the booking"."""
    polite = {place for cue in message.found("clauses.polite") for place in range(cue.first, cue.after)}
    return next((word for place, word in enumerate(message.bare) if place not in polite), message.bare[0])


def _ends_with_yes(message: Message) -> bool:
    """Tell "good price, book it": the last clause is nothing but a yes."""
    last = message.clauses[-1]
    said = {place for cue in message.within("moves.yes", last) for place in range(cue.first, cue.after)}
    spoken = {place for place in range(last.first, last.after) if message.bare[place][0].isalnum()}
    return len(message.clauses) > 1 and bool(spoken) and spoken <= said


def _outright(message: Message) -> frozenset[str]:
    return word_set(message.language, "assent", "outright")


def _answers_in(message: Message) -> tuple[int, bool]:
    """Return how many yeses or noes a message consists of, and whether it is nothing else, courtesies aside."""
    answers = (*message.found("moves.yes"), *message.found("moves.no"))
    courtesies = (*message.found("clauses.polite"), *message.found("moves.thank"))
    covered = {place for cue in (*answers, *courtesies) for place in range(cue.first, cue.after)}
    polite = {place for cue in courtesies for place in range(cue.first, cue.after)}
    said = [cue for cue in answers if not polite.issuperset(range(cue.first, cue.after))]
    apart = [cue for cue in said if not any(other is not cue and _lies_in(cue, other) for other in said)]
    spoken = {place for place, word in enumerate(message.bare) if word[0].isalnum()}
    faint = word_set(message.language, "assent", "faint")
    idle = {place for place in spoken if message.bare[place] in faint}
    return len(apart) + bool(idle - covered), spoken <= covered | idle and not any(map(asks, message.clauses))


def is_bare(message: Message) -> bool:
    """Say whether a reply is nothing but a yes or a no."""
    return _answers_in(message)[1]


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
