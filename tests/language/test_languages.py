"""A language is a folder of lists: what it has is used, what it lacks is English, what is wrong is refused."""

import json
import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from frontdesk.cli import main
from frontdesk.desk.inventory import keys, lacked
from frontdesk.desk.languages import told_lacking
from frontdesk.desk.testing import rehearse
from frontdesk.language.lexicon import REFERENCE, add_folder, list_names, load

MEDSPA = Path(__file__).parents[2] / "examples" / "medspa"
NOW = datetime(2025, 11, 18, 10)  # noqa: DTZ001 - the wall clock of the business
MADE_UP = "qx"
LISTS = {
    "when": """
words:
  weekday: {lumi: 0, pexu: 4}
  relative_day: {hovu: 0, zamo: 1}
  at: [am]
  half: [demi]
  oclock: [horu]
own_forms:
  - [clock, clock_to, "{half}{hour}"]
""",
    "numbers": "ones: {onu: 1, duu: 2, trii: 3, deku: 10}\nordinals: {unua: 1, dua: 2}",
    "moves": "yes: [jep]\nno: [nopu]\ngreet: [salu]\nskip: [saltu]",
    "triggers": "actions: {book: [rezervu]}\nthings: {appointment: [viziti]}\nempty: [mi, volu]",
    "common": "around_choice: [la]",
    "replies": "greet: ['Salu, {desk} zi {business}.']\nthanks: [Nula.]",
}


