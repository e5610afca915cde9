"""Makes flows at random, near enough to sensible ones that the proofs accept many and refuse many."""

from random import Random

SLOTS: dict[str, dict[str, object]] = {
    "service": {"type": "service"},
    "day": {"type": "day"},
    "name": {"type": "person_name"},
    "party": {"type": "party"},
    "notes": {"type": "notes", "required": "no"},
    "provider": {"type": "provider", "required": "no"},
}
CONDITIONS = ("notes is empty", "not (notes is empty)", "party is empty or party > 2", "service = botox", "party > 4")
_WHOLE = 10  # steps of the ordinary booking
TEXTS = (
    "Hello.",
    "[It is {service?}.]",
    "It is {service}.",
    "For {name?}[, with {notes?}].",
    "At {start?}.",
    "{day?} {day}",
)


def random_flows(chance: Random) -> dict[str, object]:
    """Return a booking and the flows that it calls and goes over to."""
    booking = random_flow(chance)
    others = {"contact": _contact(chance), "other": _other(chance)}
    steps = booking["steps"]
    called = {step.get("flow") for step in steps} if isinstance(steps, list) else set()
    return {"book": booking, **{name: flow for name, flow in others.items() if name in called}}


def _contact(chance: Random) -> dict[str, object]:
    """Return a flow that is given a subject and gives a guest back, most often for certain."""
    steps: list[dict[str, object]] = [
        {"step": "ask_guest", "type": "collect", "slot": "guest"},
        {"step": "ask_party", "type": "collect", "slot": "party"},
        {"step": "sure", "type": "confirm", "message": "{guest?}?", "on_no": chance.choice(["thanks", "end"])},
        {"step": "mark", "type": "set", "values": chance.choice([{"party": "3"}, {"guest": {"from": "party_name"}}])},
        {"step": "thanks", "type": "say", "message": chance.choice(["For {subject}.", "Thanks, {guest?}."])},
    ]
    kept = [step for step in steps[:-1] if chance.random() < 0.6]
    slots: dict[str, object] = {
        "subject": {"type": "service"},
        "guest": {"type": "person_name", "required": chance.choice(["yes", "yes", "no"])},
        "party": {"type": "party", "remember": chance.choice(["yes", "no"])},
        "party_name": {"type": "person_name"},
    }
    outputs = ["guest", "party"]
    flow: dict[str, object] = {"description": "contact", "inputs": ["subject"], "outputs": outputs}
    return {**flow, "slots": slots, "steps": [*kept, steps[-1]]}


def _other(chance: Random) -> dict[str, object]:
    """Return a flow that asks for a number, and may go over to the booking again."""
    ask = {"step": "ask_party", "type": "collect", "slot": "party", "on_exit": chance.choice(["back", "end", "end"])}
    over = {"step": "back", "type": "link", "flow": "book", "when": "party is not empty", "next": "end"}
    back = over if chance.random() < 0.5 else {"step": "back", "type": "end"}
    slots = {"party": {"type": "party"}, "name": {"type": "person_name"}}
    return {"description": "other", "slots": slots, "steps": [ask, back]}


def random_flow(chance: Random) -> dict[str, object]:
    """Return a flow: an ordinary booking with parts left out, parts put in and edges bent."""
    slots = {name: dict(slot) for name, slot in SLOTS.items()}
    if chance.random() < 0.3:
        slots["day"]["depends_on"] = ["service"]
    if chance.random() < 0.7:
        slots["party"]["default"] = "2"
    steps = [step for step in _booking(chance) if chance.random() < 0.99]
    tame = chance.random() < 0.5  # half of them are nearly sensible, so that many are accepted and run
    for number in range(chance.randrange(2 if tame else 4)):
        steps.insert(chance.randrange(len(steps) + 1), _extra(number, chance))
    for number in range(chance.randrange(3)):
        steps.insert(min(3 + chance.randrange(6), len(steps)), _crossing(number, chance))
    names = [str(step["step"]) for step in steps]
    for step in [] if tame and len(names) >= _WHOLE else steps:
        _bend(step, names, chance)
    return {"description": "book", "trigger": ["book"], "slots": slots, "steps": steps}


