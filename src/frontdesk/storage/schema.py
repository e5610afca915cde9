"""The tables, as SQLAlchemy Core sees them; `migrations/` makes them, and a test compares the two.

Which rows an index holds is said in the migrations only: said here, it would import both dialects at every start.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

from frontdesk.storage.columns import Moment

# SQLite numbers rows itself only for a plain INTEGER key.
Number = BigInteger().with_variant(Integer(), "sqlite")

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ix": "%(table_name)s_%(column_0_N_name)s_index",
        "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
        "ck": "%(table_name)s_%(constraint_name)s_check",
    },
)

# One row per message received, with the answer it got, so that a repeat gets the same one. What a provider calls a
# message counts for its sender only: two of them may number theirs alike.
inbox = Table(
    "inbox",
    metadata,
    Column("id", Number, primary_key=True),
    Column("business", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("sender", Text, nullable=False),
    Column("provider_id", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("received_at", Moment, nullable=False),
    Column("conversation_id", Text, index=True),
    Column("reply", Text),
    UniqueConstraint("business", "channel", "sender", "provider_id"),
    Index("inbox_sender_index", "business", "sender"),
)

guests = Table(
    "guests",
    metadata,
    Column("id", Number, primary_key=True),
    Column("business", Text, nullable=False),
    Column("name", Text),
    Column("phone", Text),
    Column("email", Text),
    Column("notes", Text),
    Column("created_at", Moment, nullable=False),
    Column("forgotten_at", Moment),
    Column("merged_into", Number),  # the guest that this one turned out to be
    Index("guests_phone_index", "business", "phone"),
    Index("guests_email_index", "business", "email"),
    Index("guests_merged_index", "merged_into"),  # of rows that have one
)

# Addresses that a channel vouches for. A phone typed in a chat is not one.
identities = Table(
    "identities",
    metadata,
    Column("business", Text, primary_key=True),
    Column("channel", Text, primary_key=True),
    Column("address", Text, primary_key=True),
    Column("guest_id", Number, ForeignKey("guests.id"), nullable=False, index=True),
)

conversations = Table(
    "conversations",
    metadata,
    Column("id", Text, primary_key=True),
    Column("business", Text, nullable=False),
    Column("guest_id", Number),
    Column("version", Integer, nullable=False),
    Column("position", Text, nullable=False),
    Column("flow", Text),
    Column("fingerprint", Text),
    Column("body", Text, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Index("conversations_guest_index", "guest_id", "updated_at"),
    Index("conversations_updated_index", "business", "updated_at"),
    Index("conversations_held_index", "business", "updated_at"),  # of rows that staff have taken over
    Index("conversations_fingerprint_index", "business", "fingerprint"),  # of rows that have one
)

messages = Table(
    "messages",
    metadata,
    Column("id", Number, primary_key=True),
    Column("conversation_id", Text, nullable=False, index=True),
    Column("turn", Integer, nullable=False),
    Column("side", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("by", Text),  # the login of whoever of staff said it
)

# What a turn was given and what it caused: enough to replay it.
turns = Table(
    "turns",
    metadata,
    Column("conversation_id", Text, primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
    Column("event", Text, nullable=False),
    Column("actions", Text, nullable=False),
    Column("reply", Text, nullable=False),
    Column("trouble", Text),  # in what way the message was not understood, if it was not
    Column("seen_at", Moment),  # when somebody had seen to that
    Index("turns_trouble_index", "at"),  # of rows that have one
)

offers = Table(
    "offers",
    metadata,
    Column("id", Number, primary_key=True),
    Column("conversation_id", Text, nullable=False, index=True),
    Column("step", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("made_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
)

# Whatever can be claimed, as a number: an exclusion constraint wants one.
resources = Table(
    "resources",
    metadata,
    Column("number", Number, primary_key=True),
    Column("business", Text, nullable=False),
    Column("name", Text, nullable=False),
    UniqueConstraint("business", "name"),
)

bookings = Table(
    "bookings",
    metadata,
    Column("id", Number, primary_key=True),
    Column("business", Text, nullable=False),
    Column("reference", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("service", Text, nullable=False),
    Column("provider", Text),
    Column("starts_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Column("guest_id", Number, ForeignKey("guests.id"), index=True),
    Column("conversation_id", Text, index=True),
    Column("name", Text),
    Column("phone", Text),
    Column("email", Text),
    Column("notes", Text),
    Column("details", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("party", Integer),  # how many people it is for, where that was said
    UniqueConstraint("business", "reference"),
    CheckConstraint("starts_at < ends_at", name="span"),
    Index("bookings_start_index", "business", "starts_at"),
    Index("bookings_kind_index", "business", "kind", "id"),
)

# The last number that was given to a ticket of each business.
ticket_numbers = Table(
    "ticket_numbers",
    metadata,
    Column("business", Text, primary_key=True),
    Column("last", Integer, nullable=False),
)

# Who changed what of a booking, and when. No personal data: statuses and times.
booking_changes = Table(
    "booking_changes",
    metadata,
    Column("id", Number, primary_key=True),
    Column("booking_id", Number, ForeignKey("bookings.id"), nullable=False, index=True),
    Column("at", Moment, nullable=False),
    Column("by", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("provider", Text),
    Column("starts_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Column("claims", Text),  # what it took, buffers included
    Column("note", Text),  # why, in the words of staff
)

# What was removed stays, so that a conversation of that time can be replayed.
blocks = Table(
    "blocks",
    metadata,
    Column("id", Number, primary_key=True),
    Column("resource", Number, ForeignKey("resources.number"), nullable=False),
    Column("starts_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Column("by", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("removed_at", Moment),
    CheckConstraint("starts_at < ends_at", name="span"),
    Index("blocks_end_index", "resource", "ends_at"),
)

# Time taken of a resource, buffers included. The migration adds what makes an overlap impossible.
claims = Table(
    "claims",
    metadata,
    Column("id", Number, primary_key=True),
    Column("resource", Number, ForeignKey("resources.number"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("starts_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Column("booking_id", Number, ForeignKey("bookings.id"), index=True),
    Column("block_id", Number, ForeignKey("blocks.id"), index=True),
    Column("conversation_id", Text, index=True),
    Column("run", Integer),
    Column("expires_at", Moment),
    CheckConstraint("starts_at < ends_at", name="span"),
    CheckConstraint(
        "(kind = 'hold' AND conversation_id IS NOT NULL AND expires_at IS NOT NULL)"
        " OR (kind = 'booking' AND booking_id IS NOT NULL AND expires_at IS NULL)"
        " OR (kind = 'block' AND block_id IS NOT NULL AND expires_at IS NULL)",
        name="kind",
    ),
    Index("claims_start_index", "resource", "starts_at", unique=True),
)

# How much is taken of what is counted, for each moment or night. `total` is what it was when some was last taken.
pools = Table(
    "pools",
    metadata,
    Column("business", Text, primary_key=True),
    Column("pool", Text, primary_key=True),
    Column("at", Text, primary_key=True),
    Column("total", Integer, nullable=False),
    Column("taken", Integer, nullable=False),
    CheckConstraint("0 <= taken AND taken <= total", name="taken"),
)

# Who has taken it, so that it can be given back: `taken` of a pool is the sum of the units here.
counted_claims = Table(
    "counted_claims",
    metadata,
    Column("id", Number, primary_key=True),
    Column("business", Text, nullable=False),
    Column("pool", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("units", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("booking_id", Number, ForeignKey("bookings.id"), index=True),
    Column("conversation_id", Text, index=True),
    Column("run", Integer),
    Column("expires_at", Moment),
    ForeignKeyConstraint(["business", "pool", "at"], ["pools.business", "pools.pool", "pools.at"]),
    CheckConstraint("units > 0", name="units"),
    CheckConstraint(
        "(kind = 'hold' AND conversation_id IS NOT NULL AND expires_at IS NOT NULL)"
        " OR (kind IN ('booking', 'ticket') AND booking_id IS NOT NULL AND expires_at IS NULL)",
        name="kind",
    ),
    Index("counted_claims_at_index", "business", "pool", "at"),
    Index("counted_claims_expiry_index", "business", "expires_at"),  # of rows that have one
)

# Every action, kept before it runs; its key makes it happen once.
actions = Table(
    "actions",
    metadata,
    Column("key", Text, primary_key=True),
    Column("conversation_id", Text, nullable=False, index=True),
    Column("step", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("arguments", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("intended_at", Moment, nullable=False),
    Column("outcome", Text),
    Column("fields", Text),
    Column("done_at", Moment),
    Index("actions_unfinished_index", "intended_at"),  # of rows without an outcome
)

requests = Table(
    "requests",
    metadata,
    Column("id", Number, primary_key=True),
    Column("business", Text, nullable=False),
    Column("conversation_id", Text, nullable=False, index=True),
    Column("guest_id", Number, index=True),
    Column("kind", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("known", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("answer", Text),
    Column("answered_by", Text),
    Column("answered_at", Moment),
    Column("closed_by", Text),
    Column("closed_at", Moment),
    Column("assigned_to", Text),  # the login of whoever sees to it
    Index("requests_closed_index", "business", "closed_at", "at"),
)

# A taken id is never used again: a slow deliverer must not tick off somebody else's row.
outbox = Table(
    "outbox",
    metadata,
    Column("id", Number, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False, unique=True),
    Column("payload", Text, nullable=False),
    Column("conversation_id", Text, index=True),
    Column("due_at", Moment, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("delivered_at", Moment),
    Column("held_until", Moment),  # of a job: somebody is at it until then
    Column("failures", Integer),  # of a job, since it last succeeded
    Index("outbox_due_index", "due_at"),  # of rows that are not delivered
    sqlite_autoincrement=True,
)

# References that were asked for with a phone they do not belong to: who keeps guessing has to wait.
# `guesser` is a digest of a guest or of an address, so that nobody can be found by it.
wrong_guesses = Table(
    "wrong_guesses",
    metadata,
    Column("business", Text, primary_key=True),
    Column("guesser", Text, primary_key=True),
    Column("count", Integer, nullable=False),
    Column("since", Moment, nullable=False),
)

# What lets a guest back into a conversation that no channel vouches for. Only a digest of it is kept.
conversation_tokens = Table(
    "conversation_tokens",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("business", Text, nullable=False),
    Column("conversation_id", Text, nullable=False, index=True),
    Column("expires_at", Moment, nullable=False),
)

# What lets a guest see, move and cancel one booking. Only a digest of it is kept.
booking_links = Table(
    "booking_links",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("booking_id", Number, ForeignKey("bookings.id"), nullable=False, index=True),
    Column("expires_at", Moment, nullable=False),
)

# What tokens are made with, where the program is given no secret.
secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

flow_versions = Table(
    "flow_versions",
    metadata,
    Column("business", Text, primary_key=True),
    Column("fingerprint", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("kept_at", Moment, nullable=False),
)

# Those who work behind the desk. Of what lets them in only digests are kept, but for the secret that codes follow from.
staff_accounts = Table(
    "staff_accounts",
    metadata,
    Column("id", Number, primary_key=True),
    Column("business", Text, nullable=False),
    Column("login", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("password", Text, nullable=False),
    Column("totp_secret", Text),
    Column("totp_step", Integer),  # of the last code that was taken: each is taken once
    Column("recovery", Text),
    Column("created_at", Moment, nullable=False),
    Column("removed_at", Moment),
    UniqueConstraint("business", "login"),
    CheckConstraint("role IN ('owner', 'staff')", name="role"),
)

staff_sessions = Table(
    "staff_sessions",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("account_id", Number, ForeignKey("staff_accounts.id"), nullable=False, index=True),
    Column("csrf", Text, nullable=False),
    Column("began_at", Moment, nullable=False),
    Column("seen_at", Moment, nullable=False),
)

# Who changed what. No personal data: ids and references. The migration adds what keeps it from being edited.
audit_log = Table(
    "audit_log",
    metadata,
    Column("id", Number, primary_key=True),
    Column("business", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("by", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("details", Text, nullable=False),
    Index("audit_log_business_index", "business", "id"),
)

# The files of a business as they were before a person changed them, so that it can be undone.
business_versions = Table(
    "business_versions",
    metadata,
    Column("id", Number, primary_key=True),
    Column("business", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("by", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("files", Text, nullable=False),
    Index("business_versions_business_index", "business", "id"),
)

# One try each to bring the inventory of an ERP up to date, and how it ended.
syncs = Table(
    "syncs",
    metadata,
    Column("id", Number, primary_key=True),
    Column("business", Text, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("ended_at", Moment, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("records", Integer, nullable=False),
    Column("first_night", Text, nullable=False),
    Column("last_night", Text, nullable=False),
    Column("generated_at", Moment),  # when the ERP made what it answered; none if nothing was read
    Column("error", Text),
    CheckConstraint("outcome IN ('success', 'partial', 'failed')", name="outcome"),
    Index("syncs_business_index", "business", "id"),
    Index("syncs_success_index", "business", "ended_at"),  # of rows that are a success
)

# What the ERP last had for sale, by room type and night. What we have sold ourselves is not taken off here.
nights = Table(
    "nights",
    metadata,
    Column("business", Text, primary_key=True),
    Column("night", Text, primary_key=True),
    Column("room_type", Text, primary_key=True),
    Column("rooms", Integer, nullable=False),
    Column("rate", Text, nullable=False),  # a decimal number; as a number SQLite would round it
    Column("currency", Text, nullable=False),
    Column("min_stay", Integer),
    Column("sync_id", Number, nullable=False),
    CheckConstraint("rooms >= 0", name="rooms"),
)
