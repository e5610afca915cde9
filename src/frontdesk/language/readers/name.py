"""Reads people's names: announced ("my name is Ann"), as a bare reply, spelled, or corrected ("with a K")."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from operator import attrgetter

from frontdesk.language.readers import email, phone
from frontdesk.language.readers.name_clearing import without_asides
from frontdesk.language.readers.name_parts import in_parts, taken_back
from frontdesk.language.readers.name_span import Span, is_closed, span_at
from frontdesk.language.readers.name_words import (
    cut,
    is_common,
    is_end,
    is_everyday,
    is_ordinary,
    is_particle,
    is_title,
    names_nobody,
)
from frontdesk.language.readers.reading import Context, Found, Style
from frontdesk.language.readers.spelled_name import (
    amend,
    is_spelling,
    respell,
    spelled_at,
    swap,
    with_letters,
    with_spelling,
)
from frontdesk.language.readers.spelling import digits_at
from frontdesk.language.words import Token, phrase_pattern, phrases_in, telling, word_set, words_in

__all__ = [
    "amend",
    "answer",
    "corrections",
    "is_markup",
    "is_ordinary",
    "is_particle",
    "is_pointed_at",
    "is_spelling",
    "is_title",
    "names_nobody",
    "read",
    "respell",
    "say",
    "swap",
]

_NAME = "name"
_LETTERS = re.compile(r"[^\W\d_]")
_ANNOUNCING = ("cues", "weak_cues", "kin")
_LONGEST = 80
_MARKUP = re.compile(r"[<>{}=;]|['\"]\s*\)|--")
_STOP = "."
_PAUSES = (",", _STOP)
_TELLING = (":", _STOP)  # "ann my number 212 555 0111", the number blanked out by stops


def read(text: str, context: Context, not_names: frozenset[str] = frozenset()) -> tuple[Found[str], ...]:
    """Find names that are announced: "my name is ...", "I'm Ann", "it's under Lee"."""
    if telling(context.language, _NAME, *_ANNOUNCING).isdisjoint(words_in(text)):
        return ()
    pieces = cut(text)
    starts = [piece.start for piece in pieces]
    found: list[Found[str]] = []
    for key in _ANNOUNCING:
        for cue in phrases_in(text, context.language, _NAME, key):
            place = bisect_left(starts, cue.end())
            if (
                place + 1 < len(pieces)
                and pieces[place].text == ","
                and _goes_on(key, cue.group(), pieces[place + 1], context.language)
            ):
                place += 1
            surely = key == "cues" or cue.group().lower() in word_set(context.language, _NAME, "bare_cues")
            named = _as_name(text, pieces, place, context.language) if surely else text
            each = _name_at(named, pieces if named is text else cut(named), place, context.language, not_names)
            if (
                each is None
                or (not surely and each.value.lower() in word_set(context.language, _NAME, "never_alone"))
                or len(each.value) > _LONGEST
                or any(each.start < other.end and other.start < each.end for other in found)
            ):
                continue
            # "my wife wants Botox": whoever is kin has a capital name.
            if key == "kin" and not each.words.istitle():
                continue
            if key == "cues" or named is not text or _stands_out(text, pieces, place, each, context.language):
                found.append(Found(each.value, text[each.start : each.end], each.start, each.end))  # as it was written
    if len(found) == 1:
        parted = in_parts(text, context.language, lambda part: _whole(part, context, not_names))
        return (parted,) if parted else tuple(found)
    return _joined(text, tuple(sorted(found, key=lambda name: name.start)), context.language)


def is_pointed_at(text: str, found: Found[str], language: str) -> bool:
    """Tell the "handy" of "thats handy": nothing but "it is" and the like says that it is a name, and no capital."""
    leads = (cue.end() for cue in phrases_in(text, language, _NAME, "pointing"))
    return found.words.islower() and any(not text[end : found.start].strip() for end in leads if end <= found.start)


def _goes_on(key: str, cue: str, following: Token, language: str) -> bool:
    """Tell the comma of "my wife, Ann" and of "under my name, Ann Lee"."""
    named = key == "weak_cues" and cue.lower() in word_set(language, _NAME, "bare_cues")
    return key == "kin" or (named and following.text.istitle())


def _as_name(text: str, pieces: Sequence[Token], place: int, language: str) -> str:
    """Give a capital to a word that is a name too where a name must come: "my name is will smith"."""
    if place >= len(pieces) or pieces[place].plain not in word_set(language, _NAME, "also_names"):
        return text
    start = pieces[place].start
    return f"{text[:start]}{text[start].upper()}{text[start + 1 :]}"


def _joined(text: str, found: tuple[Found[str], ...], language: str) -> tuple[Found[str], ...]:
    """Put "first name Joan, last name Clark" together."""
    if len(found) != 2:
        return found
    first, last = found
    between = text[first.end : last.start]
    if phrase_pattern(language, _NAME, "family").search(between):
        return (Found(f"{first.value} {last.value}", text[first.start : last.end], first.start, last.end),)
    if phrase_pattern(language, _NAME, "given").search(between):
        return (Found(f"{last.value} {first.value}", text[first.start : last.end], first.start, last.end),)
    return found


def _name_at(
    text: str, pieces: Sequence[Token], place: int, language: str, not_names: frozenset[str]
) -> Found[str] | None:
    """Read the name that begins at `place`."""
    begin, place = place, _over(pieces, place, language)
    if _are_digits(pieces, place, language):
        return None
    spelled = spelled_at(pieces, place, language)
    if spelled is not None:
        word, after = spelled
        after += after < len(pieces) and pieces[after].plain == word.lower()  # "l e e lee"
        start, end = pieces[place].start, pieces[after - 1].end
        return Found(word, text[start:end], start, end) if not is_everyday(word.lower(), language) else None
    if begin < place and pieces[begin].plain in word_set(language, _NAME, "titles"):
        text = _as_name(text, pieces, place, language)
        pieces = cut(text)
    span = span_at(text, pieces, place, language, not_names)
    if span is None:
        return None
    start, end = pieces[span.first].start, pieces[span.after - 1].end
    words = text[start:end]
    value, end = with_spelling(" ".join(words.split()), pieces, span.after, end, language)
    after_comma = _span_after_comma(text, pieces, span, language, not_names)
    ordered = _put_in_order(value, text, pieces, after_comma, language) if after_comma is not None else None
    value, end = ordered or (value, end)
    value, end = with_letters(value, text, end, language)
    return Found(value, text[start:end], start, end)


def _are_digits(pieces: Sequence[Token], place: int, language: str) -> bool:
    """Tell a number, as it is dialled or told, from a name: "my name is oh one two ..."; one word alone may be one."""
    first = digits_at(pieces, place, language)
    return first is not None and digits_at(pieces, first.after, language) is not None


def _span_after_comma(
    text: str, pieces: Sequence[Token], span: Span, language: str, not_names: frozenset[str]
) -> Span | None:
    if (
        span.after >= len(pieces)
        or pieces[span.after].text not in _PAUSES
        or spelled_at(pieces, span.after + 1, language)
    ):
        return None
    return span_at(text, pieces, span.after + 1, language, not_names)


def _put_in_order(value: str, text: str, pieces: Sequence[Token], span: Span, language: str) -> tuple[str, int] | None:
    """Read "Bond, James Bond" as the second, and "von Smith, John", where nothing follows, the other way round."""
    later_end = pieces[span.after - 1].end
    later = " ".join(text[pieces[span.first].start : later_end].split())
    family = [word for word in cut(value) if not is_particle(word, language)]
    if f" {value.lower()} " in f" {later.lower()} " and later.lower() != value.lower():
        return later, later_end
    ends = pieces[span.first - 1].text == _STOP
    if ends or len(family) > 1 or " " in later or _LETTERS.search(text, later_end):
        return None
    return f"{later} {value}", later_end


def _over(pieces: Sequence[Token], place: int, language: str) -> int:
    """Step over titles and quotes: "Mr. ", "Dr"."""
    titles = word_set(language, _NAME, "titles")
    while place < len(pieces):
        if pieces[place].plain in titles and place + 1 < len(pieces):
            place += 2 if pieces[place + 1].text == "." else 1
        elif _is_quote(pieces[place], language):
            place += 1
        else:
            break
    return place


def _is_quote(piece: Token, language: str) -> bool:
    return piece.text in tuple("\"'“:") or piece.plain in word_set(language, _NAME, "stepped_over")


def _stands_out(text: str, pieces: Sequence[Token], place: int, each: Found[str], language: str) -> bool:
    """Tell a name after "I'm" or "it's" from any other word: it is capitalised, or the clause ends with it."""
    after = bisect_left(pieces, each.end, lo=place, key=attrgetter("start"))
    if not is_closed(pieces, after, language) or text[each.end : each.end + 1] == "?":
        return False
    words = [piece for piece in pieces[place:after] if _LETTERS.match(piece.text)]
    # "Paula March": after a first name a capital makes a name of any word.
    last = after == len(pieces) and len(words) == 2 and words[-1].plain in word_set(language, _NAME, "also_names")
    odd = [
        word for word in words[: -1 if last else None] if is_common(word, language) and not is_particle(word, language)
    ]
    if any(word is words[0] or not word.text.istitle() for word in odd):
        return False
    capital = all(word.text[0].isupper() or is_particle(word, language) for word in words)
    return capital or len(words) <= 3


def answer(text: str, context: Context, not_names: frozenset[str] = frozenset()) -> tuple[Found[str], ...]:
    """Read a reply to "What is your name?", where a bare name counts."""
    reply = without_asides(text, context.language)
    stripped = reply.strip()
    if not stripped or _is_no_answer(stripped, context.language):
        return ()
    parted = in_parts(reply, context.language, lambda part: _whole(part, context, not_names))
    corrected = (parted,) if parted else corrections(reply, context, not_names)
    found = corrected or _whole(reply, context, not_names)
    return tuple(Found(each.value, text[each.start : each.end], each.start, each.end) for each in found)


def corrections(text: str, context: Context, not_names: frozenset[str] = frozenset()) -> tuple[Found[str], ...]:
    """Read a reply in which one name takes the place of another: "Ann Lee, no wait, Ann Leigh"."""
    found = taken_back(text, context.language, lambda part: _whole(part, context, not_names))
    return (found,) if found else ()


def _whole(text: str, context: Context, not_names: frozenset[str]) -> tuple[Found[str], ...]:
    """Read a reply that gives a name at once."""
    stripped = text.strip()
    announced = read(text, context, not_names)
    if announced or not stripped:
        return _with_what_is_spelled(text, announced, context, not_names)
    if is_markup(stripped):
        start = text.index(stripped)
        return (Found(stripped, stripped, start, start + len(stripped)),)
    return _bare(text, context, not_names)


def is_markup(text: str) -> bool:
    """Tell what only somebody would write who tries what a desk does with it; it is kept as it is."""
    told = any(character.isdigit() or character == "@" for character in text)
    return len(text) <= _LONGEST and not told and bool(_MARKUP.search(text)) and bool(_LETTERS.search(text))


def _with_what_is_spelled(
    text: str, announced: tuple[Found[str], ...], context: Context, not_names: frozenset[str]
) -> tuple[Found[str], ...]:
    """Return the name before the one word of it that is spelled: "Ann Lee, that's L-E-E" is more than Lee."""
    if len(announced) != 1 or spelled_at(cut(announced[0].words), 0, context.language) is None:
        return announced
    whole = _bare(text, context, not_names)
    return whole if whole and whole[0].start < announced[0].start < whole[0].end else announced


def _is_no_answer(text: str, language: str) -> bool:
    return "?" in text or any(phrases_in(text, language, _NAME, "refusals"))


@cache
def _opening(language: str) -> re.Pattern[str]:
    fillers = phrase_pattern(language, _NAME, "fillers").pattern
    return re.compile(rf"[\s,.!:;-]*(?:{fillers}[\s,.!:;-]*)*", re.IGNORECASE)


@cache
def _closing(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?:[\s,.!]*{phrase_pattern(language, _NAME, 'trailing').pattern})*[\s,.!]*", re.IGNORECASE)


def _bare(text: str, context: Context, not_names: frozenset[str]) -> tuple[Found[str], ...]:
    """Read a reply that is nothing but a name, apart from fillers and contact data."""
    bare = _without_contacts(text, context)
    opening = _opening(context.language).match(bare)
    pieces = cut(bare)
    begin = opening.end() if opening else 0
    place = next((index for index, piece in enumerate(pieces) if piece.start >= begin), len(pieces))
    each = _name_at(bare, pieces, place, context.language, not_names)
    if each is None or len(each.value) > _LONGEST or not _rest_is_idle(bare, each.end, context.language):
        return ()
    if " " not in each.value and _is_something_else(each, bare[each.end :], context.language):
        return ()
    if each.words.islower() and _is_thing(each.words, context.language):
        return ()
    return (Found(each.value, text[each.start : each.end], each.start, each.end),)


def _without_contacts(text: str, context: Context) -> str:
    """Blank out phone numbers and e-mail addresses, keeping every place."""
    for each in (*email.read(text, context), *phone.read(text, context)):
        text = f"{text[: each.start]}{'.' * (each.end - each.start)}{text[each.end :]}"
    return text


def _rest_is_idle(text: str, end: int, language: str) -> bool:
    """Tell whether what follows the name says nothing against it."""
    rest = text[end:]
    closing = _closing(language).match(rest)
    if closing is not None and closing.end() == len(rest):
        return True
    following = next(iter(cut(rest)), None)
    return following is None or not following.text[0].isalnum() or is_end(following, language)


def _is_something_else(each: Found[str], rest: str, language: str) -> bool:
    """Tell a single word that is no name as it stands: "Fine", "hang on"."""
    return each.value.lower() in word_set(language, _NAME, "never_alone") or _is_order(rest, language)


def _is_thing(words: str, language: str) -> bool:
    """Tell "king size", which only lacks an everyday word at their beginning."""
    first, *rest = [piece.plain for piece in cut(words)]
    also = word_set(language, _NAME, "also_names")
    return first in also and any(is_everyday(word, language) and word not in also for word in rest)


def _is_order(rest: str, language: str) -> bool:
    """Tell "remove my email" and "hang on" by what follows a single word, unless more is told: "ann my number is"."""
    following = cut(rest)
    said = [piece for piece in following if piece.text[0].isalnum()]
    if len(said) == 1 and said[0].plain in word_set(language, _NAME, "verb_ends"):
        return True
    if not following or following[0].plain not in word_set(language, _NAME, "objects"):
        return False
    told = word_set(language, _NAME, "subjects")
    return not any(piece.plain in told or piece.text in _TELLING for piece in following[1:])


def say(value: str, context: Context, style: Style) -> str:
    """Say a name as it was given."""
    del context, style
    return value
