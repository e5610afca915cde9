"""What a condition tells about the slots it looks at: which it compares, and which are filled when it holds."""

from __future__ import annotations

from collections.abc import Iterator

from frontdesk.dialogue.expression import Both, Compare, CompareSlots, Either, Empty, Expression, Not, Within


def filled_if(condition: Expression, *, holds: bool) -> frozenset[str]:
    """Return the slots that are certain to be filled when a condition holds, or does not."""
    match condition:
        case Not(term):
            return filled_if(term, holds=not holds)
        case Empty(slot):
            return frozenset() if holds else frozenset({slot})
        case Compare(slot) | Within(slot):
            return frozenset({slot}) if holds else frozenset()
        case CompareSlots(left=one, right=other):
            return frozenset({one, other}) if holds else frozenset()
        case Both(left, right) | Either(left, right):
            sides = filled_if(left, holds=holds), filled_if(right, holds=holds)
            return sides[0] | sides[1] if isinstance(condition, Both) is holds else sides[0] & sides[1]


def compared(condition: Expression, filled: frozenset[str]) -> Iterator[str]:
    """Give the slots that a condition compares although they may be empty, where `filled` are certain not to be."""
    match condition:
        case Empty():
            return
        case Compare(slot) | Within(slot):
            yield from {slot} - filled
        case CompareSlots(left=one, right=other):
            yield from (slot for slot in (one, other) if slot not in filled)
        case Not(term):
            yield from compared(term, filled)
        case Both(left, right):
            yield from compared(left, filled)
            yield from compared(right, filled | filled_if(left, holds=True))
        case Either(left, right):
            yield from compared(left, filled)
            yield from compared(right, filled | filled_if(left, holds=False))
