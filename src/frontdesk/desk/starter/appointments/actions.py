"""What this salon knows besides its diary."""

from dataclasses import dataclass
from datetime import date

from frontdesk.desk.kit import Nothing, action

WEDNESDAY = 2


@dataclass(frozen=True)
class Reduced:
    """Prices are reduced by so much."""

    percent: int


@action
def find_reduction(day: date) -> Reduced | Nothing:
    """Say by how much prices are reduced on a day."""
    return Reduced(20) if day.weekday() == WEDNESDAY else Nothing()
