"""Live streams."""

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""


def downgrade() -> None:
    """Go back."""
