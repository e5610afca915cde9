"""Reads a pick from what was shown: by its place, by an order, by what an option has."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.meanings import Choose, More, Number
from frontdesk.dialogue.values import Soonest
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message, Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.options.arrivals import by_arrival
from frontdesk.language.resolve.options.described import by_description
from frontdesk.language.resolve.options.named import by_price, by_value
from frontdesk.language.resolve.options.neighbours import by_neighbour
from frontdesk.language.resolve.options.orders import by_order
from frontdesk.language.resolve.options.picking import Picking, Said, places_of, says_only, without
from frontdesk.language.resolve.options.positions import Position, after_of, positions, stand_alone
from frontdesk.language.resolve.options.which import of_bookings
from frontdesk.language.resolve.slots.filling import is_taken_back
from frontdesk.language.resolve.values.given import Given, Stance, apart
from frontdesk.language.results import Read

_BOOKING = "booking"  # the kind of an option that is booked already


def pick(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    """Return what a message picks from the options shown."""
    if not asked.options:
        return Picking(())
    arriving = by_arrival(message, givens, asked)
    left = tuple(given for given in givens if not arriving.reads or given not in arriving.used)
    said = Said(message, left, asked, context)
    ways = (by_neighbour, by_order, lambda _: arriving, by_price, by_place, by_value, by_description, _any)
    # "Not the earliest" picks nothing, and rules out no day either.
    soonest = tuple(given for given in left if isinstance(given.value, Soonest))
    nothing = Picking((), (*soonest, *arriving.used))
    found = next((picking for way in ways if (picking := way(said)).reads), nothing)
    return of_bookings(message, found) if asked.options[0].fields.get("kind") == _BOOKING else found


def by_place(said: Said) -> Picking:
    """Pick by the number or the ordinal of an option."""
    named = positions(said)
    chosen = named if named and stand_alone(said, named) else [each for each in named if _is_chosen(said, each)]
    preferred = [each for each in chosen if _is_preferred(said, each, named)]
    wanted = preferred or [each for each in chosen if each.given.stance is Stance.WANTED]
    while len(wanted) > 1 and is_taken_back(said.message, wanted[-2].given, wanted[-1].given):
        wanted = wanted[-1:]
    refused = [each for each in chosen if each.given.stance is Stance.EXCLUDED]
    picks = ((one, each.given.words) for each in wanted for one in each.picks)
    reads = tuple(Read(Choose(one, words), why="place: of the options shown") for one, words in picks)
    if not reads and refused:  # "not 1, 2" picks the second
        gone = [option for each in refused for option in each.options[: len(each.picks)]]
        reads = without(gone, refused[-1].given.words, said.asked)
    taken = [each.given for each in (*chosen, *named)] if reads else []
    taken += [
        given for given in said.givens if given.kind == "time" and wanted and _is_replaced(said, given, wanted[-1])
    ]
    free = set(apart(said.givens, taken)) if reads else set(said.givens)
    return Picking(reads, tuple(given for given in said.givens if given not in free))


def _is_chosen(said: Said, each: Position) -> bool:
    """Tell whether a place is picked though more is said: it is called one, ruled out, or the model is sure."""
    refused = each.given.kind != "number" and each.given.stance is Stance.EXCLUDED
    after = after_of(said.message, each.given)
    counts = not says_only(said.message, range(after, min(after + 1, len(said.message.bare))), ())  # "4 layers"
    return each.sure or refused or stand_alone(said, [each]) or (not counts and said.chooses())


def _is_preferred(said: Said, each: Position, named: Sequence[Position]) -> bool:
    """Tell what "is better" is said of, or what stands before "than" with another of them after it."""
    message = said.message
    after = message.place_at(each.given.end - 1) + 1
    if message.clause_at(each.given.start).marked or len(named) < 2 or each.given.stance is Stance.EXCLUDED:
        return False
    cues = [cue for label in ("preferring_after", "than") for cue in message.found(f"clauses.{label}")]
    return any(cue.first == after for cue in cues)


def _is_replaced(said: Said, given: Given, last: Position) -> bool:
    return given.end <= last.given.start and is_taken_back(said.message, given, last.given)


def _any(said: Said) -> Picking:
    """Take the first for a guest who does not mind: "any of them", or a mere "whatever"."""
    message = said.message
    alone = [cue for cue in message.found("clauses.any_alone") if _is_all_said(message, (cue,))]
    for cue in (*message.found("clauses.any_option"), *alone):
        clause = message.clause_at(cue.start)
        denied = any(not cue.first <= no.first < cue.after for no in message.within("clauses.negations", clause))
        if clause.mood is Mood.ASK or denied:
            break  # "I can't do any of those", "do any of these take longer?"
        if not message.within("clauses.having_it", clause):
            words = message.text[cue.start : cue.end]
            return Picking((Read(Choose(Number(1), words), why="any: the first will do"),))
    return Picking(())


def _is_all_said(message: Message, cues: Sequence[Cue]) -> bool:
    taken = {place for cue in cues for place in places_of(message, cue)}
    return says_only(message, range(len(message.bare)), taken)


def more(message: Message) -> Read | None:
    """Read "show me more", "anything else?"."""
    found = message.found("moves.more")
    if not found:
        return None
    longest = max(found, key=lambda cue: cue.after - cue.first)
    return Read(More(message.text[longest.start : longest.end]), why="more: other options are wanted")
