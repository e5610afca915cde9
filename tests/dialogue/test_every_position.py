"""Every position meets every event: `decide` is total, and what must not move does not move."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import get_args

import pytest

from frontdesk.dialogue.conversation import (
    Acting,
    Changing,
    Choosing,
    Collecting,
    Confirming,
    Conversation,
    Filled,
    Idle,
    Offer,
    Option,
    Position,
    Run,
    Sorting,
    Source,
    Suspended,
    WithStaff,
)
from frontdesk.dialogue.decide import decide
from frontdesk.dialogue.effects import CallStaff, RunAction, Say
from frontdesk.dialogue.events import (
    ActionEnded,
    Event,
    GuestSpoke,
    GuestWasSilent,
    StaffLeft,
    StaffSpoke,
    StaffTookOver,
)
from frontdesk.dialogue.meanings import (
    Affirm,
    Ask,
    AtTime,
    Cancel,
    Change,
    Choose,
    Deny,
    Exclude,
    GoBack,
    Goodbye,
    Greet,
    Help,
    Inform,
    Meaning,
    More,
    Number,
    Problem,
    Repeat,
    Skip,
    StartFlow,
    StartOver,
    Thank,
    Unclear,
    WantPerson,
)
from frontdesk.dialogue.values import Item, Value
from tests.dialogue.worlds import DAYS, NOW, TIMES, spa

BOTOX = Item("service", "botox")
KNOWN: dict[str, Value] = {
    "service": (BOTOX,),
    "day": DAYS[0],
    "time": TIMES[0],
    "name": "Ann",
    "phone": "+12125550100",
    "opening": "o1",
}


def _offer() -> Offer:
    options = tuple(Option(f"o{n}", {"start": NOW + timedelta(hours=n), "day": DAYS[0]}) for n in range(1, 4))
    return Offer(options, NOW, NOW + timedelta(minutes=30), shown=3)


def _run(*known: str) -> Run:
    flow = spa().newest["book"]
    slots = {name: Filled(KNOWN[name], Source.GUEST) for name in known}
    path = tuple(flow.steps)[: list(flow.steps).index("find") + 1]
    return Run(1, "book", flow.fingerprint, slots, path=path, offers={"find": _offer()})


PLACES: list[tuple[str, Position, Run | None]] = [
    ("idle", Idle(), None),
    ("sorting", Sorting(("book", "move"), (), 1, Idle()), None),
    ("collecting", Collecting("ask_name", "name", 1), _run("service", "day", "opening")),
    ("choosing", Choosing("offer", "find", 1), _run("service", "day")),
    ("confirming", Confirming("confirm", "digest", 1), _run(*KNOWN)),
    ("changing", Changing("confirm", 1), _run(*KNOWN)),
    ("acting", Acting("find", "key"), _run("service", "day")),
    ("with_staff", WithStaff("ann", Collecting("ask_name", "name", 1)), _run("service", "day", "opening")),
]
POSITIONS = {name: Conversation("c", "b", position=position, run=run, runs=1) for name, position, run in PLACES}

MEANINGS: list[Meaning] = [
    StartFlow("move", "w"),
    StartFlow("book", "w"),
    Inform("day", DAYS[1], "w"),
    Inform("day", DAYS[1], "w", Problem.PAST),
    Inform("service", None, "w", Problem.AMBIGUOUS, (BOTOX, Item("service", "hydrafacial"))),
    Inform("unknown_slot", "x", "w"),
    Exclude("service", BOTOX, "w"),
    Choose(Number(2), "w"),
    Choose(Number(99), "w"),
    Choose(AtTime(TIMES[1]), "w"),
    More("w"),
    Affirm("w"),
    Deny("w"),
    Change("day", "w"),
    Change(None, "w"),
    Ask("price", "w"),
    Ask("unknown", "w"),
    Ask("why", "w"),
    Cancel("w"),
    StartOver("w"),
    GoBack("w"),
    Skip("w"),
    Repeat("w"),
    Help("w"),
    WantPerson("w"),
    Greet("w"),
    Thank("w"),
    Goodbye("w"),
    Unclear("w"),
]

EVENTS: list[Event] = [
    *(GuestSpoke((meaning,), NOW) for meaning in MEANINGS),
    GuestSpoke((), NOW),
    GuestSpoke(tuple(MEANINGS), NOW),
    ActionEnded("key", "openings", NOW, {"finding": "free"}, _offer()),
    ActionEnded("key", "no such outcome", NOW),
    ActionEnded("another key", "openings", NOW),
    GuestWasSilent(NOW),
    StaffTookOver("bob", NOW),
    StaffSpoke("bob", "w", NOW),
    StaffLeft(NOW),
]


def test_every_kind_of_position_is_tried() -> None:
    kinds = {type(conversation.position) for conversation in POSITIONS.values()}
    assert kinds == set(get_args(Position))


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_every_position_takes_every_event(name: str, event: Event) -> None:
    before = POSITIONS[name]
    decision = decide(before, event, spa())
    said = [effect for effect in decision.effects if isinstance(effect, Say)]
    if isinstance(event, GuestSpoke) and not isinstance(before.position, WithStaff):
        acts = any(isinstance(effect, RunAction) for effect in decision.effects)
        assert said or acts, "the guest is left without an answer"
    if isinstance(before.position, WithStaff) and isinstance(event, GuestSpoke | GuestWasSilent):
        assert decision.conversation == before
        assert not said, "a person is answering"


@pytest.mark.parametrize("name", [name for name in POSITIONS if name != "acting"])
def test_a_late_outcome_moves_nothing(name: str) -> None:
    decision = decide(POSITIONS[name], ActionEnded("another key", "booked", NOW), spa())
    assert decision.conversation == POSITIONS[name]
    assert decision.effects == ()


@pytest.mark.parametrize("name", ["collecting", "choosing", "confirming", "changing"])
def test_staff_take_over_and_the_desk_goes_on_where_it_was(name: str) -> None:
    before = POSITIONS[name]
    taken = decide(before, StaffTookOver("bob", NOW), spa()).conversation
    assert isinstance(taken.position, WithStaff)
    back = decide(taken, StaffLeft(NOW), spa())
    assert back.conversation.position == before.position
    assert any(isinstance(effect, Say) for effect in back.effects)


@pytest.mark.parametrize("name", POSITIONS)
def test_a_person_takes_over_from_another_and_the_desk_still_knows_where_it_was(name: str) -> None:
    first = decide(POSITIONS[name], StaffTookOver("ann", NOW), spa()).conversation
    second = decide(first, StaffTookOver("bob", NOW), spa())
    assert isinstance(first.position, WithStaff)
    assert (second.conversation.position, second.effects) == (WithStaff("bob", first.position.before), ())


@pytest.mark.parametrize("name", ["collecting", "choosing", "confirming", "changing"])
def test_a_person_takes_over_also_where_the_flow_is_gone(name: str) -> None:
    before = POSITIONS[name]
    assert before.run is not None
    lost = replace(before, run=replace(before.run, fingerprint="gone"))
    taken = decide(lost, StaffTookOver("bob", NOW), spa())
    assert (taken.conversation.position, taken.effects) == (WithStaff("bob", before.position), ())
    assert decide(taken.conversation, GuestSpoke((Affirm("w"),), NOW), spa()).effects == ()
    back = decide(taken.conversation, StaffLeft(NOW), spa())
    assert any(isinstance(effect, CallStaff) for effect in back.effects)


def test_a_question_that_an_action_led_to_is_put_once_when_the_person_has_left() -> None:
    taken = decide(POSITIONS["acting"], StaffTookOver("bob", NOW), spa()).conversation
    ended = decide(taken, ActionEnded("key", "openings", NOW, {"finding": "free"}, _offer()), spa())
    assert isinstance(ended.conversation.position, WithStaff)
    back = decide(ended.conversation, StaffLeft(NOW), spa())
    asked = [effect for effect in back.effects if isinstance(effect, Say)]
    assert asked
    assert not any(effect in asked for effect in ended.effects)


@pytest.mark.parametrize("name", ["collecting", "choosing", "confirming", "changing"])
def test_a_flow_that_is_gone_hands_over_to_staff(name: str) -> None:
    before = POSITIONS[name]
    assert before.run is not None
    lost = replace(before, run=replace(before.run, fingerprint="gone"))
    decision = decide(lost, GuestSpoke((Affirm("w"),), NOW), spa())
    assert any(isinstance(effect, CallStaff) for effect in decision.effects)
    assert isinstance(decision.conversation.position, Idle)


def test_a_side_matter_ends_and_the_exact_question_comes_back() -> None:
    before = POSITIONS["collecting"]
    asked = decide(before, GuestSpoke((Ask("hours", "w"),), NOW), spa())
    assert asked.conversation.position == before.position
    assert asked.conversation.suspended == ()
    assert [effect.phrase for effect in asked.effects if isinstance(effect, Say)][-1] == "book.name.ask"


def test_another_flow_waits_beneath_and_comes_back() -> None:
    before = POSITIONS["collecting"]
    switched = decide(before, GuestSpoke((StartFlow("look_up", "w"),), NOW), spa())
    assert before.run is not None
    assert switched.conversation.suspended == (Suspended(before.run, before.position),)
    key = next(effect.key for effect in switched.effects if isinstance(effect, RunAction))
    ended = decide(switched.conversation, ActionEnded(key, "none", NOW), spa())
    assert ended.conversation.position == before.position


def test_a_yes_does_not_outlive_its_turn() -> None:
    before = POSITIONS["choosing"]
    assert before.run is not None
    agreed = replace(before, run=replace(before.run, agreed={"confirm": "digest"}))
    heard = decide(agreed, GuestSpoke((Deny("w"), Choose(Number(1), "w")), NOW), spa())
    assert heard.conversation.run is not None
    assert heard.conversation.run.agreed == {}
