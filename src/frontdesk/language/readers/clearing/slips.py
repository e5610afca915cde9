"""Mends slips of the finger: a word that nobody knows, one slip away from one that somebody does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from frontdesk.dialogue.values import Value
from frontdesk.language.readers.clearing.known import mended_words, unmistaken_words
from frontdesk.language.readers.text.cues import bare, bare_words
from frontdesk.language.tagger.vocabulary import known_words
from frontdesk.language.words import Token, listed, table, word_set

_NAME = "noise"
_SHORTEST = 4  # letters: shorter words are too alike, and so are names of four letters
_SHORTEST_MEANT = 5
_CACHED = 8192
_GLUE = frozenset("@._/\\+&=#'-")


class Spelling:
    """The words a guest of one business may have meant to type: of its `own` words, those of what is `sold`."""

    def __init__(self, own: frozenset[str], sold: frozenset[str], language: str) -> None:
        self._language = language
        self._always = table(language, _NAME, "always")
        self._known = (unmistaken_words(language) | own) - self._always.keys()
        self._little = listed(language, _NAME, "little")
        self._own = own
        self._placed = own | word_set(language, _NAME, "proper")
        self._endings = listed(language, "triggers", "endings")
        self._by_initial: dict[str, list[str]] = {}
        for word in sorted((mended_words(language) | sold) - self._always.keys()):
            if len(word) >= _SHORTEST and word.isalpha():
                self._by_initial.setdefault(word[0], []).append(word)
        self.nearest = lru_cache(maxsize=_CACHED)(self._nearest)

    def is_known(self, word: str) -> bool:
        """Tell whether a word is right as it is."""
        return bare(word) in self._known

    def mended(self, pieces: Sequence[Token], written: str, given: Iterable[Value]) -> Sequence[Token]:
        """Put the word that was meant where a finger slipped; names, addresses and words `given` before stay."""
        words = bare_words(pieces)
        if not word_set(self._language, _NAME, "spelling").isdisjoint(words):
            return pieces
        strange = [place for place, word in enumerate(words) if self._is_strange(word)]
        said = [word for text in given if isinstance(text, str) for word in text.casefold().split()] if strange else []
        mended = list(pieces)
        for place in strange:
            meant = self._meant(words[place])
            if meant is None or _is_glued(pieces[place], written) or _respells(words[place], said):
                continue
            if words[place] in self._always or not self._is_name(pieces, words, place, meant):
                mended[place] = Token(meant, meant, pieces[place].start, pieces[place].end)
        return mended if mended != list(pieces) else pieces

    def _meant(self, word: str) -> str | None:
        return self._always.get(word) or self.nearest(word)

    def _nearest(self, word: str) -> str | None:
        """Return the one known word that is a single slip away, or nothing; "day" and "days" are one."""
        if any(self._is_form(word, ending) for ending in self._endings):
            return None
        if len(word) < _SHORTEST_MEANT and (little := self._only(self._short(word))):
            return little
        keys = self._by_initial.get(word[0], ()) if len(word) >= _SHORTEST else ()
        found = process.extract(word, keys, scorer=OSA.distance, score_cutoff=1, limit=None)
        longest = {word + ending for ending in self._endings}  # "valentine" is no slip of "valentines"
        near = [key for key, slips, _ in found if slips and max(len(key), len(word)) >= _SHORTEST_MEANT]
        near = [key for key in near if key not in longest and _is_likely(word, key, self._language)]
        swapped = [key for key in near if sorted(key) == sorted(word)]  # "latre" is "later" rather than "late"
        return self._only(swapped) or self._only(near)

    def _short(self, word: str) -> list[str]:
        alike = [little for little in self._little if len(little) == len(word) and OSA.distance(word, little) == 1]
        return [little for little in alike if _is_likely(word, little, self._language)]

    def _only(self, found: Sequence[str]) -> str | None:
        shortest = min(found, key=len, default="")
        same = word_set(self._language, "name", "inflections") | {""}
        alike = all(word.startswith(shortest) and word[len(shortest) :] in same for word in found)
        return shortest if shortest and alike else None

    def _is_form(self, word: str, ending: str) -> bool:
        """Tell "mornings", which is right, from "minutees", which ends in a letter too many."""
        stem = word.removesuffix(ending)
        return stem != word and stem in self._known and stem[-1:] != ending[0]

    def _is_name(self, pieces: Sequence[Token], words: Sequence[str], place: int, meant: str) -> bool:
        """Tell whether a strange word is more likely a name: beside another, after "my name is", with a capital."""
        # "Dr. Smith tmoorrow": who works here is named in one word.
        titled = place > 1 and words[place - 2] in word_set(self._language, "name", "titles")
        here = titled and words[place - 1] in self._own
        before = words[max(place - 2, 0) : place]
        if not here and not word_set(self._language, _NAME, "name_cues").isdisjoint(before):
            return True
        beside = [words[each] for each in (place - 1, place + 1) if 0 <= each < len(words)]
        if any(self._is_strange(word) and not self._meant(word) for word in beside):
            return True
        begins = place == 0 or not words[place - 1][0].isalnum()
        return pieces[place].text.istitle() and not begins and meant not in self._placed

    def _is_strange(self, word: str) -> bool:
        if word in self._always:
            return True
        return len(word) > 1 and word.isalpha() and word not in self._known and word not in known_words()


def _respells(word: str, said: Iterable[str]) -> bool:
    """Tell the "Marsch" of "not Marsh but Marsch", which spells anew what was given before."""
    return any(OSA.distance(word, each) <= min(2, len(word) // 3) for each in said)


def _is_glued(piece: Token, written: str) -> bool:
    """Tell whether a word is part of an address or a code."""
    before, after = written[: piece.start][-1:], written[piece.end : piece.end + 2]
    return before in _GLUE or before.isdigit() or (len(after) == 2 and after[0] in _GLUE and not after[1].isspace())


def _is_likely(word: str, meant: str, language: str) -> bool:
    """Tell whether fingers make `word` of `meant`: they lose, double or swap letters, or hit the key beside one."""
    if len(word) < len(meant):
        return True
    place = next(at for at, letter in enumerate(word) if letter != meant[at : at + 1])
    beside = _beside(language)
    if len(word) > len(meant):
        return word[place] in {*word[place - 1 : place], *beside.get(word[place - 1 : place], "")}
    swapped = word[place : place + 2] == meant[place : place + 2][::-1]
    return swapped or meant[place] in beside.get(word[place], "")


@cache
def _beside(language: str) -> dict[str, str]:
    """Return the keys beside each key."""
    rows = listed(language, _NAME, "keyboard")
    return {key: row[max(at - 1, 0) : at] + row[at + 1 : at + 2] for row in rows for at, key in enumerate(row)}
