"""The first owner is made by a command, and one who lost their password is let in again."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from frontdesk.cli import main
from frontdesk.storage import open_store
from tests.passwords import PASSWORD

SPA = "examples/medspa"


def owner(folder: str, database: str, *words: str, password: str = PASSWORD) -> tuple[int, str]:
    command = ["owner", folder, "--database", database, "--password-stdin", *words]
    result = CliRunner().invoke(main, command, input=f"{password}\n")
    return result.exit_code, result.output


def test_an_owner_is_made_and_made_again(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'frontdesk.db'}"
    code, said = owner(SPA, database, "--login", "Ann@Example.com", "--name", "Ann Ito")
    assert code == 0
    assert "Ann Ito is an owner of Radiance Med Spa and logs in as ann@example.com." in said
    with open_store(database) as store:
        first = store.run_sync(lambda unit: unit.accounts.by_login("medspa", "ann@example.com"))
    code, _ = owner(SPA, database, "--login", "ann@example.com", password="another long one")
    assert code == 0
    with open_store(database) as store:
        again = store.run_sync(lambda unit: unit.accounts.by_login("medspa", "ann@example.com"))
        log = store.run_sync(lambda unit: unit.audit.page("medspa"))
    assert first is not None
    assert again is not None
    assert first.id == again.id
    assert first.password != again.password
    assert PASSWORD not in first.password
    assert [row.what for row in log] == ["account_restored", "account_added"]


@pytest.mark.parametrize(
    ("login", "password", "said"),
    [
        ("ann", "short", "at least 10 characters"),
        ("ann", "", "at least 10 characters"),
        ("a b", PASSWORD, "A login is"),
        ("ann", "medspa and more", "does not hold the name"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(tmp_path: Path, login: str, password: str, said: str) -> None:
    database = f"sqlite:///{tmp_path / 'frontdesk.db'}"
    code, output = owner(SPA, database, "--login", login, password=password)
    assert code == 1
    assert said in output
