"""What a booking claims."""

from dataclasses import replace

from frontdesk.scheduling.booking import Claim, Status, claims
from frontdesk.scheduling.business import Resource
from frontdesk.scheduling.search import Opening, Part
from tests.scheduling.salon import MAYA, MONDAY, OTTO, WASH, moment, salon


def test_every_resource_is_claimed_with_the_buffers() -> None:
    chair = Resource("chair", "Chair", kind="chair")
    business = salon(services=[replace(WASH, needs=("provider", "chair"))], resources=[MAYA, OTTO, chair])
    part = Part("wash", moment(MONDAY, "10:00"), moment(MONDAY, "10:30"), ("maya", "chair"))
    start, end = moment(MONDAY, "09:45"), moment(MONDAY, "10:45")
    assert claims(business, Opening((part,))) == (Claim("maya", start, end), Claim("chair", start, end))


def test_each_part_claims_its_own_time() -> None:
    parts = (
        Part("cut", moment(MONDAY, "10:00"), moment(MONDAY, "10:30"), ("maya",)),
        Part("colour", moment(MONDAY, "10:30"), moment(MONDAY, "12:00"), ("otto",)),
    )
    assert [(each.resource, each.start, each.end) for each in claims(salon(), Opening(parts))] == [
        ("maya", moment(MONDAY, "10:00"), moment(MONDAY, "10:30")),
        ("otto", moment(MONDAY, "10:30"), moment(MONDAY, "12:00")),
    ]


def test_what_is_over_or_refused_claims_nothing() -> None:
    assert {each for each in Status if each.claims_time} == {Status.BOOKED, Status.PENDING, Status.APPROVED}
