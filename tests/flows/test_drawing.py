"""Pictures of flows show every step and every way, keep things apart, and are the same each time."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from frontdesk.dialogue.expression import Both, Compare, CompareSlots, Either, Empty, Expression, Not, Operator, Within
from frontdesk.dialogue.flow import END, Act, Branch, Choose, Collect, Confirm, End, Flow, Handoff, Slot, Step, Tell
from frontdesk.dialogue.values import Item
from frontdesk.dialogue.wording import Wording
from frontdesk.flows import Loaded
from frontdesk.flows.drawing.conditions import condition_text
from frontdesk.flows.drawing.draw import draw_mermaid, draw_svg
from frontdesk.flows.drawing.faces import Face, Stack
from frontdesk.flows.drawing.lanes import Measured, measured
from frontdesk.flows.drawing.layers import crossings, ordered, ranks_of, ways_back
from frontdesk.flows.drawing.parts import Arrow, Look, Tone, parts_of
from frontdesk.flows.drawing.places import Extent, Link, places_of
from frontdesk.flows.drawing.plan import extent_of, height_of, plan_of
from frontdesk.flows.drawing.shapes import ARROWS
from frontdesk.flows.drawing.text import width_of, wrapped
from frontdesk.flows.reading.expressions import parse
from frontdesk.flows.reading.slot_kinds import Kinds
from tests.flows.sample import load_files

HERE = Path(__file__).parent
BOOKING = (HERE / "right" / "a_booking.yaml").read_text(encoding="utf-8")
SVG = "{http://www.w3.org/2000/svg}"
MANY_WAYS = """\
flows:
  visit:
    description: plan a <visit> & "more"
    trigger: [plan a visit]
    slots:
      day: {type: day, ask: "Which day? <b>Any</b> & all."}
      party: {type: party}
      notes: {type: notes, required: no, depends_on: [day]}
    steps:
      - {step: ask_day, type: collect, slot: day, tries: 2, on_exit: give_up}
      - {step: ask_party, type: collect, slot: party}
      - step: sort
        type: branch
        cases:
          - {when: party > 4, next: say_many}
          - {when: party = 1, next: say_one}
        otherwise: sure
      - {step: say_many, type: say, message: "Many.", next: sure}
      - {step: say_one, type: say, message: "One.", next: sure}
      - {step: sure, type: confirm, message: "{day} for {party}?", on_no: ask_day, when: party < 9}
      - {step: bye, type: say, message: "See you on {day}.", next: end}
      - {step: give_up, type: handoff}
