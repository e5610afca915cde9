"""`frontdesk test` and `frontdesk check`: conversation files that hold, that fail, and that are broken."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from frontdesk.cli import main
from tests.commands.conftest import SPA, Run

Write = Callable[..., Path]
BOOKED = """
    about: A booking is made after a yes, once.
    now: 2025-11-18T10:00
    guest: 212 555 0123
    turns:
      - guest: book botox tomorrow at 3pm
        wordings: [i'd like botox tomorrow at 3 pm]
        desk: {ask: name, says: ["15:00"], never: [let me check]}
        does: {check_availability: openings}
        known: {service: botox, day: 2025-11-19, time: "15:00"}
      - guest: Ann Bell
        desk: {ask: email, position: collecting}
        does: nothing
      - guest: skip
        desk: {confirm: {service: botox, day: 2025-11-19, name: Ann Bell}, ask: confirmation}
        bookings: []
      - guest: "yes"
        desk: {position: idle, ask: null}
        does: {book_appointment: booked}
        bookings: [{service: botox, day: 2025-11-19, time: "15:00", phone: "+12125550123", status: booked}]
    at_end: {bookings: [{start: 2025-11-19T15:00}], diary: [{service: botox}], requests: 0}
"""


def test_a_file_that_holds_is_run_in_every_wording(run: Run, spa: Path, conversation: Write, tmp_path: Path) -> None:
    conversation(BOOKED, "book/once")
    ended = run("test", spa, "--junit", tmp_path / "junit.xml")
    assert ended.exit_code == 0, ended.output
    assert ended.stdout.splitlines() == [
        "ok      book/once",
        "ok      book/once (i'd like botox tomorrow at 3 pm)",
        "1 conversations, 2 runs, 0 failed",
    ]
    suite = ET.fromstring((tmp_path / "junit.xml").read_bytes())  # noqa: S314 - our own file
    assert (suite.get("tests"), suite.get("failures")) == ("2", "0")


def test_another_wording_goes_on_from_where_the_first_was_said(run: Run, spa: Path, conversation: Write) -> None:
    late = '      - guest: "yes"\n'
    text = changed(BOOKED, late, f"      - wait: 5m\n{late}        wordings: [yes please, drop it]\n")
    conversation(changed(text, "skip\n", "skip\n        wordings: [no email]\n"), "once")
    ended = run("test", spa)
    # What was booked by one yes is not there for another, and what is not agreed to books nothing.
    heard = [line for line in ended.stdout.splitlines() if line[0] != " "]
    assert heard == [
        "ok      once",
        "ok      once (i'd like botox tomorrow at 3 pm)",
        "ok      once (no email)",
        "ok      once (yes please)",
        "FAILED  once (drop it)",
        "1 conversations, 5 runs, 1 failed",
    ]
    assert "does: expected book_appointment: booked, got" in ended.stdout


FAILING = [
    ("desk: {ask: name,", "desk: {ask: phone,", "ask: expected phone, got name"),
    ('says: ["15:00"]', 'says: ["16:00"]', "says: expected 16:00"),
    ('says: ["15:00"]', "says: [2025-11-20]", "says: expected 2025-11-20"),
    ("never: [let me check]", "never: [botox]", "never: expected anything but botox"),
    ("never: [let me check]", 'never: ["15:00"]', "never: expected anything but 15:00"),
    ("does: {check_availability: openings}", "does: nothing", "does: expected nothing, got check_availability"),
    ("does: nothing", "does: check_availability", "does: expected check_availability, got nothing"),
    ("known: {service: botox,", "known: {service: hydrafacial,", "known.service: expected hydrafacial, got botox"),
    ("known: {service: botox,", "known: {name: Ann,", "known.name: expected Ann, got null"),
    ("desk: {confirm: {service: botox,", "desk: {confirm: {service: [botox, hydrafacial],", "confirm.service"),
    ("position: collecting", "position: choosing", "position: expected choosing, got collecting"),
    ("bookings: []", "bookings: [{service: botox}]", "bookings: expected"),
    ("status: booked}]", "status: booked}, {service: botox}]", "bookings: expected"),
    ('time: "15:00", phone', 'time: "15:30", phone', "bookings: expected"),
    ("at_end: {bookings: [{start: 2025-11-19T15:00}]", "at_end: {bookings: []", "bookings: expected []"),
    ("diary: [{service: botox}]", "diary: [{service: botox}, {service: botox}]", "bookings: expected"),
    ("requests: 0", "requests: 1", "requests: expected 1, got 0"),
    ("does: {book_appointment: booked}", "does: {book_appointment: taken}", "got book_appointment: booked"),
]


OFFERED = """
    about: What is offered is what is free.
    now: 2025-11-18T10:00
    given:
      - {service: botox, day: 2025-11-19, time: "09:30", provider: sarah_smith}
      - {service: botox, start: 2025-11-19T09:30, provider: emily_johnson}
    blocked:
      - {day: 2025-11-19, from: "10:00", to: "11:00"}
    turns:
      - guest: botox tomorrow
        desk: {offer: OFFER}
"""
OFFERS = [
    ('["09:00", "11:00", "11:30", "12:00", "12:30"]', True),
    ('["09:00", "11:00", "11:30", "12:00"]', False),
    ("{count: 5, day: 2025-11-19}", True),
    ("{count: 4}", False),
    ("{day: 2025-11-20}", False),
    ('{first: "09:00", last: "12:30", from: "09:00", until: "13:00"}', True),
    ('{first: "09:30"}', False),
    ('{from: "09:30"}', False),
    ('{until: "12:30"}', False),
    ('{includes: ["11:00"], excludes: ["09:30", "10:00"]}', True),
    ('{includes: ["10:00"]}', False),
    ('{excludes: ["11:00"]}', False),
    ("{provider: lisa_lee}", False),
    ("nothing", False),
]


def changed(text: str, before: str, after: str) -> str:
    assert before in text
    return text.replace(before, after, 1)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Run all variants at once, which is much faster, and return what was printed of each, by the name of its file."""
    spa = tmp_path_factory.mktemp("variants") / "spa"
    shutil.copytree(SPA, spa, ignore=shutil.ignore_patterns("conversations", "*.db*"))
    single = changed(BOOKED, "wordings: [i'd like botox tomorrow at 3 pm]", "")
    files = {f"failing_{number}": changed(single, *change[:2]) for number, change in enumerate(FAILING)}
    files |= {f"offer_{number}": changed(OFFERED, "OFFER", offer) for number, (offer, _) in enumerate(OFFERS)}
    for name, text in files.items():
        (spa / "conversations").mkdir(exist_ok=True)
        (spa / "conversations" / f"{name}.yaml").write_text(dedent(text), encoding="utf-8")
    ended = CliRunner(catch_exceptions=False).invoke(main, ["test", str(spa)])
    assert ended.exit_code == 1
    sections = re.split(r"^(?=ok |FAILED )", ended.stdout, flags=re.MULTILINE)
    return {section.split()[1]: section for section in sections if section}


@pytest.mark.parametrize("number", range(len(FAILING)), ids=[change[2] for change in FAILING])
def test_each_claim_can_fail(told: dict[str, str], number: int) -> None:
    section = told[f"failing_{number}"]
    assert section.startswith("FAILED")
    assert FAILING[number][2] in section


@pytest.mark.parametrize("number", range(len(OFFERS)), ids=[offer for offer, _ in OFFERS])
def test_offers_are_compared(told: dict[str, str], number: int) -> None:
    assert told[f"offer_{number}"].startswith("ok" if OFFERS[number][1] else "FAILED")


def test_time_passes_others_come_and_the_world_breaks(run: Run, spa: Path, conversation: Write) -> None:
    conversation("""
        about: Another guest takes the time while this one thinks, and then the calendar fails.
        now: 2025-11-18T10:00
        guest: +1 212 555 0123
        channel: sms
        turns:
          - guest: book botox tomorrow at 3pm with dr smith
            channel: voice
          - guest: Ann Bell
          - guest: skip
            desk: {position: confirming}
          - wait: 40m
          - meanwhile:
              - guest: book botox tomorrow at 3pm with dr smith
              - guest: Bo Lind
              - guest: skip
              - guest: "yes"
                does: {book_appointment: booked}
                bookings: [{name: Bo Lind}]
          - world: {calendar: down}
          - guest: "yes"
            bookings: []
        at_end: {diary: [{name: Bo Lind, provider: sarah_smith}]}
    """)
    ended = run("test", spa)
    assert ended.exit_code == 0, ended.output


def test_a_guest_may_say_nothing(run: Run, spa: Path, conversation: Write) -> None:
    conversation("""
        about: Silence is asked about in other words; time passes in it.
        now: 2025-11-18T10:00
        channel: voice
        turns:
          - guest: botox tomorrow
            desk: {position: choosing}
          - silence: 20 minutes
            desk: {position: choosing, ask: choice}
            does: nothing
          - silence: 20 minutes
            channel: sms
            known: {service: botox}
            bookings: []
          - guest: the first one
            does: {check_availability: openings}
    """)
    ended = run("test", spa)
    assert ended.exit_code == 0, ended.output


def test_what_is_claimed_of_a_silence_can_fail(run: Run, spa: Path, conversation: Write) -> None:
    conversation("""
        about: Silence is a yes.
        now: 2025-11-18T10:00
        turns:
          - guest: botox tomorrow
          - silence: 2 minutes
            desk: {position: idle}
    """)
    ended = run("test", spa)
    assert ended.exit_code == 1
    assert "claim.yaml:6: (silence)" in ended.stdout
    assert "position: expected idle, got choosing" in ended.stdout


def test_the_world_is_in_trouble_until_it_works_again(run: Run, spa: Path, conversation: Write) -> None:
    conversation("""
        about: What a change of the world does not name stays as it is.
        now: 2025-11-18T10:00
        guest: 212 555 0123
        turns:
          - world: {calendar: down, actions: {get_faq_answer: works, cancel_appointment: failed}}
          - world: {actions: {check_availability: unknown}}
          - guest: botox tomorrow
            does: {check_availability: unknown}
          - world: {actions: {check_availability: works}}
          - guest: botox tomorrow
            does: {check_availability: unavailable}
          - world: {calendar: up}
          - guest: botox tomorrow at 3pm
            does: {check_availability: openings}
        at_end: {requests: 2}
    """)
    ended = run("test", spa)
    assert ended.exit_code == 0, ended.output


TOLD = """
    about: With a reference and a phone number a stranger is told of a booking.
    now: 2025-11-18T10:00
    given:
      - {service: botox, start: 2025-11-19T14:00, guest: 212 555 0188, reference: KD7RM4QX}
      - {service: hydrafacial, start: 2025-11-20T15:00, guest: 212 555 0199}
    turns:
      - guest: status of my booking REFERENCE
        desk: {ask: phone}
      - guest: my number is PHONE
        desk: {says: [SAYS]}
"""
ALONE = """
    about: There is no booking to speak of.
    now: 2025-11-18T10:00
    turns:
      - guest: status of my booking {reference}
"""


def test_a_reference_is_given_or_is_that_of_the_last_booking(run: Run, spa: Path, conversation: Write) -> None:
    told = TOLD.replace("REFERENCE", "KD7RM4QX").replace("PHONE", "212 555 0188").replace("SAYS", '2025-11-19, "14:00"')
    conversation(told, "given")
    told = TOLD.replace("REFERENCE", "{reference}").replace("PHONE", "{phone}").replace("SAYS", '2025-11-20, "15:00"')
    conversation(told, "last")
    conversation(ALONE, "none")
    ended = run("test", spa)
    assert ended.exit_code == 1
    assert [line.split()[:2] for line in ended.stdout.splitlines() if line[0] != " "][:3] == [
        ["ok", "given"],
        ["ok", "last"],
        ["FAILED", "none"],
    ]
    assert "guest: expected a booking whose reference can be said, got none" in ended.stdout


BROKEN = """\
about: This file has a mistake on nearly every line.
now: 2025-11-18T10:00
guest: "12"
given: [{service: botx, day: 2025-11-19, reference: x}, {service: botox}, {service: cut, day: 2025-11-19, provider: s}]
turns:
  - guest: hi
    wait: 3m
  - wait: 3m
    does: nothing
  - guest: hi
    desk: {confirm: {servce: botox}, ask: nme}
    does: {book_apointment: booked}
  - guest: hi
    does: {book_appointment: boked}
    bookings: [{servic: botox}]
  - meanwhile: [{guest: hi, known: {dya: x}}]
  - silence: 3m
    wordings: [nothing]
  - world: {}
  - world: {actions: {book_apointment: unknown}}
  - world: {actions: {get_faq_answer: unknown}}
  - world: {actions: {book_appointment: booked}}
"""
MISTAKES = [
    (3, "bad_phone"),
    (4, "unknown_resource"),
    (4, "bad_reference"),
    (4, "unknown_service"),
    (4, "when"),
    (6, "what_happens"),
    (9, "misplaced_key"),
    (11, "unknown_slot"),
    (12, "unknown_action"),
    (14, "unknown_outcome"),
    (15, "unknown_field"),
    (16, "unknown_slot"),
    (18, "misplaced_key"),
    (19, "nothing_changes"),
    (20, "unknown_action"),
    (21, "unknown_outcome"),
    (22, "bad_ending"),
]


def test_every_mistake_is_named_with_its_line(run: Run, spa: Path, conversation: Write) -> None:
    conversation(BROKEN, "broken")
    conversation(OFFERED.replace("OFFER", "{count: 5}"), "fine")
    ended = run("test", spa)
    assert ended.exit_code == 2
    assert "ok      fine" in ended.stdout
    for line, rule in MISTAKES:
        named = [each for each in ended.stderr.splitlines() if f"conversations/broken.yaml:{line}: " in each]
        assert any(each.endswith(f"[{rule}]") for each in named), (line, rule)
    assert "Did you mean book_appointment?" in ended.stderr
    assert run("check", spa).exit_code == 1


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("about:", "abut:", "Did you mean about?"),
        ("now: 2025-11-18T10:00", "now: soon", "not a moment"),
        ("desk: {offer: OFFER}", "desk: {ofer: nothing}", "Did you mean offer?"),
        ('time: "09:30"', 'time: "9.30"', "not a time"),
        ("day: 2025-11-19, time", "day: 2025-11-23, time", "no opening for botox then"),
        ("emily_johnson", "sarah_smith", "no opening for botox then"),
        (", provider: ", ", reference: KD7RM4QX, provider: ", "more than one booking"),
        ('to: "11:00"', 'to: "09:00"', "ends before it begins"),
    ],
)
def test_a_broken_file_is_not_a_failed_claim(
    run: Run, spa: Path, conversation: Write, before: str, after: str, told: str
) -> None:
    conversation(OFFERED.replace(before, after).replace("OFFER", "nothing"))
    ended = run("test", spa)
    assert ended.exit_code == 2
    assert told in ended.stderr
    assert "claim.yaml:" in ended.stderr


