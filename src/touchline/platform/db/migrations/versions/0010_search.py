"""Words to search by."""

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""


def downgrade() -> None:
    """Go back."""
