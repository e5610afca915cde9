"""What lets a guest of the web back in: tokens of conversations and links to bookings, kept as digests; a secret."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "conversation_tokens",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("conversation_id", sa.Text, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="conversation_tokens_pkey"),
    )
    op.create_index("conversation_tokens_conversation_id_index", "conversation_tokens", ["conversation_id"])
    op.create_table(
        "booking_links",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("booking_id", NUMBER, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="booking_links_pkey"),
        sa.ForeignKeyConstraint(["booking_id"], ["bookings.id"], name="booking_links_booking_id_fkey"),
    )
    op.create_index("booking_links_booking_id_index", "booking_links", ["booking_id"])
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="secrets_pkey"),
    )


def downgrade() -> None:
    for table in ("secrets", "booking_links", "conversation_tokens"):
        op.drop_table(table)
