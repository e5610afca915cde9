"""Flows of any number of steps, in the shapes that long flows have; each loads, and none has a mistake."""

from collections.abc import Callable, Iterable, Mapping

_HEAD = "flows:\n  long:\n    description: go a long way\n    trigger: [go the long way]\n"


def _flow(slots: Iterable[str], steps: Iterable[str]) -> dict[str, str]:
    lines = [f"      {slot}\n" for slot in slots]
    declared = f"    slots:\n{''.join(lines)}" if lines else ""
    return {"flows/long.yaml": f"{_HEAD}{declared}    steps:\n{''.join(f'      - {step}{chr(10)}' for step in steps)}"}


def chain(count: int) -> dict[str, str]:
    """Ask, say what was answered, and run an action, again and again."""
    slots = [f"s{place}: {{type: text, ask: What is it?}}" for place in range(count // 4)]
    steps: list[str] = []
    for place in range(count // 4):
        steps += [
            f"{{step: ask{place}, type: collect, slot: s{place}}}",
            f"{{step: say{place}, type: say, message: 'So {{s{place}}}.'}}",
            f"{{step: do{place}, type: action, call: wave}}",
            f"{{step: put{place}, type: set, slot: s{place}, value: word}}",
        ]
    return _flow(slots, steps)


def branches(count: int) -> dict[str, str]:
    """Decide between two texts, again and again, by one of a few answers."""
    slots = [f"s{place}: {{type: text, ask: What is it?}}" for place in range(4)]
    steps = [f"{{step: ask{place}, type: collect, slot: s{place}}}" for place in range(4)]
    last = (count - 4) // 3
    for place in range(last):
        case = f"{{when: s{place % 4} = word{place}, next: one{place}}}"
        steps += [
            f"{{step: by{place}, type: branch, cases: [{case}], otherwise: other{place}}}",
            f"{{step: one{place}, type: say, message: 'So {{s{place % 4}}}.', next: {_next('by', place, last)}}}",
            f"{{step: other{place}, type: say, message: 'Not so.', next: {_next('by', place, last)}}}",
        ]
    return _flow(slots, steps)


def _next(name: str, place: int, count: int) -> str:
    return f"{name}{place + 1}" if place + 1 < count else "end"


def skipped(count: int) -> dict[str, str]:
    """Ask only where something was answered before, again and again."""
    slots = [f"s{place}: {{type: text, ask: What is it?}}" for place in range(count // 2)]
    steps = ["{step: ask0, type: collect, slot: s0}"]
    for place in range(1, count // 2):
        when = f"s{place - 1} is not empty and s{place - 1} = word"
        steps += [
            f"{{step: ask{place}, type: collect, slot: s{place}, when: {when}}}",
            f"{{step: say{place}, type: say, message: 'So {{s{place}}}.', when: {when}}}",
        ]
    return _flow(slots, steps)


def cases(count: int) -> dict[str, str]:
    """Decide between very many texts at one branch."""
    steps = ["{step: ask, type: collect, slot: s}"]
    ways = ", ".join(f"{{when: s = word{place}, next: say{place}}}" for place in range(count - 2))
    steps += [f"{{step: by, type: branch, cases: [{ways}], otherwise: end}}"]
    steps += [f"{{step: say{place}, type: say, message: So it is., next: end}}" for place in range(count - 2)]
    return _flow(["s: {type: text, ask: What is it?}"], steps)


def confirms(count: int) -> dict[str, str]:
    """Ask, confirm, and act on the yes, again and again."""
    slots = [f"s{place}: {{type: service, ask: Which service?}}" for place in range(count // 5)]
    steps: list[str] = []
    for place in range(count // 5):
        last = _next("ask", place, count // 5)
        steps += [
            f"{{step: ask{place}, type: collect, slot: s{place}}}",
            f"{{step: sure{place}, type: confirm, message: 'Pay {{s{place}}}?', on_no: ask{place}}}",
            f"{{step: pay{place}, type: action, call: pay, with: {{service: s{place}}}, on: {{unknown: lost{place}}}}}",
            f"{{step: paid{place}, type: say, message: 'That was {{s{place}}}.', next: {last}}}",
            f"{{step: lost{place}, type: handoff}}",
        ]
    return _flow(slots, steps)


def slots(count: int) -> dict[str, str]:
    """Ask for very many things, each of which rests on the one before."""
    named = ["s0: {type: text, ask: What is it?}"]
    rest = "type: text, ask: What is it?"
    named += [
        f"s{place}: {{{rest}, depends_on: [s{place - 1}], validate: s0 is empty or s{place} != s0}}"
        for place in range(1, count)
    ]
    return _flow(named, [f"{{step: ask{place}, type: collect, slot: s{place}}}" for place in range(count)])


def choices(count: int) -> dict[str, str]:
    """Look for openings and let the guest choose one, again and again."""
    named = ["service: {type: service, ask: Which?}", "day: {type: day, ask: When?}"]
    steps = ["{step: ask, type: collect, slot: service}", "{step: when, type: collect, slot: day}"]
    for place in range((count - 2) // 3):
        taken = f"take: {{start: t{place}}}, next: {_next('find', place, (count - 2) // 3)}"
        named += [f"o{place}: {{type: option, depends_on: [service, day]}}", f"t{place}: {{type: moment}}"]
        steps += [
            f"{{step: find{place}, type: action, call: find, on: {{none: none{place}}}}}",
            f"{{step: pick{place}, type: choose, slot: o{place}, from: find{place}, ask: Which?, {taken}}}",
            f"{{step: none{place}, type: say, message: Nothing is free., next: ask}}",
        ]
    return _flow(named, steps)


def calls(count: int) -> dict[str, str]:
    """Go through other flows, one after the other, each of which asks something."""
    named = [f"s{place}: {{type: text}}" for place in range(count)]
    steps = [
        f"{{step: go{place}, type: call, flow: part{place % 50}, outputs: {{s: s{place}}}}}" for place in range(count)
    ]
    parts = "".join(
        f"  part{place}: {{description: ask, outputs: [s], slots: {{s: {{type: text, ask: What is it?}}}}, "
        "steps: [{step: ask, type: collect, slot: s}]}\n"
        for place in range(min(count, 50))
    )
    return {**_flow(named, steps), "flows/parts.yaml": f"flows:\n{parts}"}


def nested(count: int) -> dict[str, str]:
    """Go through a flow that goes through another, and so on."""
    flows = "".join(
        f"  part{place}: {{description: ask, {'trigger: [go deep], ' if place == 0 else ''}"
        f"outputs: [s], slots: {{s: {{type: text, ask: What is it?}}}}, steps: ["
        + (
            f"{{step: go, type: call, flow: part{place + 1}, outputs: {{s: s}}}}, "
            if place + 1 < count // 2
            else "{step: ask, type: collect, slot: s}, "
        )
        + "{step: say, type: say, message: 'So {s?}.'}]}\n"
        for place in range(count // 2)
    )
    return {"flows/nested.yaml": f"flows:\n{flows}"}


def back(count: int) -> dict[str, str]:
    """Ask a long way, and lead back from every tenth question to the first one."""
    named = [f"s{place}: {{type: text, ask: What is it?}}" for place in range(count)]
    steps: list[str] = []
    for place in range(count):
        steps += [
            f"{{step: sure{place}, type: confirm, message: 'So {{s0}}?', on_no: ask0, on_exit: end}}"
            if place % 10 == 9
            else f"{{step: ask{place}, type: collect, slot: s{place}, on_exit: end}}"
        ]
    return _flow([one for place, one in enumerate(named) if place % 10 != 9], steps)


def again(count: int) -> dict[str, str]:
    """Ask a long way, and begin once more as long as the guest wants that."""
    named = [f"s{place}: {{type: text, ask: What is it?}}" for place in range(count - 2)]
    steps = [f"{{step: ask{place}, type: collect, slot: s{place}}}" for place in range(count - 2)]
    named += ["more: {type: yesno, ask: Once more?, depends_on: [s0]}"]
    steps += [
        "{step: more, type: collect, slot: more}",
        "{step: by, type: branch, cases: [{when: more = yes, next: ask0}], otherwise: end}",
    ]
    return _flow(named, steps)


def other(count: int) -> dict[str, str]:
    """Look for something with somebody, and ask for somebody else where there is nothing, again and again."""
    named = ["service: {type: service, ask: Which?}", "day: {type: day, ask: When?}"]
    steps = ["{step: ask, type: collect, slot: service}", "{step: when, type: collect, slot: day}"]
    for place in range((count - 2) // 5):
        named += [f"p{place}: {{type: provider, ask: Who else?}}", f"o{place}: {{type: option}}"]
        following = _next("find", place, (count - 2) // 5)
        steps += [
            f"{{step: find{place}, type: action, call: find, with: {{provider: p{place}}}, on: {{none: none{place}}}}}",
            f"{{step: pick{place}, type: choose, slot: o{place}, from: find{place}, ask: Which?, next: said{place}}}",
            f"{{step: none{place}, type: say, message: Nothing is free.}}",
            f"{{step: who{place}, type: collect, slot: p{place}, next: find{place}}}",
            f"{{step: said{place}, type: say, message: Good., next: {following}}}",
        ]
    return _flow(named, steps)


def empty(count: int) -> dict[str, str]:
    """Show what nobody has asked for, again and again: every step has a mistake."""
    named = [f"s{place}: {{type: text}}" for place in range(count)]
    steps = [f"{{step: say{place}, type: say, message: 'So {{s{place}}}.'}}" for place in range(count)]
    return _flow(named, steps)


SHAPES: Mapping[str, Callable[[int], dict[str, str]]] = {
    make.__name__: make
    for make in (chain, branches, skipped, cases, confirms, slots, choices, calls, nested, back, again, other)
}
