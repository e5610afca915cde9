"""The promises about what books, moves, cancels or pays: on a yes, once, for what was found, and never kept quiet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from frontdesk.dialogue.conversation import Choosing, Collecting, Confirming, Option, Run
from frontdesk.dialogue.effects import RunAction
from frontdesk.dialogue.flow import Act, Assign, CallFlow, Choose, Confirm, Flow, Step
from frontdesk.dialogue.values import digest
from frontdesk.flows.exploring.scope import Gone, Happened, Ledger, Place, Scope, Values, held


def yes_first(happened: Happened) -> Iterator[str]:
    """Look for a yes to just the values that a guarded action is about to use."""
    for effect, run in happened.guarded():
        if agreement(happened.scope, happened.ledger, run, effect.step) is None:
            yield f"{effect.action} is run without a yes to what it is given"


def agreement(scope: Scope, ledger: Ledger, run: Run, act: str) -> Place | None:
    """Return the yes of this run that is one to the present values, as far as they bind an action."""
    for place, values in ledger.agreed.items():
        if place[0] == run.number:
            binding = _binding(scope.flow(run), place[1], act)
            if all(held(run, slot) == values.get(slot) for slot in binding):
                return place
    return None


def _binding(flow: Flow, confirm: str, act: str) -> frozenset[str]:
    """Return what a confirm shows, and what the action is given unless a step of the flow brings it unasked."""
    asked, given = flow.steps[confirm], flow.steps[act]
    shown = frozenset(asked.shows) if isinstance(asked, Confirm) else frozenset()
    arguments = frozenset(given.arguments.values()) if isinstance(given, Act) else frozenset()
    return shown | (arguments - frozenset(slot for step in flow.steps.values() for slot in _brought(step)))


def _brought(step: Step) -> Iterable[str]:
    match step:
        case Act(outputs=outputs) | CallFlow(outputs=outputs):
            return outputs.values()
        case Assign(values=values):
            return values
        case _:
            return ()


def no_means_no(happened: Happened) -> Iterator[str]:
    """See that a message with a no in it books nothing."""
    if happened.ledger.refused:
        yield from (f"{effect.action} is run in a turn in which the guest said no" for effect, _ in happened.guarded())


def once(happened: Happened) -> Iterator[str]:
    """See that no key is used twice, and that what succeeded is not done again."""
    for effect, run in happened.asked_for():
        if effect.key in happened.ledger.keys:
            yield f"{effect.action} is asked for twice under one key"
        if (run.number, effect.action, digest(effect.arguments)) in happened.ledger.done:
            yield f"{effect.action} is run again with the same values after it succeeded"


def found_for_it(happened: Happened) -> Iterator[str]:
    """See that what is booked was found for just the values of now."""
    for effect, run in happened.guarded():
        flow = happened.scope.flow(run)
        act = flow.steps[effect.step]
        given = set(getattr(act, "arguments", {}).values())
        for step in flow.steps.values():
            if isinstance(step, Choose) and step.slot in given and step.source in run.path and step.name in run.path:
                for slot in _stale(happened, run, step):
                    yield f"{effect.action} uses {step.slot}, which was found for another {slot}"


def _stale(happened: Happened, run: Run, step: Choose) -> Iterator[str]:
    """Give the slots that differ from what was looked for, and from what was chosen."""
    looked: Values = happened.ledger.found.get((run.number, step.source), {})
    option = _taken(run, step)
    taken = {slot: option.value(name) for name, slot in step.take.items()} if option else {}
    for slot, value in looked.items():
        if held(run, slot) not in (value, taken.get(slot)):
            yield slot


def _taken(run: Run, step: Choose) -> Option | None:
    """Return the option that the slot of a choose step holds, if it is one of what its source found."""
    options = run.offers[step.source].options if step.source in run.offers else ()
    return next((each for each in options if each.id == held(run, step.slot)), None)


def shown_as_found(happened: Happened) -> Iterator[str]:
    """See that a confirm does not ask about a choice that was found for other values than those of now."""
    position, run = happened.after.position, happened.after.run
    if not isinstance(position, Confirming) or run is None:
        return
    for step in happened.scope.flow(run).steps.values():
        if isinstance(step, Choose) and _taken(run, step) is not None:
            given = happened.ledger.found.get((run.number, step.source), {})
            for slot in _stale(happened, run, step):
                if given[slot] is not None:  # what was learnt meanwhile, and not asked for, does no harm before the yes
                    yield f"{position.step} asks about {step.slot}, which was found for another {slot}"


def not_gone(happened: Happened) -> Iterator[str]:
    """See that what was just taken by somebody else is not held out again before it was looked for anew."""
    position, run = happened.after.position, happened.after.run
    gone = happened.ledger.gone
    if gone is None or run is None or gone.run != run.number:
        return
    if isinstance(position, Choosing) and position.source in run.offers:
        for option in run.offers[position.source].visible():
            if option.id in gone.arguments.values():
                yield f"{option.id} is offered again, which was just taken"
    if isinstance(position, Confirming) and any(_would_be(happened.scope, run, gone)):
        yield f"{position.step} asks for what was just taken"
    for effect, _ in happened.guarded():
        if effect.action == gone.action and effect.arguments == gone.arguments:
            yield f"{effect.action} is run again with what was just taken"


def _would_be(scope: Scope, run: Run, gone: Gone) -> Iterator[bool]:
    """Say of each action of a flow whether it would be run now with just what was taken."""
    for step in scope.flow(run).steps.values():
        if isinstance(step, Act) and step.call == gone.action:
            given = {name: held(run, slot) for name, slot in step.arguments.items() if slot in run.slots}
            yield given == gone.arguments


def not_asked_again(happened: Happened) -> Iterator[str]:
    """See that a turn in which something was done does not go back to what led to it."""
    position, run = happened.after.position, happened.after.run
    if not isinstance(position, Collecting | Choosing | Confirming) or run is None:
        return
    if (run.number, position.step) in happened.ledger.settled:
        yield f"{position.step} is asked again, though it was done"


def unknown_told(happened: Happened) -> Iterator[str]:
    """See that a guarded action of unknown outcome is with staff before the turn ends."""
    if happened.ledger.unsure and not any(isinstance(effect, RunAction) for effect in happened.effects):
        yield "nobody is told of an action that may have been done"


def not_the_end(happened: Happened) -> Iterator[str]:
    """See that what failed on our side is not just said: staff are told, or the guest is asked how to go on."""
    failed, run = happened.ledger.failed, happened.after.run
    if failed is None or any(isinstance(effect, RunAction) for effect in happened.effects):
        return
    if run is None or run.number != failed:
        yield "something failed, and nobody sees to it"
