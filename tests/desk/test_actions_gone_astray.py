"""Actions that do what they do not declare, or are gone: a recorded outcome, the truth, and staff know."""

from decimal import Decimal
from pathlib import Path
from typing import Any, cast

import pytest

from frontdesk.desk.house import BusinessRefused, open_house
from frontdesk.desk.testing import Rehearsal, rehearse, rehearse_action
from frontdesk.dialogue.values import Money
from tests.desk.shops import FLOW, LINES, SELLS, shop
from tests.desk.test_flows_that_change import requests, talk

BUY = "buy a ticket for the opera"
# A flow that tells nobody of what may have been done, and one whose action is always known to have ended.
PLAIN = FLOW.replace("type: handoff}", 'type: say, message: "Who knows."}')
NO_UNKNOWN = FLOW.replace("unknown: pass_to_staff, ", "").replace("      - {step: pass_to_staff, type: handoff}\n", "")
WRONG = {
    "nothing": "None",
    "an outcome that is not declared": "Failed()",
    "no value for a field": "Sold(None)",
    "a dict for a text": "Sold({'code': 1})",
    "a number for a text": "Sold(7)",
    "half a character": "Sold('\\ud800')",
    "a text that no database holds": "Sold('a\\0b')",
}


def selling(body: str, way: str = "def", marks: str = "guarded=True") -> str:
    surroundings = "away: Away" if way.startswith("async") else "here: Here"
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f"\n@action({marks})\n{way} sell_ticket({surroundings}, show: Show) -> Sold | Taken:\n{lines}"


def counted(returned: str) -> str:
    return f"with Path(__file__).with_name('calls').open('a') as calls:\n    calls.write('x')\nreturn {returned}"


def calls(folder: Path) -> int:
    return len((folder / "calls").read_text())


def said(rehearsal: Rehearsal, *lines: str) -> dict[str, Any]:
    return cast("dict[str, Any]", [rehearsal.say(line) for line in lines][-1])


@pytest.mark.parametrize("way", ["def", "async def"])
@pytest.mark.parametrize("returned", WRONG.values(), ids=WRONG.keys())
def test_a_guarded_action_that_returns_what_it_does_not_declare_is_unknown_and_runs_once(
    tmp_path: Path, returned: str, way: str
) -> None:
    folder = shop(tmp_path / "shop", selling(counted(returned), way))
    with rehearse(folder) as rehearsal:
        answer = said(rehearsal, BUY, "yes")
        assert [did["outcome"] for did in answer["did"]] == ["unknown"]
        assert "Nothing was booked" not in answer["reply"]
        assert answer["position"] == "idle"
        said(rehearsal, "yes", "yes")
        assert calls(folder) == 1
        log = rehearsal.desk.desk.log.counters
        assert (log["turn_broke"], log["action_broke"]) == (0, 1)


@pytest.mark.parametrize("way", ["def", "async def"])
def test_an_action_that_guards_nothing_has_failed_then(tmp_path: Path, way: str) -> None:
    flow = NO_UNKNOWN if way == "def" else FLOW
    with rehearse(shop(tmp_path / "shop", selling("return Sold(7)", way, "guarded=False"), flow)) as rehearsal:
        answer = said(rehearsal, BUY, "yes")
    assert ([did["outcome"] for did in answer["did"]], answer["reply"]) == (["failed"], "That did not work.")


def test_staff_know_of_what_may_have_been_done_also_where_the_flow_does_not_tell_them(
    tmp_path: Path, database_url: str
) -> None:
    folder = shop(tmp_path / "shop", selling("return Sold(7)"), PLAIN)
    _, told = talk(folder, database_url, BUY, "yes")
    assert told["reply"].startswith("Who knows.")
    ((reason, known),) = requests(folder, database_url)
    assert (reason, "opera" in known) == ("unknown_outcome", True)


OFFERS = """
@dataclass(frozen=True)
class Seat:
    id: str
    row: str


@dataclass(frozen=True)
class Seats:
    seats: tuple[Seat, ...]
    rows: tuple[str, ...] = ()
    exact: str | None = None


@action
def find_seats() -> Seats:
    return {}
"""
FOUND = {
    "options in a list": "Seats([Seat('a', 'b')])",
    "an option of another class": "Seats((Sold('a'),))",
    "an id that is no text": "Seats((Seat(1, 'b'),))",
    "a field of an option": "Seats((Seat('a', 2),))",
    "the same id twice": "Seats((Seat('a', 'b'), Seat('a', 'c')))",
    "an exact one that is not there": "Seats((Seat('a', 'b'),), exact='z')",
    "no options at all": "Seats(())",
    "an option without words": "Seats((Seat('a', 'b'), Seat('c', '  ')))",
    "a number in a tuple of texts": "Seats((Seat('a', 'b'),), rows=('b', 2))",
}


