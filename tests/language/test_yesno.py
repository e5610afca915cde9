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
FLIGHT = "There is a flight to Lisbon at 7:15 with one stop."
MORE = "Is there anything else I can help you with?"
EXTRA = "Would you like to add a hot stone upgrade for 20 dollars?"
CANCEL = "Should I cancel your appointment on Friday?"
MIND = "Do you mind if we start ten minutes later?"
FINE = "I moved your call with Sam to Wednesday. Is that okay?"


def answer(text: str, said: str | None) -> str:
    return yesno.read(text, Context(now=NOW, said=said)).answer


@pytest.mark.parametrize(
    "text",
    [
        *(
            "ok",
            "k",
            "yep",
            "perfect",
            "let's do it",
            "book it",
            "go ahead",
            "please do",
            "sounds good",
            "👍",
            "ya go 4 it",
        ),
        *("that one is good", "no problem", "why not", "not bad at all", "can't wait!", "I don't see a reason not to"),
        *(
            "uh yeah um I think that'll be fine",
            "i am agree",
            "is good",
            "suits me down to the ground",
            "you bet",
            "Please.",
        ),
        *(
            "yes please no rush",
            "no rush, but yes",
            "No wait, yes.",
            "never mind the price, book it",
            "yes if possible",
        ),
        *("Sure, and how much is it?", "ok but is there parking", "3 pm works", "yes, it's asdf asdf, +1 212 555 0177"),
    ],
)
def test_agreement_needs_no_yes(text: str) -> None:
    assert answer(text, CONFIRM) == "yes"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "no",
            "nope",
            "👎",
            "not now",
            "that's not right",
            "please don't",
            "I'll pass",
            "yeah no",
            "hard pass",
        ),
        *("I can't make that", "doesn't suit me I'm afraid", "I thought I said Wednesday", "yeah nah that's alright"),
        *("that works but make it 4", "no, thursday", "yes but at 4 pm", "make it Friday", "could you do 5 instead"),
        *("3 is fine but with Anna please", "not with Dr. Lee please", "I'm in meetings all day", "Yes. Wait, no."),
    ],
)
def test_a_refusal_or_a_change_is_a_no(text: str) -> None:
    assert answer(text, CONFIRM) == "no"


@pytest.mark.parametrize("text", ["yeah right", "yeah, right", "in your dreams", "as if"])
def test_mockery_is_a_no(text: str) -> None:
    assert answer(text, CONFIRM) == "no"


@pytest.mark.parametrize(
    "text",
    [
        *("oh great, another form", "lovely, yet another needle", "just what everybody wants on a Tuesday"),
        *("my favourite way to spend a morning", "best day ever", "lucky me", "perfect, as if I had the time"),
    ],
)
def test_irony_is_neither(text: str) -> None:
    assert answer(text, CONFIRM) == "unclear"


@pytest.mark.parametrize(
    "text",
    [
        *("", "asdf", "hmm", "I guess", "idk", "whatever", "hold on", "wait", "one sec", "let me ask my husband"),
        *(
            "is it painful?",
            "okay?",
            "what happens if I'm late",
            "does that include breakfast?",
            "sure if Nora is free",
        ),
    ],
)
def test_doubts_delays_conditions_and_questions_are_unclear(text: str) -> None:
    assert answer(text, CONFIRM) == "unclear"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("That's right. What is the address?", "yes"),
        ("I believe so", "yes"),
        ("March 5th yes", "yes"),
        ("everything is fine except the time", "no"),
        ("almost", "no"),
        ("at the Ritz instead", "no"),
        ("I usually go to Luigi", "no"),
        ("maybe later", "unclear"),
        ("that's more than I expected", "unclear"),
    ],
)
def test_a_summary_is_confirmed_as_a_whole(text: str, expected: str) -> None:
    assert answer(text, CHECK) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("That sounds lovely", "yes"),
        ("sold!", "yes"),
        ("Grand, reserve a room", "yes"),
        ("Great, can you also find me a taxi there?", "yes"),
        ("Where is it?", "unclear"),
        ("okay, how much is it?", "unclear"),
        ("Can you give me their phone number?", "unclear"),
        ("hmm maybe", "unclear"),
        ("maybe later", "no"),
        ("Do you have another one?", "no"),
        ("nice, but I want something cheaper", "no"),
        ("Although that sounds nice, I need a pool", "no"),
        ("Are there any hotels with a pool?", "no"),
    ],
)
def test_an_offer_is_taken_or_left(text: str, expected: str) -> None:
    assert answer(text, OFFER) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'll take two", "yes"),
        ("too early for us", "no"),
        ("anything later in the day?", "no"),
        ("Is there one at 9?", "no"),
        ("what about the 9th?", "no"),
        ("where does it stop", "unclear"),
    ],
)
def test_a_question_for_another_value_leaves_the_offer(text: str, expected: str) -> None:
    assert answer(text, FLIGHT) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No, that's fine", "no"),
        ("that's all, thanks", "no"),
        ("👍 thanks", "no"),
        ("Not that I can think of", "no"),
        ("I need a taxi", "unclear"),
        ("what are your hours?", "unclear"),
        ("actually yes", "yes"),
    ],
)
def test_anything_else_is_answered_by_no_more_or_by_a_wish(text: str, expected: str) -> None:
    assert answer(text, MORE) == expected


@pytest.mark.parametrize("text", ["nope all good", "leave it as it is", "it's perfect the way it is"])
def test_nothing_to_change_is_a_no(text: str) -> None:
    assert answer(text, "Do you want to change anything?") == "no"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'd love that", "yes"),
        ("I wouldn't say no to that", "yes"),
        ("add it", "yes"),
        ("Thanks but I'm okay", "no"),
        ("just the massage thanks", "no"),
        ("I need a towel", "no"),
        ("only if it's free", "unclear"),
    ],
)
def test_what_the_desk_would_do_is_wanted_or_not(text: str, expected: str) -> None:
    assert answer(text, EXTRA) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cancel it please", "yes"),
        ("yeah something came up so I can't come", "yes"),
        ("I don't want to cancel", "no"),
        ("Please keep it", "no"),
        ("move it to Monday instead", "no"),
    ],
)
def test_to_repeat_what_the_desk_would_do_agrees(text: str, expected: str) -> None:
    assert answer(text, CANCEL) == expected


@pytest.mark.parametrize(
    ("said", "text", "expected"),
    [
        (MIND, "not at all", "yes"),
        (MIND, "of course not", "yes"),
        (MIND, "I don't mind", "yes"),
        (MIND, "go ahead", "yes"),
        (MIND, "yes I do mind", "no"),
        (MIND, "I can't do that", "no"),
        (FINE, "no, that's fine", "yes"),
        (FINE, "no it isn't", "no"),
        ("Do you mind sharing a table?", "no", "yes"),
        (None, "yes", "yes"),
        (None, "no", "no"),
    ],
)
def test_no_can_agree(said: str | None, text: str, expected: str) -> None:
    assert answer(text, said) == expected


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
