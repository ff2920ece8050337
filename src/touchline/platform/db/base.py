"""The declarative base of all tables, and the mixin for tables that belong to a channel."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, MetaData
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

NAMING_CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class UtcDateTime(TypeDecorator[datetime]):
    """An aware datetime, stored and loaded in UTC on both SQLite and PostgreSQL. Naive values are refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC. Raises `ValueError` for a naive datetime."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"A datetime without a time zone cannot be stored: {value!r}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the value in UTC. SQLite does not store the time zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """Base of every table. Constraint names are fixed, so that migrations can refer to them."""

    metadata = MetaData(naming_convention=NAMING_CONVENTION)
    type_annotation_map: Any = {datetime: UtcDateTime}


class ChannelScoped:
    """A table whose rows belong to a channel (see `session`).

    Every query returns rows of the current channel only. New rows get the current channel's id.
    """

    channel_id: Mapped[int] = mapped_column(index=True)


class VersionedTable:
    """A table that cached responses depend on (`platform.http.response_cache`).

    Every change to the table updates its version (`change_tracking`). Do not use it for tables that change
    with each visit.
    """
