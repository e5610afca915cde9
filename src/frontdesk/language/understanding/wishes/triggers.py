"""Tells which flow a message starts: by the words of its triggers, or by the values that only it can take."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum

from frontdesk.dialogue.flow import Flow, Flows
from frontdesk.dialogue.meanings import Problem, StartFlow
from frontdesk.dialogue.values import Days, Item
from frontdesk.language.lexicon import load
from frontdesk.language.understanding.choosing.which import ORDERS
from frontdesk.language.understanding.message.clauses import Clause, Message, Mood, cut, uncovered
from frontdesk.language.understanding.message.vocabulary import Vocabulary, plain
from frontdesk.language.understanding.results import Read, Rejected
from frontdesk.language.understanding.values.given import Given, Stance
from frontdesk.language.understanding.wishes.foreign import is_compound, is_of_another
from frontdesk.language.understanding.wishes.idle_words import (
    BOOKED,
    DROPPED,
    idle,
    is_of_contact,
    is_told,
    makes_another,
)
from frontdesk.language.understanding.wishes.matches import (
    DATED,
    MARGIN,
    WORD_BY_WORD,
    Match,
    Trigger,
    Words,
    by_meaning,
    by_word,
    is_close,
    last,
    of_own,
    rank,
    remade,
)
from frontdesk.language.understanding.wishes.owned import (
    HANDLED,
    MADE,
    MY,
    THINGS,
    owned_things,
    sought,
    told_of,
    with_owner,
)
from frontdesk.language.understanding.wishes.takers import CONTACT, Takers, asks_for_booking
from frontdesk.language.words import listed, word_set

ASKED = "question_trigger"
VALUES = "values"
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_HALF = 0.5
_REACH = 4  # words that a "not" reaches
_TELLING = ("clauses.past", "clauses.telling", "clauses.feeling")
_TOLD_BY = frozenset(_TELLING)
_TAKEN_BACK = frozenset(
    {"clauses.negations", "clauses.change_of_mind", "clauses.hypothetical", "clauses.without_booking"}
)
_SLOT_BONUS = 0.5
_DEALT = HANDLED - {"check"}
_OWN_DETAILS = frozenset({"person_name", "phone", "email"})
_TIMED = DATED | {"time"}
_FEW = 2  # other words beside values that still make a bare wish


class Triggers:
    """The triggers of every flow of a business."""

    def __init__(self, flows: Flows, language: str) -> None:
        self.flows = flows.newest
        self.answering = tuple(flow for flow in self.flows.values() if flow.answers)
        table = load(language, "triggers")
        actions, things = _groups(table["actions"]), _groups(table["things"])
        self._actions, self._things = frozenset(actions), frozenset(things)
        self._before_nouns = word_set(language, "triggers", "articles") | word_set(language, "triggers", "owners")
        self._asking = frozenset(listed(language, "triggers", "asking"))
        self._erasing = listed(language, "triggers", "erasing")[0]
        self.vocabulary = Vocabulary(
            {**actions, **things},
            listed(language, "triggers", "empty"),
            listed(language, "triggers", "endings"),
            plain(language),  # who was charged has changed nothing
        )
        self._details = frozenset(self.vocabulary.meanings(" ".join(listed(language, "triggers", "details"))))
        every = [self._trigger(flow, text, language) for flow in self.flows.values() for text in flow.triggers]
        self._introductions = [trigger for trigger in every if self._introduces(trigger)]
        self._triggers = tuple(trigger for trigger in every if trigger not in self._introductions)
        self._weights = self._weigh()
        # Sums that do not depend on the order: a set has another one in every process.
        self._totals = {each.words: fsum([self._weights[word] for word in each.words]) for each in self._triggers}
        self._by_word = by_word(self._triggers)
        self._same = by_meaning(self._triggers)
        self._known = (self.vocabulary, self._weights.keys() | self._actions | self._things)
        self._does = {name: self._actions_of(name) for name in self.flows}
        self._nouns = self._actions - self._asking
        self._takers = Takers(self.flows, self._triggers)
        self._fresh = self._takers.fresh

    def _trigger(self, flow: Flow, text: str, language: str) -> Trigger:
        literal = _PLACEHOLDER.sub(" ", text)
        message = cut(literal, language)
        words = frozenset(self.vocabulary.learn(literal))
        asks = any(cue.first == 0 for cue in message.found("clauses.openers"))
        mild = words & self._actions <= self._asking
        return Trigger(flow.name, text, words, tuple(_PLACEHOLDER.findall(text)), frozenset(message.bare), asks, mild)

    def _actions_of(self, flow: str) -> frozenset[str]:
        return self._actions & {word for trigger in self._triggers if trigger.flow == flow for word in trigger.words}

    def _introduces(self, trigger: Trigger) -> bool:
        """Tell "my name is {name}", which counts only where a guest says nothing else."""
        kinds = {self.flows[trigger.flow].slots[slot].kind for slot in trigger.slots}
        return bool(kinds) and kinds <= _OWN_DETAILS and trigger.words <= self._details

    def introduced(self, message: Message, givens: Sequence[Given]) -> list[Read]:
        """Return the flow that takes a name, a number or an address which is all that is said."""
        kinds = {given.kind for given in givens if given.stance is Stance.WANTED}
        if not kinds or not kinds <= _OWN_DETAILS | {"number"}:
            return []
        words = {word for trigger in self._introductions for word in trigger.words}
        if self.rest(message, givens) - words:
            return []
        for trigger in self._introductions:
            if kinds & {self.flows[trigger.flow].slots[slot].kind for slot in trigger.slots}:
                return [Read(StartFlow(trigger.flow, message.text), why=f"trigger: {trigger.text}")]
        return []

    def _weigh(self) -> dict[str, float]:
        """Give a word less weight the more flows use it."""
        used: dict[str, set[str]] = {}
        for trigger in self._triggers:
            for word in trigger.words:
                used.setdefault(word, set()).add(trigger.flow)
        return {word: len(flows) ** -_HALF for word, flows in used.items()}

    def start(
        self, message: Message, givens: Sequence[Given], among: Iterable[str] | None = None, *, sure: bool = False
    ) -> tuple[Read, ...]:
        """Return the flow that a message starts; several when they fit equally well; none when nothing does."""
        allowed = frozenset(self.flows if among is None else among)
        words = self._words(message, givens)
        if not sure and among is None:
            words = remade(message, givens, words)
        kinds = frozenset(given.kind for given in givens if given.stance is Stance.WANTED)
        touched = {number for word in words.all | words.put for number in self._by_word.get(word, ())}
        unnamed = words.said == {BOOKED} and not sure and among is None  # "a reservation, please"
        if not touched:
            return tuple(self._made(message)) if unnamed else ()
        triggers = [self._triggers[number] for number in sorted(touched) if self._triggers[number].flow in allowed]
        if sure:
            triggers = [trigger for trigger in triggers if trigger.words <= words.all | words.put]
        triggers = [trigger for trigger in triggers if self._handles(trigger.flow, words)]
        asked = frozenset(given.kind for given in givens if given.stance in {Stance.WANTED, Stance.ASKED})
        fits = ((trigger, asked if trigger.asks else kinds) for trigger in triggers)
        matches = [match for trigger, taken in fits if (match := self._match(trigger, words, taken))]
        good = [match for match in matches if match.share == 1 and (not sure or match.is_sure(words.raw))]
        if not good and not sure:
            good = self._partial(matches, message, givens, words)
        if not good:
            return tuple(self._made(message)) if unnamed else ()
        best: dict[str, Match] = {}
        for match in sorted(good, key=rank):
            best[match.flow] = match
        top = max(best.values(), key=rank)
        winners = [match for match in best.values() if is_close(match, top)]
        if self._is_only_owned(top, words):  # "my room" has none cleaned
            winners = list(best.values()) if len(best) > 1 else []
        reads = tuple(self._read(match, message, best, words.said) for match in winners)
        return reads if sure or among is not None else (*reads, *self._others_made(top, words, message))

    def _is_only_owned(self, match: Match, words: Words) -> bool:
        """Tell a match by nothing but "my" and the name of a thing: what is to be done with it is left open."""
        return match.share < 1 and match.trigger.words & words.all <= THINGS | {MY} and MY in match.trigger.words

    def _others_made(self, match: Match, words: Words, message: Message) -> list[Read]:
        """Return the other flows that book something, where no word says what: "make a reservation"."""
        if match.trigger.words != {MADE} or match.filled or words.all - {MADE, BOOKED}:
            return []
        return [read for read in self._made(message) if read.meaning != StartFlow(match.flow, message.text.strip())]

    def _made(self, message: Message) -> list[Read]:
        flows = [flow for flow in self._fresh if MADE in self._does[flow.name]]
        return [Read(StartFlow(flow.name, message.text.strip()), why=f"{MADE}: one of several") for flow in flows]

    def _handles(self, flow: str, words: Words) -> bool:
        """Tell whether a flow does what is to be done with something booked: "cancel my flight" books none."""
        return not of_own(words.said) or bool(of_own(words.said) & self._does[flow])

    def handles(self, message: Message, givens: Sequence[Given]) -> bool:
        """Tell whether some flow does what a guest wants done with something booked; true where nothing is."""
        said = self._words(message, givens).said
        handled = said & HANDLED if MY in said and said & THINGS else frozenset()
        return not handled or any(handled & does for does in self._does.values())

    def _words(self, message: Message, givens: Sequence[Given]) -> Words:
        """Sort the meanings of a message; what was denied or is past is left out."""
        said: set[str] = set()
        asked: set[str] = set()
        put: set[str] = set()
        told: set[str] = set()
        tells = message.has(_TOLD_BY)
        for clause in message.clauses:
            if tells and _is_told(message, clause, givens) and not self._is_trigger(message, clause):
                told.update(self._kept(message, clause, givens))
                continue
            kept = with_owner(self._kept(message, clause, givens)) - idle(message, clause, givens)
            (asked if clause.mood is Mood.ASK else said).update(kept)
            if clause.mood is not Mood.SAY or clause.marked:
                put.update(kept)
        said |= told_of(told, said)
        owned = owned_things(self.vocabulary.placed(message.bare)) if MY in said | asked else frozenset()
        said |= sought(said, owned)
        if of_own(frozenset(said)):
            said.add(BOOKED)  # "status of my flight"
        own = self._own(message, givens)
        if own:
            (said or asked).add(BOOKED)
            # "Could I see her for my Botox?" asks for no booking that is there.
            put.update({BOOKED} if put and any(clause.mood is not Mood.REQUEST for clause in own) else ())
        return Words(frozenset(said), frozenset(said | asked), frozenset(put), frozenset(message.bare), owned)

    def _is_trigger(self, message: Message, clause: Clause) -> bool:
        """Tell "I lost my ticket", where a flow is asked for in just these words, from what is only told.

        The word that tells it must be one of them: "I booked a flight to Paris" holds all of "a flight to".
        """
        words = frozenset(message.bare[clause.first : clause.after])
        telling = {word for label in _TELLING for cue in message.within(label, clause) for word in last(message, cue)}
        whole = (trigger.raw for trigger in self._triggers if len(trigger.raw) >= WORD_BY_WORD)
        return any(raw <= words and not telling.isdisjoint(raw) for raw in whole)

    def _kept(self, message: Message, clause: Clause, givens: Sequence[Given] = ()) -> Iterator[str]:
        """Give the meanings of a clause that are not denied; "a book" is no booking, nor does one move "my car"."""
        denied, minds = _taken_back(message, clause) if message.has(_TAKEN_BACK) else ([], [])
        for offset, word in self.vocabulary.placed(message.bare[clause.first : clause.after]):
            place = clause.first + offset
            if minds and any(place in mind for mind in minds):
                continue
            noun = word in self._nouns and place > clause.first and message.bare[place - 1] in self._before_nouns
            noun = noun or (word == MADE and makes_another(message, clause, place, self.vocabulary))
            noun = noun or (word == MADE and is_compound(message, place))
            noun = noun or (word in _DEALT and is_of_another(message, clause, place, givens, self._known))
            noun = noun or (word in self._actions and _is_of_day(message, place, givens))
            if not noun and not (denied and any(0 < place - no <= _REACH for no in denied)):
                yield self._erasing if word == DROPPED and is_of_contact(message, place) else word

    def _own(self, message: Message, givens: Sequence[Given]) -> list[Clause]:
        """Return the clauses in which the guest speaks of something booked: "my Botox", "my 2pm"."""
        body = word_set(message.language, "common", "body")  # who speaks of "my lips" has booked nothing
        own = {
            cue.after
            for cue in message.found("clauses.own")
            if body.isdisjoint(message.bare[cue.after : cue.after + 1])
        }
        if not own:
            return []
        return [
            message.clause_at(given.start)
            for given in givens
            if (given.kind in _TIMED or isinstance(given.value, Item)) and message.place_at(given.start) in own
        ]

    def _match(self, trigger: Trigger, words: Words, kinds: frozenset[str]) -> Match | None:
        heard = words.put if trigger.asks else words.all if trigger.mild else words.said
        common = trigger.words & heard if not trigger.is_new(words.owned) else None
        # "Can I make an appointment?" does not ask whether one is booked.
        exact = trigger.asks and (len(trigger.words) == 1 or MADE in trigger.words)
        if not common or (exact and not trigger.is_put(words.raw)):
            return None
        total = self._totals[trigger.words]
        matched = total if len(common) == len(trigger.words) else fsum([self._weights[word] for word in common])
        slots = self.flows[trigger.flow].slots
        held = sum(slots[name].kind in kinds for name in trigger.slots if name in slots)
        filled = 0 < len(trigger.slots) == held
        if trigger.slots and not held and len(trigger.words) == 1 and trigger.words <= self._asking:
            return None  # "look up {reference}" is no look at just anything
        return Match(trigger.flow, trigger, matched / total, matched + _SLOT_BONUS * held, filled)

    def _partial(
        self, matches: Sequence[Match], message: Message, givens: Sequence[Given], words: Words
    ) -> list[Match]:
        """Return the matches that will do although a word is missing: "book it", "flights", "book me tomorrow"."""
        half = [match for match in matches if match.share > _HALF - MARGIN and not match.trigger.asks]
        fresh = {message.bare[cue.first] for cue in message.found("clauses.fresh")}
        rest = self.rest(message, givens) - fresh if half else set()
        if half and self._is_wished(message):
            rest = set()  # "I need an appointment for something": whatever else it says
        return [match for match in half if self._is_enough(match, words, givens, rest - match.trigger.words)]

    def _is_wished(self, message: Message) -> bool:
        """Tell whether something to be booked is wished for, in a clause of its own: "I'd like an appointment"."""
        wishes = [clause for clause in message.clauses if message.within("clauses.desires", clause)]
        wishes = [clause for clause in wishes if clause.mood in {Mood.SAY, Mood.REQUEST}]
        kept = [set(self._kept(message, clause)) for clause in wishes]
        return any(words & self._things - {MY} and MY not in words for words in kept)

    def _is_enough(self, match: Match, words: Words, givens: Sequence[Given], rest: set[str]) -> bool:
        said = match.trigger.words & words.all
        if not said & self._actions:
            told = any(given.kind in _OWN_DETAILS for given in givens)  # "my email is ..." has none removed
            return not rest and bool(said & self._things) and not told
        return not rest or self._takers.fit(self.flows[match.flow], givens) > 0

    def is_all(self, message: Message, givens: Sequence[Given]) -> bool:
        """Tell whether a message is a trigger and nothing else, which is no answer even where any text will do."""
        rest = self.rest(message, [given for given in givens if not given.candidates])
        kinds = frozenset(given.kind for given in givens if given.stance is Stance.WANTED)
        near = [self._triggers[number] for number in self._by_word.get(next(iter(rest), ""), ())]
        whole = [trigger for trigger in near if trigger.words == rest]
        matches = [match for trigger in whole if (match := self._match(trigger, self._words(message, givens), kinds))]
        acts = len(rest) > 1 and bool(rest & self._actions)
        return any(match.filled or (acts and not match.trigger.slots) for match in matches)

    def does(self, flow: Flow, words: str) -> bool:
        """Tell whether some words name the very action of `flow`."""
        return bool(set(self.vocabulary.meanings(words)) & self._does[flow.name])

    def says_no_more(self, flow: Flow, words: tuple[str, ...]) -> bool:
        """Tell whether some words only ask for `flow`, in those of one of its triggers."""
        meant = set(self.vocabulary.of(words))
        return any(trigger.flow == flow.name and meant <= trigger.words for trigger in self._triggers)

    def that_does(self, deed: str) -> str | None:
        """Name the flow that does something with what is booked, "move", "cancel", or that books."""
        doing = [flow for flow in self.flows.values() if deed in self._does[flow.name]]
        named = (flow.name for flow in doing if (flow in self._fresh if deed == MADE else asks_for_booking(flow)))
        return next(named, None)

    def rest(self, message: Message, givens: Sequence[Given]) -> set[str]:
        """Return the meanings in a message that no value rests on."""
        taken = {
            place
            for given in givens
            for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
        }
        taken |= {place for label in ORDERS for cue in message.found(label) for place in range(cue.first, cue.after)}
        return {word for place, word in self.vocabulary.placed(message.bare) if place not in taken}

    def taking(self, message: Message, givens: Sequence[Given], wishes: Sequence[Clause]) -> list[Read]:
        """Return the flows that may take the values of a message which names none: "botox tomorrow at 3?"."""
        wanted = [given for given in givens if given.stance is Stance.WANTED and given.kind not in CONTACT]
        rest = self.rest(message, givens)
        timed = any(given.kind in _TIMED for given in wanted)
        if timed:  # "Botox Friday at 10, and what's your policy?" wishes, and asks something else besides
            rest -= self._asked_apart(message, wanted)
        # "Botox side effects?" asks about something; "Botox?" may well be a wish.
        asks = message.ends_asking(message.clauses[-1]) and not timed
        few = len(rest) <= (0 if asks else _FEW)
        if not wanted or not (few or self._is_wish(message, wanted, wishes)):
            return []
        if rest and all(given.problem is Problem.PAST for given in wanted):
            return []  # "a receipt for last week"
        words = message.text[wanted[0].start : wanted[-1].end]
        return [
            Read(StartFlow(flow.name, words), why=f"{VALUES}: the flow that takes what was given")
            for flow in self._takers.best(wanted, self.vocabulary.of(message.bare))
        ]

    def _asked_apart(self, message: Message, wanted: Sequence[Given]) -> set[str]:
        """Return the meanings of the questions in a message that hold nothing of what it wants."""
        asking = [clause for clause in message.clauses if clause.mood is Mood.ASK or message.ends_asking(clause)]
        apart = [clause for clause in asking if not any(clause.holds(given.start) for given in wanted)]
        return {word for clause in apart for word in self.vocabulary.of(message.bare[clause.first : clause.after])}

    def wanting(self, message: Message, items: Sequence[Item]) -> Read | None:
        """Return the flow for what was talked about, for a guest who says no more than "I want it"."""
        cue = next(iter(message.found("clauses.wanting_it")), None)
        kinds = {item.kind for item in items}
        fits = [flow for flow in self._fresh if kinds & {slot.kind for slot in flow.slots.values()}]
        if cue is None or not fits or message.clause_at(cue.start).mood is Mood.ASK:
            return None
        return Read(
            StartFlow(fits[0].name, message.text[cue.start : cue.end]), why="topic: wants what was talked about"
        )

    def names_booking(self, message: Message) -> bool:
        """Tell whether a message has a word for what is booked."""
        return BOOKED in self.vocabulary.of(message.bare)

    def names_own(self, message: Message) -> bool:
        """Tell whether a message speaks of something that the guest has under a name of its own: "my flight"."""
        return bool(owned_things(self.vocabulary.placed(message.bare)))

    def offering(self, message: Message) -> Read | None:
        """Return the flow that finds openings, for a guest who asks for any: "do you have availability?"."""
        requests = [clause for clause in message.clauses if clause.mood is Mood.REQUEST]
        if not any(message.within("clauses.availability", clause) for clause in requests):
            return None
        dated = [flow for flow in self._fresh if any(slot.kind in DATED for slot in flow.slots.values())]
        words = message.text.strip()
        return (
            Read(StartFlow(dated[0].name, words), why="availability: the flow that finds openings") if dated else None
        )

    def _is_wish(self, message: Message, wanted: Sequence[Given], wishes: Sequence[Clause]) -> bool:
        kinds = {given.kind for given in wanted}
        if kinds & {"day", "time"} and kinds - {"day", "time", "moment", "duration"}:
            return True
        sentences = {clause.sentence for clause in wishes}
        return any(message.clause_at(given.start).sentence in sentences for given in wanted)

    def _read(self, match: Match, message: Message, best: Mapping[str, Match], said: frozenset[str]) -> Read:
        others = [other for other in best.values() if other.flow != match.flow]
        rejected = tuple(
            Rejected("start_flow", other.flow, message.text.strip(), why=f"trigger: {other.trigger.text}")
            for other in others
        )
        rule = "trigger" if match.trigger.words <= said or match.share < 1 else ASKED
        named = self._nearest(match.trigger, frozenset(message.bare))
        return Read(StartFlow(match.flow, message.text.strip()), why=f"{rule}: {named.text}", rejected=rejected)

    def _nearest(self, trigger: Trigger, raw: frozenset[str]) -> Trigger:
        """Return the trigger of the same meaning that is nearest to what was said: several may say "book"."""
        same = [other for other in self._same[trigger.words] if other.flow == trigger.flow]
        return max(same, key=lambda other: (len(other.raw & raw), -len(other.raw)))


def _is_told(message: Message, clause: Clause, givens: Sequence[Given]) -> bool:
    return bool(uncovered(message, "clauses.past", "clauses.not_past", clause)) or is_told(message, clause, givens)


def _taken_back(message: Message, clause: Clause) -> tuple[list[int], list[range]]:
    """Return the places of what denies in a clause, and the places that count for nothing by themselves."""
    minds = [range(cue.first, cue.after) for cue in message.within("clauses.change_of_mind", clause)]
    minds += [range(cue.first, cue.after + 1) for cue in message.within("clauses.hypothetical", clause)]
    minds += [range(clause.first, clause.after) for _ in message.within("clauses.without_booking", clause)]
    return [cue.first for cue in message.within("clauses.negations", clause)], minds


def _groups(words: object) -> dict[str, list[str]]:
    if not isinstance(words, dict):
        raise TypeError("triggers.yaml: groups of words must be mappings")
    return {str(name): [str(word) for word in members] for name, members in words.items()}


def _is_of_day(message: Message, place: int, givens: Sequence[Given]) -> bool:
    """Tell the "check" of "check in Monday, check out Friday": it is part of the days that were read."""
    days = (given for given in givens if isinstance(given.value, Days))
    return any(message.place_at(day.start) <= place < message.place_at(day.end - 1) for day in days)
