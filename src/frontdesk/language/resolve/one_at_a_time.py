"""Reads "two rooms" and "a setup and a rehair", where one is booked at a time.

The guest is told, and the first is begun with; of two things that are named, the other one comes after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.meanings import Deny, Inform, Problem, StartFlow, Unclear
from frontdesk.dialogue.settled import makes_bookings
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.values.given import Stance
from frontdesk.language.results import Part, Read
from frontdesk.language.words import table, tokens, word_set

_DATED = frozenset({"day", "moment"})
_COUNTED = frozenset({"party", "number"})
_TWO = 2
_NEAR = 4  # words from a count to what it counts: "two cheap one-way flights"


def one_at_a_time(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Return what was read, with the wish for several where one is booked; how many there are of them is no party."""
    begun = next((read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)), None)
    flow = heard.ear.triggers.flows.get(begun or heard.asked.flow or "")
    if flow is None or not makes_bookings(flow) or any(map(_is_of_several, reads)):
        return reads
    dated = next((slot for slot in flow.slots.values() if slot.kind in _DATED and slot.ask), None)
    if dated is None or any(slot.many and slot.guest for slot in flow.slots.values()):
        return reads
    wanted = next(_several(heard, flow, is_begun=begun is not None), None)
    if wanted is None:
        return reads
    count, words = wanted
    kept = [read for read in reads if not _counts_them(read, count, flow)]
    if all(isinstance(read.meaning, Deny | Unclear) for read in kept):
        kept = []  # "no, two rooms": the no is to there being one
    told = Inform(dated.name, None, words, Problem.SEVERAL)
    starts = [read for read in kept if isinstance(read.meaning, StartFlow)]
    rest = [read for read in kept if read not in starts]  # a doubt about the day is told after it
    return (*starts, Read(told, why="several: one is booked at a time", by=Part.RESOLVE), *rest)


def _several(heard: Heard, flow: Flow, *, is_begun: bool) -> Iterator[tuple[int, str]]:
    """Give how many are wanted of what the flow books, with the words that say so."""
    message, things = heard.message, _things(flow, heard.context.language)
    plurals = tuple(table(heard.context.language, "catalogue", "plurals"))
    for given in heard.givens:
        if given.kind not in _COUNTED or given.stance is not Stance.WANTED or not isinstance(given.value, int):
            continue
        if given.value == 1 or (message.clause_at(given.start).mood is Mood.ASK and not is_begun):
            continue
        after = message.place_at(given.end - 1) + 1
        for place in range(after, min(after + _NEAR, len(message.bare))):
            word = message.bare[place]
            if word.endswith(plurals) and not things.isdisjoint(word.removesuffix(each) for each in plurals):
                yield given.value, message.text[given.start : message.pieces[place].end]


def _things(flow: Flow, language: str) -> AbstractSet[str]:
    """Return what a flow books, by the words that its triggers end with after an article: "book a room"."""
    articles = word_set(language, "triggers", "articles")
    said = [[token.plain for token in tokens(trigger)] for trigger in flow.triggers]
    return {words[-1] for words in said if not articles.isdisjoint(words[-3:-1])}


def _counts_them(read: Read, count: int, flow: Flow) -> bool:
    """Tell the 2 of "2 rooms", or of "two rooms for two", from "two rooms, one guest each"."""
    meaning = read.meaning
    if not isinstance(meaning, Inform) or meaning.slot not in flow.slots:
        return False
    return flow.slots[meaning.slot].kind in _COUNTED and isinstance(meaning.value, int) and meaning.value >= count


def _is_of_several(read: Read) -> bool:
    return isinstance(read.meaning, Inform) and read.meaning.problem is Problem.SEVERAL
