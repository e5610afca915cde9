"""A language is a folder of lists: what it has is used, what it lacks is English and is listed."""

import shutil
from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from frontdesk.cli import main
from frontdesk.desk.testing import rehearse
from frontdesk.language.lexicon import REFERENCE, add_folder, lacking, list_names

MEDSPA = Path(__file__).parents[2] / "examples" / "medspa"
MADE_UP = "qx"
LISTS = {
    "when": "words: {weekday: {lumi: 0, pexu: 4}, relative_day: {hovu: 0, zamo: 1}}",
    "replies": "greet: ['Salu, {desk} zi {business}.']\nthanks: [Nula.]",
    "numbers": "ones: {onu: 1, duu: 2, trii: 3}",
}


@pytest.fixture(scope="module")
def spa(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a business whose guests speak a language made up here."""
    folder = tmp_path_factory.mktemp("languages")
    (folder / MADE_UP).mkdir()
    for name, text in LISTS.items():
        (folder / MADE_UP / f"{name}.yaml").write_text(text, encoding="utf-8")
    add_folder(folder)
    business = folder / "spa"
    shutil.copytree(MEDSPA, business, ignore=shutil.ignore_patterns("conversations"))
    written = (business / "business.yaml").read_text(encoding="utf-8")
    (business / "business.yaml").write_text(written.replace("language: en", f"language: {MADE_UP}"), encoding="utf-8")
    return business


def test_a_language_is_spoken_as_far_as_it_goes(spa: Path) -> None:
    with rehearse(spa, now=datetime(2025, 11, 18, 10)) as desk:  # noqa: DTZ001 - the wall clock of the business
        assert desk.say("hello")["reply"] == "Salu, Ava zi Radiance Med Spa."
        assert desk.say("botox zamo")["known"] == {"service": "botox", "day": "2025-11-19"}
        assert desk.say("pexu")["known"] == {"service": "botox", "day": "2025-11-21"}
        chosen = desk.say("onu")["known"]
        assert isinstance(chosen, dict)
        assert chosen["time"] == "09:00"


def test_its_words_replace_those_of_the_reference(spa: Path) -> None:
    with rehearse(spa, now=datetime(2025, 11, 18, 10)) as desk:  # noqa: DTZ001 - the wall clock of the business
        known = desk.say("botox friday")["known"]
        assert isinstance(known, dict)
        assert "day" not in known


def test_what_it_lacks_is_listed(spa: Path) -> None:
    lacked = lacking(MADE_UP)
    assert {"moves", "yesno", "when.forms", "when.words.month", "replies.goodbye", "numbers.tens"} <= set(lacked)
    assert not {"when", "when.words.weekday", "replies.greet", "numbers.ones"} & set(lacked)
    told = CliRunner().invoke(main, ["check", str(spa)])
    assert told.exit_code == 0
    assert f"The language {MADE_UP} lacks moves; {REFERENCE} is read instead." in told.output


def test_a_language_that_is_not_there_lacks_everything() -> None:
    assert lacking("zz") == list_names()


def test_the_reference_lacks_nothing() -> None:
    assert lacking(REFERENCE) == ()
