"""Brings a database to the version this code works with, or says why not. Nothing is changed on refusal."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from frontdesk.storage.unusable import DatabaseUnusable, Reason

# Every revision in `migrations/versions`, the newest last; a test compares.
REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008")
VERSION_TABLE = "frontdesk_version"
SCRIPTS = Path(__file__).parent / "migrations"
# What all revisions together make on SQLite; a test compares.
NEWEST = SCRIPTS / "newest.sqlite.sql"


def migrate(connection: Connection, place: str) -> None:
    """Make or change the tables as needed, in the transaction that is open on `connection`."""
    tables = inspect(connection).get_table_names()
    if VERSION_TABLE in tables:
        version = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608 - a constant
        if version == REVISIONS[-1]:
            return
        if version not in REVISIONS:
            raise DatabaseUnusable(
                Reason.NEWER, f"{place} has been changed by a newer Frontdesk (version {version}); use that one."
            )
    elif tables:
        raise DatabaseUnusable(
            Reason.FOREIGN, f"{place} holds tables of something else; give Frontdesk a database of its own."
        )
    if not tables and connection.dialect.name == "sqlite":
        _make(connection)
    else:
        upgrade(connection)


def _make(connection: Connection) -> None:
    """Make a new database at once: to import Alembic would take longer than all else until the first answer."""
    for statement in NEWEST.read_text().split("\n\n"):
        connection.exec_driver_sql(statement)


def upgrade(connection: Connection) -> None:
    """Run the migrations that a database lacks."""
    from alembic import command  # noqa: PLC0415 - slow to import, and seldom needed
    from alembic.config import Config  # noqa: PLC0415 - as above

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    config.attributes["version_table"] = VERSION_TABLE
    command.upgrade(config, "head")
