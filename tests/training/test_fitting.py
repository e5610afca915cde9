"""Temperatures make probabilities honest; thresholds weigh what a mistake costs."""

import math
from random import Random

import pytest

from frontdesk.language.tagger.chances import sigmoid, softmax
from training.fitting import least, temperature_of_many, temperature_of_one, threshold


def test_probabilities_of_extreme_scores_neither_break_nor_pass_one() -> None:
    assert sigmoid(-1000) == 0
    assert sigmoid(1000) == 1
    assert softmax([1000.0, 0.0]) == [1, 0]
    assert sum(softmax([1.0, 2.0, 3.0], 0.5)) == pytest.approx(1)


def test_the_least_of_a_valley_is_found() -> None:
    assert least(lambda place: (place - 1.3) ** 2, -5, 5) == pytest.approx(1.3, abs=1e-6)


@pytest.mark.parametrize("heat", [0.5, 1.0, 3.0])
def test_the_temperature_that_made_scores_too_sure_is_found_again(heat: float) -> None:
    random = Random(7)
    honest = [random.gauss(0, 2) for _ in range(8000)]
    wanted = [random.random() < sigmoid(score) for score in honest]
    assert temperature_of_one([score * heat for score in honest], wanted) == pytest.approx(heat, rel=0.12)


def test_the_temperature_of_several_scores_is_found_again_also_from_sums() -> None:
    random = Random(11)
    honest = [[random.gauss(0, 2) for _ in range(3)] for _ in range(6000)]
    drawn = [random.choices(range(3), softmax(row))[0] for row in honest]
    accepted = [frozenset({1, 2}) if one else frozenset({0}) for one in drawn]
    scores = [[score * 2 for score in row] for row in honest]
    assert temperature_of_many(scores, accepted) == pytest.approx(2, rel=0.15)


def test_nothing_to_learn_from_leaves_things_as_they_are() -> None:
    assert temperature_of_one([], []) == 1
    assert temperature_of_many([], []) == 1
    assert threshold([0.2, 0.3], [False, False], 5) == 0.5


def test_a_threshold_parts_what_can_be_parted() -> None:
    assert threshold([0.1, 0.2, 0.8, 0.9], [False, False, True, True], 1) == pytest.approx(0.5)


def test_the_dearer_a_false_one_the_higher_the_threshold() -> None:
    chances = [0.95, 0.9, 0.85, 0.8, 0.75, 0.7]
    wanted = [True, True, False, True, True, True]
    assert threshold(chances, wanted, 1) < 0.7
    assert threshold(chances, wanted, 10) == pytest.approx(0.875)


def test_equal_probabilities_are_never_parted() -> None:
    cut = threshold([0.9, 0.6, 0.6, 0.6], [True, True, False, False], 1)
    assert 0.6 < cut < 0.9
    assert not math.isclose(cut, 0.6)
