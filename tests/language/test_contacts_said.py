"""Addresses, names, numbers and amounts are read whole, as a guest says them."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from frontdesk.dialogue.values import Money
from frontdesk.language.readers import email, money, name, phone, reference
from frontdesk.language.readers.reading import Context

CONTEXT = Context(now=datetime(2026, 3, 2, 9, 0, tzinfo=UTC))
SERVICES = frozenset({"peel", "botox", "wax"})


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("john smith one two three at gmail dot com", "johnsmith123@gmail.com"),
        ("my email is john smith 12 at gmail dot com", "johnsmith12@gmail.com"),
        ("mary ann jones ninety nine at yahoo dot com", "maryannjones99@yahoo.com"),
        ("kofi 22 at yahoo dot com", "kofi22@yahoo.com"),
        ("anna with two ns at example dot com", "anna@example.com"),
        ("ana with two n's at example dot com", "anna@example.com"),
        ("kim with one m at example dot com", "kim@example.com"),
        ("sara with an h at yahoo dot com", "sarah@yahoo.com"),
        ("z at yahoo dot com", "z@yahoo.com"),
        ("info at the spa dot co", "info@thespa.co"),
        ("hello at our place dot com", "hello@ourplace.com"),
    ],
)
def test_a_spoken_address_is_read_whole(text: str, address: str) -> None:
    assert [found.value for found in email.read(text, CONTEXT)] == [address]


def test_a_provider_may_be_said_in_two_words() -> None:
    asked = Context(now=CONTEXT.now, said="What is your e-mail address?")
    assert [found.value for found in email.read("ann at g mail", asked)] == ["ann@gmail.com"]


@pytest.mark.parametrize("text", ["meet me at the corner dot com", "I am at the spa, dot"])
def test_a_place_is_no_address(text: str) -> None:
    assert email.read(text, CONTEXT) == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Peel", "Peel"),
        ("Anne with an e, Lee", "Anne Lee"),
        ("Katie with a C, Brown", "Catie Brown"),
        ("Sarah w/ an h", "Sarah"),
        ("Sara w/ an h", "Sarah"),
        ("George W Bush", "George W Bush"),
        ("ann lee sent from my iphone", "ann lee"),
        ("Kate Brown, no, Katie Brown", "Katie Brown"),
        ("mine is Kate Bloom", "Kate Bloom"),
        ("mine's ann", "ann"),
        ("rose king", "rose king"),
        ("amy price", "amy price"),
    ],
)
def test_a_name_is_read_whole(text: str, value: str) -> None:
    assert [found.value for found in name.answer(text, CONTEXT, SERVICES)] == [value]


@pytest.mark.parametrize("text", ["wax", "Botox", "call me Monday", "mine is at 3"])
def test_what_is_no_name_is_not_taken_for_one(text: str) -> None:
    assert name.answer(text, CONTEXT, SERVICES) == ()


@pytest.mark.parametrize(
    ("known", "text", "value"),
    [
        ("Erica Lee", "no, Erika with a K", "Erika Lee"),
        ("Catherine", "it's Katherine with a k", "Katherine"),
        ("Ann Lee", "no, Bob with a K", None),
    ],
)
def test_a_name_said_again_with_its_letter_takes_the_place_of_the_one_like_it(
    known: str, text: str, value: str | None
) -> None:
    assert name.swap(known, text, "en") == value


@pytest.mark.parametrize("text", ["212, 555, 0147", "it's 212, 555, 0147, thanks"])
def test_a_number_may_have_commas_between_its_groups(text: str) -> None:
    assert [(found.value, found.words) for found in phone.read(text, CONTEXT)] == [("+12125550147", "212, 555, 0147")]


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("200 bucks two people", "200", "USD"),
    ],
)
def test_small_change_needs_no_word_of_its_own(text: str, amount: str, currency: str) -> None:
    assert [found.value for found in money.read(text, CONTEXT)] == [Money(Decimal(amount), currency)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("quebec x-ray 7 tango 2 papa alpha 3", "QX7T2PA3"),
        ("A as in apple, B as in boy, C one two three", "ABC123"),
        ("a b c 1 2, 3 people", "ABC12"),
    ],
)
def test_a_reference_is_read_as_it_is_spelled(text: str, code: str) -> None:
    assert [found.value for found in reference.read(text, CONTEXT)] == [code]
