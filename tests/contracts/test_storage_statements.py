"""Every statement has a name and a line that says what it does, and both databases take it."""

import importlib
import inspect
import pkgutil
import re

import pytest
from sqlalchemy import create_engine

import frontdesk.storage
from frontdesk.storage.sql import Statement

NAMED = re.compile(r"^([A-Z_]+) = Statement\(")


def statements() -> dict[str, Statement]:
    """Find every statement of the package, by module and name."""
    found = {}
    for module_info in pkgutil.iter_modules(frontdesk.storage.__path__, "frontdesk.storage."):
        module = importlib.import_module(module_info.name)
        for name, value in vars(module).items():
            each = value if isinstance(value, tuple) else (value,)
            for number, statement in enumerate(each):
                if isinstance(statement, Statement):
                    found[f"{module.__name__}.{name}.{number}"] = statement
    return found


@pytest.mark.parametrize("url", ["sqlite://", "postgresql+psycopg://"])
def test_both_databases_take_every_statement(url: str) -> None:
    dialect = create_engine(url, paramstyle="named" if url == "sqlite://" else None).dialect
    found = statements()
    assert len(found) > 60
    for name, statement in found.items():
        assert statement.on(dialect).text, name


def test_what_is_returned_compares_no_columns_of_which_sqlite_does_not_know_whose_they_are() -> None:
    dialect = create_engine("sqlite://", paramstyle="named").dialect
    texts = {name: statement.on(dialect).text.partition(" RETURNING ")[2] for name, statement in statements().items()}
    assert sum(bool(text) for text in texts.values()) > 20
    # There, SQLAlchemy writes columns without their table: in a query inside, another table may have one of that name.
    assert [name for name, text in texts.items() if re.search(r"(?<![:\w])\w+ = \w+", text)] == []


def test_every_statement_is_described_on_the_line_above_it() -> None:
    missing = []
    for module_info in pkgutil.iter_modules(frontdesk.storage.__path__, "frontdesk.storage."):
        lines = inspect.getsource(importlib.import_module(module_info.name)).splitlines()
        for above, line in zip(["", *lines], lines, strict=False):
            if NAMED.match(line) and not re.fullmatch(r"# [A-Z].*\.", above):
                missing.append(f"{module_info.name}: {line}")
    assert missing == []
