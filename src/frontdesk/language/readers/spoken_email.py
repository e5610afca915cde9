"""Reads e-mail addresses that are spoken: "pat dot lee at g mail dot com", "b as in boy, o, b at ..."."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from frontdesk.language.readers.number_groups import folded
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.spelled_name import is_spelling, respell
from frontdesk.language.readers.spelling import Kind, Unit, digits_at, letter_at, run_at
from frontdesk.language.readers.text.vocabulary import plain
from frontdesk.language.words import Token, any_of, listed, phrases_in, table, telling, tokens, word_set, words_in

_NAME = "email"
_SPELLED = re.compile(r"(?<![\w-])[a-z](?:-[a-z])+(?![\w-])", re.IGNORECASE)  # the "l-e-e" of "l-e-e at yahoo.com"
_LOCAL_SIGNS = frozenset("._-+!#$%&'*/=?^`{|}~")
_LONGEST_LABEL = 4  # words that one spoken label may have
_PHONE = 7  # digits
_LONGEST_REMARK = 6  # words: "with two ns and an h"
_MOST_RUN_TOGETHER = 3  # words that are one part of an address: "ann marie lee at ..."


@dataclass(frozen=True, slots=True)
class _Mark:
    """A word or phrase that stands for a sign of an address."""

    sign: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """A word that may stand for a sign."""

    text: str
    plain: str
    start: int
    end: int
    sign: str = ""
    joins: bool = False  # of an "at": the words before it are said to be one


def spoken(text: str, context: Context, typed: Sequence[tuple[int, int]]) -> Iterator[tuple[str, int, int]]:
    """Find what may be an address, and where: around each "at" with a domain on its right and a name on its left.

    What was `typed` as an address and is none is not saved by reading a part of it.
    """
    if "@" not in text and telling(context.language, _NAME, "at").isdisjoint(words_in(text)):
        return
    joined = text.lower().replace(" ", "") if context.said and _is_asked_for(context.said, context.language) else ""
    asked = any(provider in joined for provider in word_set(context.language, _NAME, "providers") if joined)
    if "." not in text and not asked and not any(phrases_in(text, context.language, _NAME, "dot")):
        return
    pieces = _pieces(text, context.language)
    before, written = "", _covered(typed)
    for place, piece in enumerate(pieces):
        if piece.sign != "@" or piece.start in written:
            continue
        domain = _domain_at(pieces, place + 1, context.language)
        if domain is None and asked:
            domain = _provider_at(pieces, place + 1, context.language)
        local = _local_before(pieces, place, context.language) if domain else None
        if before and _is_taken_back(pieces, place - 1, context.language):
            local = before, place  # "ann at me dot com, I mean at mac dot com"
        if domain is None or local is None:
            continue
        name, begin = local
        before = name
        host, after = domain
        host = _SPELLED.sub(lambda letters: letters.group().replace("-", ""), host) if piece.text != "@" else host
        yield f"{name}@{host}", pieces[begin].start, pieces[after - 1].end


@lru_cache(maxsize=64)  # a desk says few different things
def _is_asked_for(said: str, language: str) -> bool:
    """Tell whether the desk asked for an address last."""
    return any(phrases_in(said, language, _NAME, "asked_for"))


def _provider_at(pieces: Sequence[_Piece], place: int, language: str) -> tuple[str, int] | None:
    """Read the "gmail" of "ann at gmail", where nothing follows but a remark."""
    providers = word_set(language, _NAME, "providers")
    names = [("".join(piece.plain for piece in pieces[place:after]), after) for after in (place + 1, place + 2)]
    provider, after = next((each for each in names if each[0] in providers), ("", place))  # "g mail"
    if not provider:
        return None
    ending = listed(language, _NAME, "endings")[0]
    if after < len(pieces) and pieces[after].plain in word_set(language, _NAME, "endings"):
        after, ending = after + 1, pieces[after].plain  # "ann at gmail com"
    if after < len(pieces) and pieces[after].text[0].isalnum():
        return None
    return f"{provider}.{ending}", after


def _pieces(text: str, language: str) -> tuple[_Piece, ...]:
    """Cut the text into words, with "at", "dot" and the like as signs, and remarks left out."""
    marks = _marks(text, language)
    ignored = _covered(match.span() for match in phrases_in(text, language, _NAME, "ignored"))
    words = folded(tokens(text), language)
    explained = _covered(_examples(words, language))
    together = _covered(match.span() for match in phrases_in(text, language, _NAME, "one_word"))
    joins = False
    pieces: list[_Piece] = []
    for place, token in enumerate(words):
        mark = marks.get(token.start)
        if token.text == "," and (joins or _is_in_spelling(pieces, words, place, marks)):
            continue  # "b as in boy, o, b"
        if token.start in together:
            joins = True
            pieces = pieces[:-1] if pieces and pieces[-1].text == "," else pieces
        elif mark is not None:
            pieces.append(_Piece(text[mark.start : mark.end], mark.sign, mark.start, mark.end, mark.sign, joins))
            joins = False
        elif (pieces and token.start < pieces[-1].end) or token.start in explained:
            continue  # inside "at the rate", or the example in "b as in boy"
        elif token.start not in ignored:
            sign = _typed_sign(text, token, language)
            pieces.append(_Piece(token.text, token.plain, token.start, token.end, sign))
            joins = False
    return tuple(pieces)


def _is_in_spelling(pieces: Sequence[_Piece], words: Sequence[Token], place: int, marks: Mapping[int, _Mark]) -> bool:
    """Tell the commas of "b as in boy, o, b, at ..."."""
    if not pieces or not _is_letter(pieces[-1]) or not pieces[-1].text.isalpha():
        return False
    at = place + 1 < len(words) and words[place + 1].start in marks
    return at or _is_letter_at(words, place + 1)


def _covered(spans: Iterable[tuple[int, int]]) -> frozenset[int]:
    """Return every place within `spans`."""
    return frozenset(place for span in spans for place in range(*span))


def _marks(text: str, language: str) -> dict[int, _Mark]:
    marks: dict[int, _Mark] = {}
    for key, sign in (("at", "@"), ("dot", ".")):
        for match in phrases_in(text, language, _NAME, key):
            marks[match.start()] = _Mark(sign, *match.span())
    signs = table(language, _NAME, "signs")
    for match in phrases_in(text, language, _NAME, "signs"):
        marks[match.start()] = _Mark(signs[" ".join(match.group().lower().split())], *match.span())
    return marks


def _typed_sign(text: str, token: Token, language: str) -> str:
    """Return the sign a typed character stands for; a full stop before a space ends a sentence, but for ". com"."""
    if token.text == "@":
        return "@"
    if token.text == "." and _ending(language).match(text, token.end):
        return token.text
    inside = (
        token.start > 0
        and not text[token.start - 1].isspace()
        and token.end < len(text)
        and not text[token.end].isspace()
    )
    return token.text if inside and token.text in _LOCAL_SIGNS and token.text != "'" else ""


@cache
def _ending(language: str) -> re.Pattern[str]:
    return re.compile(rf"\s*{any_of(listed(language, _NAME, 'endings')).pattern}", re.IGNORECASE)


def _domain_at(pieces: Sequence[_Piece], place: int, language: str) -> tuple[str, int] | None:
    """Read "g mail dot com" from `place`: the domain and the place after it."""
    labels: list[str] = []
    after = place
    while True:
        label, end = _label_at(pieces, after, language, first=not labels)
        if not label:
            break
        labels.append(label)
        after = end
        if after >= len(pieces) or pieces[after].sign != ".":
            break
        after += 1
    if len(labels) < 2 or not labels[-1].isalpha():
        return None
    return ".".join(labels), after if pieces[after - 1].sign != "." else after - 1


def _label_at(pieces: Sequence[_Piece], place: int, language: str, *, first: bool) -> tuple[str, int]:
    """Read one label of a domain; only the first may be several words."""
    label, words, after = "", 0, place
    while after < len(pieces):
        piece = pieces[after]
        units = run_at(pieces, after, language)
        if label and first and _is_taken_back(pieces, after + (piece.text == ","), language):
            label, words = "", 0  # "at gmail, sorry, hotmail dot com"
            after = _after_taking_back(pieces, after, language)
        elif piece.sign == "-" and label:
            label, after, words = label + "-", after + 1, 0
        elif piece.sign or not piece.text[0].isalnum() or (first and _never_in_domain(pieces, after, place, language)):
            break  # after "dot" any word is part of it: "dot in", "dot is"
        elif words and not first and not label.endswith("-") and not (units and len(label) == words):
            break  # only letters go on: "dot c o m"
        elif units:
            label, after, words = label + _written(units).lower(), units[-1].after, words + len(units)
        else:
            label, words = label + piece.plain, words + 1
            after = _after_letters(pieces, after + 1, piece.plain)
    if first and words > _LONGEST_LABEL and len(label) != words:
        return "", place
    return label, after


def _never_in_domain(pieces: Sequence[_Piece], place: int, begin: int, language: str) -> bool:
    """Tell the words around a domain; the "and" of "baker and sons dot com" and "the spa dot co" are in it."""
    word = pieces[place].plain
    if len(word) == 1 or word not in word_set(language, _NAME, "not_domain"):
        return False
    joins = word in word_set(language, _NAME, "joining" if begin < place else "opening")
    return not (joins and place + 2 < len(pieces) and pieces[place + 2].sign == ".")


def _is_taken_back(pieces: Sequence[_Piece], place: int, language: str) -> bool:
    """Tell a word that takes back what was said before it, or one beside it: the "no" of "no sorry"."""
    taking = word_set(language, _NAME, "taking_back")
    word, following = (pieces[at].plain if 0 <= at < len(pieces) else "" for at in (place, place + 1))
    return word in taking or (following in taking and word in word_set(language, _NAME, "beside_taking_back"))


def _after_taking_back(pieces: Sequence[_Piece], place: int, language: str) -> int:
    words = word_set(language, _NAME, "taking_back") | word_set(language, _NAME, "beside_taking_back")
    while place < len(pieces) and (pieces[place].plain in words or pieces[place].text == ","):
        place += 1
    return place


def _after_letters(pieces: Sequence[_Piece], place: int, word: str) -> int:
    """Step over the letters that spell a word once more: "kate k a t e"."""
    after = place + len(word)
    letters = [piece.plain for piece in pieces[place:after]]
    return after if letters == list(word) else place


def _written(units: Sequence[Unit]) -> str:
    return "".join(unit.characters for unit in units)


def _local_before(pieces: Sequence[_Piece], at: int, language: str) -> tuple[str, int] | None:
    """Read the part before "at", and put its spelling right by what is said of it: "anna with two ns at ..."."""
    nearest = range(at - 1, max(-1, at - 1 - _LONGEST_REMARK), -1)
    remark = next((place for place in nearest if _leads(pieces, place, language)), at)
    said = " ".join(piece.text for piece in pieces[remark:at])
    if remark == at or not is_spelling(said, language):
        return _written_before(pieces, at, language)
    local = _written_before(pieces, remark, language)
    return (respell(local[0], said, language) or local[0], local[1]) if local else None


def _leads(pieces: Sequence[_Piece], place: int, language: str) -> bool:
    return pieces[place].plain in word_set(language, _NAME, "spelled_with")


def _written_before(pieces: Sequence[_Piece], at: int, language: str) -> tuple[str, int] | None:
    """Read what is written before "at": letters, digits and signs, with at most one word between signs."""
    begin = at
    while begin > 0 and _belongs(pieces, begin - 1, at, language):
        begin -= 1
    begin = _run_together(pieces, _after_phone(pieces, begin, at, language), at, language)
    while begin < at and pieces[begin].sign:
        begin += 1
    if begin == at and _is_called_so(pieces, at - 1, language):
        return pieces[at - 1].text.lower(), at - 1
    local, place = "", begin
    while place < at:
        units = run_at(pieces[:at], place, language)
        if pieces[place].sign:
            local, place = local + pieces[place].sign, place + 1
        elif units:
            local, place = local + _written(units), units[-1].after
            place += _is_said_again(pieces[:at], place, units)
        else:
            local, place = local + pieces[place].text, _after_letters(pieces[:at], place + 1, pieces[place].plain)
    if pieces[at].text != pieces[at].sign:
        local = _SPELLED.sub(lambda letters: letters.group().replace("-", ""), local)
    return (local, begin) if local else None


def _is_said_again(pieces: Sequence[_Piece], place: int, units: Sequence[Unit]) -> bool:
    """Tell the word that was spelled right before it: "r o s e rose"."""
    return len(units) > 1 and place < len(pieces) and pieces[place].plain == _written(units).lower()


def _after_phone(pieces: Sequence[_Piece], begin: int, at: int, language: str) -> int:
    """Step over the number of "646 555 0199 kofi at ...": so many digits before a word are those of a phone."""
    place, digits = begin, 0
    while place < at:
        unit = digits_at(pieces[:at], place, language)
        if unit is not None:
            digits, place = digits + len(unit.characters), unit.after
            continue
        if not pieces[place].sign:
            apart = place > begin and not pieces[place - 1].sign and pieces[place - 1].end < pieces[place].start
            begin, digits = (place if apart and digits >= _PHONE else begin), 0
        place += 1
    return begin


def _is_called_so(pieces: Sequence[_Piece], place: int, language: str) -> bool:
    """Tell "it's dot at yahoo dot com" and "hello at lee dot io" from "contact me at ...": nothing leads to it."""
    called = place >= 0 and pieces[place].text.isalpha()
    if not called or not (pieces[place].sign or pieces[place].plain in word_set(language, _NAME, "called_so")):
        return False
    before = pieces[place - 1] if place else None
    return before is None or not before.text[0].isalnum() or before.plain in word_set(language, _NAME, "announcing")


def _run_together(pieces: Sequence[_Piece], begin: int, at: int, language: str) -> int:
    """Return where the words begin that are said for one: "ann lee at gmail dot com"; ordinary words are not."""
    if pieces[at].joins:
        return _joined_from(pieces, at, language)
    words = pieces[begin:at]
    typed = pieces[at].text == pieces[at].sign
    if typed or not words or not words[0].text.isalpha() or len(words[0].text) == 1:
        return begin
    # "john smith ninety nine at ..." is no smith99.
    if not all(piece.text[0].isalnum() for piece in words) or not _are_digits(words[1:], language):
        return begin
    first = begin
    while first > 0 and begin - first < _MOST_RUN_TOGETHER and _is_strange(pieces[first - 1], language):
        first -= 1
    opens = first == 0 or pieces[first - 1].plain in word_set(language, _NAME, "before")
    return first if opens or not pieces[first - 1].text[0].isalnum() else begin


def _joined_from(pieces: Sequence[_Piece], at: int, language: str) -> int:
    """Return where the words begin that are said to be one; of those even ordinary ones are."""
    ends = word_set(language, _NAME, "announcing") | word_set(language, _NAME, "asked_for")
    begin = at
    while begin > 0 and at - begin <= _LONGEST_LABEL and pieces[begin - 1].plain not in ends:
        if not pieces[begin - 1].sign and not pieces[begin - 1].text[0].isalnum():
            break
        begin -= 1
    return begin


def _are_digits(pieces: Sequence[_Piece], language: str) -> bool:
    place = 0
    while place < len(pieces):
        unit = digits_at(pieces, place, language)
        if unit is None:
            return False
        place = unit.after
    return True


def _is_strange(piece: _Piece, language: str) -> bool:
    """Tell a word that could be part of a name."""
    ordinary = word_set(language, _NAME, "before") | plain(language)
    return piece.text.isalpha() and len(piece.text) > 1 and not piece.sign and piece.plain not in ordinary


def _belongs(pieces: Sequence[_Piece], place: int, at: int, language: str) -> bool:
    """Tell whether the word at `place` goes on with the address to its right."""
    piece = pieces[place]
    following = pieces[place + 1] if place + 1 < at else None
    glued = following is not None and piece.end == following.start
    ends_it = piece.plain in word_set(language, _NAME, "before")
    if piece.sign:
        return piece.sign != "@"
    if not piece.text[0].isalnum():
        return False
    if following is not None and following.sign and place + 2 == at and ends_it:
        return False  # "it's dot at yahoo dot com"
    if following is None or following.sign or glued:
        return following is not None or not ends_it or _is_letter(piece)
    if _is_spelled(pieces, place + 1, language):
        return not ends_it or _is_spelled(pieces, place, language)
    return not ends_it and _is_spelled(pieces, place, language)


def _is_letter_at(words: Sequence[Token], place: int) -> bool:
    return place < len(words) and _is_letter(words[place]) and words[place].text.isalpha()


def _is_spelled(pieces: Sequence[_Piece], place: int, language: str) -> bool:
    """Tell whether the word is a letter, a digit or a number word."""
    letter = letter_at(pieces, place, language)
    if letter is not None and letter.kind is Kind.LETTER:
        return True
    return bool(run_at(pieces, place, language))


def _is_letter(piece: _Piece | Token) -> bool:
    return len(piece.text) == 1


def _examples(words: Sequence[Token], language: str) -> list[tuple[int, int]]:
    """Return where words only explain a letter: "as in boy"."""
    letters = [(place, letter_at(words, place, language)) for place, word in enumerate(words) if _is_letter(word)]
    return [
        (words[place + 1].start, words[letter.after - 1].end)
        for place, letter in letters
        if letter is not None and letter.after > place + 1
    ]
