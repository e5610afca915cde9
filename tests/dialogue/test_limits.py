"""Which ranges of days are searched at once, and how long limits hold; with a flow that searches and offers."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta

import pytest

from frontdesk.dialogue.conversation import Acting, Choosing, Collecting, Conversation, Offer, Option
from frontdesk.dialogue.decide import Decision, decide
from frontdesk.dialogue.effects import RunAction
from frontdesk.dialogue.events import ActionEnded, GuestSpoke
from frontdesk.dialogue.flow import END, Act, Choose, Collect, Confirm, Flow, Flows, Slot, Step
from frontdesk.dialogue.meanings import Choose as Chosen
from frontdesk.dialogue.meanings import Exclude, Inform, Meaning, Number, Problem, StartFlow
from frontdesk.dialogue.values import Anytime, Days, Times, Value
from tests.dialogue.worlds import NOW

MONDAY = date(2025, 11, 24)
WEEK = Days(MONDAY, MONDAY + timedelta(days=7))
WEEKEND = Days(MONDAY + timedelta(days=5), MONDAY + timedelta(days=7))
LATE = Times(time(16), None)
MORNING = Times(time(6), time(12))
START = StartFlow("book", "")
SLOTS = [Slot("day", "day"), Slot("time", "time"), Slot("opening", "option", depends_on=("day", "time"))]
FIND = Act("find", "search", {"date": "day", "time": "time"}, "offer", succeeds=frozenset({"openings"}))
STEPS: list[Step] = [
    Collect("ask_day", "day", "find"),
    FIND,
    Choose("offer", "opening", "find", "book.offer", "sure", take={"day": "day", "time": "time"}),
    Confirm("sure", "book.sure", ("day", "time"), END),
]
BOOK = Flow("book", "book", {slot.name: slot for slot in SLOTS}, {step.name: step for step in STEPS}, "ask_day", "f", 9)
FLOWS = Flows({"book": BOOK})
FIND_ELSE_ASK = replace(FIND, on={"none": "ask_day"})
ASKING_AGAIN = Flows(
    {
        "book": replace(
            BOOK, steps={**BOOK.steps, "find": FIND_ELSE_ASK}, clears={("find", "ask_day"): frozenset({"day"})}
        )
    }
)
THURSDAY = datetime(2025, 11, 27, 16, tzinfo=NOW.tzinfo)


def week(value: Value = WEEK) -> Inform:
    """Say a range of days as a reader leaves it: one day of it is meant, or all."""
    return Inform("day", value, "", Problem.AMBIGUOUS)


def talk(*messages: tuple[Meaning, ...]) -> Decision:
    """Send messages; every search finds a Thursday."""
    decision = Decision(Conversation("c", "b"))
    for said in messages:
        decision = decide(decision.conversation, GuestSpoke(said, NOW), FLOWS)
        position = decision.conversation.position
        if isinstance(position, Acting):
            asked = decision.effects
            option = Option("thursday", {"start": THURSDAY, "day": THURSDAY.date(), "time": THURSDAY.time()})
            offer = Offer((option,), NOW, NOW + timedelta(minutes=30))
            ended = ActionEnded(position.key, "openings", NOW, offer=offer)
            after = decide(decision.conversation, ended, FLOWS)
            decision = Decision(after.conversation, (*asked, *after.effects))
    return decision


def talk_in_vain(*messages: tuple[Meaning, ...]) -> tuple[Decision, int]:
    """Send messages to a flow that asks for another day where a search finds nothing, which each does; count them."""
    decision, searches = Decision(Conversation("c", "b")), 0
    for said in messages:
        decision = decide(decision.conversation, GuestSpoke(said, NOW), ASKING_AGAIN)
        while isinstance(position := decision.conversation.position, Acting):
            searches += 1
            assert searches < 9, "a turn does not end"
            decision = decide(decision.conversation, ActionEnded(position.key, "none", NOW), ASKING_AGAIN)
    return decision, searches


def searched(decision: Decision) -> list[RunAction]:
    return [effect for effect in decision.effects if isinstance(effect, RunAction)]


def held(decision: Decision) -> dict[str, Value]:
    run = decision.conversation.run
    assert run is not None
    return {name: filled.value for name, filled in run.slots.items()}


def test_a_whole_week_and_nothing_else_is_asked_about_once() -> None:
    asked = talk((START, week()))
    assert isinstance(asked.conversation.position, Collecting)
    assert not searched(asked)
    again = talk((START, week()), (week(),))
    assert searched(again)[0].arguments == {"date": WEEK}


@pytest.mark.parametrize(
    "said",
    [
        (week(WEEKEND),),
        (week(), Inform("time", LATE, "")),
        (week(), Exclude("day", MONDAY, "")),
        (week(), Exclude("time", MORNING, "")),
    ],
)
def test_a_few_days_or_a_limit_need_no_question(said: tuple[Meaning, ...]) -> None:
    assert searched(talk((START, *said)))


def test_any_time_is_no_limit() -> None:
    assert not searched(talk((START, week(), Inform("time", Anytime(), ""))))


@pytest.mark.parametrize("limit", [Inform("time", LATE, ""), Exclude("day", MONDAY, "")])
def test_a_limit_in_place_of_a_day_has_the_week_searched(limit: Meaning) -> None:
    found = talk((START, week()), (limit,))
    assert searched(found)[0].arguments["date"] == WEEK
    assert isinstance(found.conversation.position, Choosing)


def test_days_that_were_searched_in_vain_are_not_searched_again() -> None:
    asked, searches = talk_in_vain((START, week()), (Inform("time", LATE, ""),))
    assert isinstance(asked.conversation.position, Collecting)
    assert searches == 1
    later, searches = talk_in_vain((START, week()), (Inform("time", LATE, ""),), (Inform("day", Anytime(), ""),))
    assert searches == 2
    assert held(later) == {"time": LATE}


def test_another_week_keeps_the_time() -> None:
    later = Days(WEEK.end, MONDAY + timedelta(days=14))
    found = talk((START, week(), Inform("time", LATE, "")), (week(later),))
    assert searched(found)[0].arguments == {"date": later, "time": LATE}


def test_a_day_chosen_out_of_a_week_stays_when_the_time_changes() -> None:
    chosen = ((START, week(), Inform("time", LATE, "")), (Chosen(Number(1), ""),))
    assert held(talk(*chosen))["day"] == THURSDAY.date()
    changed = talk(*chosen, (Inform("time", MORNING, ""),))
    assert searched(changed)[0].arguments == {"date": THURSDAY.date(), "time": MORNING}


def test_a_chosen_day_that_is_ruled_out_leaves_the_rest_of_the_week() -> None:
    chosen = ((START, week(), Inform("time", LATE, "")), (Chosen(Number(1), ""),))
    found = talk(*chosen, (Exclude("day", THURSDAY.date(), ""),))
    assert searched(found)[0].arguments == {"date": WEEK, "time": LATE}
    assert searched(found)[0].excluded == (("day", THURSDAY.date()),)


def test_hours_that_were_ruled_out_may_be_had_again() -> None:
    found = talk((START, week(), Exclude("time", MORNING, "")), (Inform("time", MORNING, ""),))
    assert searched(found)[0].arguments == {"date": WEEK}
    assert not searched(found)[0].excluded


def test_any_time_takes_back_what_was_ruled_out_before_it() -> None:
    both = (Inform("time", Anytime(), ""), Exclude("time", MORNING, ""))
    kept = talk((START, week(WEEKEND), *both))
    assert searched(kept)[0].excluded == (("time", MORNING),)
    gone = talk((START, week(WEEKEND), Exclude("time", MORNING, "")), (Inform("time", Anytime(), ""),))
    assert not searched(gone)[0].excluded
