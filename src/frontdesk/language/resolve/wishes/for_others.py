"""Reads that a booking is for somebody else than the guest: "for my mom", "book Tom Reed a peel"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from frontdesk.dialogue.flow import Role, Slot, in_role
from frontdesk.dialogue.meanings import Inform
from frontdesk.dialogue.values import Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import name, party
from frontdesk.language.readers.text.clauses import Message, Mood, cut
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.slots.notes import added
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_NAME = "person_name"
_WISHING = "clauses.kin_wishing"
_CUES = frozenset({"clauses.for_somebody", "clauses.booking_for", "clauses.is_for", _WISHING})
_OWN = frozenset({"clauses.own_name", "clauses.own_name_after"})
_TWO = 2  # words of a name that nobody announced
_BETWEEN = 2  # words between somebody and what is booked for them: "in for"


def beneficiary(slots: Mapping[str, Slot]) -> str | None:
    """Name the slot that keeps for whom else a booking is; None where a flow has none."""
    slot = in_role(slots, Role.BENEFICIARY)
    return slot.name if slot is not None else None


def for_others(heard: Heard, slots: Mapping[str, Slot]) -> list[Read]:
    """Return for whom a booking is, with the name if it is told, where a flow has a slot for that."""
    whom = beneficiary(slots)
    if whom is None or not (heard.message.has(_CUES) or heard.givens):
        return []
    slot = next((slot for slot in slots.values() if slot.kind == _NAME), None)
    named = next(_booked_by_name(heard), None) if slot is not None else None
    kin = None if named else next(_relatives(heard), None)
    named = named or (next(_is_for(heard), None) if slot is not None and not kin else None)
    words = named or kin
    if words is None or _is_among_several(heard, words):
        return []
    if slot is not None and named:
        told = Read(Inform(slot.name, named, named), why="for another: by name")
        return [Read(Inform(whom, named, named), why="for another: by name"), told]
    reads = [Read(Inform(whom, words, words), why="for another: not for the guest")]
    theirs = _name_after(heard, words) if slot is not None else None
    if slot is not None and theirs is not None:
        reads.append(Read(Inform(slot.name, theirs.value, theirs.words), why="for another: by name"))
    return reads


def _is_among_several(heard: Heard, words: str) -> bool:
    """Tell who comes along from the one it is for: "for my mom and me", in one sentence."""
    of = heard.message.clause_at(heard.message.text.find(words)).sentence
    parties = [each for each in party.read(heard.message.text, heard.context) if each.value > 1]
    return any(heard.message.clause_at(each.start).sentence == of for each in parties)


def _name_after(heard: Heard, words: str) -> Given | None:
    """Return the name that follows whoever it is for: "my friend Rita Holm"."""
    place = heard.message.place_at(heard.message.text.find(words) + len(words) - 1) + 1
    names = (given for given in heard.givens if given.kind == _NAME and given.stance is Stance.THEIRS)
    return next((given for given in names if heard.message.place_at(given.start) == place), None)


def _relatives(heard: Heard) -> Iterator[str]:
    """Give "my mom" where something is for her, or where she is to be booked in."""
    message = heard.message
    for cue in message.found("clauses.for_somebody"):
        if message.clause_at(cue.start).mood is not Mood.ASK or message.found("clauses.requests"):
            yield message.text[cue.start : cue.end]
    yield from _wishing(heard)
    leads = {cue.after for cue in _leads(heard)}
    yield from (words for place, words in kin_named(message) if place in leads)


def kin_named(message: Message) -> Iterator[tuple[int, str]]:
    """Give everybody who is named by what they are to the guest, "my son", with the place of it."""
    mine, relatives = (word_set(message.language, "party", key) for key in ("mine", "relative"))
    for place, (whose, who) in enumerate(pairwise(message.bare)):
        if whose in mine and who in relatives:
            yield place, message.text[message.pieces[place].start : message.pieces[place + 1].end]


def _wishing(heard: Heard) -> Iterator[str]:
    """Give "my sister" where she wants something, and nothing is wanted before her; she may want "me to" do it."""
    message = _without_companions(heard)
    guest = word_set(heard.context.language, "party", "self") | word_set(heard.context.language, "party", "of_us")
    for cue in message.found(_WISHING):
        before = any(given.kind == "service" and given.start < cue.start for given in heard.givens)
        asks = message.clause_at(cue.start).mood is Mood.ASK
        if not before and not asks and guest.isdisjoint(message.bare[cue.after : cue.after + 1]):
            yield message.text[cue.start : message.pieces[cue.first + 1].end]


def _without_companions(heard: Heard) -> Message:
    """Return the message with nothing but space in the place of names: "my sister Ann Lee wants"."""
    text = heard.message.text
    for given in heard.givens:
        if given.stance is Stance.THEIRS:
            text = f"{text[: given.start]}{' ' * (given.end - given.start)}{text[given.end :]}"
    return heard.message if text == heard.message.text else cut(text, heard.context.language, heard.ear.own)


def _leads(heard: Heard) -> tuple[Cue, ...]:
    """Return the words after which stands for whom it is."""
    asking = {clause.first for clause in heard.message.clauses if clause.mood is Mood.ASK}
    cues = (*heard.message.found("clauses.booking_for"), *heard.message.found("clauses.is_for"))
    return tuple(cue for cue in cues if heard.message.clause_at(cue.start).first not in asking)


def _booked_by_name(heard: Heard) -> Iterator[str]:
    """Give the name in "book Tom Reed a peel"; what the business knows is no name."""
    message, language = heard.message, heard.context.language
    wanted = [given for given in heard.givens if given.stance is Stance.WANTED and given.kind != _NAME]
    for cue in message.found("clauses.booking_for"):
        pieces = message.pieces[cue.after : cue.after + _TWO]
        taken = any(given.start < piece.end and piece.start < given.end for given in wanted for piece in pieces)
        if len(pieces) < _TWO or taken or not all(piece.text.isalpha() for piece in pieces):
            continue
        if not (all(piece.text.istitle() for piece in pieces) or _is_given_something(heard, cue.after + _TWO)):
            continue
        if not any(name.is_ordinary(piece, language) or piece.plain in heard.ear.words for piece in pieces):
            yield " ".join(piece.text for piece in pieces)


def _is_for(heard: Heard) -> Iterator[str]:
    """Give the name in "it's for Priya", and in "Botox for Priya, I'm Dana"; "for Dana Cole" may be the guest's own."""
    message = heard.message
    if not message.found("clauses.is_for"):
        return
    names = {message.place_at(given.start): given for given in heard.givens if given.kind == _NAME}
    stated = {cue.after for label in ("clauses.stating", "clauses.own_name") for cue in message.found(label)}
    told = bool(own_names(heard))
    for cue in _leads(heard):
        if cue.label != "clauses.is_for" or not (told or cue.first in stated):
            continue
        piece = message.pieces[cue.after] if cue.after < len(message.pieces) else None
        if cue.after in names:
            yield names[cue.after].words
        elif piece is not None and piece.text.istitle() and is_first_name(piece.plain, heard.context.language):
            last = next(iter(message.pieces[cue.after + 1 :]), piece)
            surname = last.text.istitle() and not name.is_ordinary(last, heard.context.language)
            yield message.text[piece.start : (last if surname else piece).end]


