"""Tells by the words of a clause that it is about something the guest has booked, though no "my" says so."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from frontdesk.language.understanding.wishes.idle_words import BOOKED, DROPPED

MY = "my"
MADE = "book"
_CHECKED, _FOUND = "check", "find"
HANDLED = frozenset({"move", DROPPED, _CHECKED})
HELD = frozenset({"flight", "room", "meeting"})  # things that are booked under a name of their own
THINGS = HELD | {BOOKED}


def with_owner(words: Iterable[str]) -> set[str]:
    """Return the meanings of a clause; "flight status" has only what is the guest's own, unlike "check flights"."""
    meant = list(words)
    owned = _CHECKED in meant and any(one in THINGS and other == _CHECKED for one, other in pairwise(meant))
    return {*meant, MY} if owned else set(meant)


def owned_things(placed: Iterable[tuple[int, str]]) -> frozenset[str]:
    """Return the things that stand right after "my": "my flight"."""
    return frozenset(other for (_, one), (_, other) in pairwise(placed) if one == MY and other in HELD)


def sought(words: set[str], owned: frozenset[str]) -> set[str]:
    """Return that it is to be looked up: "find my flight" finds no other."""
    return {_CHECKED} if owned and _FOUND in words else set()


def told_of(told: set[str], wanted: set[str]) -> set[str]:
    """Return what is wanted with it: "I booked a flight to Paris, can I move it?" moves the guest's own."""
    return {MY} | (told & THINGS) if MADE in told and told & THINGS and wanted & HANDLED else set()
