"""What takes a yes away at a confirm, and nothing else. Nothing here is learned, and nothing here can add a yes.

The model may believe in a yes; these rules refuse it where the reply holds something that a yes must not: a question, a
value that was not shown, a condition, a doubt, or something to settle first.
"""

from __future__ import annotations

import unicodedata

from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Clause, Message, Mood, cut
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.differing import differs_in_number, differs_in_when
from frontdesk.language.words import word_set

_PAUSE = ","
_STATES = 4  # words with the "right" at their end: "all correct" states nothing
_SAYS_MORE = 2  # words: an "ok" before a question agrees to nothing


def is_held_back(message: Message, context: Context, meant: str | None = None) -> bool:
    """Tell "ok, wait", "yes, if it is cheap" and "book it?": no yes to count on."""
    named = message.text if meant is None else meant
    return forbids_yes(message, context, named) or leaves_doubt(message, context, named)


def forbids_yes(message: Message, context: Context, named: str) -> bool:
    """Say whether a reply asks, ends with a no, winks, or names another day or time than the desk did."""
    return (
        _only_asks(message)
        or _is_pulled(message)
        or ends_with_no(message)
        or _asks_what_is_decided(message)
        or asks_to_be_told(message)
        or differs_in_when(named, context)
    )


def leaves_doubt(message: Message, context: Context, named: str) -> bool:
    """Say whether a reply puts a condition, wants time, says yes and no, or names another number than the desk did."""
    allowed = message.found("clauses.not_conditions")
    stated = [cue for clause in message.clauses for cue in _conditions(message, clause)]
    conditions = [cue for cue in stated if not any(other.first <= cue.first < other.after for other in allowed)]
    holds = message.found("clauses.holding")
    return (
        bool(conditions)
        or _is_divided(message)
        or any(cue.after - cue.first > 1 or _fills(message, cue) for cue in holds)
        or differs_in_number(named, context)
    )


def asks_to_be_told(message: Message) -> bool:
    """Tell "the 5th is a Thursday, right", which asks, from "all correct", "that looks right" and "yes, right"."""
    spoken = [place for place, word in enumerate(message.bare) if word[0].isalnum()]
    denies = message.bare[0] in word_set(message.language, "common", "plain_no")
    if len(spoken) < _STATES or denies or _opens_outright(message):
        return False
    tags = [cue for cue in message.found("clauses.checking_tags") if cue.after == spoken[-1] + 1]
    yes = message.found("moves.yes")
    return any(not any(said.first < tag.first < said.after for said in yes) for tag in tags)


def ends_with_no(message: Message) -> bool:
    """Tell "that's okay, no thanks" and "all right, no", whatever the first words might be by themselves."""
    last = message.clauses[-1] if len(message.clauses) > 1 else None
    if last is None or asks(last):
        return False
    small = word_set(message.language, "common", "light") | word_set(message.language, "assent", "after_no")
    noes = {place for cue in message.within("moves.no", last) for place in range(cue.first, cue.after)}
    words = [place for place in range(last.first, last.after) if message.bare[place][0].isalnum()]
    opens = bool(words) and words[0] in noes
    return opens and all(place in noes or message.bare[place] in small for place in words)


def asks(clause: Clause) -> bool:
    """Say whether a clause is a question."""
    return clause.marked or clause.mood is Mood.ASK


def _only_asks(message: Message) -> bool:
    """Tell "book it?", which asks, from "can you book it?" and "book it, is there parking?"."""
    if message.found("clauses.ordering") or not all(map(asks, message.clauses)):
        return False
    if _opens_outright(message) and len(message.clauses) > 1 and message.clauses[0].mood is Mood.SAY:
        return False  # "yes and where can I park?"
    lead = cut(message.text.rpartition(_PAUSE)[0], message.language)
    soft = sum(word[0].isalnum() for word in lead.bare) < _SAYS_MORE and not _opens_outright(message)
    return not lead.clauses or soft or any(map(asks, lead.clauses))


def _opens_outright(message: Message) -> bool:
    return message.bare[0] in word_set(message.language, "assent", "outright")


def _asks_what_is_decided(message: Message) -> bool:
    """Tell "book it. how much is it?", which is answered first, from a question about something else."""
    settled = word_set(message.language, "assent", "asks_settled") | word_set(message.language, "assent", "asks_other")
    asking = [clause for clause in message.clauses if asks(clause)]
    return any(not settled.isdisjoint(message.bare[each.first : each.after]) for each in asking)


def noes_in(message: Message) -> list[Cue]:
    """Return the noes of a message; that of "no problem" is none."""
    harmless = message.found("clauses.harmless_no")
    every = message.found("moves.no")
    return [cue for cue in every if not any(other.first <= cue.first < other.after for other in harmless)]


def _is_divided(message: Message) -> bool:
    """Tell "yes to the one, no to the other": a yes and a no that do not stand together, as in "yeah no"."""
    plain = word_set(message.language, "common", "plain_no")
    noes = [cue for cue in noes_in(message) if message.bare[cue.first] in plain]
    return any(no.first - yes.after > 1 for no in noes for yes in message.found("moves.yes"))


def _is_pulled(message: Message) -> bool:
    """Tell "yes 🙄" and "ok 🤔": with a picture that is not glad, any word may mean its contrary."""
    glad = word_set(message.language, "assent", "glad_signs")
    if _opens_outright(message):
        glad |= word_set(message.language, "assent", "laughing")  # "yes 😅" is one, "sure 😂" may be none
    return any(unicodedata.category(sign) == "So" and sign not in glad for sign in message.text)


def _conditions(message: Message, clause: Clause) -> tuple[Cue, ...]:
    """Return what a clause makes a yes depend on; "do you know if it hurts?" depends on nothing."""
    found = message.within("clauses.conditions", clause)
    if not found or not asks(clause):
        return found
    return tuple(cue for cue in found if cue.first == clause.first)  # "once I know the price, yes"


def _fills(message: Message, cue: Cue) -> bool:
    """Tell whether nothing but small words and yeses stands beside a phrase."""
    idle = word_set(message.language, "common", "light") | word_set(message.language, "common", "plain_yes")
    outside = (*message.bare[: cue.first], *message.bare[cue.after :])
    return all(word in idle or not word[0].isalnum() for word in outside)
