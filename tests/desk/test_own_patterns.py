"""A business has its own flows in place of the built-in patterns, and guests meet them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from frontdesk.desk.house import BusinessRefused, open_house
from frontdesk.desk.testing import Rehearsal
from tests.desk.shops import SELLS, shop

BUY = """\
flows:
  buy:
    description: buy tickets
    trigger: [buy a ticket, "buy a ticket for the {show}"]
    slots:
      show: {type: show, ask: "Which show?"}
      seats: {type: number, ask: "How many?"}
      name: {type: person_name, ask: "Your name?"}
    steps:
      - {step: ask_show, type: collect, slot: show}
      - {step: ask_seats, type: collect, slot: seats}
      - {step: ask_name, type: collect, slot: name}
      - {step: agree, type: confirm, message: "{seats} for {show}, {name}?", on_no: end}
      - step: sell
        type: action
        call: sell_ticket
        map_outputs: {ticket: ticket}
        on: {taken: sold_out, unknown: pass_to_staff, failed: sorry}
      - {step: done, type: say, message: "Your ticket is {ticket}.", next: end}
      - {step: sold_out, type: say, message: "It is sold out.", next: end}
      - {step: sorry, type: say, message: "That did not work.", next: end}
      - {step: pass_to_staff, type: handoff}
  find:
    description: report a thing that you have found
    trigger: [report a find]
    slots: {thing: {type: text, ask: "What is it?"}}
    steps:
      - {step: ask, type: collect, slot: thing}
      - {step: tell, type: say, message: "Thank you for telling us."}
  lose:
    description: report a thing that you have lost
    trigger: [report a loss, look for a thing]
    interruptible: no
    slots: {thing: {type: text, ask: "What did you lose?"}}
    steps:
      - {step: ask, type: collect, slot: thing}
      - {step: tell, type: say, message: "We look out for it."}
  question:
    description: answer questions
    answers: ["*"]
    slots: {topic: {type: text}}
    steps:
      - {step: tell, type: say, message: "That we cannot say."}
"""
UNTIL_NAME = ("buy a ticket for the opera", "2")


@contextmanager
def talking(folder: Path, pattern: str = "") -> Iterator[Rehearsal]:
    """Open the shop with one pattern of its own."""
    with Rehearsal(shop(folder, SELLS, BUY + pattern)) as rehearsal:
        yield rehearsal


def replies(folder: Path, pattern: str, *said: str) -> list[str]:
    """Return the replies to what a guest says."""
    with talking(folder, pattern) as rehearsal:
        return [str(rehearsal.say(each)["reply"]) for each in said]


START_OVER = """\
  start_over:
    description: begin anew
    steps:
      - {step: sure, type: confirm, message: "You would lose all you told me. Begin anew?", on_no: stay, on_exit: stay}
      - {step: anew, type: move}
      - {step: fresh, type: say, message: "From the top.", next: end}
      - {step: stay, type: say, message: "Then we go on."}
"""


def test_starting_over_may_be_asked_about_first(tmp_path: Path) -> None:
    *_, asked, refused = replies(tmp_path / "no", START_OVER, *UNTIL_NAME, "start over", "no")
    assert asked == "You would lose all you told me. Begin anew?"
    assert refused == "Then we go on. Your name?"
    *_, agreed = replies(tmp_path / "yes", START_OVER, *UNTIL_NAME, "let's start from scratch", "yes please")
    assert agreed == "From the top. Which show?"


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("no, 3 seats", "Then we go on. Got it, 3. Your name?"),
        ("no, the ballet", "Then we go on. Got it, Ballet. Your name?"),
        ("no, my name is Ann Bell", "Then we go on. 2 for Opera, Ann Bell?"),
        ("nope, 4 seats for the ballet", "Then we go on. Got it, 4 and Ballet. Your name?"),
    ],
)
def test_what_is_said_beside_the_no_is_heard_where_it_belongs(tmp_path: Path, said: str, reply: str) -> None:
    assert replies(tmp_path / "shop", START_OVER, *UNTIL_NAME, "start over", said)[-1] == reply


def test_who_asks_for_the_same_again_means_it(tmp_path: Path) -> None:
    *_, again = replies(tmp_path, START_OVER, *UNTIL_NAME, "start over", "start over")
    assert again == "From the top. Which show?"


def test_a_question_about_a_move_is_not_put_for_ever(tmp_path: Path) -> None:
    *_, left = replies(tmp_path, START_OVER, *UNTIL_NAME, "start over", "erm", "hm", "dunno")
    assert left == "Then we go on. Your name?"


def test_refusing_over_and_over_ends_the_patience_of_the_desk(tmp_path: Path) -> None:
    last = replies(tmp_path, START_OVER, *UNTIL_NAME, *["start over", "no"] * 8)
    assert any("someone from our team" in reply for reply in last)


def test_another_wish_at_the_question_leaves_it(tmp_path: Path) -> None:
    *_, wish, back = replies(tmp_path, START_OVER, *UNTIL_NAME, "start over", "report a find", "a scarf")
    assert wish == "What is it?"
    assert back == "Thank you for telling us. Okay, let's finish up. Your name?"


CANCELLED = """\
  cancelled:
    description: stop
    steps:
      - {step: first, type: branch, cases: [{when: matter = find, next: stop}], otherwise: sure}
      - {step: sure, type: confirm, message: "Really stop?", on_no: end}
      - {step: stop, type: move}
      - {step: bye, type: say, message: "Stopped. Nothing was sold."}
