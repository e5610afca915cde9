"""Reads yes and no: a bare one at once, anything else by how the model believes it is meant, past the veto.

Beside other things ("yes, it's Ann", "no, the later one") only words that say yes or no by themselves count.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from frontdesk.dialogue.meanings import Affirm, Deny
from frontdesk.language.reading import Context
from frontdesk.language.understanding.message.clauses import Clause, Message, Mood, cut
from frontdesk.language.understanding.message.cues import Cue
from frontdesk.language.understanding.results import Part, Read
from frontdesk.language.veto import differs, is_held_back
from frontdesk.language.words import first_pieces, word_set

_MOST_PIECES = 600  # words and signs: no reply goes on longer
_CONFIRM = "confirm"
_SIGNS = " ,;:.!-–—"  # noqa: RUF001 - guests type dashes
_SAID_YES = 0.6  # where a plain yes opens the reply, the model need only not doubt it
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
    if own is not None and _is_bare(message) and not is_held_back(message):
        return own
    if _agrees_then_asks(message):
        return Read(Affirm(message.pieces[0].text), why="yes: said so, with a question about something else")
    if context.tagger is None:
        return own if isinstance(getattr(own, "meaning", None), Deny) else None
    believed = chances(message, context)
    words = message.text.strip()
    floor = _SAID_YES if own is not None and isinstance(own.meaning, Affirm) else context.tagger.settings.yes
    if believed["yes"] >= floor and not (is_held_back(message) or differs(message, context)):
        return Read(Affirm(words), why="yes: to what was said", by=Part.TAGGER, chance=believed["yes"])
    if believed["no"] >= _NO:
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


def _agrees_then_asks(message: Message) -> bool:
    """Tell "yes, and is there parking?": a firm yes, and a question that what is decided does not hang on."""
    if message.bare[0] not in word_set(message.language, "assent", "outright"):
        return False
    rest = cut(message.text[message.pieces[0].end :].lstrip(_SIGNS), message.language)
    settled = word_set(message.language, "assent", "asks_settled") | word_set(message.language, "assent", "asks_other")
    spoken = any(word[0].isalnum() for word in rest.bare)
    return spoken and all(map(asks, rest.clauses)) and settled.isdisjoint(rest.bare)


def _is_bare(message: Message) -> bool:
    """Say whether a message is nothing but a yes or a no with small words around it."""
    cues = (*message.found("moves.yes"), *message.found("moves.no"), *message.found("clauses.polite"))
    covered = {place for cue in cues for place in range(cue.first, cue.after)}
    idle = word_set(message.language, "common", "plain_yes") | word_set(message.language, "common", "plain_no")
    rest = [word for place, word in enumerate(message.bare) if place not in covered and word[0].isalnum()]
    kinds = {label for label in ("moves.yes", "moves.no") if message.found(label)}
    return len(kinds) == 1 and all(word in idle for word in rest) and not any(map(asks, message.clauses))


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
