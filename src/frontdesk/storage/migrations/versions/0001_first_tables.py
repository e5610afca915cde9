"""The first tables: conversations, guests, claims, bookings and what surrounds them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

# A claim that would overlap is not inserted, as with ON CONFLICT DO NOTHING. Claims on a resource never overlap,
# so besides those that start inside the new one only the last to start before it can reach into it.
IGNORE_OVERLAP = """
CREATE TRIGGER claims_do_not_overlap BEFORE INSERT ON claims
WHEN EXISTS (
    SELECT 1 FROM claims
    WHERE resource = NEW.resource AND starts_at < NEW.ends_at AND ends_at > NEW.starts_at AND starts_at >= coalesce(
        (SELECT max(starts_at) FROM claims WHERE resource = NEW.resource AND starts_at <= NEW.starts_at),
        NEW.starts_at
    )
)
BEGIN SELECT RAISE(IGNORE); END
"""

# The trigger above sees inserts only, so a claim is never moved: it is deleted and made anew.
REFUSE_MOVES = """
CREATE TRIGGER claims_do_not_move BEFORE UPDATE OF resource, starts_at, ends_at ON claims
BEGIN SELECT RAISE(ABORT, 'a claim is not moved: delete it and make a new one'); END
"""

# An exclusion constraint compares ranges; a resource as a range of one number spares the extension btree_gist.
EXCLUDE_OVERLAP = """
ALTER TABLE claims ADD CONSTRAINT claims_do_not_overlap EXCLUDE USING gist (
    int8range(resource, resource, '[]') WITH =, tstzrange(starts_at, ends_at) WITH &&
)
"""


def upgrade() -> None:
    _actions()
    _conversations()
    _flow_versions()
    _guests()
    _inbox()
    _messages()
    _offers()
    _outbox()
    _requests()
    _resources()
    _turns()
    _blocks()
    _bookings()
    _identities()
    _booking_changes()
    _claims()
    _no_overlap()


def _actions() -> None:
    op.create_table(
        "actions",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("conversation_id", sa.Text, nullable=False),
        sa.Column("step", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("arguments", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("intended_at", MOMENT, nullable=False),
        sa.Column("outcome", sa.Text),
        sa.Column("fields", sa.Text),
        sa.Column("done_at", MOMENT),
        sa.PrimaryKeyConstraint("key", name="actions_pkey"),
    )
    op.create_index("actions_conversation_id_index", "actions", ["conversation_id"])
    op.create_index(
        "actions_unfinished_index",
        "actions",
        ["intended_at"],
        sqlite_where=sa.text("outcome IS NULL"),
        postgresql_where=sa.text("outcome IS NULL"),
    )


def _conversations() -> None:
    op.create_table(
        "conversations",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("guest_id", NUMBER),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("flow", sa.Text),
        sa.Column("fingerprint", sa.Text),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="conversations_pkey"),
    )
    op.create_index(
        "conversations_fingerprint_index",
        "conversations",
        ["business", "fingerprint"],
        sqlite_where=sa.text("fingerprint IS NOT NULL"),
        postgresql_where=sa.text("fingerprint IS NOT NULL"),
    )
    op.create_index("conversations_guest_index", "conversations", ["guest_id", "updated_at"])
    op.create_index("conversations_updated_index", "conversations", ["business", "updated_at"])


def _flow_versions() -> None:
    op.create_table(
        "flow_versions",
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("kept_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("business", "fingerprint", name="flow_versions_pkey"),
    )


def _guests() -> None:
    op.create_table(
        "guests",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("phone", sa.Text),
        sa.Column("email", sa.Text),
        sa.Column("notes", sa.Text),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("forgotten_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="guests_pkey"),
    )
    op.create_index("guests_email_index", "guests", ["business", "email"])
    op.create_index("guests_phone_index", "guests", ["business", "phone"])


def _inbox() -> None:
    op.create_table(
        "inbox",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("provider_id", sa.Text, nullable=False),
        sa.Column("guest_key", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("received_at", MOMENT, nullable=False),
        sa.Column("conversation_id", sa.Text),
        sa.Column("reply", sa.Text),
        sa.PrimaryKeyConstraint("id", name="inbox_pkey"),
        sa.UniqueConstraint("business", "channel", "provider_id", name="inbox_business_channel_provider_id_key"),
    )
    op.create_index("inbox_conversation_id_index", "inbox", ["conversation_id"])
    op.create_index("inbox_guest_key_index", "inbox", ["business", "guest_key"])


def _messages() -> None:
    op.create_table(
        "messages",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("conversation_id", sa.Text, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("side", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="messages_pkey"),
    )
    op.create_index("messages_conversation_id_index", "messages", ["conversation_id"])


def _offers() -> None:
    op.create_table(
        "offers",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("conversation_id", sa.Text, nullable=False),
        sa.Column("step", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="offers_pkey"),
    )
    op.create_index("offers_conversation_id_index", "offers", ["conversation_id"])


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("conversation_id", sa.Text),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("delivered_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="outbox_pkey"),
        sa.UniqueConstraint("key", name="outbox_key_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("outbox_conversation_id_index", "outbox", ["conversation_id"])
    op.create_index(
        "outbox_due_index",
        "outbox",
        ["due_at"],
        sqlite_where=sa.text("delivered_at IS NULL"),
        postgresql_where=sa.text("delivered_at IS NULL"),
    )


def _requests() -> None:
    op.create_table(
        "requests",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("conversation_id", sa.Text, nullable=False),
        sa.Column("guest_id", NUMBER),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("known", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("answer", sa.Text),
        sa.Column("answered_by", sa.Text),
        sa.Column("answered_at", MOMENT),
        sa.Column("closed_by", sa.Text),
        sa.Column("closed_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="requests_pkey"),
    )
    op.create_index("requests_closed_index", "requests", ["business", "closed_at", "at"])
    op.create_index("requests_conversation_id_index", "requests", ["conversation_id"])
    op.create_index("requests_guest_id_index", "requests", ["guest_id"])


def _resources() -> None:
    op.create_table(
        "resources",
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="resources_pkey"),
        sa.UniqueConstraint("business", "name", name="resources_business_name_key"),
    )


def _turns() -> None:
    op.create_table(
        "turns",
        sa.Column("conversation_id", sa.Text, nullable=False),
        sa.Column("turn", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("actions", sa.Text, nullable=False),
        sa.Column("reply", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("conversation_id", "turn", name="turns_pkey"),
    )


def _blocks() -> None:
    op.create_table(
        "blocks",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("resource", NUMBER, nullable=False),
        sa.Column("starts_at", MOMENT, nullable=False),
        sa.Column("ends_at", MOMENT, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.CheckConstraint("starts_at < ends_at", name="blocks_span_check"),
        sa.ForeignKeyConstraint(["resource"], ["resources.number"], name="blocks_resource_fkey"),
        sa.PrimaryKeyConstraint("id", name="blocks_pkey"),
    )
    op.create_index("blocks_end_index", "blocks", ["resource", "ends_at"])


def _bookings() -> None:
    op.create_table(
        "bookings",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("reference", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("service", sa.Text, nullable=False),
        sa.Column("provider", sa.Text),
        sa.Column("starts_at", MOMENT, nullable=False),
        sa.Column("ends_at", MOMENT, nullable=False),
        sa.Column("guest_id", NUMBER),
        sa.Column("conversation_id", sa.Text),
        sa.Column("name", sa.Text),
        sa.Column("phone", sa.Text),
        sa.Column("email", sa.Text),
        sa.Column("notes", sa.Text),
        sa.Column("details", sa.Text, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.CheckConstraint("starts_at < ends_at", name="bookings_span_check"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="bookings_guest_id_fkey"),
        sa.PrimaryKeyConstraint("id", name="bookings_pkey"),
        sa.UniqueConstraint("business", "reference", name="bookings_business_reference_key"),
    )
    op.create_index("bookings_conversation_id_index", "bookings", ["conversation_id"])
    op.create_index("bookings_guest_id_index", "bookings", ["guest_id"])
    op.create_index("bookings_start_index", "bookings", ["business", "starts_at"])


def _identities() -> None:
    op.create_table(
        "identities",
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("guest_id", NUMBER, nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="identities_guest_id_fkey"),
        sa.PrimaryKeyConstraint("business", "channel", "address", name="identities_pkey"),
    )
    op.create_index("identities_guest_id_index", "identities", ["guest_id"])


def _booking_changes() -> None:
    op.create_table(
        "booking_changes",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("booking_id", NUMBER, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("provider", sa.Text),
        sa.Column("starts_at", MOMENT, nullable=False),
        sa.Column("ends_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["booking_id"], ["bookings.id"], name="booking_changes_booking_id_fkey"),
        sa.PrimaryKeyConstraint("id", name="booking_changes_pkey"),
    )
    op.create_index("booking_changes_booking_id_index", "booking_changes", ["booking_id"])


def _claims() -> None:
    op.create_table(
        "claims",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("resource", NUMBER, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("starts_at", MOMENT, nullable=False),
        sa.Column("ends_at", MOMENT, nullable=False),
        sa.Column("booking_id", NUMBER),
        sa.Column("block_id", NUMBER),
        sa.Column("conversation_id", sa.Text),
        sa.Column("run", sa.Integer),
        sa.Column("expires_at", MOMENT),
        sa.CheckConstraint(
            "(kind = 'hold' AND conversation_id IS NOT NULL AND expires_at IS NOT NULL)"
            " OR (kind = 'booking' AND booking_id IS NOT NULL AND expires_at IS NULL)"
            " OR (kind = 'block' AND block_id IS NOT NULL AND expires_at IS NULL)",
            name="claims_kind_check",
        ),
        sa.CheckConstraint("starts_at < ends_at", name="claims_span_check"),
        sa.ForeignKeyConstraint(["block_id"], ["blocks.id"], name="claims_block_id_fkey"),
        sa.ForeignKeyConstraint(["booking_id"], ["bookings.id"], name="claims_booking_id_fkey"),
        sa.ForeignKeyConstraint(["resource"], ["resources.number"], name="claims_resource_fkey"),
        sa.PrimaryKeyConstraint("id", name="claims_pkey"),
    )
    op.create_index("claims_block_id_index", "claims", ["block_id"])
    op.create_index("claims_booking_id_index", "claims", ["booking_id"])
    op.create_index("claims_conversation_id_index", "claims", ["conversation_id"])
    op.create_index("claims_start_index", "claims", ["resource", "starts_at"], unique=True)


def _no_overlap() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute(IGNORE_OVERLAP)
        op.execute(REFUSE_MOVES)
    else:
        op.execute(EXCLUDE_OVERLAP)


def downgrade() -> None:
    raise NotImplementedError("there is nothing before the first tables: delete the database instead")
