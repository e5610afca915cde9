"""Reads names spelled letter by letter, and corrections of spelling: "that's J-O-N", "no, with a K"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from rapidfuzz.distance import Levenshtein

from frontdesk.language.lexicon import load
from frontdesk.language.readers.spelling import Kind, Unit, letters_at, sounding_at
from frontdesk.language.words import Token, any_of, listed, table, tokens, word_set, words_in

_NAME = "name"
_FEWEST = 2
_ALIKE = 0.5
_WHOLE = 0.8  # of a whole name and its letters
_INITIALS = 3  # letters at most, each with its dot
_LONGEST_REMARK = 200  # characters: "with a c, two n's and an e at the end"
_HYPHEN = "-"
_DOT = "."
_SENTENCE = re.compile(r"[.!?;\n]")


def spelled_at(pieces: Sequence[Token], place: int, language: str) -> tuple[str, int] | None:
    """Read "W-H-I-T" or "w h i t" from `place`: the word and the place after it.

    "A-N-N L-E-E" and "a n n space l e e" are two words.
    """
    units, words = _run(pieces, place, language)
    letters = "".join(words)
    plain_letters = sum(unit.kind is Kind.LETTER for unit in units)
    if len(letters) < _FEWEST or (len(letters) == _FEWEST and plain_letters < _FEWEST):
        return None
    after = units[-1].after
    if len(letters) <= _INITIALS and after < len(pieces) and pieces[after].text == _DOT == pieces[after - 2].text:
        return None  # initials: "J.R. Smith", "T.J."
    return " ".join(word.capitalize() for word in words if word), after


def _run(pieces: Sequence[Token], place: int, language: str) -> tuple[list[Unit], list[str]]:
    """Read the letters that follow one another from `place`, and the words they make."""
    units: list[Unit] = []
    words, signed, gaps = [""], False, word_set(language, _NAME, "gaps")
    while (unit := _unit_at(pieces, place, language)) is not None:
        units.append(unit)
        words[-1] += unit.characters
        place = unit.after
        following = place + 1 < len(pieces) and _unit_at(pieces, place + 1, language) is not None
        if following and pieces[place].text in tuple("-.,"):
            signed = signed or pieces[place].text == _HYPHEN
            place += 1
        elif signed and _unit_at(pieces, place, language):
            words.append("")  # a gap where there were hyphens so far
        elif following and pieces[place].plain in gaps:
            words.append("")
            place += 1
    return units, words


def _unit_at(pieces: Sequence[Token], place: int, language: str) -> Unit | None:
    """Read a letter; a word that sounds like one counts right beside a letter: "j oh h en"."""
    letter = letters_at(pieces, place, language)
    if letter is not None or place >= len(pieces):
        return letter
    near = (*pieces[max(place - 1, 0) : place], *pieces[place + 1 : place + 2])
    beside = any(len(piece.text) == 1 and piece.text.isalpha() for piece in near)
    return sounding_at(pieces, place, language) if beside else None


def with_spelling(value: str, pieces: Sequence[Token], after: int, end: int, language: str) -> tuple[str, int]:
    """Correct `value` by a spelling that follows it: "Jon, J-O-N"; give the new end too."""
    place = _over_announcement(pieces, after, language)
    spelled = spelled_at(pieces, place, language) if place < len(pieces) else None
    if spelled is None:
        return value, end
    word, last = spelled
    return put_in(value, word), pieces[last - 1].end


def with_letters(value: str, text: str, end: int, language: str) -> tuple[str, int]:
    """Correct `value` by the letters named after it: "Katie with a C, Brown"; give the new end too."""
    stop = _SENTENCE.search(text, end, end + _LONGEST_REMARK)
    if stop is None and end + _LONGEST_REMARK < len(text):
        return value, end  # more than the letters of a name
    rest = text[end : stop.start() if stop else len(text)]
    remark, comma, last = rest.partition(",")
    if (
        comma
        and " " not in value
        and last.strip().istitle()
        and last.strip().isalpha()
        and is_spelling(remark, language)
    ):
        return f"{_put_right(value, remark, language) or value} {last.strip()}", end + len(rest.rstrip())
    corrected = _put_right(value, rest, language) if is_spelling(rest, language) else None
    return (corrected, end + len(rest.rstrip())) if corrected else (value, end)


def _put_right(value: str, remark: str, language: str) -> str | None:
    """Return `value` as the remark has it, which may be as it is: "Sarah with an h", "Sara, no h"."""
    left_out = _letter_after(language, "without").search(remark)
    is_right = _with(value, remark, language) == value or (left_out and left_out[1].lower() not in value.lower())
    return respell(value, remark, language) or (value if is_right else None)


def _over_announcement(pieces: Sequence[Token], place: int, language: str) -> int:
    """Step over ", that's spelled"."""
    phrases = [tokens(phrase) for phrase in listed(language, _NAME, "spelled")]
    moved = True
    while moved and place < len(pieces):
        moved = False
        if pieces[place].text in tuple(",.:;-("):
            place, moved = place + 1, True
        for phrase in phrases:
            if [piece.plain for piece in pieces[place : place + len(phrase)]] == [piece.plain for piece in phrase]:
                place, moved = place + len(phrase), True
    return place


def put_in(name: str, word: str) -> str:
    """Put a spelled word in the place of the word of `name` that is most like it; else add it."""
    words = name.split()
    if not words:
        return word
    if len(words) > 1 and _likeness("".join(words), word) >= _WHOLE:
        return _parted(words, word)
    alike = [_likeness(each, word) for each in words]
    best = max(range(len(words)), key=alike.__getitem__)
    if any(each.lower().startswith(word.lower()) for each in words):
        return name  # "McAllister, M-c-A": how it begins, as it is written
    if alike[best] >= _ALIKE or len(words) > 1:
        words[best if alike[best] >= _ALIKE else -1] = word
        return " ".join(words)
    return f"{name} {word}"


def _likeness(one: str, other: str) -> float:
    return Levenshtein.normalized_similarity(one.lower(), other.lower())


def _parted(words: Sequence[str], letters: str) -> str:
    """Part letters that spell a whole name, "kim roe k i m r o e", where its last word begins."""
    lead = "".join(words[:-1])
    cut = max(range(1, len(letters)), key=lambda at: _likeness(lead, letters[:at]) + _likeness(words[-1], letters[at:]))
    first = words[:-1] if len(words) > _FEWEST else [letters[:cut].capitalize()]
    return " ".join([*first, letters[cut:].capitalize()])


def amend(previous: str, value: str, lead: str, language: str) -> str:
    """Return `previous` with the one word of it that `value` replaces; `lead` is what stood before that word.

    "My last name is Smythe" and "it's Marsch" leave the first name alone; "Ann Lee" is a name of its own.
    """
    words = previous.split()
    if " " in value.strip() or not words:
        return value
    half = len(words) < _FEWEST and _likeness(previous, value) < _ALIKE  # "Pat" was the first name alone
    if any_of(listed(language, _NAME, "family")).search(lead):
        return " ".join([*(words if half else words[:-1]), value])
    if any_of(listed(language, _NAME, "given")).search(lead):
        return " ".join([value, *(words if half else words[1:])])
    if len(words) < _FEWEST:
        return value
    alike = max(_likeness(each, value) for each in words)
    return put_in(previous, value) if alike >= _ALIKE else value


def swap(previous: str, text: str, language: str) -> str | None:
    """Correct one word of `previous` by one set against it, "it's March, not Marsh", or spelled: "Erika with a K"."""
    held = {word.lower(): word for word in previous.split()}
    if held.keys().isdisjoint(words_in(text)) and not _letter_after(language, "with").search(text):
        return None
    pieces = [piece for piece in tokens(text) if piece.text[0].isalpha()]
    said = [piece for piece in pieces if piece.plain not in word_set(language, _NAME, "around_spelling")]
    old = [piece for piece in said if piece.plain in held]
    new = [piece for piece in said if piece.plain not in held and len(piece.text) > 1]
    if not old and len(new) == 1 and len(said) > 1 and _letter_after(language, "with").search(text):
        alike = max(held, key=lambda word: _likeness(word, new[0].plain), default="")
        if _likeness(alike, new[0].plain) >= _ALIKE:
            return _exchanged(previous, held[alike], new[0].text)
    if len(old) != 1 or len(new) != 1:
        return None
    before = pieces[max(0, pieces.index(old[0]) - 2) : pieces.index(old[0])]
    if not any_of(listed(language, _NAME, "instead_of")).search(" ".join(piece.plain for piece in before)):
        return None
    return _exchanged(previous, held[old[0].plain], new[0].text)


def _exchanged(previous: str, old: str, new: str) -> str:
    return " ".join(_cased(old, new) if word == old else word for word in previous.split())


def is_spelling(text: str, language: str) -> bool:
    """Tell whether a text does nothing but correct a spelling: "no, with a K", "two n's, please"."""
    words = [piece.plain for piece in tokens(text) if piece.text[0].isalpha()]
    around = word_set(language, _NAME, "around_spelling")
    sounds = _sounds(language)
    letters = [word for word in words if word not in around]
    if not letters:
        return False
    several = not word_set(language, _NAME, "two_of").isdisjoint(words)
    named = table(language, "spelling", "letter_names")
    return all(
        len(word.removesuffix("'s")) == 1
        or word in sounds
        or word in named
        or (several and len(word) == len("ns") and word[1] == "s")
        for word in letters
    )


def respell(previous: str, text: str, language: str = "en") -> str | None:
    """Correct the spelling of `previous` by what the guest says: "with a K", "K-A-T-E", "two n's"."""
    pieces = tokens(text)
    for place in range(len(pieces)):
        spelled = spelled_at(pieces, place, language)
        if spelled is not None and len(spelled[0]) > _FEWEST and not _is_doubling(pieces, place, spelled[1], language):
            return put_in(previous, spelled[0])
    for change in (_without, _doubled, _with):
        corrected = change(previous, text, language)
        if corrected is not None and corrected != previous:
            return corrected
    return None


def _is_doubling(pieces: Sequence[Token], place: int, after: int, language: str) -> bool:
    """Tell the "a double r" that names one letter from the beginning of "a double r o n"."""
    article = pieces[place].plain in word_set(language, "number", "articles")
    return (
        article
        and after - place == len(("a", "double", "r"))
        and pieces[place + 1].plain in word_set(language, _NAME, "two_of")
    )


@cache
def _letter_after(language: str, key: str) -> re.Pattern[str]:
    leads = any_of(listed(language, _NAME, key)).pattern
    return re.compile(rf"{leads}\s+([a-z]{{1,2}})(?:['’]?s)?(?!\w)", re.IGNORECASE)  # noqa: RUF001 - curly apostrophes


def _without(previous: str, text: str, language: str) -> str | None:
    match = _letter_after(language, "without").search(text)
    if match is None:
        return None
    at = previous.lower().rfind(match[1].lower())
    return previous[:at] + previous[at + len(match[1]) :] if at >= 0 else None


def _doubled(previous: str, text: str, language: str) -> str | None:
    for key, old, new in (("two_of", 1, 2), ("one_of", 2, 1)):
        match = _letter_after(language, key).search(text)
        if match is None or match[1][1:].lower() not in ("", "s"):
            continue  # "two of us" names no letter, and "two ns" does
        letter = match[1][:1].lower()
        at = previous.lower().rfind(letter * old)
        if key == "two_of" and _word_at(previous, at).count(letter) > 1:
            continue  # "Anna with two a's" has them already
        if at >= 0 and previous.lower()[max(0, at - 1) : at + 2].count(letter) == old:
            return previous[:at] + _cased(previous[at], letter * new) + previous[at + old :]
    return None


def _word_at(name: str, place: int) -> str:
    """Return the word of a name that has this place, in lower case."""
    return name[: max(place, 0)].lower().rpartition(" ")[2] + name[max(place, 0) :].lower().partition(" ")[0]


def _with(previous: str, text: str, language: str) -> str | None:
    """Replace the letters that sound like the one named; the beginning of a word first."""
    match = _letter_after(language, "with").search(text)
    if match is None:
        return None
    letter = match[1].lower()
    if letter in previous.lower() and " " not in previous:
        return previous  # "Theresa with an h" has it already
    if _ends_silently(previous, letter, language):
        return previous + letter
    silent = letter in word_set(language, _NAME, "silent_endings")
    if silent and any(word.lower().endswith(letter) for word in previous.split()):
        return previous  # "Anne with an e" has it already
    sounds = _sounds(language).get(letter, ())
    for pattern in (r"\b({})", r"({})"):
        for sound in sounds:
            place = re.search(pattern.format(re.escape(sound)), previous, re.IGNORECASE)
            if place is not None:
                return previous[: place.start()] + _cased(place.group(), letter) + previous[place.end() :]
    return None


def _ends_silently(previous: str, letter: str, language: str) -> bool:
    """Tell whether the letter is one that is written at the end and not heard: "Ann with an e"."""
    if letter not in word_set(language, _NAME, "silent_endings") or previous.lower().endswith(letter):
        return False
    needs_vowel = letter in word_set(language, _NAME, "silent_after_vowels")
    return not needs_vowel or previous[-1:].lower() in word_set(language, _NAME, "vowels")


@cache
def _sounds(language: str) -> dict[str, tuple[str, ...]]:
    sounds = load(language, _NAME)["sounds"]
    if not isinstance(sounds, dict):
        raise TypeError(f"language/{language}/name.yaml: sounds must be a mapping")
    return {letter: tuple(str(sound) for sound in alike) for letter, alike in sounds.items()}


def _cased(old: str, new: str) -> str:
    return new.capitalize() if old[:1].isupper() else new