def test_check_counts_and_proves(run: Run, spa: Path, conversation: Write) -> None:
    conversation(BOOKED)
    ended = run("check", spa)
    assert ended.exit_code == 0
    assert "9 services" in ended.stdout
    assert "1 conversation." in ended.stdout
    assert "book: " in ended.stdout
    assert "a turn takes at most" in ended.stdout


def test_check_names_every_mistake_of_a_business(run: Run, spa: Path) -> None:
    text = (spa / "business.yaml").read_text(encoding="utf-8")
    broken = text.replace("minutes: 30\n", "minuts: 30\n", 1).replace("does: [botox,", "does: [botx,", 1)
    (spa / "business.yaml").write_text(broken, encoding="utf-8")
    ended = run("check", spa)
    assert ended.exit_code == 1
    found = ended.stdout.splitlines()
    assert len(found) >= 2
    assert all(line.startswith(f"{spa}/") and line.split(":")[1].isdecimal() for line in found)
    assert "Did you mean minutes?" in ended.stdout
    assert "Did you mean botox?" in ended.stdout


def test_a_file_that_cannot_be_read_is_an_error_for_build_servers(
    run: Run, spa: Path, conversation: Write, tmp_path: Path
) -> None:
    conversation(BOOKED, "book/once")
    conversation("turns: [", "book/broken")
    ended = run("test", spa, "--junit", tmp_path / "junit.xml")
    assert ended.exit_code == 2
    suite = ET.fromstring((tmp_path / "junit.xml").read_bytes())  # noqa: S314 - our own file
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "0", "1")
    assert [case.get("classname") for case in suite.iter("testcase") if case.find("error") is not None] == [
        "conversations/book/broken.yaml"
    ]


