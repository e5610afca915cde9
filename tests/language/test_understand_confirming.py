"""A yes counts only for exactly what was shown; a change, a doubt or a question is none."""

from dataclasses import replace
from datetime import date, time

import pytest

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import Affirm, Ask, Cancel, Change, Choose, Deny, Inform, Meaning, Repeat
from tests.language.understood import CANCEL, CHOSEN, CONFIRM, CROSS, KIEL, OFFER, OSLO, RIGA, SUMMARY, hear

CHANGING = replace(CONFIRM, wanted=Wanted.CHANGE)
FERRY = Asked(
    Wanted.CONFIRMATION,
    "cross",
    slots=CROSS.slots,
    known={"origin": OSLO, "destination": KIEL, "departure_date": date(2026, 3, 9)},
    shows=("origin", "destination", "departure_date"),
)


def answer(text: str) -> list[Meaning]:
    return hear(text, CONFIRM, SUMMARY)


def kinds(meanings: list[Meaning]) -> set[type]:
    return {type(meaning) for meaning in meanings}


@pytest.mark.parametrize("text", ["yes", "yep, go ahead", "looks right to me", "Please do.", "👍", "book it"])
def test_a_yes_is_a_yes(text: str) -> None:
    assert kinds(answer(text)) == {Affirm}


@pytest.mark.parametrize("text", ["so 👍", "um 👍"])
def test_a_picture_that_answers_may_have_a_pause_before_it(text: str) -> None:
    assert kinds(answer(text)) == {Affirm}


@pytest.mark.parametrize(
    "text",
    [
        "tursday",
        "yes, tusrday",
        "a haircut at 2 on wedsneday",
        "thanks, wedsneday mroninng",
        "2 pm sairtday",
        "mnoeday",
        "2",
        "the third one",
        "option 4 please",
    ],
)
def test_a_wish_that_cannot_be_read_leaves_nothing_to_say_yes_to(text: str) -> None:
    assert answer(text) == [Change(None, text)]


@pytest.mark.parametrize("text", ["tursday at 4pm", "no, make it noon on tusrday", "with Ivan, tursday"])
def test_a_change_beside_a_day_that_cannot_be_read_is_asked_for_again(text: str) -> None:
    assert answer(text) == [Change(None, text)]


@pytest.mark.parametrize("text", ["the name is Augusto Perez", "make it 4pm", "with Ivan on friday"])
def test_a_change_that_can_be_read_asks_for_no_day(text: str) -> None:
    assert Change not in kinds(answer(text))


def test_a_number_picks_from_a_list_only_if_one_was_shown() -> None:
    unlisted = replace(CONFIRM, chosen_from=OFFER.options, listed=False)
    assert hear("the second one", unlisted, SUMMARY) == [Change(None, "the second one")]
    assert Choose in kinds(hear("the second one", replace(unlisted, listed=True), SUMMARY))


@pytest.mark.parametrize("text", ["ok boomer", "surely you jest", "it was fine last time", "$90 is fine", "thnkas"])
def test_a_remark_changes_nothing(text: str) -> None:
    assert Change not in kinds(answer(text))


@pytest.mark.parametrize("text", ["let me think about tursday", "hold on, tursday"])
def test_whoever_asks_for_time_changes_nothing_yet(text: str) -> None:
    assert Change not in kinds(answer(text))


@pytest.mark.parametrize("text", ["okay so", "okay so hmm", "ok well", "yeah, um", "sure er", "alright so uh"])
def test_whoever_trails_off_has_not_agreed(text: str) -> None:
    assert Affirm not in kinds(answer(text))


@pytest.mark.parametrize("text", ["um okay", "okay so yes", "mm hmm", "uh-huh", "so, er, go ahead"])
def test_a_pause_before_a_yes_takes_nothing_back(text: str) -> None:
    assert kinds(answer(text)) == {Affirm}


@pytest.mark.parametrize("text", ["no from Riga", "nope from riga", "no Riga to Kiel"])
def test_a_no_without_its_comma_leaves_out_nothing(text: str) -> None:
    meanings = hear(text, FERRY, "Oslo to Kiel on March 9. Shall I book it?", business="cross")
    found = {meaning.slot: meaning.value for meaning in meanings if isinstance(meaning, Inform)}
    assert found["origin"] == RIGA


@pytest.mark.parametrize("text", ["no", "nope", "no thanks", "don't", "that's wrong"])
def test_a_no_is_a_no(text: str) -> None:
    assert Deny in kinds(answer(text))
    assert Affirm not in kinds(answer(text))


@pytest.mark.parametrize(
    "text", ["no, make it Friday", "yes but on Friday", "make it friday and yes", "Friday would be better"]
)
def test_a_changed_value_is_never_a_yes(text: str) -> None:
    meanings = answer(text)
    assert Affirm not in kinds(meanings)
    assert [(meaning.slot, meaning.value) for meaning in meanings if isinstance(meaning, Inform)] == [
        ("day", date(2026, 3, 6))
    ]


