"""The colours of a business as a style sheet: readable on light and on dark, whatever accent it chose."""

from __future__ import annotations

from collections.abc import Callable

# What accent-coloured text stands on: cards, what is sunken into them, and days with a hint of the accent.
# As tokens.css has them; a test compares.
LIGHT, DARK = "#ffffff", "#1e2126"
SUNKEN_LIGHT, SUNKEN_DARK = "#f4f5f7", "#24282e"
HINT = 0.22  # of the accent, at most
READABLE = 4.6  # a little over what the guidelines ask for
_STEPS = 50


def look_sheet(business: str, accent: str, radius: int) -> str:
    """Return the style sheet: accents for both themes and the text on them, below `data-business`."""
    hinted = _mixed(LIGHT, accent, HINT)
    on_light = _towards(accent, 0, lambda ink: _is_readable(ink, SUNKEN_LIGHT, hinted))
    on_dark = _towards(accent, 255, lambda ink: _is_readable(ink, SUNKEN_DARK, _mixed(DARK, ink, HINT)))
    chosen = f'[data-business="{business}"]'
    return (
        f"{chosen} {{ {_colours(accent, on_light)} --corner: {radius}px; }}\n"
        f"@media (prefers-color-scheme: dark) {{ {chosen} {{ {_colours(on_dark, on_dark)} }} }}\n"
    )


def _colours(accent: str, ink: str) -> str:
    # As an ink too: the console takes it by that name.
    return f"--accent: {accent}; --on-accent: {text_on(accent)}; --accent-text: {ink}; --accent-ink: {ink};"


def text_on(colour: str) -> str:
    """Return black or white: whichever is read more easily on a colour."""
    return max(("#ffffff", "#101417"), key=lambda text: contrast(text, colour))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as the accessibility guidelines reckon it: 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _is_readable(ink: str, *grounds: str) -> bool:
    return all(contrast(ink, ground) >= READABLE for ground in grounds)


def _mixed(colour: str, other: str, share: float) -> str:
    both = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in both)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(each / 255) for each in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _towards(colour: str, end: int, suits: Callable[[str], bool]) -> str:
    """Return the first colour on the way to black (0) or white (255) that suits."""
    extreme = f"#{end:02x}{end:02x}{end:02x}"
    way = (_mixed(colour, extreme, step / _STEPS) for step in range(_STEPS + 1))
    return next((each for each in way if suits(each)), extreme)
