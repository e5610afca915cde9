"""Finds what a business offers in a text: by name, synonym, plural, misspelling, or short form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby

from rapidfuzz import process
from rapidfuzz.distance import OSA

from frontdesk.language.words import Token, listed, spoken, table, tokens, word_set

_NAME = "catalogue"
_EDITS = ((5, 0), (7, 1), (10, 2))  # shorter than this many letters: this many slips of the pen
_MOST_EDITS = 3
_HEAD = 4  # letters that the end of a compound must have to be its short form
_MOST_WINDOW = 6
_CODE = 3  # letters of a code
_SOUNDING = 3  # letters of a name that may be heard as another word


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing a guest can ask for."""

    id: str
    name: str
    synonyms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of the text that name an entry; `id` is None when they may mean several `candidates`."""

    id: str | None
    words: str
    start: int
    end: int
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The names of all entries, indexed once. Build with `Catalogue.of`."""

    language: str
    exact: dict[str, tuple[str, ...]]  # letters of a whole name, joined -> ids
    short: dict[str, tuple[str, ...]]  # a word that stands for longer names -> ids
    beginnings: frozenset[str] = field(repr=False)  # every beginning of a key of `exact`
    initials: dict[str, tuple[str, ...]] = field(repr=False)  # names that may be misspelled, by first letter
    openers: frozenset[str] = field(repr=False)  # first words of names of several words
    silent: frozenset[str] = field(repr=False)  # everyday words with which no name begins, whole or misspelled
    joints: frozenset[str] = field(repr=False)  # beginnings of names after which a sign stands: "Full groom, small dog"
    window: int
    codes: dict[str, tuple[str, ...]] = field(default_factory=dict)  # "SEA", which is a word unless it is in capitals
    sounds: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)  # how names sound -> ids

    @classmethod
    def of(cls, entries: Iterable[Entry], language: str = "en") -> Catalogue:
        """Index `entries`."""
        given = tuple(entries)
        listing = tuple(
            replace(each, synonyms=tuple(name for name in each.synonyms if not _is_code(name))) for each in given
        )
        exact = _exact(listing, language)
        initials: dict[str, list[str]] = {}
        for key in filter(_edits, exact):
            initials.setdefault(key[0], []).append(key)
        longest = max((len(_words(phrase)) for phrase in _all_phrases(listing)), default=1)
        short = _short(listing, exact, language)
        beginnings = frozenset(key[:length] for key in exact for length in range(1, len(key) + 1))
        openers = frozenset(words[0] for words in map(_words, _all_phrases(listing)) if len(words) > 1)
        everyday = _ordinary(language) - short.keys() - openers
        return cls(
            language=language,
            exact=exact,
            short=short,
            beginnings=beginnings,
            initials={letter: tuple(keys) for letter, keys in initials.items()},
            openers=openers,
            silent=frozenset(word for word in everyday if word.replace("'", "") not in beginnings),
            joints=frozenset(each for phrase in _all_phrases(listing) for each in _joints(phrase)),
            window=min(longest + 1, _MOST_WINDOW),
            codes={name: (each.id,) for each in given for name in filter(_is_code, each.synonyms)},
            sounds={_sound(name, language): ids for name, ids in (short | exact).items() if len(name) >= _SOUNDING},
        )

    def find(self, text: str) -> Iterator[Mention]:
        """Give every mention in `text`, in order, however the guest stands to it."""
        pieces = spoken(text)
        after = 0  # of the name before
        led, before = _led(self.language), ""
        for place, piece in enumerate(pieces):
            is_led, before = before in led, piece.plain
            if place < after or (not is_led and before in self.silent and not self.codes):
                continue
            code = self._code(pieces, place, text) if self.codes else None
            heard = self._sounding(pieces, place) if is_led else ()
            if code is None and not heard and before in self.silent:
                continue
            ids, after = (code, place + 1) if code else self._match(pieces, place)
            ids, after = (ids, after) if ids else (heard, place + 1)
            if ids:
                start, end = piece.start, pieces[after - 1].end
                one = ids[0] if len(ids) == 1 else None
                yield Mention(one, text[start:end], start, end, candidates=() if one else ids)

    def _sounding(self, pieces: Sequence[Token], place: int) -> tuple[str, ...]:
        """Return whose name sounds like a word after "with" or a title: "doctor wise" is Dr. Weiss, "leesa" is Lisa."""
        word, titled = pieces[place].plain, pieces[place - 1].plain in word_set(self.language, "name", "titles")
        if not word.isalpha() or (not titled and word in _ordinary(self.language)):
            return ()
        return self.sounds.get(_sound(word, self.language), ()) if self._is_one_stretch(pieces, place - 1, 2) else ()

    def _code(self, pieces: Sequence[Token], place: int, text: str) -> tuple[str, ...] | None:
        """Return whose code stands here: in capitals among other words, or near another: "MAD BCN", "bos to den"."""
        piece = pieces[place]
        code = self.codes.get(piece.text.upper()) if len(piece.text) == _CODE else None
        if code is None or (piece.text.isupper() and not text.isupper()):
            return code
        around = (place + step for step in (-2, -1, 1, 2) if 0 <= place + step < len(pieces))
        return code if any(self._is_short(pieces[other]) for other in around) else None

    def _is_short(self, piece: Token) -> bool:
        """Tell a code, or another name of three letters."""
        return len(piece.text) == _CODE and (piece.text.upper() in self.codes or piece.plain in self.exact)

    def _match(self, pieces: Sequence[Token], place: int) -> tuple[tuple[str, ...], int]:
        """Return the ids meant by the words from `place`, and the place after them."""
        word = pieces[place].plain
        if word.replace("'", "") in self.beginnings:
            ids, after = self._whole_name(pieces, place)
            if ids:
                return ids, after
        if word[0] in self.initials and not self._is_plain(pieces[place]):
            for length in range(min(self.window, len(pieces) - place), 0, -1):
                ids = self._misspelled(pieces[place : place + length])
                if ids and self._is_one_stretch(pieces, place, length):
                    return ids, place + length
        if word not in self.short or self._goes_on(pieces, place):
            return (), place + 1
        return self.short[word], place + 1

    def _goes_on(self, pieces: Sequence[Token], place: int) -> bool:
        """Tell a word that begins another name than ours: the San of "San Francisco" is not that of San Diego."""
        if pieces[place].plain not in self.openers or place + 1 == len(pieces):
            return False
        after = pieces[place + 1]
        known = after.plain in self.short or after.plain in _ordinary(self.language) or not after.plain.isalpha()
        return not known and self._is_one_stretch(pieces, place, 2)

    def _whole_name(self, pieces: Sequence[Token], place: int) -> tuple[tuple[str, ...], int]:
        """Return the longest name that is written here to the letter."""
        written = ""
        best: tuple[tuple[str, ...], int] = ((), place)
        for after in range(place + 1, len(pieces) + 1):
            if written and written not in self.joints and not self._is_one_stretch(pieces, after - 2, 2):
                break
            written += pieces[after - 1].plain.replace("'", "")
            if written not in self.beginnings:
                break
            if written in self.exact:
                best = self.exact[written], after
        return best

    def _is_one_stretch(self, pieces: Sequence[Token], place: int, length: int) -> bool:
        """Refuse to join words across a full stop, comma or line: only a space or a hyphen, or the dot of "Dr."."""
        if length == 1:
            return True
        titles = word_set(self.language, "name", "titles")
        return all(
            pieces[index + 1].start - pieces[index].end <= (2 if pieces[index].plain in titles else 1)
            for index in range(place, place + length - 1)
        )

    def _is_plain(self, piece: Token) -> bool:
        """Tell ordinary words, with which no misspelled name begins."""
        if piece.plain in self.openers:
            return False
        return piece.plain in _ordinary(self.language) or piece.plain in self.short or not piece.plain[0].isalpha()

    def _misspelled(self, pieces: Sequence[Token]) -> tuple[str, ...]:
        """Return the ids of the one name that these words nearly are."""
        last = pieces[-1].plain
        if last in (_little(self.language) if len(pieces) > 1 else _ordinary(self.language)):
            return ()
        written = _joined(pieces)
        keys = self.initials.get(written[:1], ())
        edits = _edits(f"{written}.")  # a letter may be what is missing
        if not keys or not edits:
            return ()
        best = process.extractOne(written, keys, scorer=OSA.distance, score_cutoff=edits)
        if best is None or best[1] > _edits(best[0]):
            return ()
        return self.exact[best[0]]


