"""What a person changes is written into the file of the business; all other lines stay as they are, to the byte."""

import difflib
from collections.abc import Callable
from dataclasses import replace
from datetime import date, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.desk.editing.applying import applied
from frontdesk.desk.editing.edits import (
    AddExample,
    AddPerson,
    AddQuestion,
    AddService,
    Edit,
    ExampleKind,
    RemovePerson,
    RemoveQuestion,
    RemoveService,
    SetAnswer,
    SetClosedDays,
    SetHours,
    SetPerson,
    SetService,
)
from frontdesk.desk.editing.files import BUSINESS, BusinessFiles
from frontdesk.desk.editing.mistakes import Mistaken
from frontdesk.desk.editing.settings import Settings, performers_of, read_settings
from frontdesk.scheduling.business import Care, Price, Resource, Service, Shift, Topic
from tests.desk.settings import EXAMPLES, settings_of, span

# Written by somebody with habits of their own: comments everywhere, quotation marks, braces, lists on lines.
ODD = """\
# Our salon. Ask Maria before you change this!
id: odd   # never change this
name:   "The  Odd Salon"
zone: Europe/Berlin
currency: EUR

hours:            # as on the door
    mon-fri: ["9:00-12:00", 13-18]   # lunch
    # Saturday is for regulars
    sat: '9-13'

# Days off
closed_days:
- 2026-12-25   # Christmas
- 2026-12-26
special_days: { 2026-12-24: 9-12 }

services:
    cut:
        name: Cut      # the usual
        minutes: 45
        price: 55

    colour: {minutes: 2 hours, price: 120-180, also: [dye,   "hair: colour"]}
providers:
  maria: {name: Maria}   # since 1998
  tom:
    name: Tom
    does:
    - cut   # only this
    about: >
      Tom is new
      here.

topics:
  parking:
    asks:
      - where can i park   # the classic
      # and more
      - is there parking
    answer: |
      Behind the house.
      Mind the dog.
  late: {asks: "i am late", care: staff}
# The end
"""


def odd(text: str = ODD) -> Settings:
    return read_settings(BusinessFiles({BUSINESS: text}))


def edited(settings: Settings, edit: Edit) -> str:
    return applied(settings, edit).texts[BUSINESS]


def lines_changed(before: str, after: str) -> tuple[list[str], list[str]]:
    """Return the lines that are gone and those that are new."""
    found = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    return [line[2:] for line in found if line[:1] == "-"], [line[2:] for line in found if line[:1] == "+"]


def service(settings: Settings, of: str, **changes: Any) -> SetService:  # noqa: ANN401 - fields of a service
    was = settings.business.services[of]
    performers = frozenset(each.id for each in performers_of(settings.business, was))
    return SetService(replace(was, **changes), performers)


