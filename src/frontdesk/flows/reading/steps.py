"""Makes steps of what the file says, and checks that what they name is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from frontdesk.dialogue.actions import ActionSpec
from frontdesk.dialogue.expression import Expression
from frontdesk.dialogue.flow import (
    END,
    Act,
    Branch,
    Choose,
    Collect,
    Confirm,
    End,
    Handoff,
    Move,
    Step,
    Tell,
)
from frontdesk.flows.findings import nearest, with_article
from frontdesk.flows.reading import flow_fields as keys
from frontdesk.flows.reading.flow_steps import make_call, make_link, make_set
from frontdesk.flows.reading.places import Place
from frontdesk.flows.reading.schema import At, Field, Record
from frontdesk.flows.reading.slots import Reading, option_fields
from frontdesk.flows.reading.wordings import shown_by

HANDED_OVER = "handed_over"  # the built-in reply of a handoff that says nothing itself


def make_step(record: Record, name: str, following: str, reading: Reading) -> Step:
    """Return the step that a whole record declares; what it names wrongly is reported."""
    return _MAKERS[record.need(keys.TYPE)](Place(record, name, following, reading))


def _collect(place: Place) -> Step:
    slot = place.slot(place.record.need(keys.SLOT))
    declared = place.reading.slots.get(slot)
    known = place.reading.known
    usual = () if declared is None else (f"ask_{declared.kind}", "ask_any")
    if declared is not None and declared.ask is None and not any(known.has_phrase(phrase) for phrase in usual):
        place.fault(place.record.line, "missing_text", f'The slot {slot} has no "ask", so nothing can be asked here.')
    return Collect(place.name, slot, place.next(), place.when(), place.tries(), place.target(keys.ON_EXIT))


def _choose(place: Place) -> Step:
    record = place.record
    source = place.checked(record.need(keys.FROM))
    _check_source(place, record.need(keys.FROM))
    fields = option_fields(record, place.reading)
    take = record.of(keys.TAKE) or {}
    place.check_names("option field", {name: at.line for name, at in take.items()}, fields or take)
    return Choose(
        name=place.name,
        slot=place.slot(record.need(keys.SLOT)),
        source=source,
        ask=place.phrase(),
        next=place.next(),
        take={name: place.slot(slot) for name, slot in take.items()},
        when=place.when(),
        tries=place.tries(),
        on_exit=place.target(keys.ON_EXIT),
    )


def _check_source(place: Place, source: At[str]) -> None:
    found = place.reading.steps.get(source.value)
    if found is None:
        return
    call = found.of(keys.CALL) if found.need(keys.TYPE) == "action" else None
    spec = place.reading.known.actions.get(call.value) if call else None
    if call is None or (spec is not None and not spec.offers):
        message = f"{source.value} finds nothing that can be chosen; `from` names an action step that makes an offer."
        place.fault(source.line, "no_offer", message)


def _confirm(place: Place) -> Step:
    record = place.record
    phrase = place.phrase()
    wording = place.reading.wordings.get(phrase) or place.reading.known.reply(phrase)
    shown = [place.slot(slot) for slot in record.of(keys.SHOWS) or ()]
    shown += [name for name in (shown_by(wording) if wording else ()) if name in place.reading.slots]
    for slot in record.of(keys.UNSHOWN) or ():
        place.slot(slot)
    buttons = record.of(keys.BUTTONS)
    return Confirm(
        name=place.name,
        message=phrase,
        shows=tuple(dict.fromkeys(shown)),
        next=place.next(),
        on_no=place.target(keys.ON_NO),
        when=place.when(),
        tries=place.tries(),
        on_exit=place.target(keys.ON_EXIT),
        yes=_button(place, buttons, keys.BUTTON_YES),
        no=_button(place, buttons, keys.BUTTON_NO),
    )


def _button(place: Place, buttons: Record | None, field: Field[At[str]]) -> str:
    """Return the text of a button. Nothing is done yet where it is shown, so it must not say that something was."""
    text = buttons.of(field) if buttons else None
    for claim in place.reading.known.claims(text.value) if text else ():
        message = f'A button says what is to be done, and "{claim.words}" says that it was.'
        place.fault(text.line if text else place.record.line, "claims_deed", message)
    return place.reading.caption(text)


def _action(place: Place) -> Step:
    record = place.record
    call = record.need(keys.CALL)
    actions = place.reading.known.actions
    spec = actions.get(call.value)
    if spec is None:
        message = f'There is no action "{call.value}".'
        place.fault(call.line, "unknown_action", message, nearest(call.value, actions))
        spec = ActionSpec(call.value, {}, frozenset(), frozenset())
    else:
        _check_contract(place, spec)
    arguments = _arguments(place, spec)
    return Act(
        name=place.name,
        call=call.value,
        arguments=arguments,
        by_name=frozenset(arguments) - (record.of(keys.WITH) or {}).keys(),
        next=place.next(),
        outputs={name: slot.value for name, slot in (record.of(keys.MAP_OUTPUTS) or {}).items()},
        on={outcome: place.checked(target) for outcome, target in (record.of(keys.ON) or {}).items()},
        guarded=spec.guarded,
        succeeds=spec.successes,
        when=place.when(),
        retries=_retries(place, spec),
        timeout=_timeout(place, spec),
        outside=not spec.at_once,
        ends=spec.ends,
    )


def _retries(place: Place, spec: ActionSpec) -> int:
    retries = place.record.of(keys.RETRY) or 0
    if retries and spec.guarded and not spec.repeatable:
        message = f"{spec.name} takes no key, so trying it again might do it twice; leave `retry` out."
        example = (f"desk: runs {spec.name}: unknown", f"desk: runs {spec.name} (it may have been done already)")
        place.fault(place.record.line_of(keys.RETRY), "unsafe_retry", message, example=example)
    elif retries and spec.at_once:
        message = (
            f"{spec.name} is not async: in the same turn it would end as before; "
            f"leave `retry` out, or make the action async."
        )
        place.fault(place.record.line_of(keys.RETRY), "vain_retry", message)
    return retries


def _timeout(place: Place, spec: ActionSpec) -> timedelta | None:
    timeout = place.record.of(keys.TIMEOUT)
    if timeout is not None and spec.at_once:
        message = f"{spec.name} is not async, so nothing can stop it; leave `timeout` out, or make the action async."
        place.fault(place.record.line_of(keys.TIMEOUT), "vain_timeout", message)
    return timeout


def _check_contract(place: Place, spec: ActionSpec) -> None:
    """Check what the step names of the action: arguments, outputs, outcomes."""
    for what, field, there in (
        ("argument", keys.WITH, spec.parameters),
        ("output", keys.MAP_OUTPUTS, spec.outputs),
        ("outcome", keys.ON, spec.outcomes),
    ):
        named = place.record.of(field) or {}
        place.check_names(what, {name: at.line for name, at in named.items()}, there)


def _arguments(place: Place, spec: ActionSpec) -> Mapping[str, str]:
    """Return argument -> slot: as `with` says, and slots of the same name."""
    slots, given = place.reading.slots, place.record.of(keys.WITH) or {}
    arguments = {name: place.slot(slot) for name, slot in given.items()}
    for name, parameter in spec.parameters.items():
        if name not in arguments and name in slots:
            arguments[name] = name
        slot = slots.get(arguments.get(name, ""))
        if slot is None and parameter.required and name not in given:
            message = f'{spec.name} needs "{name}", and there is no slot of that name; say which with `with`.'
            place.fault(place.record.line, "missing_argument", message)
        if slot is not None and not place.reading.known.kinds.may_be_passed(slot.kind, parameter.kind):
            kinds = with_article(slot.kind), with_article(parameter.kind)
            message = f"{slot.name} is {kinds[0]}; {spec.name} takes {kinds[1]} as {name}."
            place.fault(place.record.line, "wrong_kind", message)
    return arguments


def _say(place: Place) -> Step:
    return Tell(place.name, place.phrase(), place.next(), place.when())


def _branch(place: Place) -> Step:
    cases: list[tuple[Expression, str]] = []
    for case in place.record.need(keys.CASES):
        if case.whole:
            condition = place.condition(case.need(keys.CASE_WHEN))
            target = place.checked(case.need(keys.CASE_NEXT))
            cases += [(condition, target)] if condition else []
    return Branch(place.name, tuple(cases), place.checked(place.record.need(keys.OTHERWISE)), place.when())


def _handoff(place: Place) -> Step:
    target, when = place.target(keys.NEXT), place.when()
    if when is not None and target is None:
        message = f"{place.name} may be skipped, so say where the flow goes on: give it a `next`."
        place.fault(place.record.line, "missing_next", message)
    reason = place.record.of(keys.REASON) or place.name.replace("_", " ")
    return Handoff(place.name, reason, place.phrase(HANDED_OVER), target or END, when)


def _move(place: Place) -> Step:
    return Move(place.name, place.next())


def _end(place: Place) -> Step:
    return End(place.name)


_MAKERS: Mapping[str, Callable[[Place], Step]] = {
    "collect": _collect,
    "choose": _choose,
    "confirm": _confirm,
    "action": _action,
    "say": _say,
    "branch": _branch,
    "set": make_set,
    "call": make_call,
    "link": make_link,
    "handoff": _handoff,
    "move": _move,
    "end": _end,
}
