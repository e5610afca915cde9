"""Why PostgreSQL lets nobody in is told apart, also where it sends no code."""

import socket
import threading
import uuid
from collections.abc import Iterator
from contextlib import suppress

import pytest

from frontdesk.storage import Reason
from frontdesk.storage.refusals import without_code
from tests.contracts.test_storage_opening import change, refusal


@pytest.fixture
def babbling_port() -> Iterator[int]:
    """Give a port where somebody who is not PostgreSQL answers."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            with suppress(OSError):  # the test is over
                while True:
                    connection, _ = listening.accept()
                    with connection:
                        connection.recv(100)
                        connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        answering = threading.Thread(target=answer)
        answering.start()
        yield int(listening.getsockname()[1])
        listening.shutdown(socket.SHUT_RDWR)
        answering.join()


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql://pat@127.0.0.1:9/desk", "Nothing listens"),
        ("postgresql:///desk?host=/nowhere", "Nothing listens"),
        ("postgresql://ssl-password.invalid/desk", "not known by that name"),
        ("postgresql://127.0.0.1:{port}/desk", "is not PostgreSQL"),
    ],
)
def test_each_way_not_to_reach_a_server_is_told_apart(babbling_port: int, url: str, told: str) -> None:
    assert told in str(refusal(url.format(port=babbling_port)))


@pytest.mark.parametrize(
    ("rights", "told"),
    [
        (None, "does not know this account"),
        ("LOGIN CONNECTION LIMIT 0", "no room for another connection"),
        ("LOGIN", "the rights it needs"),
    ],
)
def test_each_way_to_be_turned_away_is_told_apart(postgresql_database: str, rights: str | None, told: str) -> None:
    account = f"guest_{uuid.uuid4().hex}"  # accounts are the server's, and other tests share it
    if rights is not None:
        change(postgresql_database, f"CREATE ROLE {account} {rights}")
    change(postgresql_database, f'REVOKE CONNECT ON DATABASE "{postgresql_database.rpartition("/")[2]}" FROM public')
    assert told in str(refusal(postgresql_database.replace("postgres@", f"{account}@")))


def test_a_server_without_tls_is_told_apart(postgresql_database: str) -> None:
    assert "about TLS" in str(refusal(postgresql_database + "?sslmode=require"))


@pytest.mark.parametrize(
    ("words", "reason", "told"),
    [
        ("fe_sendauth: no password supplied", Reason.REFUSED, "the URL has none"),
        ('FATAL:  password authentication failed for user "pat"', Reason.REFUSED, "or its password"),
        ('FATAL:  no pg_hba.conf entry for host "10.0.0.1", user "ssl"', Reason.REFUSED, "from this machine"),
        ("SSL error: certificate verify failed", Reason.UNREACHABLE, "certificate"),
        ("FATAL:  the database system is starting up", Reason.UNREACHABLE, "stopping or starting"),
        ("connection timeout expired", Reason.UNREACHABLE, "in time"),
        ("FATAL:  das kenne ich nicht", Reason.REFUSED, "refuses the connection"),
        ("something else", Reason.UNREACHABLE, "does not answer"),
    ],
)
def test_a_refusal_without_a_code_is_read_from_its_words(words: str, reason: Reason, told: str) -> None:
    refused = without_code(words, "the desk")
    assert refused.reason is reason
    assert told in str(refused)
