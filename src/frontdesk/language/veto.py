"""What takes a yes away at a confirm, and nothing else. Nothing here is learned, and nothing here can add a yes.

The model may believe in a yes; these rules refuse it where the reply holds something that a yes must not: a question, a
value that was not shown, a condition, a doubt, or something to settle first.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from frontdesk.language.hearing import Heard
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Clause, Message, Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.differing import differs_from_said
from frontdesk.language.words import word_set

_SHOWN = frozenset({"day", "money"})  # kinds of value that a confirm shows and that side questions are about
_ASKING_TAG = "clauses.checking_tags"
_TAGS = (_ASKING_TAG, "clauses.agreeing_tags")
_UNDECIDED = frozenset({"clauses.wavering", "clauses.pondering", "clauses.consulting", "clauses.holding"})


def asks_to_be_told(heard: Heard) -> bool:
    """Tell "that is with Lisa correct", which asks about what is decided, from "Lisa is correct" and "Lisa, yes"."""
    message = heard.message
    spoken = [place for place, word in enumerate(message.bare) if word[0].isalnum()]
    tags = [cue for label in _TAGS for cue in message.found(label) if spoken and cue.after == spoken[-1] + 1]
    before = [place for place in spoken if tags and place < tags[0].first]
    if not any(message.place_at(given.end - 1) in before[-1:] for given in heard.givens):
        return False
    return tags[0].label == _ASKING_TAG or message.clauses[-1].marked or _states(heard, before)


def _states(heard: Heard, before: Sequence[int]) -> bool:
    """Tell "so it's Thursday at 4, yes" and "you have me down as Ann Ray yeah" from "Thursday at 4, yes"."""
    message, language = heard.message, heard.message.language
    if message.found("clauses.ordering") or message.bare[0] in word_set(language, "common", "plain_yes"):
        return False
    named = {
        place
        for given in heard.givens
        for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
    }
    small = word_set(language, "assent", "linking") | word_set(language, "triggers", "articles")
    return any(message.bare[place] not in small for place in before if place not in named)


def differs(message: Message, context: Context) -> bool:
    """Say whether a reply names another day, time, count or price than the desk did."""
    return differs_from_said(message.text, context)


def is_held_back(message: Message) -> bool:
    """Tell "ok, wait", "yes, if it is cheap" and "book it?": no yes to count on."""
    allowed = message.found("clauses.not_conditions")
    stated = [cue for clause in message.clauses for cue in _conditions(message, clause)]
    conditions = [cue for cue in stated if not any(other.first <= cue.first < other.after for other in allowed)]
    wonders = all(map(_is_question, message.clauses)) and not message.found("clauses.ordering")  # "can you book it?"
    holds = message.found("clauses.holding")
    return (
        bool(conditions)
        or wonders
        or _is_pulled(message)
        or _is_divided(message)
        or _asks_what_is_decided(message)
        or any(cue.after - cue.first > 1 or _fills(message, cue) for cue in holds)
    )


def _asks_what_is_decided(message: Message) -> bool:
    """Tell "book it. how much is it?", which is answered first, from a question about something else."""
    settled = word_set(message.language, "assent", "asks_settled") | word_set(message.language, "assent", "asks_other")
    asking = [clause for clause in message.clauses if _is_question(clause)]
    return any(not settled.isdisjoint(message.bare[each.first : each.after]) for each in asking)


def _is_divided(message: Message) -> bool:
    """Tell "yes to the one, no to the other": a yes and a no that do not stand together, as in "yeah no"."""
    plain = word_set(message.language, "common", "plain_no")
    harmless = message.found("clauses.harmless_no")
    noes = [
        place
        for place, word in enumerate(message.bare)
        if word in plain and not any(cue.first <= place < cue.after for cue in harmless)
    ]
    return any(place - yes.after > 1 for place in noes for yes in message.found("moves.yes"))


def _is_pulled(message: Message) -> bool:
    """Tell "yes 🙄" and "ok 🤔": with a picture that is not glad, any word may mean its contrary."""
    glad = word_set(message.language, "assent", "glad_signs")
    if message.bare[0] in word_set(message.language, "assent", "outright"):
        glad |= word_set(message.language, "assent", "laughing")  # "yes 😅" is one, "sure 😂" may be none
    return any(unicodedata.category(sign) == "So" and sign not in glad for sign in message.text)


def _conditions(message: Message, clause: Clause) -> tuple[Cue, ...]:
    """Return what a clause makes a yes depend on; "do you know if it hurts?" depends on nothing."""
    found = message.within("clauses.conditions", clause)
    if not found or not _is_question(clause):
        return found
    return tuple(cue for cue in found if cue.first == clause.first)  # "once I know the price, yes"


def _is_question(clause: Clause) -> bool:
    return clause.marked or clause.mood is Mood.ASK


def _fills(message: Message, cue: Cue) -> bool:
    """Tell whether nothing but small words and yeses stands beside a phrase."""
    idle = word_set(message.language, "common", "light") | word_set(message.language, "common", "plain_yes")
    outside = (*message.bare[: cue.first], *message.bare[cue.after :])
    return all(word in idle or not word[0].isalnum() for word in outside)
