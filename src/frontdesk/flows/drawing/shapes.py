"""The shape and the colours of each kind of step; legible on white, whatever the page around the picture is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from frontdesk.flows.drawing.parts import Look, Tone

INK = "#1f2933"
QUIET = "#5b6673"
_SLANT = 9


@dataclass(frozen=True, slots=True)
class Colours:
    """What a shape is filled and drawn with."""

    fill: str
    line: str


COLOURS = {
    Look.COLLECT: Colours("#e3f0fc", "#1f6fb2"),
    Look.CHOOSE: Colours("#e2f5f3", "#0f766e"),
    Look.CONFIRM: Colours("#fff3cd", "#9a6700"),
    Look.ACTION: Colours("#eeecfb", "#5b4bb7"),
    Look.GUARDED: Colours("#e0dbf9", "#3f2ca0"),
    Look.SAY: Colours("#f4f5f7", "#697586"),
    Look.BRANCH: Colours("#fdeee2", "#b45309"),
    Look.HANDOFF: Colours("#fde7ec", "#b4234a"),
    Look.SET: Colours("#f0f4e4", "#56700f"),
    Look.CALL: Colours("#e4f3e6", "#2b7a3d"),
    Look.LINK: Colours("#e4f3e6", "#2b7a3d"),
    Look.MOVE: Colours("#e6eef7", "#2f4a7a"),
    Look.END: Colours("#e5e7eb", "#374151"),
}
ARROWS = {Tone.ORDINARY: "#52606d", Tone.YES: "#15803d", Tone.NO: "#c81e1e", Tone.OTHER: "#a14d00"}


@dataclass(frozen=True, slots=True)
class Frame:
    """The rectangle that a shape fills."""

    x: float
    y: float
    width: float
    height: float

    def inside(self, margin: float) -> Frame:
        """Return the same rectangle, smaller on every side."""
        return Frame(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)


def outline(look: Look, frame: Frame) -> str:
    """Return the path of a shape."""
    match look:
        case Look.SAY:
            return rounded(frame, 12)
        case Look.END:
            return rounded(frame, frame.height / 2)
        case Look.CHOOSE:
            return rounded(frame, 3)
        case Look.CALL:  # barred at both sides, as a part of its own is in flow charts
            bars = (frame.x + 6, frame.x + frame.width - 6)
            upright = " ".join(f"M{number(x)} {number(frame.y)} v{number(frame.height)}" for x in bars)
            return f"{polygon(_corners(look, frame))} {upright}"
        case _:
            return polygon(_corners(look, frame))


def _corners(look: Look, frame: Frame) -> Sequence[tuple[float, float]]:
    left, top, right, bottom = frame.x, frame.y, frame.x + frame.width, frame.y + frame.height
    middle, cut = top + frame.height / 2, _SLANT
    match look:
        case Look.COLLECT:  # leans, as input does in flow charts
            return [(left + cut, top), (right, top), (right - cut, bottom), (left, bottom)]
        case Look.CONFIRM:  # eight corners, as a stop sign
            return [
                *((left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - cut)),
                *((right - cut, bottom), (left + cut, bottom), (left, bottom - cut), (left, top + cut)),
            ]
        case Look.BRANCH:  # pointed at both sides, as a diamond with room for text
            return [
                *((left + cut, top), (right - cut, top), (right, middle)),
                *((right - cut, bottom), (left + cut, bottom), (left, middle)),
            ]
        case Look.MOVE:  # points back, to the flow that it interrupts
            return [(left + cut, top), (right, top), (right, bottom), (left + cut, bottom), (left, middle)]
        case Look.HANDOFF | Look.LINK:  # points away, to staff or to another flow
            return [(left, top), (right - cut, top), (right, middle), (right - cut, bottom), (left, bottom)]
        case _:
            return [(left, top), (right, top), (right, bottom), (left, bottom)]


def polygon(corners: Sequence[tuple[float, float]]) -> str:
    """Return the closed path through `corners`."""
    return f"M{' L'.join(f'{number(x)} {number(y)}' for x, y in corners)} Z"


def rounded(frame: Frame, radius: float) -> str:
    """Return the path of a rectangle with round corners."""
    across, down = number(frame.width - 2 * radius), number(frame.height - 2 * radius)
    arc = f"a{number(radius)} {number(radius)} 0 0 1"
    out, back = number(radius), number(-radius)
    return (
        f"M{number(frame.x + radius)} {number(frame.y)} h{across} {arc} {out} {out} v{down} {arc} {back} {out} "
        f"h-{across} {arc} {back} {back} v-{down} {arc} {out} {back} Z"
    )


def lock(x: float, y: float) -> str:
    """Return the path of a closed lock, nine wide and eleven high."""
    body = f"M{number(x)} {number(y + 4.5)} h9 v6.5 h-9 Z"
    return f"{body} M{number(x + 2)} {number(y + 4.5)} v-2 a2.5 2.5 0 0 1 5 0 v2"


def number(value: float) -> str:
    """Write a number with one decimal at most: the same on every machine."""
    return f"{round(value, 1) + 0:.1f}".removesuffix(".0")
