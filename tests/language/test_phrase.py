"""What the desk has to say becomes words: each try differently, each channel in its way, guest text untouched."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.dialogue.effects import Say, Shown
from frontdesk.dialogue.values import Item, Value
from frontdesk.dialogue.wording import Wording
from frontdesk.language.readers.reading import Style
from frontdesk.language.replies.guard import Facts, announcements, plain, unsupported
from frontdesk.language.replies.phrase import SHORT_LIMIT, Phrases, Reply, as_wording, built_in
from frontdesk.language.replies.template import MissingValueError, fill, parse
from tests.language.phrase_business import BUSINESS, CONTEXT, TOMORROW, moment, opening

OWN = {
    "book.offer": as_wording(["For {service} on {day} there is:", "Which of these times?"]),
    "book.offer_later": as_wording("Take one: {options} Which?"),
    "book.confirm": as_wording("{service} on {day}[ with {provider?}] for {name}.[ Note: {notes?}.] Shall I book it?"),
    "book.style": as_wording({"any": "any text", "short": "short text"}),
    "book.price": as_wording("Price: ${price}."),
}
PHRASES = Phrases.of("en", OWN, abilities=("Book a visit", "Move a visit"))
CONFIRM: dict[str, Value] = {"service": Item("service", "wrap"), "day": TOMORROW, "name": "Ann"}
OPENINGS = (opening(1, moment(4, 9)), opening(2, moment(4, 9, 30)), opening(3, moment(4, 10)))
OFFER = Say("book.offer", {"service": Item("service", "massage"), "day": TOMORROW}, 1, OPENINGS)


def text(say: Say, style: Style = Style.RICH) -> str:
    return PHRASES.text(say, CONTEXT, BUSINESS, style)


def reply(*says: Say, style: Style = Style.RICH) -> Reply:
    return PHRASES.reply(says, CONTEXT, BUSINESS, style)


# Said by themselves: not the lines of a list, and not what is put before something said already.
WHOLE = sorted(name for name in built_in("en") if not name.startswith(("option.", "again.statement")))


# Wordings


def test_no_two_of_three_tries_read_the_same() -> None:
    values: dict[str, Value] = {"words": "that", "days": "those", "reference": "R", "slot": "day", "options": ""}
    values |= {"example": "Friday at 3", "value": "Emily"}
    for phrase in (name for name in WHOLE if len(built_in("en")[name].texts) > 1):
        texts = {text(Say(phrase, values, wording)) for wording in (1, 2, 3)}
        assert len(texts) == 3, phrase


def test_a_question_with_one_wording_is_put_differently_the_second_time() -> None:
    assert text(Say("book.confirm", CONFIRM, 2)) != text(Say("book.confirm", CONFIRM))


def test_a_business_may_word_a_reply_its_own_way() -> None:
    phrases = Phrases.of("en", {"thanks": as_wording("My pleasure.")})
    assert phrases.text(Say("thanks"), CONTEXT, BUSINESS, Style.RICH) == "My pleasure."


def test_a_style_takes_its_own_text_or_the_one_for_any() -> None:
    assert text(Say("book.style"), Style.SHORT) == "short text"
    assert text(Say("book.style"), Style.SPOKEN) == "any text"


def test_a_case_without_a_text_takes_the_text_of_what_it_is_a_case_of() -> None:
    assert text(Say("problem.invalid.colour")) == text(Say("problem.invalid"))
    assert text(Say("ask_colour")) == text(Say("ask_any"))


def test_a_phrase_that_nobody_wrote_is_our_mistake() -> None:
    with pytest.raises(KeyError):
        text(Say("no_such_phrase"))


@pytest.mark.parametrize("style", Style)
def test_every_built_in_reply_can_be_said_without_values(style: Style) -> None:
    for phrase in WHOLE:
        said = PHRASES.reply((Say(phrase),), CONTEXT, BUSINESS, style).text
        assert said, phrase
        assert not any(sign in said for sign in "{}[]"), phrase
        assert "  " not in said, phrase


# Templates


def test_an_optional_part_goes_when_its_value_is_missing() -> None:
    assert text(Say("book.confirm", CONFIRM)) == "Mud wrap on Wednesday, March 4 for Ann. Shall I book it?"


def test_an_optional_part_stays_with_its_value() -> None:
    values = {**CONFIRM, "provider": Item("provider", "omar"), "notes": "warm room"}
    expected = "Mud wrap on Wednesday, March 4 with Omar Bell for Ann. Note: warm room. Shall I book it?"
    assert text(Say("book.confirm", values)) == expected


@pytest.mark.parametrize(
    ("template", "left"),
    [
        ("Yes, Botox on Friday at {time?}. That would be $300.", " That would be $300."),
        ("Sorry, {time?} is taken.[ {who} could see you then.]", " Omar could see you then."),
        ("{time?} Would you like another one?", " Would you like another one?"),
        ("There is room on Friday at {time?}.", ""),
    ],
)
def test_a_sentence_with_a_hole_in_it_is_left_out(template: str, left: str) -> None:
    assert fill(parse(template), lambda blank: {"who": "Omar"}.get(blank.name)) == left


def test_an_empty_value_is_a_missing_value() -> None:
    assert text(Say("book.confirm", {**CONFIRM, "notes": ""})) == text(Say("book.confirm", CONFIRM))


def test_a_needed_value_that_is_missing_is_our_mistake() -> None:
    with pytest.raises(MissingValueError):
        text(Say("book.confirm", {"service": Item("service", "wrap")}))


def test_a_sign_of_money_is_not_said_twice() -> None:
    assert text(Say("book.price", {"price": "$90"})) == "Price: $90."
    assert text(Say("book.price", {"price": 90})) == "Price: $90."


def test_a_value_that_ends_a_sentence_needs_no_second_full_stop() -> None:
    values = {**CONFIRM, "notes": "no oil."}
    assert "no oil. Shall" in text(Say("book.confirm", values))


@given(name=st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1).filter(str.strip))
def test_what_a_guest_typed_is_never_read_as_a_template(name: str) -> None:
    values = {**CONFIRM, "name": "A" + name + "Z"}
    assert f"A{name}Z" in text(Say("book.confirm", values))


@pytest.mark.parametrize("name", ["{desk}", "[{notes?}]", "<b>Bob</b>", "Robert'); DROP TABLE x;--", "{{x}}", "山田"])
def test_signs_in_a_name_stay_as_they_are(name: str) -> None:
    assert f"for {name}." in text(Say("book.confirm", {**CONFIRM, "name": name}))


# Options


def test_a_list_is_numbered_lines_one_line_or_a_sentence() -> None:
    assert text(OFFER).endswith("there is:\n1. 9:00 AM\n2. 9:30 AM\n3. 10:00 AM")
    assert text(OFFER, Style.SHORT).endswith("there is: 1) 9 AM 2) 9:30 AM 3) 10 AM")
    assert text(OFFER, Style.SPOKEN).endswith("there is: 9 AM, 9:30 AM, or 10 AM.")


def test_a_day_that_was_not_named_stands_on_top_of_the_list() -> None:
    assert "Which of these times?\nWednesday, March 4:\n1. 9:00 AM\n" in text(replace(OFFER, wording=2))


def test_a_day_that_the_sentence_before_named_is_not_repeated() -> None:
    before = Say("book.confirm", CONFIRM)
    assert reply(before, replace(OFFER, wording=2)).text.count("March 4") == 1


def test_options_of_several_days_name_their_days() -> None:
    options = (opening(1, moment(4, 9)), opening(2, moment(5, 9)))
    said = text(replace(OFFER, options=options))
    assert "1. Wednesday, March 4 at 9 AM\n2. Thursday, March 5 at 9 AM" in said


def test_a_provider_is_named_only_where_that_tells_options_apart() -> None:
    assert "Ines" not in text(OFFER)
    mixed = (opening(1, moment(4, 9)), opening(2, moment(4, 9), "omar"))
    assert "1. 9:00 AM with Ines Roth\n2. 9:00 AM with Omar Bell" in text(replace(OFFER, options=mixed))


def test_options_of_any_kind_show_what_is_known_of_them() -> None:
    shown = (Shown(1, "a", {"value": Item("service", "wrap")}), Shown(2, "b", {"value": date(2026, 3, 9)}))
    assert text(Say("which_of", {}, 1, shown)).endswith("1. Mud wrap\n2. Monday, March 9")


def test_more_options_are_mentioned_once() -> None:
    assert text(replace(OFFER, more=True)).count("more") == 1
    assert "more" not in text(OFFER)


def test_options_stand_where_the_text_puts_them() -> None:
    said = text(Say("book.offer_later", {"day": TOMORROW}, 1, OPENINGS[:1]), Style.SHORT)
    assert said == "Take one: Wed Mar 4: 1) 9 AM with Ines Roth Which?"


# Whole replies


def test_short_remarks_run_on_and_lists_stand_apart() -> None:
    said = reply(Say("unclear"), OFFER, Say("anything_else")).text
    assert said.startswith("Sorry, I didn't get that. For Massage")
    assert "10:00 AM\n\nIs there anything else" in said


def test_a_reply_is_never_empty() -> None:
    assert reply().text
    assert PHRASES.reply((Say("values_alone"),), CONTEXT, BUSINESS, Style.SHORT).text


def test_all_options_are_counted_as_shown_where_there_is_room() -> None:
    assert reply(OFFER).shown == 3
    assert reply(Say("thanks")).shown == 0


def test_a_short_reply_drops_options_from_the_end_and_says_there_are_more() -> None:
    many = tuple(opening(n, moment(4, 9, n), ("ines", "omar")[n % 2]) for n in range(1, 41))
    said = reply(replace(OFFER, options=many), style=Style.SHORT)
    assert len(said.text) <= SHORT_LIMIT
    assert 1 <= said.shown < 40
    assert f" {said.shown}) " in said.text
    assert f" {said.shown + 1}) " not in said.text
    assert said.text.endswith("Reply MORE for others.")


def test_a_short_reply_cuts_back_a_long_note_before_anything_else() -> None:
    said = reply(Say("book.confirm", {**CONFIRM, "notes": "very dry skin " * 100}), style=Style.SHORT).text
    assert len(said) <= SHORT_LIMIT
    assert said.endswith("Shall I book it?")


@given(st.text(max_size=3000), st.sampled_from(Style))
def test_a_reply_with_any_text_in_it_is_whole(note: str, style: Style) -> None:
    said = reply(Say("book.confirm", {**CONFIRM, "notes": note}), style=style)
    assert said.text.strip()
    assert style is not Style.SHORT or len(said.text) <= SHORT_LIMIT


def test_the_same_says_give_the_same_reply() -> None:
    assert reply(OFFER, Say("anything_else")) == reply(OFFER, Say("anything_else"))


def test_an_example_in_a_text_is_a_fact_of_that_text() -> None:
    phrases = Phrases.of("en", {"x": as_wording('Which day, for example "Friday" or "December 5"?')})
    said = phrases.text(Say("x"), CONTEXT, BUSINESS, Style.RICH)
    assert unsupported(said, Facts((), phrases.literals((Say("x"),), Style.RICH), BUSINESS), CONTEXT) == ()
    assert unsupported(said, Facts((), (), BUSINESS), CONTEXT) == ("Friday", "December 5")


# The plain form


def test_the_plain_form_holds_the_values_and_no_prose() -> None:
    phrases = Phrases.of("en", {"x": Wording(({"any": "One moment, {service} on {day} costs $99."},))})
    says = (Say("x", {"service": Item("service", "wrap"), "day": TOMORROW, "name": "Ann"}, 1, OPENINGS),)
    said = plain(says, phrases, CONTEXT, BUSINESS, Style.RICH)
    assert said == Reply("Mud wrap\nWednesday, March 4\nWednesday, March 4:\n1. 9:00 AM\n2. 9:30 AM\n3. 10:00 AM", 3)


def test_the_plain_form_of_a_question_keeps_the_sentences_that_may_stay() -> None:
    phrases = Phrases.of("en", {"x": as_wording("One moment, please. On which day shall it be? Say May 5.")})
    assert plain((Say("x"),), phrases, CONTEXT, BUSINESS, Style.RICH).text == "On which day shall it be?"


@pytest.mark.parametrize(
    ("style", "said"), [(Style.RICH, "Ann\nShall I book it?"), (Style.SHORT, "Ann. Shall I book it?")]
)
def test_the_plain_form_still_asks_what_was_asked(style: Style, said: str) -> None:
    phrases = Phrases.of("en", {"x": as_wording("For {name}, $99. Shall I book it?")})
    assert plain((Say("x", {"name": "Ann"}),), phrases, CONTEXT, BUSINESS, style).text == said


def test_the_plain_form_leaves_the_parts_that_are_not_to_blame() -> None:
    phrases = Phrases.of("en", OWN, {"x": as_wording("Let me check, {name}.")})
    says = (Say("book.confirm", CONFIRM), Say("x", {"name": "Ann"}))
    said = plain(says, phrases, CONTEXT, BUSINESS, Style.RICH)
    assert said.text == "Mud wrap on Wednesday, March 4 for Ann. Shall I book it? Ann"


@pytest.mark.parametrize("style", Style)
def test_the_plain_form_passes_both_guards_and_is_never_empty(style: Style) -> None:
    every: list[tuple[Say, ...]] = [(OFFER,), (Say("book.confirm", CONFIRM),), (Say("unclear"),), ()]
    starts = [option.fields["start"] for option in OPENINGS]
    for says in every:
        said = plain(says, PHRASES, CONTEXT, BUSINESS, style).text
        values = [value for say in says for value in say.values.values()]
        facts = Facts((*values, *starts), (), BUSINESS)
        assert said
        assert announcements(said, "en") == ()
        assert unsupported(said, facts, CONTEXT) == ()
