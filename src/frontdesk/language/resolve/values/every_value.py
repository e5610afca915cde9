"""Reads every value in a message, once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.meanings import Problem
from frontdesk.dialogue.values import Anytime, Days, Soonest, Times, Value
from frontdesk.language.readers import email, money, name, number, party, phone, reference, when
from frontdesk.language.readers.reading import Context, Found, PlainDay, plain_day
from frontdesk.language.readers.text.catalogues import Catalogues
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.readers.when import When
from frontdesk.language.resolve.values.at_once import today_at_once
from frontdesk.language.resolve.values.bare_days import numbered_day, short_day
from frontdesk.language.resolve.values.given import Given, Stance, apart
from frontdesk.language.resolve.values.narrowing import ends_at_pause, narrowed
from frontdesk.language.resolve.values.ringing import without_ringing
from frontdesk.language.resolve.values.signing import is_someone_else, may_be_person, signed
from frontdesk.language.tagger.opinions import Opinion
from frontdesk.language.words import table, tokens, word_set, words_in

_SAME_DAY = "clauses.same_day"
_NO_TIMES = frozenset({_SAME_DAY, "moves.greet", "moves.goodbye", "moves.maybe_later"})  # "see you tomorrow"
_CODED = frozenset({"reference", "booking"})


_JUDGED = frozenset({Wanted.CONFIRMATION, Wanted.CHOICE})
_MOST_PEOPLE = 50  # what is more is a year, a price or a house number
_SHORT = 2  # words: a name that is all of an answer is read as that
_NAMING = ("clauses.slot_words.person_name", "clauses.corrections", "clauses.remaking")


@dataclass(frozen=True, slots=True)
class Scope:
    """What the values of a message are read against."""

    kinds: frozenset[str]  # of all slots that could be filled
    catalogues: Catalogues
    not_names: frozenset[str]
    reference: str | None


def read(
    message: Message, scope: Scope, context: Context, wanted: Wanted, believed_names: Callable[[], Opinion | None]
) -> list[Given]:
    """Return every value in the message, in order, yet without its stance."""
    times = [*_whens(message.text, context, message.found("clauses.excluding_before"))]
    contacts = [each for each in _contacts(message.text, scope, context) if not _is_time(each, times)]
    items = _own_items(message, apart(_items(message.text, scope), contacts), times, context)
    named = apart(_names(message, scope, context, wanted), contacts)
    if not named and "person_name" in scope.kinds:
        dated = [given for given in times if not may_be_person(message, given, context)]
        believed = believed_names() if len(message.pieces) > _SHORT else None
        named = signed(message, believed, [*contacts, *items, *dated], context, scope.not_names)
    if named and items:
        items = [item for item in items if not _is_inside(item, named)]
        named = apart(named, items)
    taken = [*contacts, *named, *(item for item in items if " " in item.words)]
    whens = apart([*times, *apart(_short_days(message, items, context), times)] if items else times, taken)
    counted = apart(_counted(message.text, scope, context), [*contacts, *items])
    if whens:
        whens = without_ringing(message, _without_greetings(message, whens, wanted, context))
    else:
        whens = [*numbered_day(message, context, wanted), *today_at_once(message, items, context, wanted)]
    if not any(given.kind == "day" for given in whens):
        whens += short_day(message, whens, context, wanted)
    if "party" in scope.kinds:
        counted += _bare_parties(message.text, counted, [*contacts, *items, *named, *whens], context)
    return sorted([*contacts, *items, *named, *whens, *counted], key=lambda given: (given.start, given.end))


def _bare_parties(text: str, counted: Sequence[Given], others: Sequence[Given], context: Context) -> Iterator[Given]:
    """Give the two of "for two" where nothing counted follows: the end, a word after a party, or another value."""
    for found in party.bare(text, context):
        follows = len(text) - len(text[found.end :].lstrip())
        ends = party.ends_bare(text, found.end, context) or any(other.start == follows for other in others)
        taken = any(
            given.start < found.end and found.start < given.end
            for given in (*others, *counted)
            if given.kind != "number"
        )
        if ends and not taken and 0 < found.value <= _MOST_PEOPLE:
            yield _given("party", found)


def _own_items(message: Message, items: Sequence[Given], times: Sequence[Given], context: Context) -> list[Given]:
    """Leave out what has the name of an item, and is somebody else, or what only others do."""
    beside = [*items, *times]
    return [item for item in items if not is_someone_else(message, item, beside, context)]


def _without_greetings(message: Message, whens: Sequence[Given], wanted: Wanted, context: Context) -> list[Given]:
    """Leave out the morning of "good morning", the day of "see you tomorrow", and "the same day" as none."""
    if not message.has(_NO_TIMES):
        return list(whens)
    labels = _NO_TIMES if context.beside is None else _NO_TIMES - {_SAME_DAY}
    greetings = [cue for label in labels for cue in message.found(label) if _is_whole(message, cue, wanted)]
    return [given for given in whens if not any(cue.start <= given.start < cue.end for cue in greetings)]


def without_borrowed(givens: tuple[Given, ...], context: Context) -> tuple[Given, ...]:
    """Leave out the day that hours have from one that is not wanted: "any day but Friday, mornings only"."""
    unwanted = [given for given in givens if given.kind == "day" and given.stance is not Stance.WANTED]
    if not unwanted:
        return givens
    days = {given.value for given in unwanted}
    wanted = {given.value for given in givens if given.kind == "day" and given.stance is Stance.WANTED}
    borrowed = [given for given in givens if _day_of(given) in (wanted if given in unwanted else days)]
    return tuple(given for given in givens if not (given in borrowed and _is_borrowed(given, context)))


def _day_of(given: Given) -> PlainDay | None:
    return plain_day(given.value) if given.kind in {"day", "moment"} else None


def _is_borrowed(given: Given, context: Context) -> bool:
    """Tell the day of "mornings" from that of "Friday mornings": the words alone name none."""
    return all(when.parts(found)[0] is None for found in when.read(given.words, context))


def _is_whole(message: Message, cue: Cue, wanted: Wanted) -> bool:
    """Tell "good morning" and "Morning!" from a morning that is wished for, or that answers a question."""
    if cue.after - cue.first > 1:
        return True
    clause = message.clause_at(cue.start)
    return wanted is Wanted.NOTHING and all(
        not word[0].isalnum() for word in message.bare[clause.first : clause.after] if word != message.bare[cue.first]
    )


def _is_inside(item: Given, named: Sequence[Given]) -> bool:
    """Tell whether an item is only part of the guest's own name: "my name is Ann Lee"."""
    return any(name.start <= item.start and item.end <= name.end for name in named)


