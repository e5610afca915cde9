"""What is counted: how much of it is taken, by whom, and how many people a booking is for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "pools",
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("taken", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("business", "pool", "at", name="pools_pkey"),
        sa.CheckConstraint("0 <= taken AND taken <= total", name="pools_taken_check"),
    )
    op.create_table(
        "counted_claims",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("units", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("booking_id", NUMBER),
        sa.Column("conversation_id", sa.Text),
        sa.Column("run", sa.Integer),
        sa.Column("expires_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="counted_claims_pkey"),
        sa.ForeignKeyConstraint(["booking_id"], ["bookings.id"], name="counted_claims_booking_id_fkey"),
        sa.ForeignKeyConstraint(
            ["business", "pool", "at"],
            ["pools.business", "pools.pool", "pools.at"],
            name="counted_claims_business_pool_at_fkey",
        ),
        sa.CheckConstraint("units > 0", name="counted_claims_units_check"),
        sa.CheckConstraint(
            "(kind = 'hold' AND conversation_id IS NOT NULL AND expires_at IS NOT NULL)"
            " OR (kind IN ('booking', 'ticket') AND booking_id IS NOT NULL AND expires_at IS NULL)",
            name="counted_claims_kind_check",
        ),
    )
    op.create_index("counted_claims_at_index", "counted_claims", ["business", "pool", "at"])
    op.create_index("counted_claims_booking_id_index", "counted_claims", ["booking_id"])
    op.create_index("counted_claims_conversation_id_index", "counted_claims", ["conversation_id"])
    op.create_index(
        "counted_claims_expiry_index",
        "counted_claims",
        ["business", "expires_at"],
        sqlite_where=sa.text("expires_at IS NOT NULL"),
        postgresql_where=sa.text("expires_at IS NOT NULL"),
    )
    op.add_column("bookings", sa.Column("party", sa.Integer))


def downgrade() -> None:
    op.drop_column("bookings", "party")
    op.drop_table("counted_claims")
    op.drop_table("pools")
