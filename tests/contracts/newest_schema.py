"""Writes down what all migrations together make on SQLite.

After each new revision: PYTHONPATH=src python -m tests.contracts.newest_schema
"""

from sqlalchemy import Connection, create_engine, text

from frontdesk.storage.migrating import NEWEST, VERSION_TABLE, upgrade

# What begins with sqlite_ is SQLite's own, and made by it.
MADE = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rowid"


def migrated() -> str:
    """Return the statements that make a new database as the migrations do."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        upgrade(connection)
        written = statements(connection)
    engine.dispose()
    return written


def statements(connection: Connection) -> str:
    """Return the statements that made a database, and its version."""
    rows = connection.execute(text(MADE)).scalars()
    made = ["\n".join(line.rstrip() for line in sql.splitlines()) for sql in rows]
    version = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar_one()  # noqa: S608 - a constant
    keep = f"INSERT INTO {VERSION_TABLE} (version_num) VALUES ('{version}')"  # noqa: S608 - it is written, not run
    return "\n\n".join([*made, keep]) + "\n"


if __name__ == "__main__":
    NEWEST.write_text(migrated())
