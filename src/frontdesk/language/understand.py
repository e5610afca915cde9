"""Understands what a guest says: words in, meanings out, each with the words it rests on and the rule that read it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from functools import lru_cache
from itertools import islice

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.flow import Flows
from frontdesk.dialogue.meanings import Inform, Skip, StartFlow, Unclear
from frontdesk.dialogue.values import Item
from frontdesk.language.alternatives import explained
from frontdesk.language.hearing import Ear, Heard
from frontdesk.language.readers.clearing import Cleared, Clearing
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.own_words import sold_words
from frontdesk.language.resolve.left_as_it_is import left_as_it_is
from frontdesk.language.resolve.one_at_a_time import one_at_a_time
from frontdesk.language.resolve.questions.asking import placed
from frontdesk.language.resolve.questions.likewise import asked_likewise
from frontdesk.language.resolve.questions.worries import without_worried
from frontdesk.language.resolve.readings.at_choice import at_choice
from frontdesk.language.resolve.readings.at_confirmation import at_change, at_confirmation
from frontdesk.language.resolve.readings.at_flow import at_flow
from frontdesk.language.resolve.readings.at_slot import at_slot
from frontdesk.language.resolve.readings.idle import idle
from frontdesk.language.resolve.readings.moving import all_off
from frontdesk.language.resolve.readings.staying import stays
from frontdesk.language.resolve.same_again import same_again
from frontdesk.language.resolve.second_opinion import SecondOpinion
from frontdesk.language.resolve.slots.dictating import dictated
from frontdesk.language.resolve.slots.not_for_guests import not_for_guests, without_slots
from frontdesk.language.resolve.slots.notes import added
from frontdesk.language.resolve.slots.offered_days import offered_days
from frontdesk.language.resolve.slots.trips import swapped
from frontdesk.language.resolve.taught import Taught
from frontdesk.language.resolve.values.amounts import exact_slots, held
from frontdesk.language.resolve.wished_besides import wished_for_booked
from frontdesk.language.resolve.wishes.in_turn import follow, joined, parts
from frontdesk.language.resolve.wishes.letting_go import letting_go_first
from frontdesk.language.resolve.wishes.opting_out import opted_out
from frontdesk.language.results import Part, Read, Rejected, Source
from frontdesk.language.tagger.opinions import Opinion, Tagger
from frontdesk.language.words import first_pieces
from frontdesk.scheduling.business import Business

__all__ = ["Part", "Read", "Rejected", "Source", "Understanding"]

_VERBATIM = frozenset({"notes", "text"})  # kinds of slots that keep words, and not what they say
_IN_TURN = 500  # characters: in what is longer, one request is not told from the next
_PARTINGS = 3  # places at which another request is looked for
_LONGEST = 2_000  # characters: what comes after is no longer read
_MOST_PIECES = 600  # words and signs, which is more than so many characters of any prose have
_DASHES = frozenset("-–—/")  # noqa: RUF001 - guests type dashes
_SAID = 256  # a desk says few different things
_EXAMPLE = re.compile(r"\"[^\"\n]{0,300}\"|\u201c[^\u201d\n]{0,300}\u201d")
_BY_WANTED = {
    Wanted.NOTHING: idle,
    Wanted.SLOT: at_slot,
    Wanted.CHOICE: at_choice,
    Wanted.CONFIRMATION: at_confirmation,
    Wanted.CHANGE: at_change,
    Wanted.FLOW: at_flow,
}


class Understanding:
    """Understands the guests of one business. Built once; afterwards it only reads."""

    def __init__(self, business: Business, flows: Flows, tagger: Tagger | None = None) -> None:
        self._business = business
        self._tagger = tagger
        self._ear = Ear(business, flows)
        self._taught = Taught(business, flows)
        self._second = SecondOpinion(tagger, flows) if tagger else None
        slots = [slot for flow in flows.newest.values() for slot in flow.slots.values()]
        self._verbatim = frozenset(slot.name for slot in slots if slot.kind in _VERBATIM)
        every = (*flows.pinned.values(), *flows.newest.values())
        self._exact = {flow.name: exact_slots(flow) for flow in every}
        self._not_for_guests = {flow.name: not_for_guests(flow.slots) for flow in every}
        self._clearing = Clearing(self._ear.words, sold_words(business), business.language)
        self.named = lru_cache(maxsize=_SAID)(self._named)

    def understand(self, text: str, asked: Asked, now: datetime, said: str | None = None) -> tuple[Read, ...]:
        """Return what `text` means as the reply to what was `asked`; `said` is how that was put."""
        cleared = self._clearing.clear(_read_part(text), asked)
        heard = self._hear(cleared.text, asked, now, said)
        if not heard.message.clauses or _DASHES.issuperset(text.strip()):
            return (_wordless(text.strip()[:_LONGEST], asked),)
        taught = self._taught.read(heard) or self._noted(heard, asked, now, said)
        reads = taught or self._in_turn(heard, asked, now, said) or _read(heard)
        reads = without_slots(reads, not_for_guests(asked.slots), self._not_for_guests)
        if not reads:
            reads = (Read(Unclear(heard.message.text.strip()), why="unclear: no rule read it", by=Part.NOBODY),)
        if self._second is not None:
            reads = left_as_it_is(heard, self._second.on(heard, reads))
            reads = tuple(placed(heard, read) if read.by is Part.TAGGER else read for read in reads)
        reads = wished_for_booked(heard, same_again(heard, one_at_a_time(heard, reads)))
        reads = held(reads, asked.flow, self._exact, (heard.message.text, heard.context))
        return _as_written(reads, cleared, self._verbatim)

    def _noted(self, heard: Heard, asked: Asked, now: datetime, said: str | None) -> tuple[Read, ...]:
        """Return what a message means that dictates a note besides; nothing where no flow would take it."""
        dictation = dictated(heard) if asked.slot is None or asked.slot.kind not in _VERBATIM else None
        if dictation is None:
            return ()
        alone = dictation.words if asked.flow is None else ""  # "add a note: ..." may be all that is wanted
        rest = self._hear(dictation.rest or alone, asked, now, said)
        reads = _read(rest) if rest.message.clauses else ()
        begun = [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]
        slots = self._ear.triggers.flows[begun[0]].slots if begun else asked.slots
        slot = next((slot for slot in slots.values() if slot.kind == "notes"), None)
        if slot is None:
            return ()
        inform = Inform(slot.name, added(heard, slot, dictation.note), dictation.note)
        told = tuple(read for read in reads if not isinstance(read.meaning, Unclear))
        return (*told, Read(inform, why="note: dictated"))

    def _in_turn(self, heard: Heard, asked: Asked, now: datetime, said: str | None) -> tuple[Read, ...]:
        """Return what a message means that asks for one thing after another; nothing where it asks for one."""
        if len(heard.text) > _IN_TURN or (asked.slot is not None and asked.slot.kind in _VERBATIM):
            return ()
        for part in islice(parts(heard), _PARTINGS):
            first = _read(self._hear(part.first, asked, now, said))
            alone = Asked(topics=asked.topics)
            rest = _read(self._hear(part.rest, alone, now, None, _days_in(first))) if first else ()
            if rest and follow(heard, first, rest):
                return joined(heard, first, rest)
        return ()

    def explain(self, text: str, asked: Asked, now: datetime, said: str | None = None) -> tuple[Read, ...]:
        """Return what `text` means, with what else it might have meant and why it does not."""
        reads = self.understand(text, asked, now, said)
        cleared = self._clearing.clear(_read_part(text), asked)
        heard = self._hear(cleared.text, asked, now, said)
        return explained(heard, reads, cleared) if heard.message.clauses else reads

    def opinion(self, text: str, asked: Asked, now: datetime, said: str | None = None) -> Opinion | None:
        """Return what the model believes of a message, also where nobody would ask it; None where there is none."""
        cleared = self._clearing.clear(_read_part(text), asked)
        heard = self._hear(cleared.text, asked, now, said)
        return self._second.opinion(heard) if self._second and heard.message.clauses else None

    def _named(self, text: str) -> tuple[Item, ...]:
        """Return the items of the business that a text names beyond doubt, each once: for what the desk itself said.

        What stands between quotation marks is an example of what a guest may say, and offers nothing. Nor does what
        the business itself is called, be it a school or a road.
        """
        for own in filter(None, (self._business.name, self._business.address)):
            text = text.replace(own, " ")
        mentions = self._ear.scope.catalogues.find(_EXAMPLE.sub(" ", text))
        return tuple(dict.fromkeys(mention.items[0] for mention in mentions if len(mention.items) == 1))

    def _hear(self, text: str, asked: Asked, now: datetime, said: str | None, before: Sequence[date] = ()) -> Heard:
        """Return what was said; `before` are the days that were told right before it."""
        business = self._business
        here, days = now.astimezone(business.zone), _talked_of(asked) or list(before)
        context = Context(
            *(here, business.region, business.language, said),
            currency=business.currency,
            within=asked.within,
            beside=days[0] if len(days) == 1 else None,
            around=days[0] if days else None,
            tagger=self._tagger,
        )
        return self._ear.hear(text, asked, context)


def _read_part(text: str) -> str:
    """Return as much of a message as is read: neither too many characters, nor too many words and signs."""
    return first_pieces(text[:_LONGEST], _MOST_PIECES)


def _talked_of(asked: Asked) -> list[date]:
    """Return the days that are known, or of the openings or days shown, or else of what was just booked."""
    known = asked.standing or asked.known
    slots = asked.slots
    days = {
        value
        for name, value in known.items()
        if isinstance(value, date) and name in slots and slots[name].kind == "day" and slots[name].guest
    }
    starts = (option.fields.get("start") for option in asked.options)
    days |= {start.date() for start in starts if isinstance(start, datetime)} if not days else set()
    days |= set(offered_days(asked)) if not days else set()
    if not days and asked.just_booked is not None:
        booked = [value for value in asked.just_booked.values.values() if isinstance(value, date)]
        days |= {value.date() if isinstance(value, datetime) else value for value in booked}
    return sorted(days)


def _days_in(reads: tuple[Read, ...]) -> list[date]:
    """Return the days that were told, which "that day" may mean in what follows."""
    told = [read.meaning.value for read in reads if isinstance(read.meaning, Inform)]
    return [value for value in told if isinstance(value, date)]


def _wordless(text: str, asked: Asked) -> Read:
    """Read a message without words: a dash leaves out what was asked for."""
    if asked.wanted is Wanted.SLOT and text and _DASHES.issuperset(text):
        return Read(Skip(text), why="skip: nothing but a dash")
    return Read(Unclear(text), why="empty: no words")


def _read(heard: Heard) -> tuple[Read, ...]:
    reads = opted_out(heard) or swapped(heard) or stays(heard)
    reads = reads or tuple(asked_likewise(heard)) or tuple(dict.fromkeys(_BY_WANTED[heard.asked.wanted](heard)))
    return all_off(heard, letting_go_first(heard, without_worried(heard, reads)))


def _as_written(reads: tuple[Read, ...], cleared: Cleared, verbatim: frozenset[str]) -> tuple[Read, ...]:
    """Let each meaning rest on the words that the guest wrote, noise and all; notes are kept in those too."""
    if cleared.text == cleared.written:
        return reads
    written: list[Read] = []
    for read in reads:
        meaning = replace(read.meaning, words=cleared.as_written(read.meaning.words))
        if isinstance(meaning, Inform) and meaning.slot in verbatim and isinstance(meaning.value, str):
            meaning = replace(meaning, value=cleared.as_written(meaning.value))
        written.append(replace(read, meaning=meaning))
    return tuple(written)
