"""The model and the rules are counted alike."""

from training.judging import Answers, Heard, Score, Value, is_right, scores
from training.rows import Row, Span, Trade


def test_a_change_is_a_no_and_something_else_is_unclear_where_three_are_told_apart() -> None:
    assert is_right("change", "no")
    assert is_right("other", "unclear")
    assert is_right("unclear", "not_yes")
    assert not is_right("yes", "not_yes")
    assert not is_right("yes", "change")


def test_false_yeses_are_counted_among_all_that_are_none() -> None:
    counted = Answers()
    for heard, wanted in [
        ("yes", "yes"),
        ("unclear", "yes"),
        ("yes", "change"),
        ("no", "change"),
        ("change", "change"),
    ]:
        counted.add(heard, Row("x", answer=wanted))
    assert (counted.rows, counted.right, counted.exact) == (5, 3, 2)
    assert (counted.yes, counted.yes_heard, counted.false_yes) == (2, 1, 1)
    assert "false yes 1 of 3" in counted.told()


def test_hard_replies_are_counted_apart() -> None:
    score = Score()
    score.add(Heard(answer="yes"), Row("x", answer="yes", hard=True))
    score.add(Heard(answer="no"), Row("x", coarse="no"))
    assert (score.hard.rows, score.plain.rows) == (1, 1)


def test_a_value_is_found_with_its_label_and_most_of_its_words() -> None:
    row = Row("on friday at 3", spans=(Span(3, 9, "day"), Span(13, 14, "time", "ruled_out")))
    score = Score()
    found = {Value("day", 0, 9, "wanted"), Value("time", 13, 14, "wanted"), Value("name", 3, 9, "wanted")}
    score.add(Heard(values=frozenset(found)), row)
    assert (score.values.right, score.values.wrong, score.values.missed) == (2, 1, 0)
    assert (score.meant.right, score.meant.missed) == (1, 1)


def test_what_a_row_does_not_tell_is_not_counted() -> None:
    score = Score()
    score.add(Heard(acts=frozenset({"ask"}), flows=frozenset({"book"})), Row("x"))
    assert (score.acts.wrong, score.flows.wrong, score.plain.rows) == (0, 0, 0)


def test_trades_that_are_held_out_are_counted_apart() -> None:
    rows = [Row("x", trade=Trade("a", "escape room")), Row("x", trade=Trade("b", "barber")), Row("x")]
    found = scores(rows, lambda _row: Heard())
    assert (found["trades unseen"].rows, found["trades seen"].rows) == (1, 2)
