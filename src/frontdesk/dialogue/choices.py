"""Hears an answer to an offer: a choice, a doubt, a wish for something else."""

from __future__ import annotations

from datetime import datetime, time

from frontdesk.dialogue import runs, shifts
from frontdesk.dialogue.again import aside, unclear
from frontdesk.dialogue.conversation import Choosing, Offer, Option, Run, Source
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import Shown
from frontdesk.dialogue.flow import Act, Choose
from frontdesk.dialogue.heard import Heard, sort
from frontdesk.dialogue.meanings import AtTime, ByValue, Extreme, Inform, Meaning, More, Number, Pick
from frontdesk.dialogue.offers import picked, together
from frontdesk.dialogue.passing import clarified
from frontdesk.dialogue.patterns import CHOICE
from frontdesk.dialogue.starting import apply, explain, give_up, go_another_way
from frontdesk.dialogue.turn import Turn
from frontdesk.dialogue.values import Item, Shift, Value
from frontdesk.dialogue.walk import rewalk, walk

_HOURS = 12  # on the face of a clock


def choose(turn: Turn, position: Choosing, heard: Heard, changed: frozenset[str]) -> Turn:
    """Hear the answer to an offer: new wishes first, then a choice, then anything else."""
    step = _choose_step(turn, position)
    source = turn.step(step.source)
    if changed & runs.touches(source, turn.flow):
        return rewalk(_wishes(_left_out(turn, heard), heard), changed | {step.slot}, step.name)
    picks = _picks(position, heard)
    offer = turn.run.offers[step.source]
    options = _meant(offer, heard, picks)
    if Extreme.ALL in picks and len(options) > 1:
        one_by_one = unclear(turn.say("one_at_a_time"), None)
        return _take(turn, step, offer, together(options)) if offer.several else one_by_one
    if len(options) > 1 or (options and len(set(picks)) > 1):  # "3 or 4?" chooses neither
        return _doubt(_told_apart(turn, picks), position, options)
    if options and _found_for_another(turn, step, changed):
        return rewalk(turn, changed, step.name)  # "yes, and the number is 555 0100": what was chosen before may be gone
    if options:
        unseen = _unseen_time(turn, step, picks, options[0])
        return _look_for(turn, step, unseen) if unseen else _take(turn, step, offer, options[0])
    if any(isinstance(pick, AtTime | ByValue) for pick in heard.picks):
        before = turn.run
        wished = _wishes(turn, heard)
        new = runs.changed_slots(before, wished.run)
        if new:
            return rewalk(wished, new, step.source)
        return walk(wished.with_run(runs.rewound(wished.run, step.source)), step.source)
    if heard.picks:
        return unclear(turn.say("no_such_option"), None)
    if heard.no and len(offer.options) == 1:
        return go_another_way(turn.say("no_more_options"), step)  # there is nothing else to offer, so do not ask again
    if heard.has(More) or heard.no:
        return _page(turn, position)
    if changed:  # a name or a number: it is noted, and the same times come again
        given = told(turn, heard)
        return rewalk(turn.say("taken", {"taken": given}) if given else turn, changed, step.name)
    return (
        unclear(explain(turn, heard), None) if heard.problems else aside(turn, heard) or unclear(turn, "which_option")
    )


def _found_for_another(turn: Turn, step: Choose, changed: frozenset[str]) -> bool:
    """Tell whether what was chosen before this offer was found with something that has changed since."""
    before = [each for each in turn.flow.choices if each is not step and each.slot in turn.run.slots]
    return any(changed & runs.touches(turn.step(each.source), turn.flow) for each in before)


def told(turn: Turn, heard: Heard) -> tuple[Value, ...]:
    """Return the values that a message gave to slots of the flow."""
    given = [inform for inform in heard.informs if inform.slot in turn.flow.slots]
    return tuple(inform.value for inform in given if not isinstance(inform.value, Shift | None))


