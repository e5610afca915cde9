"""Conditions are parsed, typed by the slots, and refused with the character that is wrong."""

from __future__ import annotations

from datetime import date, time, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.dialogue.expression import (
    TODAY,
    Both,
    Compare,
    CompareSlots,
    Either,
    Empty,
    Expression,
    Not,
    Operator,
    Within,
    holds,
    slots_read,
)
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.values import Item, Money, Value
from frontdesk.flows.reading.expressions import Trouble, parse
from frontdesk.flows.reading.slot_kinds import Kinds

KINDS = Kinds({"service": ["botox", "peel"]})
SLOTS = {
    "service": Slot("service", "service"),
    "party": Slot("party", "party"),
    "notes": Slot("notes", "text"),
    "day": Slot("day", "day"),
    "urgent": Slot("urgent", "yesno"),
    "length": Slot("length", "duration"),
    "extras": Slot("extras", "service", many=True),
    "price": Slot("price", "money"),
    "seats": Slot("seats", "number"),
    "start": Slot("start", "time"),
    "stuff": Slot("stuff", "any"),
}
BOTOX = Item("service", "botox")


def read(text: str) -> Expression | Trouble:
    return parse(text, SLOTS, KINDS)


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("service = botox", Compare("service", Operator.EQUAL, BOTOX)),
        ("party>=4", Compare("party", Operator.GREATER_OR_EQUAL, 4)),
        ("party != 2.5", Compare("party", Operator.UNEQUAL, Decimal("2.5"))),
        ("day = 2026-03-02", Compare("day", Operator.EQUAL, date(2026, 3, 2))),
        ("urgent = yes", Compare("urgent", Operator.EQUAL, value=True)),
        ("length < '1 hour'", Compare("length", Operator.LESS, timedelta(hours=1))),
        ("length > 2 hours", Compare("length", Operator.GREATER, timedelta(hours=2))),
        ('notes = "and or (not)"', Compare("notes", Operator.EQUAL, "and or (not)")),
        ("party = seats", CompareSlots("party", Operator.EQUAL, "seats")),
        ("party<=seats", CompareSlots("party", Operator.LESS_OR_EQUAL, "seats")),
        ('notes = "seats"', Compare("notes", Operator.EQUAL, "seats")),
        ("start = 15:30", Compare("start", Operator.EQUAL, time(15, 30))),
        ("price < 100", Compare("price", Operator.LESS, Money(Decimal(100), "USD"))),
        ("price in [9.50, 12]", Within("price", (Money(Decimal("9.50"), "USD"), Money(Decimal(12), "USD")))),
        ("day >= today", CompareSlots("day", Operator.GREATER_OR_EQUAL, TODAY)),
        ('notes = "today"', Compare("notes", Operator.EQUAL, "today")),
        ("notes is empty", Empty("notes")),
        ("notes is not empty", Not(Empty("notes"))),
        ("extras is empty", Empty("extras")),
        ("service in [botox, peel]", Within("service", (BOTOX, Item("service", "peel")))),
        ("party not in [1]", Not(Within("party", (1,)))),
        ("notes is empty or urgent = no and party = 1", Either(
            Empty("notes"),
            Both(Compare("urgent", Operator.EQUAL, value=False), Compare("party", Operator.EQUAL, 1)),
        )),
        ("not (party > 4) and notes is empty", Both(Not(Compare("party", Operator.GREATER, 4)), Empty("notes"))),
    ],
)  # fmt: skip  # one case a line reads as a table
def test_is_parsed(text: str, expression: Expression) -> None:
    assert read(text) == expression


