"""Reads a yes to what the desk itself asked in passing: "Are you looking for a room?", said in its greeting."""

from __future__ import annotations

from dataclasses import replace

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import Affirm, StartFlow
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.answering import assent
from frontdesk.language.results import Part, Read
from frontdesk.language.understanding.wishes.takers import asks_for_booking
from frontdesk.language.understanding.wishes.wanted import wanted


def asked_by_desk(heard: Heard) -> tuple[Read, ...]:
    """Return the flow that the desk's last question is about, where a mere yes answers it; none where it is open."""
    said, message = heard.context.said or "", heard.message
    if heard.asked.wanted is not Wanted.NOTHING or not said.rstrip().endswith("?"):
        return ()
    if heard.givens or heard.ear.triggers.rest(message, ()):
        return ()
    answer = assent(message, heard.context)
    if answer is None or not isinstance(answer.meaning, Affirm) or any(clause.marked for clause in message.clauses):
        return ()
    # What the desk asked is read as if the guest had said it.
    spoken = heard.ear.hear(said, Asked(topics=heard.asked.topics), replace(heard.context, said=None))
    question = spoken.message.words(spoken.message.clauses[-1]).strip()
    flows = [read for read in wanted(spoken.ear.hear(question, spoken.asked, spoken.context)) if _is_new(read, heard)]
    if len(flows) != 1 or not isinstance(flows[0].meaning, StartFlow):
        return ()
    begun = StartFlow(flows[0].meaning.flow, heard.text)
    return (Read(begun, why="yes: to what the desk asked", by=Part.RESOLVE, chance=flows[0].chance),)


def _is_new(read: Read, heard: Heard) -> bool:
    """Say whether a flow begins something new: a mere yes never turns to what is booked."""
    flow = heard.ear.triggers.flows[read.meaning.flow] if isinstance(read.meaning, StartFlow) else None
    return flow is not None and not asks_for_booking(flow) and not flow.answers
