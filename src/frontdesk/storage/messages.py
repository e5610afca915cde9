"""What was said, what each turn was given and caused, and what was offered."""

from __future__ import annotations

from sqlalchemy import bindparam, func, insert, select

from frontdesk.storage.columns import Moment
from frontdesk.storage.rows import Message, NumberedMessage, ShownOffer, Side, Turn
from frontdesk.storage.schema import messages, offers, turns
from frontdesk.storage.sql import Sql, Statement, given

# Keeps a message.
ADD_MESSAGE = Statement(
    insert(messages).values(given("conversation_id", "turn", "side", "channel", "text", "at", "by"))
)

_SHARED = {**given("conversation_id", "turn", "channel"), "at": bindparam("at", type_=Moment())}

# Keeps what a guest said and what they were answered, in that order.
ADD_EXCHANGE = Statement(
    insert(messages).values(
        [
            {**_SHARED, "side": Side.GUEST.value, "text": bindparam("heard")},
            {**_SHARED, "side": Side.DESK.value, "text": bindparam("reply")},
        ]
    )
)

# Lists the messages of a conversation in the order they were said.
MESSAGES = Statement(
    select(
        messages.c.conversation_id,
        messages.c.turn,
        messages.c.side,
        messages.c.channel,
        messages.c.text,
        messages.c.at,
        messages.c.by,
    )
    .where(messages.c.conversation_id == bindparam("conversation"))
    .order_by(messages.c.id)
)

# Lists the messages of a conversation after one, in the order they were said.
PAGE = Statement(
    select(
        messages.c.id,
        messages.c.turn,
        messages.c.side,
        messages.c.text,
        messages.c.at,
        messages.c.by,
    )
    .where(messages.c.conversation_id == bindparam("conversation"), messages.c.id > bindparam("after"))
    .order_by(messages.c.id)
    .limit(bindparam("limit"))
)

# Lists the last messages of a conversation before one, the latest first.
LATEST = Statement(
    select(
        messages.c.id,
        messages.c.turn,
        messages.c.side,
        messages.c.text,
        messages.c.at,
        messages.c.by,
    )
    .where(messages.c.conversation_id == bindparam("conversation"), messages.c.id < bindparam("before"))
    .order_by(messages.c.id.desc())
    .limit(bindparam("limit"))
)

# Finds the channel that a guest was last heard on.
LAST_CHANNEL = Statement(
    select(messages.c.channel)
    .where(messages.c.conversation_id == bindparam("conversation"), messages.c.side == Side.GUEST.value)
    .order_by(messages.c.id.desc())
    .limit(1)
)

# Finds the last message of each conversation that something was said in after a message.
NEWS = Statement(
    select(messages.c.conversation_id, func.max(messages.c.id))
    .where(messages.c.id > bindparam("after"))
    .group_by(messages.c.conversation_id)
)

# Finds the last message of all.
NEWEST = Statement(select(func.max(messages.c.id)))

# Finds what the last turn of a conversation came to.
LAST_TURN = Statement(
    select(turns.c.turn, turns.c.reply)
    .where(turns.c.conversation_id == bindparam("conversation"))
    .order_by(turns.c.turn.desc())
    .limit(1)
)

_TURN = tuple(turns.c[name] for name in ("conversation_id", "turn", "at", "event", "actions", "reply", "trouble"))

# Keeps what a turn was given and caused.
ADD_TURN = Statement(
    insert(turns).values(given("conversation_id", "turn", "at", "event", "actions", "reply", "trouble"))
)

# Lists the turns of a conversation in order.
TURNS = Statement(select(*_TURN).where(turns.c.conversation_id == bindparam("conversation")).order_by(turns.c.turn))

# Lists the turns of a conversation from one to another, in order.
TURNS_BETWEEN = Statement(
    select(*_TURN)
    .where(
        turns.c.conversation_id == bindparam("conversation"),
        turns.c.turn >= bindparam("first"),
        turns.c.turn <= bindparam("last"),
    )
    .order_by(turns.c.turn)
)

# Keeps an offer as it was shown.
ADD_OFFER = Statement(insert(offers).values(given("conversation_id", "step", "options", "made_at", "expires_at")))

# Lists the offers of a conversation in the order they were shown.
OFFERS = Statement(
    select(offers.c.conversation_id, offers.c.step, offers.c.options, offers.c.made_at, offers.c.expires_at)
    .where(offers.c.conversation_id == bindparam("conversation"))
    .order_by(offers.c.id)
)


