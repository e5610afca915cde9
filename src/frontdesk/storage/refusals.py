"""Why there is no connection to PostgreSQL, read from the words of the refusal: it comes without a code then."""

from __future__ import annotations

import re

from frontdesk.storage.unusable import DatabaseUnusable, Reason

# By words that stand in it, small letters; the first that fits. A server's own words follow its language, so those
# that say the same without them (what the driver says) come first.
SIGNS = (
    ("failed to resolve", Reason.UNREACHABLE, "The host of {place} is not known by that name."),
    ("could not translate host", Reason.UNREACHABLE, "The host of {place} is not known by that name."),
    ("connection refused", Reason.UNREACHABLE, "Nothing listens at {place}; PostgreSQL may not be running there."),
    ("no such file", Reason.UNREACHABLE, "Nothing listens at {place}; PostgreSQL may not be running there."),
    ("timeout expired", Reason.UNREACHABLE, "{place} did not answer in time."),
    ("timed out", Reason.UNREACHABLE, "{place} did not answer in time."),
    ("unreachable", Reason.UNREACHABLE, "The network does not lead to {place}."),
    ("no route to host", Reason.UNREACHABLE, "The network does not lead to {place}."),
    ("no password supplied", Reason.REFUSED, "{place} wants a password, and the URL has none."),
    ("password authentication", Reason.REFUSED, "{place} refuses this account or its password."),
    ("pg_hba.conf", Reason.REFUSED, "{place} does not let this account in from this machine."),
    ("invalid response to ssl", Reason.UNREACHABLE, "What listens at {place} is not PostgreSQL."),
    ("certificate", Reason.UNREACHABLE, "The certificate of {place} cannot be verified."),
    ("invalid ssl", Reason.UNKNOWN_KIND, "The URL of {place} has a TLS setting that does not exist."),
    ("ssl", Reason.UNREACHABLE, "{place} and the URL do not agree about TLS."),
    ("invalid", Reason.UNKNOWN_KIND, "The URL of {place} has an option that PostgreSQL does not know."),
    ("too many", Reason.UNREACHABLE, "{place} has no room for another connection."),
    ("connection slots", Reason.UNREACHABLE, "{place} has no room for another connection."),
    ("starting up", Reason.UNREACHABLE, "{place} is stopping or starting."),
    ("shutting down", Reason.UNREACHABLE, "{place} is stopping or starting."),
    ("recovery", Reason.UNREACHABLE, "{place} is stopping or starting."),
    ("permission denied", Reason.REFUSED, "{place} does not give this account the rights it needs."),
    ("not currently accepting", Reason.REFUSED, "{place} takes no connections."),
    ("role ", Reason.REFUSED, "{place} does not know this account."),
    ("closed the connection", Reason.UNREACHABLE, "{place} broke the connection off."),
    ("fatal", Reason.REFUSED, "{place} refuses the connection."),
)

QUOTED = re.compile(r"""(["']).*?\1""")  # names of hosts and accounts, which say nothing about the reason


def without_code(words: str, place: str) -> DatabaseUnusable:
    """Say what a refusal without an SQLSTATE means; its own words may quote an account, so they are left out."""
    said = QUOTED.sub("", words).casefold()
    for sign, reason, sentence in SIGNS:
        if sign in said:
            return DatabaseUnusable(reason, sentence.format(place=place))
    return DatabaseUnusable(Reason.UNREACHABLE, f"{place} does not answer.")
