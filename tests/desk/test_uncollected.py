"""While a business is opened nobody looks for garbage; afterwards all is as it was."""

from __future__ import annotations

import gc

import pytest

from frontdesk.desk.uncollected import uncollected


def test_nothing_is_looked_for_meanwhile_and_everything_afterwards() -> None:
    with uncollected():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_one_start_inside_of_another_does_not_end_it() -> None:
    with uncollected():
        with uncollected():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_start_that_fails_leaves_it_as_it_was() -> None:
    with pytest.raises(LookupError), uncollected():
        raise LookupError
    assert gc.isenabled()
