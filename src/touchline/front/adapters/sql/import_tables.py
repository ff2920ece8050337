"""Tables of imports: the rows of the last import of each source, what names in files mean, and feeds."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped


class ImportRowRow(ChannelScoped, Base):
    """A row of the last import of a source. `fields` are the values that the file had."""

    __tablename__ = "import_row"
    __table_args__ = (UniqueConstraint("channel_id", "source", "row_key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    source: Mapped[str] = mapped_column(String(120))
    row_key: Mapped[str] = mapped_column(String(200))
    event_key: Mapped[str] = mapped_column(String(80))
    fields: Mapped[dict[str, Any]] = mapped_column(JSON)


class ImportNameRow(ChannelScoped, Base):
    """What the operator decided about a name in files."""

    __tablename__ = "import_name"
    __table_args__ = (UniqueConstraint("channel_id", "kind", "name", "scope"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    name: Mapped[str] = mapped_column(String(200))
    scope: Mapped[str] = mapped_column(String(80))
    action: Mapped[str] = mapped_column(String(10))
    key: Mapped[str] = mapped_column(String(80))


class ScheduleFeedRow(ChannelScoped, Base):
    """A feed. The columns have the meaning of `imports.feeds.feed.ScheduleFeed`.

    `content` is what the last successful check fetched. It is loaded only when it is needed.
    """

    __tablename__ = "schedule_feed"
    __table_args__ = (UniqueConstraint("channel_id", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(120))
    host: Mapped[str] = mapped_column(String(255))
    encrypted_address: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
    next_check_at: Mapped[datetime] = mapped_column(index=True)
    options: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    etag: Mapped[str] = mapped_column(String(200))
    last_modified: Mapped[str] = mapped_column(String(200))
    checked_at: Mapped[datetime | None]
    paused_at: Mapped[datetime | None]
    failures: Mapped[int]
    error: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    waiting: Mapped[int | None]
    revision: Mapped[int | None]
    content: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