"""


def test_cancelling_may_be_asked_about_first(tmp_path: Path) -> None:
    with talking(tmp_path, CANCELLED) as rehearsal:
        said = [rehearsal.say(each) for each in (*UNTIL_NAME, "never mind", "no", "forget it", "yes")]
    assert [turn["reply"] for turn in said[2:]] == [
        "Really stop?",
        "Your name?",
        "Really stop?",
        "Stopped. Nothing was sold.",
    ]
    assert said[3]["known"] == {"show": "opera", "seats": 2}
    assert said[5]["position"] == "idle"


def test_a_pattern_knows_what_is_under_way(tmp_path: Path) -> None:
    *_, stopped = replies(tmp_path, CANCELLED, *UNTIL_NAME, "report a find", "cancel that")
    assert stopped == "Stopped. Nothing was sold. Okay, let's finish up. Your name?"


GO_BACK = """\
  go_back:
    description: go back
    steps:
      - {step: tell, type: say, when: not (what is empty), message: "I have forgotten the {what}[, {old?}]."}
      - {step: first, type: say, when: what is empty, message: "That is where we began."}
"""


def test_going_back_may_say_what_is_dropped(tmp_path: Path) -> None:
    *_, once, twice, thrice = replies(tmp_path, GO_BACK, *UNTIL_NAME, "go back", "go back", "go back")
    assert once == "I have forgotten the seats, 2. How many?"
    assert twice == "I have forgotten the show, Opera. Which show?"
    assert thrice == "That is where we began. Which show?"


CORRECT = """\
  correct:
    description: correct
    steps:
      - {step: tell, type: say, message: "Changed: {what}, {old} is now {new}."}
"""


def test_a_correction_may_be_said_back(tmp_path: Path) -> None:
    given = (*UNTIL_NAME, "Tom Reed", "make it the ballet")
    *_, first, corrected = replies(tmp_path, CORRECT, *given)
    assert first == "2 for Opera, Tom Reed?"
    assert corrected == "Changed: show, Opera is now Ballet. 2 for Ballet, Tom Reed?"


def test_what_is_told_for_the_first_time_is_no_correction(tmp_path: Path) -> None:
    assert not any("Changed" in reply for reply in replies(tmp_path, CORRECT, *UNTIL_NAME, "Tom Reed", "yes"))


def test_a_correction_claims_nothing_else(tmp_path: Path) -> None:
    claims = CORRECT.replace("Changed: {what}, {old} is now {new}.", "You are booked for {new}.")
    with pytest.raises(BusinessRefused, match="claims_deed"):
        open_house(shop(tmp_path, SELLS, BUY + claims))


DIGRESS = """\
  digress:
    description: digress
    steps:
      - {step: away, type: say, when: way = away and turned_to = flow, message: "That first."}
      - {step: back, type: say, when: way = back, message: "On with it ({turned_to})."}
"""


def test_turning_away_and_coming_back_may_be_said(tmp_path: Path) -> None:
    said = (*UNTIL_NAME, "is there parking?", "report a find", "an umbrella")
    *_, answered, turned, back = replies(tmp_path, DIGRESS, *said)
    assert answered == "That we cannot say. On with it (question). Your name?"
    assert turned == "That first. What is it?"
    assert back == "Thank you for telling us. On with it (flow). Your name?"


CLARIFY = """\
  clarify:
    description: clarify
    steps:
      - {step: which, type: say, message: ["One of these, surely?", "This one or that one?"]}
"""


def test_the_question_which_one_was_meant_may_be_put_otherwise(tmp_path: Path) -> None:
    *_, doubt, settled = replies(tmp_path, CLARIFY, "buy a ticket", "opera or ballet", "the second")
    assert doubt == "This one or that one?\n1. Opera\n2. Ballet"
    assert settled == "How many?"


REPEAT = """\
  repeat:
    description: repeat
    steps:
      - {step: again, type: say, when: not (said is empty), message: "Gladly."}
      - {step: nothing, type: say, when: said is empty, message: "I was silent so far."}
