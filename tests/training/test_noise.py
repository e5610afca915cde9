"""Noise changes how a text is written; its values stay marked."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from training.noise import edited, noisy
from training.rows import Span, unmarked

MARKED = "Hi there, I'd like [Friday|day] after [4:30 pm|time|wanted|after], not [Monday|day|ruled_out]. Thanks!"


def letters(text: str) -> str:
    return "".join(sorted(letter for letter in text.lower() if letter.isalnum()))


def test_spans_move_with_what_is_put_before_them() -> None:
    text, spans = edited("on friday at 3", (Span(3, 9, "day"), Span(13, 14, "time")), [(0, 0, "um, "), (9, 10, "  ")])
    assert text == "um, on friday  at 3"
    assert [text[span.first : span.after] for span in spans] == ["friday", "3"]


def test_a_slip_inside_a_value_stays_inside_it() -> None:
    text, (span,) = edited("on friday", (Span(3, 9, "day"),), [(5, 6, "ii")])
    assert text[span.first : span.after] == "friiday"


def test_what_is_put_beside_a_value_is_no_part_of_it() -> None:
    text, (span,) = edited("friday", (Span(0, 6, "day"),), [(0, 0, "so "), (6, 6, " please")])
    assert text[span.first : span.after] == "friday"


def test_a_value_that_was_taken_out_is_no_value() -> None:
    assert edited("on friday", (Span(3, 9, "day"),), [(3, 9, "")]) == ("on ", ())


@given(st.integers(0, 10_000))
def test_every_value_stays_where_its_words_are(seed: int) -> None:
    text, spans = unmarked(MARKED)
    changed, moved = noisy(text, spans, Random(seed))
    assert [(span.label, span.meant, span.related) for span in moved] == [
        (span.label, span.meant, span.related) for span in spans
    ]
    for old, new in zip(spans, moved, strict=True):
        before, after = letters(text[old.first : old.after]), letters(changed[new.first : new.after])
        assert abs(len(before) - len(after)) <= 1  # one slip at most
        assert not changed[new.first : new.after].startswith(" ")


@given(st.text(max_size=60), st.integers(0, 1000))
def test_any_text_can_be_made_noisy_and_the_same_chance_gives_the_same(text: str, seed: int) -> None:
    assert noisy(text, (), Random(seed)) == noisy(text, (), Random(seed))


def test_noise_comes_in_many_forms() -> None:
    text, spans = unmarked(MARKED)
    assert len({noisy(text, spans, Random(seed))[0] for seed in range(200)}) > 40
