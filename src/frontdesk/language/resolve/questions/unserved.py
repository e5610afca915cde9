"""Reads wishes that a flow has no place for, so that they are answered and not dropped in silence.

"With Dr. Jones", who does not work here; "for two people", where one is booked at a time; "a tattoo", unsold here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from operator import attrgetter

from frontdesk.dialogue.flow import Role, Slot, in_role
from frontdesk.dialogue.meanings import Ask, Inform, Problem
from frontdesk.dialogue.values import Item
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import party
from frontdesk.language.resolve.questions.unsold import (
    bare_wish,
    end_of_strange,
    end_of_thing,
    traded,
    treatment,
    wished,
    words_between,
)
from frontdesk.language.resolve.slots.first_times import puts_one_forward
from frontdesk.language.resolve.slots.sheets import Sheet
from frontdesk.language.resolve.slots.ways_back import is_trip
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read
from frontdesk.language.words import listed, table, word_set

_PROVIDER, _SERVICE = "provider", "service"
_DATED = frozenset({"day", "moment"})
_COUNTED = frozenset({"party", "number"})
_BOOKING = "booking"
_kind = attrgetter("kind")
_ENDS = ("clauses.slot_cues.origin", "clauses.slot_cues.destination")
_REPLACING = ("clauses.excluding_before", "clauses.corrections", "clauses.desires", "clauses.breaks", *_ENDS)
_DEEDS = frozenset({"book", "fly", "stay"})  # groups of words for what can be done
_TOO_MANY = 10  # people or things, for a number to be how many


def unserved(heard: Heard, slots: Mapping[str, Slot]) -> list[Read]:
    """Return the people, the numbers of people and the replacements in a message that no slot of a flow takes."""
    return [*_strangers(heard, slots), *_several(heard, slots), *_put_instead(heard, slots)]


def company(heard: Heard, slots: Mapping[str, Slot]) -> list[Read]:
    """Return how many people a message is for, where one is booked for one."""
    return list(_several(heard, slots))


def unknown_thing(heard: Heard, slots: Mapping[str, Slot]) -> list[Read]:
    """Return what a message wishes for by a name that nothing offered has: "I want a tattoo tomorrow"."""
    slot = _of_kind(slots, _SERVICE)
    if slot is None:
        return []
    if (sold := traded(heard)) is not None:
        return [Read(Inform(slot.name, None, sold, Problem.UNOFFERED), why="service: what others sell")]
    if any(given.kind == _SERVICE for given in heard.givens):
        return []
    words = treatment(heard) or wished(heard) or bare_wish(heard)
    if words is None:
        return []
    return [Read(Inform(slot.name, None, words, Problem.UNOFFERED), why="service: not in the catalogue")]


def unknown_wish(heard: Heard) -> Read | None:
    """Return a wish that names nothing but what nobody here does: "need a lip flip"."""
    sold = _SERVICE in heard.ear.scope.catalogues.kinds and not any(given.kind == _SERVICE for given in heard.givens)
    words = (traded(heard) or treatment(heard) or wished(heard)) if sold else None
    if words is None:
        return None
    return Read(Ask("services", heard.text, (("unoffered", words),)), why="service: not in the catalogue")


def unknown_places(heard: Heard, target: Sheet, reads: Sequence[Read]) -> Iterator[Read]:
    """Give what stands where something of the catalogue should: "to Narnia", where nothing flies to."""
    filled = {read.meaning.slot for read in reads if isinstance(read.meaning, Inform)}
    yield from _unknown_start(heard, target, filled)
    for slot in target.slots.values():
        if (
            slot.name in filled
            or slot.kind in {_SERVICE, _PROVIDER}
            or slot.kind not in heard.ear.scope.catalogues.kinds
        ):
            continue
        cues = [cue for label in target.cues.get(slot.name, ()) for cue in heard.message.found(label)]
        for cue in cues:
            first = _after_deed(heard, _after_article(heard, cue.after))
            last = end_of_thing(heard, first)  # "San Francisco", though San Diego is served
            # The "to" of "I want to fly to Rome" leads to no place.
            if last > first and not any(first <= other.first < last for other in cues):
                words = words_between(heard, first, last)
                yield Read(Inform(slot.name, None, words, Problem.UNOFFERED), why=f"{slot.kind}: not in the catalogue")
                break


def _unknown_start(heard: Heard, target: Sheet, filled: AbstractSet[str]) -> Iterator[Read]:
    """Give the Oslo of "Oslo to Boston tomorrow", which opens a message and is followed by where it goes."""
    origin, destination = in_role(target.slots, Role.ORIGIN), in_role(target.slots, Role.DESTINATION)
    if origin is None or destination is None or destination.name not in filled or origin.name in filled:
        return
    message = heard.message
    small = word_set(heard.context.language, "common", "light") | heard.ear.words
    first = next((place for place, word in enumerate(message.bare) if word[0].isalnum() and word not in small), 0)
    last = end_of_strange(heard, first)
    following = [cue for label in target.cues.get(destination.name, ()) for cue in message.found(label)]
    if last > first and any(cue.first == last for cue in following):
        words = words_between(heard, first, last)
        yield Read(Inform(origin.name, None, words, Problem.UNOFFERED), why=f"{origin.kind}: not in the catalogue")


def _strangers(heard: Heard, slots: Mapping[str, Slot]) -> Iterator[Read]:
    """Give the people a guest wants to see who do not work here."""
    slot = _of_kind(slots, _PROVIDER)
    if slot is None:
        return
    titles = word_set(heard.context.language, "name", "titles")
    for cue in heard.message.found("clauses.seeing"):
        place = cue.after
        roles = {role.first for role in heard.message.found("clauses.slot_words.provider")}  # "nurse" may be a title
        titled = place < len(heard.message.bare) and (heard.message.bare[place] in titles or place in roles)
        begin = place
        if titled:
            place += 2 if heard.message.bare[place + 1 : place + 2] == (".",) else 1
        last = end_of_strange(heard, place) if not titled else _end_of_titled(heard, place)
        # "With jessica" may be a friend; a title or a capital makes it somebody to be seen.
        if last > place and (titled or heard.message.pieces[place].text.istitle()):
            words = words_between(heard, begin, last)
            yield Read(Inform(slot.name, None, words, Problem.UNOFFERED), why="provider: nobody of that name")


def _put_instead(heard: Heard, slots: Mapping[str, Slot]) -> Iterator[Read]:
    """Give the Orlando of "not Miami, Orlando", where nothing flies to, if that is all that is said."""
    only = heard.givens[0] if len(heard.givens) == 1 else None
    if only is None or only.stance is not Stance.EXCLUDED or not isinstance(only.value, Item):
        return
    slot = next((slot for slot in slots.values() if heard.asked.known.get(slot.name) == only.value), None)
    if slot is None:
        return
    message, first = heard.message, 0
    while first < len(message.bare) and end_of_strange(heard, first) == first:
        first += 1
    last, places = end_of_strange(heard, first), _places(heard, only)
    around = {place for label in _REPLACING for cue in message.found(label) for place in range(cue.first, cue.after)}
    around.update(range(first, last), range(*places))
    rest = {place for place, word in enumerate(message.bare) if place not in around and word[0].isalnum()}
    light = word_set(heard.context.language, "common", "light").issuperset(message.bare[place] for place in rest)
    # "Not Emily, she is rude" names nobody: what is meant instead stands next to what it replaces.
    named = last == first + 1 or (first < last and message.pieces[first].text.istitle())
    if named and light and rest.isdisjoint(range(min(first, *places), max(last, *places))):
        words = words_between(heard, first, last)
        yield Read(Inform(slot.name, None, words, Problem.UNOFFERED), why=f"{slot.kind}: not in the catalogue")


def _places(heard: Heard, given: Given) -> tuple[int, int]:
    return heard.message.place_at(given.start), heard.message.place_at(given.end - 1) + 1


def _several(heard: Heard, slots: Mapping[str, Slot]) -> Iterator[Read]:
    """Give how many people come, or how many of a thing are wanted, where one is booked for one."""
    kinds = set(map(_kind, slots.values()))
    dated = next((slot for slot in slots.values() if slot.kind in _DATED), None)
    if dated is None or kinds & _COUNTED:
        return
    of_booked = _BOOKING in kinds  # "move my 2 appointments" says how many there are, not how many come
    counts = not _people(heard.context.language).isdisjoint(heard.message.bare)
    parties = party.read(heard.message.text, heard.context) if counts else ()
    words = next((each.words for each in parties if each.value > 1 and not (of_booked and " " not in each.words)), None)
    if not of_booked:
        words = words or next(_for_two(heard, slots), None) or next(_counted_items(heard), None)
        words = words or next(_companions(heard, slots), None) or next(_we(heard), None)
    if words is not None:
        yield Read(Inform(dated.name, None, words, Problem.SEVERAL), why="party: one is booked at a time")


def _for_two(heard: Heard, slots: Mapping[str, Slot]) -> Iterator[str]:
    """Give "for two", where no word says that these are people: of them, if when was told elsewhere or is not asked."""
    times = [given for given in heard.givens if given.kind == "time"]
    counts = bool(times) or puts_one_forward(slots)
    for each in party.bare(heard.message.text, heard.context) if counts else ():
        timed = any(given.start < each.end and each.start < given.end for given in times)
        if 1 < each.value < _TOO_MANY and not timed and party.ends_bare(heard.message.text, each.end, heard.context):
            yield each.words


@cache
def _people(language: str) -> frozenset[str]:
    """Return the words without which nobody says how many come."""
    lists = ("person", "relative", "of_us", "groups", "seats")
    tables = ("relatives", "couples", "both")
    said = [*(listed(language, "party", key) for key in lists), *(table(language, "party", key) for key in tables)]
    return frozenset(word for words in said for phrase in words for word in phrase.split())


def _counted_items(heard: Heard) -> Iterator[str]:
    """Give "two chemical peels"."""
    wanted = [given for given in heard.givens if given.stance is Stance.WANTED]
    numbers = {given.end: given for given in wanted if given.kind == "number" and _is_count(given)}
    for item in wanted if numbers else ():
        count = numbers.get(len(heard.message.text[: item.start].rstrip()))
        # "4 botox" is more likely for Botox; "4 peels" are four.
        plurals = tuple(table(heard.context.language, "catalogue", "plurals"))
        following = heard.message.bare[heard.message.place_at(item.end - 1) + 1 :][:1]
        times = any(word.endswith(plurals) and word in _bookings(heard.context.language) for word in following)
        plural = item.words.lower().endswith(plurals) or times
        if isinstance(item.value, Item) and count is not None and plural:
            yield heard.message.text[count.start : item.end]
        yield from _sessions_of(heard, item, plurals)


def _sessions_of(heard: Heard, item: Given, plurals: tuple[str, ...]) -> Iterator[str]:
    """Give "three sessions of microneedling"."""
    message, place = heard.message, heard.message.place_at(item.start) - 2
    if place < 1 or not isinstance(item.value, Item) or message.bare[place] not in _bookings(heard.context.language):
        return
    counts = [given for given in heard.givens if given.kind == "number" and _is_count(given)]
    for given in counts:
        if message.bare[place].endswith(plurals) and message.place_at(given.end - 1) == place - 1:
            yield message.text[given.start : item.end]


@cache
def _bookings(language: str) -> frozenset[str]:
    """Return what bookings are called: "two Botox appointments" are two."""
    return word_set(language, "catalogue", "bookings")


def _companions(heard: Heard, slots: Mapping[str, Slot]) -> Iterator[str]:
    """Give "my wife" where she comes besides: "add my wife", "and one for my wife"; on a trip also "with my wife"."""
    message, language = heard.message, heard.context.language
    if heard.asked.settled and message.found("booked.same_again"):
        return  # "another one for my brother" is one more, after one that is booked
    places = [cue.after for cue in message.found("clauses.adding_person")]
    if is_trip(slots):
        joins = word_set(language, "booked", "then_also")  # "and my wife is ill" brings nobody
        with_them = [cue for cue in message.found("clauses.bringing") if message.bare[cue.first] not in joins]
        places += [cue.after - 1 for cue in with_them]
    for place in places:
        whose, who = (*message.bare[place : place + 2], "", "")[:2]
        if whose in word_set(language, "party", "mine") and who in word_set(language, "party", "relative"):
            yield words_between(heard, place, place + 2)


def _we(heard: Heard) -> Iterator[str]:
    """Give "four" where that is how many "we are"; "we are 2 hours late" counts nobody."""
    after = {cue.after for cue in heard.message.found("clauses.we_are")}
    for given in heard.givens if after else ():
        counts = given.kind == "number" and _is_count(given) and heard.message.place_at(given.start) in after
        if counts and (_ends(heard, given) or party.ends_bare(heard.message.text, given.end, heard.context)):
            yield given.words


def _ends(heard: Heard, given: Given) -> bool:
    """Tell whether nothing but small words follows."""
    rest = heard.message.bare[heard.message.place_at(given.end - 1) + 1 :]
    return word_set(heard.context.language, "common", "light").issuperset(word for word in rest if word[0].isalnum())


def _is_count(given: Given) -> bool:
    return isinstance(given.value, int) and 1 < given.value < _TOO_MANY


def _end_of_titled(heard: Heard, place: int) -> int:
    """Return the place after the name that follows a title: "Dr House" is a person, though a house is none."""
    strange = end_of_strange(heard, place)
    if strange > place or place >= len(heard.message.pieces):
        return strange
    piece, word = heard.message.pieces[place], heard.message.bare[place]
    small = word_set(heard.context.language, "common", "light") | word_set(heard.context.language, "common", "leading")
    taken = any(given.start <= piece.start < given.end for given in heard.givens)
    return place + (piece.text.isalpha() and not taken and word not in small and word not in heard.ear.words)


def _after_article(heard: Heard, place: int) -> int:
    articles = word_set(heard.context.language, "triggers", "articles")
    return place + 1 if heard.message.bare[place : place + 1] and heard.message.bare[place] in articles else place


def _after_deed(heard: Heard, place: int) -> int:
    """Return the place after what is to be done: the "fly" of "I'd like to fly Rome"."""
    while place < len(heard.message.bare) and not _DEEDS.isdisjoint(
        heard.ear.triggers.vocabulary.of(heard.message.bare[place : place + 1])
    ):
        place += 1
    return place


def _of_kind(slots: Mapping[str, Slot], kind: str) -> Slot | None:
    return next((slot for slot in slots.values() if slot.kind == kind), None)
