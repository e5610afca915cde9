"""Reads yes and no: as the answer to a confirm, and beside other things: "yes, it's Ann", "no, the later one"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from frontdesk.dialogue.meanings import Affirm, Deny
from frontdesk.language import yesno
from frontdesk.language.reading import Context
from frontdesk.language.understanding.agreeing.hollowness import is_hollow
from frontdesk.language.understanding.agreeing.keeping import Having, having, lets_go
from frontdesk.language.understanding.agreeing.parting import parted
from frontdesk.language.understanding.agreeing.plainness import (
    agrees_in_words,
    asks,
    bare,
    is_plain,
    leads_over,
    leaves_unchanged,
    places_of_agreement,
)
from frontdesk.language.understanding.agreeing.remarking import (
    concluding,
    is_grumbled,
    is_harmless,
    is_outweighed,
    parts_of,
    unsigned,
)
from frontdesk.language.understanding.agreeing.unsettled import leaves_open, looks_on
from frontdesk.language.understanding.message.clauses import Clause, Message, Mood, cut
from frontdesk.language.understanding.message.cues import Cue
from frontdesk.language.understanding.results import Read
from frontdesk.language.words import tokens, word_set
from frontdesk.language.yesno.clauses import clauses_of
from frontdesk.language.yesno.question import Kind, question_of


def assent(message: Message, context: Context) -> Read | None:
    """Return the yes or the no that a message opens with, or that it consists of."""
    for clause in message.clauses:
        if clause.mood is Mood.DISMISS or asks(message, clause):
            continue  # "ok?" asks
        no = _leading(message, clause, "moves.no", word_set(context.language, "common", "plain_no"))
        if no is not None:
            return Read(Deny(message.text[no.start : no.end]), why="no: said so")
        yes = _leading(message, clause, "moves.yes", word_set(context.language, "common", "plain_yes"))
        if yes is not None and not message.within("clauses.negations", clause) and not _is_mere_please(message, yes):
            return Read(Affirm(message.text[yes.start : yes.end]), why="yes: said so")
    return None


@lru_cache(maxsize=8)  # several rules ask for it, of one message and of its parts
def verdict(message: Message, context: Context) -> Read | None:
    """Return the answer to a confirm or an offer, seen against what the desk said."""
    message = parted(message, context)
    if ends_with_no(message):
        return Read(Deny(message.text.strip()), why="no: the last word")
    return _answer(message, context)


def _answer(message: Message, context: Context) -> Read | None:
    own = assent(message, context)
    said = yesno.read(_weighed(message), context)
    if said.wavers:
        return None
    if own is not None and isinstance(own.meaning, Deny):
        return _righted(message, said.answer, context) or own
    if is_held_back(message):
        return None
    if _undoes(context) and (had := having(message)) is not None:
        return Read(Deny(message.text.strip()), why="no: it shall stay") if had is Having.KEPT else None
    words = own.meaning.words if own is not None else message.text.strip()
    match said.answer:
        case yesno.Verdict.YES if not agrees_in_words(message) or (_undoes(context) and not lets_go(message)):
            return None  # thanks alone are no yes; nor is "sold", where something would be taken away
        case yesno.Verdict.YES if not (is_plain(message, context) or _is_complete(message, context)):
            return None  # "yes, once I get paid": there is more in it than agreement
        case yesno.Verdict.YES:
            return Read(Affirm(words), why="yes: to what was said")
        case yesno.Verdict.NO if (said.refuses or _is_negated(message)) and not message.found("clauses.doubting"):
            return Read(Deny(message.text.strip()), why="no: to what was said")
        case yesno.Verdict.NO:
            return None  # neither: what is no yes is not yet a no
        case yesno.Verdict.UNCLEAR if said.asks or message.found("clauses.doubting"):
            return None  # "ok, how much is it?" wants to know first
        case yesno.Verdict.UNCLEAR:
            return own if is_plain(message, context) else None


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


def _undoes(context: Context) -> bool:
    return question_of(context.said or "", context.language).undoes


def _is_complete(message: Message, context: Context) -> bool:
    """Tell a yes that needs none of what is told or asked beside it: "yes. Her name is Bella."."""
    parts = parts_of(message, places_of_agreement(message, context))
    agreeing = [part for part in parts if len(parts) > 1 and _affirms(part, context)]
    rest = [part for part in unsigned(parts, context.language) if part not in agreeing]
    asking = [clause for clause in message.clauses if asks(message, clause)]
    if not agreeing or is_hollow(message, asking, context) or _leaves_open(message, asking, context):
        return False
    if parts[-1] == agreeing[-1] and rest and all(is_grumbled(part, context.language) for part in rest):
        return _is_grudging(agreeing[-1], context.language)
    last = parts.index(agreeing[-1])
    outweighed = parts[:last] if _is_decided(agreeing[-1], context) else ()
    if not all((part in outweighed and is_outweighed(part, context)) or is_harmless(part, context) for part in rest):
        return False
    if not rest:
        return True
    if _is_praise(agreeing, context.language) and any(_is_misfortune(part, context.language) for part in rest):
        return False
    earnest = message.found("moves.thank") or message.found("clauses.polite")
    return bool(earnest) or not _is_easily_said(agreeing, context)


def agrees_then_asks(message: Message, context: Context) -> bool:
    """Tell "great. How much is it?", where a yes comes before nothing but questions about what was shown."""
    yes, rest = message.clauses[0], message.clauses[1:]
    asking = [clause for clause in rest if asks(message, clause)]
    if len(asking) < len(rest) or is_hollow(message, asking, context) or _leaves_open(message, asking, context):
        return False
    return bool(rest) and not leads_over(message, context) and _affirms(message.words(yes), context)


def _leaves_open(message: Message, asking: Sequence[Clause], context: Context) -> bool:
    """Tell "great! How much is it?", said to "shall I book it?"; where all is said back, the price may be asked."""
    if question_of(context.said or "", context.language).kind is not Kind.INTENT:
        return looks_on(message, asking, context)
    return leaves_open(message, asking, range(message.clauses[0].first, message.clauses[0].after), context)


def _affirms(part: str, context: Context) -> bool:
    words = concluding(part, context.language)
    said = verdict(cut(words, context.language), context) if words else None
    return said is not None and isinstance(said.meaning, Affirm)


def _is_decided(part: str, context: Context) -> bool:
    """Tell the yes that outweighs what was said before it: "but yes", "so go ahead", "reserve it"."""
    if concluding(part, context.language) != part:
        return True
    asked = question_of(context.said or "", context.language)
    if any("bids" in each.fills for each in clauses_of(part, asked.verbs, context.language)):
        return True
    words = [bare(piece.plain) for piece in tokens(part)]
    return bool(words) and (words[0] in word_set(context.language, "assent", "outright") or words[0] in asked.verbs)


def _is_praise(agreeing: Sequence[str], language: str) -> bool:
    """Tell "perfect timing" and "oh great", which may be bitter, from a yes."""
    words = {word for part in agreeing for piece in tokens(part) if (word := bare(piece.plain))[:1].isalnum()}
    return words <= word_set(language, "assent", "remarks") | word_set(language, "assent", "faint")


def _is_misfortune(part: str, language: str) -> bool:
    """Tell "my car just died"."""
    misfortunes = word_set(language, "assent", "misfortunes")
    return any(bare(piece.plain) in misfortunes for piece in tokens(part))


def _is_grudging(part: str, language: str) -> bool:
    """Tell the "OK." of "Outrageous. OK." from "sure", which would mock there."""
    words = {bare(piece.plain) for piece in tokens(part)}
    grudging = word_set(language, "assent", "grudging") | word_set(language, "assent", "outright")
    return not words.isdisjoint(grudging)


def _is_easily_said(agreeing: Sequence[str], context: Context) -> bool:
    """Tell the yes of "sure. My lawyer will be in touch.", which may be said in jest, unless it is the desk's word."""
    language, asked = context.language, question_of(context.said or "", context.language)
    words = {word for part in agreeing for piece in tokens(part) if (word := bare(piece.plain))[:1].isalnum()}
    if asked.asks and not words.isdisjoint(asked.last):
        return False  # "... right?" - "right"
    return words <= word_set(language, "assent", "weakly_said") | word_set(language, "assent", "faint")


