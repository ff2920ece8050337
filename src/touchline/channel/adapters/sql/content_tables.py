"""Content of a channel other than its catalog.

Columns are named after the fields in `domain.site.content`.
"""

from typing import Any

from sqlalchemy import JSON, String, UniqueConstraint
from sqlalchemy.orm import Mapped, declared_attr, mapped_column

from touchline.platform.db.base import Base, ChannelScoped, VersionedTable
from touchline.shared.strings.localized import LocalText


class ContentRow(VersionedTable, ChannelScoped):
    """A content item with a key, in the order of its pack."""

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(120))
    position: Mapped[int]

    @declared_attr.directive
    def __table_args__(cls) -> tuple[UniqueConstraint]:
        """A key is unique within a channel."""
        return (UniqueConstraint("channel_id", "key"),)


class MenuItemRow(ContentRow, Base):
    """A menu item."""

    __tablename__ = "menu_item"

    parent: Mapped[str | None] = mapped_column(String(120))
    label: Mapped[LocalText] = mapped_column(JSON)
    url: Mapped[str | None]
    page: Mapped[str | None] = mapped_column(String(120))
    kind: Mapped[str | None] = mapped_column(String(20))
    area: Mapped[str] = mapped_column(String(10))
    column: Mapped[LocalText | None] = mapped_column(JSON)
    icon: Mapped[str | None] = mapped_column(String(40))


class SlideRow(ContentRow, Base):
    """A slide."""

    __tablename__ = "slide"

    type: Mapped[str] = mapped_column(String(20))
    of: Mapped[str | None] = mapped_column(String(120))
    of_id: Mapped[int | None]
    title: Mapped[LocalText] = mapped_column(JSON)
    line: Mapped[LocalText | None] = mapped_column(JSON)
    image: Mapped[str | None]
    image_tall: Mapped[str | None]
    event: Mapped[str | None] = mapped_column(String(120))
    event_id: Mapped[int | None]
    badge: Mapped[LocalText | None] = mapped_column(JSON)
    action: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    second_action: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    weight: Mapped[int]


class PageRow(ContentRow, Base):
    """A content page."""

    __tablename__ = "page"

    name: Mapped[LocalText] = mapped_column(JSON)
    url: Mapped[str]
    alt_name: Mapped[LocalText | None] = mapped_column(JSON)
    text: Mapped[LocalText] = mapped_column(JSON)
    html: Mapped[LocalText] = mapped_column(JSON)


class QuestionRow(ContentRow, Base):
    """A question of the FAQ."""

    __tablename__ = "faq_question"

    group: Mapped[LocalText | None] = mapped_column(JSON)
    question: Mapped[LocalText] = mapped_column(JSON)
    answer: Mapped[LocalText] = mapped_column(JSON)
    answer_html: Mapped[LocalText] = mapped_column(JSON)


class PopupRow(ContentRow, Base):
    """A popup message on a page."""

    __tablename__ = "popup"

    title: Mapped[LocalText] = mapped_column(JSON)
    text: Mapped[LocalText] = mapped_column(JSON)
    html: Mapped[LocalText] = mapped_column(JSON)
    path: Mapped[str | None]
    once: Mapped[bool]
    action: Mapped[dict[str, Any] | None] = mapped_column(JSON)


class SponsorRow(ContentRow, Base):
    """A business that pays for pre-rolls."""

    __tablename__ = "sponsor"

    name: Mapped[LocalText] = mapped_column(JSON)
    logo: Mapped[str | None]
    url: Mapped[str | None]
    email: Mapped[str | None]
    daily_cap: Mapped[int | None]
    archived: Mapped[bool]


class PrerollRow(ContentRow, Base):
    """A video that plays before a stream."""

    __tablename__ = "preroll"

    url: Mapped[str | None]
    vast_url: Mapped[str | None]
    name: Mapped[LocalText | None] = mapped_column(JSON)
    weight: Mapped[int]
    location: Mapped[str | None] = mapped_column(String(120))
    location_id: Mapped[int | None]
    categories: Mapped[list[str]] = mapped_column(JSON)
    category_ids: Mapped[list[int]] = mapped_column(JSON)
    for_vod: Mapped[bool]
    for_live: Mapped[bool]
    skip_after: Mapped[int | None]
    click_url: Mapped[str | None]
    sponsor: Mapped[str | None] = mapped_column(String(120))
