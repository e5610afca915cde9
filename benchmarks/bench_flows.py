"""Loading, proving and exploring the examples, against a YAML parser that only reads the same files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import yaml
from conversation import SPA
from measuring import RUNS, processor_seconds, show, show_ratio, title, under

from frontdesk.desk.house import House, open_house
from frontdesk.flows.exploring.explore import explore
from frontdesk.flows.exploring.scope import Scope

EXAMPLES = tuple(sorted(path.parent for path in SPA.parent.glob("*/business.yaml")))


def parse(folder: Path) -> None:
    """Read every file of a business but its conversations, and make nothing of it."""
    for path in folder.rglob("*.yaml"):
        if "conversations" not in path.parts:
            for _ in yaml.parse(path.read_text(), yaml.CSafeLoader):
                pass


def walk(house: House) -> None:
    """Explore a business, all its flows with their interruptions."""
    specs = {name: action.spec for name, action in house.actions.items()}
    explored = explore(Scope(house.flows, specs, house.phrases.wordings))
    if explored.breaches or explored.is_cut_short:
        raise AssertionError(f"{house.business.name}: a promise was broken or the walk cut short")


def in_milliseconds(work: Callable[[], object]) -> float:
    """Return the processor time that `work` takes."""
    return processor_seconds(work) * 1_000


def main() -> None:
    title("Flows: processor time on one core")
    for folder in EXAMPLES:
        first = in_milliseconds(partial(open_house, folder))
        loads, parses = [], []
        for _ in range(RUNS):
            loads.append(in_milliseconds(partial(open_house, folder)))
            parses.append(in_milliseconds(partial(parse, folder)))
        show(f"{folder.name}: loaded and proved", loads, "ms", under(300))
        if folder == EXAMPLES[0]:
            show(f"{folder.name}: the same, the first in a process, with the words of the language", [first], "ms")
        show(f"{folder.name}: only parsed", parses, "ms")
        show_ratio(f"{folder.name}: loaded and proved, to only parsed", loads, parses)
        house = open_house(folder)
        show(f"{folder.name}: explored", [processor_seconds(partial(walk, house))], "s", under(60))


if __name__ == "__main__":
    main()