def is_first_name(word: str, language: str) -> bool:
    """Tell a word that is a first name, and hardly anything else."""
    return word in word_set(language, "name", "common_first")


def kept_apart(heard: Heard, reads: Sequence[Read], slots: Mapping[str, Slot]) -> list[Read]:
    """Keep the guest's own name, "this is Dana Webb", as a note where the booking is under that of somebody else."""
    own = own_names(heard) if beneficiary(slots) else []
    if not own:
        return list(reads)
    slot = next((slot for slot in slots.values() if slot.kind == _NAME), None)
    told = {read.meaning.slot for read in reads if isinstance(read.meaning, Inform)}
    others = told | (heard.asked.known.keys() if heard.running.slots is slots else set())
    led = {cue.after for cue in heard.message.found("clauses.their_name")}
    rest = [given for given in heard.givens if given.kind == _NAME and given not in own and given.value is not None]
    theirs_too = any(heard.message.place_at(given.start) in led for given in rest)  # "her name is Eva, mine is Ines"
    if slot is None or (slot == heard.asked.slot and not theirs_too):
        return list(reads)
    if beneficiary(slots) not in others and not theirs_too:
        return list(reads)
    theirs = {_value_of(read) for read in reads if _slot_of(read) == beneficiary(slots)}
    kept = [read for read in reads if _slot_of(read) != slot.name or _value_of(read) in theirs]
    if rest:
        kept.append(Read(Inform(slot.name, rest[0].value, rest[0].words), why="for another: by name"))
    return [*kept, *_noted(heard, own[0], slots)]


def _value_of(read: Read) -> Value | None:
    return read.meaning.value if isinstance(read.meaning, Inform) else None


def _slot_of(read: Read) -> str | None:
    return read.meaning.slot if isinstance(read.meaning, Inform) else None


def own_names(heard: Heard) -> list[Given]:
    """Return the names that the guest says to be their own."""
    message = heard.message
    if not message.has(_OWN):
        return []
    after = {cue.after for cue in message.found("clauses.own_name")}
    before = {cue.first for cue in message.found("clauses.own_name_after")}
    names = [given for given in heard.givens if given.kind == _NAME]
    return [
        given
        for given in names
        if message.place_at(given.start) in after or message.place_at(given.end - 1) + 1 in before
    ]


def _noted(heard: Heard, own: Given, slots: Mapping[str, Slot]) -> list[Read]:
    notes = next((slot for slot in slots.values() if slot.kind == "notes"), None)
    clause = heard.message.clause_at(own.start)
    lead = [cue for cue in heard.message.within("clauses.own_name", clause) if cue.end <= own.start]
    words = heard.message.text[lead[-1].start if lead else own.start : own.end]
    if notes is None:
        return []
    return [Read(Inform(notes.name, added(heard, notes, words), words), why="note: the guest's own name")]


def _is_given_something(heard: Heard, place: int) -> bool:
    """Tell "book tom reed a peel", which needs no capitals: what is booked for them follows at once."""
    small = word_set(heard.context.language, "triggers", "articles") | word_set(heard.context.language, "party", "for")
    after = heard.message.bare[place : place + 1 + _BETWEEN]
    if after and after[0] in word_set(heard.context.language, "triggers", "after_somebody"):
        place, after = place + 1, after[1:]
    services = {heard.message.place_at(given.start) for given in heard.givens if given.kind == "service"}
    return bool(after) and after[0] in small and not services.isdisjoint({place + 1, place + 2})
