"""Proves that what a text says was done has been done: "you are booked" comes after the booking, on every way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from frontdesk.dialogue.flow import Act, CallFlow, Choose, Collect, Confirm, Flow, Handoff, Step, Tell
from frontdesk.dialogue.patterns import CORRECT
from frontdesk.dialogue.wording import Wording
from frontdesk.flows.drafts import Claim, Deed, Draft
from frontdesk.flows.proving.examples import Ways, along, doing, shortest
from frontdesk.flows.proving.failures import Failure, after_failure
from frontdesk.flows.proving.graph import Edge, Way, edges, reachable
from frontdesk.flows.proving.together import crossings
from frontdesk.flows.reading.wordings import shown_by, texts_of

_NOTED = "change_noted"  # the built-in reply that says of a value that it was changed


def check_deeds(drafts: Mapping[str, Draft]) -> None:
    """Report every text that claims what may not have been done."""
    ways = {name: edges(draft.flow, draft.known.actions) for name, draft in drafts.items()}
    doing_so = _Doing(drafts, ways)
    for draft in drafts.values():
        failures = after_failure(draft.flow, ways[draft.flow.name])
        for step in draft.flow.steps.values():
            for shown, claim in _claims(draft, step):
                if not _left_next(draft.flow, step, claim) and not _is_noted(draft, claim):
                    done = _Done(doing_so, claim.by, doing_so.finding(shown) if claim.by is Deed.FOUND else frozenset())
                    if not done.before(draft.flow.name, step.name):
                        _report_deed(draft, step, claim, done)
                        failures.pop(step.name, None)  # that it claims something was said
        for name, failure in failures.items():
            _check_cheers(draft, ways[draft.flow.name], draft.flow.steps[name], failure)


def _report_deed(draft: Draft, step: Step, claim: Claim, done: _Done) -> None:
    flow = draft.flow
    way = shortest(done.doing.ways[flow.name], flow.first, step.name, lambda edge: not done.does(flow.name, edge))
    message = f'{step.name} says "{claim.words}", and may be reached without {claim.why}.'
    draft.fault(step.name, "claims_deed", message, (*along(flow, way), f"desk: {doing(step)}"))


def _check_cheers(draft: Draft, ways: Ways, step: Step, failure: Failure) -> None:
    known, flow = draft.known, draft.flow
    texts = (text for wording in _wordings(draft, step) for text in texts_of(wording))
    for words in islice((words for text in texts for words in known.judge.cheers(text, known.business)), 1):
        message = (
            f'{step.name} says "{words}", and is said only where {failure.act.call} has ended in '
            f"`{failure.outcome}`; say that it was not done, or that nobody knows."
        )
        way = [*shortest(ways, flow.first, failure.act.name), *failure.way()]
        draft.fault(step.name, "claims_deed", message, (*along(flow, way), f"desk: {doing(step)}"))


def _wordings(draft: Draft, step: Step) -> Iterator[Wording]:
    return filter(None, map(draft.wording, _phrases(draft.flow, step)))


def _claims(draft: Draft, step: Step) -> Iterator[tuple[frozenset[str], Claim]]:
    """Give what the texts of a step claim, each claim once, and what those texts show."""
    known = draft.known
    for wording in _wordings(draft, step):
        found = dict.fromkeys(claim for text in texts_of(wording) for claim in known.judge.claims(text, known.business))
        yield from ((frozenset(shown_by(wording)), claim) for claim in found)


def _phrases(flow: Flow, step: Step) -> Iterator[str]:
    match step:
        case Tell(message=message) | Confirm(message=message):
            yield message
        case Choose(ask=ask):
            yield ask
        case Collect(slot=slot) if flow.slots[slot].ask is not None:
            yield flow.slots[slot].ask or ""
        case Handoff(message=message):
            yield message
        case _:
            pass


def _left_next(flow: Flow, step: Step, claim: Claim) -> bool:
    """Say whether a step leaves the matter to staff itself, or leads straight to one that does."""
    if claim.by is not Deed.LEFT_TO_STAFF:
        return False
    after = flow.steps.get(step.next) if isinstance(step, Tell) else None
    return isinstance(step, Handoff) or (isinstance(after, Handoff) and after.when is None)


def _is_noted(draft: Draft, claim: Claim) -> bool:
    """Say whether a text claims no more than that a value was changed, where the guest has just changed one."""
    noted = draft.known.reply(_NOTED) if draft.flow.name == CORRECT else None
    if noted is None:
        return False
    said = {word for text in texts_of(noted) for word in _done_words(draft, text.split())}
    return set(_done_words(draft, claim.words.split())) <= said


def _done_words(draft: Draft, words: list[str]) -> Iterator[str]:
    """Give the words that claim something by themselves: "changed", "booked"."""
    plain = (word.strip(".,;:!").casefold() for word in words)
    return (word for word in plain if draft.known.judge.claims(word, draft.known.business))


@dataclass(slots=True)
class _Doing:
    """What is done on the ways of all flows, looked through once for all claims alike."""

    drafts: Mapping[str, Draft]
    ways: Mapping[str, Ways]
    callers: dict[str, list[tuple[str, str]]] = field(default_factory=dict)  # flow -> flows and steps that go to it
    _finders: dict[str, set[tuple[str, str]]] = field(default_factory=dict)  # slot -> flows and actions that find it
    _does: dict[tuple[str, Deed], bool] = field(default_factory=dict)
    _undone: dict[tuple[str, Deed, frozenset[tuple[str, str]]], frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Sort out who goes where, and what finds what."""
        for name, draft in self.drafts.items():
            for step in crossings(draft.flow):
                self.callers.setdefault(step.flow, []).append((name, step.name))
            finding = {act.name for act in draft.flow.acts if not act.guarded}
            for act in draft.flow.acts:
                for slot in act.outputs.values() if act.name in finding else ():
                    self._finders.setdefault(slot, set()).add((name, act.name))
            for choice in draft.flow.choices:
                for slot in (choice.slot, *choice.take.values()) if choice.source in finding else ():
                    self._finders.setdefault(slot, set()).add((name, choice.source))

    def finding(self, shown: frozenset[str]) -> frozenset[tuple[str, str]]:
        """Return the actions that find something of what a text shows, themselves or through choices."""
        return frozenset().union(*(self._finders.get(slot, ()) for slot in shown))

    def may_do(self, flow: str, by: Deed) -> bool:
        """Say whether a called flow may do it; what it came to, its outputs tell."""
        if (flow, by) not in self._does:
            steps = self.drafts[flow].flow.steps.values()
            handing = any(
                isinstance(step, Handoff) or (isinstance(step, Act) and self.asks_staff(flow, step)) for step in steps
            )
            guarded = any(isinstance(step, Act) and step.guarded for step in steps)
            self._does[flow, by] = handing if by is Deed.LEFT_TO_STAFF else guarded
        return self._does[flow, by]

    def asks_staff(self, flow: str, act: Act) -> bool:
        """Say whether an action that succeeds leaves the matter to staff."""
        spec = self.drafts[flow].known.actions.get(act.call)
        return spec is not None and spec.asks_staff

    def undone(self, flow: str, done: _Done) -> frozenset[str]:
        """Return the steps of a flow that are come to from its beginning without its being done on the way."""
        key = flow, done.by, done.found_by
        if key not in self._undone:
            ways = self.ways[flow]
            left = {name: tuple(edge for edge in out if not done.does(flow, edge)) for name, out in ways.items()}
            self._undone[key] = reachable(left, self.drafts[flow].flow.first)
        return self._undone[key]


