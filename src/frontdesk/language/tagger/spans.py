"""Which words the model takes for values of which slots, and how it believes they are meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from frontdesk.language.tagger.chances import sigmoid, softmax
from frontdesk.language.tagger.encoding import pieces_of
from frontdesk.language.tagger.running import Array, Scores

WANTED = "wanted"
_SMALL = 2  # characters between two pieces of one value: "Sunday, the 15th"


@dataclass(frozen=True, slots=True)
class TaggedSpan:
    """Words of a message that say a value of a slot; `meant` is how, `chance` how surely they do."""

    slot: str
    first: int
    after: int
    meant: str
    chance: float

    def overlaps(self, first: int, after: int) -> bool:
        """Say whether some of its words are among others."""
        return self.first < after and first < self.after


@dataclass(frozen=True, slots=True)
class SpanFloors:
    """How surely a piece must be inside a value, and begin one, with the temperatures of both."""

    inside: float
    begin: float
    heat: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class SpanBeliefs:
    """What is believed of any words of a message, whoever found them: their slot, how they are meant and related."""

    scores: Scores
    ways: Sequence[str]
    relations: Sequence[str]
    floors: SpanFloors

    def meant(self, first: int, after: int) -> Mapping[str, float]:
        """Return how likely the words between two characters are meant in each way; nothing where they were cut off."""
        return self._each(self.scores.meant, self.ways, first, after)

    def related(self, first: int, after: int) -> Mapping[str, float]:
        """Return how likely the words are related in each way to what was shown or talked about."""
        return self._each(self.scores.related, self.relations, first, after)

    def slots(self, first: int, after: int) -> Mapping[str, float]:
        """Return how likely the words are a value of each slot; each holds by itself."""
        place = pieces_of(first, after, self.scores.message.offsets)
        if place is None:
            return {}
        means = self.scores.inside[place[0] : place[1]].mean(axis=0).tolist()
        return {
            slot: sigmoid(score / self.floors.heat["inside"])
            for slot, score in zip(self.scores.slots, means, strict=True)
        }

    def _each(self, scores: Array, names: Sequence[str], first: int, after: int) -> Mapping[str, float]:
        place = pieces_of(first, after, self.scores.message.offsets)
        if place is None:
            return {}
        return dict(zip(names, softmax(scores[place[0] : place[1]].mean(axis=0).tolist()), strict=True))


def tagged_spans(scores: Scores, ways: Sequence[str], floors: SpanFloors) -> tuple[TaggedSpan, ...]:
    """Return the values in a message: pieces in a row that are inside one, put together where little parts them."""
    found: list[TaggedSpan] = []
    # Most slots have no value in a message: what is surest of each says so at once.
    surest = scores.inside.max(axis=0).tolist() if len(scores.inside) else []
    for column, score in enumerate(surest):
        if sigmoid(score / floors.heat["inside"]) >= floors.inside:
            found += _joined([_span(scores, ways, scores.slots[column], run) for run in _runs(scores, column, floors)])
    return tuple(sorted(found, key=lambda span: (span.first, span.slot)))


def _runs(scores: Scores, column: int, floors: SpanFloors) -> Iterator[list[float]]:
    """Return the chances of the pieces of each value; the first number is the place of its first piece."""
    inside = [sigmoid(score / floors.heat["inside"]) for score in scores.inside[:, column].tolist()]
    begins = [sigmoid(score / floors.heat["begin"]) for score in scores.begin[:, column].tolist()]
    run: list[float] = []
    for place, chance in enumerate(inside):
        there = chance >= floors.inside
        if run and (not there or begins[place] >= floors.begin):
            yield run
            run = []
        if there:
            run = [*run, chance] if run else [place, chance]
    if run:
        yield run


def _span(scores: Scores, ways: Sequence[str], slot: str, run: Sequence[float]) -> TaggedSpan:
    start, chances = int(run[0]), run[1:]
    after = start + len(chances)
    meant = ways[int(scores.meant[start:after].mean(axis=0).argmax())]
    offsets = scores.message.offsets
    return TaggedSpan(slot, offsets[start][0], offsets[after - 1][1], meant, sum(chances) / len(chances))


def _joined(spans: Sequence[TaggedSpan]) -> list[TaggedSpan]:
    """Put the pieces of one value together, which a small sign or a space parts."""
    joined = list(spans[:1])
    for before, span in pairwise(spans):
        if span.first - before.after <= _SMALL and span.meant == before.meant:
            last = joined[-1]
            chance = min(last.chance, span.chance)
            joined[-1] = TaggedSpan(last.slot, last.first, span.after, last.meant, chance)
        else:
            joined.append(span)
    return joined
