"""Choices from a catalogue, and how the guest stands to them."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.language.readers.catalogue import Catalogue, Entry
from frontdesk.language.readers.text.catalogues import Catalogues
from frontdesk.scheduling.business import Business, Hours, Service

CATALOGUE = Catalogue.of(
    [
        Entry("botox", "Botox", ("wrinkle injections",)),
        Entry("hydrafacial", "HydraFacial"),
        Entry("prp_facial", "PRP Facial"),
        Entry("chemical_peel", "Chemical Peel"),
        Entry("filler", "Dermal Filler", ("filler",)),
        Entry("deep_tissue", "Deep Tissue Massage"),
        Entry("swedish", "Swedish Massage"),
    ]
)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("book me botox tomorrow", ["botox"]),
        ("hydra facial please", ["hydrafacial"]),
        ("hydro facial", ["hydrafacial"]),
        ("bow tox", ["botox"]),
        ("botoks", ["botox"]),
        ("Botox and a peel", ["botox", "chemical_peel"]),
        ("chemicle peel", ["chemical_peel"]),
        ("deep tisue massage", ["deep_tissue"]),
        ("two hydrafacials", ["hydrafacial"]),
        ("Facebook is not a book", []),
        ("how do you feel", []),
        ("something fuller", []),
    ],
)
def test_entries_are_found(text: str, ids: list[str]) -> None:
    assert [mention.id for mention in CATALOGUE.find(text)] == ids


def test_a_word_for_several_lists_them() -> None:
    (mention,) = CATALOGUE.find("a facial")
    assert mention.id is None
    assert mention.candidates == ("hydrafacial", "prp_facial")


@given(st.text())
def test_no_text_breaks_the_catalogue(text: str) -> None:
    for mention in CATALOGUE.find(text):
        assert mention.words == text[mention.start : mention.end]


PEOPLE = Catalogue.of([Entry("weiss", "Dr. Weiss", ("Weiss",)), Entry("elise", "Elise Moor", ("Elise",))])


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("with doctor wise", ["weiss"]),
        ("Dr. Weise on Friday", ["weiss"]),
        ("with eleese please", ["elise"]),
        ("that is wise", []),
        ("with ease", []),
        ("with a wise man", []),
    ],
)
def test_a_name_may_be_heard_as_another_word_after_a_title_or_with(text: str, ids: list[str]) -> None:
    assert [mention.id for mention in PEOPLE.find(text)] == ids


def test_a_name_of_one_word_may_be_written_as_two() -> None:
    setup = Service("books", "Bookkeeping", timedelta(hours=1))
    office = Business("office", "Office", ZoneInfo("UTC"), Hours({}), {setup.id: setup}, {})
    assert [item.id for mention in Catalogues(office).find("book keeping tomorrow") for item in mention.items] == [
        "books"
    ]


def test_an_id_is_no_word_of_guests() -> None:
    rooms = Catalogue.of((Entry("room_2", "Garden suite", ("the green one",)), Entry("blow_dry", "Blow-dry")))
    assert not list(rooms.find("a room for 2, please"))
    assert not list(rooms.find("room 2"))
    assert [mention.id for mention in rooms.find("the garden suite")] == ["room_2"]
    assert [mention.id for mention in rooms.find("a blow dry")] == ["blow_dry"]


def test_no_word_stands_for_a_name_of_everyday_words() -> None:
    habits = Catalogue.of((Entry("last_time", "the same as last time", ("my usual",)),))
    assert [mention.id for mention in habits.find("the same as last time, on friday")] == ["last_time"]
    assert [mention.id for mention in habits.find("my usual please")] == ["last_time"]
    for said in ("the last one", "the same time on thursday", "at what time?", "as usual"):
        assert not list(habits.find(said))


@pytest.mark.parametrize("name", ["Full groom, small dog", "Bath & brush (large)", "Cut - short hair", "Colour/tint"])
def test_a_name_with_signs_is_found_as_it_is_written(name: str) -> None:
    others = ["Full groom, large dog", "Bath & brush (small)", "Cut - long hair", "Colour/gloss"]
    names = Catalogue.of([Entry(each, each) for each in (name, *others)])
    assert [mention.id for mention in names.find(f"can I get a {name.lower()}, on Friday")] == [name]
