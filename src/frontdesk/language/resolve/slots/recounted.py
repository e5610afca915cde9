"""Reads a count that takes the place of one already known: "make it 4", "9 chairs", "4 instead of 3", "one more"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.meanings import Inform
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read
from frontdesk.language.words import tokens, word_set

_NUMBER = "number"
_PARTY = "party"
_AGREEING = frozenset({Wanted.CONFIRMATION, Wanted.CHANGE})
_NO_NUMBER = frozenset({"email", "yesno", "person_name"})  # asked for one of these, nobody answers with a count
_MEANT = frozenset({Stance.WANTED, Stance.EXCLUDED})
_SMALL = ("around_choice", "light", "around_count")


def recounted(heard: Heard, givens: Sequence[Given], done: Sequence[Read]) -> list[Read]:
    """Return the counts that `givens` of a message say anew, beside what was read in it already."""
    numbers = [given for given in givens if given.kind == _NUMBER and given.stance in _MEANT]
    counts = _counts(heard) if numbers else {}
    if not counts:
        return []
    beside = {_NUMBER, "vague"} if heard.running.of_kind(_PARTY) else {_NUMBER, "vague", _PARTY}
    others = [given for given in heard.givens if given.kind not in beside]
    numbers = [given for given in numbers if not any(given.overlaps(other) for other in others)]
    counting = _Counting(heard, numbers, counts, _nouns(heard, counts))
    taken = {read.meaning.slot for read in done if isinstance(read.meaning, Inform)}
    found: dict[str, Read] = {}
    for given in numbers:
        slot = counting.slot(given) if given.stance is Stance.WANTED else None
        if slot is not None and slot not in taken:
            value = _value(heard, given, counts[slot])
            found[slot] = Read(Inform(slot, value, given.words), why="number: counted anew")
    return list(found.values())


def shows_count(heard: Heard) -> bool:
    """Tell "yes, 3 chairs" where three chairs are shown: every number and every other word is of what was shown."""
    numbers = [given for given in heard.givens if given.kind == _NUMBER and given.stance is Stance.WANTED]
    counts = _counts(heard) if numbers else {}
    known = [given for given in numbers if given.value in counts.values()]
    if not known or len(known) != len(heard.givens):
        return False
    shown = {token.plain for token in tokens(heard.context.said or "")}
    return _is_all(heard, numbers, shown.union(*_nouns(heard, counts).values()))


def _counts(heard: Heard) -> dict[str, int]:
    """Return the counts that are known and were not asked for just now, by slot."""
    asked, running = heard.asked, heard.running
    slots = [slot for slot in running.of_kind(_NUMBER) if slot != asked.slot]
    if asked.wanted is Wanted.CONFIRMATION:
        slots = [slot for slot in slots if slot.name in asked.shows]
    held = {slot.name: running.known.get(slot.name) for slot in slots}
    return {name: value for name, value in held.items() if isinstance(value, int)}


def _nouns(heard: Heard, counts: Mapping[str, int]) -> dict[str, frozenset[str]]:
    """Return what each slot counts: its own name, and the word after its number in what the desk said."""
    said = [token.plain for token in tokens(heard.context.said or "")]
    nouns: dict[str, frozenset[str]] = {}
    people = _people(heard) if len(counts) == 1 else frozenset()
    for slot, value in counts.items():
        alike = [name for name, other in counts.items() if other == value]
        places = [place for place, word in enumerate(said) if word == str(value)][alike.index(slot) :: len(alike)]
        after = [word for place in places for word in said[place + 1 : place + 2] if word.isalpha()]
        is_for = any(_is_for_so_many(said, place, heard.message.language) for place in places)
        called = (*slot.split("_"), *after, *(people if is_for else ()))
        nouns[slot] = frozenset(word.removesuffix("s") for word in called)
    return nouns


def _is_for_so_many(said: Sequence[str], place: int, language: str) -> bool:
    """Tell "a cake for 10 on Friday", where ten people are meant, from "for 10 nights"."""
    before, after = said[max(place - 1, 0) : place], said[place + 1 : place + 2]
    small = word_set(language, "answers", "in_questions")
    unnamed = all(word in small or not word.isalpha() for word in after)
    return unnamed and not word_set(language, "common", "before_people").isdisjoint(before)


def _people(heard: Heard) -> frozenset[str]:
    """Return what people are called who are counted, where no slot is for them alone."""
    taken = bool(heard.running.of_kind(_PARTY))
    return frozenset() if taken else word_set(heard.message.language, "party", "anybody")


@dataclass(frozen=True, slots=True)
class _Counting:
    """A message that counts: its numbers, the counts that stand, and what they are counts of."""

    heard: Heard
    numbers: Sequence[Given]
    counts: Mapping[str, int]
    nouns: Mapping[str, frozenset[str]]

    def slot(self, given: Given) -> str | None:
        """Return the slot whose count a number replaces: the one named, the one it was, or the only one."""
        if named := self._named(given):
            return named
        refused = [other.value for other in self.numbers if other.stance is Stance.EXCLUDED]
        held = [slot for slot, value in self.counts.items() if value in refused]
        if len(held) == 1:
            return held[0]
        known = frozenset(word for words in self.nouns.values() for word in words) | _of_what(self.heard, given)
        only = len(self.counts) == 1 and _is_all(self.heard, self.numbers, known) and _is_due(self.heard)
        return next(iter(self.counts)) if only else None

    def _named(self, given: Given) -> str | None:
        """Return the slot whose noun follows a number, "9 more chairs", or stands before it: "the chairs to 9"."""
        message = self.heard.message
        first, after = message.place_at(given.start), message.place_at(given.end - 1) + 1
        words = [word.removesuffix("s") for word in message.bare]
        after += not _shifting(message.language).isdisjoint(message.bare[after : after + 1])
        for near in (words[after : after + 1], words[message.clause_at(given.start).first : first]):
            meant = [slot for slot, called in self.nouns.items() if not called.isdisjoint(near)]
            if len(meant) == 1:
                return meant[0]
        return None


def _shifting(language: str) -> frozenset[str]:
    return word_set(language, "common", "counted_more") | word_set(language, "common", "counted_less")


def _of_what(heard: Heard, given: Given) -> frozenset[str]:
    """Return the last word of "actually make it 5 chairs", said where nothing shows the chairs any more."""
    last = heard.message.bare[heard.message.place_at(given.end - 1) + 1 :]
    shown = heard.asked.wanted is Wanted.CONFIRMATION
    return frozenset(last) if len(last) == 1 and not shown else frozenset()


def _is_due(heard: Heard) -> bool:
    """Tell whether a number that does not say what it counts can be a count at this point."""
    if heard.asked.wanted in _AGREEING:
        return True
    slot = heard.asked.slot
    return slot is not None and slot.kind in _NO_NUMBER and bool(heard.message.found("clauses.corrections"))


def _is_all(heard: Heard, numbers: Sequence[Given], known: AbstractSet[str]) -> bool:
    """Tell whether a message says nothing but numbers, words that carry nothing, and these."""
    message = heard.message
    small = frozenset(known).union(*(word_set(message.language, "common", key) for key in _SMALL))
    taken = {
        place
        for given in numbers
        for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
    }
    words = [word for place, word in enumerate(message.bare) if place not in taken and word[0].isalnum()]
    return all(word in small or word.removesuffix("s") in small for word in words)


def _value(heard: Heard, given: Given, held: int) -> int:
    """Return the count as it shall be: "two more" and "one fewer" start from how it stands."""
    message = heard.message
    after = message.bare[message.place_at(given.end - 1) + 1 :][:1]
    count = given.value if isinstance(given.value, int) else held
    if not word_set(message.language, "common", "counted_more").isdisjoint(after):
        return held + count
    return held - count if not word_set(message.language, "common", "counted_less").isdisjoint(after) else count
