"""Statements built once with SQLAlchemy Core, compiled once per kind of database, run straight on the driver.

Core's own execution costs 40 to 90 microseconds a statement, SQLite's driver 6 to 9; a turn has a dozen of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Dialect,
    Insert,
    Table,
    Text,
    bindparam,
    func,
    literal_column,
    select,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

Row: TypeAlias = tuple[Any, ...]
Parameters: TypeAlias = Mapping[str, object]
Convert: TypeAlias = Callable[[Any], Any]
Values: TypeAlias = Any  # parameters as the form of a statement gives them


class Cursor(Protocol):
    """What we use of a driver's cursor, and a way to run what nobody waits for."""

    @property
    def rowcount(self) -> int: ...

    def execute(self, sql: str, parameters: Values = ..., /) -> object: ...

    def executemany(self, sql: str, parameters: Sequence[Values], /) -> object: ...

    def later(self, sql: str, parameters: Values = ..., otherwise: Exception | None = ..., /) -> None: ...

    def ahead(self, sql: str, parameters: Values = ..., /) -> None: ...

    def fetchone(self) -> Row | None: ...

    def fetchall(self) -> list[Row]: ...


class Form(Protocol):
    """A statement as one kind of database takes it."""

    @property
    def text(self) -> str: ...

    def parameters(self, given: Parameters, /) -> Values: ...

    def row(self, row: Row, /) -> Row: ...

    def rows(self, rows: list[Row], /) -> list[Row]: ...


@dataclass(frozen=True, slots=True)
class Named:
    """A statement with named parameters, whose values the driver takes as they are but for some."""

    text: str
    constants: Parameters
    binds: tuple[tuple[str, Convert], ...]
    results: tuple[tuple[int, Convert], ...]

    def parameters(self, given: Parameters) -> Parameters:
        """Complete and convert what the caller gave."""
        values = {**self.constants, **given}
        for name, convert in self.binds:
            values[name] = convert(values[name])
        return values

    def row(self, row: Row) -> Row:
        """Convert what the driver returned."""
        if not self.results:
            return row
        values = list(row)
        for index, convert in self.results:
            values[index] = convert(values[index])
        return tuple(values)

    def rows(self, rows: list[Row]) -> list[Row]:
        """Convert all that the driver returned."""
        return [self.row(row) for row in rows] if self.results else rows


class Statement:
    """A statement of SQLAlchemy Core with named parameters."""

    __slots__ = ("clause", "forms")

    def __init__(self, clause: Executable) -> None:
        """Keep `clause`; it is compiled when first run."""
        self.clause = clause
        self.forms: dict[str, Form] = {}

    def on(self, dialect: Dialect) -> Form:
        """Return the statement as `dialect` takes it."""
        known = self.forms.get(dialect.name)
        if known is None:
            known = _encoded(self.clause) if dialect.name == "postgresql" else _named(self.clause, dialect)
            self.forms[dialect.name] = known
        return known


def _encoded(clause: Executable) -> Form:
    from frontdesk.storage.encoded import prepare  # noqa: PLC0415 - its dialect takes long to import

    return prepare(clause)


def _named(clause: Executable, dialect: Dialect) -> Named:
    compiled: SQLCompiler = clause.compile(dialect=dialect)  # type: ignore[attr-defined]  # every Core statement has it
    columns = list(getattr(clause, "exported_columns", ()))
    converts = [(index, _reader(column.type, dialect)) for index, column in enumerate(columns)]
    writers = [(name, _writer(bind.type, dialect)) for name, bind in compiled.binds.items()]
    return Named(
        text=str(compiled),
        constants={name: bind.effective_value for name, bind in compiled.binds.items() if not bind.required},
        binds=tuple((name, convert) for name, convert in writers if convert is not None),
        results=tuple((index, convert) for index, convert in converts if convert is not None),
    )


def _writer(kind: TypeEngine[Any], dialect: Dialect) -> Convert | None:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _reader(kind: TypeEngine[Any], dialect: Dialect) -> Convert | None:
    return kind.dialect_impl(dialect).result_processor(dialect, None)


