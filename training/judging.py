"""Compares what was heard in a message with what its row says, and adds it up; the model and the rules alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from training.rows import Row, held_out_trade

_COARSE = {"yes": "yes", "no": "no", "change": "no", "unclear": "unclear", "other": "unclear"}
_ENOUGH = 0.5  # of the words of two values must be the same


@dataclass(frozen=True, slots=True)
class Value:
    """Words that were taken for a value."""

    label: str
    first: int
    after: int
    meant: str


@dataclass(frozen=True, slots=True)
class Heard:
    """What the model or the rules make of a message."""

    answer: str | None = None
    acts: frozenset[str] = frozenset()
    flows: frozenset[str] = frozenset()
    topics: frozenset[str] = frozenset()
    values: frozenset[Value] = frozenset()
    picks: frozenset[int] = frozenset()


@dataclass(slots=True)
class Tally:
    """Right ones, wrong ones and missed ones."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def add(self, found: Iterable[object], wanted: Iterable[object]) -> None:
        """Count what was found against what is there."""
        got, want = set(found), set(wanted)
        self.right += len(got & want)
        self.wrong += len(got - want)
        self.missed += len(want - got)

    @property
    def f1(self) -> float:
        """Return the usual mean of how much of the found is right and how much of the right is found."""
        return 2 * self.right / max(1, 2 * self.right + self.wrong + self.missed)


@dataclass(slots=True)
class Answers:
    """How replies at a confirm were taken."""

    rows: int = 0
    right: int = 0  # by yes, no, unclear
    exact: int = 0  # by all five answers
    with_five: int = 0
    yes: int = 0
    yes_heard: int = 0
    false_yes: int = 0

    def add(self, heard: str | None, row: Row) -> None:
        """Count one reply."""
        wanted = row.answer or row.coarse or ""
        taken = heard or "unclear"
        self.rows += 1
        self.right += is_right(taken, wanted)
        self.with_five += row.answer is not None
        self.exact += taken == row.answer
        self.yes += wanted == "yes"
        self.yes_heard += taken == "yes" and wanted == "yes"
        self.false_yes += taken == "yes" and wanted != "yes"

    def told(self) -> str:
        """Return the figures in one line."""
        if not self.rows:
            return "no rows"
        others = self.rows - self.yes
        exact = f", of five {self.exact / self.with_five:.3f}" if self.with_five else ""
        return (
            f"{self.rows} rows, right {self.right / self.rows:.3f}{exact}, "
            f"false yes {self.false_yes} of {others}, yes heard {self.yes_heard / max(1, self.yes):.3f}"
        )


def is_right(taken: str, wanted: str) -> bool:
    """Say whether an answer was taken rightly, where a change is a no and something else is unclear."""
    coarse = _COARSE[taken]
    return coarse != "yes" if wanted == "not_yes" else coarse == _COARSE.get(wanted, wanted)


@dataclass(slots=True)
class Score:
    """All figures for some rows."""

    plain: Answers = field(default_factory=Answers)
    hard: Answers = field(default_factory=Answers)
    acts: Tally = field(default_factory=Tally)
    flows: Tally = field(default_factory=Tally)
    topics: Tally = field(default_factory=Tally)
    values: Tally = field(default_factory=Tally)
    meant: Tally = field(default_factory=Tally)
    picks: Tally = field(default_factory=Tally)
    flow_rows: int = 0
    flow_right: int = 0
    rows: int = 0

    def add(self, heard: Heard, row: Row) -> None:
        """Count one row, in all that it tells."""
        self.rows += 1
        if row.answer or row.coarse:
            (self.hard if row.hard else self.plain).add(heard.answer, row)
        if row.acts is not None:
            self.acts.add(heard.acts, row.acts)
        if row.flows is not None:
            self.flows.add(heard.flows, row.flows)
            self.flow_rows += bool(row.flows)
            self.flow_right += bool(row.flows) and heard.flows == set(row.flows)
        if row.topics is not None:
            self.topics.add(heard.topics, row.topics)
        if row.spans is not None:
            _add_values(self, heard.values, row)
        if row.picks is not None and row.options:
            self.picks.add(heard.picks, row.picks)

    def told(self) -> list[str]:
        """Return the figures, one line each."""
        return [
            f"confirm, plain   {self.plain.told()}",
            f"confirm, hard    {self.hard.told()}",
            f"acts             F1 {self.acts.f1:.3f}",
            f"flow             F1 {self.flows.f1:.3f}, right in {self.flow_right} of {self.flow_rows} that want one",
            f"topic            F1 {self.topics.f1:.3f}",
            f"values           F1 {self.values.f1:.3f}, with how they are meant {self.meant.f1:.3f}",
            f"options          F1 {self.picks.f1:.3f}",
        ]


def _add_values(score: Score, found: Iterable[Value], row: Row) -> None:
    """Count a value as found where its label is right and most of its words are."""
    wanted = [Value(span.label, span.first, span.after, span.meant or "") for span in row.spans or ()]
    left = list(wanted)
    got: list[object] = []
    got_meant: list[object] = []
    for value in sorted(found, key=lambda one: (one.first, one.label)):
        match = next((one for one in left if one.label == value.label and _same_words(one, value)), None)
        if match is None:
            got.append(("wrong", value))
            got_meant.append(("wrong", value))
            continue
        left.remove(match)
        got.append(match)
        got_meant.append(match if not match.meant or match.meant == value.meant else ("wrong", value))
    score.values.add(got, wanted)
    score.meant.add(got_meant, wanted)


def _same_words(one: Value, other: Value) -> bool:
    shared = min(one.after, other.after) - max(one.first, other.first)
    whole = max(one.after, other.after) - min(one.first, other.first)
    return shared >= _ENOUGH * whole


def scores(rows: Sequence[Row], hear: Callable[[Row], Heard]) -> dict[str, Score]:
    """Return the figures for trades that are trained on and for those that are held out."""
    found = {"trades seen": Score(), "trades unseen": Score()}
    for row in rows:
        kind = "trades unseen" if row.trade is not None and held_out_trade(row.trade.kind) else "trades seen"
        found[kind].add(hear(row), row)
    return found
