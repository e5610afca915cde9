"""Finds a name that nobody announced: beside a phone number or address, after "for", or before "here"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from frontdesk.language.readers import name
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Clause, Message
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.words import word_set

_LONGEST = 3  # words
_PROVIDER = "provider"
_LAST = ("clauses.slot_words.email", "clauses.slot_words.phone", "moves.thank", "clauses.left_out")
_LACKING = ("clauses.lacking", "clauses.left_out")


@dataclass(frozen=True, slots=True)
class _Run:
    """Some words in a row, by place, that mean nothing else."""

    first: int
    after: int


def signed(
    message: Message, contacts: Sequence[Given], others: Sequence[Given], context: Context, not_names: frozenset[str]
) -> list[Given]:
    """Return the name of a guest who gives it without a word about it, if there is one."""
    ends = bool(others) and _ends_with_name(message, others)
    if not contacts and not ends and _cues(context.language).isdisjoint(message.bare):
        return []
    edges = {place for contact in contacts for place in _around(message, contact)}
    found = [
        given
        for run in _runs(message, [*contacts, *others], context)
        if _is_name(message, run, context, beside=bool(contacts) or ends, edges=edges)
        and (given := _given(message, run, context, not_names)) is not None
        and not any(item.start == given.start for item in others)
    ]
    return found[-1:]


def _ends_with_name(message: Message, values: Sequence[Given]) -> bool:
    """Tell "botox friday 2pm, Ann Ray": two capitals at the end, after a comma or a value, and after words without.

    What else there may be at the end is thanks, or that there is no e-mail address.
    """
    told = [clause for clause in message.clauses if not _is_last(message, clause)]
    lacks = [cue.first for label in _LACKING for cue in message.found(label) if told and cue.first > told[-1].first]
    words = [
        piece for piece in message.pieces[: min([told[-1].after, *lacks]) if told else 0] if piece.text[0].isalpha()
    ]
    if len(words) <= 2:
        return False
    *rest, first, last = words
    if not any(piece.text.islower() for piece in rest) or not (first.text.istitle() and last.text.istitle()):
        return False
    place = message.place_at(first.start)
    follows = any(message.place_at(value.end - 1) == place - 1 for value in values)
    return follows or _is_all_of_clause(message, message.place_at(last.start))


def _is_last(message: Message, clause: Clause) -> bool:
    """Tell a clause that only says thanks, or what there is not."""
    opens = [cue.first for label in _LACKING for cue in message.within(label, clause)]
    named = any(message.within(label, clause) for label in _LAST)
    return named and (not opens or min(opens) == clause.first)


def is_someone_else(message: Message, item: Given, items: Sequence[Given], context: Context) -> bool:
    """Tell "Al Smith", who is no Dr. Sarah Smith: a first name of their own stands right before the last name."""
    place = message.place_at(item.start)
    if _is_relative(message, place, context) or _joins_name(message, place, context):
        return True
    if item.kind == _PROVIDER and _has_other_last_name(message, place, items, context):
        return True
    if " " in item.words or place == 0:
        return False
    before = message.pieces[place - 1]
    cased = item.words.istitle() and before.text.istitle()
    # Without capitals only people are doubted: "soonest botox?" names a treatment.
    lowered = item.kind == _PROVIDER and (_is_all_of_clause(message, place) or _is_after_value(message, place, items))
    led = item.words.istitle() and before.text.islower()  # "bei Tom": whoever writes one capital writes both
    if not before.text.isalpha() or led or not (cased or lowered):
        return False
    if message.pieces[place].start - before.end != 1 or len(before.text) < 2:
        return False
    if any(other.start <= before.start < other.end for other in items):
        return False
    return not name.is_ordinary(before, context.language) and not name.is_title(before, context.language)


def _is_after_value(message: Message, place: int, values: Sequence[Given]) -> bool:
    """Tell the "ann lee" of "botox fri 3pm ann lee": both stand right after a value, and nothing leads to them."""
    return any(message.place_at(value.end - 1) == place - 2 for value in values)


def _has_other_last_name(message: Message, place: int, items: Sequence[Given], context: Context) -> bool:
    """Tell "..., Sarah Cole, 212 555 0111", who is no Dr. Sarah Smith: two names, and nothing else in the clause."""
    last = message.pieces[place + 1] if place + 1 < len(message.pieces) else None
    if last is None or not (last.text.istitle() and message.pieces[place].text.istitle()):
        return False
    if any(other.start <= last.start < other.end for other in items) or name.is_ordinary(last, context.language):
        return False
    led = place > 0 and message.bare[place - 1] in word_set(context.language, "party", "for")  # "for Lee Chen"
    return led or _is_all_of_clause(message, place + 1)


def _joins_name(message: Message, place: int, context: Context) -> bool:
    """Tell the "la" of "Juan de la Cruz" from a city."""
    if not 0 < place < len(message.pieces) - 1 or not name.is_particle(message.pieces[place], context.language):
        return False
    before, after = message.pieces[place - 1], message.pieces[place + 1]
    capital = before.text.istitle() and after.text.istitle() and message.pieces[place].text.islower()
    return after.text.isalpha() and (capital or name.is_particle(before, context.language))


def _is_relative(message: Message, place: int, context: Context) -> bool:
    """Tell "my sister Sarah", who does not work here."""
    if place < 2:
        return False
    of_whom, who = message.bare[place - 2 : place]
    own = word_set(context.language, "clauses", "own")
    return of_whom in own and who in word_set(context.language, "party", "relative")


def _is_all_of_clause(message: Message, place: int) -> bool:
    """Tell the "ann lee" of "botox friday, ann lee, 212 555 0111": two words between two commas."""
    clause = message.clause_at(message.pieces[place].start)
    spoken = [each for each in range(clause.first, clause.after) if message.bare[each][0].isalnum()]
    closed = clause.first > 0 and not message.bare[clause.first - 1][0].isalnum()
    return spoken == [place - 1, place] and (closed or clause.first == 0)


def may_be_person(message: Message, given: Given, context: Context) -> bool:
    """Tell "April", who may be speaking, from "April 3"."""
    piece = message.pieces[message.place_at(given.start)]
    return piece.text == given.words and piece.text.istitle() and not name.is_ordinary(piece, context.language)


@cache
def _cues(language: str) -> frozenset[str]:
    """Return the words that make a name of what stands beside them, where no contact does."""
    return word_set(language, "common", "here") | word_set(language, "party", "for")


def _around(message: Message, contact: Given) -> tuple[int, int]:
    """Return the places right before and right after a value, stepping over one sign."""
    before, after = message.place_at(contact.start) - 1, message.place_at(contact.end - 1) + 1
    before -= before > 0 and not message.bare[before][0].isalnum()
    after += after < len(message.bare) - 1 and not message.bare[after][0].isalnum()
    return before, after


def _runs(message: Message, taken: Sequence[Given], context: Context) -> Iterator[_Run]:
    """Give the stretches of words that no value rests on and that could be a name."""
    places = {
        place for given in taken for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
    }
    first = None
    for place in range(len(message.pieces) + 1):
        fits = place < len(message.pieces) and place not in places and _may_be_name(message, place, context)
        glued = first is None or (fits and message.pieces[place].start - message.pieces[place - 1].end == 1)
        if first is not None and not (fits and glued):
            yield _Run(first, place)
            first = None
        if fits and first is None:
            first = place


def _may_be_name(message: Message, place: int, context: Context) -> bool:
    piece = message.pieces[place]
    if not piece.text[0].isalpha():
        return False
    return (
        piece.text.istitle() or not name.is_ordinary(piece, context.language) or _is_last_name(message, place, context)
    )


def _is_last_name(message: Message, place: int, context: Context) -> bool:
    """Tell the "park" of "friday at 3, jo park, 212 555 0111": it ends a clause of two words, and may be a name."""
    if message.bare[place] not in word_set(context.language, "name", "also_names"):
        return False
    before = message.pieces[place - 1] if place else None
    strange = before is not None and before.text.isalpha() and not name.is_ordinary(before, context.language)
    return strange and _is_all_of_clause(message, place)


def _is_name(message: Message, run: _Run, context: Context, *, beside: bool, edges: set[int]) -> bool:
    capital = all(piece.text.istitle() for piece in message.pieces[run.first : run.after])
    length = run.after - run.first
    if length > _LONGEST:
        return False
    here = run.after < len(message.bare) and message.bare[run.after] in word_set(context.language, "common", "here")
    if here and _opens_clause(message, run) and _ends_clause(message, run.after):
        return True
    if length < 2:
        return False
    after_for = run.first > 0 and message.bare[run.first - 1] in word_set(context.language, "party", "for")
    if after_for and capital and _ends_clause(message, run.after - 1):
        return True
    alone = _opens_clause(message, run) and _ends_clause(message, run.after - 1)
    touches = run.first in edges or run.after - 1 in edges
    return beside and (capital or touches or alone or after_for)


def _opens_clause(message: Message, run: _Run) -> bool:
    return message.clause_at(message.pieces[run.first].start).first == run.first


def _ends_clause(message: Message, place: int) -> bool:
    """Tell whether nothing follows, or only that something is lacking: "for Joy Park no email"."""
    clause = message.clause_at(message.pieces[place].start)
    lacks = [cue.first for label in _LACKING for cue in message.within(label, clause) if cue.first > place]
    return all(not word[0].isalnum() for word in message.bare[place + 1 : min([clause.after, *lacks])])


def _given(message: Message, run: _Run, context: Context, not_names: frozenset[str]) -> Given | None:
    start, end = message.pieces[run.first].start, message.pieces[run.after - 1].end
    words = message.text[start:end]
    found = name.answer(words, context, not_names)
    return Given("person_name", words, words, start, end) if found and found[0].words == words else None
