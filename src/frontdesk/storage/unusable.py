"""Why a database cannot be used, as a sentence for whoever runs the desk."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """What is wrong with a database."""

    UNKNOWN_KIND = "unknown_kind"  # neither SQLite nor PostgreSQL, or its driver is not installed
    NO_FOLDER = "no_folder"
    NOT_A_DATABASE = "not_a_database"
    DAMAGED = "damaged"
    FOREIGN = "foreign"  # it holds somebody else's tables
    NEWER = "newer"  # a later Frontdesk has changed it
    TOO_OLD = "too_old"  # the database software is
    READ_ONLY = "read_only"
    LOCKED = "locked"
    FULL = "full"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"  # wrong password, no rights
    BUSY = "busy"  # others were in the way each time
    CLOSED = "closed"


class DatabaseUnusable(Exception):  # noqa: N818 - it says what is the case, like all our names
    """The database cannot be used. The text is a sentence, without data and without a password."""

    def __init__(self, reason: Reason, sentence: str) -> None:
        """Say why."""
        super().__init__(sentence)
        self.reason = reason


class StatementRefused(Exception):  # noqa: N818 - it says what happened, like all our names
    """A mistake of ours: the database refused a statement. Its own words may quote a guest, so they are left out."""