@dataclass(slots=True)
class _Done:
    """What makes one claim true, looked for on the ways to where it is made."""

    doing: _Doing
    by: Deed
    found_by: frozenset[tuple[str, str]]  # flows and actions that find what the text shows
    _asked: set[tuple[str, str]] = field(default_factory=set)  # where a way was followed back from, so not again

    def before(self, flow: str, step: str) -> bool:
        """Say whether it has been done on every way to a step, in this flow or in all that lead to it."""
        if (flow, step) in self._asked:
            return True
        self._asked.add((flow, step))
        return step not in self.doing.undone(flow, self) or self._done_by_callers(flow)

    def _done_by_callers(self, name: str) -> bool:
        """Say whether only other flows begin this one, and it has been done wherever they do."""
        flow, steps = self.doing.drafts[name].flow, self.doing.callers.get(name, [])
        begun = flow.triggers or flow.answers
        return bool(steps) and not begun and all(self.before(other, step) for other, step in steps)

    def does(self, flow: str, edge: Edge) -> bool:
        """Say whether on this way out of a step it is done."""
        step = self.doing.drafts[flow].flow.steps[edge.source]
        match step:
            case Act(guarded=True):
                told = self.by is not Deed.LEFT_TO_STAFF or self.doing.asks_staff(flow, step)
                return told and edge.way is Way.SUCCESS
            case Act():
                return self.by is Deed.FOUND and edge.way is Way.SUCCESS and (flow, step.name) in self.found_by
            case CallFlow(flow=other) if other in self.doing.drafts and edge.way is not Way.SKIPPED:
                return self.doing.may_do(other, self.by)
            case Handoff():
                return self.by is Deed.LEFT_TO_STAFF and edge.way is not Way.SKIPPED
            case _:
                return False
