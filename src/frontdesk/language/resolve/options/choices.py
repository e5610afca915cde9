"""Reads a pick from what was shown: by number, by time, by what sets an option apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.meanings import ByValue, Choose, More, Number
from frontdesk.dialogue.values import Item, Soonest
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Clause, Message, Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.options.arrivals import by_arrival
from frontdesk.language.resolve.options.counted import by_count
from frontdesk.language.resolve.options.described import by_description
from frontdesk.language.resolve.options.extremes import of_all
from frontdesk.language.resolve.options.fields import days_of, field_apart, ones
from frontdesk.language.resolve.options.limited import by_limits
from frontdesk.language.resolve.options.neighbours import by_neighbour
from frontdesk.language.resolve.options.numbers import by_number
from frontdesk.language.resolve.options.picking import Picking
from frontdesk.language.resolve.options.preferred import by_preference
from frontdesk.language.resolve.options.prices import by_price
from frontdesk.language.resolve.options.ranks import by_rank
from frontdesk.language.resolve.options.superlatives import by_extreme
from frontdesk.language.resolve.options.times import by_time
from frontdesk.language.resolve.options.which import of_bookings
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_BOOKING = "booking"  # the kind of an option that is booked already
_TWO = 2


def pick(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    """Return what a message picks from the options shown."""
    if not asked.options:
        return Picking(())
    arriving = by_arrival(message, givens, asked)
    givens = [given for given in givens if given not in arriving.used] if not arriving.reads else givens
    ways: tuple[Callable[[], Picking], ...] = (
        lambda: by_limits(message, givens, asked, context),
        lambda: by_count(message, givens, asked, context),
        lambda: of_all(message, givens),
        lambda: by_preference(message, givens, asked, context),
        lambda: by_neighbour(message, givens, asked, context),
        lambda: arriving,
        lambda: by_rank(message, givens, asked, context),
        lambda: _by_place(message, givens, asked),
        lambda: by_price(message, givens, asked, context),
        lambda: by_number(message, givens, asked, context),
        lambda: by_time(message, givens, asked),
        lambda: _by_item(givens, asked),
        lambda: _by_day(message, givens, asked),
        lambda: by_extreme(message, givens, asked, context),
        lambda: by_description(message, asked),
        lambda: _any(message),
    )
    # "Not the earliest" picks nothing, and rules out no day either.
    soonest = tuple(given for given in givens if isinstance(given.value, Soonest))
    nothing = Picking((), (*soonest, *arriving.used))
    found = next((picking for way in ways if (picking := way()).reads), nothing)
    return of_bookings(message, found) if asked.options[0].fields.get("kind") == _BOOKING else found


def _by_item(givens: Sequence[Given], asked: Asked) -> Picking:
    """Pick by a catalogue value that sets options apart: "the one with Emily", "the deluxe"."""
    reads: list[Read] = []
    used: list[Given] = []
    for given in givens:
        field = field_apart(given, asked)
        if given.stance is Stance.WANTED and field is not None and isinstance(given.value, Item):
            reads.append(Read(Choose(ByValue(field, given.value), given.words), why=f"{field}: sets an option apart"))
            used.append(given)
    return Picking(tuple(reads), tuple(used))


def _by_day(message: Message, givens: Sequence[Given], asked: Asked) -> Picking:
    """Pick by the day where the options are on several days; a day of which more was found is only narrowed down to."""
    dates = days_of(asked.options)
    days = [given for given in givens if given.kind == "day" and given.stance is Stance.WANTED and given.value in dates]
    timed = any(given.kind == "time" and given.stance is Stance.WANTED for given in givens)
    if not days or len(set(dates)) < 2 or timed or len(dates) != len(asked.options):
        return Picking(())
    unseen = set(days_of(asked.further))
    if not ones(message) and not unseen.isdisjoint(given.value for given in days):
        return Picking(())
    fitting = [index for index, day in enumerate(dates, 1) if any(day == given.value for given in days)]
    return Picking(
        tuple(Read(Choose(Number(index), days[-1].words), why="day: of an option") for index in fitting), tuple(days)
    )


def _by_place(message: Message, givens: Sequence[Given], asked: Asked) -> Picking:
    """Pick "the middle one" of three or five, "the last but one", "the top one", and of two "the former"."""
    many = len(asked.options)
    places = {"middle": (many + 1) // 2 if many % 2 else 0, "last_but_one": many - 1, "topmost": 1, "bottommost": many}
    places |= {"former": 1, "latter": 2} if many == _TWO else {}
    for label, place in ((f"clauses.{name}", place) for name, place in places.items()):
        for cue in message.found(label):
            if place > 0 and message.clause_at(cue.start).mood is not Mood.ASK:
                words = message.text[cue.start : cue.end]
                used = tuple(given for given in givens if cue.start <= given.start < cue.end)
                return Picking((Read(Choose(Number(place), words), why="place: among the options shown"),), used)
    return Picking(())


def _any(message: Message) -> Picking:
    """Take the first for a guest who does not mind: "any of them", or a mere "whatever"."""
    alone = [cue for cue in message.found("clauses.any_alone") if _is_all_said(message, cue)]
    for cue in (*message.found("clauses.any_option"), *alone):
        clause = message.clause_at(cue.start)
        denied = any(not cue.first <= no.first < cue.after for no in message.within("clauses.negations", clause))
        if clause.mood is Mood.ASK or denied or _is_told_apart(message, cue, clause):
            break  # "I can't do any of those", "do any of these take longer?", "whichever has a view"
        words = message.text[cue.start : cue.end]
        return Picking((Read(Choose(Number(1), words), why="any: the first will do"),))
    return Picking(())


def _is_told_apart(message: Message, cue: Cue, clause: Clause) -> bool:
    """Tell "whichever has a view" from "whichever is fine": what it has says which it is."""
    having = [other.after for other in message.within("clauses.having_it", clause) if other.first == cue.after]
    return any(place < clause.after and message.bare[place][0].isalnum() for place in having)


def _is_all_said(message: Message, cue: Cue) -> bool:
    around = word_set(message.language, "common", "around_choice")
    return all(
        cue.first <= place < cue.after or word in around or not word[0].isalnum()
        for place, word in enumerate(message.bare)
    )


def more(message: Message) -> Read | None:
    """Read "show me more", "anything else?"."""
    found = message.found("moves.more")
    if not found:
        return None
    longest = max(found, key=lambda cue: cue.after - cue.first)
    return Read(More(message.text[longest.start : longest.end]), why="more: other options are wanted")
