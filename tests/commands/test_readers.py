"""`frontdesk read` and `frontdesk understand`: lines in, JSON lines out."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from frontdesk.desk.readers import READERS
from tests.commands.conftest import NOW, SPA, Run


def answers(run: Run, *arguments: object, lines: Sequence[object]) -> list[dict[str, Any]]:
    said = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    ended = run(*(str(each) for each in arguments), said=said)
    assert ended.exit_code == 0, ended.output
    return [json.loads(line) for line in ended.stdout.splitlines()]


def test_when_reads_text_and_objects(run: Run) -> None:
    lines = ["friday at 3pm", {"text": "tomorrow", "now": "2026-03-01T12:00:00+01:00"}, "yesterday", "hello"]
    friday, tomorrow, yesterday, nothing = answers(run, "read", "when", "--now", "2026-01-14T09:00", lines=lines)
    assert friday["values"] == [{"kind": "moment", "start": "2026-01-16T15:00", "text": "friday at 3pm"}]
    assert tomorrow["values"][0]["start"] == "2026-03-02"
    assert yesterday["problem"] == "past"
    assert nothing == {"text": "hello", "values": [], "problem": None}


def test_a_moment_has_the_offset_that_now_has(run: Run) -> None:
    (told,) = answers(run, "read", "when", "--now", "2026-01-14T09:00:00-05:00", lines=["in two hours"])
    assert told["values"][0]["start"] == "2026-01-14T11:00-05:00"


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("email", "it's pat dot lee at example dot com", "pat.lee@example.com"),
        ("phone", "call me at 212 555 0123", "+12125550123"),
        ("name", "my name is Ann Bell", "Ann Bell"),
        ("number", "twenty five", 25),
    ],
)
def test_a_value_comes_with_its_words(run: Run, kind: str, text: str, value: object) -> None:
    (told,) = answers(run, "read", kind, lines=[text])
    assert [each["value"] for each in told["values"]] == [value]
    assert told["values"][0]["text"] in text


@pytest.mark.parametrize(
    ("text", "amount", "bound"),
    [("twenty", "20", "exact"), ("around 40 bucks", "40", "exact"), ("less than 60", "60", "most")],
)
def test_money_comes_with_its_bound(run: Run, text: str, amount: str, bound: str) -> None:
    (told,) = answers(run, "read", "money", lines=[text])
    assert [(each["value"], each["bound"]) for each in told["values"]] == [
        ({"amount": amount, "currency": "USD"}, bound)
    ]


def test_a_length_is_read_against_what_was_asked(run: Run) -> None:
    lines = ["1h45", "half an hour", "2", {"text": "2", "said": "How many hours?"}]
    told = answers(run, "read", "duration", lines=lines)
    assert [[each["seconds"] for each in line["values"]] for line in told] == [[6300], [1800], [], [7200]]


@pytest.mark.parametrize(
    ("kind", "text", "value"), [("party", "the three of us", 3), ("ordinal", "the fourth", 4), ("ordinal", "last", -1)]
)
def test_people_and_places_are_counted(run: Run, kind: str, text: str, value: int) -> None:
    (told,) = answers(run, "read", kind, lines=[text])
    assert [each["value"] for each in told["values"]] == [value]


def test_every_reader_can_be_tried(run: Run) -> None:
    for kind in READERS:
        (told,) = answers(run, "read", kind, lines=["hello"])
        assert told["text"] == "hello"


def test_the_region_decides_what_a_number_is(run: Run) -> None:
    (told,) = answers(run, "read", "phone", "--region", "GB", lines=["020 7946 0958"])
    assert told["values"][0]["value"] == "+442079460958"


def test_yes_is_read_against_what_was_said(run: Run) -> None:
    said = "Shall I book Thursday at 3 PM?"
    lines = ["sure", "no thanks", {"text": "yes, but on friday", "said": said}, {"text": "go ahead", "said": said}]
    assert [each["answer"] for each in answers(run, "read", "yesno", lines=lines)] == ["yes", "no", "no", "yes"]


def test_a_line_that_cannot_be_read_does_not_stop_the_next(run: Run) -> None:
    lines = [{"said": "x"}, {"text": "noon", "now": "never"}, "{noon", "noon"]
    missing, bad_now, brace, noon = answers(run, "read", "when", "--now", NOW, lines=lines)
    assert "text" in missing["error"]
    assert "never" in bad_now["error"]
    assert brace["text"] == "{noon"
    assert noon["values"][0]["start"] == "12:00"


def test_meanings_come_with_words_and_reasons(run: Run) -> None:
    (told,) = answers(run, "understand", SPA, "--now", NOW, lines=[{"text": "book me botox tomorrow"}])
    informed = {each["slot"]: each["value"] for each in told["meanings"] if each["kind"] == "inform"}
    assert told["meanings"][0]["kind"] == "start_flow"
    assert informed == {"service": "botox", "day": "2025-11-19"}
    assert all(each["words"] and each["why"] for each in told["meanings"])
    assert told["confirmation_value"] is None


def test_what_was_asked_and_offered_decides_the_meaning(run: Run) -> None:
    offered = [
        {"option": number, "start": f"2025-11-19T{hour}:00:00-05:00", "service": "botox"}
        for number, hour in enumerate((14, 15), start=1)
    ]
    lines = [
        {"text": "the 3pm one", "asked": "choice", "offered": offered},
        {"text": "2", "offered": offered},
        {"text": "Ann Bell", "asked": "book.name"},
        {"text": "skip", "asked": "email"},
    ]
    by_time, by_number, name, skipped = answers(run, "understand", SPA, "--now", NOW, lines=lines)
    assert by_time["meanings"][0]["value"] == {"time": "15:00"}
    assert by_number["meanings"][0]["value"] == {"option": 2}
    assert (name["meanings"][0]["slot"], name["meanings"][0]["value"]) == ("name", "Ann Bell")
    assert skipped["meanings"][0]["kind"] == "skip"


@pytest.mark.parametrize(
    ("text", "value"),
    [("yes please", True), ("no", False), ("yes but on friday", False), ("make it friday", False), ("hmm", None)],
)
def test_a_yes_counts_only_for_what_was_shown(run: Run, text: str, value: object) -> None:
    (told,) = answers(run, "understand", SPA, "--now", NOW, lines=[{"text": text, "asked": "confirmation"}])
    assert told["confirmation_value"] is value


def test_a_message_is_explained_where_it_stands_in_a_conversation(run: Run) -> None:
    before = ["botox tomorrow at 10", "Ines Moreau"]
    lines = [{"text": "tomorrow at ten", "before": before[:n]} for n in range(3)]
    alone, at_the_name, at_the_phone = answers(run, "understand", SPA, "--now", NOW, lines=lines)
    assert [each["kind"] for each in alone["meanings"]] == ["start_flow", "inform", "inform"]
    assert at_the_name["meanings"] != alone["meanings"]
    assert not any(each.get("slot") == "name" for told in (at_the_name, at_the_phone) for each in told["meanings"])
    (told,) = answers(run, "understand", SPA, "--now", NOW, lines=[{"text": "with a z", "before": before}])
    assert [(each["slot"], each["value"]) for each in told["meanings"]] == [("name", "Inez Moreau")]


@pytest.mark.parametrize("more", [{"before": "hello"}, {"before": [5]}, {"before": ["hello"], "said": "Which day?"}])
def test_what_came_before_is_messages_and_no_more(run: Run, more: dict[str, object]) -> None:
    (told,) = answers(run, "understand", SPA, "--now", NOW, lines=[{"text": "hello", **more}])
    assert '"before"' in told["error"] or '"said"' in told["error"]


def test_a_bad_line_is_answered_with_its_error(run: Run) -> None:
    lines = ["nonsense", "[]", {"text": 5}, {"text": "x", "asked": "shoe size"}, "[" * 100_000, {"text": "hello"}]
    *bad, good = answers(run, "understand", SPA, "--now", NOW, lines=lines)
    assert all(set(each) == {"error"} for each in bad)
    assert "shoe size" in bad[3]["error"]
    assert good["meanings"][0]["kind"] == "greet"


@pytest.mark.parametrize("kind", ["when", "email", "phone", "name", "number", "yesno"])
def test_of_a_huge_line_the_beginning_is_read_and_all_is_answered(run: Run, kind: str) -> None:
    said = "7" * 200_000
    (answer,) = [json.loads(line) for line in run("read", kind, said=said + "\n").stdout.splitlines()]
    assert answer["text"] == said


@pytest.mark.parametrize("moment", ["9999-12-31T23:59", "0001-01-01T00:00+14:00", "1899-12-31"])
def test_a_clock_that_no_diary_has_is_refused(run: Run, moment: str) -> None:
    ended = run("read", "when", "--now", moment, said="tomorrow\n")
    assert ended.exit_code == 2
    assert "too far away" in ended.stderr


@pytest.mark.parametrize("region", ["ZZ", "us", "Germany"])
def test_a_country_that_there_is_not_is_refused(run: Run, region: str) -> None:
    ended = run("read", "phone", "--region", region, said="030 901820")
    assert ended.exit_code == 2
    assert region in ended.stderr
