"""Mends slips of the finger: a word that nobody knows, one slip away from one that somebody does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from rapidfuzz import process
from rapidfuzz.distance import OSA

from frontdesk.dialogue.values import Value
from frontdesk.language.lexicon import has, load
from frontdesk.language.readers.clearing.fingers import is_likely, slipped
from frontdesk.language.readers.clearing.known import every_word, readable_words
from frontdesk.language.readers.clearing.naming import is_announced, may_be_named
from frontdesk.language.readers.text.cues import bare, bare_words
from frontdesk.language.readers.text.vocabulary import plain
from frontdesk.language.words import Token, listed, table, word_set

_NAME = "noise"
_LONG = 5  # letters: shorter words are too alike
_MIDDLING = 6  # letters: there are many names that long
_RESPELLED = 2  # letters
_CODE = 3  # letters
_BEFORE_A_TITLE = 3  # words, as in "my name is Dr. Smyth"
_CACHED = 8192
_GLUE = frozenset("@._/\\+&=#'-")
_STOPS = frozenset(".!?\n")
_STRETCHED = re.compile(r"([^\W\d_])\1{2,}")


class Spelling:
    """The words a guest of one business may have meant to type."""

    def __init__(self, own: frozenset[str], language: str) -> None:
        self._language = language
        # A first name is no word to tell others from names by.
        self._first_names = word_set(language, "name", "common_first") - own - plain(language)
        self._known = (every_word(language) | own) - word_set(language, _NAME, "rather_slips") - self._first_names
        self._proper = own
        self._worth = _proper(language) | _worth(language)
        self._endings = listed(language, "triggers", "endings")
        self._same = word_set(language, "name", "inflections") | {""}
        self._by_initial: dict[str, list[str]] = {}
        # What is itself a slip is no word to have meant.
        meant = readable_words(language) | own | _zones(language, "codes")
        self._meant = meant - table(language, _NAME, "always").keys()
        for word in sorted(self._meant):
            if len(word) >= _LONG - 1 and word.isalpha():
                self._by_initial.setdefault(word[0], []).append(word)
        self.nearest = lru_cache(maxsize=_CACHED)(self._nearest)

    def is_known(self, word: str) -> bool:
        """Tell whether a word is right as it is."""
        return bare(word) in self._known

    def mended(self, pieces: Sequence[Token], written: str, given: Iterable[Value]) -> Sequence[Token]:
        """Put the word that was meant where a finger slipped; names, addresses and words `given` before stay."""
        words = bare_words(pieces)
        titles = word_set(self._language, "name", "titles")
        titled = not titles.isdisjoint(words)
        if self._known.issuperset(words) and not titled:
            return pieces
        strange = [
            place
            for place, word in enumerate(words)
            if self._is_strange(word) or (titled and self._is_titled(words, place))
        ]
        if not strange:
            return pieces
        said = frozenset(word for text in given if isinstance(text, str) for word in text.casefold().split())
        strange = [place for place in strange if words[place] not in said and words[place] not in self._first_names]
        if not strange or not word_set(self._language, _NAME, "spelling").isdisjoint(words):
            return pieces
        mended = list(pieces)
        for place in strange:
            negation = self._negation(words, place)
            meant = negation or self.nearest(words[place]) or self._by_place(words, place)
            # "Not Marsh but Marsch" spells a name that was given before.
            alike = min(_RESPELLED, len(words[place]) // 3)  # letters of a short word are soon all changed
            respelled = any(OSA.distance(words[place], word) <= alike for word in said)
            if not meant or respelled or _is_glued(pieces[place], written):
                continue
            if negation or not self._is_name(pieces, words, place, meant):
                mended[place] = Token(meant, meant, pieces[place].start, pieces[place].end)
        return mended

    def with_doubles(self, pieces: Sequence[Token]) -> Sequence[Token]:
        """Read "threee" as "three", where two letters make a word: one would make another of it, or none."""
        twice = [_STRETCHED.sub(r"\1\1", piece.plain) for piece in pieces]
        return [
            Token(word, word, piece.start, piece.end) if word != piece.plain and word in self._meant else piece
            for piece, word in zip(pieces, twice, strict=True)
        ]

    def with_courtesies(self, pieces: Sequence[Token]) -> Sequence[Token]:
        """Mend what is said beside a name, and no name: the "plesae" of "Marck plesae"."""
        meant = [self._courtesy(bare(piece.plain)) for piece in pieces]
        if not any(meant):
            return pieces
        pairs = zip(pieces, meant, strict=True)
        return [Token(word, word, piece.start, piece.end) if word else piece for piece, word in pairs]

    def with_judgements(self, pieces: Sequence[Token]) -> Sequence[Token]:
        """Mend what is said of what was shown, and no other name: the "corect" of "that's corect"."""
        words = bare_words(pieces)
        cues = word_set(self._language, _NAME, "before_judgements")
        if cues.isdisjoint(words):
            return pieces
        mended = list(pieces)
        for place, (before, word) in enumerate(pairwise(words), 1):
            meant = self._judgement(word) if before in cues and pieces[place].text.islower() else None
            if meant:
                mended[place] = Token(meant, meant, pieces[place].start, pieces[place].end)
        return mended

    def _judgement(self, word: str) -> str | None:
        names = word_set(self._language, _NAME, "names") | self._proper
        if len(word) < _LONG or word in names or word in plain(self._language):
            return None
        return self._only(slipped(word, listed(self._language, _NAME, "judgements"), self._language))

    def _courtesy(self, word: str) -> str | None:
        if len(word) < _LONG - 1 or not self._is_strange(word):
            return None
        return self._only(slipped(word, listed(self._language, _NAME, "beside_names"), self._language))

    def _nearest(self, word: str) -> str | None:
        """Return the one known word that is a single slip away, or nothing."""
        if any(self._is_form(word, ending) for ending in self._endings):
            return None
        keys = self._by_initial.get(word[0], ()) if len(word) >= _LONG - 1 else ()
        found = process.extract(word, keys, scorer=OSA.distance, score_cutoff=1, limit=None)
        more = {word + ending for ending in self._endings}  # "valentine" is no slip of "valentines"
        near = [key for key, slips, _ in found if slips and max(len(key), len(word)) >= _LONG and key not in more]
        if len(word) < _LONG:
            alike = [little for little in listed(self._language, _NAME, "little") if len(little) == len(word)]
            near += slipped(word, alike, self._language)
        # "Chane" is "change" rather than "chance".
        first = word_set(self._language, _NAME, "orders") | word_set(self._language, _NAME, "rather_meant")
        likely = [key for key in near if is_likely(word, key, self._language)]
        # "Latre" is "later" rather than "late"; "marid" may be Madrid to who flies there.
        told = (self._proper - readable_words(self._language)).isdisjoint(likely)
        swapped = [key for key in likely if sorted(key) == sorted(word)] if told else []
        # What fingers hardly do is taken for a slip in a long word only: "nancy" is no "nanny".
        written = near if len(word) > _MIDDLING else [key for key in near if key in _proper(self._language)]
        ordered = [key for key in near if key in first]
        return next(filter(None, map(self._only, (likely, swapped, written, ordered))), None)

    def _only(self, found: Sequence[str]) -> str | None:
        """Return the one word that was meant; of "day" and "days" either will do, but not of "late" and "later"."""
        if not found:
            return None
        shortest = min(found, key=len)
        same = (word.startswith(shortest) and word[len(shortest) :] in self._same for word in found)
        return shortest if all(same) else None

    def _negation(self, words: Sequence[str], place: int) -> str | None:
        """Return the "dont" of "dobt move it": lost, a no would turn into its opposite."""
        verbs = word_set(self._language, _NAME, "orders") | word_set(self._language, _NAME, "like_before")
        if verbs.isdisjoint(words[place + 1 : place + 2]):
            return None
        return self._only(slipped(words[place], map(bare, listed(self._language, _NAME, "negations")), self._language))

    def _by_place(self, words: Sequence[str], place: int) -> str | None:
        """Return what a word must be after the one before it: the hours of "2 hurs", the seats of "how many seata"."""
        word, before, language = words[place], words[place - 1] if place else "", self._language
        if before in word_set(language, _NAME, "clock"):  # lost, a zone would make it another time
            return self._zone(word)
        if before.isdecimal() or before in table(language, "numbers", "ones"):
            units = listed(language, _NAME, "units")
            long = [each for each in units if len(each) > _LONG and OSA.distance(word, each) == 1]
            return self._only(long or slipped(word, units, language))
        if before in word_set(language, _NAME, "before_after"):
            return self._only(slipped(word, listed(language, _NAME, "after_lengths"), language))
        if before in word_set(language, _NAME, "before_counted"):
            near = slipped(word, self._by_initial.get(word[0], ()), language)
            return self._only([each for each in near if any(self._is_form(each, ending) for ending in self._endings)])
        return None

    def _zone(self, word: str) -> str | None:
        """Return the zone of "10 am paccifci", where fingers slipped twice, or of "10 am Arizoan"."""
        codes = [zone for zone in _zones(self._language, "codes") if zone[0] == word[0] and len(zone) > _MIDDLING]
        alike = [zone for zone in codes if len(zone) == len(word) or set(zone) == set(word)]  # "3 pm Easton" is a name
        twice = [zone for zone in alike if OSA.distance(word, zone) <= _RESPELLED]
        return self._only(twice or slipped(word, _zones(self._language, "places"), self._language))

    def _is_form(self, word: str, ending: str) -> bool:
        """Tell "mornings", which is right, from "that'ss" and "minutees", which end in a letter too many."""
        stem = word.removesuffix(ending)
        # "Firs" is no "fir", and nothing is two of a place that is known by three letters: "how many seas are left".
        code = len(stem) <= _CODE and stem in self._proper and stem not in plain(self._language)
        right = stem in self._known and not code and stem not in table(self._language, _NAME, "always")
        return stem != word and right and stem[-1:] != ending[0]

    def _is_name(self, pieces: Sequence[Token], words: Sequence[str], place: int, meant: str) -> bool:
        """Tell whether a strange word is more likely a name: beside another, after "my name is", with a capital."""
        language = self._language
        if is_announced(words, place, self._proper, language):
            about = pieces[place].text.islower() and meant in word_set(language, _NAME, "about_names")
            return not about and not self._is_titled(words, place)  # "the name is wrrong", "not Dr. Smiht"
        small = pieces[place].text.islower()
        around = [each for each in (place - 1, place + 1) if 0 <= each < len(words)]
        # "Please scehdule Tom Reed": a name that has its capital does not begin without one.
        beside = [words[each] for each in around if not (small and pieces[each].text[0].isupper())]
        beside = [word for word in beside if self._is_strange(word)]
        doubtful = len(words[place]) <= _LONG or not is_likely(words[place], meant, language)
        announces = meant in word_set(language, _NAME, "name_cues") and place + 1 < len(words)
        if announces and not any(map(self._is_strange, words[max(place - 1, 0) : place])):
            return False  # "undr vera kohl"
        # "For vera", "chris carr": fingers seldom slip in two words on end.
        if doubtful and meant not in self._worth and (beside or may_be_named(words, place, language)):
            return True
        if word_set(language, "name", "particles").issuperset(words[place : place + 2]):
            return True  # "abd el kader"
        if any(self.nearest(word) is None for word in beside):
            return True
        begins = place == 0 or pieces[place - 1].text in _STOPS
        placed = meant in self._proper or meant in _proper(language) or meant in _zones(language, "places")
        return pieces[place].text.istitle() and not begins and not placed

    def _is_titled(self, words: Sequence[str], place: int) -> bool:
        """Tell a slip in the name of somebody who works here, after a title; guests may say one with their own name."""
        titled = not word_set(self._language, "name", "titles").isdisjoint(words[max(place - 1, 0) : place])
        if not titled or len(words[place]) < _LONG - 1 or words[place] in self._proper:
            return False
        before = words[max(place - 1 - _BEFORE_A_TITLE, 0) : place - 1]
        named = not word_set(self._language, _NAME, "name_cues").isdisjoint(before)
        if named or " ".join(before[-2:]) in word_set(self._language, _NAME, "name_phrases"):
            return False
        return self.nearest(words[place]) in self._proper - readable_words(self._language)

    def _is_strange(self, word: str) -> bool:
        return word not in self._known and len(word) > 1 and word.isalpha()


def _is_glued(piece: Token, written: str) -> bool:
    """Tell whether a word is part of an address or a code."""
    before, after = written[: piece.start][-1:], written[piece.end : piece.end + 2]
    return before in _GLUE or before.isdigit() or (len(after) == 2 and after[0] in _GLUE and not after[1].isspace())


@cache
def _zones(language: str, key: str) -> frozenset[str]:
    """Return the words that name a zone right after a time: lost, "10am pscific" would be another time."""
    listed_zones = load(language, "zones")[key] if has(language, "zones") else ()
    named = listed_zones.values() if isinstance(listed_zones, dict) else ()
    return frozenset(str(word) for words in named for word in words)


@cache
def _proper(language: str) -> frozenset[str]:
    """Return words that are written with a capital: days and months."""
    return word_set(language, _NAME, "proper")


@cache
def _worth(language: str) -> frozenset[str]:
    """Return words that are meant rather than a name, also where a name may stand."""
    lists = ("orders", "little", "about_names", "praise", "no_names")
    return frozenset(table(language, "numbers", "ones")).union(*(word_set(language, _NAME, key) for key in lists))
