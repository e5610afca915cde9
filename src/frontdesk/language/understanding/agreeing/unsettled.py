"""Tells questions about what a yes would settle: whoever asks for other times, days or prices has not agreed yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from frontdesk.language.reading import Context
from frontdesk.language.understanding.message.clauses import Clause, Message
from frontdesk.language.words import tokens, word_set
from frontdesk.language.yesno.clauses import clauses_of
from frontdesk.language.yesno.differences import difference
from frontdesk.language.yesno.question import question_of

_NAME = "assent"
_MOVING = frozenset(("proposes", "changes"))  # "can it be a little later?"
_WEAK = ("faint", "remarks")


def leaves_open(message: Message, asking: Sequence[Clause], places: Iterable[int], context: Context) -> bool:
    """Say whether a reply asks for something else, or answers faintly and asks for the day, the time or the price."""
    if looks_on(message, asking, context):
        return True
    settled = word_set(message.language, _NAME, "asks_settled")
    return not settled.isdisjoint(_asked(message, asking)) and _is_faint(message, places)


def looks_on(message: Message, asking: Sequence[Clause], context: Context) -> bool:
    """Say whether a reply asks for something else than was shown, or wants to see something first."""
    if not asking:
        return False
    others = word_set(message.language, _NAME, "asks_other")
    if not others.isdisjoint(_asked(message, asking)) or _says_first(message, asking):
        return True
    if any(_differs(message, clause, context) or _names_another(message, clause, context) for clause in asking):
        return True
    verbs = question_of(context.said or "", context.language).verbs
    return any(each.asks and each.holds >= _MOVING for each in clauses_of(message.text, verbs, context.language))


def _asked(message: Message, asking: Sequence[Clause]) -> set[str]:
    return {message.bare[place] for clause in asking for place in range(clause.first, clause.after)}


def _says_first(message: Message, asking: Sequence[Clause]) -> bool:
    """Tell "can I see it first?" from "is it my first visit?"."""
    ends = {place for clause in asking for place in range(clause.first, clause.after)}
    before = word_set(message.language, _NAME, "asks_before")
    return any(
        message.bare[place] in before and not any(word[0].isalnum() for word in message.bare[place + 1 :])
        for place in ends
    )


def _differs(message: Message, clause: Clause, context: Context) -> bool:
    """Tell "how much on Saturday?" where the desk said Friday."""
    found = difference(message.words(clause), context)
    return found.differs or found.adds_time


def _names_another(message: Message, clause: Clause, context: Context) -> bool:
    """Tell "is it with Emily?" where the desk said "with Maria": its little word, and another name."""
    said = {piece.plain for piece in tokens(context.said or "")}
    tying = word_set(message.language, _NAME, "linking") & said
    if tying.isdisjoint(message.bare[clause.first : clause.after]):
        return False
    titles = word_set(message.language, _NAME, "before_names")
    tied = False
    for place in range(clause.first, clause.after):
        name, word = message.pieces[place].text, message.bare[place]
        if tied and name.istitle() and name.isalpha() and word not in said | titles:
            return True
        tied = word in tying or (tied and (word in titles or not word[0].isalnum()))
    return False


def _is_faint(message: Message, places: Iterable[int]) -> bool:
    """Tell "great, what time?" from "yes, what time?": praise may be for anything."""
    language = message.language
    weak = frozenset[str]().union(*(word_set(language, _NAME, name) for name in _WEAK))
    words = {word for place in places if (word := message.bare[place])[0].isalnum()}
    light = word_set(language, "common", "light") - word_set(language, "common", "plain_yes")
    return words <= weak | word_set(language, "clauses", "polite") | light