@pytest.mark.parametrize("found", FOUND.values(), ids=FOUND.keys())
def test_options_are_what_they_are_declared_to_be(tmp_path: Path, found: str) -> None:
    folder = shop(tmp_path / "shop", OFFERS.replace("{}", found) + SELLS)
    ended = rehearse_action(folder, "find_seats")
    assert (ended.outcome, ended.offer) == ("failed", None)


def test_an_offer_of_nothing_is_none_where_flows_know_of_that(tmp_path: Path) -> None:
    offers = OFFERS.replace("-> Seats", "-> Seats | Nothing").replace("{}", "Seats(())")
    ended = rehearse_action(shop(tmp_path / "shop", offers + SELLS), "find_seats")
    assert (ended.outcome, ended.offer) == ("none", None)


def test_an_action_that_is_gone_hands_over_with_all_that_is_known(tmp_path: Path, database_url: str) -> None:
    folder = shop(tmp_path / "shop", SELLS)
    talk(folder, database_url, BUY)
    shop(folder, SELLS.replace("sell_ticket", "sell_seat"), FLOW.replace("sell_ticket", "sell_seat"))
    told, after = talk(folder, database_url, "yes", "yes")
    assert (told["position"], told["did"], after["position"]) == ("idle", [], "idle")
    ((reason, known),) = requests(folder, database_url)
    assert (reason, '"show": "opera"' in known) == ("action_gone", True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ticket: str", "ticket: int"),  # what it brings is of another kind
        ("ticket: str", "seat: str"),
        ("show: Show)", "show: str)"),  # what it takes is
        ("show: Show)", "show: Show, row: int)"),
    ],
)
def test_an_action_that_no_longer_suits_the_older_flow_hands_over(
    tmp_path: Path, database_url: str, before: str, after: str
) -> None:
    folder = shop(tmp_path / "shop", SELLS)
    talk(folder, database_url, BUY)
    shop(folder, SELLS, FLOW.replace("A ticket for {show}?", "One ticket for {show}?"))
    later = (folder / "actions.py").read_text(encoding="utf-8").replace(before, after)
    (folder / "actions.py").write_text(later, encoding="utf-8")
    row = "      row: {type: number, default: 1}\n" if "row" in after else ""
    flow = FLOW.replace("    steps:\n", f"{row}    steps:\n")
    flow = flow.replace("A ticket for {show}?", "Row {row}, {show}?") if row else flow
    flow = flow.replace("{ticket: ticket}", "{seat: ticket}") if "seat" in after else flow
    flow = flow.replace("show: {type: show,", "show: {type: text,") if "show: str" in after else flow
    (folder / "flows" / "buy.yaml").write_text(flow, encoding="utf-8")
    (told,) = talk(folder, database_url, "yes")
    assert (told["position"], told["did"], told["bookings"]) == ("idle", [], [])
    assert [reason for reason, _ in requests(folder, database_url)] == ["action_gone"]


def test_an_action_that_has_become_guarded_is_not_run_without_a_yes(tmp_path: Path, database_url: str) -> None:
    open_flow = NO_UNKNOWN.replace('      - {step: agree, type: confirm, message: "A ticket for {show}?"}\n', "")
    folder = shop(tmp_path / "shop", SELLS.replace("@action(guarded=True)", "@action"), open_flow)
    talk(folder, database_url, "buy a ticket")
    shop(folder, SELLS, FLOW)
    (told,) = talk(folder, database_url, "the opera")
    assert (told["position"], told["did"], told["bookings"]) == ("idle", [], [])
    assert [reason for reason, _ in requests(folder, database_url)] == ["action_gone"]


