"""The search index, and the revision and change time of events."""

import unicodedata
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

WORDS = sa.table("catalog_search_word", *map(sa.column, ("id", "channel_id", "field", "word")))
ENTRIES = sa.table("catalog_search_entry", *map(sa.column, ("word_id", "thing_id", "channel_id")))
VERSIONS = sa.table("catalog_search_version", *map(sa.column, ("channel_id", "version")))
AT_ONCE = 10_000
LETTERS = str.maketrans({"ø": "o", "œ": "oe", "æ": "ae", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})


def upgrade() -> None:
    """Go forward."""
    with op.batch_alter_table("catalog_event", schema=None) as batch_op:
        batch_op.add_column(sa.Column("revision", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("changed_at", sa.DateTime(timezone=True), nullable=True))
    events = sa.table(
        "catalog_event", sa.column("revision"), sa.column("changed_at", sa.DateTime(timezone=True))
    )
    op.execute(events.update().values(revision=0, changed_at=datetime.now(UTC)))
    with op.batch_alter_table("catalog_event", schema=None) as batch_op:
        batch_op.alter_column("revision", existing_type=sa.Integer(), nullable=False)
        batch_op.alter_column("changed_at", existing_type=sa.DateTime(timezone=True), nullable=False)
    with op.batch_alter_table("catalog_group", schema=None) as batch_op:
        batch_op.add_column(sa.Column("search", sa.String(), server_default="", nullable=False))
    op.create_table(
        "catalog_search_word",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("field", sa.String(), nullable=False),
        sa.Column("word", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_search_word")),
        sa.UniqueConstraint(
            "channel_id", "field", "word", name=op.f("uq_catalog_search_word_channel_id_field_word")
        ),
    )
    op.create_table(
        "catalog_search_entry",
        sa.Column("word_id", sa.Integer(), nullable=False),
        sa.Column("thing_id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["word_id"],
            ["catalog_search_word.id"],
            name=op.f("fk_catalog_search_entry_word_id_catalog_search_word"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("word_id", "thing_id", name=op.f("pk_catalog_search_entry")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_catalog_search_entry_thing", "catalog_search_entry", ["thing_id", "word_id"])
    op.create_table(
        "catalog_search_version",
        sa.Column("channel_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", name=op.f("pk_catalog_search_version")),
    )
    fill()


def fill() -> None:
    """Index existing rows, so that search finds them before their pack is applied again."""
    _write_words_of_groups()
    for field, table, columns, words in (
        ("event", "catalog_event", ("search",), str),
        ("participant", "catalog_participant", ("search",), str),
        ("participant_name", "catalog_participant", ("name", "short_name"), folded),
        ("group", "catalog_group", ("search",), str),
        ("group_name", "catalog_group", ("name", "short_name"), folded),
        ("library", "catalog_library_item", ("search",), str),
        ("library_title", "catalog_library_item", ("search_title",), str),
    ):
        _file(field, _things(table, columns, words))
    channels = op.get_bind().scalars(sa.select(WORDS.c.channel_id).distinct()).all()
    op.bulk_insert(VERSIONS, [{"channel_id": channel_id, "version": revision} for channel_id in channels])


def folded(*texts: str | dict[str, str] | None) -> str:
    """Fold texts as the catalog did at this revision. Applying a pack folds them again."""
    every = (one for text in texts for one in (text.values() if isinstance(text, dict) else [text or ""]))
    plain = unicodedata.normalize("NFKD", " ".join(every)).casefold()
    letters = unicodedata.normalize("NFKD", plain).translate(LETTERS)
    return " ".join(
        "".join(
            letter if letter.isalnum() else " " for letter in letters if not unicodedata.combining(letter)
        ).split()
    )


def _write_words_of_groups() -> None:
    texts = [sa.column(name, sa.JSON()) for name in ("name", "short_name", "nickname")]
    plain = [sa.column(name, sa.String()) for name in ("key", "city", "search")]
    groups = sa.table("catalog_group", sa.column("id", sa.Integer()), *texts, *plain)
    for row in op.get_bind().execute(sa.select(groups)).all():
        words = folded(row.name, row.short_name, row.nickname, row.key, row.city)
        op.execute(groups.update().where(groups.c.id == row.id).values(search=words))


def _things(name: str, columns: tuple[str, ...], words: Callable[..., str]) -> Iterator[tuple[int, int, str]]:
    """Yield `(channel id, id, words)` of every row that is not withdrawn."""
    texts = (sa.column(each, sa.JSON() if "name" in each else sa.String()) for each in columns)
    ids = (sa.column("id", sa.Integer()), sa.column("channel_id", sa.Integer()))
    table = sa.table(name, *ids, *texts, sa.column("withdrawn", sa.Boolean()))
    for row in op.get_bind().execute(sa.select(table).where(table.c.withdrawn.is_(False))).all():
        yield row.channel_id, row.id, words(*(getattr(row, each) for each in columns))


def _file(field: str, things: Iterator[tuple[int, int, str]]) -> None:
    found: dict[tuple[int, str], list[int]] = {}
    for channel_id, thing_id, text in things:
        for word in dict.fromkeys(text.split()):
            found.setdefault((channel_id, word), []).append(thing_id)
    op.bulk_insert(
        WORDS, [{"channel_id": channel_id, "field": field, "word": word} for channel_id, word in found]
    )
    of_field = sa.select(WORDS.c.id, WORDS.c.channel_id, WORDS.c.word).where(WORDS.c.field == field)
    entries: list[dict[str, Any]] = [
        {"word_id": row.id, "thing_id": thing_id, "channel_id": row.channel_id}
        for row in op.get_bind().execute(of_field).all()
        for thing_id in found[row.channel_id, row.word]
    ]
    for start in range(0, len(entries), AT_ONCE):
        op.bulk_insert(ENTRIES, entries[start : start + AT_ONCE])


def downgrade() -> None:
    """Go back."""
    op.drop_table("catalog_search_version")
    op.drop_table("catalog_search_entry")
    op.drop_table("catalog_search_word")
    with op.batch_alter_table("catalog_group", schema=None) as batch_op:
        batch_op.drop_column("search")
    with op.batch_alter_table("catalog_event", schema=None) as batch_op:
        batch_op.drop_column("changed_at")
        batch_op.drop_column("revision")