CHANGES: list[tuple[Callable[[Settings], Edit], list[str], list[str]]] = [
    (
        lambda settings: SetHours(None, {**settings.business.hours.week, 2: span(10, 20)}),
        ['    mon-fri: ["9:00-12:00", 13-18]   # lunch'],
        ['    mon-tue: ["9:00-12:00", 13-18]', "    wed: 10-20", '    thu-fri: ["9:00-12:00", 13-18]   # lunch'],
    ),
    (
        lambda settings: SetHours(None, {**settings.business.hours.week, 5: (), 6: span(0, 24)}),
        ["    sat: '9-13'"],
        ["    sat: closed", "    sun: 0-24"],
    ),
    (
        lambda _: SetHours("tom", {0: span(9, 12), 1: span(9, 12), 3: (Shift(time(9, 30), time(11)),)}),
        [],
        ["    hours:", "      mon-tue: 9-12", "      thu: 9:30-11:00"],
    ),
    (
        lambda settings: SetClosedDays(None, {**settings.business.hours.exceptions, date(2027, 1, 1): ()}),
        [],
        ["- 2027-01-01"],
    ),
    (
        lambda _: SetClosedDays(None, {date(2026, 12, 24): (), date(2026, 12, 25): ()}),
        ["- 2026-12-26", "special_days: { 2026-12-24: 9-12 }"],
        ["- 2026-12-24"],
    ),
    (
        lambda settings: service(settings, "cut", price=Price(Decimal("59.50"), Decimal("59.50"))),
        ["        price: 55"],
        ["        price: 59.50"],
    ),
    (
        lambda settings: service(settings, "cut", name="Haircut"),
        ["        name: Cut      # the usual"],
        ["        name: Haircut  # the usual"],
    ),
    (
        lambda settings: service(settings, "colour", duration=timedelta(minutes=90)),
        ['    colour: {minutes: 2 hours, price: 120-180, also: [dye,   "hair: colour"]}'],
        ['    colour: {minutes: 90, price: 120-180, also: [dye, "hair: colour"]}'],
    ),
    (
        lambda settings: service(settings, "colour", name="Colouring"),
        ['    colour: {minutes: 2 hours, price: 120-180, also: [dye,   "hair: colour"]}'],
        ['    colour: {name: Colouring, minutes: 2 hours, price: 120-180, also: [dye, "hair: colour"]}'],
    ),
    (
        lambda settings: service(settings, "cut", after=timedelta(minutes=10), online=True, notice=timedelta(hours=2)),
        [],
        ["        buffer_after: 10 minutes", "        notice: 2 hours", "        online: yes"],
    ),
    (
        lambda _: AddService(Service("", "Wax: legs", timedelta(minutes=30), ("wax",)), frozenset({"maria", "tom"})),
        [],
        [
            *("    wax_legs:", "        name: 'Wax: legs'", "        minutes: 30", "        also: [wax]"),
            "    - wax_legs",
        ],
    ),
    (
        lambda settings: replace(service(settings, "colour"), performers=frozenset({"tom"})),
        ["  maria: {name: Maria}   # since 1998"],
        ["  maria: {name: Maria, does: [cut]} # since 1998", "    - colour"],
    ),
    (
        lambda _: RemoveService("colour"),
        ['    colour: {minutes: 2 hours, price: 120-180, also: [dye,   "hair: colour"]}'],
        [],
    ),
    (
        lambda settings: SetPerson(replace(settings.business.resources["maria"], about="Maria: the founder")),
        ["  maria: {name: Maria}   # since 1998"],
        ["  maria: {name: Maria, about: 'Maria: the founder'} # since 1998"],
    ),
    (
        lambda _: AddPerson(Resource("", "Zoë", services=("cut",))),
        [],
        ["  zoe:", "    name: Zoë", "    does: [cut]"],
    ),
    (lambda _: RemovePerson("maria"), ["  maria: {name: Maria}   # since 1998"], []),
    (
        lambda settings: SetAnswer(replace(settings.business.topics["parking"], answer="Anywhere: it is free.")),
        ["    answer: |", "      Behind the house.", "      Mind the dog."],
        ["    answer: |-", "      Anywhere: it is free."],  # as it was written before
    ),
    (
        lambda settings: SetAnswer(replace(settings.business.topics["late"], answer="Call us.", care=Care.PERSON)),
        ['  late: {asks: "i am late", care: staff}'],
        ['  late: {asks: "i am late", answer: Call us., care: person}'],
    ),
    (
        lambda _: AddQuestion(Topic("", ("do you have wifi", "wifi"), "Yes.\nIt is free.")),
        [],
        [
            *("  do_you_have_wifi:", "    asks: [do you have wifi, wifi]", "    answer: |-", "      Yes."),
            "      It is free.",
        ],
    ),
    (lambda _: RemoveQuestion("late"), ['  late: {asks: "i am late", care: staff}'], []),
    (lambda _: AddExample(ExampleKind.TOPIC, "parking", "# of spaces"), [], ["    examples: ['# of spaces']"]),
    (
        lambda _: AddExample(ExampleKind.TOPIC, "late", "running late"),
        ['  late: {asks: "i am late", care: staff}'],
        ['  late: {asks: "i am late", examples: [running late], care: staff}'],
    ),
]


@pytest.mark.parametrize(("edit", "gone", "new"), CHANGES)
def test_only_the_lines_of_what_is_changed_are_written_anew(
    edit: Callable[[Settings], Edit], gone: list[str], new: list[str]
) -> None:
    settings = odd()
    assert lines_changed(ODD, edited(settings, edit(settings))) == (gone, new)


@pytest.mark.parametrize(("edit", "gone", "new"), CHANGES)
def test_ends_of_lines_and_the_mark_of_an_editor_stay(
    edit: Callable[[Settings], Edit], gone: list[str], new: list[str]
) -> None:
    settings = odd("\ufeff" + ODD.replace("\n", "\r\n"))
    text = edited(settings, edit(settings))
    assert text.startswith("\ufeff# Our salon")
    assert "\n" not in text.replace("\r\n", "")
    assert lines_changed(ODD, text.removeprefix("\ufeff").replace("\r\n", "\n")) == (gone, new)


def test_a_file_without_an_end_of_line_at_its_end_is_added_to() -> None:
    settings = odd(ODD.removesuffix("# The end\n").removesuffix("\n"))
    text = edited(settings, AddQuestion(Topic("", ("wifi",), "Yes.")))
    assert text.endswith("care: staff}\n  wifi:\n    asks: [wifi]\n    answer: Yes.\n")


