"""Choosing among options of a business's own: by name, price, place and whatever else they are shown with."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from frontdesk.desk.testing import Rehearsal, rehearse

BUSINESS = """\
id: bakery
name: Bakery
zone: UTC
hours: {daily: 0-24}
offer: {size: 3, minutes: 30}
"""

ACTIONS = '''\
"""Cakes."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from frontdesk.desk.kit import Here, Nothing, action, kind


@dataclass(frozen=True)
class Cake:
    """One to order."""

    id: str
    name: str
    price: Annotated[Decimal, kind("money")]
    about: str
    vegan: bool
    layers: int


@dataclass(frozen=True)
class Cakes:
    """All there are."""

    cakes: tuple[Cake, ...]


@dataclass(frozen=True)
class Ordered:
    """It is ordered."""

    number: str


@action
def find_cakes(here: Here) -> Cakes | Nothing:
    """Find cakes."""
    return Cakes(
        (
            Cake("a", "Plum crumble", Decimal(24), "no nuts, warm", False, 1),
            Cake("b", "Hazelnut torte", Decimal(31), "nuts", False, 4),
            Cake("c", "Carrot cake", Decimal(27), "cinnamon", True, 2),
            Cake("d", "Rhubarb slice", Decimal(19), "gluten free", False, 1),
            Cake("e", "Opera cake", Decimal(88), "marzipan", False, 7),
        )
    )


@action(guarded=True)
def order_cake(
    here: Here, cake: Annotated[str, kind("option")], name: str, price: Annotated[Decimal, kind("money")]
) -> Ordered | Nothing:
    """Order a cake."""
    return Ordered(cake.upper())
