"""Understands what a guest says: words in, meanings out, each with the words it rests on and the rule that read it."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.flow import Flows
from frontdesk.dialogue.meanings import Inform, Skip, Unclear
from frontdesk.dialogue.values import Item
from frontdesk.language.alternatives import explained
from frontdesk.language.hearing import Ear, Heard
from frontdesk.language.readers.clearing import Cleared, Clearing
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.own_words import sold_words
from frontdesk.language.resolve.joining import those_who_come
from frontdesk.language.resolve.left_as_it_is import left_as_it_is
from frontdesk.language.resolve.one_at_a_time import one_at_a_time
from frontdesk.language.resolve.questions.asking import placed
from frontdesk.language.resolve.readings.message import VERBATIM, message_reads
from frontdesk.language.resolve.same_again import same_again
from frontdesk.language.resolve.second_opinion import SecondOpinion
from frontdesk.language.resolve.slots.called import each_called
from frontdesk.language.resolve.slots.not_for_guests import not_for_guests, without_slots
from frontdesk.language.resolve.talked_days import days_talked_of
from frontdesk.language.resolve.taught import Taught
from frontdesk.language.resolve.values.amounts import exact_slots, held
from frontdesk.language.resolve.wished_besides import wished_for_booked
from frontdesk.language.resolve.wishes.one_by_one import one_by_one
from frontdesk.language.results import Part, Read, Rejected, Source
from frontdesk.language.tagger.opinions import Opinion, Tagger
from frontdesk.language.words import first_pieces
from frontdesk.scheduling.business import Business

__all__ = ["Part", "Read", "Rejected", "Source", "Understanding"]

_LONGEST = 2_000  # characters: what comes after is no longer read
_MOST_PIECES = 600  # words and signs, which is more than so many characters of any prose have
_DASHES = frozenset("-–—/")  # noqa: RUF001 - guests type dashes
_SAID = 256  # a desk says few different things
_EXAMPLE = re.compile(r"\"[^\"\n]{0,300}\"|\u201c[^\u201d\n]{0,300}\u201d")


class Understanding:
    """Understands the guests of one business. Built once; afterwards it only reads."""

    def __init__(self, business: Business, flows: Flows, tagger: Tagger | None = None) -> None:
        self._business = business
        self._tagger = tagger
        self._ear = Ear(business, flows)
        self._taught = Taught(business, flows)
        self._second = SecondOpinion(tagger, flows) if tagger else None
        slots = [slot for flow in flows.newest.values() for slot in flow.slots.values()]
        self._verbatim = frozenset(slot.name for slot in slots if slot.kind in VERBATIM)
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
        reads = one_by_one(heard, self._reads) or self._reads(heard)
        return _as_written(reads, cleared, self._verbatim)

    def _reads(self, heard: Heard) -> tuple[Read, ...]:
        """Return what a message of one wish means, or its answer."""
        asked = heard.asked
        reads = self._taught.read(heard) or message_reads(heard)
        reads = without_slots(reads, not_for_guests(asked.slots), self._not_for_guests)
        if not reads:
            reads = (Read(Unclear(heard.message.text.strip()), why="unclear: no rule read it", by=Part.NOBODY),)
        if self._second is not None:
            reads = left_as_it_is(heard, self._second.on(heard, reads))
            reads = tuple(placed(heard, read) if read.by is Part.TAGGER else read for read in reads)
        reads = each_called(heard, those_who_come(heard, reads))
        reads = wished_for_booked(heard, same_again(heard, one_at_a_time(heard, reads)))
        return held(reads, asked.flow, self._exact, (heard.message.text, heard.context))

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

    def _hear(self, text: str, asked: Asked, now: datetime, said: str | None) -> Heard:
        business = self._business
        here, days = now.astimezone(business.zone), days_talked_of(asked)
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


def _wordless(text: str, asked: Asked) -> Read:
    """Read a message without words: a dash leaves out what was asked for."""
    if asked.wanted is Wanted.SLOT and text and _DASHES.issuperset(text):
        return Read(Skip(text), why="skip: nothing but a dash")
    return Read(Unclear(text), why="empty: no words")


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
