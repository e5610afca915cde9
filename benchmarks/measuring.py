"""Times things, sums up what was timed, and prints it beside its bar."""

from __future__ import annotations

import os
import platform
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

RUNS = 3  # of everything, in turns with its peers, so that a busy minute on the machine hits all of them


class Bar(StrEnum):
    """On which side of its bar a figure has to be."""

    UNDER = "<"
    AT_LEAST = ">="


@dataclass(frozen=True, slots=True)
class Limit:
    """A bar that a figure is held to."""

    side: Bar
    value: float

    def verdict(self, figure: float) -> str:
        """Say whether `figure` keeps to it."""
        kept = figure < self.value if self.side is Bar.UNDER else figure >= self.value
        return f"bar {self.side} {self.value:g}: {'kept' if kept else 'MISSED'}"


def under(value: float) -> Limit:
    """Return a bar that figures have to stay under."""
    return Limit(Bar.UNDER, value)


def at_least(value: float) -> Limit:
    """Return a bar that figures have to reach."""
    return Limit(Bar.AT_LEAST, value)


def percentile(values: Sequence[float], share: int) -> float:
    """Return the value that `share` percent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


def seconds(work: Callable[[], object]) -> float:
    """Return how long `work` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def processor_seconds(work: Callable[[], object]) -> float:
    """Return how much of the processor `work` takes: for pure work on a shared machine, the same less the waiting."""
    start = time.process_time()
    work()
    return time.process_time() - start


def show(name: str, runs: Sequence[float], unit: str, limit: Limit | None = None) -> None:
    """Print the median run with the least and the most of all runs, and whether it keeps its bar."""
    middle = statistics.median(runs)
    spread = f"{_short(middle)} {unit} (runs {_short(min(runs))} to {_short(max(runs))})"
    print(f"  {name:<62} {spread:<44} {limit.verdict(middle) if limit else ''}".rstrip(), flush=True)


def show_ratio(name: str, ours: Sequence[float], theirs: Sequence[float], limit: Limit | None = None) -> None:
    """Print ours over theirs, run by run."""
    show(name, [one / other for one, other in zip(ours, theirs, strict=True)], "times", limit)


def title(text: str) -> None:
    """Print a heading with what it was measured on."""
    print(f"\n{text}\n  {machine()}", flush=True)


def machine() -> str:
    """Describe the machine and how busy it is with other things."""
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    return (
        f"{os.cpu_count()} cores ({_processor()}), Python {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}, load {load}"
    )


def _processor() -> str:
    lines: Iterable[str] = ()
    known = Path("/proc/cpuinfo")
    if known.exists():
        lines = known.read_text().splitlines()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
