"""Reads people's names: announced ("my name is Ann"), as a bare reply, spelled, or corrected ("with a K")."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache, lru_cache
from operator import attrgetter

from frontdesk.language.readers import email, phone
from frontdesk.language.readers.name_parts import in_parts, taken_back
from frontdesk.language.readers.name_span import Span, is_closed, span_at
from frontdesk.language.readers.name_words import (
    cut,
    is_end,
    is_ordinary,
    is_particle,
    is_title,
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
from frontdesk.language.tagger.opinions import Opinion, Tagger
from frontdesk.language.tagger.running import TaggerLabels
from frontdesk.language.tagger.spans import WANTED, SpanBeliefs, TaggedSpan
from frontdesk.language.tagger.vocabulary import known_words
from frontdesk.language.words import Token, listed, phrase_pattern, phrases_in, telling, word_set, words_in

__all__ = [
    "amend",
    "answer",
    "corrections",
    "is_markup",
    "is_ordinary",
    "is_particle",
    "is_spelling",
    "is_surely_meant",
    "is_title",
    "may_be_meant",
    "read",
    "respell",
    "say",
    "swap",
]

_NAME = "name"
_LETTERS = re.compile(r"[^\W\d_]")
_SURE, _WEAK = "cues", "weak_cues"
_LONGEST = 80
_MARKUP = re.compile(r"[<>{}=]|['\"]\s*\)|--")
_STOP = "."
_PAUSES = (",", _STOP)
_SURELY = 0.85
_MAY_BE, _HARDLY = 0.3, 0.1  # how likely it must be a name for the model: words that it knows, and others


def read(text: str, context: Context, not_names: frozenset[str] = frozenset()) -> tuple[Found[str], ...]:
    """Find names that are announced: "my name is ...", "I'm Ann", "it's under Lee"."""
    kin = _kin(context.language)
    if (telling(context.language, _NAME, _SURE, _WEAK) | kin.keys()).isdisjoint(words_in(text)):
        return ()
    pieces = cut(text)
    starts = [piece.start for piece in pieces]
    found: list[Found[str]] = []
    for key in (_SURE, _WEAK):
        for cue in phrases_in(text, context.language, _NAME, key):
            each = _announced(text, pieces, bisect_left(starts, cue.end()), key, context, not_names)
            if each is not None and not any(each.start < other.end and other.start < each.end for other in found):
                found.append(each)
    for place in range(2, len(pieces)):
        if pieces[place - 2].plain in kin.get(pieces[place - 1].plain, ()) and pieces[place].text.istitle():
            each = _name_at(text, pieces, place, context.language, not_names)
            alone = each is not None and not any(each.start < other.end for other in found)
            alone = alone and each is not None and each.words.split()[-1][:1].isupper()  # "my cousin Lisa loves you"
            found += [each] if each is not None and alone and _closes(text, pieces, each, context.language) else []
    if len(found) == 1:
        parted = in_parts(text, context.language, lambda part: _whole(part, context, not_names))
        return (parted,) if parted else tuple(found)
    return _joined(text, tuple(sorted(found, key=lambda name: name.start)), context.language)


@cache
def _kin(language: str) -> dict[str, frozenset[str]]:
    """Return what may stand before each word for somebody of one's own: the "my" of "my friend Ann"."""
    return dict.fromkeys(word_set(language, "party", "relative"), word_set(language, "party", "own"))


def _announced(
    text: str, pieces: Sequence[Token], place: int, key: str, context: Context, not_names: frozenset[str]
) -> Found[str] | None:
    """Return the name at `place`, before which something says that one comes, surely or perhaps."""
    named = _as_name(text, pieces, place, context.language) if key == _SURE else text
    each = _name_at(named, pieces if named is text else cut(named), place, context.language, not_names)
    if each is None or len(each.value) > _LONGEST:
        return None
    full = " " in each.value and each.words.istitle()
    doubted = (key == _WEAK and not full) or (named is text and each.words.islower())
    if key == _WEAK and not _closes(text, pieces, each, context.language):
        return None
    if doubted and not may_be_meant(text, each.start, each.end, context):
        return None
    return Found(each.value, text[each.start : each.end], each.start, each.end)  # as it was written


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
        return Found(word, text[start:end], start, end)
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


def _closes(text: str, pieces: Sequence[Token], each: Found[str], language: str) -> bool:
    """Say whether a clause ends with a name, and asks nothing."""
    after = bisect_left(pieces, each.end, key=attrgetter("start"))
    return is_closed(pieces, after, language) and text[each.end : each.end + 1] != "?"


def answer(text: str, context: Context, not_names: frozenset[str] = frozenset()) -> tuple[Found[str], ...]:
    """Read a reply to "What is your name?": what rules read, if the model hears a name there, or what it hears."""
    stripped = text.strip()
    if not stripped:
        return ()
    if is_markup(stripped):
        start = text.index(stripped)
        return (Found(stripped, stripped, start, start + len(stripped)),)
    found = _by_rules(text, context, not_names)
    if context.tagger is None:
        return found
    believed = _believed(context.tagger, context.language, text)
    said = [span for span in believed.spans if span.meant == WANTED]
    if any(span.overlaps(each.start, each.end) for span in said for each in found):
        return found
    if said and (heard := _spoken_of(text, said, context, not_names)):
        return heard
    return tuple(each for each in found if _may_be(each, believed.words, context.language))


