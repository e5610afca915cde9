"""Actions of a business's own: found in its folder, checked when it is loaded, and harmless when they break."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

import pytest

from frontdesk.desk.actions.calls import Action
from frontdesk.desk.actions.own import own_actions
from frontdesk.desk.house import BusinessRefused, open_house
from frontdesk.desk.testing import rehearse, rehearse_action
from frontdesk.dialogue.actions import Parameter
from frontdesk.dialogue.values import Days, Item, Money
from tests.desk.shops import HEAD, LINES, SELLS, shop

BUY = ("buy a ticket for the opera", "yes")

EVERYTHING = """
from datetime import date, time
from decimal import Decimal
from frontdesk.desk.kit import Days, Money, Times


@dataclass(frozen=True)
class Seat:
    id: str
    start: datetime
    price: Money
    row: str | None = None


@dataclass(frozen=True)
class SeatsFound:
    seats: tuple[Seat, ...]
    cheapest: Money
    note: str | None = None


@dataclass(frozen=True)
class Closed(Nothing):
    until: date


@action
def find_seats(
    here: Here,
    show: Annotated[Item, kind("show")],
    day: date | Days,
    party: Annotated[int, kind("party")] = 1,
    at: time | Times | None = None,
    length: timedelta | None = None,
    limit: Money | None = None,
    phone: Annotated[str, kind("phone")] | None = None,
    rate: Decimal = Decimal(1),
    note: str = "",
    when: datetime | None = None,
) -> SeatsFound | Nothing | Closed:
    \"\"\"Find seats.\"\"\"
    if isinstance(day, Days):
        return Closed(date(2030, 1, 2))
    price = Money(Decimal(30) * party, "USD")
    return SeatsFound((Seat("a1", START, price), Seat("b1", START, price, "b")), price)
