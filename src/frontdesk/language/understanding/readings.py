"""Reads a message by what it answers: nothing, a question for a slot, an offer, a confirm, or which flow was meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.meanings import (
    Affirm,
    Ask,
    Cancel,
    Change,
    Choose,
    Deny,
    Exclude,
    Greet,
    Help,
    Inform,
    More,
    Repeat,
    Skip,
    StartFlow,
    Thank,
    Unclear,
    WantPerson,
)
from frontdesk.dialogue.starting import PERSON, STUCK
from frontdesk.dialogue.values import Money, Soonest, Times
from frontdesk.language import number
from frontdesk.language.understanding.afterwards import afterwards, undone
from frontdesk.language.understanding.answers import answer, free_text, plain_answer, whatever_is_open
from frontdesk.language.understanding.asking import apart_from, asked_of, besides, without_lacking, without_unknown
from frontdesk.language.understanding.assent import assent, orders_it, verdict
from frontdesk.language.understanding.changes import between_days, changes, corrected_hour, renamed, unread_change
from frontdesk.language.understanding.choices import later_or_earlier, more, pick
from frontdesk.language.understanding.clauses import Mood
from frontdesk.language.understanding.confirming import agreed, is_no_to_changes, is_of_shown, other_times
from frontdesk.language.understanding.for_others import for_others
from frontdesk.language.understanding.full_names import whole_name
from frontdesk.language.understanding.given import Given, Stance, apart
from frontdesk.language.understanding.instead import pick_instead
from frontdesk.language.understanding.letting_go import moves_of
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.listing import from_list
from frontdesk.language.understanding.measuring import measure
from frontdesk.language.understanding.moves import moves, social
from frontdesk.language.understanding.naming import with_known
from frontdesk.language.understanding.notes import Strength, note, opening_note, when_to_ring
from frontdesk.language.understanding.picking import Picking
from frontdesk.language.understanding.pointing import meant_person, pointed
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.said_again import when_again
from frontdesk.language.understanding.several import adds
from frontdesk.language.understanding.shifting import shift
from frontdesk.language.understanding.skips import with_named_skips
from frontdesk.language.understanding.slots import fill
from frontdesk.language.understanding.starts import (
    asks_when,
    asks_whether_booked,
    begun_instead,
    cannot_come,
    checks,
    fills_trigger,
    is_about_booking,
    of_another_booking,
    starts,
    starts_within,
)
from frontdesk.language.understanding.texts import gives_only, nothing_said
from frontdesk.language.understanding.topics import HOURS, PRESENCE, PRICE, UNKNOWN
from frontdesk.language.understanding.triggers import ASKED, VALUES
from frontdesk.language.understanding.trips import once_more, way_back
from frontdesk.language.understanding.unoffered import not_offered
from frontdesk.language.understanding.unserved import unknown_places, unknown_wish, unserved
from frontdesk.language.understanding.values import same
from frontdesk.language.understanding.zones import THERE
from frontdesk.language.words import word_set

_TEXT = frozenset({"text", "notes"})
_VALUES = (Inform, Exclude)


def idle(heard: Heard) -> list[Read]:
    """Read a message that answers nothing."""
    acts = list(moves(heard.message, heard.asked))
    asks = asked_of(heard)
    begun = starts(heard, wary=any(heard.ear.topics.is_sensitive(read) for read in asks))
    begun = begun or (undone(heard) if not without_unknown(asks) else [])  # "is it too late to cancel?"
    if trip := way_back(heard, begun) or once_more(heard, begun):
        return [*_without(acts, Cancel, Help), *trip]
    if begun and begun[0].why.startswith(VALUES) and any(isinstance(read.meaning, WantPerson) for read in acts):
        begun = []  # "connect me to Dr. Smith" names whom, and books nothing
    if unable := cannot_come(heard, begun):
        return [*_without(acts, Cancel, Help), *unable]
    if after := afterwards(heard, begun):
        return [*_without(acts, Cancel, Help), *after, *apart_from(after, asks)]
    if begun and not (asks and _is_mere_mention(heard, begun, asks)):
        named = asks or heard.ear.topics.besides(heard.message, heard.givens, heard.asked)
        return [*_without(acts, Cancel, Help), *begun, *besides(named, begun), *opening_note(heard, begun, asks)]
    requested = heard.ear.topics.requested(heard.message, heard.givens, heard.asked) if not asks else None
    if requested and acts and all(isinstance(read.meaning, Greet | Thank) for read in acts):
        return [requested]  # "hey there, can I bring my dog"
    if acts or asks:
        return [*acts, *_where_to_call(heard, acts), *(without_unknown(asks) if acts else asks)]
    wished = unknown_wish(heard)
    return _rest(heard, None) or when_to_ring(heard) or [read for read in (requested, wished) if read][:1]


def _where_to_call(heard: Heard, acts: Sequence[Read]) -> list[Read]:
    """Return what a guest who wants a person gives with that: "call me on 646 555 0177"."""
    flow = heard.ear.triggers.flows.get(PERSON)
    if flow is None or not any(isinstance(read.meaning, WantPerson) for read in acts):
        return []
    givens = [replace(given, stance=Stance.WANTED) if given.stance is Stance.ASKED else given for given in heard.givens]
    return fill(heard.message, givens, heard.ear.sheet(flow, heard.asked, heard.context))


def _is_mere_mention(heard: Heard, begun: Sequence[Read], asks: Sequence[Read]) -> bool:
    """Tell "something for wrinkles, what do you suggest?": only a name started a flow, beside a question."""
    if any(read.why.startswith(PRESENCE) for read in asks):
        return True  # "is Dr. Smith in on Friday?" wants to know just that
    topics = {read.meaning.topic for read in asks if isinstance(read.meaning, Ask)} - {UNKNOWN}
    if PRICE in topics and isinstance(begun[0].meaning, StartFlow) and begun[0].meaning.flow == heard.ear.looks_up:
        return True  # what an appointment costs is not told by looking it up
    if begun[0].why.startswith(ASKED):
        # "Who will do my Botox?" asks for a person, whether or not it is booked.
        named = heard.ear.triggers.names_booking(heard.message) or fills_trigger(heard, begun)
        return bool(topics) and not named
    wanted = {given.kind for given in heard.givens if given.stance is Stance.WANTED}
    wished = "time" in wanted or ("day" in wanted and HOURS not in topics)
    return begun[0].why.startswith(VALUES) and not wished and not heard.message.found("clauses.desires")


def at_slot(heard: Heard) -> list[Read]:
    """Read the answer to a question for one slot."""
    plain = plain_answer(heard.message, heard.givens, heard.asked, heard.ear.scope, heard.context)
    if plain is not None:
        return [plain]
    acts = with_named_skips(heard, moves_of(heard), heard.asked.slots)
    asks = without_lacking(asked_of(heard), acts)
    slot = heard.asked.slot
    if slot is not None and slot.kind in _TEXT and not acts and (nothing := nothing_said(heard, slot)):
        return [nothing]
    if (
        slot is not None
        and slot.kind in _TEXT
        and not acts
        and not _asks_only(heard, asks)
        and not _is_all_values(heard)
        and not (heard.ear.triggers.is_all(heard.message, heard.givens) and starts_within(heard))
    ):
        return [free_text(heard.message, slot)]
    if asks_whether_booked(heard) and not acts:
        return [Read(Repeat(heard.text), why="repeat: nothing is booked yet")]
    if not acts and (told := when_again(heard)):
        return told
    begun = [] if _is_markup(heard) else starts_within(heard) or _leaving_aside(heard)
    if begun:
        return [*_without(acts, Cancel, Skip), *begun, *besides(asks, begun)]
    other = [read for read in acts if isinstance(read.meaning, Skip) and read.meaning.slot is not None]
    reads, wish = _slot_values(heard, is_asking=bool(asks) or len(acts) > len(other))
    acts = _settled(heard, acts, reads)
    if not (acts or reads) and later_or_earlier(heard.message, heard.asked):
        asks, wish = without_unknown(asks), None  # "can it be any earlier?"
    asks = asks or (_besides(heard) if reads else [])
    if acts or asks or reads:
        return [*acts, *_spoken_assent(heard, reads, acts), *reads, *(without_unknown(asks) if acts else asks)]
    moved = shift(heard)
    hour = moved.read if moved is not None else corrected_hour(heard)
    if hour is not None:
        return [hour]
    rest = _rest(heard, wish)
    if not rest and (beside := later_or_earlier(heard.message, heard.asked)):
        return [beside]
    if rest or slot is None:
        return rest
    guess = not_offered(heard, slot) or whatever_is_open(heard.message, slot)
    return [guess] if guess else []


def _leaving_aside(heard: Heard) -> list[Read]:
    """Read what the guest turns to, asked by a side matter where they can be reached; a contact answers that."""
    flow = heard.ear.triggers.flows.get(heard.asked.flow or "")
    aside = flow is not None and (bool(flow.answers) or flow.name in (PERSON, STUCK))
    contact = heard.asked.slot is not None and any(given.kind == heard.asked.slot.kind for given in heard.givens)
    return starts(heard, wary=False) if aside and not contact else []


def _is_markup(heard: Heard) -> bool:
    """Tell code from talk: whatever it says, it starts nothing."""
    return not word_set(heard.context.language, "common", "markup").isdisjoint(heard.message.bare)


def _slot_values(heard: Heard, *, is_asking: bool) -> tuple[list[Read], Read | None]:
    """Return the answer to the question with what else was given, or else a wish."""
    if whole := whole_name(heard):
        return [whole], None
    values = _values(heard, heard.givens)
    slot = heard.asked.slot
    wish = None if values else note(heard, Strength.PLAIN)
    if slot is None or wish is not None or _fills(values, slot.name):
        return values, wish
    if is_asking and not values and not _opens_with_answer(heard):
        return values, wish
    if values and adds(heard.message):
        return values, wish
    direct = answer(heard.message, heard.givens, heard.asked, heard.ear.scope, heard.context)
    if direct is None or _is_when(heard, direct):
        return values, None if values else note(heard)
    start = heard.message.text.find(direct.meaning.words)
    end = start + len(direct.meaning.words)
    # "Ann Lee" is the guest, though a Lee works here.
    apart = [given for given in heard.givens if given.end <= start or end <= given.start]
    return [direct, *_values(heard, apart)], None


def _is_when(heard: Heard, direct: Read) -> bool:
    """Tell whether what looks like a bare answer is nothing but a day or a time: "thurs" is no name."""
    words = direct.meaning.words
    return any(given.kind in {"day", "time"} and given.words == words != heard.text for given in heard.givens)


def _opens_with_answer(heard: Heard) -> bool:
    """Tell "Paul Marsh. How long does it take?": an answer, and then something else."""
    first = heard.message.clauses[0]
    explained = any(label.startswith("moves.") and heard.message.within(label, first) for label in heard.message.cues)
    return len(heard.message.clauses) > 1 and first.mood is Mood.SAY and not explained


def at_choice(heard: Heard) -> list[Read]:
    """Read a pick from an offer, or what else is said to one."""
    acts = with_named_skips(heard, moves_of(heard), heard.asked.slots)
    elsewhere = any(given.kind == THERE for given in heard.givens)  # to be looked for, so that both times are said
    picking = pick(heard.message, heard.givens, heard.asked, heard.context) if not elsewhere else Picking(())
    if asks_whether_booked(heard) and not (acts or picking.reads):
        return [Read(Repeat(heard.text), why="repeat: nothing is booked yet")]
    asks = asked_of(heard)
    if not (picking.reads or asks):
        asks = heard.ear.topics.cheaper(heard.message, heard.givens, heard.asked)
    begun = () if picking.reads else starts_within(heard)
    if begun:
        return [*_without(acts, Cancel), *begun, *besides(asks, begun)]
    left = apart(heard.givens, picking.used)
    values = [*_values(heard, left), *meant_person(heard)]
    acts = _settled(heard, acts, [*picking.reads, *values])
    if picking.reads:
        return [*acts, *picking.reads, *values, *without_unknown(asks or _besides(heard))]
    values = [*values, *between_days(heard, values)] if values or acts else _other_options(heard)
    asks = without_unknown(asks) if values or acts else asks
    if acts or asks or values:
        return [*acts, *_spoken_assent(heard, values, acts), *values, *asks]
    return _rest(heard, note(heard))


def _other_options(heard: Heard) -> list[Read]:
    """Read "something later", "another day", "show me more"."""
    edits = [read for read in changes(heard, ()) if _asks_for_others(heard, read)]
    beside = later_or_earlier(heard.message, heard.asked) or more(heard.message)
    return edits or ([beside] if beside else [])


def _asks_for_others(heard: Heard, edit: Read) -> bool:
    """Tell another day or person, which asks for other options, from another time, which is one more of these."""
    if not isinstance(edit.meaning, Change) or edit.meaning.slot is None:
        return False
    return heard.asked.slots[edit.meaning.slot].kind in {"day", *heard.ear.scope.catalogues.kinds}


def at_confirmation(heard: Heard) -> list[Read]:
    """Read the answer to a confirm: a yes counts only for exactly what was shown."""
    acts = with_named_skips(heard, moves_of(heard), heard.asked.slots)
    values = [read for read in _moved_values(heard) if not _is_known(read, heard) and not _is_of_that_day(read, heard)]
    acts = _settled(heard, acts, values)
    if not acts and (another := (not values and other_times(heard)) or _another_choice(heard) or from_list(heard)):
        return another
    if not acts and not values and (other := pointed(heard)):
        return other
    asks = without_lacking(asked_of(heard), acts)
    if (checks(heard) or (not values and asks_when(heard, asks))) and not acts:
        return [Read(Repeat(heard.text), why="repeat: what was shown is asked about")]
    if any(isinstance(read.meaning, Cancel) for read in acts):
        other = starts_within(heard)
        return [*_without(acts, Cancel), *other, *besides(asks, other)] if other else agreed(heard, acts)
    begun = [] if is_of_shown(heard, acts) else _other_flow(heard, values)
    if begun:
        return [*acts, *begun, *besides(asks, begun)]
    edits = changes(heard, values)
    # A yes in which every word is accounted for holds no wish besides.
    plain = None if values or edits or acts else verdict(heard.message, heard.context)
    if plain is not None and is_no_to_changes(heard, plain):
        return [Read(Unclear(heard.text), why="unclear: a no and a yes")]
    wished = not (values or edits or acts or (plain is not None and isinstance(plain.meaning, Affirm)))
    wish = note(heard, Strength.PLAIN if asks else Strength.POLITE) if wished else None
    edits = [renamed(heard, edit) for edit in edits]
    if not values and not edits:
        moved = corrected_hour(heard) or later_or_earlier(heard.message, heard.asked)
        values = [moved] if moved else []
        asks = without_unknown(asks) if moved else asks
    asks = asks or (_besides(heard) if values else [])
    changed = [*values, *edits, *([wish] if wish else [])]
    answered = _verdict(heard, changed) if changed or acts else [plain] if plain else []
    if answered and not any(clause.marked for clause in heard.message.clauses):
        asks = without_unknown(asks)
    lost = [] if acts or edits or values or wish or asks else _nowhere(heard)
    reads = [*acts, *answered, *edits, *values, *([wish] if wish else []), *asks, *lost]
    return reads or _beside_the_point(heard)


def _beside_the_point(heard: Heard) -> list[Read]:
    """Read what answers no confirm: what is known already, a courtesy, a change of nothing, a topic that is named."""
    known = [read for read in _values(heard, heard.givens) if not _is_of_that_day(read, heard)]
    other = known or list(social(heard.message)) or unread_change(heard)
    if other:
        return other
    if assent(heard.message, heard.context):  # "yes, my daughter is coming" asks nothing about ages
        return _besides(heard)
    told = heard.ear.topics.told(heard.message, heard.givens, heard.asked)
    return [told] if told else []


def _besides(heard: Heard) -> list[Read]:
    return heard.ear.topics.besides(heard.message, heard.givens, heard.asked)


def _another_choice(heard: Heard) -> list[Read]:
    """Return what is picked instead of what was chosen, with the yes or no beside it; a change beside it goes first."""
    picking = pick_instead(heard.message, heard.givens, heard.asked, heard.context)
    if not picking.reads or _values(heard, apart(heard.givens, picking.used)):
        return []
    said = assent(heard.message, heard.context)
    return [*([said] if said else []), *picking.reads]


def _agrees(heard: Heard) -> bool:
    """Tell a yes in which every word is accounted for, which holds no wish besides."""
    said = verdict(heard.message, heard.context)
    return said is not None and isinstance(said.meaning, Affirm)


def _moved_values(heard: Heard) -> list[Read]:
    """Return the values of a message; "an hour earlier" is one, seen from the time that is known."""
    moved = None if heard.asked.standing else shift(heard)
    if moved is None:
        return _values(heard, heard.givens)
    return [moved.read, *_values(heard, apart(heard.givens, [moved.length]))]


def _other_flow(heard: Heard, values: Sequence[Read]) -> list[Read]:
    """Return what the guest turns to at a confirm; a value beside it is a change of what is being booked."""
    if heard.asked.flow == STUCK and verdict(heard.message, heard.context) is None:
        return starts(heard, wary=False)  # what is offered there is help: whoever says what they want needs none
    if values and not is_about_booking(heard.asked.slots):
        return of_another_booking(heard)
    return [] if orders_it(heard.message, heard.context) else begun_instead(heard, changed=bool(values))


def _verdict(heard: Heard, changed: Sequence[Read]) -> list[Read]:
    """Return the yes or no to what was shown; beside a change only a no in so many words counts."""
    if not changed:
        said = verdict(heard.message, heard.context)
        return [said] if said else []
    plain = assent(heard.message, heard.context)
    return [plain] if plain is not None and isinstance(plain.meaning, Deny) else []


def _settled(heard: Heard, acts: Sequence[Read], values: Sequence[Read]) -> list[Read]:
    """Leave out "I changed my mind" where what the guest now wants follows."""
    minds = bool(values) and bool(heard.message.found("clauses.change_of_mind"))
    return _without(acts, Cancel) if minds else list(acts)


def at_change(heard: Heard) -> list[Read]:
    """Read what is to be different, after a no."""
    acts = moves_of(heard)
    if not acts and (another := _another_choice(heard)):
        return another
    values = _moved_values(heard)
    edits = changes(heard, values)
    hour = corrected_hour(heard) if not values else None
    values, edits = ([hour], []) if hour else (values, [renamed(heard, edit) for edit in edits])
    edits = [] if any(isinstance(read.meaning, WantPerson) for read in acts) else edits
    asks = [] if edits else asked_of(heard)
    said = assent(heard.message, heard.context) if not (values or edits) else None
    if said is not None and isinstance(said.meaning, Affirm) and len(heard.message.clauses) > 1:
        return [said, *asks]  # "nothing, book it"
    if acts or values or edits or asks:
        return [*acts, *edits, *values, *asks]
    return _rest(heard, note(heard)) or _refusal(heard) or _nowhere(heard)


def _refusal(heard: Heard) -> list[Read]:
    """Read "too expensive", said once more after a no."""
    said = verdict(heard.message, heard.context)
    return [said] if said is not None and isinstance(said.meaning, Deny) else []


def at_flow(heard: Heard) -> list[Read]:
    """Read which of several flows was meant."""
    flows = heard.asked.flows
    begun = heard.ear.triggers.start(heard.message, heard.givens, flows)
    if begun:
        return list(begun)
    positions = [(each.value, each.words) for each in number.read_ordinal(heard.message.text, heard.context)]
    positions += [
        (given.value, given.words) for given in heard.givens if given.kind == "number" and isinstance(given.value, int)
    ]
    for position, words in positions:
        if position == -1 or 1 <= position <= len(flows):
            flow = flows[position if position == -1 else position - 1]
            return [Read(StartFlow(flow, words), why="flow: by its number")]
    return idle(heard)


def _asks_only(heard: Heard, asks: Sequence[Read]) -> bool:
    return bool(asks) and all(clause.mood is Mood.ASK for clause in heard.message.clauses)


def _is_all_values(heard: Heard) -> bool:
    values = _values(heard, heard.givens)
    return bool(values) and (not heard.ear.triggers.rest(heard.message, heard.givens) or gives_only(heard, values))


def _values(heard: Heard, givens: Sequence[Given]) -> list[Read]:
    target, measured = heard.running, measure(heard)
    told = fill(heard.message, apart(givens, measured.used), target)
    return with_known(heard, [*measured.reads, *told, *unserved(heard, target.slots), *for_others(heard, target.slots)])


def _fills(reads: Sequence[Read], slot: str) -> bool:
    return any(isinstance(read.meaning, _VALUES) and read.meaning.slot == slot for read in reads)


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


def _spoken_assent(heard: Heard, values: Sequence[Read], acts: Sequence[Read]) -> list[Read]:
    said = assent(heard.message, heard.context)
    if said is None or acts or any(isinstance(read.meaning, Choose | More | Exclude) for read in values):
        return []
    if values and isinstance(said.meaning, Deny) and not heard.text.startswith(said.meaning.words):
        return []  # "Tuesday, no wait, Wednesday" takes back a day, and denies nothing
    if not values and isinstance(said.meaning, Affirm):
        return []  # the yes of "ok, how much is it?" answers no question for a value
    return [said]


def _rest(heard: Heard, wish: Read | None) -> list[Read]:
    if wish is not None:
        return [wish]
    said = assent(heard.message, heard.context) or _put_off(heard) or _agreement(heard)
    polite = list(social(heard.message))
    whole = bool(polite) and len(heard.message.clauses) == 1  # but "hey, running late" greets and tells
    told = None if said or whole else heard.ear.topics.told(heard.message, heard.givens, heard.asked)
    return [*([said] if said else []), *([told] if told else polite)]


def _put_off(heard: Heard) -> Read | None:
    """Return "maybe later" as a no, where nothing waits to be confirmed."""
    found = heard.message.found("moves.maybe_later")
    return Read(Deny(heard.message.text[found[0].start : found[0].end]), why="no: put off") if found else None


def _agreement(heard: Heard) -> Read | None:
    """Return a yes without a yes-word to an offer: "I guess that would work"."""
    offers = heard.asked.wanted is not Wanted.SLOT  # what is asked for a name is not agreed to
    said = verdict(heard.message, heard.context) if heard.context.said and offers else None
    return said if said is not None and isinstance(said.meaning, Affirm) else None


def _without(reads: Sequence[Read], *kinds: type) -> list[Read]:
    return [read for read in reads if not isinstance(read.meaning, kinds)]
