"""Takes a whole answer as a name where its words mean other things too: "Peel Roberts", "Ok Sun Park"."""

from __future__ import annotations

from dataclasses import dataclass

from frontdesk.dialogue.meanings import Inform
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import name
from frontdesk.language.results import Read
from frontdesk.language.words import Token, table, word_set

_NAME = "person_name"
_FEWEST, _MOST = 2, 3  # words of a name in full
_SIGNS = ".!"


@dataclass(frozen=True, slots=True)
class _Words:
    """What the words of one message are beside words of a name."""

    first_names: frozenset[str]
    also_names: frozenset[str]
    sold: frozenset[str]
    yes: frozenset[str]
    language: str

    def names(self, piece: Token) -> bool:
        """Tell a word that is a name, or hardly anything else."""
        plain = piece.plain in self.first_names or (piece.text.istitle() and piece.plain in self.also_names)
        ordinary = name.is_ordinary(piece, self.language) or name.names_nobody(piece, self.language)
        return plain or (piece.plain not in self.sold and not ordinary)


def whole_name(heard: Heard) -> Read | None:
    """Return the answer to a question for a name that is one as a whole, and read as none by its parts."""
    slot = heard.asked.slot
    if slot is None or slot.kind != _NAME or slot.many:
        return None
    pieces = [piece for piece in heard.message.pieces if piece.text not in _SIGNS]
    if (
        not _FEWEST <= len(pieces) <= _MOST
        or not all(piece.text.isalpha() for piece in pieces)
        or not _is_name(heard, pieces)
    ):
        return None
    if name.answer(heard.text, heard.context, heard.ear.scope.not_names):
        return None  # "Ok Grace Park" is Grace Park
    words = heard.message.text[pieces[0].start : pieces[-1].end]
    return Read(Inform(slot.name, words, words), why="name: the whole answer")


def _is_name(heard: Heard, pieces: list[Token]) -> bool:
    """Tell "Peel Roberts" from "Peel Friday": it ends with a name, and what else it is has the capitals of one."""
    language = heard.context.language
    words = _Words(
        word_set(language, "name", "first_names"),
        word_set(language, "name", "also_names"),
        heard.ear.scope.not_names,
        word_set(language, "common", "plain_yes"),
        language,
    )
    if not words.names(pieces[-1]):
        return False
    titled = all(piece.text.istitle() for piece in pieces)
    read = [given for given in heard.givens if given.kind in {"service", "day"}]
    days = table(language, "common", "short_days")  # "Sun" is a first name too
    return all(
        words.names(piece)
        or (titled and (piece.plain in days or any(given.start <= piece.start < given.end for given in read)))
        or (titled and piece is pieces[0] and piece.plain in words.yes)
        for piece in pieces
    )
