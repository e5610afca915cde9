"""A pick is read against exactly the options shown; ranges, refusals and questions pick nothing."""

from dataclasses import replace
from datetime import date, time

import pytest

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.meanings import (
    Affirm,
    Ask,
    AtTime,
    ByValue,
    Choose,
    Exclude,
    Extreme,
    Inform,
    Meaning,
    More,
    Number,
    Pick,
)
from frontdesk.dialogue.values import Times
from tests.language.understood import CUT, IVAN, MOVE, OFFER, PERM, hear, opening


def picks(meanings: list[Meaning]) -> list[Pick]:
    return [meaning.pick for meaning in meanings if isinstance(meaning, Choose)]


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("option 1 please", 1),
        ("I'll go with number 4", 4),
        ("#3", 3),
        ("the second one", 2),
        ("3rd", 3),
        ("the last one", -1),
        ("4", 4),
        ("actually 1", 1),
        ("choice 2", 2),
        ("57", 57),
    ],
)
def test_numbers_pick_by_position(text: str, position: int) -> None:
    assert picks(hear(text, OFFER)) == [Number(position)]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("2pm works", time(14)),
        ("how about 11:30?", time(11, 30)),
        ("half past three", time(15, 30)),
        ("at 9", time(9)),
        ("I'd take the 14:00 one", time(14)),
        ("could we do noon", time(12)),
        ("is 2pm still available?", time(14)),
    ],
)
def test_a_time_picks_whether_shown_or_not(text: str, at: time) -> None:
    assert picks(hear(text, OFFER)) == [AtTime(at)]


def test_a_number_that_is_also_an_hour_leaves_both() -> None:
    assert picks(hear("2", OFFER)) == [Number(2), AtTime(time(14))]
    assert picks(hear("9", OFFER)) == [AtTime(time(9))]
    assert picks(hear("option 2", OFFER)) == [Number(2)]


@pytest.mark.parametrize("text", ["not the first one", "anything but the first", "I can't do the first one"])
def test_a_refused_option_is_excluded(text: str) -> None:
    assert [meaning.value for meaning in hear(text, OFFER) if isinstance(meaning, Exclude)] == [time(9)]
    assert picks(hear(text, OFFER)) == []


def test_a_time_and_a_person_pick_one_option() -> None:
    twice = replace(OFFER, options=(opening(14), opening(14, 0, IVAN), opening(15)))
    assert picks(hear("2pm with Ivan", twice)) == [ByValue("id", twice.options[1].id)]


@pytest.mark.parametrize("text", ["2pm or 3:30pm?", "either 2 pm or 3:30 pm", "2pm, or 3:30pm maybe"])
def test_two_times_are_two_picks(text: str) -> None:
    assert picks(hear(text, OFFER)) == [AtTime(time(14)), AtTime(time(15, 30))]


@pytest.mark.parametrize(
    "text", ["2pm is good. hold on, make it 9am", "2pm, no wait, 9am", "2pm sounds nice - actually, 9 am instead"]
)
def test_the_last_word_wins(text: str) -> None:
    assert picks(hear(text, OFFER)) == [AtTime(time(9))]
    assert not any(isinstance(meaning, Inform) for meaning in hear(text, OFFER))


@pytest.mark.parametrize("text", ["I can't make 2pm", "not 2pm", "2pm doesn't work for me", "anything but 2pm"])
def test_a_refused_time_is_excluded(text: str) -> None:
    meanings = hear(text, OFFER)
    assert picks(meanings) == []
    assert [(meaning.slot, meaning.value) for meaning in meanings if isinstance(meaning, Exclude)] == [
        ("time", time(14))
    ]


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("anything later than 3?", None),
        ("do you have something after 2pm?", Times(time(14), None)),
        ("in the morning please", None),
        ("before 11", Times(None, time(11))),
    ],
)
def test_a_range_is_a_wish_and_no_pick(text: str, times: Times | None) -> None:
    meanings = hear(text, OFFER)
    assert picks(meanings) == []
    values = [meaning.value for meaning in meanings if isinstance(meaning, Inform) and meaning.slot == "time"]
    assert len(values) == 1
    assert isinstance(values[0], Times)
    assert times is None or values == [times]


