"""Tells what the words of one clause ask: for help, for a person, for a thing itself, or nothing that is a question."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.values import Item
from frontdesk.language.readers.text.clauses import Clause, Message
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.words import word_set

ABOUT = "about"
LASTS = "lasts"
SERVICE, PROVIDER = "service", "provider"
PROVIDERS = "providers"
GAP = 3  # "what is a", "who is Dr."
_NOT_ASKED = (
    *("greet", "thank", "goodbye", "help", "repeat", "want_person", "more"),
    *("go_back", "start_over", "skip", "putting_off"),
)
_WHEN = frozenset({"day", "time", "moment"})


def is_tag(message: Message, clause: Clause) -> bool:
    """Tell the "right?" that ends a statement."""
    tags = {place for cue in message.within("clauses.tags", clause) for place in range(cue.first, cue.after)}
    return all(place in tags or not message.bare[place][0].isalnum() for place in range(clause.first, clause.after))


def longest(cues: Sequence[tuple[str, Cue]], general: frozenset[str]) -> str:
    """Return the topic with the longest phrase; a general one only where no other is named beside it."""
    return max(outer(cues), key=lambda pair: (pair[0] not in general, pair[1].after - pair[1].first))[0]


def overtaken(message: Message, clause: Clause, givens: Sequence[Given]) -> str | None:
    """Tell "how long does Botox last?", about its effect, from "how long does the visit last?"."""
    lengths = any(given.kind == "duration" and clause.holds(given.start) for given in givens)
    visits = message.within("topics.duration.visits", clause)
    holds = message.within("topics.lasts.holds", clause) and message.within("topics.duration.words", clause)
    return LASTS if holds and not lengths and not visits else None


def outer(cues: Sequence[tuple[str, Cue]]) -> list[tuple[str, Cue]]:
    """Leave out what is only part of a longer phrase: the "how much" of "how much time"."""
    spans = [(cue.first, cue.after) for _, cue in cues]
    return [
        (topic, cue)
        for topic, cue in cues
        if not any(
            first <= cue.first and cue.after <= after and after - first > cue.after - cue.first
            for first, after in spans
        )
    ]


def asks_for_help(message: Message, clause: Clause) -> bool:
    """Tell "what can you do?", which asks for help and for no service."""
    help_cues = message.within("moves.help", clause)
    return any(sum(word[0].isalnum() for word in message.bare[cue.after : clause.after]) == 0 for cue in help_cues)


def wants_person(message: Message, clause: Clause) -> bool:
    """Tell "may I speak to your staff?" from "am I talking to a real person?"."""
    calls = [cue for cue in message.within("moves.want_person", clause) if cue.after - cue.first > 1]
    return bool(calls) and not message.within("topics.identity.asks", clause)


def about_item(message: Message, clause: Clause, givens: Sequence[Given]) -> str | None:
    """Read "what is a HydraFacial?" as a question about the item itself."""
    ends = [cue.after + gap for cue in message.within("clauses.about_item", clause) for gap in range(GAP)]
    if not ends:
        return None
    starts = {message.place_at(given.start): given.kind for given in givens if isinstance(given.value, Item)}
    kinds = [starts[end] for end in ends if end in starts]
    dated = any(given.kind in _WHEN and clause.holds(given.start) for given in givens)
    if not kinds or (dated and kinds[0] not in {SERVICE, PROVIDER}):
        return None  # "what's flying to Denver on Friday" asks for what there is then
    return PROVIDERS if kinds[0] == PROVIDER else ABOUT


def is_whole_question(message: Message, clause: Clause) -> bool:
    """Tell whether a clause can stand as a question: more than "what" inside a sentence, and no "how are you"."""
    moves = [cue for move in _NOT_ASKED for cue in message.within(f"moves.{move}", clause)]
    if any(cue.after - cue.first > 1 or clause.after - clause.first <= GAP for cue in moves):
        return False
    if message.within("clauses.elsewhere", clause) or _is_sum(message, clause):
        return False  # the weather is not for a business to tell
    return clause.marked or clause.after - clause.first > 2 or len(message.clauses) == 1


def is_another_when(message: Message, clause: Clause, givens: Sequence[Given]) -> bool:
    """Tell "and the day after that?", which puts another day, and asks for nothing besides."""
    spans = [(given.start, given.end) for given in givens if given.kind in _WHEN and clause.holds(given.start)]
    spans += [(cue.start, cue.end) for cue in message.within("clauses.before_long", clause)]
    if not spans:
        return False
    light = word_set(message.language, "common", "light")
    words = [message.pieces[place] for place in range(clause.first, clause.after) if message.bare[place] not in light]
    named = [word for word in words if word.plain[0].isalnum()]
    return all(any(start <= word.start < end for start, end in spans) for word in named)


def _is_sum(message: Message, clause: Clause) -> bool:
    """Tell "what's 2 + 2?"."""
    signs = word_set(message.language, "common", "sums")
    words = message.bare[clause.first : clause.after]
    sums = zip(words, words[1:], words[2:], strict=False)
    return any(one.isdecimal() and sign in signs and other.isdecimal() for one, sign, other in sums)
