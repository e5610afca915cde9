"""A small spa and a few actions to check flows against."""

from pathlib import Path

from frontdesk.dialogue.actions import ActionSpec, Parameter
from frontdesk.dialogue.wording import Wording
from frontdesk.flows import Loaded, Refused, load
from frontdesk.flows.drafts import Judge
from frontdesk.scheduling.business import Business

BUSINESS = """\
id: sample
name: Sample Spa
zone: Europe/Berlin
hours: {mon-fri: 9-19}
services:
  botox: {minutes: 30, price: 300-600}
  peel: {minutes: 45, also: [chemical peel]}
providers:
  sarah: {name: Sarah Chen}
resources:
  madrid: {kind: city}
"""

ACTIONS = {
    spec.name: spec
    for spec in (
        ActionSpec(
            "find",
            {
                "service": Parameter("service"),
                "day": Parameter("day"),
                "provider": Parameter("provider", required=False),
            },
            outcomes=frozenset({"openings", "none", "unavailable"}),
            successes=frozenset({"openings"}),
            outputs={"finding": "text"},
            brings={"openings": frozenset({"finding"}), "none": frozenset({"finding"})},
            offers=True,
            fields={"start": "moment", "provider": "provider", "fee": "money"},
            perhaps=frozenset({"fee"}),
        ),
        ActionSpec(
            "book",
            {
                "opening": Parameter("option"),
                "name": Parameter("person_name"),
                "notes": Parameter("notes", required=False),
            },
            outcomes=frozenset({"booked", "taken", "unknown", "failed"}),
            successes=frozenset({"booked"}),
            outputs={"reference": "reference"},
            guarded=True,
        ),
        ActionSpec(
            "quote",
            {"service": Parameter("service")},
            outcomes=frozenset({"found", "none"}),
            successes=frozenset({"found"}),
            outputs={"price": "money"},
        ),
        ActionSpec(
            "look_up",
            {"phone": Parameter("phone", required=False)},
            outcomes=frozenset({"found", "none"}),
            successes=frozenset({"found"}),
            outputs={"found": "text"},
        ),
        ActionSpec(
            "drop",
            {"phone": Parameter("phone")},
            outcomes=frozenset({"dropped", "unknown"}),
            successes=frozenset({"dropped"}),
            guarded=True,
        ),
        ActionSpec("at_once", {}, outcomes=frozenset({"done"}), successes=frozenset({"done"}), at_once=True),
        ActionSpec("wave", {}, outcomes=frozenset({"done"}), successes=frozenset({"done"})),
        ActionSpec(
            "pay",
            {"service": Parameter("service")},
            outcomes=frozenset({"paid", "unknown"}),
            successes=frozenset({"paid"}),
            outputs={"receipt": "text"},
            guarded=True,
        ),
        ActionSpec(
            "search_flights",
            {"origin": Parameter("city"), "destination": Parameter("city"), "departure_date": Parameter("day")},
            outcomes=frozenset({"found", "none", "unavailable", "unknown", "failed"}),
            successes=frozenset({"found"}),
            outputs={"price": "money"},
        ),
        ActionSpec(
            "confirm_flight_booking",
            {
                "origin": Parameter("city"),
                "destination": Parameter("city"),
                "departure_date": Parameter("day"),
                "price": Parameter("money"),
            },
            outcomes=frozenset({"booked", "taken", "refused", "unknown", "failed"}),
            successes=frozenset({"booked"}),
            outputs={"booking_ref": "reference", "confirmation": "text"},
            guarded=True,
            repeatable=True,
        ),
    )
}


PHRASES = {
    "greet": Wording(({"any": "Hello[ {name?}], this is {desk}."},)),
    "found": Wording(({"any": "I found {start} for you[, with {provider?}]."},)),
    "handed_over": Wording(({"any": "I have told our team."},)),
    "cancelled": Wording(({"any": "Never mind then."},)),
    "error": Wording(({"any": "That did not work."},)),
    "goodbye": Wording(({"any": "Goodbye."},)),
    "noted_for_staff": Wording(({"any": "That is noted."},)),
    "left_to_staff": Wording(({"any": "Our team has it."},)),
    "start_over": Wording(({"any": "From the beginning."},)),
    "nothing_before": Wording(({"any": "This is the first question."},)),
    "nothing_said": Wording(({"any": "Nothing was said yet."},)),
    "resume": Wording(({"any": "Back again."},)),
    "which_flow": Wording(({"any": "Which of these?"},)),
    "which_of": Wording(({"any": "Which one?"},)),
    "stuck": Wording(({"any": "Shall I call someone?"},)),
    "ask_any": Wording(({"any": "What is it?"},)),
}


GREETING = {"flows/greeting.yaml": "flows: {hello: {description: wave, steps: [{step: hi, type: say, message: Hi.}]}}"}


def text_problems(text: str, business: Business | None) -> list[str]:  # noqa: ARG001 - the desk's looks at both
    """Refuse one announcement of later work, as the desk's own check would."""
    return ["This promises later work."] if "one moment" in text.lower() else []


def load_files(folder: Path, files: dict[str, str]) -> Loaded | Refused:
    """Write `files` into `folder`, beside the sample business and a flow unless they bring their own, and load it."""
    usual = {"business.yaml": BUSINESS} | ({} if any(name.startswith("flows/") for name in files) else GREETING)
    for name, text in (usual | files).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load(folder, ACTIONS, known_phrases=PHRASES, judge=Judge(text_problems))


def rules_of(result: Loaded | Refused) -> list[tuple[str, int, str]]:
    """Return file, line and rule of everything that is wrong."""
    findings = result.findings if isinstance(result, Refused) else ()
    return [(finding.file, finding.line, finding.rule) for finding in findings]
