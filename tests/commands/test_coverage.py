"""`frontdesk test --coverage`: what of the flows the conversation files reach, and what not."""

import shutil
from pathlib import Path

import pytest

from frontdesk.desk.house import House, open_house
from frontdesk.desk.rehearsals.conversation_files import read_conversations
from frontdesk.desk.rehearsals.coverage import Watch, covered, watch
from frontdesk.desk.rehearsals.places import Place, places_of
from frontdesk.desk.rehearsals.rehearsing import rehearse
from tests.commands.conftest import Run

BUSINESS = """
id: shop
name: Shop
zone: America/New_York
hours: {daily: 9-17}
services: {cut: {minutes: 30}}
providers: {tom: {name: Tom}}
topics:
  payment: {asks: [can i pay by card], answer: Yes.}
  fear: {asks: [i am afraid of scissors], answer: We talk about it first., care: person}
"""
FLOWS = """
flows:
  guess:
    description: guess a number
    trigger: [guess a number]
    slots:
      number: {type: number, ask: [Which number?, "Please, a number?"]}
      answer: {type: text}
    steps:
      - {step: ask, type: collect, slot: number, tries: 2, on_exit: bad_luck}
      - step: how
        type: branch
        cases:
          - {when: number < 3, next: small}
          - {when: number > 7, next: large}
          - {when: number = 5, next: small}
        otherwise: right
      - {step: small, type: say, message: Small., next: end}
      - {step: large, type: say, message: Large., next: end}
      - {step: right, type: say, message: Right., next: end}
      - {step: bad_luck, type: say, message: Bad luck., next: end}
  pair:
    description: name a pair
    trigger: [name a pair]
    slots:
      one: {type: number, ask: [The first?, The first of the pair?]}
      other: {type: number, ask: [The second?, The second of the pair?]}
    steps:
      - {step: ask_one, type: collect, slot: one}
      - {step: ask_other, type: collect, slot: other, tries: 2, when: one > 0, on_exit: ask_one}
      - {step: tell, type: say, message: "{one}[ and {other?}].", next: end}
  hear:
    description: say something about parking
    trigger: [say something about parking]
    slots:
      topic: {type: text}
      answer: {type: text}
    steps:
      - {step: mark, type: set, slot: topic, value: parking}
      - step: look
        type: action
        call: get_faq_answer
        map_outputs: {answer: answer}
        on: {none: unknown, person: unknown}
      - {step: tell, type: say, message: "{answer}", next: end}
      - {step: unknown, type: say, message: Nobody knows., next: end}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Give a business with two small flows."""
    folder = tmp_path / "shop"
    (folder / "flows").mkdir(parents=True)
    (folder / "business.yaml").write_text(BUSINESS, encoding="utf-8")
    (folder / "flows" / "small.yaml").write_text(FLOWS, encoding="utf-8")
    return folder


def say(folder: Path, *said: str, desk: str = "{never: [let me check]}") -> None:
    """Write a conversation file in which a guest says these things, and `desk` is claimed of each answer."""
    home = folder / "conversations"
    home.mkdir(exist_ok=True)
    path = home / f"claim_{len(list(home.iterdir()))}.yaml"
    turns = "".join(f'\n  - guest: "{text}"\n    desk: {desk}' for text in said)
    path.write_text(f"about: It is said.\nnow: 2026-03-03T10:00\nturns:{turns}\n", encoding="utf-8")


def watched(folder: Path) -> tuple[House, Watch]:
    """Run the conversations of a business and return what was seen."""
    house = open_house(folder)
    seen = watch(house)
    results = list(rehearse(house, read_conversations(folder, house).scripts, [], seen))
    assert results
    assert all(result.failure is None for result in results)
    return house, seen


def reached(folder: Path, flow: str) -> set[str]:
    """Return what the conversations of a business reach of a flow: `step` or `step: way`."""
    house, seen = watched(folder)
    places = set(places_of(house.flows.newest[flow])) & seen.reached
    return {f"{place.step}: {place.way}" if place.way else place.step for place in places}


