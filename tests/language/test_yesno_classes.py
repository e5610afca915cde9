"""Replies that say yes, no or neither in other words, each by its class, and what only sounds like one of them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import yaml

from frontdesk.language.reading import Context
from frontdesk.language.understanding.agreeing.judging import judge

NOW = datetime(2026, 11, 16, 10, tzinfo=ZoneInfo("America/New_York"))
ANSWERS = {"agreed": "yes", "refused": "no", "neither": "unclear"}
MASSAGE = "So that's a deep tissue massage on Friday, November 20 at 4 PM with Maria. Shall I book it?"
STAY = "Executive room, two nights from November 9, corporate rate $210. Shall I confirm the reservation?"
CANCEL = "I'm about to cancel your visit on Monday. Do you want me to go ahead?"
SURE = "I'll cancel the 4 PM call with Acme. Are you certain?"
HOLD = "I have a room on the ground floor for tonight. Shall I hold it?"
DATED = "I have a facial with Elena on Friday, May 9 at 2 PM for $120. Shall I book it?"  # no May 9 near is a Friday


def rows() -> list[tuple[str, str, str]]:
    """Return what the desk said, what the guest replied, and what it means."""
    groups = yaml.safe_load(Path(__file__).with_name("classes_yesno.yaml").read_text(encoding="utf-8"))
    keyed = [(group["said"], key, group.get(key, ())) for group in groups for key in ANSWERS]
    return [(said, str(text), ANSWERS[key]) for said, key, texts in keyed for text in texts]


def answer(text: str, said: str) -> str:
    return judge(text, Context(NOW, said=said)).value


@pytest.mark.parametrize(("said", "text", "meant"), rows())
def test_a_reply_means_what_its_class_says(said: str, text: str, meant: str) -> None:
    assert answer(text, said) == meant


@pytest.mark.parametrize(
    ("said", "text", "meant"),
    [
        (MASSAGE, "morning please", "no"),
        (MASSAGE, "friday afternoon is fine", "yes"),
        (MASSAGE, "thanks, have a lovely evening", "unclear"),
        (STAY, "Three nights, please", "no"),
        (STAY, "yes, two nights", "yes"),
        (STAY, "I was quoted 190", "no"),
        (STAY, "yes at 210", "yes"),
        (DATED, "Friday the 9th at 2 with Elena, perfect", "yes"),
        (DATED, "Saturday the 9th then", "no"),
        (DATED, "until the tenth please", "no"),
    ],
)
def test_values_are_compared_however_they_are_named(said: str, text: str, meant: str) -> None:
    assert answer(text, said) == meant


@pytest.mark.parametrize(
    ("said", "text", "meant"),
    [
        (CANCEL, "yes cancel it", "yes"),
        (CANCEL, "no, keep it", "no"),
        (SURE, "Certain.", "yes"),
        (HOLD, "hold it please", "yes"),
        (HOLD, "hold on", "unclear"),
        (MASSAGE, "reservation", "unclear"),
    ],
)
def test_what_the_desk_would_do_may_be_repeated(said: str, text: str, meant: str) -> None:
    assert answer(text, said) == meant


@pytest.mark.parametrize(
    "text",
    [
        *("lock me up", "put me down as a maybe", "put me on hold", "throw me out", "sound bath", "class is at 4"),
        *("that is so late", "its kind of pricey", "its on fire", "as always you are late", "do nothing", "good one"),
        *("yes my brother is coming along", "yes it is for my neighbour", "sure, like I have a choice"),
        *("once I know the price, yes", "I can't wait around all day", "say no more than 50", "thank god no"),
        *("book me a taxi", "yes send me the details and I'll decide", "both are wrong", "that's us done with you"),
    ],
)
def test_what_only_sounds_like_it_is_no_yes(text: str) -> None:
    assert answer(text, MASSAGE) != "yes"
