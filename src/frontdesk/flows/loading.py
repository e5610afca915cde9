"""Loads a business folder: everything it declares, checked and proved, or everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from frontdesk.dialogue.actions import ActionSpec
from frontdesk.dialogue.flow import Flow, Flows
from frontdesk.dialogue.wording import Wording
from frontdesk.flows.business_file import read_business
from frontdesk.flows.document import read_file
from frontdesk.flows.drafts import Draft, Known, nothing_wrong
from frontdesk.flows.findings import Finding, Report, in_order
from frontdesk.flows.flow_file import read_flow, read_flows
from frontdesk.flows.proofs import prove, settle
from frontdesk.flows.replies_file import read_replies
from frontdesk.flows.slot_kinds import Kinds
from frontdesk.flows.sources import fingerprint_of, read_source
from frontdesk.flows.wordings import EVERYWHERE
from frontdesk.scheduling.business import Business

PATTERNS = Path(__file__).with_name("patterns.yaml")  # the flows that every business has


@dataclass(frozen=True, slots=True)
class Loaded:
    """A business that may be run."""

    business: Business
    flows: Flows
    phrases: Mapping[str, Wording]  # texts of flows and of replies.<lang>.yaml, by the names that flows and desk say
    sources: Mapping[str, str]  # flow -> what `load_flow` makes this version of again
    bounds: Mapping[str, int]  # flow -> moves that a turn takes at most
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # "flow.slot" -> answers that guests give


@dataclass(frozen=True, slots=True)
class Refused:
    """A business that must not be run, and why: every mistake, by file and line."""

    findings: tuple[Finding, ...]


def load(
    folder: Path,
    actions: Mapping[str, ActionSpec],
    known_phrases: Mapping[str, Wording] | None = None,
    text_problems: Callable[[str], list[str]] = nothing_wrong,
    everywhere: Collection[str] = EVERYWHERE,
) -> Loaded | Refused:
    """Return the business in `folder`, or all that is wrong with it.

    `known_phrases` are the built-in replies (None: any name will do); `text_problems` says, as
    sentences, what a literal text must not say; `everywhere` are values that every text may show besides slots.
    """
    report = Report("business.yaml")
    node = read_file(folder / "business.yaml", report)
    business = read_business(node, folder.resolve().name, report) if node else None
    known = Known(actions, _kinds(business), {}, known_phrases, text_problems, everywhere)
    replies = _read_all_replies(folder, known, report)
    known = replace(known, replies=replies.get(business.language if business else "en", {}))
    flows, drafts = _read_all_flows(folder, known, report)
    if report.found or business is None:
        return Refused(in_order(report.found))
    return _loaded(business, flows, drafts, known.replies)


def load_flow(source: str) -> Flow:
    """Return a version of a flow from its stored source. It was proved when it was stored, so it is not again."""
    draft = _stored(source)
    return settle(draft).flow


def load_phrases(source: str) -> Mapping[str, Wording]:
    """Return the texts of a version of a flow from its stored source."""
    draft = _stored(source)
    return {**draft.known.replies, **draft.wordings}


def _stored(source: str) -> Draft:
    read = read_source(source)
    report = Report(read.name)
    draft = read_flow(read.name, read.node, read.known, report)
    if draft is None:
        raise ValueError(f"the stored flow {read.name} cannot be read: {report.found[0]}")
    # The fingerprint names the text that was stored, even if today's rules would write it differently.
    return replace(draft, flow=replace(draft.flow, fingerprint=fingerprint_of(source)))


def _kinds(business: Business | None) -> Kinds:
    """Return the kinds of slot: each kind of resource that the business has is one, with its ids."""
    if business is None:
        return Kinds(checked=False)  # what it has cannot be told, so nothing is missing from it
    catalogues: dict[str, list[str]] = {"service": list(business.services)}
    for resource in business.resources.values():
        catalogues.setdefault(resource.kind, []).append(resource.id)
    return Kinds(catalogues)


def _read_all_replies(folder: Path, known: Known, report: Report) -> dict[str, Mapping[str, Wording]]:
    """Return the replies by language."""
    replies: dict[str, Mapping[str, Wording]] = {}
    for path in sorted(folder.glob("replies.*.yaml")):
        here = report.on(path.name)
        node = read_file(path, here)
        if node is not None:
            replies[path.name.split(".")[1]] = read_replies(node, known, here)
    return replies


def _read_all_flows(folder: Path, known: Known, report: Report) -> tuple[dict[str, Flow], list[Draft]]:
    """Read and prove every flow; those that cannot be read whole are not proved."""
    patterns = _read_file_of_flows(PATTERNS, known, report.on(PATTERNS.name))
    drafts: list[Draft] = []
    for path in sorted((folder / "flows").glob("*.y*ml")):
        here = report.on(f"flows/{path.name}")
        if path.suffix != ".yaml":
            here.add(1, "file_name", "Files of flows end in .yaml; this one would not be read.")
            continue
        for draft in _read_file_of_flows(path, known, here):
            if any(other.flow.name == draft.flow.name for other in drafts):
                here.add(draft.line, "duplicate_flow", f"There is already a flow {draft.flow.name}.")
            drafts.append(draft)
    own = {draft.flow.name for draft in drafts}
    drafts += [draft for draft in patterns if draft.flow.name not in own]
    return {draft.flow.name: draft.flow for draft in drafts}, drafts


def _read_file_of_flows(path: Path, known: Known, report: Report) -> list[Draft]:
    """Read and prove the flows of one file."""
    node = read_file(path, report)
    drafts = []
    for draft in read_flows(node, known, report) if node else ():
        settled = settle(draft)
        prove(draft, settled)
        drafts.append(replace(draft, flow=settled.flow))
    return drafts


def _loaded(
    business: Business, flows: Mapping[str, Flow], drafts: Iterable[Draft], replies: Mapping[str, Wording]
) -> Loaded:
    phrases = dict(replies)
    sources: dict[str, str] = {}
    examples: dict[str, tuple[str, ...]] = {}
    for draft in drafts:
        name = draft.flow.name
        phrases |= draft.wordings
        sources[name] = draft.source
        examples |= {f"{name}.{slot}": said for slot, said in draft.examples.items()}
    bounds = {name: flow.bound for name, flow in flows.items()}
    return Loaded(business, Flows(flows), phrases, sources, bounds, examples)
