"""What docs/erp.md shows of the protocol is what the program reads and writes."""

import json
import re
from dataclasses import fields
from datetime import UTC, date, datetime
from pathlib import Path

import yaml

from frontdesk.calendars.erp import Inventory, RefusedAnswer, Reservation, WantedNights
from frontdesk.calendars.erp.protocol import ErpNight
from frontdesk.calendars.erp.reading import read_inventory
from frontdesk.calendars.erp.simulator import ReservationBody
from frontdesk.flows.reading.erp_fields import ERP

PAGE = (Path(__file__).parents[2] / "docs" / "erp.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_inventory_that_is_shown_can_be_read() -> None:
    shown = blocks("json")[0].encode()
    now = datetime(2026, 2, 1, 16, tzinfo=UTC)
    two_nights = WantedNights(date(2026, 2, 7), date(2026, 2, 9), "USD", now)
    inventory = read_inventory(shown, two_nights)
    assert isinstance(inventory, Inventory), inventory
    assert [night.min_stay for night in inventory.nights] == [None, 2]
    assert isinstance(
        read_inventory(shown, WantedNights(date(2026, 2, 7), date(2026, 2, 10), "USD", now)), RefusedAnswer
    )


def test_every_field_of_a_night_is_explained() -> None:
    explained = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    assert {field.name for field in fields(ErpNight)} - {"night"} <= explained


def test_the_reservation_that_is_shown_is_what_is_sent() -> None:
    shown = json.loads(blocks("json")[1])
    assert set(shown) == {field.name for field in fields(Reservation)} - {"key"}
    assert ReservationBody.model_validate(shown).room_type == "deluxe"


def test_the_keys_that_are_shown_are_all_there_are() -> None:
    (shown,) = blocks("yaml")
    assert set(yaml.safe_load(shown)["erp"]) == {field.name for field in ERP.fields}
