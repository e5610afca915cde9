"""Takes out what is said while thinking: fillers, pictures, words that break off, words said twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from frontdesk.language.readers.text.cues import Phrases, bare_words
from frontdesk.language.words import Token, listed, word_set

_NAME = "noise"
_HYPHEN = "-"
_COMMA = ","
_MOST_REPEATED = 4  # words that are said twice in a row
_PICTURES = re.compile("[\u2600-\u27bf\u2b00-\u2bff\u200d\ufe0e\ufe0f\U0001f000-\U0001faff]")


@dataclass(frozen=True, slots=True)
class Twice:
    """Words that say something else when said twice: `anywhere`, as "uh uh", or `among_numbers`, as "forty"."""

    anywhere: frozenset[str]
    among_numbers: frozenset[str]

    def are_counted(self, words: Sequence[str], first: int, after: int) -> bool:
        """Tell the "five five" and the "forty forty" of a number to call."""
        said = [word for word in words[first:after] if word[0].isalnum()]
        if all(word in self.anywhere or word.isdigit() for word in said):
            return True
        beside = (*words[max(first - 1, 0) : first], *words[after : after + 1])
        return all(map(self._is_number, said)) and any(map(self._is_number, beside))

    def _is_number(self, word: str) -> bool:
        return word in self.among_numbers or word.isdigit()


def without_pictures(pieces: Sequence[Token], language: str, glad: frozenset[str]) -> Sequence[Token]:
    """Take out pictures that only decorate, where there are words: those that are `glad`, or any if none are named."""
    if not any(_PICTURES.match(piece.text) for piece in pieces):
        return pieces
    answering = word_set(language, _NAME, "answering_pictures")
    idle = {each for piece in pieces if (each := piece.text) not in answering and (not glad or each in glad)}
    kept = [piece for piece in pieces if not (_PICTURES.match(piece.text) and piece.text in idle)]
    return kept if any(piece.text[0].isalnum() for piece in kept) else pieces


def without_fillers(pieces: Sequence[Token], is_known: Callable[[str], bool], language: str) -> Sequence[Token]:
    """Take out what fills a pause, with the comma after it; a message of nothing else stays."""
    words = bare_words(pieces)
    if _hints(language).isdisjoint(words):
        return pieces
    dropped = _filling(words, pieces, is_known, language)
    dropped |= {place + 1 for place in dropped if words[place + 1 : place + 2] == [_COMMA]}
    kept = pieces
    if dropped:
        kept = _telling([piece for place, piece in enumerate(pieces) if place not in dropped], pieces, language)
    return _telling(_without_lead(kept, language), kept, language)


def trails_off(pieces: Sequence[Token], language: str) -> bool:
    """Tell "okay so" and "yes, hmm": whoever breaks off, or ends in a pause, has not answered yet."""
    words = bare_words(pieces)
    if _hints(language).isdisjoint(words):
        return False
    spoken = [place for place, piece in enumerate(pieces) if _tells([piece], language)]
    filling = _filling(words, pieces, lambda _: True, language)  # no name is told from a word here
    if filling and spoken and spoken[-1] in filling:
        return True
    kept = [piece for place, piece in enumerate(pieces) if place not in filling]
    return not _tells(_without_lead(kept, language), language)


def without_restarts(pieces: Sequence[Token], is_known: Callable[[str], bool], twice: Twice) -> Sequence[Token]:
    """Take out a word that breaks off before it is said whole, and words that are said twice in a row."""
    words = [piece.plain for piece in pieces]
    whole = pieces
    if _HYPHEN in words:
        whole = _without_broken(pieces)
        words = [piece.plain for piece in whole]
    if len(set(words)) == len(words):
        return whole
    kept: list[Token] = []
    place = 0
    while place < len(words):
        length = _said_twice(words, place)
        if not length:
            kept.append(whole[place])
            place += 1
            continue
        said = [word for word in words[place : place + length] if word[0].isalnum()]
        # A strange word said twice may be a whole name, "Sirhan Sirhan", but not before another: "paul paul marsh".
        following = words[place + 2 * length : place + 2 * length + 1]
        goes_on = len(said) > 1 or (bool(following) and following[0].isalpha() and not is_known(following[0]))
        after = place + 2 * length
        meant = twice.are_counted(words, place, after) or _is_spelled(words, place, after)
        if not meant and (goes_on or is_known(said[0])):
            place += length
        else:
            kept.append(whole[place])
            place += 1
    return kept if len(kept) < len(whole) else whole


def _is_spelled(words: Sequence[str], first: int, after: int) -> bool:
    """Tell the "n n" of "a n n e": letters beside other letters spell something; the "i i" of "i i want" does not."""
    spoken = [word for word in words[first:after] if word[0].isalnum()]
    before = next((words[place] for place in range(first - 1, -1, -1) if words[place][0].isalnum()), "")
    following = next((words[place] for place in range(after, len(words)) if words[place][0].isalnum()), "")
    beside = any(len(word) == 1 and word.isalpha() for word in (before, following))
    return beside and all(len(word) == 1 for word in spoken)


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
    for place, piece in enumerate(pieces[:-1]):
        begin = place - 1 if place and pieces[place - 1].text[0].isalpha() else place - 2
        cut = "".join(each.plain for each in pieces[max(begin, 0) : place])
        glued = begin >= 0 and piece.start - pieces[begin].start == len(cut) and piece.end < pieces[place + 1].start
        if piece.text == _HYPHEN and glued and pieces[place + 1].plain.startswith(cut):
            broken.update(range(begin, place + 1))
    return [piece for place, piece in enumerate(pieces) if place not in broken]


def _telling(kept: Sequence[Token], pieces: Sequence[Token], language: str) -> Sequence[Token]:
    """Return what is kept if it says anything."""
    return kept if _tells(kept, language) else pieces


def _tells(pieces: Sequence[Token], language: str) -> bool:
    """Tell whether there are words, or a picture that answers: "so 👍"."""
    answering = word_set(language, _NAME, "answering_pictures")
    return any(piece.text[0].isalnum() or piece.text in answering for piece in pieces)


def _filling(words: Sequence[str], pieces: Sequence[Token], is_known: Callable[[str], bool], language: str) -> set[int]:
    """Return the places of words that fill a pause."""
    fillers = word_set(language, _NAME, "fillers")
    found = _phrases(language).find(pieces, words)
    answers = {place for cue in found if cue.label == "answers" for place in range(cue.first, cue.after)}
    liked = {place for cue in found if cue.label == "liking" for place in range(cue.first + 1, cue.after)}
    filling = {place for place, word in enumerate(words) if word in fillers and place not in answers}
    for label, after in (("phrases", "not_after"), ("like", "like_after")):
        kept = word_set(language, _NAME, after)
        before, reached = None, 0
        for cue in found:
            if cue.label != label:
                continue
            for place in range(reached, cue.first):
                before = words[place] if place not in filling else before
            reached = cue.first
            following = _following(words, cue.after, language)
            idle = following in word_set(language, _NAME, "like_before") or (
                before in word_set(language, _NAME, "like_before_names") and _is_strange(following, is_known)
            )
            says = label == "phrases" and following in word_set(language, _NAME, "not_before")  # "you know what, 4"
            if before is not None and not (cue.first in liked or says) and (before not in kept or idle):
                filling.update(range(cue.first, cue.after))
    return filling


def _following(words: Sequence[str], place: int, language: str) -> str:
    """Return what stands at a place, or after the "not" there: "I do like not have one"."""
    negated = not word_set(language, _NAME, "contrasts").isdisjoint(words[place : place + 1])
    return next(iter(words[place + negated :]), "")


def _is_strange(word: str, is_known: Callable[[str], bool]) -> bool:
    """Tell the "rosa" of "this is like rosa": what is nobody's word is a name, and nothing is like it."""
    return word.isalpha() and not is_known(word)


def _without_lead(pieces: Sequence[Token], language: str) -> Sequence[Token]:
    words = bare_words(pieces[:_MOST_REPEATED])
    found = _phrases(language).find(pieces[:_MOST_REPEATED], words)
    after = max((cue.after for cue in found if cue.label == "leads" and cue.first == 0), default=0)
    if not after or any(cue.label == "not_leads" and cue.first < after < cue.after for cue in found):
        return pieces
    return pieces[after + (words[after : after + 1] == [_COMMA]) :]


@cache
def _phrases(language: str) -> Phrases:
    return Phrases(
        {key: listed(language, _NAME, key) for key in ("answers", "phrases", "like", "liking", "leads", "not_leads")}
    )


@cache
def _hints(language: str) -> frozenset[str]:
    """Return the words without which there is nothing to take out."""
    return _phrases(language).begins | word_set(language, _NAME, "fillers")
