"""PostgreSQL databases for tests: used again once what a test left in them is gone, as to make one takes long.

A new database is a copy of some three hundred files. So each is emptied and given another name when its test is over;
only one in which more than rows has changed is thrown away.
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import LiteralString, TypeAlias

import psycopg
from psycopg import sql

from frontdesk.storage.migrating import VERSION_TABLE

Rows: TypeAlias = list[tuple[object, ...]]
LONGEST_WAIT = 20_000  # milliseconds for what a test left locked; then the database is thrown away

TABLES: LiteralString = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
SEQUENCES: LiteralString = (
    "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)"
    " FROM pg_sequences WHERE last_value IS NOT NULL"
)
END_OTHERS: LiteralString = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"
)
# Whoever changes a table, a column, a rule, a function or a setting writes a row of one of these.
CATALOGS: tuple[LiteralString, ...] = (
    "pg_attrdef",
    "pg_attribute",
    "pg_class",
    "pg_constraint",
    "pg_index",
    "pg_namespace",
    "pg_proc",
    "pg_rewrite",
    "pg_sequence",
    "pg_trigger",
    "pg_type",
)
OF_THIS_ONE: LiteralString = "(SELECT oid FROM pg_database WHERE datname = current_database())"
SHAPE: tuple[LiteralString, ...] = (
    *(f"SELECT md5(string_agg(ctid::text || xmin, ',' ORDER BY ctid)) FROM {name}" for name in CATALOGS),  # noqa: S608 - our own words
    f"SELECT setrole, setconfig FROM pg_db_role_setting WHERE setdatabase = {OF_THIS_ONE}",  # noqa: S608 - our own words
    f"SELECT datallowconn, datconnlimit, datacl, datdba FROM pg_database WHERE oid = {OF_THIS_ONE}",  # noqa: S608 - our own words
)


@dataclass(slots=True)
class Databases:
    """Copies of one database that has our tables; those that no test uses are kept for the next."""

    server: str  # without a database
    template: str
    shapes: dict[str, object] = field(default_factory=dict)  # by name, of those that are free

    @contextmanager
    def lent(self) -> Iterator[str]:
        """Lend a database with nothing in it for as long as the block lasts, and give its name."""
        name, shape = self._taken()
        yield name
        try:
            self._give_back(name, shape)
        except psycopg.Error:
            self._command("DROP DATABASE {} WITH (FORCE)", name)

    def _taken(self) -> tuple[str, object]:
        name = f"test_{uuid.uuid4().hex}"  # what knows an address knows nothing of the test before
        if self.shapes:
            free, shape = self.shapes.popitem()
            self._command("ALTER DATABASE {} RENAME TO {}", free, name)
            return name, shape
        self._command("CREATE DATABASE {} TEMPLATE {}", name, self.template)
        with self._connected(name) as connection:
            return name, _shape(connection)

    def _give_back(self, name: str, shape: object) -> None:
        with self._connected(name) as connection:
            connection.execute(END_OTHERS, [name])
            if _shape(connection) != shape:
                raise psycopg.DataError("more than rows has changed")
            _empty(connection)
            self.shapes[name] = _shape(connection)

    @contextmanager
    def _connected(self, name: str) -> Iterator[psycopg.Connection]:
        options = f"-c lock_timeout={LONGEST_WAIT} -c session_replication_role=replica"  # no trigger forbids anything
        with psycopg.connect(f"{self.server}/{name}", autocommit=True, options=options) as connection:
            yield connection

    def _command(self, text: LiteralString, *names: str) -> None:
        with self._connected("postgres") as connection:
            connection.execute(sql.SQL(text).format(*map(sql.Identifier, names)))


def _empty(connection: psycopg.Connection) -> None:
    """Take all rows out, and begin to number anew."""
    names = [str(name) for (name,) in connection.execute(TABLES) if name != VERSION_TABLE]
    looks = [sql.SQL("SELECT {} WHERE EXISTS (SELECT FROM {})").format(name, sql.Identifier(name)) for name in names]
    full = [str(name) for (name,) in connection.execute(sql.SQL(" UNION ALL ").join(looks))]
    if full:
        tables = sql.SQL(", ").join(map(sql.Identifier, full))
        connection.execute(sql.SQL("TRUNCATE {} CASCADE").format(tables))
    connection.execute(SEQUENCES)


def _shape(connection: psycopg.Connection) -> Rows:
    """Return what differs as soon as anything but rows of ours differs, or the version of our tables."""
    queries: list[sql.SQL | sql.Composed] = [
        *map(sql.SQL, SHAPE),
        sql.SQL("SELECT version_num FROM {}").format(sql.Identifier(VERSION_TABLE)),
    ]
    return [row for query in queries for row in connection.execute(query)]
