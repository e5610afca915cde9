"""Colours of services: evenly around the wheel, and readable on both themes by computation, not by luck."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

MOST = 16  # colours that can be told apart; more services share them
READABLE = 4.5  # contrast of text, as WCAG has it
FIRST = 250.0  # degrees: blue

Rgb: TypeAlias = tuple[float, float, float]  # each from 0 to 1


@dataclass(frozen=True, slots=True)
class Tone:
    """The colours of one service on one theme: the block, its text, its edge."""

    ground: str
    ink: str
    edge: str


def tone_of(number: int, count: int, *, dark: bool) -> Tone:
    """Return the tone of a service by its number among so many."""
    shades = max(1, min(count, MOST))
    hue = (FIRST + 360 * (number % shades) / shades) % 360
    ground = _rgb(0.32 if dark else 0.93, 0.06 if dark else 0.045, hue)
    ink = _readable(ground, 0.9 if dark else 0.38, 0.06 if dark else 0.09, hue, 0.01 if dark else -0.01)
    return Tone(_hex(ground), _hex(ink), _hex(_rgb(0.68 if dark else 0.62, 0.13, hue)))


def stylesheet(count: int) -> str:
    """Return the colours of so many services as a stylesheet."""
    shades = max(1, min(count, MOST))
    light = "\n".join(_rule(number, tone_of(number, count, dark=False)) for number in range(shades))
    dark = "\n".join(_rule(number, tone_of(number, count, dark=True)) for number in range(shades))
    return f"{light}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}\n"


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def rgb_of(written: str) -> Rgb:
    """Read a colour such as #1d5fbf."""
    red, green, blue = (int(written[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _rule(number: int, tone: Tone) -> str:
    return f".tone-{number} {{ --tone: {tone.ground}; --tone-ink: {tone.ink}; --tone-edge: {tone.edge}; }}"


def _readable(ground: Rgb, light: float, chroma: float, hue: float, step: float) -> Rgb:
    """Return a colour of this hue that can be read on `ground`, as near to the wanted lightness as possible."""
    ink = _rgb(light, chroma, hue)
    while contrast(ground, rgb_of(_hex(ink))) < READABLE and 0 < light < 1:
        light += step
        ink = _rgb(light, chroma, hue)
    return ink


def _rgb(light: float, chroma: float, hue: float) -> Rgb:
    """Turn a colour of OKLCH into one of the screen; what no screen shows is cut off."""
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red, green, blue = _screen(
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    return red, green, blue


def _screen(*linear: float) -> Iterator[float]:
    for each in linear:
        shown = 12.92 * each if each <= 0.0031308 else 1.055 * each ** (1 / 2.4) - 0.055
        yield min(1.0, max(0.0, shown))


def _luminance(colour: Rgb) -> float:
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _hex(colour: Rgb) -> str:
    return "#" + "".join(f"{round(each * 255):02x}" for each in colour)
