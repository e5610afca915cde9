"""A scripted guest says their lines where they belong, and answers what is asked in between."""

from training.guest_moves import Standing, Talk, Yes
from training.guests import GuestGoal, GuestLine, ScriptedGuest, Wanted

WISH: Wanted = {"service": "botox", "day": "2026-03-05", "time": {"from": "12:00"}}


def guest(*lines: GuestLine, **answers: str) -> Talk:
    told = {"again": "once more", **answers}
    return Talk(ScriptedGuest("a", "medspa", lines, told, GuestGoal((WISH,)), "2026-03-03T10:00"))


def said(talk: Talk, standing: Standing | None, yes: Yes = Yes.CHANGES_NOTHING) -> str | None:
    return talk.next(standing, lambda: yes, talk.guest.goal.bookings)


def test_a_line_waits_for_its_place_and_the_guest_answers_until_then() -> None:
    talk = guest(GuestLine("hello"), GuestLine("how much?", "confirm"), name="Rosa")
    assert said(talk, None) == "hello"
    assert said(talk, Standing("collecting", "name")) == "Rosa"
    assert said(talk, Standing("confirming", "confirmation"), Yes.FITS) == "how much?"
    assert said(talk, Standing("confirming", "confirmation"), Yes.FITS) == "yes"


def test_the_guest_agrees_only_to_what_fits() -> None:
    talk = guest(yes="go on", no="not that", staff="sure")
    confirm = Standing("confirming", "confirmation")
    told = [said(talk, confirm, yes) for yes in (Yes.FITS, Yes.DIFFERS, Yes.CALLS_STAFF)]
    assert told == ["go on", "not that", "sure"]


def test_the_first_option_that_fits_is_taken_by_its_number() -> None:
    offered = [
        {"option": 1, "start": "2026-03-05T09:00:00-05:00"},
        {"option": 2, "start": "2026-03-05T13:00:00-05:00"},
    ]
    assert said(guest(), Standing("choosing", "choice", offered=offered)) == "2"
    assert said(guest(), Standing("choosing", "choice", offered=offered[:1])) == "once more"
    assert said(guest(choice="the late one"), Standing("choosing", "choice", offered=offered)) == "the late one"


def test_what_is_asked_by_another_name_is_answered_by_its_kind() -> None:
    assert said(guest(day="thursday"), Standing("collecting", "departure_date", kind="day")) == "thursday"
    talk = guest(GuestLine("wait", "day"))
    assert said(talk, Standing("collecting", "check_in", kind="day")) == "wait"


def test_a_guest_who_gets_nowhere_says_it_twice_more_and_goes() -> None:
    talk = guest(GuestLine("hello"))
    assert said(talk, None) == "hello"
    assert [said(talk, Standing("idle")) for _ in range(3)] == ["once more", "once more", None]


def test_nobody_gives_the_same_answer_three_times_in_a_row() -> None:
    talk = guest(day="friday", name="Rosa")
    ask = Standing("collecting", "day")
    assert [said(talk, ask) for _ in range(3)] == ["friday", "friday", "once more"]
    assert said(talk, Standing("collecting", "name")) == "Rosa"
    assert said(talk, ask) == "friday"


def test_a_guest_who_is_content_goes_once_nothing_is_asked() -> None:
    talk = guest(GuestLine("hello"), GuestLine("and the fee?", "done"))
    said(talk, None)
    assert said(talk, Standing("idle", done=True, content=True)) == "and the fee?"
    assert said(talk, Standing("idle", content=True)) is None
