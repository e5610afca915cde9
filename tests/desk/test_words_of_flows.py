"""What a flow's words are held to: triggers say what a guest wants, and texts claim only what was done before."""

from pathlib import Path

import pytest

from frontdesk.desk.house import BusinessRefused, open_house
from frontdesk.desk.testing import rehearse
from tests.desk.shops import FLOW, SELLS, shop

TRIGGERS = 'trigger: [buy a ticket, "buy a ticket for the {show}"]'


def rules(folder: Path) -> list[str]:
    """Return the rules that a business breaks."""
    try:
        open_house(folder)
    except BusinessRefused as error:
        return [finding.rule for finding in error.refused.findings]
    return []


@pytest.mark.parametrize(
    "trigger",
    ["yes", "no", "ok", "yes please", "the", "please", "{show}", "{show} {show}", "tomorrow", "2", "3pm", "thanks",
     "hello", "help", "start over", "i want", "not really"],
)  # fmt: skip  # one a line would be a page
def test_a_trigger_that_says_nothing_is_refused(tmp_path: Path, trigger: str) -> None:
    folder = shop(tmp_path / "shop", SELLS, FLOW.replace(TRIGGERS, f'trigger: ["{trigger}", buy a ticket]'))
    assert rules(folder) == ["bad_trigger"]


@pytest.mark.parametrize(
    "trigger",
    ["tickets", "i want the {show}", "get me into the {show}", "seats for tomorrow", "cancel my ticket", "2 seats"],
)
def test_a_trigger_that_says_what_the_guest_wants_is_not(tmp_path: Path, trigger: str) -> None:
    assert rules(shop(tmp_path / "shop", SELLS, FLOW.replace(TRIGGERS, f'trigger: ["{trigger}"]'))) == []


SLOTS = """\
    slots:
      show: {type: show, ask: "Which show?"}
      thing: {type: KIND, ask: "What?", examples: [EXAMPLE]}
"""
ASKED = FLOW.replace('    slots:\n      show: {type: show, ask: "Which show?"}\n', SLOTS).replace(
    "      - {step: agree", "      - {step: ask_thing, type: collect, slot: thing}\n      - {step: agree"
)


@pytest.mark.parametrize(
    ("kind", "example"),
    [
        ("day", "blue"),
        ("day", "at 3pm"),
        ("time", "friday"),
        ("show", "the circus"),
        ("email", "ann at home"),
        ("phone", "twelve"),
        ("number", "some cake"),
        ("text", "how much is it?"),
    ],
)
def test_an_example_of_an_answer_is_one(tmp_path: Path, kind: str, example: str) -> None:
    flow = ASKED.replace("KIND", kind).replace("EXAMPLE", example)
    with pytest.raises(BusinessRefused) as refused:
        open_house(shop(tmp_path / "shop", SELLS, flow))
    [finding] = refused.value.refused.findings
    line = next(number for number, text in enumerate(flow.splitlines(), 1) if "examples" in text)
    assert (finding.rule, finding.line) == ("bad_example", line)
    assert f'"{example}" is not read as a' in finding.message


@pytest.mark.parametrize(
    ("kind", "example"),
    [
        ("day", "2020-05-03"),  # whatever day it is read on
        ("day", "next week"),
        ("time", "in the afternoon"),
        ("show", "ballet please"),
        ("yesno", "not really"),
        ("party", "just me"),
        ("text", "the blue one"),
    ],
)
def test_an_example_that_is_an_answer_is_accepted(tmp_path: Path, kind: str, example: str) -> None:
    assert rules(shop(tmp_path / "shop", SELLS, ASKED.replace("KIND", kind).replace("EXAMPLE", example))) == []


CLAIMS = [
    "You are booked!",
    "You're all set.",
    "Your appointment is cancelled.",
    "Your seat for {show} has been reserved.",
    "I have booked {show} for you.",
    "We've moved it.",
    "Booked: {show}.",
    "Someone will call you within 30 minutes.",
    "You will hear from our team soon.",
]


@pytest.mark.parametrize("text", CLAIMS)
def test_a_text_does_not_claim_what_was_not_done(tmp_path: Path, text: str) -> None:
    for said in ("It is sold out.", "That did not work."):
        assert rules(shop(tmp_path / "shop", SELLS, FLOW.replace(said, text))) == ["claims_deed"]


