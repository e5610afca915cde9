"""Finds a name that nobody announced, "botox friday 2pm, Ann Ray": found by the model, checked by the reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from frontdesk.language.readers import name
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Clause, Message, Mood
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.resolve.values.owners import is_kin
from frontdesk.language.tagger.opinions import Opinion
from frontdesk.language.tagger.spans import WANTED, TaggedSpan
from frontdesk.language.words import Token, word_set

_LONGEST = 4  # words
_PROVIDER = "provider"
_NO_NAMES = frozenset({"option", "booking"})  # what every message is compared with
_RATHER = 0.3
_SURELY = 0.7  # how likely words are a name before they are taken for one


def signed(
    message: Message, opinion: Opinion | None, taken: Sequence[Given], context: Context, not_names: frozenset[str]
) -> list[Given]:
    """Return the name of a guest who gives it without a word about it, if there is one."""
    places = {
        place for given in taken for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
    }
    if opinion is None:
        return []
    spans = [span for span in opinion.spans if span.slot not in _NO_NAMES]
    likely = [span for span in spans if span.meant == WANTED and span.chance >= _SURELY]
    runs = [_run(message, span, places, context) for span in likely]
    reached = any(given.kind in {"phone", "email"} for given in taken)
    runs += [
        run
        for run in _for_whom(message, places, context)
        if not runs and (reached or _may_be_name(message, run, opinion))
    ]
    runs += [run for run in _before_here(message, places, context) if not runs]
    found = [given for run in runs if (given := _given(message, run, context, not_names)) is not None]
    kin = [given for given in found if is_kin(message, message.place_at(given.start))]
    own = [given for given in found if given not in kin] or [*_of_their_own(message, places, context, not_names)]
    return [*kin[-1:], *own[-1:]]  # "Ann Lee here. My dad Ed Lee needs ..." names both


def _of_their_own(message: Message, taken: set[int], context: Context, not_names: frozenset[str]) -> Iterator[Given]:
    """Give the name in "wednesday 3pm, ann reed here" and at the end of "Friday at 2 Dana Cole".

    These words would answer the question for a name.
    """
    for clause in message.clauses if taken else ():
        places = [place for place in range(clause.first, clause.after) if message.bare[place][0].isalnum()]
        told = [place for place in places if place in taken]
        last = [place for place in places if place > max(told, default=-1)]
        if not 1 < len(last) <= _LONGEST or clause.mood is not Mood.SAY:
            continue
        if (told or clause == message.clauses[0]) and not all(message.pieces[place].text.istitle() for place in last):
            continue
        words = message.text[message.pieces[last[0]].start : message.pieces[last[-1]].end]
        found = name.answer(words, context, not_names)
        if len(found) == 1 and " " in found[0].value and name.is_surely_meant(found[0].words, context):
            start = message.pieces[last[0]].start + found[0].start
            yield Given("person_name", found[0].value, found[0].words, start, start + len(found[0].words))


def _run(message: Message, span: TaggedSpan, taken: set[int], context: Context) -> range:
    """Return the words around those that the model is sure of which can only belong to the same name."""
    first, after = message.place_at(span.first), message.place_at(span.after - 1) + 1
    clause = message.clause_at(message.pieces[first].start)
    cased = message.pieces[first].text.istitle()
    while first and first - 1 not in taken and _joins(message, first - 1, clause, context, cased=cased):
        first -= 1
    while after < len(message.pieces) and after not in taken and _joins(message, after, clause, context, cased=cased):
        after += 1
    return range(first, after) if taken.isdisjoint(range(first, after)) else range(0)


def _for_whom(message: Message, taken: set[int], context: Context) -> Iterator[range]:
    """Give the two or three capitals of "botox at 3 for Lee Chen" and of "Many thanks, Lisa Brown", at the end."""
    leading = word_set(context.language, "party", "for")
    starts = {clause.first for clause in message.clauses[1:]}
    starts |= {place + 1 for place, word in enumerate(message.bare) if word in leading}
    for first in sorted(starts):
        after = first
        while after < len(message.pieces) and after not in taken and _is_capital(message.pieces[after], context):
            after += 1
        ends = after == len(message.bare) or not message.bare[after][0].isalnum()
        if after - first > 1 and (ends or message.bare[first - 1] in leading):
            yield range(first, after)


def _before_here(message: Message, taken: set[int], context: Context) -> Iterator[range]:
    """Give the two or three words that are all of a clause but for the "here" of "ann reed here"."""
    here = word_set(context.language, "common", "here")
    for clause in message.clauses:
        places = [place for place in range(clause.first, clause.after) if message.bare[place][0].isalnum()]
        run = range(places[0], places[-1]) if places and message.bare[places[-1]] in here else range(0)
        strange = taken.isdisjoint(run) and not any(
            name.is_ordinary(message.pieces[place], context.language) for place in run
        )
        if len(run) > 1 and strange:
            yield run


def _is_capital(piece: Token, context: Context) -> bool:
    return piece.text.istitle() and not name.is_ordinary(piece, context.language)


def _may_be_name(message: Message, run: range, opinion: Opinion) -> bool:
    ends = message.pieces[run.start].start, message.pieces[run.stop - 1].end
    chances = opinion.words.slots(*ends) if opinion.words is not None else {}
    return max((chances[slot] for slot in chances.keys() - _NO_NAMES), default=0.0) >= _RATHER


def _joins(message: Message, place: int, clause: Clause, context: Context, *, cased: bool) -> bool:
    """Tell the "brown" of "kate brown" and the "Cruz" of "de la Cruz" from words beside a name."""
    piece = message.pieces[place]
    if (
        not piece.text.isalpha()
        or message.clause_at(piece.start) is not clause
        or name.is_title(piece, context.language)
    ):
        return False
    if piece.plain in word_set(context.language, "party", "relative"):
        return False
    also = piece.plain in word_set(context.language, "name", "also_names") and piece.text.islower()
    strange = not cased and not name.is_ordinary(piece, context.language)  # "Ann Lee wants": the rest has capitals
    return also or strange or piece.text.istitle() or name.is_particle(piece, context.language)


def _is_all_of_its_clause(message: Message, run: range) -> bool:
    """Tell the Kate of "perm tomorrow 3pm, Kate"."""
    clause = message.clause_at(message.pieces[run.start].start) if run else message.clauses[0]
    spoken = [place for place in range(clause.first, clause.after) if message.bare[place][0].isalnum()]
    return spoken == [*run] and message.pieces[run.start].text.istitle()


def _given(message: Message, run: range, context: Context, not_names: frozenset[str]) -> Given | None:
    if any(not message.pieces[place].text[0].isalpha() for place in run):
        return None
    if len(run) > _LONGEST or not (len(run) > 1 or _is_all_of_its_clause(message, run)):
        return None  # one word among others may be whoever is spoken of
    start, end = message.pieces[run.start].start, message.pieces[run.stop - 1].end
    words = message.text[start:end]
    found = name.answer(words, context, not_names)
    return Given("person_name", words, words, start, end) if found and found[0].words == words else None


def is_someone_else(message: Message, item: Given, items: Sequence[Given], context: Context) -> bool:
    """Tell "Al Smith", who is no Dr. Sarah Smith: a first name of their own stands right before the last name."""
    place = message.place_at(item.start)
    if is_kin(message, place) or _joins_name(message, place, context):  # my sister Sarah does not work here
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