def orders_it(message: Message, context: Context) -> bool:
    """Tell "please confirm the booking", an order for just what the desk asked, from one for anything else."""
    wonders = any(clause.mood is Mood.ASK or clause.marked for clause in message.clauses)
    if wonders or question_of(context.said or "", context.language).verbs.isdisjoint(message.bare):
        return False
    said = verdict(message, context)
    return said is not None and isinstance(said.meaning, Affirm)


def _righted(message: Message, said: yesno.Verdict, context: Context) -> Read | None:
    """Return the yes of "no, that's right", which says that nothing is wrong; any other no stays one."""
    is_yes = said is yesno.Verdict.YES and is_plain(message, context) and not is_held_back(message)
    return Read(Affirm(message.text.strip()), why="yes: nothing is wrong") if is_yes else None


def is_held_back(message: Message) -> bool:
    """Tell "ok, wait", "yes, if it is cheap" and "book it?": no yes to count on."""
    allowed = message.found("clauses.not_conditions")
    stated = [cue for clause in message.clauses for cue in _conditions(message, clause)]
    conditions = [cue for cue in stated if not any(other.first <= cue.first < other.after for other in allowed)]
    wonders = all(_asks(message, clause) for clause in message.clauses)
    holds = message.found("clauses.holding")
    return bool(conditions) or wonders or any(cue.after - cue.first > 1 or _fills(message, cue) for cue in holds)


