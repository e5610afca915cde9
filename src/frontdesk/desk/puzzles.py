"""What guests wrote that was not understood: alike messages together, and what each of them may have meant."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from frontdesk.desk.numbers import about_of, kind_of
from frontdesk.storage.rows import TroubleKind
from frontdesk.storage.troubles import Puzzle

_NO_WORD = re.compile(r"[^\w\s]|_")
_MARKS_INSIDE = re.compile(r"(?<=\w)['\u2019](?=\w)")  # "don't" is one word
Name = TypeVar("Name")


@dataclass(frozen=True, slots=True)
class PuzzleGroup:
    """Messages that read alike and answered the same question, the newest first."""

    words: str  # what they have in common
    about: str  # what was asked, or why it was passed on
    puzzles: tuple[Puzzle, ...]

    @property
    def newest(self) -> Puzzle:
        """The message that came last."""
        return self.puzzles[0]

    @property
    def kinds(self) -> tuple[TroubleKind, ...]:
        """In what ways they were not understood, the most frequent first."""
        counted = Counter(TroubleKind(kind_of(each.trouble)) for each in self.puzzles)
        return tuple(kind for kind, _ in counted.most_common())

    @property
    def conversations(self) -> tuple[Puzzle, ...]:
        """The last message of each conversation."""
        return tuple({each.conversation_id: each for each in reversed(self.puzzles)}.values())[::-1]


def alike_form(text: str) -> str:
    """Return a message without what does not tell it from others: case, punctuation, space."""
    joined = _MARKS_INSIDE.sub("", text.casefold())
    return " ".join(_NO_WORD.sub(" ", joined).split()) or "".join(joined.split())  # signs alone stay as they are


def grouped(puzzles: Iterable[Puzzle]) -> tuple[PuzzleGroup, ...]:
    """Put alike messages together: the most frequent first, then the newest."""
    groups: dict[tuple[str, str], list[Puzzle]] = {}
    for each in sorted(puzzles, key=lambda puzzle: puzzle.at, reverse=True):
        groups.setdefault((alike_form(each.text), about_of(each.trouble)), []).append(each)
    found = [PuzzleGroup(words, about, tuple(each)) for (words, about), each in groups.items()]
    return tuple(sorted(found, key=lambda group: len(group.puzzles), reverse=True))  # which keeps the newest first


def likeliest(sentence: str, texts: Mapping[Name, Iterable[str]]) -> Name | None:
    """Return what a sentence most likely belongs to: the words it shares, and those that few have count most."""
    words = {name: _words(*each) for name, each in texts.items()}
    spread = Counter(word for each in words.values() for word in each)
    said = _words(sentence)
    scores = {name: sum(1 / spread[word] for word in said & each) for name, each in words.items()}
    best = max(scores, key=lambda name: scores[name], default=None)
    return best if best is not None and scores[best] > 0 else None


def _words(*texts: str) -> set[str]:
    return {word for text in texts for word in alike_form(text).split()}
