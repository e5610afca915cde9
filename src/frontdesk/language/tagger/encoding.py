"""How a message and a label become the numbers that the encoder takes; training does it by the same functions.

A message is `[CLS] place: what the desk said [SEP] what the guest wrote [SEP]`; its second part has type 1. A label is
`[CLS] kind: one of its wordings [SEP]`. One text per call: int8 gives other numbers in other company.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

LONGEST_DESK = 56  # pieces; the end of what the desk said is what it asks
LONGEST_TEXT = 96
LONGEST_LABEL = 32
LONGEST_MESSAGE = LONGEST_DESK + LONGEST_TEXT + 3
LABEL_KINDS = ("flow", "topic", "slot", "option")


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
    """A message as the encoder takes it; `offsets` are of the guest's text, whose first piece stands at `first`."""

    ids: tuple[int, ...]
    types: tuple[int, ...]
    first: int
    offsets: tuple[tuple[int, int], ...]


def special(tokenizer: Tokenizer) -> tuple[int, int]:
    """Return the numbers of the pieces that begin and part."""
    begin, part = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    if begin is None or part is None:
        raise ValueError("a tokenizer without [CLS] and [SEP]")
    return begin, part


def encode_message(tokenizer: Tokenizer, place: str, desk: str, text: str) -> EncodedMessage:
    """Return a message as the encoder takes it; no place or nothing said leaves its part empty."""
    begin, part = special(tokenizer)
    before = ": ".join(filter(None, (place, desk)))
    said = tokenizer.encode(before, add_special_tokens=False).ids if before else []
    if len(said) > LONGEST_DESK:  # the place stands first and is kept
        said = [*said[:2], *said[-(LONGEST_DESK - 2) :]] if place else said[-LONGEST_DESK:]
    written = tokenizer.encode(text, add_special_tokens=False)
    pieces = written.ids[:LONGEST_TEXT]
    ids = (begin, *said, part, *pieces, part)
    types = (0,) * (len(said) + 2) + (1,) * (len(pieces) + 1)
    return EncodedMessage(ids, types, len(said) + 2, tuple(written.offsets[:LONGEST_TEXT]))


def encode_label(tokenizer: Tokenizer, kind: str, wording: str) -> tuple[int, ...]:
    """Return one wording of a label as the encoder takes it."""
    begin, part = special(tokenizer)
    pieces = tokenizer.encode(f"{kind}: {wording}", add_special_tokens=False).ids[: LONGEST_LABEL - 2]
    return (begin, *pieces, part)


def pieces_of(first: int, after: int, offsets: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """Return the pieces that the characters from `first` to before `after` are in; None if they were cut off."""
    touched = [place for place, (begin, end) in enumerate(offsets) if begin < after and end > first]
    return (touched[0], touched[-1] + 1) if touched else None