@pytest.mark.parametrize("text", ["yes, 2pm is right", "yes, Wednesday at 2", "correct, a haircut"])
def test_a_yes_may_repeat_what_was_shown(text: str) -> None:
    assert kinds(answer(text)) == {Affirm}


def test_a_statement_that_asks_to_be_confirmed_is_answered() -> None:
    assert kinds(answer("the 4th is a wednesday right")) == {Repeat}


@pytest.mark.parametrize(
    ("text", "slot"),
    [("no, change the date", "day"), ("the name is wrong", "name"), ("can we change the time", "time")],
)
def test_a_change_without_a_value_names_its_slot(text: str, slot: str) -> None:
    meanings = answer(text)
    assert [meaning.slot for meaning in meanings if isinstance(meaning, Change)] == [slot]
    assert Affirm not in kinds(meanings)


@pytest.mark.parametrize("text", ["all good except the time", "fine, but not the time", "right, apart from the time"])
def test_an_exception_is_no_yes(text: str) -> None:
    assert Affirm not in kinds(answer(text))


def test_a_name_is_changed_by_naming_it() -> None:
    assert hear("change the name to Ola Nord", CONFIRM, SUMMARY) == [Inform("name", "Ola Nord", "Ola Nord")]


def test_an_hour_is_enough_for_a_change() -> None:
    assert hear("make it 4", CONFIRM, SUMMARY) == [Inform("time", time(16), "4")]


@pytest.mark.parametrize("text", ["hmm I'm not sure", "maybe", "I don't know yet"])
def test_a_doubt_is_no_yes(text: str) -> None:
    assert Affirm not in kinds(answer(text))


@pytest.mark.parametrize(
    "text", ["is that with Nora?", "how much is it?", "does that include shampoo?", "ok. how long does it take?"]
)
def test_a_question_alone_is_no_yes(text: str) -> None:
    assert kinds(answer(text)) == {Ask}


@pytest.mark.parametrize(
    "text", ["yes, and how much is it?", "Sure! what does it cost?", "ok book it. how much is that in all?"]
)
def test_a_question_about_what_is_decided_is_answered_first(text: str) -> None:
    assert kinds(answer(text)) == {Ask}


@pytest.mark.parametrize("text", ["cancel", "no, forget it", "never mind, I changed my mind"])
def test_cancel_drops_it(text: str) -> None:
    assert kinds(answer(text)) == {Cancel}


@pytest.mark.parametrize("text", ["yes, cancel it", "cancel it please", "yes cancel"])
def test_cancel_agrees_where_cancelling_is_the_question(text: str) -> None:
    asked = Asked(
        Wanted.CONFIRMATION, "cancel", slots=CANCEL.slots, known={**CHOSEN, "time": time(14)}, shows=("service", "day")
    )
    assert kinds(hear(text, asked, "Shall I cancel your haircut on Wednesday at 2 PM?")) == {Affirm}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("change the destination to Riga", {"destination": RIGA}),
        ("no, from Riga", {"origin": RIGA}),
        ("make it the 12th", {"departure_date": date(2026, 3, 12)}),
    ],
)
def test_a_change_finds_its_slot(text: str, values: dict[str, object]) -> None:
    meanings = hear(text, FERRY, "Oslo to Kiel on March 9. Shall I book it?", business="cross")
    assert {meaning.slot: meaning.value for meaning in meanings if isinstance(meaning, Inform)} == values


@pytest.mark.parametrize(
    ("text", "slot"), [("the date", "day"), ("my phone number", "phone"), ("the treatment", "service")]
)
def test_after_a_no_a_slot_may_be_named_alone(text: str, slot: str) -> None:
    assert [meaning.slot for meaning in hear(text, CHANGING) if isinstance(meaning, Change)] == [slot]


@pytest.mark.parametrize("text", ["nothing", "leave it", "forget it"])
def test_after_a_no_nothing_ends_it(text: str) -> None:
    assert kinds(hear(text, CHANGING)) == {Cancel}


def test_after_a_no_a_value_is_taken() -> None:
    assert hear("friday", CHANGING) == [Inform("day", date(2026, 3, 6), "friday")]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("no, with a y", "Mya Berg"),
        ("it's spelled M-Y-A", "Mya Berg"),
        ("my last name is Bergh", "Mia Bergh"),
        ("Berger, not Berg", "Mia Berger"),
        ("it's Ann Lee", "Ann Lee"),
    ],
)
def test_a_name_is_corrected_where_it_is_wrong(text: str, name: str) -> None:
    meanings = answer(text)
    assert [(meaning.slot, meaning.value) for meaning in meanings if isinstance(meaning, Inform)] == [("name", name)]
    assert Affirm not in kinds(meanings)


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("an hour earlier", "time", time(13)),
        ("can you push it back 45 minutes?", "time", time(14, 45)),
        ("a week later please", "day", date(2026, 3, 11)),
    ],
)
def test_what_is_shown_moves_by_a_length_of_time(text: str, slot: str, value: object) -> None:
    assert [(each.slot, each.value) for each in answer(text) if isinstance(each, Inform)] == [(slot, value)]
