"""A conversation that was written lately is not decoded again, however much is said in others; memory stays bounded."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from frontdesk.storage import recent
from tests.contracts.storage_examples import conversation


@pytest.fixture(autouse=True)
def _nothing_is_known() -> Iterator[None]:
    recent.forget()
    yield
    recent.forget()


def test_a_long_conversation_drives_no_other_out() -> None:
    quiet = replace(conversation(), id="quiet")
    text = recent.write(quiet)
    for version in range(recent.MOST + 1):
        recent.write(replace(conversation(), id="lively", version=version))
    assert recent.read(text) is quiet


def test_the_conversation_that_was_silent_longest_goes_first() -> None:
    talks = [replace(conversation(), id=f"c{number}") for number in range(recent.MOST)]
    texts = [recent.write(talk) for talk in talks]
    recent.write(replace(talks[0], version=7))
    recent.write(replace(conversation(), id="another"))
    assert recent.read(texts[2]) is talks[2]
    again = recent.read(texts[1])
    assert again == talks[1]
    assert again is not talks[1]


def test_what_is_to_be_forgotten_is_forgotten() -> None:
    known = conversation()
    text = recent.write(known)
    recent.forget()
    assert recent.read(text) is not known
