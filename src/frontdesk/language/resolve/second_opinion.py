"""Asks the small model where the rules are unsure, and takes from it only what the rules left open.

A value never comes from here: readers find values, and those of a message go into the flow that is begun. A yes comes
from here only past the veto.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.flow import Flows
from frontdesk.dialogue.meanings import (
    Affirm,
    Ask,
    Cancel,
    Deny,
    GoBack,
    Goodbye,
    Greet,
    Help,
    Inform,
    Meaning,
    More,
    Remark,
    Repeat,
    Skip,
    StartFlow,
    StartOver,
    Thank,
    Unclear,
    Wait,
    WantPerson,
)
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.announced import announced
from frontdesk.language.resolve.answering import says_yes
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.confirming import not_what_stands
from frontdesk.language.resolve.days import days_meant
from frontdesk.language.resolve.openings import (
    may_ask_for_openings,
    ranges_asked_about,
    windows_sought,
    wished_openings,
)
from frontdesk.language.resolve.questions.topics import UNKNOWN
from frontdesk.language.resolve.readings.anywhere import values_in
from frontdesk.language.resolve.readings.confirming import weighed
from frontdesk.language.resolve.slots.called import named_instead
from frontdesk.language.resolve.slots.sheets import Sheet
from frontdesk.language.resolve.tagged import by_tags, unsettled, without_miscounted
from frontdesk.language.resolve.values.given import Stance
from frontdesk.language.resolve.weighing import Known, begin, outweighed
from frontdesk.language.results import Found, Part, Read
from frontdesk.language.tagger.labels import slot_labels
from frontdesk.language.tagger.opinions import Opinion, Tagger
from frontdesk.language.tagger.running import NO_LABELS, TaggerLabels

_BARE = 3  # words: what is so short is read by the rules or not at all
_COURTESIES = (Greet, Thank)
# How likely something must be before it counts. A wrong flow costs a turn, a wrong yes far more.
_FLOW, _TOPIC, _MOVE, _OPTION = 0.7, 0.7, 0.8, 0.85
_HARDLY, _BEYOND_DOUBT = 0.25, 0.95
_RIVAL = 0.5  # another topic that is so likely leaves open which is meant
_OWN = 0.85  # of a flow about something booked, where none was named
_LEFT_OUT = 0.75
_ASKED = 0.95  # that a question was put in place of an answer
_HESITANT, _LEANING = 0.9, 0.7
_TEXT = "text"
_BOOKING = "booking"  # the kind of a slot for something that is booked already
_MOVES: dict[str, type[Cancel | StartOver | GoBack | Repeat | Help | WantPerson | Wait | Thank | Goodbye]] = {
    "person": WantPerson,
    "start_over": StartOver,
    "go_back": GoBack,
    "repeat": Repeat,
    "undo": Cancel,
    "wait": Wait,
    "help": Help,
    "goodbye": Goodbye,
    "thank": Thank,
}


@dataclass(frozen=True)
class SecondOpinion:
    """The model, with what the messages of one business are compared with."""

    tagger: Tagger
    flows: Flows

    def on(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        """Return what the rules read, or what the model makes of what they could not."""
        if heard.asked.wanted is Wanted.CONFIRMATION:
            reads = weighed(heard, reads)
        if heard.asked.wanted is Wanted.NOTHING and _is_worth_asking(heard) and not _is_left_open(reads):
            known = Known(heard.ear.business, self.flows)
            reads = outweighed(heard, reads, self.opinion(heard), known)
        reads = self._only_asked(heard, reads)
        reads = self._proposed(heard, reads)
        reads = self._openings(heard, reads) or self._left_open(heard, reads)
        reads = days_meant(heard, windows_sought(heard, reads, self.flows))
        reads = ranges_asked_about(heard, reads)
        reads = named_instead(heard, reads, self.flows)
        reads = self._announced(heard, self._tagged(heard, reads))
        reads = not_what_stands(heard, reads)
        return self._felt(heard, self._hesitating(heard, reads))

    def _only_asked(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        """Leave out what would be dropped, cancelled or changed by words of a question that asks for no such thing."""
        asked = [read.meaning.words for read in reads if isinstance(read.meaning, Ask) and read.by is Part.TAGGER]
        acts: dict[type[Meaning], tuple[str, ...]] = {Cancel: ("undo",), Goodbye: ("undo",)}
        if heard.asked.wanted is Wanted.CONFIRMATION:  # "is Tom any good?" takes nobody else
            acts[Inform] = ("inform", "change")
        kinds = tuple(acts)
        inside = [read for read in reads if isinstance(read.meaning, kinds)]
        inside = [read for read in inside if any(read.meaning.words in words for words in asked)]
        if not inside:
            return reads
        likely = self.opinion(heard, NO_LABELS).acts
        idle = [read for read in inside if all(likely[act] < _HARDLY for act in acts[type(read.meaning)])]
        return tuple(read for read in reads if read not in idle)

    def _proposed(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        """Return the values of what is put as a question, and asks for nothing: "is Emily there instead?"."""
        put = [given for given in heard.givens if given.stance is Stance.ASKED]
        if not put or not heard.asked.flow or not _is_left_open(reads) or not _is_worth_asking(heard):
            return reads
        acts = self.opinion(heard, NO_LABELS).acts
        if acts["ask"] >= _HARDLY or acts["inform"] < _BEYOND_DOUBT:
            return reads
        wanted = [replace(given, stance=Stance.WANTED) if given in put else given for given in heard.givens]
        return tuple(values_in(heard, wanted)) or reads

    def _tagged(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        """Return what was read, with slots filled by the words that the model takes for their values."""
        target = self._filled(heard, reads)
        if target is None or not unsettled(reads, target):
            return reads
        opinion = self.opinion(heard, slot_labels(target.slots))
        reads = without_miscounted(heard, reads, opinion.words, target)
        return by_tags(heard, reads, opinion.spans, target)

    def _announced(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        """Return what was read, with the texts that it announces for the flow that it begins, or the one that runs."""
        begun = [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]
        flow = self.flows.newest.get(begun[0] if begun else heard.asked.flow or "")
        verbatim = heard.asked.slot is not None and heard.asked.slot.kind == _TEXT
        if flow is None or len(begun) > 1 or verbatim or any(map(_settles, reads)):
            return reads
        return announced(heard, reads, flow.slots, flow.triggers)

    def _filled(self, heard: Heard, reads: tuple[Read, ...]) -> Sheet | None:
        """Return the slots that a message fills: of the one flow that it begins, or of the one that runs."""
        begun = [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]
        if len(begun) > 1 or not _is_worth_asking(heard):
            return None
        if begun:
            return heard.ear.sheet(self.flows.newest[begun[0]], heard.asked, heard.context)
        tells = any(isinstance(read.meaning, Inform) for read in reads)
        open_question = heard.asked.wanted is Wanted.SLOT and _is_left_open(reads)
        return heard.running if heard.asked.flow and (tells or open_question) else None

    def _hesitating(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        """Tell a guest who is not sure from words that say nothing."""
        if heard.asked.wanted is not Wanted.CONFIRMATION or not all(map(_is_unclear, reads)):
            return reads
        opinion = self.opinion(heard, NO_LABELS)
        waits, chance = opinion.acts["wait"], opinion.answer["unclear"]
        if waits >= _BEYOND_DOUBT:
            return (_read(Wait(heard.text), waits),)
        if opinion.acts["affirm"] >= _LEANING and says_yes(heard.message, heard.context):
            meant = Affirm(heard.text) if heard.asked.wavered else Unclear(heard.text, hesitant=True, leaning=True)
            return (_read(meant, opinion.acts["affirm"]),)
        return (_read(Unclear(heard.text, hesitant=True), chance),) if chance >= _HESITANT else reads

    def _felt(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        """Add that the guest tells how they feel, or what happened to them; where nothing else was heard, only that."""
        if sum(word[0].isalnum() for word in heard.message.bare) <= _BARE or any(map(_answers, reads)):
            return reads
        acts = self.opinion(heard, NO_LABELS).acts
        chance = acts["remark"]
        guessed = any(read.found is Found.BY_VALUES for read in reads)
        if guessed and max(acts["start"], acts["inform"]) < _HARDLY < chance:
            return (_read(Remark(heard.text), chance),)  # "we really dislike Chicago"
        if chance < self.tagger.settings.acts["remark"]:
            return reads
        return (*(read for read in reads if not _is_unclear(read)), _read(Remark(heard.text), chance))

    def _openings(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        """Return the wish for an opening that a question is; nothing where it is none."""
        if not may_ask_for_openings(heard, reads):
            return ()
        return wished_openings(heard, reads, self.opinion(heard), self.flows)

    def _left_open(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        if not _is_worth_asking(heard):
            return self._left_out(heard, reads)
        if _is_left_open(reads):
            courtesies = [read for read in reads if isinstance(read.meaning, _COURTESIES)]
            found = tuple(self._found(heard, courtesies))
            return (*courtesies, *found) if found else reads
        return reads

    def _left_out(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        """Tell "just me" and "nobody", where whom to invite may be left out."""
        slot = heard.asked.slot
        if heard.asked.wanted is not Wanted.SLOT or slot is None or slot.required or not all(map(_is_unclear, reads)):
            return reads
        chance = self.opinion(heard, NO_LABELS).acts["skip"]
        return (_read(Skip(heard.text), chance),) if chance >= _LEFT_OUT else reads

    def opinion(self, heard: Heard, labels: TaggerLabels | None = None) -> Opinion:
        """Return what the model believes of a message, seen against some labels or all."""
        opinion = believed_of(heard, labels)
        if opinion is None:
            raise LookupError("nobody is there to be asked")
        return opinion

    def _found(self, heard: Heard, courtesies: Sequence[Read]) -> Iterator[Read]:
        opinion = self.opinion(heard)
        topic, flow = self._topic(opinion), self._flow(heard, opinion)
        if flow is not None:
            yield from begin(heard, flow, opinion, Known(heard.ear.business, self.flows))
        if topic is not None:
            yield _read(Ask(topic, heard.text), opinion.topics[topic])
        if flow is None and topic is None and not courtesies:
            yield from tuple(_moved(heard, opinion)) or _asked_anything(heard, opinion)

    def _topic(self, opinion: Opinion) -> str | None:
        return opinion.likely_topic(max(_TOPIC, self.tagger.settings.topic))

    def _flow(self, heard: Heard, opinion: Opinion) -> str | None:
        """Return the flow that is wanted, unless it is under way, or is about a booking and nobody spoke of one."""
        name = opinion.likely_flow(max(_FLOW, self.tagger.settings.flow))
        if name is None or name == heard.asked.flow:
            return None
        takes_booking = any(slot.kind == _BOOKING for slot in self.flows.newest[name].slots.values())
        ours = bool(heard.asked.settled) or heard.ear.triggers.names_booking(heard.message)
        ours = ours or (opinion.flows[name] >= _OWN and heard.asked.wanted is Wanted.NOTHING)
        denied = takes_booking and bool(heard.message.found("clauses.negations"))  # "please don't cancel it"
        return name if (ours or not takes_booking) and not denied else None


def _is_unclear(read: Read) -> bool:
    return isinstance(read.meaning, Unclear)


def _answers(read: Read) -> bool:
    """Say whether a yes, a no or a doubt was heard: that is answered, and nothing else is said to it."""
    return isinstance(read.meaning, Affirm | Deny) or (isinstance(read.meaning, Unclear) and read.meaning.hesitant)


def _settles(read: Read) -> bool:
    """Say whether an answer leaves nothing to be told; a no may go on: "no, call it Dana sync"."""
    return _answers(read) and not isinstance(read.meaning, Deny)


def _is_worth_asking(heard: Heard) -> bool:
    return sum(word[0].isalnum() for word in heard.message.bare) > _BARE


def _is_left_open(reads: Sequence[Read]) -> bool:
    """Say whether the rules found nothing that the desk could do or answer, and have not said why."""
    return all(_says_little(read) for read in reads)


def _says_little(read: Read) -> bool:
    match read.meaning:
        case Unclear():
            return read.by is Part.NOBODY
        case Ask(topic=topic):
            return topic == UNKNOWN and not read.final
        case meaning:
            return isinstance(meaning, _COURTESIES)


def _moved(heard: Heard, opinion: Opinion) -> Iterator[Read]:
    """Return the move that is most likely made: a person is wanted, something is dropped, left out or said again."""
    likely = {name: chance for name, chance in opinion.acts.items() if chance >= _MOVE}
    if heard.asked.wanted is Wanted.SLOT and "skip" in likely:
        yield _read(Skip(heard.text), likely["skip"])
    elif heard.asked.wanted is Wanted.CHOICE and "more" in likely:
        yield _read(More(heard.text), likely["more"])
    else:
        name = next((name for name in _MOVES if name in likely), None)
        if name is not None:
            yield _read(_MOVES[name](heard.text), likely[name])


def _asked_anything(heard: Heard, opinion: Opinion) -> Iterator[Read]:
    """Return the question that nobody here can answer: where nothing was asked, or in place of an answer."""
    puts = any(clause.marked and clause.mood in {Mood.ASK, Mood.REQUEST} for clause in heard.message.clauses)
    asks = heard.asked.wanted is Wanted.SLOT and opinion.acts["ask"] >= _ASKED > opinion.acts["inform"]
    wishes = heard.asked.wanted is Wanted.NOTHING and max(opinion.acts["ask"], opinion.acts["start"]) >= _ASKED
    if puts and (asks or wishes):
        yield _read(Ask(UNKNOWN, heard.text), opinion.acts["ask"])


def _read(meaning: Meaning, chance: float) -> Read:
    return Read(meaning, why="the model's belief", by=Part.TAGGER, chance=chance)
