"""A party gets the smallest table that fits, where it likes to sit, and two together only where that is declared."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as some

from frontdesk.scheduling.booking import claims
from frontdesk.scheduling.business import Resource, Service
from frontdesk.scheduling.busy import nothing_taken
from frontdesk.scheduling.find import find
from frontdesk.scheduling.findings import Free, Full, TooMany
from frontdesk.scheduling.openings import is_still_free, openings, search_for
from frontdesk.scheduling.roster import Roster
from frontdesk.scheduling.search import Search, area_of
from tests.scheduling.salon import MONDAY, NOW, diary, minutes, salon, span

DINNER = Service("dinner", "Dinner", minutes(120), needs=("table",))


def table(name: str, seats: int, area: str | None = None, *together: str) -> Resource:
    return Resource(name, name, kind="table", seats=seats, area=area, together=together)


ROOM = (
    table("big", 6, "inside"),
    table("window", 2, "inside", "corner"),
    table("corner", 4, "inside"),
    table("tree", 4, "patio"),
    table("wall", 2, "patio"),
)
BISTRO = salon(services=[DINNER], resources=ROOM)
ALL_DAY = "09:00-17:00"


def first_table(party: int | None, *areas: str, busy: tuple[str, ...] = ()) -> tuple[str, ...] | None:
    """Return what a party would get at the first start of the day."""
    taken = diary({name: [span(MONDAY, ALL_DAY)] for name in busy})
    search = Search(("dinner",), MONDAY, MONDAY, party=party, areas=areas)
    return next((each.resources for each in openings(BISTRO, search, taken, NOW)), None)


def test_the_smallest_that_fits_is_taken() -> None:
    got = {party: first_table(party) for party in (None, 1, 2, 3, 4, 5, 6)}
    assert {got[None], got[1], got[2]} == {("window",)}
    assert {got[3], got[4]} == {("corner",)}
    assert {got[5], got[6]} == {("big",)}


def test_a_larger_one_is_taken_where_the_smaller_are_gone() -> None:
    assert first_table(2, busy=("window", "wall")) == ("corner",)


def test_inside_else_the_patio() -> None:
    assert first_table(2, "inside", "patio") == ("window",)
    assert first_table(2, "inside", "patio", busy=("window", "corner", "big")) == ("wall",)
    assert first_table(2, "patio", "inside") == ("wall",)
    assert first_table(2, "patio") == ("wall",)
    assert first_table(2, "patio", busy=("wall", "tree")) is None


def test_two_are_put_together_only_where_that_is_declared_and_no_one_table_is_free() -> None:
    assert first_table(6) == ("big",)
    assert first_table(6, busy=("big",)) == ("window", "corner")
    assert first_table(6, busy=("big", "corner")) is None  # tree and wall seat six, and do not go together
    assert first_table(5, "patio") is None


def test_both_of_two_tables_are_claimed() -> None:
    search = Search(("dinner",), MONDAY, MONDAY, party=6)
    opening = next(openings(BISTRO, search, diary({"big": [span(MONDAY, ALL_DAY)]}), NOW))
    assert {each.resource for each in claims(BISTRO, opening)} == {"window", "corner"}
    again = search_for(BISTRO, opening, 6)
    assert again is not None
    assert is_still_free(Roster(BISTRO, again, nothing_taken, NOW), opening)
    one_gone = diary({"corner": [span(MONDAY, "10:00-11:00")]})
    assert not is_still_free(Roster(BISTRO, again, one_gone, NOW), opening)


def test_forty_people_are_told_how_many_fit() -> None:
    search = Search(("dinner",), MONDAY, MONDAY, party=40)
    assert find(BISTRO, search, nothing_taken, NOW) == TooMany("dinner", 6)
    outside = Search(("dinner",), MONDAY, MONDAY, party=5, areas=("patio",))
    assert find(BISTRO, outside, nothing_taken, NOW) == TooMany("dinner", 4)


def test_a_full_evening_is_full() -> None:
    taken = diary({each.id: [span(MONDAY, ALL_DAY)] for each in ROOM})
    found = find(BISTRO, Search(("dinner",), MONDAY, MONDAY, party=2), taken, NOW)
    assert isinstance(found, Full)
    assert found.places is None


def test_not_on_the_patio_leaves_the_inside() -> None:
    search = Search(("dinner",), MONDAY, MONDAY, party=2, without_providers=("inside",))
    found = find(BISTRO, search, nothing_taken, NOW)
    assert isinstance(found, Free)
    assert area_of(BISTRO, found.openings[0].parts[0]) == "patio"


tables = some.lists(
    some.tuples(some.integers(1, 6), some.sampled_from(["inside", "patio"]), some.booleans()), min_size=1, max_size=6
)


@given(tables, some.integers(1, 8), some.lists(some.sampled_from(["inside", "patio"]), unique=True))
def test_nobody_sits_worse_than_need_be(room: list[tuple[int, str, bool]], party: int, areas: list[str]) -> None:
    """Against a plain count: the best free table by area and size is the one that is offered."""
    those = [table(f"t{number}", seats, area) for number, (seats, area, _) in enumerate(room)]
    busy = {f"t{number}": [span(MONDAY, ALL_DAY)] for number, (_, _, gone) in enumerate(room) if gone}
    business = salon(services=[DINNER], resources=those)
    search = Search(("dinner",), MONDAY, MONDAY + timedelta(days=0), party=party, areas=tuple(areas))
    found = next(openings(business, search, diary(busy), NOW), None)
    free = [each for each in those if each.id not in busy and (each.seats or 0) >= party]
    best = [
        (areas.index(each.area or ""), each.seats) if areas else (0, each.seats)
        for each in free
        if not areas or each.area in areas
    ]
    if found is None:
        assert best == []
    else:
        (name,) = found.resources
        got = business.resources[name]
        assert ((areas.index(got.area or "") if areas else 0), got.seats) == min(best)
