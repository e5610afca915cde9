"""Reads every value in a message, once, and tells how it is meant: wanted, ruled out, past, or merely asked about."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from operator import attrgetter

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.meanings import Problem
from frontdesk.dialogue.values import Anytime, Days, Item, Soonest, Times, Value
from frontdesk.language import email, money, name, number, party, phone, reference, when
from frontdesk.language.reading import Context, Found
from frontdesk.language.understanding.message.catalogues import Catalogues
from frontdesk.language.understanding.message.clauses import Clause, Message, Mood, uncovered
from frontdesk.language.understanding.message.cues import Cue
from frontdesk.language.understanding.values.given import Given, Stance, apart
from frontdesk.language.understanding.values.orders import other_day
from frontdesk.language.understanding.values.ringing import without_ringing
from frontdesk.language.understanding.values.signing import is_someone_else, may_be_person, signed
from frontdesk.language.when import When
from frontdesk.language.words import table, tokens, word_set

_NO_TIMES = ("clauses.same_day", "moves.greet", "moves.goodbye", "moves.maybe_later")  # "see you tomorrow"
_RULING_OUT = ("clauses.replacing", "moves.no")  # besides the exclusions themselves
_CODED = frozenset({"reference", "booking"})
_ANSWERING = frozenset({"ordinal", "person_name"})  # "no it's Ann Lee" says who it is
_WHEN = frozenset({"day", "time", "moment"})
_COUNTABLE = _WHEN | {"number"}
_ELSEWHERE = ("clauses.occasions", "clauses.deciding", "clauses.others_plans")  # when something else is, or is said
_PAUSE = ","
_NEAR = 3  # words between "can't" and what cannot be


@dataclass(frozen=True, slots=True)
class Scope:
    """What the values of a message are read against."""

    kinds: frozenset[str]  # of all slots that could be filled
    catalogues: Catalogues
    not_names: frozenset[str]
    reference: str | None


def read(message: Message, scope: Scope, context: Context, wanted: Wanted = Wanted.NOTHING) -> list[Given]:
    """Return every value in the message, in order, yet without its stance."""
    times = [*_whens(message.text, context)]
    contacts = [each for each in _contacts(message.text, scope, context) if not _is_time(each, times)]
    items = apart(_items(message.text, scope), contacts)
    items = [item for item in items if not is_someone_else(message, item, items, context)]
    items = [item for item in items if not _is_of_others(message, item, scope, context)]
    named = apart(_names(message.text, scope, context), contacts)
    if not named and "person_name" in scope.kinds:
        dated = [given for given in times if not may_be_person(message, given, context)]
        named = signed(message, contacts, [*items, *dated], context, scope.not_names)
    items = [item for item in items if not _is_inside(item, named)]
    named = apart(named, items)
    taken = [*contacts, *named, *(item for item in items if " " in item.words)]
    whens = apart([*times, *apart(_short_days(message, items, context), times)], taken)
    counted = apart(_counted(message.text, scope, context), [*contacts, *items])
    if whens:
        whens = without_ringing(message, _without_greetings(message, whens, wanted), contacts)
    return sorted([*contacts, *items, *named, *whens, *counted], key=lambda given: (given.start, given.end))


def _without_greetings(message: Message, whens: Sequence[Given], wanted: Wanted) -> list[Given]:
    """Leave out the morning of "good morning", and the day of "see you tomorrow"."""
    greetings = [cue for label in _NO_TIMES for cue in message.found(label) if _is_whole(message, cue, wanted)]
    return [given for given in whens if not any(cue.start <= given.start < cue.end for cue in greetings)]


def _is_of_others(message: Message, item: Given, scope: Scope, context: Context) -> bool:
    """Tell the laser of "laser tattoo removal": the word after it makes it what only others sell."""
    after = message.place_at(item.end - 1) + 1
    word = message.bare[after] if after < len(message.bare) else ""
    return word in word_set(context.language, "catalogue", "trades") and word not in scope.not_names


def with_stances(message: Message, found: Sequence[Given]) -> tuple[Given, ...]:
    """Return the values in order, each with how it is meant."""
    return tuple(_stances(message, found))


def without_borrowed(givens: tuple[Given, ...], context: Context) -> tuple[Given, ...]:
    """Leave out the day that hours have from one that is not wanted: "any day but Friday, mornings only"."""
    unwanted = [given.value for given in givens if given.kind == "day" and given.stance is not Stance.WANTED]
    if not unwanted:
        return givens
    return tuple(given for given in givens if not (_day_of(given) in unwanted and _is_borrowed(given, context)))


def _day_of(given: Given) -> date | None:
    value = given.value if given.kind in {"day", "moment"} and given.stance is Stance.WANTED else None
    return value.date() if isinstance(value, datetime) else value if isinstance(value, date) else None


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


def _names(text: str, scope: Scope, context: Context) -> Iterator[Given]:
    """Give the names that are said to be such. Where nobody asks for any, one still tells who "Paris Hilton" is."""
    found = [_given("person_name", each) for each in name.read(text, context, scope.not_names)]
    items = [] if "person_name" in scope.kinds or not found else list(_items(text, scope))
    yield from (
        given for given in found if not any(item.start <= given.start and given.end <= item.end for item in items)
    )


def _counted(text: str, scope: Scope, context: Context) -> Iterator[Given]:
    if "party" in scope.kinds:
        yield from (_given("party", each) for each in party.read(text, context))
        yield from _for_so_many(text, context)
    if "money" in scope.kinds:
        yield from (_given("money", each) for each in money.read(text, context))
    yield from (_given("number", each) for each in number.read(text, context))


def _for_so_many(text: str, context: Context) -> Iterator[Given]:
    """Read "for two" at the end of a clause as so many people."""
    pieces = tokens(text)
    places = {piece.start: place for place, piece in enumerate(pieces)}
    for each in number.read(text, context):
        place = places.get(each.start, 0)
        ends = place + 1 >= len(pieces) or not pieces[place + 1].text[0].isalnum()
        if (
            place
            and ends
            and isinstance(each.value, int)
            and pieces[place - 1].plain in word_set(context.language, "party", "for")
        ):
            yield _given("party", each)


def _given(kind: str, found: Found[str] | Found[int] | Found[Value]) -> Given:
    return Given(kind, found.value, found.words, found.start, found.end, found.problem)


def _items(text: str, scope: Scope) -> Iterator[Given]:
    for mention in scope.catalogues.find(text):
        value = mention.items[0] if len(mention.items) == 1 else None
        doubt = mention.items if value is None else ()
        problem = None if value else Problem.AMBIGUOUS
        stance = Stance.PAST if mention.is_past else Stance.WANTED
        yield Given(mention.kind, value, mention.words, mention.start, mention.end, problem, doubt, stance)


def _whens(text: str, context: Context) -> Iterator[Given]:
    """Give each time that was read as what it says of a day, of a time, and as a moment."""
    for found in when.read(text, context):
        found = _without_one(found, text, context)  # noqa: PLW2901 - the same value, read again
        base = Given("when", None, found.words, found.start, found.end, found.problem)
        if isinstance(found.value, timedelta):
            yield replace(base, kind="duration", value=found.value)
            continue
        day, clock = when.parts(found)
        if found.value is None:
            yield replace(base, kind="vague" if found.problem is Problem.AMBIGUOUS else "day")
        if found.problem is Problem.IMPOSSIBLE and isinstance(day, date):
            yield replace(base, kind="day", value=day, problem=None)  # "tomorrow at 25:00" is tomorrow
            yield replace(base, kind="time")
            continue
        if day is not None:
            yield _day(base, day, context)
        if clock is not None:
            yield replace(base, kind="time", value=clock, problem=None if day is not None else found.problem)
        if isinstance(found.value, datetime):
            at = found.value.date()
            doubt = other_day(found.words, at, context) or len(_several(found.words, at, context)) > 1
            yield replace(base, kind="moment", value=found.value, problem=Problem.AMBIGUOUS if doubt else base.problem)


def _without_one(found: Found[When | None], text: str, context: Context) -> Found[When | None]:
    """Read "the morning one" as a morning, and "the Friday one" as a day, rather than as one o'clock."""
    pieces = tokens(found.words)
    if len(pieces) < 2 or pieces[-1].plain not in word_set(context.language, "common", "one_word"):
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
    other = other_day(base.words, day, context) if isinstance(day, date) else None
    if other is not None and isinstance(day, date):
        return replace(base, kind="day", problem=Problem.AMBIGUOUS, candidates=(day, other))
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