def test_a_passed_step_and_the_case_that_held_are_reached(shop: Path) -> None:
    say(shop, "guess a number", "9")
    assert reached(shop, "guess") == {"ask", "ask: asked once", "how", "how: number > 7", "large"}


def test_what_is_passed_by_without_a_claim_does_not_count(run: Run, shop: Path) -> None:
    say(shop, "guess a number", "9", desk="{}")
    assert reached(shop, "guess") == set()
    lines = run("test", shop, "--coverage").stdout.splitlines()
    assert "  guess: 0 of 12, 0 %" in lines
    assert "    not reached: ask: asked 2 times, given up" in lines
    assert "    nothing is claimed of the answer: large" in lines


def test_cases_that_lead_to_the_same_step_are_one_way(shop: Path) -> None:
    say(shop, "guess a number", "1")
    assert reached(shop, "guess") >= {"how: number < 3; number = 5", "small"}


def test_no_case_is_a_way_too(shop: Path) -> None:
    say(shop, "guess a number", "4")
    assert reached(shop, "guess") == {"ask", "ask: asked once", "how", "how: otherwise", "right"}


def test_a_question_put_again_and_given_up_is_told_from_one_that_was_answered(shop: Path) -> None:
    say(shop, "guess a number", "hmm", "4")
    assert {"ask: asked 2 times", "right"} <= reached(shop, "guess")
    assert "ask: given up" not in reached(shop, "guess")
    say(shop, "guess a number", "hmm", "hmm")
    assert {"ask: given up", "bad_luck"} <= reached(shop, "guess")


def test_going_back_to_where_an_exit_leads_is_no_exit(shop: Path) -> None:
    say(shop, "name a pair", "1", "go back")
    assert reached(shop, "pair") == {"ask_one", "ask_one: asked once", "ask_other", "ask_other: asked once"}
    say(shop, "name a pair", "1", "hmm", "hmm")
    assert "ask_other: given up" in reached(shop, "pair")


def test_only_the_outcome_that_came_is_reached(shop: Path) -> None:
    say(shop, "say something about parking")
    assert reached(shop, "hear") == {"mark", "look", "look: none", "unknown"}


def test_a_flow_that_nobody_began_is_not_reached_at_all(shop: Path) -> None:
    say(shop, "guess a number", "4")
    _, seen = watched(shop)
    hear = next(one for one in covered(seen) if one.flow == "hear")
    assert hear.reached == 0
    assert hear.missed == hear.places
    assert Place("hear", "look", "person") in hear.places


def test_a_flow_left_without_a_declared_exit_is_given_up_too(run: Run) -> None:
    run("new", "salon")
    say(Path("salon"), "book an appointment", "hmm", "hmm", "hmm")
    assert {"ask_service: asked 3 times", "ask_service: given up"} <= reached(Path("salon"), "book")


def test_a_confirm_without_a_clear_answer_is_given_up_too(run: Run) -> None:
    run("new", "salon")
    ready = ("a haircut tomorrow at 2pm with tom", "Ann Bell", "212 555 0199")
    say(Path("salon"), *ready, "hmm", "hmm", "yes")
    assert "confirm: asked 3 times" in reached(Path("salon"), "book")
    assert "confirm: given up" not in reached(Path("salon"), "book")
    say(Path("salon"), *ready, "hmm", "hmm", "hmm")
    assert "confirm: given up" in reached(Path("salon"), "book")
    say(Path("salon"), *ready, "hmm", "hmm", "hmm", "hmm", "hmm")
    assert "offer: given up" in reached(Path("salon"), "stuck")


