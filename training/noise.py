"""Noise as guests make it: case, punctuation, apostrophes, fillers, slips. Spans move along with the text."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from training.rows import Span

_WORD = re.compile(r"[A-Za-z]{4,}")
_APOSTROPHES = ("'", "\u2019", "`", "")
_FILLERS = ("um", "uh", "hm", "so", "well", "ok so", "like", "hey", "sorry", "erm", "lol", "oh")
_TAILS = ("please", "pls", "thx", "thanks", "lol", "haha", ":)", "x", "..", "!!", "🙂")
_NEAR = {
    "a": "s",
    "b": "v",
    "c": "x",
    "d": "f",
    "e": "r",
    "f": "g",
    "g": "h",
    "h": "j",
    "i": "o",
    "j": "k",
    "k": "l",
    "l": "k",
    "m": "n",
    "n": "m",
    "o": "i",
    "p": "o",
    "q": "w",
    "r": "t",
    "s": "a",
    "t": "y",
    "u": "i",
    "v": "c",
    "w": "e",
    "x": "z",
    "y": "u",
    "z": "x",
}

Edit = tuple[int, int, str]  # first, after, what stands there instead


def edited(text: str, spans: tuple[Span, ...], edits: list[Edit]) -> tuple[str, tuple[Span, ...]]:
    """Return the text with `edits` made, and the spans where their words are now. Edits do not overlap."""
    ordered = sorted(edits)
    pieces: list[str] = []
    position = 0
    for first, after, words in ordered:
        pieces += [text[position:first], words]
        position = after
    pieces.append(text[position:])
    moved = tuple(_moved(span, ordered) for span in spans)
    return "".join(pieces), tuple(span for span in moved if span.first < span.after)


def _moved(span: Span, edits: list[Edit]) -> Span:
    """Let a span keep what was changed inside it, and nothing that was put beside it."""
    first, after = span.first, span.after
    for begin, end, words in edits:
        grown = len(words) - (end - begin)
        if end <= span.first:
            first += grown
            after += grown
        elif begin < span.after:
            after += grown
    return Span(first, after, span.label, span.meant, span.related)


def _lowered(text: str, _random: Random) -> list[Edit]:
    return [(place, place + 1, letter.lower()) for place, letter in enumerate(text) if letter.isupper()]


def _shouted(text: str, _random: Random) -> list[Edit]:
    return [(place, place + 1, letter.upper()) for place, letter in enumerate(text) if letter.islower()]


def _begun_large(text: str, _random: Random) -> list[Edit]:
    return [(0, 1, text[0].upper())] if text[:1].islower() else []


def _without_stops(text: str, _random: Random) -> list[Edit]:
    """Leave out marks that end a clause; not those inside a number or a time."""
    return [
        (place, place + 1, "")
        for place, letter in enumerate(text)
        if letter in ".,!?;" and (place + 1 == len(text) or text[place + 1].isspace())
    ]


def _apostrophes(text: str, random: Random) -> list[Edit]:
    mark = random.choice(_APOSTROPHES)
    return [(place, place + 1, mark) for place, letter in enumerate(text) if letter in "'\u2019"]


def _filler(text: str, random: Random) -> list[Edit]:
    comma = random.choice((", ", " ", "... "))
    return [(0, 0, random.choice(_FILLERS) + comma)] if text else []


def _tail(text: str, random: Random) -> list[Edit]:
    # After a question "please" would change little; after an address or number a sign may change the value.
    plain = text[-1:].isalpha() and "@" not in text.rsplit(maxsplit=1)[-1]
    return [(len(text), len(text), " " + random.choice(_TAILS))] if plain else []


def _slip(text: str, random: Random) -> list[Edit]:
    """Mistype one longer word: two letters swapped, one left out, doubled, or its neighbour on the keyboard."""
    words = list(_WORD.finditer(text))
    if not words:
        return []
    word = random.choice(words)
    place = random.randrange(word.start() + 1, word.end() - 1)
    letter, following = text[place], text[place + 1]
    return [
        random.choice(
            (
                (place, place + 2, following + letter),
                (place, place + 1, ""),
                (place, place + 1, letter * 2),
                (place, place + 1, _NEAR.get(letter.lower(), letter)),
            )
        )
    ]


# How often each is done; several may come together.
_NOISES: tuple[tuple[float, Callable[[str, Random], list[Edit]]], ...] = (
    (0.35, _lowered),
    (0.02, _shouted),
    (0.08, _begun_large),
    (0.25, _without_stops),
    (0.15, _apostrophes),
    (0.06, _filler),
    (0.05, _tail),
    (0.12, _slip),
)


def noisy(text: str, spans: tuple[Span, ...], random: Random) -> tuple[str, tuple[Span, ...]]:
    """Return a text as a hurried guest may have typed it, with its spans; the same `random` gives the same."""
    for chance, noise in _NOISES:
        if random.random() < chance:
            text, spans = edited(text, spans, noise(text, random))
    return text, spans
