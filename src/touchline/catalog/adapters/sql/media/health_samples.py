"""Samples of the health of streams in the database (port `HealthSamples`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from touchline.catalog.domain.media.stream_health import EncoderHealth, HealthSample
from touchline.platform.db.base import Base, ChannelScoped
from touchline.shared.ids import EventId


class HealthSampleRow(ChannelScoped, Base):
    """What was measured of an encoder's stream at a time. `values` are those of `EncoderHealth`."""

    __tablename__ = "catalog_stream_health_sample"
    __table_args__ = (Index("ix_catalog_stream_health_sample_event_id_at", "event_id", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("catalog_event.id", ondelete="CASCADE"))
    is_test: Mapped[bool]
    slot: Mapped[str]
    session_number: Mapped[int]
    at: Mapped[datetime] = mapped_column(index=True)
    values: Mapped[dict[str, Any]] = mapped_column(JSON)


class SqlHealthSamples:
    """`HealthSamples` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, event_id: EventId, sample: HealthSample, *, is_test: bool) -> None:
        """Insert a sample."""
        self._session().add(
            HealthSampleRow(
                event_id=event_id,
                is_test=is_test,
                slot=sample.slot,
                session_number=sample.session_number,
                at=sample.at,
                values=asdict(sample.health),
            )
        )

    def list_since(self, event_id: EventId, since: datetime, *, is_test: bool) -> Sequence[HealthSample]:
        """Return the samples since a time, in order of time."""
        query = (
            select(HealthSampleRow)
            .where(
                HealthSampleRow.event_id == event_id,
                HealthSampleRow.is_test == is_test,
                HealthSampleRow.at >= since,
            )
            .order_by(HealthSampleRow.at, HealthSampleRow.id)
        )
        return [
            HealthSample(row.slot, row.session_number, row.at, EncoderHealth(**row.values))
            for row in self._session().scalars(query)
        ]

    def delete_before(self, before: datetime) -> None:
        """Delete older samples."""
        self._session().execute(delete(HealthSampleRow).where(HealthSampleRow.at < before))
