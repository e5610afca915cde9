"""Takes out what is said while thinking: fillers, pictures, words that break off, words said twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from frontdesk.language.understanding.message.cues import Phrases, bare
from frontdesk.language.words import Token, listed, word_set

_NAME = "noise"
_HYPHEN = "-"
_COMMA = ","
_MOST_REPEATED = 4  # words that are said twice in a row
_PICTURES = re.compile("[\u2600-\u27bf\u2b00-\u2bff\u200d\ufe0e\ufe0f\U0001f000-\U0001faff]")


def without_pictures(pieces: Sequence[Token], language: str, glad: frozenset[str]) -> Sequence[Token]:
    """Take out pictures that only decorate, where there are words: those that are `glad`, or any if none are named."""
    if not any(_PICTURES.match(piece.text) for piece in pieces):
        return pieces
    answering = word_set(language, _NAME, "answering_pictures")
    idle = {each for piece in pieces if (each := piece.text) not in answering and (not glad or each in glad)}
    return _worded([piece for piece in pieces if not (_PICTURES.match(piece.text) and piece.text in idle)], pieces)


def without_fillers(pieces: Sequence[Token], language: str) -> Sequence[Token]:
    """Take out what fills a pause, with the comma after it; a message of nothing else stays."""
    words = [bare(piece.plain) for piece in pieces]
    if _hints(language).isdisjoint(words):
        return pieces
    dropped = _filling(words, pieces, language)
    dropped |= {place + 1 for place in dropped if words[place + 1 : place + 2] == [_COMMA]}
    kept = pieces
    if dropped:
        kept = _worded([piece for place, piece in enumerate(pieces) if place not in dropped], pieces)
    return _worded(_without_lead(kept, language), kept)


def trails_off(pieces: Sequence[Token], language: str) -> bool:
    """Tell "okay so" and "yes, hmm": whoever breaks off, or ends in a pause, has not answered yet."""
    words = [bare(piece.plain) for piece in pieces]
    if _hints(language).isdisjoint(words):
        return False
    spoken = [place for place, word in enumerate(words) if word[0].isalnum()]
    filling = _filling(words, pieces, language)
    if filling and spoken and spoken[-1] in filling:
        return True
    kept = [piece for place, piece in enumerate(pieces) if place not in filling]
    return not any(piece.text[0].isalnum() for piece in _without_lead(kept, language))


def without_restarts(
    pieces: Sequence[Token], is_known: Callable[[str], bool], meaning_twice: frozenset[str]
) -> Sequence[Token]:
    """Take out a word that breaks off before it is said whole, and words that are said twice in a row.

    Words of `meaning_twice` stay: said twice they say something else, as numbers do.
    """
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
        glued = length > 0 and _is_glued(whole, place + length)
        said = [word for word in words[place : place + length] if word[0].isalnum()]
        # A strange word said twice may be a whole name, "Sirhan Sirhan", but not before another: "paul paul marsh".
        following = words[place + 2 * length : place + 2 * length + 1]
        goes_on = len(said) > 1 or (bool(following) and following[0].isalpha() and not is_known(following[0]))
        counted = all(word in meaning_twice or word.isdigit() for word in said)
        spelled = glued or _is_spelled(words, place, place + 2 * length)
        if not counted and not spelled and (goes_on or is_known(said[0])):
            place += length
        else:
            kept.append(whole[place])
            place += 1
    return kept if len(kept) < len(whole) else whole


def _is_spelled(words: Sequence[str], first: int, after: int) -> bool:
    """Tell the "n n" of "a n n e": letters beside other letters spell something; the "i i" of "i i want" does not."""
    spoken = [word for word in words[first:after] if word[0].isalnum()]
    before = next((word for word in reversed(words[:first]) if word[0].isalnum()), "")
    following = next((word for word in words[after:] if word[0].isalnum()), "")
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


def _worded(kept: Sequence[Token], pieces: Sequence[Token]) -> Sequence[Token]:
    """Return what is kept if there are words in it."""
    return kept if any(piece.text[0].isalnum() for piece in kept) else pieces


def _filling(words: Sequence[str], pieces: Sequence[Token], language: str) -> set[int]:
    """Return the places of words that fill a pause."""
    fillers = word_set(language, _NAME, "fillers")
    found = _phrases(language).find(pieces, words)
    answers = {place for cue in found if cue.label == "answers" for place in range(cue.first, cue.after)}
    said = (place for place, word in enumerate(words) if word in fillers and place not in answers)
    filling = {place for place in said if not _is_glued(pieces, place)}
    for label, after in (("phrases", "not_after"), ("like", "like_after")):
        kept = word_set(language, _NAME, after)
        for cue in found:
            before = next((words[place] for place in reversed(range(cue.first)) if place not in filling), None)
            liked = any(other.label == "liking" and other.first < cue.first < other.after for other in found)
            meant = before is None or liked or (before in kept and not _is_between(words, cue.after, language))
            if cue.label == label and not meant:
                filling.update(range(cue.first, cue.after))
    return filling


def _is_between(words: Sequence[str], place: int, language: str) -> bool:
    """Tell the "like" of "I don't like have one": before another verb it says nothing."""
    return place < len(words) and words[place] in word_set(language, _NAME, "like_before")


def _is_glued(pieces: Sequence[Token], place: int) -> bool:
    """Tell the "er" of the code "er7h9qpx" and the second "v6" of "v6v6wm46", which belong to what they touch."""
    piece = pieces[place]
    before = pieces[place - 1] if place else None
    after = pieces[place + 1] if place + 1 < len(pieces) else None
    begins = after is not None and after.start == piece.end and after.text[0].isalnum()
    return begins or (before is not None and before.end == piece.start and before.text[-1].isalnum())


def _without_lead(pieces: Sequence[Token], language: str) -> Sequence[Token]:
    words = [bare(piece.plain) for piece in pieces[:_MOST_REPEATED]]
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
