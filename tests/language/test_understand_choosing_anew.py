"""Of two that are named the last word wins, or the one that is liked better; what is ruled out is never picked."""

from dataclasses import replace
from datetime import datetime, time, timedelta
from decimal import Decimal

import pytest

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import AtTime, ByValue, Choose, Exclude, Extreme, Inform, Meaning, Number, Pick
from frontdesk.dialogue.values import Money, Times, Value
from tests.language.understood import CROSS, IVAN, KIEL, NORA, OFFER, OSLO, PERM, TOMORROW, ZONE, hear, opening

TWO = replace(OFFER, options=(opening(9), opening(14, 0, IVAN)))


def sailing(name: str, hour: int, minute: int, hours: int, price: int) -> Option:
    start = datetime.combine(TOMORROW, time(hour, minute), ZONE)
    end = start + timedelta(hours=hours)
    return Option(name, {"start": start, "end": end, "price": Money(Decimal(price), "USD")})


SAILINGS = Asked(
    Wanted.CHOICE,
    "cross",
    options=(sailing("night", 21, 15, 2, 86), sailing("dawn", 6, 40, 9, 96), sailing("noon", 13, 25, 1, 102)),
    slots={**CROSS.slots, "time": Slot("time", "time")},
    known={"origin": OSLO, "destination": KIEL, "departure_date": TOMORROW},
)


def picks(meanings: list[Meaning]) -> list[Pick]:
    return [meaning.pick for meaning in meanings if isinstance(meaning, Choose)]


def sailed(text: str) -> list[Pick]:
    return picks(hear(text, SAILINGS, business="cross"))


@pytest.mark.parametrize(
    ("text", "pick"),
    [
        ("1, no 3", Number(3)),
        ("four. no 1", Number(1)),
        ("hmm 4? no 3", Number(3)),
        ("the first, no the fourth", Number(4)),
        ("11:30, no 3:30", AtTime(time(15, 30))),
        ("no. 3", Number(3)),
        ("no. 4 please", Number(4)),
        ("not 1 but 3", Number(3)),
        ("not the third but the fourth", Number(4)),
        ("the first one's no good, third", Number(3)),
        ("not the first, the one after", Number(2)),
        ("not the last, the one right before it", Number(3)),
        ("the one after 11:30", Number(3)),
        ("the one after eleven thirty", Number(3)),
        ("the slot before eleven thirty", Number(1)),
        ("the slot before the last", Number(3)),
        ("3 is better than 1", Number(3)),
        ("rather the third than the first", Number(3)),
        ("4 over 3", Number(4)),
        ("I meant to say 1 but 4 suits me better", Number(4)),
        ("3 would be better", Number(3)),
        ("three please and my name is Mia Berg", Number(3)),
    ],
)
def test_one_of_several_is_picked(text: str, pick: Pick) -> None:
    assert picks(hear(text, OFFER)) == [pick]


@pytest.mark.parametrize(
    ("text", "pick"),
    [
        ("not the first one, the other one", ByValue("id", opening(14).id)),
        ("not 9, the other", ByValue("id", opening(14).id)),
        ("not with Ivan, the other please", ByValue("id", opening(9).id)),
        ("the former", Number(1)),
        ("I'll take the latter", Number(2)),
        ("the pm one", AtTime(Times(time(12), None))),
        ("the am slot please", AtTime(Times(None, time(12)))),
        ("the sooner one", Extreme.EARLIEST),
        ("the late one", Extreme.LATEST),
    ],
)
def test_one_of_two_is_picked(text: str, pick: Pick) -> None:
    assert picks(hear(text, TWO)) == [pick]


@pytest.mark.parametrize(
    "text",
    ["two of us", "is 1 better than 3?", "which is better, 1 or 3?", "no 3", "the former", "3 weeks would be better"],
)
def test_nothing_is_picked(text: str) -> None:
    assert picks(hear(text, OFFER)) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("the last one to leave", "night"),
        ("last departure of the day", "night"),
        ("the first to depart", "dawn"),
        ("the one that lands first", "noon"),
        ("the earliest arrival", "noon"),
        ("whichever arrives last", "night"),
        ("the 102 one", "noon"),
        ("the $86 one, no the $96 one", "dawn"),
        ("the one landing at 2:25", "noon"),
        ("I have to be there by 3pm", "noon"),
    ],
)
def test_trips_go_by_the_clock_and_not_by_the_list(text: str, name: str) -> None:
    assert sailed(text) == [ByValue("id", name)]


@pytest.mark.parametrize(
    ("text", "pick"),
    [
        ("the pricier one", Extreme.DEAREST),
        ("the more expensive one", Extreme.DEAREST),
        ("the less costly", Extreme.CHEAPEST),
        ("the last one", Number(-1)),
        ("the second one", Number(2)),
    ],
)
def test_what_is_dearer_or_last_in_the_list(text: str, pick: Pick) -> None:
    assert sailed(text) == [pick]


@pytest.mark.parametrize("text", ["not the last to leave", "anything but the last departure", "too late at night"])
def test_what_is_ruled_out_goes_by_the_clock_too(text: str) -> None:
    meanings = hear(text, SAILINGS, business="cross")
    assert picks(meanings) == []
    (gone,) = [meaning.value for meaning in meanings if isinstance(meaning, Exclude)]
    assert gone == time(21, 15) or (isinstance(gone, Times) and gone.start is not None and gone.start <= time(21, 15))


def test_a_time_of_arrival_is_none_of_departure() -> None:
    meanings = hear("I must arrive by 5am", SAILINGS, business="cross")
    assert not [meaning for meaning in meanings if isinstance(meaning, Choose | Inform)]


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("a haircut at 3 no 4 tomorrow", "time", time(16)),
        ("a haircut with Nora, no Ivan, tomorrow", "provider", IVAN),
        ("a haircut with Ivan no Nora on Friday", "provider", NORA),
        ("a haircut tomorrow, my number is 3035550123 no 3035550124", "phone", "+13035550124"),
    ],
)
def test_the_last_word_wins_in_a_first_message(text: str, slot: str, value: Value) -> None:
    (told,) = [meaning for meaning in hear(text) if isinstance(meaning, Inform) and meaning.slot == slot]
    assert told.value == value


def test_only_one_without_another_rules_the_other_out() -> None:
    meanings = hear("just a haircut, no perm, tomorrow")
    assert [meaning.value for meaning in meanings if isinstance(meaning, Exclude)] == [PERM]
