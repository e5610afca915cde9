"""Reads the wishes of a message one after the other: each has its own values, and what is said once holds for all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from frontdesk.dialogue.asked import Asked, JustBooked
from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.meanings import Affirm, Exclude, Inform, Problem, StartFlow
from frontdesk.dialogue.settled import makes_bookings, wished
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.besides import right_after, wished_after
from frontdesk.language.resolve.questions.unserved import company
from frontdesk.language.resolve.shown import is_said_again
from frontdesk.language.resolve.slots.ways_back import is_trip
from frontdesk.language.resolve.wishes.cutting import cut
from frontdesk.language.resolve.wishes.own_booking import is_about_booking
from frontdesk.language.resolve.wishes.sharing import counted_alike, shared
from frontdesk.language.resolve.wishes.starts import with_values
from frontdesk.language.resolve.wishes.wish import Wish, are_two, differ, is_refused, one_read
from frontdesk.language.results import Read

_NAME = "person_name"
_VERBATIM = frozenset({"notes", "text"})
_ENOUGH = 2  # values that were booked so: of a mere day there may be another wish

Reader = Callable[[Heard], Sequence[Read]]


def one_by_one(heard: Heard, read: Reader) -> tuple[Read, ...]:
    """Return what is wanted now, and what comes once that is booked; nothing where a message holds one wish."""
    texts = cut(heard)
    if len(texts) == 1 or (heard.asked.slot is not None and heard.asked.slot.kind in _VERBATIM):
        return ()
    first = heard.ear.hear(texts[0], heard.asked, heard.context)
    begun = tuple(read(first)) if first.message.clauses else ()
    if any(isinstance(each.meaning, Affirm) for each in begun):
        return ()  # a yes is for what is shown, and for no other thing
    if any(is_about_booking(heard.ear.triggers.flows[name].slots) for name in _starts(begun)):
        return begun if _stays(heard, texts, first, read) else ()
    flow = _flow(heard, begun) or (None if _starts(begun) else _flow(heard, read(heard)))
    if flow is None:
        return ()
    under_way = heard.asked.flow == flow.name
    known = {name: each for name, each in heard.asked.known.items() if name in flow.slots} if under_way else {}
    wishes = _wishes(heard, texts[1:], Wish(first, begun, flow.slots, known), flow, read)
    if len(wishes) == 1:
        return ()
    left = _without_booked(shared(wishes, flow), heard, flow)
    return tuple(_in_turn(left, flow, under_way=under_way))


def _stays(heard: Heard, texts: Sequence[str], first: Heard, read: Reader) -> bool:
    """Tell "cancel the peel on the 14th. The laser on the 19th is fine", where nothing is wanted of the second."""
    alone = heard.ear.hear(" ".join(texts[1:]), Asked(topics=heard.asked.topics), heard.context)
    things = [{repr(each.value) for each in part.givens if isinstance(each.value, Item)} for part in (first, alone)]
    dated = all(any(each.kind == "day" for each in part.givens) for part in (first, alone))
    if not dated or not all(things) or not things[0].isdisjoint(things[1]):
        return False
    said = read(alone)
    return not _starts(said) or any(isinstance(each.meaning, Exclude) for each in said)


def _wishes(heard: Heard, texts: Sequence[str], first: Wish, flow: Flow, read: Reader) -> list[Wish]:
    """Return the first wish and those after it; what is none of its own belongs to the one before it."""
    if not first.known and not _starts(first.reads):
        start = one_read(StartFlow(flow.name, first.heard.text), why="of several")
        first = replace(first, reads=tuple(with_values(first.heard, [start])))
    wishes = [first]
    for text in texts:
        wish = _after(heard, text, flow, wishes[-1].stands, read)
        leads = {0, *(cue.after for cue in wish.heard.message.found("clauses.joins"))}
        wish = counted_alike(wish, wishes[-1], flow, leads)
        if all(are_two(each, wish, flow) or (_is_booked(each, heard) and wish.values) for each in wishes):
            wishes.append(wish)
        elif len(wishes) > 1:
            wishes[-1] = _after(heard, f"{wishes[-1].heard.text} {text}", flow, wishes[-2].stands, read)
        else:
            return wishes
    return wishes


def _flow(heard: Heard, reads: Sequence[Read]) -> Flow | None:
    """Return the flow that books what is wanted first."""
    name = next(iter(_starts(reads)), heard.asked.flow or "")
    flow = heard.ear.triggers.flows.get(name)
    return flow if flow is not None and makes_bookings(flow) else None


def _starts(reads: Sequence[Read]) -> list[str]:
    return [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]


def _after(heard: Heard, text: str, flow: Flow, known: Mapping[str, Value], read: Reader) -> Wish:
    """Return what is wanted next, heard as if the one before it were booked already."""
    context = heard.context.after(known.values())
    booked = JustBooked(flow.name, flow.slots, wished(flow.slots, known))
    after = heard.ear.hear(text, Asked(topics=heard.asked.topics, just_booked=booked), context)
    reads = wished_after(after, flow.name)
    told = {read.meaning.slot for read in reads if isinstance(read.meaning, Inform)}
    alone = read(heard.ear.hear(text, Asked(topics=heard.asked.topics), context))
    informs = [each for each in alone if isinstance(each.meaning, Inform) and each.meaning.problem is None]
    more = [each for each in informs if isinstance(each.meaning, Inform) and each.meaning.slot not in told]
    return Wish(after, tuple(each for each in (*reads, *more) if not is_refused(each)), flow.slots)


def _without_booked(wishes: Sequence[Wish], heard: Heard, flow: Flow) -> list[Wish]:
    """Leave out what was just booked, said again with what is still to come; that may begin when it ends."""
    left = [wish for wish in wishes if not _is_booked(wish, heard)]
    if not left or len(left) == len(wishes):
        return [*wishes]
    after = {name for name, inform in left[0].told.items() if inform.problem is Problem.AFTER}
    ends = right_after(heard, flow.name) if after else []
    return [replace(left[0].without(after), reads=(*left[0].without(after).reads, *ends)), *left[1:]]


def _is_booked(wish: Wish, heard: Heard) -> bool:
    """Tell that a wish says nothing but what was just booked, and enough to tell it from others."""
    just = heard.asked.just_booked
    if just is None or not wish.values:
        return False
    told = [(value, just.values[name]) for name, value in wish.stands.items() if name in just.values]
    same = all(not differ(value, booked) or is_said_again(value, booked) for value, booked in told)
    own = {name for name, slot in just.slots.items() if slot.kind == _NAME}
    names = [inform.words for name, inform in wish.told.items() if name in own]
    return same and len(told) >= _ENOUGH and all(name in just.names for name in names)


def _in_turn(wishes: Sequence[Wish], flow: Flow, *, under_way: bool) -> Iterator[Read]:
    """Give the wishes one after the other."""
    if under_way:
        yield one_read(StartFlow(flow.name, ""), why="what is under way")
    for wish in wishes:
        began = under_way and wish is wishes[0]
        people = {each.meaning.words for each in company(wish.heard, flow.slots)} if is_trip(flow.slots) else set()
        said = [each for each in wish.reads if not is_refused(each) or each.meaning.words in people]
        yield from (each for each in said if not (began and _starts([each])))
