"""The ways in which the flows of a business are asked for, and which of them takes what a message gives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from frontdesk.dialogue.flow import Flow, Flows
from frontdesk.dialogue.meanings import Problem, StartFlow
from frontdesk.language.lexicon import load
from frontdesk.language.readers.text.clauses import Message, Mood, cut
from frontdesk.language.readers.text.vocabulary import Vocabulary, plain
from frontdesk.language.resolve.options.which import ORDERS
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.resolve.wishes.takers import CONTACT, Takers, asks_for_booking
from frontdesk.language.results import Found, Read
from frontdesk.language.words import listed, word_set

BOOKED = "appointment"  # the group of words for what is booked
MADE = "book"  # and for booking it
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_COURTESIES = ("clauses.polite", "moves.yes", "moves.greet", "moves.thank")
_TIMED = frozenset({"day", "moment", "time"})
_MEANT = frozenset({Stance.WANTED, Stance.ASKED})
_IN_A_ROW = 3  # words that are not said by chance
_FILLED = 2  # words that a blank counts for: a value is not said by chance either
_NOT_NEW = frozenset({"clauses.own", "clauses.own_booking", "clauses.negations", "booked.own_alone"})
_FEW = 2  # other words beside values that still make a bare wish


@dataclass(frozen=True, slots=True)
class Trigger:
    """One way to ask for a flow: what its words mean, the words themselves, and the slots it leaves open."""

    flow: str
    text: str
    words: frozenset[str]
    said: tuple[str, ...]  # without articles
    slots: tuple[str, ...]


class Triggers:
    """The triggers of every flow of a business."""

    def __init__(self, flows: Flows, language: str) -> None:
        self.flows = flows.newest
        self.answering = tuple(flow for flow in self.flows.values() if flow.answers)
        table = load(language, "triggers")
        actions, things = _groups(table["actions"]), _groups(table["things"])
        self._actions = frozenset(actions)
        self.vocabulary = Vocabulary(
            {**actions, **things},
            listed(language, "triggers", "empty"),
            listed(language, "triggers", "endings"),
            plain(language),  # who was charged has changed nothing
        )
        self.every = tuple(
            self._trigger(flow, text, language) for flow in self.flows.values() for text in flow.triggers
        )
        spoken = {word for trigger in self.every for word in trigger.words}
        self.words = frozenset(spoken | self._actions | things.keys())
        self._does = {name: self._actions_of(name) for name in self.flows}
        self._takers = Takers(self.flows, {name: self._words_of(name) for name in self.flows})
        self._fresh = self._takers.fresh

    def _trigger(self, flow: Flow, text: str, language: str) -> Trigger:
        literal = _PLACEHOLDER.sub(" ", text)
        said = _spoken(cut(literal, language), ())
        return Trigger(flow.name, text, frozenset(self.vocabulary.learn(literal)), said, _slots(text))

    def _words_of(self, flow: str) -> frozenset[str]:
        return frozenset(word for trigger in self.every if trigger.flow == flow for word in trigger.words)

    def _actions_of(self, flow: str) -> frozenset[str]:
        return self._actions & self._words_of(flow)

    def repeated(self, message: Message, givens: Sequence[Given]) -> list[Trigger]:
        """Return the triggers that a message repeats, with a value for each blank."""
        givens = [given for given in givens if given.value is not None]  # "bikes" may be any of them, or a word
        kinds = frozenset(given.kind for given in givens if given.stance in _MEANT)
        filled = [trigger for trigger in self.every if self._is_filled(trigger, kinds)]
        said = _spoken(message, givens)
        return [each for each in filled if _is_said(each, said, message.language)]

    def _is_filled(self, trigger: Trigger, kinds: frozenset[str]) -> bool:
        slots = self.flows[trigger.flow].slots
        blanks = {slots[name].kind for name in trigger.slots if name in slots}
        if blanks and blanks <= CONTACT and not kinds <= CONTACT:
            return False  # who tells their name beside a wish wants more than to leave it
        return all(slots[name].kind in kinds for name in trigger.slots if name in slots)

    def named(self, message: Message, givens: Sequence[Given]) -> list[Trigger]:
        """Return the triggers with most words of which a message has all: what is left to go by without a model."""
        said = frozenset(self.rest(message, givens))
        held = [trigger for trigger in self.every if trigger.words and trigger.words <= said]
        most = max((len(trigger.words) for trigger in held), default=0)
        return [trigger for trigger in held if len(trigger.words) == most]

    def made(self, message: Message) -> list[str]:
        """Name the flows that book something, where no word says what: "a reservation, please"."""
        words = self.rest(message, ())
        asks = any(clause.mood is Mood.ASK for clause in message.clauses)
        if asks or BOOKED not in words or not words <= {BOOKED, MADE} or message.has(_NOT_NEW):
            return []
        return [flow.name for flow in self._fresh if MADE in self._does[flow.name]]

    def places_of(self, flow: str, message: Message) -> list[int]:
        """Return where a message names what a flow does."""
        return [place for place, word in self.vocabulary.placed(message.bare) if word in self._does[flow]]

    def does(self, flow: Flow, words: str) -> bool:
        """Tell whether some words name the very action of `flow`."""
        return bool(set(self.vocabulary.meanings(words)) & self._does[flow.name])

    def that_does(self, deed: str) -> str | None:
        """Name the flow that does something with what is booked, "move", "cancel", or that books."""
        doing = [flow for flow in self.flows.values() if deed in self._does[flow.name]]
        named = (flow.name for flow in doing if (flow in self._fresh if deed == MADE else asks_for_booking(flow)))
        return next(named, None)

    def rest(self, message: Message, givens: Sequence[Given]) -> set[str]:
        """Return the meanings in a message that no value rests on."""
        taken = _taken(message, givens)
        taken |= {place for label in ORDERS for cue in message.found(label) for place in range(cue.first, cue.after)}
        return {word for place, word in self.vocabulary.placed(message.bare) if place not in taken}

    def taking(self, message: Message, givens: Sequence[Given], *, wished: bool = False) -> list[Read]:
        """Return the flows that may take the values of a message which names none: "botox tomorrow at 3?"."""
        stances = _MEANT if wished else {Stance.WANTED}
        wanted = [given for given in givens if given.stance in stances and given.kind not in CONTACT]
        rest = self.rest(message, givens)
        # "Botox side effects?" asks about something; "Botox?" may well be a wish.
        asks = message.ends_asking(message.clauses[-1]) and not any(given.kind in _TIMED for given in wanted)
        desired = [message.clause_at(cue.start) for cue in message.found("clauses.desires")]
        wished = wished or any(clause.holds(given.start) for clause in desired for given in wanted)
        if not wanted or (len(rest) > (0 if asks else _FEW) and not wished):
            return []
        if rest and all(given.problem is Problem.PAST for given in wanted):
            return []  # "a receipt for last week"
        words = message.text[wanted[0].start : wanted[-1].end]
        wanted = [replace(given, stance=Stance.WANTED) for given in wanted]
        return [
            Read(StartFlow(flow.name, words), why="values: the flow that takes what was given", found=Found.BY_VALUES)
            for flow in self._takers.best(wanted, self.vocabulary.of(message.bare))
        ]

    def names_booking(self, message: Message) -> bool:
        """Tell whether a message has a word for what is booked."""
        return BOOKED in self.vocabulary.of(message.bare)


def _spoken(message: Message, givens: Sequence[Given]) -> tuple[str, ...]:
    """Return the words of a message in their order, without articles, courtesies, and those that a value rests on."""
    small, taken = word_set(message.language, "triggers", "articles"), _taken(message, givens)
    taken |= {place for label in _COURTESIES for cue in message.found(label) for place in range(cue.first, cue.after)}
    words = (word for place, word in enumerate(message.bare) if place not in taken)
    return tuple(word for word in words if word[0].isalnum() and word not in small)


def _is_said(trigger: Trigger, said: tuple[str, ...], language: str) -> bool:
    """Tell whether a trigger is all that is said, or with some words in a row all but small words."""
    words = trigger.said
    if not words or words == said or len(words) + _FILLED * len(trigger.slots) < _IN_A_ROW:
        return bool(words) and words == said
    firsts = (first for first in range(len(said)) if said[first : first + len(words)] == words)
    light = word_set(language, "common", "light")
    return any(light.issuperset((*said[:first], *said[first + len(words) :])) for first in firsts)


def _taken(message: Message, givens: Sequence[Given]) -> set[int]:
    return {
        place for given in givens for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
    }


def _slots(text: str) -> tuple[str, ...]:
    return tuple(_PLACEHOLDER.findall(text))


def _groups(words: object) -> dict[str, list[str]]:
    if not isinstance(words, dict):
        raise TypeError("triggers.yaml: groups of words must be mappings")
    return {str(name): [str(word) for word in members] for name, members in words.items()}
