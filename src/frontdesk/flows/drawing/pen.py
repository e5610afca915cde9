"""Lines and letters of a picture, as SVG elements."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias
from xml.sax.saxutils import escape

from frontdesk.flows.drawing.parts import Tone
from frontdesk.flows.drawing.shapes import ARROWS, INK, number

Point: TypeAlias = tuple[float, float]

_TURN = 7
_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Pen:
    """How a line is drawn. The yes of a confirm is thick; what empties slots is dashed."""

    tone: Tone
    dashed: bool = False
    pointed: bool = False


@dataclass(frozen=True, slots=True)
class Letters:
    """How words are set. Those with a halo stay legible where lines pass behind them."""

    size: float
    colour: str = INK
    anchor: str = "start"
    bold: bool = False
    italic: bool = False
    halo: bool = False


def text_of(text: str) -> str:
    """Return text that may stand in XML."""
    return escape(_NOT_XML.sub("\ufffd", text), {'"': "&quot;"})


def words(text: str, at: Point, letters: Letters) -> str:
    """Return a line of text."""
    style = f'font-size="{number(letters.size)}" fill="{letters.colour}"'
    style += f' text-anchor="{letters.anchor}"' if letters.anchor != "start" else ""
    style += ' font-weight="600"' if letters.bold else ""
    style += ' font-style="italic"' if letters.italic else ""
    style += ' stroke="#ffffff" stroke-width="4" stroke-linejoin="round" paint-order="stroke"' if letters.halo else ""
    return f'<text x="{number(at[0])}" y="{number(at[1])}" {style}>{text_of(text)}</text>'


def shape(path: str, fill: str, colour: str, width: float = 1.3) -> str:
    """Return a filled shape."""
    return f'<path d="{path}" fill="{fill}" stroke="{colour}" stroke-width="{number(width)}"/>'


def line(path: str, pen: Pen) -> str:
    """Return a line."""
    style = f'stroke="{ARROWS[pen.tone]}" stroke-width="{"2.2" if pen.tone is Tone.YES else "1.3"}"'
    style += ' stroke-dasharray="5 4"' if pen.dashed else ""
    style += f' marker-end="url(#{pen.tone.value})"' if pen.pointed else ""
    return f'<path d="{path}" {style}/>'


def arrowheads() -> str:
    """Return the heads of arrows, one per tone."""
    heads = "".join(
        f'<marker id="{tone.value}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
        f'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.5 L8 4 L0 7.5 Z" fill="{colour}"/></marker>'
        for tone, colour in ARROWS.items()
    )
    return f"<defs>{heads}</defs>"


def curved(points: Sequence[Point]) -> str:
    """Return a path down through `points`, upright at each of them."""
    path = f"M{number(points[0][0])} {number(points[0][1])}"
    for (x, y), (to_x, to_y) in pairwise(points):
        if x == to_x:
            path += f" V{number(to_y)}"
        else:
            bend = (to_y - y) * 0.6
            ends = ((x, y + bend), (to_x, to_y - bend), (to_x, to_y))
            path += f" C{', '.join(f'{number(one)} {number(two)}' for one, two in ends)}"
    return path


def cornered(points: Sequence[Point]) -> str:
    """Return a path along `points` whose corners are round."""
    path = f"M{number(points[0][0])} {number(points[0][1])}"
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        start, end = _toward(corner, before), _toward(corner, after)
        path += f" L{number(start[0])} {number(start[1])}"
        path += f" Q{number(corner[0])} {number(corner[1])} {number(end[0])} {number(end[1])}"
    return f"{path} L{number(points[-1][0])} {number(points[-1][1])}"


def _toward(corner: Point, other: Point) -> Point:
    """Return the point where the turn at a corner begins or ends."""
    across, down = other[0] - corner[0], other[1] - corner[1]
    length = abs(across) + abs(down)  # lines are level or upright
    reach = min(_TURN, length / 2) / length if length else 0
    return corner[0] + across * reach, corner[1] + down * reach
