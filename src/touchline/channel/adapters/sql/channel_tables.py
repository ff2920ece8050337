"""Channels, their domains and their keys. These tables are not channel-scoped."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column, relationship

from touchline.platform.db.base import Base, ChannelScoped, VersionedTable
from touchline.shared.strings.localized import LocalText


class ChannelRow(VersionedTable, Base):
    """A channel. The JSON columns have the structure of `domain.site.channel.Channel`."""

    __tablename__ = "channel"

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(80), unique=True)
    name: Mapped[str] = mapped_column(String(200))
    short_name: Mapped[str] = mapped_column(String(80))
    tagline: Mapped[LocalText | None] = mapped_column(JSON)
    language: Mapped[str] = mapped_column(String(12))
    languages: Mapped[list[str]] = mapped_column(JSON)
    currency: Mapped[str] = mapped_column(String(3))
    time_zone: Mapped[str] = mapped_column(String(64))
    logo: Mapped[str | None]
    favicon: Mapped[str | None]
    share_picture: Mapped[str | None]
    colors: Mapped[dict[str, str]] = mapped_column(JSON)
    theme: Mapped[dict[str, Any]] = mapped_column(JSON)
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    static_blocks: Mapped[dict[str, Any]] = mapped_column(JSON)
    routes: Mapped[list[dict[str, str]]] = mapped_column(JSON)
    texts: Mapped[dict[str, LocalText]] = mapped_column(JSON)
    domains: Mapped[list["DomainRow"]] = relationship(
        order_by="DomainRow.position", cascade="all, delete-orphan", lazy="selectin"
    )


class DomainRow(VersionedTable, Base):
    """A host name of a channel, in lower case and without port."""

    __tablename__ = "channel_domain"

    id: Mapped[int] = mapped_column(primary_key=True)
    channel_id: Mapped[int] = mapped_column(ForeignKey("channel.id"), index=True)
    host: Mapped[str] = mapped_column(String(253), unique=True)
    position: Mapped[int]


class ChannelKeyRow(VersionedTable, Base):
    """A channel key, stored as its hash and serial number."""

    __tablename__ = "channel_key"
    __table_args__ = (UniqueConstraint("channel_id", "serial"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    channel_id: Mapped[int] = mapped_column(ForeignKey("channel.id"))
    serial: Mapped[int]
    key_hash: Mapped[str] = mapped_column(String(64), unique=True)
    withdrawn_at: Mapped[datetime | None]


class SessionRow(ChannelScoped, Base):
    """A browser session, identified by the hash of its API key."""

    __tablename__ = "viewer_session"

    id: Mapped[int] = mapped_column(primary_key=True)
    key_hash: Mapped[str] = mapped_column(String(64), unique=True)
    account_id: Mapped[int | None] = mapped_column(index=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    ended_at: Mapped[datetime | None]
    last_seen_at: Mapped[datetime]
    name: Mapped[str] = mapped_column(String(120))
    platform: Mapped[str] = mapped_column(String(12))
    country: Mapped[str | None] = mapped_column(String(2))
    must_change_password: Mapped[bool] = mapped_column(default=False, server_default=false())
    single_sign_on_at: Mapped[datetime | None]
