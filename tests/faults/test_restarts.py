"""A desk that is closed and opened between any two messages goes on as if it had been open all the time."""

import asyncio

from tests.faults.desks import Answer, desk_on

GUEST = "+12125550142"
# A correction, a question in between, a change at the confirm, a second booking, a look-up, a move and a cancellation.
LINES = (
    "hello",
    "book a hydrafacial",
    "tomorrow",
    "more",
    "2",
    "actually make it friday at 11am",
    "how much is it?",
    "my name is Ann Miller",
    "a@example.com",
    "no, at 2pm",
    "yes",
    "when is my appointment",
    "move it to monday at 3pm",
    "yes",
    "cancel my appointment",
    "yes",
    "thanks, bye",
)


async def converse(url: str, *, restarted: bool) -> list[Answer]:
    """Say all lines to one desk, or each to a desk of its own."""
    answers: list[Answer] = []
    if restarted:
        for line in LINES:
            async with desk_on(url) as desk:
                answers.append(await desk.say(line, guest=GUEST, channel="sms"))
    else:
        async with desk_on(url) as desk:
            answers += [await desk.say(line, guest=GUEST, channel="sms") for line in LINES]
    return answers


def without_chance(answers: list[Answer]) -> str:
    """Return the answers without what is drawn anew each time: references and ids."""
    text = repr([{**answer, "conversation": None} for answer in answers])
    for row in (row for answer in answers for row in answer["bookings"]):
        text = text.replace(row["reference"], "REFERENCE")
    for answer in answers:  # a run is named by its conversation
        text = text.replace(str(answer["conversation"]), "CONVERSATION")
    return text


def test_a_conversation_across_restarts_is_the_same_conversation(database_url: str) -> None:
    restarted = asyncio.run(converse(database_url, restarted=True))
    at_once = asyncio.run(converse("sqlite://", restarted=False))
    assert without_chance(restarted) == without_chance(at_once)
    assert len({answer["conversation"] for answer in restarted}) == 1
    outcomes = [done["outcome"] for answer in restarted for done in answer["did"]]
    assert outcomes.count("booked") == 2  # made and moved
    assert outcomes[-1] == "cancelled"
    assert [row["status"] for row in restarted[-1]["bookings"]] == ["cancelled"]
