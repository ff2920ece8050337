"""The table of live streams."""

from datetime import datetime

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped


class LiveStreamRow(ChannelScoped, Base):
    """The live stream of an event. `version` counts the changes, so that of two processes that both think
    it theirs only one changes it. A port belongs to one stream of all channels."""

    __tablename__ = "catalog_live_stream"

    id: Mapped[int] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column()
    event_id: Mapped[int] = mapped_column(ForeignKey("catalog_event.id"), unique=True)
    folder: Mapped[str] = mapped_column(default="")
    generation: Mapped[int] = mapped_column(default=1)
    port: Mapped[int | None] = mapped_column(unique=True)
    dvr_seconds: Mapped[int | None]
    state: Mapped[str] = mapped_column(index=True)
    takes: Mapped[int] = mapped_column(default=0)
    started_at: Mapped[datetime | None]
    gone_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    fault: Mapped[str] = mapped_column(default="")
    asset_id: Mapped[int | None] = mapped_column(ForeignKey("media_asset.id"), index=True)
    lease: Mapped[str] = mapped_column(default="")
    leased_until: Mapped[datetime | None]

    __mapper_args__ = {"version_id_col": version}
