"""Finds the name in a message that wishes for something and says who, in small letters, or beside "for"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from frontdesk.dialogue.values import Item
from frontdesk.language.readers import name
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Clause, Message
from frontdesk.language.readers.text.vocabulary import plain
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.words import Token, word_set

_WHEN = frozenset({"day", "time", "moment"})
_TWO = 2  # words of a name that has no capital
_SHORTEST = 2  # letters of one
_LONGEST = 3  # words


def bare_name(message: Message, values: Sequence[Given], context: Context, own: frozenset[str]) -> list[Given]:
    """Return the name beside a whole wish: "botox tomorrow 3pm kate brown", "Kate Brown for a peel on Friday"."""
    kinds = {given.kind for given in values}
    wishes = kinds & _WHEN and any(isinstance(given.value, Item) or given.candidates for given in values)
    places = {
        place for given in values for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
    }
    for run in _runs(message, places) if wishes else ():
        pieces = message.pieces[run.start : run.stop]
        if own.isdisjoint(piece.plain for piece in pieces) and _is_name(pieces, context.language):
            start, end = pieces[0].start, pieces[-1].end
            return [Given("person_name", message.text[start:end], message.text[start:end], start, end)]
    return []


def _trimmed(message: Message, run: range) -> range:
    """Leave out the thanks and the signs at the end."""
    light, stop = word_set(message.language, "common", "light"), run.stop
    while stop > run.start and (message.bare[stop - 1] in light or not message.bare[stop - 1][0].isalnum()):
        stop -= 1
    return range(run.start, stop)


def _runs(message: Message, taken: set[int]) -> Iterator[range]:
    """Give the words in which a name may stand: a clause of its own, all before "for", all after the last value."""
    for clause in reversed(message.clauses):  # the last word wins: "Ann Lee, no, Anna Lee"
        spoken = [place for place in range(clause.first, clause.after) if message.bare[place][0].isalnum()]
        if spoken and taken.isdisjoint(spoken):
            yield range(spoken[0], spoken[-1] + 1)
    yield from _before_for(message, message.clauses[0], taken)
    yield from _after_for(message, taken)
    last = message.clauses[-1]
    after = max((place + 1 for place in taken), default=last.after)
    if last.first < after < last.after:
        yield _trimmed(message, range(after, last.after))


def _before_for(message: Message, clause: Clause, taken: set[int]) -> Iterator[range]:
    """Give the Kate Brown of "Kate Brown for botox"."""
    leading = word_set(message.language, "party", "for")
    place = next((each for each in range(clause.first, clause.after) if message.bare[each] in leading), None)
    articles = word_set(message.language, "triggers", "articles")
    if place is None or place + 1 >= clause.after:
        return
    if place + 1 + (message.bare[place + 1] in articles) in taken:
        yield range(clause.first, place)


def _after_for(message: Message, taken: set[int]) -> Iterator[range]:
    """Give the Kate Brown of "botox for Kate Brown on Friday"; in small letters it might be what it is good for."""
    leading = word_set(message.language, "party", "for")
    for place in [place for place, word in enumerate(message.bare) if word in leading]:
        after = place + 1
        while after < len(message.pieces) and after not in taken and message.pieces[after].text.istitle():
            after += 1
        yield range(place + 1, after)


def _is_name(pieces: Sequence[Token], language: str) -> bool:
    """Tell words that mean nothing else: one with a capital, or two; of two the last may be a word as well."""
    if not pieces or len(pieces) > _LONGEST or not all(piece.text.isalpha() for piece in pieces):
        return False
    if pieces[0].plain in plain(language) or name.names_nobody(pieces[0], language):
        return False
    last_names = word_set(language, "name", "also_names")
    treated = word_set(language, "common", "body") | word_set(language, "catalogue", "common")
    ordinary = pieces[0].plain in word_set(language, "catalogue", "ordinary")
    if ordinary or any(piece.plain in treated for piece in pieces):
        return False  # "forehead lines"
    if all(piece.text.istitle() for piece in pieces):
        return not any(name.is_ordinary(piece, language) for piece in pieces)
    strange = all(
        piece.plain in last_names or not (piece.plain in plain(language) or name.names_nobody(piece, language))
        for piece in pieces[1:]
    )
    return len(pieces) == _TWO and strange and all(len(piece.text) >= _SHORTEST for piece in pieces)
