"""Which outcomes cannot come follows from what a business declares, and changes with it."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from frontdesk.desk.actions import ACTIONS
from frontdesk.desk.house import open_house
from frontdesk.desk.impossible import never
from frontdesk.scheduling.business import Business, Care

EXAMPLES = Path(__file__).parents[2] / "examples"


@cache
def spa() -> Business:
    return open_house(EXAMPLES / "medspa").business


def ruled_out(action: str, business: Business) -> set[str]:
    return set(never(ACTIONS[action], business))


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
    assert never(another, replace(spa(), topics={})) == {}
