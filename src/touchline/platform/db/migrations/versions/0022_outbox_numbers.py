"""Never reuse outbox ids, on SQLite too, because the queue refers to events by id.

Revision ID: 0022
Revises: 0021
"""

from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Recreate the table on SQLite with AUTOINCREMENT. PostgreSQL never reuses ids."""
    _recreate_outbox(reuses_ids=False)


def downgrade() -> None:
    """Go back."""
    _recreate_outbox(reuses_ids=True)


def _recreate_outbox(*, reuses_ids: bool) -> None:
    if op.get_bind().dialect.name == "sqlite":
        options = {"sqlite_autoincrement": not reuses_ids}
        with op.batch_alter_table("outbox", recreate="always", table_kwargs=options):
            pass
