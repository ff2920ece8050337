"""The declarative base of all tables, and the mixin that puts a table under a channel."""

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
    """An aware instant, in UTC both ways, on SQLite and PostgreSQL alike. A naive one is refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse naive instants; store UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"A naive instant has no place in the database: {value!r}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Answer UTC; SQLite forgets the zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """Base of every table. Names of constraints are fixed, so that migrations can speak of them."""

    metadata = MetaData(naming_convention=NAMING_CONVENTION)
    type_annotation_map: Any = {datetime: UtcDateTime}


class ChannelScoped:
    """A table whose rows belong to a channel: every query sees the present channel's rows only,
    and new rows are given its id (see `session`)."""

    channel_id: Mapped[int] = mapped_column(index=True)


class VersionedTable:
    """A table that answers are made of which are kept (`platform.http.remembered`): every change of it leaves
    a mark (`watched`). Not for tables that change with each visit."""
