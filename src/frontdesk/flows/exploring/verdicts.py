"""Judges flows that were broken on purpose: the proofs or the walk notice, or it is said what came of it instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from frontdesk.dialogue.flow import Flow
from frontdesk.flows.drafts import Draft
from frontdesk.flows.exploring.explore import Limits
from frontdesk.flows.exploring.moves import is_only_called
from frontdesk.flows.exploring.mutants import Mutant, mutants
from frontdesk.flows.exploring.replay import Beside, Difference, Original, record, walk_beside
from frontdesk.flows.exploring.scope import Scope
from frontdesk.flows.findings import Report
from frontdesk.flows.proving.graph import edges
from frontdesk.flows.proving.proofs import Settled, prove, settle
from frontdesk.flows.proving.turns import Turns
from frontdesk.flows.reading.flow_file import read_flow
from frontdesk.flows.sources import read_source


class Verdict(StrEnum):
    """What became of a mutant."""

    BY_PROOF = "killed by proof"
    BY_WALK = "killed by walk"
    EQUIVALENT = "survived, equivalent"
    IN_WORDS = "survived, other words"
    LEGAL = "survived, another legal flow"
    UNSEEN = "survived, the walk was cut short"


@dataclass(frozen=True, slots=True)
class Judged:
    """A mutant, what became of it, and why."""

    mutant: Mutant
    verdict: Verdict
    why: str


def judge(scope: Scope, name: str, source: str, limits: Limits) -> Iterator[Judged]:
    """Break a flow in every way we know and see who notices; `source` is its stored text, for the proofs."""
    read = read_source(source)
    draft = read_flow(read.name, read.node, read.known, Report(name))
    if draft is None:
        raise ValueError(f"the stored flow {name} cannot be read")
    original: Original | None = None
    for mutant in mutants(scope.flows.newest[name]):
        refusal = _refused(draft, mutant.flow)
        if refusal is not None:
            yield Judged(mutant, Verdict.BY_PROOF, refusal)
            continue
        if is_only_called(mutant.flow):
            yield Judged(mutant, Verdict.UNSEEN, "no guest begins it, so it is not walked alone")
            continue
        original = original or record(scope, name, limits)
        yield _walked(original, mutant, limits)


def _refused(draft: Draft, flow: Flow) -> str | None:
    """Return what the proofs say of a flow, with just the edges and the clears that it has."""
    report = Report(flow.name)
    changed = replace(draft, flow=flow, report=report)
    settled = settle(changed)
    ways = edges(flow, draft.known.actions)
    turns = Turns(flow, ways, flow.clears, draft.known.contracts)
    bound = turns.bound()
    circle = bound if isinstance(bound, tuple) else ()
    exact = Settled(changed, replace(settled.flow, clears=flow.clears), settled.ways, turns, circle)
    prove(changed, exact)
    # That a step is left over says less than anything else.
    found = sorted(report.found, key=lambda finding: finding.rule == "unreachable")
    return f"{found[0].rule}: {found[0].message}" if found else None


def _walked(original: Original, mutant: Mutant, limits: Limits) -> Judged:
    steps, is_cut_short = walk_beside(original, mutant.flow, limits)
    for breach in steps.breaches.values():
        return Judged(mutant, Verdict.BY_WALK, f"{breach.promise} {breach.what}")
    if is_cut_short:
        return Judged(mutant, Verdict.UNSEEN, "what lies beyond the limit was not walked")
    return _survived(mutant, steps)


def _survived(mutant: Mutant, steps: Beside) -> Judged:
    """Say what the walk saw of a mutant that broke no promise."""
    if steps.in_deeds is not None:
        return Judged(mutant, Verdict.LEGAL, f"it differs first {_told(steps.in_deeds)}")
    if steps.in_words is not None:
        return Judged(mutant, Verdict.IN_WORDS, f"the same is asked and done; first {_told(steps.in_words)}")
    if steps.differs:
        return Judged(mutant, Verdict.EQUIVALENT, "every reply and every position of the walk is the same")
    return Judged(mutant, Verdict.EQUIVALENT, "no step of the walk comes out differently")


def _told(difference: Difference) -> str:
    """Tell where a flow differs: after what, and what comes then, here and in the original."""
    last = [line for line in difference.conversation if not line.startswith("desk: says ")][-3:]
    changed, original = (side or "nothing is said" for side in (difference.changed, difference.original))
    return f"after [{'; '.join(last)}]: {changed}; the original: {original}"
