"""A text states no time, day, price or reference by itself, unless the business says so in its own data."""

from pathlib import Path

import pytest

from frontdesk.desk.house import BusinessRefused, open_house
from tests.desk.shops import BUSINESS, FLOW, SELLS, shop

SORRY = "That did not work."
LINE = 1 + next(number for number, line in enumerate(FLOW.splitlines()) if SORRY in line)


def found(folder: Path) -> list[tuple[str, int, str]]:
    """Return file, line and message of everything that is wrong."""
    try:
        open_house(folder)
    except BusinessRefused as error:
        return [(finding.file, finding.line, finding.message) for finding in error.refused.findings]
    return []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("We have 3pm free.", "3pm"),
        ("It starts at 20:30.", "20:30"),
        ("A ticket is $35.", "$35"),
        ("A ticket is forty dollars.", "forty dollars"),
        ("Is $35 fine?", "$35"),
        ("It costs 99.", "99"),
        ("The fee is 25 per person.", "25"),
        ("We charge forty for it.", "forty"),
        ("Price: 1,200.50", "1,200.50"),
        ("You pay only 12, all included.", "12"),
        ("You get 20% off.", "20%"),
        ("Come on Friday.", "Friday"),
        ("We play it tomorrow.", "tomorrow"),
        ("We play it on December 5.", "December 5"),
        ("Your reference is AB12CD.", "AB12CD"),
    ],
)
def test_a_fact_that_stands_in_a_flow_is_refused(tmp_path: Path, text: str, words: str) -> None:
    folder = shop(tmp_path / "shop", SELLS, FLOW.replace(SORRY, text))
    ((file, line, message),) = found(folder)
    assert (file, line) == ("flows/buy.yaml", LINE)
    assert f'It says "{words}"' in message


@pytest.mark.parametrize(
    "text",
    [
        "It is {show} for you, on all days.",
        "Shall it be today or tomorrow?",
        'Please tell me a day, such as \\"Friday\\" or \\"December 5\\".',
        "Say 1, 2 or 3. It takes 30 minutes.",
        "The price includes 2 seats. There is no fee up to 24 hours before.",
        "Ask about prices at counter 3. Groups of 8 or more are welcome.",
        "See https://shop.example/tickets or call +1 212 555 0199.",
    ],
)
def test_what_is_no_fact_is_not_refused(tmp_path: Path, text: str) -> None:
    assert found(shop(tmp_path / "shop", SELLS, FLOW.replace(SORRY, text))) == []


def test_what_the_business_says_itself_may_be_said(tmp_path: Path) -> None:
    text = "We open at 9am and close at 6pm. On December 24 we close at 2pm. A ticket is $35; it is 50% for children."
    folder = shop(tmp_path / "shop", SELLS, FLOW.replace(SORRY, text))
    assert len(found(folder)) == 6
    said = BUSINESS.replace("hours: {daily: 0-24}", "hours: {daily: 9-18}\nspecial_days: {2026-12-24: 9-14}")
    said += "topics:\n  prices: {asks: [what is a ticket], answer: A ticket is $35. Children pay 50%.}\n"
    (folder / "business.yaml").write_text(said, encoding="utf-8")
    assert found(folder) == []


def test_replies_are_held_to_the_same(tmp_path: Path) -> None:
    folder = shop(tmp_path / "shop", SELLS)
    (folder / "replies.en.yaml").write_text("thanks: You are welcome.\ngoodbye: See you at 8pm.\n", encoding="utf-8")
    ((file, line, message),) = found(folder)
    assert (file, line, '"8pm"' in message) == ("replies.en.yaml", 2, True)
