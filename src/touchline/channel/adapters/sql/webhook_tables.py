"""Webhook endpoints and the log of what was sent to them. Secrets are encrypted."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from touchline.platform.db.base import Base, ChannelScoped


class WebhookEndpointRow(ChannelScoped, Base):
    """An endpoint. The columns have the meaning of `domain.webhook_endpoints.endpoints.WebhookEndpoint`."""

    __tablename__ = "webhook_endpoint"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    url: Mapped[str] = mapped_column(String(2000))
    description: Mapped[str] = mapped_column(String(200))
    event_types: Mapped[list[str]] = mapped_column(JSON)
    encrypted_secret: Mapped[str] = mapped_column(Text)
    encrypted_old_secret: Mapped[str | None] = mapped_column(Text)
    old_secret_until: Mapped[datetime | None]
    created_at: Mapped[datetime]
    failing_since: Mapped[datetime | None]
    rest_until: Mapped[datetime | None]
    paused_at: Mapped[datetime | None]
    pause_reason: Mapped[str | None] = mapped_column(String(20))


class WebhookMessageRow(ChannelScoped, Base):
    """A message, stored once for all endpoints. `key` is its public id."""

    __tablename__ = "webhook_message"
    __table_args__ = (UniqueConstraint("channel_id", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(40))
    type: Mapped[str] = mapped_column(String(40))
    at: Mapped[datetime] = mapped_column(index=True)
    data: Mapped[dict[str, Any]] = mapped_column(JSON)


class WebhookDeliveryRow(ChannelScoped, Base):
    """The delivery of a message to an endpoint."""

    __tablename__ = "webhook_delivery"
    __table_args__ = (UniqueConstraint("endpoint_id", "message_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    endpoint_id: Mapped[int] = mapped_column(ForeignKey("webhook_endpoint.id", ondelete="CASCADE"))
    message_id: Mapped[int] = mapped_column(ForeignKey("webhook_message.id", ondelete="CASCADE"), index=True)
    state: Mapped[str] = mapped_column(String(20))
    retry_count: Mapped[int]
    next_attempt_at: Mapped[datetime | None] = mapped_column(index=True)
    message: Mapped[WebhookMessageRow] = relationship(lazy="joined", innerjoin=True)
    attempts: Mapped[list["WebhookAttemptRow"]] = relationship(
        order_by="WebhookAttemptRow.id", lazy="selectin", passive_deletes=True
    )


class WebhookAttemptRow(ChannelScoped, Base):
    """One request of a delivery."""

    __tablename__ = "webhook_attempt"

    id: Mapped[int] = mapped_column(primary_key=True)
    delivery_id: Mapped[int] = mapped_column(
        ForeignKey("webhook_delivery.id", ondelete="CASCADE"), index=True
    )
    at: Mapped[datetime]
    duration_ms: Mapped[int]
    response_status: Mapped[int | None]
    response: Mapped[str] = mapped_column(Text)
    error: Mapped[str | None] = mapped_column(String(20))
