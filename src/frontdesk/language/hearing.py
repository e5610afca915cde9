"""What understanding knows of one business, and what it has heard in one message."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import NamedTuple

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.flow import Flow, Flows, Slot
from frontdesk.dialogue.ranges import searched_slots, settled_slots
from frontdesk.language.lexicon import load
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.catalogues import Catalogues
from frontdesk.language.readers.text.clauses import Message, cut
from frontdesk.language.readers.text.cues import Phrases
from frontdesk.language.readers.text.hearsay import recounted_apart
from frontdesk.language.readers.text.own_words import words_of
from frontdesk.language.readers.text.settling import settle
from frontdesk.language.resolve.believing import opinion_of
from frontdesk.language.resolve.options.extremes import with_first, with_last
from frontdesk.language.resolve.questions.topics import Topics
from frontdesk.language.resolve.slots.several import without_dropped
from frontdesk.language.resolve.slots.sheets import Searched, Sheet, Slots, sheet
from frontdesk.language.resolve.values.bare_hours import bare_hours
from frontdesk.language.resolve.values.bounds import bounded
from frontdesk.language.resolve.values.clocks import short_times
from frontdesk.language.resolve.values.endings import over_by
from frontdesk.language.resolve.values.every_value import Scope, read, without_borrowed
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.resolve.values.open_hours import in_open_hours
from frontdesk.language.resolve.values.owners import of_companions
from frontdesk.language.resolve.values.pushed import pushed
from frontdesk.language.resolve.values.ruled_out import ruled_out
from frontdesk.language.resolve.values.stances import with_stances
from frontdesk.language.resolve.values.tightened import tightened
from frontdesk.language.resolve.values.zones import THERE, zoned
from frontdesk.language.resolve.wishes.takers import learned_slots
from frontdesk.language.resolve.wishes.triggers import Triggers
from frontdesk.language.tagger.labels import labels_of, slot_labels
from frontdesk.language.tagger.opinions import Opinion
from frontdesk.language.tagger.running import TaggerLabels
from frontdesk.language.tagger.spans import SpanBeliefs
from frontdesk.language.words import tokens
from frontdesk.scheduling.business import Business

_OF_BOOKED = frozenset({"booking", "reference"})
_NAME = "person_name"
_MOST_VALUES = 120  # of one message: what is told after so many is not read, and each may be weighed against all
_BEFORE_PLACEHOLDER = re.compile(r"(\w+)\s+\{(\w+)\}")


class Ear:
    """Everything about a business that does not change from message to message."""

    def __init__(self, business: Business, flows: Flows) -> None:
        every = [*flows.newest.values(), *flows.pinned.values()]
        slots = {name: slot for flow in every for name, slot in flow.slots.items() if name not in learned_slots(flow)}
        self.triggers = Triggers(flows, business.language)
        self.topics = Topics(business)
        self.scope = Scope(
            frozenset(slot.kind for slot in slots.values()),
            Catalogues(business),
            _words_of(business),
            business.reference or None,
        )
        self.words = words_of(business, flows)
        self.business = business
        self._known_flows = flows
        self._slots = slots
        self._names = {name: slot for name, slot in slots.items() if slot.kind == _NAME}
        self._knows_zones = THERE in slots
        self._horizon = max((service.horizon for service in business.services.values()), default=None)
        self._cues = _cues(slots, business.language)
        self._flows = {**{flow.name: flow for flow in flows.pinned.values()}, **flows.newest}
        self._learned = {name: learned_slots(flow) for name, flow in self._flows.items()}
        self._told = {name: _told(flow.slots, self._learned[name]) for name, flow in self._flows.items()}
        self._taken = {name: settled_slots(flow) for name, flow in self._flows.items()}
        self._limits = {name: searched_slots(flow) for name, flow in self._flows.items()}
        self.own = Phrases(_own_phrases(slots, flows))
        self.looks_up = _looks_up(self.triggers)

    @cached_property
    def labels(self) -> TaggerLabels:
        """What messages are compared with by the model: what the business does and answers, in its own words."""
        return labels_of(self.business, self._known_flows)

    def hear(self, text: str, asked: Asked, context: Context) -> Heard:
        """Return what was said: its clauses, and every value in them with how it is meant."""
        message = cut(text, context.language, self.own)
        if not message.clauses:
            return Heard(message, (), asked, context, self, self.sheet(None, asked, context))
        believe = partial(opinion_of, text, asked, context, self.business)
        named = asked.slot is not None and asked.slot.kind == _NAME  # what answers is a name, if anything is
        believe_names = _nothing if named else partial(believe, slot_labels(self._names))
        found = read(message, self.scope, context, asked.wanted, believe_names)[:_MOST_VALUES]
        found += short_times(message, found, asked, context)
        slots = asked.slots or self._slots
        found += bare_hours(message, found, asked, context, slots, partial(_words, believe, slots))
        if self._knows_zones:
            found = zoned(message, found, asked, context)
        found = in_open_hours(found, self.business, asked, context)
        found = sorted(found, key=lambda given: (given.start, given.end))[:_MOST_VALUES]
        settled = settle(message, found)
        stanced = of_companions(settled, with_stances(settled, found, partial(_words, believe, {})), asked)
        givens = _meant(settled, stanced, asked, context, self.business) if found else with_last(settled, (), asked)
        givens = pushed(settled, with_first(settled, givens, asked), context)
        return Heard(settled, givens, asked, context, self, self.sheet(None, asked, context))

    def sheet(self, flow: Flow | None, asked: Asked, context: Context) -> Sheet:
        """Return the slots of `flow`, or of the running one, to be filled."""
        chosen = flow or (self._flows.get(asked.flow) if asked.flow else None)
        slots: Mapping[str, Slot] = flow.slots if flow else asked.slots
        if chosen and slots is chosen.slots:
            told = self._told[chosen.name]
        else:  # of a flow as it was when a conversation began
            told = _told(slots, self._learned[chosen.name] if chosen else frozenset())
        searched = self._searched(chosen, context)
        if flow is None:
            return Sheet(told, asked.known, asked.slot, self._cues, context, asked.among, searched)
        return sheet(told, asked, self._cues, context, searched)

    def _searched(self, flow: Flow | None, context: Context) -> Searched | None:
        if flow is None or not self._taken[flow.name]:
            return None
        last = context.now.date() + self._horizon if self._horizon else None
        return Searched(self._taken[flow.name], last, self._limits[flow.name])


class Heard(NamedTuple):
    """One message: its words, its values, what it answers, and to whom it was said."""

    message: Message
    givens: tuple[Given, ...]
    asked: Asked
    context: Context
    ear: Ear
    running: Sheet  # the slots of the flow that runs

    @property
    def text(self) -> str:
        """The message without space around it."""
        return self.message.text.strip()


def _nothing() -> None:
    """Believe nothing."""


def _words(believe: Callable[[TaggerLabels], Opinion | None], slots: Mapping[str, Slot]) -> SpanBeliefs | None:
    """Return what the model believes of any words, as values of some slots."""
    opinion = believe(slot_labels(slots))
    return opinion.words if opinion is not None else None


def _meant(
    message: Message, givens: tuple[Given, ...], asked: Asked, context: Context, business: Business
) -> tuple[Given, ...]:
    """Return the values of a message with what bounds them, in order."""
    stanced = over_by(message, without_borrowed(givens, context), asked, business)
    givens = ruled_out(tightened(message, bounded(message, stanced, asked, context), context), context)
    givens = recounted_apart(message, givens)
    return without_dropped(message, with_last(message, givens, asked), asked)


def _told(slots: Mapping[str, Slot], learned: frozenset[str]) -> Slots:
    """Return the slots of a flow that guests fill, rather than actions."""
    return Slots((name, slot) for name, slot in slots.items() if name not in learned)


def _looks_up(triggers: Triggers) -> str | None:
    """Name the flow that answers a guest who asks for their own booking: one that takes it, and changes nothing."""
    asked_for = [flow for flow in triggers.flows.values() if flow.triggers and _is_of_booked(flow)]
    dealing = {triggers.that_does("move"), triggers.that_does("cancel")}
    looking = [flow.name for flow in asked_for if flow.name not in dealing and not _changes(flow)]
    return looking[0] if looking else None


def _is_of_booked(flow: Flow) -> bool:
    return any(slot.kind in _OF_BOOKED for slot in flow.slots.values())


def _changes(flow: Flow) -> bool:
    """Tell whether a flow books, moves or cancels something."""
    return any(act.guarded for act in flow.acts)


def _words_of(business: Business) -> frozenset[str]:
    """Return the words of the catalogue that are not the names of people."""
    names = [name for service in business.services.values() for name in (service.name, *service.synonyms)]
    return frozenset(token.plain for name in names for token in tokens(name))


def _own_phrases(slots: Mapping[str, Slot], flows: Flows) -> dict[str, list[str]]:
    """Return how slots are called, and the words that stand before them in triggers."""
    phrases = {f"name:{name}": [name.replace("_", " ")] for name in slots}
    for flow in flows.newest.values():
        for trigger in flow.triggers:
            for word, name in _BEFORE_PLACEHOLDER.findall(trigger):
                phrases.setdefault(f"cue:{name}", []).append(word)
    return phrases


def _cues(slots: Mapping[str, Slot], language: str) -> dict[str, tuple[str, ...]]:
    """Return, by slot, the labels of the phrases that announce its values; a day and its time share theirs."""
    known = load(language, "clauses")["slot_cues"]
    calendar = {part for name in slots for part in name.split("_") if slots[name].kind in {"day", "time"}} - set(known)
    roles = {name: frozenset(name.split("_")) - calendar for name in slots}
    return {
        name: (
            f"name:{name}",
            *(
                f"cue:{other}"
                for other in slots
                if other == name or (_is_when(slots[name], slots[other]) and roles[other] == roles[name])
            ),
            *(f"clauses.slot_cues.{role}" for role in sorted(slots[name].roles) if role in known),
        )
        for name in slots
    }


def _is_when(one: Slot, other: Slot) -> bool:
    return one.kind in {"day", "time"} and other.kind in {"day", "time"}
