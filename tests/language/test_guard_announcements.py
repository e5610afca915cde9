"""A reply never promises later work: the desk has already done what it speaks of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.language.replies.guard import announcements
from frontdesk.language.replies.phrase import built_in
from tests.growth import grows_evenly

PROMISES = [
    "Let me check that for you.",
    "Let me check!",
    "LET ME CHECK the calendar",
    "Lemme look into it.",
    "let me just quickly pull up the schedule",
    "Let me see if 4 PM is open.",
    "Let me take a look at Thursday.",
    "Let me find you a time.",
    "Let me confirm availability for Thursday.",
    "Allow me to verify that.",
    "Allow me a moment.",
    "One moment, please.",
    "One moment please while I look.",
    "One moment...",
    "Sure! One sec.",
    "Okay, one second.",
    "Just a moment",
    "Just a sec, I'm on it.",
    "Just a minute while I look at the calendar",
    "Give me a second.",
    "Give me just a moment.",
    "Please give me a few minutes",
    "Hold on.",
    "Please hold.",
    "Please hold while I search.",
    "Hang tight!",
    "Hang on, checking now.",
    "Sit tight.",
    "Bear with me.",
    "Stand by please.",
    "Stay on the line.",
    "Please wait.",
    "Please wait while we look.",
    "Wait a moment.",
    "I'll check.",
    "I’ll check our calendar and come back to you.",  # noqa: RUF001 - a curly apostrophe
    "I`ll check that.",
    "Ill look into that",
    "I will look into this for you.",
    "I'll be right back.",
    "Be right with you.",
    "I'll just need to verify that time.",
    "I need to check with the doctor first.",
    "I have to double-check that.",
    "I'd be happy to check that for you!",
    "I'm going to check availability.",
    "I'm gonna see if there is something on Friday.",
    "We are going to search for rooms.",
    "I'm checking the calendar now.",
    "I am currently looking for openings.",
    "I'm looking into it.",
    "I'm just pulling up your booking.",
    "Checking availability...",
    "Great! Checking availability for you",
    "Searching for flights",
    "Looking up your appointment now.",
    "Okay, verifying that",
    "Processing your request.",
    "I'm working on it.",
    "Working on that now",
    "On it!",
    "I'm on it.",
    "I'm booking that for you now.",
    "Sure, I'll book that for you.",
    "Perfect, let me book that.",
    "I'll go ahead and schedule it.",
    "Let me reserve that.",
    "I will get back to you.",
    "I'll get back to you with some times",
    "I'll follow up by e-mail.",
    "I'll let you know.",
    "We'll keep you posted.",
    "I'll be in touch.",
    "I'll call you tomorrow.",
    "As soon as I have an answer you will see it here.",
    "While I check, what is your name?",
    "This will only take a moment.",
    "It should take a few seconds.",
    "I'll have that for you in a moment.",
    "Your times appear here in just a second.",
    "You can have them momentarily.",
    "I'll be back shortly.",
    "Times coming right up!",
    "Let me know if that works. Let me check the doctor's diary.",
    "What is your name? I'll look for a time.",
    "Tell me a day and I'll check it.",
]

CALLBACKS = [
    "Staff will call you within 30 minutes.",
    "Someone will contact you shortly.",
    "Someone from our team will reach out to you soon.",
    "Our team will get back to you.",
    "A colleague will be in touch.",
    "We will call you back within the hour.",
    "We'll get back to you.",
    "A member of our staff will review your request.",
    "The manager is going to call you.",
    "You will hear from us today.",
    "You'll get a call from our nurse.",
    "You should receive a reply by e-mail.",
    "Expect a call within 30 minutes.",
    "They'll respond as soon as possible.",
    "I will pass this on to our team.",
    "I'll forward your question to the doctor.",
]

HONEST = [
    "Let me know which time suits you.",
    "Let me have your phone number.",
    "Which time would you like?",
    "We see you on Wednesday at 4 PM.",
    "We will see you then.",
    "See you tomorrow.",
    "4 PM is open. What name shall I book it under?",
    "Would you like me to check another day?",
    "Shall I look at Thursday instead?",
    "Shall I book it?",
    "Should I move it to Friday?",
    "Please say yes and I'll book it.",
    "I'll book it once you say yes.",
    "I have checked: 4 PM is open.",
    "I have booked it.",
    "I have passed your question to our team.",
    "I have left a note for our team to call you back.",
    "I have asked our medical team to contact you.",
    "Would you like someone from our team to contact you?",
    "Someone from our team can contact you, if you like.",
    "Nothing is under way at the moment.",
    "The second one is taken.",
    "Check-in is from 3 PM, check-out until 11 AM.",
    "Checking in is possible from 3 PM.",
    "You can check in online.",
    "Looking for a facial? We have two.",
    "Are you looking for a room?",
    "We are looking forward to your visit.",
    "Looking forward to seeing you.",
    "The peel takes 45 minutes.",
    "It takes about one minute to fill in.",
    "I can hold it for ten minutes.",
    "I'll need your phone number too.",
    "I will leave that out.",
    "Please wait 24 hours before you exercise.",
    "Please wait in the lobby when you arrive.",
    "Redness shortly after the treatment is normal.",
    "Please hold still during the treatment.",
    "Booking reference: ABC123.",
    "Booking is easy: name a day.",
    "Processing takes five days.",
    "Our hours are Monday to Friday.",
    "The doctor will see you at 4 PM.",
    "Our staff will be glad to see you.",
    "You will need a photo ID.",
    "Your request is with our team.",
    "Is there anything else I can do for you?",
    "I need a day. Which one?",
    "I need to know which one before I can go on.",
    "I could not find an appointment under that reference.",
    "You are booked. See you then.",
    "",
]


@pytest.mark.parametrize("text", PROMISES)
def test_a_promise_of_later_work_is_found(text: str) -> None:
    assert announcements(text, "en", allowed=("callback",))


@pytest.mark.parametrize("text", CALLBACKS)
def test_a_call_back_is_a_promise_unless_it_was_arranged(text: str) -> None:
    assert announcements(text, "en")
    assert announcements(text, "en", allowed=("callback",)) == ()


@pytest.mark.parametrize("text", HONEST)
def test_what_promises_nothing_passes(text: str) -> None:
    assert announcements(text, "en") == ()


def test_what_a_guest_wrote_is_not_the_promise_of_the_desk() -> None:
    note = "one moment, let me check with my wife"
    text = f"Note: {note}. Shall I book it?"
    assert announcements(text, "en")
    assert announcements(text, "en", quoted=(note, "")) == ()
    assert announcements(text + " Please hold.", "en", quoted=(note,)) == ("Please hold",)


def test_the_words_found_are_those_of_the_text() -> None:
    text = "Great! I’ll  just check the calendar. Your name?"  # noqa: RUF001 - a curly apostrophe
    assert announcements(text, "en") == ("I’ll  just check",)  # noqa: RUF001 - a curly apostrophe


def test_no_built_in_reply_promises_anything() -> None:
    texts = [text for wording in built_in("en").values() for each in wording.texts for text in each.values()]
    assert [text for text in texts if announcements(text, "en")] == []


@pytest.mark.parametrize("words", ["please ", "i will just ", "let me ", "our team will ", "ok sure right ", "one "])
def test_a_longer_text_makes_no_more_work_than_it_has_words(words: str) -> None:
    assert grows_evenly(lambda text: announcements(text, "en"), words)


@given(st.text())
def test_any_text_can_be_looked_at(text: str) -> None:
    assert all(words in text for words in announcements(text, "en"))
