"""The arithmetic of calibration: temperatures make probabilities honest, thresholds weigh what a mistake costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from frontdesk.language.tagger.chances import sigmoid, softmax

_GOLDEN = (math.sqrt(5) - 1) / 2
_LEAST = 1e-7


def least(function: Callable[[float], float], low: float, high: float, steps: int = 40) -> float:
    """Return where a function with one valley is least, between `low` and `high`."""
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = function(left), function(right)
    for _ in range(steps):
        if at_left < at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = function(right)
    return (low + high) / 2


def temperature_of_one(scores: Sequence[float], wanted: Sequence[bool]) -> float:
    """Return the temperature under which each score, by itself, says how often it is right."""

    def loss(logarithm: float) -> float:
        heat = math.exp(logarithm)
        return sum(-math.log(max(_LEAST, sigmoid((score if yes else -score) / heat))) for score, yes in pairs)

    pairs = list(zip(scores, wanted, strict=True))
    return math.exp(least(loss, math.log(0.25), math.log(8))) if pairs else 1.0


def temperature_of_many(scores: Sequence[Sequence[float]], accepted: Sequence[frozenset[int]]) -> float:
    """Return the temperature under which the accepted ones of several scores have an honest sum of probabilities."""

    def loss(logarithm: float) -> float:
        heat = math.exp(logarithm)
        total = 0.0
        for row, right in zip(scores, accepted, strict=True):
            chances = softmax(row, heat)
            total -= math.log(max(_LEAST, sum(chances[place] for place in right)))
        return total

    return math.exp(least(loss, math.log(0.25), math.log(8))) if scores else 1.0


def threshold(chances: Sequence[float], wanted: Sequence[bool], cost_of_false: float, usual: float = 0.5) -> float:
    """Return from which probability on to believe: a false one costs `cost_of_false` times what a missed one does.

    Midway between two probabilities, so that it does not hang on one row; `usual` if there is nothing to tell.
    """
    if not any(wanted):
        return usual
    ordered = sorted(zip(chances, wanted, strict=True), reverse=True)
    best, cut = sum(wanted) * 1.0, len(ordered)  # believing none misses all
    cost = best
    best_place = 0
    for place, (chance, yes) in enumerate(ordered, start=1):
        cost += -1.0 if yes else cost_of_false
        tied = place < cut and ordered[place][0] == chance
        if not tied and cost < best:
            best, best_place = cost, place
    if best_place == 0:
        return usual
    above = ordered[best_place - 1][0]
    below = ordered[best_place][0] if best_place < cut else above / 2
    return (above + below) / 2
