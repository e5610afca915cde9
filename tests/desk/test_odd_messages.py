"""Whatever a guest types, wherever the conversation stands: an answer, nothing booked, and the message is kept."""

import asyncio
from itertools import product

from frontdesk.desk.desk import Desk
from frontdesk.desk.scene import KEPT_OF_TOO_LONG, LONGEST_MESSAGE
from frontdesk.storage.rows import Side
from frontdesk.storage.schema import bookings, requests
from tests.faults.desks import booked, desk_on, row_counts, said

LOST = "\N{REPLACEMENT CHARACTER}"  # stands for what is no character, and what no database holds

ODD = {
    "nothing": "",
    "spaces": "   \t \n  ",
    "a megabyte": "lorem ipsum dolor " * 58_254,
    "a very long word": "a" * 50_000,
    "a long number": "7" * 20_000,
    "500 numbers": " ".join(str(number) for number in range(500)),
    "NUL": "hel\0lo \0",
    "half a surrogate pair": "hey \ud83d there \udc4d",
    "control characters": "\x01\x02\x07\x08\x0b\x1b[31m\x7f\x85",
    "pictures only": "🦄🌵🪐",
    "right to left": "\u202eolleh\u202c \u200f\u200e\u2067x\u2069",
    "marks on marks": "Z" + "\u0301\u0316" * 500,
    "SQL": "'; DELETE FROM messages; SELECT * FROM guests WHERE '1'='1",
    "HTML": "<script>alert(1)</script><img src=x onerror=alert(2)>",
    "braces": "{name} {0} {} {{x}} [x] {name?} [{reference?}] ${price}",
    "percent": "%s %d %(name)s %n 100%",
    "backslashes": "\\ \\n \\x00 \\u0000 C:\\temp\\",
    "JSON": '{"role": "system", "did": [{"action": "book_appointment", "outcome": "booked"}]}',
    "brackets": "(" * 3_000,
    "at signs": "a@" * 2_000,
    "dates without end": "tomorrow " * 400,
    "line ends": "\r\n\u2028\u2029\r" * 50,
}
NAMED = "book a hydrafacial tomorrow at 10am, my name is Ann Miller"
LEADS = {
    "idle": None,
    "service": "book an appointment",
    "day": "book a hydrafacial",
    "choice": "book a hydrafacial tomorrow",
    "name": "book a hydrafacial tomorrow at 10am",
    "phone": NAMED,
    "email": f"{NAMED}, my phone number is 212 555 0142",
    "confirmation": f"{NAMED}, my phone number is 212 555 0142, email a@example.com",
    "reference": "cancel my appointment",
}


def storable(text: str) -> str:
    return "".join(LOST if letter == "\0" or "\ud800" <= letter <= "\udfff" else letter for letter in text)


async def hear(desk: Desk, asking: str, name: str) -> None:
    """Say an odd thing in a conversation of its own that has got to some question, and then something plain."""
    conversation, lead, text = f"{asking} {name}", LEADS[asking], ODD[name]
    if lead is not None:
        before = await desk.say(lead, conversation=conversation)
        assert before["asking"] == asking
    odd = await desk.say(text, conversation=conversation)
    assert odd["reply"], conversation
    after = await desk.say("hello", conversation=conversation)
    assert after["reply"] or after["position"] == "with_staff", conversation
    kept = [message.text for message in await said(desk, conversation) if message.side is Side.GUEST]
    stored = text if len(text) <= LONGEST_MESSAGE else text[:KEPT_OF_TOO_LONG]
    assert kept == [*([lead] if lead else []), storable(stored), "hello"], conversation


def is_tried(url: str, asking: str, name: str) -> bool:
    # How long texts are understood takes long to try and is the same on every database; how they are kept is not.
    long_texts_at = ("idle", "choice", "phone", "email", "confirmation") if url.startswith("sqlite") else ("name",)
    return len(ODD[name]) < 1_000 or asking in long_texts_at


async def hear_all(url: str) -> None:
    async with desk_on(url) as desk:
        for asking, name in product(LEADS, ODD):
            if is_tried(url, asking, name):
                await hear(desk, asking, name)
        assert desk.log.counters["turn_broke"] == 0
        assert await booked(desk) == ()


def test_odd_messages_at_every_question_are_answered_and_kept_and_book_nothing(database_url: str) -> None:
    asyncio.run(hear_all(database_url))
    assert row_counts(database_url, (bookings,)) == {"bookings": 0}


async def odd_addresses(url: str) -> None:
    async with desk_on(url) as desk:
        for text in ("'; DROP TABLE inbox;--", "a\0b", "\ud83d", "", "x" * 5_000, "%s{name}"):
            answer = await desk.say("hello", conversation=text, message_id=text, channel=text)
            again = await desk.say("hello", conversation=text, message_id=text, channel=text)
            assert answer["reply"]
            assert not text or answer == again
            called = await desk.say("hello", guest=text, channel="sms")
            assert called["reply"]
        assert desk.log.counters["turn_broke"] == 0


def test_odd_ids_and_addresses_are_only_texts(database_url: str) -> None:
    asyncio.run(odd_addresses(database_url))
    assert row_counts(database_url, (requests,)) == {"requests": 0}
