"""Reads the answer to a confirm, and what is to be different after a no."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.meanings import (
    Affirm,
    Cancel,
    Deny,
    Inform,
    Repeat,
    StartFlow,
    Unclear,
    WantPerson,
)
from frontdesk.dialogue.starting import STUCK
from frontdesk.dialogue.values import Money, Soonest, Times
from frontdesk.language.clearing.hesitations import trails_off
from frontdesk.language.understanding.agreeing.assent import assent, orders_it, verdict
from frontdesk.language.understanding.agreeing.cancelling import on_cancelling
from frontdesk.language.understanding.agreeing.confirming import agreed, is_no_to_changes, is_of_shown, other_times
from frontdesk.language.understanding.choosing.arrivals import arrivals
from frontdesk.language.understanding.choosing.instead import pick_instead
from frontdesk.language.understanding.choosing.listing import from_list, listing
from frontdesk.language.understanding.choosing.picking import Picking
from frontdesk.language.understanding.choosing.pointing import pointed
from frontdesk.language.understanding.choosing.prices import limit
from frontdesk.language.understanding.choosing.times import first_or_last, later_or_earlier
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.message.clauses import Mood
from frontdesk.language.understanding.questions.asking import (
    apart_from,
    asked_of,
    besides,
    without_lacking,
    without_unknown,
)
from frontdesk.language.understanding.questions.unserved import unknown_places
from frontdesk.language.understanding.readings.anywhere import left_over, named_besides, settled, values_in, without
from frontdesk.language.understanding.readings.at_slot import at_slot
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.slots.filling import fill
from frontdesk.language.understanding.slots.notes import Strength, note, note_with_yes
from frontdesk.language.understanding.slots.recounted import recounted, shows_count
from frontdesk.language.understanding.slots.shifting import BY_LENGTH, shift
from frontdesk.language.understanding.slots.ways_back import is_back_that_day
from frontdesk.language.understanding.values.every_value import same
from frontdesk.language.understanding.values.given import Stance, apart
from frontdesk.language.understanding.wishes.changes import (
    changes,
    corrected_hour,
    renamed,
    unread_change,
)
from frontdesk.language.understanding.wishes.letting_go import moves_of
from frontdesk.language.understanding.wishes.moves import social
from frontdesk.language.understanding.wishes.own_booking import asks_when, checks, is_about_booking
from frontdesk.language.understanding.wishes.skips import with_named_skips
from frontdesk.language.understanding.wishes.starts import (
    begun_instead,
    of_another_booking,
    starts,
    starts_within,
)
from frontdesk.language.understanding.wishes.taking_up import taken_up

_ANYTHING = frozenset({"text", "notes"})  # kinds of slot that any words fill, so that these answer nothing for sure


def at_confirmation(heard: Heard) -> list[Read]:
    """Read the answer to a confirm: a yes counts only for exactly what was shown."""
    acts = with_named_skips(heard, moves_of(heard), heard.asked.slots)
    values = [read for read in _moved_values(heard) if not _is_known(read, heard) and not _is_of_that_day(read, heard)]
    if answer := on_cancelling(heard, values):
        return answer
    if not acts and (landing := _landing(heard)):
        return landing
    acts = settled(heard, acts, values)
    if not acts and (another := (not values and other_times(heard)) or _another_choice(heard) or from_list(heard)):
        return another
    if not acts and not values and (other := pointed(heard)):
        return other
    asks = without_lacking(asked_of(heard), acts)
    if any(read.why.endswith(BY_LENGTH) for read in values):
        asks = apart_from(values, asks)  # "can it be half an hour later?" does not ask how long it takes
    if (checks(heard) or (not values and asks_when(heard, asks))) and not acts:
        return [Read(Repeat(heard.text), why="repeat: what was shown is asked about")]
    if any(isinstance(read.meaning, Cancel) for read in acts):
        other = starts_within(heard)
        return [*without(acts, Cancel), *other, *besides(asks, other)] if other else agreed(heard, acts)
    begun = [] if is_of_shown(heard, acts) else _other_flow(heard, values)
    if begun:
        return [*acts, *begun, *besides(asks, begun)]
    edits = changes(heard, values)
    # A yes in which every word is accounted for holds no wish besides.
    plain = None if values or edits or acts else _said(heard)
    if plain is not None and is_no_to_changes(heard, plain):
        return [Read(Unclear(heard.text), why="unclear: a no and a yes")]
    agrees = plain is not None and isinstance(plain.meaning, Affirm)
    wished = not (values or edits or acts or agrees)
    wish = note(heard, Strength.PLAIN if asks else Strength.POLITE) if wished else None
    wish = note_with_yes(heard) if agrees else wish
    edits = [renamed(heard, edit) for edit in edits]
    if not values and not edits:
        moved = corrected_hour(heard) or later_or_earlier(heard.message, heard.asked)
        moved = moved or first_or_last(heard.message, heard.asked) or _limit(heard)
        values = [moved] if moved else []
        asks = apart_from(values, asks) if moved else asks
    asks = asks or (named_besides(heard) if values else [])
    changed = [*values, *edits, *([wish] if wish else [])]
    answered = _verdict(heard, changed) if changed or acts else [plain] if plain else []
    if answered and not any(clause.marked for clause in heard.message.clauses):
        asks = without_unknown(asks)
    lost = [] if acts or edits or values or wish or asks else _nowhere(heard)
    reads = [*acts, *answered, *edits, *values, *([wish] if wish else []), *asks, *lost]
    return reads or _beside_the_point(heard)


def _landing(heard: Heard) -> list[Read]:
    """List the trips for a guest who names when one shall end: what is put forward shows only when it begins."""
    times = arrivals(heard.message, heard.givens, heard.asked)
    flow = listing(heard) if times and not heard.asked.chosen_from else None
    if flow is None or values_in(heard, apart(heard.givens, times)):
        return []
    # What is there by 3 leaves before 3.
    meant = [replace(given, stance=Stance.WANTED) for given in times if isinstance(given.value, Times)]
    begun = Read(StartFlow(flow.name, heard.text), why="arrival: is shown in a list")
    return [begun, *fill(heard.message, meant, heard.ear.sheet(flow, heard.asked, heard.context))]


def _limit(heard: Heard) -> Read | None:
    return limit(heard.message, heard.givens, heard.running, heard.context)


def _said(heard: Heard) -> Read | None:
    """Return the yes or no to what was shown; a yes that trails off, "okay so hmm", is none."""
    said = verdict(heard.message, heard.context)
    if said is None and shows_count(heard):
        said = assent(heard.message, heard.context)  # "yes, 3 chairs"
    if said is None or not isinstance(said.meaning, Affirm):
        return said
    trails = trails_off(heard.message.pieces, heard.message.language)
    return None if trails or is_back_that_day(heard.message, heard.asked.slots) else said


def _beside_the_point(heard: Heard) -> list[Read]:
    """Read what answers no confirm: what is known already, a courtesy, a change of nothing, a topic that is named."""
    known = [read for read in values_in(heard, heard.givens) if not _is_of_that_day(read, heard)]
    other = known or list(social(heard.message)) or unread_change(heard)
    if other:
        return other
    if assent(heard.message, heard.context):  # "yes, my daughter is coming" asks nothing about ages
        return named_besides(heard)
    consults = heard.message.found("clauses.consulting")  # "let me ask my husband" asks nothing about husbands
    told = None if consults else heard.ear.topics.told(heard.message, heard.givens, heard.asked)
    return [told] if told else []


def _another_choice(heard: Heard) -> list[Read]:
    """Return what is picked instead of what was chosen, with the yes or no beside it; a change beside it goes first."""
    picking = pick_instead(heard.message, heard.givens, heard.asked, heard.context)
    if not picking.reads or _counts_anew(heard, picking) or values_in(heard, apart(heard.givens, picking.used)):
        return []
    said = assent(heard.message, heard.context)
    return [*([said] if said else []), *picking.reads]


def _counts_anew(heard: Heard, picking: Picking) -> bool:
    """Tell "make it 4" where a count is shown from the fourth of a list: a bare number counts."""
    bare = [given for given in picking.used if given.kind == "number"]
    return bool(bare) and bool(recounted(heard, bare, ()) or shows_count(heard))


def _agrees(heard: Heard) -> bool:
    """Tell a yes in which every word is accounted for, which holds no wish besides."""
    said = verdict(heard.message, heard.context)
    return said is not None and isinstance(said.meaning, Affirm)


def _moved_values(heard: Heard) -> list[Read]:
    """Return the values of a message; "an hour earlier" is one, seen from the time that is known."""
    moved = None if heard.asked.standing else shift(heard)
    if moved is None:
        return values_in(heard, heard.givens)
    return [moved.read, *values_in(heard, apart(heard.givens, [moved.length]))]


def _other_flow(heard: Heard, values: Sequence[Read]) -> list[Read]:
    """Return what the guest turns to at a confirm; a value beside it is a change of what is being booked."""
    if heard.asked.flow == STUCK and verdict(heard.message, heard.context) is None:
        # What is offered there is help: whoever says what they want, or what they were asked, needs none.
        return _answered(heard) or taken_up(heard) or starts(heard, wary=False)
    if values and not is_about_booking(heard.asked.slots):
        return of_another_booking(heard)
    return [] if orders_it(heard.message, heard.context) else begun_instead(heard, changed=bool(values))


def _answered(heard: Heard) -> list[Read]:
    """Return the answer to the question that was given up for want of one, and the flow that goes on with it."""
    question = heard.asked.given_up
    if question is None or question.slot is None or question.flow is None or question.slot.kind in _ANYTHING:
        return []
    reads = at_slot(heard.ear.hear(heard.text, question, heard.context))
    told = [read.meaning for read in reads if isinstance(read.meaning, Inform) and read.meaning.problem is None]
    if len(told) < len(reads) or question.slot.name not in {inform.slot for inform in told}:
        return []
    return [Read(StartFlow(question.flow, heard.text), why="taken up: what was asked is answered"), *reads]


def _verdict(heard: Heard, changed: Sequence[Read]) -> list[Read]:
    """Return the yes or no to what was shown; beside a change only a no in so many words counts."""
    if not changed:
        said = verdict(heard.message, heard.context)
        return [said] if said else []
    plain = assent(heard.message, heard.context)
    return [plain] if plain is not None and isinstance(plain.meaning, Deny) else []


def at_change(heard: Heard) -> list[Read]:
    """Read what is to be different, after a no."""
    acts = moves_of(heard)
    if not acts and (another := _another_choice(heard)):
        return another
    values = _moved_values(heard)
    edits = changes(heard, values)
    hour = corrected_hour(heard) or _limit(heard) if not values else None
    values, edits = ([hour], []) if hour else (values, [renamed(heard, edit) for edit in edits])
    edits = [] if any(isinstance(read.meaning, WantPerson) for read in acts) or _merely_asks(heard) else edits
    asks = [] if edits else asked_of(heard)
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
    said = verdict(heard.message, heard.context)
    return [said] if said is not None and isinstance(said.meaning, Deny) else []


def _is_known(read: Read, heard: Heard) -> bool:
    """Tell what was shown already; the part of day in "yes, monday morning" is, if the time shown lies in it."""
    meaning = read.meaning
    if not isinstance(meaning, Inform) or meaning.problem is not None:
        return False
    known = heard.asked.known.get(meaning.slot)
    sums = [value for value in heard.asked.known.values() if isinstance(value, Money)]
    part = isinstance(meaning.value, Times) and known is not None
    return same(known, meaning.value) or meaning.value in sums or (part and _agrees(heard))


def _nowhere(heard: Heard) -> list[Read]:
    """Read "to Rome", where nothing goes, as a change that cannot be."""
    return list(unknown_places(heard, heard.running, ()))[:1]


def _is_of_that_day(read: Read, heard: Heard) -> bool:
    """Tell "the earliest flight", said of a day that is known and where no time is chosen, from the earliest day."""
    meaning, message = read.meaning, heard.message
    if not isinstance(meaning, Inform) or not isinstance(meaning.value, Soonest):
        return False
    timed = any(slot.kind == "time" for slot in heard.asked.slots.values())
    things = {cue.first for cue in message.found("clauses.one")}
    after = message.place_at(message.text.find(meaning.words) + len(meaning.words) - 1) + 1
    return meaning.slot in heard.asked.known and not timed and bool({after - 1, after} & things)
