"""Names, contacts, parties, amounts and references in the wordings of other places, and what is said of them."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from frontdesk.dialogue.values import Money
from frontdesk.language.readers import email, money, name, number, party, phone, reference
from frontdesk.language.readers.reading import Context
from frontdesk.language.tagger.opinions import SHIPPED, Tagger

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
HERE = Context(now=NOW)
ASKED = Context(now=NOW, said="What is your name?", tagger=Tagger(SHIPPED))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("that'd be Noor Haddad", "Noor Haddad"),
        ("that'd be noor", "noor"),
        ("this would be Noor Haddad", "Noor Haddad"),
        ("myself vikram seth", "vikram seth"),
        ("you can book it as Noor Haddad", "Noor Haddad"),
        ("write down Noor Haddad", "Noor Haddad"),
        ("my mother calls me Lulu", "Lulu"),
        ("Jill St. John", "Jill St. John"),
        ("C.S.K. Rao", "C.S.K. Rao"),
        ("P.J.", "P.J"),
        ("Elisabet no h", "Elisabet"),
        ("Elisabeth, no h", "Elisabet"),
        ("Barbara with two a's", "Barbara"),
        ("Otto with two ts", "Otto"),
        ("the appointment's for Noor Haddad", "Noor Haddad"),
        ("the name on the card is Noor Haddad", "Noor Haddad"),
    ],
)
def test_a_name_is_read(text: str, value: str) -> None:
    assert [found.value for found in name.answer(text, ASKED)] == [value]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("fresh cut grass all one word at gmail dot com", "freshcutgrass@gmail.com"),
        ("it's way to go, one word, at yahoo dot com", "waytogo@yahoo.com"),
        ("my email is up and away without spaces at web dot de", "upandaway@web.de"),
        ("iris, i r i s, at post dot com", "iris@post.com"),
        ("i r i s iris at post dot com", "iris@post.com"),
        ("k as in kite, t as in tom, at aol dot com", "kt@aol.com"),
        ("uma at hotmail, no sorry, outlook dot com", "uma@outlook.com"),
        ("uma at aol oops msn dot com", "uma@msn.com"),
        ("liz with a zed at aol dot com", "liz@aol.com"),
        ("at say no more dot com it's bo at say no more dot com", "bo@saynomore.com"),
    ],
)
def test_an_address_is_heard(text: str, address: str) -> None:
    assert [found.value for found in email.read(text, HERE)][-1:] == [address]


def test_only_the_domain_may_be_taken_back() -> None:
    found = email.read("lia at mac dot com I mean at me dot com", HERE)
    assert [each.value for each in found] == ["lia@mac.com", "lia@me.com"]


@pytest.mark.parametrize("text", ["hang out at reddit dot com", "they meet at the pub dot that is all"])
def test_what_is_no_address_is_not_heard(text: str) -> None:
    assert email.read(text, HERE) == ()


@pytest.mark.parametrize(
    "text",
    [
        "213, I mean 212 555 0144",
    ],
)
def test_a_number_may_be_begun_anew(text: str) -> None:
    assert [found.value for found in phone.read(text, HERE)] == ["+12125550144"]


@pytest.mark.parametrize("text", ["at 3, no wait, at 4:15", "2 of us, sorry, 3 of us in 2 rooms at 11 30"])
def test_what_is_said_anew_may_be_no_number(text: str) -> None:
    assert phone.read(text, HERE) == ()


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("two of us, well, three with my aunt", 3),
        ("for four, and a baby", 5),
        ("3 + 1 toddler", 4),
        ("me + 2", 3),
        ("four adults and three under tens", 7),
        ("dad, mum and two teens", 4),
        ("gran and me", 2),
        ("a couple and their dog, no, a couple with 3 kids", 5),
        ("a couple and a toddler", 3),
        ("me n my mate", 2),
        ("three grown-ups and a baby", 4),
    ],
)
def test_a_party_is_added_up(text: str, people: int) -> None:
    assert [found.value for found in party.read(text, HERE)][-1:] == [people]


@pytest.mark.parametrize(
    "text",
    ["just me and the girls", "that works for me, I think", "a couple of questions", "a couple, and I need a room"],
)
def test_who_comes_is_not_said(text: str) -> None:
    assert party.read(text, HERE) == ()


@pytest.mark.parametrize(
    ("text", "region", "amount", "currency"),
    [
        ("Rs. 1,75,000", "IN", "175000", "INR"),
        ("Rs 900", "IN", "900", "INR"),
        ("900 rs", "IN", "900", "INR"),
        ("three lakh rupees", "IN", "300000", "INR"),
        ("2.5 lakh rupees", "IN", "250000", "INR"),
        ("2 crore rupees", "IN", "20000000", "INR"),
    ],
)
def test_an_amount_is_read(text: str, region: str, amount: str, currency: str) -> None:
    found = [each.value for each in money.read(text, Context(NOW, region))]
    assert found == [Money(Decimal(amount), currency)]


@pytest.mark.parametrize("text", ["a grand piano", "nineteen ninety-five dollars"])
def test_what_may_be_another_amount_is_none(text: str) -> None:
    assert money.read(text, HERE) == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [("three thousand and seven", 3007), ("15 thousand", 15000), ("1.5 million", 1500000), ("fourty two", 42)],
)
def test_a_number_is_read(text: str, value: int) -> None:
    assert [found.value for found in number.read(text, HERE)] == [value]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("acme one hundred twelve", "ACME-0112"),
        ("a.c.m.e. 7", "ACME-0007"),
        ("A-C-M-E-31", "ACME-0031"),
        ("ay see em ee five", "ACME-0005"),
        ("six", "ACME-0006"),
        ("my ticket number is 0019, thanks", "ACME-0019"),
        ("xy 456", "XY456"),
        ("kd 77 m", "KD77M"),
    ],
)
def test_a_reference_answers_the_question(text: str, value: str) -> None:
    assert [found.value for found in reference.answer(text, HERE, "ACME")] == [value]


def test_one_of_ours_may_be_written_in_halves() -> None:
    assert reference.read("it is HXAK 9P3M", HERE) == ()
    assert [found.value for found in reference.read("it is HX7K 9P3M", HERE)] == ["HX7K9P3M"]
    assert [found.value for found in reference.read("hx7k-9p3m", HERE)] == ["HX7K9P3M"]


@pytest.mark.parametrize("text", ["6 pm", "six people", "room service", "at 6"])
def test_other_answers_are_no_reference(text: str) -> None:
    assert reference.answer(text, HERE, "ACME") == ()
