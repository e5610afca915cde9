"""Whether the desk would take something away is told by its words, and by no rule that stands beside a booking."""

from __future__ import annotations

import pytest

from frontdesk.language.yesno.question import question_of


@pytest.mark.parametrize(
    "said",
    [
        "Shall I call off your massage on Friday?",
        "Do you want to give up your table on Friday at 7?",
        "Your stay from Friday to Sunday will be cancelled. Is that right?",
        "So I release your slot on Friday at 3. Is that right?",
        "To cancel your flight on Saturday, please say yes. Otherwise all stays as it is.",
        "Delete your booking for Friday?",
    ],
)
def test_the_desk_would_take_something_away(said: str) -> None:
    assert question_of(said, "en").undoes


@pytest.mark.parametrize(
    "said",
    [
        "If you want to cancel, tell us a day before. So that is a massage on Friday at 3. Is that right?",
        "Bookings without a deposit will be cancelled. So that is a table on Friday at 7. Is that right?",
        "So that is a massage on Friday at 3. You can cancel until Thursday. Is that right?",
        "To book the room, please say yes. To cancel, say no.",
        "So I move your massage from Thursday at 4 to Friday at 3. Is that right?",
    ],
)
def test_the_desk_would_book_or_move(said: str) -> None:
    assert not question_of(said, "en").undoes
