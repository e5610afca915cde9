"""Reads what is said to any question alike: values, an agreement besides, what is left over."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.meanings import (
    Affirm,
    Cancel,
    Choose,
    Deny,
    Exclude,
    More,
)
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.answering import assent, verdict
from frontdesk.language.resolve.besides import counted_from_booked, right_after
from frontdesk.language.resolve.questions.asking import named_topics, told_of
from frontdesk.language.resolve.questions.unserved import unserved
from frontdesk.language.resolve.slots.counts import recounted
from frontdesk.language.resolve.slots.filling import fill
from frontdesk.language.resolve.slots.measuring import measure
from frontdesk.language.resolve.slots.naming import given_early, with_known
from frontdesk.language.resolve.values.given import Given, Stance, apart
from frontdesk.language.resolve.wishes.for_others import for_others, kept_apart
from frontdesk.language.resolve.wishes.moves import social
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_INSTEAD = ("clauses.remaking", "clauses.instead", "clauses.desires")


def named_besides(heard: Heard) -> list[Read]:
    """Return the topics that are named beside something else."""
    return named_topics(heard)


def settled(heard: Heard, acts: Sequence[Read], values: Sequence[Read]) -> list[Read]:
    """Leave out "I changed my mind" and "scratch that" where what the guest now wants follows."""
    if not values or not any(isinstance(read.meaning, Cancel) for read in acts):
        return list(acts)
    minds = heard.message.found("clauses.change_of_mind") or _wants_instead(heard)
    return without(acts, Cancel) if minds else list(acts)


def _wants_instead(heard: Heard) -> bool:
    """Tell "scratch that, make it Botox" and "forget it, Monday then" from "forget it, Friday is my birthday"."""
    message = heard.message
    after = max((cue.after for cue in message.found("moves.cancel")), default=len(message.bare))
    told = [given for given in heard.givens if message.place_at(given.start) >= after]
    if not told or any(given.stance is not Stance.WANTED for given in told):
        return False
    if any(cue.first >= after for label in _INSTEAD for cue in message.found(label)):
        return True
    light = word_set(message.language, "common", "light")
    taken = {
        place for each in told for place in range(message.place_at(each.start), message.place_at(each.end - 1) + 1)
    }
    rest = [message.bare[place] for place in range(after, len(message.bare)) if place not in taken]
    return light.issuperset(word for word in rest if word[0].isalnum())


def values_in(heard: Heard, givens: Sequence[Given]) -> list[Read]:
    """Return the values of a message for the slots of the flow under way."""
    target, after = heard.running, []
    if (counted := counted_from_booked(heard)) is not None:
        heard, after = counted, right_after(counted, counted.asked.flow or "")
        givens = [given for given in givens if given in counted.givens]
    measured = measure(heard)
    told = [*fill(heard.message, apart(givens, measured.used), target), *recounted(heard, givens)]
    told.sort(key=lambda read: heard.message.text.find(read.meaning.words))
    reads = [*told, *measured.reads, *after, *unserved(heard, target.slots), *for_others(heard, target.slots)]
    return with_known(heard, kept_apart(heard, reads, target.slots))


def spoken_assent(heard: Heard, values: Sequence[Read], acts: Sequence[Read]) -> list[Read]:
    """Return the yes or no beside other things, where it answers what was asked."""
    said = assent(heard.message, heard.context)
    if said is None or acts or any(isinstance(read.meaning, Choose | More | Exclude) for read in values):
        return []
    if values and isinstance(said.meaning, Deny) and not heard.text.startswith(said.meaning.words):
        return []  # "Tuesday, no wait, Wednesday" takes back a day, and denies nothing
    if not values and isinstance(said.meaning, Affirm):
        return []  # the yes of "ok, how much is it?" answers no question for a value
    return [said]


def left_over(heard: Heard, wish: Read | None) -> list[Read]:
    """Return what is left to read where nothing else was: a wish, a yes or no, a topic, a courtesy."""
    if wish is not None:
        return [wish]
    if early := given_early(heard):
        return [early]
    said = assent(heard.message, heard.context) or _agreement(heard)
    polite = list(social(heard.message))
    whole = bool(polite) and len(heard.message.clauses) == 1  # but "hey, running late" greets and tells
    told = None if said or whole else told_of(heard)
    return [*([said] if said else []), *([told] if told else polite)]


def _agreement(heard: Heard) -> Read | None:
    """Return a yes without a yes-word to an offer: "I guess that would work"."""
    offers = heard.asked.wanted is not Wanted.SLOT  # what is asked for a name is not agreed to
    said = verdict(heard.message, heard.context) if heard.context.said and offers else None
    return said if said is not None and isinstance(said.meaning, Affirm) else None


def without(reads: Sequence[Read], *kinds: type) -> list[Read]:
    """Leave out meanings of some kinds."""
    return [read for read in reads if not isinstance(read.meaning, kinds)]
