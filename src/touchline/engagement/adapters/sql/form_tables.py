"""Tables of forms and requests."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Index, UniqueConstraint
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

    `account_id` is null for a visitor. A viewer's rows are deleted with the account.
    """

    __tablename__ = "engagement_form_request"
    __table_args__ = (Index("ix_engagement_form_request_of_form", "channel_id", "alias", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    alias: Mapped[str]
    account_id: Mapped[int | None] = mapped_column(index=True)
    answers: Mapped[dict[str, Any]] = mapped_column(JSON)
    language: Mapped[str]
    created_at: Mapped[datetime]
