"""A run of an older version moves to the newest only while it waits, with what fits, and never past a promise."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from frontdesk.dialogue import migrating
from frontdesk.dialogue.conversation import (
    Acting,
    Calling,
    Changing,
    Choosing,
    Collecting,
    Confirming,
    Conversation,
    Offer,
    Option,
    Position,
)
from frontdesk.dialogue.decide import decide
from frontdesk.dialogue.effects import RunAction
from frontdesk.dialogue.events import ActionEnded, Event, GuestSpoke
from frontdesk.dialogue.flow import Flows
from frontdesk.dialogue.meanings import Affirm, Change, Choose, Deny, Inform, Meaning, Number, StartFlow
from frontdesk.dialogue.migrating import Migrated
from frontdesk.dialogue.values import Item
from frontdesk.flows import Loaded
from tests.flows.sample import load_files

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def migrate(conversation: Conversation, flows: Flows) -> Migrated:
    """Migrate on the day on which everything here happens."""
    return migrating.migrate(conversation, flows, NOW)


DAY = Inform("day", date(2026, 3, 3), "tomorrow")
BOTOX = Inform("service", Item("service", "botox"), "botox")
SARAH = Item("provider", "sarah")

BOOK = """
flows:
  book:
    description: book
    trigger: [book]
    slots:
      service: {type: service}
      day: {type: day}
      name: {type: person_name, ask: Who?}
      opening: {type: option, depends_on: [service, day]}
      mark: {type: notes, ask: How was it?}
    steps:
      - {step: ask_service, type: collect, slot: service}
      - {step: ask_day, type: collect, slot: day}
      - {step: find, type: action, call: find, on: {none: ask_day}}
      - {step: pick, type: choose, slot: opening, from: find, ask: Which?, take: {start: start}}
      - {step: ask_name, type: collect, slot: name}
      - {step: sure, type: confirm, unshown: [opening], message: "{service} at {start} for {name}?"}
      - {step: book, type: action, call: book, on: {taken: ask_day, unknown: pass_on}}
      - {step: ask_mark, type: collect, slot: mark, next: end}
      - {step: pass_on, type: handoff}
