"""Loads a business folder: everything it declares, checked and proved, or everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from frontdesk.dialogue.actions import ActionSpec
from frontdesk.dialogue.flow import CallFlow, Flow, Flows, Step
from frontdesk.dialogue.wording import Wording
from frontdesk.flows.drafts import Draft, Judge, Known
from frontdesk.flows.findings import Finding, Report, in_order, nearest
from frontdesk.flows.proving.begun import check_begun
from frontdesk.flows.proving.circles import components
from frontdesk.flows.proving.contracts import Contract, outline
from frontdesk.flows.proving.crossings import prove_together
from frontdesk.flows.proving.deeds import check_deeds
from frontdesk.flows.proving.let_out import prove_let_out
from frontdesk.flows.proving.proofs import Settled, prove, prove_part, settle
from frontdesk.flows.proving.refusals import prove_refusals
from frontdesk.flows.proving.sense import check_sense
from frontdesk.flows.proving.together import Together, calls
from frontdesk.flows.proving.told import check_told
from frontdesk.flows.proving.unsettled import check_unsettled
from frontdesk.flows.reading.business_file import Limits, read_business, read_limits
from frontdesk.flows.reading.business_texts import check_business_texts
from frontdesk.flows.reading.document import Node, read_file
from frontdesk.flows.reading.flow_file import called_in, led_to_in, named_flows, read_flow
from frontdesk.flows.reading.logo_file import check_logo
from frontdesk.flows.reading.migrations import check_sources
from frontdesk.flows.reading.replies_file import read_replies
from frontdesk.flows.reading.slot_kinds import Kinds
from frontdesk.flows.reading.wordings import EVERYWHERE
from frontdesk.flows.sources import fingerprint_of, read_source, source_of
from frontdesk.scheduling.business import Business

NOBODY = Judge()  # finds no fault with any words
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
    judge: Judge = NOBODY,
    everywhere: Collection[str] = EVERYWHERE,
) -> Loaded | Refused:
    """Return the business in `folder`, or all that is wrong with it.

    `known_phrases` are the built-in replies (None: any name will do); `judge` knows what the words of texts and
    triggers mean; `everywhere` are values that every text may show besides slots.
    """
    report = Report("business.yaml")
    node = read_file(folder / "business.yaml", report)
    business = read_business(node, folder.resolve().name, report) if node else None
    known = Known(actions, _kinds(business), {}, known_phrases, judge, business, everywhere)
    if business is not None and node is not None:
        check_business_texts(node, known, report)
        check_logo(node, folder, report)
    replies = _read_all_replies(folder, known, report)
    known = replace(known, replies=replies.get(business.language if business else "en", {}))
    together = _read_all_flows(folder, known, report)
    settled = [_proved(together, name) for name in together.drafts]
    circling = prove_together(together)
    prove_let_out(together, circling)
    prove_refusals(together)
    check_begun(together.drafts, together.elsewhere)
    check_sense(together.drafts)
    check_deeds(together.drafts)
    check_told(settled, together)
    check_unsettled(one.draft for one in settled)
    if report.found or business is None or node is None:
        return Refused(in_order(report.found))
    sources = _sources(together, settled)
    fingerprints = [fingerprint_of(source) for source in sources.values()]
    for one in settled:
        check_sources(one.draft, fingerprints)
    if report.found:
        return Refused(in_order(report.found))
    return _loaded(business, read_limits(node), [_fingerprinted(together, one, sources) for one in settled], sources)


def load_flow(source: str) -> Flow:
    """Return a version of a flow from its stored source. It was proved when it was stored, so it is not again."""
    draft, beyond = _stored(source)
    flow = settle(draft).flow
    return replace(flow, bound=flow.bound + beyond)


def load_phrases(source: str) -> Mapping[str, Wording]:
    """Return the texts of a version of a flow from its stored source."""
    draft, _ = _stored(source)
    return {**draft.known.replies, **draft.wordings}


def _stored(source: str) -> tuple[Draft, int]:
    read = read_source(source)
    report = Report(read.name)
    draft = read_flow(read.name, read.node, read.known, report)
    if draft is None or not draft.is_whole:
        raise ValueError(f"the stored flow {read.name} cannot be read: {report.found[0]}")
    # The fingerprint names the text that was stored, even if today's rules would write it differently.
    steps = _calling(draft.flow, {name: contract.version for name, contract in read.known.contracts.items()})
    return replace(draft, flow=replace(draft.flow, steps=steps, fingerprint=fingerprint_of(source))), read.beyond


def _kinds(business: Business | None) -> Kinds:
    """Return the kinds of slot: each kind of resource and each list of the business is one, with its ids."""
    if business is None:
        return Kinds(checked=False)  # what it has cannot be told, so nothing is missing from it
    catalogues: dict[str, list[str]] = {"service": list(business.services)}
    for each in business.catalogue:
        catalogues.setdefault(each.kind, []).append(each.id)
    return Kinds(catalogues, business.currency)


def _read_all_replies(folder: Path, known: Known, report: Report) -> dict[str, Mapping[str, Wording]]:
    """Return the replies by language."""
    replies: dict[str, Mapping[str, Wording]] = {}
    for path in sorted(folder.glob("replies.*.yaml")):
        here = report.on(path.name)
        node = read_file(path, here)
        if node is not None:
            replies[path.name.split(".")[1]] = read_replies(node, known, here)
    return replies


def _read_all_flows(folder: Path, known: Known, report: Report) -> Together:
    """Read every flow that can be read whole, in the order of the files."""
    before = len(report.found)
    found = _find_flows(folder, report)
    # A file that could not be read may have flows of any name in it, and lead to any.
    lost = any(finding.rule != "duplicate_flow" for finding in report.found[before:])
    known = replace(known, flow_names=None if lost else found.keys())
    drafts: dict[str, Draft] = {}
    contracts: dict[str, Contract] = {}  # grows while the flows are read, those that are called first
    known = replace(known, contracts=contracts)
    for name in _called_first(found):
        draft = read_flow(name, found[name].node, known, found[name].report)
        if draft is not None and not draft.is_whole:
            prove_part(draft)
        elif draft is not None:
            drafts[name] = draft
            contracts[name] = outline(draft.flow)
    unread = (led_to_in(one.node) for name, one in found.items() if name not in drafts)
    elsewhere = frozenset(drafts) if lost else frozenset().union(*unread)
    return Together({name: drafts[name] for name in found if name in drafts}, elsewhere)


@dataclass(frozen=True, slots=True)
class _Found:
    """A flow that was found in a file and has not been read."""

    node: Node
    report: Report


def _find_flows(folder: Path, report: Report) -> dict[str, _Found]:
    """Return the flows of the folder by name, and the patterns that it does not override."""
    found: dict[str, _Found] = {}
    paths = sorted((folder / "flows").glob("*.y*ml"))
    if not paths and folder.is_dir():
        _miss_flows(folder, report)
    for path in paths:
        here = report.on(f"flows/{path.name}")
        if path.suffix != ".yaml":
            here.add(1, "file_name", "Files of flows end in .yaml; this one would not be read.")
            continue
        for name, node in _flows_in(path, here):
            if name in found:
                here.add(node.line, "duplicate_flow", f"There is already a flow {name}.")
            found.setdefault(name, _Found(node, here))
    patterns = report.on(PATTERNS.name)
    return found | {name: _Found(node, patterns) for name, node in _flows_in(PATTERNS, patterns) if name not in found}


def _miss_flows(folder: Path, report: Report) -> None:
    """Report that there are no flows, and where they may have been put instead."""
    others = [path.name for path in folder.iterdir() if path.is_dir() and not path.name.startswith(".")]
    is_there = (folder / "flows").is_dir()
    what = "There are no flows here" if is_there else "There is no folder for flows"
    message = f"{what}: guests can do nothing. Put them into flows/*.yaml."
    report.on("flows").add(1, "no_flows", message, nearest("flows", [name for name in others if name != "flows"]))


def _flows_in(path: Path, report: Report) -> Iterator[tuple[str, Node]]:
    node = read_file(path, report)
    return named_flows(node, report) if node else iter(())


def _called_first(found: Mapping[str, _Found]) -> list[str]:
    """Return the names of the flows, those that are called before those that call them, as far as that can be."""
    called = {name: called_in(one.node) & found.keys() for name, one in found.items()}
    places = {name: place for place, name in enumerate(found)}
    return [name for together in components(called) for name in sorted(together, key=places.__getitem__)]


def _proved(together: Together, name: str) -> Settled:
    settled = together.settled(name)
    prove(settled.draft, settled)
    return settled


def _sources(together: Together, settled: Iterable[Settled]) -> dict[str, str]:
    """Write the sources of the flows, those that are called first: a caller names the version that it calls."""
    flows = {one.flow.name: one for one in settled}
    called = {name: list(dict.fromkeys(step.flow for step in calls(one.flow))) for name, one in flows.items()}
    sources: dict[str, str] = {}
    for name in (name for one in components(called) for name in one):
        draft = flows[name].draft
        versions = {other: fingerprint_of(sources[other]) for other in called[name]}
        contracts = {
            other: replace(contract, version=versions.get(other, ""))
            for other, contract in draft.known.contracts.items()
        }
        known = replace(draft.known, contracts=contracts)
        sources[name] = source_of(flows[name].flow, draft.node, known, together.beyond(name))
    return {name: sources[name] for name in flows}


def _fingerprinted(together: Together, settled: Settled, sources: Mapping[str, str]) -> Draft:
    """Return a flow as it is run, named by all that it rests on."""
    called = {other: fingerprint_of(sources[other]) for other in {step.flow for step in calls(settled.flow)}}
    flow = replace(
        settled.flow,
        steps=_calling(settled.flow, called),
        fingerprint=fingerprint_of(sources[settled.flow.name]),
        certain=_certain(together, settled.flow) if settled.flow.migrations else {},
    )
    return replace(settled.draft, flow=flow)


def _certain(together: Together, flow: Flow) -> dict[str, frozenset[str]]:
    """Return what is certain to be known at each step that can be come to."""
    known = together.certain(flow.name)
    return {step: known.of(step) for step in known.filled}


def _calling(flow: Flow, versions: Mapping[str, str]) -> dict[str, Step]:
    """Return the steps of a flow, with the versions of the flows that they call."""
    return {
        name: replace(step, version=versions.get(step.flow, "")) if isinstance(step, CallFlow) else step
        for name, step in flow.steps.items()
    }


def _loaded(business: Business, limits: Limits, drafts: Iterable[Draft], sources: Mapping[str, str]) -> Loaded:
    phrases: dict[str, Wording] = {}
    examples: dict[str, tuple[str, ...]] = {}
    flows: dict[str, Flow] = {}
    for draft in drafts:
        name = draft.flow.name
        flows[name] = draft.flow
        phrases |= {**draft.known.replies, **draft.wordings}
        examples |= {f"{name}.{slot}": said for slot, said in draft.examples.items()}
    bounds = {name: flow.bound for name, flow in flows.items()}
    run = Flows(flows, budget=limits.budget, depth=limits.depth, zone=business.zone)
    return Loaded(business, run, phrases, sources, bounds, examples)
