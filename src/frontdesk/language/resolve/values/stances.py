"""Tells how each value of a message is meant: wanted, ruled out, past, or merely asked about."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from datetime import date, time
from operator import attrgetter

from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.values import Anytime, Item, Times
from frontdesk.language.readers.text.clauses import Clause, Message, Mood, uncovered
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.values.engagements import engaged
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.words import tokens, word_set

_RULING_OUT = ("clauses.replacing", "moves.no")  # besides the exclusions themselves
_ANSWERING = frozenset({"ordinal", "person_name"})  # "no it's Ann Lee" says who it is
_UNDECIDED = frozenset({Mood.ASK, Mood.DISMISS})
_WHEN = frozenset({"day", "time", "moment"})
_COUNTABLE = _WHEN | {"number"}
_ELSEWHERE = ("clauses.occasions", "clauses.deciding", "clauses.others_plans")  # when something else is, or is said
_HOURS = frozenset({"number", "time"})
_UNSUITED = ("clauses.too_late", "clauses.too_early")
_RULING = frozenset(
    (
        *("clauses.excluding_before", "clauses.excluding_after", "clauses.doubting", "clauses.past", "clauses.telling"),
        *("clauses.working", *_RULING_OUT, *_UNSUITED, *_ELSEWHERE),
    )
)
_PAUSE = ","
_NUMBERED = "."  # "no. 3"
_NEAR = 3  # words between "can't" and what cannot be


def with_stances(message: Message, found: Sequence[Given]) -> tuple[Given, ...]:
    """Return the values in order, each with how it is meant."""
    if not message.clauses or not found:
        return ()
    if not message.has(_RULING) and not any(clause.mood in _UNDECIDED for clause in message.clauses):
        return engaged(message, tuple(found))
    ruling = _Ruling(message, found)
    done: list[Given] = []
    for given in found:
        before = next((other for other in reversed(done) if other.end <= given.start), None)
        stance = ruling.stance(given, before)
        done.append(given if stance is given.stance else replace(given, stance=stance))
    return engaged(message, tuple(done))


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
        self._unsuited = [cue for label in _UNSUITED for cue in message.found(label)]
        self._hours = message.found("clauses.any_hour_but")
        self._doubts = message.found("clauses.doubting")
        self._past = [
            cue for clause in message.clauses for cue in uncovered(message, "clauses.past", "clauses.not_past", clause)
        ]
        self._told = message.found("clauses.telling")
        self._elsewhere = [cue for label in _ELSEWHERE for cue in message.found(label)]
        self._chained = message.found("clauses.alternatives")
        self._excepting = message.found("clauses.excepting")  # "any except 9 and 9:30"
        self._working = message.found("clauses.working")
        self._left_open = any(isinstance(given.value, Anytime) for given in found)

    def stance(self, given: Given, before: Given | None) -> Stance:
        """Tell how `given` is meant; `before` is the value before it."""
        clause = self._message.clause_at(given.start)
        if given.stance is not Stance.WANTED:
            return given.stance
        if self._is_excluded(given) or self._is_chained(given, before):
            return Stance.EXCLUDED
        if clause.mood in _UNDECIDED or self._stands_before([*self._doubts, *self._told], given):
            return Stance.ASKED
        if self._stands_before(self._past, given):
            return Stance.PAST
        if given.kind in _WHEN and self._stands_before(self._elsewhere, given):
            return Stance.ELSEWHERE  # "my wife arrives on Saturday", but not "she marries in Paris on Saturday"
        return Stance.WANTED

    def _is_excluded(self, given: Given) -> bool:
        if not (self._before or self._after or self._unsuited or any(map(self._message.found, _RULING_OUT))):
            return False
        if given.kind in {"time", "moment"} and _PAUSE in given.words and self._is_day_first(given):
            return False  # what rules out a day does not reach over the comma to the hours: "not Thursday, after 2"
        clause = self._message.clause_at(given.start)
        first, last = self._message.place_at(given.start), self._message.place_at(given.end - 1)
        before = _last_apart(given, self._found)
        reached = self._message.place_at(before.end - 1) if before is not None else -1
        own = any(cue.first == first for cue in self._message.found("clauses.negations"))
        for cue in self._before if not own else ():  # "not this Friday, the next one" is the next one
            if not clause.first <= cue.first < first:
                continue
            # "No Thursday" answers no and gives a day, as "no, with Emily" does; "no mornings" rules something out.
            named = (isinstance(given.value, time | date) and not self._recurs(given)) or given.kind in _ANSWERING
            if self._is_no(cue) and (named or self._is_led(cue) or self._corrects(cue, given, before)):
                continue
            if clause.marked and self._is_nothing(cue):
                continue  # "nothing after lunch?" asks for it
            if given.kind == "day" and self._is_of_hour(cue, given, first):
                continue
            # What is ruled out is the first value after the "not": "not Botox, a HydraFacial".
            between = sum(word[0].isalnum() for word in self._message.bare[cue.after : first])
            if between <= _NEAR - 1 and reached < cue.after - 1:
                return True
        if any(
            0 <= cue.first - last <= _NEAR and cue.after <= clause.after and not self._is_of_another(cue, given)
            for cue in self._after
        ):
            return True
        if isinstance(given.value, Times) and any(cue.first < first <= cue.after for cue in self._unsuited):
            return True  # "too late at night"
        return self._is_replaced(given, first, last, clause) or self._is_refused(first, last, clause)

    def _corrects(self, cue: Cue, given: Given, before: Given | None) -> bool:
        """Tell "1, no 3" and "no. 3", which name the third, from "no 3" and "just a peel, no fillers"."""
        message, first = self._message, self._message.place_at(given.start)
        if message.bare[cue.after : first] == (_NUMBERED,):
            return message.pieces[cue.first].end == message.pieces[cue.after].start
        alike = before is not None and (before.kind == given.kind or {before.kind, given.kind} == _HOURS)
        if given.kind == "service" and message.bare[cue.first - 1 : cue.first] == (_PAUSE,) and cue.after == first:
            return False  # "a peel, no laser, on Friday"; who corrects pauses after the "no"
        if before is None or not alike or message.found("clauses.only"):
            return False
        light = word_set(message.language, "clauses", "before_values") | word_set(message.language, "clauses", "one")
        between = message.bare[message.place_at(before.end - 1) + 1 : cue.first] + message.bare[cue.after : first]
        return all(word in light or not word[0].isalnum() for word in between)

    def _is_of_hour(self, cue: Cue, given: Given, first: int) -> bool:
        """Tell "any time but noon tomorrow", which is tomorrow, from "any time but tomorrow"."""
        if not any(other.first <= cue.first < other.after for other in self._hours):
            return False
        small = word_set(self._message.language, "clauses", "before_values")
        beside = [word for word in self._message.bare[cue.after : first] if word not in small]
        return bool(beside) or any(other.kind == "moment" and other.overlaps(given) for other in self._found)

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

    def _is_day_first(self, given: Given) -> bool:
        """Tell "Thursday, after 2" from "after 2, Thursday"."""
        return not any(char.isdigit() for char in given.words.partition(_PAUSE)[0])

    def _is_of_another(self, cue: Cue, given: Given) -> bool:
        """Tell "Botox Friday is bad" and "Botox, I can't do Friday": it is the day that fails, not the treatment."""
        if not isinstance(given.value, Item):
            return False
        others = [other for other in self._found if other.start >= given.end and other.kind != given.kind]
        if any(other.end <= cue.start for other in others):
            return True
        led = [other for other in self._before if other.first < cue.after <= other.after]
        return any(0 <= self._message.place_at(value.start) - other.after <= 1 for other in led for value in others)

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
        open_but = (self._left_open and given.kind == "day") or self._stands_before(self._excepting, before)
        listing = self._message.found("clauses.listing") if open_but else ()
        joined = [*self._chained, *listing]
        sentences = [self._message.clause_at(each.start).sentence for each in (before, given)]
        if not 0 < len(between) <= 2 or sentences[0] != sentences[1]:
            return False  # "Not Friday either. Thursday then."
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
