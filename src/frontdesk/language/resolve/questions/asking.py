"""Reads the questions of a message, and tells which of them are to be answered beside what else it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.meanings import Ask, Inform, Skip, StartFlow
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Clause, Mood
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.questions import topics
from frontdesk.language.resolve.questions.dearness import cheaper_of_two, extremes
from frontdesk.language.resolve.questions.described import described
from frontdesk.language.resolve.questions.endings import ending, of_party
from frontdesk.language.resolve.questions.placing import Placed, placed_questions, told_topics
from frontdesk.language.resolve.questions.subjects import About, about, day, of_whom, one_by_one, unoffered
from frontdesk.language.resolve.questions.topics import HOURS, POLICY, PRICE, SERVICE, UNKNOWN
from frontdesk.language.resolve.questions.unserved import unknown_wish
from frontdesk.language.resolve.slots.filling import fill
from frontdesk.language.resolve.slots.sheets import Sheet
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.resolve.wishes.own_booking import is_about_booking
from frontdesk.language.results import Found, Part, Read

_TWO = 2
_COMPARED = "compared"  # the slot of an answering flow for the days that are compared
_PLAIN = frozenset({"text", "money", "time", "duration", "number", "any"})  # kinds that are no things
_ASKED_BESIDES = 0.5  # how likely it must be that something is asked, where something is wanted
_SURELY_ASKED = 0.9  # how likely a topic must be, where only a part of the message asks


def asked_of(heard: Heard) -> list[Read]:
    """Return the questions of a message; "are you open now?" asks for today, "what's the fee?" for what is due."""
    asks = [read for each in placed_questions(heard) for read in one_by_one(_about(heard, each))]
    asks = [placed(heard, read) for read in asks]
    asks = [_of_fee(heard, read) for read in asks] if asks and is_about_booking(heard.asked.slots) else asks
    return [_of_today(heard, read) for read in asks] if heard.message.found("clauses.at_present") else asks


def told_of(heard: Heard) -> Read | None:
    """Return the topic that a message names without asking, for want of any other meaning: "I'm running late"."""
    if less := [Ask(PRICE, heard.text, ((SERVICE, item),)) for item in cheaper_of_two(heard)]:
        return Read(less[0], why="question: which of those costs less", by=Part.RESOLVE)
    return next((placed(heard, _about(heard, told)) for told in told_topics(heard)), None)


def named_topics(heard: Heard) -> list[Read]:
    """Return the topics of the business that are named beside something else: "a flight with my dog"."""
    return [placed(heard, _about(heard, told)) for told in told_topics(heard, own=True)]


def _about(heard: Heard, question: Placed) -> Read:
    """Return a question with what it is about."""
    message, clause, topic = heard.message, question.clause, question.topic
    named = about(message, clause, heard.givens, heard.asked)
    match topic:
        case topics.HOURS:
            named = (*named, *day(message, clause, heard.givens))
        case topics.PROVIDERS:
            named = (*of_whom(heard, clause, named), *day(message, clause, heard.givens))
            named = named or tuple((topics.PROVIDER, item) for item in described(heard, clause, topics.PROVIDER)[:1])
        case topics.TODAY:
            named = day(message, clause, heard.givens)
        case topics.ENDS:
            named = ending(heard, named)
        case topics.PRICE if ends := extremes(heard):
            named = tuple((topics.SERVICE, item) for item in ends)
        case topics.SERVICES | topics.ADVICE | topics.ABOUT:
            topic, named = _of_offer(heard, clause, topic, named)
        case topics.PRICE:
            named = (*named, *of_party(heard))
        case _:
            pass
    by = Part.RULES if question.chance is None else Part.TAGGER
    found = Found.BY_TOPIC if topic in heard.ear.topics.own else None
    words = message.words(clause).strip()
    return Read(Ask(topic, words, named), why=f"question: {topic}", by=by, found=found, chance=question.chance)


def _of_offer(heard: Heard, clause: Clause, topic: str, named: About) -> tuple[str, About]:
    """Tell what is explained of what is offered: what is named, or described so; and what is not to be had."""
    named_here = [given for given in heard.givens if given.kind == topics.SERVICE and clause.holds(given.start)]
    if topic == topics.SERVICES and any(heard.message.place_at(each.start) == clause.first + 1 for each in named_here):
        return topic, ()  # "what tours do you have?"
    own = [given.value for given in named_here]
    if topic != topics.ADVICE and len(own) == 1 and own[0] is not None:
        return topics.ABOUT, ((topics.SERVICE, own[0]),)
    if not heard.givens and clause.mood is not Mood.SAY and (good := described(heard, clause, topics.SERVICE)):
        return topics.ABOUT, tuple((topics.SERVICE, item) for item in good)
    if topic != topics.ADVICE:
        wished = unknown_wish(heard) if topic == topics.SERVICES else None
        strange = wished.meaning.about if wished is not None and isinstance(wished.meaning, Ask) else ()
        return topic, (unoffered(heard, clause) or strange) if topic == topics.SERVICES else named
    services = tuple((topics.SERVICE, value) for value in own if value is not None)
    return topic, services if len(services) == 1 else ()  # who does not know which one has named none of them


def placed(heard: Heard, read: Read) -> Read:
    """Tell from where to where a question is, if the flow that answers it has a slot for either.

    What the question names goes where it would go in any flow; where it names nothing, what is under way is meant.
    """
    meaning, flow = read.meaning, _answering(heard, read)
    target = heard.ear.sheet(flow, heard.asked, heard.context) if flow else None
    if target is None or not isinstance(meaning, Ask) or not _has_ends(target):
        return read
    known = heard.asked.known
    held = {name: known[name] for name in target.slots if name in known} or _talked_about(heard, target)
    if heard.message.found("clauses.other_days"):  # "is there a cheaper day?" is about all but the one shown
        held = {name: value for name, value in held.items() if target.slots[name].kind not in {"day", "option"}}
    if heard.asked.within is not None:  # one day out of these is wanted, whichever was put forward
        held = {**{slot.name: heard.asked.within for slot in target.of_kind("day")}, **held}
    meant = [replace(each, stance=Stance.WANTED) if each.stance is Stance.ASKED else each for each in heard.givens]
    meant = [each for each in meant if each.kind != "time" or _is_in_question(heard, read, each)]
    told = fill(heard.message, meant, target._replace(known=held))
    named = {each.meaning.slot: each.meaning.value for each in told if isinstance(each.meaning, Inform)}
    same = all(held.get(name) == value for name, value in named.items() if isinstance(value, Item))
    meant_all = {**held, **named} if same else named
    ends = tuple((name, value) for name, value in meant_all.items() if value is not None)
    return _of_days(heard, replace(read, meaning=replace(meaning, about=ends)))


def _is_in_question(heard: Heard, read: Read, given: Given) -> bool:
    """Tell the time of "how much is the 9:15 one?" from that of "when does it land? If before 8, I take it"."""
    first = heard.message.text.find(read.meaning.words)
    return first < 0 or first <= given.start < first + len(read.meaning.words)


def _of_days(heard: Heard, read: Read) -> Read:
    """Ask of the days that are compared together: "is it cheaper on Monday or on Tuesday?"."""
    meaning, among = read.meaning, [given for given in heard.givens if given.kind == "day"]
    days = tuple(dict.fromkeys(given.value for given in among if isinstance(given.value, date)))
    flow = _answering(heard, read) if len(days) == _TWO else None
    if flow is None or _COMPARED not in flow.slots or not isinstance(meaning, Ask):
        return read
    return replace(read, meaning=replace(meaning, about=(*meaning.about, (_COMPARED, days))))


def compares(asks: Sequence[Read]) -> bool:
    """Tell "is it cheaper on Monday or on Tuesday?": it is asked of two days, and neither is wanted yet."""
    return any(isinstance(read.meaning, Ask) and _COMPARED in dict(read.meaning.about) for read in asks)


def _answering(heard: Heard, read: Read) -> Flow | None:
    """Return the flow that answers a question."""
    topic = read.meaning.topic if isinstance(read.meaning, Ask) else None
    return next((flow for flow in heard.ear.triggers.answering if topic in flow.answers), None)


def _talked_about(heard: Heard, target: Sheet) -> dict[str, Value]:
    """Return both ends that were talked about before, in their order: "what does it cost on Friday?"."""
    ends: dict[str, Value] = {}
    for kind, value in heard.asked.topics.items():
        slots = target.of_kind(kind)
        if isinstance(value, tuple) and len(value) == len(slots):
            ends.update({slot.name: item for slot, item in zip(slots, value, strict=True)})
    return ends


def _of_fee(heard: Heard, read: Read) -> Read:
    """Tell what is due where something booked is moved or cancelled from what a service costs."""
    meaning = read.meaning
    if not isinstance(meaning, Ask) or meaning.topic != PRICE or any(each.kind == SERVICE for each in heard.givens):
        return read
    cancels = heard.asked.flow == heard.ear.triggers.that_does("cancel")
    if not cancels and not heard.message.found("topics.policy.dues"):
        return read
    return replace(read, meaning=replace(meaning, topic=POLICY, about=()), why=f"question: {POLICY}")


def _has_ends(target: Sheet) -> bool:
    """Tell slots of which two are for things of one kind, so that only their names say which is which."""
    kinds = [slot.kind for slot in target.slots.values() if slot.kind not in _PLAIN]
    return len(set(kinds)) < len(kinds)


def _of_today(heard: Heard, read: Read) -> Read:
    meaning = read.meaning
    if not isinstance(meaning, Ask) or meaning.topic != HOURS or "day" in dict(meaning.about):
        return read
    return replace(read, meaning=replace(meaning, about=(*meaning.about, ("day", heard.context.now.date()))))


def without_lacking(asks: Sequence[Read], acts: Sequence[Read]) -> list[Read]:
    """Leave out the question in "I don't have a phone": it says what is lacking."""
    skipped = [read.meaning.words for read in acts if isinstance(read.meaning, Skip)]
    return [read for read in asks if not any(words in read.meaning.words for words in skipped)]


def besides(heard: Heard, asks: Sequence[Read], begun: Sequence[Read]) -> list[Read]:
    """Return the questions of a message that the flow it starts does not answer itself.

    "What would a flight to Paris be?" asks for the flow, and "can I take my dog to Paris?" besides.
    """
    opinion = believed_of(heard)
    started = any(isinstance(read.meaning, StartFlow) for read in begun)
    asked = opinion is None or opinion.acts["ask"] >= _ASKED_BESIDES
    if started and (not asked or heard.ear.triggers.repeated(heard.message, heard.givens)):
        asks = [read for read in asks if not _is_put(heard, read) or _stands_apart(heard, read)]
    return without_unknown(asks)


def _stands_apart(heard: Heard, read: Read) -> bool:
    """Tell "what is the peel, and can I have it on Friday?": one clause surely asks of a thing, another says when."""
    if not isinstance(read.meaning, Ask) or not read.meaning.about:
        return False  # "from the 7th to the 10th, what have you got?" is the wish itself
    clause = heard.message.clause_at(max(0, heard.message.text.find(read.meaning.words)))
    dated = {clause.holds(given.start) for given in heard.givens if given.kind in {"day", "time"}}
    return (read.chance or 0.0) >= _SURELY_ASKED and dated == {False}


def _is_put(heard: Heard, read: Read) -> bool:
    """Tell whether a topic stands in a question, rather than being named beside a wish."""
    clause = heard.message.clause_at(max(0, heard.message.text.find(read.meaning.words)))
    return clause.mood is not Mood.SAY or clause.marked


def without_unknown(asks: Sequence[Read]) -> list[Read]:
    """Leave out the questions that nobody here can place."""
    return [read for read in asks if not (isinstance(read.meaning, Ask) and read.meaning.topic == UNKNOWN)]


def apart_from(others: Sequence[Read], asks: Sequence[Read]) -> list[Read]:
    """Return the questions whose words nothing else was read in: "what do I do before, and can it be 2:30?"."""
    taken = [read.meaning.words for read in others if isinstance(read.meaning, Inform)]
    return [read for read in without_unknown(asks) if taken and not any(word in read.meaning.words for word in taken)]