def _is_time(contact: Given, times: Sequence[Given]) -> bool:
    """Tell "16h00" from a reference."""
    return contact.kind == "reference" and any(
        given.start <= contact.start and contact.end <= given.end for given in times
    )


def _short_days(message: Message, items: Sequence[Given], context: Context) -> Iterator[Given]:
    """Read "wed" and "sat" as days beside an item: "botox wed"; elsewhere they may be other words."""
    short = table(context.language, "common", "short_days")
    beside = {message.place_at(item.start) - 1 for item in items} | {
        message.place_at(item.end - 1) + 1 for item in items
    }
    for place in sorted(beside):
        piece = message.pieces[place] if 0 <= place < len(message.pieces) else None
        if piece is None or piece.plain not in short:
            continue
        for given in _whens(short[piece.plain], context):
            yield replace(given, words=piece.text, start=piece.start, end=piece.end)


def _contacts(text: str, scope: Scope, context: Context) -> Iterator[Given]:
    if "email" in scope.kinds:
        yield from (_address(each, context) for each in email.read(text, context))
    if "phone" in scope.kinds:
        yield from (_given("phone", each) for each in phone.read(text, context) if each.problem is None)
    if scope.kinds & _CODED:
        yield from (_given("reference", each) for each in reference.read(text, context, scope.reference))


def _address(found: Found[str], context: Context) -> Given:
    """Return an e-mail address; one that looks like a slip as a choice of two: "jo@gmial.com"."""
    meant = email.likely(found.value, context.language) if found.problem is not None else None
    given = _given("email", found)
    return replace(given, value=None, candidates=(meant, found.value)) if meant else given


def _names(message: Message, scope: Scope, context: Context, wanted: Wanted) -> Iterator[Given]:
    """Give the names that are said to be such. Where nobody asks for any, one still tells who "Paris Hilton" is."""
    found = [_given("person_name", each) for each in name.read(message.text, context, scope.not_names)]
    if wanted in _JUDGED and not any(map(message.found, _NAMING)):
        found = [given for given in found if " " in given.words or not given.words.islower()]  # "it's perfecr"
    items = [] if "person_name" in scope.kinds or not found else list(_items(message.text, scope))
    yield from (
        given for given in found if not any(item.start <= given.start and given.end <= item.end for item in items)
    )


def _counted(text: str, scope: Scope, context: Context) -> Iterator[Given]:
    if "party" in scope.kinds:
        yield from (_given("party", each) for each in party.read(text, context))
    if "money" in scope.kinds:
        yield from (_given("money", each) for each in money.read(text, context))
    yield from (_given("number", each) for each in number.read(text, context))


def _given(kind: str, found: Found[str] | Found[int] | Found[Value]) -> Given:
    return Given(kind, found.value, found.words, found.start, found.end, found.problem)


