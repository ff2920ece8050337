"""The outbox gives no number twice, on SQLite either: the queue knows events by theirs.

Revision ID: 0022
Revises: 0021
"""

from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """PostgreSQL gives none twice by itself; SQLite does so in a table that was made for it."""
    _make_anew(gives_twice=False)


def downgrade() -> None:
    """Go back."""
    _make_anew(gives_twice=True)


def _make_anew(*, gives_twice: bool) -> None:
    if op.get_bind().dialect.name == "sqlite":
        options = {"sqlite_autoincrement": not gives_twice}
        with op.batch_alter_table("outbox", recreate="always", table_kwargs=options):
            pass
