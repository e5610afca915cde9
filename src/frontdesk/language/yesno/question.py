"""Tells what the desk asked when it spoke, by its words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from frontdesk.language.understanding.message.cues import Cue
from frontdesk.language.words import Token, tokens, word_set
from frontdesk.language.yesno.wording import NAME, bare_words, phrases

_ENDS = frozenset(".!?;")
_NEAR_BEGINNING = 3  # words
_COUNTS_AS = {"recaps": "confirm", "tags": "confirm", "elliptic": "confirm", "closings": "more", "proposes": "intent"}
_STRONGER = {"recaps": "intent", "intent": "suggests", "closings": "suggests"}
_ASKED = "?"
_PLURAL = "s"
_SHORTEST_PLURAL = 3  # letters


class Kind(StrEnum):
    """What the desk did when it spoke."""

    FINISHED = "finished"  # asked whether that was all
    MORE = "more"  # asked whether there is anything else
    PERMISSION = "permission"  # asked whether the guest minds
    CONFIRM = "confirm"  # said everything back
    INTENT = "intent"  # offered to do something
    OFFER = "offer"  # proposed one thing


_PROPOSING = frozenset((Kind.INTENT, Kind.CONFIRM, "suggests", "would_do", "asked", "turns_up"))
_WOULD_DO = frozenset((Kind.INTENT, "would_do"))
_BRIEF = 4  # words, with the sign
_UNDOES = "undoes"
_ON_YES = "undoes_on_yes"
_CLOSING = 5  # words, with the sign: "is that right?"
_NEXT = 2  # words after "you want" where the act is named: "to cancel"


@dataclass(frozen=True, slots=True)
class Question:
    """What the desk asked: its kind, whether a thing is fine, what the desk would do, and its words."""

    kind: Kind
    whether_fine: bool
    verbs: frozenset[str]
    words: tuple[str, ...]
    last: tuple[str, ...]  # the words of the last sentence
    language: str
    takes_up: bool = False  # asks whether to do all that was said before: "shall I book it?"
    ends_it: bool = False  # says in other words that something would be done away with: "it will be cancelled"

    @property
    def merely_finds(self) -> bool:
        """Whether something is only told of, and nothing asked: "there is a bus at nine"."""
        proposes = _ASKED in self.words or not word_set(self.language, NAME, "suggesting").isdisjoint(self.words)
        return not (proposes or word_set(self.language, NAME, "finding").isdisjoint(self.words))

    @property
    def asks(self) -> bool:
        """Whether the last sentence ends with a question mark."""
        return self.last[-1:] == (_ASKED,)

    @property
    def undoes(self) -> bool:
        """Whether the desk would cancel something."""
        return self.ends_it or not self.verbs.isdisjoint(word_set(self.language, NAME, "undoing"))

    @property
    def matter(self) -> frozenset[str]:
        """What the desk spoke of."""
        return _matter_said(self.words, self.language)

    @property
    def proposal(self) -> frozenset[str]:
        """What the desk spoke of last."""
        return _matter_said(self.last, self.language)


@lru_cache(maxsize=256)  # a desk says few different things
def question_of(said: str, language: str) -> Question:
    """Return what `said` asks; nothing said counts as everything said back."""
    pieces = tokens(said)
    words = bare_words(pieces, language)
    found = phrases(language, "desk").find(pieces, words)
    places = [cue.first for cue in found]
    heard = [
        _heard(found[bisect_left(places, first) : bisect_left(places, after)], words, first, after, language)
        for first, after in _sentences(said, pieces, language)
    ]
    if not heard:
        return Question(Kind.CONFIRM, whether_fine=False, verbs=frozenset(), words=(), last=(), language=language)
    last = heard[-1]
    return Question(
        kind=_kind(last.labels, frozenset().union(*(each.labels for each in heard)), brief=_is_brief(heard)),
        whether_fine="fine" in last.labels,
        verbs=_verbs(heard, language),
        words=words,
        last=last.words,
        language=language,
        takes_up=_takes_up(heard, language),
        ends_it=_ends_it(heard, language),
    )


def _ends_it(heard: Sequence[_Heard], language: str) -> bool:
    """Tell "so I cancel it. Is that right?" and "to cancel it, say yes" from a rule that stands beside a booking."""
    last = heard[-1]
    shown = heard[-2] if len(heard) > 1 and len(last.words) <= _CLOSING else last
    yes = word_set(language, "common", "plain_yes")
    by_yes = any(_ON_YES in each.labels and not yes.isdisjoint(each.words) for each in heard)
    bare = last.words[0] in word_set(language, NAME, "undoing") and last.words[-1] == _ASKED  # "cancel your stay?"
    return by_yes or bare or any(_UNDOES in each.labels for each in (shown, last))


def _takes_up(heard: Sequence[_Heard], language: str) -> bool:
    """Tell "Botox on Friday at 3. Shall I book it?" from "Shall I book a table?"."""
    last = heard[-1]
    shown = any(word[0].isdigit() for each in heard[:-1] for word in each.words)
    return shown and "acts" in last.labels and not word_set(language, NAME, "pointing").isdisjoint(last.words)


def _is_brief(heard: Sequence[_Heard]) -> bool:
    """Tell "Grand?" and "Still want it?", which ask about all that was said before."""
    words = heard[-1].words
    return len(heard) > 1 and words[-1] == _ASKED and len(words) <= _BRIEF and "brief" in heard[-1].labels


def _verbs(heard: Sequence[_Heard], language: str) -> frozenset[str]:
    """Return what the desk would do; "shall I go ahead?" goes on with what it said before."""
    last = heard[-1].verbs
    if not last <= word_set(language, NAME, "going_on"):
        return last
    return last.union(*(each.verbs for each in heard[:-1]))


def _sentences(said: str, pieces: Sequence[Token], language: str) -> Iterator[tuple[int, int]]:
    """Give the places where sentences begin and end; signs alone are none."""
    first = 0
    for place, piece in enumerate(pieces):
        following = said[piece.end : piece.end + 1]
        if (
            piece.text in _ENDS and not following.strip() and not _shortens(pieces, place, language)
        ) or following == "\n":
            if any(each.text[0].isalnum() for each in pieces[first:place]):
                yield first, place + 1
            first = place + 1
    if any(each.text[0].isalnum() for each in pieces[first:]):
        yield first, len(pieces)


def _shortens(pieces: Sequence[Token], place: int, language: str) -> bool:
    """Tell the stop of "Dr." from the end of a sentence."""
    shortened = word_set(language, "common", "abbreviations")
    return pieces[place].text == "." and place > 0 and pieces[place - 1].plain in shortened


@dataclass(frozen=True, slots=True)
class _Heard:
    """One sentence of the desk: its words, the lists whose phrases count in it, and what the desk would do."""

    words: tuple[str, ...]
    labels: frozenset[str]
    verbs: frozenset[str]


def _heard(found: Sequence[Cue], words: tuple[str, ...], first: int, after: int, language: str) -> _Heard:
    within = [cue for cue in found if cue.after <= after]
    end = after - sum(not word[0].isalnum() for word in words[max(first, after - 2) : after])
    cues = [cue for cue in within if _is_in_place(cue, first, end) and not _lies_in(cue, within)]
    if words[after - 1] != _ASKED and any(cue.label == "tells" for cue in cues):
        cues = [cue for cue in cues if cue.label != "elliptic"]  # "on Friday you are free from 2 to 5"
    following = [words[cue.after] for cue in cues if cue.label in _WOULD_DO and cue.after < after]
    verbs = frozenset(word for word in following if word[0].isalnum())
    recapped = frozenset(word for cue in cues if cue.label == "recaps" for word in words[cue.first : cue.after + _NEXT])
    if words[first] not in word_set(language, NAME, "supposing"):  # "if you want to cancel, tell us a day before"
        verbs |= recapped & word_set(language, NAME, "undoing")  # "so you want to cancel it?"
    labels = frozenset(_COUNTS_AS.get(cue.label, cue.label) for cue in cues)
    return _Heard(words[first:after], labels | {"asked"} if words[after - 1] == _ASKED else labels, verbs)


def _lies_in(cue: Cue, others: Sequence[Cue]) -> bool:
    """Tell "would you like", an offer, from "you like", and "may I suggest" from "may I"."""
    stronger = _STRONGER.get(cue.label)
    return any(other.label == stronger and other.first <= cue.first and cue.after <= other.after for other in others)


def _is_in_place(cue: Cue, first: int, end: int) -> bool:
    """Tell whether a phrase stands where it has to: "okay" asks only at the end."""
    match cue.label:
        case "tags":
            return cue.first + bool(first) > first and cue.after >= end  # "Friday at 3. Good?"
        case "closings":
            return cue.first > first and cue.after >= end
        case "recaps":
            return cue.first <= first + _NEAR_BEGINNING
        case "proposes" | "elliptic" | "undoes_on_yes":
            return cue.first == first
        case _:
            return True


def _kind(last: frozenset[str], every: frozenset[str], *, brief: bool) -> Kind:
    if "check" in last:
        return Kind.CONFIRM
    if "alternative" in last:
        return Kind.OFFER
    for kind in (Kind.PERMISSION, Kind.FINISHED, Kind.MORE):
        if kind in last:
            return kind
    if "regrets" in last and last.isdisjoint(_PROPOSING):
        return Kind.MORE
    if "check" in every:
        return Kind.CONFIRM
    if Kind.INTENT in last:
        return Kind.INTENT
    return Kind.CONFIRM if Kind.CONFIRM in every or brief else Kind.OFFER


def matter_of(words: Iterable[str], language: str) -> frozenset[str]:
    """Return the words that say what is spoken of, without number or case."""
    light = word_set(language, NAME, "light")
    return frozenset([_singular(word) for word in words if word not in light and len(word) > 1 and word[0].isalpha()])


_matter_said = lru_cache(maxsize=256)(matter_of)  # a desk says few different things


@cache
def _singular(word: str) -> str:
    return word[:-1] if word.endswith(_PLURAL) and len(word) > _SHORTEST_PLURAL else word
