"""Places, tables, locations, weeks that differ and lists of one's own in `business.yaml`; each mistake has its line."""

from datetime import date, time, timedelta
from pathlib import Path

import pytest

from frontdesk.flows import Loaded
from frontdesk.scheduling.business import AlternateWeeks, Business, Choice, Shift
from tests.flows.sample import load_files, rules_of

HARBOUR = """\
id: harbour
name: Harbour
zone: Europe/Lisbon
hours: {daily: 9-18}
closed_days: [2026-12-24..2026-12-26, 2027-01-01]
services:
  tour:
    minutes: 90
    capacity: 12
    sessions: {sat-sun: [10:00, "14:00"], mon: 2pm}
    location: pier
  class:
    minutes: 180
    capacity: 6
    every: 180
    hours: {sat: closed}
    alternate_weeks: {from: 2026-03-07, hours: {sat: 19-22}}
  dinner: {minutes: 120, needs: [table]}
resources:
  window: {kind: table, seats: 2, area: inside, together: [corner]}
  corner: {kind: table, seats: 4, area: inside, location: town}
locations:
  pier: {name: The Pier, address: Pier 7, hours: {daily: 9-17}}
  town: {also: [centre], closed_days: [2026-06-13]}
choices:
  area: {inside: inside, patio: [patio, terrace]}
  reason: {checkup: [a check-up, checkup], pain: pain}
"""


def replaced(old: str, new: str) -> str:
    assert old in HARBOUR
    return HARBOUR.replace(old, new)


def loaded(tmp_path: Path, text: str = HARBOUR) -> Business:
    result = load_files(tmp_path, {"business.yaml": text})
    assert isinstance(result, Loaded), result
    return result.business


def test_sessions_and_places_are_read(tmp_path: Path) -> None:
    tour = loaded(tmp_path).services["tour"]
    assert (tour.capacity, tour.needs, tour.location) == (12, (), "pier")
    assert tour.sessions == {0: (time(14),), 5: (time(10), time(14)), 6: (time(10), time(14))}
    assert loaded(tmp_path).counts


def test_a_range_closes_every_day_of_it(tmp_path: Path) -> None:
    days = [date(2026, 12, 24), date(2026, 12, 25), date(2026, 12, 26), date(2027, 1, 1)]
    assert loaded(tmp_path).hours.exceptions == dict.fromkeys(days, ())


def test_a_service_has_hours_of_its_own_and_weeks_that_differ(tmp_path: Path) -> None:
    business = loaded(tmp_path)
    hours = business.services["class"].hours
    assert hours is not None
    assert hours.alternate == AlternateWeeks(date(2026, 3, 7), {5: (Shift(time(19), time(22)),)})
    assert hours.exceptions == business.hours.exceptions, "what is closed for all is closed for it"
    assert business.services["tour"].hours is None


def test_tables_and_places_are_read(tmp_path: Path) -> None:
    business = loaded(tmp_path)
    window = business.resources["window"]
    assert (window.seats, window.area, window.together) == (2, "inside", ("corner",))
    assert business.resources["corner"].location == "town"
    pier, town = business.locations["pier"], business.locations["town"]
    assert (pier.name, pier.address, town.synonyms) == ("The Pier", "Pier 7", ("centre",))
    assert pier.hours is not None
    assert town.hours is not None
    assert pier.hours.week[0] == (Shift(time(9), time(17)),)
    assert town.hours.week == business.hours.week
    assert date(2026, 6, 13) in town.hours.exceptions


def test_a_day_off_leaves_the_hours_of_where_it_is(tmp_path: Path) -> None:
    text = replaced("    location: pier", "    location: pier\n    closed_days: [2026-05-01]")
    hours = loaded(tmp_path, text).services["tour"].hours
    assert hours is not None
    assert hours.week == {day: (Shift(time(9), time(17)),) for day in range(7)}
    assert hours.exceptions.keys() >= {date(2026, 5, 1), date(2026, 12, 24)}


def test_a_list_of_ones_own_is_a_kind_and_takes_nothing(tmp_path: Path) -> None:
    business = loaded(tmp_path)
    assert business.choices["area"]["patio"] == Choice("patio", "patio", "area", ("terrace",))
    assert business.entry("reason", "checkup") == Choice("checkup", "a check-up", "reason", ("checkup",))
    assert {each.kind for each in business.catalogue} == {"table", "location", "area", "reason"}


