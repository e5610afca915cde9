"""Turns scores into probabilities."""

from __future__ import annotations

import math
from collections.abc import Sequence


def sigmoid(score: float) -> float:
    """Return the probability of something that holds or does not."""
    return 1 / (1 + math.exp(-score)) if score >= 0 else math.exp(score) / (1 + math.exp(score))


def softmax(scores: Sequence[float], temperature: float = 1.0) -> list[float]:
    """Return the probabilities of things of which exactly one holds."""
    highest = max(scores)
    grown = [math.exp((score - highest) / temperature) for score in scores]
    return [one / sum(grown) for one in grown]
