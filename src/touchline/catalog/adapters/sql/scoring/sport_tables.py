"""Table of the channel's own sports."""

from typing import Any

from sqlalchemy import JSON, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from touchline.catalog.adapters.sql.events.taxonomy_tables import PackRow
from touchline.platform.db.base import Base


class SportRow(PackRow, Base):
    """A sport of the channel. `entry` is its entry in `sports.yaml`."""

    __tablename__ = "catalog_sport"
    __table_args__ = (UniqueConstraint("channel_id", "key"),)

    entry: Mapped[dict[str, Any]] = mapped_column(JSON)
