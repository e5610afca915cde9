"""Scripted guests talk to whole businesses: who got what they came for is counted, and so is harm."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from frontdesk.desk.rehearsals.rehearsing import stage
from training.check_conversations import problems_of
from training.guests import FOLDERS, UNSEEN, GuestGoal, ScriptedGuest, read_guests
from training.whole_conversations import CONVERSATIONS, Houses, Outcome, figures, in_a_row, outcomes, told

OURS = Path(__file__).parent / "guests" / "three.yaml"


@pytest.fixture(scope="module")
def guests() -> dict[str, ScriptedGuest]:
    file = read_guests(OURS)
    assert file.problems == ()
    return {guest.name: guest for guest in file.guests}


def test_guests_get_what_they_came_for(guests: dict[str, ScriptedGuest]) -> None:
    ended = {each.guest.name: each for each in outcomes(guests.values(), None)}
    assert {name: (each.reached, each.harms) for name, each in ended.items()} == dict.fromkeys(guests, (True, ()))
    assert ended["a_boat_that_is_off"].turns == 2
    lines = told([*ended.values()])
    assert lines[0].startswith("businesses seen: 2 conversations, goal reached 2 (100.0%), harmful 0 (0.0%)")
    assert lines[1].startswith("businesses unseen: 1 conversations")


def test_what_does_not_fit_the_goal_is_refused_at_the_confirm(guests: dict[str, ScriptedGuest]) -> None:
    boat = guests["a_boat_that_is_off"]
    stays = {"service": "harbour_tour", "day": "2026-06-06", "party": "3"}
    (ended,) = outcomes([replace(boat, goal=GuestGoal((stays,)))], None)
    assert (ended.reached, ended.harms) == (True, ())


def test_what_is_done_against_the_goal_is_harm(guests: dict[str, ScriptedGuest]) -> None:
    """Whoever answers a summary with a line says it whatever is shown: here a yes, against their own goal."""
    boat = guests["a_boat_that_is_off"]
    stays = {"service": "harbour_tour", "day": "2026-06-06", "party": "3"}
    line = replace(boat.lines[0], text="yes", at="confirm")
    (ended,) = outcomes([replace(boat, goal=GuestGoal((stays,)), lines=(*boat.lines, line))], None)
    assert not ended.reached
    assert ended.harms == ("cancelled something that is wanted",)


def test_words_that_were_to_be_said_must_be_said(guests: dict[str, ScriptedGuest]) -> None:
    asks = guests["asks_and_thinks_it_over"]
    (ended,) = outcomes([replace(asks, goal=GuestGoal(told=("$71",)))], None)
    assert not ended.reached


def test_a_sentence_in_three_replies_in_a_row_is_seen() -> None:
    loop = "Sorry. Which day would you like to come?"
    assert in_a_row([loop, "Hm. Which day would you like to come?", loop])
    assert not in_a_row([loop, "We open at nine.", loop])
    assert not in_a_row(["Okay. You're welcome.", "Fine. You're welcome.", "Good. You're welcome."])


def test_mistakes_of_an_author_are_named(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(
        "author: x\nconversations:\n"
        "  - {name: Two Words, business: zoo, now: soon, lines: [{at: confirm, say: hi}], answers: {}, goal: {}}\n"
        "  - {name: b, business: tax, now: 2026-03-03T10:00, colour: red, lines: [], "
        "answers: {again: a}, goal: {bookings: []}}\n",
        encoding="utf-8",
    )
    problems = "\n".join(read_guests(path).problems)
    for part in (
        "Two Words",
        "'zoo'",
        "'soon'",
        "nobody begins",
        "`again`",
        "names no bookings",
        "'colour'",
        "no lines",
    ):
        assert part in problems


def test_what_cannot_be_given_or_wanted_is_named(guests: dict[str, ScriptedGuest]) -> None:
    boat = guests["a_boat_that_is_off"]
    night = {"service": "harbour_tour", "day": "2026-06-06", "time": "23:00"}
    odd = replace(boat, given={"given": [night]}, goal=GuestGoal(({"room_type": "suite"}, {"day": "friday"})))
    odd = replace(odd, answers={**boat.answers, "shoe_size": "42"})
    with stage() as here:
        problems = "\n".join(problems_of(odd, Houses(None).of("harbour"), here))
        assert not [*problems_of(boat, Houses(None).of("harbour"), here)]
    for part in ("no opening", "'room_type'", "'friday'", "'shoe_size'"):
        assert part in problems


@pytest.mark.parametrize("business", UNSEEN)
def test_businesses_of_trades_that_nothing_was_tuned_for_can_be_opened(business: str) -> None:
    assert Houses(None).of(business).business.id == business
    assert FOLDERS[business].parent.name == "businesses"


def test_frozen_conversations_are_as_they_were_frozen_and_can_all_be_played() -> None:
    lines = (CONVERSATIONS / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    kept = {name: total for total, name in (line.split() for line in lines)}
    there = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in CONVERSATIONS.glob("*.yaml")}
    assert there == kept
    for path in sorted(CONVERSATIONS.glob("*.yaml")):
        file = read_guests(path)
        assert file.frozen
        assert file.problems == ()


def test_figures_are_given_for_each_way_to_understand(guests: dict[str, ScriptedGuest]) -> None:
    lines = figures({"one way": None, "another": None}, [guests["a_boat_that_is_off"]]).splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [
        "whole conversations one way",
        "whole conversations another",
    ]
    assert figures({"one way": None}, []) == "whole conversations: none are there yet"


def test_outcomes_are_told_apart() -> None:
    guest = ScriptedGuest("a", "tax", (), {}, GuestGoal(), "")
    lines = told(
        [Outcome(guest, lacks=(), harms=(), turns=4), Outcome(guest, lacks=("lack a booking",), harms=("x",), turns=2)]
    )
    assert lines == [
        "businesses unseen: 2 conversations, goal reached 1 (50.0%), harmful 1 (50.0%), 3.0 turns each",
        "  1 lack a booking",
        "  1 x",
    ]