@cache
def _led(language: str) -> frozenset[str]:
    """Return the words after which somebody's name comes."""
    return word_set(language, _NAME, "role_after") | word_set(language, "name", "titles")


def _is_code(name: str) -> bool:
    """Tell the code of an airport, which is read in capitals only, from another name."""
    return len(name) == _CODE and name.isalpha() and name.isupper()


def _phrases(entry: Entry) -> tuple[str, ...]:
    """Return what guests call it. The id is for files and programs: `room_2` would be heard in "a room for 2"."""
    return (entry.name, *entry.synonyms)


def _all_phrases(entries: Sequence[Entry]) -> tuple[str, ...]:
    return tuple(phrase for entry in entries for phrase in _phrases(entry))


def _joined(pieces: Sequence[Token]) -> str:
    return "".join(piece.plain for piece in pieces).replace("'", "")


def _words(phrase: str) -> tuple[str, ...]:
    return tuple(piece.plain for piece in tokens(phrase) if piece.text[0].isalnum())


def _edits(word: str) -> int:
    """Return how many slips a word of this length may have."""
    return next((edits for shorter, edits in _EDITS if len(word) < shorter), _MOST_EDITS)


def _sound(word: str, language: str) -> str:
    """Return how a word sounds, near enough: letters that are heard alike as one of them, each of a pair once."""
    for letters, heard in table(language, _NAME, "sounds").items():
        word = word.replace(letters, heard)
    return "".join(letter for letter, _ in groupby(word)).removesuffix(listed(language, _NAME, "silent_end")[0])


