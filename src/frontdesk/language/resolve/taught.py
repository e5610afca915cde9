"""Sentences that a business has given as examples: said again as they stand, they mean what they were given for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.flow import Flows
from frontdesk.dialogue.meanings import Ask, StartFlow
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.slots.filling import fill
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read
from frontdesk.scheduling.business import Business

# Where a yes or a choice is due, only that counts.
_HEARD_AT = frozenset({Wanted.NOTHING, Wanted.SLOT, Wanted.FLOW})


class Taught:
    """The examples of one business, by their letters and digits."""

    def __init__(self, business: Business, flows: Flows) -> None:
        self._flows = flows
        topics = business.topics.values()
        self._topic_of = {_letters(said): topic.id for topic in topics for said in topic.examples}
        newest = flows.newest.values()
        self._flow_of = {_letters(said): flow.name for flow in newest for said in flow.examples}

    def read(self, heard: Heard) -> tuple[Read, ...]:
        """Return what a message means that is one of the examples; nothing for any other."""
        if not (self._topic_of or self._flow_of) or heard.asked.wanted not in _HEARD_AT:
            return ()
        return tuple(self._meant(heard, _letters(heard.text)))

    def _meant(self, heard: Heard, said: str) -> Iterator[Read]:
        flow, topic = self._flow_of.get(said), self._topic_of.get(said)
        if flow is not None and flow != heard.asked.flow:
            yield Read(StartFlow(flow, heard.text), why="an example of the flow")
            sheet = heard.ear.sheet(self._flows.newest[flow], heard.asked, heard.context)
            yield from fill(heard.message, [_wanted(given) for given in heard.givens], sheet)
        if topic is not None:
            yield Read(Ask(topic, heard.text), why="an example of the topic")


def _wanted(given: Given) -> Given:
    """Return a value that is asked about as one for the flow: "how bad is tomorrow" is about that day."""
    return replace(given, stance=Stance.WANTED) if given.stance is Stance.ASKED else given


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
