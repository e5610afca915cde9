"""Tells which flow is wanted: in the words of a trigger, or as the model believes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from frontdesk.dialogue.meanings import StartFlow
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.believing import BOOKED, believed_of, opinion_of
from frontdesk.language.resolve.slots.shifting import shift
from frontdesk.language.resolve.wishes.takers import asks_for_booking
from frontdesk.language.results import Found, Part, Read
from frontdesk.language.tagger.opinions import Opinion

_REACH = 4  # words that a "not" reaches
_START = "start"
_STARTED = 0.5  # how likely it must be that anything is wanted, where no flow is likely by itself
_WITHIN = 0.4  # of another flow, while one runs
_LEAST = 0.2  # and then of the likeliest flow
_MEANT = 0.4  # likewise, where it deals with something booked of which nobody spoke
_SURELY = 0.9  # that something is wanted, whatever it is
_LEAVING = 0.3  # that a guest of whom no booking is known takes leave
_DEEDS = (_START, "change", "undo")


def wanted(heard: Heard) -> list[Read]:
    """Return the flow that a message asks for; both where it is open which of two is meant; none where none is."""
    if said := _repeated_flows(heard):
        return [_named(heard, flow) for flow in said]
    if any_booking := heard.ear.triggers.made(heard.message):
        return [_named(heard, flow) for flow in any_booking]
    opinion = believed_of(heard)
    if opinion is None:
        named = heard.ear.triggers.named(heard.message, heard.givens)
        return [_named(heard, flow) for flow in dict.fromkeys(trigger.flow for trigger in named)]
    likely = _likely(heard, opinion)
    if held := _of_held(heard, opinion, likely):
        return [_believed(heard, held, opinion)]
    return [_believed(heard, flow, opinion) for flow in likely]


def _of_held(heard: Heard, opinion: Opinion, likely: Sequence[str]) -> str | None:
    """Return the flow that changes what a guest has booked, where a wish for something new is not sure.

    The model is asked again as if that had just been booked: "it'll be three of us now".
    """
    flows = heard.ear.triggers.flows
    sure = any(asks_for_booking(flows[flow]) or opinion.flows[flow] >= _SURELY for flow in likely)
    moves = heard.ear.triggers.that_does("move") if heard.asked.holds and not sure else None
    held = _once_booked(heard) if moves else None
    if moves is None or held is None:
        return None
    if held.acts["change"] >= _STARTED > max(held.acts[_START], held.acts["undo"]):
        return moves
    best = max(held.flows, key=lambda flow: held.flows[flow])
    if asks_for_booking(flows[best]) and held.flows[best] >= _LEAST and held.acts[_START] >= _STARTED:
        return best
    about = heard.ear.sheet(flows[moves], heard.asked, heard.context)
    return moves if shift(heard, about) is not None else None  # "two more of us" are more than something


def _once_booked(heard: Heard) -> Opinion | None:
    ear = heard.ear
    return opinion_of(heard.text, heard.asked, heard.context, ear.business, ear.labels, BOOKED)


def wanted_within(heard: Heard, flows: Collection[str]) -> list[Read]:
    """Return which of these flows is wanted while another runs: most of what is said there is an answer."""
    if not heard.ear.triggers.rest(heard.message, heard.givens):
        return []
    if said := [flow for flow in _repeated_flows(heard) if flow in flows]:
        return [_named(heard, flow) for flow in said]
    opinion = believed_of(heard)
    if opinion is None:
        return []
    among = replace(opinion, flows={flow: opinion.flows[flow] for flow in opinion.flows if flow in flows})
    likely = [flow for flow in _likely(heard, among) if _is_sure(opinion, flow)]
    return [_believed(heard, flow, opinion) for flow in likely]


def wanted_of(heard: Heard, flows: Collection[str]) -> list[Read]:
    """Return which of several flows is meant, where that was asked."""
    said = [flow for flow in _repeated_flows(heard) if flow in flows]
    opinion = None if said else believed_of(heard)
    if opinion is None:
        return [_named(heard, flow) for flow in said]
    chances = {flow: opinion.flows.get(flow, 0.0) for flow in flows}
    best = max(chances, key=lambda flow: chances[flow])
    return [_believed(heard, best, opinion)] if chances[best] >= _LEAST else []


def is_wish(heard: Heard) -> bool:
    """Say whether the model believes that something is wanted, rather than only asked."""
    opinion, tagger = believed_of(heard), heard.context.tagger
    return opinion is None or tagger is None or opinion.acts[_START] >= tagger.settings.acts[_START]


def is_weak(heard: Heard, begun: Sequence[Read]) -> bool:
    """Say whether a flow is only the likeliest of several, none of which is likely by itself."""
    floor = heard.context.tagger.settings.flow if heard.context.tagger else 0.0
    return all(read.chance is not None and read.chance < floor for read in begun[:1])


def is_sure_wish(heard: Heard) -> bool:
    """Say whether the model is sure that something is wanted, be it unsure what."""
    opinion = believed_of(heard)
    return opinion is not None and opinion.acts[_START] >= _SURELY


def only_tells(heard: Heard) -> bool:
    """Say whether the model believes that something is only remarked on: "nice weather today"."""
    opinion = believed_of(heard)
    return opinion is not None and opinion.acts["remark"] >= _STARTED > opinion.acts[_START]


def only_asks(heard: Heard) -> bool:
    """Say whether the model believes that something is asked, and nothing wanted: "I'm pregnant, can I get Botox?"."""
    opinion, tagger = believed_of(heard), heard.context.tagger
    if opinion is None or tagger is None:
        return False
    return opinion.acts["ask"] >= tagger.settings.acts["ask"] and opinion.acts[_START] < _STARTED


def _likely(heard: Heard, opinion: Opinion) -> list[str]:
    """Return the likeliest flow, if it is likely enough; two that both do something with a booking leave it open."""
    floor = heard.context.tagger.settings.flow if heard.context.tagger else 1.0
    flows = heard.ear.triggers.flows
    ranked = [flow for flow in _ranked(opinion.flows) if not is_denied(heard, flow)]
    if opinion.acts["goodbye"] >= _LEAVING > opinion.acts[_START] and not _is_of_booked(heard):
        does = heard.ear.triggers.does  # without a word for it, what is left is only the thought of a booking
        ranked = [flow for flow in ranked if not asks_for_booking(flows[flow]) or does(flows[flow], heard.text)]
    sure = [flow for flow in ranked if opinion.flows[flow] >= floor]
    if not sure and max(opinion.acts[act] for act in _DEEDS) >= _STARTED:
        ours = _is_of_booked(heard)
        floors = {flow: _MEANT if asks_for_booking(flows[flow]) and not ours else _LEAST for flow in ranked}
        likely = [flow for flow in ranked if opinion.flows[flow] >= floors[flow]]
        anew = [flow for flow in likely if not (ours or asks_for_booking(flows[flow]))]
        ordered = [flow for flow in anew if heard.ear.triggers.does(flows[flow], heard.text)]  # "book a trim that day"
        return (ordered or likely)[:1]
    both = [flow for flow in sure if asks_for_booking(flows[flow])]
    # In the order in which the business has them: what is shown does not hang on which is a little likelier.
    return sorted(both, key=list(flows).index) if both == sure else sure[:1]


def _is_of_booked(heard: Heard) -> bool:
    """Say whether there is a booking that a message may be about, or one is named: a weak belief alone is none."""
    message = heard.message
    return bool(heard.asked.settled or message.found("clauses.own")) or heard.ear.triggers.names_booking(message)


def is_denied(heard: Heard, flow: str) -> bool:
    """Tell "I don't want to cancel it" from a wish to cancel."""
    denials = heard.message.found("clauses.negations")
    deeds = heard.ear.triggers.places_of(flow, heard.message) if denials else ()
    clause_at = heard.message.clause_at
    near = [
        any(
            0 < place - no.first <= _REACH and clause_at(no.start).holds(heard.message.pieces[place].start)
            for no in denials
        )
        for place in deeds
    ]
    return bool(near) and all(near)


def _ranked(chances: Mapping[str, float]) -> list[str]:
    return sorted(chances, key=lambda flow: -chances[flow])


def _is_sure(opinion: Opinion, flow: str) -> bool:
    return opinion.flows[flow] >= _WITHIN and opinion.acts[_START] >= _STARTED


def _repeated_flows(heard: Heard) -> list[str]:
    """Return the flow with a trigger that was said again; none where several have it."""
    triggers = heard.ear.triggers.repeated(heard.message, heard.givens)
    flows = list(dict.fromkeys(trigger.flow for trigger in triggers))
    return flows if len(flows) == 1 else []


def _named(heard: Heard, flow: str) -> Read:
    repeated = heard.ear.triggers.repeated(heard.message, heard.givens)
    text = next((trigger.text for trigger in repeated if trigger.flow == flow), "")
    found = Found.BY_BLANK if "{" in text else Found.BY_TRIGGER
    return Read(StartFlow(flow, heard.text), why=f"trigger: {text}" if text else "trigger: said so", found=found)


def _believed(heard: Heard, flow: str, opinion: Opinion) -> Read:
    return Read(StartFlow(flow, heard.text), why="the model's belief", by=Part.TAGGER, chance=opinion.flows[flow])
