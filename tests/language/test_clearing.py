"""What speech and typing put between a guest's words is taken out before anything is read; the rest stays theirs."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.desk.house import open_house
from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.flow import Slot
from frontdesk.language.readers.clearing import Clearing
from frontdesk.language.readers.text.own_words import sold_words, words_of

HOUSE = open_house(Path(__file__).parents[2] / "examples" / "medspa")
CLEARING = Clearing(words_of(HOUSE.business, HOUSE.flows), sold_words(HOUSE.business), "en")


def cleared(text: str, asked: Asked | None = None) -> str:
    return CLEARING.clear(text, asked or Asked()).text


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("um, a peel er on friday", "a peel on friday"),
        ("so I need, you know, a facial", "I need, a facial"),
        ("okay so saturday at like noon", "saturday at noon"),
        ("do you know if it hurts", "do you know if it hurts"),
        ("I'd like a peel", "I'd like a peel"),
        ("something like Botox", "something like Botox"),
        ("I wouldn't like it", "I wouldn't like it"),
        ("I seem to like it", "I seem to like it"),
        ("I'd like not to wait", "I'd like not to wait"),
        ("uh-huh", "uh-huh"),
        ("hmm", "hmm"),
        ("friday please 🙂🙏", "friday please"),
        ("👍", "👍"),
        ("no 👎", "no 👎"),
        ("my reference is er7h9qpx", "my reference is er7h9qpx"),
        ("my reference is v6v6wm46", "my reference is v6v6wm46"),
        ("appoitnment Vera Kohl", "appointment Vera Kohl"),
        ("cancel ym3qqmq3 please", "cancel ym3qqmq3 please"),
        ("it is taxen3kf", "it is taxen3kf"),
        ("it's, um, um4k2tt", "it's, um4k2tt"),
        ("look up XNCYY7HM", "look up XNCYY7HM"),
    ],
)
def test_fillers_and_pictures_go(said: str, meant: str) -> None:
    assert cleared(said) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("can I can I come on sat- saturday", "can I come on saturday"),
        ("yes yes", "yes"),
        ("june twenty six june twenty six at ten", "june twenty six at ten"),
        ("Duran Duran", "Duran Duran"),
        ("anna anna kovacs", "anna kovacs"),
        ("five five five", "five five five"),
        ("e-mail me", "e-mail me"),
    ],
)
def test_what_is_begun_twice_is_said_once(said: str, meant: str) -> None:
    assert cleared(said) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("a peel at for pm", "a peel at four pm"),
        ("at ate thirty", "at eight thirty"),
        ("next weak", "next week"),
        ("I feel weak", "I feel weak"),
        ("at four a m", "at four a m"),
        ("the latter", "the latter"),
        ("my son is Emil", "my son is Emil"),
        ("a fish tank", "a fish tank"),
        ("it is Don", "it is Don"),
        ("it is for ida wood", "it is for ida wood"),
        ("how does Ne Win sound", "how does Ne Win sound"),
        ("tell us there is one", "tell us there is one"),
        ("I gave my address", "I gave my address"),
        ("a seat fir Ada Lind", "a seat for Ada Lind"),
        ("plz dnt cancel it", "please dont cancel it"),
        ("I eat all food", "I eat all food"),
        ("I want it too", "I want it too"),
        ("two peels", "two peels"),
        ("four tomorrow", "four tomorrow"),
        ("june thirty to five", "june thirty to five"),
        ("back and forth", "back and forth"),
        ("grate the cheese", "grate the cheese"),
        ("it is not mine", "it is not mine"),
        ("no I dont", "no I dont"),
        ("nine to late evening", "nine to late evening"),
        ("the consent form", "the consent form"),
        ("we passed nine houses", "we passed nine houses"),
        ("it is for wen li", "it is for wen li"),
        ("boom!", "boom!"),
        ("no too late", "no too late"),
        ("no two passengers", "no two passengers"),
        ("two passengers instead", "two passengers instead"),
        ("no, two botox sessions", "no, two botox sessions"),
        ("three oclock or four oclock please", "three oclock or four oclock please"),
        ("four oclock please", "four oclock please"),
        ("it is cold, you know best", "it is cold, best"),
        ("some smth", "some something"),  # nobody's Dr. Smith
        ("what time are we on", "what time are we on"),
        ("jo dot move at example dot com", "jo dot move at example dot com"),
        ("it is for li chang, the usual", "it is for li chang, the usual"),
        ("so 👍", "👍"),
        ("um, 👎", "👎"),
    ],
)
def test_what_sounds_alike_is_heard_by_what_stands_around_it(said: str, meant: str) -> None:
    assert cleared(said) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("satruday mroning", "saturday morning"),
        ("cancle my appointmnet", "cancel my appointment"),
        ("chabge it to 4", "change it to 4"),
        ("chane the time", "change the time"),
        ("microneedlng on Thusday", "microneedling on thursday"),
        ("teh later one plesae", "the later one please"),
        ("botox with dr smith tmoorrow", "botox with dr smith tomorrow"),
        ("half past, or 2 hurs later", "half past, or 2 hours later"),
        ("30 minutees", "30 minutes"),
        ("a bit latre", "a bit later"),
        ("the firs free one", "the first free one"),
        ("sory, not that", "sorry, not that"),
        ("at nien thirty", "at nine thirty"),
        ("skpi it", "skip it"),
        ("at 4 pm calfiornia time", "at 4 pm california time"),
        ("an hour ealrier", "an hour earlier"),
        ("pease dobt cancel it", "please dont cancel it"),
        ("I dont mean that, donr change it", "I dont mean that, dont change it"),
        ("PEEL TOMORROQ", "PEEL tomorrow"),
        ("the peel ater the facial", "the peel after the facial"),
        ("optin two", "option two"),
    ],
)
def test_a_slip_of_the_finger_is_mended(typed: str, meant: str) -> None:
    assert cleared(typed) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Tursday",  # Tuesday or Thursday
        "I'm Marck Friddy",
        "my name is Fridday Jones",
        "mornin@example.com",
        "Steven Moore, latex gloves",
        "jon dot cancle at gmail dot com",
        "this is abd el kader",
        "the name is Wrang",
        "dr anna fridday",
        "''the blue room''",
        "Don's room",
        "the 'can' of worms",
        "nancy asked",  # nobody's nanny
        "a valentine gift",
        "on friday at 3 pm easton",
        "I'm dr smyth",
        "my name is dr smiht",
        "this is dr smiht",
        "this is nam tran",
        "boom kim",
        "dr tomorrow",
        "3 pm Florinda Vance",
        "at 2 pm Austen",
        "I doubt it",
    ],
)
def test_what_may_be_right_or_mean_two_things_stays(text: str) -> None:
    assert cleared(text) == text


@pytest.mark.parametrize("text", ["a peel for stella", "jolley needs a peel", "with magi on friday", "wickes at four"])
def test_no_word_of_agreement_takes_the_place_of_a_name(text: str) -> None:
    assert cleared(text) == text


def test_a_name_that_is_asked_for_is_not_mended() -> None:
    asked = Asked(Wanted.SLOT, slot=Slot("name", "person_name"))
    assert cleared("um Marcj Fridday", asked) == "Marcj Fridday"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("for me", "for me"),
        ("to the list", "to the list"),
    ],
)
def test_a_number_that_sounds_alike_is_heard_where_one_is_chosen(said: str, meant: str) -> None:
    assert cleared(said, Asked(Wanted.CHOICE)) == meant
    assert cleared(said) == said


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("change 212 555 0120 to 212 555 0121", "change 212 555 0120 to 212 555 0121"),
        ("change it to two one two five five five oh one", "change it to two one two five five five oh one"),
        ("two for me", "two for me"),
    ],
)
def test_numbers_that_sound_alike_are_heard_in_a_number_to_call(said: str, meant: str) -> None:
    assert cleared(said, Asked(Wanted.SLOT, slot=Slot("phone", "phone"))) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("it's Brillant", "it's Brillant"),
        ("its greta", "its greta"),
        ("thats sue", "thats sue"),
    ],
)
def test_what_is_said_of_what_was_shown_is_no_name(said: str, meant: str) -> None:
    assert cleared(said, Asked(Wanted.CONFIRMATION)) == meant


def test_a_short_slip_is_no_other_spelling_of_a_word_given_before() -> None:
    asked = Asked(Wanted.CHOICE, known={"name": "Ed Bell"})
    assert cleared("keep teh day", asked) == "keep the day"
    assert cleared("it is Belle", asked) == "it is Belle"
    assert cleared("lave it", Asked(Wanted.CHANGE, known={"name": "Ann Gale"})) == "leave it"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("no 4", "no, 4"),
        ("nah two", "nah, two"),
        ("no botox to monday", "no botox to monday"),
        ("no one", "no one"),
        ("no thanks", "no thanks"),
        ("no, at noon", "no, at noon"),
        ("nice which room is it", "nice which room is it"),
    ],
)
def test_a_no_to_what_was_shown_is_no_no_to_what_follows(said: str, meant: str) -> None:
    assert cleared(said, Asked(Wanted.CONFIRMATION)) == meant
    assert cleared(said) == said


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("tuesday 9 not the peel", "tuesday 9, not the peel"),
        ("tuesday nine not ten", "tuesday nine, not ten"),
        ("can the peel move to monday", "can the peel move to monday"),
        ("why not", "why not"),
        ("what is wrong with it", "what is wrong with it"),
    ],
)
def test_what_is_set_against_another_stands_apart(said: str, meant: str) -> None:
    assert cleared(said) == meant


@pytest.mark.parametrize("said", ["okay um", "yes, hmm", "ok so", "right so er"])
def test_a_pause_that_ends_an_answer_is_kept(said: str) -> None:
    assert cleared(said, Asked(Wanted.CONFIRMATION)) == said


def test_free_text_stays_as_it_is_written() -> None:
    asked = Asked(Wanted.SLOT, slot=Slot("notes", "notes"))
    assert cleared("um, I I'm alergic to latx 🙂", asked) == "um, I I'm alergic to latx 🙂"


def test_every_word_leads_back_to_what_was_written() -> None:
    result = CLEARING.clear("um, botox er tomorow at for pm 🙂", Asked())
    assert result.text == "botox tomorrow at four pm"
    assert result.as_written("tomorrow") == "tomorow"
    assert result.as_written("tomorrow at four pm") == "tomorow at for pm"
    assert result.as_written("botox tomorrow") == "botox er tomorow"


@given(st.text(max_size=200))
def test_no_text_is_too_odd_to_clear(text: str) -> None:
    result = CLEARING.clear(text, Asked())
    assert result.written == text
    assert result.as_written(result.text) in text
