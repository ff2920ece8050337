"""Add access tokens of operators, and the token of an action to the audit log.

Revision ID: 0041
Revises: 0040
"""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

_IS_CHANGED = "NEW.token_id <> OLD.token_id OR (NEW.token_name <> '' AND NEW.token_name <> OLD.token_name)"
_SQLITE_TRIGGER = f"""CREATE TRIGGER audit_origin_token_update BEFORE UPDATE ON audit_origin
    WHEN {_IS_CHANGED}
    BEGIN SELECT RAISE(ABORT, 'Only the name of a token of the audit log can be erased.'); END"""
_POSTGRESQL_TRIGGER = f"""CREATE TRIGGER audit_origin_token_update BEFORE UPDATE ON audit_origin FOR EACH ROW
    WHEN ({_IS_CHANGED}) EXECUTE FUNCTION audit_log_refuse()"""


def upgrade() -> None:
    """Add the table, the columns and the trigger that protects them."""
    op.create_table(
        "access_token",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("prefix", sa.String(length=10), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_access_token_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_access_token")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_access_token_token_hash")),
        sqlite_autoincrement=True,
    )
    for column in ("account_id", "channel_id", "expires_at"):
        op.create_index(op.f(f"ix_access_token_{column}"), "access_token", [column])
    op.add_column("audit_origin", sa.Column("token_id", sa.Integer(), nullable=False, server_default="0"))
    op.add_column(
        "audit_origin", sa.Column("token_name", sa.String(length=80), nullable=False, server_default="")
    )
    op.execute(_SQLITE_TRIGGER if _is_sqlite() else _POSTGRESQL_TRIGGER)


def downgrade() -> None:
    """Remove them."""
    op.execute("DROP TRIGGER audit_origin_token_update" + ("" if _is_sqlite() else " ON audit_origin"))
    for column in ("token_name", "token_id"):
        op.drop_column("audit_origin", column)
    op.drop_table("access_token")


def _is_sqlite() -> bool:
    return op.get_bind().dialect.name == "sqlite"
