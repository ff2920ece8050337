"""Accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward. Existing sessions were last seen when they began."""
    op.create_table(
        "account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("email_key", sa.String(length=254), nullable=True),
        sa.Column("first_name", sa.String(length=80), nullable=False),
        sa.Column("last_name", sa.String(length=80), nullable=False),
        sa.Column("phone", sa.String(length=14), nullable=True),
        sa.Column("language", sa.String(length=12), nullable=False),
        sa.Column("password_hash", sa.String(length=200), nullable=True),
        sa.Column("temporary_password", sa.Boolean(), nullable=False),
        sa.Column("credentials_version", sa.Integer(), nullable=False),
        sa.Column("email_verified_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("factor_secret", sa.Text(), nullable=True),
        sa.Column("factor_confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("factor_last_step", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("channel_id", "email_key", name=op.f("uq_account_channel_id_email_key")),
        sa.UniqueConstraint("channel_id", "phone", name=op.f("uq_account_channel_id_phone")),
    )
    with op.batch_alter_table("account", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_account_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "spent_token",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_spent_token")),
        sa.UniqueConstraint(
            "channel_id", "purpose", "token_hash", name=op.f("uq_spent_token_channel_id_purpose_token_hash")
        ),
    )
    with op.batch_alter_table("spent_token", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_spent_token_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_spent_token_until"), ["until"], unique=False)

    op.create_table(
        "account_identity",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("linked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_account_identity_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_identity")),
        sa.UniqueConstraint(
            "channel_id", "provider", "subject", name=op.f("uq_account_identity_channel_id_provider_subject")
        ),
    )
    with op.batch_alter_table("account_identity", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_account_identity_account_id"), ["account_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_account_identity_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "device_grant",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.Integer(), nullable=False),
        sa.Column("device_hash", sa.String(length=64), nullable=False),
        sa.Column("user_hash", sa.String(length=64), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("platform", sa.String(length=12), nullable=False),
        sa.Column("interval", sa.Integer(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("linked_by", sa.Integer(), nullable=True),
        sa.Column("taken_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_device_grant_account_id")),
        sa.ForeignKeyConstraint(
            ["linked_by"], ["viewer_session.id"], name=op.f("fk_device_grant_linked_by"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["session_id"], ["viewer_session.id"], name=op.f("fk_device_grant_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device_grant")),
        sa.UniqueConstraint("channel_id", "user_hash", name=op.f("uq_device_grant_channel_id_user_hash")),
        sa.UniqueConstraint("device_hash", name=op.f("uq_device_grant_device_hash")),
    )
    with op.batch_alter_table("device_grant", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_device_grant_account_id"), ["account_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_device_grant_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_device_grant_expires_at"), ["expires_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_device_grant_linked_by"), ["linked_by"], unique=False)
        batch_op.create_index(batch_op.f("ix_device_grant_session_id"), ["session_id"], unique=False)

    op.create_table(
        "recovery_code",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_recovery_code_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recovery_code")),
        sa.UniqueConstraint("account_id", "code_hash", name=op.f("uq_recovery_code_account_id_code_hash")),
    )
    with op.batch_alter_table("recovery_code", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_recovery_code_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "social_attempt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.Integer(), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("sealed_person", sa.Text(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["viewer_session.id"],
            name=op.f("fk_social_attempt_session_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_social_attempt")),
        sa.UniqueConstraint("session_id", "code_hash", name=op.f("uq_social_attempt_session_id_code_hash")),
    )
    with op.batch_alter_table("social_attempt", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_social_attempt_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_social_attempt_until"), ["until"], unique=False)

    with op.batch_alter_table("viewer_session", schema=None) as batch_op:
        batch_op.add_column(sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("name", sa.String(length=120), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("platform", sa.String(length=12), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("country", sa.String(length=2), nullable=True))
    op.execute("UPDATE viewer_session SET last_seen_at = created_at")
    with op.batch_alter_table("viewer_session", schema=None) as batch_op:
        batch_op.alter_column("last_seen_at", existing_type=sa.DateTime(timezone=True), nullable=False)
        batch_op.alter_column("name", existing_type=sa.String(length=120), server_default=None)
        batch_op.alter_column("platform", existing_type=sa.String(length=12), server_default=None)


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("viewer_session", schema=None) as batch_op:
        batch_op.drop_column("country")
        batch_op.drop_column("platform")
        batch_op.drop_column("name")
        batch_op.drop_column("last_seen_at")

    with op.batch_alter_table("social_attempt", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_social_attempt_until"))
        batch_op.drop_index(batch_op.f("ix_social_attempt_channel_id"))

    op.drop_table("social_attempt")
    with op.batch_alter_table("recovery_code", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_recovery_code_channel_id"))

    op.drop_table("recovery_code")
    with op.batch_alter_table("device_grant", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_device_grant_session_id"))
        batch_op.drop_index(batch_op.f("ix_device_grant_linked_by"))
        batch_op.drop_index(batch_op.f("ix_device_grant_expires_at"))
        batch_op.drop_index(batch_op.f("ix_device_grant_channel_id"))
        batch_op.drop_index(batch_op.f("ix_device_grant_account_id"))

    op.drop_table("device_grant")
    with op.batch_alter_table("account_identity", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_account_identity_channel_id"))
        batch_op.drop_index(batch_op.f("ix_account_identity_account_id"))

    op.drop_table("account_identity")
    with op.batch_alter_table("spent_token", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_spent_token_until"))
        batch_op.drop_index(batch_op.f("ix_spent_token_channel_id"))

    op.drop_table("spent_token")
    with op.batch_alter_table("account", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_account_channel_id"))

    op.drop_table("account")