def _stances(message: Message, found: Sequence[Given]) -> Iterator[Given]:
    if not message.clauses or not found:
        return
    ruling = _Ruling(message, found)
    done: list[Given] = []
    for given in found:
        before = next((other for other in reversed(done) if other.end <= given.start), None)
        stance = ruling.stance(given, before)
        done.append(given if stance is given.stance else replace(given, stance=stance))
    yield from done


def _last_apart(given: Given, found: Sequence[Given]) -> Given | None:
    """Return the last value that ends before `given` begins: "Friday at 2" is two values in one place."""
    until = bisect_left(found, given.start, key=attrgetter("start"))
    return next((other for other in reversed(found[:until]) if other.end <= given.start), None)


class _Ruling:
    """The phrases of one message that rule out, doubt, or tell of the past."""

    def __init__(self, message: Message, found: Sequence[Given]) -> None:
        self._message = message
        self._found = found
        allowed = message.found("clauses.not_excluding")
        self._before = [cue for cue in message.found("clauses.excluding_before") if not _covered(cue, allowed)]
        # The "too late" of "not too late" is part of a time.
        self._after = [
            cue
            for cue in message.found("clauses.excluding_after")
            if not any(given.start <= cue.start < given.end for given in found)
        ]
        self._doubts = message.found("clauses.doubting")
        self._past = [
            cue for clause in message.clauses for cue in uncovered(message, "clauses.past", "clauses.not_past", clause)
        ]
        self._told = message.found("clauses.telling")
        self._affairs = message.found("clauses.affairs")
        self._elsewhere = [cue for label in _ELSEWHERE for cue in message.found(label)]
        self._chained = message.found("clauses.alternatives")
        self._working = message.found("clauses.working")
        self._left_open = any(isinstance(given.value, Anytime) for given in found)

    def stance(self, given: Given, before: Given | None) -> Stance:
        """Tell how `given` is meant; `before` is the value before it."""
        clause = self._message.clause_at(given.start)
        if given.stance is not Stance.WANTED:
            return given.stance
        if self._is_excluded(given) or self._is_worked(given) or self._is_chained(given, before):
            return Stance.EXCLUDED
        if clause.mood in {Mood.ASK, Mood.DISMISS} or self._stands_before([*self._doubts, *self._told], given):
            return Stance.ASKED
        if self._stands_before(self._past, given):
            return Stance.PAST
        if isinstance(given.value, time | datetime) and self._stands_before(self._affairs, given):
            return Stance.ASKED  # "I have a meeting at 10"
        if given.kind in _WHEN and self._stands_before(self._elsewhere, given):
            return Stance.ELSEWHERE  # "my wife arrives on Saturday"
        return Stance.WANTED

    def _is_excluded(self, given: Given) -> bool:
        if not (self._before or self._after or any(map(self._message.found, _RULING_OUT))):
            return False
        if self._left_open and given.kind in {"time", "moment"} and _PAUSE in given.words:
            return False  # "any day but Friday, mornings only"
        clause = self._message.clause_at(given.start)
        first, last = self._message.place_at(given.start), self._message.place_at(given.end - 1)
        before = _last_apart(given, self._found)
        reached = self._message.place_at(before.end - 1) if before is not None else -1
        own = any(cue.first == first for cue in self._message.found("clauses.negations"))
        for cue in self._before if not own else ():  # "not this Friday, the next one" is the next one
            # "No Thursday" answers no and gives a day, as "no, with Emily" does; "no mornings" rules something out.
            named = (isinstance(given.value, time | date) and not self._recurs(given)) or given.kind in _ANSWERING
            if self._is_no(cue) and (named or self._is_led(cue)):
                continue
            if clause.marked and self._is_nothing(cue):
                continue  # "nothing after lunch?" asks for it
            # What is ruled out is the first value after the "not": "not Botox, a HydraFacial".
            between = sum(word[0].isalnum() for word in self._message.bare[cue.after : first])
            near = between <= _NEAR - 1 and cue.first < first
            if clause.first <= cue.first and near and reached < cue.after - 1:
                return True
        if any(
            0 <= cue.first - last <= _NEAR and cue.after <= clause.after and not self._is_of_another(cue, given)
            for cue in self._after
        ):
            return True
        return self._is_replaced(given, first, last, clause) or self._is_refused(first, last, clause)

    def _is_worked(self, given: Given) -> bool:
        """Tell "I work Mondays", which rules them out, from "I work until 5"."""
        first = self._message.place_at(given.start)
        return self._recurs(given) and any(0 <= first - cue.after <= 1 for cue in self._working)

    def _is_of_another(self, cue: Cue, given: Given) -> bool:
        """Tell "Botox Friday is bad" and "Botox, I can't do Friday": it is the day that fails, not the treatment."""
        if not isinstance(given.value, Item):
            return False
        others = [other for other in self._found if other.start >= given.end and other.kind != given.kind]
        if any(other.end <= cue.start for other in others):
            return True
        led = [other for other in self._before if other.first < cue.after <= other.after]
        return any(0 <= self._message.place_at(value.start) - other.after <= 1 for other in led for value in others)

    def _is_refused(self, first: int, last: int, clause: Clause) -> bool:
        """Tell "tomorrow no"."""
        ends = all(not word[0].isalnum() for word in self._message.bare[last + 2 : clause.after])
        refusals = self._message.within("moves.no", clause)
        return first == clause.first and ends and any(cue.first == last + 1 == cue.after - 1 for cue in refusals)

    def _is_replaced(self, given: Given, first: int, last: int, clause: Clause) -> bool:
        """Tell "change Botox to a peel": the first of the two goes."""
        return (
            (isinstance(given.value, Item) or bool(given.candidates))
            and any(0 <= first - cue.after <= 1 for cue in self._message.within("clauses.replacing", clause))
            and any(cue.first == last + 1 for cue in self._message.within("clauses.replaced_by", clause))
        )

    def _recurs(self, given: Given) -> bool:
        """Tell "no Mondays" from "no, Monday"."""
        weekly = word_set(self._message.language, "common", "weekly")
        return not weekly.isdisjoint(token.plain for token in tokens(given.words))

    def _is_nothing(self, cue: Cue) -> bool:
        return self._message.bare[cue.first] in word_set(self._message.language, "common", "nothing")

    def _is_led(self, cue: Cue) -> bool:
        words = word_set(self._message.language, "common", "leading")
        return cue.after < len(self._message.bare) and self._message.bare[cue.after] in words

    def _is_no(self, cue: Cue) -> bool:
        refusals = self._message.found("moves.no")
        single = cue.after - cue.first == 1
        return single and any(other.first == cue.first and other.after == cue.after for other in refusals)

    def _is_chained(self, given: Given, before: Given | None) -> bool:
        """Tell whether an exclusion reaches on: "not 3pm or 4pm"; but "not Botox but a peel" ends it."""
        if before is None or before.stance is not Stance.EXCLUDED:
            return False
        if before.kind != given.kind and {before.kind, given.kind} != {"number", "time"}:
            return False
        between = range(self._message.place_at(before.end), self._message.place_at(given.start))
        listing = self._message.found("clauses.listing") if self._left_open and given.kind == "day" else ()
        joined = [*self._chained, *listing]
        if not 0 < len(between) <= 2:
            return False
        return any(cue.first in between for cue in joined) or self._is_listed(given, between)

    def _is_listed(self, given: Given, between: range) -> bool:
        """Tell the second of "not 9, 10 or 11", which is ruled out too, from that of "not 9, 10"."""
        if given.kind not in _COUNTABLE or not self._chained or self._message.bare[between.start] != _PAUSE:
            return False
        last = self._message.place_at(given.end - 1)
        following = next(
            (other for other in self._found if other.start >= given.end and other.kind in _COUNTABLE), None
        )
        if following is None:
            return False
        gap = range(last + 1, self._message.place_at(following.start))
        if len(gap) == 1 and self._message.bare[gap.start] == _PAUSE:
            return self._is_listed(following, gap)
        after = self._message.bare[self._message.place_at(following.end - 1) + 1 :][:1]
        if not word_set(self._message.language, "common", "suiting").isdisjoint(after):
            return False  # "not 9, 10 or 11 is better"
        return 0 < len(gap) <= 2 and any(cue.first in gap for cue in self._chained)

    def _stands_before(self, cues: Sequence[Cue], given: Given) -> bool:
        if not cues:
            return False
        clause = self._message.clause_at(given.start)
        return any(clause.first <= cue.first < clause.after and cue.start <= given.start for cue in cues)


def _covered(cue: Cue, by: Iterable[Cue]) -> bool:
    return any(other.first <= cue.first and other.after >= cue.after for other in by) or any(
        other.first == cue.first or (cue.first <= other.first < cue.after) for other in by
    )


def is_open(value: Value | None) -> bool:
    """Tell whether a value leaves open which one: a range, or none of its own."""
    return isinstance(value, Days | Times | Anytime | Soonest)


def same(one: Value | None, other: Value | None) -> bool:
    """Tell whether two values are the same, an item also within a tuple of one."""
    return (
        one == other or (isinstance(one, tuple) and one == (other,)) or (isinstance(other, tuple) and other == (one,))
    )
