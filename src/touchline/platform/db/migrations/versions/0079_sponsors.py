"""Add sponsors, the figures of their pre-rolls, and the links to their reports.

Revision ID: 0079
Revises: 0078
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0079"
down_revision = "0078"
branch_labels = None
depends_on = None

_FIGURES = ("impressions", "first_quartile", "midpoint", "third_quartile", "complete", "clicks")


def _key(name: str, kind: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, autoincrement=False, nullable=False)


def upgrade() -> None:
    """Create the tables. Every pre-roll is a house ad at first."""
    op.create_table(
        "sponsor",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.JSON(), nullable=False),
        sa.Column("logo", sa.String(), nullable=True),
        sa.Column("url", sa.String(), nullable=True),
        sa.Column("email", sa.String(), nullable=True),
        sa.Column("daily_cap", sa.Integer(), nullable=True),
        sa.Column("archived", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sponsor")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_sponsor_channel_id_key")),
    )
    op.create_index(op.f("ix_sponsor_channel_id"), "sponsor", ["channel_id"])
    with op.batch_alter_table("preroll") as batch:
        batch.add_column(sa.Column("sponsor", sa.String(120), nullable=True))
    op.create_table(
        "analytics_ad_view",
        _key("channel_id", sa.Integer()),
        _key("id", sa.String(40)),
        sa.Column("sponsor", sa.String(120), nullable=False),
        sa.Column("event_id", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("progress", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", "id", name=op.f("pk_analytics_ad_view")),
    )
    op.create_index(op.f("ix_analytics_ad_view_day"), "analytics_ad_view", ["day"])
    op.create_table(
        "analytics_ad_day",
        _key("channel_id", sa.Integer()),
        _key("sponsor", sa.String(120)),
        _key("day", sa.Date()),
        _key("event_id", sa.BigInteger()),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in _FIGURES),
        sa.PrimaryKeyConstraint("channel_id", "sponsor", "day", "event_id", name=op.f("pk_analytics_ad_day")),
    )
    op.create_index("ix_analytics_ad_day_channel_id_day", "analytics_ad_day", ["channel_id", "day"])
    op.create_table(
        "analytics_ad_cap",
        _key("channel_id", sa.Integer()),
        _key("account_id", sa.Integer()),
        _key("sponsor", sa.String(120)),
        _key("day", sa.Date()),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "channel_id", "account_id", "sponsor", "day", name=op.f("pk_analytics_ad_cap")
        ),
    )
    op.create_index(op.f("ix_analytics_ad_cap_account_id"), "analytics_ad_cap", ["account_id"])
    op.create_index(op.f("ix_analytics_ad_cap_day"), "analytics_ad_cap", ["day"])
    op.create_table(
        "analytics_sponsor_link",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("sponsor", sa.String(120), nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("revoked_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_analytics_sponsor_link")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_analytics_sponsor_link_token_hash")),
    )
    op.create_index(op.f("ix_analytics_sponsor_link_channel_id"), "analytics_sponsor_link", ["channel_id"])


def downgrade() -> None:
    """Drop the tables."""
    for table in (
        "analytics_sponsor_link",
        "analytics_ad_cap",
        "analytics_ad_day",
        "analytics_ad_view",
    ):
        op.drop_table(table)
    with op.batch_alter_table("preroll") as batch:
        batch.drop_column("sponsor")
    op.drop_table("sponsor")
