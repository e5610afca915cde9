"""A reply that nobody was there to hear comes before the next one, as soon as there is room for both."""

from dataclasses import replace

import pytest

from frontdesk.desk.scene import Taken
from frontdesk.desk.speaking import Spoken, told
from frontdesk.dialogue.conversation import Conversation, Idle, WithStaff


def taken(untold: str) -> Taken:
    return Taken(Conversation("c", "b", untold=untold), (), (), ())


@pytest.mark.parametrize(
    ("untold", "reply", "channel", "text", "left"),
    [
        ("You are booked.", "Hello.", "web", "You are booked.\n\nHello.", ""),
        ("You are booked.", "Hello.", "sms", "You are booked.\n\nHello.", ""),
        ("a" * 300, "b" * 300, "sms", "b" * 300, "a" * 300),
        ("a" * 300, "b" * 300, "web", f"{'a' * 300}\n\n{'b' * 300}", ""),
        ("You are booked.", "", "web", "You are booked.", ""),  # a person has left, and nothing is to be asked
        ("", "Hello.", "web", "Hello.", ""),
    ],
)
def test_it_is_told_once(untold: str, reply: str, channel: str, text: str, left: str) -> None:
    spoken, after = told(Spoken(reply), taken(untold), channel)
    assert (spoken.text, after.conversation.untold) == (text, left)


def test_while_a_person_is_answering_it_waits() -> None:
    before = taken("You are booked.")
    attended = replace(before, conversation=replace(before.conversation, position=WithStaff("ann", Idle())))
    spoken, after = told(Spoken("Your room is 12."), attended, "web")
    assert (spoken.text, after.conversation.untold) == ("", "You are booked.\n\nYour room is 12.")
    same, still = told(Spoken(""), after, "web")
    assert (same.text, still.conversation.untold) == ("", "You are booked.\n\nYour room is 12.")