def test_a_yes_and_a_no_to_a_confirm_are_told_apart(run: Run) -> None:
    run("new", "salon")
    shutil.rmtree("salon/conversations")
    ready = ("a haircut tomorrow at 2pm with tom", "Ann Bell", "212 555 0199")

    def answered(flow: str, step: str) -> set[str]:
        return {way for way in ("yes", "no", "given up") if f"{step}: {way}" in reached(Path("salon"), flow)}

    say(Path("salon"), *ready, "at 3pm instead", "hmm")  # neither a change nor doubt is an answer
    assert answered("book", "confirm") == set()
    say(Path("salon"), *ready, "no")
    assert answered("book", "confirm") == {"no"}
    say(Path("salon"), *ready, "hmm", "yes")
    assert answered("book", "confirm") == {"yes", "no"}
    say(Path("salon"), *ready, "hmm", "hmm", "hmm", "no")
    assert answered("book", "confirm") == {"yes", "no", "given up"}
    assert answered("stuck", "offer") == {"no"}
    say(Path("salon"), *ready, "hmm", "hmm", "hmm", "yes")
    assert answered("stuck", "offer") == {"yes", "no"}


def test_what_is_missed_is_printed_and_the_exit_code_stays(run: Run, shop: Path) -> None:
    say(shop, "guess a number", "9")
    ended = run("test", shop, "--coverage")
    assert ended.exit_code == 0
    lines = ended.stdout.splitlines()
    assert "  guess: 5 of 12, 41 %" in lines
    assert "    not reached: ask: asked 2 times, given up" in lines
    assert "    not reached: how: number < 3; number = 5, otherwise" in lines
    assert "    not reached: bad_luck" in lines
    assert "  hear: 0 of 7, 0 %" in lines


def test_watching_changes_nothing(run: Run) -> None:
    run("new", "salon")
    plain, watching = run("test", "salon"), run("test", "salon", "--coverage")
    assert plain.stdout.splitlines() == watching.stdout.splitlines()[: len(plain.stdout.splitlines())]
    assert "Reached by these conversations" not in plain.stdout


WITHOUT_TOPICS = BUSINESS.partition("topics:")[0]
OWN_ANSWERS = '''
from dataclasses import dataclass

from frontdesk.desk.kit import NoSuccess, Nothing, action


@dataclass(frozen=True, slots=True)
class Found:
    """Known."""

    answer: str


@dataclass(frozen=True, slots=True)
class Person(NoSuccess):
    """Better asked of a person."""


@action
def get_faq_answer(topic: str) -> Found | Person | Nothing:
    """Answer a question."""
    return Nothing()
'''


def test_what_the_declarations_rule_out_is_not_asked_for(run: Run, shop: Path) -> None:
    (shop / "business.yaml").write_text(WITHOUT_TOPICS, encoding="utf-8")
    say(shop, "say something about parking")
    _, seen = watched(shop)
    hear = next(one for one in covered(seen) if one.flow == "hear")
    assert {(place.step, place.way): why for place, why in hear.beyond.items()} == {
        ("look", "found"): "no topic has an answer",
        ("look", "person"): "no topic offers a person",
        ("tell", ""): "nothing leads there",
    }
    assert hear.missed == ()
    lines = run("test", shop, "--coverage").stdout.splitlines()
    assert "  hear: 4 of 4, 100 %" in lines
    assert "    cannot be reached: look: found (no topic has an answer)" in lines
    assert "    cannot be reached: tell (nothing leads there)" in lines


def test_what_the_declarations_allow_is_asked_for(shop: Path) -> None:
    say(shop, "say something about parking")
    _, seen = watched(shop)
    assert seen.beyond == {Place("error", "sorry"): "every outcome is answered"}


def test_something_may_go_wrong_where_an_outcome_has_no_answer(shop: Path) -> None:
    flows = shop / "flows" / "small.yaml"
    unanswered = flows.read_text(encoding="utf-8").replace(
        "on: {none: unknown, person: unknown}", "on: {none: unknown}"
    )
    flows.write_text(unanswered, encoding="utf-8")
    say(shop, "say something about parking")
    _, seen = watched(shop)
    assert seen.beyond == {}


def test_an_action_of_the_business_may_end_in_any_way_it_declares(shop: Path) -> None:
    (shop / "business.yaml").write_text(WITHOUT_TOPICS, encoding="utf-8")
    (shop / "actions.py").write_text(OWN_ANSWERS, encoding="utf-8")
    say(shop, "say something about parking")
    _, seen = watched(shop)
    assert {place.flow for place in seen.beyond} == set()
    assert Place("hear", "look", "none") in seen.reached
