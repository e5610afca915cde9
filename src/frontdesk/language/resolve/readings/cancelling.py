"""Reads what is said where something booked is to be cancelled: why it is, and that it shall stay after all."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.meanings import Affirm, Cancel, Deny, Exclude, Unclear
from frontdesk.dialogue.values import Money, Record, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.questions.asking import asked_of, without_unknown
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_UNABLE = "clauses.unable"
_REASONS = ("clauses.needless", _UNABLE)
_SUMS = "money_range"
_ASIDE = 0.5  # how likely words that name the deed are no answer
_SMALL = ("light", "around_reason")


def on_cancelling(heard: Heard, values: Sequence[Read]) -> list[Read]:
    """Return the yes in "I can't come that day", and the no in "don't cancel the Botox"; nothing where neither is."""
    if not cancels(heard):
        return []
    known, unable = _known(heard), heard.message.found(_UNABLE) and not heard.message.found("booked.sparing")
    if asks := without_unknown(asked_of(heard)):
        return asks if unable else []  # a worry or a question beside it is heard first
    if _gives_reason(heard, known):
        return [_agreed(heard, known)]
    if unable:
        return [] if values else [_unsettled(heard)]
    spared = [read.meaning for read in values if isinstance(read.meaning, Exclude)]
    if spared and len(spared) == len(values) and _is_all(heard, spared):
        return [Read(Deny(heard.text), why="no: it shall stay")]
    return []


def cancels(heard: Heard) -> bool:
    """Say whether a yes would do away with something booked."""
    return heard.asked.flow is not None and heard.asked.flow == heard.ear.triggers.that_does("cancel")


def insisted(heard: Heard, acts: Sequence[Read]) -> list[Read]:
    """Let "I don't have it, can somebody just cancel it" drop nothing, where cancelling is what is under way."""
    flow = heard.ear.triggers.flows.get(heard.asked.flow or "")
    if flow is None or not cancels(heard) or len(acts) == 1:
        return list(acts)  # a mere "cancel it" may drop the talk as well
    return [
        read
        for read in acts
        if not isinstance(read.meaning, Cancel) or not heard.ear.triggers.does(flow, read.meaning.words)
    ]


def _is_all(heard: Heard, spared: Sequence[Exclude]) -> bool:
    """Tell whether nothing of what is to be cancelled is left: of two, the other one may be."""
    values = [each.value for each in spared]
    held = [heard.asked.known.get(each.slot) for each in spared]
    return all(item in values for value in held for item in (value if isinstance(value, tuple) else (value,)))


def _unsettled(heard: Heard) -> Read:
    return Read(Unclear(heard.text), why="unclear: no yes to doing away with it")


def _agreed(heard: Heard, known: Sequence[Value]) -> Read:
    """Take a reason for a yes; where it opens with a no, or a fee is due without a yes, it is asked for again."""
    yes, no = (any(cue.first == 0 for cue in heard.message.found(label)) for label in ("moves.yes", "moves.no"))
    due = any(isinstance(value, Money) or (isinstance(value, Record) and value.kind == _SUMS) for value in known)
    if not yes and (no or due):
        return _unsettled(heard)
    return Read(Affirm(heard.text), why="yes: gives the reason for it")


def _gives_reason(heard: Heard, known: Sequence[Value]) -> bool:
    """Tell "(yes,) I don't need it anymore" and "I can't come Friday": that is why, and no way out."""
    message = heard.message
    reasons = {place for label in _REASONS for cue in message.found(label) for place in range(cue.first, cue.after)}
    if not reasons:
        return False
    named = {
        place
        for given in heard.givens
        if given.value in known
        for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
    }
    verdicts = (*message.found("moves.yes"), *message.found("moves.no"))
    taken = reasons | named | {place for cue in verdicts for place in range(cue.first, cue.after)}
    small = frozenset().union(*(word_set(heard.context.language, "common", key) for key in _SMALL))
    return small.issuperset(word for place, word in enumerate(message.bare) if place not in taken and word[0].isalnum())


def _known(heard: Heard) -> list[Value]:
    """Return what is known of what is to be cancelled, each of several by itself."""
    values = heard.asked.known.values()
    return [each for value in values for each in (value if isinstance(value, tuple) else (value,))]
