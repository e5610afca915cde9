"""What lets guests of the web back in: tokens of conversations and links to bookings, found by their digests."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from frontdesk.storage.columns import Moment
from frontdesk.storage.rows import BookingPass, ConversationPass
from frontdesk.storage.schema import booking_links, conversation_tokens, secrets
from frontdesk.storage.sql import Sql, Statement, insert_once

# Keeps a token; changes nothing if there is one of that digest.
ADD_TOKEN = Statement(insert_once(conversation_tokens, "digest", "business", "conversation_id", "expires_at"))

# Finds the conversation of a token.
TOKEN = Statement(
    select(
        conversation_tokens.c.business, conversation_tokens.c.conversation_id, conversation_tokens.c.expires_at
    ).where(conversation_tokens.c.digest == bindparam("which"))
)

# Keeps a link; changes nothing if there is one of that digest.
ADD_LINK = Statement(insert_once(booking_links, "digest", "booking_id", "expires_at"))

# Gives a link more time.
EXTEND_LINK = Statement(
    booking_links.update()
    .where(booking_links.c.digest == bindparam("which"))
    .values({"expires_at": bindparam("until", type_=Moment())})
)

# Finds the booking of a link.
LINK = Statement(
    select(booking_links.c.booking_id, booking_links.c.expires_at).where(booking_links.c.digest == bindparam("which"))
)

# Keeps a secret; changes nothing if there is one of that name.
ADD_SECRET = Statement(insert_once(secrets, "name", "value"))

# Finds a secret.
SECRET = Statement(select(secrets.c.value).where(secrets.c.name == bindparam("which")))


class Passes:
    """What lets guests back in."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def add_token(self, digest: str, token: ConversationPass) -> None:
        """Keep a token of a conversation."""
        self.sql.run(
            ADD_TOKEN,
            {
                "digest": digest,
                "business": token.business,
                "conversation_id": token.conversation_id,
                "expires_at": token.expires_at,
            },
        )

    def token(self, digest: str) -> ConversationPass | None:
        """Return what a token lets into, or None."""
        row = self.sql.one(TOKEN, {"which": digest})
        return None if row is None else ConversationPass(*row)

    def add_link(self, digest: str, link: BookingPass) -> None:
        """Keep a link to a booking, or give it more time."""
        self.sql.run(ADD_LINK, {"digest": digest, "booking_id": link.booking_id, "expires_at": link.expires_at})
        self.sql.run(EXTEND_LINK, {"which": digest, "until": link.expires_at})

    def link(self, digest: str) -> BookingPass | None:
        """Return what a link leads to, or None."""
        row = self.sql.one(LINK, {"which": digest})
        return None if row is None else BookingPass(*row)

    def secret(self, name: str, drawn: str) -> str:
        """Return the secret of this name; `drawn` becomes it if there is none."""
        self.sql.run(ADD_SECRET, {"name": name, "value": drawn})
        return str(self.sql.sure(SECRET, {"which": name})[0])