def _left_out(turn: Turn, heard: Heard) -> Turn:
    """Say whom or what the guest ruled out, where the times that are left may be the same as before."""
    items = [exclude.value for exclude in heard.excludes if isinstance(exclude.value, Item)]
    return turn.say("left_out", {"value": items[0]}) if items and not heard.informs else turn


def _unseen_time(turn: Turn, step: Choose, picks: tuple[Pick, ...], option: Option) -> Inform | None:
    """Return the time of an option that was named and is not on the page; None where no time is looked for."""
    source, start = turn.step(step.source), option.value("start")
    named = any(isinstance(pick, Extreme) or (isinstance(pick, AtTime) and isinstance(pick.at, time)) for pick in picks)
    if not named or not isinstance(source, Act) or option in turn.run.offers[step.source].visible():
        return None
    looked_for = (turn.flow.slots[name] for name in source.arguments.values() if name in turn.flow.slots)
    slot = next((slot for slot in looked_for if slot.kind == "time"), None)
    return Inform(slot.name, start.time(), "") if slot and isinstance(start, datetime) else None


def _look_for(turn: Turn, step: Choose, wish: Inform) -> Turn:
    """Look for a time that was not shown, so that the reply can say that it is open."""
    wished = apply(turn, sort((wish,)))
    return rewalk(wished, runs.changed_slots(turn.run, wished.run) | {step.slot}, step.source)


def names_choice(turn: Turn, heard: Heard) -> bool:
    """Tell "yes, the cheapest" where the cheapest is what was chosen; true as well where nothing was picked."""
    step = runs.last_choice(turn.flow, turn.run)
    if step is None or not heard.picks:
        return not heard.picks
    options = _meant(turn.run.offers[step.source], heard, heard.picks)
    return [option.id for option in options] == [turn.run.slots[step.slot].value]


def choose_again(turn: Turn, heard: Heard) -> Turn | None:
    """Hear another choice where the one that was made is to be agreed to; None where nothing else was picked."""
    step = runs.last_choice(turn.flow, turn.run)
    options = _meant(turn.run.offers[step.source], heard, heard.picks) if step and heard.picks else ()
    if step is None or not options or names_choice(turn, heard):
        return None
    turn = turn.with_run(runs.clear(turn.run, turn.flow, step.slot))
    if len(options) == 1:
        turn = turn.with_run(_wished(turn.run, step, options[0]))
        return _take(turn, step, turn.run.offers[step.source], options[0])
    turn = turn.with_run(runs.rewound(turn.run, step.name))
    return _doubt(turn, Choosing(step.name, step.source, 0), options)


def _wished(run: Run, step: Choose, option: Option) -> Run:
    """Let the choice that was made anew be the wish: what was wished for before it is not to come back."""
    slots = dict(run.slots)
    for name, target in step.take.items():
        value, held = option.value(name), slots.get(target)
        if value is not None and held is not None and held.source is Source.GUEST:
            slots[target] = replace(held, value=value)
    return replace(run, slots=slots)


def _choose_step(turn: Turn, position: Choosing) -> Choose:
    step = turn.step(position.step)
    if not isinstance(step, Choose):
        raise LookupError(f"{position.step} is not a choose step")
    return step


def _picks(position: Choosing, heard: Heard) -> tuple[Pick, ...]:
    """Return what was picked. Asked which of two, a number is one of theirs, though it could be an hour as well."""
    numbers = tuple(pick for pick in heard.picks if isinstance(pick, Number))
    return numbers if position.among and numbers else heard.picks


def _meant(offer: Offer, heard: Heard, picks: tuple[Pick, ...]) -> tuple[Option, ...]:
    """Return the options the message can mean. "ok" is a single one, or the only one that fits; "all" is no other."""
    picks = tuple(pick for pick in picks if pick is not Extreme.ALL) or picks
    options = dict.fromkeys(option.id for pick in picks for option in picked(offer, pick))
    agreeable = [each for each in offer.visible() if each.value("fits") is True] or offer.visible()
    if not picks and heard.yes and len(agreeable) == 1:
        options = dict.fromkeys(option.id for option in agreeable)
    return tuple(option for option in offer.options if option.id in options)


