"""Recorded events that play as if they were live."""

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""


def downgrade() -> None:
    """Go back."""
