"""Mends slips of the finger: a word that nobody knows, one slip away from one that somebody does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from frontdesk.dialogue.values import Value
from frontdesk.language.clearing.known import every_word, readable_words
from frontdesk.language.lexicon import has, load
from frontdesk.language.reference import GIVEN_OUT, is_given_out
from frontdesk.language.understanding.message.cues import bare
from frontdesk.language.words import Token, listed, table, word_set

_NAME = "noise"
_LONG = 5  # letters: shorter words are too alike
_RESPELLED = 2  # letters
_CACHED = 8192
_GLUE = frozenset("@._/\\+&=#'-")
_STOPS = frozenset(".!?\n")


class Spelling:
    """The words a guest of one business may have meant to type."""

    def __init__(self, own: frozenset[str], language: str) -> None:
        self._language = language
        self._known = (every_word(language) | own) - word_set(language, _NAME, "rather_slips")
        self._proper = own
        self._endings = listed(language, "triggers", "endings")
        self._by_initial: dict[str, list[str]] = {}
        # What is itself a slip is no word to have meant.
        meant = readable_words(language) | own | _zones(language)
        for word in sorted(meant - table(language, _NAME, "always").keys()):
            if len(word) >= _LONG - 1 and word.isalpha():
                self._by_initial.setdefault(word[0], []).append(word)
        self.nearest = lru_cache(maxsize=_CACHED)(self._nearest)

    def is_known(self, word: str) -> bool:
        """Tell whether a word is right as it is."""
        return bare(word) in self._known

    def mended(self, pieces: Sequence[Token], written: str, given: Iterable[Value]) -> Sequence[Token]:
        """Put the word that was meant where a finger slipped; names, addresses and words `given` before stay."""
        words = [bare(piece.plain) for piece in pieces]
        if self._known.issuperset(words):
            return pieces
        strange = [place for place, word in enumerate(words) if self._is_strange(word)]
        if not strange:
            return pieces
        said = frozenset(word for text in given if isinstance(text, str) for word in text.casefold().split())
        strange = [place for place in strange if words[place] not in said]
        if not strange or not word_set(self._language, _NAME, "spelling").isdisjoint(words):
            return pieces
        mended = list(pieces)
        for place in strange:
            meant = self.nearest(words[place])
            # "Not Marsh but Marsch" spells a name that was given before.
            alike = min(_RESPELLED, len(words[place]) // 2)  # letters of a short word are soon all changed
            respelled = any(OSA.distance(words[place], word) <= alike for word in said)
            if not meant or respelled or _is_glued(pieces[place], written):
                continue
            if not self._is_name(pieces, words, place, meant):
                mended[place] = Token(meant, meant, pieces[place].start, pieces[place].end)
        return mended

    def _nearest(self, word: str) -> str | None:
        """Return the one known word that is a single slip away, or nothing."""
        if any(self._is_form(word, ending) for ending in self._endings):
            return None
        keys = self._by_initial.get(word[0], ()) if len(word) >= _LONG - 1 else ()
        found = process.extract(word, keys, scorer=OSA.distance, score_cutoff=1, limit=None)
        near = [key for key, _, _ in found if max(len(key), len(word)) >= _LONG]
        if len(word) < _LONG:
            alike = [little for little in listed(self._language, _NAME, "little") if len(little) == len(word)]
            near += [little for little in alike if OSA.distance(word, little) == 1 and self._is_likely(word, little)]
        orders = word_set(self._language, _NAME, "orders")  # "chane" is "change" rather than "chance"
        likely = _only([key for key in near if self._is_likely(word, key)])
        return likely or _only(near) or _only([key for key in near if key in orders])

    def _is_form(self, word: str, ending: str) -> bool:
        """Tell "mornings", which is right, from "that'ss", whose ending is there already."""
        stem = word.removesuffix(ending)
        return stem != word and stem in self._known and not stem.endswith(ending)

    def _is_likely(self, word: str, meant: str) -> bool:
        """Tell what fingers do: lose a letter, double one, swap two, hit the key beside the right one."""
        if len(word) < len(meant):
            return True
        place = next(at for at, letter in enumerate(word) if letter != meant[at : at + 1])
        beside = _beside(self._language)
        if len(word) > len(meant):
            return word[place] in {*word[place - 1 : place], *beside.get(word[place - 1 : place], "")}
        swapped = word[place : place + 2] == meant[place : place + 2][::-1]
        return swapped or meant[place] in beside.get(word[place], "")

    def _is_name(self, pieces: Sequence[Token], words: Sequence[str], place: int, meant: str) -> bool:
        """Tell whether a strange word is more likely a name: beside another, after "my name is", with a capital."""
        if self._is_called(words, place):
            about = pieces[place].text.islower() and meant in word_set(self._language, _NAME, "about_names")
            return not about  # "the name is wrrong"
        if word_set(self._language, "name", "particles").issuperset(words[place : place + 2]):
            return True  # "abd el kader"
        beside = (*words[max(place - 1, 0) : place], *words[place + 1 : place + 2])
        if any(self._is_strange(word) and self.nearest(word) is None for word in beside):
            return True
        begins = place == 0 or pieces[place - 1].text in _STOPS
        return pieces[place].text[0].isupper() and not begins and meant not in self._proper | _proper(self._language)

    def _is_called(self, words: Sequence[str], place: int) -> bool:
        """Tell what follows "my name is" from what follows "10 am", or a doctor who is known."""
        before, earlier = words[place - 1] if place else "", words[place - 2] if place > 1 else ""
        cues = word_set(self._language, _NAME, "name_cues")
        if before in cues:
            return not earlier.isdecimal() and earlier not in table(self._language, "numbers", "ones")
        known = before in self._proper and earlier in word_set(self._language, "name", "titles")
        return earlier in cues and not known

    def _is_strange(self, word: str) -> bool:
        return word not in self._known and len(word) > 1 and word.isalpha()


def _only(found: Sequence[str]) -> str | None:
    """Return the one word that was meant; of "appointment" and "appointments" either will do."""
    if not found:
        return None
    shortest = min(found, key=len)
    return shortest if all(word.startswith(shortest) for word in found) else None


def _is_glued(piece: Token, written: str) -> bool:
    """Tell whether a word is part of an address or a code."""
    before, after = written[: piece.start][-1:], written[piece.end : piece.end + 2]
    if before in _GLUE or before.isdigit() or (len(after) == 2 and after[0] in _GLUE and not after[1].isspace()):
        return True
    return after[:1].isdigit() and is_given_out(written[piece.start : piece.start + GIVEN_OUT])


@cache
def _beside(language: str) -> dict[str, str]:
    """Return the keys beside each key."""
    return dict(_neighbours(language))


def _neighbours(language: str) -> Iterator[tuple[str, str]]:
    for row in listed(language, _NAME, "keyboard"):
        for place, key in enumerate(row):
            yield key, row[max(place - 1, 0) : place] + row[place + 1 : place + 2]


@cache
def _zones(language: str) -> frozenset[str]:
    """Return the words that name a zone right after a time: lost, "10am pscific" would be another time."""
    codes = load(language, "zones")["codes"] if has(language, "zones") else ()
    named = codes.values() if isinstance(codes, dict) else ()
    return frozenset(str(word) for words in named for word in words)


@cache
def _proper(language: str) -> frozenset[str]:
    """Return words that are written with a capital: days and months."""
    return word_set(language, _NAME, "proper")
