"""What a page shows beside a reply: the same values in the same words, of real conversations with both examples."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from frontdesk.desk.cards import ConfirmCard, Picker, Row, confirm_card, offer_chips, plain
from frontdesk.desk.desk import Desk
from frontdesk.desk.house import House, World, open_house
from frontdesk.desk.pinning import with_pinned
from frontdesk.storage.unit import Unit
from tests.desk.seen import BOTH, BOTOX, CONTACT, LISTED, MADRID, TOMORROW, flights, last, turns
from tests.desk.shops import FLOW, SELLS, shop
from tests.faults.desks import NOW, med_spa

WHOM = (" with emily", "")
SCRIPTS: list[tuple[Callable[[], House], Sequence[str]]] = [
    (med_spa, ("i want botox", "tomorrow", "more", "the second one", *CONTACT, "yes", "move it to friday", "3pm")),
    (med_spa, (*BOTOX, "yes", "cancel it", "yes")),
    (med_spa, (*BOTH, "yes", "cancel both", "yes")),
    (med_spa, ("botox with emily on friday", "9am", *CONTACT, "note that i am allergic to latex")),
    (med_spa, (*BOTOX, "yes", "botox on friday at 10", "skip", "yes", "cancel my appointment")),
    (med_spa, (*BOTOX, "yes", "change my email to ann@example.com", "yes")),
    (med_spa, ("is it safe while pregnant?",)),
    (flights, (*MADRID, "yes", "change my flight to december 8", "yes", "cancel my flight", "no")),
    (flights, LISTED),
    (flights, (*MADRID, "yes", "book a flight from madrid to london on december 9", "yes", "cancel my flight")),
]


@pytest.mark.parametrize("script", range(len(SCRIPTS)))
def test_a_card_says_nothing_that_the_reply_does_not_say(script: int) -> None:
    house, lines = SCRIPTS[script]
    shown = 0
    for turn in turns(house(), *lines):
        card = confirm_card(turn.house, turn.conversation, NOW)
        texts = [row.text for row in card.rows] if card else []
        if turn.answer["position"] != "collecting":  # there it is names of the catalogue
            texts += [text for chip in turn.chips.chips for text in (chip.text, chip.detail)]
        assert [text for text in texts if text not in turn.reply] == [], turn.reply
        assert (card is not None) == (turn.answer["position"] == "confirming")
        assert turn.chips.chips or turn.answer["position"] != "choosing"
        json.dumps([plain(each) for each in (card, turn.chips, turn.picker)])
        shown += len(texts) + (card is not None)
    assert shown


NAMES: list[tuple[Callable[[], House], Sequence[str], Sequence[str]]] = [
    (med_spa, ("book an appointment",), [each.name for each in med_spa().business.services.values()]),
    (med_spa, ("book a facial",), ["HydraFacial", "PRP facial"]),
    (med_spa, ("i want botox",), []),
    (med_spa, ("botox tomorrow at 4pm",), []),
    (flights, ("book a flight",), [each.name for each in flights().business.resources.values()]),
]


@pytest.mark.parametrize(
    ("house", "lines", "names"), NAMES, ids=["a service", "two that fit", "a day", "a name", "a city"]
)
def test_what_can_be_named_is_there_to_tap(
    house: Callable[[], House], lines: Sequence[str], names: Sequence[str]
) -> None:
    chips = last(house(), *lines).chips
    assert [(chip.number, chip.text) for chip in chips.chips] == list(enumerate(names, start=1))
    assert not chips.more


def test_a_long_catalogue_is_typed() -> None:
    spa = med_spa()
    (one, *_) = spa.business.services.values()
    many = {f"{one.id}_{number}": replace(one, id=f"{one.id}_{number}") for number in range(13)}
    asked = last(spa, "book an appointment")
    assert asked.chips.chips
    crowded = replace(asked.house, business=replace(spa.business, services=many))
    assert offer_chips(crowded, asked.conversation, NOW).chips == ()


ASKED: list[tuple[Callable[[], House], Sequence[str], str]] = [
    (med_spa, BOTOX, "book_appointment"),
    (med_spa, (*BOTOX, "yes", "move it to friday at 10"), "reschedule_appointment"),
    (med_spa, (*BOTOX, "yes", "cancel it"), "cancel_appointment"),
    (med_spa, (*BOTOX, "yes", "change my email to ann@example.com"), "correct_contact"),
    (flights, MADRID, "confirm_flight_booking"),
    (flights, (*MADRID, "yes", "change my flight to december 8"), "change_flight_booking"),
    (flights, (*MADRID, "yes", "cancel my flight"), "cancel_flight_booking"),
    (flights, LISTED, "confirm_flight_booking"),
]


@pytest.mark.parametrize(("house", "lines", "action"), ASKED, ids=lambda each: each if isinstance(each, str) else "")
def test_a_guest_who_types_what_a_button_says_means_it(
    house: Callable[[], House], lines: Sequence[str], action: str
) -> None:
    card = last(house(), *lines).card
    agreed, declined = (last(house(), *lines, words) for words in (card.yes, card.no))
    done = [each["action"] for each in agreed.answer["did"]]
    assert done == [action] or (agreed.answer["position"] == "confirming" and agreed.card == card)
    assert declined.answer["did"] == []
    assert declined.answer["position"] != "confirming"


def test_a_booking_is_confirmed_value_by_value() -> None:
    card = last(med_spa(), *BOTOX).card
    assert card.rows == (
        Row("service", "Service", "Botox"),
        Row("day", "Day", "Wednesday, November 19"),
        Row("time", "Time", "4 PM"),
        Row("provider", "With", "Dr. Sarah Smith"),
        Row("name", "Name", "Ann Miller"),
        Row("phone", "Phone", "(212) 555-0142"),
    )
    assert (card.yes, card.no, card.ends) == ("Book it", "Not yet", False)
    assert card.changeable == ("service", "day", "time", "provider", "name", "phone")
    assert (card.start, card.online) == (datetime(2025, 11, 19, 16, tzinfo=ZoneInfo("America/New_York")), False)


def test_two_services_at_once_have_a_row_that_says_when_each_begins() -> None:
    seen = last(med_spa(), *BOTH)
    assert seen.texts()["service"] == "Botox and Chemical peel"
    assert seen.texts()["plan"] == "Botox at 9 AM and Chemical peel at 9:30 AM"
    assert "plan" not in seen.card.changeable


def test_a_move_shows_what_was_and_what_will_be_and_its_fee() -> None:
    seen = last(med_spa(), "botox tomorrow at 9am", *CONTACT, "yes", "move it to friday at 3pm")
    labels = {row.label: row.text for row in seen.card.rows}
    assert labels["Old day"] == "Wednesday, November 19"
    assert (labels["New day"], labels["New time"]) == ("Friday, November 21", "3 PM")
    assert labels["Fee"] == "$150 to $300"
    assert (seen.card.yes, seen.card.no, seen.card.ends) == ("Move it", "Leave it", False)
    assert seen.card.changeable == ("day", "time", "provider")
    assert seen.card.start == datetime(2025, 11, 21, 15, tzinfo=ZoneInfo("America/New_York"))


def test_a_cancellation_with_a_fee_ends_something_and_nothing_of_it_can_be_changed() -> None:
    card = last(med_spa(), "botox tomorrow at 9am", *CONTACT, "yes", "cancel it").card
    found = "Botox on Wednesday, November 19 at 9 AM with Dr. Sarah Smith"
    assert card.rows == (Row("found", "Appointment", found), Row("fee", "Fee", "$150 to $300"))
    assert (card.yes, card.no, card.ends, card.changeable) == ("Cancel the appointment", "Keep it", True, ())


def test_a_flight_is_confirmed_in_the_order_of_its_text() -> None:
    card = last(flights(), *MADRID).card
    assert [(row.label, row.text) for row in card.rows] == [
        ("From", "Madrid"),
        ("To", "Paris"),
        ("Date", "Friday, December 5"),
        ("Departure", "9:15 PM"),
        ("Price", "$119"),
    ]
    assert card.changeable == ("origin", "destination", "departure_date")


def test_cancelling_a_flight_ends_it_and_changing_it_does_not() -> None:
    changing, cancelling = turns(flights(), *MADRID, "yes", "change my flight to december 8", "cancel my flight")[-2:]
    assert (changing.card.yes, changing.card.no, changing.card.ends) == ("Book it", "Leave it", False)
    assert changing.card.changeable == ("destination", "departure_date")
    assert (cancelling.card.yes, cancelling.card.ends, cancelling.card.changeable) == ("Cancel the flight", True, ())


def test_the_card_of_a_second_try_has_the_same_rows() -> None:
    first, again = turns(med_spa(), *BOTOX, "hello there")[-2:]
    assert first.reply != again.reply
    assert first.card == again.card


def test_a_sentence_that_is_not_agreed_to_is_no_row() -> None:
    card = last(med_spa(), "is it safe while pregnant?").card
    assert (card.rows, card.yes, card.no) == ((), "Yes, please", "No, thank you")


def test_buttons_without_texts_of_their_own_say_what_the_language_says(tmp_path: Path) -> None:
    card = last(open_house(shop(tmp_path / "shop", SELLS)), "buy a ticket for the opera").card
    assert (card.yes, card.no, card.rows) == ("Yes, please", "Not yet", (Row("show", "Show", "Opera"),))


def test_an_older_version_of_a_flow_keeps_its_own_buttons(tmp_path: Path) -> None:
    asks = 'message: "A ticket for {show}?"'
    old = FLOW.replace(asks, f"{asks}, buttons: {{yes: Buy it}}")
    database = f"sqlite:///{tmp_path}/shop.db"

    async def say(folder: Path, line: str) -> ConfirmCard | None:
        async with Desk.open(folder, database, lambda: NOW) as desk:
            await desk.say(line, conversation="c1")
            return await desk.store.run(lambda unit: card_of(desk.house, unit))

    def card_of(house: House, unit: Unit) -> ConfirmCard | None:
        conversation = unit.conversations.by_id("c1")
        assert conversation is not None
        return confirm_card(with_pinned(house, unit, conversation), conversation, NOW)

    assert asyncio.run(say(shop(tmp_path / "shop", SELLS, old), "buy a ticket")) is None
    card = asyncio.run(say(shop(tmp_path / "shop", SELLS, old.replace("Buy it", "Take it")), "the opera"))
    assert card is not None
    assert card.yes == "Buy it"


def test_openings_are_chips_of_their_day() -> None:
    first, more = turns(med_spa(), "botox tomorrow", "more")
    chips = first.chips.chips
    assert [chip.number for chip in chips] == [1, 2, 3, 4, 5]
    assert [chip.text for chip in chips[:3]] == ["9:00 AM", "9:30 AM", "10:00 AM"]
    assert {chip.day for chip in chips} == {TOMORROW}
    assert plain(chips[0].start) == "2025-11-19T09:00:00-05:00"
    assert first.chips.more
    assert more.chips.chips[0].text == "11:30 AM"


def test_chips_of_two_services_say_when_each_begins() -> None:
    chip = last(med_spa(), "botox and a chemical peel tomorrow").chips.chips[0]
    assert (chip.text, chip.detail) == ("9:00 AM", "Botox at 9 AM and Chemical peel at 9:30 AM")


def test_who_it_is_with_stands_on_a_chip_only_where_it_differs() -> None:
    named = last(med_spa(), "botox with emily tomorrow").chips.chips
    assert {chip.detail for chip in named} == {""}
    both = turns(med_spa(), "botox with dr smith tomorrow at 9am", *CONTACT, "yes", "botox tomorrow morning")[-1]
    details = {chip.text: chip.detail for chip in both.chips.chips}
    assert details["9:00 AM"] == "Nurse Emily Johnson"
    assert details["9:30 AM"] == "Dr. Sarah Smith"


def test_flights_are_chips_with_their_price_and_bookings_are_lines() -> None:
    chips = last(flights(), LISTED[0]).chips.chips
    assert [(chip.text, chip.detail) for chip in chips][:2] == [("9:15 PM", "$119"), ("6:40 AM", "$134")]
    booked = last(med_spa(), *BOTOX, "yes", "botox on friday at 10", "skip", "yes", "cancel my appointment").chips.chips
    assert booked[0].text == "Botox on Wednesday, November 19 at 4 PM with Dr. Sarah Smith"
    assert {chip.detail for chip in booked} == {""}


def test_a_day_that_is_asked_for_can_be_picked_from_those_that_can_be_booked() -> None:
    picker = last(med_spa(), "i want botox with emily").picker
    horizon = med_spa().business.services["botox"].horizon
    assert picker == Picker(
        "day", "day", NOW.date(), NOW.date() + horizon, free_days=True, services=("botox",), provider="emily_johnson"
    )


def test_openings_can_be_picked_from_the_calendar_too() -> None:
    booking, moving = (
        last(med_spa(), *lines).picker for lines in (("botox tomorrow",), (*BOTOX, "yes", "move it to friday"))
    )
    assert booking is not None
    assert (booking.kind, booking.slot, booking.day, booking.moving) == ("moment", "opening", TOMORROW, 0)
    assert moving is not None
    assert (moving.services, moving.free_days, moving.moving > 0) == (("botox",), True, True)


def test_who_came_with_a_time_is_not_wished_for_on_another_day() -> None:
    named, anybody = (last(med_spa(), f"botox{whom} tomorrow at 4pm", *CONTACT, "another day") for whom in WHOM)
    assert [turn.picker and turn.picker.provider for turn in (named, anybody)] == ["emily_johnson", None]


def test_of_flights_no_free_days_are_known() -> None:
    picker = last(flights(), *MADRID[:3]).picker
    assert picker == Picker("day", "departure_date", NOW.date(), None)


def test_nothing_is_picked_where_something_else_is_asked() -> None:
    assert [turn.picker for turn in turns(med_spa(), "hello", "book an appointment")] == [None, None]
    assert last(med_spa(), *BOTOX).picker is None


def test_while_the_calendar_is_down_free_days_are_not_known() -> None:
    house = replace(med_spa(), world=World(calendar_down=True))
    picker = last(house, "i want botox").picker
    assert picker is not None
    assert not picker.free_days


BUSINESS = "id: questions\nname: Questions\nzone: UTC\nhours: {daily: 0-24}\nresources: {red: {kind: colour}}\n"
MOMENT = """\
flows:
  begin:
    description: tell when
    trigger: [tell you when]
    slots:
      begin: {type: moment, ask: "When shall it begin?"}
    steps:
      - {step: ask, type: collect, slot: begin}
      - {step: sure, type: confirm, message: "{begin:day} and {begin:time}?", next: end}
"""


def test_half_of_a_moment_leaves_the_other_half_to_be_picked(tmp_path: Path) -> None:
    (tmp_path / "flows").mkdir()
    (tmp_path / "flows" / "begin.yaml").write_text(MOMENT, encoding="utf-8")
    (tmp_path / "business.yaml").write_text(BUSINESS, encoding="utf-8")
    begun, half, whole = turns(open_house(tmp_path), "tell you when", "tomorrow", "at 3pm")
    assert [turn.picker and (turn.picker.kind, turn.picker.slot) for turn in (begun, half)] == [
        ("moment", "begin"),
        ("time", "begin"),
    ]
    assert whole.texts() == {"begin": "Wednesday, November 19 at 3 PM"}


def test_what_is_no_part_of_a_card_is_no_data() -> None:
    with pytest.raises(TypeError, match="set"):
        plain({1, 2}.difference({2}))
