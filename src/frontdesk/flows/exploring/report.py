"""Writes what an exploration saw: counts, the promises it checked, its abstraction, and counter-examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from frontdesk.flows.exploring.explore import Explored, Limits, explore
from frontdesk.flows.exploring.mutants import Kind
from frontdesk.flows.exploring.promises import EVERY_PROMISE
from frontdesk.flows.exploring.scope import Scope
from frontdesk.flows.exploring.verdicts import Judged, Verdict, judge

_ABSTRACTION = (
    "Slots: one or two values stand for all, and each value that a condition compares.",
    "Offers: one option, several on two pages, exactly what was wished, or the same anew; fresh or expired.",
    "Alike are conversations that differ in what no step still reads, in how often a question was put,",
    "in what was ruled out, in what was set on the way, in which of the later questions were answered early, and in",
    "which two or more values are known that nobody asks for and no step has read so far; where it is asked which of",
    "several was meant, in anything but the question; where an offer is stale, in what else is known.",
    "The last try of each question, and the last turn of the budget, are tried once for each place to wait at.",
)
_FINE, _BROKEN, _CUT_SHORT = 0, 1, 3


def tell(scope: Scope, sources: Mapping[str, str], out: Callable[[str], None], limits: Limits | None = None) -> int:
    """Explore a business, then its mutants made of the flows in `sources`; return the exit code."""
    explored = explore(scope, limits)
    for line in written(explored, scope):
        out(line)
    verdicts = []
    for name, source in sources.items():
        for one in judge(scope, name, source, limits or Limits()):
            verdicts.append(one)
            out(line_of(one))
    for line in totals(verdicts) if sources else ():
        out(line)
    if explored.breaches:
        return _BROKEN
    return _CUT_SHORT if explored.is_cut_short else _FINE


def written(explored: Explored, scope: Scope) -> Iterator[str]:
    """Give the report of a walk, line by line."""
    positions = sum(part.positions for part in explored.parts)
    edges = sum(part.edges for part in explored.parts)
    yield f"{positions} positions and {edges} edges seen, each edge one call of the engine."
    yield from (f"  {part.name}: {part.positions} positions, {part.edges} edges" for part in explored.parts)
    yield f"Depth: each flow alone to its end; then interruptions, {scope.flows.depth} flows waiting beneath one."
    yield from _ABSTRACTION
    yield "Checked on every edge:"
    yield from (f"  {promise}" for promise in EVERY_PROMISE)
    for breach in explored.breaches:
        yield f"Broken: {breach.promise}"
        yield f"  {breach.what}:"
        yield from (f"    {line}" for line in breach.conversation)
    if not explored.breaches:
        yield "No promise was broken."
    if explored.is_cut_short:
        yield "The walk was cut short: what lies beyond was not seen."


def line_of(judged: Judged) -> str:
    """Write what became of a mutant, and why."""
    return f"  {judged.verdict.value}: {judged.mutant.what} ({judged.why})"


def totals(verdicts: list[Judged]) -> Iterator[str]:
    """Write how many mutants were caught, in all and of each kind."""
    yield "A mutant that the proofs accept is walked alone, from its beginning to each end, without interruptions."
    yield f"{len(verdicts)} mutants: {_counts(verdicts)}."
    for kind in Kind:
        of_kind = [each for each in verdicts if each.mutant.kind is kind]
        yield f"  {kind.value}: {len(of_kind)}; {_counts(of_kind)}"


def _counts(verdicts: list[Judged]) -> str:
    counts = {verdict: sum(each.verdict is verdict for each in verdicts) for verdict in Verdict}
    return ", ".join(f"{count} {verdict.value}" for verdict, count in counts.items() if count) or "none"
