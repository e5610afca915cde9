"""Asks the small model where the rules are unsure, and takes from it only what the rules left open.

A value never comes from here: readers find values, and those of a message go into the flow that is begun. A yes comes
from here only past the veto.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.flow import Flows
from frontdesk.dialogue.meanings import (
    Affirm,
    Ask,
    Cancel,
    Change,
    Choose,
    Deny,
    GoBack,
    Goodbye,
    Greet,
    Help,
    Inform,
    Meaning,
    More,
    Number,
    Repeat,
    Skip,
    StartFlow,
    StartOver,
    Thank,
    Unclear,
    Wait,
    WantPerson,
)
from frontdesk.dialogue.values import Item, Money
from frontdesk.language.reading import Style
from frontdesk.language.resolve.besides import one_more
from frontdesk.language.resolve.confirming import not_what_stands, noted_for_staff, rather_wanted, without_told_past
from frontdesk.language.resolve.openings import may_ask_for_openings, ranges_asked_about, wished_openings
from frontdesk.language.resolve.shown import without_shown
from frontdesk.language.resolve.tagged import by_tags, unsettled
from frontdesk.language.saying import say
from frontdesk.language.tagger.labels import labels_of, slot_labels
from frontdesk.language.tagger.opinions import Opinion, Tagger
from frontdesk.language.tagger.running import TaggerLabels
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.questions.clause_forms import PROVIDERS
from frontdesk.language.understanding.questions.topics import CONTACT, HOURS, PRESENCE, SERVICES, UNKNOWN, WHY
from frontdesk.language.understanding.results import Part, Read
from frontdesk.language.understanding.slots.filling import fill
from frontdesk.language.understanding.slots.sheets import Sheet
from frontdesk.language.understanding.values.given import Stance
from frontdesk.language.veto import takes_away
from frontdesk.scheduling.business import Business

_PLACES = {
    Wanted.NOTHING: "idle",
    Wanted.SLOT: "slot",
    Wanted.CHOICE: "choice",
    Wanted.CONFIRMATION: "confirm",
    Wanted.CHANGE: "changing",
    Wanted.FLOW: "flow",
}
_MOST_OPTIONS = 6  # that a message is compared with
_BARE = 3  # words: what is so short is read by the rules or not at all
_COURTESIES = (Greet, Thank)
_NO_LABELS = TaggerLabels()
# How likely something must be before it counts. A wrong flow costs a turn, a wrong yes far more.
_FLOW, _TOPIC, _MOVE, _OPTION = 0.7, 0.7, 0.8, 0.85
_NO = 0.8
_CHANGE, _UNSURE = 0.75, 0.8
# A flow takes the place of another that began by rules only where the model finds the one likely and the other not.
_INSTEAD, _DOUBTED = 0.85, 0.15
_SURELY, _RATHER, _FAR = 0.9, 0.5, 0.25
_BEGINNINGS = ("start", "undo", "change")
_BOOKING, _REFERENCE = "booking", "reference"  # kinds of slots for something that is booked already
# Topics of every business, which need no answer of its own.
_OF_EVERY_DESK = frozenset({HOURS, CONTACT, WHY, PRESENCE, SERVICES, PROVIDERS, "address"})
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
    business: Business
    flows: Flows

    @cached_property
    def labels(self) -> TaggerLabels:
        """What the business does, answers and asks for."""
        return labels_of(self.business, self.flows)

    def on(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        """Return what the rules read, or what the model makes of what they could not."""
        if heard.asked.wanted is Wanted.CONFIRMATION and all(map(_decides_little, reads)):
            reads = self._weighed(heard, reads)
        reads = ranges_asked_about(heard, self._openings(heard, reads) or self._left_open(heard, reads))
        reads = self._tagged(heard, self._overruled(heard, self._otherwise_asked(heard, reads)))
        return noted_for_staff(heard, not_what_stands(heard, rather_wanted(heard, without_told_past(heard, reads))))

    def _overruled(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        """Return the flow that the model is sure of in place of one that the rules began and it does not believe in."""
        begun = [
            read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow) and read.by is not Part.TAGGER
        ]
        if len(begun) != 1 or (_is_bare(heard) and not heard.asked.settled):
            return reads
        opinion = self.opinion(heard)
        name = opinion.likely_flow(_INSTEAD)
        if name is None or name == heard.asked.flow or opinion.flows.get(begun[0], 1.0) >= _DOUBTED:
            return reads
        if self._takes_booking(name) == self._takes_booking(begun[0]):
            return reads  # of two that are for something new, triggers know the difference
        return tuple(self._begun(heard, name, opinion.flows[name]))

    def _takes_booking(self, flow: str) -> bool:
        """Say whether a flow is about something that is there already."""
        slots = self.flows.newest[flow].slots.values()
        return any(slot.kind == _BOOKING or (slot.kind == _REFERENCE and slot.ask) for slot in slots)

    def _tagged(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        """Return what was read, with slots filled by the words that the model takes for their values."""
        target = self._filled(heard, reads)
        if target is None or not unsettled(reads, target):
            return reads
        spans = self.opinion(heard, slot_labels(target.slots)).spans
        return by_tags(heard, reads, spans, target)

    def _filled(self, heard: Heard, reads: tuple[Read, ...]) -> Sheet | None:
        """Return the slots that a message fills: of the one flow that it begins, or of the one that runs."""
        begun = [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]
        if len(begun) > 1 or _is_bare(heard):
            return None
        if begun:
            return heard.ear.sheet(self.flows.newest[begun[0]], heard.asked, heard.context)
        tells = any(isinstance(read.meaning, Inform) for read in reads)
        asks = heard.asked.wanted is Wanted.SLOT and _is_left_open(reads)
        return heard.running if heard.asked.flow and (tells or asks) else None

    def _openings(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        """Return the wish for an opening that a question is; nothing where it is none."""
        if not may_ask_for_openings(heard, reads):
            return ()
        return wished_openings(heard, reads, self.opinion(heard), self.flows)

    def _left_open(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        asks = any(isinstance(read.meaning, Ask) for read in reads)
        if _is_bare(heard) and not asks and not heard.asked.settled:
            return reads
        idle = heard.asked.wanted is Wanted.NOTHING  # where a yes answers nothing
        if _is_left_open(
            reads if not idle else [read for read in reads if not isinstance(read.meaning, Affirm | Deny)]
        ):
            courtesies = [read for read in reads if isinstance(read.meaning, _COURTESIES)]
            found = tuple(self._found(heard, courtesies))
            return (*courtesies, *found) if found else reads
        return reads

    def _otherwise_asked(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        """Return what is asked where the rules, which know all trades, found a topic that has no answer here."""
        if not reads or not all(isinstance(read.meaning, Ask) and not read.final for read in reads):
            return reads
        if any(isinstance(read.meaning, Ask) and read.meaning.topic in self._answered_topics for read in reads):
            return reads
        opinion = self.opinion(heard)
        topic, flow = opinion.likely_topic(_SURELY), self._flow(heard, opinion)
        if topic is not None:
            return (_read(Ask(topic, heard.text), opinion.topics[topic]),)
        if flow is not None and opinion.acts.get("ask", 0.0) < _FAR:
            return tuple(self._begun(heard, flow, opinion.flows[flow]))
        return reads

    @cached_property
    def _answered_topics(self) -> frozenset[str]:
        """What the business itself has an answer for."""
        by_flows = {topic for flow in self.flows.newest.values() for topic in flow.answers}
        return frozenset({*self.business.topics, *by_flows, *_OF_EVERY_DESK})

    def _weighed(self, heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
        """Return what the model is sure of where the rules could only tell that something is amiss at a confirm."""
        chances = self.tagger.answer("confirm", heard.context.said or "", without_shown(heard))
        if chances["change"] >= _CHANGE:
            return (_read(Change(None, heard.text), chances["change"]),)
        if chances["unclear"] >= _UNSURE and any(isinstance(read.meaning, Change) for read in reads):
            return (_read(Unclear(heard.text), chances["unclear"]),)
        return reads

    def opinion(self, heard: Heard, labels: TaggerLabels | None = None) -> Opinion:
        """Return what the model believes of a message, seen against some labels or all."""
        place = "booked" if heard.asked.settled else _PLACES[heard.asked.wanted]
        shown = [_shown(option, heard, self.business) for option in heard.asked.options[:_MOST_OPTIONS]]
        against = self.labels if labels is None else labels
        return self.tagger.opinion(place, heard.context.said or "", heard.text, against, shown)

    def _found(self, heard: Heard, courtesies: Sequence[Read]) -> Iterator[Read]:
        if answer := self._answered(heard):
            yield answer
            return
        opinion = self.opinion(heard)
        topic, flow = self._topic(opinion), self._flow(heard, opinion)
        if topic is not None and _is_bare(heard) and opinion.topics[topic] < _SURELY:
            topic = None
        just = heard.asked.just_booked
        if topic is None and (flow is None or (just is not None and flow == just.flow)):
            more = _one_more(heard, opinion, self.tagger.settings.acts["start"])
            if more:
                yield from more
                return
        if flow is not None:
            yield from self._begun(heard, flow, opinion.flows[flow])
        if topic is not None:
            yield _read(Ask(topic, heard.text), opinion.topics[topic])
        if flow is None and topic is None and not courtesies:
            yield from _moved(heard, opinion)

    def _begun(self, heard: Heard, flow: str, chance: float) -> Iterator[Read]:
        yield _read(StartFlow(flow, heard.text), chance)
        target = heard.ear.sheet(self.flows.newest[flow], heard.asked, heard.context)
        givens = [
            replace(given, stance=Stance.WANTED) if given.stance is Stance.ASKED else given for given in heard.givens
        ]
        yield from fill(heard.message, givens, target)

    def _answered(self, heard: Heard) -> Read | None:
        """Return the answer to what was shown: to a confirm, or one of several options."""
        match heard.asked.wanted:
            case Wanted.CONFIRMATION:
                return self._decided(heard, self.opinion(heard, _NO_LABELS).answer)
            case Wanted.CHOICE:
                return _picked(heard, self.opinion(heard, _NO_LABELS))
            case _:
                return None

    def _decided(self, heard: Heard, chances: Mapping[str, float]) -> Read | None:
        if chances["yes"] >= self.tagger.settings.yes and not takes_away(heard):
            return _read(Affirm(heard.text), chances["yes"])
        if chances["no"] >= _NO:
            return _read(Deny(heard.text), chances["no"])
        return None

    def _topic(self, opinion: Opinion) -> str | None:
        return opinion.likely_topic(max(_TOPIC, self.tagger.settings.topic))

    def _flow(self, heard: Heard, opinion: Opinion) -> str | None:
        """Return the flow that is wanted, unless it is under way, or is about a booking and nobody spoke of one."""
        name = opinion.likely_flow(max(_FLOW, self.tagger.settings.flow)) or _agreed(opinion)
        if name is None or name == heard.asked.flow:
            return None
        ours = bool(heard.asked.settled) or heard.ear.triggers.names_booking(heard.message)
        takes_booking = self._takes_booking(name)
        denied = takes_booking and bool(heard.message.found("clauses.negations"))  # "please don't cancel it"
        return name if (ours or not takes_booking) and not denied else None


def _decides_little(read: Read) -> bool:
    """Say whether a rule only told that a reply is not plain: it says no value and no answer."""
    match read.meaning:
        case Unclear():
            return True
        case Change(slot=slot):
            return slot is None
        case _:
            return False


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


def _is_bare(heard: Heard) -> bool:
    return sum(word[0].isalnum() for word in heard.message.bare) <= _BARE


def _agreed(opinion: Opinion) -> str | None:
    """Return the flow that is likelier than not, where an act says the same and no other flow comes near."""
    ranked = sorted(opinion.flows, key=lambda name: -opinion.flows[name])
    if not ranked or max(opinion.acts.get(act, 0.0) for act in _BEGINNINGS) < _RATHER:
        return None
    others = opinion.flows[ranked[1]] if len(ranked) > 1 else 0.0
    return ranked[0] if opinion.flows[ranked[0]] >= _RATHER and others < _FAR else None


def _picked(heard: Heard, opinion: Opinion) -> Read | None:
    likely = [number for number, chance in enumerate(opinion.options, start=1) if chance >= _OPTION]
    if len(likely) != 1 or takes_away(heard):
        return None
    return _read(Choose(Number(likely[0]), heard.text), opinion.options[likely[0] - 1])


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


def _one_more(heard: Heard, opinion: Opinion, floor: float) -> list[Read]:
    """Return as many more of what was just booked as are wanted: "three more of the same", with nothing else named."""
    likely = opinion.acts
    counts = any(given.kind == "number" for given in heard.givens)
    if not counts or likely["start"] < floor or max(likely["undo"], likely["change"]) >= likely["start"]:
        return []
    return one_more(heard)


def _shown(option: Option, heard: Heard, business: Business) -> str:
    """Return an option as one line: "Wednesday 4:00 PM, Dr. Sarah Smith"."""
    start = option.fields.get("start")
    when = [f"{start:%A} {start:%I:%M %p}".replace(" 0", " ")] if isinstance(start, datetime) else []
    named = [value for value in option.fields.values() if isinstance(value, Item | Money)]
    return ", ".join([*when, *(say(value, heard.context, business, Style.SHORT) for value in named)]) or option.id


def _read(meaning: Meaning, chance: float) -> Read:
    return Read(meaning, why="the model's belief", by=Part.TAGGER, chance=chance)
