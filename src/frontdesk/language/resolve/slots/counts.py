"""Reads a number that takes the place of one that is known: "make it 4", "9 chairs", "4 instead of 3", "one more"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.meanings import Inform
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import party
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read
from frontdesk.language.tagger.opinions import Opinion
from frontdesk.language.tagger.running import NO_LABELS
from frontdesk.language.tagger.spans import WANTED
from frontdesk.language.words import tokens, word_set

_NUMBER, _PARTY = "number", "party"
_NO_NUMBER = frozenset({"email", "yesno", "person_name"})  # asked for one of these, nobody answers with a count
_MEANT = 0.5  # how likely a number must be wanted
_CHANGED = 0.5  # how likely a message must change something, for a number that does not say what it counts
_CHANGING = ("clauses.corrections", "clauses.remaking")
_SMALL = ("light", "around_choice", "counted_more", "counted_less")


def recounted(heard: Heard, givens: Sequence[Given]) -> list[Read]:
    """Return the counts that numbers of a message say anew."""
    numbers = _numbers(heard, givens)
    known = _known_counts(heard) if numbers else {}
    opinion = believed_of(heard, NO_LABELS) if known else None
    if opinion is None:
        return []
    found: dict[str, Read] = {}
    for given in numbers:
        wanted = given.stance is Stance.WANTED and _is_meant(given, opinion)
        slot = _slot_of(heard, given, numbers, known, opinion) if wanted else None
        if slot is not None:
            value = _value(heard, given, known[slot])
            found[slot] = Read(Inform(slot, value, given.words), why="number: counted anew")
    return list(found.values())


def _numbers(heard: Heard, givens: Sequence[Given]) -> list[Given]:
    """Return the numbers that may count something: no other value is made of them."""
    beside = {_NUMBER, "vague"} if heard.running.of_kind(_PARTY) else {_NUMBER, "vague", _PARTY}
    others = [given for given in heard.givens if given.kind not in beside]
    numbers = [given for given in givens if given.kind == _NUMBER and isinstance(given.value, int)]
    return [given for given in numbers if not any(map(given.overlaps, others))]


def _known_counts(heard: Heard) -> dict[str, int]:
    """Return the counts that are known and were not asked for just now, by slot."""
    slots = heard.running.of_kind(_NUMBER)
    held = {slot.name: heard.running.known.get(slot.name) for slot in slots if slot != heard.asked.slot}
    return {name: value for name, value in held.items() if isinstance(value, int)}


def _is_meant(given: Given, opinion: Opinion) -> bool:
    """Tell a number that is wanted from one that is asked about, or only said: "I have 2 questions"."""
    return opinion.words is not None and opinion.words.meant(given.start, given.end).get(WANTED, 0.0) >= _MEANT


def _slot_of(
    heard: Heard, given: Given, numbers: Sequence[Given], known: Mapping[str, int], opinion: Opinion
) -> str | None:
    """Return the slot whose count a number replaces: the one named beside it, the one it was, or the only one."""
    named = [name for name, value in known.items() if _is_named(heard, given, _nouns(heard, name, value))]
    refused = [other.value for other in numbers if other.stance is Stance.EXCLUDED]
    held = [name for name, value in known.items() if value in refused]
    for meant in (named, held):
        if len(meant) == 1:
            return meant[0]
    shows = heard.asked.shows if heard.asked.wanted is Wanted.CONFIRMATION else ()
    shown = [name for name in known if not shows or name in shows]
    if len(shown) != 1:
        return None
    counts = _counts_people(heard, given, known[shown[0]]) or (_is_due(heard, opinion) and _says_no_noun(heard, given))
    return shown[0] if counts else None


def _nouns(heard: Heard, name: str, value: int) -> frozenset[str]:
    """Return what a slot counts: its name, and the word after its number in what the desk said."""
    said = [token.plain for token in tokens(heard.context.said or "")]
    after = [next_word for word, next_word in pairwise(said) if word == str(value) and next_word.isalpha()]
    return frozenset(word.removesuffix("s") for word in (*name.split("_"), *after))


def _is_named(heard: Heard, given: Given, nouns: frozenset[str]) -> bool:
    """Say whether a count is named after a number, "4 boats" and "4 more boats", or before it: "the boats to 4"."""
    words = [word.removesuffix("s") for word in heard.message.bare]
    first, after = heard.message.place_at(given.start), heard.message.place_at(given.end - 1) + 1
    return not nouns.isdisjoint((*words[heard.message.clause_at(given.start).first : first], *words[after : after + 2]))


def _counts_people(heard: Heard, given: Given, value: int) -> bool:
    """Tell "20 people" where "a cake for 10" is shown: they are counted, and no slot is for them alone."""
    if heard.running.of_kind(_PARTY):
        return False
    parties = party.read(heard.message.text, heard.context)
    people = [each for each in parties if each.start < given.end and given.start < each.end]
    said = heard.context.said or ""
    shown = [each for each in party.bare(said, heard.context) if each.value == value]
    return bool(people) and any(party.ends_bare(said, each.end, heard.context) for each in shown)


def _says_no_noun(heard: Heard, given: Given) -> bool:
    """Tell "make it 4" from "4 coffees"; where no count is shown, "make it 4 boats" can only be the one."""
    message = heard.message
    small = frozenset[str]().union(*(word_set(message.language, "common", key) for key in _SMALL))
    after = message.bare[message.place_at(given.end - 1) + 1 :]
    rest = [word for word in after if word not in small and word[0].isalnum() and not word.isdecimal()]
    return len(rest) <= (heard.asked.wanted is not Wanted.CONFIRMATION)


def _is_due(heard: Heard, opinion: Opinion) -> bool:
    """Say whether a number that does not say what it counts can be a count at this point."""
    if heard.asked.wanted in {Wanted.CONFIRMATION, Wanted.CHANGE}:
        return True
    slot = heard.asked.slot
    changes = opinion.acts["change"] >= _CHANGED or any(map(heard.message.found, _CHANGING))
    return slot is not None and slot.kind in _NO_NUMBER and changes


def _value(heard: Heard, given: Given, held: int) -> int:
    """Return the count as it shall be: "two more" and "one fewer" start from how it stands."""
    after = heard.message.bare[heard.message.place_at(given.end - 1) + 1 :][:1]
    count = given.value if isinstance(given.value, int) else held
    if not word_set(heard.message.language, "common", "counted_more").isdisjoint(after):
        return held + count
    return held - count if not word_set(heard.message.language, "common", "counted_less").isdisjoint(after) else count
