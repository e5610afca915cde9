"""Tells what stands against an offer without a no: being elsewhere then, another thing, less of it, a bare value."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.language.words import table, word_set
from frontdesk.language.yesno.clauses import Clause
from frontdesk.language.yesno.question import matter_of
from frontdesk.language.yesno.signs import Signs
from frontdesk.language.yesno.wording import NAME

_OPEN = frozenset(("doubts", "unchanged", "waits", "ironies", "provisos", "ask_phrases", "facts", "thanks", "later"))
_LONGEST_VALUE = 5  # words
_BARE = 2  # words
_WITH_HEAD = 3  # words
_TELLING = frozenset(("identifies", "wants", "plans"))


def objects(signs: Signs) -> bool:
    """Say whether something is told, and not wondered, that the offer does not go with."""
    return any(_objects(signs, clause) for clause in signs.clauses if _tells(signs, clause))


def _tells(signs: Signs, clause: Clause) -> bool:
    if "of_others" in clause.opens and not word_set(signs.language, NAME, "past").isdisjoint(clause.words):
        return False  # "my friend paid only 600 last month"
    return not (clause.asks or clause.agrees or clause.supposes) and clause.holds.isdisjoint(_OPEN)


def _objects(signs: Signs, clause: Clause) -> bool:
    if not any(word[0].isalnum() for word in clause.words):
        return False
    return (
        _is_taken_then(signs, clause)
        or "spells" in clause.holds
        or (not clause.opens.isdisjoint(_TELLING) and _brings(signs, clause))
        or ("restricts" in clause.holds and bool(_named(clause, signs.language)))
        or ("takes_away" in clause.opens and bool(_named(clause, signs.language)))
        or _narrows(signs, clause)
        or _is_value(signs, clause)
    )


def _brings(signs: Signs, clause: Clause) -> bool:
    """Tell news of the matter from small talk: "it's a pedicure", "I have a question"."""
    last = signs.question.proposal
    other = matter_of(clause.words, signs.language) if last else frozenset[str]()
    news = signs.news(clause) | (other if other.isdisjoint(last) else frozenset[str]())  # "the stalls, please"
    return bool(news - word_set(signs.language, NAME, "small_talk"))


def _is_taken_then(signs: Signs, clause: Clause) -> bool:
    """Tell "I have class then" and "Thursday is my bridge day": more is said of the time than the desk did."""
    if "absent" in clause.holds and clause.holds & {"at_that_time"}:
        return True
    numbered = "of_others" not in clause.opens and any(
        word[0].isdigit() and word in signs.question.words for word in clause.words
    )
    calendar = word_set(signs.language, NAME, "calendar") - word_set(signs.language, NAME, "past")
    past = not word_set(signs.language, NAME, "past").isdisjoint(clause.words)
    named = signs.difference.names_time and not past and (numbered or not calendar.isdisjoint(clause.words))
    pointed = "at_that_time" in clause.holds or named or numbered or (not past and _repeats_weekday(signs, clause))
    return pointed and bool(signs.news(clause))


def _repeats_weekday(signs: Signs, clause: Clause) -> bool:
    """Tell the "Friday's" of "Friday's my daughter's recital", where the desk said Friday."""
    days = table(signs.language, NAME, "weekdays")
    said = {days[word] for word in signs.question.words if word in days}
    return any(days.get(word) in said for word in clause.words) if said else False


def _narrows(signs: Signs, clause: Clause) -> bool:
    """Tell "just Tom", where the desk said "Tom and Ben"."""
    words = [word for word in clause.words if word[0].isalnum()]
    if len(words) < _BARE or words[0] not in word_set(signs.language, NAME, "narrowing"):
        return False
    several = not word_set(signs.language, "assent", "several").isdisjoint(signs.question.words)
    named = matter_of(words[1:], signs.language)
    return several and bool(named) and frozenset(words[1:]) <= frozenset(signs.question.words)


def _is_value(signs: Signs, clause: Clause) -> bool:
    """Tell "from Cardiff", "Gatwick" and "a twin please", which say nothing but another value."""
    words = [word for word in clause.words if word[0].isalnum()]
    news = signs.news(clause)
    if len(words) > _LONGEST_VALUE or not _brings(signs, clause):
        return False
    if "leads_to_value" in clause.opens or not word_set(signs.language, "clauses", "polite").isdisjoint(words):
        return True
    if _repeats_head(signs, words):
        return True
    # A single small word may be anything, also a slip of the hand.
    named = clause.text[:1].isupper() or len(words) == _BARE
    talk = word_set(signs.language, NAME, "small_talk")
    return named and len(news - talk) == len(words) <= _BARE and len(signs.clauses) == 1


def _repeats_head(signs: Signs, words: Sequence[str]) -> bool:
    """Tell "a single account" where the desk said "a joint account"."""
    head = matter_of(words[-1:], signs.language)
    return len(words) == _WITH_HEAD and bool(head & signs.question.matter) and len(signs.clauses) == 1


def _named(clause: Clause, language: str) -> frozenset[str]:
    return matter_of(clause.words, language)
