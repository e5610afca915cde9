"""Why did it understand that? A message and what came before it, in; meanings and reasons, out.

A meaning's `kind` is its class in snake_case (`start_flow`, `inform`, `choose`, ...). Its `value` is the value of the
slot; for `choose` what picks the option, for `start_flow` the flow, for `ask` the topic. `why` names the rule, `lists`
the phrases of the word lists that it may rest on; `rejected` says what else was considered and why it was left: other
flows beside a flow, and beside the first meaning the values, moves and questions of the message that came to nothing,
and the words that no rule took.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TypeAlias

from frontdesk.desk.house import House
from frontdesk.desk.readers import LONGEST, BadLine
from frontdesk.desk.report import snake_case
from frontdesk.desk.testing import Rehearsal
from frontdesk.dialogue.asked import Asked, Wanted, asked
from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.flow import Choose as ChooseStep
from frontdesk.dialogue.flow import Confirm, Flow, Slot
from frontdesk.dialogue.meanings import (
    Affirm,
    Ask,
    AtTime,
    ByValue,
    Cancel,
    Change,
    Choose,
    Deny,
    Exclude,
    Extreme,
    Inform,
    Number,
    Pick,
    StartFlow,
)
from frontdesk.dialogue.values import Item, Money, Value, to_json
from frontdesk.language.tagger.opinions import Opinion
from frontdesk.language.understand import Read, Rejected, Source

Plain: TypeAlias = dict[str, object]
WORTH_TELLING = 0.1  # a probability


@dataclass(frozen=True, slots=True)
class Question:
    """One input line: the message, and what it answers."""

    text: str
    asked: Asked
    said: str | None = None


def explain(house: House, folder: Path, raw: str, now: datetime) -> Plain:
    """Answer one input line; a line that cannot be read is answered with its error."""
    try:
        given = _line(raw)
        question = _after(house, folder, given, now) if "before" in given else _question(house, given)
    except BadLine as error:
        return {"error": str(error)}
    reads = house.understanding.explain(question.text[:LONGEST], question.asked, now, question.said)
    opinion = house.understanding.opinion(question.text[:LONGEST], question.asked, now, question.said)
    at_confirm = question.asked.wanted is Wanted.CONFIRMATION
    return {
        "text": question.text,
        "meanings": [_meaning(read) for read in reads],
        "confirmation_value": _confirmation(reads, at_confirm=at_confirm),
        "tagger": None if opinion is None else _believed(opinion, at_confirm=at_confirm),
    }


def _believed(opinion: Opinion, *, at_confirm: bool) -> Plain:
    """Return what the model finds likely at all, most likely first; whether it was asked is told by the meanings."""
    return {
        "acts": _likely(opinion.acts),
        **({"answer": _likely(opinion.answer)} if at_confirm else {}),
        "flows": _likely(opinion.flows),
        "topics": _likely(opinion.topics),
        "options": [round(chance, 3) for chance in opinion.options],
    }


def _likely(chances: Mapping[str, float]) -> dict[str, float]:
    ranked = sorted(chances, key=lambda name: -chances[name])
    return {name: round(chances[name], 3) for name in ranked if chances[name] >= WORTH_TELLING}


def _line(raw: str) -> Mapping[str, object]:
    try:
        given = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadLine(f"This line is not JSON: {error}.") from None
    if not isinstance(given, dict) or not isinstance(given.get("text"), str):
        raise BadLine('A line is an object with a "text".')
    return given


def _after(house: House, folder: Path, given: Mapping[str, object], now: datetime) -> Question:
    """Read a line `{text, before}`: say what came before to a desk of its own, and see what it waits for then."""
    before = given["before"]
    if not isinstance(before, list) or not all(isinstance(each, str) for each in before):
        raise BadLine('"before" is a list of what the guest said before.')
    if taken := [name for name in ("asked", "offered", "said") if given.get(name) is not None]:
        raise BadLine(f'After what was said before, the desk itself knows "{taken[0]}": leave it out.')
    with Rehearsal(folder, now) as rehearsal:
        for message in before:
            rehearsal.say(message)
        conversation = rehearsal.desk.work(lambda unit: unit.conversations.by_id(rehearsal.conversation))
    if conversation is None:
        return Question(str(given["text"]), Asked())
    return Question(str(given["text"]), asked(conversation, house.flows, now), conversation.said or None)


def _question(house: House, given: Mapping[str, object]) -> Question:
    """Read a line `{text, asked?, offered?, said?}`."""
    wanted, offered, said = given.get("asked"), given.get("offered") or [], given.get("said")
    if not isinstance(wanted, str | None):
        raise BadLine('"asked" is the name of a slot, "choice", "confirmation" or null.')
    if not isinstance(said, str | None):
        raise BadLine('"said" is what the desk said before.')
    if not isinstance(offered, list) or not all(isinstance(each, dict) for each in offered):
        raise BadLine('"offered" is a list of options.')
    options = tuple(_option(house, number, each) for number, each in enumerate(offered, start=1))
    return Question(str(given["text"]), _asked(house, wanted or ("choice" if options else None), options), said)


def _asked(house: House, name: str | None, options: tuple[Option, ...]) -> Asked:
    """Return what the desk would be waiting for after such a question, in the first flow that puts it."""
    if name is None:
        return Asked()
    flow_name, _, what = name.rpartition(".")
    flows = [flow for flow in house.flows.newest.values() if flow_name in ("", flow.name)]
    for flow in sorted(flows, key=lambda flow: not _is_asked(flow.slots.get(what))):
        waiting = _asked_in(flow, what, options)
        if waiting is not None:
            return waiting
    raise BadLine(f'No flow asks for "{name}".')


def _asked_in(flow: Flow, what: str, options: tuple[Option, ...]) -> Asked | None:
    base = Asked(flow=flow.name, slots=flow.slots, options=options)
    confirm = next((step for step in flow.steps.values() if isinstance(step, Confirm)), None)
    if what == "confirmation":
        return replace(base, wanted=Wanted.CONFIRMATION, shows=confirm.shows) if confirm else None
    if what == "choice":
        offers = any(isinstance(step, ChooseStep) for step in flow.steps.values())
        return replace(base, wanted=Wanted.CHOICE) if offers else None
    slot = flow.slots.get(what)
    return replace(base, wanted=Wanted.SLOT, slot=slot) if slot else None


def _is_asked(slot: Slot | None) -> bool:
    return slot is not None and slot.ask is not None


def _option(house: House, number: int, offered: Mapping[str, object]) -> Option:
    """Make an option of what `chat --json` shows of one."""
    fields = {name: _value(house, name, value) for name, value in offered.items() if name != "option"}
    start = fields.get("start")
    if isinstance(start, datetime):
        fields |= {"kind": "opening", "day": start.date(), "time": start.time()}
    return Option(str(number), fields)


def _value(house: House, name: str, value: object) -> Value:
    kinds = {"service", *(each.kind for each in house.business.catalogue)}
    match value:
        case {"amount": amount, "currency": str(currency)}:
            return _money(str(amount), currency)
        case list():
            return tuple(_value(house, name, each) for each in value)
        case str() if name in kinds:
            return Item(name, value)
        case str():
            return _moment(house, value)
        case bool() | int():
            return value
        case float():
            return Decimal(str(value))
        case _:
            raise BadLine(f'"{name}" of an option cannot be read.')


def _money(amount: str, currency: str) -> Money:
    try:
        return Money(Decimal(amount), currency)
    except InvalidOperation:
        raise BadLine(f'"{amount}" is not an amount.') from None


def _moment(house: House, text: str) -> datetime | str:
    """Read a moment, on the wall clock of the business; anything else stays a text."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    return (moment if moment.tzinfo else moment.replace(tzinfo=house.business.zone)).astimezone(house.business.zone)