@pytest.mark.parametrize(
    ("outcome", "told_as"), [("Reserved", "can't tell whether"), ("Refused", "Nothing was booked")]
)
def test_an_outcome_that_the_older_flow_does_not_know_is_not_told_as_nothing(
    tmp_path: Path, database_url: str, outcome: str, told_as: str
) -> None:
    folder = shop(tmp_path / "shop", SELLS)
    talk(folder, database_url, BUY)
    later = f"""
from frontdesk.desk.kit import Refused


@dataclass(frozen=True)
class Reserved:
    pass


@action(guarded=True)
def sell_ticket(here: Here, show: Show) -> Sold | Taken | Reserved | Refused:
    return {outcome}()
"""
    shop(
        folder,
        later,
        FLOW.replace("Your ticket is {ticket}.", "Done.")
        .replace("map_outputs: {ticket: ticket}\n", "")
        .replace("        on: {taken", "on: {refused: sorry, taken"),
    )
    (told,) = talk(folder, database_url, "yes")
    ways = ("can't tell whether", "Nothing was booked")
    assert [way for way in ways if way in told["reply"]] == [told_as]
    assert [reason for reason, _ in requests(folder, database_url)] == ["error"]


@pytest.mark.parametrize(("way", "outcome"), [("def", "failed"), ("async def", "unknown")], ids=["inside", "outside"])
@pytest.mark.parametrize("raised", ["asyncio.CancelledError()", "GeneratorExit()", "SystemExit(1)"])
def test_an_action_that_leaves_does_not_take_the_desk_along(
    tmp_path: Path, way: str, outcome: str, raised: str
) -> None:
    with rehearse(shop(tmp_path / "shop", selling(f"raise {raised}", way))) as rehearsal:
        answer = said(rehearsal, BUY, "yes")
        assert [did["outcome"] for did in answer["did"]] == [outcome]
        assert said(rehearsal, BUY)["position"] == "confirming"


@pytest.mark.parametrize("raised", ["SystemExit(0)", "asyncio.CancelledError()"])
def test_a_file_of_actions_that_leaves_is_a_finding(tmp_path: Path, raised: str) -> None:
    with pytest.raises(BusinessRefused) as refused:
        open_house(shop(tmp_path / "shop", f"raise {raised}\n"))
    assert ("actions.py", LINES + 1, "broken_actions") in [
        (finding.file, finding.line, finding.rule) for finding in refused.value.refused.findings
    ]


LATE = "import time\ntime.sleep(0.2)\nreturn Sold('T1')"


@pytest.mark.parametrize(("guarded", "outcome"), [("True", "unknown"), ("False", "failed")])
def test_an_action_that_blocks_past_its_time_is_no_success(tmp_path: Path, guarded: str, outcome: str) -> None:
    marks = f"guarded={guarded}, timeout=timedelta(milliseconds=100)"
    folder = shop(tmp_path / "shop", selling(LATE, marks=marks), FLOW if guarded == "True" else NO_UNKNOWN)
    with rehearse(folder) as rehearsal:
        answer = said(rehearsal, BUY, "yes")
    assert [did["outcome"] for did in answer["did"]] == [outcome]
    assert "T1" not in answer["reply"]


TIMED = FLOW.replace("call: sell_ticket\n", "call: sell_ticket\n        timeout: 1 second\n")


def test_a_time_out_that_cannot_be_kept_is_refused(tmp_path: Path) -> None:
    open_house(shop(tmp_path / "outside", selling("return Taken()", "async def"), TIMED))
    with pytest.raises(BusinessRefused) as refused:
        open_house(shop(tmp_path / "inside", SELLS, TIMED))
    (finding,) = refused.value.refused.findings
    line = TIMED[: TIMED.index("timeout")].count("\n") + 1
    assert (finding.file, finding.line, finding.rule) == ("flows/buy.yaml", line, "vain_timeout")


PRICED = """
from decimal import Decimal


@dataclass(frozen=True)
class Fair:
    half: Annotated[Decimal, kind("money")]
    whole: Annotated[int, kind("money")] | None


@action
def halve(price: Annotated[Decimal, kind("money")], whole: Annotated[int, kind("money")] | None = None) -> Fair:
    return Fair(price / 2, whole)
"""


def test_money_reaches_an_action_that_counts_in_plain_numbers(tmp_path: Path) -> None:
    folder = shop(tmp_path / "shop", PRICED + SELLS)
    forty = Money(Decimal(40), "USD")
    ended = rehearse_action(folder, "halve", price=forty, whole=forty)
    assert (ended.outcome, dict(ended.fields)) == ("fair", {"half": Money(Decimal(20), "USD"), "whole": forty})
    broken = rehearse_action(folder, "halve", price=forty, whole=Money(Decimal("4.50"), "USD"))
    assert (broken.outcome, broken.broke) == ("failed", "whole is not to be Money")