@pytest.mark.parametrize("text", ["does the 2pm take an hour?", "how long is the 2pm one?", "who does the 2pm?"])
def test_a_question_picks_nothing(text: str) -> None:
    meanings = hear(text, OFFER)
    assert picks(meanings) == []
    assert any(isinstance(meaning, Ask) for meaning in meanings)


@pytest.mark.parametrize("text", ["for 3 people", "15 foils", "March 2", "I have 2 kids"])
def test_other_numbers_are_no_options(text: str) -> None:
    assert picks(hear(text, OFFER)) == []


@pytest.mark.parametrize(
    "text", ["show me more", "do you have any other times?", "anything else?", "none of those work"]
)
def test_more_is_asked_for(text: str) -> None:
    assert [type(meaning) for meaning in hear(text, OFFER)] == [More]


@pytest.mark.parametrize(
    ("text", "pick"),
    [
        ("the later one", Extreme.LATEST),
        ("the earliest please", Extreme.EARLIEST),
        ("the one with Mr. Petrov", ByValue("provider", IVAN)),
    ],
)
def test_an_option_is_picked_by_what_sets_it_apart(text: str, pick: Pick) -> None:
    assert picks(hear(text, OFFER)) == [pick]


def test_the_cheapest_is_picked_where_options_have_prices() -> None:
    priced = tuple(replace(each, fields={**each.fields, "price": 10}) for each in OFFER.options)
    assert picks(hear("the cheapest", replace(OFFER, options=priced))) == [Extreme.CHEAPEST]


@pytest.mark.parametrize("text", ["not 9, 9:30 or 10", "neither 9 nor 9:30 nor 10", "I can't do 9, 9:30 or 10"])
def test_every_hour_of_a_list_is_ruled_out(text: str) -> None:
    meanings = hear(text, OFFER)
    assert picks(meanings) == []
    out = {meaning.value for meaning in meanings if isinstance(meaning, Exclude)}
    assert out == {time(9), time(9, 30), time(10)}


def test_the_other_is_one_of_two() -> None:
    two = replace(OFFER, options=OFFER.options[:2])
    assert picks(hear("not that one, the other", two)) == [Extreme.OTHER]
    assert picks(hear("the other one", OFFER)) == []


@pytest.mark.parametrize("text", ["something later?", "later please", "do you have anything later"])
def test_later_is_after_the_last_one_shown(text: str) -> None:
    (meaning,) = hear(text, OFFER)
    assert isinstance(meaning, Inform)
    assert meaning.value == Times(time(15, 31), None)


@pytest.mark.parametrize("text", ["what about Friday?", "on Friday instead", "rather friday"])
def test_another_day_asks_for_new_options(text: str) -> None:
    assert [(meaning.slot, meaning.value) for meaning in hear(text, OFFER) if isinstance(meaning, Inform)] == [
        ("day", date(2026, 3, 6))
    ]


def test_another_service_asks_for_new_options() -> None:
    assert hear("make it a perm", OFFER) == [Inform("service", (PERM,), "perm")]


@pytest.mark.parametrize("text", ["ok", "sounds good", "sure"])
def test_a_bare_yes_is_a_yes(text: str) -> None:
    assert [type(meaning) for meaning in hear(text, OFFER)] == [Affirm]


def test_a_yes_with_details_gives_both() -> None:
    single = replace(OFFER, options=OFFER.options[:1])
    meanings = hear("yes, it's Mia Berg, 303 555 0123", single)
    assert isinstance(meanings[0], Affirm)
    assert {meaning.slot: meaning.value for meaning in meanings if isinstance(meaning, Inform)} == {
        "name": "Mia Berg",
        "phone": "+13035550123",
    }


def test_bookings_are_picked_by_service_day_and_time() -> None:
    first, second = opening(9, day=date(2026, 3, 5)), opening(14, day=date(2026, 3, 9))
    options = (Option("a", {**first.fields, "service": CUT}), Option("b", {**second.fields, "service": PERM}))
    asked = Asked(Wanted.CHOICE, "move", options=options, slots=MOVE.slots)
    assert picks(hear("the perm", asked)) == [ByValue("service", PERM)]
    assert picks(hear("the one on Thursday", asked)) == [Number(1)]
    assert picks(hear("my 2pm", asked)) == [AtTime(time(14))]
