"""Flows that set slots, call each other and go over to each other are read, bounded, stored and run."""

from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import pytest

from frontdesk.dialogue.conversation import Collecting, Confirming, Conversation
from frontdesk.dialogue.decide import Decision, decide
from frontdesk.dialogue.effects import RunAction, Say
from frontdesk.dialogue.events import GuestSpoke
from frontdesk.dialogue.expression import Both, Compare, CompareSlots, Either, Empty, Operator
from frontdesk.dialogue.flow import Act, Assign, CallFlow, Copy, Flow, Link
from frontdesk.dialogue.meanings import Affirm, Inform, Meaning, StartFlow
from frontdesk.dialogue.values import Item
from frontdesk.flows import Loaded, load_flow, load_phrases
from tests.flows.sample import load_files, rules_of

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
TEXT = (Path(__file__).parent / "right" / "flows_that_call_set_and_link.yaml").read_text(encoding="utf-8")
BOTOX = Item("service", "botox")


def loaded(folder: Path, text: str = TEXT) -> Loaded:
    result = load_files(folder, {"flows/main.yaml": text})
    assert isinstance(result, Loaded), result
    return result


def trip(folder: Path, text: str = TEXT) -> Flow:
    return loaded(folder, text).flows.newest["trip"]


def test_steps_to_other_flows_are_read(tmp_path: Path) -> None:
    flow, contact = trip(tmp_path), loaded(tmp_path).flows.newest["contact"]
    gives, takes = {"subject": "service"}, {"name": "who", "phone": "number"}
    assert flow.steps["details"] == CallFlow("details", "contact", "mark", gives, takes, version=contact.fingerprint)
    assert flow.steps["over"] == Link("over", "contact", {"subject": "service"})
    again = flow.steps["again"]
    assert isinstance(again, Link)
    assert (again.when, again.next) == (Compare("party", Operator.GREATER, 2), "over")


def test_values_that_are_set_are_typed_by_their_slots(tmp_path: Path) -> None:
    mark = trip(tmp_path).steps["mark"]
    assert isinstance(mark, Assign)
    assert mark.values == {
        "kind": "group",
        "host": Copy("who"),
        "start": time(15, 30),
        "extras": (Item("service", "peel"),),
        "low": 2,
    }


def test_one_slot_may_be_set_without_a_table(tmp_path: Path) -> None:
    mark = '{step: mark, type: set, values: {kind: group, host: {from: who}, start: "15:30", extras: peel, low: 2}}'
    assert mark in TEXT
    parts = [
        "{step: mark, type: set, slot: host, from: who}",
        "{step: more, type: set, slot: kind, value: group}",
        '{step: rest, type: set, values: {start: "15:30", extras: peel, low: 2}}',
    ]
    flow = trip(tmp_path, TEXT.replace(f"- {mark}", "\n      ".join(f"- {part}" for part in parts)))
    assert flow.steps["mark"] == Assign("mark", {"host": Copy("who")}, "more")
    assert flow.steps["more"] == Assign("more", {"kind": "group"}, "rest")


def test_what_a_called_flow_brings_has_its_kind(tmp_path: Path) -> None:
    assert trip(tmp_path).slots["number"].kind == "phone"


def test_a_flow_says_what_it_is_given_and_gives_back(tmp_path: Path) -> None:
    flows = loaded(tmp_path).flows.newest
    assert (flows["contact"].inputs, flows["contact"].outputs) == (("subject",), ("name", "phone"))
    assert (flows["trip"].interruptible, flows["contact"].interruptible) == (False, True)


def test_a_slot_says_what_it_allows(tmp_path: Path) -> None:
    result = loaded(tmp_path)
    party = result.flows.newest["trip"].slots["party"]
    assert party.validate == Both(
        Compare("party", Operator.LESS_OR_EQUAL, 4),
        Either(Empty("largest"), CompareSlots("party", Operator.LESS_OR_EQUAL, "largest")),
    )
    assert party.invalid == "trip.party.invalid"
    assert result.phrases["trip.party.invalid"].texts == ({"any": "{words?} is too many."},)
    assert result.flows.newest["trip"].slots["who"].read_back


def test_an_action_may_be_tried_again_and_given_a_time(tmp_path: Path) -> None:
    flow = trip(tmp_path)
    pay, look = flow.steps["pay"], flow.steps["look"]
    assert isinstance(pay, Act)
    assert isinstance(look, Act)
    assert (pay.retries, pay.timeout) == (0, timedelta(seconds=5))
    assert (look.retries, look.timeout) == (2, timedelta(seconds=0.5))


