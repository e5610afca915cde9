"""A guest is let out of every flow, and where that cannot be shown the flow is refused, not taken at its word."""

from pathlib import Path

import pytest

from tests.flows.sample import load_files, rules_of


def asking(count: int) -> str:
    """Return a flow that asks for so many things and goes round for ever unless all were denied."""
    names = [f"thing_{number}" for number in range(count)]
    denied = " and ".join(f"{name} = no" for name in names)
    lines = [
        "flows:",
        "  many:",
        "    description: ask much",
        "    trigger: [ask me much]",
        "    slots:",
        *(f"      {name}: {{type: yesno, ask: Is it?}}" for name in names),
        "      number: {type: number, ask: How many?}",
        "    steps:",
        *(f"      - {{step: ask_{name}, type: collect, slot: {name}}}" for name in names),
        "      - {step: again, type: collect, slot: number}",
        *(f"      - {{step: tell_{name}, type: say, when: {name} = yes, message: Fine.}}" for name in names),
        f"      - {{step: over, type: branch, cases: [{{when: {denied}, next: end}}], otherwise: again}}",
    ]
    return "\n".join(lines)


@pytest.mark.parametrize(("count", "rule"), [(2, "endless_question"), (12, "too_many_ways")])
def test_what_cannot_be_shown_is_not_taken_for_granted(tmp_path: Path, count: int, rule: str) -> None:
    assert [found for _, _, found in rules_of(load_files(tmp_path, {"flows/main.yaml": asking(count)}))] == [rule]
