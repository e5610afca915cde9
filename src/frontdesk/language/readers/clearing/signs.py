"""Mends the signs in and between words: apostrophes gone astray, the commas that are missing around a no."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise

from frontdesk.language.readers.clearing.fingers import slipped
from frontdesk.language.readers.text.cues import bare, bare_words
from frontdesk.language.words import Token, listed, table, word_set

_NAME = "noise"
_APOSTROPHE = "'"
_LONGEST_PLACE = 4  # words: as many as the name of a place has


def with_single_apostrophes(pieces: Sequence[Token]) -> Sequence[Token]:
    """Read "don''t" as "don't"."""
    kept: list[Token] = []
    place = 0
    while place < len(pieces):
        four = pieces[place : place + 4]
        if _is_parted(four):
            first, last = four[0], four[-1]
            whole = (f"{first.text}'{last.text}", f"{first.plain}'{last.plain}")
            kept.append(Token(*whole, first.start, last.end))
            place += len(four)
        else:
            kept.append(pieces[place])
            place += 1
    return kept if len(kept) < len(pieces) else pieces


def with_negations(pieces: Sequence[Token], language: str) -> Sequence[Token]:
    """Read "do't", "did'nt" and "don'" as what they are: lost, a no would turn into its opposite."""
    loose = sum(1 for piece in pieces if piece.plain == _APOSTROPHE)
    kept: list[Token] = []
    for piece in pieces:
        # Two of them are quotation marks.
        ends = loose == 1 and piece.plain == _APOSTROPHE and kept and kept[-1].end == piece.start
        begun = kept.pop() if ends else None
        whole = Token(begun.text + piece.text, begun.plain + piece.plain, begun.start, piece.end) if begun else piece
        meant = _negation(whole.plain, language) if _APOSTROPHE in whole.plain else None
        if meant:
            kept.append(Token(meant, meant, whole.start, whole.end))
        else:
            kept += [begun, piece] if begun else [piece]
    return pieces if kept == list(pieces) else kept


@lru_cache(maxsize=1024)  # guests know few words with an apostrophe
def _negation(word: str, language: str) -> str | None:
    """Return the negation that a word with an apostrophe is one slip away from."""
    every = listed(language, _NAME, "negations")
    return None if word in every else next(iter(slipped(word, every, language)), None)


def _is_parted(four: Sequence[Token]) -> bool:
    """Tell a word, two apostrophes and a word, with nothing between them."""
    texts = [piece.text for piece in four]
    if texts[1:3] != [_APOSTROPHE, _APOSTROPHE] or len(four) < len("_''_"):
        return False
    glued = all(before.end == after.start for before, after in pairwise(four))
    return glued and texts[0].isalpha() and texts[3].isalpha()


def with_pause(pieces: Sequence[Token], offered: frozenset[str], language: str) -> Sequence[Token]:
    """Put the comma after a first word that answers what was shown: "no from Oslo" says no to that, and not to Oslo."""
    if len(pieces) < len(("no", "three")):
        return pieces
    first = bare(pieces[0].plain)
    no, praise = (first in word_set(language, _NAME, key) for key in ("noes", "praise"))
    if not no and not praise:
        return pieces
    words = bare_words(pieces[1 : _LONGEST_PLACE + 3])
    if not (_denies(words, offered, language) if no else _asks_for_others(words, language)):
        return pieces
    end = pieces[0].end
    return [pieces[0], Token(",", ",", end, end), *pieces[1:]]


def _denies(words: Sequence[str], offered: frozenset[str], language: str) -> bool:
    """Tell "from Oslo", "three" and "Oslo to Kiel", which no no before them leaves out."""
    begins = words[0].isdecimal() or words[0] in word_set(language, _NAME, "after_no")
    return begins or _is_way(words, offered, language)


def _asks_for_others(words: Sequence[str], language: str) -> bool:
    """Tell "which other times are there"."""
    asks, others = (word_set(language, _NAME, key) for key in ("asks", "others"))
    return words[0] in asks and not others.isdisjoint(words[1:2])


def with_contrasts(pieces: Sequence[Token], offered: frozenset[str], language: str) -> Sequence[Token]:
    """Put the comma before the "not" of "Monday 10 not the perm", and after the "wrong" of "that's wrong it's Ann"."""
    words = bare_words(pieces)
    if _contrasting(language).isdisjoint(words):
        return pieces
    # "Not the perm move the haircut": an order ends what is left out.
    ended = frozenset[str]() if word_set(language, _NAME, "contrasts").isdisjoint(words) else offered
    kept = [pieces[0]]
    for place, (before, after) in enumerate(pairwise(words)):
        ordered = before in ended and after in word_set(language, _NAME, "orders")
        if ordered or _are_set_apart(before, after, language):
            end = pieces[place].end
            kept.append(Token(",", ",", end, end))
        kept.append(pieces[place + 1])
    return kept if len(kept) > len(pieces) else pieces


def _are_set_apart(before: str, after: str, language: str) -> bool:
    """Tell "10 not 11" and "wrong it should be"."""
    if after in word_set(language, _NAME, "contrasts"):
        return before.isdecimal() or before in table(language, "numbers", "ones")
    return before in word_set(language, _NAME, "faults") and after in word_set(language, _NAME, "put_right")


@cache
def _contrasting(language: str) -> frozenset[str]:
    """Return the words without which no comma is missing."""
    return word_set(language, _NAME, "contrasts") | word_set(language, _NAME, "faults")


def _is_way(words: Sequence[str], offered: frozenset[str], language: str) -> bool:
    """Tell "Oslo to Kiel"."""
    ways = word_set(language, _NAME, "ways")
    place = next((place for place, word in enumerate(words) if word in ways), 0)
    return place > 0 and offered.issuperset((*words[:place], *words[place + 1 : place + 2]))
