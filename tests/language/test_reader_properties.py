"""For every reader: no text breaks it, it reads the same twice, its words are in the text, it reads what it says."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from frontdesk.desk.house import House, open_house
from frontdesk.dialogue.values import Item
from frontdesk.language.readers import email, money, name, number, party, phone, reference, when
from frontdesk.language.readers.reading import Context, Found, Style
from frontdesk.language.replies.saying import say
from frontdesk.language.resolve.answering import judge
from frontdesk.language.tagger.opinions import SHIPPED, Tagger
from frontdesk.language.words import tokens
from frontdesk.storage.references import ALPHABET, LENGTH

Reader: TypeAlias = Callable[[str, Context], Sequence[Found[object]]]

CONTEXT = Context(datetime(2025, 11, 18, 10, tzinfo=ZoneInfo("America/New_York")))
EXAMPLES = Path(__file__).parents[2] / "examples"
READERS: dict[str, Reader] = {
    "when": when.read,
    "email": email.read,
    "phone": phone.read,
    "name": name.read,
    "name as an answer": name.answer,
    "number": number.read,
    "ordinal": number.read_ordinal,
    "money": money.read,
    "party": party.read,
    "party as an answer": party.answer,
    "reference": reference.read,
}
PIECES = """
a an the my name is it's i'm Ann Lee O'Neill Dr. Mr. T spelled A N with K two of us for people adults $40 40 euros
first third 2nd twenty one hundred half every tuesday week tomorrow at 3 3pm 10 30 5/6 2025-11-31 noon or and
ann at gmail dot com ann.lee@example.com @ . , - + ( ) 212 555 0143 double five oh zero plus ABC-1234 K7Q2M9XA
yes no yees nope not sure kind regards thanks
""".split()  # noqa: SIM905 - a list of 100 words is easier to read as text
TEXTS = st.one_of(st.text(max_size=80), st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join))
STYLES = st.sampled_from(list(Style))


@pytest.mark.parametrize("kind", READERS)
@settings(max_examples=150, deadline=None)
@given(text=TEXTS)
def test_every_text_is_read_the_same_twice_and_each_value_rests_on_its_words(kind: str, text: str) -> None:
    found = READERS[kind](text, CONTEXT)
    assert found == READERS[kind](text, CONTEXT)
    assert all(each.words and each.words == text[each.start : each.end] for each in found)
    assert all(before.end <= after.start for before, after in pairwise(found))


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, said=st.none() | TEXTS)
def test_every_text_is_a_yes_a_no_or_neither_and_always_the_same(text: str, said: str | None) -> None:
    context = Context(CONTEXT.now, said=said, tagger=Tagger(SHIPPED))
    assert judge(text, context) is judge(text, context)


NAMES = st.lists(st.from_regex(r"[A-Z][a-z]{2,9}", fullmatch=True), min_size=1, max_size=3).map(" ".join)


@settings(max_examples=200, deadline=None)
@given(value=NAMES, style=STYLES)
def test_a_name_that_is_said_is_read_again(value: str, style: Style) -> None:
    assume(not any(name.is_ordinary(token, "en") for token in tokens(value)))
    assume(not email.read(value, CONTEXT))
    assert [each.value for each in name.answer(name.say(value, CONTEXT, style), CONTEXT)] == [value]


@pytest.mark.parametrize("style", list(Style))
@pytest.mark.parametrize(
    ("number_said", "region"),
    [("+12125550143", "US"), ("+442079460958", "GB"), ("+493012345678", "DE"), ("+33142685300", "FR")],
)
def test_a_number_of_any_country_that_is_said_is_read_again(number_said: str, region: str, style: Style) -> None:
    for context in (Context(CONTEXT.now, region=region), CONTEXT):
        assert [each.value for each in phone.read(phone.say(number_said, context, style), context)] == [number_said]


OWN = st.text(ALPHABET, min_size=LENGTH, max_size=LENGTH).filter(lambda code: not code.isdigit())


@settings(max_examples=200, deadline=None)
@given(value=OWN, style=STYLES)
def test_a_reference_of_our_own_that_is_said_is_read_again(value: str, style: Style) -> None:
    said = reference.say(value, CONTEXT, style)
    assert [each.value for each in reference.answer(said, CONTEXT)] == [value]


@settings(max_examples=200, deadline=None)
@given(value=OWN.filter(lambda code: any(each.isdigit() for each in code)))
def test_a_reference_of_our_own_is_read_unasked(value: str) -> None:
    for text in (f"it is {value}, thanks", f"cancel {value.lower()}"):
        assert [each.value for each in reference.read(text, CONTEXT)] == [value]


@cache
def house(business: str) -> House:
    return open_house(EXAMPLES / business)


def items(business: str) -> list[Item]:
    offered = house(business).business
    return [
        *(Item("service", each) for each in offered.services),
        *(Item(each.kind, each.id) for each in offered.resources.values()),
    ]


@pytest.mark.parametrize("style", list(Style))
@pytest.mark.parametrize("business", ["medspa", "flights"])
def test_every_item_that_is_said_is_read_again(business: str, style: Style) -> None:
    at = house(business)
    heard = {item: at.understanding.named(say(item, CONTEXT, at.business, style)) for item in items(business)}
    assert heard
    assert {item: named for item, named in heard.items() if item not in named} == {}
