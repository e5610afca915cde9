"""E-mail addresses, typed and spoken."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from email_validator import EmailNotValidError, validate_email
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.language import email
from frontdesk.language.reading import Context, Style

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
