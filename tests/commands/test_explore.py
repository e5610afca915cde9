"""`frontdesk explore`: what it saw, what it checked, and how it ends."""

from pathlib import Path

import pytest

from tests.commands.conftest import Run

EXAMPLES = Path(__file__).parents[2] / "examples"
BUSINESS = """
id: shop
name: Shop
zone: America/New_York
hours: {daily: 9-17}
services: {cut: {minutes: 30}}
providers: {tom: {name: Tom}}
"""
GUESS = """
flows:
  guess:
    description: guess a number
    trigger: [guess a number]
    slots:
      number: {type: number, ask: [Which number?, "Please, a number?"]}
    steps:
      - {step: ask, type: collect, slot: number}
      - step: how
        type: branch
        cases: [{when: number < 3, next: small}]
        otherwise: large
      - {step: small, type: say, message: Small., next: end}
      - {step: large, type: say, message: Large., next: end}
"""
CANCEL = """
flows:
  call_off:
    description: call it off
    trigger: [call it off]
    slots:
      booking: {type: booking}
    steps:
      - {step: find, type: action, call: get_appointment_details, on: {none: nothing, unverified: nothing}}
      - {step: which, type: choose, slot: booking, from: find, ask: Which one?}
      - {step: sure, type: confirm, unshown: [booking], message: "Shall I?", on_no: nothing}
      - {step: cancel, type: action, call: cancel_appointment, on: {unknown: unsure, failed: nothing}}
      - {step: done, type: say, message: It is off., next: end}
      - {step: nothing, type: say, message: Then it stays., next: end}
      - {step: unsure, type: handoff}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Give a business with one small flow."""
    folder = tmp_path / "shop"
    (folder / "flows").mkdir(parents=True)
    (folder / "business.yaml").write_text(BUSINESS, encoding="utf-8")
    (folder / "flows" / "small.yaml").write_text(GUESS, encoding="utf-8")
    return folder


def test_it_says_how_much_it_saw_how_deep_and_how_abstract(run: Run, shop: Path) -> None:
    result = run("explore", shop)
    assert result.exit_code == 0
    assert "positions and" in result.output.splitlines()[0]
    assert "Depth: each flow alone to its end; then interruptions, 3 flows waiting beneath one." in result.output
    assert "Slots: one or two values stand for all, and each value that a condition compares." in result.output
    assert "A message with a no in it books nothing." in result.output
    assert result.output.splitlines()[-1] == "No promise was broken."


def test_a_walk_that_is_cut_short_says_so_and_exits_with_3(run: Run, shop: Path) -> None:
    result = run("explore", shop, "--positions", "2")
    assert result.exit_code == 3
    assert "The walk was cut short: what lies beyond was not seen." in result.output


def test_a_broken_promise_exits_with_1_and_a_conversation(run: Run, shop: Path) -> None:
    (shop / "flows" / "cancel.yaml").write_text(CANCEL, encoding="utf-8")
    result = run("explore", shop)
    assert result.exit_code == 1
    assert "Broken: What failed on our side is not the end" in result.output
    assert "    desk: cancel_appointment: failed\n    desk: says call_off.nothing\n" in result.output


@pytest.mark.parametrize("example", ["flights", "hotel", "medspa"])
def test_the_examples_break_no_promise(run: Run, example: str) -> None:
    result = run("explore", EXAMPLES / example)
    assert result.exit_code == 0, result.output


def test_mutants_are_counted_by_kind_and_survivors_explained(run: Run, shop: Path) -> None:
    result = run("explore", shop, "--mutants")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert "  killed by walk: guess.ask: try count removed" in result.output
    swapped = next(line for line in lines if "guess.how: case 1 and otherwise swapped" in line)
    assert swapped.startswith("  survived, other words")
    assert "says guess.large; the original: says guess.small" in swapped
    kinds = [line.strip().partition(":")[0] for line in lines[-5:]]
    assert kinds[0] == "an edge swapped"
    assert kinds[-1] == "a try count removed"
    assert "mutants: " in lines[-6]


CALLED = """
flows:
  plan:
    description: plan a party
    trigger: [plan a party]
    slots:
      number: {type: number, ask: [How many?, What count?]}
    steps:
      - {step: ask, type: collect, slot: number}
      - {step: count, type: call, flow: count, inputs: {size: number}}
  count:
    description: count the guests
    inputs: [size]
    slots:
      size: {type: number}
    steps:
      - {step: tell, type: say, message: "For {size}."}
"""


def test_a_flow_that_only_others_begin_is_walked_through_them(run: Run, shop: Path) -> None:
    (shop / "flows" / "small.yaml").write_text(CALLED, encoding="utf-8")
    ended = run("explore", shop)
    assert ended.exit_code == 0, ended.output