def _may_be(each: Found[str], words: SpanBeliefs | None, language: str) -> bool:
    """Say whether what rules read may be a name; what is spelled, or is a common one, surely is."""
    said = [piece.plain for piece in cut(each.words) if _LETTERS.match(piece.text)]
    if each.value.lower() not in each.words.lower() or said[0] in word_set(language, _NAME, "common_first"):
        return True
    floor = _MAY_BE if known_words().issuperset(said) else _HARDLY
    return _chance(words, each.start, each.end) >= floor


def may_be_meant(text: str, start: int, end: int, context: Context) -> bool:
    """Say whether some words may be a name, as far as the model knows."""
    if context.tagger is None:
        return True
    believed = _believed(context.tagger, context.language, text)
    return _chance(believed.words, start, end) >= _MAY_BE


def is_surely_meant(text: str, context: Context) -> bool:
    """Say whether a text is a name and hardly anything else, as far as the model knows."""
    return context.tagger is not None and _chance_alone(text, context.tagger, context.language) >= _SURELY


def _chance_alone(text: str, tagger: Tagger, language: str) -> float:
    return _chance(_believed(tagger, language, text).words, 0, len(text))


@lru_cache(maxsize=64)  # several rules ask for the name in one reply
def _believed(tagger: Tagger, language: str, text: str) -> Opinion:
    """Return what the model believes of a text as the answer to the question for a name, whatever was asked."""
    asking, *label = listed(language, _NAME, "asking")
    return tagger.opinion("slot", asking, text, TaggerLabels(slots={_NAME: tuple(label)}))


def _chance(words: SpanBeliefs | None, start: int, end: int) -> float:
    return 1.0 if words is None else words.slots(start, end).get(_NAME, 0.0)


def _spoken_of(
    text: str, said: Sequence[TaggedSpan], context: Context, not_names: frozenset[str]
) -> tuple[Found[str], ...]:
    """Return the name in the words that the model takes for one, the fullest: "Ann. Ann Ray"."""
    first = text[said[0].first : said[0].after].lower()
    span = next((each for each in said[1:] if first in text[each.first : each.after].lower()), said[0])
    words = text[span.first : span.after]
    letters = [piece for piece in cut(words) if _LETTERS.match(piece.text)]
    sold = all(piece.plain in not_names or is_end(piece, context.language) for piece in letters)
    short = len(letters) == 1 and len(letters[0].text) == 1 and letters[0].text.isascii()
    if (
        sold
        or short
        or len(words) > _LONGEST
        or any(map(str.isnumeric, words))
        or digits_at(letters, 0, context.language)
    ):
        return ()
    found = _by_rules(words, context, not_names) or (Found(" ".join(words.split()), words, 0, len(words)),)
    return tuple(Found(each.value, each.words, span.first + each.start, span.first + each.end) for each in found[:1])


def _by_rules(text: str, context: Context, not_names: frozenset[str]) -> tuple[Found[str], ...]:
    """Return the name in a reply that gives it in parts, takes one back, announces it, or is nothing but a name."""
    parted = in_parts(text, context.language, lambda part: _whole(part, context, not_names))
    corrected = (parted,) if parted else corrections(text, context, not_names)
    return corrected or _whole(text, context, not_names)


def corrections(text: str, context: Context, not_names: frozenset[str] = frozenset()) -> tuple[Found[str], ...]:
    """Read a reply in which one name takes the place of another: "Ann Lee, no wait, Ann Leigh"."""
    found = taken_back(text, context.language, lambda part: _whole(part, context, not_names))
    return (found,) if found else ()


def _whole(text: str, context: Context, not_names: frozenset[str]) -> tuple[Found[str], ...]:
    """Read a reply that gives a name at once."""
    announced = read(text, context, not_names)
    if announced or not text.strip():
        return _with_what_is_spelled(text, announced, context, not_names)
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


@cache
def _opening(language: str) -> re.Pattern[str]:
    fillers = phrase_pattern(language, _NAME, "fillers").pattern
    return re.compile(rf"[\s,.!:;-]*(?:{fillers}[\s,.!:;-]*)*", re.IGNORECASE)


def _bare(text: str, context: Context, not_names: frozenset[str]) -> tuple[Found[str], ...]:
    """Read a reply that is nothing but a name, apart from fillers and contact data."""
    bare = _without_contacts(text, context)
    opening = _opening(context.language).match(bare)
    pieces = cut(bare)
    begin = opening.end() if opening else 0
    place = next((index for index, piece in enumerate(pieces) if piece.start >= begin), len(pieces))
    each = _name_at(bare, pieces, place, context.language, not_names)
    if each is None or "?" in text or len(each.value) > _LONGEST or not _is_closed_after(bare, each, context.language):
        return ()
    return (Found(each.value, text[each.start : each.end], each.start, each.end),)


def _without_contacts(text: str, context: Context) -> str:
    """Blank out phone numbers and e-mail addresses, keeping every place."""
    for each in (*email.read(text, context), *phone.read(text, context)):
        text = f"{text[: each.start]}{'.' * (each.end - each.start)}{text[each.end :]}"
    return text


def _is_closed_after(text: str, each: Found[str], language: str) -> bool:
    """Tell whether what follows the name says nothing against it."""
    following = next(iter(cut(text[each.end :])), None)
    return following is None or not following.text[0].isalnum() or is_end(following, language)


def say(value: str, context: Context, style: Style) -> str:
    """Say a name as it was given."""
    del context, style
    return value
