"""Flows that the proofs accept and that go wrong all the same: the walk finds the conversation that shows it."""

from dataclasses import replace
from pathlib import Path

import pytest

from frontdesk.flows.exploring.explore import Limits, explore_flow
from frontdesk.flows.exploring.scope import Breach
from frontdesk.flows.exploring.steps import Steps
from tests.flows.explored import BOOK, accepted, scope_of

BOOKED = "call: book, on: {taken: find, unknown: unsure}, next: done}"
GONE = '      - {step: gone, type: say, message: "That is gone.", next: NEXT}\n'
# What is set tells nothing apart here, and the proofs do not look at what it is set to.
MARKED = """\
      - {step: gone, type: set, values: {mark: yes}, next: which}
      - {step: which, type: branch, cases: [{when: mark = no, next: ask_day}], otherwise: done}
"""


def changed(old: str, new: str, *, more: str = "") -> str:
    """Return the flow with a part of it replaced, and with more steps."""
    assert old in BOOK
    return BOOK.replace(old, new) + more


def breaches(folder: Path, text: str, name: str = "book") -> dict[str, Breach]:
    """Walk a flow that the proofs accept, and return the promises that it breaks."""
    steps = Steps(scope_of(accepted(folder, text)))
    return {breach.promise: breach for breach in explore_flow(steps, name, Limits(breaches=99)).breaches}


@pytest.mark.parametrize(
    ("text", "promise", "last"),
    [
        pytest.param(
            changed(BOOKED, BOOKED.replace("taken: find", "taken: gone"), more=GONE.replace("NEXT", "offer")),
            "What was just taken is neither offered nor asked for again before it was looked for anew.",
            "desk: book: taken",
            id="what was taken is offered once more",
        ),
        pytest.param(
            changed(BOOKED, BOOKED.replace("taken: find", "taken: gone"), more=GONE.replace("NEXT", "sure")),
            "What was just taken is neither offered nor asked for again before it was looked for anew.",
            "desk: book: taken",
            id="what was taken is asked for once more",
        ),
        pytest.param(
            changed(
                BOOKED,
                BOOKED.replace("taken: find", "taken: done, booked: gone"),
                more=GONE.replace("NEXT", "ask_day"),
            ).replace('for {name}?"}', 'for {name}?", on_no: end}'),
            "In a turn in which something was done, nothing that led to it is asked again.",
            "desk: book: booked (reference one)",
            id="a success is taken for a failure",
        ),
        pytest.param(
            changed(
                BOOKED,
                BOOKED.replace("unknown: unsure", "unknown: unsure, failed: gone"),
                more=MARKED,
            ).replace("      reference:", "      mark: {type: yesno}\n      reference:"),
            "Nothing is said after a success that is also said after a failure.",
            "desk: book: failed",
            id="a failure sounds like a success",
        ),
        pytest.param(
            changed(
                BOOKED,
                BOOKED.replace("unknown: unsure", "unknown: unsure, failed: gone"),
                more=GONE.replace("NEXT", "end"),
            ),
            "What failed on our side is not the end: staff are told, or the guest is asked how to go on.",
            "desk: book: failed",
            id="what failed is only said",
        ),
        pytest.param(
            changed(
                "      - {step: ask_name,",
                "      - {step: ask_who, type: collect, slot: provider}\n      - {step: ask_name,",
            )
            .replace("      start: {type", '      provider: {type: provider, ask: "Who?"}\n      start: {type')
            .replace("call: find,", "call: find, with: {service: service, day: day, provider: provider},"),
            "What is booked was found for the values of now.",
            "guest: yes",
            id="it is asked after the search what the search should have known",
        ),
    ],
)
def test_the_walk_shows_what_the_proofs_let_pass(tmp_path: Path, text: str, promise: str, last: str) -> None:
    found = breaches(tmp_path, text)
    assert promise in found
    heard = [line for line in found[promise].conversation if not line.startswith(("desk: says", "desk: runs"))]
    assert heard[-1] == last


def test_what_may_have_been_booked_is_not_kept_from_staff(tmp_path: Path) -> None:
    loaded = accepted(tmp_path, BOOK)
    flow = loaded.flows.newest["book"]
    silent = replace(next(act for act in flow.acts if act.guarded), on={"taken": "find", "unknown": "end"})
    wrong = replace(flow, steps={**flow.steps, silent.name: silent})  # the proofs would not have it
    flows = replace(loaded.flows, newest={**loaded.flows.newest, "book": wrong})
    found = explore_flow(Steps(scope_of(replace(loaded, flows=flows))), "book", Limits(breaches=99)).breaches
    assert "What may have been done and is not known goes to staff." in {breach.promise for breach in found}


def test_the_flow_itself_breaks_none(tmp_path: Path) -> None:
    assert breaches(tmp_path, BOOK) == {}


ANSWER = """\
flows:
  question:
    description: answer
    answers: ["*"]
    slots: {topic: {type: text}}
    steps:
      - step: which
        type: branch
        cases: [{when: topic = hours, next: pass_on}]
        otherwise: tell_hours
      - {step: tell_hours, type: say, message: We are open daily., next: end}
      - {step: pass_on, type: handoff, message: I have told our team., next: end}
"""


def test_a_question_that_no_flow_names_is_not_answered_off_hand(tmp_path: Path) -> None:
    promise = "A question that no flow names is looked up or passed on, never answered off-hand."
    assert promise in breaches(tmp_path, ANSWER, "question")
    right = ANSWER.replace("hours, next: pass_on", "hours, next: tell_hours").replace(
        "otherwise: tell_hours", "otherwise: pass_on"
    )
    assert promise not in breaches(tmp_path, right, "question")
