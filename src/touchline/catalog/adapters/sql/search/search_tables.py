"""Tables of searchable words. They are derived from other rows and written with them."""

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped


class SearchWordRow(ChannelScoped, Base):
    """A normalized word that occurs in a field (`domain.search_vocabulary.SearchField`) of the channel."""

    __tablename__ = "catalog_search_word"
    __table_args__ = (UniqueConstraint("channel_id", "field", "word"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    channel_id: Mapped[int] = mapped_column()
    field: Mapped[str]
    word: Mapped[str]


class SearchEntryRow(ChannelScoped, Base):
    """An item that contains a word. The word's field determines which kind of item `thing_id` refers to."""

    __tablename__ = "catalog_search_entry"
    __table_args__ = (
        Index("ix_catalog_search_entry_thing", "thing_id", "word_id"),
        {"sqlite_with_rowid": False},
    )

    word_id: Mapped[int] = mapped_column(
        ForeignKey("catalog_search_word.id", ondelete="CASCADE"), primary_key=True
    )
    thing_id: Mapped[int] = mapped_column(primary_key=True)
    channel_id: Mapped[int] = mapped_column()


class SearchVersionRow(ChannelScoped, Base):
    """The version of a channel's words. `version` changes with every change of the words.

    A process may use its cached words only if their version is current.
    """

    __tablename__ = "catalog_search_version"

    channel_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    version: Mapped[str]
