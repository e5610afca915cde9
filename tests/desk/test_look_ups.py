"""A look-up that could not be called after a crash is found before: by `frontdesk check`, on its line."""

from pathlib import Path

import pytest

from frontdesk.desk.actions.own import own_actions
from frontdesk.desk.house import BusinessRefused, open_house
from tests.desk.shops import LINES, shop

HEAD = "async def sell_ticket(away: Away, show: Show) -> Sold | Taken"
ACTION = f"@action(guarded=True{{marks}})\n{HEAD}:\n    return Sold('a')\n"


def looking_up(head: str, body: str = "return None") -> str:
    return f"\n{head}:\n    {body}\n\n\n{ACTION.format(marks=', look_up=find_sale')}"


WRONG = {
    "nothing is taken": ("async def find_sale() -> Sold | None", "It takes no Away"),
    "only by name": ("async def find_sale(*, away: Away) -> Sold | None", "It takes no Away"),
    "more is taken": ("async def find_sale(away: Away, show: Show) -> Sold | None", "show is never given"),
    "it has no type": ("async def find_sale(away) -> Sold | None", "away has no type; it is given Away."),
    "another type": ("async def find_sale(key: str) -> Sold | None", "key is str; it is given Away."),
    "no return type": ("async def find_sale(away: Away)", "It has no return type: Sold | Taken | None"),
    "another outcome": ("async def find_sale(away: Away) -> Nothing | None", "It returns Nothing, which is no outcome"),
    "not async": ("def find_sale(away: Away) -> Sold | None", "It is not async"),
    "an unknown name": ("async def find_sale(away: Nowhere) -> Sold | None", "cannot be read"),
}


@pytest.mark.parametrize(("head", "says"), WRONG.values(), ids=WRONG)
def test_a_look_up_that_cannot_be_called_is_found(tmp_path: Path, head: str, says: str) -> None:
    folder = shop(tmp_path, looking_up(head))
    found = [finding for finding in own_actions(folder).findings if says in finding.message]
    assert [(one.file, one.line, one.rule) for one in found] == [("actions.py", LINES + 2, "wrong_look_up")]
    assert "find_sale cannot look up what became of sell_ticket." in found[0].message
    with pytest.raises(BusinessRefused, match="wrong_look_up"):
        open_house(folder)


def test_a_look_up_that_yields_is_found(tmp_path: Path) -> None:
    source = looking_up("async def find_sale(away: Away) -> Sold | None", "yield None")
    assert [finding.rule for finding in own_actions(shop(tmp_path, source)).findings] == ["wrong_look_up"]


def test_what_is_no_function_is_found_where_the_action_is(tmp_path: Path) -> None:
    source = f"\n{ACTION.format(marks=', look_up=5')}"
    [finding] = own_actions(shop(tmp_path, source)).findings
    assert (finding.line, finding.rule) == (LINES + 2, "wrong_look_up")
    assert "It is 5; give a function." in finding.message


@pytest.mark.parametrize(
    "head", ["async def find_sale(away: Away) -> Sold | None", "async def find_sale(a: Away, n: int = 1) -> Taken"]
)
def test_a_look_up_that_can_be_called_is_none(tmp_path: Path, head: str) -> None:
    assert own_actions(shop(tmp_path, looking_up(head))).findings == ()
