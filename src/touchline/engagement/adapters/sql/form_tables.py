"""Tables of forms and requests."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped, VersionedTable


class FormRow(VersionedTable, ChannelScoped, Base):
    """A form of the channel, by alias. `definition` is its part of the channel pack."""

    __tablename__ = "engagement_form"
    __table_args__ = (UniqueConstraint("channel_id", "alias"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    alias: Mapped[str]
    definition: Mapped[dict[str, Any]] = mapped_column(JSON)


class FormRequestRow(ChannelScoped, Base):
    """A submitted form. `answers` are by field name.

    `account_id` is null for a visitor. A viewer's rows are deleted with the account. `closed_at` is null
    while the request is open. `version` counts the changes.
    """

    __tablename__ = "engagement_form_request"
    __table_args__ = (
        Index("ix_engagement_form_request_of_form", "channel_id", "alias", "id"),
        Index("ix_engagement_form_request_of_status", "channel_id", "closed_at", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    alias: Mapped[str]
    account_id: Mapped[int | None] = mapped_column(index=True)
    answers: Mapped[dict[str, Any]] = mapped_column(JSON)
    language: Mapped[str]
    created_at: Mapped[datetime]
    sender_name: Mapped[str] = mapped_column(String(200), default="", server_default="")
    sender_email: Mapped[str] = mapped_column(String(254), default="", server_default="")
    closed_at: Mapped[datetime | None]
    assignee_account_id: Mapped[int | None] = mapped_column(index=True)
    version: Mapped[int] = mapped_column(default=1, server_default="1")


class RequestReplyRow(ChannelScoped, Base):
    """An operator's reply to a request. It is deleted with the request.

    `author_account_id` becomes null when the operator's account is closed. Ids are not reused, because jobs
    refer to them.
    """

    __tablename__ = "engagement_request_reply"
    __table_args__ = (
        Index("ix_engagement_request_reply_of_state", "channel_id", "state", "queued_at"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    request_id: Mapped[int] = mapped_column(
        ForeignKey("engagement_form_request.id", ondelete="CASCADE"), index=True
    )
    author_account_id: Mapped[int | None] = mapped_column(index=True)
    text: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
    queued_at: Mapped[datetime]
    state: Mapped[str] = mapped_column(String(10))
    failure: Mapped[str | None] = mapped_column(String(20))
    sent_at: Mapped[datetime | None]