"""


def loaded(folder: Path, text: str) -> Loaded:
    result = load_files(folder, {"flows/main.yaml": text})
    assert isinstance(result, Loaded), result
    return result


@pytest.fixture
def booking(tmp_path: Path) -> Loaded:
    return loaded(tmp_path, BOOKING)


@pytest.fixture
def visit(tmp_path: Path) -> Loaded:
    return loaded(tmp_path, MANY_WAYS)


def flow_of(result: Loaded) -> Flow:
    return next(iter(result.flows.newest.values()))


def picture(result: Loaded) -> ET.Element:
    return ET.fromstring(draw_svg(flow_of(result), result.phrases))  # noqa: S314 - our own text


def texts(element: ET.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def group(root: ET.Element, step: str) -> ET.Element:
    found = [one for one in root.iter(f"{SVG}g") if one.get("data-step") == step]
    assert len(found) == 1
    return found[0]


def strokes(root: ET.Element, tone: Tone) -> list[ET.Element]:
    """Return the lines and arrows of a tone, those of the key and the heads left out."""
    return [
        path
        for path in root.iter(f"{SVG}path")
        if path.get("stroke") == ARROWS[tone] and "h26" not in path.get("d", "")
    ]


# What is shown


def test_ways_are_shown_with_their_words_and_what_they_empty(visit: Loaded) -> None:
    assert parts_of(flow_of(visit), {}).arrows == (
        Arrow("ask_day", "ask_party", (), Tone.ORDINARY),
        Arrow("ask_day", "give_up", ("asked 2 times",), Tone.OTHER),
        Arrow("ask_party", "sort", (), Tone.ORDINARY),
        Arrow("sort", "say_many", ("party > 4",), Tone.ORDINARY),
        Arrow("sort", "say_one", ("party = 1",), Tone.ORDINARY),
        Arrow("sort", "sure", ("otherwise",), Tone.ORDINARY),
        Arrow("say_many", "sure", (), Tone.ORDINARY),
        Arrow("say_one", "sure", (), Tone.ORDINARY),
        Arrow("sure", "bye", ("yes",), Tone.YES),
        Arrow("sure", "ask_day", ("no",), Tone.NO, ("day", "notes")),
        Arrow("bye", END, (), Tone.ORDINARY),
        Arrow("give_up", END, (), Tone.ORDINARY),
    )


def test_outcomes_that_lead_to_one_step_share_an_arrow(tmp_path: Path) -> None:
    text = BOOKING.replace("unknown: unsure}", "unknown: unsure, failed: unsure}")
    arrows = parts_of(flow_of(loaded(tmp_path, text)), {}).arrows
    assert [arrow for arrow in arrows if arrow.source == "book"] == [
        Arrow("book", "done", ("booked",), Tone.ORDINARY),
        Arrow("book", "unsure", ("failed", "unknown"), Tone.OTHER),
        Arrow("book", "find", ("taken",), Tone.OTHER),
    ]


def test_a_text_reads_as_when_every_value_is_there(booking: Loaded) -> None:
    says = {box.name: box.says for box in parts_of(flow_of(booking), booking.phrases).boxes}
    assert says["sure"] == "{service} at {start} for {name}? Note: {notes}"


@pytest.mark.parametrize("text", [BOOKING, MANY_WAYS], ids=["booking", "visit"])
def test_every_step_is_drawn_once(text: str, tmp_path: Path) -> None:
    result = loaded(tmp_path, text)
    drawn = [one.get("data-step") for one in picture(result).iter(f"{SVG}g")]
    assert sorted(filter(None, drawn)) == sorted(flow_of(result).steps)


def test_a_step_shows_its_name_its_type_and_what_it_says(visit: Loaded) -> None:
    lines = texts(group(picture(visit), "ask_day"))
    assert lines == ["COLLECT", "ask_day", "asks for day", "\u201cWhich day? <b>Any</b> & all.\u201d"]


def test_markup_in_texts_stays_text(visit: Loaded) -> None:
    root = picture(visit)
    assert 'plan a <visit> & "more"' in texts(root)
    assert not list(root.iter(f"{SVG}b"))


def test_only_a_guarded_action_has_a_double_border_and_a_lock(booking: Loaded) -> None:
    root = picture(booking)
    shapes = {step: len(list(group(root, step).iter(f"{SVG}path"))) for step in ("find", "book", "sure", "done")}
    assert shapes == {"find": 1, "book": 3, "sure": 1, "done": 1}
    assert "GUARDED ACTION" in texts(group(root, "book"))
    assert "needs the yes of sure" in texts(group(root, "book"))


def test_a_confirm_that_does_not_say_where_a_no_leads_tells_what_happens(booking: Loaded, visit: Loaded) -> None:
    note = "on a no, asks what to change"
    assert note in texts(group(picture(booking), "sure"))
    assert note not in texts(group(picture(visit), "sure"))


def test_yes_and_no_have_colours_of_their_own(visit: Loaded, booking: Loaded) -> None:
    with_no, without = picture(visit), picture(booking)
    assert len(strokes(with_no, Tone.YES)) == len(strokes(without, Tone.YES)) == 1
    assert strokes(with_no, Tone.NO)
    assert not strokes(without, Tone.NO)


def test_ways_that_empty_slots_are_dashed_and_name_them(visit: Loaded) -> None:
    root = picture(visit)
    assert all(path.get("stroke-dasharray") for path in strokes(root, Tone.NO))
    assert not any(path.get("stroke-dasharray") for path in strokes(root, Tone.YES))
    assert {"clears day, notes", "back to ask_day", "no"} <= set(texts(root))


def test_steps_that_come_from_one_and_go_on_to_one_are_stacked(visit: Loaded) -> None:
    stacks = [thing for thing in plan_of(parts_of(flow_of(visit), {})).things.values() if isinstance(thing, Stack)]
    assert [[face.box.name for face in stack.faces] for stack in stacks] == [["say_many", "say_one"]]
    assert [label.lines for label in stacks[0].labels] == [("party > 4",), ("party = 1",)]


def test_steps_with_words_on_their_way_on_are_not_stacked() -> None:
    found = frozenset({"found"})
    steps: list[Step] = [
        Branch("which", ((Empty("day"), "one"),), "two"),
        Act("one", "find", {}, "bye", succeeds=found),
        Act("two", "find", {}, "bye", succeeds=found),
        End("bye"),
    ]
    flow = Flow("any", "any flow", {}, {step.name: step for step in steps}, "which", "", 0)
    drawn = ET.fromstring(draw_svg(flow, {}))  # noqa: S314 - our own text
    assert texts(drawn).count("found") == 2


# Where it stands


def frames(result: Measured) -> dict[str, tuple[float, float, float, float]]:
    """Return left, top, right and bottom of everything that is not a bend of an arrow."""
    found = {}
    for node, thing in result.plan.things.items():
        half, top = extent_of(thing).width / 2, result.tops[node]
        if height_of(thing):
            found[node] = (
                result.plan.places[node] - half,
                top,
                result.plan.places[node] + half,
                top + height_of(thing),
            )
    return found


def overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    slack = 0.01
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > slack and down > slack


def level_lines(result: Measured) -> Iterator[tuple[float, float, float, float]]:
    """Give the level and the upright lines of lanes, as frames a pixel thick."""
    for lane in result.lanes:
        entry, level = lane.entry
        yield min(entry, lane.x), level, max(entry, lane.x), level + 1
        for route, joins in lane.spurs:
            start = result.plan.places[route.nodes[-1]]
            yield min(start, lane.x), joins, max(start, lane.x), joins + 1
            yield lane.x, level, lane.x + 1, joins


def assert_is_tidy(flow: Flow) -> None:
    result = measured(plan_of(parts_of(flow, {})))
    things = frames(result)
    assert [pair for pair in combinations(things, 2) if overlap(things[pair[0]], things[pair[1]])] == []
    steps = {node: things[node] for node, thing in result.plan.things.items() if isinstance(thing, Face | Stack)}
    crossed = [(line, node) for line in level_lines(result) for node, frame in steps.items() if overlap(line, frame)]
    assert crossed == []
    levels = [level for lane in result.lanes for level in (lane.entry[1], *(joins for _, joins in lane.spurs))]
    assert len(set(levels)) == len(levels)


def assert_goes_down(flow: Flow) -> None:
    result = measured(plan_of(parts_of(flow, {})))
    for route in result.plan.routes:
        tops = [result.tops[node] for node in route.nodes]
        assert all(above <= below for above, below in pairwise(tops))
        if route.returns_to is not None:
            assert result.tops[route.returns_to] < tops[-1]


TARGETS = [f"step_{number}" for number in range(12)]


def random_step(name: str, target: Callable[[], str], chance: Random) -> Step:
    """Return a step of any type that leads anywhere."""
    when = chance.choice([None, None, Empty("day")])
    leaves: list[Callable[[], Step]] = [
        lambda: Collect(name, "day", target(), when, on_exit=chance.choice([None, target()])),
        lambda: Choose(name, "day", "step_0", "ask", target(), on_exit=chance.choice([None, target()])),
        lambda: Confirm(name, "ask", ("day",), target(), on_no=chance.choice([None, target()])),
        lambda: Act(name, "find", {}, target(), on={"none": target(), "down": target()}, succeeds=frozenset({"found"})),
        lambda: Tell(name, "say", target(), when),
        lambda: Branch(name, tuple((Empty("day"), target()) for _ in range(chance.randrange(5))), target()),
        lambda: Handoff(name, "a reason", "say", target()),
        lambda: End(name),
    ]
    return chance.choice(leaves)()


def random_graph(chance: Random) -> Flow:
    """Return a flow whose steps lead anywhere: no proof would accept most of them, and all can be drawn."""
    names = TARGETS[: chance.randrange(1, len(TARGETS) + 1)]

    def target() -> str:
        return chance.choice([*names, END])

    steps = {name: random_step(name, target, chance) for name in names}
    ways = [(chance.choice(names), target()) for _ in range(chance.randrange(4))]
    clears = dict.fromkeys(ways, frozenset({"day"}))
    return Flow("any", "any flow", {"day": Slot("day", "day")}, steps, names[0], "", 0, clears=clears)


@settings(max_examples=60, deadline=None, phases=[Phase.generate])  # making a failing flow small takes minutes
@given(st.randoms(use_true_random=False))
def test_nothing_overlaps_and_no_lane_crosses_a_step(chance: Random) -> None:
    flow = random_graph(chance)
    assert_is_tidy(flow)
    assert_goes_down(flow)
    drawn = ET.fromstring(draw_svg(flow, {}))  # noqa: S314 - our own text
    assert sorted(filter(None, (one.get("data-step") for one in drawn.iter(f"{SVG}g")))) == sorted(flow.steps)
    wanted = Counter(", ".join(arrow.labels) for arrow in parts_of(flow, {}).arrows if arrow.labels)
    assert wanted <= Counter(texts(drawn))


def test_the_same_flow_gives_the_same_bytes_whatever_the_order_of_sets(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib, tempfile\n"
        "from tests.flows.sample import load_files\n"
        "from frontdesk.flows.drawing.draw import draw_mermaid, draw_svg\n"
        "text = pathlib.Path(sys.argv[1]).read_text(encoding='utf-8')\n"
        "with tempfile.TemporaryDirectory() as folder:\n"
        "    result = load_files(pathlib.Path(folder), {'flows/main.yaml': text})\n"
        "for flow in result.flows.newest.values():\n"
        "    sys.stdout.write(draw_svg(flow, result.phrases) + draw_mermaid(flow))\n"
    )
    path = tmp_path / "visit.yaml"
    path.write_text(MANY_WAYS, encoding="utf-8")
    root = HERE.parents[1]
    drawn = set()
    for seed in ("1", "2", "3"):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": os.pathsep.join([str(root / "src"), str(root)]),
        }
        run = subprocess.run([sys.executable, "-c", program, path], env=environment, capture_output=True, check=True)
        drawn.add(run.stdout)
    assert len(drawn) == 1
    assert b"<svg" in drawn.pop()


# Layers


NODES = [f"n{number}" for number in range(9)]
GRAPHS = st.dictionaries(st.sampled_from(NODES), st.lists(st.sampled_from(NODES), max_size=4, unique=True))


@given(GRAPHS)
def test_without_the_ways_back_every_way_leads_to_a_lower_row(graph: dict[str, list[str]]) -> None:
    back = ways_back(NODES, graph)
    down = {node: [target for target in targets if (node, target) not in back] for node, targets in graph.items()}
    ranks = ranks_of(NODES, down)
    assert ranks.keys() == set(NODES)
    assert all(ranks[node] < ranks[target] for node, targets in down.items() for target in targets)


@given(GRAPHS)
def test_only_ways_on_a_circle_lead_back(graph: dict[str, list[str]]) -> None:
    for source, target in ways_back(NODES, graph):
        assert source in reached(graph, target)


def test_a_circle_begins_where_the_file_does() -> None:
    ways = {"where": ["same_day", "ask_day"], "same_day": ["find"], "ask_day": ["find"], "find": ["sorry"]}
    ways["sorry"] = ["ask_day"]
    assert ways_back(["where", "same_day", "ask_day", "find", "sorry"], ways) == {("sorry", "ask_day")}


def test_a_circle_begins_where_it_is_entered() -> None:
    ways = {"ask": ["book"], "book": ["again", "done"], "again": ["book"]}
    assert ways_back(["ask", "again", "book", "done"], ways) == {("again", "book")}


def reached(graph: dict[str, list[str]], start: str) -> set[str]:
    found = {start}
    while more := {target for node in found for target in graph.get(node, ())} - found:
        found |= more
    return found


def test_rows_are_ordered_so_that_ways_do_not_cross() -> None:
    rows = (("a", "b", "c"), ("x", "y", "z"))
    ways = {"a": ["z"], "b": ["y"], "c": ["x"]}
    assert crossings(rows, ways) == 3
    assert crossings(ordered(rows, ways), ways) == 0


@given(st.lists(st.integers(10, 300), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_things_in_a_row_keep_their_order_and_distance(widths: list[int], chance: Random) -> None:
    row = tuple(f"n{number}" for number in range(len(widths)))
    extents = {"above": Extent(50)} | {node: Extent(width) for node, width in zip(row, widths, strict=True)}
    links = [Link("above", node, chance.choice([1, 5])) for node in row]
    places = places_of((("above",), row), extents, links, 20)
    for left, right in pairwise(row):
        distance = places[right] - places[left] - (extents[left].width + extents[right].width) / 2
        assert distance >= 20 - 0.11  # places are rounded


@given(st.text(st.characters(codec="utf-8"), max_size=200), st.integers(1, 4))
def test_wrapped_text_fits(text: str, lines: int) -> None:
    found = wrapped(text, 10, 120, lines)
    assert len(found) <= lines
    assert all(width_of(line, 10) <= 120 for line in found)
    if len(found) < lines and all("\u2026" not in line for line in found):
        assert " ".join(found).split() == text.split()


# Conditions


SLOTS = {
    "service": Slot("service", "service"),
    "party": Slot("party", "party"),
    "notes": Slot("notes", "text"),
    "beds": Slot("beds", "party"),
}
LEAVES: st.SearchStrategy[Expression] = st.sampled_from(
    [
        Empty("notes"),
        Compare("party", Operator.LESS_OR_EQUAL, 4),
        Compare("service", Operator.UNEQUAL, Item("service", "botox")),
        Compare("notes", Operator.EQUAL, "not empty, is it"),
        Compare("notes", Operator.EQUAL, "and"),
        CompareSlots("party", Operator.LESS, "beds"),
        Compare("notes", Operator.EQUAL, 'a "quoted" word'),
        Within("service", (Item("service", "botox"), Item("service", "peel"))),
    ]
)
CONDITIONS: st.SearchStrategy[Expression] = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.builds(Not, inner), st.builds(Both, inner, inner), st.builds(Either, inner, inner)),
    max_leaves=6,
)


@given(CONDITIONS)
def test_a_condition_is_written_as_a_flow_would_have_it(condition: Expression) -> None:
    assert parse(condition_text(condition), SLOTS, Kinds({"service": ["botox", "peel"]})) == condition


# Mermaid


def test_mermaid_has_every_step_every_way_and_the_same_marks(visit: Loaded, booking: Loaded) -> None:
    lines = [line.strip() for line in draw_mermaid(flow_of(visit)).splitlines()]
    assert lines[3] == "flowchart TD"
    assert 'title: "visit: plan a <visit> & \\"more\\""' in lines
    assert 'step_sort{"<b>sort</b><br/><i>branch</i>"}' in lines
    assert 'step_sort -->|"party #62; 4"| step_say_many' in lines
    assert 'step_sure ==>|"yes"| step_bye' in lines
    assert 'step_sure -.->|"no#59; clears day, notes"| step_ask_day' in lines
    assert "step_bye --> ends" in lines
    guarded = next(
        line for line in draw_mermaid(flow_of(booking)).splitlines() if line.strip().startswith("step_book[")
    )
    assert guarded.strip().startswith('step_book[["\N{LOCK} <b>book</b>')
    assert guarded.endswith('"]]')


def test_mermaid_colours_the_arrows_it_means(visit: Loaded) -> None:
    lines = [line.strip() for line in draw_mermaid(flow_of(visit)).splitlines()]
    ways = [line for line in lines if "-->" in line or "==>" in line or "-.->" in line]
    coloured = [line for line in lines if line.startswith("linkStyle")]
    yes = next(line for line in coloured if ARROWS[Tone.YES] in line)
    assert ways[int(yes.split()[1])] == 'step_sure ==>|"yes"| step_bye'


def test_every_look_belongs_to_a_step_of_the_flow(booking: Loaded) -> None:
    looks = {box.name: box.look for box in parts_of(flow_of(booking), {}).boxes}
    steps = flow_of(booking).steps
    assert {name for name, look in looks.items() if look is Look.GUARDED} == {
        name for name, step in steps.items() if isinstance(step, Act) and step.guarded
    }
    assert {name for name, look in looks.items() if look is Look.CONFIRM} == {
        name for name, step in steps.items() if isinstance(step, Confirm)
    }


def test_texts_of_other_phrases_are_not_needed(booking: Loaded) -> None:
    only = {"book.done": Wording(({"short": "Booked!"},))}
    assert "\u201cBooked!\u201d" in draw_svg(flow_of(booking), only)
