"""Writes a measured plan as an SVG document: a white card with a title, the flow, and a key to the marks."""

from __future__ import annotations

from collections.abc import Iterator

from frontdesk.flows.drawing.faces import SMALL
from frontdesk.flows.drawing.lanes import Measured
from frontdesk.flows.drawing.marks import lane_marks, route_marks, thing_marks
from frontdesk.flows.drawing.parts import Look, Parts, Tone
from frontdesk.flows.drawing.pen import Letters, Pen, arrowheads, line, shape, text_of, words
from frontdesk.flows.drawing.shapes import ARROWS, COLOURS, QUIET, Frame, lock, number, outline, rounded
from frontdesk.flows.drawing.text import width_of, wrapped

_MARGIN = 24
_FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif"
_TITLE_HEIGHT = 74
_KEY_HEIGHT = 88
_NARROWEST = 900
_KEY_STEPS = 96  # from one shape of the key to the next


def svg_of(parts: Parts, measured: Measured) -> str:
    """Return the picture as an SVG document."""
    spare = max(0, _NARROWEST - (measured.right - measured.left)) / 2
    card = Frame(
        measured.left - spare - _MARGIN,
        -_TITLE_HEIGHT - _MARGIN,
        measured.right - measured.left + 2 * (spare + _MARGIN),
        measured.height + _TITLE_HEIGHT + _KEY_HEIGHT + 2 * _MARGIN,
    )
    return "\n".join([*_document(parts, measured, card), "</svg>", ""])


def _document(parts: Parts, measured: Measured, card: Frame) -> Iterator[str]:
    seen = " ".join(map(number, (card.x, card.y, card.width, card.height)))
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{seen}" width="{number(card.width)}" '
        f'height="{number(card.height)}" font-family="{_FONT}" fill="none" role="img">'
    )
    yield f"<title>{text_of(f'{parts.name}: {parts.description}')}</title>"
    yield arrowheads()
    yield f'<path d="{rounded(card, 10)}" fill="#ffffff"/>'
    yield from _heading(parts, card)
    for route in measured.plan.routes:
        yield from route_marks(route, measured)
    for lane in measured.lanes:
        yield from lane_marks(lane, measured)
    for node in measured.plan.things:
        yield from thing_marks(node, measured)
    yield from _key(parts, card)


def _heading(parts: Parts, card: Frame) -> Iterator[str]:
    left, top = card.x + _MARGIN, card.y + _MARGIN
    yield words(parts.name, (left, top + 16), Letters(20, bold=True))
    yield words(parts.description, (left, top + 36), Letters(12.5))
    if parts.triggers:
        said = "begins with " + ", ".join(f"\u201c{trigger}\u201d" for trigger in parts.triggers)
        for text in wrapped(said, 11, card.width - 2 * _MARGIN, 1):
            yield words(text, (left, top + 54), Letters(11, QUIET))


def _key(parts: Parts, card: Frame) -> Iterator[str]:
    left, top = card.x + _MARGIN, card.y + card.height - _KEY_HEIGHT - _MARGIN / 2
    right = card.x + card.width - _MARGIN
    yield f'<path d="M{number(left)} {number(top)} H{number(right)}" stroke="#d5dae1"/>'
    used = {box.look for box in parts.boxes}
    for place, look in enumerate(look for look in Look if look in used):
        yield from _key_shape(look, Frame(left + place * _KEY_STEPS, top + 14, 84, 24))
    x, y = left, top + 58
    for text, pen in _key_arrows(parts):
        yield line(f"M{number(x)} {number(y)} h26", pen)
        yield words(text, (x + 32, y + 4), Letters(SMALL, ARROWS[pen.tone]))
        x += width_of(text, SMALL) + 50
    yield words(
        "Outcomes that are not drawn go to the error pattern; questions asked too often, to the desk's own way out.",
        (left, top + 80),
        Letters(10, QUIET),
    )


def _key_arrows(parts: Parts) -> Iterator[tuple[str, Pen]]:
    """Give the kinds of arrow that are in the picture, and what they mean."""
    tones = {arrow.tone for arrow in parts.arrows}
    yield "goes on; words say when", Pen(Tone.ORDINARY, pointed=True)
    if Tone.YES in tones:
        yield "the guest said yes", Pen(Tone.YES, pointed=True)
    if Tone.NO in tones:
        yield "the guest said no", Pen(Tone.NO, pointed=True)
    if Tone.OTHER in tones:
        yield "did not work out", Pen(Tone.OTHER, pointed=True)
    if any(arrow.clears for arrow in parts.arrows):
        yield "empties slots, so that they are asked anew", Pen(Tone.ORDINARY, dashed=True, pointed=True)


def _key_shape(look: Look, frame: Frame) -> Iterator[str]:
    colours = COLOURS[look]
    yield shape(outline(look, frame), colours.fill, colours.line)
    text = look.value
    if look is Look.GUARDED:
        yield shape(outline(look, frame.inside(3)), "none", colours.line)
        yield shape(lock(frame.x + frame.width - 17, frame.y + 6), "none", colours.line)
        text = "guarded"
    middle = frame.x + frame.width / 2 - (5 if look is Look.GUARDED else 0)
    yield words(text, (middle, frame.y + 16), Letters(SMALL, colours.line, "middle", bold=True))
