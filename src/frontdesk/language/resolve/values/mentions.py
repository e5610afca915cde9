"""Tells what is merely mentioned, or liked less, from what is chosen: "tell Emily hello", "rather Ann than Emily"."""

from __future__ import annotations

from dataclasses import replace

from frontdesk.dialogue.values import Item
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.words import word_set

_PROVIDER = "provider"
_PASSING_ON, _GREET, _THAN = "clauses.passing_on", "moves.greet", "clauses.than"
_WEIGHING = frozenset({_PASSING_ON, _GREET, _THAN})
_LITTLE = 1  # words between "than" and what is liked less
_GREETED = 2  # a word and a comma between "hi" and the name: "hi there, Emily"


def weighed(message: Message, givens: tuple[Given, ...]) -> tuple[Given, ...]:
    """Return values with the stance that greetings and comparisons give them."""
    if not message.has(_WEIGHING):
        return givens
    return tuple(_weighed(message, given) for given in givens)


def _weighed(message: Message, given: Given) -> Given:
    if given.stance is not Stance.WANTED:
        return given
    if isinstance(given.value, Item) and given.value.kind == _PROVIDER and _is_spoken_to(message, given):
        return replace(given, stance=Stance.ASKED)
    return given


def _is_spoken_to(message: Message, given: Given) -> bool:
    """Tell whether a person is greeted, or is to be told something."""
    first, after = message.place_at(given.start), message.place_at(given.end - 1) + 1
    if any(0 <= first - cue.after <= _LITTLE for cue in message.found(_PASSING_ON)):
        return True
    greeted = any(
        0 <= first - cue.after <= _GREETED and not any(word[0].isalnum() for word in message.bare[cue.after : first])
        for cue in message.found(_GREET)
    )
    begins = word_set(message.language, "clauses", "of_oneself")
    following = message.bare[after] if after < len(message.bare) else "."
    return greeted and (not following[0].isalnum() or following in begins)
