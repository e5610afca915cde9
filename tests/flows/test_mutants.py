"""Flows broken on purpose are noticed, or it is said truly what came of them instead."""

from dataclasses import replace

import pytest

from frontdesk.dialogue.flow import Assign, Flow, Slot, Tell
from frontdesk.flows import Loaded
from frontdesk.flows.exploring.explore import Limits, Walk
from frontdesk.flows.exploring.mutants import Kind, Mutant, mutants
from frontdesk.flows.exploring.replay import Original, record, walk_beside
from frontdesk.flows.exploring.scope import Scope
from frontdesk.flows.exploring.steps import Steps
from frontdesk.flows.exploring.verdicts import Judged, Verdict, judge
from tests.flows.explored import PAY, accepted, scope_of


@pytest.fixture(scope="module")
def business(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    return accepted(tmp_path_factory.mktemp("business"), PAY)


@pytest.fixture(scope="module")
def scope(business: Loaded) -> Scope:
    return scope_of(business)


@pytest.fixture(scope="module")
def flow(scope: Scope) -> Flow:
    return scope.flows.newest["pay"]


@pytest.fixture(scope="module")
def original(scope: Scope) -> Original:
    return record(scope, "pay", Limits())


@pytest.fixture(scope="module")
def verdicts(business: Loaded, scope: Scope) -> dict[str, Judged]:
    return {each.mutant.what: each for each in judge(scope, "pay", business.sources["pay"], Limits())}


def test_mutants_are_of_every_kind_and_differ_from_the_flow(flow: Flow) -> None:
    made = list(mutants(flow))
    assert all(mutant.flow != flow for mutant in made)
    assert {mutant.kind for mutant in made} == set(Kind) - {Kind.CLEAR}  # nothing is emptied in this one
    assert len({mutant.what for mutant in made}) == len(made)


def test_the_proofs_refuse_what_they_can(verdicts: dict[str, Judged]) -> None:
    assert verdicts["pay.pay: unknown dropped"].verdict is Verdict.BY_PROOF
    assert verdicts["pay.sure: yes and no swapped"].verdict is Verdict.BY_PROOF
    assert verdicts["pay.sure: confirm removed"].why.startswith("unconfirmed")


def test_the_walk_catches_what_the_proofs_do_not(verdicts: dict[str, Judged]) -> None:
    assert verdicts["pay.ask_service: try count removed"].verdict is Verdict.BY_WALK
    assert verdicts["pay.pay: success and unknown swapped"].verdict is Verdict.BY_WALK


def test_of_two_legal_flows_it_is_told_where_they_part(verdicts: dict[str, Judged]) -> None:
    stuck = verdicts["pay.ask_service: exit removed"]
    assert stuck.verdict is Verdict.LEGAL
    assert "(Unclear)]: says stuck, waits at offer; the original: says pay.leave" in stuck.why


def test_where_only_the_words_differ_that_is_said(verdicts: dict[str, Judged]) -> None:
    warned = verdicts["pay.dear: case 1 and otherwise swapped"]
    assert warned.verdict is Verdict.IN_WORDS
    assert "says pay.warn, says pay.sure, waits at sure; the original: says pay.sure, waits at sure" in warned.why


def test_what_makes_no_difference_is_found_to_make_none(original: Original, flow: Flow) -> None:
    done = flow.steps["done"]
    assert isinstance(done, Tell)
    ends_as_well = replace(flow, steps={**flow.steps, "done": replace(done, next="nowhere")})
    steps, _ = walk_beside(original, ends_as_well, Limits())
    assert not steps.breaches
    assert not steps.differs


def test_a_difference_that_nobody_sees_is_told_from_one_that_shows(original: Original, flow: Flow) -> None:
    quiet = Assign("quiet", {"note": "said"}, flow.first)
    slots = {**flow.slots, "note": Slot("note", "any")}
    steps, _ = walk_beside(
        original, replace(flow, steps={**flow.steps, "quiet": quiet}, slots=slots, first="quiet"), Limits()
    )
    assert steps.differs
    assert (steps.breaches, steps.in_deeds, steps.in_words) == ({}, None, None)


def everything(flow: Flow) -> list[Mutant]:
    """Return the mutants and one whose every step may come out differently."""
    slots = {name: replace(slot, depends_on=("service",)) for name, slot in flow.slots.items() if name == "price"}
    return [*mutants(flow), Mutant(replace(flow, slots={**flow.slots, **slots}), Kind.CLEAR, "price depends")]


def test_steps_taken_over_from_the_original_come_out_as_if_they_were_decided(
    scope: Scope, original: Original, flow: Flow
) -> None:
    for mutant in everything(flow):
        taken_over, _ = walk_beside(original, mutant.flow, Limits())
        flows = replace(scope.flows, newest={**scope.flows.newest, "pay": mutant.flow})
        anew = Steps(replace(scope, flows=flows))
        walk = Walk(anew, Limits(breaches=1))
        walk.ended((walk.alone(mutant.flow),))
        assert taken_over.breaches == anew.breaches, mutant.what


def test_a_mutant_whose_walk_was_cut_short_is_not_called_legal(business: Loaded, scope: Scope) -> None:
    cut = {each.mutant.what: each for each in judge(scope, "pay", business.sources["pay"], Limits(positions=1))}
    assert cut["pay.dear: case 1 and otherwise swapped"].verdict is Verdict.UNSEEN
