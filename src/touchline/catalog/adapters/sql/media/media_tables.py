"""Tables of assets and of the media of events and library items."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from touchline.platform.db.base import Base, ChannelScoped, VersionedTable


class MediaAssetRow(VersionedTable, ChannelScoped, Base):
    """A packaged video. `version` counts the changes, so that two workers cannot both package the same
    video. `clock_anchors` are pairs of a position and the time at which it was live, in milliseconds.
    """

    __tablename__ = "media_asset"
    __table_args__ = (UniqueConstraint("channel_id", "source_sha256"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column()
    source_sha256: Mapped[str]
    source_name: Mapped[str]
    state: Mapped[str] = mapped_column(index=True)
    progress: Mapped[int] = mapped_column(default=0)
    failure_message: Mapped[str] = mapped_column(default="")
    attempts: Mapped[int] = mapped_column(default=0)
    lease: Mapped[str] = mapped_column(default="")
    leased_until: Mapped[datetime | None]
    folder: Mapped[str] = mapped_column(default="", index=True)
    duration_ms: Mapped[int] = mapped_column(default=0)
    width: Mapped[int] = mapped_column(default=0)
    height: Mapped[int] = mapped_column(default=0)
    frame_rate: Mapped[float] = mapped_column(default=0.0)
    has_audio: Mapped[bool] = mapped_column(default=False)
    has_captions: Mapped[bool] = mapped_column(default=False)
    storyboard: Mapped[bool] = mapped_column(default=False)
    warning: Mapped[str] = mapped_column(server_default="", default="")
    full_folder: Mapped[str] = mapped_column(server_default="", default="")
    full_duration_ms: Mapped[int] = mapped_column(server_default="0", default=0)
    trim_start_ms: Mapped[int] = mapped_column(server_default="0", default=0)
    trim_end_ms: Mapped[int] = mapped_column(server_default="0", default=0)
    trim_failure: Mapped[str] = mapped_column(server_default="", default="")
    pending_trim_start_ms: Mapped[int | None]
    pending_trim_end_ms: Mapped[int | None]
    clock_anchors: Mapped[list[list[int]] | None] = mapped_column(JSON(none_as_null=True))

    __mapper_args__ = {"version_id_col": version}


class EventMediaRow(VersionedTable, ChannelScoped, Base):
    """A media item of an event or library item, with its own URL or an asset."""

    __tablename__ = "event_media"
    __table_args__ = (Index("ix_event_media_owner", "owner_kind", "owner_id", "position"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    owner_kind: Mapped[str]
    owner_id: Mapped[int]
    type: Mapped[int]
    name: Mapped[str] = mapped_column(default="")
    url: Mapped[str] = mapped_column(default="")
    asset_id: Mapped[int | None] = mapped_column(ForeignKey("media_asset.id"), index=True)
    start_ts: Mapped[int | None]
    position: Mapped[int] = mapped_column(default=0)
    asset: Mapped[MediaAssetRow | None] = relationship()
