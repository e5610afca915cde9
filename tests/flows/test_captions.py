"""Labels of slots and texts of buttons: short texts that stand by themselves."""

from pathlib import Path

import pytest

from frontdesk.desk.house import BusinessRefused, open_house
from frontdesk.dialogue.flow import Confirm, Slot
from frontdesk.flows import Loaded
from tests.desk.shops import FLOW, SELLS, shop
from tests.flows.sample import load_files, rules_of

PLAIN = """\
flows:
  ask:
    description: ask for a day
    trigger: ask me
    slots:
      departure_date: {type: day, ask: Which day?}
    steps:
      - {step: ask_day, type: collect, slot: departure_date}
      - {step: sure, type: confirm, message: "{departure_date}?"}
      - {step: fine, type: say, message: "{departure_date} it is."}
"""
LABELLED = PLAIN.replace("ask: Which day?}", "ask: Which day?, label: Day}")
WITH_BUTTONS = PLAIN.replace('date}?"}', 'date}?", buttons: {yes: Do it, no: Leave it}}')


def loaded(folder: Path, text: str) -> Loaded:
    result = load_files(folder, {"flows/main.yaml": text})
    assert isinstance(result, Loaded), result
    return result


def confirm_of(result: Loaded) -> Confirm:
    step = result.flows.newest["ask"].steps["sure"]
    assert isinstance(step, Confirm)
    return step


def test_a_slot_is_labelled_by_its_name_unless_it_has_a_label(tmp_path: Path) -> None:
    assert Slot("departure_date", "day").label == "Departure date"
    assert loaded(tmp_path, PLAIN).flows.newest["ask"].slots["departure_date"].label == "Departure date"
    assert loaded(tmp_path, LABELLED).flows.newest["ask"].slots["departure_date"].label == "Day"


def test_buttons_say_what_they_do_or_what_the_language_says(tmp_path: Path) -> None:
    plain, named = confirm_of(loaded(tmp_path, PLAIN)), confirm_of(loaded(tmp_path, WITH_BUTTONS))
    assert (plain.yes, plain.no) == ("", "")
    assert (named.yes, named.no) == ("Do it", "Leave it")


def test_only_a_flow_that_uses_them_has_another_version(tmp_path: Path) -> None:
    versions = [loaded(tmp_path, text).flows.newest["ask"].fingerprint for text in (PLAIN, LABELLED, WITH_BUTTONS)]
    # The version of this flow as it was before there were labels and buttons: stored conversations are on it.
    assert versions[0] == "64be546dc8139412985939dcafe387501763d35df1071b424a2cca72279e01b7"
    assert len(set(versions)) == 3


@pytest.mark.parametrize(
    ("old", "new", "line", "rule"),
    [
        ("label: Day", "label: '{departure_date}'", 6, "bad_caption"),
        ("label: Day", f"label: {'Day ' * 20}", 6, "bad_caption"),
        ("label: Day", "label: [Day]", 6, "wrong_shape"),
        ("label: Day", "lable: Day", 6, "unknown_key"),
        ("label: Day", "label: One moment please", 6, "text"),
        ('date}?"}', 'date}?", buttons: {yse: Do it}}', 9, "unknown_key"),
        ('date}?"}', 'date}?", buttons: Do it}', 9, "wrong_shape"),
        ('date}?"}', 'date}?", buttons: {no: "Not [yet]"}}', 9, "bad_caption"),
        (
            "Which day?, label: Day}",
            "Which day?, label: Day}\n      buttons: {type: text, label: ''}",
            7,
            "empty_value",
        ),
    ],
)
def test_a_mistake_is_found_where_it_is(tmp_path: Path, old: str, new: str, line: int, rule: str) -> None:
    assert old in LABELLED
    result = load_files(tmp_path, {"flows/main.yaml": LABELLED.replace(old, new)})
    assert rules_of(result) == [("flows/main.yaml", line, rule)]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("One moment, please", "text"),
        ("Pay $99", "text"),
        ("Take it at 3pm", "text"),
        ("It is booked", "claims_deed"),
        ("Your ticket was cancelled", "claims_deed"),
    ],
)
def test_a_button_promises_and_claims_nothing(tmp_path: Path, text: str, rule: str) -> None:
    asks = 'message: "A ticket for {show}?"'
    assert asks in FLOW
    folder = shop(tmp_path / "shop", SELLS, FLOW.replace(asks, f"{asks}, buttons: {{yes: '{text}'}}"))
    with pytest.raises(BusinessRefused) as refused:
        open_house(folder)
    assert {finding.rule for finding in refused.value.refused.findings} == {rule}


@pytest.mark.parametrize(
    "text", ["Book it", "Cancel the appointment", "Keep it", "Move it", "Not yet", "Buy the ticket"]
)
def test_a_button_may_say_what_is_done_when_it_is_pressed(tmp_path: Path, text: str) -> None:
    asks = 'message: "A ticket for {show}?"'
    open_house(shop(tmp_path / "shop", SELLS, FLOW.replace(asks, f"{asks}, buttons: {{yes: '{text}', no: '{text}'}}")))
