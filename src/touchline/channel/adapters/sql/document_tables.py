"""Tables of a channel's document: its revisions, and the pack that was applied last."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped


class DocumentRevisionRow(ChannelScoped, Base):
    """A revision. No code updates or deletes a row."""

    __tablename__ = "document_revision"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    author: Mapped[str] = mapped_column(String(80))
    source: Mapped[str] = mapped_column(String(10))
    value_format: Mapped[dict[str, Any]] = mapped_column(JSON)
    reverts: Mapped[int | None] = mapped_column(ForeignKey("document_revision.id"))
    count: Mapped[int]


class DocumentChangeRow(ChannelScoped, Base):
    """An entry that a revision changed. A null value means that the entry did not exist.

    `position` orders the changes of a revision from 0.
    """

    __tablename__ = "document_change"
    __table_args__ = (Index("ix_document_change_channel_id_section_key", "channel_id", "section", "key"),)

    revision_id: Mapped[int] = mapped_column(ForeignKey("document_revision.id"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    section: Mapped[str] = mapped_column(String(40))
    key: Mapped[str] = mapped_column(String(120))
    before: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    after: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


class AppliedPackRow(ChannelScoped, Base):
    """The pack that was applied last, as compressed JSON."""

    __tablename__ = "applied_pack"
    __table_args__ = (UniqueConstraint("channel_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)
