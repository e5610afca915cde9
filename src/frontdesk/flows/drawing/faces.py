"""The faces of things in a picture: which lines of text a box, a label or a stack of boxes holds, and its size."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from frontdesk.flows.drawing.parts import Arrow, Box, Look
from frontdesk.flows.drawing.text import width_of, wrapped

_MARGIN = 14
_WIDEST = 184
_SAID_LINES = 2
_ROW_SPACE = 10
STUB = 18  # the line between the trunk of a stack and a box
SMALL = 10.5
LABEL_HEIGHT = 15


class Lettering(StrEnum):
    """How a line of a box is set."""

    TAG = "tag"
    NAME = "name"
    ABOUT = "about"
    SAID = "said"
    NOTE = "note"


_SIZES = {Lettering.TAG: 8.5, Lettering.NAME: 13.5}
_HEIGHTS = {Lettering.TAG: 12, Lettering.NAME: 17}


def size_of(lettering: Lettering) -> float:
    """Return the size of the letters."""
    return _SIZES.get(lettering, SMALL)


def height_of(lettering: Lettering) -> int:
    """Return the height of the line."""
    return _HEIGHTS.get(lettering, 14)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text in a box."""

    text: str
    lettering: Lettering


@dataclass(frozen=True, slots=True)
class Face:
    """A step as it is drawn."""

    box: Box
    lines: tuple[Line, ...]
    width: float
    height: float


def face_of(box: Box) -> Face:
    """Return the face of a step: what it is, its name, what it does, what it says."""
    lines = tuple(_lines(box))
    width = max(width_of(line.text, size_of(line.lettering)) for line in lines)
    height = sum(height_of(line.lettering) for line in lines)
    # Pointed shapes and the lock take some of the width away.
    spare = 2 * _MARGIN + (12 if box.look is Look.SAY else 26)
    return Face(box, lines, max(round(width + spare), 110), height + 14)


def _lines(box: Box) -> Iterable[Line]:
    yield Line(box.look.upper(), Lettering.TAG)
    yield from _set(box.name, Lettering.NAME, 2)
    yield from _set(box.about, Lettering.ABOUT, 3)
    if box.says:
        yield from _set(f"\u201c{box.says}\u201d", Lettering.SAID, _SAID_LINES)
    for note in box.notes:
        yield from _set(note, Lettering.NOTE, 3)


def _set(text: str, lettering: Lettering, most: int) -> Iterable[Line]:
    for part in wrapped(text, size_of(lettering), _WIDEST, most):
        yield Line(part, lettering)


@dataclass(frozen=True, slots=True)
class Label:
    """The words on an arrow."""

    arrow: Arrow
    lines: tuple[str, ...]
    width: float
    height: float


def label_of(arrow: Arrow, *more: str) -> Label:
    """Return the words on an arrow: its labels, what it empties, and `more`."""
    parts = [", ".join(arrow.labels), *more]
    lines = tuple(line for part in parts for line in wrapped(part, SMALL, _WIDEST * 0.8, 3))
    width = max((width_of(line, SMALL) for line in lines), default=0)
    return Label(arrow, lines, width + 10 if lines else 4, LABEL_HEIGHT * len(lines))


@dataclass(frozen=True, slots=True)
class Stack:
    """Steps that come from one step and go on to one: drawn as a list, one below the other."""

    faces: tuple[Face, ...]
    labels: tuple[Label, ...]
    onward: Arrow  # of the first; the others go the same way
    width: float
    height: float


def stack_of(boxes: Iterable[Box], arrows: Iterable[Arrow], onward: Arrow) -> Stack:
    """Return the stack of `boxes`, each under the words of the arrow that leads to it."""
    faces = tuple(map(face_of, boxes))
    labels = tuple(map(label_of, arrows))
    widest = max(max(face.width, label.width) for face, label in zip(faces, labels, strict=True))
    alike = tuple(Face(face.box, face.lines, widest, face.height) for face in faces)
    height = sum(face.height + label.height + _ROW_SPACE for face, label in zip(faces, labels, strict=True))
    return Stack(alike, labels, onward, 2 * STUB + widest, height)


def tops_of(stack: Stack) -> tuple[float, ...]:
    """Return how far below the top of the stack each of its boxes begins."""
    tops: list[float] = []
    below = 0.0
    for face, label in zip(stack.faces, stack.labels, strict=True):
        tops.append(below + label.height)
        below += label.height + face.height + _ROW_SPACE
    return tuple(tops)
