"""A folder is loaded whole: flows with all that the proofs found, texts by phrase, sources that can be kept."""

from pathlib import Path

import pytest

from frontdesk.dialogue.flow import Act, Choose, Collect, Confirm, Flow, Handoff, Tell
from frontdesk.dialogue.values import Item
from frontdesk.flows import Loaded, Refused, load, load_flow, load_phrases
from tests.flows.sample import ACTIONS, load_files, rules_of

BOOKING = (Path(__file__).parent / "right" / "a_booking.yaml").read_text(encoding="utf-8")
ANEW = Path(__file__).parent / "right" / "a_question_after_something_went_wrong_is_asked_anew.yaml"


def loaded(folder: Path, files: dict[str, str]) -> Loaded:
    result = load_files(folder, files)
    assert isinstance(result, Loaded), result
    return result


def book(folder: Path, text: str = BOOKING) -> Flow:
    return loaded(folder, {"flows/main.yaml": text}).flows.newest["book"]


def test_steps_follow_the_file_and_the_last_one_ends(tmp_path: Path) -> None:
    flow = book(tmp_path)
    assert flow.first == "ask_service"
    assert flow.steps["ask_service"] == Collect("ask_service", "service", "ask_day")
    assert flow.steps["unsure"] == Handoff("unsure", "unsure", "handed_over")
    assert flow.lines["ask_service"] == 10


def test_arguments_are_the_slots_of_the_same_name(tmp_path: Path) -> None:
    flow = book(tmp_path)
    find, action = flow.steps["find"], flow.steps["book"]
    assert isinstance(find, Act)
    assert isinstance(action, Act)
    assert find.arguments == {"service": "service", "day": "day"}
    assert action.arguments == {"opening": "opening", "name": "name", "notes": "notes"}


def test_a_guarded_action_knows_its_confirm_and_the_confirm_what_it_shows(tmp_path: Path) -> None:
    flow = book(tmp_path)
    action, confirm, find = flow.steps["book"], flow.steps["sure"], flow.steps["find"]
    assert isinstance(action, Act)
    assert isinstance(confirm, Confirm)
    assert isinstance(find, Act)
    assert (action.guarded, action.confirmed_by) == (True, "sure")
    assert (find.guarded, find.confirmed_by) == (False, None)
    assert confirm.shows == ("service", "start", "name", "notes")


def test_choices_and_outputs_bring_their_slots(tmp_path: Path) -> None:
    flow = book(tmp_path)
    assert {name: flow.slots[name].kind for name in ("opening", "start", "reference")} == {
        "opening": "option",
        "start": "moment",
        "reference": "reference",
    }
    assert isinstance(flow.steps["offer"], Choose)


def test_an_edge_back_to_a_question_empties_its_slot(tmp_path: Path) -> None:
    assert book(tmp_path).clears == {("no_openings", "ask_day"): frozenset({"day"})}


def test_an_edge_back_to_a_question_empties_what_rests_on_it(tmp_path: Path) -> None:
    text = BOOKING.replace("notes: {type: notes, ", "notes: {type: notes, depends_on: [day], ")
    assert book(tmp_path, text).clears == {("no_openings", "ask_day"): frozenset({"day", "notes"})}


def test_a_question_after_something_went_wrong_is_emptied(tmp_path: Path) -> None:
    assert book(tmp_path, ANEW.read_text(encoding="utf-8")).clears == {
        ("sorry", "ask_provider"): frozenset({"provider"})
    }


def test_the_bound_is_the_longest_way_a_turn_can_take(tmp_path: Path) -> None:
    result = loaded(tmp_path, {"flows/main.yaml": BOOKING})
    # From the first question, all known and agreed: eight moves to the booking, which is taken; then find, offer
    # and ask_name once more, and sure waits, as its yes is spent.
    way = ["ask_service", "ask_day", "find", "offer", "ask_name", "sure", "book", "find", "offer", "ask_name", "sure"]
    assert result.bounds["book"] == len(way) - 1
    assert result.flows.newest["book"].bound == result.bounds["book"]


def test_texts_become_phrases(tmp_path: Path) -> None:
    text = BOOKING.replace(
        "day: {type: day}",
        "day: {type: day, ask: [Which day?, {any: When?, short: 'Day?'}], why: To find a time., examples: [friday]}",
    )
    result = loaded(tmp_path, {"flows/main.yaml": text})
    assert result.phrases["book.day.ask"].texts == ({"any": "Which day?"}, {"any": "When?", "short": "Day?"})
    assert result.phrases["book.day.why"].texts == ({"any": "To find a time."},)
    assert result.phrases["book.done"].texts == ({"any": "Booked: {reference}."},)
    assert result.flows.newest["book"].slots["day"].ask == "book.day.ask"
    assert result.examples == {"book.day": ("friday",)}


def test_defaults_are_typed(tmp_path: Path) -> None:
    flow = book(tmp_path, BOOKING.replace("service: {type: service}", "service: {type: service, default: botox}"))
    assert flow.slots["service"].default == Item("service", "botox")


def test_replies_are_kept_and_may_be_said_by_a_flow(tmp_path: Path) -> None:
    text = BOOKING.replace('message: "Nothing on {day}."', "phrase: greet")
    result = loaded(tmp_path, {"flows/main.yaml": text, "replies.en.yaml": "greet: [Hello., Hello again.]\n"})
    step = result.flows.newest["book"].steps["no_openings"]
    assert isinstance(step, Tell)
    assert step.message == "greet"
    assert result.phrases["greet"].texts == ({"any": "Hello."}, {"any": "Hello again."})


