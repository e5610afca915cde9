"""Takes out what is said while thinking: fillers, pictures, words that break off, words said twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from frontdesk.language.readers.text.cues import Cue, Phrases, bare_words
from frontdesk.language.words import Token, listed, word_set

_NAME = "noise"
_HYPHEN = "-"
_COMMA = ","
_SINGLE = frozenset("ai")  # words of one letter
_MOST_REPEATED = 4  # words that are said twice in a row
_PICTURES = re.compile("[\u2600-\u27bf\u2b00-\u2bff\u200d\ufe0e\ufe0f\U0001f000-\U0001faff]")


def without_pictures(pieces: Sequence[Token], language: str, glad: frozenset[str]) -> Sequence[Token]:
    """Take out pictures that only decorate, where there are words: those that are `glad`, or any if none are named."""
    answering = word_set(language, _NAME, "answering_pictures")
    kept = [piece for piece in pieces if not _decorates(piece, answering, glad)]
    return kept if any(piece.text[0].isalnum() for piece in kept) and len(kept) < len(pieces) else pieces


def _decorates(piece: Token, answering: frozenset[str], glad: frozenset[str]) -> bool:
    return _PICTURES.match(piece.text) is not None and piece.text not in answering and (not glad or piece.text in glad)


def without_fillers(pieces: Sequence[Token], language: str) -> Sequence[Token]:
    """Take out what fills a pause, with the comma after it; a message of nothing else stays."""
    words = bare_words(pieces)
    if _hints(language).isdisjoint(words):
        return pieces
    dropped = _filling(words, pieces, language)
    dropped |= {place + 1 for place in dropped if words[place + 1 : place + 2] == [_COMMA]}
    kept = [piece for place, piece in enumerate(pieces) if place not in dropped] if dropped else pieces
    kept = kept if _tells(kept, language) else pieces
    led = _without_lead(kept, language)
    return led if _tells(led, language) else kept


def trails_off(pieces: Sequence[Token], language: str) -> bool:
    """Tell "okay so" and "yes, hmm": whoever breaks off, or ends in a pause, has not answered yet."""
    words = bare_words(pieces)
    if _hints(language).isdisjoint(words):
        return False
    spoken = [place for place, piece in enumerate(pieces) if _tells([piece], language)]
    filling = _filling(words, pieces, language)
    if filling and spoken and spoken[-1] in filling:
        return True
    kept = [piece for place, piece in enumerate(pieces) if place not in filling]
    return not _tells(_without_lead(kept, language), language)


@dataclass(frozen=True, slots=True)
class Counted:
    """Words of numbers to call, meant also when said twice: `anywhere`, as "five", or beside others, as "forty"."""

    anywhere: frozenset[str]
    beside_others: frozenset[str]

    def are_meant(self, words: Sequence[str], first: int, after: int) -> bool:
        """Tell the "five five" and the "forty forty" of a number to call."""
        said = [word for word in words[first:after] if word[0].isalnum()]
        if all(word in self.anywhere or word.isdigit() for word in said):
            return True
        beside = (*words[max(first - 1, 0) : first], *words[after : after + 1])
        return all(map(self._is_number, said)) and any(map(self._is_number, beside))

    def _is_number(self, word: str) -> bool:
        return word in self.anywhere or word in self.beside_others or word.isdigit()


def without_restarts(pieces: Sequence[Token], is_known: Callable[[str], bool], counted: Counted) -> Sequence[Token]:
    """Take out a word that breaks off before it is said whole, and words that are said twice in a row."""
    whole = _without_broken(pieces)
    words = [piece.plain for piece in whole]
    if len(set(words)) == len(words):
        return whole
    kept: list[Token] = []
    place = 0
    while place < len(words):
        length = _said_twice(words, place)
        is_meant = not length or counted.are_meant(words, place, place + 2 * length)
        if not is_meant and _is_stutter(words[place : place + length], is_known):
            place += length
        else:
            kept.append(whole[place])
            place += 1
    return kept if len(kept) < len(whole) else whole


def _is_stutter(words: Sequence[str], is_known: Callable[[str], bool]) -> bool:
    """Tell words said twice by accident from what is spelled letter by letter, and from a name: "Duran Duran"."""
    said = [word for word in words if word[0].isalnum()]
    spelled = all(len(word) == 1 and word.isalpha() and word not in _SINGLE for word in said)
    return not spelled and (len(said) > 1 or is_known(said[0]))


def _said_twice(words: Sequence[str], place: int) -> int:
    """Return how many words from `place` on are said again right after."""
    for size in range(min(_MOST_REPEATED, (len(words) - place) // 2), 0, -1):
        again = place + size
        if words[again] == words[place] and words[place:again] == words[again : again + size]:
            return size
    return 0


def _without_broken(pieces: Sequence[Token]) -> Sequence[Token]:
    """Leave out the "tom-" of "tom- tomorrow"."""
    broken: set[int] = set()
    for place in range(1, len(pieces) - 1):
        cut, sign, whole = pieces[place - 1 : place + 2]
        glued = cut.end == sign.start and sign.end < whole.start
        if sign.text == _HYPHEN and glued and whole.plain.startswith(cut.plain):
            broken.update((place - 1, place))
    return [piece for place, piece in enumerate(pieces) if place not in broken] if broken else pieces


def _tells(pieces: Sequence[Token], language: str) -> bool:
    """Tell whether there are words, or a picture that answers: "so 👍"."""
    answering = word_set(language, _NAME, "answering_pictures")
    return any(piece.text[0].isalnum() or piece.text in answering for piece in pieces)


def _filling(words: Sequence[str], pieces: Sequence[Token], language: str) -> set[int]:
    """Return the places of words that fill a pause."""
    fillers, found = word_set(language, _NAME, "fillers"), _phrases(language).find(pieces, words)
    answers = {place for cue in found if cue.label == "answers" for place in range(cue.first, cue.after)}
    filling = {place for place, word in enumerate(words) if word in fillers and place not in answers}
    for cue in found:
        if cue.label != "answers" and _is_idle(cue, words, filling, language):
            filling.update(range(cue.first, cue.after))
    return filling


def _is_idle(cue: Cue, words: Sequence[str], filling: set[int], language: str) -> bool:
    """Tell the "like" of "at like noon" from that of "I'd like": by the word before it, fillers apart."""
    before = next((words[place] for place in range(cue.first - 1, -1, -1) if place not in filling), None)
    telling = word_set(language, _NAME, f"{cue.label}_after")
    return before is not None and before not in telling and cue.after < len(words)


def _without_lead(pieces: Sequence[Token], language: str) -> Sequence[Token]:
    """Take out the "well" or "okay so" that begins a message."""
    words = bare_words(pieces)
    longest = max((cue.after for cue in _leads(language).find(pieces, words) if cue.first == 0), default=0)
    return pieces[longest + (words[longest : longest + 1] == [_COMMA]) :]


@cache
def _phrases(language: str) -> Phrases:
    return Phrases({label: listed(language, _NAME, label) for label in ("phrases", "like", "answers")})


@cache
def _leads(language: str) -> Phrases:
    return Phrases({"leads": listed(language, _NAME, "leads")})


@cache
def _hints(language: str) -> frozenset[str]:
    """Return the words without which nothing fills a pause."""
    return _phrases(language).begins | _leads(language).begins | word_set(language, _NAME, "fillers")
