"""Tables of clips, of who took what away, and of the files of whole events."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, declared_attr, mapped_column

from touchline.platform.db.base import Base, ChannelScoped


class WorkColumns:
    """The columns of `shared.work.Work`. `version` counts the changes."""

    version: Mapped[int] = mapped_column()
    state: Mapped[str] = mapped_column(index=True)
    progress: Mapped[int] = mapped_column(default=0)
    failure_message: Mapped[str] = mapped_column(default="")
    attempts: Mapped[int] = mapped_column(default=0)
    lease: Mapped[str] = mapped_column(default="")
    leased_until: Mapped[datetime | None]

    @declared_attr.directive
    def __mapper_args__(cls) -> dict[str, Any]:
        """A row is not written over a newer one."""
        return {"version_id_col": cls.version}


class ClipRow(WorkColumns, ChannelScoped, Base):
    """One clip; the constraint is why the same clip is made once however often it is asked for.

    The id of a clip that was deleted is not given again: jobs, addresses and counted downloads name it.
    """

    __tablename__ = "clip"
    __table_args__ = (
        UniqueConstraint(
            "channel_id",
            "account_id",
            "media_id",
            "start_ms",
            "duration_ms",
            "name",
            name="uq_clip_asked",
        ),
        Index("ix_clip_of_event", "channel_id", "event_id", "id"),
        Index("ix_clip_of_account", "channel_id", "account_id", "id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    event_id: Mapped[int]
    media_id: Mapped[int]
    uuid: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    tags: Mapped[list[Any]] = mapped_column(JSON)
    start_ms: Mapped[int]
    duration_ms: Mapped[int]
    folder: Mapped[str]
    offset_ms: Mapped[int]
    width: Mapped[int]
    height: Mapped[int]
    frame_rate: Mapped[float]
    size: Mapped[int] = mapped_column(BigInteger)
    has_poster: Mapped[bool]
    created_at: Mapped[datetime]


class ClipDownloadRow(ChannelScoped, Base):
    """That a viewer took the file of a clip or a whole event away; once each."""

    __tablename__ = "clip_download"
    __table_args__ = (UniqueConstraint("channel_id", "account_id", "kind", "thing_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    kind: Mapped[str]
    thing_id: Mapped[int]
    at: Mapped[datetime]


class EventFileRow(WorkColumns, ChannelScoped, Base):
    """The MP4 of a recording."""

    __tablename__ = "event_file"
    __table_args__ = (UniqueConstraint("channel_id", "event_id", "media_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int]
    media_id: Mapped[int]
    source: Mapped[str]
    folder: Mapped[str]
    size: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[datetime]
    wanted_at: Mapped[datetime]
    failure_told: Mapped[bool] = mapped_column(default=False)