"""


def test_what_is_asked_to_be_repeated_may_be_led_in(tmp_path: Path) -> None:
    nothing, *_, again = replies(tmp_path, REPEAT, "say that again", *UNTIL_NAME, "pardon?")
    assert nothing == "I was silent so far."
    assert again == "Gladly. Your name?"


COMPLETED = """\
  completed:
    description: more
    steps:
      - {step: more, type: confirm, message: "Another ticket?", on_no: bye, on_exit: bye}
      - {step: again, type: link, flow: buy}
      - {step: bye, type: say, message: "Enjoy the show."}
"""


def test_what_comes_after_the_end_may_be_asked(tmp_path: Path) -> None:
    whole = (*UNTIL_NAME, "Tom Reed", "yes")
    with talking(tmp_path, COMPLETED) as rehearsal:
        *_, sold, more = [str(rehearsal.say(each)["reply"]) for each in (*whole, "yes")]
        *_, again, done = [str(rehearsal.say(each)["reply"]) for each in ("ballet", "1", "Ann Lee", "yes", "no thanks")]
    assert sold.endswith("Another ticket?")
    assert more == "Which show?"
    assert again.endswith("Another ticket?")
    assert done == "Enjoy the show."


def test_what_is_begun_in_a_flow_that_goes_first_is_taken_up_after_it(tmp_path: Path) -> None:
    with talking(tmp_path) as rehearsal:
        _, held, ended = [rehearsal.say(each) for each in ("report a loss", "buy a ticket for the ballet", "my keys")]
    assert held["reply"] == "Let's finish this first. What did you lose?"
    assert ended["reply"] == "We look out for it. How many?"
    assert ended["known"] == {"show": "ballet"}


def test_a_question_put_off_is_answered_in_the_end_also_when_the_flow_is_dropped(tmp_path: Path) -> None:
    *_, dropped = replies(tmp_path, "", "look for a thing", "is there parking?", "report a find", "cancel")
    assert dropped.endswith("That we cannot say. What is it?")


SUBSCRIBE = """\
  subscribe:
    description: subscribe to our letters
    trigger: [subscribe to your letters]
    slots: {letters: {type: number, ask: "How many a year?"}}
    steps:
      - {step: ask, type: collect, slot: letters}
      - {step: tell, type: say, message: "We note it: {letters}."}
"""


def test_a_wish_beyond_the_depth_limit_is_put_off_and_said_to_be(tmp_path: Path) -> None:
    folder = shop(tmp_path, SELLS, BUY + SUBSCRIBE)
    business = folder / "business.yaml"
    business.write_text(business.read_text(encoding="utf-8") + "limits: {depth: 1}\n", encoding="utf-8")
    with Rehearsal(folder) as rehearsal:
        said = (*UNTIL_NAME, "subscribe to your letters", "report a find", "4", "a scarf")
        *_, refused, taken_up, back = [str(rehearsal.say(each)["reply"]) for each in said]
    assert refused == "Let's finish this first. How many a year?"
    assert taken_up == "We note it: 4. What is it?"
    assert back == "Thank you for telling us. Okay, let's finish up. Your name?"


@pytest.mark.parametrize("said", ["hang on", "one sec", "give me a minute"])
def test_a_guest_who_needs_time_is_left_with_the_question(tmp_path: Path, said: str) -> None:
    *_, collecting = replies(tmp_path / "collect", "", *UNTIL_NAME, said)
    assert collecting.endswith("Your name?")
    *_, confirming = replies(tmp_path / "confirm", "", *UNTIL_NAME, "Tom Reed", said)
    assert "yes or no" in confirming
    assert "Opera" not in confirming


CALLING = """\
flows:
  buy:
    description: buy tickets
    trigger: [buy a ticket, "buy a ticket for the {show}"]
    slots:
      show: {type: show, ask: "Which show?"}
      seats: {type: number, ask: "How many?"}
      name: {type: person_name}
    steps:
      - {step: ask_show, type: collect, slot: show}
      - {step: ask_seats, type: collect, slot: seats}
      - {step: who, type: call, flow: contact, outputs: {name: name}}
      - {step: agree, type: confirm, message: "{seats} for {show}, {name}?", on_no: end, next: end}
  contact:
    description: say who you are
    outputs: [name]
    slots: {name: {type: person_name, ask: "Your name?"}}
    steps:
      - {step: ask_name, type: collect, slot: name}
"""


def test_a_guest_whom_a_called_flow_asks_may_change_what_its_caller_knows(tmp_path: Path) -> None:
    with Rehearsal(shop(tmp_path / "shop", SELLS, CALLING)) as rehearsal:
        said = (*UNTIL_NAME, "make it 3 seats", "Ann Bell", "go back", "Bo Lind")
        *_, changed, agreed, back, again = [str(rehearsal.say(each)["reply"]) for each in said]
    assert changed == "Got it, 3. Your name?"
    assert agreed == "3 for Opera, Ann Bell?"
    assert back == "Your name?"
    assert again == "3 for Opera, Bo Lind?"
