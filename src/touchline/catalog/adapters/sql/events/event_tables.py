"""Tables of events."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, UniqueConstraint, false, true
from sqlalchemy.orm import Mapped, mapped_column, relationship

from touchline.catalog.adapters.sql.events.taxonomy_tables import (
    CategoryRow,
    LocationRow,
    PackRow,
    ParticipantRow,
)
from touchline.platform.db.base import Base, ChannelScoped, VersionedTable


class EventSideRow(VersionedTable, ChannelScoped, Base):
    """A participant of an event. The away side comes before the home side.

    The table has no index on the channel alone. SQLite would scan all the channel's sides with it instead of
    looking up those of a few events.
    """

    __tablename__ = "catalog_event_side"

    channel_id: Mapped[int] = mapped_column()
    event_id: Mapped[int] = mapped_column(
        ForeignKey("catalog_event.id", ondelete="CASCADE"), primary_key=True
    )
    participant_id: Mapped[int] = mapped_column(
        ForeignKey("catalog_participant.id"), primary_key=True, index=True
    )
    position: Mapped[int] = mapped_column(default=0)
    is_home: Mapped[bool] = mapped_column(default=False)
    participant: Mapped[ParticipantRow] = relationship()


class EventRow(PackRow, Base):
    """An event. Prices are in minor units of `currency`, `duration` is in seconds.

    `ends_at`, `sport`, `gender`, `sort_name` and `search` are derived from other fields and written with
    them, so that lists can filter and sort by index. `ends_at` equals the start for an event that does not
    take place or has no time yet. `revision` counts the changes from 0, and `changed_at` is the time of the
    last one (RFC 5545: SEQUENCE and LAST-MODIFIED). `score` comes from the pack. `result` comes from the
    timeline, and takes its place.

    The indexes match the sort orders of `GET /events`. The indexes by end and by category contain all columns
    of the status, so that events are counted from the index alone. Partial indexes contain only the events
    whose stream is on, that lists leave out, or whose replay opens or ends at a time.
    """

    __tablename__ = "catalog_event"
    __table_args__ = (
        UniqueConstraint("channel_id", "key"),
        Index("ix_catalog_event_starts", "channel_id", "withdrawn", "starts_at", "id"),
        Index(
            "ix_catalog_event_ends",
            *("channel_id", "withdrawn", "ends_at", "starts_at", "publishing", "recorded", "ended"),
        ),
        Index(
            "ix_catalog_event_of_category",
            *("channel_id", "withdrawn", "category_id", "starts_at", "id"),
            *("ends_at", "publishing", "recorded", "ended"),
        ),
        Index("ix_catalog_event_name", "channel_id", "withdrawn", "sort_name", "id"),
        Index("ix_catalog_event_id", "channel_id", "withdrawn", "id"),
        Index("ix_catalog_event_category", "category_id", "starts_at", "id"),
    )

    title: Mapped[dict[str, str]] = mapped_column(JSON)
    label: Mapped[dict[str, str]] = mapped_column(JSON)
    description: Mapped[dict[str, str]] = mapped_column(JSON)
    sort_name: Mapped[str] = mapped_column(default="")
    search: Mapped[str] = mapped_column(default="")
    category_id: Mapped[int | None] = mapped_column(ForeignKey("catalog_category.id"))
    location_id: Mapped[int | None] = mapped_column(ForeignKey("catalog_location.id"), index=True)
    neutral_site: Mapped[bool] = mapped_column(default=False, server_default=false())
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    duration: Mapped[int]
    pass_type: Mapped[str]
    base_price: Mapped[int | None]
    service_fee: Mapped[int | None]
    currency: Mapped[str | None]
    sport: Mapped[str] = mapped_column(default="")
    gender: Mapped[str]
    score: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    result: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    images: Mapped[dict[str, str]] = mapped_column(JSON)
    geo: Mapped[dict[str, list[str]]] = mapped_column(JSON)
    publishing: Mapped[bool] = mapped_column(default=False)
    recorded: Mapped[bool] = mapped_column(default=False)
    ended: Mapped[bool] = mapped_column(default=False)
    interrupted: Mapped[bool] = mapped_column(default=False, server_default=false())
    recording_state: Mapped[str] = mapped_column(default="", server_default="")
    recording_changed_at: Mapped[datetime | None]
    clip_count: Mapped[int] = mapped_column(default=0)
    clips_counted_at: Mapped[int] = mapped_column(BigInteger, default=0)
    revision: Mapped[int]
    changed_at: Mapped[datetime]
    simulate_at: Mapped[datetime | None]
    schedule_status: Mapped[str] = mapped_column(default="scheduled", server_default="scheduled")
    moved_from: Mapped[datetime | None]
    time_known: Mapped[bool] = mapped_column(default=True, server_default=true())
    visibility: Mapped[str] = mapped_column(default="public", server_default="public")
    replay_offered: Mapped[bool] = mapped_column(default=True, server_default=true())
    replay_from: Mapped[datetime | None]
    replay_until: Mapped[datetime | None]
    replay_delay: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    live_offered: Mapped[bool] = mapped_column(default=True, server_default=true())
    video_offered: Mapped[bool] = mapped_column(default=True, server_default=true())
    downloads_offered: Mapped[bool] = mapped_column(default=True, server_default=true())
    blackouts: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))
    preroll_keys: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    category: Mapped[CategoryRow | None] = relationship()
    location: Mapped[LocationRow | None] = relationship()
    sides: Mapped[list[EventSideRow]] = relationship(
        order_by=EventSideRow.position, cascade="all, delete-orphan"
    )


Index(
    "ix_catalog_event_on_air",
    *(EventRow.channel_id, EventRow.withdrawn, EventRow.publishing),
    sqlite_where=EventRow.publishing.is_(True),
    postgresql_where=EventRow.publishing.is_(True),
)
Index(
    "ix_catalog_event_unlisted",
    *(EventRow.channel_id, EventRow.id),
    sqlite_where=EventRow.visibility != "public",
    postgresql_where=EventRow.visibility != "public",
)
for _column in (EventRow.replay_from, EventRow.replay_until):
    Index(
        f"ix_catalog_event_{_column.key}",
        *(EventRow.channel_id, EventRow.withdrawn, _column),
        sqlite_where=_column.is_not(None),
        postgresql_where=_column.is_not(None),
    )