def _conditions(message: Message, clause: Clause) -> tuple[Cue, ...]:
    """Return what a clause makes a yes depend on; "do you know if it hurts?" depends on nothing."""
    found = message.within("clauses.conditions", clause)
    if not found or not asks(message, clause):
        return found
    return tuple(cue for cue in found if cue.first == clause.first)  # "once I know the price, yes"


def _asks(message: Message, clause: Clause) -> bool:
    """Tell whether a clause asks; "can you book it?" tells the desk to."""
    return asks(message, clause) and not message.within("clauses.ordering", clause)


def _fills(message: Message, cue: Cue) -> bool:
    """Tell whether nothing but small words and yeses stands beside a phrase."""
    idle = word_set(message.language, "common", "light") | word_set(message.language, "common", "plain_yes")
    outside = (*message.bare[: cue.first], *message.bare[cue.after :])
    return all(word in idle or not word[0].isalnum() for word in outside)


def _is_mere_please(message: Message, yes: Cue) -> bool:
    """Tell the "please" of "Tokyo, please" from one that agrees."""
    polite = any(cue.first == yes.first and cue.after == yes.after for cue in message.found("clauses.polite"))
    return polite and len(message.clauses) > 1


def _weighed(message: Message) -> str:
    """Return the text without what was set aside: "never mind the price" says neither yes nor no."""
    if all(clause.mood is not Mood.DISMISS for clause in message.clauses):
        return message.text
    return " ".join(message.words(clause) for clause in message.clauses if clause.mood is not Mood.DISMISS)


def _is_negated(message: Message) -> bool:
    return any(
        message.within("clauses.negations", clause) for clause in message.clauses if clause.mood is not Mood.DISMISS
    )


def _leading(message: Message, clause: Clause, label: str, plain: frozenset[str]) -> Cue | None:
    """Find a yes or no that fills its clause, or a plain one that opens the message."""
    if not (said := message.within(label, clause)):
        return None
    harmless = (*message.found("clauses.harmless_no"), *leaves_unchanged(message))  # "no problem" is no no
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
