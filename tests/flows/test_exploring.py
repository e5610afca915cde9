"""The walk over a business sees every step, and notices what is broken on purpose."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from frontdesk.dialogue.events import Event
from frontdesk.dialogue.flow import Act, Collect, Step, Tell
from frontdesk.dialogue.wording import Wording
from frontdesk.flows.exploring.explore import Explored, Limits, Walk, explore, explore_flow
from frontdesk.flows.exploring.promises import NEVER_RAISES, NOT_FOREVER
from frontdesk.flows.exploring.replay import Recording
from frontdesk.flows.exploring.scope import Breach, Node, Scope
from frontdesk.flows.exploring.steps import Steps
from tests.flows.explored import BOOK, PAY, accepted, scope_of

ALL = Limits(breaches=99)


@pytest.fixture
def scope(tmp_path: Path) -> Scope:
    return scope_of(accepted(tmp_path, BOOK))


@dataclass
class Deepest(Steps):
    """Steps that remember how many flows have waited at once."""

    deepest: int = 0

    def take(self, node: Node, words: str, event: Event | None) -> Node | None:
        """Count what waits after a step."""
        after = super().take(node, words, event)
        if after is not None:
            self.deepest = max(self.deepest, len(after.conversation.suspended))
        return after


def with_step(scope: Scope, step: Step) -> Scope:
    flow = scope.flows.newest["book"]
    changed = replace(flow, steps={**flow.steps, step.name: step})
    return replace(scope, flows=replace(scope.flows, newest={**scope.flows.newest, "book": changed}))


def walked(scope: Scope, limits: Limits = ALL) -> Explored:
    return explore_flow(Steps(scope), "book", limits)


def breach_of(scope: Scope, promise: str) -> Breach:
    return next(breach for breach in walked(scope).breaches if promise in breach.promise)


def test_the_walk_waits_at_every_question(scope: Scope) -> None:
    walk = Walk(Steps(scope), ALL)
    walk.alone(scope.flows.newest["book"])
    steps = {getattr(node.conversation.position, "step", None) for node in walk.questions()}
    assert {"ask_service", "ask_day", "offer", "ask_name", "sure"} <= steps
    assert not walk.is_cut_short


def test_a_flow_that_keeps_its_promises_is_found_to(scope: Scope) -> None:
    assert walked(scope).breaches == ()


def test_a_business_may_ask_in_its_own_words_which_of_several_was_meant(tmp_path: Path) -> None:
    which = "  clarify: {description: ask, steps: [{step: which, type: say, message: One of these?}]}\n"
    scope = scope_of(accepted(tmp_path, BOOK + which))
    steps = Recording(scope, name="book")
    walk = Walk(steps, ALL)
    walk.alone(scope.flows.newest["book"])
    assert any("clarify.which" in node.said() for node in walk.seen.values())
    assert steps.breaches == {}


def test_every_action_ends_in_every_way(scope: Scope) -> None:
    steps = Steps(scope)
    walk = Walk(steps, ALL)
    walk.alone(scope.flows.newest["book"])
    lines = {node.line.removeprefix("desk: ").partition(" (")[0] for node in walk.seen.values()}
    after = {f"find: {outcome}" for outcome in scope.actions["find"].outcomes - {"unavailable"}}
    assert after | {"book: taken"} <= lines


def test_a_text_after_the_last_action_that_lacks_a_value_is_noticed(scope: Scope) -> None:
    done = scope.flows.newest["book"].steps["done"]
    assert isinstance(done, Tell)
    texts = {**scope.phrases, done.message: Wording(({"any": "Booked, {nickname}."},))}
    lacking = breach_of(replace(scope, phrases=texts), "lacks a value")
    assert lacking.conversation[-1] == f"desk: says {done.message}"
    assert "desk: book: booked" in lacking.conversation[-2]


def test_a_guest_may_ask_for_a_moment_at_every_question(scope: Scope) -> None:
    steps = Recording(scope, name="book")
    walk = Walk(steps, ALL)
    walk.alone(scope.flows.newest["book"])
    waited = {number for number, words in steps.taken if words == "(Wait)"}
    assert {id(node) for node in walk.questions()} <= waited
    assert steps.breaches == {}


def test_flows_that_wait_without_end_are_noticed(tmp_path: Path) -> None:
    scope = scope_of(accepted(tmp_path, PAY))
    shallow = replace(scope, flows=replace(scope.flows, depth=-2))  # so that one is too many already
    assert "wait" in next(each for each in explore(shallow, ALL).breaches if "No more flows wait" in each.promise).what


def test_a_stale_offer_is_walked_at_every_place_that_it_can_be_come_back_to(scope: Scope) -> None:
    walk = Walk(Steps(scope), ALL)
    walk.alone(scope.flows.newest["book"])
    late = [node for node in walk.seen.values() if "(half an hour passes)" in node.history()]
    stale = {
        getattr(node.conversation.position, "step", None)
        for node in late
        if (run := node.conversation.run) and any(offer.expires_at <= node.now for offer in run.offers.values())
    }
    assert {"offer", "ask_name", "sure"} <= stale


def test_a_walk_that_stops_early_says_so(scope: Scope) -> None:
    assert walked(scope, Limits(positions=5)).is_cut_short


def test_a_guard_that_is_gone_is_noticed(scope: Scope) -> None:
    act = scope.flows.newest["book"].steps["book"]
    assert isinstance(act, Act)
    open_act = replace(act, guarded=False, confirmed_by=None)
    assert breach_of(with_step(scope, open_act), "runs only on a yes").what.startswith("book is run without a yes")


def test_a_question_without_a_count_is_noticed(scope: Scope) -> None:
    ask = scope.flows.newest["book"].steps["ask_day"]
    assert isinstance(ask, Collect)
    assert breach_of(with_step(scope, replace(ask, tries=90)), NOT_FOREVER).what == "ask_day is asked again and again"


def test_an_engine_that_raises_is_noticed_with_the_conversation(scope: Scope) -> None:
    ask = scope.flows.newest["book"].steps["ask_day"]
    assert isinstance(ask, Collect)
    raised = breach_of(with_step(scope, replace(ask, slot="nowhere")), NEVER_RAISES)
    assert raised.conversation[0].startswith("guest: (wants book)")


def test_questions_are_put_off_by_other_flows_down_to_the_depth_limit(tmp_path: Path) -> None:
    sure = "steps: [{step: sure, type: confirm, message: Sure?}]"
    others = [f"  {name}: {{description: {name}, trigger: [{name}], {sure}}}\n" for name in ("wave", "nod")]
    scope = scope_of(accepted(tmp_path, PAY + "".join(others)))
    for depth in (1, 2):
        steps = Deepest(replace(scope, flows=replace(scope.flows, depth=depth)))
        walk = Walk(steps, ALL)
        for flow in scope.flows.newest.values():
            walk.alone(flow)
        walk.interrupted()
        assert (steps.deepest, steps.breaches) == (depth + 1, {})  # and one more beneath a side matter
