"""What time a booking took before it was moved, and which blocks were removed: replays need the diary as it was."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")


def upgrade() -> None:
    op.add_column("booking_changes", sa.Column("claims", sa.Text))
    op.add_column("blocks", sa.Column("removed_at", MOMENT))


def downgrade() -> None:
    op.drop_column("blocks", "removed_at")
    op.drop_column("booking_changes", "claims")
