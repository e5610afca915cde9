"""The people behind the desk: accounts, sessions, what they changed, versions of the business, who has a request."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

# What was written down of a person's change stays as it was: the databases themselves refuse anything else.
SQLITE_SEALS = tuple(
    f"CREATE TRIGGER audit_log_no_{act} BEFORE {act.upper()} ON audit_log "
    "BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END"
    for act in ("update", "delete")
)
POSTGRESQL_SEALS = (
    (
        "CREATE FUNCTION audit_log_sealed() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the audit log is only added to'; END $$"
    ),
    (
        "CREATE TRIGGER audit_log_sealed BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log "
        "FOR EACH STATEMENT EXECUTE FUNCTION audit_log_sealed()"
    ),
)


def upgrade() -> None:
    op.create_table(
        "staff_accounts",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("login", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("totp_secret", sa.Text),
        sa.Column("totp_step", sa.Integer),
        sa.Column("recovery", sa.Text),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("removed_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="staff_accounts_pkey"),
        sa.UniqueConstraint("business", "login", name="staff_accounts_business_login_key"),
        sa.CheckConstraint("role IN ('owner', 'staff')", name="staff_accounts_role_check"),
    )
    op.create_table(
        "staff_sessions",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("account_id", NUMBER, nullable=False),
        sa.Column("csrf", sa.Text, nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("seen_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="staff_sessions_pkey"),
        sa.ForeignKeyConstraint(["account_id"], ["staff_accounts.id"], name="staff_sessions_account_id_fkey"),
    )
    op.create_index("staff_sessions_account_id_index", "staff_sessions", ["account_id"])
    _make_logs()
    _add_columns()


def _make_logs() -> None:
    op.create_table(
        "audit_log",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("details", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="audit_log_pkey"),
    )
    op.create_index("audit_log_business_index", "audit_log", ["business", "id"])
    op.create_table(
        "business_versions",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("business", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("files", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="business_versions_pkey"),
    )
    op.create_index("business_versions_business_index", "business_versions", ["business", "id"])
    for seal in SQLITE_SEALS if op.get_bind().dialect.name == "sqlite" else POSTGRESQL_SEALS:
        op.execute(seal)


def _add_columns() -> None:
    op.add_column("requests", sa.Column("assigned_to", sa.Text))
    op.add_column("messages", sa.Column("by", sa.Text))
    op.add_column("guests", sa.Column("merged_into", NUMBER))
    op.add_column("turns", sa.Column("trouble", sa.Text))
    op.add_column("turns", sa.Column("seen_at", MOMENT))
    op.create_index(
        "conversations_held_index",
        "conversations",
        ["business", "updated_at"],
        sqlite_where=sa.text("position = 'with_staff'"),
        postgresql_where=sa.text("position = 'with_staff'"),
    )
    op.create_index(
        "guests_merged_index",
        "guests",
        ["merged_into"],
        sqlite_where=sa.text("merged_into IS NOT NULL"),
        postgresql_where=sa.text("merged_into IS NOT NULL"),
    )
    op.create_index(
        "turns_trouble_index",
        "turns",
        ["at"],
        sqlite_where=sa.text("trouble IS NOT NULL"),
        postgresql_where=sa.text("trouble IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("turns_trouble_index", "turns")
    op.drop_index("guests_merged_index", "guests")
    op.drop_index("conversations_held_index", "conversations")
    op.drop_column("turns", "seen_at")
    op.drop_column("turns", "trouble")
    op.drop_column("guests", "merged_into")
    op.drop_column("messages", "by")
    op.drop_column("requests", "assigned_to")
    for table in ("business_versions", "audit_log", "staff_sessions", "staff_accounts"):
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION audit_log_sealed")
