"""Tables of live streams and stream tests."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String, false
from sqlalchemy.orm import Mapped, declared_attr, mapped_column, relationship

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.platform.db.base import Base, ChannelScoped


class StreamColumns(ChannelScoped):
    """The columns of a stream.

    `version` counts the changes, so that only one of two processes can change a stream that both consider
    their own. A port belongs to at most one stream across all channels.
    """

    id: Mapped[int] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column()
    event_id: Mapped[int] = mapped_column(ForeignKey("catalog_event.id"), unique=True)
    folder: Mapped[str] = mapped_column(default="", index=True)
    generation: Mapped[int] = mapped_column(default=1)
    port: Mapped[int | None] = mapped_column(unique=True)
    dvr_seconds: Mapped[int | None]
    state: Mapped[str] = mapped_column(index=True)
    session_count: Mapped[int] = mapped_column("takes", default=0)
    started_at: Mapped[datetime | None]
    gone_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    reopened_at: Mapped[datetime | None]
    fault: Mapped[str] = mapped_column(default="")
    asset_id: Mapped[int | None] = mapped_column(ForeignKey("media_asset.id"), index=True)
    lease: Mapped[str] = mapped_column(default="")
    leased_until: Mapped[datetime | None]
    on_air: Mapped[str] = mapped_column(String(10), default="primary", server_default="primary")
    preferred_slot: Mapped[str] = mapped_column(String(10), default="primary", server_default="primary")
    switch_count: Mapped[int] = mapped_column(default=0, server_default="0")
    primary_state: Mapped[str] = mapped_column(String(10), default="waiting", server_default="waiting")
    backup_state: Mapped[str] = mapped_column(String(10), default="waiting", server_default="waiting")
    backup_fault: Mapped[str] = mapped_column(default="", server_default="")
    safety_delay_seconds: Mapped[int] = mapped_column(default=0, server_default="0")
    discard_held: Mapped[bool] = mapped_column(default=False, server_default=false())

    @declared_attr.directive
    def __mapper_args__(cls) -> dict[str, Any]:
        """Prevent a stale row from overwriting a newer one."""
        return {"version_id_col": cls.version}

    @declared_attr
    def event(cls) -> Mapped[EventRow]:
        """The event, for its planned end."""
        return relationship(EventRow, lazy="selectin")


class LiveStreamRow(StreamColumns, Base):
    """The live stream of an event."""

    __tablename__ = "catalog_live_stream"


class TestStreamRow(StreamColumns, Base):
    """The stream test of an event, visible only to operators."""

    __test__ = False
    __tablename__ = "catalog_test_stream"