def _booking(chance: Random) -> list[dict[str, object]]:
    slots = ["service", "day", "name"]
    chance.shuffle(slots)
    asks: list[dict[str, object]] = [{"step": f"ask_{slot}", "type": "collect", "slot": slot} for slot in slots]
    booked: dict[str, object] = {"step": "book", "type": "action", "call": "book"}
    booked["on"] = {"taken": "find", "unknown": "unsure"}
    if chance.random() < 0.8:
        booked["map_outputs"] = {"reference": "reference"}
    shown = "{service} at {start} for {name}?[ {notes?}]"
    return [
        *asks,
        {
            "step": "find",
            "type": "action",
            "call": "find",
            "on": {"none": "sorry"},
            "map_outputs": {"finding": "finding"},
        },
        {
            "step": "offer",
            "type": "choose",
            "slot": "opening",
            "from": "find",
            "ask": "Which?",
            "take": {"start": "start"},
        },
        {"step": "sure", "type": "confirm", "message": shown},
        booked,
        {"step": "done", "type": "say", "message": "Booked for {name}.", "next": "end"},
        {"step": "sorry", "type": "say", "message": "Nothing on {day}.", "next": "ask_day"},
        {"step": "unsure", "type": "handoff"},
    ]


def _extra(number: int, chance: Random) -> dict[str, object]:
    slot = chance.choice(sorted(SLOTS))
    when = chance.choice(CONDITIONS)
    kinds: list[dict[str, object]] = [
        {"type": "say", "message": chance.choice(TEXTS)},
        {"type": "say", "message": chance.choice(TEXTS), "when": when},
        {"type": "collect", "slot": slot},
        {"type": "collect", "slot": slot, "when": when},
        {"type": "action", "call": "wave"},
        {"type": "action", "call": "quote", "on": {"none": "sorry"}, "map_outputs": {"price": "price"}},
        {"type": "branch", "cases": [{"when": when, "next": "sorry"}], "otherwise": "end"},
        {"type": "confirm", "message": chance.choice(TEXTS)},
    ]
    return {"step": f"extra_{number}", **chance.choice(kinds)}


def _crossing(number: int, chance: Random) -> dict[str, object]:
    """Return a step that sets slots or goes to another flow."""
    put = chance.choice([{"party": "3"}, {"notes": "x", "party": {"from": "party"}}, {"name": {"from": "notes"}}])
    given = chance.choice([{"subject": "service"}, {"subject": "service", "party": "party"}])
    taken = chance.choice([{"guest": "name"}, {"party": "party"}, {"guest": "host", "party": "party"}, {}])
    kinds: list[dict[str, object]] = [
        {"type": "set", "values": put},
        {"type": "call", "flow": "contact", "inputs": given, "outputs": taken},
        {"type": "call", "flow": "contact", "inputs": given, "outputs": taken, "when": "notes is empty"},
        {"type": "call", "flow": "other", "when": "party is empty"},
        {"type": "link", "flow": "other", "when": "notes is empty", "inputs": {"name": "name"}},
    ]
    return {"step": f"crossing_{number}", **chance.choice(kinds)}


def _bend(step: dict[str, object], names: list[str], chance: Random) -> None:
    """Lead some edges elsewhere, and edges to steps that were left out to one that is there."""
    on = step.get("on")
    if isinstance(on, dict):
        for outcome, target in on.items():
            if target not in names or chance.random() < 0.05:
                on[outcome] = chance.choice([*names, "end"])
    for key in ("next", "otherwise"):
        if key in step and (step[key] not in (*names, "end") or chance.random() < 0.05):
            step[key] = chance.choice(names)
    if step["type"] == "branch":
        step["otherwise"] = chance.choice(names)
    if step["type"] in {"collect", "choose", "confirm"} and chance.random() < 0.15:
        step["on_exit"] = chance.choice([*names, "end"])
    if step["type"] == "confirm" and chance.random() < 0.2:
        step["on_no"] = chance.choice([*names, "end"])