def _wishes(turn: Turn, heard: Heard) -> Turn:
    """Turn picks that are not in the offer into wishes, so that the action looks for them."""
    informs: list[Meaning] = []
    for pick in heard.picks:
        for slot in turn.flow.slots.values():
            if isinstance(pick, AtTime) and slot.kind == "time":
                informs.append(Inform(slot.name, pick.at, ""))
            if isinstance(pick, ByValue) and slot.name == pick.field:
                informs.append(Inform(slot.name, pick.value, ""))
    return apply(turn, sort(informs))


def _take(turn: Turn, step: Choose, offer: Offer, option: Option) -> Turn:
    """Fill the slot with the option; an offer that is too old is looked for again first."""
    run = shifts.taken(turn.run, turn.flow, step, option)
    if turn.at < offer.expires_at:
        return walk(turn.with_run(runs.moved_on(run)), step.name)
    wished = {name: replace(filled, source=Source.GUEST) for name, filled in run.slots.items() if name != step.slot}
    run = runs.rewound(replace(run, slots=wished, stalled=0), step.source)
    return walk(turn.with_run(run), step.source)


def _told_apart(turn: Turn, picks: tuple[Pick, ...]) -> Turn:
    """Say what a bare number may be, where it is that of an option and the hour of another: "3"."""
    places = [pick.position for pick in picks if isinstance(pick, Number)]
    hours = [pick.at for pick in picks if isinstance(pick, AtTime)]
    both = len(places) == 1 and any(isinstance(at, time) and (at.hour - places[0]) % _HOURS == 0 for at in hours)
    return turn.say("place_or_hour", {"number": places[0]}) if both else turn


def _doubt(turn: Turn, position: Choosing, options: tuple[Option, ...]) -> Turn:
    """Ask which of several options was meant. They are what is shown now, so they are numbered anew."""
    step = _choose_step(turn, position)
    if position.tries >= step.tries:
        return give_up(turn, step)
    found = turn.run.offers[step.source]
    rest = tuple(option for option in found.options if option not in options)
    offer = replace(found, options=(*options, *rest), first=0, shown=len(options))
    shown = tuple(Shown(n, option.id, option.fields) for n, option in enumerate(options, start=1))
    turn = turn.with_run(replace(turn.run, offers={**turn.run.offers, step.source: offer}))
    turn = turn.to(replace(position, tries=position.tries + 1, among=tuple(option.id for option in options)))
    return clarified(turn, CHOICE, position.tries + 1, shown)


def _page(turn: Turn, position: Choosing) -> Turn:
    offer = turn.run.offers[position.source]
    first = offer.first + offer.shown
    return _page_from(turn, position, first) or unclear(turn.say("no_more_options"), None)


def page_before(turn: Turn) -> Turn | None:
    """Show the page before the one that is shown; None where that is the first, or none is."""
    position = turn.position
    offer = turn.run.offers[position.source] if isinstance(position, Choosing) else None
    if not isinstance(position, Choosing) or offer is None or not offer.first:
        return None
    return _page_from(turn.stalled(), position, max(0, offer.first - offer.size))


def first_page(turn: Turn, slots: tuple[str | None, ...]) -> Turn | None:
    """Show a list from its beginning to a guest who wants to choose from all of it; None where another is meant."""
    position = turn.position
    if not isinstance(position, Choosing) or _choose_step(turn, position).slot not in slots:
        return None
    return _page_from(turn.stalled(), position, 0)


def _page_from(turn: Turn, position: Choosing, first: int) -> Turn | None:
    step = _choose_step(turn, position)
    offer = turn.run.offers[step.source]
    if first >= len(offer.options):
        return None
    offer = replace(offer, first=first, shown=min(offer.size, len(offer.options) - first))
    run = replace(turn.run, offers={**turn.run.offers, step.source: offer})
    return turn.with_run(run).to(Choosing(step.name, step.source, 1)).show(step.ask, offer, 1)
