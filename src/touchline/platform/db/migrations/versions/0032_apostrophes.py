"""Fold apostrophes and ʻokina that Unicode counts as letters, in the search index.

Revision ID: 0032
Revises: 0031
"""

from collections.abc import Iterable

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

SIGNS = "\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\ua78c"
COLUMNS = {
    "catalog_category": ("sport",),
    "catalog_location": ("sort_name", "city_search", "state_search"),
    "catalog_group": ("sort_name", "search"),
    "catalog_participant": ("sort_name", "search", "sport"),
    "catalog_event": ("sort_name", "search", "sport"),
    "catalog_library_item": ("search", "search_title"),
}
FOUND_JOINED = ("search", "search_title")
WORDS = sa.table("catalog_search_word", *map(sa.column, ("id", "channel_id", "field", "word")))
ENTRIES = sa.table("catalog_search_entry", *map(sa.column, ("word_id", "thing_id", "channel_id")))
VERSIONS = sa.table("catalog_search_version", *map(sa.column, ("channel_id", "version")))


def upgrade() -> None:
    """Fold stored words. After a pack is applied again, `obrien` also finds `O'Brien`."""
    for table, names in COLUMNS.items():
        for name in names:
            _fold_column(table, name)
    changed = _fold_words()
    if changed:
        op.execute(VERSIONS.update().where(VERSIONS.c.channel_id.in_(changed)).values(version=revision))


def downgrade() -> None:
    """Keep the folded words. Earlier releases find them, too."""


def split(text: str) -> str:
    """Return the text with a space in place of each apostrophe."""
    return " ".join(text.translate(dict.fromkeys(map(ord, SIGNS), " ")).split())


def joined(text: str) -> Iterable[str]:
    """Return each word that contains an apostrophe, without it."""
    bare = dict.fromkeys(map(ord, SIGNS))
    return [word.translate(bare) for word in text.split() if len(split(word).split()) > 1]


def has_sign(column: sa.ColumnClause[str]) -> sa.ColumnElement[bool]:
    """Return the condition that a column contains an apostrophe."""
    return sa.or_(*(column.contains(sign) for sign in SIGNS))


def _fold_column(table: str, name: str) -> None:
    rows = sa.table(table, sa.column("id", sa.Integer()), sa.column(name, sa.String()))
    found = sa.select(rows.c.id, rows.c[name]).where(has_sign(rows.c[name]))
    for row_id, text in op.get_bind().execute(found).all():
        folded = " ".join([split(text), *(joined(text) if name in FOUND_JOINED else ())])
        op.execute(rows.update().where(rows.c.id == row_id).values({name: folded}))


def _fold_words() -> set[int]:
    """Index items under the folded words. Return the channels whose words changed."""
    channels = set()
    for row in op.get_bind().execute(sa.select(WORDS).where(has_sign(WORDS.c.word))).all():
        entries = sa.select(ENTRIES.c.thing_id).where(ENTRIES.c.word_id == row.id)
        things = set(op.get_bind().scalars(entries).all())
        for word in dict.fromkeys([*split(row.word).split(), *joined(row.word)]):
            _file(row.channel_id, row.field, word, things)
        op.execute(ENTRIES.delete().where(ENTRIES.c.word_id == row.id))
        op.execute(WORDS.delete().where(WORDS.c.id == row.id))
        channels.add(row.channel_id)
    return channels


def _file(channel_id: int, field: str, word: str, things: set[int]) -> None:
    key = {"channel_id": channel_id, "field": field, "word": word}
    same = sa.and_(*(WORDS.c[name] == value for name, value in key.items()))
    word_id = op.get_bind().scalar(sa.select(WORDS.c.id).where(same))
    if word_id is None:
        op.execute(WORDS.insert().values(key))
        word_id = op.get_bind().scalar(sa.select(WORDS.c.id).where(same))
    known = op.get_bind().scalars(sa.select(ENTRIES.c.thing_id).where(ENTRIES.c.word_id == word_id)).all()
    new = [{"word_id": word_id, "thing_id": thing, "channel_id": channel_id} for thing in things - set(known)]
    if new:
        op.bulk_insert(ENTRIES, new)
