"""What pre-rolls are chosen and played by."""

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""


def downgrade() -> None:
    """Go back."""
