"""E-mail addresses, typed and spoken."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from email_validator import EmailNotValidError, validate_email
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.language.readers import email
from frontdesk.language.readers.reading import Context, Problem, Style

CONTEXT = Context(now=datetime(2026, 3, 2, 9, tzinfo=ZoneInfo("America/New_York")))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("write to kim@example.com.", "kim@example.com"),
        ("Kim.Ray@Example.COM", "Kim.Ray@example.com"),
        ("kim at gmail dot com", "kim@gmail.com"),
        ("k i m underscore ray at g mail dot com", "kim_ray@gmail.com"),
        ("rae dot fox at example dot org", "rae.fox@example.org"),
        ("dotty at yahoo dot com", "dotty@yahoo.com"),
        ("kim at the rate sunny dot com", "kim@sunny.com"),
        ("my email is kim at outlook dot com please", "kim@outlook.com"),
        ("kilo india mike at gmail dot com", "kim@gmail.com"),
        ("mike at outlook dot com", "mike@outlook.com"),
        ("b as in boy o b at aol dot com", "bob@aol.com"),
        ("all lower case kim dash ray at hot mail dot co dot uk", "kim-ray@hotmail.co.uk"),
        ("kim double five at gmail dot com", "kim55@gmail.com"),
        ("kim plus spa@gmail dot com", "kim+spa@gmail.com"),
        ("josé@example.com", "josé@example.com"),
        ("kim@desk.test", "kim@desk.test"),
        ("kim@yahoocom", "kim@yahoo.com"),
        ("kim @ gmail . com", "kim@gmail.com"),
        ("uh it's kim at uh example dot um com", "kim@example.com"),
        ("kim sixty-four at live dot com", "kim64@live.com"),
        ("kim the number nine at live dot com", "kim9@live.com"),
        ("kim at du dot ac dot in", "kim@du.ac.in"),
        ("it's dot at example dot com", "dot@example.com"),
        ("hello at kimray dot io", "hello@kimray.io"),
        ("via k point ray at example point com", "k.ray@example.com"),
        ("kim at gee mail dot com", "kim@gmail.com"),
        ("you can write me at kim dot ray at big corp dot com", "kim.ray@bigcorp.com"),
        ("我的邮箱是kim@example.com", "kim@example.com"),
        ("Uma Nair 646 555 0199 uma at example dot com", "uma@example.com"),
        ("(646) 555-0199 uma dot n at example dot com", "uma.n@example.com"),
        ("six four six five five five oh one nine nine uma at example dot com", "uma@example.com"),
        ("uma 1234567 at example dot com", "uma1234567@example.com"),
        ("uma dot 1234567 dot nair at example dot com", "uma.1234567.nair@example.com"),
    ],
)
def test_an_address_is_read(text: str, address: str) -> None:
    assert [found.value for found in email.read(text, CONTEXT)] == [address]


@pytest.mark.parametrize(
    "text",
    [
        "kim.gmail.com",
        "meet me at the office dot",
        "kim@here",
        "kim..ray@example.com",
        "write me at example dot com",
        "I looked at example dot com",
        "we stay at example dot com",
        "with one m at example dot com",
        ".kim@example.com",
        "at 3 dot",
        "",
    ],
)
def test_what_is_no_address_is_not_read(text: str) -> None:
    assert email.read(text, CONTEXT) == ()


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    for found in email.read(text, CONTEXT):
        assert found.words == text[found.start : found.end]


LABEL = st.from_regex(r"[a-z]{3,8}", fullmatch=True)


@given(st.from_regex(r"[a-z]{2,6}([._-][a-z]{2,6})?[0-9]{0,3}", fullmatch=True), LABEL, st.sampled_from(list(Style)))
def test_what_is_said_is_read_again(local: str, label: str, style: Style) -> None:
    address = f"{local}@{label}.com"
    assert [found.value for found in email.read(email.say(address, CONTEXT, style), CONTEXT)] == [address]


ENDINGS = ["com", "co.uk", "MUSEUM", "test", "invalid", "local", "localhost", "onion", "arpa", "desk.local"]


@given(
    st.from_regex(r"[a-z0-9._+-]{1,12}@[a-zA-Z0-9-]{1,12}", fullmatch=True),
    st.sampled_from(ENDINGS),
)
def test_a_plain_address_is_read_as_the_validator_has_it(beginning: str, ending: str) -> None:
    address = f"{beginning}.{ending}"
    try:
        checked = validate_email(address, check_deliverability=False, test_environment=True)
    except EmailNotValidError:
        assert address not in [found.value for found in email.read(address, CONTEXT)]
    else:
        expected = f"{checked.local_part}@{checked.domain.lower()}"
        assert [found.value for found in email.read(address, CONTEXT)] == [expected]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("mia berg at yahoo dot com", "miaberg@yahoo.com"),
        ("send it to mia anna berg at yahoo dot com", "miaannaberg@yahoo.com"),
        ("call mia at yahoo dot com", "mia@yahoo.com"),
        ("mia m i a dot berg at yahoo dot com", "mia.berg@yahoo.com"),
        ("desk at berg b e r g dot com", "desk@berg.com"),
        ("desk at berg and stone dot com", "desk@bergandstone.com"),
    ],
)
def test_words_run_together_and_capitals_are_heard(text: str, address: str) -> None:
    assert [found.value for found in email.read(text, CONTEXT)] == [address]


@given(st.text(alphabet="at @.gmailyho ", max_size=30))
def test_no_text_breaks_the_reader_where_an_address_was_asked_for(text: str) -> None:
    for found in email.read(text, replace(CONTEXT, said="What is your e-mail address?")):
        assert text[found.start : found.end] == found.words


def test_a_provider_alone_will_do_where_an_address_was_asked_for() -> None:
    asked = replace(CONTEXT, said="What is your e-mail address?")
    assert [found.value for found in email.read("mia at hotmail", asked)] == ["mia@hotmail.com"]
    assert [found.value for found in email.read("mia at hotmail com", asked)] == ["mia@hotmail.com"]
    assert email.read("mia at hotmail", CONTEXT) == ()


@pytest.mark.parametrize(
    ("address", "meant"),
    [
        ("mia@gmial.com", "mia@gmail.com"),
        ("mia@gmail.con", "mia@gmail.com"),
        ("mia@hotmal.com", "mia@hotmail.com"),
        ("mia@yahooo.co.uk", "mia@yahoo.co.uk"),
        ("mia@gmail.com", None),
        ("mia@mail.com", None),
        ("mia@acme.com", None),
    ],
)
def test_a_slip_in_the_domain_is_in_doubt_until_it_is_said_back(address: str, meant: str | None) -> None:
    assert email.likely(address, "en") == meant
    (found,) = email.read(address, CONTEXT)
    assert found.problem is (Problem.AMBIGUOUS if meant else None)
    (again,) = email.read(address, replace(CONTEXT, said=f"Which one? {address}"))
    assert again.problem is None
