"""What a guest spells comes through every rule about noise as it was written: names, addresses, numbers, references."""

from pathlib import Path

import pytest

from frontdesk.desk.house import open_house
from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.flow import Slot
from frontdesk.language.readers.clearing import Clearing
from frontdesk.language.readers.text.own_words import sold_words, words_of

EXAMPLES = Path(__file__).parents[2] / "examples"
HOUSES = [open_house(EXAMPLES / name) for name in ("medspa", "flights")]
CLEARINGS = [Clearing(words_of(house.business, house.flows), sold_words(house.business), "en") for house in HOUSES]
NAME_ASKED = Asked(Wanted.SLOT, slot=Slot("name", "person_name"))
# Each is one slip away from a word that the lists or the examples know, or is such a word.
NAMES = [
    *("Vera", "Nils", "Stig", "Malte", "Matej", "Josef", "Luna", "Curt", "Albert", "Nancy", "Walter", "Ahmad", "Elsie"),
    *("Liisa", "Emile", "Viktoria", "Martina", "Chris Carr", "Lena Hurst", "Ida Wood", "Sofia Vega", "Tran Mai"),
    *("Beate Frost", "Ana Lopes", "Svend Holst", "Reet Salo", "Thijs Berger", "Omar Saidi", "Josie Lynch"),
]

EVERY_NAME = (*NAMES, *(name.lower() for name in NAMES))


def changed(text: str, asked: Asked | None = None) -> list[str]:
    """Return what the clearing of a business makes of a text, where it makes anything of it."""
    cleared = [clearing.clear(text, asked or Asked()).text for clearing in CLEARINGS]
    return [each for each in cleared if each != text]


@pytest.mark.parametrize("form", ["{}", "it's {}", "{}, please", "my name is {} and I'm in a hurry"])
def test_a_name_that_is_asked_for_stays(form: str) -> None:
    assert [each for name in EVERY_NAME for each in changed(form.format(name), NAME_ASKED)] == []


@pytest.mark.parametrize(
    "form",
    ["I'm {}", "this is {}, I'm late", "{} here, can I come", "hello, {} speaking", "tuesday at 2 name {}", "under {}"],
)
def test_a_name_that_is_announced_stays(form: str) -> None:
    assert [each for name in EVERY_NAME for each in changed(form.format(name))] == []


@pytest.mark.parametrize("name", ["vera", "nils", "stig", "malte", "josef", "liisa", "viktoria", "ida wood"])
@pytest.mark.parametrize("form", ["a seat for {}", "no, it's {}", "for my mother {}", "tuesday, {}, 212 555 0188"])
def test_a_name_that_nothing_announces_stays(name: str, form: str) -> None:
    assert changed(form.format(name)) == []


@pytest.mark.parametrize(
    "address",
    [
        *(
            "liisa72@example.org",
            "er.lind@example.org",
            "ida.wood@example.org",
            "um@example.org",
            "anna.anna.k@example.org",
        ),
        *(
            "Fridday7@Example.org",
            "so-like_you.know@example.org",
            "kim@won.example",
            "abd@teh.example",
            "o'teh@example.org",
        ),
    ],
)
@pytest.mark.parametrize("form", ["{}", "it is {} thanks", "tuesday at 2, {}, not my old one"])
def test_an_address_stays(address: str, form: str) -> None:
    assert changed(form.format(address)) == []


@pytest.mark.parametrize(
    "spoken", ["kim dot won at example dot org", "kim at sea dot org", "ida underscore wood at x dot org"]
)
def test_an_address_that_is_spoken_stays(spoken: str) -> None:
    assert changed(spoken) == []


@pytest.mark.parametrize(
    "number",
    [
        "six four six double seven one double three double three",
        "two one two five five one sixty sixty",
        "212 551 ninety ninety",
        "oh oh four four two oh seven",
        "two one two two one two",
    ],
)
def test_digits_that_come_twice_are_no_stutter(number: str) -> None:
    assert changed(number) == []


@pytest.mark.parametrize("code", ["v6v6-wm46", "er1234", "HM4T6Z", "3fawgkqp", "um7 is my seat"])
def test_a_code_stays(code: str) -> None:
    assert changed(code) == []


def test_a_time_that_comes_twice_is_a_stutter() -> None:
    assert changed("four thirty four thirty please") == ["four thirty please"] * len(CLEARINGS)
    assert changed("3pm 3pm") == ["3pm"] * len(CLEARINGS)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("this is abuot tuesday", "this is about tuesday"),
        ("for tusday", "for tuesday"),
        ("at 3 for toady", "at 3 for today"),
        ("tomorow mroning", "tomorrow morning"),
    ],
)
def test_where_a_name_may_stand_other_words_are_mended(said: str, meant: str) -> None:
    assert changed(said) == [meant] * len(CLEARINGS)
