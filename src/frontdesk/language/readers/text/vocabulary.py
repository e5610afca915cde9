"""Words compared by what they mean: without endings, as one of a group of synonyms, forgiving a slip of the finger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from rapidfuzz import fuzz, process

from frontdesk.language.readers.text.cues import bare, phrases
from frontdesk.language.words import tokens, word_set

_SHORTEST_STEM = 3
_SHORTEST_SLIP = 5  # letters: shorter words are too alike
_ALIKE = 84
_CACHED = 4096
_OF_ONE_MESSAGE = 32  # many rules look at the same words


@cache
def plain(language: str) -> frozenset[str]:
    """Return the everyday words of a language that no slip of the finger explains."""
    return phrases(language).words | word_set(language, "name", "not_names") | word_set(language, "name", "ends")


class Vocabulary:
    """The words that matter in some texts, and how a guest's word is matched to one of them."""

    def __init__(
        self,
        groups: Mapping[str, Iterable[str]],
        empty: Iterable[str],
        endings: Sequence[str],
        ordinary: frozenset[str] = frozenset(),
    ) -> None:
        self._endings = tuple(endings)
        self._ordinary = ordinary  # words that are right as they are, however alike another is
        self._groups = {bare(word): name for name, words in groups.items() for word in words if " " not in word}
        self._phrases = _by_first_word(groups)
        self._empty = frozenset(bare(word) for word in empty)
        self._known: dict[str, str] = dict(self._groups)
        self.nearest = lru_cache(maxsize=_CACHED)(self._nearest)
        self.alone = lru_cache(maxsize=_CACHED)(self._alone)
        self.placed = lru_cache(maxsize=_OF_ONE_MESSAGE)(self._placed)

    def learn(self, text: str) -> tuple[str, ...]:
        """Return the meaning words of `text`, and remember them as worth recognising."""
        # First remembered, then read: a "channel" that is written here is no slip of "cancel".
        for word in (bare(token.plain) for token in tokens(text)):
            if word.isalpha() and word not in self._empty:
                self._known.setdefault(word, self._meaning(word))
        self.placed.cache_clear()
        self.nearest.cache_clear()
        self.alone.cache_clear()
        return self.meanings(text)

    def meanings(self, text: str) -> tuple[str, ...]:
        """Return the words of `text` that mean something, each as its group or without its ending."""
        return self.of(tuple(bare(token.plain) for token in tokens(text)))

    def of(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the meanings of words that were cut already."""
        return tuple([meaning for _, meaning in self.placed(words)])

    def _placed(self, words: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
        """Return each meaning with the place of its first word."""
        if not self._phrases.keys().isdisjoint(words):
            return tuple(self._placed_phrases(words))
        alone = self.alone
        return tuple([(place, meaning) for place, word in enumerate(words) if (meaning := alone(word)) is not None])

    def _placed_phrases(self, words: tuple[str, ...]) -> Iterator[tuple[int, str]]:
        after = 0  # of the phrase before
        for place, word in enumerate(words):
            if place < after:
                continue
            if word in self._phrases and (phrase := self._phrase_at(words, place)):
                yield place, phrase[1]
                after = place + len(phrase[0])
            elif (meaning := self.alone(word)) is not None:
                yield place, meaning

    def _alone(self, word: str) -> str | None:
        """Return what a word means by itself; none where it is a sign, or says nothing."""
        says = (word in self._groups or word not in self._empty) and word[:1].isalnum()
        return self.nearest(word) if says else None

    def _phrase_at(self, words: tuple[str, ...], place: int) -> tuple[tuple[str, ...], str] | None:
        """Return the longest phrase that begins here, with its group."""
        phrases = self._phrases[words[place]]
        return next((pair for pair in phrases if words[place : place + len(pair[0])] == pair[0]), None)

    def _nearest(self, word: str) -> str:
        known = self._known.get(word)
        if known is not None:
            return known
        stem = self._stem(word)
        if stem != word and stem in self._known:
            return self._known[stem]
        if len(word) >= _SHORTEST_SLIP and word.isalpha() and word not in self._ordinary:
            match = process.extractOne(word, self._known.keys(), scorer=fuzz.ratio, score_cutoff=_ALIKE)
            if match is not None and len(match[0]) >= _SHORTEST_SLIP and match[0][0] == word[0]:
                return self._known[match[0]]
        return self._meaning(word)

    def _meaning(self, word: str) -> str:
        stem = self._stem(word)
        return self._groups.get(word) or self._groups.get(stem, stem)

    def _stem(self, word: str) -> str:
        for ending in self._endings:
            if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
                return word[: -len(ending)]
        return word


def _by_first_word(groups: Mapping[str, Iterable[str]]) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """Return the phrases of several words by the first of them, the longest first, each with its group."""
    phrases = (
        (tuple(bare(token.plain) for token in tokens(phrase)), name)
        for name, words in groups.items()
        for phrase in words
        if " " in phrase
    )
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for pair in sorted(phrases, key=lambda pair: -len(pair[0])):
        found.setdefault(pair[0][0], []).append(pair)
    return found
