"""The walk over a business sees every step, and notices what is broken on purpose."""

from dataclasses import replace
from pathlib import Path

import pytest

from frontdesk.dialogue.flow import Act, Collect, Step, Tell
from frontdesk.dialogue.wording import Wording
from frontdesk.flows import Loaded
from frontdesk.flows.exploring import Limits, Walk, explore_flow
from frontdesk.flows.exploring_mutants import Verdict, judge, mutants
from frontdesk.flows.exploring_promises import NEVER_RAISES, NOT_FOREVER
from frontdesk.flows.exploring_scope import Scope
from tests.flows.sample import ACTIONS, load_files

FLOW = """\
flows:
  book:
    description: book
    trigger: [book]
    slots:
      service: {type: service, ask: "Which service?"}
      day: {type: day, ask: "Which day?"}
      name: {type: person_name, ask: "Your name?"}
      start: {type: moment}
      opening: {type: option, depends_on: [service, day]}
      reference: {type: reference}
    steps:
      - {step: ask_service, type: collect, slot: service}
      - {step: ask_day, type: collect, slot: day}
      - {step: find, type: action, call: find, on: {none: sorry}, next: offer}
      - {step: offer, type: choose, slot: opening, from: find, ask: "Which?", take: {start: start}}
      - {step: ask_name, type: collect, slot: name}
      - {step: sure, type: confirm, unshown: [opening], message: "{service} on {day} at {start} for {name}?"}
      - {step: book, type: action, call: book, on: {taken: find, unknown: unsure}, next: done}
      - {step: done, type: say, message: "Booked for {name}.", next: end}
      - {step: sorry, type: say, message: "Nothing on {day}.", next: ask_day}
      - {step: unsure, type: handoff, message: "We will see."}
"""


@pytest.fixture
def business(tmp_path: Path) -> Loaded:
    found = load_files(tmp_path, {"flows/book.yaml": FLOW})
    assert isinstance(found, Loaded), found
    return found


@pytest.fixture
def scope(business: Loaded) -> Scope:
    return Scope(business.flows, ACTIONS, business.phrases)


def with_step(scope: Scope, step: Step) -> Scope:
    flow = scope.flows.newest["book"]
    changed = replace(flow, steps={**flow.steps, step.name: step})
    return replace(scope, flows=replace(scope.flows, newest={**scope.flows.newest, "book": changed}))


def test_the_walk_waits_at_every_question(scope: Scope) -> None:
    walk = Walk(scope, Limits(breaches=99))
    walk.alone(scope.flows.newest["book"])
    steps = {getattr(node.conversation.position, "step", None) for node in walk.questions()}
    assert {"ask_service", "ask_day", "offer", "ask_name", "sure"} <= steps
    assert not walk.is_cut_short


def test_a_text_after_the_last_action_that_lacks_a_value_is_noticed(scope: Scope) -> None:
    done = scope.flows.newest["book"].steps["done"]
    assert isinstance(done, Tell)
    texts = {**scope.phrases, done.message: Wording(({"any": "Booked, {nickname}."},))}
    found = explore_flow(replace(scope, phrases=texts), "book", Limits(breaches=99))
    lacking = next(breach for breach in found.breaches if "lacks a value" in breach.promise)
    assert lacking.conversation[-1] == f"desk: says {done.message}"
    assert "desk: book: booked" in lacking.conversation[-2]


def test_a_walk_that_stops_early_says_so(scope: Scope) -> None:
    assert explore_flow(scope, "book", Limits(positions=5)).is_cut_short


def test_a_guard_that_is_gone_is_noticed(scope: Scope) -> None:
    act = scope.flows.newest["book"].steps["book"]
    assert isinstance(act, Act)
    usual = {breach.promise for breach in explore_flow(scope, "book", Limits(breaches=99)).breaches}
    broken = with_step(scope, replace(act, guarded=False, confirmed_by=None))
    found = {breach.promise for breach in explore_flow(broken, "book", Limits(breaches=99)).breaches}
    assert any("runs only on a yes" in promise for promise in found - usual)


def test_a_question_without_a_count_is_noticed(scope: Scope) -> None:
    ask = scope.flows.newest["book"].steps["ask_day"]
    assert isinstance(ask, Collect)
    found = explore_flow(with_step(scope, replace(ask, tries=90)), "book", Limits(breaches=99))
    assert NOT_FOREVER in {breach.promise for breach in found.breaches}


def test_an_engine_that_raises_is_noticed_with_the_conversation(scope: Scope) -> None:
    ask = scope.flows.newest["book"].steps["ask_day"]
    assert isinstance(ask, Collect)
    found = explore_flow(with_step(scope, replace(ask, slot="nowhere")), "book", Limits(breaches=99))
    raised = next(breach for breach in found.breaches if breach.promise == NEVER_RAISES)
    assert raised.conversation[0].startswith("guest: (wants book)")


def test_mutants_are_of_every_kind_and_differ_from_the_flow(scope: Scope) -> None:
    flow = scope.flows.newest["book"]
    made = list(mutants(flow))
    assert all(mutant.flow != flow for mutant in made)
    for kind in ("swapped", "dropped", "guard removed", "confirm removed", "try count removed", "empties nothing"):
        assert any(kind in mutant.what for mutant in made), kind


def test_the_proofs_refuse_a_dropped_outcome_that_a_flow_must_answer(business: Loaded, scope: Scope) -> None:
    verdicts = {each.mutant.what: each.verdict for each in judge(scope, "book", business.sources["book"], Limits(40))}
    assert verdicts["book.book: taken dropped"] is Verdict.BY_PROOF
    assert verdicts["book.sure: confirm removed"] is Verdict.BY_PROOF