def write(folder: Path, lists: dict[str, str]) -> Path:
    folder.mkdir(parents=True)
    for name, text in lists.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def business_in(folder: Path, language: str) -> Path:
    shutil.copytree(MEDSPA, folder, ignore=shutil.ignore_patterns("conversations", "*.db*"))
    written = (folder / "business.yaml").read_text(encoding="utf-8")
    (folder / "business.yaml").write_text(written.replace("language: en", f"language: {language}"), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def spa(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a business that brings a language made up here, in a folder of its own."""
    business = business_in(tmp_path_factory.mktemp("languages") / "spa", MADE_UP)
    write(business / "languages" / MADE_UP, LISTS)
    return business


def test_a_booking_is_made_in_a_language_of_lists(spa: Path) -> None:
    with rehearse(spa, now=NOW) as desk:
        assert desk.say("salu")["reply"] == "Salu, Ava zi Radiance Med Spa."
        assert desk.say("mi volu rezervu botox zamo")["known"] == {"service": "botox", "day": "2025-11-19"}
        assert desk.say("pexu")["known"] == {"service": "botox", "day": "2025-11-21"}
        chosen = desk.say("la dua")["known"]
        assert isinstance(chosen, dict)
        assert chosen["time"] == "09:30"
        for said in ("Ann Lee", "212 555 0123", "saltu"):
            desk.say(said)
        assert desk.say("jep")["bookings"]


def test_a_no_in_it_books_nothing(spa: Path) -> None:
    with rehearse(spa, now=NOW) as desk:
        for said in ("botox zamo", "onu", "Ann Lee", "212 555 0123", "saltu"):
            desk.say(said)
        assert not desk.say("nopu")["bookings"]


def read(spa: Path, kind: str, text: str) -> dict[str, Any]:
    language = str(spa / "languages" / MADE_UP)
    asked = ["read", kind, "--language", language, "--now", "2025-11-18T10:00"]
    told = CliRunner().invoke(main, asked, input=f"{text}\n")
    assert told.exit_code == 0, told.output
    answer: dict[str, Any] = json.loads(told.output)
    return answer


def test_a_reader_is_tried_alone_in_it(spa: Path) -> None:
    assert read(spa, "number", "trii")["values"] == [{"value": 3, "text": "trii"}]
    assert read(spa, "number", "three")["values"] == []
    assert read(spa, "yesno", "nopu")["answer"] == "no"


def test_a_word_of_its_own_is_not_also_what_it_is_in_the_reference(spa: Path) -> None:
    (value,) = read(spa, "when", "pexu am 10 horu")["values"]
    assert value["start"] == "2025-11-21T10:00"


def test_it_may_have_forms_of_its_own(spa: Path) -> None:
    (value,) = read(spa, "when", "zamo am demi deku")["values"]
    assert value["start"] == "2025-11-19T09:30"


def test_its_words_replace_those_of_the_reference(spa: Path) -> None:
    with rehearse(spa, now=NOW) as desk:
        known = desk.say("botox friday")["known"]
        assert isinstance(known, dict)
        assert "day" not in known


def test_a_bare_answer_is_read_in_it(spa: Path) -> None:
    assert read(spa, "yesno", "jep")["answer"] == "yes"


def test_what_it_lacks_is_listed_so_that_it_can_be_read(spa: Path) -> None:
    told = CliRunner().invoke(main, ["check", str(spa)])
    assert told.exit_code == 0
    lines = [line for line in told.output.splitlines() if " lacks " in line]
    assert len(lines) == 1 + len(LISTS) == len(list(told_lacking(MADE_UP))) - 1
    assert f"The language {MADE_UP} lacks {len(list_names()) - len(LISTS)} of {len(list_names())} lists: " in lines[0]
    when = next(line for line in lines if "keys of when" in line)
    assert "ordinal_endings" in when
    assert "words.weekday" not in when


def test_all_that_it_lacks_is_shown_list_by_list(spa: Path) -> None:
    language = str(spa / "languages" / MADE_UP)
    every = CliRunner().invoke(main, ["language", "--language", language]).output
    assert {line.split()[0] for line in every.splitlines()[2:]} == set(list_names())
    numbers = CliRunner().invoke(main, ["language", "numbers", "--language", language]).output
    rows = {row[0]: row[1] for row in map(str.split, numbers.splitlines()[2:])}
    assert rows == {"ones": MADE_UP, "ordinals": MADE_UP, "tens": REFERENCE, "multiples": REFERENCE}


def test_a_language_that_is_not_there_lacks_everything() -> None:
    assert tuple(lack.name for lack in lacked("zz") if lack.is_all) == list_names()
    assert "no language 'zz'" in " ".join(CliRunner().invoke(main, ["read", "when", "--language", "zz"]).output.split())


def test_a_language_that_is_not_there_is_said_to_be_none() -> None:
    assert next(told_lacking("zz")).startswith("There is no folder languages/zz")


def test_the_reference_lacks_nothing() -> None:
    assert lacked(REFERENCE) == ()


@pytest.mark.parametrize("name", list_names())
def test_every_list_has_keys_that_can_be_shown(name: str) -> None:
    shown = [key.name for key in keys(name)]
    assert all(any(f"{each}.".startswith(f"{key}.") for each in shown) for key in load(REFERENCE, name))


@pytest.mark.parametrize(
    ("language", "name", "text", "named"),
    [
        ("qa", "yesno", "nein: [no]\nno: [no]", "yesno.yaml:2: Nothing reads yesno.no. Did you mean moves.no"),
        ("qb", "yesno", "wihsed: [x]", "yesno.yaml:1: Nothing reads yesno.wihsed. Did you mean wished?"),
        ("qc", "when", "words:\n  weekdy: {lumi: 0}", "when.yaml:2: Nothing asks for when.words.weekdy. Did you mean"),
        ("qj", "when", "words:\n  in: [da]\n  of: [di, da]", "when.yaml:3: da is of the kind in, so it is not of the"),
        ("qd", "moves", "yes: jep", "moves.yaml:1: moves.yes is a text; it must be a list."),
        ("qe", "yesnoo", "wished: []", "yesnoo.yaml:1: No list is called yesnoo, so this is never read. Did you mean"),
        ("qf", "moves", "yes: [jep", "moves.yaml:2: This cannot be read as YAML"),
        ("qg", "moves", "- jep", "moves.yaml:1: A list is a mapping"),
    ],
)
def test_what_nobody_would_read_is_refused(tmp_path: Path, language: str, name: str, text: str, named: str) -> None:
    business = business_in(tmp_path / "spa", language)
    write(business / "languages" / language, {name: text})
    told = CliRunner().invoke(main, ["check", str(business)])
    assert told.exit_code == 1
    assert f"languages/{language}/{named}" in told.output


def test_a_language_may_name_things_of_its_own(tmp_path: Path) -> None:
    own = {"when": "words: {gutturals: [hrrr]}", "triggers": "actions: {sing: [kantu]}"}
    business = business_in(tmp_path / "spa", "qh")
    write(business / "languages" / "qh", {**own, "money": "words: {kredo: [EUR]}"})
    assert CliRunner().invoke(main, ["check", str(business)]).exit_code == 0
    assert load("qh", "money")["words"] == {"kredo": ["EUR"]}  # of words, those of the reference are no part


def test_a_program_may_bring_a_folder_of_languages(tmp_path: Path) -> None:
    write(tmp_path / "qi", {"numbers": "ones: {unu: 1}"})
    add_folder(tmp_path)
    assert load("qi", "numbers")["ones"] == {"unu": "1"}
