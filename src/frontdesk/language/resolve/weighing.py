"""Weighs what the rules guessed against what the model is sure of, in a message that answers nothing.

A flow that is begun because it takes the values of a message is a guess, and so is a topic of which some words were
said. Where the model is sure of another one, and hardly believes in theirs, its own counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.flow import Flows
from frontdesk.dialogue.meanings import Ask, Greet, Inform, StartFlow, Thank
from frontdesk.dialogue.ranges import searches_days
from frontdesk.dialogue.settled import makes_bookings
from frontdesk.dialogue.values import Item
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Clause, Mood
from frontdesk.language.resolve.slots.filling import fill
from frontdesk.language.results import Part, Read
from frontdesk.language.tagger.opinions import Opinion
from frontdesk.language.understanding.questions.topics import (
    CONTACT,
    HOURS,
    POLICY,
    PRESENCE,
    PRICE,
    PROVIDER,
    PROVIDERS,
    SERVICES,
    UNKNOWN,
    WHY,
)
from frontdesk.language.understanding.wishes.afterwards import afterwards
from frontdesk.language.understanding.wishes.takers import asks_for_booking
from frontdesk.scheduling.business import Business, Care

_SURELY, _HARDLY = 0.85, 0.3
_SCARCELY = 0.03  # what is less likely is not believed in at all
_CHOSEN = 0.9  # that somebody is chosen by a question
_BEYOND_DOUBT = 0.95  # of what takes the place of something that some words were said of
# Topics of every business, which need no answer of its own.
_OF_EVERY_DESK = frozenset({HOURS, CONTACT, WHY, PRESENCE, SERVICES, PROVIDERS, "address"})
_COURTESIES = (Greet, Thank)
_MOST_BESIDES = 2  # topics that are answered beside the one the rules found
_OPEN = frozenset({UNKNOWN, PROVIDERS, "preparation"})  # taken for a question by its form, or by a word or two


@dataclass(frozen=True, slots=True)
class Known:
    """What a business does and answers."""

    business: Business
    flows: Flows

    def differ(self, guessed: str, sure: str) -> bool:
        """Tell a new booking from one there is, and doing away with it from changing it."""
        about = [self._is_about_booking(name) for name in (guessed, sure)]
        return None not in about and any(about)

    def is_cared_for(self, topic: str) -> bool:
        """Say whether a person sees to a topic: being wrong about that costs least."""
        return topic in self.business.topics and self.business.topics[topic].care is Care.PERSON

    def answers(self, topic: str) -> bool:
        """Say whether the business, one of its flows or every desk has an answer to a topic."""
        by_flows = any(topic in flow.answers for flow in self.flows.newest.values())
        return by_flows or topic in self.business.topics or topic in _OF_EVERY_DESK

    def handles(self, reads: Sequence[Read]) -> bool:
        """Say whether a flow is begun that changes or cancels something booked."""
        begun = [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]
        return any(asks_for_booking(self.flows.newest[name]) for name in begun)

    def _is_about_booking(self, name: str) -> bool | None:
        """Tell a flow that takes a booking from one that makes one; None for any other."""
        flow = self.flows.newest[name]
        if asks_for_booking(flow):
            return True
        return False if searches_days(flow) or makes_bookings(flow) else None


def outweighed(heard: Heard, reads: tuple[Read, ...], opinion: Opinion, known: Known) -> tuple[Read, ...]:
    """Return what a message means of which the rules read something else than the model is sure of."""
    if any(read.by is Part.TAGGER or read.final for read in reads):
        return reads
    begun = [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]
    topics = [read.meaning.topic for read in reads if isinstance(read.meaning, Ask)]
    kept = tuple(read for read in reads if isinstance(read.meaning, _COURTESIES))
    if begun:
        flow = _surer(opinion.flows, begun) if len(begun) == 1 else None
        repeated = {trigger.flow for trigger in heard.ear.triggers.repeated(heard.message, heard.givens)}
        if flow is None or begun[0] in repeated:
            return reads
        other = known.differ(begun[0], flow) or opinion.flows[flow] >= _BEYOND_DOUBT
        return (*kept, *begin(heard, flow, opinion, known)) if other else reads
    if not topics or not all(isinstance(read.meaning, (*_COURTESIES, Ask)) for read in reads):
        return reads
    topic = _surer(opinion.topics, topics)
    placed = all(each in opinion.topics for each in topics)
    if topic and (known.is_cared_for(topic) or (placed and opinion.topics[topic] >= _BEYOND_DOUBT)):
        return (*kept, believed(Ask(topic, heard.text), opinion.topics[topic]))
    if opinion.acts["start"] < _SURELY or any(opinion.topics.get(topic, 1.0) > _HARDLY for topic in topics):
        return reads
    flow = _surer(opinion.flows, ())
    return (*kept, *begin(heard, flow, opinion, known)) if flow else reads


def asked_besides(heard: Heard, reads: tuple[Read, ...], opinion: Opinion, known: Known) -> tuple[Read, ...]:
    """Return what was read, with each topic that is asked about and without questions that nobody asked.

    Beside a wish, what the business has no answer to was hardly a question: "can you do anything before then?".
    """
    placed = [read for read in reads if isinstance(read.meaning, Ask) and not _is_unplaced(read)]
    wished = any(isinstance(read.meaning, StartFlow) for read in reads) and any(
        isinstance(read.meaning, Inform) for read in reads
    )
    kept = tuple(read for read in reads if not (wished and _is_idle(read, opinion, known)))
    if not placed or opinion.acts["ask"] < _SURELY or not _asks_more(heard, placed):
        return kept
    topics = {read.meaning.topic for read in placed if isinstance(read.meaning, Ask)}
    more = [name for name, chance in opinion.topics.items() if chance >= _SURELY and name not in topics]
    kept = tuple(read for read in kept if not _is_unplaced(read)) if more else kept
    return (*kept, *(believed(Ask(name, heard.text), opinion.topics[name]) for name in more[:_MOST_BESIDES]))


def rightly_asked(heard: Heard, reads: tuple[Read, ...], opinion: Opinion, known: Known) -> tuple[Read, ...]:
    """Return what was read, each question as what it comes to: nothing, a wish for somebody, or another question."""
    told = any(isinstance(read.meaning, Inform) for read in reads)
    kept = [read for read in reads if not (told and _is_mere_hint(read, opinion, known))]
    if known.handles(kept):  # "I need to cancel, I have a fever" asks nothing of a treatment
        kept = [read for read in kept if not _is_disbelieved(read, opinion)]
    return tuple(_of_deed(heard, _of_whom(heard, read, opinion)) for read in kept)


def _is_disbelieved(read: Read, opinion: Opinion) -> bool:
    """Tell a topic of the rules that the model does not believe in, in a message that it takes for no question."""
    if not isinstance(read.meaning, Ask) or read.by is not Part.RULES or opinion.acts["ask"] >= _SCARCELY:
        return False
    return opinion.topics.get(read.meaning.topic, 1.0) < _SCARCELY


def only_asked(heard: Heard, reads: tuple[Read, ...], opinion: Opinion, known: Known) -> tuple[Read, ...]:
    """Read "can I cancel if something comes up?" as a question about the rules: nothing is to be done now."""
    wants = max(opinion.acts[act] for act in ("start", "undo", "change"))
    asked = any(clause.mood is Mood.ASK or clause.marked for clause in heard.message.clauses)
    guessed = all(read.by is Part.TAGGER for read in reads if isinstance(read.meaning, StartFlow))
    if not (guessed and asked and known.handles(reads)) or heard.givens:
        return reads
    if wants >= _HARDLY or opinion.acts["ask"] < _SURELY:
        return reads
    kept = [read for read in reads if isinstance(read.meaning, _COURTESIES)]
    return (*kept, believed(Ask(POLICY, heard.text), opinion.acts["ask"]))


def _is_mere_hint(read: Read, opinion: Opinion, known: Known) -> bool:
    """Tell a topic that shares a word with what was said, and that the model does not believe in at all.

    Beside values only: the same time as before is a value, and no question about the last visit.
    """
    if not isinstance(read.meaning, Ask) or read.by is not Part.RULES or read.final:
        return False
    topic = read.meaning.topic
    own = topic in known.business.topics and not known.is_cared_for(topic)
    return own and opinion.topics.get(topic, 1.0) < _SCARCELY


def _of_whom(heard: Heard, read: Read, opinion: Opinion) -> Read:
    """Read who is there as who is wanted, where the model takes it for a choice: "is Emily there instead?"."""
    meaning = read.meaning
    if not isinstance(meaning, Ask) or meaning.topic != PROVIDERS or heard.asked.wanted is Wanted.CONFIRMATION:
        return read
    named = [value for _, value in meaning.about if isinstance(value, Item) and value.kind == PROVIDER]
    slot = next((slot for slot in heard.asked.slots.values() if slot.kind == PROVIDER and slot.guest), None)
    chosen = opinion.acts["inform"] >= _CHOSEN and opinion.acts["ask"] < _SURELY
    if slot is None or len(named) != 1 or not chosen or slot.many:
        return read
    return Read(Inform(slot.name, named[0], meaning.words), why="who is wanted, asked for", by=Part.RESOLVE)


def _of_deed(heard: Heard, read: Read) -> Read:
    """Read what it costs to cancel, or to move, as a question about the rules of that, and not about a service."""
    meaning = read.meaning
    if not isinstance(meaning, Ask) or meaning.topic != PRICE or read.final:
        return read
    handled = heard.ear.triggers.says_handling(meaning.words, heard.message, heard.givens)
    return replace(read, meaning=replace(meaning, topic=POLICY, about=())) if handled else read


def _is_unplaced(read: Read) -> bool:
    return isinstance(read.meaning, Ask) and read.meaning.topic == UNKNOWN and not read.final


def _asks_more(heard: Heard, placed: Sequence[Read]) -> bool:
    """Say whether there is a question in the message that no topic rests on."""
    read_words = [read.meaning.words for read in placed]
    questions = [heard.message.words(clause).strip() for clause in heard.message.clauses if _is_question(clause)]
    unread = any(not any(question in words for words in read_words) for question in questions)
    return unread or len(placed) < sum(clause.mood is Mood.ASK for clause in heard.message.clauses)


def _is_question(clause: Clause) -> bool:
    return clause.mood is Mood.ASK or (clause.mood is Mood.REQUEST and clause.marked)


def _is_idle(read: Read, opinion: Opinion, known: Known) -> bool:
    """Tell a question that the rules made out of a wish: the house answers nothing of that sort."""
    if not isinstance(read.meaning, Ask) or read.by is not Part.RULES or read.final:
        return False
    topic = read.meaning.topic
    told = topic in known.business.topics or any(topic in each.details for each in known.business.services.values())
    return not told and topic in _OPEN and opinion.likely_topic(_SURELY) is None


def begin(heard: Heard, flow: str, opinion: Opinion, known: Known) -> list[Read]:
    """Return the start of a flow, with what the message says for it."""
    start = believed(StartFlow(flow, heard.text), opinion.flows[flow])
    begun = [
        start,
        *fill(heard.message, heard.givens, heard.ear.sheet(known.flows.newest[flow], heard.asked, heard.context)),
    ]
    return afterwards(heard, begun) or begun


def believed(meaning: StartFlow | Ask, chance: float) -> Read:
    """Return a meaning as the model's."""
    return Read(meaning, why="the model's belief", by=Part.TAGGER, chance=chance)


def _surer(chances: Mapping[str, float], others: Sequence[str]) -> str | None:
    """Return the one that is sure, where all others are hardly likely."""
    best = max(chances, key=lambda name: chances[name], default=None)
    if best is None or best in others or chances[best] < _SURELY:
        return None
    return best if all(chances.get(other, 0.0) <= _HARDLY for other in others) else None
