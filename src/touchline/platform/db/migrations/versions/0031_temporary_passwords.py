"""Let temporary passwords expire, and require a new password before anything else.

Revision ID: 0031
Revises: 0030
"""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward. Existing temporary passwords work for another 72 hours."""
    op.add_column("account", sa.Column("temporary_until", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "viewer_session",
        sa.Column("must_change_password", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    account = sa.table(
        "account",
        sa.column("temporary_password", sa.Boolean()),
        sa.column("temporary_until", sa.DateTime(timezone=True)),
    )
    until = datetime.now(UTC) + timedelta(hours=72)
    op.execute(
        account.update().where(account.c.temporary_password.is_(sa.true())).values(temporary_until=until)
    )


def downgrade() -> None:
    """Go back. Temporary passwords no longer expire."""
    op.drop_column("viewer_session", "must_change_password")
    op.drop_column("account", "temporary_until")