def _joints(phrase: str) -> Iterator[str]:
    """Give the beginnings of a name after which more than a space stands, as they are joined."""
    pieces = spoken(phrase)
    for place in range(1, len(pieces)):
        if pieces[place].start - pieces[place - 1].end > 1:
            yield _joined(pieces[:place])


@cache
def _ordinary(language: str) -> frozenset[str]:
    own = word_set(language, _NAME, "ordinary") | word_set(language, _NAME, "common")
    return own | word_set(language, "name", "not_names")


@cache
def _little(language: str) -> frozenset[str]:
    return word_set(language, "name", "ends")


def _exact(entries: Sequence[Entry], language: str) -> dict[str, tuple[str, ...]]:
    """Index whole names and their plurals, without spaces, so that "hydra facial" is "hydrafacial"."""
    index: dict[str, list[str]] = {}
    for entry in entries:
        for phrase in _phrases(entry):
            written = "".join(_words(phrase)).replace("'", "")
            for form in (written, *_other_numbers(written, language)):
                ids = index.setdefault(form, [])
                if form and entry.id not in ids:
                    ids.append(entry.id)
    return {form: tuple(ids) for form, ids in index.items() if form}


def _other_numbers(word: str, language: str) -> tuple[str, ...]:
    """Return the plural of a word, or its singular."""
    forms: list[str] = []
    for ending, singular in table(language, _NAME, "plurals").items():
        if word.endswith(ending) and len(word) > len(ending) + 2:
            forms.append(word.removesuffix(ending) + singular)
        if word.endswith(singular):
            forms.append(word.removesuffix(singular) + ending if singular else word + ending)
    return tuple(forms)


def _short(entries: Sequence[Entry], exact: dict[str, tuple[str, ...]], language: str) -> dict[str, tuple[str, ...]]:
    """Index single words that stand for longer names: "peel" for a chemical peel, "facial" for any of them."""
    common = word_set(language, _NAME, "common")
    every = {word for entry in entries for phrase in _phrases(entry) for word in _words(phrase)}
    index: dict[str, list[str]] = {}
    for word in sorted(every - common):
        if len(word) < _HEAD - 1 or word.isdecimal():
            continue
        ids = [entry.id for entry in entries if _stands_for(word, entry, language)]
        for form in (word, *_other_numbers(word, language)):
            if ids and form not in exact and form not in common:
                index.setdefault(form, ids)
    return {word: tuple(ids) for word, ids in index.items()}


def _stands_for(word: str, entry: Entry, language: str) -> bool:
    """Tell whether `word` is a part of the entry's name: one of its words, or the end of a compound.

    No word stands for a name of everyday words only: "the same as last time" is said as a whole.
    """
    for phrase in _phrases(entry):
        words = _words(phrase)
        if _ordinary(language).issuperset(words):
            continue
        if word in words or (len(word) > _HEAD and any(each.endswith(word) for each in words)):
            return True
    return False
