"""Reads the answer to a confirm, and what is to be different after a no."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import time

from frontdesk.dialogue.meanings import (
    Affirm,
    Cancel,
    Change,
    Choose,
    Deny,
    Exclude,
    Inform,
    Number,
    Repeat,
    Skip,
    StartFlow,
    Unclear,
    Wait,
    WantPerson,
)
from frontdesk.dialogue.starting import STUCK
from frontdesk.dialogue.values import Money, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.clearing.hesitations import trails_off
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.answering import assent, chances
from frontdesk.language.resolve.differing import differs_from_said
from frontdesk.language.resolve.options.cheaper import CHEAPER, cheaper, limit
from frontdesk.language.resolve.options.instead import pick_instead
from frontdesk.language.resolve.options.listing import from_list
from frontdesk.language.resolve.options.pointing import pointed
from frontdesk.language.resolve.options.times import first_or_last, later_or_earlier
from frontdesk.language.resolve.questions.asking import (
    apart_from,
    asked_of,
    besides,
    told_of,
    without_lacking,
    without_unknown,
)
from frontdesk.language.resolve.questions.unserved import unknown_places
from frontdesk.language.resolve.readings.anywhere import left_over, named_besides, settled, values_in, without
from frontdesk.language.resolve.readings.confirming import (
    agreed,
    all_stays,
    orders_what_is_asked,
    other_times,
    undoes_booking,
    verdict_on_shown,
)
from frontdesk.language.resolve.readings.yes_and_another import way_back, yes_and_another
from frontdesk.language.resolve.shown import is_said_again, shown_items, shown_values
from frontdesk.language.resolve.slots.counts import recounted
from frontdesk.language.resolve.slots.notes import Strength, note
from frontdesk.language.resolve.slots.shifting import shift
from frontdesk.language.resolve.slots.ways_back import days_back
from frontdesk.language.resolve.values.every_value import same
from frontdesk.language.resolve.values.given import Stance, apart
from frontdesk.language.resolve.wishes.changes import (
    changes,
    renamed,
    retitled,
)
from frontdesk.language.resolve.wishes.letting_go import moves_of
from frontdesk.language.resolve.wishes.moves import social
from frontdesk.language.resolve.wishes.own_booking import asks_when, checks, is_about_booking
from frontdesk.language.resolve.wishes.skips import with_named_skips
from frontdesk.language.resolve.wishes.starts import (
    begun_instead,
    of_another_booking,
    starts,
    starts_within,
)
from frontdesk.language.resolve.wishes.unread import garbled_day, lost_day
from frontdesk.language.results import Found, Read
from frontdesk.language.veto import asks as asks_of
from frontdesk.language.veto import asks_to_be_told, ends_with_no
from frontdesk.language.words import word_set

_HALF, _SURELY, _BEYOND_DOUBT = 0.5, 0.75, 0.95
_WISHING = ("clauses.desires", "clauses.remaking", "clauses.instead", "clauses.corrections", "clauses.requests")


def at_confirmation(heard: Heard) -> list[Read]:
    """Read the answer to a confirm: a yes counts only for exactly what was shown."""
    if asks_to_be_told(heard.message) and not any(map(heard.message.found, _WISHING)):
        return [Read(Repeat(heard.text), why="repeat: what was shown is asked about")]
    if orders_what_is_asked(heard):
        return [Read(Affirm(heard.text), why="yes: says what is to be confirmed")]
    said = verdict_on_shown(heard)
    return all_stays(heard) or yes_and_another(heard) or (not said and way_back(heard)) or _decided(heard, said)


def _decided(heard: Heard, said: Read | None) -> list[Read]:
    """Read what a reply says of what is shown: that it is wanted or not, other values, questions, other wishes."""
    acts = _undecided(with_named_skips(heard, moves_of(heard), heard.asked.slots))
    shown = shown_values(heard)
    agrees = said is not None and isinstance(said.meaning, Affirm)
    if agrees and _is_beyond_doubt(said):
        acts = without(acts, Cancel)  # "never mind, do it", and "cancel please" where that is what was asked
    values = [read for read in _moved_values(heard) if not _is_known(read, heard, shown, agrees=agrees)]
    values = _beside_no(values, said, shown)
    undone = agrees and undoes_booking(heard)
    if undone:  # "I don't need the Friday one" rules out no Friday
        values = without(values, Exclude)
    values = _with_titles(heard, values)
    if answer := _answered_whole(heard, acts, values):
        return answer
    acts = settled(heard, acts, values)
    # "We are all ill, cancel it" picks nothing.
    if not acts and not (undone and _is_beyond_doubt(said)) and (another := _another(heard, values)):
        return another
    asks = without_lacking(asked_of(heard), acts)
    if any(read.found is Found.BY_LENGTH for read in values):
        asks = apart_from(values, asks)  # "can it be half an hour later?" does not ask how long it takes
    if not acts and (checks(heard) or (not values and asks_when(heard, asks))):
        return [Read(Repeat(heard.text), why="repeat: what was shown is asked about")]
    if any(isinstance(read.meaning, Cancel) for read in acts):
        other = starts_within(heard)
        return [*without(acts, Cancel), *other, *besides(heard, asks, other)] if other else agreed(heard, said, acts)
    begun = [] if _is_of_shown(heard, acts) else _other_flow(heard, values, said)
    if begun:
        return [*acts, *begun, *besides(heard, asks, begun)]
    edits = changes(heard, values)
    # A yes in which every word is accounted for holds no wish besides.
    plain = None if values or edits or acts else _without_pause(heard, said)
    wished = plain is None and not (values or edits or acts)
    wish = note(heard, Strength.PLAIN if asks else Strength.POLITE) if wished else None
    edits = [renamed(heard, edit) for edit in edits]
    if not values and not edits:
        moved = later_or_earlier(heard.message, heard.asked)
        moved = moved or first_or_last(heard.message, heard.asked) or _limit(heard)
        values = [moved] if moved else []
        asks = apart_from(values, asks) if moved else asks
    asks = asks or (named_besides(heard) if values else [])
    changed = [*values, *edits, *([wish] if wish else [])]
    answered = _denial(heard) if changed else [plain] if plain else [said] if acts and said else []
    if answered and not any(clause.marked for clause in heard.message.clauses):
        asks = without_unknown(asks)
    lost = [] if acts or edits or values or wish or asks else _nowhere(heard)
    reads = [*acts, *answered, *edits, *values, *([wish] if wish else []), *asks, *lost]
    return reads or _beside_the_point(heard) or _unread_value(heard, shown)


def _beside_no(values: Sequence[Read], said: Read | None, shown: Sequence[Value]) -> list[Read]:
    """Return the values that are no part of the no: "not today" rules nothing out, unless today is what is shown."""
    no = said.meaning.words if said is not None and isinstance(said.meaning, Deny) else ""
    ruled_out = [read for read in values if isinstance(read.meaning, Exclude) and read.meaning.value not in shown]
    return [read for read in values if read not in ruled_out or read.meaning.words not in no]


def _another(heard: Heard, values: Sequence[Read]) -> list[Read]:
    """Return what is picked in place of what is shown, or what is sought in place of it."""
    times = (other_times(heard) or cheaper(heard)) if not values else []
    return times or _another_choice(heard) or from_list(heard) or (pointed(heard) if not values else [])


def _with_titles(heard: Heard, values: Sequence[Read]) -> list[Read]:
    """Return the values of a message with a text that is shown and said anew; what stands in that is no value."""
    titles = retitled(heard)
    apart = [read for read in values if not any(read.meaning.words in title.meaning.words for title in titles)]
    return [*apart, *titles]


def _answered_whole(heard: Heard, acts: Sequence[Read], values: Sequence[Read]) -> list[Read]:
    """Return what a reply amounts to as a whole: that all stays as it is, another booking, that nothing is decided."""
    spared = [read.meaning.value for read in values if isinstance(read.meaning, Exclude)]
    held = undoes_booking(heard) and chances(heard.message, heard.context).get("yes", 0.0) < _HALF
    if held and spared and len(spared) == len(values) and set(shown_items(heard)) <= set(spared):
        return [Read(Deny(heard.text), why="no: it shall stay")]
    if answer := lost_day(heard, values):
        return answer
    delays = not values and any(read.found is Found.BY_DELAY for read in acts)
    return [*acts, *without_unknown(asked_of(heard))] if delays else []


def _unread_value(heard: Heard, shown: Sequence[Value]) -> list[Read]:
    """Read "ok, back to 3" as a wish for something else: what was shown is not asked about again as if it were not."""
    named = [given for given in heard.givens if given.stance is Stance.WANTED and given.value not in shown]
    if not named or not differs_from_said(heard.text, heard.context):
        return []
    if days_back(heard.message, heard.givens, heard.asked.slots):
        return []  # which one booking cannot hold
    return [Read(Change(None, heard.text), why="change: to a value that could not be placed")]


def _undecided(acts: Sequence[Read]) -> list[Read]:
    """Let "let me think about it" drop nothing: a yes may still come."""
    return [
        Read(Wait(read.meaning.words), why="wait: nothing is decided yet", found=Found.BY_DELAY)
        if isinstance(read.meaning, Cancel) and read.found is Found.BY_DELAY
        else read
        for read in acts
    ]


def _limit(heard: Heard) -> Read | None:
    return limit(heard.message, heard.givens, heard.running, heard.context)


def _without_pause(heard: Heard, said: Read | None) -> Read | None:
    """Return the answer to what was shown; a yes that trails off, "okay so hmm", is none."""
    if said is None or not isinstance(said.meaning, Affirm) or _is_beyond_doubt(said):
        return said
    return None if trails_off(heard.message.pieces, heard.message.language) else said


def _is_beyond_doubt(said: Read | None) -> bool:
    return said is not None and (said.chance or 0.0) >= _BEYOND_DOUBT


def _beside_the_point(heard: Heard) -> list[Read]:
    """Read what answers no confirm: what is known already, a courtesy, a change of nothing, a topic that is named."""
    known = values_in(heard, heard.givens)
    if other := garbled_day(heard) or known or list(social(heard.message)):
        return other
    if assent(heard.message, heard.context):  # "yes, my daughter is coming" asks nothing about ages
        return named_besides(heard)
    consults = heard.message.found("clauses.consulting")
    told = None if consults else told_of(heard)
    return [told] if told else []


def _another_choice(heard: Heard) -> list[Read]:
    """Return what is picked instead of what was chosen, with the yes or no beside it; a change beside it goes first."""
    picking = pick_instead(heard.message, heard.givens, heard.asked, heard.context)
    if not picking.reads or recounted(heard, picking.used) or values_in(heard, apart(heard.givens, picking.used)):
        return []
    if chances(heard.message, heard.context).get("no", 0.0) >= _SURELY:
        return []  # "all good, I can make it"
    picks = [read.meaning.pick for read in picking.reads if isinstance(read.meaning, Choose)]
    unlisted = not heard.asked.listed and any(isinstance(pick, Number) for pick in picks)
    if unlisted or ends_with_no(heard.message):
        return []
    said = assent(heard.message, heard.context)  # "yes, the hazelnut one" may be the one that was chosen
    return [*(_denial(heard) or ([said] if said is not None else [])), *picking.reads]


def _moved_values(heard: Heard) -> list[Read]:
    """Return the values of a message; "an hour earlier" is one, seen from the time that is known."""
    moved = None if heard.asked.standing else shift(heard)
    if moved is None:
        return values_in(heard, heard.givens)
    return [moved.read, *values_in(heard, apart(heard.givens, [moved.length]))]


def _other_flow(heard: Heard, values: Sequence[Read], said: Read | None) -> list[Read]:
    """Return what the guest turns to at a confirm; a value beside it is a change of what is being booked."""
    if heard.asked.flow == STUCK and said is None:
        # What is offered there is help: whoever says what they want, or what they were asked, needs none.
        return _taken_up(heard) or starts(heard)
    if reached := _own_wish(heard):
        return reached
    if values and not is_about_booking(heard.asked.slots):
        return of_another_booking(heard)
    asked = any(map(asks_of, heard.message.clauses))
    agrees = said is not None and isinstance(said.meaning, Affirm)
    return [] if agrees and not asked else begun_instead(heard, changed=bool(values))


def _is_of_shown(heard: Heard, acts: Sequence[Read]) -> bool:
    """Tell "remove my e-mail" and "change my name to Anna Ray", said of what is shown and not of another booking."""
    removed = {read.meaning.slot for read in acts if isinstance(read.meaning, Skip)}
    if not removed.isdisjoint(heard.asked.known):
        return True
    return any(isinstance(renamed(heard, edit).meaning, Inform) for edit in changes(heard, ()))


def _taken_up(heard: Heard) -> list[Read]:
    """Return the flow in place of which help is offered, for whoever gives what it asked for."""
    before = heard.asked.given_up
    if before is None or before.slot is None or before.flow is None:
        return []
    again = heard.ear.hear(heard.text, before, heard.context)
    told = values_in(again, again.givens)
    given = [read.meaning.slot for read in told if isinstance(read.meaning, Inform) and read.meaning.problem is None]
    taken_up = Read(StartFlow(before.flow, heard.text), why="flow: what it asked for is given after all")
    return [taken_up, *told] if before.slot.name in given else []


def _offers_help(heard: Heard) -> bool:
    """Tell the confirm of a flow that answers questions, where nothing is booked."""
    flow = heard.ear.triggers.flows.get(heard.asked.flow or "")
    return flow is not None and bool(flow.answers)


def _own_wish(heard: Heard) -> list[Read]:
    """Return what is to be booked, said where a side matter is offered: "no thanks. A peel on Friday at 2"."""
    kinds = {given.kind for given in heard.givens if given.stance is Stance.WANTED}
    yes = not word_set(heard.message.language, "assent", "outright").isdisjoint(heard.message.bare)
    wishes = {"service", "day"} <= kinds or ({"day", "time"} <= kinds and not yes)
    return starts(heard) if wishes and _offers_help(heard) else []


def _denial(heard: Heard) -> list[Read]:
    """Return the no beside a change; it counts only in so many words."""
    plain = assent(heard.message, heard.context)
    return [plain] if plain is not None and isinstance(plain.meaning, Deny) else []


def at_change(heard: Heard) -> list[Read]:
    """Read what is to be different, after a no."""
    acts = moves_of(heard)
    if not acts and (another := _another_choice(heard)):
        return another
    values = _moved_values(heard) or cheaper(heard)
    values = _beside_no(values, assent(heard.message, heard.context), shown_values(heard))
    edits = changes(heard, values)
    hour = _limit(heard) if not values else None
    values, edits = ([hour], []) if hour else (values, [renamed(heard, edit) for edit in edits])
    edits = [] if any(isinstance(read.meaning, WantPerson) for read in acts) or _merely_asks(heard) else edits
    asks = [] if edits else asked_of(heard)
    asks = apart_from(values, asks) if values and heard.message.has(CHEAPER) else asks
    said = assent(heard.message, heard.context) if not (values or edits) else None
    if said is not None and isinstance(said.meaning, Affirm) and len(heard.message.clauses) > 1:
        return [said, *asks]  # "nothing, book it"
    if acts or values or edits or asks:
        return [*acts, *edits, *values, *asks]
    left = left_over(heard, note(heard))
    if any(given.kind == "number" for given in heard.givens):
        left = without(left, Deny)  # "no, 3 of the others" leaves nothing off
        return left or [Read(Unclear(heard.text), why="unclear: a number of something")]
    return left or _refusal(heard) or _nowhere(heard)


def _merely_asks(heard: Heard) -> bool:
    """Tell "what happens if I cancel the day before?", which names a day and changes none."""
    asks = all(clause.mood is Mood.ASK for clause in heard.message.clauses)
    return asks and bool(without_unknown(asked_of(heard)))


def _refusal(heard: Heard) -> list[Read]:
    """Read "too expensive", said once more after a no."""
    said = verdict_on_shown(heard)
    return [said] if said is not None and isinstance(said.meaning, Deny) else []


def _is_known(read: Read, heard: Heard, shown: Sequence[Value], *, agrees: bool) -> bool:
    """Tell what was shown already; the part of day in "yes, monday morning" is, if the time shown lies in it."""
    meaning = read.meaning
    if not isinstance(meaning, Inform) or meaning.problem is not None or meaning.value is None:
        return False
    known = heard.asked.known.get(meaning.slot)
    if known is None:
        return meaning.value in shown
    sums = [value for value in heard.asked.known.values() if isinstance(value, Money)]
    part = isinstance(known, time) and is_said_again(meaning.value, known)
    return same(known, meaning.value) or meaning.value in sums or (part and agrees)


def _nowhere(heard: Heard) -> list[Read]:
    """Read "to Rome", where nothing goes, as a change that cannot be."""
    return list(unknown_places(heard, heard.running, ()))[:1]
