"""One connection to PostgreSQL: statements that nobody waits for are sent together with the next that somebody does.

A wait costs more than a statement: the thread sleeps, others take the interpreter, and it has to be had back. The
driver's own cursors wait for each statement and cost five times as much of the processor, so this speaks to the
library under them.
"""

from __future__ import annotations

import select
from collections.abc import Sequence
from dataclasses import dataclass

import psycopg
from psycopg import pq
from psycopg.errors import error_from_result

from frontdesk.storage.encoded import Bytes

SERIALIZATION_FAILURE = "40001"
DEADLOCK = "40P01"
CLASHES = frozenset({SERIALIZATION_FAILURE, DEADLOCK})

BINARY = 1
MOST_QUEUED = 200  # statements; each result that nobody fetches takes memory on the way
NOTHING: Sequence[Bytes] = ()


class CommitUnsure(Exception):  # noqa: N818 - it says what happened
    """The connection was lost when the commit was under way: it may or may not have counted."""


@dataclass(frozen=True, slots=True)
class Queued:
    """A statement to send; `otherwise` is raised if it changes nothing."""

    text: str
    parameters: Sequence[Bytes]
    otherwise: Exception | None = None


@dataclass(frozen=True, slots=True)
class Came:
    """What came back: the answers before the first error, that error, and whether it is that nothing more came."""

    answers: Sequence[pq.abc.PGresult]
    error: psycopg.Error | None = None
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A query that was sent along with another statement, and the answer to it."""

    query: Queued
    answer: pq.abc.PGresult


class Wire:
    """Runs statements on one connection, inside one transaction at a time. It has what we use of a driver's cursor."""

    def __init__(self, connection: psycopg.Connection) -> None:
        """Speak over a connection that nobody else uses meanwhile."""
        self.server = connection.pgconn
        self.poll = select.poll()
        self.poll.register(self.server.socket, select.POLLIN)
        self.names: dict[str, bytes] = {}  # of the statements that the server has prepared
        self.named = 0
        self.queue: list[Queued] = []
        self.next: Queued | None = None  # to be sent along with the statement that is executed next
        self.foreseen: Foreseen | None = None
        self.answer: pq.abc.PGresult | None = None
        self.fetched = 0

    def begin(self) -> None:
        """Begin a transaction, together with its first statement."""
        self.server.enter_pipeline_mode()
        self.queue, self.next, self.foreseen = [Queued("BEGIN", NOTHING)], None, None

    def commit(self) -> None:
        """Send what is queued and commit; raises `CommitUnsure` if nobody can say whether it counted."""
        if any(each.otherwise is not None for each in self.queue):
            self._exchange()  # whether there is anything to commit has to be known first
        sent = [*self.queue, Queued("COMMIT", NOTHING)]
        came = self._talk(sent)
        if came.error is not None:
            reached = came.lost or len(came.answers) == len(sent) - 1
            raise CommitUnsure if reached and came.error.sqlstate not in CLASHES else came.error
        if came.answers[-1].command_status != b"COMMIT":
            raise psycopg.errors.InFailedSqlTransaction  # somebody passed over an error: the server has undone it all
        self.server.exit_pipeline_mode()

    def roll_back(self) -> None:
        """Undo everything and forget what is queued."""
        self.queue.clear()
        self.next = None
        if self.server.transaction_status != pq.TransactionStatus.IDLE:
            self.execute("ROLLBACK")
        self.server.exit_pipeline_mode()

    @property
    def rowcount(self) -> int:
        """How many rows the last statement changed or returned."""
        return 0 if self.answer is None else self.answer.command_tuples or 0

    def later(self, text: str, parameters: Sequence[Bytes] = NOTHING, otherwise: Exception | None = None) -> None:
        """Queue a statement; what it comes to is found out with the next one that is executed."""
        self.queue.append(Queued(text, parameters, otherwise))
        if len(self.queue) >= MOST_QUEUED:
            self._exchange()

    def ahead(self, text: str, parameters: Sequence[Bytes] = NOTHING) -> None:
        """Have a query sent along with the statement that is executed next."""
        self.next = Queued(text, parameters)

    def execute(self, text: str, parameters: Sequence[Bytes] = NOTHING) -> None:
        """Run a statement, after all that are queued; what was sent ahead, and nothing since, has been answered."""
        wanted = Queued(text, parameters)
        foreseen, self.foreseen = self.foreseen, None
        if foreseen is not None and foreseen.query == wanted and not self.queue:
            self.answer, self.fetched = foreseen.answer, 0
            return
        self.queue.append(wanted)
        query, self.next = self.next, None
        if query is None:
            self._exchange()
        else:
            self._exchange_with(query)

    def executemany(self, text: str, many: Sequence[Sequence[Bytes]]) -> None:
        """Queue a statement once for each set of parameters."""
        for parameters in many:
            self.later(text, parameters)

    def fetchone(self) -> tuple[Bytes, ...] | None:
        """Return the next row of the statement that was executed last."""
        answer, row = self.answer, self.fetched
        if answer is None or row >= answer.ntuples:
            return None
        self.fetched += 1
        return tuple([answer.get_value(row, column) for column in range(answer.nfields)])

    def fetchall(self) -> list[tuple[Bytes, ...]]:
        """Return the rows of the statement that was executed last."""
        answer = self.answer
        if answer is None:
            return []
        columns, first, self.fetched = range(answer.nfields), self.fetched, answer.ntuples
        return [tuple([answer.get_value(row, column) for column in columns]) for row in range(first, answer.ntuples)]

    def _exchange(self) -> Sequence[pq.abc.PGresult]:
        """Send all that is queued, wait until all is answered, and raise what went wrong first."""
        sent = self.queue
        came = self._talk(sent)
        if came.error is not None:
            raise came.error
        for each, answer in zip(sent, came.answers, strict=True):
            if each.otherwise is not None and not answer.command_tuples:
                raise each.otherwise
        self.answer = came.answers[-1]
        return came.answers

    def _exchange_with(self, query: Queued) -> None:
        """Do the same with a query behind it, whose answer is kept until it is asked for."""
        self.queue.append(query)
        *_, answer, foreseen = self._exchange()
        self.answer, self.foreseen = answer, Foreseen(query, foreseen)

    def _talk(self, sent: Sequence[Queued]) -> Came:
        self.queue, self.answer, self.fetched = [], None, 0
        fresh = [self._is_fresh(each.text) for each in sent]
        answers: list[pq.abc.PGresult] = []
        lost = None
        try:
            self._send(sent, fresh)
            self._receive(answers)
        except psycopg.OperationalError as error:
            lost = error
        came = _first_error(answers, fresh, lost)
        if came.error is not None:
            for each, new in zip(sent, fresh, strict=True):
                if new:
                    del self.names[each.text]  # perhaps it was never prepared; under another name it can be
        return came

    def _is_fresh(self, text: str) -> bool:
        """Say whether the server has yet to prepare a statement; it has a name from now on."""
        if text in self.names:
            return False
        self.named += 1
        self.names[text] = b"s%d" % self.named
        return True

    def _send(self, sent: Sequence[Queued], fresh: Sequence[bool]) -> None:
        server, names = self.server, self.names
        for each, new in zip(sent, fresh, strict=True):
            # Not before its turn: what cannot be prepared must not keep the transaction from beginning.
            if new:
                server.send_prepare(names[each.text], each.text.encode())
            server.send_query_prepared(names[each.text], each.parameters, None, BINARY)
        server.pipeline_sync()
        if server.flush():
            self._push()

    def _push(self) -> None:
        """Go on sending what was too much at once; the server may have to get rid of answers first."""
        self.poll.modify(self.server.socket, select.POLLIN | select.POLLOUT)
        while self.server.flush():
            self.poll.poll()
            self.server.consume_input()
        self.poll.modify(self.server.socket, select.POLLIN)

    def _receive(self, answers: list[pq.abc.PGresult]) -> None:
        """Take in answers until the server has come to the end of what was sent."""
        server, ended = self.server, False
        while True:
            while server.is_busy():
                self.poll.poll()
                server.consume_input()
            answer = server.get_result()
            if answer is None:  # once after each statement; twice, there is nobody left to answer
                if ended:
                    raise psycopg.OperationalError("the connection is lost")
                ended = True
                continue
            if answer.status == pq.ExecStatus.PIPELINE_SYNC:
                return
            answers.append(answer)
            ended = False


def _first_error(answers: Sequence[pq.abc.PGresult], fresh: Sequence[bool], lost: psycopg.Error | None) -> Came:
    """Find what went wrong first, if anything did. The first answer of a fresh statement says that it is prepared."""
    counts = [kind for new in fresh for kind in ((False, True) if new else (True,))]
    before: list[pq.abc.PGresult] = []
    for answer, count in zip(answers, counts, strict=False):  # lost, there are fewer
        if answer.status == pq.ExecStatus.FATAL_ERROR:
            if answer.error_field(pq.DiagnosticField.SQLSTATE) is None:  # not the server's word: it is gone
                return Came(before, lost or psycopg.OperationalError("the connection is lost"), lost=True)
            return Came(before, error_from_result(answer))
        if count:
            before.append(answer)
    return Came(before, lost, lost=lost is not None)
