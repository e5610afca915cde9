"""Tells a guest who leaves things as they are, only asks or will think about it from one who wants something done."""

from __future__ import annotations

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.meanings import Ask, Cancel, Deny, Exclude, Goodbye, Greet, Inform, StartFlow, Thank, Unclear
from frontdesk.dialogue.settled import ends_bookings, makes_bookings
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.questions.topics import UNKNOWN
from frontdesk.language.resolve.wishes.takers import asks_for_booking
from frontdesk.language.results import Part, Read
from frontdesk.language.tagger.opinions import Opinion

_FEW = 3  # words: of what is so short the model is not asked
_BEYOND_DOUBT, _SURELY, _LIKELY, _HARDLY = 0.95, 0.85, 0.75, 0.15
_TOPIC, _HALF, _MEANT = 0.5, 0.5, 0.6
_DEEDS = ("start", "undo", "change")


def left_as_it_is(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Return what was read; instead of what is not to be done, that it is asked about, kept or let go of."""
    opinion = believed_of(heard)
    if opinion is None or sum(word[0].isalnum() for word in heard.message.bare) <= _FEW:
        return reads
    reads = tuple(read for read in reads if not _is_condition(read, reads, heard))
    reads = tuple(_of_what_is_under_way(read, opinion, heard) for read in reads)
    reads = _without_doubt(reads, opinion)
    begun = [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]
    flows = [heard.ear.triggers.flows[name] for name in begun]
    if begun and all(map(asks_for_booking, flows)) and _only_asks(opinion):
        topic = opinion.likely_topic(_TOPIC) or UNKNOWN
        return (_read(Ask(topic, heard.text), opinion.acts["ask"]),)
    moved = heard.asked.wanted is Wanted.CONFIRMATION  # a no is to that, and keeps nothing else
    if begun and not moved and all(map(ends_bookings, flows)) and _keeps(opinion):
        return (_kept(heard, opinion),)
    asked = heard.asked.wanted in {Wanted.SLOT, Wanted.CHANGE}
    return _let_go(heard, reads, opinion) if asked and all(map(_says_little, reads)) else reads


def _of_what_is_under_way(read: Read, opinion: Opinion, heard: Heard) -> Read:
    """Tell "leave it, just the one is fine", said of what is under way, from giving up what is booked."""
    flow = heard.ear.triggers.flows.get(heard.asked.flow or "")
    if not isinstance(read.meaning, Cancel) or flow is None or not makes_bookings(flow):
        return read
    if opinion.answer["no"] < _MEANT:
        return read
    ending = [name for name, flow in heard.ear.triggers.flows.items() if ends_bookings(flow)]
    if any(opinion.flows.get(name, 0.0) >= _HARDLY for name in ending):
        return read
    return replace(read, meaning=replace(read.meaning, or_booking=False, no_booking=True))


def _without_doubt(reads: tuple[Read, ...], opinion: Opinion) -> tuple[Read, ...]:
    """Return the one flow of several in doubt that the model is sure of."""
    begun = [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]
    sure = [name for name in begun if opinion.flows.get(name, 0.0) >= _BEYOND_DOUBT]
    others = [opinion.flows.get(name, 0.0) for name in begun if name not in sure]
    if len(sure) != 1 or not others or len(reads) > len(begun) or max(others) >= _HARDLY:
        return reads
    return tuple(read for read in reads if isinstance(read.meaning, StartFlow) and read.meaning.flow in sure)


def _is_condition(read: Read, reads: tuple[Read, ...], heard: Heard) -> bool:
    """Tell "if before 8, I'll take it", said with a question: that is answered first, and nothing is changed."""
    asks = heard.asked.wanted is Wanted.CONFIRMATION and any(isinstance(each.meaning, Ask) for each in reads)
    first = heard.message.text.find(read.meaning.words)
    if not asks or not isinstance(read.meaning, Inform) or first < 0:
        return False
    return bool(heard.message.within("clauses.conditions", heard.message.clause_at(first)))


def _only_asks(opinion: Opinion) -> bool:
    """Say whether a message asks something, and wants nothing done."""
    return opinion.acts["ask"] >= _BEYOND_DOUBT and max(opinion.acts[act] for act in _DEEDS) < _HARDLY


def _keeps(opinion: Opinion) -> bool:
    """Say whether a message that names what would be undone is a no to that."""
    return opinion.answer["no"] >= _MEANT and opinion.acts["undo"] < _HALF


def _kept(heard: Heard, opinion: Opinion) -> Read:
    """Answer a guest who keeps what is booked with that, where a flow looks it up."""
    flow = heard.ear.looks_up if heard.asked.flow is None else None
    return _read(StartFlow(flow, heard.text) if flow else Deny(heard.text), opinion.answer["no"])


def _says_little(read: Read) -> bool:
    return isinstance(read.meaning, Deny | Exclude | Greet | Thank | Unclear)


def _let_go(heard: Heard, reads: tuple[Read, ...], opinion: Opinion) -> tuple[Read, ...]:
    """Return that a guest leaves who was asked for something, where nothing is said to that."""
    if opinion.acts["goodbye"] >= _SURELY:
        return (_read(Goodbye(heard.text), opinion.acts["goodbye"]),)
    refuses = any(isinstance(read.meaning, Deny) for read in reads) and opinion.answer["no"] >= _BEYOND_DOUBT
    if opinion.acts["undo"] >= (_HALF if refuses else _LIKELY):
        return (_read(Cancel(heard.text, no_booking=True), opinion.acts["undo"]),)
    return reads


def _read(meaning: Ask | Cancel | Deny | Goodbye | StartFlow, chance: float) -> Read:
    return Read(meaning, why="left as it is: nothing is to be done", by=Part.TAGGER, chance=chance)
