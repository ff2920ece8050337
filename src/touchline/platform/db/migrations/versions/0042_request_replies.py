"""Add the status, the assignee, the sender and the replies of form requests.

Revision ID: 0042
Revises: 0041
"""

import re
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None
TABLE = "engagement_form_request"
EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
NAME_FIELDS = ("name", "first_name", "last_name")


def upgrade() -> None:
    """Add the columns and the table. Existing requests are open. Their answers name the senders."""
    op.add_column(TABLE, sa.Column("sender_name", sa.String(length=200), nullable=False, server_default=""))
    op.add_column(TABLE, sa.Column("sender_email", sa.String(length=254), nullable=False, server_default=""))
    op.add_column(TABLE, sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column(TABLE, sa.Column("assignee_account_id", sa.Integer(), nullable=True))
    op.add_column(TABLE, sa.Column("version", sa.Integer(), nullable=False, server_default="1"))
    op.create_index(op.f("ix_engagement_form_request_assignee_account_id"), TABLE, ["assignee_account_id"])
    op.create_index("ix_engagement_form_request_of_status", TABLE, ["channel_id", "closed_at", "id"])
    _fill_senders()
    op.create_table(
        "engagement_request_reply",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("request_id", sa.Integer(), nullable=False),
        sa.Column("author_account_id", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("queued_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("failure", sa.String(length=20), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["request_id"],
            ["engagement_form_request.id"],
            name=op.f("fk_engagement_request_reply_request_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engagement_request_reply")),
        sqlite_autoincrement=True,
    )
    for column in ("author_account_id", "channel_id", "request_id"):
        op.create_index(op.f(f"ix_engagement_request_reply_{column}"), "engagement_request_reply", [column])


def downgrade() -> None:
    """Remove the table and the columns. Replies are deleted."""
    op.drop_table("engagement_request_reply")
    op.drop_index("ix_engagement_form_request_of_status", TABLE)
    op.drop_index(op.f("ix_engagement_form_request_assignee_account_id"), TABLE)
    for column in ("version", "assignee_account_id", "closed_at", "sender_email", "sender_name"):
        op.drop_column(TABLE, column)


def _fill_senders() -> None:
    requests = sa.table(
        TABLE,
        sa.column("id", sa.Integer),
        sa.column("answers", sa.JSON),
        sa.column("sender_name", sa.String),
        sa.column("sender_email", sa.String),
    )
    connection = op.get_bind()
    for row in connection.execute(sa.select(requests.c.id, requests.c.answers)).all():
        connection.execute(
            requests.update()
            .where(requests.c.id == row.id)
            .values(sender_name=_get_name(row.answers)[:200], sender_email=_get_email(row.answers))
        )


def _get_name(answers: Mapping[str, Any]) -> str:
    return " ".join(str(answers[name]) for name in NAME_FIELDS if answers.get(name))


def _get_email(answers: Mapping[str, Any]) -> str:
    texts = (answer for answer in answers.values() if isinstance(answer, str) and len(answer) <= 254)
    return next((text for text in texts if EMAIL.fullmatch(text)), "")
