"""Analytics of a channel's site."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "analytics_dropped",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "reason", name=op.f("pk_analytics_dropped")),
    )
    op.create_table(
        "analytics_happenings",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("page", sa.String(), nullable=False),
        sa.Column("thing_kind", sa.String(), nullable=True),
        sa.Column("thing_id", sa.BigInteger(), nullable=False),
        sa.Column("detail", sa.String(), nullable=False),
        sa.Column("channel_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("session", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=True),
        sa.Column("country", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("browser", sa.String(), nullable=False),
        sa.Column("system", sa.String(), nullable=False),
        sa.Column("is_bot", sa.Boolean(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("trk", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", "at", "id", name=op.f("pk_analytics_happenings")),
    )
    with op.batch_alter_table("analytics_happenings", schema=None) as batch_op:
        batch_op.create_index(
            "ix_analytics_happenings_person",
            ["channel_id", "person"],
            unique=False,
            sqlite_where=sa.text("person IS NOT NULL"),
            postgresql_where=sa.text("person IS NOT NULL"),
        )

    op.create_table(
        "analytics_marks",
        sa.Column("file", sa.String(), nullable=False),
        sa.Column("read_to", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("file", name=op.f("pk_analytics_marks")),
    )
    op.create_table(
        "analytics_people",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_analytics_people")),
        sa.UniqueConstraint(
            "channel_id", "account_id", name=op.f("uq_analytics_people_channel_id_account_id")
        ),
        sa.UniqueConstraint("channel_id", "person", name=op.f("uq_analytics_people_channel_id_person")),
    )
    with op.batch_alter_table("analytics_people", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_analytics_people_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "analytics_sessions",
        sa.Column("platform", sa.String(), nullable=False),
        sa.Column("resolution", sa.String(), nullable=False),
        sa.Column("channel_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("session", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=True),
        sa.Column("country", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("browser", sa.String(), nullable=False),
        sa.Column("system", sa.String(), nullable=False),
        sa.Column("is_bot", sa.Boolean(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("trk", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", "at", "id", name=op.f("pk_analytics_sessions")),
    )
    with op.batch_alter_table("analytics_sessions", schema=None) as batch_op:
        batch_op.create_index(
            "ix_analytics_sessions_person",
            ["channel_id", "person"],
            unique=False,
            sqlite_where=sa.text("person IS NOT NULL"),
            postgresql_where=sa.text("person IS NOT NULL"),
        )

    op.create_table(
        "analytics_views",
        sa.Column("view", sa.String(), nullable=False),
        sa.Column("thing_kind", sa.String(), nullable=False),
        sa.Column("thing_id", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("startup_ms", sa.Integer(), nullable=False),
        sa.Column("stall_ms", sa.Integer(), nullable=False),
        sa.Column("bitrate", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(), nullable=True),
        sa.Column("fault", sa.String(), nullable=False),
        sa.Column("about", sa.String(), nullable=False),
        sa.Column("channel_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("session", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=True),
        sa.Column("country", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("browser", sa.String(), nullable=False),
        sa.Column("system", sa.String(), nullable=False),
        sa.Column("is_bot", sa.Boolean(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("trk", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", "at", "id", name=op.f("pk_analytics_views")),
    )
    with op.batch_alter_table("analytics_views", schema=None) as batch_op:
        batch_op.create_index(
            "ix_analytics_views_person",
            ["channel_id", "person"],
            unique=False,
            sqlite_where=sa.text("person IS NOT NULL"),
            postgresql_where=sa.text("person IS NOT NULL"),
        )
        batch_op.create_index(
            "ix_analytics_views_thing", ["channel_id", "thing_kind", "thing_id", "at"], unique=False
        )
    _give_pseudonyms()


def _give_pseudonyms() -> None:
    """Create pseudonyms for existing accounts. New accounts get theirs when they register."""
    account = sa.table("account", sa.column("id"), sa.column("channel_id"), sa.column("closed_at"))
    people = sa.table("analytics_people", *map(sa.column, ("account_id", "channel_id", "person")))
    open_accounts = sa.select(account.c.id, account.c.channel_id).where(account.c.closed_at.is_(None))
    rows = [
        {"account_id": account_id, "channel_id": channel_id, "person": secrets.token_hex(8)}
        for account_id, channel_id in op.get_bind().execute(open_accounts)
    ]
    if rows:
        op.bulk_insert(people, rows)


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("analytics_views", schema=None) as batch_op:
        batch_op.drop_index("ix_analytics_views_thing")
        batch_op.drop_index(
            "ix_analytics_views_person",
            sqlite_where=sa.text("person IS NOT NULL"),
            postgresql_where=sa.text("person IS NOT NULL"),
        )

    op.drop_table("analytics_views")
    with op.batch_alter_table("analytics_sessions", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_analytics_sessions_person",
            sqlite_where=sa.text("person IS NOT NULL"),
            postgresql_where=sa.text("person IS NOT NULL"),
        )

    op.drop_table("analytics_sessions")
    with op.batch_alter_table("analytics_people", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_analytics_people_channel_id"))

    op.drop_table("analytics_people")
    op.drop_table("analytics_marks")
    with op.batch_alter_table("analytics_happenings", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_analytics_happenings_person",
            sqlite_where=sa.text("person IS NOT NULL"),
            postgresql_where=sa.text("person IS NOT NULL"),
        )

    op.drop_table("analytics_happenings")
    op.drop_table("analytics_dropped")
