"""Room types and the rules of stays are read with their usual values, and mistakes are found with their lines."""

from datetime import time, timedelta
from pathlib import Path

import pytest

from frontdesk.flows import Refused
from frontdesk.scheduling.business import StayRules
from frontdesk.scheduling.nights import RoomType
from tests.flows.sample import load_files
from tests.flows.test_business_file import FULL, loaded

ROOM = "room_types:\n  deluxe: {guests: 2-3}\n"
NAMED = FULL if "\nreference:" in FULL else FULL + "reference: LOTUS\n"


def test_a_room_type_is_named_after_its_id_and_takes_from_one_guest_on(tmp_path: Path) -> None:
    assert loaded(tmp_path, NAMED).business.room_types == {}
    told = loaded(tmp_path, NAMED + ROOM + "  city_suite: {guests: 4, rooms: 3, also: [suite], amenities: [TV, tea]}\n")
    assert told.business.room_types == {
        "deluxe": RoomType("deluxe", "Deluxe", 3, 2),
        "city_suite": RoomType("city_suite", "City suite", 4, 1, 3, ("suite",), "", ("TV", "tea")),
    }
    assert told.business.stays == StayRules()
    assert told.business.counts


def test_the_rules_of_stays_are_read(tmp_path: Path) -> None:
    line = "stays: {check_in: 4pm, check_out: '10:30', answer_within: 45, expire_after: 2 days}\n"
    told = loaded(tmp_path, NAMED + ROOM + line).business.stays
    assert told == StayRules(time(16), time(10, 30), timedelta(minutes=45), timedelta(days=2))


@pytest.mark.parametrize(
    ("inside", "rule", "meant"),
    [
        ("deluxe: {guests: 3-2}", "bad_guests", "2-3"),
        ("deluxe: {guests: 0}", "bad_guests", None),
        ("deluxe: {guests: many}", "bad_guests", None),
        ("deluxe: {name: Deluxe}", "missing_key", None),
        ("deluxe: {guests: 2, rooms: 0}", "bad_count", None),
        ("deluxe: {guests: 2, amenitys: [TV]}", "unknown_key", "amenities"),
        ("{deluxe: {guests: 2}, suite: {guests: 2, also: [deluxe]}}", "same_room_type_name", None),
    ],
)
def test_a_mistake_in_a_room_type_is_found(tmp_path: Path, inside: str, rule: str, meant: str | None) -> None:
    text = f"{NAMED}room_types:\n  {inside}\n"
    refused = load_files(tmp_path, {"business.yaml": text})
    assert isinstance(refused, Refused)
    found = next(each for each in refused.findings if each.rule == rule)
    assert (found.file, found.suggestion) == ("business.yaml", meant)
    assert found.line >= NAMED.count("\n") + 1


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (ROOM + "stays: {answer_within: 2 hours, expire_after: 1 hour}\n", "bad_expiry"),
        (ROOM + "stays: {expire_after: 90 days}\n", "bad_expiry"),
        ("stays: {check_in: '15:00'}\n", "missing_key"),
    ],
)
def test_a_mistake_in_the_rules_of_stays_is_found(tmp_path: Path, text: str, rule: str) -> None:
    refused = load_files(tmp_path, {"business.yaml": NAMED + text})
    assert isinstance(refused, Refused)
    assert rule in {each.rule for each in refused.findings}


def test_rooms_need_a_prefix_for_their_tickets(tmp_path: Path) -> None:
    lines = [line for line in FULL.splitlines(keepends=True) if not line.startswith("reference:")]
    refused = load_files(tmp_path, {"business.yaml": "".join(lines) + ROOM})
    assert isinstance(refused, Refused)
    assert "LOTUS" in next(each.message for each in refused.findings if each.rule == "missing_key")