class Messages:
    """The record of conversations."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def add(self, *said: Message) -> None:
        """Keep what was said, in this order."""
        self.sql.run_each(
            ADD_MESSAGE,
            [
                {
                    "conversation_id": message.conversation_id,
                    "turn": message.turn,
                    "side": message.side.value,
                    "channel": message.channel,
                    "text": message.text,
                    "at": message.at,
                    "by": message.by,
                }
                for message in said
            ],
        )

    def add_exchange(self, heard: Message, reply: str) -> None:
        """Keep what a guest said and what the desk replied to it."""
        self.sql.later(
            ADD_EXCHANGE,
            {
                "conversation_id": heard.conversation_id,
                "turn": heard.turn,
                "channel": heard.channel,
                "at": heard.at,
                "heard": heard.text,
                "reply": reply,
            },
        )

    def of(self, conversation_id: str) -> tuple[Message, ...]:
        """Return what was said in a conversation."""
        rows = self.sql.all(MESSAGES, {"conversation": conversation_id})
        return tuple(Message(row[0], row[1], Side(row[2]), *row[3:]) for row in rows)

    def page(self, conversation_id: str, after: int, limit: int) -> tuple[NumberedMessage, ...]:
        """Return what was said in a conversation after a message, so many at most."""
        rows = self.sql.all(PAGE, {"conversation": conversation_id, "after": after, "limit": limit})
        return tuple(NumberedMessage(row[0], row[1], Side(row[2]), *row[3:]) for row in rows)

    def latest(self, conversation_id: str, before: int, limit: int) -> tuple[NumberedMessage, ...]:
        """Return the last things that were said in a conversation before a message, in the order they were said."""
        rows = self.sql.all(LATEST, {"conversation": conversation_id, "before": before, "limit": limit})
        return tuple(NumberedMessage(row[0], row[1], Side(row[2]), *row[3:]) for row in reversed(rows))

    def last_channel(self, conversation_id: str) -> str | None:
        """Return the channel that the guest was last heard on; None if they have said nothing."""
        row = self.sql.one(LAST_CHANNEL, {"conversation": conversation_id})
        return None if row is None else str(row[0])

    def news(self, after: int) -> dict[str, int]:
        """Return the conversations that something was said in after a message, each with its last message."""
        return dict(self.sql.all(NEWS, {"after": after}))

    def newest(self) -> int:
        """Return the number of the last message of all; 0 if there is none."""
        row = self.sql.one(NEWEST, {})
        return 0 if row is None or row[0] is None else int(row[0])

    def last_turn(self, conversation_id: str) -> tuple[int, str] | None:
        """Return the number of the last turn of a conversation and what it came to."""
        row = self.sql.one(LAST_TURN, {"conversation": conversation_id})
        return None if row is None else (row[0], row[1])

    def add_turn(self, turn: Turn) -> None:
        """Keep what a turn was given and caused."""
        self.sql.later(
            ADD_TURN,
            {
                "conversation_id": turn.conversation_id,
                "turn": turn.turn,
                "at": turn.at,
                "event": turn.event,
                "actions": turn.actions,
                "reply": turn.reply,
                "trouble": turn.trouble,
            },
        )

    def turns(self, conversation_id: str) -> tuple[Turn, ...]:
        """Return the turns of a conversation, for replay."""
        return tuple(Turn(*row) for row in self.sql.all(TURNS, {"conversation": conversation_id}))

    def turns_between(self, conversation_id: str, first: int, last: int) -> tuple[Turn, ...]:
        """Return some turns of a conversation, both ends included."""
        given_turns = {"conversation": conversation_id, "first": first, "last": last}
        return tuple(Turn(*row) for row in self.sql.all(TURNS_BETWEEN, given_turns))

    def add_offer(self, offer: ShownOffer) -> None:
        """Keep an offer as it was shown."""
        self.sql.later(
            ADD_OFFER,
            {
                "conversation_id": offer.conversation_id,
                "step": offer.step,
                "options": offer.options,
                "made_at": offer.made_at,
                "expires_at": offer.expires_at,
            },
        )

    def offers(self, conversation_id: str) -> tuple[ShownOffer, ...]:
        """Return the offers shown in a conversation."""
        return tuple(ShownOffer(*row) for row in self.sql.all(OFFERS, {"conversation": conversation_id}))
