"""Our own `replace` does what that of `dataclasses` does, for everything it is used on."""

import dataclasses
from datetime import UTC, datetime
from typing import get_args

import pytest

from frontdesk.dialogue import conversation
from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import Collecting, Conversation, Filled, Idle, Run, Source
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.flow import Flows
from frontdesk.dialogue.meanings import Inform, Meaning
from frontdesk.dialogue.turn import Turn
from frontdesk.language.readers.reading import Found
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.results import Read

TALK = Conversation("c1", "spa", 3, Collecting("ask", "day", 1), Run(1, "book", "print"), said="When?")
COPIED = [kind for kind in vars(conversation).values() if dataclasses.is_dataclass(kind)]
READ = [Found, Given, Message, Read, *get_args(Meaning)]


def test_what_is_changed_is_changed_and_the_rest_is_the_same() -> None:
    changed = replace(TALK, position=Idle(), run=None)
    assert changed == dataclasses.replace(TALK, position=Idle(), run=None)
    assert changed.said == "When?"


def test_the_original_stays_as_it_was() -> None:
    before = dataclasses.replace(TALK)
    replace(TALK, said="", version=4)
    assert before == TALK


def test_a_copy_is_as_frozen_as_the_original() -> None:
    copy = replace(Filled("x", Source.GUEST), words="y")
    with pytest.raises(dataclasses.FrozenInstanceError):
        copy.words = "z"  # type: ignore[misc]  # that is the point


def test_a_turn_is_copied_with_all_it_has() -> None:
    turn = Turn(TALK, Flows({}), datetime(2026, 3, 2, tzinfo=UTC), then="completed")
    assert turn.to(Idle()) == dataclasses.replace(turn, conversation=dataclasses.replace(TALK, position=Idle()))


@dataclasses.dataclass(frozen=True, slots=True)
class Alone:
    """It has a single field."""

    value: tuple[int, ...]


def test_a_single_field_is_copied_as_it_is() -> None:
    alone = Alone((1, 2))
    assert replace(alone) == alone
    assert replace(alone, value=()) == Alone(())


@pytest.mark.parametrize("kind", READ, ids=lambda kind: kind.__name__)
def test_what_understanding_copies_is_copied_whole(kind: type) -> None:
    assert not hasattr(kind, "__post_init__")
    assert vars(kind)["__slots__"] == tuple(field.name for field in dataclasses.fields(kind))


@pytest.mark.parametrize("kind", [*COPIED, Asked, Inform, Turn], ids=lambda kind: kind.__name__)
def test_no_field_of_what_is_copied_follows_from_others(kind: type) -> None:
    assert not hasattr(kind, "__post_init__")
    assert vars(kind)["__slots__"] == tuple(field.name for field in dataclasses.fields(kind))
