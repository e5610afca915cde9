"""What a guarded action is to pay is exact and in the currency of the business; anything else is asked about."""

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from frontdesk.desk.testing import Rehearsal, rehearse, rehearse_action
from frontdesk.dialogue.values import Money

BUSINESS = """\
id: fund
name: Fund
zone: Europe/London
region: GB
currency: GBP
hours: {daily: 0-24}
"""
FLOW = """\
flows:
  give:
    description: give to the fund
    trigger: [give to the fund, "give {gift} to the fund"]
    slots:
      gift: {type: money, ask: How much will you give?}
      limit: {type: money, ask: How much do you have?, required: no}
      given: {type: money}
    steps:
      - {step: ask_limit, type: collect, slot: limit}
      - {step: ask_gift, type: collect, slot: gift}
      - {step: sure, type: confirm, message: "Give {gift}?"}
      - {step: give, type: action, call: give, map_outputs: {given: given}, on: {unknown: unsure}}
      - {step: done, type: say, message: "Thank you for {given}.", next: end}
      - {step: unsure, type: handoff}
"""
ACTIONS = '''\
"""What the fund does."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from frontdesk.desk.kit import action, kind


@dataclass(frozen=True)
class Given:
    given: Annotated[Decimal, kind("money")]


@action(guarded=True)
def give(gift: Annotated[Decimal, kind("money")]) -> Given:
    return Given(gift)
'''


@pytest.fixture(scope="module")
def fund(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fund")
    (folder / "flows").mkdir()
    (folder / "business.yaml").write_text(BUSINESS, encoding="utf-8")
    (folder / "flows" / "give.yaml").write_text(FLOW, encoding="utf-8")
    (folder / "actions.py").write_text(ACTIONS, encoding="utf-8")
    return folder


@pytest.fixture
def desk(fund: Path) -> Iterator[Rehearsal]:
    with rehearse(fund, datetime(2026, 3, 3, 10, tzinfo=UTC)) as rehearsal:
        yield rehearsal


def known(desk: Rehearsal, *lines: str) -> dict[str, object]:
    found = [desk.say(line)["known"] for line in lines][-1]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("text", ["25", "£25", "25 quid", "25 pounds please", "about 25", "twenty five"])
def test_an_exact_amount_in_our_currency_is_taken(desk: Rehearsal, text: str) -> None:
    assert known(desk, "give to the fund", "skip", text)["gift"] == {"amount": "25", "currency": "GBP"}


@pytest.mark.parametrize(
    "text",
    ["under 80", "at least 15", "no more than £40", "80 at most", "$25", "25 euros", "EUR 30", "0", "zero pounds"],
)
def test_a_limit_another_currency_and_nothing_are_asked_about(desk: Rehearsal, text: str) -> None:
    assert "gift" not in known(desk, "give to the fund", "skip", text)
    assert known(desk, "£35")["gift"] == {"amount": "35", "currency": "GBP"}


def test_where_nothing_is_paid_a_limit_is_an_answer(desk: Rehearsal) -> None:
    assert known(desk, "give to the fund", "under 80")["limit"] == {"amount": "80", "currency": "GBP"}


def test_another_currency_is_told_at_the_beginning_too(desk: Rehearsal) -> None:
    assert "gift" not in known(desk, "give $50 to the fund")


def test_a_bare_number_never_stands_for_another_currency(fund: Path) -> None:
    assert rehearse_action(fund, "give", gift=Money(Decimal(20), "USD")).outcome == "failed"
    assert rehearse_action(fund, "give", gift=Money(Decimal(20), "GBP")).outcome == "given"