@pytest.mark.parametrize(
    ("text", "line", "rule", "meant"),
    [
        (replaced("capacity: 12", "capacity: 0"), 9, "bad_places", "1"),
        (replaced("capacity: 12", "capacity: -3"), 9, "bad_places", "1"),
        (replaced("capacity: 12", "capacity: a dozen"), 9, "bad_places", None),
        (replaced("capacity: 12", "capasity: 12"), 9, "unknown_key", "capacity"),
        (replaced("    capacity: 12\n", ""), 9, "missing_key", None),
        (replaced("seats: 2", "seats: 0"), 20, "bad_places", "1"),
        (replaced("mon: 2pm", "mon: 17:00"), 10, "outside_hours", None),
        (replaced("mon: 2pm", "mon: 5am"), 10, "outside_hours", None),
        (replaced("mon: 2pm", "mon: noonish"), 10, "bad_start", None),
        (replaced("    location: pier", "    location: peer"), 11, "unknown_location", "pier"),
        (replaced("location: town", "location: down"), 21, "unknown_location", "town"),
        (replaced("    location: pier", "    needs: [skipper]"), 11, "needs_and_capacity", None),
        (replaced("2026-12-24..2026-12-26", "2026-12-26..2026-12-24"), 5, "bad_dates", "2026-12-24..2026-12-26"),
        (replaced("2026-12-24..2026-12-26", "2026-12-24..2026-12-32"), 5, "bad_dates", None),
        (replaced("2026-12-24..2026-12-26", "2026-12-24..2036-12-24"), 5, "bad_dates", None),
        (replaced("{from: 2026-03-07, hours", "{hours"), 17, "missing_key", None),
        (replaced("{from: 2026-03-07, hours", "{from: 2026-03-07, every: 0, hours"), 17, "bad_number", None),
        (replaced("seats: 2, area: inside", "seats: 2, area: insde"), 20, "unknown_area", "inside"),
        (replaced("together: [corner]", "together: [corer]"), 20, "unknown_resource", "corner"),
        (replaced("together: [corner]", "together: [window]"), 20, "not_together", None),
        (replaced("corner: {kind: table, seats: 4,", "corner: {kind: table,"), 20, "not_together", None),
        (replaced("  reason: {", "  provider: {"), 25, "reserved_name", "own_provider"),
        (replaced("  reason: {", "  table: {"), 25, "reserved_name", "own_table"),
        (replaced("  reason: {", "  day: {"), 25, "reserved_name", "own_day"),
        (
            replaced("needs: [table]}", "needs: [table], location: pier}").replace(
                "together: [corner]}", "together: [corner], location: town}"
            ),
            18,
            "nobody_does",
            None,
        ),
        (replaced("pain: pain", "pain: {name: pain}"), 27, "no_words", "pain"),
        (replaced("pain: pain", "pain: {name: pain}"), 27, "wrong_shape", None),
        (replaced("pain: pain", "pain: []"), 27, "no_words", "pain"),
        (replaced("pain: pain", 'pain: ""'), 27, "no_words", "pain"),
        (replaced("pain: pain", "pain: checkup"), 27, "same_reason_name", None),
        (replaced("also: [centre]", "also: [the pier]"), 24, "same_location_name", None),
    ],
)
def test_a_mistake_is_found_where_it_is(tmp_path: Path, text: str, line: int, rule: str, meant: str | None) -> None:
    result = load_files(tmp_path, {"business.yaml": text})
    assert ("business.yaml", line, rule) in rules_of(result)
    assert not isinstance(result, Loaded)
    found = next(each for each in result.findings if each.rule == rule)
    assert found.suggestion == meant
    assert found.message.endswith(".")


@pytest.mark.parametrize(
    "text",
    [
        replaced("sessions: {sat-sun", "sessions: {daily"),
        replaced("minutes: 90", "minutes: 3 hours"),
        HARBOUR.replace("hours: {daily: 9-18}", "hours: {daily: 9-18}\nspecial_days: {2026-08-03: 9-23}").replace(
            "mon: 2pm", "mon: 14:00"
        ),
    ],
)
def test_what_fits_the_hours_is_no_mistake(tmp_path: Path, text: str) -> None:
    assert rules_of(load_files(tmp_path, {"business.yaml": text})) == []


def test_a_session_may_lie_in_weeks_that_differ_only(tmp_path: Path) -> None:
    text = replaced("every: 180", "sessions: {sat: 19:00}")
    assert loaded(tmp_path, text).services["class"].sessions == {5: (time(19),)}
    early = replaced("every: 180", "sessions: {sat: 18:00}")
    assert ("business.yaml", 15, "outside_hours") in rules_of(load_files(tmp_path, {"business.yaml": early}))


def test_a_service_that_is_longer_than_its_own_hours_never_fits(tmp_path: Path) -> None:
    text = replaced("minutes: 180", "minutes: 200")
    assert ("business.yaml", 13, "never_fits") in rules_of(load_files(tmp_path, {"business.yaml": text}))
    assert loaded(tmp_path).services["class"].duration == timedelta(hours=3)
