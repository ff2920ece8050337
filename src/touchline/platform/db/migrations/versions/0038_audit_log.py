"""Add the audit log, which refuses changes and early deletions.

Revision ID: 0038
Revises: 0037
"""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

_NO_UPDATE = "Entries of the audit log cannot be changed."
_NO_DELETE = "Entries of the audit log cannot be deleted before their retention is over."
_ERASURE_ONLY = "Only the name and address of an origin of the audit log can be erased."
_SQLITE_TRIGGERS = (
    f"""CREATE TRIGGER audit_entry_update BEFORE UPDATE ON audit_entry
    BEGIN SELECT RAISE(ABORT, '{_NO_UPDATE}'); END""",
    f"""CREATE TRIGGER audit_entry_delete BEFORE DELETE ON audit_entry
    WHEN OLD.kept_until IS NULL OR OLD.kept_until > CAST(strftime('%s', 'now') AS INTEGER)
    BEGIN SELECT RAISE(ABORT, '{_NO_DELETE}'); END""",
    f"""CREATE TRIGGER audit_origin_update BEFORE UPDATE ON audit_origin
    WHEN NEW.name <> '' OR NEW.ip <> '' OR NEW.id <> OLD.id OR NEW.actor <> OLD.actor
    OR NEW.session_id <> OLD.session_id OR NEW.channel_id <> OLD.channel_id
    BEGIN SELECT RAISE(ABORT, '{_ERASURE_ONLY}'); END""",
)
_POSTGRESQL_TRIGGERS = (
    f"""CREATE FUNCTION audit_log_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'audit_origin' THEN
            RAISE EXCEPTION '{_ERASURE_ONLY}';
        ELSIF TG_OP = 'UPDATE' THEN
            RAISE EXCEPTION '{_NO_UPDATE}';
        END IF;
        RAISE EXCEPTION '{_NO_DELETE}';
    END $$""",
    """CREATE TRIGGER audit_entry_update BEFORE UPDATE ON audit_entry
    FOR EACH ROW EXECUTE FUNCTION audit_log_refuse()""",
    """CREATE TRIGGER audit_entry_delete BEFORE DELETE ON audit_entry FOR EACH ROW
    WHEN (OLD.kept_until IS NULL OR OLD.kept_until > extract(epoch FROM clock_timestamp()))
    EXECUTE FUNCTION audit_log_refuse()""",
    """CREATE TRIGGER audit_entry_truncate BEFORE TRUNCATE ON audit_entry
    FOR EACH STATEMENT EXECUTE FUNCTION audit_log_refuse()""",
    """CREATE TRIGGER audit_origin_update BEFORE UPDATE ON audit_origin FOR EACH ROW
    WHEN (NEW.name <> '' OR NEW.ip <> '' OR NEW.id <> OLD.id OR NEW.actor <> OLD.actor
    OR NEW.session_id <> OLD.session_id OR NEW.channel_id <> OLD.channel_id)
    EXECUTE FUNCTION audit_log_refuse()""",
)


def upgrade() -> None:
    """Add the tables and triggers."""
    op.create_table(
        "audit_origin",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("actor", sa.String(length=100), nullable=False),
        sa.Column("session_id", sa.Integer(), nullable=False),
        sa.Column("ip", sa.String(length=45), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_origin")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_audit_origin_of_actor", "audit_origin", ["channel_id", "actor", "session_id"])
    op.create_index(op.f("ix_audit_origin_channel_id"), "audit_origin", ["channel_id"])
    op.create_table(
        "audit_entry",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.String(length=100), nullable=False),
        sa.Column("origin_id", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=60), nullable=False),
        sa.Column("subject_kind", sa.String(length=40), nullable=False),
        sa.Column("subject_id", sa.String(length=60), nullable=False),
        sa.Column("label", sa.String(length=200), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("kept_until", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["origin_id"], ["audit_origin.id"], name=op.f("fk_audit_entry_origin_id_audit_origin")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_entry")),
        sqlite_autoincrement=True,
    )
    for name, columns in {
        "of_channel": ["channel_id", "at", "id"],
        "of_actor": ["channel_id", "actor", "at", "id"],
        "of_action": ["channel_id", "action", "at", "id"],
        "of_kind": ["channel_id", "subject_kind", "at", "id"],
        "of_subject": ["channel_id", "subject_kind", "subject_id", "at", "id"],
        "channel_id": ["channel_id"],
        "origin_id": ["origin_id"],
        "kept_until": ["kept_until"],
    }.items():
        op.create_index(f"ix_audit_entry_{name}", "audit_entry", columns)
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in _SQLITE_TRIGGERS if is_sqlite else _POSTGRESQL_TRIGGERS:
        op.execute(statement)


def downgrade() -> None:
    """Remove the tables, and with them their triggers."""
    op.drop_table("audit_entry")
    op.drop_table("audit_origin")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION audit_log_refuse")
