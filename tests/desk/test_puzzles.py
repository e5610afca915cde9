"""What was not understood: alike messages are one, and each is guessed to belong where its words are."""

from datetime import timedelta

from frontdesk.desk.puzzles import alike_form, grouped, likeliest
from frontdesk.storage.rows import TroubleKind
from frontdesk.storage.troubles import Puzzle
from tests.faults.desks import NOW


def puzzle(text: str, minutes: int, trouble: str = "asked_again:day", conversation: str = "c") -> Puzzle:
    return Puzzle(conversation, minutes, NOW + timedelta(minutes=minutes), trouble, text, None)


def test_case_punctuation_and_space_do_not_tell_messages_apart() -> None:
    assert alike_form("  Don\u2019t you\nhave WI-FI?! ") == alike_form("dont you have wi fi") == "dont you have wi fi"
    assert alike_form("?! ") == "?!"


def test_the_most_frequent_come_first_and_then_the_newest() -> None:
    groups = grouped([puzzle("once", 9), puzzle("Twice", 1), puzzle("twice!", 3, "gave_up:day", "d"), puzzle("old", 0)])
    assert [group.newest.text for group in groups] == ["twice!", "once", "old"]
    assert groups[0].kinds == (TroubleKind.GAVE_UP, TroubleKind.ASKED_AGAIN)
    assert [each.conversation_id for each in groups[0].conversations] == ["d", "c"]


def test_the_same_words_to_another_question_are_another_matter() -> None:
    assert len(grouped([puzzle("flurb", 1, "asked_again:day"), puzzle("flurb", 2, "asked_again:name")])) == 2


def test_a_sentence_belongs_where_its_rare_words_are() -> None:
    texts = {"parking": ("where can I park", "parking"), "hours": ("when can I come", "opening hours")}
    assert likeliest("can I park my van?", texts) == "parking"
    assert likeliest("flurb", texts) is None
    assert likeliest("flurb", {}) is None
