"""Reads amounts of money ("$300", "two hundred bucks") and says them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from functools import cache

from frontdesk.dialogue.values import Money
from frontdesk.language.lexicon import load
from frontdesk.language.readers import number
from frontdesk.language.readers.reading import Context, Found, Style
from frontdesk.language.words import Token, listed, pieces_before, plain, tokens, word_from, word_set

_EURO = "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK"
_OTHERS = """
US:USD CA:CAD AU:AUD NZ:NZD SG:SGD HK:HKD GB:GBP IN:INR JP:JPY CH:CHF MX:MXN BR:BRL PL:PLN SE:SEK NO:NOK DK:DKK
AE:AED CN:CNY ZA:ZAR CZ:CZK HU:HUF TR:TRY TH:THB KR:KRW IL:ILS PH:PHP ID:IDR
"""
_CURRENCIES: Mapping[str, str] = {
    **dict.fromkeys(_EURO.split(), "EUR"),
    **dict(pair.split(":") for pair in _OTHERS.split()),
}
_KNOWN = frozenset(_CURRENCIES.values())
_CENT = Decimal("0.01")
_HUNDRED, _THOUSAND = 100, 1000
_AMOUNT = re.compile(r"\s?(\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,12})([.,]\d{2}|\.\d)?(?!\d)", re.ASCII)
_PERCENT, _DOT = "%", "."
_LOOK_BACK = 12  # words before an amount that may bound it: "no more than about"
_LOOK_AHEAD = 80  # characters after an amount that may bound it: "at most"

_SHORT = re.compile(r"(?<![\w.])(\d{1,6}(?:\.\d)?)\s?k(?!\w)", re.ASCII | re.IGNORECASE)


def currency(region: str) -> str:
    """Return the currency of a region; dollars of the United States where we do not know it."""
    return _CURRENCIES.get(region, "USD")


def own_currency(context: Context) -> str:
    """Return the currency that a bare amount is in."""
    return context.currency or currency(context.region)


@cache
def _meanings(language: str, key: str) -> dict[str, tuple[str, ...]]:
    words = load(language, "money")[key]
    if not isinstance(words, dict):
        raise TypeError(f"language/{language}/money.yaml: {key} must be a mapping")
    return {word: tuple(str(code) for code in codes) for word, codes in words.items()}


class Bound(StrEnum):
    """How an amount limits what something may cost."""

    EXACT = "exact"
    MOST = "most"
    LEAST = "least"


def bound_before(text: str, start: int, context: Context) -> Bound:
    """Tell "under $100" and "at least 50" from "$100": what stands before the amount at `start`."""
    words = [piece.plain for piece in pieces_before(text, start, _LOOK_BACK)]
    while words and words[-1] in word_set(context.language, "money", "roughly"):
        words.pop()
    said = f" {' '.join(words)}"
    for bound in (Bound.MOST, Bound.LEAST):
        longest = max((len(phrase) for phrase in _bounds(context.language)[bound] if said.endswith(phrase)), default=0)
        other = Bound.LEAST if bound is Bound.MOST else Bound.MOST
        if longest and not any(said.endswith(one) and len(one) > longest for one in _bounds(context.language)[other]):
            return bound
    return Bound.EXACT


def is_bound(text: str, words: str, context: Context) -> bool:
    """Tell whether an amount is only the most or the least that it may be: "under 100", "100 at most"."""
    start = max(text.find(words), 0)
    rest = text[start + len(words) :][:_LOOK_AHEAD]
    after = f" {' '.join(piece.plain for piece in tokens(rest))} "
    limits = [phrase for phrases in _bounds(context.language).values() for phrase in phrases]
    follows = any(after.startswith(f"{phrase} ") for phrase in limits)
    return follows or bound_before(text, start, context) is not Bound.EXACT


@cache
def _bounds(language: str) -> dict[Bound, tuple[str, ...]]:
    return {
        bound: tuple(f" {phrase}" for phrase in listed(language, "money", bound.value))
        for bound in Bound
        if bound is not Bound.EXACT
    }


def answer(text: str, context: Context) -> tuple[Found[Money], ...]:
    """Read a reply to "How much?", where a bare number counts too, in the currency of the region."""
    found = read(text, context)
    if found:
        return found
    own = own_currency(context)
    short = [_in_thousands(match, own) for match in _SHORT.finditer(text)]
    numbers = [each for each in _alone(text, number.read(text, context)) if _is_bare(text, each.end, context)]
    return tuple(short) or tuple(
        Found(Money(Decimal(each.value), own), each.words, each.start, each.end) for each in numbers
    )


def _in_thousands(match: re.Match[str], currency_code: str) -> Found[Money]:
    """Read "1.5k" as fifteen hundred."""
    return Found(Money((Decimal(match[1]) * _THOUSAND).quantize(Decimal(1)), currency_code), match[0], *match.span())


def _is_bare(text: str, end: int, context: Context) -> bool:
    """Tell "50, please" from "3 rooms", which is no amount of money."""
    following = word_from(text, end)
    if following == _PERCENT:
        return False
    return not following[:1].isalpha() or plain(following) in _followers(context.language)


@cache
def _followers(language: str) -> frozenset[str]:
    return word_set(language, "money", "after") | word_set(language, "money", "roughly")


def read(text: str, context: Context) -> tuple[Found[Money], ...]:
    """Find every amount that names its currency."""
    signed = _with_sign(text, context)
    taken = {place for each in signed for place in range(each.start, each.end)}
    worded = (each for each in _with_word(text, context) if taken.isdisjoint(range(each.start, each.end)))
    return tuple(sorted((*signed, *worded), key=lambda money: money.start))


def _meant(codes: tuple[str, ...], context: Context) -> str:
    own = own_currency(context)
    return own if own in codes else codes[0]


def _with_sign(text: str, context: Context) -> list[Found[Money]]:
    """Read "$300", "€4.50", "EUR 300", "$2k"."""
    signs = _meanings(context.language, "signs")
    found: list[Found[Money]] = []
    for piece in tokens(text):
        leading = _meanings(context.language, "leading").get(piece.plain)
        codes = signs.get(piece.text) or leading or ((piece.text,) if piece.text in _KNOWN else None)
        dotted = leading is not None and text.startswith(_DOT, piece.end)  # "Rs. 500"
        match = _AMOUNT.match(text, piece.end + dotted) if codes else None
        if codes is None or match is None:
            continue
        amount = Decimal(match.group(1).replace(",", "") + (match.group(2) or "").replace(",", "."))
        amount, end = _thousands(text, amount, match.end(), context.language)
        found.append(Found(Money(amount, _meant(codes, context)), text[piece.start : end], piece.start, end))
    return found


def _thousands(text: str, amount: Decimal, end: int, language: str) -> tuple[Decimal, int]:
    following = next(iter(tokens(text[end : end + 8])), None)
    if following and following.plain in word_set(language, "money", "thousands") and following.start <= 1:
        return amount * _THOUSAND, end + following.end
    return amount, end


def _with_word(text: str, context: Context) -> list[Found[Money]]:
    """Read "300 dollars", "four dollars and fifty cents", "2 grand in euros"."""
    pieces = tokens(text)
    places = {piece.start: place for place, piece in enumerate(pieces)}
    after = {piece.end: place + 1 for place, piece in enumerate(pieces)}
    readable = [each for each in number.read(text, context) if each.start in places and each.end in after]
    numbers = {places[each.start]: (each, after[each.end]) for each in _alone(text, readable)}
    found: list[Found[Money]] = []
    for first, (each, place) in numbers.items():
        if found and each.start < found[-1].end:
            continue
        thousands = not word_set(context.language, "money", "thousands").isdisjoint(
            piece.plain for piece in pieces[place : place + 1]
        )
        codes = _codes_at(pieces, place + thousands, context)
        if codes is not None:
            cents, last = _cents_after(pieces, place + thousands + 1, numbers, context)
            amount = Decimal(each.value) * (_THOUSAND if thousands else 1) + cents
            start, end = pieces[first].start, pieces[last - 1].end
            found.append(Found(Money(amount, _meant(codes, context)), text[start:end], start, end))
    return found


def _alone(text: str, said: Sequence[Found[number.Number]]) -> Iterator[Found[number.Number]]:
    """Give the numbers that follow no other one in words: "four fifty" may be 4.50 and 450."""
    end = None
    for each in said:
        in_words = each.words[0].isalpha()
        follows = in_words and end is not None and not text[end : each.start].strip(" -")
        end = each.end if in_words else None
        if each.value >= 0 and not follows:
            yield each


def _cents_after(
    pieces: tuple[Token, ...], place: int, numbers: Mapping[int, tuple[Found[number.Number], int]], context: Context
) -> tuple[Decimal, int]:
    """Read "and fifty cents" after the whole amount."""
    joined = place < len(pieces) and pieces[place].plain in word_set(context.language, "money", "and")
    cents, after = numbers.get(place + joined, (None, place))
    if cents is None or after >= len(pieces) or not 0 < cents.value < _HUNDRED:
        return Decimal(0), place
    if pieces[after].plain not in word_set(context.language, "money", "cents"):
        return Decimal(0), place
    return Decimal(cents.value) * _CENT, after + 1


def _codes_at(pieces: tuple[Token, ...], place: int, context: Context) -> tuple[str, ...] | None:
    if place >= len(pieces):
        return None
    piece = pieces[place]
    named = _meanings(context.language, "words").get(piece.plain)
    written = _meanings(context.language, "signs").get(piece.text) if _ends_amount(pieces, place) else None
    return named or written or ((piece.text,) if piece.text in _KNOWN else None)


def _ends_amount(pieces: tuple[Token, ...], place: int) -> bool:
    """Tell the sign of "20€" from that of "for 2 $50"."""
    return place + 1 == len(pieces) or not pieces[place + 1].text.isdecimal()


def say(value: Money, context: Context, style: Style) -> str:
    """Say an amount: "$300", "$4.50"; in words when spoken."""
    if style is Style.SPOKEN:
        return _spoken(value, context)
    for sign, codes in _meanings(context.language, "signs").items():
        if _meant(codes, context) == value.currency:
            return f"{sign}{_written(value.amount)}"
    return f"{value.currency} {_written(value.amount)}"


def _written(amount: Decimal) -> str:
    return f"{amount:,.0f}" if amount == amount.to_integral_value() else f"{amount:,.2f}"


def _spoken(value: Money, context: Context) -> str:
    words = _meanings(context.language, "words")
    unit = next((word for word, codes in words.items() if _meant(codes, context) == value.currency), value.currency)
    whole = int(value.amount)
    cents = int((value.amount - whole) / _CENT)
    said = f"{number.say(whole, context, Style.SPOKEN)} {unit}"
    if not cents:
        return said
    joined = listed(context.language, "money", "and")[0]
    return f"{said} {joined} {number.say(cents, context, Style.SPOKEN)} {_small_unit(value.currency, context)}"


def _small_unit(code: str, context: Context) -> str:
    """Name the hundredth part of a currency."""
    return _meanings(context.language, "hundredths").get(code, listed(context.language, "money", "cents"))[0]