"""


def flows_of(folder: Path, text: str) -> Flows:
    result = load_files(folder, {"flows/main.yaml": text})
    assert isinstance(result, Loaded), result
    return result.flows


def newer(folder: Path, old: Flows, text: str, migration: str = "{from: any}") -> Flows:
    """Return the flows of a newer text, its flows with a migration, beside those of an older one."""
    new = flows_of(folder, text.replace("    trigger:", f"    migrate: {migration}\n    trigger:"))
    return replace(new, pinned={flow.fingerprint: flow for flow in old.newest.values()})


def after(flows: Flows, *events: Event) -> Conversation:
    conversation = Conversation("c", "b")
    for event in events:
        conversation = decide(conversation, event, flows).conversation
    return conversation


def said(*meanings: Meaning) -> GuestSpoke:
    return GuestSpoke(meanings, NOW)


def found(flows: Flows, *before: Event) -> ActionEnded:
    """Return the end of the search that these events lead to, with two openings."""
    conversation = Conversation("c", "b")
    asked: list[RunAction] = []
    for event in before:
        decision = decide(conversation, event, flows)
        conversation = decision.conversation
        asked = [effect for effect in decision.effects if isinstance(effect, RunAction)]
    options = tuple(Option(f"o{n}", {"start": NOW + timedelta(hours=n), "provider": SARAH}) for n in (1, 2))
    offer = Offer(options, NOW, NOW + timedelta(minutes=30))
    return ActionEnded(asked[0].key, "openings", NOW, {"finding": "some"}, offer)


def at(flows: Flows, step: str) -> Conversation:
    """Return a conversation that waits at a step of `book`."""
    events: list[Event] = [said(StartFlow("book", "book"))]
    if step != "ask_service":
        events.append(said(BOTOX))
    if step not in ("ask_service", "ask_day"):
        events.append(said(DAY))
    if step not in ("ask_service", "ask_day", "find"):
        events.append(found(flows, *events))
    if step in ("ask_name", "sure", "book", "ask_mark", "change"):
        events.append(said(Choose(Number(1), "1")))
    if step in ("sure", "book", "ask_mark", "change"):
        events.append(said(Inform("name", "Ann", "ann")))
    if step in ("book", "ask_mark"):
        events.append(said(Affirm("yes")))
    if step == "change":
        events.append(said(Deny("no")))
    conversation = after(flows, *events)
    if step == "ask_mark" and isinstance(conversation.position, Acting):
        ended = ActionEnded(conversation.position.key, "booked", NOW, {"reference": "R1"})
        conversation = decide(conversation, ended, flows).conversation
    return conversation


RENAMED = (
    BOOK.replace("step: pick", "step: choose_one").replace("ask_name", "ask_who").replace("step: sure", "step: agree")
)
STEPS = "{from: any, steps: {pick: choose_one, ask_name: ask_who, sure: agree}}"
MOVES: dict[str, Position] = {
    "ask_service": Collecting("ask_service", "service", 1),
    "ask_day": Collecting("ask_day", "day", 1),
    "pick": Choosing("choose_one", "find", 1),
    "ask_name": Collecting("ask_who", "name", 1),
    "sure": Confirming("agree", "", 1),  # no yes can be meant for it until it has been put
    "change": Changing("agree", 1),
}


@pytest.mark.parametrize("step", MOVES)
def test_a_run_goes_on_where_the_migration_says_with_all_it_knows(tmp_path: Path, step: str) -> None:
    old = flows_of(tmp_path, BOOK)
    flows, before = newer(tmp_path, old, RENAMED, STEPS), at(old, step)
    moved = migrate(before, flows)
    assert (moved.moved, moved.stays, moved.conversation.position) == (1, (), MOVES[step])
    run, was = moved.conversation.run, before.run
    assert run is not None
    assert was is not None
    assert (run.fingerprint, run.slots, run.offers) == (flows.newest["book"].fingerprint, was.slots, was.offers)
    assert (run.number, run.visits, run.agreed) == (was.number, was.visits, {})
    assert migrate(moved.conversation, flows) == Migrated(moved.conversation)


@pytest.mark.parametrize(
    ("step", "why"), [("find", "in the middle"), ("book", "in the middle"), ("ask_mark", "already done")]
)
def test_what_is_being_done_or_is_done_stays_as_it_is(tmp_path: Path, step: str, why: str) -> None:
    old = flows_of(tmp_path, BOOK)
    before = at(old, step)
    moved = migrate(before, newer(tmp_path, old, RENAMED, STEPS))
    assert moved.conversation is before
    assert why in moved.stays[0]


LOOKING = BOOK.replace("step: find,", "step: look,").replace("from: find", "from: look")


@pytest.mark.parametrize("step", ["pick", "ask_name", "sure"])
def test_what_would_have_to_be_done_again_first_lets_a_run_stay(tmp_path: Path, step: str) -> None:
    old = flows_of(tmp_path, BOOK)
    before = at(old, step)
    moved = migrate(before, newer(tmp_path, old, LOOKING))
    assert (moved.conversation is before, "look would have to be done first" in moved.stays[0]) == (True, True)
    moved = migrate(before, newer(tmp_path, old, LOOKING, "{from: any, steps: {find: look}}"))
    assert (moved.moved, type(moved.conversation.position)) == (1, type(before.position))


def test_an_action_that_is_given_something_else_was_not_done(tmp_path: Path) -> None:
    old = flows_of(tmp_path, BOOK)
    other = BOOK.replace("      mark:", "      provider: {type: provider, required: no}\n      mark:")
    moved = migrate(at(old, "pick"), newer(tmp_path, old, other))
    assert "find would have to be done first" in moved.stays[0]


def test_a_run_goes_back_to_a_question_although_that_has_another_name_now(tmp_path: Path) -> None:
    old = flows_of(tmp_path, BOOK)
    flows = newer(tmp_path, old, BOOK.replace("ask_day", "ask_when"))
    moved = migrate(at(old, "ask_name"), flows).conversation
    changed = decide(moved, said(Change("day", "")), flows).conversation
    assert changed.position == Collecting("ask_when", "day", 1)


def test_without_a_migration_for_its_version_a_run_stays_and_nothing_is_said_of_it(tmp_path: Path) -> None:
    old = flows_of(tmp_path, BOOK)
    before = at(old, "ask_day")
    assert migrate(before, newer(tmp_path, old, RENAMED, "{from: 00000000}")) == Migrated(before)


@pytest.mark.parametrize(
    ("change", "migration"),
    [
        (("day: {type: day}", "day: {type: moment}"), "{from: any}"),  # another kind of value
        (("day: {type: day}", "day: {type: day, many: yes}"), "{from: any}"),
        (("", ""), "{from: any, drop: [day]}"),
    ],
)
def test_a_value_that_does_not_fit_or_is_dropped_is_asked_for_again(
    tmp_path: Path, change: tuple[str, str], migration: str
) -> None:
    old = flows_of(tmp_path, BOOK)
    flows = newer(tmp_path, old, BOOK.replace(*change).replace("Which?", "Which now?"), migration)
    for step in ("ask_day", "pick", "sure"):
        moved = migrate(at(old, step), flows)
        assert (moved.moved, moved.conversation.position) == (1, Collecting("ask_day", "day", int(step == "ask_day")))


def test_a_value_that_is_no_longer_allowed_is_asked_for_again(tmp_path: Path) -> None:
    guests = BOOK.replace("      mark:", "      party: {type: party}\n      mark:").replace(
        "      - {step: ask_day", "      - {step: ask_party, type: collect, slot: party}\n      - {step: ask_day"
    )
    old = flows_of(tmp_path, guests)
    before = after(old, said(StartFlow("book", "")), said(BOTOX), said(Inform("party", 9, "9")))
    assert before.position == Collecting("ask_day", "day", 1)
    flows = newer(tmp_path, old, guests.replace("{type: party}", "{type: party, validate: party <= 4}"))
    assert migrate(before, flows).conversation.position == Collecting("ask_party", "party", 0)


TRIP = """
flows:
  trip:
    description: trip
    trigger: [trip]
    slots:
      service: {type: service}
      who: {type: person_name}
    steps:
      - {step: ask, type: collect, slot: service}
      - {step: details, type: call, flow: contact, outputs: {name: who}}
      - {step: done, type: say, message: "{service} for {who}."}
  contact:
    description: contact
    outputs: [name]
    slots: {name: {type: person_name, ask: Who?}}
    steps:
      - {step: ask_name, type: collect, slot: name}
