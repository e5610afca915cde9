"""What cannot be reached follows from what a business declares, and changes with it."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from frontdesk.desk.actions import ACTIONS
from frontdesk.desk.house import House, open_house
from frontdesk.desk.rehearsals.impossible import Asked, never, unreachable
from frontdesk.desk.rehearsals.places import Place
from frontdesk.dialogue.flow import Collect
from frontdesk.scheduling.business import Business, Care

EXAMPLES = Path(__file__).parents[2] / "examples"


@cache
def house() -> House:
    return open_house(EXAMPLES / "medspa")


def spa() -> Business:
    return house().business


def ruled_out(action: str, business: Business) -> set[str]:
    return set(never(ACTIONS[action], Asked(business)))


def test_somebody_can_be_named_while_every_service_has_somebody() -> None:
    assert ruled_out("get_provider_info", spa()) == {"none"}
    others = {name: each for name, each in spa().resources.items() if name != "lisa_lee"}
    assert ruled_out("get_provider_info", replace(spa(), resources=others)) == set()
    assert ruled_out("get_provider_info", replace(spa(), resources={}, services={})) == set()


def test_a_service_can_be_free_while_one_is() -> None:
    assert ruled_out("get_service_info", spa()) == set()
    paid = {name: each for name, each in spa().services.items() if name != "consultation"}
    assert ruled_out("get_service_info", replace(spa(), services=paid)) == {"free"}


def test_a_person_can_be_offered_while_a_topic_says_so() -> None:
    assert ruled_out("get_faq_answer", spa()) == set()
    answered = {name: each for name, each in spa().topics.items() if each.care is Care.ANSWER}
    assert ruled_out("get_faq_answer", replace(spa(), topics=answered)) == {"person"}
    left = {name: each for name, each in spa().topics.items() if each.care is Care.STAFF}
    assert ruled_out("get_faq_answer", replace(spa(), topics=left)) == {"person", "found"}


def test_of_other_actions_nothing_is_ruled_out() -> None:
    assert ruled_out("book_appointment", spa()) == set()
    another = replace(ACTIONS["get_faq_answer"], purpose="of the business's own")
    assert never(another, Asked(replace(spa(), topics={}))) == {}


def test_who_gives_reference_and_phone_has_said_who_they_are() -> None:
    beyond = unreachable(house().flows.newest, house().actions, spa())
    asked_for_both = {place.flow for place in beyond if (place.step, place.way) == ("find_by_reference", "unverified")}
    assert asked_for_both == {"move", "cancel", "look_up"}
    # Both may be known there too, but need not be.
    assert Place("cancel", "find_booking", "unverified") not in beyond


def test_a_question_that_may_be_left_unanswered_gives_nothing() -> None:
    cancel = house().flows.newest["cancel"]
    ask = cancel.steps["ask_phone"]
    assert isinstance(ask, Collect)
    left = replace(cancel, steps={**cancel.steps, ask.name: replace(ask, on_exit="find_by_reference")})
    beyond = unreachable({"cancel": left}, house().actions, spa())
    assert Place("cancel", "find_by_reference", "unverified") not in beyond
    optional = replace(cancel, slots={**cancel.slots, "phone": replace(cancel.slots["phone"], required=False)})
    beyond = unreachable({"cancel": optional}, house().actions, spa())
    assert Place("cancel", "find_by_reference", "unverified") not in beyond
