"""What is said only where something was not done does not sound as if it had been."""

from pathlib import Path

import pytest

from frontdesk.desk.house import BusinessRefused, open_house
from tests.desk.shops import FLOW, SELLS, shop

SOLD_OUT = next(line for line in FLOW.splitlines() if "{step: sold_out," in line)
SAID = SOLD_OUT.partition("message: ")[2].partition(", next:")[0]


def findings(folder: Path, flow: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the rules that a shop breaks, each with its conversation."""
    try:
        open_house(shop(folder, SELLS, flow))
    except BusinessRefused as error:
        return [(finding.rule, finding.example) for finding in error.refused.findings]
    return []


@pytest.mark.parametrize(
    "text",
    [
        "All done, have fun!",
        "Lovely. It is all yours.",
        "That went through.",
        "Thanks for your purchase.",
        "See you there!",
        "We have secured your seat.",
        "Great news!",
        "You've got it.",
        "Payment received.",
        "Enjoy your concert!",
        "Super, your tickets are on their way.",
        "Thanks for buying!",
    ],
)
def test_no_success_is_told_of_after_a_failure(tmp_path: Path, text: str) -> None:
    [(rule, example)] = findings(tmp_path / "shop", FLOW.replace(SAID, f'"{text}"'))
    assert rule == "claims_deed"
    assert example[-2].endswith(": taken")
    assert example[-1] == "desk: says sold_out"


@pytest.mark.parametrize(
    "text",
    [
        "That one is gone.",
        "Thank you for your order, but we are full.",
        "You already have it.",
        "It did not go through.",
        "We hope to see you soon.",
        "Enjoy your evening all the same.",
        "Is that all done?",
        "Your favourite is in another hall.",
    ],
)
def test_what_regrets_it_or_says_something_else_may_be_said(tmp_path: Path, text: str) -> None:
    assert findings(tmp_path / "shop", FLOW.replace(SAID, f'"{text}"')) == []


def test_what_is_also_said_elsewhere_is_held_to_nothing_more(tmp_path: Path) -> None:
    done = 'message: "See you there!", next: end}'
    cheerful = FLOW.replace(SOLD_OUT, SOLD_OUT.partition("message:")[0] + done)
    assert [rule for rule, _ in findings(tmp_path / "one", cheerful)] == ["claims_deed"]
    assert findings(tmp_path / "other", cheerful.replace("type: confirm,", "type: confirm, on_no: sold_out,")) == []
