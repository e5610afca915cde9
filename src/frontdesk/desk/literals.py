"""Judges the words of a business: what its texts say by themselves, what they claim, and what would begin its flows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache

from frontdesk.desk.sample_answers import unread_answers
from frontdesk.dialogue.flow import Flows
from frontdesk.flows.drafts import Claim, Deed, Judge
from frontdesk.language.readers import number, when
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message, cut
from frontdesk.language.readers.text.vocabulary import Vocabulary
from frontdesk.language.replies.claims import cheers, claims
from frontdesk.language.replies.facts import known_of_business, supports
from frontdesk.language.replies.guard import Facts, announcements, unsupported
from frontdesk.language.replies.marks import Ahead, Code, Mark, Sum, Weekday, scan
from frontdesk.language.resolve.wishes.triggers import Triggers
from frontdesk.language.words import tokens, word_set, words_in
from frontdesk.scheduling.business import Business

# Blanks, and what stands in quotation marks: words that a guest could say.
_NOT_SAID = re.compile(r"\{\{|\}\}|\{[^{}]*\}|\"[^\"\n]*\"|\u201c[^\u201d\n]*\u201d")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_REFERENCE = re.compile(r"#?(?=.*\d)(?=.*[^\W\d])[\w-]+")
# A text is true or not whatever the clock says, so it is held against a day that means nothing.
_NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)
_BLANK = re.compile(r"\{[^{}]*\}")
_QUOTED = re.compile(r"\"[^\"\n]*\"|\u201c[^\u201d\n]*\u201d")
# What guests say to any desk, and what is heard before any trigger is looked for.
_ANSWERS = ("moves.yes", "moves.no", "moves.skip")
_COURTESIES = ("moves.greet", "moves.thank", "moves.goodbye")
_MOVES = ("moves.help", "moves.repeat", "moves.repeat_bare", "moves.go_back", "moves.start_over", "moves.bare_cancel")
_PRICE_LISTS = ("price_words", "before_price", "after_price")
_FILLERS = ("clauses.fillers", "clauses.polite")


def text_problems(text: str, business: Business | None) -> list[str]:
    """Say what a literal text of a flow or a reply must not say."""
    language = business.language if business else "en"
    problems = [f'It promises later work: "{words}".' for words in announcements(text, language, ("callback",))]
    if business is not None:
        problems += [
            f'It says "{words}", and business.yaml does not: show a slot, or let the business say so there.'
            for words in dict.fromkeys(_invented(text, business))
        ]
    return problems


def _invented(text: str, business: Business) -> Iterator[str]:
    """Give the times, days, sums and references of a text that the data of the business do not hold."""
    context = Context(_NO_TIME, business.region, business.language)
    for sentence in _SENTENCE.split(_NOT_SAID.sub(" ", text)):
        stated = {mark.words for mark in scan(sentence, business.language) if _is_stated(mark, sentence)}
        if stated:
            yield from (words for words in unsupported(sentence, Facts((), (), business), context) if words in stated)
        yield from _bare_sums(sentence, business, context)


def _bare_sums(sentence: str, business: Business, context: Context) -> Iterator[str]:
    """Give the numbers beside words of price that are no price of the business, whatever they would be counted in."""
    prices, before, after = (word_set(business.language, "guard", name) for name in _PRICE_LISTS)
    if prices.isdisjoint(words_in(sentence)):
        return
    pieces, others = tokens(sentence), {mark.words for mark in scan(sentence, business.language)}
    for found in number.read(sentence, context):
        words = sentence[found.start : found.end]
        led = [piece.plain for piece in pieces if piece.end <= found.start]
        follows = next((piece.plain for piece in pieces if piece.start >= found.end), "")
        stands = not prices.isdisjoint(led) and (led[-1] in prices | before or led[-1] == ":")
        ends = not follows[:1].isalpha() or follows in after
        if stands and ends and not any(words in other for other in others):
            priced = Sum(words, Decimal(found.value), business.currency)
            if not supports(known_of_business(business, context), priced, context):
                yield words


def _is_stated(mark: Mark, sentence: str) -> bool:
    """Say whether a mark is a fact that could be wrong: a question may name days, and an address is no fact."""
    match mark:
        case Ahead() | Weekday():
            return not sentence.rstrip().endswith("?")
        case Code(words=words):
            return _REFERENCE.fullmatch(words) is not None
        case _:
            return True


def trigger_problems(trigger: str, business: Business | None) -> list[str]:
    """Say why a trigger would begin its flow where nobody asks for it, or never."""
    if problems := said_anywhere(trigger, business):
        return problems
    language = business.language if business else "en"
    literal = _BLANK.sub(" ", trigger).strip()
    if not _vocabulary(language).meanings(literal) and (literal == trigger.strip() or not cut(literal, language).bare):
        return [f'"{trigger}" has no word of its own that says what the guest wants; add one.']
    return []


def said_anywhere(trigger: str, business: Business | None) -> list[str]:
    """Say why a sentence tells nothing of what a guest wants: it is an answer, a courtesy, or said to any desk."""
    language = business.language if business else "en"
    literal = _BLANK.sub(" ", trigger).strip()
    context = Context(_NO_TIME, business.region if business else "US", language)
    message = cut(literal, language)
    if _is_made_of(message, _ANSWERS) or _is_value(literal, context):
        return [f'"{trigger}" is an answer to some question; say what the guest wants.']
    if _is_made_of(message, (*_COURTESIES, *_MOVES)):
        return [f'"{trigger}" is said to any desk, whatever the guest wants; say what it is.']
    return []


@cache
def _vocabulary(language: str) -> Vocabulary:
    return Triggers(Flows({}), language).vocabulary


def _is_made_of(message: Message, labels: tuple[str, ...]) -> bool:
    """Say whether a text is nothing but phrases of these lists, and what may stand beside anything."""
    cues = [cue for label in labels for cue in message.found(label)]
    beside = [cue for label in _FILLERS for cue in message.found(label)]
    covered = {place for cue in (*cues, *beside) for place in range(cue.first, cue.after)}
    return bool(cues) and covered >= set(range(len(message.bare)))


def _is_value(literal: str, context: Context) -> bool:
    """Say whether a text is nothing but a time or a number."""
    found = (*when.read(literal, context), *number.read(literal, context))
    return any(each.start == 0 and each.end == len(literal) for each in found)


def claimed(text: str, business: Business | None) -> tuple[Claim, ...]:
    """Return what a text says was done, and what makes that true."""
    language = business.language if business else "en"
    shown = _QUOTED.sub(" ", text)
    done = "an action that does so; say it after the action, on every way"
    found = [Claim(each.words, done, Deed.FOUND if each.looked else Deed.DONE) for each in claims(shown, language)]
    kept = announcements(shown, language, ("callback",))
    called = (words for words in announcements(shown, language) if words not in kept)
    left = "a handoff, which alone lets somebody know; let one lead there"
    return (*found, *(Claim(words, left, Deed.LEFT_TO_STAFF) for words in called))


def cheered(text: str, business: Business | None) -> tuple[str, ...]:
    """Return what a text says that is said only where something went well."""
    return cheers(_QUOTED.sub(" ", text), business.language if business else "en")


JUDGE = Judge(text_problems, trigger_problems, claimed, unread_answers, cheered)