@pytest.mark.parametrize("text", CLAIMS)
def test_a_question_does_not_claim_it_either(tmp_path: Path, text: str) -> None:
    asks = FLOW.replace("A ticket for {show}?", f"{text} A ticket for {{show}}?")
    assert rules(shop(tmp_path / "shop", SELLS, asks)) == ["claims_deed"]


@pytest.mark.parametrize("text", [text for text in CLAIMS if "call" not in text and "hear" not in text])
def test_it_is_told_after_it_was_done(tmp_path: Path, text: str) -> None:
    assert rules(shop(tmp_path / "shop", SELLS, FLOW.replace("Your ticket is {ticket}.", text))) == []


def test_staff_are_promised_where_they_are_told(tmp_path: Path) -> None:
    handed = FLOW.replace("type: handoff}", "type: handoff, message: Someone will call you.}")
    assert rules(shop(tmp_path / "shop", SELLS, handed)) == []
    before = FLOW.replace('"That did not work.", next: end}', '"Someone will call you.", next: pass_to_staff}')
    assert rules(shop(tmp_path / "shop", SELLS, before)) == []


@pytest.mark.parametrize(
    "text",
    [
        "Nothing is booked.",
        "It is fully booked.",
        "Is it booked?",
        "Once you are booked, we write to you.",
        "That can no longer be cancelled.",
        "The seat is booked by someone else.",
        "We have changed our hours.",
        'Say \\"I am booked\\" at the door.',
    ],
)
def test_what_is_no_claim_is_not_refused(tmp_path: Path, text: str) -> None:
    assert rules(shop(tmp_path / "shop", SELLS, FLOW.replace("It is sold out.", text))) == []


LOOKS = """
@dataclass(frozen=True)
class Found:
    seat: str


@action
def find_seat(here: Here) -> Found | Nothing:
    return Found("row 3")
"""
STATUS = """\
  status:
    description: tell you your seat
    trigger: [which seat do i have]
    steps:
      - {step: look, type: action, call: find_seat, map_outputs: {seat: seat}, on: {none: nothing}}
      - {step: tell, type: say, message: "TEXT", next: end}
      - {step: nothing, type: say, message: You have no seat.}
"""


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("Your seat in {seat} is booked.", []),
        ("Your seat is booked.", ["claims_deed"]),
        ("I have booked {seat} for you.", ["claims_deed"]),
    ],
)
def test_what_was_found_may_be_told_as_it_is(tmp_path: Path, text: str, broken: list[str]) -> None:
    assert rules(shop(tmp_path / "shop", SELLS + LOOKS, FLOW + STATUS.replace("TEXT", text))) == broken


def test_the_finding_shows_how_it_would_be_said(tmp_path: Path) -> None:
    folder = shop(tmp_path / "shop", SELLS, FLOW.replace("It is sold out.", "You are booked."))
    with pytest.raises(BusinessRefused) as refused:
        open_house(folder)
    (finding,) = refused.value.refused.findings
    assert 'sold_out says "you are booked"' in finding.message
    assert finding.example[-1].startswith("desk: ")


THANKS = """\
  thank:
    description: thank
    steps:
      - {step: tell, type: say, message: You are booked.}
"""


@pytest.mark.parametrize(("step", "broken"), [("done", []), ("sold_out", ["claims_deed"])])
def test_a_called_flow_tells_what_was_done_by_those_who_call_it(tmp_path: Path, step: str, broken: list[str]) -> None:
    said = {"done": '"Your ticket is {ticket}."', "sold_out": '"It is sold out."'}[step]
    calls = FLOW.replace(f"step: {step}, type: say, message: {said}", f"step: {step}, type: call, flow: thank")
    assert rules(shop(tmp_path / "shop", SELLS, calls + THANKS)) == broken


PROMISES = """
@dataclass(frozen=True)
class Found:
    seat: str


@action
def find_seat(here: Here) -> Found | Nothing:
    return Found("TEXT")
"""


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("It is row 3. Let me check the stage for you.", "It is row 3."),
        ("One moment, I will look into it.", "I'm sorry"),
    ],
)
def test_what_an_action_says_promises_no_more_than_any_text(tmp_path: Path, text: str, reply: str) -> None:
    flow = FLOW + STATUS.replace("TEXT", "{seat}")
    with rehearse(shop(tmp_path / "shop", SELLS + PROMISES.replace("TEXT", text), flow)) as rehearsal:
        said = str(rehearsal.say("which seat do i have")["reply"])
    assert said.startswith(reply)
    assert "check" not in said
    assert "moment" not in said