WAITING = """
    about: A word that guests use is understood.
    now: 2025-11-18T10:00
    waiting: {sentence}
    turns:
      - guest: botox tomorrow at 3pm
        wordings: [the frozzle tomorrow at 3pm]
        desk: {{ask: name}}
        known: {{service: botox}}
"""


def test_a_run_that_waits_for_a_sentence_is_counted_apart(
    run: Run, spa: Path, conversation: Write, tmp_path: Path
) -> None:
    conversation(WAITING.format(sentence="the frozzle tomorrow at 3pm"), "book/frozzle")
    ended = run("test", spa, "--junit", tmp_path / "junit.xml")
    assert ended.exit_code == 0, ended.output
    assert ended.stdout.splitlines() == [
        "ok      book/frozzle",
        "waiting book/frozzle (the frozzle tomorrow at 3pm): the frozzle tomorrow at 3pm",
        "1 conversations, 2 runs, 0 failed, 1 waiting for a sentence to be understood",
    ]
    suite = ET.fromstring((tmp_path / "junit.xml").read_bytes())  # noqa: S314 - our own file
    assert len(suite.findall("testcase/skipped")) == 1
    assert suite.get("failures") == "0"


def test_a_sentence_that_is_understood_by_now_is_not_waited_for(run: Run, spa: Path, conversation: Write) -> None:
    conversation(WAITING.format(sentence="botox tomorrow at 3pm"), "book/frozzle")
    ended = run("test", spa)
    assert ended.exit_code == 1
    assert "it passes; take the sentence out of `waiting`" in ended.stdout
