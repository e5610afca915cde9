"""Draws what stands in a picture: steps, stacks of them, words on arrows, beginnings and ends, arrows and lanes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from frontdesk.dialogue.flow import END
from frontdesk.flows.drawing.faces import LABEL_HEIGHT, SMALL, STUB, Face, Label, Lettering, Stack, size_of, tops_of
from frontdesk.flows.drawing.faces import height_of as line_height
from frontdesk.flows.drawing.lanes import Lane, Measured
from frontdesk.flows.drawing.parts import Look, Tone
from frontdesk.flows.drawing.pen import Letters, Pen, Point, cornered, curved, line, shape, text_of, words
from frontdesk.flows.drawing.plan import Bend, Dot, Route, extent_of, height_of
from frontdesk.flows.drawing.shapes import ARROWS, COLOURS, INK, QUIET, Frame, lock, outline, rounded

_STYLES = {
    Lettering.NAME: Letters(size_of(Lettering.NAME), anchor="middle", bold=True),
    Lettering.ABOUT: Letters(SMALL, anchor="middle"),
    Lettering.SAID: Letters(SMALL, "#3e4c59", anchor="middle", italic=True),
    Lettering.NOTE: Letters(SMALL, QUIET, anchor="middle"),
}


def thing_marks(node: str, measured: Measured) -> Iterator[str]:
    """Draw one thing of the plan."""
    thing, top = measured.plan.things[node], measured.tops[node]
    middle = measured.plan.places[node]
    match thing:
        case Face():
            yield from face_marks(thing, (middle - thing.width / 2, top))
        case Stack():
            yield from _stack_marks(thing, (middle - thing.width / 2, top))
        case Label():
            yield from _label_marks(thing, (middle, top))
        case Dot(name):
            yield from _dot_marks(name, (middle, top + height_of(thing) / 2))
        case Bend():
            pass


def face_marks(face: Face, corner: Point) -> Iterator[str]:
    """Draw a step."""
    look, colours = face.box.look, COLOURS[face.box.look]
    frame = Frame(*corner, face.width, face.height)
    yield f'<g data-step="{text_of(face.box.name)}">'
    if face.box.says:
        yield f"<title>{text_of(face.box.says)}</title>"
    if look is Look.CHOOSE:  # a card under the card: there are several to choose from
        yield shape(outline(look, Frame(frame.x + 4, frame.y + 4, frame.width, frame.height)), "#ffffff", colours.line)
    yield shape(outline(look, frame), colours.fill, colours.line)
    if look is Look.GUARDED:
        yield shape(outline(look, frame.inside(3.5)), "none", colours.line)
        yield shape(lock(frame.x + frame.width - 19, frame.y + 9), "none", colours.line)
    yield from _lines(face, frame)
    yield "</g>"


def _lines(face: Face, frame: Frame) -> Iterator[str]:
    tag = Letters(size_of(Lettering.TAG), COLOURS[face.box.look].line, anchor="middle", bold=True)
    below = frame.y + 5
    for one in face.lines:
        below += line_height(one.lettering)
        yield words(one.text, (frame.x + frame.width / 2, below), _STYLES.get(one.lettering, tag))


def _stack_marks(stack: Stack, corner: Point) -> Iterator[str]:
    """Draw a stack: down the left side to each of its steps, and down the right side away from all."""
    left, top = corner
    right = left + stack.width
    tops = tops_of(stack)
    into, out = Pen(stack.labels[0].arrow.tone, pointed=True), _pen_of(stack)
    last = top + tops[-1] + stack.faces[-1].height / 2
    yield line(cornered([(left, top), (left, last), (left + STUB - 1, last)]), into)
    first = top + tops[0] + stack.faces[0].height / 2
    yield line(cornered([(right - STUB, first), (right, first), (right, top + stack.height)]), out)
    for face, label, below in zip(stack.faces, stack.labels, tops, strict=True):
        middle = top + below + face.height / 2
        if middle != last:
            yield line(cornered([(left, middle), (left + STUB - 1, middle)]), into)
        if middle != first:
            yield line(cornered([(right - STUB, middle), (right, middle)]), out)
        yield from _label_marks(label, ((left + right) / 2, top + below - label.height))
        yield from face_marks(face, (left + STUB, top + below))


def _pen_of(stack: Stack) -> Pen:
    return Pen(stack.onward.tone, dashed=bool(stack.onward.clears))


def _label_marks(label: Label, at: Point) -> Iterator[str]:
    letters = Letters(SMALL, ARROWS[label.arrow.tone], anchor="middle")
    if label.lines:
        frame = Frame(at[0] - label.width / 2 + 2, at[1], label.width - 4, label.height)
        yield f'<path d="{rounded(frame, 3)}" fill="#ffffff"/>'
    for place, text in enumerate(label.lines):
        yield words(text, (at[0], at[1] + (place + 1) * LABEL_HEIGHT - 4), letters)


def _dot_marks(name: str, at: Point) -> Iterator[str]:
    x, y = at
    if name == END:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="7" fill="#ffffff" stroke="{INK}" stroke-width="1.3"/>'
        yield f'<circle cx="{x:g}" cy="{y:g}" r="4" fill="{INK}"/>'
    else:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="7" fill="{INK}"/>'


def route_marks(route: Route, measured: Measured) -> Iterator[str]:
    """Draw an arrow down through the rows; one that leads back is drawn as far as its words."""
    plan, tops = measured.plan, measured.tops
    points: list[Point] = []
    for place, node in enumerate(route.nodes):
        thing, middle = plan.things[node], plan.places[node]
        extent = extent_of(thing)
        if place:
            points.append((middle + extent.entry, tops[node]))
        if place == 0 or place < len(route.nodes) - 1 or route.returns_to:
            points.append((middle + extent.exit, tops[node] + height_of(thing)))
            points.append((middle + extent.exit, measured.bottoms[node]))
    target = None if route.returns_to else plan.things[route.nodes[-1]]
    pointed = target is not None and not isinstance(target, Stack)
    distinct = [points[0], *(after for before, after in pairwise(points) if before != after)]
    yield line(curved(distinct), Pen(route.arrow.tone, bool(route.arrow.clears), pointed))


def lane_marks(lane: Lane, measured: Measured) -> Iterator[str]:
    """Draw a lane: the arrows that join it, the way up, and the way into its step."""
    plan, tops = measured.plan, measured.tops
    x, (entry, level) = lane.x, lane.entry
    dashed = bool(lane.clears)
    tones = {route.arrow.tone for route, _ in lane.spurs}
    tone = tones.pop() if len(tones) == 1 else Tone.ORDINARY
    for route, joins in lane.spurs:
        node = route.nodes[-1]
        start = (plan.places[node], measured.bottoms[node])
        yield line(cornered([start, (start[0], joins), (x, joins), (x, joins - 9)]), Pen(route.arrow.tone, dashed))
    lowest = max(joins for _, joins in lane.spurs)
    up = [(x, lowest - 9), (x, level), (entry, level), (entry, tops[lane.target])]
    yield line(cornered(up), Pen(tone, dashed, pointed=True))
    if lane.clears:
        side, anchor = (1, "start") if x > entry else (-1, "end")
        letters = Letters(SMALL, QUIET, anchor, halo=True)
        yield words(f"clears {', '.join(lane.clears)}", (entry + side * 10, level - 4), letters)