@pytest.mark.parametrize(
    ("text", "column", "suggestion"),
    [
        ("", 1, None),
        ("servce = botox", 1, "service"),
        ("service = botx", 11, "botox"),
        ("service == botox", 9, "="),
        ("service < botox", 9, None),
        ("party > many", 9, None),
        ("party >", 8, None),
        ("party > 4 notes is empty", 11, None),
        ("(party > 4", 11, None),
        ("party > 4)", 10, None),
        ("service in botox", 12, None),
        ("service in [botox", 18, None),
        ("notes is full", 10, None),
        ("extras = botox", 8, None),
        ("price = $300", 9, None),
        ("price < day", 9, None),
        ("day < friday", 7, None),
        ("party < today", 9, None),
        ("urgent = perhaps", 10, None),
        ("party = service", 9, None),
        ("service = extras", 11, None),
        ("service < service", 9, None),
        ("party in [seats]", 11, None),
        ("party < stuff", 9, None),
        ("start = 25:00", 9, None),
        ("party > 4 !", 11, None),
        ('notes = "open', 9, None),
        ("and", 1, None),
        ("not", 4, None),
        ("__import__('os')", 1, None),
    ],
)
def test_is_refused_where_it_is_wrong(text: str, column: int, suggestion: str | None) -> None:
    trouble = read(text)
    assert isinstance(trouble, Trouble)
    assert (trouble.column, trouble.suggestion) == (column, suggestion)


@pytest.mark.parametrize(
    "text", ["(" * 500 + "party > 4" + ")" * 500, "not " * 300 + "party > 4", "party = 1 and " * 100]
)
def test_nesting_has_a_limit(text: str) -> None:
    assert isinstance(read(text), Trouble)


@given(st.text(alphabet="party seice=<>![](),\"'4notadm", max_size=40))
def test_nothing_that_is_written_raises(text: str) -> None:
    assert isinstance(read(text), Empty | Compare | CompareSlots | Within | Not | Both | Either | Trouble)


atoms = st.sampled_from(["party > 2", "party = 2", "notes is empty", "urgent = yes", "party in [1, 3]"])
texts = st.recursive(
    atoms,
    lambda inner: (
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda two: f"({' '.join(two)})")
        | inner.map(lambda one: f"not ({one})")
    ),
    max_leaves=5,
)
known = st.fixed_dictionaries({}, optional={"party": st.integers(0, 4), "notes": st.just("x"), "urgent": st.booleans()})


@given(texts, known)
def test_means_what_it_says(text: str, values: dict[str, Value]) -> None:
    expression = read(text)
    assert not isinstance(expression, Trouble)
    party = values.get("party")
    truths = {
        "party > 2": isinstance(party, int) and party > 2,
        "party = 2": party == 2,
        "notes is empty": "notes" not in values,
        "urgent = yes": values.get("urgent") is True,
        "party in [1, 3]": party in {1, 3},
    }
    for atom, truth in truths.items():
        text = text.replace(atom, str(truth))
    assert holds(expression, values) == _evaluated(text)


@given(st.integers(0, 3) | st.none(), st.integers(0, 3) | st.none(), st.sampled_from(list(Operator)))
def test_two_slots_are_compared_only_when_both_are_there(
    party: int | None, seats: int | None, operator: Operator
) -> None:
    expression = read(f"party {operator} seats")
    assert isinstance(expression, CompareSlots)
    assert slots_read(expression) == {"party", "seats"}
    values: dict[str, Value] = {name: n for name, n in (("party", party), ("seats", seats)) if n is not None}
    if party is None or seats is None:
        assert not holds(expression, values)
    else:
        assert holds(expression, values) == holds(Compare("party", operator, seats), values)


def _evaluated(text: str) -> bool:
    """Evaluate `True`, `False`, and/or/not and parentheses by rewriting, independently of the parser."""
    while text not in {"True", "False"}:
        before = text
        for old, new in (
            ("(True and True)", "True"), ("(True and False)", "False"), ("(False and True)", "False"),
            ("(False and False)", "False"), ("(True or True)", "True"), ("(True or False)", "True"),
            ("(False or True)", "True"), ("(False or False)", "False"), ("not (True)", "False"),
            ("not (False)", "True"),
        ):  # fmt: skip  # one case a line reads as a table
            text = text.replace(old, new)
        assert text != before, text
    return text == "True"