class Sql:
    """Runs statements on one cursor, inside the transaction that is open there."""

    __slots__ = ("cursor", "dialect", "savepoints")

    def __init__(self, cursor: Cursor, dialect: Dialect) -> None:
        """Run on `cursor`."""
        self.cursor = cursor
        self.dialect = dialect
        self.savepoints = 0

    def one(self, statement: Statement, parameters: Parameters) -> Row | None:
        """Return the first row, or None."""
        form = statement.on(self.dialect)
        self.cursor.execute(form.text, form.parameters(parameters))
        row = self.cursor.fetchone()
        return None if row is None else form.row(row)

    def sure(self, statement: Statement, parameters: Parameters) -> Row:
        """Return the row of a statement that always has one: an INSERT without conditions, a row known to be there."""
        row = self.one(statement, parameters)
        if row is None:
            raise LookupError("a statement that always returns a row returned none")
        return row

    def all(self, statement: Statement, parameters: Parameters) -> list[Row]:
        """Return every row."""
        form = statement.on(self.dialect)
        self.cursor.execute(form.text, form.parameters(parameters))
        return form.rows(self.cursor.fetchall())

    def run(self, statement: Statement, parameters: Parameters) -> int:
        """Return how many rows were changed."""
        form = statement.on(self.dialect)
        self.cursor.execute(form.text, form.parameters(parameters))
        return self.cursor.rowcount

    def later(self, statement: Statement, parameters: Parameters, otherwise: Exception | None = None) -> None:
        """Run a statement that returns nothing, now or together with a later one, but before the commit.

        `otherwise` is raised, then or now, if no row was changed.
        """
        form = statement.on(self.dialect)
        self.cursor.later(form.text, form.parameters(parameters), otherwise)

    def ahead(self, statement: Statement, parameters: Parameters) -> None:
        """Have a query sent along with the statement that comes next: asked right after that, it costs no wait."""
        form = statement.on(self.dialect)
        self.cursor.ahead(form.text, form.parameters(parameters))

    def run_each(self, statement: Statement, many: Sequence[Parameters]) -> None:
        """Run `statement` once per set of parameters, now or together with a later one."""
        form = statement.on(self.dialect)
        self.cursor.executemany(form.text, [form.parameters(each) for each in many])

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Undo what the block did if it raises."""
        self.savepoints += 1
        name = f"part_{self.savepoints}"
        self.cursor.later(f"SAVEPOINT {name}")
        try:
            yield
        except BaseException as error:
            self._undo(name, error)
            raise
        self.cursor.later(f"RELEASE SAVEPOINT {name}")

    def _undo(self, name: str, why: BaseException) -> None:
        driver_error = self.dialect.loaded_dbapi.Error
        try:
            self.cursor.execute(f"ROLLBACK TO SAVEPOINT {name}")
            self.cursor.execute(f"RELEASE SAVEPOINT {name}")
        except driver_error:
            # The whole transaction is gone; the error that did it says more than that there is no savepoint.
            if isinstance(why, driver_error):
                raise why from None
            raise


class InsertOnce(Insert):
    """An INSERT that does nothing where the row is not allowed.

    Both databases write it in the same words; the constructs that SQLAlchemy has for each take long to import.
    """

    inherit_cache = False


@compiles(InsertOnce)
def _once(element: InsertOnce, compiler: SQLCompiler, **how: object) -> str:
    written: str = compiler.visit_insert(element, **how)  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it open
    insert, returning, columns = written.partition(" RETURNING ")
    return f"{insert} ON CONFLICT DO NOTHING{returning}{columns}"


def insert_once(table: Table, *names: str) -> Insert:
    """Build an INSERT of the named columns that does nothing, and returns no row, where the row is not allowed."""
    return InsertOnce(table).values(given(*names))


def given(*names: str) -> dict[str, BindParameter[Any]]:
    """Say that these columns take the parameters of the same names."""
    return {name: bindparam(name) for name in names}


class PerDatabase(ColumnElement[bool]):
    """A condition that each kind of database has its own best way to put."""

    inherit_cache = False

    def __init__(self, sqlite: ColumnElement[bool], postgresql: ColumnElement[bool]) -> None:
        """Keep both ways."""
        self.ways = {"sqlite": sqlite, "postgresql": postgresql}


@compiles(PerDatabase)
def _chosen(element: PerDatabase, compiler: SQLCompiler, **how: object) -> str:
    return f"({compiler.process(element.ways[compiler.dialect.name], **how)})"


def is_listed(column: ColumnElement[str], parameter: str) -> ColumnElement[bool]:
    """Say that `column` is in the JSON list that `parameter` holds: one statement for lists of any length."""
    listed = bindparam(parameter, type_=Text())
    rows = func.json_each(listed).table_valued("value")
    # As an array the list is known before the search begins, and an index can be used for it.
    as_json = listed.op("::")(literal_column("jsonb"))
    array = func.array(select(func.jsonb_array_elements_text(as_json)).scalar_subquery())
    return PerDatabase(sqlite=column.in_(select(rows.c.value)), postgresql=column == func.any(array))