'''

FLOW = """\
flows:
  order:
    description: order a cake
    trigger: [order a cake]
    slots:
      cake: {type: option}
      name: {type: text}
      price: {type: money}
    steps:
      - {step: find, type: action, call: find_cakes, on: {none: nothing_left}}
      - {step: pick, type: choose, slot: cake, from: find, take: {name: name, price: price}, ask: "Cakes:", next: sure}
      - {step: sure, type: confirm, unshown: [cake], message: "The {name} for {price}. Shall I order it?", next: order}
      - step: order
        type: action
        call: order_cake
        with: {cake: cake, name: name, price: price}
        map_outputs: {number: number}
        on: {none: nothing_left, unknown: nothing_left}
      - {step: done, type: say, message: "Ordered as {number}.", next: end}
      - {step: nothing_left, type: say, message: "There is nothing left.", next: end}
"""


@pytest.fixture(scope="module")
def bakery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bakery")
    (folder / "flows").mkdir()
    (folder / "business.yaml").write_text(BUSINESS, encoding="utf-8")
    (folder / "actions.py").write_text(ACTIONS, encoding="utf-8")
    (folder / "flows" / "order.yaml").write_text(FLOW, encoding="utf-8")
    return folder


@pytest.fixture
def desk(bakery: Path) -> Iterator[Rehearsal]:
    with rehearse(bakery, datetime(2026, 3, 3, 10, tzinfo=UTC)) as rehearsal:
        rehearsal.say("order a cake")
        yield rehearsal


def chosen(answer: dict[str, Any]) -> object:
    return answer["known"].get("name") if answer["position"] == "confirming" else None


def shown(answer: dict[str, Any]) -> list[object]:
    return [option["name"] for option in answer["offered"]] if answer["position"] == "choosing" else []


@pytest.mark.parametrize(
    ("text", "cake"),
    [
        ("the plum crumble", "Plum crumble"),
        ("I'd love the hazelnut torte", "Hazelnut torte"),
        ("the crumble please", "Plum crumble"),
        ("hazelnut", "Hazelnut torte"),
        ("rhubarb slice", "Rhubarb slice"),  # on the next page
        ("hazlenut tort", None),
        ("carot cake", "Carrot cake"),
        ("the $31 one", "Hazelnut torte"),
        ("the one for 27 dollars", "Carrot cake"),
        ("the 24 one", "Plum crumble"),
        ("88 bucks", "Opera cake"),
        ("the cheapest", "Rhubarb slice"),  # of all, though it is on the next page
        ("the dearest", "Opera cake"),
        ("the most expensive one please", "Opera cake"),
        ("the second", "Hazelnut torte"),
        ("last one", "Carrot cake"),
        ("the one with nuts", "Hazelnut torte"),
        ("the one with no nuts", "Plum crumble"),
        ("the vegan one", "Carrot cake"),
        ("the one with 4 layers", "Hazelnut torte"),
        ("the gluten free one", "Rhubarb slice"),
        ("something under $20", "Rhubarb slice"),
        ("you choose", "Plum crumble"),
        ("any", "Plum crumble"),
        ("I don't mind", "Plum crumble"),
        ("the plum crumble, no wait, the carrot cake", "Carrot cake"),
        ("do you have the carrot cake with icing?", None),
        ("I only have 24 minutes", None),
        ("for 27 guests", None),
        ("table 31", None),
        ("what about 31", "Hazelnut torte"),
        ("the one at 27 please", "Carrot cake"),
        ("the one for 19", "Rhubarb slice"),
        ("19", None),  # there is no number 19, and nobody says prices like that
        ("the tallest", None),
        ("the smallest", None),  # two are
    ],
)
def test_an_option_is_picked_by_what_it_is_shown_with(desk: Rehearsal, text: str, cake: str | None) -> None:
    assert chosen(desk.say(text)) == cake


@pytest.mark.parametrize(
    ("text", "cakes"),
    [
        ("not the first", ["Hazelnut torte", "Carrot cake"]),
        ("not the hazelnut one", ["Plum crumble", "Carrot cake"]),
        ("I hate nuts", ["Plum crumble", "Carrot cake"]),
        ("the plum crumble or the carrot cake", ["Plum crumble", "Carrot cake"]),
        ("under 25", ["Plum crumble", "Rhubarb slice"]),
        ("no more than 27 dollars", ["Plum crumble", "Carrot cake", "Rhubarb slice"]),
    ],
)
def test_what_leaves_several_asks_which_of_them(desk: Rehearsal, text: str, cakes: list[str]) -> None:
    assert shown(desk.say(text)) == cakes


@pytest.mark.parametrize(
    ("text", "cake"),
    [
        ("no, the plum crumble", "Plum crumble"),
        ("actually the cheapest", "Rhubarb slice"),
        ("hmm, the third one", "Carrot cake"),
        ("option 1 instead", "Plum crumble"),
        ("no, the one with cinnamon", "Carrot cake"),
        ("the second cheapest", "Plum crumble"),
        ("the one for 27", "Carrot cake"),
        ("the last one", "Carrot cake"),
    ],
)
def test_another_may_be_taken_at_the_confirm(desk: Rehearsal, text: str, cake: str) -> None:
    desk.say("the hazelnut torte")
    assert chosen(desk.say(text)) == cake


FIRST, SECOND = ["Plum crumble", "Hazelnut torte", "Carrot cake"], ["Rhubarb slice", "Opera cake"]


@pytest.mark.parametrize("text", ["previous", "the previous ones please", "go back", "back to the first page"])
def test_the_pages_of_a_list_are_turned_both_ways(desk: Rehearsal, text: str) -> None:
    assert shown(desk.say("next")) == SECOND
    assert shown(desk.say(text)) == FIRST


def test_the_first_one_of_a_page_is_no_first_page(desk: Rehearsal) -> None:
    desk.say("next")
    assert chosen(desk.say("the first one")) == "Rhubarb slice"


@pytest.mark.parametrize("text", ["yes, the hazelnut torte", "yes"])
def test_a_yes_to_the_one_that_was_chosen_orders_it(desk: Rehearsal, text: str) -> None:
    desk.say("the hazelnut torte")
    answer: dict[str, Any] = desk.say(text)
    assert [did["outcome"] for did in answer["did"]] == ["ordered"]


def test_a_yes_beside_another_one_orders_neither(desk: Rehearsal) -> None:
    desk.say("the hazelnut torte")
    told = desk.say("yes, the opera cake")
    assert (chosen(told), told["did"]) == ("Opera cake", [])


def test_after_a_no_another_may_be_named(desk: Rehearsal) -> None:
    desk.say("the hazelnut torte")
    desk.say("no")
    assert chosen(desk.say("the opera cake")) == "Opera cake"


def test_a_guest_has_no_word_in_what_it_costs(desk: Rehearsal) -> None:
    before = desk.say("the hazelnut torte")["known"]
    told = desk.say("I'll give you $5 for it")
    assert (told["known"], told["did"]) == (before, [])
