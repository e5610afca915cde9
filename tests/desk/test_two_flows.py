"""A guest turns from one flow of a business to another, in the words of its triggers, wherever that is."""

from pathlib import Path
from typing import Any

import pytest

from frontdesk.desk.testing import rehearse

BUSINESS = """\
id: bikes
name: Bike Shed
zone: Europe/London
region: GB
currency: GBP
hours: {daily: 0-24}
resources:
  city_bike: {kind: bike, name: City bike}
  e_bike: {kind: bike, name: E-bike}
"""

FLOWS = """\
flows:
  hire:
    description: hire a bike
    trigger: ["hire a {bike}", rent a bike, "rent {number} bikes"]
    slots:
      bike: {type: bike, ask: "Which bike?"}
      number: {type: number, ask: "How many?", validate: number <= 4}
      first: {type: day, ask: "From when?"}
      last: {type: day, ask: "Until when?", validate: first is empty or last >= first}
      helmets: {type: text, default: with helmets}
      total: {type: money}
    steps:
      - {step: ask_bike, type: collect, slot: bike}
      - {step: ask_number, type: collect, slot: number}
      - {step: ask_first, type: collect, slot: first}
      - {step: ask_last, type: collect, slot: last}
      - {step: price, type: action, call: find_price, map_outputs: {total: total}}
      - {step: dear, type: branch, cases: [{when: total >= 100, next: tell_dear}], otherwise: tell}
      - {step: tell_dear, type: say, message: "That is dear: {total}, {helmets}.", next: end}
      - {step: tell, type: say, message: "That is {total}, {helmets}."}
  complain:
    description: leave a complaint
    trigger: [i want to complain]
    slots:
      what: {type: text, ask: "What went wrong?"}
    steps:
      - {step: ask, type: collect, slot: what}
      - {step: tell, type: say, message: "I wrote it down: {what}"}
  sign_up:
    description: sign up
    trigger: [sign me up]
    interruptible: no
    slots:
      name: {type: person_name, remember: yes, ask: "Your name?"}
      age: {type: number, remember: yes, ask: "Your age?"}
    steps:
      - {step: ask_name, type: collect, slot: name}
      - {step: ask_age, type: collect, slot: age}
      - {step: tell, type: say, message: "Thank you."}
  race:
    description: enter a race
    trigger: [enter the race]
    slots:
      age: {type: number, remember: yes, ask: "How old will you be?", validate: age >= 18}
      name: {type: text, ask: "What is the team called?"}
    steps:
      - {step: ask_age, type: collect, slot: age}
      - {step: ask_name, type: collect, slot: name}
      - {step: tell, type: say, message: "{name}, {age}."}
"""

ACTIONS = """
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated

from frontdesk.desk.kit import Item, action, kind


@dataclass(frozen=True)
class Priced:
    total: Annotated[Decimal, kind("money")]


@action
def find_price(bike: Annotated[Item, kind("bike")], number: int, first: date, last: date) -> Priced:
    return Priced(Decimal("12.50") * number * ((last - first).days + 1))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write the shed."""
    (tmp_path / "shed" / "flows").mkdir(parents=True)
    for name, text in {"business.yaml": BUSINESS, "flows/all.yaml": FLOWS, "actions.py": ACTIONS}.items():
        (tmp_path / "shed" / name).write_text(text, encoding="utf-8")
    return tmp_path / "shed"


def said(folder: Path, *lines: str) -> dict[str, Any]:
    """Say these lines to a new desk and return its last answer."""
    with rehearse(folder) as rehearsal:
        return [rehearsal.say(line) for line in lines][-1]


@pytest.mark.parametrize("line", ["hire an e-bike", "i would like to hire a city bike", "I'd like to rent 2 bikes"])
@pytest.mark.parametrize("before", ["i want to complain", "enter the race"])
def test_a_trigger_with_its_slot_filled_is_heard_at_any_question(folder: Path, before: str, line: str) -> None:
    assert said(folder, before, line)["step"]["flow"] == "hire"


@pytest.mark.parametrize(
    "line", ["the e-bike you made me hire broke down", "i tried to hire an e-bike and nobody came", "the city bike"]
)
def test_a_text_that_only_holds_its_words_is_a_text(folder: Path, line: str) -> None:
    assert said(folder, "i want to complain", line)["reply"].startswith("I wrote it down")


def test_a_trigger_gives_its_number_and_its_noun_is_no_wish(folder: Path) -> None:
    assert said(folder, "rent 3 bikes")["known"]["number"] == 3
    assert said(folder, "rent a bike")["asking"] == "bike"


def test_a_flow_that_may_not_be_interrupted_is_finished_first(folder: Path) -> None:
    answer = said(folder, "sign me up", "hire an e-bike")
    assert (answer["step"]["flow"], "first" in answer["reply"]) == ("sign_up", True)


@pytest.mark.parametrize(("age", "asked"), [("17", "age"), ("44", "name")])
def test_what_is_remembered_is_used_only_where_it_is_allowed(folder: Path, age: str, asked: str) -> None:
    assert said(folder, "sign me up", "Ann Bell", age, "enter the race")["asking"] == asked


def test_a_name_is_not_taken_for_another_thing_of_that_name(folder: Path) -> None:
    answer = said(folder, "sign me up", "Ann Bell", "44", "enter the race", "The Rusty Chains")
    assert "Rusty Chains" in answer["reply"]


@pytest.mark.parametrize(
    ("number", "reply"),
    [
        ("1", "That is £25, with helmets."),
        ("3", "That is £75, with helmets."),
        ("4", "That is dear: £100, with helmets."),
    ],
)
def test_money_is_told_and_compared_as_money(folder: Path, number: str, reply: str) -> None:
    assert said(folder, "hire an e-bike", number, "2030-05-06", "2030-05-07")["reply"] == reply