"""


def loaded(folder: Path, actions: str) -> dict[str, Action]:
    own = own_actions(shop(folder, actions))
    assert own.findings == ()
    return dict(own.actions)


def test_actions_may_stand_on_files_beside_them(tmp_path: Path) -> None:
    names: list[str] = []
    for city in ("rome", "oslo"):
        folder = tmp_path / city
        folder.mkdir()
        (folder / "prices.py").write_text(f"CITY = '{city}'\n", encoding="utf-8")
        source = "from .prices import CITY\n\n@action\ndef {name}(show: Show) -> Sold:\n    return Sold(CITY)\n"
        names += loaded(folder, source.format(name=f"sell_in_{city}"))
        assert not (folder / "__pycache__").exists()
    assert names == ["sell_in_rome", "sell_in_oslo"]


def test_a_mistake_in_a_file_beside_them_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "prices.py").write_text("CITY = 1 / 0\n", encoding="utf-8")
    [finding] = own_actions(shop(tmp_path, "from .prices import CITY\n")).findings
    assert (finding.file, finding.line, finding.rule) == ("actions.py", LINES + 1, "broken_actions")
    assert "division by zero" in finding.message


def test_a_signature_is_the_contract_of_an_action(tmp_path: Path) -> None:
    action = loaded(tmp_path, EVERYTHING)["find_seats"]
    kinds = {name: (one.kind, one.required) for name, one in action.spec.parameters.items()}
    assert kinds == {
        "show": ("show", True),
        "day": ("day", True),
        "party": ("party", False),
        "at": ("time", False),
        "length": ("duration", False),
        "limit": ("money", False),
        "phone": ("phone", False),
        "rate": ("number", False),
        "note": ("text", False),
        "when": ("moment", False),
    }
    assert action.spec.outcomes == {"seats_found", "none", "closed", "failed"}
    assert action.spec.successes == {"seats_found"}
    assert action.spec.outputs == {"cheapest": "money", "note": "text", "until": "day"}
    assert action.spec.certain("seats_found") == {"cheapest"}
    assert action.spec.certain("closed") == {"until"}
    assert (action.spec.offers, dict(action.spec.fields)) == (
        True,
        {"start": "moment", "price": "money", "row": "text"},
    )
    assert action.spec.perhaps == {"row"}
    assert not action.spec.guarded
    assert action.purpose == "Find seats."


def test_an_outcome_brings_its_fields_and_its_options(tmp_path: Path) -> None:
    folder = shop(tmp_path, EVERYTHING + SELLS)
    ended = rehearse_action(folder, "find_seats", show="Opera", day=date(2030, 1, 1), party=2)
    assert (ended.outcome, dict(ended.fields)) == ("seats_found", {"cheapest": Money(Decimal(60), "USD")})
    assert ended.offer is not None
    assert [option.id for option in ended.offer.options] == ["a1", "b1"]
    assert [option.fields.get("row") for option in ended.offer.options] == [None, "b"]
    assert {option.fields["kind"] for option in ended.offer.options} == {"seat"}
    closed = rehearse_action(folder, "find_seats", show="opera", day=Days(date(2030, 1, 1), date(2030, 1, 8)))
    assert (closed.outcome, dict(closed.fields)) == ("closed", {"until": date(2030, 1, 2)})


def test_a_guarded_action_books_after_a_yes(tmp_path: Path) -> None:
    with rehearse(shop(tmp_path, SELLS)) as rehearsal:
        asked, sold = [cast("dict[str, Any]", rehearsal.say(line)) for line in BUY]
        assert (asked["position"], asked["bookings"]) == ("confirming", [])
        assert sold["did"] == [
            {"action": "sell_ticket", "arguments": {"show": "opera"}, "outcome": "sold", "by": "desk"}
        ]
        [booking] = sold["bookings"]
        assert booking["kind"] == "ticket"
        assert booking["show"] == "Opera"
        assert booking["reference"] in str(sold["reply"])


def test_when_all_seats_are_sold_the_next_guest_is_told(tmp_path: Path) -> None:
    with rehearse(shop(tmp_path, SELLS)) as rehearsal:
        outcomes = [rehearsal.act("sell_ticket", {"show": Item("show", "opera")}).outcome for _ in range(3)]
    assert outcomes == ["sold", "sold", "taken"]


BREAKS = {
    "raises": "raise ValueError('no')",
    "raises after it booked": "here.bookings.book(booking(here, show), ['seat-1']); 1 / 0",
    "says that it failed after it booked": "here.bookings.book(booking(here, show), ['seat-1']); return Taken()",
}


def selling(body: str) -> str:
    return f"\n@action(guarded=True)\ndef sell_ticket(here: Here, show: Show) -> Sold | Taken:\n    {body}\n"


@pytest.mark.parametrize("body", BREAKS.values(), ids=BREAKS.keys())
def test_an_action_that_breaks_leaves_nothing_behind_and_the_turn_goes_on(tmp_path: Path, body: str) -> None:
    with rehearse(shop(tmp_path / "broken", selling(body))) as rehearsal:
        rehearsal.say(BUY[0])
        answer = cast("dict[str, Any]", rehearsal.say(BUY[1]))
        outcome = "taken" if "Taken()" in body else "failed"
        assert [(did["action"], did["outcome"]) for did in answer["did"]] == [("sell_ticket", outcome)]
        assert answer["reply"] == ("It is sold out." if outcome == "taken" else "That did not work.")
        assert answer["bookings"] == []
        log = rehearsal.desk.desk.log.counters
        assert (log["turn_broke"], log["action_broke"]) == (0, int(outcome == "failed"))
        # The transaction was still usable: the turn was kept, and the conversation goes on from it.
        assert rehearsal.say(BUY[0])["turn"] == 3


def test_an_argument_of_another_type_does_not_reach_the_function(tmp_path: Path) -> None:
    folder = shop(tmp_path, selling("raise AssertionError('reached')"))
    ended = rehearse_action(folder, "sell_ticket", show=date(2030, 1, 1))
    assert (ended.outcome, ended.broke) == ("failed", "show is not to be date")
    assert rehearse_action(folder, "sell_ticket").outcome == "failed"


def test_the_name_of_what_broke_is_logged_and_never_its_text(tmp_path: Path) -> None:
    folder = shop(tmp_path, selling("raise ValueError('Ann Miller')"))
    broke = rehearse_action(folder, "sell_ticket", show="opera").broke
    assert broke is not None
    assert broke.startswith("ValueError at actions.py:")
    assert "Ann" not in broke


def test_two_businesses_with_the_same_names_do_not_meet(tmp_path: Path) -> None:
    counting = "\nSOLD = []\n" + selling("SOLD.append(1); return Sold(str(len(SOLD)))")
    first, second = (open_house(shop(tmp_path / name, counting)) for name in ("one", "two"))
    assert first.actions["sell_ticket"].run is not second.actions["sell_ticket"].run
    with rehearse(tmp_path / "one") as one, rehearse(tmp_path / "two") as two:
        tickets = [
            each.act("sell_ticket", {"show": Item("show", "opera")}).fields["ticket"] for each in (one, one, two)
        ]
    assert tickets == ["1", "2", "1"]


def test_loading_leaves_no_compiled_copy_and_sees_a_change_at_once(tmp_path: Path) -> None:
    folder = shop(tmp_path, selling("return Sold('old')"))
    assert rehearse_action(folder, "sell_ticket", show="opera").fields["ticket"] == "old"
    shop(tmp_path, selling("return Sold('new')"))
    assert rehearse_action(folder, "sell_ticket", show="opera").fields["ticket"] == "new"
    assert not list(folder.rglob("__pycache__"))


def test_an_action_without_surroundings_takes_only_its_arguments(tmp_path: Path) -> None:
    plain = "\n@action(guarded=True)\ndef sell_ticket(show: Show) -> Sold | Taken:\n    return Sold(show.id)\n"
    ended = rehearse_action(shop(tmp_path, plain), "sell_ticket", show="ballet")
    assert ended.fields == {"ticket": "ballet"}
    assert loaded(tmp_path, plain)["sell_ticket"].spec.parameters == {"show": Parameter("show")}


def wrong(signature: str) -> str:
    return f"\n@action\ndef sell_ticket({signature}:\n    ...\n"


WRONG = {
    "a parameter has no type": (wrong("show) -> Sold"), "show has no type."),
    "no return type": (wrong("show: Show)"), "no return type"),
    "a type that no slot holds": (wrong("show: float) -> Sold"), "float is no type of value"),
    "an item without a kind": (wrong("show: Item) -> Sold"), "must be named"),
    "a kind that holds something else": (wrong("show: Annotated[str, kind('city')]) -> Sold"), "A city is never a str"),
    "several kinds": (wrong("show: str | int) -> Sold"), "several kinds"),
    "an outcome that is no class": (wrong("show: Show) -> str | Sold"), "str is not a frozen dataclass"),
    "no success": (wrong("show: Show) -> Taken | Nothing"), "None of its outcomes is a success"),
    "passed by place": (wrong("*shows: Show) -> Sold"), "passed by name"),
    "none without a default": (wrong("show: Show | None) -> Sold"), "default None"),
    "away inside": (wrong("away: Away, show: Show) -> Sold"), "takes Here"),
    "a generator": ("\n@action\ndef sell_ticket(show: Show) -> Sold:\n    yield Sold('a')\n", "It yields"),
    "an async one": ("\n@action\nasync def sell_ticket(show: Show) -> Sold:\n    yield Sold('a')\n", "It yields"),
    "a number for a timeout": ("\n@action(timeout=5)\ndef sell_ticket(show: Show) -> Sold:\n    ...\n", "a timedelta"),
    "an unknown name": (wrong("show: Nowhere) -> Sold"), "cannot be read"),
}


@pytest.mark.parametrize(("source", "says"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_signature_is_a_finding_with_file_and_line(tmp_path: Path, source: str, says: str) -> None:
    own = own_actions(shop(tmp_path, source))
    assert own.actions == {}
    [finding] = own.findings
    assert (finding.file, finding.line, finding.rule) == ("actions.py", LINES + 2, "wrong_signature")
    assert says in finding.message
    with pytest.raises(BusinessRefused, match=r"actions\.py"):
        open_house(tmp_path)


@pytest.mark.parametrize("name", ["cancel_appointment", "book_appointment", "correct_contact"])
def test_what_takes_the_place_of_a_guarded_action_is_guarded(tmp_path: Path, name: str) -> None:
    source = f"\n@action\ndef {name}(show: Show) -> Sold:\n    return Sold('a')\n"
    [finding] = own_actions(shop(tmp_path / "open", source)).findings
    assert (finding.line, finding.rule) == (LINES + 2, "unguarded")
    guarded = source.replace("@action", "@action(guarded=True)")
    assert own_actions(shop(tmp_path / "guarded", guarded)).findings == ()


def test_two_actions_of_one_name_are_a_finding(tmp_path: Path) -> None:
    one = "\n@action\ndef sell_ticket(show: Show) -> Sold:\n    return Sold('a')\n"
    [finding] = own_actions(shop(tmp_path, one + one.replace("@action", "@action(guarded=True)"))).findings
    assert (finding.line, finding.rule) == (LINES + 6, "same_action")


BROKEN = {
    "def sell_ticket(:\n    pass\n": ("SyntaxError", LINES + 2),
    "import no_such_module\n": ("ModuleNotFoundError", LINES + 2),
    "def boom():\n    raise KeyError('x')\n\nboom()\n": ("KeyError", LINES + 3),
}


@pytest.mark.parametrize(("source", "error"), BROKEN.items(), ids=[name for name, _ in BROKEN.values()])
def test_a_file_that_cannot_be_loaded_is_a_finding_with_its_line(
    tmp_path: Path, source: str, error: tuple[str, int]
) -> None:
    own = own_actions(shop(tmp_path, "\n" + source))
    [finding] = own.findings
    assert (finding.file, finding.line, finding.rule) == ("actions.py", error[1], "broken_actions")
    assert error[0] in finding.message


def test_a_file_that_cannot_be_loaded_is_the_only_finding_about_its_actions(tmp_path: Path) -> None:
    folder = shop(tmp_path, "\nimport no_such_module\n")
    step = "{step: go, type: action, call: sell_it}"
    wave = f"flows:\n  sell: {{description: sell, trigger: [sell me one], steps: [{step}]}}\n"
    (folder / "flows").mkdir(exist_ok=True)
    (folder / "flows" / "more.yaml").write_text(wave, encoding="utf-8")
    with pytest.raises(BusinessRefused) as refused:
        open_house(folder)
    assert [finding.rule for finding in refused.value.refused.findings] == ["broken_actions"]


def test_a_marked_function_stays_the_function_it_is(tmp_path: Path) -> None:
    source = HEAD + "\n@action\ndef twice(number: int) -> Sold:\n    return Sold(str(2 * number))\n\nFOUR = twice(2)\n"
    (tmp_path / "actions.py").write_text(source, encoding="utf-8")
    assert own_actions(tmp_path).findings == ()


def test_the_clock_of_a_rehearsal_is_the_one_it_was_given(tmp_path: Path) -> None:
    tells = selling("return Sold(here.now.isoformat())")
    with rehearse(shop(tmp_path, tells), datetime(2030, 1, 1, 9)) as rehearsal:  # noqa: DTZ001 - the wall clock of the business
        first = rehearsal.act("sell_ticket", {"show": Item("show", "opera")}).fields["ticket"]
        later = rehearsal.at(rehearsal.desk.now() + timedelta(hours=1))
        assert (first, later.act("sell_ticket", {"show": Item("show", "opera")}).fields["ticket"]) == (
            "2030-01-01T09:00:00+00:00",
            "2030-01-01T10:00:00+00:00",
        )