"""


def test_runs_that_called_each_other_move_together(tmp_path: Path) -> None:
    old = flows_of(tmp_path, TRIP)
    before = after(old, said(StartFlow("trip", "")), said(BOTOX))
    flows = newer(tmp_path, old, TRIP.replace("{service} for", "A {service} for"))  # `contact` is as it was
    moved = migrate(before, flows)
    assert (moved.moved, moved.conversation.suspended[0].position) == (1, Calling("details"))
    after_all = decide(moved.conversation, said(Inform("name", "Ann", "")), flows)
    assert after_all.conversation.run is None


def test_a_caller_does_not_move_without_the_version_that_it_called(tmp_path: Path) -> None:
    old = flows_of(tmp_path, TRIP)
    before = after(old, said(StartFlow("trip", "")), said(BOTOX))
    moved = migrate(before, newer(tmp_path, old, TRIP.replace("ask: Who?", "ask: Who are you?")))
    assert moved.conversation is before
    assert "another version of contact" in moved.stays[0]
    both = TRIP.replace("ask: Who?", "ask: Who are you?").replace(
        "    outputs: [name]", "    migrate: {from: any}\n    outputs: [name]"
    )
    moved = migrate(before, newer(tmp_path, old, both))
    assert (moved.moved, moved.conversation.position) == (2, Collecting("ask_name", "name", 1))


def test_a_migration_is_no_part_of_a_version(tmp_path: Path) -> None:
    plain, migrating = flows_of(tmp_path, BOOK), newer(tmp_path, flows_of(tmp_path, BOOK), BOOK, "{from: any}")
    assert plain.newest["book"].fingerprint == migrating.newest["book"].fingerprint


def test_an_offer_whose_fields_are_taken_for_another_kind_stays_behind(tmp_path: Path) -> None:
    old = flows_of(
        tmp_path, BOOK.replace("opening: {type: option", "start: {type: when}\n      opening: {type: option")
    )
    before = at(old, "pick")
    same = migrate(before, newer(tmp_path, old, BOOK.replace("      day:", "      start: {type: when}\n      day:")))
    assert same.moved == 1
    other = migrate(before, newer(tmp_path, old, BOOK))  # there it is a moment
    assert (other.moved, other.conversation) == (0, before)
    assert other.stays[0].endswith("up to pick")
