"""Yes, no or unclear, seen against what was asked."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.language import yesno
from frontdesk.language.reading import Context, Style

NOW = datetime(2026, 3, 2, 9, tzinfo=ZoneInfo("America/New_York"))
CONFIRM = "Botox tomorrow at 3 PM with Dr. Lee. Shall I book it?"
CHECK = "You want a table for 2 on March 5th at 7 pm, is that correct?"
OFFER = "How about the Palm Hotel? It has 3 stars."
MORE = "Is there anything else I can help you with?"


@pytest.mark.parametrize(
    ("said", "text", "answer"),
    [
        *(
            (CONFIRM, text, "yes")
            for text in (
                "ok",
                "k",
                "yep",
                "perfect",
                "let's do it",
                "book it",
                "go ahead",
                "please do",
                "sounds good",
                "that one is good",
                "👍",
                "no problem",
                "why not",
                "Sure, and how much is it?",
                "3 pm works",
                "never mind the price, book it",
                "yes, it's asdf asdf, +1 212 555 0177",
            )
        ),
        *(
            (CONFIRM, text, "no")
            for text in (
                "no",
                "nope",
                "👎",
                "not now",
                "that works but make it 4",
                "no, thursday",
                "yes but at 4 pm",
                "yeah right",
                "make it Friday",
                "maybe later",
                "that's not right",
            )
        ),
        *((CONFIRM, text, "unclear") for text in ("I guess", "is it painful?", "hmm", "", "asdf")),
        (CHECK, "That's right. What is the address?", "yes"),
        (CHECK, "Make it for 4 people", "no"),
        (CHECK, "the 6th of March please", "no"),
        (CHECK, "maybe later", "unclear"),
        (OFFER, "Where is it?", "unclear"),
        (OFFER, "Do you have another one?", "no"),
        (OFFER, "That sounds lovely", "yes"),
        (MORE, "No, that's fine", "no"),
        (MORE, "that's all, thanks", "no"),
        (MORE, "I need a taxi", "unclear"),
        ("Is that fine?", "no, that's fine", "yes"),
        ("Do you mind sharing a table?", "no", "yes"),
        (None, "yes", "yes"),
        (None, "no", "no"),
    ],
)
def test_a_reply_is_understood(said: str | None, text: str, answer: str) -> None:
    assert yesno.read(text, Context(now=NOW, said=said)).answer == answer


def test_a_question_beside_the_answer_is_noticed() -> None:
    assert yesno.read("Sure, and how much is it?", Context(now=NOW, said=CONFIRM)).asks
    assert not yesno.read("Sure", Context(now=NOW, said=CONFIRM)).asks


@given(st.text(), st.none() | st.text())
def test_no_text_breaks_the_reader(text: str, said: str | None) -> None:
    assert yesno.read(text, Context(now=NOW, said=said)).words in text


@pytest.mark.parametrize("style", list(Style))
@pytest.mark.parametrize("verdict", list(yesno.Verdict))
def test_what_is_said_is_read_again(verdict: yesno.Verdict, style: Style) -> None:
    context = Context(now=NOW, said=CONFIRM)
    assert yesno.read(yesno.say(verdict, context, style), context).answer == verdict
