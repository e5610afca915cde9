"""Texts that nobody writes in good faith: one unit over and over, and every position that a desk may hear them in."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, time
from functools import cache, partial
from pathlib import Path

from frontdesk.desk.house import House, open_house
from frontdesk.desk.readers import READERS, Line
from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.lexicon import Words, list_names, load
from frontdesk.language.readers.letters import without_quotes, without_signature
from frontdesk.language.readers.reading import Context
from frontdesk.language.replies.guard import Facts, announcements, unsupported
from frontdesk.language.understand import Understanding
from tests.language.understood import (
    BOOK,
    CHOSEN,
    CONFIRM,
    CROSS,
    CUT,
    MEET,
    NOW,
    OFFER,
    OSLO,
    STAY,
    SUMMARY,
    TOMORROW,
    opening,
    salon,
    slot_asked,
    understanding,
)

Work = Callable[[str], object]

EXAMPLES = Path(__file__).parents[2] / "examples"
SAID = "Which day would you like? Friday at 3 PM or 4 PM, $20?"
FLIGHT = "From: Madrid To: Paris Date: Thursday, March 12 Departure: 9 AM Price: $200 Would you like to confirm this?"

CHARACTERS = (
    *"aAzéß1$€£@.,-–—/:;!?'’\"“()[]<>#*&+=_~%|\\^… \n\t中اıİﬁ👍🎉½①",  # noqa: RUF001 - guests type whatever there is
    *("\r\n", "\u00a0", "\u2003", "\u200b", "\u200d", "\x00", "\ufeff", "\u0301", "a\u0301", "0\u0301", "()"),
    *("1\ufe0f\u20e3", "\U0001f1e9\U0001f1ea", "\U0001f468\u200d\U0001f469\u200d\U0001f467"),
)
MIXED = (
    *("a1", "1a", "1 ", "12 ", "123 ", "1234 ", "a ", "A ", "b c ", "$1", "$1 ", "1$", "1 $ ", "€5,", "1-", "1 - "),
    *("1/", "1/2 ", "1/2/", "1.", "1,", "1,000 ", "1.5 ", "1:", "1:30 ", "10:30", "1-2 ", "1-2-", "+1", "+1 ", "(1)"),
    *("(1) ", "(212) ", "212-", "212 555 0111 ", "5550111", "00", "#1", "#1 ", "a@", "@a", "@ ", "a@b ", "a@b.c "),
    *("a@b.com ", "a@b.com", "a.", "a.b", "a.b.", "a-", "a-b ", "-a", "a_", "a'", "a'b ", "' ", "A.", "A. ", "A-B-C "),
    *(">\n", "> a\n", "> ", "a\n", "a\n\n", "1\n", "-- \n", "--\n", "__\n", "\n\n", "\n \n", "a b\n", '"a" ', "(a) "),
)
PHRASES = (
    *("at dot ", "at ", "dot ", "dot com ", "a at ", "a at b dot com ", "On 1 wrote: ", "on 1 ", "on a\n", "wrote: "),
    *("On Monday, A wrote:\n> b\n", "original message\n", "-----Original message-----\n", "sent from\n", "Best,\n"),
    *(
        "Best,\nAnn\n",
        "Ann ",
        "Ann Lee, ",
        "my name is ",
        "my name is Ann ",
        "i'm Ann, ",
        "i am ",
        "A B C ",
        "a as in ",
    ),
    *(
        "double ",
        "double a ",
        "triple 1 ",
        "capital ",
        "capital a ",
        "3pm ",
        "3 pm",
        "3 ",
        "3-4pm ",
        "at 3 ",
        "3 or 4 ",
    ),
    *("3 to 4 ", "from 3 to ", "monday ", "monday, ", "mon-", "monday or ", "not monday ", "next ", "next monday "),
    *(
        "march 3 ",
        "march 3rd, ",
        "3/4 ",
        "3/4/26 ",
        "2026-03-04 ",
        "2026-",
        "tomorrow at 3 ",
        "in 3 days ",
        "half past ",
    ),
    *("between 3 and ", "or ", "and ", "a and b ", "a or b ", "one ", "one two ", "twenty seven ", "hundred "),
    *("one hundred ", "one thousand ", "million ", "the first ", "second ", "1st ", "last ", "times ", "two people "),
    *("2 adults ", "me and my wife ", "just me ", "3 nights ", "2 hours ", "1h", "1h30m ", "90 min ", "haircut "),
    *("haircut and ", "nora ", "oslo to kiel ", "new york ", "LON ", "botox ", "instead of ", "actually ", "no wait "),
    *(
        "yes ",
        "yes, ",
        "no ",
        "no, ",
        "not ",
        "so ",
        "then ",
        "wait ",
        "but ",
        "if ",
        "uh ",
        "like ",
        "you know ",
        "xx ",
    ),
    *(
        "aaa ",
        "hairct ",
        "tommorow ",
        "INN-1 ",
        "ABC123 ",
        "AB12",
        "reference ",
        "my number is ",
        "how much is a perm? ",
    ),
    *("can i ", "book a haircut ", "cancel my appointment ", "move my appointment to ", "cheaper ", "under $5 ", "$5-"),
    *("no, from last Ann ", "no is my last name +", "1 is my first name monday "),
    *("$5 to $6 ", "5 dollars ", "fifty cents ", "5k ", "she said ", "note: ", "add a note: ", "the same ", "please. "),
)
UNITS = tuple(dict.fromkeys((*CHARACTERS, *MIXED, *PHRASES)))
_CHOICE = re.compile(r"\[[^][()]*\]|\(([^()|\[\]]*)(?:\|[^()\[\]]*)?\)|<\w+>|[*?{}]")


def listed_units() -> Iterator[str]:
    """Give an entry of every list of words, by file and key."""
    for name in list_names():
        for words in load("en", name).values():
            said = _as_said(next(_entries(words), ""))
            if said:
                yield f"{said} "


def _entries(words: Words) -> Iterator[str]:
    if isinstance(words, str):
        yield words
        return
    for each in words:
        yield from _entries(each)


def _as_said(entry: str) -> str:
    """Return a phrase as somebody says it: of "(a|b) [c]" that is "a"."""
    said, before = entry, ""
    while said != before:
        before, said = said, _CHOICE.sub(lambda choice: choice[1] or "", said)
    return " ".join(said.split())


def readers() -> dict[str, Work]:
    """Return everything that reads a text by itself, by name."""
    salons, flights = understanding("book"), _house("flights").understanding
    facts, context = Facts((), ("a b c",), salon()), Context(NOW)
    return {
        **{f"read {kind}": partial(_read, kind) for kind in READERS},
        "without_quotes": lambda text: without_quotes(text, "en"),
        **{f"without_signature {kind}": partial(_unsigned, kind) for kind in (None, "person_name", "phone")},
        "named": salons.named,
        "cities named": flights.named,
        "announcements": lambda text: announcements(text, "en"),
        "quoted": lambda text: announcements(f"Noted: {text}", "en", (), (text,)),
        "unsupported": lambda text: unsupported(text, facts, context),
    }


def _unsigned(kind: str | None, text: str) -> object:
    return without_signature(text, Context(NOW), kind)


def _read(kind: str, text: str) -> object:
    return READERS[kind](Line(text, NOW, SAID))


def positions() -> dict[str, Work]:
    """Return understanding wherever a conversation may stand, by name."""
    spa, flights = _house("medspa"), _house("flights")
    salons = understanding("book")
    changing = Asked(Wanted.CHANGE, "book", slots=BOOK.slots, known=CHOSEN)
    return {
        "idle": _heard(salons, Asked()),
        "choice": _heard(salons, OFFER),
        "confirm": _heard(salons, CONFIRM, SUMMARY),
        "explained": partial(_explained, salons),
        "change": _heard(salons, changing),
        "which flow": _heard(salons, Asked(Wanted.FLOW, flows=("book", "move"))),
        "spa, idle": _heard(spa.understanding, Asked()),
        "spa, choice": _heard(spa.understanding, _spa_choice(spa)),
        "spa, confirm": _heard(spa.understanding, _spa_confirm(spa), SUMMARY),
        "flights, idle": _heard(flights.understanding, Asked()),
        "flights, confirm": _heard(flights.understanding, _flights_confirm(flights), FLIGHT),
        **_at_slots("book", BOOK),
        **_at_slots("cross", CROSS, origin=OSLO),
        **_at_slots("stay", STAY, check_in=date(2026, 3, 12)),
        **_at_slots("meet", MEET),
        **_at_house(spa, "spa"),
        **_at_house(flights, "flights"),
    }


def _heard(by: Understanding, asked: Asked, said: str = SAID) -> Work:
    return lambda text: by.understand(text, asked, NOW, said)


def _explained(by: Understanding, text: str) -> object:
    return by.explain(text, CONFIRM, NOW, SUMMARY)


def _at_slots(business: str, flow: Flow, **known: Item | date) -> dict[str, Work]:
    by = understanding(business)
    return {f"{business}, {name}": _heard(by, slot_asked(flow, name, {**known})) for name in flow.slots}


def _at_house(house: House, name: str) -> dict[str, Work]:
    """Return understanding at every slot of every flow that guests begin."""
    return {
        f"{name}, {flow.name}, {slot}": _heard(house.understanding, slot_asked(flow, slot))
        for flow in house.flows.newest.values()
        if flow.triggers
        for slot in flow.slots
    }


def _spa_choice(spa: House) -> Asked:
    person = next(Item("provider", each.id) for each in spa.business.resources.values() if each.kind == "provider")
    shown = tuple(opening(hour, 0, person) for hour in (9, 11, 14))
    known: dict[str, Value] = {"service": (_spa_service(spa),), "day": TOMORROW}
    return Asked(Wanted.CHOICE, "book", options=shown, slots=spa.flows.newest["book"].slots, known=known)


def _spa_confirm(spa: House) -> Asked:
    known: dict[str, Value] = {"service": (_spa_service(spa),), "day": TOMORROW, "time": time(14), "name": "Mia Berg"}
    slots = spa.flows.newest["book"].slots
    return Asked(Wanted.CONFIRMATION, "book", slots=slots, known=known, shows=tuple(known))


def _spa_service(spa: House) -> Item:
    return Item(CUT.kind, next(iter(spa.business.services)))


def _flights_confirm(flights: House) -> Asked:
    cities = {"origin": Item("city", "madrid"), "destination": Item("city", "paris")}
    known: dict[str, Value] = {**cities, "departure_date": date(2026, 3, 12)}
    slots = flights.flows.newest["book_flight"].slots
    return Asked(Wanted.CONFIRMATION, "book_flight", slots=slots, known=known, shows=tuple(known))


@cache
def _house(name: str) -> House:
    """Return a business without the model: what that costs is bounded by the pieces that it takes, and told apart."""
    house = open_house(EXAMPLES / name)
    return replace(house, understanding=Understanding(house.business, house.flows))
