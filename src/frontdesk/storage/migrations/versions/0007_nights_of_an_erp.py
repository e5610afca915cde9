"""The shadow of an ERP's inventory, the syncs that brought it, and who is at a job of the outbox."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
SUCCESS = sa.text("outcome = 'success'")


def upgrade() -> None:
    op.create_table(
        "syncs",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("records", sa.Integer, nullable=False),
        sa.Column("first_night", sa.Text, nullable=False),
        sa.Column("last_night", sa.Text, nullable=False),
        sa.Column("generated_at", MOMENT),
        sa.Column("error", sa.Text),
        sa.PrimaryKeyConstraint("id", name="syncs_pkey"),
        sa.CheckConstraint("outcome IN ('success', 'partial', 'failed')", name="syncs_outcome_check"),
    )
    op.create_index("syncs_business_index", "syncs", ["business", "id"])
    op.create_index(
        "syncs_success_index", "syncs", ["business", "ended_at"], sqlite_where=SUCCESS, postgresql_where=SUCCESS
    )
    op.create_table(
        "nights",
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("night", sa.Text, nullable=False),
        sa.Column("room_type", sa.Text, nullable=False),
        sa.Column("rooms", sa.Integer, nullable=False),
        sa.Column("rate", sa.Text, nullable=False),
        sa.Column("currency", sa.Text, nullable=False),
        sa.Column("min_stay", sa.Integer),
        sa.Column("sync_id", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("business", "night", "room_type", name="nights_pkey"),
        sa.CheckConstraint("rooms >= 0", name="nights_rooms_check"),
    )
    op.add_column("outbox", sa.Column("held_until", MOMENT))
    op.add_column("outbox", sa.Column("failures", sa.Integer))


def downgrade() -> None:
    op.drop_column("outbox", "failures")
    op.drop_column("outbox", "held_until")
    op.drop_table("nights")
    op.drop_table("syncs")
