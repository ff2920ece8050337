"""Tables of the words to search by. They follow from the rows of things and are written with them."""

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped


class SearchWordRow(ChannelScoped, Base):
    """A word that occurs in a field (`domain.spelling.SearchField`) of the channel, normalised."""

    __tablename__ = "catalog_search_word"
    __table_args__ = (UniqueConstraint("channel_id", "field", "word"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    channel_id: Mapped[int] = mapped_column()
    field: Mapped[str]
    word: Mapped[str]


class SearchEntryRow(ChannelScoped, Base):
    """A thing that a word occurs in; the word's field says which kind of thing `thing_id` names."""

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
    """Another `version` with every change of a channel's words: what a process remembers of them is as good
    as its version."""

    __tablename__ = "catalog_search_version"

    channel_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    version: Mapped[str]
