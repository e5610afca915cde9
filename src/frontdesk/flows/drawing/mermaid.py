"""Writes what a picture shows as Mermaid text."""

from __future__ import annotations

from collections.abc import Iterator

from frontdesk.dialogue.flow import END
from frontdesk.flows.drawing.parts import Arrow, Box, Look, Parts, Tone
from frontdesk.flows.drawing.shapes import ARROWS, COLOURS, INK

_SHAPES = {
    Look.COLLECT: ("[/", "/]"),
    Look.CHOOSE: ("[(", ")]"),
    Look.CONFIRM: ("{{", "}}"),
    Look.ACTION: ("[", "]"),
    Look.GUARDED: ("[[", "]]"),
    Look.SAY: ("(", ")"),
    Look.BRANCH: ("{", "}"),
    Look.HANDOFF: (">", "]"),
    Look.SET: ("[", "]"),
    Look.CALL: ("[[", "]]"),
    Look.LINK: (">", "]"),
    Look.MOVE: ("[\\", "\\]"),
    Look.END: ("([", "])"),
}
_START = "begins"
_STOP = "ends"
# Mermaid reads some signs as markup inside quotes too, so these are written as character codes.
_CODES = {ord(sign): f"#{ord(sign)};" for sign in '"#&;<>`'}


def mermaid_of(parts: Parts) -> str:
    """Return the picture as a Mermaid flow chart, from the top down."""
    lines = [
        "---",
        f'title: "{_title(f"{parts.name}: {parts.description}")}"',
        "---",
        "flowchart TD",
        *(f"  {line}" for line in _nodes(parts)),
        *(f"  {line}" for line in _links(parts)),
        *(f"  {line}" for line in _styles(parts)),
    ]
    return "\n".join(lines) + "\n"


def _title(text: str) -> str:
    """Return text that may stand in the quotes of a YAML title."""
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


def _text(text: str) -> str:
    return " ".join(text.split()).translate(_CODES)


def _name(step: str) -> str:
    """Return the name of a node. Mermaid keeps words such as `end` and `class` for itself."""
    return _STOP if step == END else f"step_{step}"


def _nodes(parts: Parts) -> Iterator[str]:
    yield f"{_START}(( ))"
    for box in parts.boxes:
        before, after = _SHAPES[box.look]
        yield f'{_name(box.name)}{before}"{"<br/>".join(_lines(box))}"{after}'
    if any(arrow.target == END for arrow in parts.arrows):
        yield f"{_STOP}(((end)))"


def _lines(box: Box) -> Iterator[str]:
    mark = "\N{LOCK} " if box.look is Look.GUARDED else ""
    yield f"{mark}<b>{_text(box.name)}</b>"
    yield f"<i>{box.look.value}</i>"
    for text in (box.about, *box.notes):
        if text:
            yield _text(text)


def _links(parts: Parts) -> Iterator[str]:
    yield f"{_START} --> {_name(parts.first)}"
    for arrow in parts.arrows:
        label = _text("; ".join(_words(arrow)))
        line = "-.->" if arrow.clears else "==>" if arrow.tone is Tone.YES else "-->"
        label = f'|"{label}"|' if label else ""
        yield f"{_name(arrow.source)} {line}{label} {_name(arrow.target)}"


def _words(arrow: Arrow) -> Iterator[str]:
    if arrow.labels:
        yield ", ".join(arrow.labels)
    if arrow.clears:
        yield f"clears {', '.join(arrow.clears)}"


def _styles(parts: Parts) -> Iterator[str]:
    """Give the colours of steps and arrows; arrows are numbered as they were written."""
    for look, colours in COLOURS.items():
        names = ",".join(_name(box.name) for box in parts.boxes if box.look is look)
        if names:
            kind = look.value.replace(" ", "_")
            width = "4px" if look is Look.GUARDED else "1px"
            yield f"classDef {kind}_step fill:{colours.fill},stroke:{colours.line},color:{INK},stroke-width:{width}"
            yield f"class {names} {kind}_step"
    for tone, colour in ARROWS.items():
        numbers = [str(place) for place, arrow in enumerate(parts.arrows, 1) if arrow.tone is tone]
        if numbers and tone is not Tone.ORDINARY:
            yield f"linkStyle {','.join(numbers)} stroke:{colour},color:{colour}"