def _items(text: str, scope: Scope) -> Iterator[Given]:
    for mention in scope.catalogues.find(text):
        value = mention.items[0] if len(mention.items) == 1 else None
        doubt = mention.items if value is None else ()
        problem = None if value else Problem.AMBIGUOUS
        yield Given(mention.kind, value, mention.words, mention.start, mention.end, problem, doubt)


def _whens(text: str, context: Context, excluding: Sequence[Cue] = ()) -> Iterator[Given]:
    """Give each time that was read as what it says of a day, of a time, and as a moment."""
    read = [part for found in when.read(text, context) for part in ends_at_pause(found, text, context, excluding)]
    for found, among in narrowed(read, text, context, excluding):
        yield from _parts(_without_one(found, text, among), among)


def _parts(found: Found[When | None], context: Context) -> Iterator[Given]:
    base = Given("when", None, found.words, found.start, found.end, found.problem)
    if isinstance(found.value, timedelta):
        yield replace(base, kind="duration", value=found.value)
        return
    day, clock = when.parts(found)
    if found.value is None:
        yield replace(base, kind="vague" if found.problem is Problem.AMBIGUOUS else "day")
    if found.problem is Problem.IMPOSSIBLE and isinstance(day, date):
        yield replace(base, kind="day", value=day, problem=None)  # "tomorrow at 25:00" is tomorrow
        yield replace(base, kind="time")
        return
    if day is not None:
        yield _day(base, day, context)
    if clock is not None:
        yield replace(base, kind="time", value=clock, problem=None if day is not None else found.problem)
    if isinstance(found.value, datetime):
        at = found.value.date()
        doubt = len(_several(found.words, at, context)) > 1
        yield replace(base, kind="moment", value=found.value, problem=Problem.AMBIGUOUS if doubt else base.problem)


def _without_one(found: Found[When | None], text: str, context: Context) -> Found[When | None]:
    """Read "the morning one" as a morning, and "the Friday one" as a day, rather than as one o'clock."""
    one = word_set(context.language, "common", "one_word")
    pieces = tokens(found.words) if not one.isdisjoint(words_in(text)) else ()
    if len(pieces) < 2 or pieces[-1].plain not in one:
        return found
    again = when.read(found.words[: pieces[-2].end], context)
    if len(again) != 1 or again[0].start or again[0].end != pieces[-2].end:
        return found
    pointed = {token.plain for token in (*tokens(text[: found.start])[-1:], pieces[0])}
    points = not pointed.isdisjoint(word_set(context.language, "common", "pointing"))
    if not isinstance(again[0].value, Times) and not (points and isinstance(again[0].value, date)):
        return found
    return replace(again[0], start=found.start, end=found.start + len(again[0].words))


def _day(base: Given, day: date | Days | Soonest | Anytime, context: Context) -> Given:
    if isinstance(day, date) and len(several := _several(base.words, day, context)) > 1:
        return replace(base, kind="day", problem=Problem.AMBIGUOUS, candidates=several)
    if isinstance(day, date) and _is_about_then(base.words, context.language):
        monday = day - timedelta(days=day.weekday())
        day = Days(monday, monday + timedelta(days=7))  # "in 3 weeks" names a week, not a day
    vague = isinstance(day, Days)
    return replace(base, kind="day", value=day, problem=base.problem or (Problem.AMBIGUOUS if vague else None))


def _several(words: str, day: date, context: Context) -> tuple[date, ...]:
    """Return the days that words mean out of those wanted: "a Friday", in December."""
    several: list[date] = []
    within = context.within
    while within is not None and within.end is not None and day not in several and within.holds(day):
        several.append(day)
        found = when.read(words, replace(context, within=Days(day + timedelta(days=1), within.end)))
        read, _ = when.parts(found[0]) if found else (None, None)
        day = read if isinstance(read, date) else day
    return tuple(several)


def _is_about_then(words: str, language: str) -> bool:
    pieces = [token.plain for token in tokens(words)]
    units = word_set(language, "common", "long_units")
    if pieces[0] in word_set(language, "common", "ahead") and pieces[-1] in units:
        return True
    return pieces[-1] in word_set(language, "common", "from_now") and not units.isdisjoint(pieces)


def is_open(value: Value | None) -> bool:
    """Tell whether a value leaves open which one: a range, or none of its own."""
    return isinstance(value, Days | Times | Anytime | Soonest)


def same(one: Value | None, other: Value | None) -> bool:
    """Tell whether two values are the same, an item also within a tuple of one."""
    return (
        one == other or (isinstance(one, tuple) and one == (other,)) or (isinstance(other, tuple) and other == (one,))
    )