def test_a_file_that_is_all_in_braces_can_be_changed() -> None:
    text = '{id: odd, name: Odd, zone: UTC, hours: {daily: 0-24}, topics: {late: {asks: ["i am late"], care: staff}}}\n'
    settings = odd(text)
    changed = edited(settings, SetHours(None, {**settings.business.hours.week, 6: ()}))
    assert "mon-sat: 0-24, sun: closed" in changed
    assert 'asks: ["i am late"]' in changed


def test_what_says_the_same_in_other_words_changes_nothing() -> None:
    settings = odd()
    same: list[Edit] = [
        SetHours(None, settings.business.hours.week),
        SetClosedDays(None, settings.business.hours.exceptions),
        service(settings, "colour"),
        SetPerson(settings.business.resources["tom"]),
        SetAnswer(settings.business.topics["parking"]),
    ]
    assert [edited(settings, edit) for edit in same] == [ODD] * len(same)


@pytest.mark.parametrize("name", ["medspa", "flights"])
def test_every_question_of_the_examples_can_be_changed_in_its_own_lines(name: str) -> None:
    settings = settings_of(EXAMPLES / name)
    text = settings.files.texts[BUSINESS]
    for topic in settings.business.topics.values():
        gone, new = lines_changed(text, edited(settings, AddExample(ExampleKind.TOPIC, topic.id, "zebra crossing")))
        assert len(new) == 1
        assert "zebra crossing" in new[0]
        assert len(gone) <= 1


TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=30).map(
    lambda text: " ".join(text.split())
)


@given(TEXT.filter(bool), TEXT.filter(bool))
def test_whatever_is_typed_comes_back_as_it_was_typed(answer: str, sentence: str) -> None:
    settings = odd()
    topics = settings.business.topics
    for name in ("parking", "late"):
        text = edited(settings, SetAnswer(replace(topics[name], answer=answer, asks=(*topics[name].asks, sentence))))
        after = odd(text).business.topics
        assert (after[name].answer, after[name].asks[-1]) == (answer, sentence)
        assert {key: topic for key, topic in after.items() if key != name} == {
            key: topic for key, topic in topics.items() if key != name
        }


SHIFTS = st.sampled_from([(), span(9, 12), span(13, 18), (*span(9, 12), *span(13, 18)), span(0, 24), span(20, 2)])


@given(st.lists(st.fixed_dictionaries(dict.fromkeys(range(7), SHIFTS)).filter(lambda w: any(w.values())), max_size=3))
def test_any_week_is_written_so_that_it_is_read_the_same(weeks: list[dict[int, tuple[Shift, ...]]]) -> None:
    settings = odd()
    for week in weeks:
        settings = odd(edited(settings, SetHours(None, week)))
        read = settings.business.hours.week
        assert {day: read.get(day, ()) for day in range(7)} == week
        assert settings.business.topics == odd().business.topics


def test_who_would_do_nothing_is_not_made_to_do_everything() -> None:
    settings = odd()
    with pytest.raises(Mistaken, match="Tom does nothing else"):
        edited(settings, replace(service(settings, "cut"), performers=frozenset({"maria"})))
    with pytest.raises(Mistaken, match="Tom does nothing else"):
        edited(settings, RemoveService("cut"))


def test_it_is_known_on_which_line_a_thing_stands() -> None:
    settings = odd()
    lines = ODD.splitlines()
    for path, begins in (
        (("hours",), "hours:"),
        (("services", "cut", "price"), "price: 55"),
        (("topics", "late"), "late: {"),
    ):
        assert lines[settings.line_of(path) - 1].strip().startswith(begins)


def test_all_that_the_documented_example_declares_is_shown(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "flows.md").read_text().split("```yaml\n# business.yaml\n")[1]
    (tmp_path / BUSINESS).write_text(text.split("```")[0])
    settings = settings_of(tmp_path)
    assert settings.groups == {
        "maria": "providers",
        "front": "rooms",
        "bench": "rooms",
        "loud_dryer": "resources",
        "tea_table": "resources",
        "coffee_table": "resources",
    }
    assert settings.with_own_week == {"maria", "loud_dryer"}
    for of in (None, "maria", "loud_dryer"):
        changed = edited(settings, SetHours(of, {3: span(10, 14)}))
        gone, new = lines_changed(text.split("```")[0], changed)
        assert len(gone) <= 2
        assert 1 <= len(new) <= 4
