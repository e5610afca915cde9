"""Reads a message that answers nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from frontdesk.dialogue.meanings import (
    Ask,
    Cancel,
    Help,
    Inform,
    Problem,
    StartFlow,
    WantPerson,
)
from frontdesk.dialogue.starting import PERSON
from frontdesk.dialogue.values import Item
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.besides import one_more, wished_besides
from frontdesk.language.resolve.people import for_each
from frontdesk.language.resolve.questions.asking import (
    apart_from,
    asked_of,
    besides,
    compares,
    named_topics,
    without_unknown,
)
from frontdesk.language.resolve.questions.topics import ENDS, HOURS, PRICE, PROVIDERS, UNKNOWN
from frontdesk.language.resolve.questions.unserved import unknown_wish
from frontdesk.language.resolve.readings.anywhere import left_over, without
from frontdesk.language.resolve.slots.filling import fill
from frontdesk.language.resolve.slots.notes import opening_note
from frontdesk.language.resolve.values.given import Stance
from frontdesk.language.resolve.wishes.afterwards import afterwards, regretted
from frontdesk.language.resolve.wishes.left_afterwards import left_afterwards
from frontdesk.language.resolve.wishes.moves import moves
from frontdesk.language.resolve.wishes.starts import (
    starts,
)
from frontdesk.language.results import Found, Part, Read

_SURELY = 0.9


def idle(heard: Heard) -> list[Read]:
    """Read a message that answers nothing."""
    acts = list(moves(heard.message, heard.asked))
    asks = asked_of(heard)
    if without_unknown(asks) and heard.message.found("clauses.done_later"):
        return [*without(acts, Cancel, Help), *asks]  # "can I change it later?" changes nothing now
    known, wished = without_unknown(asks), unknown_wish(heard)
    begun = ([] if known else regretted(heard)) or starts(heard)
    begun = [] if wished and _names_nothing_else(begun) else begun
    acts = acts if not begun else [read for read in acts if not _tells_where_to_call(heard, read)]
    further = wished_besides(heard, begun) or _as_many(heard, begun)
    rings = any(isinstance(read.meaning, WantPerson) for read in acts)  # "call me on 646 555 0177"
    if further := further or ([] if rings else left_afterwards(heard)):
        return [*without(acts, Cancel, Help), *further]
    if begun and any(isinstance(read.meaning, WantPerson) for read in acts) and _is_guessed(begun):
        begun = []  # "connect me to Dr. Smith" names whom, and books nothing
    if after := afterwards(heard, begun):
        return [*without(acts, Cancel, Help), *after, *apart_from(after, asks)]
    if begun and not (asks and _is_mere_mention(heard, begun, asks)):
        named = asks or named_topics(heard)
        beside = [*besides(heard, named, begun), *opening_note(heard, begun, asks)]
        return [*without(acts, Cancel, Help), *(for_each(heard, begun) or begun), *beside]
    if acts or asks:
        return [*acts, *_where_to_call(heard, acts), *(without_unknown(asks) if acts else asks)]
    return left_over(heard, None) or [read for read in (wished,) if read]


def _names_nothing_else(begun: Sequence[Read]) -> bool:
    """Tell "need a lip flip", of which nothing is offered: the model hears a wish, and nothing to fulfil."""
    informs = [read.meaning for read in begun[1:] if isinstance(read.meaning, Inform)]
    unoffered = [inform for inform in informs if inform.problem is Problem.UNOFFERED]
    return bool(unoffered) and unoffered == informs and begun[0].by is Part.TAGGER


def _is_guessed(begun: Sequence[Read]) -> bool:
    """Tell a flow that takes what is named, or that the model believes in by itself, from one that was asked for."""
    unsure = begun[0].by is Part.TAGGER and (begun[0].chance or 0.0) < _SURELY
    return begun[0].found is Found.BY_VALUES or (len(begun) == 1 and unsure)


def _as_many(heard: Heard, begun: Sequence[Read]) -> list[Read]:
    """Return as many more of what was just booked as are wanted: "two more of the same", with nothing else named."""
    just = heard.asked.just_booked
    flows = [read.meaning.flow for read in begun if isinstance(read.meaning, StartFlow)]
    counts = any(given.kind == "number" for given in heard.givens)
    counts = counts and not heard.ear.triggers.names_booking(heard.message)  # "one more appointment" may be any
    return one_more(heard) if just is not None and counts and flows == [just.flow] and len(begun) == 1 else []


def _tells_where_to_call(heard: Heard, read: Read) -> bool:
    """Tell "call me on 646 555 0177" and "call me if anything changes", said beside what is to be booked and when."""
    cues = heard.message.found("moves.call_me") if isinstance(read.meaning, WantPerson) else ()
    cue = next((cue for cue in cues if heard.text[cue.start : cue.end] == read.meaning.words), None)
    if cue is None:
        return False
    clause = heard.message.clause_at(cue.start)
    told = [given for given in heard.givens if cue.start < given.start < clause.end]
    wanted = [given for given in heard.givens if given not in told and given.stance is Stance.WANTED]
    dated = any(given.kind in {"day", "time"} for given in wanted)
    if not dated or not any(isinstance(given.value, Item) for given in wanted):
        return False
    return any(given.kind == "phone" for given in told) or bool(heard.message.within("clauses.conditions", clause))


def _where_to_call(heard: Heard, acts: Sequence[Read]) -> list[Read]:
    """Return what a guest who wants a person gives with that: "call me on 646 555 0177"."""
    flow = heard.ear.triggers.flows.get(PERSON)
    if flow is None or not any(isinstance(read.meaning, WantPerson) for read in acts):
        return []
    givens = [replace(given, stance=Stance.WANTED) if given.stance is Stance.ASKED else given for given in heard.givens]
    return fill(heard.message, givens, heard.ear.sheet(flow, heard.asked, heard.context))


def _is_mere_mention(heard: Heard, begun: Sequence[Read], asks: Sequence[Read]) -> bool:
    """Tell "something for wrinkles, what do you suggest?": only a name started a flow, beside a question."""
    if heard.ear.triggers.repeated(heard.message, heard.givens):
        return False
    opinion = believed_of(heard)
    if PROVIDERS in {read.meaning.topic for read in asks if isinstance(read.meaning, Ask)} and opinion is not None:
        return opinion.acts["start"] < opinion.acts["ask"]  # "is Dr. Smith in on Friday?" wants to know just that
    topics = {read.meaning.topic for read in asks if isinstance(read.meaning, Ask)} - {UNKNOWN}
    if compares(asks):
        return True
    if (
        topics & {PRICE, ENDS}
        and isinstance(begun[0].meaning, StartFlow)
        and begun[0].meaning.flow == heard.ear.looks_up
    ):
        return True  # what it costs and when it ends is not told by looking it up
    wanted = {given.kind for given in heard.givens if given.stance is Stance.WANTED}
    wished = "time" in wanted or ("day" in wanted and HOURS not in topics)
    return begun[0].found is Found.BY_VALUES and not wished and not heard.message.found("clauses.desires")
