"""Tells how each value of a message is meant: wanted, ruled out, past, asked about, somebody else's.

What stands right beside a value is read exactly, "not Monday"; anything softer is as the model believes it to be meant.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, time
from operator import attrgetter

from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.values import Item, Times
from frontdesk.language.readers.text.clauses import Message, Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.tagger.spans import WANTED, SpanBeliefs
from frontdesk.language.words import tokens, word_set

_UNDECIDED = frozenset({Mood.ASK, Mood.DISMISS})
_UNSUITED = ("clauses.too_late", "clauses.too_early")
_RULING = frozenset(
    ("clauses.excluding_before", "clauses.excluding_after", "clauses.replacing", "moves.no", *_UNSUITED)
)
_WHEN = frozenset({"day", "time", "moment", "number"})
_CONTACT = frozenset({"person_name", "phone", "email", "reference"})  # that is meant as one, whatever is said of it
_REACHING = frozenset({"phone", "email"})
_PAUSE, _NUMBERED = ",", "."  # "no. 3"
_DOUBTS = ("clauses.doubting",)
_ELSEWHERE = ("clauses.occasions", "clauses.deciding", "clauses.others_plans")
_ENGAGED = ("clauses.affairs", "clauses.affairs_named")
_HOURS = frozenset({"number", "time"})
_CLOCKED = frozenset({"day", "time"})
_NEAR = 3  # words between "can't" and what cannot be
_FEW = 1  # word: of that the model is not asked
_DAY_BEFORE_HOUR = re.compile(r"(\D*[^\W\d_]{3,})\b.*\d", re.ASCII)
_SURELY, _UNKNOWN, _EVEN = 0.9, 0.5, 0.5  # how likely a value is wanted
# At most so likely to be wanted, a value is meant otherwise; what is asked about shows by its form.
_FLOORS = {Stance.EXCLUDED: 0.15, Stance.PAST: 0.4, Stance.ELSEWHERE: 0.3}
_MEANT: Mapping[str, Stance] = {
    "ruled_out": Stance.EXCLUDED,
    "past": Stance.PAST,
    "asked_about": Stance.ASKED,
    "only_if": Stance.ASKED,
    "someone_else": Stance.ELSEWHERE,
    "later": Stance.ELSEWHERE,
    "mentioned": Stance.ELSEWHERE,
}


def with_stances(
    message: Message, found: Sequence[Given], believe: Callable[[], SpanBeliefs | None]
) -> tuple[Given, ...]:
    """Return the values in order, each with how it is meant."""
    if not message.clauses or not found:
        return ()
    undecided = any(clause.mood in _UNDECIDED for clause in message.clauses)
    longer = sum(word[0].isalnum() for word in message.bare) > _FEW
    if not (undecided or longer or message.has(_RULING)):
        return tuple(found)
    beliefs = believe() if longer else None
    limits, done = _Limits(message, found), list[Given]()
    for given in found:
        stance = given.stance
        if stance is Stance.WANTED:
            before = next((other for other in reversed(done) if other.end <= given.start), None)
            stance = _stance(given, limits, before, beliefs)
        done.append(given if stance is given.stance else replace(given, stance=stance))
    return _without_mentioned(done, beliefs) if beliefs is not None else tuple(done)


def _without_mentioned(givens: Sequence[Given], beliefs: SpanBeliefs) -> tuple[Given, ...]:
    """Leave apart what is rather only mentioned, where another value of its kind is surely wanted instead."""
    chances = {id(given): _chance_wanted(given, beliefs) for given in givens if given.stance is Stance.WANTED}
    sure = {given.kind for given in givens if given.kind in _CLOCKED and chances.get(id(given), 0.0) >= _SURELY}
    gone = {id(given) for given in givens if given.kind in sure and chances.get(id(given), 1.0) < _EVEN}
    places = {(given.start, given.end) for given in givens if id(given) in gone}
    return tuple(
        replace(given, stance=Stance.ELSEWHERE) if id(given) in gone or _is_beside(given, places) else given
        for given in givens
    )


def _is_beside(given: Given, places: Iterable[tuple[int, int]]) -> bool:
    return given.kind == "moment" and given.stance is Stance.WANTED and (given.start, given.end) in places


def _chance_wanted(given: Given, beliefs: SpanBeliefs) -> float:
    return beliefs.meant(*_own_words(given)).get(WANTED, _UNKNOWN)


def _stance(given: Given, limits: _Limits, before: Given | None, beliefs: SpanBeliefs | None) -> Stance:
    if (said := limits.said_of(given, before)) is not None:
        return said
    first, after = _own_words(given)
    ways = beliefs.meant(first, after) if beliefs is not None else {}
    wanted = ways.get(WANTED, _UNKNOWN)
    meant = _MEANT[max(ways.keys() - {WANTED}, key=lambda way: ways[way])] if ways else Stance.WANTED
    floor = _EVEN if meant is Stance.EXCLUDED and limits.is_bound(given) else _FLOORS.get(meant, 0.0)
    if wanted <= floor and given.kind not in _CONTACT and not (meant is Stance.EXCLUDED and limits.is_denied(given)):
        apart = meant is not Stance.ELSEWHERE or (given.kind in _WHEN and not _is_from_then_on(given))
        return meant if apart else Stance.WANTED  # what somebody else wants may be wanted all the same
    # "Home on Sunday, not Monday": the model knows better how far a "not" reaches.
    if limits.rule_out(given) and wanted < _SURELY:
        return Stance.EXCLUDED
    if limits.leave_open(given):
        return Stance.ASKED
    return Stance.ELSEWHERE if limits.is_elsewhere(given) else Stance.WANTED


def _is_from_then_on(given: Given) -> bool:
    """Tell "I get off work at 4, so after that", which says what is wanted, from "I'm at work till 7"."""
    return isinstance(given.value, Times) and given.value.start is not None and given.value.end is None


def _own_words(given: Given) -> tuple[int, int]:
    """Return where the day of "friday at 3" stands: the hour may be meant otherwise."""
    day = _DAY_BEFORE_HOUR.match(given.words) if given.kind == "day" else None
    return (given.start, given.start + day.end(1)) if day is not None else (given.start, given.end)


class _Limits:
    """The words of one message that rule out what stands right beside them."""

    def __init__(self, message: Message, found: Sequence[Given]) -> None:
        self._message = message
        self._found = found
        self._allowed = message.found("clauses.not_excluding")
        self._before = [cue for cue in message.found("clauses.excluding_before") if not _covered(cue, self._allowed)]
        # The "too late" of "not too late" is part of a time.
        self._after = [
            cue
            for cue in message.found("clauses.excluding_after")
            if not any(given.start <= cue.start < given.end for given in found)
        ]
        self._unsuited = [cue for label in _UNSUITED for cue in message.found(label)]
        self._chained = message.found("clauses.alternatives")

    def is_bound(self, given: Given) -> bool:
        """Tell "before 9", which denied is its opposite, from "9 to 11" and from "not before 9"."""
        if not isinstance(given.value, Times) or None not in {given.value.start, given.value.end}:
            return False
        return not self.is_denied(given)

    def is_denied(self, given: Given) -> bool:
        """Tell "not before 9", and "nothing too early", of which the value is what holds then: that "not" is in it."""
        cues = (*self._allowed, *self._message.found("clauses.excluding_before")) if given.kind == "time" else ()
        return any(given.start <= cue.start and cue.end <= given.end for cue in cues)

    def said_of(self, given: Given, before: Given | None) -> Stance | None:
        """Return how a value is meant where its place leaves no doubt; `before` is the value before it."""
        first, last = self._message.place_at(given.start), self._message.place_at(given.end - 1)
        if self._is_replaced(given, first, last) or (before is not None and self._is_chained(given, before)):
            return Stance.EXCLUDED
        if before is not None and given.kind in _WHEN and self._is_of_one(before, first):
            return Stance.EXCLUDED
        if any(0 <= first - cue.after <= 1 for cue in self._message.found("booked.sparing")):
            # "Keep the Botox", "don't drop the Botox": whatever else shall go.
            return Stance.EXCLUDED if self.rule_out(given) else Stance.WANTED
        if given.kind in _WHEN and (engaged := self._engaged_then(last)):
            return engaged
        starts = {self._message.place_at(other.start) for other in self._found}
        if any(cue.first == last + 1 and cue.after not in starts for cue in self._after):
            return Stance.EXCLUDED
        # "A peel, no laser" and "November 24, but no mornings" correct nothing.
        if any(
            cue.after == first and not self._is_no(cue) and self._reaches(cue, given, first) for cue in self._before
        ):
            return Stance.EXCLUDED
        exact = given.kind != "service" and not isinstance(given.value, Times) and not self._recurs(given)
        alike = exact and before is not None and _are_alike(before, given)
        noes = [cue for cue in self._before if self._is_no(cue) and cue.first < first]
        corrects = any(self._leads_to(cue, first, corrects=alike) for cue in noes)
        if not corrects and given.kind == "number" and any(cue.after == first for cue in noes):
            return Stance.EXCLUDED
        return Stance.WANTED if corrects else None  # "with Nora, no Ivan"

    def _is_of_one(self, before: Given, first: int) -> bool:
        """Tell the hour of "not the late one at 9", which is that of what is ruled out."""
        one = before.kind == "number" and before.value == 1 and before.stance is Stance.EXCLUDED
        return one and self._message.place_at(before.end - 1) + 1 == first

    def _engaged_then(self, last: int) -> Stance | None:
        """Tell "Thursday I have a meeting" from "Thursday I have a question", and from one "at 5" of that day."""
        cues = [cue for label in _ENGAGED for cue in self._message.found(label) if cue.first == last + 1]
        idle = word_set(self._message.language, "clauses", "no_affairs")
        ends = [self._message.clause_at(cue.start).after for cue in cues]
        if not any(idle.isdisjoint(self._message.bare[cue.after : end]) for cue, end in zip(cues, ends, strict=True)):
            return None
        hours = [self._message.place_at(given.start) for given in self._found if given.kind == "time"]
        return Stance.WANTED if any(last < hour < max(ends) for hour in hours) else Stance.EXCLUDED

    def _leads_to(self, no: Cue, first: int, *, corrects: bool) -> bool:
        """Tell the no of "no Ivan", said after another name, and that of "no. 3", from "no fillers"."""
        between = self._message.bare[no.after : first]
        if between == (_NUMBERED,):
            return self._message.pieces[no.first].end == self._message.pieces[no.after].start
        return corrects and word_set(self._message.language, "clauses", "before_values").issuperset(between)

    def rule_out(self, given: Given) -> bool:
        """Say whether a value is ruled out by what stands beside it."""
        first, last = self._message.place_at(given.start), self._message.place_at(given.end - 1)
        clause = self._message.clause_at(given.start)
        if any(self._reaches(cue, given, first) for cue in self._before if clause.first <= cue.first):
            return True
        if any(0 <= cue.first - last <= _NEAR and cue.after <= clause.after for cue in self._after):
            return True
        return isinstance(given.value, Times) and any(cue.first < first <= cue.after for cue in self._unsuited)

    def leave_open(self, given: Given) -> bool:
        """Say whether a value stands in a question, where something is let go of, or after a doubt."""
        clause = self._message.clause_at(given.start)
        if given.kind in _REACHING and not clause.marked:
            return False  # "is the 212 555 0120", which only looks like a question
        return clause.mood in _UNDECIDED or self._stands_after(_DOUBTS, given)

    def is_elsewhere(self, given: Given) -> bool:
        """Say whether a value tells when something else is: "a reminder the day before"."""
        return given.kind in _WHEN and self._stands_after(_ELSEWHERE, given)

    def _stands_after(self, labels: Sequence[str], given: Given) -> bool:
        clause = self._message.clause_at(given.start)
        return any(cue.start <= given.start for label in labels for cue in self._message.within(label, clause))

    def _reaches(self, cue: Cue, given: Given, first: int) -> bool:
        """Tell "not Monday" from "not Botox, a HydraFacial" and from "no Thursday", which gives a day."""
        if cue.first >= first or self._message.place_at(given.end - 1) < cue.after:
            return False  # "any day next week but Monday" names the week it is about
        if any(other.first == first for other in self._message.found("clauses.negations")):
            return False
        if given.kind == "day" and self._is_of_hour(cue, given):
            return False
        named = isinstance(given.value, time | date) and not self._recurs(given)
        led = self._message.bare[cue.after] in word_set(self._message.language, "common", "leading")
        if self._is_no(cue) and (named or led or given.kind in {"ordinal", "person_name"}):
            return False  # "no with Emily" answers, and says who
        before = self._last_apart(given)
        reached = self._message.place_at(before.end - 1) if before is not None else -1
        between = sum(word[0].isalnum() for word in self._message.bare[cue.after : first])
        return between < _NEAR and reached < cue.after - 1

    def _is_of_hour(self, cue: Cue, given: Given) -> bool:
        """Tell "any time but noon tomorrow", which is tomorrow, from "any time but tomorrow"."""
        hours = self._message.found("clauses.any_hour_but")
        timed = any(other.kind == "moment" and other.overlaps(given) for other in self._found)
        return timed and any(other.first <= cue.first < other.after for other in hours)

    def _last_apart(self, given: Given) -> Given | None:
        """Return the last value that ends before `given` begins: "Friday at 2" is two values in one place."""
        until = bisect_left(self._found, given.start, key=attrgetter("start"))
        return next((other for other in reversed(self._found[:until]) if other.end <= given.start), None)

    def _is_no(self, cue: Cue) -> bool:
        return cue.after - cue.first == 1 and any(
            other.first == cue.first and other.after == cue.after for other in self._message.found("moves.no")
        )

    def _recurs(self, given: Given) -> bool:
        """Tell "no Mondays" from "no, Monday"."""
        weekly = word_set(self._message.language, "common", "weekly")
        return not weekly.isdisjoint(token.plain for token in tokens(given.words))

    def _is_replaced(self, given: Given, first: int, last: int) -> bool:
        """Tell "change Botox to a peel": the first of the two goes."""
        return (
            (isinstance(given.value, Item) or bool(given.candidates))
            and any(0 <= first - cue.after <= 1 for cue in self._message.found("clauses.replacing"))
            and any(cue.first == last + 1 for cue in self._message.found("clauses.replaced_by"))
        )

    def _is_chained(self, given: Given, before: Given) -> bool:
        """Tell whether an exclusion reaches on: "not 3pm or 4pm", "not 9, 9:30 or 10", "any except 9 and 10"."""
        if before.stance is not Stance.EXCLUDED or not _are_alike(before, given):
            return False
        between = self._between(before, given)
        if not 0 < len(between) <= 2 or self._sentence(before) != self._sentence(given):
            return False
        excepts = any(cue.first < between.start for cue in self._message.found("clauses.excepting"))
        joints = [*self._chained, *(self._message.found("clauses.listing") if excepts else ())]
        if any(cue.first in between for cue in joints):
            return True
        following = next((each for each in self._found if each.start >= given.end and _are_alike(each, given)), None)
        listed = following is not None and self._message.bare[between.start] == _PAUSE
        return listed and any(cue.first in self._between(given, following) for cue in self._chained)

    def _between(self, one: Given, other: Given | None) -> range:
        """Return the places between two values."""
        after = self._message.place_at(one.end - 1) + 1
        return range(after, self._message.place_at(other.start)) if other is not None else range(0)

    def _sentence(self, given: Given) -> int:
        return self._message.clause_at(given.start).sentence


def _are_alike(one: Given, other: Given) -> bool:
    return one.kind == other.kind or {one.kind, other.kind} == _HOURS


def _covered(cue: Cue, by: Iterable[Cue]) -> bool:
    return any(
        (other.first <= cue.first and other.after >= cue.after) or cue.first <= other.first < cue.after for other in by
    )