def test_the_bound_includes_the_flows_that_are_called(tmp_path: Path) -> None:
    alone = "flows: {a: {description: a, trigger: [a], steps: [{step: one, type: say, message: One.}, %s]}, %s}"
    steps = "[{step: x, type: say, message: X.}, {step: y, type: say, message: Y.}]"
    called = f"b: {{description: b, trigger: [b], steps: {steps}}}"
    call, plain = "{step: go, type: call, flow: b}", "{step: go, type: say, message: Two.}"
    without = loaded(tmp_path, alone % (plain, called)).bounds
    assert (without["a"], without["b"]) == (2, 2)
    assert loaded(tmp_path, alone % (call, called)).bounds == {**without, "a": 4}
    link = "{step: go, type: link, flow: b}"
    assert loaded(tmp_path, alone % (link, called)).bounds["a"] == 4


def test_a_turn_that_begins_in_a_called_flow_counts_its_moves_there_too(tmp_path: Path) -> None:
    text = """
flows:
  a:
    description: a
    trigger: [a]
    steps:
      - {step: go, type: call, flow: b}
      - {step: one, type: say, message: One.}
      - {step: two, type: say, message: Two.}
  b:
    description: b
    slots: {name: {type: person_name}}
    steps:
      - {step: ask, type: collect, slot: name}
      - {step: x, type: say, message: X.}
"""
    assert loaded(tmp_path, text).bounds["a"] == 2 + 1 + 2  # ask, x; back; one, two


def test_flows_come_back_from_their_sources_alone(tmp_path: Path) -> None:
    result = loaded(tmp_path)
    for name, flow in result.flows.newest.items():
        again = load_flow(result.sources[name])
        assert (again.fingerprint, again.bound, again.clears) == (flow.fingerprint, flow.bound, flow.clears)
        assert (again.steps, again.slots, again.inputs) == (flow.steps, flow.slots, flow.inputs)
        assert (again.outputs, again.interruptible) == (flow.outputs, flow.interruptible)
    assert "trip.party.invalid" in load_phrases(result.sources["trip"])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("phone: {type: phone, required: no}", "phone: {type: phone}"),  # now certain to be given back
        ("description: leave a name", "description: leave your name"),
    ],
)
def test_the_version_of_a_flow_rests_on_that_of_the_called_one(tmp_path: Path, old: str, new: str) -> None:
    assert old in TEXT
    assert trip(tmp_path).fingerprint != trip(tmp_path, TEXT.replace(old, new)).fingerprint


def test_a_pattern_may_be_called_and_a_mistake_in_it_is_still_found(tmp_path: Path) -> None:
    text = "flows: {a: {description: a, trigger: [a], steps: [{step: go, type: call, flow: person, outputs: %s}]}}"
    assert rules_of(load_files(tmp_path, {"flows/main.yaml": text % "{}"})) == []
    wrong = load_files(tmp_path, {"flows/main.yaml": text % "{phone: number}"})
    assert rules_of(wrong) == [("flows/main.yaml", 1, "unknown_output")]


def test_a_flow_that_cannot_be_read_is_the_only_mistake(tmp_path: Path) -> None:
    text = TEXT.replace("{step: ask_name, type: collect, slot: name}", "{step: ask_name, type: collect, slot: nam}")
    assert [rule for _, _, rule in rules_of(load_files(tmp_path, {"flows/main.yaml": text}))] == ["unknown_slot"]


def test_the_desk_runs_what_was_read(tmp_path: Path) -> None:
    flows = loaded(tmp_path).flows
    decision = Decision(Conversation("c", "b"))

    def say(*meanings: Meaning) -> list[str]:
        nonlocal decision
        decision = decide(decision.conversation, GuestSpoke(meanings, NOW), flows)
        return [effect.phrase for effect in decision.effects if isinstance(effect, Say)]

    assert say(StartFlow("trip", ""), Inform("service", BOTOX, ""), Inform("party", 9, ""))[0] == "trip.party.invalid"
    say(Inform("party", 3, ""))
    assert decision.conversation.position == Collecting("ask_name", "name", 1)
    say(Inform("name", "Ann", ""))
    assert say(Inform("phone", "+49 30 1234", ""))[:2] == ["contact.thanks", "trip.large"]
    assert isinstance(decision.conversation.position, Confirming)
    say(Affirm(""))
    (action,) = (effect for effect in decision.effects if isinstance(effect, RunAction))
    assert (action.action, action.arguments, action.timeout) == ("pay", {"service": BOTOX}, timedelta(seconds=5))
