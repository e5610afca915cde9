"""The floor under PostgreSQL: what one conversation executed, as a script for pgbench.

The script keeps every statement with its parameters. What must differ from guest to guest does: the
conversation's own id wherever it occurs, ids that the database gave, the reference, and the time that is booked.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from conversation import messages, talk
from sqlalchemy import create_engine
from sqlalchemy.sql.compiler import SQLCompiler

from frontdesk.desk.desk import Desk
from frontdesk.storage import postgresql
from frontdesk.storage.sql import Parameters, Row, Sql, Statement

CONVERSATION = "conversation-that-was-recorded"
PLACEHOLDER = re.compile(r"%\((\w+)\)s")
RETURNED_ID = re.compile(r"RETURNING \w+\.(id|number)\s*$")
BOOKED = frozenset(("starts_at", "ends_at"))
NAMING = create_engine("postgresql+psycopg://").dialect  # which keeps the names of parameters
APART = 10_000_019  # between the ids of one table and the next, so that an id tells its table


@dataclass(slots=True)
class Executed:
    """A statement of one turn, and the id that it returned."""

    sql: str
    parameters: Mapping[str, object]
    returned: int | None = None


@dataclass(slots=True)
class Recording:
    """The statements of each turn."""

    turns: list[list[Executed]] = field(default_factory=list)

    def sql(self) -> type[Sql]:
        """Return a way to run statements that writes them down, in the order in which the server has them."""
        recording = self

        class RecordingSql(Sql):
            def one(self, statement: Statement, parameters: Parameters) -> Row | None:
                executed = recording.add(statement, parameters)
                row = super().one(statement, parameters)
                if row is not None and RETURNED_ID.search(executed.sql):
                    executed.returned = row[0]
                return row

            def all(self, statement: Statement, parameters: Parameters) -> list[Row]:
                recording.add(statement, parameters)
                return super().all(statement, parameters)

            def run(self, statement: Statement, parameters: Parameters) -> int:
                recording.add(statement, parameters)
                return super().run(statement, parameters)

            def later(self, statement: Statement, parameters: Parameters, otherwise: Exception | None = None) -> None:
                recording.add(statement, parameters)
                super().later(statement, parameters, otherwise)

            def run_each(self, statement: Statement, many: Sequence[Parameters]) -> None:
                for parameters in many:
                    recording.add(statement, parameters)
                super().run_each(statement, many)

            @contextmanager
            def savepoint(self) -> Iterator[None]:
                name = f"part_{self.savepoints + 1}"
                recording.turns[-1].append(Executed(f"SAVEPOINT {name}", {}))
                with super().savepoint():
                    yield
                    recording.turns[-1].append(Executed(f"RELEASE SAVEPOINT {name}", {}))

        return RecordingSql

    def add(self, statement: Statement, parameters: Parameters) -> Executed:
        """Write a statement down, with all its parameters by name."""
        compiled: SQLCompiler = statement.clause.compile(dialect=NAMING)  # type: ignore[attr-defined]  # every statement has it
        constants = {name: bind.effective_value for name, bind in compiled.binds.items() if not bind.required}
        executed = Executed(str(compiled), {**constants, **parameters})
        self.turns[-1].append(executed)
        return executed


async def record(desk: Desk) -> Recording:
    """Hold one conversation and return what it executed; ids of different tables are set apart first."""
    recording, engine = Recording(), desk.store.workers.engine
    await talk(desk, 0)  # what only the first guest writes, such as the flow, is there before
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE SEQUENCE measured_guests")
        sequences = connection.exec_driver_sql("SELECT sequencename FROM pg_sequences WHERE schemaname = 'public'")
        for number, (name,) in enumerate(sequences.fetchall(), 1):
            connection.exec_driver_sql(f'ALTER SEQUENCE "{name}" RESTART {number * APART}')
    with recorded_by(recording):
        for number, text in enumerate(messages(1)):
            recording.turns.append([])
            await desk.say(text, conversation=CONVERSATION, message_id=f"{CONVERSATION}-{number}")
    return recording


@contextmanager
def recorded_by(recording: Recording) -> Iterator[None]:
    """Write down what is executed for the length of the block."""
    usual = postgresql.Sql
    postgresql.Sql = recording.sql()  # type: ignore[misc]  # the one way to the server
    try:
        yield
    finally:
        postgresql.Sql = usual  # type: ignore[misc]  # as above


@dataclass(slots=True)
class Script:
    """A script in the making: its lines, its fixed values, and what is computed anew for each guest."""

    lines: list[str] = field(default_factory=list)
    fixed: dict[str, str] = field(default_factory=dict)
    fresh: dict[str, str] = field(default_factory=dict)  # variable -> SQL that computes it
    ids: dict[int, str] = field(default_factory=dict)  # id in the recording -> variable

    def add_turn(self, number: int, turn: Iterable[Executed]) -> None:
        """Add a transaction."""
        self.lines.append("BEGIN;")
        for place, each in enumerate(turn):
            self._add(f"t{number}_{place}", each)
        self.lines.append("COMMIT;")

    def _add(self, name: str, each: Executed) -> None:
        def variable(match: re.Match[str]) -> str:
            return self._variable(f"{name}_{match[1]}", match[1], each)

        sql = " ".join(PLACEHOLDER.sub(variable, each.sql).replace("%%", "%").split())
        if each.returned is None:
            self.lines.append(f"{sql};")
        else:
            self.lines.append(f"{sql} \\gset got_{name}_")
            column = RETURNED_ID.search(each.sql)
            self.ids[each.returned] = f"got_{name}_{column[1] if column else 'id'}"

    def _variable(self, name: str, parameter: str, each: Executed) -> str:
        value = each.parameters[parameter]
        if value is None:
            return "NULL"
        if isinstance(value, int) and value in self.ids:
            return f":{self.ids[value]}"
        self.fixed[name] = _text(value)
        if isinstance(value, str) and CONVERSATION in value:
            self.fresh[f"own_{name}"] = f"replace(:{name}::text, '{CONVERSATION}', guest.id)"
        elif parameter == "reference":
            self.fresh[f"own_{name}"] = "upper(left(guest.id, 8))"
        elif parameter in BOOKED and each.sql.lstrip().startswith("INSERT"):
            self.fresh[f"own_{name}"] = f"(:{name}::timestamptz + guest.number * interval '1 hour')::text"
        else:
            return f":{name}"
        return f":own_{name}"

    def text(self) -> str:
        """Return the whole script: first what is the guest's own, in one more statement, then the turns."""
        computed = ", ".join(f"{sql} AS {name}" for name, sql in self.fresh.items())
        guest = "(SELECT gen_random_uuid()::text AS id, nextval('measured_guests') AS number) AS guest"
        first = f"SELECT {computed} FROM {guest} \\gset"  # noqa: S608 - every part of it is ours
        return "\n".join([first, *self.lines, ""])


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def script(recording: Recording) -> Script:
    """Turn a recording into a script."""
    made = Script()
    for number, turn in enumerate(recording.turns):
        made.add_turn(number, turn)
    return made


def pgbench(made: Script, address: str, file: Path, clients: int, conversations: int) -> float:
    """Let `clients` hold `conversations` each, and return how many conversations they got through in a second."""
    file.write_text(made.text())
    fixed = [part for name, value in made.fixed.items() for part in ("-D", f"{name}={value}")]
    counts = ["-c", str(clients), "-j", "2", "-t", str(conversations)]
    command = [_program(), "-n", "-M", "prepared", *counts, "-f", str(file), *fixed, address]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return next(_rates(printed.splitlines()))


def _rates(lines: Sequence[str]) -> Iterator[float]:
    for line in lines:
        found = re.match(r"tps = ([\d.]+) \(without", line)
        if found:
            yield float(found[1])


def _program() -> str:
    """Return pgbench: on the path, or where Debian keeps it."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/pgbench"))
    return shutil.which("pgbench") or str(debian[-1])
