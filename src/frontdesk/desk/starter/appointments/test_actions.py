"""What the actions of this salon come to. Run it with pytest."""

from datetime import date
from pathlib import Path

from frontdesk.desk.testing import rehearse_action

SALON = Path(__file__).parent


def test_prices_are_reduced_on_wednesdays() -> None:
    ended = rehearse_action(SALON, "find_reduction", day=date(2026, 3, 4))
    assert (ended.outcome, ended.fields["percent"]) == ("reduced", 20)


def test_prices_are_not_reduced_on_other_days() -> None:
    assert rehearse_action(SALON, "find_reduction", day=date(2026, 3, 6)).outcome == "none"
