"""Forms in the engine: a sent form runs nothing but on values that were seen, wherever the conversation stands."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import product

import pytest

from frontdesk.desk.house import open_house
from frontdesk.dialogue.conversation import (
    Acting,
    Collecting,
    Confirming,
    Conversation,
    Idle,
    Sorting,
    WithStaff,
)
from frontdesk.dialogue.decide import Decision, decide
from frontdesk.dialogue.effects import RunAction, Say
from frontdesk.dialogue.events import ActionEnded, GuestSpoke
from frontdesk.dialogue.flow import Act, Flows
from frontdesk.dialogue.meanings import Affirm, Cancel, FillForm, Inform, Meaning, StartFlow
from frontdesk.dialogue.plan import Lacking, Progress, Standing, main_way, plan_of, sheet_of
from frontdesk.dialogue.runs import values
from frontdesk.dialogue.values import Item, Value
from tests.desk.offices import office

NOW = datetime(2025, 11, 27, 9, tzinfo=UTC)
DAYS = (date(2025, 12, 1), date(2025, 12, 2))  # on the first nothing is free
SHOWN = ("day", "people", "floor")
SLOTS = ("hall", "price", *SHOWN)  # what the confirm shows, and what is reserved


@pytest.fixture(scope="module")
def flows(tmp_path_factory: pytest.TempPathFactory) -> Flows:
    return open_house(office(tmp_path_factory.mktemp("offices") / "office")).flows


def carried(
    conversation: Conversation, meanings: tuple[Meaning, ...], flows: Flows
) -> tuple[Decision, list[RunAction]]:
    """Decide what follows, with actions that end as those of the office do."""
    decision, asked = decide(conversation, GuestSpoke(meanings, NOW), flows), list[RunAction]()
    while wanted := next((each for each in decision.effects if isinstance(each, RunAction)), None):
        asked.append(wanted)
        decision = decide(decision.conversation, ended(wanted), flows)
    return decision, asked


def ended(wanted: RunAction) -> ActionEnded:
    given = wanted.arguments
    if wanted.action != "find_hall":
        return ActionEnded(wanted.key, "created", NOW, {"code": "K7"})
    if given["day"] == DAYS[0]:
        return ActionEnded(wanted.key, "none", NOW)
    people = given["people"]
    return ActionEnded(wanted.key, "hall_found", NOW, {"hall": f"Hall {people}", "price": f"{people}0"})


def forms() -> Iterator[tuple[Meaning, ...]]:
    """Give ways to fill in and send the form, as somebody does who sees the card, and as one who does not."""
    some: tuple[tuple[Inform, ...], ...] = (
        (),
        (Inform("day", DAYS[1], ""), Inform("people", 4, ""), Inform("floor", Item("floor", "roof"), "")),
        (Inform("people", 5, ""),),
        (Inform("day", DAYS[0], ""),),
    )
    for informs, (sent, card) in product(some, ((True, True), (True, False), (False, False))):
        yield (FillForm(SHOWN, "", sent=sent, card=card), *informs)
    yield (Affirm(""),)


def begun(flows: Flows, flow: str = "give_party") -> Conversation:
    return decide(Conversation("c1", "office"), GuestSpoke((StartFlow(flow, ""),), NOW), flows).conversation


def held(conversation: Conversation) -> dict[str, Value]:
    return values(conversation.run) if conversation.run else {}


def test_nothing_is_reserved_that_was_not_seen(flows: Flows) -> None:
    reserved = 0
    for path in product(list(forms()), repeat=3):
        conversation = begun(flows)
        for meanings in path:
            before, stood = held(conversation), conversation.position
            decision, asked = carried(conversation, meanings, flows)
            for each in asked:
                if each.action == "reserve_hall":
                    reserved += 1
                    assert_seen(meanings, before, held(decision.conversation), is_card=isinstance(stood, Confirming))
            conversation = decision.conversation
    assert reserved > 100


def assert_seen(
    meanings: tuple[Meaning, ...], before: dict[str, Value], after: dict[str, Value], *, is_card: bool
) -> None:
    """See that whoever agreed had every value before them: on the card, or in the form."""
    form = next((each for each in meanings if isinstance(each, FillForm)), None)
    if form is None:
        assert is_card
        return
    assert form.sent
    for slot in SLOTS:
        in_form = slot in form.shown
        on_card = form.card and is_card and before.get(slot) == after.get(slot)
        assert in_form or on_card, slot


def test_a_form_is_taken_wherever_the_conversation_stands_and_breaks_nothing(flows: Flows) -> None:
    party = begun(flows)
    places = [
        Conversation("c1", "office"),
        replace(party, position=Acting("find", "key")),
        replace(party, position=WithStaff("ann", party.position)),
        Conversation("c1", "office", position=Sorting(("give_party", "set_meeting"), (), 1, Idle())),
    ]
    for place, meanings in product(places, forms()):
        if not isinstance(meanings[0], FillForm):
            continue
        decision = decide(place, GuestSpoke(meanings, NOW), flows)
        assert [each for each in decision.effects if isinstance(each, RunAction)] == []
        assert held(decision.conversation) == held(place)


def test_an_empty_form_and_a_value_again_cost_no_try(flows: Flows) -> None:
    conversation = begun(flows)
    for _ in range(9):
        meanings = (FillForm(SHOWN, ""), Inform("people", 4, ""))
        decision, asked = carried(conversation, meanings, flows)
        assert asked == []
        assert [each for each in decision.effects if isinstance(each, Say)] == []
        conversation = decision.conversation
    assert isinstance(conversation.position, Collecting)
    assert (conversation.position.slot, conversation.position.tries) == ("day", 1)


def test_a_yes_ahead_is_good_for_one_turn(flows: Flows) -> None:
    conversation = begun(flows)
    full = (Inform("day", DAYS[0], ""), Inform("people", 4, ""), Inform("floor", Item("floor", "roof"), ""))
    decision, _ = carried(conversation, (FillForm((*SHOWN, "hall", "price"), "", sent=True), *full), flows)
    decision, asked = carried(decision.conversation, (Inform("day", DAYS[1], "tuesday"),), flows)
    assert [each.action for each in asked] == ["find_hall"]
    assert isinstance(decision.conversation.position, Confirming)


def standing(conversation: Conversation, flows: Flows) -> Standing:
    assert conversation.run is not None
    return Standing(flows.newest[conversation.run.flow], conversation.run, conversation.position, NOW.date())


def test_the_plan_has_what_is_known_and_names_what_is_not(flows: Flows) -> None:
    conversation, _ = carried(begun(flows), (Inform("people", 4, "4"),), flows)
    plan = plan_of(standing(conversation.conversation, flows))
    assert [step.name for step in plan] == ["find", "reserve", "invite"]
    assert plan[0].arguments["day"] == Lacking("day")
    assert [step.depends_on for step in plan] == [(), ("find",), ("reserve",)]
    assert {step.progress for step in plan} == {Progress.PENDING}
    sheet = sheet_of(standing(conversation.conversation, flows), plan)
    assert sheet is not None
    assert (sheet.step.name, sheet.slots) == ("reserve", ("day", "people", "floor"))


def test_what_changes_something_waits_for_what_changed_something_before(flows: Flows) -> None:
    stands = standing(begun(flows), flows)
    invite = stands.flow.steps["invite"]
    assert isinstance(invite, Act)
    alone = replace(invite, arguments={"email": "email"})  # it takes nothing from the reservation
    flow = replace(stands.flow, steps={**stands.flow.steps, "invite": alone})
    assert plan_of(replace(stands, flow=flow))[2].depends_on == ("reserve",)


def test_the_main_way_ends_whatever_leads_back(flows: Flows) -> None:
    for flow in flows.newest.values():
        conversation = begun(flows, flow.name)
        if conversation.run is not None:
            names = [step.name for step in main_way(flow, conversation.run, NOW.date())]
            assert len(names) == len(set(names))


def test_a_flow_that_only_looks_has_no_plan(flows: Flows) -> None:
    conversation = begun(flows, "person")
    if conversation.run is not None:
        assert plan_of(standing(conversation, flows)) == ()


def test_whoever_leaves_takes_nothing_along(flows: Flows) -> None:
    decision, asked = carried(begun(flows), (FillForm(SHOWN, ""), Inform("people", 4, "")), flows)
    decision, asked = carried(decision.conversation, (Cancel(""),), flows)
    assert (asked, decision.conversation.run) == ([], None)


def test_minutes_are_lengths(flows: Flows) -> None:
    fields = ("title", "start_time", "length", "attendees", "notes")
    decision, _ = carried(
        begun(flows, "set_meeting"), (FillForm(fields, ""), Inform("length", timedelta(hours=9), "")), flows
    )
    assert "length" not in held(decision.conversation)  # its rule holds here, too
    assert any(isinstance(each, Say) for each in decision.effects)