def _meaning(read: Read) -> Plain:
    meaning = read.meaning
    shown: Plain = {"kind": snake_case(type(meaning).__name__), **_details(read)}
    rejected: Plain = {"rejected": [_rejected(each) for each in read.rejected]}
    believed: Plain = {} if read.chance is None else {"chance": round(read.chance, 3)}
    why: Plain = {"why": read.why, "by": read.by.value, **believed}
    return {**shown, "words": meaning.words, **why, "lists": _lists(read.sources), **rejected}


def _lists(sources: Iterable[Source]) -> list[str]:
    return [f"{each.file}: {each.key} ({each.words})" for each in sources]


def _rejected(other: Rejected) -> Plain:
    value: Plain = {} if other.value is None else {"value": to_json(other.value)}
    lists: Plain = {"lists": _lists(other.sources)} if other.sources else {}
    return {"kind": other.kind, **value, "words": other.words, "why": other.why, **lists}


def _details(read: Read) -> Plain:
    match read.meaning:
        case StartFlow(flow=flow):
            return {"value": flow}
        case Inform(slot=slot, value=value, problem=problem, candidates=candidates):
            known: Plain = {"slot": slot, "value": None if value is None else to_json(value)}
            doubts: Plain = {"problem": problem.value} if problem else {}
            return known | doubts | ({"candidates": [to_json(each) for each in candidates]} if candidates else {})
        case Exclude(slot=slot, value=value):
            return {"slot": slot, "value": to_json(value)}
        case Change(slot=slot):
            return {"slot": slot}
        case Choose(pick=pick):
            return {"value": _pick(pick)}
        case Ask(topic=topic, about=about):
            return {"value": topic, "about": {name: to_json(value) for name, value in about}}
        case _:
            return {}


def _pick(pick: Pick) -> Plain:
    match pick:
        case Number(position=position):
            return {"option": position}
        case AtTime(at=at):
            return {"time": to_json(at)}
        case ByValue(field=field, value=value):
            return {field: to_json(value)}
        case Extreme():
            return {"which": pick.value}


def _confirmation(reads: tuple[Read, ...], *, at_confirm: bool) -> bool | None:
    """Say whether this is a yes. At a confirm what is changed or dropped is a no: the yes counts for what was shown."""
    meanings = [read.meaning for read in reads]
    changed = any(isinstance(meaning, Inform | Exclude | Change | Cancel) for meaning in meanings)
    if any(isinstance(meaning, Deny) for meaning in meanings) or (at_confirm and changed):
        return False
    return True if any(isinstance(meaning, Affirm) for meaning in meanings) else None
