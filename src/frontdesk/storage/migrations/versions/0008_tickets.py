"""Tickets: their numbers, and what was said when they were decided."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ticket_numbers",
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("business", name="ticket_numbers_pkey"),
    )
    op.add_column("booking_changes", sa.Column("note", sa.Text))
    op.create_index("bookings_kind_index", "bookings", ["business", "kind", "id"])


def downgrade() -> None:
    op.drop_index("bookings_kind_index", "bookings")
    op.drop_column("booking_changes", "note")
    op.drop_table("ticket_numbers")
