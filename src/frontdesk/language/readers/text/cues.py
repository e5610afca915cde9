"""Finds the phrases of the word lists in a text, all of them in one pass over its words.

A phrase is written as `(talk|speak) to [a] person`: alternatives in round, optional parts in square brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import islice, repeat
from operator import attrgetter
from typing import NamedTuple

from frontdesk.language.lexicon import Words, load
from frontdesk.language.words import Token, plain_pieces, word_set

_LISTS = ("moves", "clauses", "topics", "booked")
_STRETCHED = re.compile(r"([^\W\d_])\1{2,}")
_DOUBLED = re.compile(r"([^\W\d_])\1+")
_OPENING, _CLOSING = frozenset("(["), frozenset(")]")


class Cue(NamedTuple):
    """A phrase of a word list in a text: the list it is on, its words by place, its characters by position.

    A tuple, since every message has many.
    """

    label: str
    first: int
    after: int
    start: int
    end: int


_cue = tuple.__new__  # what `Cue(...)` comes to, without the call around it
_plain = attrgetter("plain")


@dataclass(slots=True)
class _Node:
    """Where reading may stand: what was read on the way, the steps that lead on, and the nodes needed after it."""

    words: int  # read on the way
    ended: tuple[tuple[str, int], ...]  # the labels of the phrases read, each with the words of its longest
    steps: dict[str, frozenset[int]]  # by the word that leads on
    after: dict[str, _Node] = field(default_factory=dict)


class Phrases:
    """Phrases by label, read side by side. A node is made when first reached: there are more than texts ever meet."""

    def __init__(self, listed: Mapping[str, Iterable[str]]) -> None:
        self._edges: list[dict[str, list[int]]] = [{}]  # by step: the steps that a word leads to
        self._past: dict[int, list[int]] = {}  # by step: the steps that are reached from it without a word
        self._labels: dict[int, str] = {}  # by the last step of a phrase
        for label, templates in listed.items():
            for template in templates:
                end, _ = self._alternatives(list(map(bare, plain_pieces(template))), 0, 0)
                self._labels[end] = label
        self._nodes: dict[tuple[frozenset[int], int, tuple[tuple[str, int], ...]], _Node] = {}
        self._root = self._node(frozenset({0}), 0, ())
        self.words = frozenset().union(*self._edges)
        self.begins = frozenset(self._root.steps)  # without one of these, a text holds no phrase

    def _alternatives(self, parts: Sequence[str], place: int, begin: int) -> tuple[int, int]:
        """Add alternatives up to a closing bracket or the end; return the step they end in and the place after.

        That step is `begin` itself, where there is nothing to add, or a new one that nothing leads on from yet.
        """
        ends: list[int] = []
        current = begin
        while place < len(parts) and (part := parts[place]) not in _CLOSING:
            place += 1
            if part == "|":
                ends.append(current)
                current = begin
            elif part in _OPENING:
                inside, closing = self._alternatives(parts, place, current)
                current = self._joined(current, inside) if part == "[" else inside
                place = closing + 1
            else:
                current = self._word(part, current)
        return (self._joined(*ends, current) if ends else current), place

    def _word(self, word: str, begin: int) -> int:
        step = len(self._edges)
        self._edges.append({})
        self._edges[begin].setdefault(word, []).append(step)
        return step

    def _joined(self, *ends: int) -> int:
        """Return the newest of `ends`, which is never the step they began at, and lead the others to it."""
        *others, newest = sorted(set(ends))
        for end in others:
            self._past.setdefault(end, []).append(newest)
        return newest

    def _node(self, steps: frozenset[int], words: int, before: tuple[tuple[str, int], ...]) -> _Node:
        key = (steps, words, before)
        node = self._nodes.get(key)
        if node is None:
            reached = self._reached(steps)
            labels = {self._labels[step] for step in reached if step in self._labels}
            ended = {**dict(before), **dict.fromkeys(sorted(labels), words)}
            node = self._nodes[key] = _Node(words, tuple(ended.items()), self._onward(reached))
        return node

    def _reached(self, steps: Iterable[int]) -> set[int]:
        """Return `steps` and all that are reached from them without a word."""
        reached, waiting = set(steps), list(steps)
        while waiting:
            onward = [step for step in self._past.get(waiting.pop(), ()) if step not in reached]
            reached.update(onward)
            waiting += onward
        return reached

    def _onward(self, steps: Iterable[int]) -> dict[str, frozenset[int]]:
        onward: dict[str, set[int]] = {}
        for step in steps:
            for word, after in self._edges[step].items():
                onward.setdefault(word, set()).update(after)
        return {word: frozenset(after) for word, after in onward.items()}

    def _next(self, node: _Node, word: str) -> _Node:
        after = node.after[word] = self._node(node.steps[word], node.words + 1, node.ended)
        return after

    def find(self, pieces: Sequence[Token], said: Sequence[str]) -> tuple[Cue, ...]:
        """Return every phrase in the text, the longest of each label at each place."""
        found: list[Cue] = []
        if self.begins.isdisjoint(said):
            return ()
        begins = self._root.steps
        for place, word in enumerate(said):
            if word not in begins:
                continue
            node = self._root.after.get(word) or self._next(self._root, word)
            for following in islice(said, place + 1, None) if node.steps else ():
                if following not in node.steps:
                    break
                node = node.after.get(following) or self._next(node, following)
            if node.ended:
                start = pieces[place].start
                for label, words in node.ended:
                    after = place + words
                    found.append(_cue(Cue, (label, place, after, start, pieces[after - 1].end)))
        return tuple(found)


@lru_cache(maxsize=8192)
def bare(word: str) -> str:
    """Return a word as phrases are compared: without apostrophes, "hiii" as "hi"."""
    return _STRETCHED.sub(r"\1", word.replace("'", "")) or word


def bare_words(pieces: Iterable[Token]) -> list[str]:
    """Return the words of a text as phrases are compared."""
    return list(map(bare, map(_plain, pieces)))


def heard_words(pieces: Iterable[Token], language: str) -> tuple[str, ...]:
    """Return the words of a guest as phrases are compared."""
    return tuple(map(_heard_as, map(_plain, pieces), repeat(language)))


@lru_cache(maxsize=8192)  # guests use few words, and often
def _heard_as(word: str, language: str) -> str:
    """Return a word of a guest as phrases are compared: bare, and "yees" as "yes"."""
    plain = bare(word)
    short = _DOUBLED.sub(r"\1", plain)
    return short if short != plain and short in word_set(language, "common", "stretched") else plain


@cache
def phrases(language: str) -> Phrases:
    """Return the phrases of every list that understanding uses; `moves.cancel` is the list `cancel` in `moves.yaml`."""
    return Phrases(dict(pair for name in _LISTS for pair in _labelled(name, load(language, name))))


@cache
def labels(language: str, name: str) -> frozenset[str]:
    """Name every list of phrases in one file."""
    return frozenset([label for label, _ in _labelled(name, load(language, name))])


def _labelled(label: str, words: Words) -> Iterator[tuple[str, list[str]]]:
    """Give every list of phrases under the path that leads to it."""
    match words:
        case dict():
            for key, value in words.items():
                yield from _labelled(f"{label}.{key}", value)
        case list():
            yield label, [str(phrase) for phrase in words]
        case str():
            yield label, [words]
