"""Findings are sentences that an owner can act on."""

from pathlib import Path

import pytest

from frontdesk.flows import Refused
from frontdesk.flows.findings import nearest, with_article
from tests.flows.sample import load_files

FLOW = """\
flows:
  visit:
    description: come by
    trigger: [come by]
    slots:
      opening: {{type: option}}
      begin: {{type: time, ask: When?}}
      guests: {{type: party, ask: How many?}}
    steps:
      - {{step: ask_begin, type: collect, slot: begin}}
      - {{step: ask_guests, type: collect, slot: guests}}
      - {{step: tell, type: say, message: Fine., when: "{condition}"}}
"""


def sentence(folder: Path, text: str) -> str:
    """Return the only finding."""
    result = load_files(folder, {"flows/main.yaml": text})
    assert isinstance(result, Refused)
    (finding,) = result.findings
    return finding.sentence


@pytest.mark.parametrize(
    ("noun", "named"), [("option", "an option"), ("action", "an action"), ("end", "an end"), ("party", "a party")]
)
def test_a_noun_gets_the_article_it_has_in_speech(noun: str, named: str) -> None:
    assert with_article(noun) == named


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("opening > 3", "An option is neither less nor greater than another."),
        ("begin > 9am", "Did you mean 09:00?"),
        ("begin > 3:30pm", "Did you mean 15:30?"),
        ("guests > 4 and guests < 2", "Did you mean guests > 4 or guests < 2?"),
    ],
)
def test_a_condition_that_is_wrong_is_told_with_what_was_meant(tmp_path: Path, condition: str, said: str) -> None:
    assert said in sentence(tmp_path, FLOW.format(condition=condition))


def test_a_kind_that_is_not_there_is_told_where_own_kinds_come_from(tmp_path: Path) -> None:
    text = FLOW.format(condition="guests > 2").replace("type: time", "type: slider")
    assert "under `choices`" in sentence(tmp_path, text)


@pytest.mark.parametrize(("word", "meant"), [("nme", "name"), ("phon", "phone"), ("refrence", "reference")])
def test_a_slip_is_taken_for_the_word_that_is_written_most_alike(word: str, meant: str) -> None:
    assert nearest(word, ["business_phone", "name", "phone", "business_name", "reference"]) == meant


def test_a_part_of_a_longer_name_is_recognised() -> None:
    assert nearest("availability", ["book_appointment", "check_availability"]) == "check_availability"


def test_a_step_with_a_bad_name_is_one_mistake(tmp_path: Path) -> None:
    steps = '[{step: "Tell us", type: say, message: Fine.}]'
    text = f"flows:\n  visit: {{description: come by, trigger: [come by], steps: {steps}}}\n"
    assert "no steps" not in sentence(tmp_path, text)
    assert "no steps" not in sentence(tmp_path, text.replace("Tell us", "end"))


@pytest.mark.parametrize("word", ["nme", "menu"])
def test_a_few_letters_are_no_part_of_a_name(word: str) -> None:
    assert nearest(word, ["book_appointment", "business_phone", "check_availability"]) is None


def test_a_misspelt_type_is_told_with_what_was_meant(tmp_path: Path) -> None:
    flow = "flows: {f: {description: f, trigger: [go], steps: [{step: a, typ: say, message: Hello.}]}}"
    assert sentence(tmp_path, flow) == 'A step has no key "typ". Did you mean type?'


def test_a_name_of_one_letter_is_not_what_a_longer_one_was_meant_to_be() -> None:
    assert nearest("nowhere", ["e", "no", "ask"]) is None


def test_what_is_asked_in_a_called_flow_is_answered_in_the_conversation(tmp_path: Path) -> None:
    call = "f: {description: f, trigger: [go round], steps: [{step: a, type: call, flow: g, next: a}]}"
    asked = "{step: b, type: confirm, message: Go?, on_no: end}"
    result = load_files(tmp_path, {"flows/a.yaml": f"flows: {{{call}, g: {{description: g, steps: [{asked}]}}}}"})
    assert isinstance(result, Refused)
    [finding] = [each for each in result.findings if each.rule == "endless_question"]
    assert finding.example[1:3] == ("desk: goes into g", "guest: (answers what is asked there)")
