"""What a scripted guest says next: their own lines in order, and otherwise an answer to what the desk asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from training.goals import Booking, fits
from training.guests import AGAIN, GuestLine, ScriptedGuest, Wanted

MOST_AGAIN = 2
MOST_ALIKE = 2  # times in a row that a guest says the same
# By the kind of what is asked, the answer that is meant where authors know only one word for it.
_BY_KIND = {"person_name": "name", "phone": "phone", "email": "email", "day": "day", "time": "time", "party": "party"}


class Yes(Enum):
    """What a yes would do to whatever the desk has just summed up."""

    FITS = auto()
    DIFFERS = auto()
    CHANGES_NOTHING = auto()
    CALLS_STAFF = auto()


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the desk is after a turn."""

    position: str
    asking: str | None = None
    kind: str | None = None  # of the slot that is asked for
    offered: Sequence[Booking] = ()
    done: bool = False  # something was booked, moved or cancelled in this turn
    content: bool = False  # the goal is reached

    def is_at(self, place: str) -> bool:
        """Say whether a line that waits for this place can be said."""
        match place:
            case "choice":
                return self.position == "choosing"
            case "confirm":
                return self.position == "confirming"
            case "changing":
                return self.position == "changing"
            case "done":
                return self.done
            case _:
                return self.position == "collecting" and place in (self.asking, _BY_KIND.get(self.kind or ""))


@dataclass(slots=True)
class Talk:
    """How far a guest has come."""

    guest: ScriptedGuest
    lines: int = 0
    again: int = 0
    last: str | None = None
    alike: int = 0  # how often in a row it was said

    def next(self, standing: Standing | None, yes: Callable[[], Yes], unmet: Sequence[Wanted]) -> str | None:
        """Return what the guest says now; None when they go home."""
        line = self._line(standing)
        if line is not None:
            self.lines += 1
            return line.text
        if standing is None:
            return None
        answer = self._unless_said(self._answer(standing, yes, unmet))
        if answer is not None or standing.content or self.again == MOST_AGAIN:
            return answer
        self.again += 1
        return self.guest.answers[AGAIN]

    def _unless_said(self, answer: str | None) -> str | None:
        """Return an answer, unless it was given just now and came to nothing, twice."""
        self.alike = self.alike + 1 if answer is not None and answer == self.last else 1
        self.last = answer
        return answer if self.alike <= MOST_ALIKE else None

    def _line(self, standing: Standing | None) -> GuestLine | None:
        if self.lines == len(self.guest.lines):
            return None
        line = self.guest.lines[self.lines]
        return line if line.at is None or (standing is not None and standing.is_at(line.at)) else None

    def _answer(self, standing: Standing, yes: Callable[[], Yes], unmet: Sequence[Wanted]) -> str | None:
        match standing.position:
            case "confirming":
                return self.guest.answer(_WORD_FOR[yes()])
            case "choosing":
                return self.guest.answer("choice") or _first_fitting(standing.offered, unmet)
            case "collecting":
                asked = self.guest.answer(standing.asking or "")
                return asked or self.guest.answer(_BY_KIND.get(standing.kind or "", ""))
            case _:
                return None


_WORD_FOR = {Yes.FITS: "yes", Yes.DIFFERS: "no", Yes.CHANGES_NOTHING: "yes", Yes.CALLS_STAFF: "staff"}


def _first_fitting(offered: Sequence[Booking], unmet: Sequence[Wanted]) -> str | None:
    """Return the number of the first option that contradicts nothing of something that is still wanted."""
    for number, option in enumerate(offered, start=1):
        shown = _as_booking(option)
        if any(fits({key: wish for key, wish in each.items() if key in shown}, shown) for each in unmet):
            return str(number)
    return None


def _as_booking(option: Booking) -> Mapping[str, object]:
    start = option.get("start")
    if not isinstance(start, str):
        return option
    moment = datetime.fromisoformat(start)
    return {**option, "day": moment.date().isoformat(), "time": moment.strftime("%H:%M")}
