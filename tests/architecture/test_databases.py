"""A database that was used before has nothing in it; one in which more than rows was changed is not used again."""

import psycopg

from tests.databases import Databases


def run(databases: Databases, name: str, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(f"{databases.server}/{name}", autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []


def own(databases: Databases) -> Databases:
    """Return databases of the same server that no other test uses."""
    return Databases(databases.server, databases.template)


OID = "SELECT oid FROM pg_database WHERE datname = current_database()"
COUNT = "SELECT count(*) FROM pg_database"
ADD = "INSERT INTO guests (business, name, created_at) VALUES ('spa', 'Ann', now()) RETURNING id"


def test_one_that_has_rows_is_emptied_and_numbers_anew(databases: Databases) -> None:
    mine = own(databases)
    with mine.lent() as name:
        first = run(mine, name, OID)
        assert run(mine, name, ADD) == [(1,)]
    with mine.lent() as again:
        assert again != name
        assert run(mine, again, OID) == first
        assert run(mine, again, "SELECT count(*) FROM guests") == [(0,)]
        assert run(mine, again, ADD) == [(1,)]
    run(mine, "postgres", f'DROP DATABASE "{mine.shapes.popitem()[0]}"')


def test_one_whose_tables_were_changed_is_thrown_away(databases: Databases) -> None:
    mine = own(databases)
    before = run(mine, "postgres", COUNT)
    for change in (
        "ALTER TABLE guests DROP COLUMN name",
        "CREATE TABLE more (id int)",
        "ALTER TABLE audit_log DISABLE TRIGGER ALL",
        "UPDATE frontdesk_version SET version_num = 'x'",
    ):
        with mine.lent() as name:
            run(mine, name, change)
        assert mine.shapes == {}, change
        assert run(mine, "postgres", COUNT) == before
