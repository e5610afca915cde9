"""What the tests of conversation files share: what each has reached, over all workers of a run."""

import os

import pytest

from tests.conversations.reached import Reached


@pytest.fixture(scope="session")
def reached(tmp_path_factory: pytest.TempPathFactory) -> Reached:
    """Keep what is reached in a folder of this run, which is one above that of a worker."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "reached"
    folder.mkdir(exist_ok=True)
    return Reached(folder)
