"""A flow may have 2,000 steps, and twice the steps make about twice the work to read and prove it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from frontdesk.flows import Loaded, Refused
from frontdesk.flows.reading.flow_file import MOST_STEPS
from tests.flows.long_flows import SHAPES, chain
from tests.flows.sample import load_files
from tests.growth import lines_run

Make = Callable[[int], dict[str, str]]
by_shape = pytest.mark.parametrize("make", SHAPES.values(), ids=SHAPES)


def load_long(make: Make, count: int) -> Loaded | Refused:
    with TemporaryDirectory() as folder:
        return load_files(Path(folder), make(count))


@by_shape
def test_the_longest_flow_is_loaded(make: Make) -> None:
    loaded = load_long(make, MOST_STEPS)
    assert isinstance(loaded, Loaded), loaded.findings[0]


@by_shape
def test_twice_the_steps_make_about_twice_the_work(make: Make) -> None:
    load_long(make, 60)  # what is made once is made now
    short, longer, longest = (lines_run(partial(load_long, make, count)) for count in (60, 120, 240))
    # What there is to do for any flow is left out of both: twice as much more, and not four or eight times.
    assert longest - longer < 3 * (longer - short)


def test_a_longer_one_is_refused_at_the_first_step_that_is_too_many(tmp_path: Path) -> None:
    files = chain(MOST_STEPS + 4)
    refused = load_files(tmp_path, files)
    assert isinstance(refused, Refused)
    (finding,) = refused.findings
    line = next(
        number
        for number, text in enumerate(files["flows/long.yaml"].splitlines(), start=1)
        if f"step: ask{MOST_STEPS // 4}," in text
    )
    assert (finding.file, finding.line, finding.rule) == ("flows/long.yaml", line, "too_many_steps")
    assert "too many steps: 2,004, and at most 2,000" in finding.message
