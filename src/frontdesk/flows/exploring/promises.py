"""The promises that every move of an exploration is held to, each with a sentence that names it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from frontdesk.dialogue.conversation import (
    Acting,
    Calling,
    Changing,
    Choosing,
    Collecting,
    Confirming,
    Conversation,
    Idle,
    Sorting,
    WithStaff,
)
from frontdesk.dialogue.effects import CallStaff, RunAction, Say, SayAgain
from frontdesk.dialogue.events import ActionEnded, GuestSpoke
from frontdesk.dialogue.expression import TODAY
from frontdesk.dialogue.flow import Choose, Collect, Confirm, Flow, Handoff, Tell
from frontdesk.dialogue.meanings import Ask, Number, Wait
from frontdesk.dialogue.meanings import Choose as Picked
from frontdesk.dialogue.offers import picked
from frontdesk.dialogue.patterns import CLARIFY
from frontdesk.dialogue.runs import allows, values
from frontdesk.dialogue.values import Value
from frontdesk.dialogue.wording import Wording
from frontdesk.flows.exploring.deeds import (
    found_for_it,
    no_means_no,
    not_asked_again,
    not_gone,
    not_the_end,
    once,
    shown_as_found,
    unknown_told,
    yes_first,
)
from frontdesk.flows.exploring.samples import compared
from frontdesk.flows.exploring.scope import Happened, Scope, held
from frontdesk.flows.reading.wordings import blanks

Check = Callable[[Happened], Iterator[str]]
_REMINDERS = ("ask_option", "ask_undecided")  # of a question that stays as it is, to a guest who wants to think


def turn_ends(happened: Happened) -> Iterator[str]:
    """Count the decisions of a turn."""
    ledger = happened.ledger
    if ledger.decisions == 1:
        return
    bound = max(flow.bound for flow in happened.scope.flows.newest.values())
    begun = 2 + happened.after.runs - ledger.begun
    if ledger.decisions > 1 + begun * bound:
        yield f"{ledger.decisions} decisions in one turn"


def tries_end(happened: Happened) -> Iterator[str]:
    """See that no question counts beyond its tries, nor a run beyond the budget."""
    position, run = happened.after.position, happened.after.run
    if isinstance(position, Collecting | Choosing | Confirming) and run is not None:
        step = happened.scope.flow(run).steps[position.step]
        limit = step.tries if isinstance(step, Collect | Choose | Confirm) else 0
        if not 1 <= position.tries <= limit:
            yield f"{position.step} is asked for the {position.tries}th time, of {limit}"
        if run.stalled > happened.scope.flows.budget + 1:
            yield f"{run.stalled} turns brought nothing"


def not_too_deep(happened: Happened) -> Iterator[str]:
    """Count the flows that wait beneath the one under way."""
    if is_too_deep(happened.scope, happened.after):
        yield f"{len(happened.after.suspended)} flows wait beneath one"


def is_too_deep(scope: Scope, conversation: Conversation) -> bool:
    """Say whether more flows wait than may: as many as the business allows, and one beneath a side matter."""
    if len(conversation.suspended) <= scope.flows.depth + 1:
        return False
    return sum(not isinstance(each.position, Calling) for each in conversation.suspended) > scope.flows.depth + 1


def answered(happened: Happened) -> Iterator[str]:
    """See that a turn that ends leaves a reply, and where it waits, the question that it waits at."""
    after, effects = happened.after, happened.effects
    if isinstance(after.position, WithStaff) or isinstance(happened.before.conversation.position, WithStaff):
        return
    if any(isinstance(effect, RunAction) for effect in effects):
        return
    said = [effect for effect in effects if isinstance(effect, Say | SayAgain)]
    if not said and isinstance(happened.event, GuestSpoke | ActionEnded) and not isinstance(after.position, Idle):
        yield "the guest gets no reply"
    if isinstance(after.position, Acting):
        yield "the turn ends in the middle of an action"
    wanted = _question(happened.scope, after)
    if wanted and _asks_to_wait(happened):
        wanted += _REMINDERS
    last = said[-1] if said else None
    if wanted and isinstance(last, Say) and last.phrase not in wanted:
        yield f"{last.phrase} is said, but the answer waited for is one to {wanted[0]}"
    if after.run is not None and isinstance(after.position, Idle):
        yield "a flow is under way and nothing is asked"


def _asks_to_wait(happened: Happened) -> bool:
    event = happened.event
    return isinstance(event, GuestSpoke) and any(isinstance(meaning, Wait) for meaning in event.meanings)


def _question(scope: Scope, after: Conversation) -> tuple[str, ...]:
    """Return the phrases that put the question of a position."""
    position, run = after.position, after.run
    flow = scope.flow(run) if run is not None else None
    match position:
        case Collecting(slot=name) if flow is not None:
            slot = flow.slots[name]
            return slot.ask or f"ask_{slot.kind}", *_which(scope)
        case Choosing(step=name) | Confirming(step=name) if flow is not None:
            step = flow.steps[name]
            if isinstance(step, Choose):
                return step.ask, *_which(scope)
            return (step.message,) if isinstance(step, Confirm) else ()
        case Changing():
            return "change_what", "as_it_is"
        case Sorting():
            return _which(scope)
        case _:
            return ()


def _which(scope: Scope) -> tuple[str, ...]:
    """Return the phrases that ask which of several was meant: those of the pattern, in whosever words."""
    pattern = scope.flows.newest.get(CLARIFY)
    if pattern is None:
        return "which_of", "which_flow"
    return tuple(step.message for step in pattern.steps.values() if isinstance(step, Tell | Handoff))


def known(happened: Happened) -> Iterator[str]:
    """See that every value that a text must have, and every argument that an action must have, is there."""
    scope = happened.scope
    for effect in happened.effects:
        if isinstance(effect, Say):
            for name in _needed(scope, effect):
                if name not in effect.values and name not in scope.everywhere:
                    yield f"{effect.phrase} shows {name}, which is empty"
        if isinstance(effect, RunAction):
            for name, parameter in scope.actions[effect.action].parameters.items():
                if parameter.required and name not in effect.arguments:
                    yield f"{effect.action} is run without {name}"


def _needed(scope: Scope, say: Say) -> frozenset[str]:
    wording = wording_of(scope.phrases, say.phrase)
    return needed_at(wording, min(say.wording, len(wording.texts))) if wording else frozenset()


def wording_of(phrases: Mapping[str, Wording], phrase: str) -> Wording | None:
    """Return the wording of a phrase, or of the phrase that it is a case of."""
    while phrase not in phrases and "." in phrase:
        phrase = phrase.rpartition(".")[0]
    return phrases.get(phrase)


def needed_at(wording: Wording, number: int) -> frozenset[str]:
    """Return the values that the texts of one try must have, in any style."""
    return frozenset().union(*(_needed_in(text) for text in wording.texts[number - 1].values()))


@cache
def _needed_in(text: str) -> frozenset[str]:
    return blanks(text).needed


def chosen(happened: Happened) -> Iterator[str]:
    """See that the option taken is the one that the guest saw under that number, or just what was wished for."""
    before, after = happened.before.conversation, happened.after
    if before.run is None or after.run is None or before.run.number != after.run.number:
        return
    for slot, steps in _choices(happened.scope.flow(after.run)).items():
        option = held(after.run, slot)
        if option is None or option == held(before.run, slot):
            continue
        offers = [after.run.offers[step.source] for step in steps if step.source in after.run.offers]
        if option not in [each.id for offer in offers for each in offer.options]:
            yield f"{slot} holds {option}, which was not offered"
        elif not any(option in _meant(happened, step) for step in steps):
            yield f"{slot} holds {option}, which is not what the guest picked"


def _choices(flow: Flow) -> dict[str, list[Choose]]:
    """Return the choose steps that fill each slot."""
    found: dict[str, list[Choose]] = {}
    for step in flow.choices:
        found.setdefault(step.slot, []).append(step)
    return found


def _meant(happened: Happened, step: Choose) -> tuple[Value | None, ...]:
    """Return the options that what happened can mean: a pick from what was seen, a yes to one, an exact find."""
    event, run = happened.event, happened.before.conversation.run
    if isinstance(event, ActionEnded):
        return (event.offer.exact,) if event.offer else _exact(happened, step)
    if not isinstance(event, GuestSpoke) or run is None or step.source not in run.offers:
        return ()
    offer = run.offers[step.source]
    numbers = [meaning.pick for meaning in event.meanings if isinstance(meaning, Picked)]
    if len(numbers) == 1 and isinstance(numbers[0], Number):
        return tuple(option.id for option in picked(offer, numbers[0]))
    single = offer.visible() if not numbers else offer.options
    return tuple(option.id for option in single) + _exact(happened, step)


def _exact(happened: Happened, step: Choose) -> tuple[Value | None, ...]:
    offer = happened.after.run.offers.get(step.source) if happened.after.run else None
    return (offer.exact,) if offer else ()


def shown_as_stored(happened: Happened) -> Iterator[str]:
    """See that the list that is shown is the list that a number is looked up in."""
    position, run = happened.after.position, happened.after.run
    shown = [effect for effect in happened.effects if isinstance(effect, Say) and effect.options]
    if isinstance(position, Choosing) and shown and run is not None:
        stored = [option.id for option in run.offers[position.source].visible()]
        if [option.id for option in shown[-1].options] != stored:
            yield "the list shown is not the list stored"


def allowed(happened: Happened) -> Iterator[str]:
    """See that no slot comes to hold a value that it does not allow, whoever gave it."""
    run, before = happened.after.run, happened.before.conversation.run
    if run is None:
        return
    ruled = [slot for slot in happened.scope.flow(run).slots.values() if slot.validate is not None]
    if not ruled:
        return
    today = happened.event.at.astimezone(happened.scope.flows.zone).date()
    known: dict[str, Value] = {**values(run), TODAY: today}
    for slot in ruled:
        if slot.name not in run.slots or allows(slot, known[slot.name], known):
            continue
        if before is None or before.slots.get(slot.name) != run.slots[slot.name]:
            yield f"{slot.name} holds {known[slot.name]}, which it does not allow"


def not_off_hand(happened: Happened) -> Iterator[str]:
    """See that a question that no flow names is looked up or passed on: a text of the flow cannot know the answer."""
    event = happened.event
    asks = [each for each in event.meanings if isinstance(each, Ask)] if isinstance(event, GuestSpoke) else []
    if not asks or isinstance(happened.before.conversation.position, WithStaff):
        return
    if any(isinstance(effect, RunAction | CallStaff) for effect in happened.effects):
        return
    if asks[0].topic not in _topics(happened.scope) and "finish_first" not in _said(happened):
        yield f"a question about {asks[0].topic}, which no flow names, is answered by {', '.join(_said(happened))}"


def _said(happened: Happened) -> list[str]:
    return [effect.phrase for effect in happened.effects if isinstance(effect, Say)]


def _topics(scope: Scope) -> set[Value]:
    """Return the topics that flows name: as theirs, or in a condition."""
    flows = [flow for flow in scope.flows.newest.values() if flow.answers]
    named = {value for flow in flows for value in compared(flow).get("topic", ())}
    return named.union(*(flow.answers for flow in flows), {"why"}) - {"*"}


PROMISES: tuple[tuple[str, Check], ...] = (
    ("A turn ends within its bound.", turn_ends),
    ("What books, moves, cancels or pays runs only on a yes to just its values, and on each yes once.", yes_first),
    ("A message with a no in it books nothing.", no_means_no),
    ("A question is put no more often than its tries; turns that bring nothing are bounded.", tries_end),
    ("No more flows wait beneath one than may.", not_too_deep),
    ("No key is used twice, and what succeeded is not done again.", once),
    ("Every turn is answered, and where it waits its last words are the question.", answered),
    ("No text and no action lacks a value.", known),
    ("What is chosen is what was shown under that number, or just what was wished for.", chosen),
    ("The list shown is the list stored.", shown_as_stored),
    ("What a confirm asks about was found for the values of now.", shown_as_found),
    ("What is booked was found for the values of now.", found_for_it),
    ("A slot holds only values that it allows.", allowed),
    ("What was just taken is neither offered nor asked for again before it was looked for anew.", not_gone),
    ("In a turn in which something was done, nothing that led to it is asked again.", not_asked_again),
    ("What may have been done and is not known goes to staff.", unknown_told),
    ("A question that no flow names is looked up or passed on, never answered off-hand.", not_off_hand),
    ("What failed on our side is not the end: staff are told, or the guest is asked how to go on.", not_the_end),
)
NEVER_RAISES = "Every event is answered in every position."
NOT_FOREVER = "Said over and over, what answers nothing leads away from the question, and so does silence."
TURNS_STOP = "No turn goes round in a circle of actions."
SUCCESS_SOUNDS_DIFFERENT = "Nothing is said after a success that is also said after a failure."
EVERY_PROMISE = (
    *(sentence for sentence, _ in PROMISES),
    NEVER_RAISES,
    NOT_FOREVER,
    TURNS_STOP,
    SUCCESS_SOUNDS_DIFFERENT,
)
