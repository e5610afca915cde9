"""Places are counted from either end of a list, and of an order the first or last is picked."""

from dataclasses import replace
from datetime import time
from decimal import Decimal

import pytest

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import ByValue, Choose, Exclude, Extreme, Meaning, Number, Pick
from frontdesk.dialogue.values import Money, Value
from tests.language.understood import OFFER, STAY, hear, opening


def cabin(name: str, total: int, extras: str) -> Option:
    return Option(name, {"title": name.capitalize(), "total": Money(Decimal(total), "USD"), "extras": extras})


CABINS = Asked(
    Wanted.CHOICE,
    "stay",
    options=(cabin("birch", 90, "stove"), cabin("cedar", 160, "sauna, stove"), cabin("alder", 120, "sauna")),
    slots={**STAY.slots, "cabin": Slot("cabin", "option")},
)


def picks(meanings: list[Meaning]) -> list[Pick]:
    return [meaning.pick for meaning in meanings if isinstance(meaning, Choose)]


def ruled_out(meanings: list[Meaning]) -> list[Value]:
    return [meaning.value for meaning in meanings if isinstance(meaning, Exclude)]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("second from the bottom", 3),
        ("the third from the end", 2),
        ("third to last please", 2),
        ("the second one from the top", 2),
        ("3rd from the top", 3),
        ("the third on your list", 3),
        ("give me the second", 2),
        ("the very first", 1),
    ],
)
def test_a_place_is_counted_from_the_end_that_is_named(text: str, place: int) -> None:
    assert picks(hear(text, OFFER)) == [Number(place)]


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("not the earliest", [time(9)]),
        ("not the late one", [time(15, 30)]),
        ("anything but the first two", [time(9), time(11, 30)]),
        ("the last two don't work", [time(14), time(15, 30)]),
        ("any except 9 and 11:30", [time(9), time(11, 30)]),
    ],
)
def test_what_is_turned_down_is_ruled_out(text: str, times: list[time]) -> None:
    meanings = hear(text, OFFER)
    assert (picks(meanings), ruled_out(meanings)) == ([], times)


@pytest.mark.parametrize(
    "text", ["are the first two with Nora?", "what is second from the bottom?", "the first two weeks of May"]
)
def test_a_question_picks_none_of_a_few(text: str) -> None:
    assert picks(hear(text, OFFER)) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("the cheaper one", "birch"),
        ("the most expensive you have", "cedar"),
        ("the second cheapest", "alder"),
        ("the cheapest one with a sauna", "alder"),
        ("the cheaper of the last two", "alder"),
        ("the priciest one", "cedar"),
        ("the next cheapest", "alder"),
    ],
)
def test_whatever_the_price_is_called_it_has_an_order(text: str, name: str) -> None:
    assert picks(hear(text, CABINS, business="stay")) == [ByValue("id", name)]


def test_the_others_are_left_where_the_cheapest_is_turned_down() -> None:
    assert picks(hear("not the cheapest", CABINS, business="stay")) == [ByValue("id", "cedar"), ByValue("id", "alder")]


@pytest.mark.parametrize("text", ["whichever has a sauna", "the one with a sauna"])
def test_what_it_has_says_which_it_is(text: str) -> None:
    assert picks(hear(text, CABINS, business="stay")) == [ByValue("id", "cedar"), ByValue("id", "alder")]


def test_the_earliest_is_not_at_a_time_that_does_not_suit() -> None:
    assert picks(hear("the earliest one, but not at 9", OFFER)) == [ByValue("id", opening(11, 30).id)]


@pytest.mark.parametrize(
    ("text", "hour"), [("the later of the first two", (11, 30)), ("the earlier of the last two", (14, 0))]
)
def test_an_order_may_be_that_of_a_few_at_one_end(text: str, hour: tuple[int, int]) -> None:
    assert picks(hear(text, OFFER)) == [ByValue("id", opening(*hour).id)]


TWO = replace(OFFER, options=(opening(9), opening(14)))


@pytest.mark.parametrize(
    ("text", "pick"), [("whichever is later", Extreme.LATEST), ("the first of the two", Number(1))]
)
def test_of_two_the_one_that_is_described_is_taken(text: str, pick: Pick) -> None:
    assert picks(hear(text, TWO)) == [pick]


def test_an_hour_in_words_is_the_one_that_is_shown() -> None:
    early = replace(OFFER, options=(opening(6, 40), opening(13, 15)))
    said = [meaning.pick for meaning in hear("at twenty to seven", early) if isinstance(meaning, Choose)]
    assert [getattr(pick, "at", None) for pick in said] == [time(6, 40)]


def test_next_to_last_turns_no_page() -> None:
    longer = replace(OFFER, further=(opening(16),))
    assert picks(hear("the next to last one", longer)) == [Number(3)]
