"""How a message and a label become the numbers that the encoder takes; training does it by the same functions.

A message is `[CLS] place: what the desk said [SEP] what the guest wrote [SEP]`; its second part has type 1. Where
options were shown, they stand in place of what the desk said, each with its number. A label is `[CLS] kind: one of its
wordings [SEP]`. One text per call: int8 gives other numbers in other company.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

LONGEST_DESK = 56  # pieces; the end of what the desk said is what it asks
LONGEST_SHOWN = 80  # pieces of all options together
MOST_OPTIONS = 8
LONGEST_TEXT = 96
LONGEST_LABEL = 32
LONGEST_MESSAGE = LONGEST_SHOWN + LONGEST_TEXT + 3 + 2
LABEL_KINDS = ("flow", "topic", "slot")


class Encoding(Protocol):
    """What a tokenizer gives for a text."""

    @property
    def ids(self) -> list[int]:
        """Return the numbers of its pieces."""

    @property
    def offsets(self) -> list[tuple[int, int]]:
        """Return where each piece stands."""


class Tokenizer(Protocol):
    """As much of a tokenizer as is needed here."""

    def encode(self, sequence: str, *, add_special_tokens: bool) -> Encoding:
        """Return the pieces of a text."""

    def token_to_id(self, token: str) -> int | None:
        """Return the number of a piece."""


@dataclass(frozen=True, slots=True)
class EncodedMessage:
    """A message as the encoder takes it; `offsets` are of the guest's text, whose first piece stands at `first`.

    `shown` says where each option stands: its first piece, and the one after its last.
    """

    ids: tuple[int, ...]
    types: tuple[int, ...]
    first: int
    offsets: tuple[tuple[int, int], ...]
    shown: tuple[tuple[int, int], ...] = ()


def special(tokenizer: Tokenizer) -> tuple[int, int]:
    """Return the numbers of the pieces that begin and part."""
    begin, part = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    if begin is None or part is None:
        raise ValueError("a tokenizer without [CLS] and [SEP]")
    return begin, part


def encode_message(
    tokenizer: Tokenizer, place: str, desk: str, text: str, options: Sequence[str] = ()
) -> EncodedMessage:
    """Return a message as the encoder takes it; no place or nothing said leaves its part empty."""
    begin, part = special(tokenizer)
    said, shown = _options(tokenizer, place, options) if options else (_desk(tokenizer, place, desk), ())
    written = tokenizer.encode(text, add_special_tokens=False)
    pieces = written.ids[:LONGEST_TEXT]
    ids = (begin, *said, part, *pieces, part)
    types = (0,) * (len(said) + 2) + (1,) * (len(pieces) + 1)
    return EncodedMessage(ids, types, len(said) + 2, tuple(written.offsets[:LONGEST_TEXT]), shown)


def _desk(tokenizer: Tokenizer, place: str, desk: str) -> list[int]:
    before = ": ".join(filter(None, (place, desk)))
    said = tokenizer.encode(before, add_special_tokens=False).ids if before else []
    if len(said) <= LONGEST_DESK:
        return said
    # The place stands first and is kept; of what was said, the end is.
    return [*said[:2], *said[-(LONGEST_DESK - 2) :]] if place else said[-LONGEST_DESK:]


def _options(tokenizer: Tokenizer, place: str, options: Sequence[str]) -> tuple[list[int], tuple[tuple[int, int], ...]]:
    """Return the pieces of what was shown, each option cut to its share, and where each stands in the message."""
    said = tokenizer.encode(f"{place}:", add_special_tokens=False).ids if place else []
    few = options[:MOST_OPTIONS]
    longest = LONGEST_SHOWN // len(few)
    shown = []
    for number, option in enumerate(few, start=1):
        pieces = tokenizer.encode(f"{number}. {option}", add_special_tokens=False).ids[:longest]
        shown.append((len(said) + 1, len(said) + 1 + len(pieces)))
        said = [*said, *pieces]
    return said, tuple(shown)


def encode_label(tokenizer: Tokenizer, kind: str, wording: str) -> tuple[int, ...]:
    """Return one wording of a label as the encoder takes it."""
    begin, part = special(tokenizer)
    pieces = tokenizer.encode(f"{kind}: {wording}", add_special_tokens=False).ids[: LONGEST_LABEL - 2]
    return (begin, *pieces, part)


def pieces_of(first: int, after: int, offsets: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """Return the pieces that the characters from `first` to before `after` are in; None if they were cut off."""
    touched = [place for place, (begin, end) in enumerate(offsets) if begin < after and end > first]
    return (touched[0], touched[-1] + 1) if touched else None