def test_replies_that_are_never_said_or_promise_work_are_refused(tmp_path: Path) -> None:
    replies = "gret: Hello.\ngreet: One moment.\n"
    assert rules_of(load_files(tmp_path, {"replies.en.yaml": replies})) == [
        ("replies.en.yaml", 1, "unknown_phrase"),
        ("replies.en.yaml", 2, "text"),
    ]


def test_replies_may_show_what_the_built_in_ones_show(tmp_path: Path) -> None:
    fine = "greet: '{desk} here.[ Hello {name?}.]'\nfound: '{start}, {provider?}'\n"
    assert rules_of(load_files(tmp_path, {"replies.en.yaml": fine})) == []
    wrong = "greet: 'Hello {name}.'\nfound: 'For {nobody?}: {start}.'\n"
    assert rules_of(load_files(tmp_path, {"replies.en.yaml": wrong})) == [
        ("replies.en.yaml", 1, "may_be_empty"),
        ("replies.en.yaml", 2, "unknown_value"),
    ]


def test_a_built_in_reply_must_find_its_values_in_the_flow(tmp_path: Path) -> None:
    wrong = "flows: {look: {description: look, steps: [{step: tell, type: say, phrase: found}]}}"
    assert rules_of(load_files(tmp_path, {"flows/main.yaml": wrong})) == [("flows/main.yaml", 1, "unknown_slot")]
    early = wrong.replace("steps:", "slots: {start: {type: moment}}, steps:")
    assert rules_of(load_files(tmp_path, {"flows/main.yaml": early})) == [("flows/main.yaml", 1, "may_be_empty")]


def test_the_fingerprint_does_not_mind_layout(tmp_path: Path) -> None:
    first = book(tmp_path).fingerprint
    other = BOOKING.replace(
        "      - {step: ask_day, type: collect, slot: day}",
        """
      # A comment.
      - slot: "day"
        type: collect
        step: ask_day""",
    )
    assert other != BOOKING
    assert book(tmp_path, other).fingerprint == first


@pytest.mark.parametrize(("old", "new"), [("Which one?", "Which?"), ("slot: day}", "slot: day, tries: 2}")])
def test_the_fingerprint_minds_every_change(tmp_path: Path, old: str, new: str) -> None:
    assert book(tmp_path).fingerprint != book(tmp_path, BOOKING.replace(old, new)).fingerprint


def test_the_fingerprint_minds_the_contract_of_an_action(tmp_path: Path) -> None:
    before = book(tmp_path).fingerprint
    spec = ACTIONS["find"]
    changed = {**ACTIONS, "find": type(spec)(**{name: getattr(spec, name) for name in spec.__slots__} | {"brings": {}})}
    after = load(tmp_path, changed)
    assert isinstance(after, Loaded)
    assert after.flows.newest["book"].fingerprint != before


def test_a_flow_comes_back_from_its_source_alone(tmp_path: Path) -> None:
    text = BOOKING.replace('message: "Nothing on {day}."', "phrase: greet")
    result = loaded(tmp_path, {"flows/main.yaml": text, "replies.en.yaml": "greet: Hello.\n"})
    flow, again = result.flows.newest["book"], load_flow(result.sources["book"])
    assert (again.fingerprint, again.bound, again.clears) == (flow.fingerprint, flow.bound, flow.clears)
    assert (again.steps, again.slots, again.triggers) == (flow.steps, flow.slots, flow.triggers)
    phrases = load_phrases(result.sources["book"])
    assert {name: phrases[name] for name in result.phrases if name.startswith("book.")} == {
        name: wording for name, wording in result.phrases.items() if name.startswith("book.")
    }
    assert phrases["greet"].texts == ({"any": "Hello."},)


def test_mistakes_of_all_files_come_at_once(tmp_path: Path) -> None:
    files = {
        "business.yaml": "id: shop\nname: Shop\nzone: UTC\nhours: {daily: 9-29}\n",
        "flows/a.yaml": "flows:\n  a: {}\n",
        "flows/b.yaml": "flow: []\n",
        "flows/c.yml": "flows: {}\n",
        "replies.en.yaml": "[]\n",
    }
    assert {file for file, _, _ in rules_of(load_files(tmp_path, files))} == files.keys()


def test_nothing_is_missed_that_a_file_nobody_could_read_may_have(tmp_path: Path) -> None:
    whole = """\
flows:
  one:
    description: one
    trigger: [one]
    steps:
      - {step: go, type: call, flow: two}
  three:
    description: the other file may lead here
    steps:
      - {step: hello, type: say, message: Hello.}
"""
    result = load_files(tmp_path, {"flows/a.yaml": whole, "flows/b.yaml": "flows:\n  two: [\n"})
    assert {(file, rule) for file, _, rule in rules_of(result)} == {("flows/b.yaml", "yaml")}


def test_two_flows_of_one_name_are_refused(tmp_path: Path) -> None:
    result = load_files(tmp_path, {"flows/a.yaml": BOOKING, "flows/b.yaml": BOOKING})
    assert rules_of(result) == [("flows/b.yaml", 2, "duplicate_flow")]


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    result = load(tmp_path / "nowhere", ACTIONS)
    assert isinstance(result, Refused)
    assert rules_of(result) == [("business.yaml", 1, "missing_file")]
