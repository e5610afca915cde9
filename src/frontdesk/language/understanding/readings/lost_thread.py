"""Reads "where were we?" as a wish to hear the question again: it asks for no address, and stops nothing."""

from __future__ import annotations

from frontdesk.dialogue.meanings import Repeat
from frontdesk.language.hearing import Heard
from frontdesk.language.results import Read
from frontdesk.language.words import word_set


def lost_thread(heard: Heard) -> tuple[Read, ...]:
    """Return the wish of a guest who has lost the thread, where nothing else is said."""
    message = heard.message
    found = message.found("moves.lost_thread")
    if not found:
        return ()
    said = {place for cue in found for place in range(cue.first, cue.after)}
    light = word_set(message.language, "common", "light")
    rest = [word for place, word in enumerate(message.bare) if place not in said and word[0].isalnum()]
    return (Read(Repeat(heard.text), why="repeat: the thread is lost"),) if light.issuperset(rest) else ()
