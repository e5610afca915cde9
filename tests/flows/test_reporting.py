"""Findings are written for people, for code reviews and for programs, each with the conversation that shows them."""

import json
import re
from pathlib import Path

import pytest

from frontdesk.flows import Finding, Refused
from frontdesk.flows.reporting import FORMATS, as_github, as_json, as_text
from tests.flows.sample import load_files

HERE = Path(__file__).parent / "wrong"


def found(folder: Path, name: str) -> tuple[Finding, ...]:
    result = load_files(folder, {"flows/main.yaml": (HERE / f"{name}.yaml").read_text(encoding="utf-8")})
    assert isinstance(result, Refused)
    return result.findings


@pytest.mark.parametrize(
    ("name", "example"),
    [
        (
            "a_circle_of_says_never_ends",
            ["guest: (starts chat)", "desk: says hello", "desk: says again", "desk: (goes on like this for ever)"],
        ),
        (
            "a_yes_that_is_not_used_up_does_not_end_a_turn",
            [
                "guest: (starts book)",
                "desk: asks service",
                "guest: gives service",
                "desk: asks sure",
                "guest: yes",
                "desk: runs wave: done",
                "desk: runs wave: done",
                "desk: (goes on like this for ever)",
            ],
        ),
        ("a_no_must_not_book", [..., "desk: asks sure", "guest: no", "desk: runs book"]),
        ("silence_must_not_book", [..., "desk: asks sure", "guest: (does not answer)", "desk: runs book"]),
        (
            "an_optional_slot_may_be_empty",
            ["guest: (starts greet)", "desk: asks name", "guest: skip", "desk: says hello (name is empty)"],
        ),
        (
            "a_copy_of_nothing_is_nothing",
            [..., "guest: skip", "desk: sets host, kind", "desk: says tell (host is empty)"],
        ),
        ("nothing_found_is_answered", [..., "desk: runs quote: none", "desk: (does not know what to say)"]),
        (
            "two_exits_do_not_ask_each_other",
            [
                "guest: (starts book)",
                "desk: asks day",
                "guest: (does not answer)",
                "desk: asks time",
                "guest: (does not answer)",
                "desk: asks day",
            ],
        ),
        ("a_no_does_not_lead_to_the_same_confirm", [..., "guest: no", "desk: says please", "desk: asks sure"]),
        (
            "flows_that_go_over_to_each_other_must_ask_something",
            ["guest: (starts here)", "desk: says hello", "desk: goes into there", "desk: goes into here again"],
        ),
        (
            "a_guarded_action_is_not_repeated_on_the_same_yes",
            [..., "guest: yes", "desk: runs pay: unknown", "desk: asks notes", "guest: gives notes", "desk: runs pay"],
        ),
    ],
)
def test_a_conversation_shows_what_would_go_wrong(name: str, example: list[object], tmp_path: Path) -> None:
    lines = list(found(tmp_path, name)[0].example)
    if example[0] is ...:
        assert lines[0].startswith("guest: (starts")
        example = example[1:]
        lines = lines[-len(example) :]
    assert lines == example


# Mistakes of writing: the line itself shows them, and no conversation could be had with such a flow.
WRITTEN_WRONG = re.compile(
    r"(bad|missing|no|two|unknown|vain|wrong)_\w+|(duplicate|reserved|misplaced|empty)_\w+|text"
    r"|(never|same)_(answer|asked|begun|case|next|said)|unreachable"
)
MAY_MISBEHAVE = {"missing_input", "no_offer_yet", "two_confirms"}


@pytest.mark.parametrize("path", sorted(HERE.glob("*.yaml")), ids=lambda path: path.stem)
def test_whatever_could_misbehave_is_shown_in_a_conversation(path: Path, tmp_path: Path) -> None:
    for finding in found(tmp_path, path.stem):
        if finding.rule in MAY_MISBEHAVE or not WRITTEN_WRONG.fullmatch(finding.rule):
            assert finding.example, finding
            assert all(line.startswith(("guest: ", "desk: ")) for line in finding.example)


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("every_argument_is_shown", "desk: runs book (name was not shown)"),
        ("two_confirms_do_not_share_an_action", "desk: runs pay (on the yes to really, not to sure)"),
        ("what_is_asked_for_can_be_read", "desk: asks days (it was not understood)"),
        ("what_a_slot_must_satisfy_is_not_passed_by", "desk: sets wish (wish may be one that is not allowed)"),
        ("a_text_shows_what_it_is_said_to_show", "desk: asks sure (service may not be in it)"),
        ("a_guarded_action_is_not_tried_again_unless_it_has_a_key", "desk: runs pay (it may have been done already)"),
        ("what_is_handed_to_a_flow_fits", "desk: goes into contact (subject is empty)"),
    ],
)
def test_a_conversation_ends_with_what_would_go_wrong(name: str, last: str, tmp_path: Path) -> None:
    assert last in [finding.example[-1] for finding in found(tmp_path, name) if finding.example]


def test_the_example_stands_indented_beneath_the_finding(tmp_path: Path) -> None:
    findings = found(tmp_path, "an_optional_slot_may_be_empty")
    first, *example = as_text(tmp_path, findings).splitlines()
    assert first.startswith(f"{tmp_path}/flows/main.yaml:8: name may be empty at hello")
    assert example == [f"    {line}" for line in findings[0].example]


def test_a_code_review_shows_each_finding_on_its_line(tmp_path: Path) -> None:
    findings = found(tmp_path, "names_that_are_not_there")
    lines = as_github(tmp_path, findings).splitlines()
    assert len(lines) == len(findings)
    file = f"{tmp_path}/flows/main.yaml"
    for line, finding in zip(lines, findings, strict=True):
        assert line.startswith(f"::error file={file},line={finding.line}::{finding.message}")


def test_a_message_cannot_end_its_command() -> None:
    finding = Finding("a,b:c.yaml", 1, "text", "100% of\nit", example=("desk: x", "guest: y"))
    assert as_github(Path(), [finding]) == (
        "::error file=a%2Cb%3Ac.yaml,line=1::100%25 of%0Ait [text]%0Adesk: x%0Aguest: y"
    )


def test_programs_read_all_of_it(tmp_path: Path) -> None:
    findings = found(tmp_path, "names_that_are_not_there")
    read = json.loads(as_json(tmp_path, findings))
    assert [one["rule"] for one in read] == [finding.rule for finding in findings]
    assert [one["suggestion"] for one in read] == [finding.suggestion for finding in findings]
    assert json.loads(as_json(tmp_path, [])) == []


def test_every_format_has_a_name() -> None:
    assert FORMATS.keys() == {"text", "github", "json"}


def test_an_example_rules_out_a_default_that_would_be_there(tmp_path: Path) -> None:
    flow = """\
flows:
  greet:
    description: greet
    trigger: [greet me]
    slots:
      party: {type: party, default: 2}
    steps:
      - {step: tell, type: say, message: "For {party}."}
      - {step: ask, type: collect, slot: party}
"""
    refused = load_files(tmp_path, {"flows/main.yaml": flow})
    assert isinstance(refused, Refused)
    assert refused.findings[0].example == (
        "guest: (starts greet)",
        "guest: (rules out the default of party)",
        "desk: says tell (party is empty)",
    )
