"""Tables of the on-demand library."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import JSON, ColumnElement, ForeignKey, Index, UniqueConstraint, false, func, select, true
from sqlalchemy.orm import Mapped, aliased, column_property, mapped_column, relationship

from touchline.catalog.adapters.sql.events.taxonomy_tables import PackRow
from touchline.platform.db.base import Base, ChannelScoped, VersionedTable


class LibraryCategoryRow(PackRow, Base):
    """A category of library items."""

    __tablename__ = "catalog_library_category"
    __table_args__ = (UniqueConstraint("channel_id", "key"),)

    name: Mapped[dict[str, str]] = mapped_column(JSON)
    weight: Mapped[int] = mapped_column(default=0)


class LibraryItemCategoryRow(VersionedTable, ChannelScoped, Base):
    """The category of an item."""

    __tablename__ = "catalog_library_item_category"

    item_id: Mapped[int] = mapped_column(
        ForeignKey("catalog_library_item.id", ondelete="CASCADE"), primary_key=True
    )
    category_id: Mapped[int] = mapped_column(
        ForeignKey("catalog_library_category.id"), primary_key=True, index=True
    )
    position: Mapped[int] = mapped_column(default=0)
    category: Mapped[LibraryCategoryRow] = relationship()


class LibraryItemRow(PackRow, Base):
    """A library item. `duration` is in seconds. The indexes match the sort orders of `GET
    /vod-media-items`."""

    __tablename__ = "catalog_library_item"
    __table_args__ = (
        UniqueConstraint("channel_id", "key"),
        Index("ix_catalog_library_item_date", "channel_id", "withdrawn", "date", "id"),
        Index("ix_catalog_library_item_title", "channel_id", "withdrawn", "sort_title", "id"),
    )

    title: Mapped[dict[str, str]] = mapped_column(JSON)
    description: Mapped[dict[str, str]] = mapped_column(JSON)
    sort_title: Mapped[str] = mapped_column(default="")
    search: Mapped[str] = mapped_column(default="")
    search_title: Mapped[str] = mapped_column(default="")
    author: Mapped[dict[str, str]] = mapped_column(JSON)
    date: Mapped[datetime]
    duration: Mapped[int] = mapped_column(default=0)
    pass_type: Mapped[str]
    image: Mapped[str | None]
    preview: Mapped[str | None]
    available_from: Mapped[datetime | None]
    available_until: Mapped[datetime | None]
    video_offered: Mapped[bool] = mapped_column(default=True, server_default=true())
    blackouts: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))
    streams: Mapped[int | None]
    recording_state: Mapped[str] = mapped_column(default="", server_default="")
    recording_changed_at: Mapped[datetime | None]
    category_links: Mapped[list[LibraryItemCategoryRow]] = relationship(
        order_by=LibraryItemCategoryRow.position, cascade="all, delete-orphan"
    )
    if TYPE_CHECKING:
        same_title: Mapped[int]
        same_title_and_date: Mapped[int]


_OTHER_ITEM = aliased(LibraryItemRow)


def _count_same_title(*conditions: ColumnElement[bool]) -> ColumnElement[int]:
    """Count the other items with the same title. Withdrawn items count only for a withdrawn row."""
    return (
        select(func.count(_OTHER_ITEM.id))
        .where(
            _OTHER_ITEM.channel_id == LibraryItemRow.channel_id,
            _OTHER_ITEM.withdrawn.in_([false(), LibraryItemRow.withdrawn]),
            _OTHER_ITEM.sort_title == LibraryItemRow.sort_title,
            _OTHER_ITEM.id != LibraryItemRow.id,
            *conditions,
        )
        .correlate(LibraryItemRow)
        .scalar_subquery()
    )


LibraryItemRow.same_title = column_property(_count_same_title(), deferred=True)
LibraryItemRow.same_title_and_date = column_property(
    _count_same_title(_OTHER_ITEM.date == LibraryItemRow.date, _OTHER_ITEM.id < LibraryItemRow.id),
    deferred=True,
)


class LibraryRailItemRow(VersionedTable, ChannelScoped, Base):
    """An item picked for a rail."""

    __tablename__ = "catalog_library_rail_item"

    rail_id: Mapped[int] = mapped_column(
        ForeignKey("catalog_library_rail.id", ondelete="CASCADE"), primary_key=True
    )
    item_id: Mapped[int] = mapped_column(ForeignKey("catalog_library_item.id"), primary_key=True)
    position: Mapped[int] = mapped_column(default=0)


class LibraryRailRow(PackRow, Base):
    """A rail of the library, with the items of a category or picked items."""

    __tablename__ = "catalog_library_rail"
    __table_args__ = (UniqueConstraint("channel_id", "key"),)

    title: Mapped[dict[str, str]] = mapped_column(JSON)
    weight: Mapped[int] = mapped_column(default=0)
    category_id: Mapped[int | None] = mapped_column(ForeignKey("catalog_library_category.id"))
    item_links: Mapped[list[LibraryRailItemRow]] = relationship(
        order_by=LibraryRailItemRow.position, cascade="all, delete-orphan"
    )
