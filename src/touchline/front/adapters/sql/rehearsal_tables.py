"""Table of rehearsals."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, String
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped


class RehearsalRow(ChannelScoped, Base):
    """A rehearsal. The columns have the meaning of `rehearsal.rehearsal.Rehearsal`."""

    __tablename__ = "rehearsal"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(80))
    started_by: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime]
    leased_until: Mapped[datetime]
    seconds: Mapped[int]
    with_purchase: Mapped[bool]
    state: Mapped[str] = mapped_column(String(10))
    finished_at: Mapped[datetime | None]
    event_id: Mapped[int | None]
    is_stop_requested: Mapped[bool]
    is_removed: Mapped[bool]
    steps: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
